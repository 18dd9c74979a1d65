"""Texts of every kind thrown at the embedded engine alone: nothing but `EngineError` may escape."""

from __future__ import annotations

import re
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

from runner.cypher.database import Database
from runner.errors import EngineError
from tests.fuzz.grammar.draw import Draw
from tests.fuzz.grammar.graphs import graph
from tests.fuzz.grammar.statements import Statements

if TYPE_CHECKING:
    from collections.abc import Iterator

TIMEOUT = 2.0
"""Seconds that a statement may take; the engine is to stop it by itself."""
SLACK = 3.0
"""Seconds more that parsing, planning and the way to the next look at the clock may take."""

_ODD = (
    "9223372036854775807",
    "-9223372036854775808",
    "1e308",
    "-0.0",
    "NaN",
    "INF",
    "null",
    "'\\ud83d'",
    "''",
    "[]",
    "{}",
    "'x' * 3",
    "range(0, 1000000000)",
    "[null]",
    "{`a b`: 1}",
    "date('+999999999-12-31')",
    "duration('P999999999999D')",
    "datetime('-999999999-01-01T00:00Z')",
    "localtime('23:59:59.999999999')",
    "point({x: 1e308, y: -1e308})",
    "duration({months: 9223372036854775807})",
    "toFloat('1e400')",
    "0x8000000000000000",
    "[[[[[]]]]]",
    "$p",
    "$`x y`",
    "vector([1], 1, INT8)",
    "duration({seconds: 1e300})",
    "datetime({epochSeconds: 9223372036854775807})",
    "1.0 / 0",
    "duration({nanoseconds: -9223372036854775808})",
    "char_length",
    "(())",
    "()-->()",
    "n",
    "`",
    "\x00",
    "\u2028",
    "😀",
)
_NUMBER = re.compile(r"\b\d+\b")


@dataclass(frozen=True)
class Escape:
    """A statement that ended in another way than by a result or an `EngineError`."""

    text: str
    parameters: dict[str, object]
    what: str


def texts(draw: Draw) -> Iterator[tuple[str, dict[str, object]]]:
    """Statements, and texts that are near to being statements, for ever."""
    maker = Statements(draw)
    while True:
        statement = maker.statement()
        text = statement.text
        kind = draw.integer(0, 9)
        if kind < 5:
            for _ in range(draw.integer(1, 3)):
                text = maker.wrong.broken(text)
        if 3 <= kind < 8:
            text = _odd(text, draw)
        if kind == 9:
            text = _characters(text, draw)
        yield text, statement.parameters


def _odd(text: str, draw: Draw) -> str:
    """`text` with an extreme value in the place of a number or a word."""
    places = list(re.finditer(r"\b\d+\b|\b\w+\b|'[^']*'", text))
    for _ in range(draw.integer(1, 2)):
        if not places:
            return text
        place = draw.one(places)
        text = text[: place.start()] + draw.one(_ODD) + text[place.end() :]
        places = list(re.finditer(r"\b\d+\b", text))
    return text


def _characters(text: str, draw: Draw) -> str:
    """`text` with some characters gone, doubled or changed, and perhaps cut off."""
    for _ in range(draw.integer(1, 6)):
        at = draw.integer(0, max(len(text) - 1, 0))
        text = (
            text[:at]
            + draw.one(("", text[at : at + 1] * 2, chr(draw.integer(1, 300)), "'", "`", "\\", "/*"))
            + text[at + 1 :]
        )
    return text[: draw.integer(0, len(text))] if draw.chance(0.2) else text


def escapes(seed: str, statements: int) -> list[Escape]:
    """Run that many texts; those that ended badly."""
    draw = Draw(seed)
    found: list[Escape] = []
    session = Database().session()
    for number, (text, parameters) in enumerate(texts(draw)):
        if number == statements:
            break
        if number % 50 == 0:
            session = Database().session()
            session.run(graph(draw))
        what = ended(session, text, parameters)
        if what:
            found.append(Escape(text, parameters, what))
    return found


def ended(session: object, text: str, parameters: dict[str, object]) -> str:
    """How a statement ended badly; empty where it did not."""
    start = monotonic()
    try:
        session.run(text, parameters, TIMEOUT)  # type: ignore[attr-defined]
    except EngineError as error:
        if error.position is not None and not 0 <= error.position.offset <= len(text):
            return f"place outside the text: {error.position}"
    except Exception as error:  # noqa: BLE001 - what escapes is what is looked for
        return f"{type(error).__name__}: {error}"
    took = monotonic() - start
    return f"took {took:.1f} s" if took > TIMEOUT + SLACK else ""
