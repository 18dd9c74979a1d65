"""The keys of front matter that the runner knows, each with what reads its value.

Keys that only the site reads may be of any type, with a warning; a wrong value of a key that
decides how the page runs is an error.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from runner.page.model import Include, Requires, VersionBound
from runner.page.options import ENGINES
from runner.page.problems import nearest

if TYPE_CHECKING:
    from collections.abc import Callable

    from yaml.nodes import MappingNode, Node

    from runner.page.problems import Place, Problems

BROWSER = ("full", "read-only", "none")
EDITIONS = ("enterprise", "community")
LANGUAGES = ("5", "25")

_BOUND = r"(?P<operator>[<>=!]=|[<>])\s*(?P<version>[0-9]+(?:\.[0-9]+)*)"


class Entry(NamedTuple):
    """The value of a key of front matter."""

    value: Any
    place: Place
    """Where the key stands."""
    node: Node
    """The value's node, which knows the places inside it."""
    mapping: MappingNode | None
    """The same node where it is a mapping."""

    @property
    def value_place(self) -> Place:
        """Where the value stands."""
        return place_of(self.node)


def place_of(node: Node) -> Place:
    """Where a node starts in the file: the front matter's text starts on line 2."""
    return node.start_mark.line + 2, node.start_mark.column + 1


def _text(key: str, entry: Entry, problems: Problems) -> str | None:
    if isinstance(entry.value, str):
        return entry.value
    _wrong_site_type(key, entry, "a text", problems)
    return None


def _features(key: str, entry: Entry, problems: Problems) -> tuple[str, ...] | None:
    if isinstance(entry.value, list) and all(isinstance(item, str) for item in entry.value):
        return tuple(entry.value)
    _wrong_site_type(key, entry, "a list of texts", problems)
    return None


def _browser(key: str, entry: Entry, problems: Problems) -> str | None:
    if isinstance(entry.value, str) and entry.value in BROWSER:
        return entry.value
    _wrong_site_type(key, entry, f"one of {_choices(BROWSER)}", problems)
    return None


def _wrong_site_type(key: str, entry: Entry, wanted: str, problems: Problems) -> None:
    message = f"`{key}` is {_name_of_type(entry.value)}, and should be {wanted}"
    problems.warning(entry.value_place, "wrong-type", message)


def _language(key: str, entry: Entry, problems: Problems) -> str | None:
    value = entry.value
    if not isinstance(value, bool) and isinstance(value, int | str) and str(value) in LANGUAGES:
        return str(value)
    problems.error(entry.value_place, "wrong-type", f"`{key}` is {_choices(LANGUAGES)}")
    return None


def _include(key: str, entry: Entry, problems: Problems) -> tuple[Include, ...] | None:
    if not isinstance(entry.value, list):
        problems.error(entry.value_place, "wrong-type", f"`{key}` is a list of paths")
        return None
    found = []
    for value, node in zip(entry.value, entry.node.value, strict=True):
        place = place_of(node)
        if isinstance(value, str) and value:
            found.append(Include(value, *place))
        else:
            problems.error(place, "wrong-type", f"`{key}` is a list of paths")
    return tuple(found)


def _requires(key: str, entry: Entry, problems: Problems) -> Requires | None:
    if entry.mapping is None:
        problems.error(entry.value_place, "wrong-type", f"`{key}` is a mapping of needs")
        return None
    values: dict[str, Any] = {}
    for name_node, node in entry.mapping.value:
        name = str(name_node.value)
        if name not in _NEEDS:
            message = f"unknown key `{name}` under `{key}`"
            problems.error(place_of(name_node), "unknown-key", message, nearest(name, _NEEDS))
            continue
        need = _NEEDS[name](name, entry.value.get(name), place_of(node), problems)
        if need is not None:
            values[name] = need
    if "version" in values:
        values["version_text"] = str(entry.value["version"])
    return Requires(**values)


def _need_engine(name: str, value: Any, place: Place, problems: Problems) -> str | None:
    return _choice(name, value, ENGINES, place, problems)


def _need_edition(name: str, value: Any, place: Place, problems: Problems) -> str | None:
    return _choice(name, value, EDITIONS, place, problems)


def _choice(
    name: str, value: Any, known: tuple[str, ...], place: Place, problems: Problems
) -> str | None:
    if isinstance(value, str) and value in known:
        return value
    near = nearest(value, known) if isinstance(value, str) else None
    problems.error(place, "wrong-type", f"`{name}` is one of {_choices(known)}", near)
    return None


def _need_version(
    name: str, value: Any, place: Place, problems: Problems
) -> tuple[VersionBound, ...] | None:
    parts = value.split(",") if isinstance(value, str) else [""]
    bounds = []
    for part in parts:
        match = re.fullmatch(_BOUND, part.strip())
        if match is None:
            message = f'`{name}` is a condition in quotes, as ">=2025.06"'
            problems.error(place, "wrong-type", message)
            return None
        numbers = tuple(int(number) for number in match["version"].split("."))
        bounds.append(VersionBound(match["operator"], numbers))
    return tuple(bounds)


def _need_features(
    name: str, value: Any, place: Place, problems: Problems
) -> tuple[str, ...] | None:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    problems.error(place, "wrong-type", f"`{name}` is a list of texts")
    return None


def _choices(known: tuple[str, ...]) -> str:
    quoted = [f"`{name}`" for name in known]
    return f"{', '.join(quoted[:-1])} or {quoted[-1]}"


def _name_of_type(value: Any) -> str:
    names = {bool: "true or false", int: "a number", float: "a number", str: f"`{value}`"}
    names |= {list: "a list", dict: "a mapping", type(None): "empty"}
    return names.get(type(value), f"a {type(value).__name__}")


_NEEDS: dict[str, Callable[[str, Any, Place, Problems], Any]] = {
    "engine": _need_engine,
    "version": _need_version,
    "edition": _need_edition,
    "features": _need_features,
}

KEYS: dict[str, Callable[[str, Entry, Problems], Any]] = {
    "title": _text,
    "summary": _text,
    "level": _text,
    "category": _text,
    "features": _features,
    "browser": _browser,
    "dataset": _text,
    "source": _text,
    "license": _text,
    "cypher": _language,
    "include": _include,
    "requires": _requires,
}
