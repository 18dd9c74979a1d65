"""Patterns of every kind, and the subqueries and predicates that hold them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.fuzz.grammar.draw import Scope
from tests.fuzz.grammar.graphs import LABELS, TYPES

if TYPE_CHECKING:
    from tests.fuzz.grammar.expressions import Expressions

_LABEL_EXPRESSIONS = (
    "A",
    "B",
    "C",
    "A|B",
    "A&B",
    "A:B",
    "!A",
    "%",
    "!%",
    "!(A|B)",
    "(A|B)&!C",
    "$('A')",
    "$any(['A', 'B'])",
    "$all(['A'])",
)
_TYPE_EXPRESSIONS = (
    *("R", "S", "R|S", "!R", "%", "$('R')", "!S&%", "$any(['R'])"),
    *("R|$('S')", "!(R|S)", "(R|S)&!S", "$all(['S'])"),
)
_SELECTORS = (
    "ANY",
    "ANY SHORTEST",
    "ALL SHORTEST",
    "SHORTEST 1",
    "SHORTEST 2",
    "SHORTEST GROUP",
    "SHORTEST 2 GROUPS",
    "ALL",
    "WALK",
    "TRAIL",
    "ACYCLIC",
    "ALL TRAIL",
    "ALL SHORTEST ACYCLIC",
    "ANY 2",
    "ALL PATHS",
    "SHORTEST 2 PATHS",
    "SHORTEST 1 PATH GROUP",
    "SHORTEST 3 TRAIL PATH GROUPS",
    "ANY ACYCLIC PATHS",
)


class Patterns:
    """Makes patterns; the variables that they bind go into the scope they are given."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.draw = expressions.draw
        expressions.special.update(
            count=self.count,
            exists=self.exists,
            collect=self.collect,
            collectbag=self.collect_bag,
            comprehension=self.comprehension,
            patternpredicate=self.predicate,
        )

    # One pattern

    def node(self, scope: Scope, bound: dict[str, str], *, bare: bool = False) -> str:
        """A node pattern; `bound` collects what is new, and what it may refer to again."""
        draw = self.draw
        known = {**scope.types, **bound}
        nodes = [name for name, kind in known.items() if kind == "NODE"]
        if nodes and draw.chance(0.3):
            return f"({draw.one(nodes)})"
        name = ""
        if not bare and draw.chance(0.75):
            name = draw.name("n")
            bound[name] = "NODE"
        labels = f":{draw.one(_LABEL_EXPRESSIONS)}" if draw.chance(0.35) else ""
        inner = name + labels + self._node_condition(name, scope)
        return f"({inner})"

    def _node_condition(self, name: str, scope: Scope) -> str:
        draw = self.draw
        if draw.chance(0.1):
            key, kind = draw.one((("i", "INT"), ("b", "BOOL"), ("s", "STR"), ("k", "INT")))
            # No depth: a subquery in a pattern with a dynamic label breaks the server's planner.
            return f" {{{key}: {self.expressions.of(kind, scope, 0)}}}"
        if name and draw.chance(0.08):
            return f" WHERE {self.expressions.of('BOOL', scope.extended({name: 'NODE'}), 1)}"
        return ""

    def relationship(
        self, scope: Scope, bound: dict[str, str], *, bare: bool = False, quantified: bool = True
    ) -> str:
        draw = self.draw
        left, right = draw.one((("-", "->"), ("<-", "-"), ("-", "-"), ("-", "->")))
        name, kind, length, after = "", "REL", "", ""
        if draw.chance(0.2):
            kind = "RELS"
            if quantified and draw.chance(0.5):
                after = draw.one(("{1,2}", "{2}", "+", "{0,1}", "{,2}", "*"))
                if after in ("+", "*"):
                    after = "{1,3}" if draw.chance(0.7) else after
            else:
                length = draw.one(("*1..2", "*0..1", "*2", "*..2", "*0..2", "*1..3", "*"))
        if not bare and draw.chance(0.6):
            name = draw.name("r")
            bound[name] = kind
        types = f":{draw.one(_TYPE_EXPRESSIONS[:3] if length else _TYPE_EXPRESSIONS)}"
        types = types if draw.chance(0.4) else ""
        condition = ""
        if draw.chance(0.08):
            condition = f" {{w: {draw.integer(0, 3)}}}"
        elif name and kind == "REL" and draw.chance(0.08):
            condition = f" WHERE {self.expressions.of('BOOL', scope.extended({name: 'REL'}), 1)}"
        inner = name + types + length + condition
        if not inner and draw.chance(0.5) and not after:
            return {"->": "-->", "-": "<--" if left == "<-" else "--"}[right]
        return f"{left}[{inner}]{right}{after}"

    def _group(self, scope: Scope, bound: dict[str, str]) -> str:
        """A quantified path pattern; its variables become lists outside."""
        draw = self.draw
        inner: dict[str, str] = {}
        text = f"{self._plain_node(inner)}{self._plain_step(inner)}{self._plain_node(inner)}"
        if draw.chance(0.15):
            text += f"{self._plain_step(inner)}{self._plain_node(inner)}"
        condition = ""
        if inner and draw.chance(0.3):
            local = scope.extended(inner)
            condition = f" WHERE {self.expressions.of('BOOL', local, 1)}"
        for name, kind in inner.items():
            bound[name] = kind + "S"
        return f"({text}{condition}){draw.one(('{1,2}', '{0,2}', '{2}', '{1,3}', '+', '{,1}'))}"

    def _plain_node(self, bound: dict[str, str]) -> str:
        name = self.draw.name("n") if self.draw.chance(0.6) else ""
        if name:
            bound[name] = "NODE"
        label = f":{self.draw.one(_LABEL_EXPRESSIONS[:7])}" if self.draw.chance(0.3) else ""
        return f"({name}{label})"

    def _plain_step(self, bound: dict[str, str]) -> str:
        name = self.draw.name("r") if self.draw.chance(0.6) else ""
        if name:
            bound[name] = "REL"
        type_ = f":{self.draw.one(TYPES)}" if self.draw.chance(0.4) else ""
        left, right = self.draw.one((("-", "->"), ("<-", "-"), ("-", "-")))
        return f"{left}[{name}{type_}]{right}"

    def path(self, scope: Scope, bound: dict[str, str], *, alone: bool = False) -> str:
        """A path pattern, perhaps named; `alone` when it is the only one of its MATCH."""
        draw = self.draw
        kind = draw.weighted(
            {"plain": 70, "group": 10, "selected": 8 if alone else 0, "shortest": 6}
        )
        name = draw.name("p") if draw.chance(0.25) else ""
        new: dict[str, str] = {}
        if kind == "plain":
            text = self.chain(scope, new)
        elif kind == "group":
            text = f"({self._end(scope, new)}){self._group(scope, new)}({self._end(scope, new)})"
            if draw.chance(0.25):
                text += self.relationship(scope, new, quantified=False) + self.node(scope, new)
        elif kind == "selected":
            ends = self._end(scope, new), self._end(scope, new)
            middle = draw.one(
                ("-[]->{1,3}", "-->+", "--{1,2}", "-[:R]-+", "-->*", self._group(scope, new))
            )
            selector = draw.one(_SELECTORS)
            if selector == "ACYCLIC":
                # Below DISTINCT a server loses the paths of length 0 of such a pattern.
                middle = re.sub(r"\{0?,", "{1,", middle.replace("-->*", "-->+"))
            text = f"{selector} ({ends[0]}){middle}({ends[1]})"
        else:
            # Equal ends are an error of the old functions; which row meets it first is free.
            function = draw.one(("shortestPath", "allShortestPaths"))
            first, second = draw.name("n"), draw.name("n")
            step = draw.one(("-[*]->", "-[*..3]-", "-[:R*]->", "-[*1..2]-", "<-[*]-"))
            new.update({first: "NODE", second: "NODE"})
            text = f"{function}(({first} {{k: 0}}){step}({second} {{k: {draw.integer(1, 4)}}}))"
        # ALL SHORTEST and SHORTEST 2 GROUPS are whole answers; of ANY, SHORTEST 1 and shortestPath
        # the path itself is free where several are as short.
        whole = (
            kind in ("plain", "group")
            or "ALL" in text.partition("(")[0]
            or "allS" in text
            or "GROUP" in text
            or text.partition(" (")[0] in ("WALK", "TRAIL", "ACYCLIC")
        )
        if not whole:
            new = {n: t for n, t in new.items() if t == "NODE"}
            bound.update(new)
            return text
        bound.update(new)
        # Of bound nodes alone the server makes the path even where an OPTIONAL MATCH found nothing.
        if name and new:
            bound[name] = "PATH"
            selector, space, rest = text.partition(" (") if kind == "selected" else ("", "", text)
            return f"{name} = {selector}{space}{rest}"
        return text

    def _end(self, scope: Scope, bound: dict[str, str]) -> str:
        name = self.draw.name("n")
        bound[name] = "NODE"
        return name + (f":{self.draw.one(LABELS)}" if self.draw.chance(0.3) else "")

    def chain(
        self, scope: Scope, bound: dict[str, str], *, bare: bool = False, least: int = 0
    ) -> str:
        draw = self.draw
        text = self.node(scope, bound, bare=bare)
        steps = draw.random.choices((0, 1, 2), (4, 6, 2))[0]
        for _ in range(max(least, steps)):
            text += self.relationship(scope, bound, bare=bare) + self.node(scope, bound, bare=bare)
        return text

    # What holds patterns inside expressions

    def count(self, scope: Scope, depth: int) -> str:
        return f"COUNT {{ {self._inner(scope, depth)} }}"

    def exists(self, scope: Scope, depth: int) -> str:
        return f"EXISTS {{ {self._inner(scope, depth)} }}"

    def _inner(self, scope: Scope, depth: int) -> str:
        draw = self.draw
        bound: dict[str, str] = {}
        if draw.chance(0.6):
            text = self.chain(scope, bound)
            if draw.chance(0.4):
                text += self._condition(scope.extended(bound), depth)
            return text
        text = f"MATCH {self.path(scope, bound, alone=True)}"
        inner = scope.extended(bound)
        if draw.chance(0.4):
            text += self._condition(inner, depth)
        if draw.chance(0.6):
            value = self.expressions.of("INT", inner, min(depth, 1))
            text += f" RETURN {draw.one(('', 'DISTINCT '))}{value} AS {draw.name('c')}"
        return text

    def _condition(self, scope: Scope, depth: int) -> str:
        text = self.expressions.of("BOOL", scope, min(depth, 1))
        # A server loses the rows around such a subquery in an OPTIONAL MATCH.
        return "" if text == "false" else f" WHERE {text}"

    def collect(self, scope: Scope, depth: int) -> str:
        """A list in a fixed order."""
        draw = self.draw
        name, column = draw.name("v"), draw.name("c")
        inner = scope.extended({name: "INT"})
        value = self.expressions.of("INT", inner, min(depth, 1))
        source = self.expressions.of("INTS", scope, min(depth, 1))
        tail = draw.one(
            (
                "",
                f" ORDER BY {column}",
                f" ORDER BY {column} DESC LIMIT 2",
                f" ORDER BY {column} SKIP 1",
            )
        )
        return f"COLLECT {{ UNWIND {source} AS {name} RETURN {value} AS {column}{tail} }}"

    def collect_bag(self, scope: Scope, depth: int) -> str:
        """A list in no order."""
        bound: dict[str, str] = {}
        text = self.chain(scope, bound)
        value = self.expressions.of("INT", scope.extended(bound), min(depth, 1))
        return f"COLLECT {{ MATCH {text} RETURN {value} AS {self.draw.name('c')} }}"

    def comprehension(self, scope: Scope, depth: int) -> str:
        """A pattern comprehension: a list in no order."""
        bound: dict[str, str] = {}
        text = self.chain(scope, bound, least=1)
        inner = scope.extended(bound)
        condition = (
            f" WHERE {self.expressions.of('BOOL', inner, 1)}" if self.draw.chance(0.3) else ""
        )
        return f"[{text}{condition} | {self.expressions.of('INT', inner, min(depth, 1))}]"

    def predicate(self, scope: Scope, _depth: int) -> str:
        """A pattern as a predicate, which binds nothing new."""
        nodes = scope.of("NODE")
        start = f"({self.draw.one(nodes)})" if nodes else "()"
        return f"{start}{self.relationship(scope, {}, bare=True)}{self.node(scope, {}, bare=True)}"
