"""The keys and flags of cells, data blocks and expected blocks, each read by its own rule."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from runner.page.model import Approx, CellOptions
from runner.page.problems import nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from runner.page.info import Info, Word
    from runner.page.problems import Problems

ENGINES = ("embedded", "neo4j")

_NAME = re.compile(r"[\w.-]+")
_SECONDS = r"[0-9]+(?:\.[0-9]+)?"
_TOLERANCE = r"(?P<number>(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)(?P<absolute>abs)?"


def read_cell(info: Info, problems: Problems) -> tuple[str | None, CellOptions, Word | None]:
    """The name and the options of a cell, and the word that names its data blocks.

    The name is None, and an option as if it were not there, where it cannot be read.
    """
    values, by_key = _read(info, _CELL_KEYS, _CELL_FLAGS, problems)
    name = values.pop("cell", None)
    values["expect_error"] = values.pop("expect", False)
    return name, CellOptions(**values), by_key.get("params")


def read_data(info: Info, problems: Problems) -> str | None:
    """The name of a data block, or None where it cannot be read."""
    values, _ = _read(info, _DATA_KEYS, (), problems)
    name: str | None = values.get("data")
    return name


def read_expected(info: Info, problems: Problems) -> None:
    """An expected block takes no key and no flag: report all there are."""
    if info.words:
        _read(info, {}, ("example",), problems)


def _read(
    info: Info,
    keys: Mapping[str, Callable[[Word, Problems], Any]],
    flags: tuple[str, ...],
    problems: Problems,
) -> tuple[dict[str, Any], dict[str, Word]]:
    """The values by key, flags as True, and the words by key; everything else is reported."""
    values: dict[str, Any] = {}
    seen: dict[str, Word] = {}
    for word in info.words:
        key = word.key
        if word.is_malformed:
            problems.error(word.place, "malformed-word", f"cannot read `{key}`: {_WORD_FORM}")
        elif key not in keys and key not in flags:
            kind = "flag" if word.value is None else "key"
            near = nearest(key, (*keys, *flags))
            hint = "" if near or info.has_comment else _comment_hint(info, {*keys, *flags})
            message = f"unknown {kind} `{key}`{hint}"
            problems.error(word.place, f"unknown-{kind}", message, near)
        elif key in seen:
            problems.error(word.place, "repeated-key", f"`{key}` is given twice")
        else:
            seen[key] = word
            value = _read_value(word, keys.get(key), problems)
            if value is not None:
                values[key] = value
    return values, seen


def _comment_hint(info: Info, known: set[str]) -> str:
    """How a fence keeps the words of another tool: ours go into a comment before it."""
    ours = []
    for word in info.words:
        if not word.is_malformed and word.key in known:
            value = word.value
            if value is not None and re.search(r'[\s"]', value):
                escaped = value.replace("\\", "\\\\").replace('"', '\\"')
                value = f'"{escaped}"'
            ours.append(word.key if value is None else f"{word.key}={value}")
    comment = " ".join(["<!-- runner:", *ours, "-->"])
    return f"; if it is for another tool, write `{comment}` on the line before the fence"


_WORD_FORM = 'words are written as flag, key=value or key="a value"'


def _read_value(
    word: Word, read: Callable[[Word, Problems], Any] | None, problems: Problems
) -> Any:
    """The value of a known word, or None where it is reported."""
    if read is None:
        if word.value is None:
            return True
        problems.error(word.place, "bad-value", f"the flag `{word.key}` takes no value")
        return None
    if not word.value:
        message = f"`{word.key}` needs a value: {_FORMS[word.key]}"
        problems.error(word.place, "missing-value", message)
        return None
    return read(word, problems)


def _name(word: Word, problems: Problems) -> str | None:
    value = word.value or ""
    if _NAME.fullmatch(value):
        return value
    problems.error(word.value_place(), "bad-name", f"`{value}` is no name: {_NAME_FORM}")
    return None


_NAME_FORM = "names are made of letters, digits, `-`, `_` and `.`"


def _names(word: Word, problems: Problems) -> tuple[str, ...]:
    names: list[str] = []
    for name, offset in members(word):
        place = word.value_place(offset)
        if not _NAME.fullmatch(name):
            problems.error(place, "bad-name", f"`{name}` is no name: {_NAME_FORM}")
        elif name in names:
            problems.error(place, "repeated-key", f"`{name}` is named twice")
        else:
            names.append(name)
    return tuple(names)


def members(word: Word) -> list[tuple[str, int]]:
    """The names in a word's value, between commas, each with its offset in the value."""
    found, at = [], 0
    for name in (word.value or "").split(","):
        found.append((name, at))
        at += len(name) + 1
    return found


def _expect(word: Word, problems: Problems) -> bool | None:
    if word.value == "error":
        return True
    _reject(word, problems, "`expect` is always `error`", nearest(word.value or "", ("error",)))
    return None


def _timeout(word: Word, problems: Problems) -> float | None:
    value = word.value or ""
    if re.fullmatch(_SECONDS, value) and 0 < float(value) < float("inf"):
        return float(value)
    _reject(word, problems, f"`{value}` is no number of seconds above 0")
    return None


def _approx(word: Word, problems: Problems) -> Approx | None:
    value = word.value or ""
    match = re.fullmatch(_TOLERANCE, value)
    if match and float(match["number"]) < float("inf"):
        return Approx(float(match["number"]), match["absolute"] is not None)
    _reject(word, problems, f"`{value}` is no tolerance, such as `1e-6` or `1e-9abs`")
    return None


def _engine(word: Word, problems: Problems) -> str | None:
    if word.value in ENGINES:
        return word.value
    message = f"unknown engine `{word.value}`"
    _reject(word, problems, message, nearest(word.value or "", ENGINES))
    return None


def _skip(word: Word, problems: Problems) -> str | None:
    if word.value and word.value.strip():
        return word.value
    _reject(word, problems, "`skip` needs a reason")
    return None


def _reject(word: Word, problems: Problems, message: str, suggestion: str | None = None) -> None:
    problems.error(word.value_place(), "bad-value", message, suggestion)


_CELL_KEYS: dict[str, Callable[[Word, Problems], Any]] = {
    "cell": _name,
    "params": _names,
    "expect": _expect,
    "timeout": _timeout,
    "approx": _approx,
    "engine": _engine,
    "skip": _skip,
}
_CELL_FLAGS = ("setup", "unordered")
_DATA_KEYS: dict[str, Callable[[Word, Problems], Any]] = {"data": _name}
_FORMS = {
    "cell": "`cell=NAME`",
    "data": "`data=NAME`",
    "params": "`params=NAME`",
    "expect": "`expect=error`",
    "timeout": "`timeout=SECONDS`",
    "approx": "`approx=TOLERANCE`",
    "engine": "`engine=NAME`",
    "skip": '`skip="reason"`',
}
