"""Info strings: the language of a fence, and the words and ``KEY=VALUE`` pairs behind it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from runner.page.model import Fence

LANGUAGES = frozenset({"cypher", "sql", "json", "csv", "jsonl", "table", "gram"})
"""The languages whose fences can mean something to the runner."""

_LANGUAGE = re.compile(r"(?P<braces>\{[ \t]*\.)?(?P<name>[A-Za-z][\w+#-]*)")
_KNOWN = re.compile(rf"\b(?:{'|'.join(sorted(LANGUAGES))})\b", re.IGNORECASE)
_WORD = re.compile(
    r"""[ \t]*(?:
      (?P<key> [^\s="{}]* ) =
        (?: "(?P<quoted> (?:[^"\\]|\\.)* )" (?P<tail> \S* ) | (?P<plain> [^\s"]* ) (?= \s | $ ) )
    | (?P<flag> [^\s="]+ ) (?= \s | $ )
    | (?P<broken> \S*?"[^"]*"?\S* | \S+ )
    )""",
    re.VERBOSE,
)
_ESCAPE = re.compile(r'\\(["\\])')


class Word(NamedTuple):
    """A flag, a ``KEY=VALUE`` pair, or something that is neither."""

    key: str
    """The flag, the key, or the whole text where it is neither."""
    value: str | None
    """The value without its quotes; None for a flag."""
    line: int
    column: int
    """Where the word starts in the file."""
    value_column: int
    """Where the value starts in the file, behind its quote where it has one."""
    is_malformed: bool

    @property
    def place(self) -> tuple[int, int]:
        """The word's line and column."""
        return self.line, self.column

    def value_place(self, offset: int = 0) -> tuple[int, int]:
        """The place of a character of the value."""
        return self.line, self.value_column + offset


class Info(NamedTuple):
    """What a fence says of itself to the runner."""

    language: str
    """In lower case; empty where there is none."""
    words: tuple[Word, ...]
    """The words behind the language, or those of the comment before the fence."""
    has_braces: bool
    """Whether the language stands in braces, as ``{.cypher}``: all behind it is a renderer's."""
    has_comment: bool
    """Whether the words are those of a comment."""
    place: tuple[int, int]
    """Where the words, or else the info string, start."""


def read_info(fence: Fence) -> Info:
    """Read a fence's info string, or the comment that speaks for it."""
    first = fence.info.partition(" ")[0]
    if first in LANGUAGES and fence.comment is None:  # as most are written
        column = fence.info_column + len(first)
        words = split_words(fence.info[len(first) :], fence.line, column)
        return Info(first, words, False, False, (fence.line, fence.info_column))
    match = _LANGUAGE.match(fence.info)
    language = match["name"].lower() if match else ""
    braces = bool(match and match["braces"])
    if fence.comment is not None:
        text, line, column = fence.comment
        known = _KNOWN.search(fence.info)
        if language not in LANGUAGES and known:
            language = known.group().lower()
        return Info(language, split_words(text, line, column), braces, True, (line, column))
    place = (fence.line, fence.info_column)
    if match is None or language not in LANGUAGES:
        return Info(language, (), braces, False, place)
    rest = fence.info[match.end() :]
    if braces:
        rest = rest.removesuffix("}")
    words = split_words(rest, fence.line, fence.info_column + match.end())
    return Info(language, words, braces, False, place)


def _split_plain_words(text: str, line: int, column: int) -> tuple[Word, ...]:
    """What `split_words` gives for a text without quotes, several times as fast."""
    words = []
    at = 0
    for written in text.split():
        at = text.index(written, at)
        place = column + at
        at += len(written)
        key, equals, value = written.partition("=")
        if not equals:
            words.append(Word(key, None, line, place, place, False))
        elif "{" in key or "}" in key:
            words.append(Word(written, None, line, place, place, True))
        else:
            value_at = place + len(key) + 1
            words.append(Word(key or written, value, line, place, value_at, not key))
    return tuple(words)


def split_words(text: str, line: int, column: int) -> tuple[Word, ...]:
    """The words of a text that starts at a line and a column of the file.

    A value in double quotes may hold blanks, and a quote or a backslash behind a backslash.
    """
    if not text:
        return ()
    if '"' not in text:
        return _split_plain_words(text, line, column)
    words = []
    for match in _WORD.finditer(text):
        if match["key"] is None:
            name = "flag" if match["flag"] is not None else "broken"
            at = column + match.start(name)
            words.append(Word(match[name], None, line, at, at, name == "broken"))
            continue
        quoted = match["quoted"]
        value = match["plain"] if quoted is None else _ESCAPE.sub(r"\1", quoted)
        value_at = column + match.start("plain" if quoted is None else "quoted")
        malformed = bool(match["tail"]) or not match["key"]
        key = match.group().lstrip(" \t") if malformed else match["key"]
        words.append(Word(key, value, line, column + match.start("key"), value_at, malformed))
    return tuple(words)
