"""What each fence is to the runner: a cell, a data block, an expected block, or none of them."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

from runner.page.info import LANGUAGES

if TYPE_CHECKING:
    from runner.page.info import Info, Word
    from runner.page.problems import Problems

QUERY_LANGUAGES = frozenset({"cypher", "sql"})
EXPECTED_LANGUAGES = frozenset({"table", "gram"})
_DATA_LANGUAGES = LANGUAGES - EXPECTED_LANGUAGES - QUERY_LANGUAGES


class Kind(Enum):
    """What a fence is."""

    CELL = auto()
    DATA = auto()
    EXPECTED = auto()
    BROKEN = auto()
    """It was meant to be a cell or a data block, and is none: a problem has been reported."""
    QUERY = auto()
    """A ``cypher`` or ``sql`` fence that only illustrates."""
    OTHER = auto()
    """None of the runner's business."""


def classify(info: Info, problems: Problems) -> Kind:
    """What the fence with `info` is; one that fails to be what it was meant to is reported."""
    if info.language in EXPECTED_LANGUAGES:
        for word in info.words:
            if word.key == "example" and word.value is None:
                return Kind.OTHER
        return Kind.EXPECTED
    own = name_key(info.language)
    if own is None:
        return _other_language(info, problems)
    words = info.words
    first = words[0] if words else None
    if first is not None and first.key == own and first.value is not None and not info.has_braces:
        return Kind.CELL if own == "cell" else Kind.DATA
    named = next((word for word in words if _is_key(word, own)), None)
    wrong = named or next((word for word in words if _is_meant(word, own)), None)
    if info.has_braces and not info.has_comment and wrong is not None:
        message = (
            "words in braces are the renderer's: "
            f"write `<!-- runner: {own}=NAME -->` on the line before the fence"
        )
        problems.error(wrong.place, "words-in-braces", message)
        return Kind.BROKEN
    if named is not None:
        return Kind.CELL if own == "cell" else Kind.DATA
    if wrong is not None:
        _report_misspelt(wrong, own, info.language, problems)
        return Kind.BROKEN
    if info.has_comment:
        message = f"a comment before a `{info.language}` fence needs `{own}=NAME`"
        problems.error(info.place, "missing-name", message)
        return Kind.BROKEN
    return Kind.QUERY if info.language in QUERY_LANGUAGES else Kind.OTHER


def name_key(language: str) -> str | None:
    """The key that gives a fence of `language` its name: ``cell``, ``data`` or None."""
    if language in QUERY_LANGUAGES:
        return "cell"
    return "data" if language in _DATA_LANGUAGES else None


def names_something(words: tuple[Word, ...]) -> bool:
    """Whether words that belong to no fence were meant to make one a cell or a data block."""
    return any(_is_meant(word, own) for word in words for own in ("cell", "data"))


def _other_language(info: Info, problems: Problems) -> Kind:
    if not info.has_comment or not names_something(info.words):
        return Kind.OTHER
    language = f"`{info.language}`" if info.language else "no language"
    message = (
        "a cell is a `cypher` or `sql` fence and a data block a `json`, `csv` or `jsonl` fence; "
        f"this one has {language}"
    )
    problems.error(info.place, "wrong-language", message, _near_language(info.language))
    return Kind.BROKEN


def _near_language(language: str) -> str | None:
    from runner.page.problems import nearest

    return nearest(language, ("cypher", "sql", "json", "csv", "jsonl")) if language else None


def _is_key(word: Word, own: str) -> bool:
    if word.is_malformed:
        return word.key.startswith(f"{own}=")
    return word.key == own and word.value is not None


def _is_meant(word: Word, own: str) -> bool:
    """Whether a word was meant as the pair that gives a fence its name, rightly spelt or not."""
    key = word.key.lower()
    other = "data" if own == "cell" else "cell"
    if word.is_malformed:
        key = key.partition("=")[0]
    elif word.value is None:
        return key == own or key.startswith(f"{own}:")
    return key == other or _within_one_edit(key, own)


def _report_misspelt(word: Word, own: str, language: str, problems: Problems) -> None:
    if word.value is None:
        message = f"a `{language}` fence is named with `{own}=NAME`"
        problems.error(word.place, "misspelt-key", message)
        return
    message = f"unknown key `{word.key}` of a `{language}` fence"
    problems.error(word.place, "misspelt-key", message, own)


def _within_one_edit(text: str, target: str) -> bool:
    """Whether at most one letter is added, left out, changed, or swapped with its neighbour."""
    if text == target:
        return True
    if abs(len(text) - len(target)) > 1:
        return False
    start = 0
    while start < min(len(text), len(target)) and text[start] == target[start]:
        start += 1
    rest, wanted = text[start:], target[start:]
    swapped = len(wanted) > 1 and rest == wanted[1] + wanted[0] + wanted[2:]
    return swapped or rest[1:] == wanted[1:] or rest[1:] == wanted or rest == wanted[1:]
