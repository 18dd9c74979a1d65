"""``apoc.text.*``: finding, splitting, joining and replacing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from runner.cypher.apoc.declare import ONLY_5, function
from runner.cypher.apoc.failing import JavaError, illegal_argument
from runner.cypher.eval.limits import check_characters, check_items
from runner.cypher.eval.regex import compile_pattern
from runner.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.cypher.eval.runtime import State


def pattern_of(regex: str) -> re.Pattern[str]:
    """A compiled Java pattern; raises `JavaError` where it is malformed."""
    try:
        return compile_pattern(regex)
    except EngineError as error:
        message = error.message.removeprefix("Invalid Regex: ")
        raise JavaError("java.util.regex.PatternSyntaxException", message) from None


def _index_of(text: str | None, lookup: str | None, start: int, to: int) -> int | None:
    if text is None:
        return None
    if lookup is None:
        return -1
    return next(_places(text, lookup, start, to), -1)


def _indexes_of(
    state: State, text: str | None, lookup: str | None, start: int, to: int
) -> list[int] | None:
    if text is None:
        return None
    found: list[int] = []
    if lookup is not None:
        for place in _places(text, lookup, start, to):
            state.tick()
            found.append(place)
            check_items(len(found))
    return found


def _places(text: str, lookup: str, start: int, to: int) -> Iterator[int]:
    end = len(text) if to == -1 or to > len(text) else to
    at = max(start, 0)
    while True:
        place = text.find(lookup, at, max(end, 0))
        if place < 0:
            return
        yield place
        at = place + 1


def _join(texts: list[Any] | None, delimiter: str | None) -> str | None:
    if texts is None or delimiter is None:
        return None
    pieces = ["null" if text is None else text for text in texts]
    check_characters(sum(map(len, pieces)) + len(delimiter) * len(pieces))
    return delimiter.join(pieces)


def _replace(state: State, text: str, regex: str, replacement: str) -> str:
    pattern = pattern_of(regex)
    state.tick()
    pieces: list[str] = []
    last = 0
    for found in pattern.finditer(text):
        pieces += (text[last : found.start()], expanded(found, replacement))
        last = found.end()
    pieces.append(text[last:])
    return "".join(pieces)


def expanded(found: re.Match[str], replacement: str) -> str:
    """Java's replacement text, with ``$1``, ``${name}`` and escapes, for one match."""
    result: list[str] = []
    at = 0
    while at < len(replacement):
        character = replacement[at]
        at += 1
        if character == "\\":
            if at == len(replacement):
                raise illegal_argument("character to be escaped is missing")
            result.append(replacement[at])
            at += 1
        elif character == "$":
            value, at = _group(found, replacement, at)
            result.append(value or "")
        else:
            result.append(character)
    return "".join(result)


def _group(found: re.Match[str], replacement: str, at: int) -> tuple[str | None, int]:
    name = re.compile(r"\{(\w+)\}").match(replacement, at)
    if name is not None:
        if name[1] not in found.re.groupindex:
            raise illegal_argument(f"No group with name {{{name[1]}}}")
        return found[name[1]], name.end()
    digits = re.compile(r"\d+").match(replacement, at)
    if digits is None:
        raise illegal_argument("Illegal group reference")
    number, end = int(replacement[at]), at + 1
    if number > found.re.groups:
        raise JavaError("java.lang.IndexOutOfBoundsException", f"No group {number}")
    while end < digits.end() and number * 10 + int(replacement[end]) <= found.re.groups:
        number = number * 10 + int(replacement[end])
        end += 1
    return found[number], end


def _split(state: State, text: str, regex: str, limit: int) -> list[str]:
    pattern = pattern_of(regex)
    state.tick()
    parts: list[str] = []
    last = 0
    for found in pattern.finditer(text):
        if limit > 0 and len(parts) == limit - 1:
            break
        if found.end() == 0 or (found.start() == found.end() == len(text)):
            # An empty match at the ends gives no empty part.
            continue
        parts.append(text[last : found.start()])
        last = found.end()
        check_items(len(parts))
    parts.append(text[last:])
    if limit == 0:
        while len(parts) > 1 and not parts[-1]:
            parts.pop()
    return parts


def _regex_groups(text: str | None, regex: str | None) -> list[list[str | None]]:
    if text is None or regex is None:
        return []
    found = []
    for match in pattern_of(regex).finditer(text):
        found.append([match[0], *match.groups()])
        check_items(len(found))
    return found


def _regex_groups_by_name(text: str | None, regex: str | None) -> list[dict[str, Any]]:
    if text is None or regex is None:
        return []
    found = []
    for match in pattern_of(regex).finditer(text):
        named = {name: value for name, value in match.groupdict().items() if value is not None}
        found.append({"group": match[0], "matches": named})
        check_items(len(found))
    return found


_REPLACE = "(text :: STRING, regex :: STRING, replacement :: STRING) :: STRING"

FUNCTIONS = (
    function(
        "apoc.text.indexOf(text :: STRING, lookup :: STRING, from = 0 :: INTEGER!, "
        "to = -1 :: INTEGER!) :: INTEGER",
        _index_of,
        "Where a text first has another; -1 if nowhere.",
    ),
    function(
        "apoc.text.indexesOf(text :: STRING, lookup :: STRING, from = 0 :: INTEGER!, "
        "to = -1 :: INTEGER!) :: LIST<ANY>",
        _indexes_of,
        "All places where a text has another.",
        contextual=True,
    ),
    function(
        "apoc.text.join(texts :: LIST<STRING>, delimiter :: STRING) :: STRING",
        _join,
        "Texts with a delimiter between them.",
    ),
    function(
        f"apoc.text.replace{_REPLACE}",
        _replace,
        "The text with all matches of a regular expression replaced.",
        absent="text regex replacement",
        contextual=True,
    ),
    function(
        f"apoc.text.regreplace{_REPLACE}",
        _replace,
        "The text with all matches of a regular expression replaced.",
        absent="text regex replacement",
        contextual=True,
        languages=ONLY_5,
    ),
    function(
        "apoc.text.regexGroups(text :: STRING, regex :: STRING) :: LIST<ANY>",
        _regex_groups,
        "All matches of a regular expression, each with its groups.",
    ),
    function(
        "apoc.text.regexGroupsByName(text :: STRING, regex :: STRING) :: LIST<ANY>",
        _regex_groups_by_name,
        "All matches of a regular expression, each with its named groups.",
    ),
    function(
        "apoc.text.split(text :: STRING, regex :: STRING, limit = 0 :: INTEGER!) :: LIST<ANY>",
        _split,
        "The parts of a text between the matches of a regular expression.",
        absent="text regex",
        contextual=True,
    ),
)
