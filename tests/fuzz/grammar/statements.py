"""Whole statements of every kind."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.fuzz.grammar.calling import Calling
from tests.fuzz.grammar.draw import Draw, Scope
from tests.fuzz.grammar.expressions import Expressions
from tests.fuzz.grammar.loading import Loading
from tests.fuzz.grammar.patterns import Patterns
from tests.fuzz.grammar.reading import Reading
from tests.fuzz.grammar.schema import Schema
from tests.fuzz.grammar.writing import Writing
from tests.fuzz.grammar.wrong import Wrong

KINDS = {
    "scalar": 22,
    "rows": 8,
    "read": 34,
    "union": 4,
    "next": 3,
    "when": 3,
    "write": 22,
    "call": 5,
    "transactions": 2,
    "load": 8,
    "wrong": 8,
    "broken": 4,
    "schema": 3,
}


_OF_EITHER_LANGUAGE = (
    "scalar",
    "rows",
    "read",
    "union",
    "write",
    "call",
    "transactions",
    "load",
    "schema",
)
"""Kinds of which some are of Cypher 5; what only Cypher 25 has in them must fail alike."""


@dataclass(frozen=True)
class Statement:
    """A statement to be compared.

    Attributes:
        kind: Which of `KINDS` made it.
        text: The statement.
        parameters: Values of its parameters.
        ordered: Whether the order of its rows is part of its answer.
        schema: Whether it may change the schema.
    """

    kind: str
    text: str
    parameters: dict[str, object] = field(default_factory=dict)
    ordered: bool = False
    schema: bool = False


class Statements:
    """Makes statements from one random source; LOAD CSV only with `files` that both sides read."""

    def __init__(self, draw: Draw, *, files: bool = False) -> None:
        self.draw = draw
        self.kinds = {kind: often for kind, often in KINDS.items() if files or kind != "load"}
        self.expressions = Expressions(draw)
        self.patterns = Patterns(self.expressions)
        self.reading = Reading(self.expressions, self.patterns)
        self.writing = Writing(self.reading)
        self.schema = Schema(draw)
        self.calling = Calling(self.reading)
        self.loading = Loading(self.reading, self.writing)
        self.wrong = Wrong(draw, self.expressions)

    def statement(self) -> Statement:
        """The next statement."""
        self.draw.restart_names()
        kind = self.draw.weighted(self.kinds)
        scope = Scope()
        if kind == "schema":
            return Statement(kind, self._prefixed(kind, self.schema.command()), schema=True)
        if kind == "wrong":
            return Statement(kind, self.wrong.expression())
        if kind == "broken":
            base, _ = self._read(scope)
            return Statement(kind, self.wrong.broken(base), scope.parameters)
        maker = {
            "scalar": self._scalar,
            "rows": self._rows,
            "read": self._read,
            "union": self._union,
            "next": self._next,
            "when": self._when,
            "write": self._write,
            "call": self.calling.query,
            "transactions": self.calling.transactions,
            "load": self.loading.query,
        }[kind]
        text, ordered = maker(scope)
        return Statement(kind, self._prefixed(kind, text), scope.parameters, ordered)

    def _prefixed(self, kind: str, text: str) -> str:
        """Sometimes a plan asked for, the database named, or the other language chosen."""
        before = {"": 94, "USE neo4j ": 2, "EXPLAIN ": 2, "PROFILE ": 2}
        text = self.draw.weighted(before) + text
        if kind in _OF_EITHER_LANGUAGE and self.draw.chance(0.12):
            return f"CYPHER 5 {text}"
        return text

    def _scalar(self, scope: Scope) -> tuple[str, bool]:
        items = []
        for _ in range(self.draw.integer(1, 3)):
            kind = self.reading.column_type(scope)
            items.append(f"{self.expressions.column(kind, scope, 3)} AS {self.draw.name('c')}")
        return f"RETURN {', '.join(items)}", False

    def _rows(self, scope: Scope) -> tuple[str, bool]:
        clauses = [self.reading.unwind(scope) for _ in range(self.draw.integer(1, 2))]
        text, ordered = self.reading.return_(scope, 3)
        return " ".join([*clauses, text]), ordered

    def _read(self, scope: Scope) -> tuple[str, bool]:
        draw = self.draw
        clauses = [self.reading.match(scope) if draw.chance(0.8) else self.reading.clause(scope)]
        # Every unrestricted pattern multiplies the rows.
        clauses += [self.reading.clause(scope) for _ in range(draw.integer(0, 2))]
        text, ordered = self.reading.return_(scope)
        return " ".join([*clauses, text]), ordered

    def _union(self, scope: Scope) -> tuple[str, bool]:
        draw = self.draw
        branches, names, kinds = [], [], []
        for number in range(draw.integer(2, 3)):
            inner = scope.fresh()
            clauses = [self.reading.clause(inner) for _ in range(draw.integer(0, 2))]
            if number == 0:
                kinds = [draw.one(("INT", "STR", "BOOL")) for _ in range(draw.integer(1, 2))]
                names = [draw.name("c") for _ in kinds]
            items = [
                f"{self.expressions.of(k, inner, 2)} AS {n}"
                for n, k in zip(names, kinds, strict=True)
            ]
            branches.append(
                " ".join([*clauses, f"RETURN {draw.one(('', 'DISTINCT '))}{', '.join(items)}"])
            )
        return f" {draw.one(('UNION', 'UNION ALL', 'UNION DISTINCT'))} ".join(branches), False

    def _next(self, scope: Scope) -> tuple[str, bool]:
        clauses = [self.reading.clause(scope) for _ in range(self.draw.integer(0, 2))]
        first, new = self.reading.returned(scope, 2)
        scope.types = new
        more = [self.reading.clause(scope) for _ in range(self.draw.integer(0, 1))]
        last, ordered = self.reading.return_(scope)
        return " ".join([*clauses, first, "NEXT", *more, last]), ordered

    def _when(self, scope: Scope) -> tuple[str, bool]:
        draw = self.draw
        kind, name = draw.one(("INT", "STR")), draw.name("c")

        def branch() -> str:
            inner = scope.fresh()
            inner.inner = True
            clauses = [self.reading.clause(inner) for _ in range(draw.integer(0, 1))]
            text = " ".join([*clauses, f"RETURN {self.expressions.of(kind, inner, 2)} AS {name}"])
            return f"{{ {text} }}" if draw.chance(0.3) else text

        text = f"WHEN {self.expressions.of('BOOL', scope, 2)} THEN {branch()}"
        if draw.chance(0.4):
            text += f" WHEN {self.expressions.of('BOOL', scope, 2)} THEN {branch()}"
        if draw.chance(0.7):
            text += f" ELSE {branch()}"
        return text, False

    def _write(self, scope: Scope) -> tuple[str, bool]:
        draw = self.draw
        clauses = [self.reading.clause(scope) for _ in range(draw.integer(0, 2))]
        if clauses and scope.types:
            clauses.append(self.writing.ordered(scope))
        replaces = draw.chance(0.1) and bool(scope.of("NODE") + scope.of("REL"))
        if replaces:
            clauses.append(self.writing.replace(scope))
        for _ in range(0 if replaces else draw.integer(1, 3)):
            if not scope.ordered:
                clauses.append(self.writing.ordered(scope))
            clauses.append(self.writing.clause(scope))
        if draw.chance(0.5):
            text, _ = self.reading.return_(scope)
            return " ".join([*clauses, text]), False
        if draw.chance(0.1):
            clauses.append("FINISH")
        return " ".join(clauses), False
