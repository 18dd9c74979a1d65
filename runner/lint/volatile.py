"""Which values of a statement differ from run to run: clocks, chance, identities, statistics."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from runner.cypher.syntax.base import Syntax, children, walk
from runner.cypher.syntax.clauses import (
    CallSubquery,
    Create,
    Filter,
    Let,
    Match,
    Merge,
    Query,
    Return,
    SetProperties,
    SetProperty,
    Show,
    SingleQuery,
    Unwind,
    With,
)
from runner.cypher.syntax.expressions import (
    Comparison,
    CountStar,
    Expression,
    FunctionCall,
    IsNull,
    IsTyped,
    Literal,
    MapLiteral,
    PatternPredicate,
    PropertyAccess,
    Subquery,
    Variable,
)
from runner.cypher.syntax.patterns import LabelName, NodePattern, RelationshipPattern

if TYPE_CHECKING:
    from collections.abc import Iterable

    from runner.cypher.syntax.clauses import Clause, Projection, Statement


class Source(Enum):
    """What makes a value differ; the values are how messages name it."""

    CLOCK = "the present time"
    CHANCE = "chance"
    IDENTITY = "the identity that the database gave"
    STATISTICS = "the database's statistics"


class VolatileColumn(NamedTuple):
    """A column whose values differ from run to run."""

    name: str
    source: Source
    start: int
    """The offset in the statement."""


class VolatileProperty(NamedTuple):
    """A property that is set to such a value."""

    key: str
    source: Source
    names: frozenset[str]
    """The labels or the type of its entities, as far as the pattern tells."""


_CLOCKS = frozenset(
    {
        "date",
        "datetime",
        "local_datetime",
        "local_time",
        "localdatetime",
        "localtime",
        "time",
        "zoned_datetime",
        "zoned_time",
    }
)
_CLOCK_SUFFIXES = (".realtime", ".statement", ".transaction")
_CHANCE = frozenset({"rand", "randomuuid", "uuid"})
_IDENTITY = frozenset({"elementid", "id"})
_STABLE = frozenset({"count", "exists", "isempty", "keys", "labels", "size", "type", "valuetype"})
"""Functions whose value does not differ though their argument does."""

_SHOW_COLUMNS: dict[str, frozenset[str]] = {
    "INDEXES": frozenset({"id", "lastRead", "readCount", "trackedSince", "populationPercent"}),
    "CONSTRAINTS": frozenset({"id"}),
    "DATABASES": frozenset(
        {
            "databaseID",
            "serverID",
            "creationTime",
            "lastStartTime",
            "lastStopTime",
            "lastCommittedTxn",
            "store",
        }
    ),
    "TRANSACTIONS": frozenset(
        {
            "transactionId",
            "currentQueryId",
            "startTime",
            "elapsedTime",
            "cpuTime",
            "waitTime",
            "idleTime",
            "currentQueryStartTime",
            "currentQueryElapsedTime",
            "currentQueryCpuTime",
            "connectionId",
            "pageHits",
            "pageFaults",
        }
    ),
}
"""Columns of SHOW that differ (manual, "SHOW INDEXES" and its like)."""


class Volatile:
    """What of one statement differs from run to run.

    Attributes:
        columns: The columns of the result.
        choices: Calls that decide which rows there are, with their source.
        properties: Properties that are set.
    """

    def __init__(self, statement: Statement, known: Iterable[VolatileProperty]) -> None:
        self._known = {each.key: each.source for each in known}
        self.columns: list[VolatileColumn] = []
        self.choices: list[tuple[int, Source]] = []
        self.properties: list[VolatileProperty] = []
        if isinstance(statement.body, Query):
            self._query(statement.body, {})

    def _query(self, query: Query, env: dict[str, Source]) -> dict[str, Source]:
        if isinstance(query, SingleQuery):
            for clause in query.clauses:
                env = self._clause(clause, env)
            return env
        for part in children(query):
            for inner in walk(part):
                if isinstance(inner, SingleQuery):
                    env = {**env, **self._query(inner, dict(env))}
        return env

    def _clause(self, clause: Clause, env: dict[str, Source]) -> dict[str, Source]:
        if isinstance(clause, (With, Return)):
            self._choose(clause.projection.order_by, env)
            env = self._project(clause.projection, env, clause)
            if isinstance(clause, With):
                self._choose((clause.predicate,), env)
        elif isinstance(clause, Match):
            self._choose((clause.predicate, *clause.pattern), env)
        elif isinstance(clause, Filter):
            self._choose((clause.predicate,), env)
        elif isinstance(clause, Unwind):
            env = self._with(env, clause.variable.name, clause.source)
        elif isinstance(clause, Let):
            for variable, expression in clause.items:
                env = self._with(env, variable.name, expression)
        elif isinstance(clause, CallSubquery):
            env = {**env, **self._query(clause.query, dict(env))}
        elif isinstance(clause, Show):
            env = self._show(clause)
        else:
            self._write(clause, env)
        return env

    def _with(self, env: dict[str, Source], name: str, expression: Expression) -> dict[str, Source]:
        source = self.source(expression, env)
        rest = {key: value for key, value in env.items() if key != name}
        return rest if source is None else {**rest, name: source}

    def _project(
        self, projection: Projection, env: dict[str, Source], clause: Clause
    ) -> dict[str, Source]:
        found = dict(env) if projection.star else {}
        starts = dict.fromkeys(found, clause.start)
        for item in projection.items:
            source = self.source(item.expression, env)
            if source is not None:
                found[item.name] = source
                starts[item.name] = item.start
        if isinstance(clause, Return):
            self.columns = [
                VolatileColumn(name, source, starts[name]) for name, source in found.items()
            ]
        return found

    def _show(self, clause: Show) -> dict[str, Source]:
        names = _SHOW_COLUMNS.get(clause.what, frozenset())
        found = dict.fromkeys(names, Source.STATISTICS)
        if clause.projection is not None:
            found = self._project(clause.projection, found, clause)
        self.columns = [
            VolatileColumn(name, source, clause.start) for name, source in found.items()
        ]
        return found

    def _choose(self, parts: Iterable[Syntax | None], env: dict[str, Source]) -> None:
        """Note what in predicates and patterns decides which rows there are."""
        for part in parts:
            for node in walk(part) if part is not None else ():
                if not isinstance(node, (FunctionCall, Variable)):
                    continue
                source = self.source(node, env)
                if source in (Source.CLOCK, Source.CHANCE):
                    self.choices.append((node.start, source))
                    break

    def _write(self, clause: Clause, env: dict[str, Source]) -> None:
        """Note the properties that a clause sets to values that differ."""
        for node in walk(clause):
            if isinstance(node, (NodePattern, RelationshipPattern)) and isinstance(
                clause, (Create, Merge)
            ):
                self._properties(node.properties, _names(node), env)
            elif isinstance(node, SetProperty) and isinstance(node.target, PropertyAccess):
                source = self.source(node.value, env)
                if source is not None:
                    names: frozenset[str] = frozenset()
                    self.properties.append(VolatileProperty(node.target.key, source, names))
            elif isinstance(node, SetProperties):
                self._properties(node.value, frozenset(), env)

    def _properties(
        self, value: Expression | None, names: frozenset[str], env: dict[str, Source]
    ) -> None:
        for key, expression in value.entries if isinstance(value, MapLiteral) else ():
            source = self.source(expression, env)
            if source is not None:
                self.properties.append(VolatileProperty(key, source, names))

    def source(self, node: Syntax, env: dict[str, Source]) -> Source | None:
        """Why the value of an expression differs; None where it does not."""
        if isinstance(node, Variable):
            return env.get(node.name)
        if isinstance(node, FunctionCall):
            return self._of_call(node, env)
        if isinstance(node, PropertyAccess):
            return self.source(node.subject, env) or self._known.get(node.key)
        if isinstance(node, (IsNull, IsTyped, CountStar, PatternPredicate)):
            return None
        if isinstance(node, Subquery):
            return self._of_subquery(node, env)
        found = self._first(children(node), env)
        if isinstance(node, Comparison) and found is Source.IDENTITY:
            return None
        return found

    def _first(self, nodes: Iterable[Syntax], env: dict[str, Source]) -> Source | None:
        return next(filter(None, (self.source(node, env) for node in nodes)), None)

    def _of_subquery(self, node: Subquery, env: dict[str, Source]) -> Source | None:
        if node.kind != "COLLECT":
            return None
        outer = self.columns
        self._query(node.query, dict(env))
        inner, self.columns = self.columns, outer
        return inner[0].source if inner else None

    def _of_call(self, call: FunctionCall, env: dict[str, Source]) -> Source | None:
        name = call.name.lower()
        if name in _STABLE:
            return None
        if name in _CHANCE and not call.arguments:
            return Source.CHANCE
        if name == "timestamp" or _asks_the_clock(name, call):
            return Source.CLOCK
        if name in _IDENTITY and not all(isinstance(each, Literal) for each in call.arguments):
            return Source.IDENTITY
        return self._first(call.arguments, env)


def _asks_the_clock(name: str, call: FunctionCall) -> bool:
    """Whether a call gives the present: without an argument, or with no more than a zone."""
    if name.endswith(_CLOCK_SUFFIXES):
        return True
    if name not in _CLOCKS:
        return False
    if not call.arguments:
        return True
    first = call.arguments[0]
    return isinstance(first, MapLiteral) and {key for key, _ in first.entries} <= {"timezone"}


def _names(node: NodePattern | RelationshipPattern) -> frozenset[str]:
    labels = node.labels if isinstance(node, NodePattern) else node.types
    if labels is None:
        return frozenset()
    return frozenset(part.name for part in walk(labels) if isinstance(part, LabelName))
