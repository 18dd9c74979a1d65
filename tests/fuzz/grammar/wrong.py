"""Statements that mostly fail: wrong types in single rows, texts with a token too many or few."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.fuzz.grammar.templates import LITERALS, TEMPLATES

if TYPE_CHECKING:
    from tests.fuzz.grammar.draw import Draw
    from tests.fuzz.grammar.expressions import Expressions

_HOLE = re.compile(r"(?<!LIST)<(\()?(?:literal |param |sure )?([A-Z_]+)\)?>")
TOKEN = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|\w+|\S")
_KINDS = (
    "INT",
    "FLOAT",
    "STR",
    "BOOL",
    "INTS",
    "STRS",
    "MAP",
    "DATE",
    "DT",
    "LDT",
    "TIME",
    "LTIME",
    "DUR",
    "POINT",
    "ANYS",
)
_TOKENS = (
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ".",
    ":",
    "|",
    "-",
    "->",
    "=",
    "<>",
    "*",
    "$p",
    "WHERE",
    "RETURN",
    "AS",
    "NOT",
    "null",
    "MATCH",
    "WITH",
    "DISTINCT",
    "ORDER BY",
    "LIMIT",
    "x",
    "1",
    "'s'",
    "IS",
    "IN",
    "END",
    "CASE",
    "..",
    "+",
)


_DELETIONS = (
    "CREATE (n:A {i: 1})-[r:R {w: 2}]->(m:B) DETACH DELETE n ",
    "CREATE (n:A {i: 1})-[r:R {w: 2}]->(m:B) DELETE r, n ",
    "CREATE (n:A {i: 1}), (m:B)-[r:R]->(n) DELETE n, r ",
    "CREATE (n:A {i: 1})-[r:R {w: 2}]->(m:B) DELETE n ",
    "CREATE p = (n:A {i: 1})-[r:R {w: 2}]->(m:B) DELETE p ",
)
# Not type(r), which a matched relationship still knows and a new one does not, and not
# startNode(r), which gives a node without its labels, and not n{.i}, whose answer depends on
# whether the node had the property.
_AFTERWARDS = (
    "RETURN n.i AS c",
    "RETURN labels(n) AS c",
    "RETURN n AS c",
    "RETURN keys(n) AS c",
    "RETURN r AS c",
    "RETURN r.w AS c",
    "SET n.x = 1",
    "SET n:C",
    "REMOVE n.i",
    "REMOVE n:A",
    "DELETE n",
    "DELETE r",
    "CREATE (n)-[:S]->(m)",
    "MERGE (n)-[:S]->(m)",
    "SET n += {a: 1}",
    "SET r.w = 3",
    "RETURN n:A AS c",
    "RETURN n IS NULL AS c",
    "RETURN properties(n) AS c",
    "WITH n MATCH (n) RETURN 1 AS c",
    "SET n = {}",
    "REMOVE r.w",
    "RETURN EXISTS { (n)--() } AS c",
    "DETACH DELETE n, m",
    "RETURN n = m AS c",
    "RETURN [n, r] AS c",
    "RETURN r:R AS c",
    "MATCH (x) RETURN count(x) AS c",
)


_REPLACED = "CREATE (n:A {i: 1, s: 'x', f: 0.5})-[r:R {w: 2}]->(m:B {k: 1}) SET "
_REPLACEMENTS = (
    "n = {i: 2}",
    "n = {}",
    "n = {i: null, z: 1}",
    "n = m",
    "n = properties(m)",
    "r = {w: 2, s: 'a'}",
    "n += {i: null}",
    "n = {k: 3}, n.k = 4",
    "n.i = 5, n = {s: 'y'}",
    "n = {i: 1}, n:C, n.s = 'z'",
    "n += {i: 1, nope: null}",
    "n = {dt: null}",
    "r = {}, r.w = null",
    "n += properties(r)",
    "n = {i: n.i + 1, s: n.s}",
    "n.i = n.i + 1, n.f = n.i",
    "n = {l: [1, 2]}",
)


class Wrong:
    """Makes statements that mostly fail; both sides must fail alike."""

    def __init__(self, draw: Draw, expressions: Expressions) -> None:
        self.draw = draw
        self.expressions = expressions

    def expression(self) -> str:
        """One template, each of its holes filled with a value of any type, in a single row.

        The values are literals half of the time, so that the type is known before anything runs,
        and otherwise come out of a list of mixed values, so that it is not.
        """
        draw = self.draw
        if draw.chance(0.15):
            return draw.one(_DELETIONS) + draw.one(_AFTERWARDS)
        if draw.chance(0.1):
            return _REPLACED + draw.one(_REPLACEMENTS) + draw.one((" RETURN n, r AS c", ""))
        for _ in range(50):
            template = draw.one(TEMPLATES[draw.one(_KINDS)])
            if (
                "%" not in template
                and "<!" not in template
                and not re.search(r"<\(?(NODE|REL|PATH|BAG|RECORD)", template)
            ):
                break
        else:
            template = "<(INT)> + <(INT)>"
        bindings: list[str] = []

        def fill(match: re.Match[str]) -> str:
            kind = match[2] if match[2] in LITERALS and draw.chance(0.5) else draw.one(_KINDS)
            literal = draw.one(LITERALS[kind])
            if draw.chance(0.5):
                return f"({literal})" if match[1] else literal
            bindings.append(f"[{literal}, 1, 'a'][0] AS x{len(bindings)}")
            return f"x{len(bindings) - 1}"

        text = _HOLE.sub(fill, template)
        head = f"WITH {', '.join(bindings)} " if bindings else ""
        return f"{head}RETURN {text} AS c"

    def broken(self, text: str) -> str:
        """`text` with some tokens missing, doubled, swapped or new."""
        draw = self.draw
        for _ in range(draw.integer(1, 2)):
            tokens = list(TOKEN.finditer(text))
            if len(tokens) < 3:
                return text
            index = draw.integer(0, len(tokens) - 2)
            first, second = tokens[index], tokens[index + 1]
            change = draw.one(("drop", "double", "swap", "insert", "replace"))
            before, after = text[: first.start()], text[first.end() :]
            if change == "drop":
                text = before + after
            elif change == "double":
                text = before + f"{first[0]} {first[0]}" + after
            elif change == "swap":
                text = before + f"{second[0]} {first[0]}" + text[second.end() :]
            elif change == "insert":
                text = before + f" {draw.one(_TOKENS)} " + first[0] + after
            else:
                text = before + f" {draw.one(_TOKENS)} " + after
        return text
