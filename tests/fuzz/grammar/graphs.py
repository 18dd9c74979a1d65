"""Small random graphs, and the words that they and the statements share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fuzz.grammar.templates import LITERALS

if TYPE_CHECKING:
    from tests.fuzz.grammar.draw import Draw

LABELS = ("A", "B", "C")
TYPES = ("R", "S")
PROPERTY_KINDS = {
    "i": "INT",
    "f": "FLOAT",
    "s": "STR",
    "b": "BOOL",
    "l": "INTS",
    "d": "DATE",
    "dt": "DT",
    "du": "DUR",
    "p": "POINT",
}
VOCABULARY = (*PROPERTY_KINDS, "v", "k", "m", "w", "a", "z", "c", "t")
"""Every property key of graphs and statements.

Whether `SET n.x = null` counts depends on whether the database has ever known the key: each side
gets to know all of them before anything is compared.
"""
VOCABULARY_STATEMENT = f"CREATE (n {{{', '.join(f'{key}: 1' for key in VOCABULARY)}}}) DELETE n"
MIXED = ("1", "'a'", "true", "2.5", "date('2020-01-01')", "[1, 2]", "-3", "'b'")
_STORABLE_INTS = ("[]", "[1]", "[1, 2, 3]", "[4, 2]")


def graph(draw: Draw) -> str:
    """The statement that creates a graph: every entity has a number of its own in `k`."""
    parts = [_node(draw, number) for number in range(draw.integer(1, 6))]
    for number in range(draw.integer(0, 8) if len(parts) > 1 or draw.chance(0.5) else 0):
        ends = draw.integer(0, len(parts) - 1), draw.integer(0, len(parts) - 1)
        count = len([p for p in parts if p.startswith("(n") and "-[" not in p])
        start, end = ends[0] % count, ends[1] % count
        properties = [f"k: {100 + number}"]
        if draw.chance(0.7):
            properties.append(f"w: {draw.integer(0, 4)}")
        if draw.chance(0.4):
            properties.append(f"s: {draw.one(LITERALS['STR'])}")
        parts.append(f"(n{start})-[:{draw.one(TYPES)} {{{', '.join(properties)}}}]->(n{end})")
    return "CREATE " + ", ".join(parts)


def _node(draw: Draw, number: int) -> str:
    labels = "".join(f":{label}" for label in draw.some(LABELS, 2))
    properties = [f"k: {number}"]
    for key, kind in PROPERTY_KINDS.items():
        if draw.chance(0.45):
            options = _STORABLE_INTS if kind == "INTS" else LITERALS[kind]
            properties.append(f"{key}: {draw.one(options)}")
    if draw.chance(0.5):
        properties.append(f"m: {draw.one(MIXED)}")
    if draw.chance(0.3):
        properties.append(f"v: [{draw.one(('1.0', '0.5', '-2.0'))}, {draw.integer(-2, 2)}.25]")
    return f"(n{number}{labels} {{{', '.join(properties)}}})"
