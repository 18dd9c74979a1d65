"""Turns right statements into ones that an author might have got wrong."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.fuzz.grammar.templates import LITERALS
from tests.fuzz.grammar.wrong import TOKEN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.fuzz.grammar.draw import Draw
    from tests.fuzz.grammar.statements import Statements

_BRACKETS = re.compile(r"[()\[\]{}]")
_LITERAL = re.compile(r"'(?:[^'\\]|\\.)*'|\b\d+(?:\.\d+)?\b|\b(?:true|false|null)\b")
_VARIABLE = re.compile(r"(?<![.:$'`\w])[a-z]+\d+\b(?!\()")
_CALLED = re.compile(r"\b[A-Za-z][\w.]*(?=\()")
_KEYWORD = re.compile(r"\b[A-Z]{3,}\b")
_NAMES = ("nope", "n", "x", "Nope", "`a b`", "count", "é", "null", "1")
_FUNCTIONS = ("nope", "apoc.nope", "toUpper", "size", "count", "head", "date", "abs", "coalesce")
_KINDS = ("INT", "FLOAT", "STR", "BOOL", "INTS", "MAP", "DATE", "DUR", "POINT")
_HOW_OFTEN = {
    "tokens": 8,
    "value": 8,
    "variable": 5,
    "bracket": 3,
    "call": 3,
    "keyword": 3,
    "cut": 2,
}
"""The kinds of mistakes."""


def mutants(draw: Draw, maker: Statements) -> Iterator[tuple[str, dict[str, object]]]:
    """Statements with their parameters, for ever; most of them fail."""
    while True:
        statement = maker.statement()
        text = statement.text
        if statement.kind not in ("wrong", "broken") or draw.chance(0.2):
            for _ in range(1 if draw.chance(0.8) else 2):
                text = mutant(draw, maker, text)
        if draw.chance(0.1):
            text = text.replace(" ", "\n", draw.integer(1, 3))
        yield text, statement.parameters


def mutant(draw: Draw, maker: Statements, text: str) -> str:
    """`text` with one thing wrong; where it has nothing of the kind, as it is."""
    kind = draw.weighted(_HOW_OFTEN)
    if kind == "tokens":
        return maker.wrong.broken(text)
    if kind == "bracket":
        return _exchanged(draw, text, _BRACKETS, "")
    if kind == "value":
        return _exchanged(draw, text, _LITERAL, draw.one(LITERALS[draw.one(_KINDS)]))
    if kind == "variable":
        others = [*_NAMES, *_VARIABLE.findall(text)]
        return _exchanged(draw, text, _VARIABLE, draw.one(others))
    if kind == "call":
        others = [*_FUNCTIONS, *_CALLED.findall(text)]
        return _exchanged(draw, text, _CALLED, draw.one(others))
    if kind == "keyword":
        others = [*_KEYWORD.findall(text), "MATHC", "RETRUN", "x"]
        return _exchanged(draw, text, _KEYWORD, draw.one(others))
    tokens = list(TOKEN.finditer(text))
    return text[: draw.one(tokens).start()].rstrip() if tokens else text


def _exchanged(draw: Draw, text: str, pattern: re.Pattern[str], by: str) -> str:
    places = list(pattern.finditer(text))
    if not places:
        return text
    place = draw.one(places)
    return text[: place.start()] + by + text[place.end() :]
