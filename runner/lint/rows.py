"""Whether the rows of a statement, and the lists in them, come in an order that is settled.

Neo4j promises an order after ORDER BY alone (manual, "ORDER BY"). What is taken for settled
beside that is what holds in any plan: one row, and the elements of a list, one after another.
"""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import TYPE_CHECKING, NamedTuple

from runner.cypher.check.aggregates import find_aggregate
from runner.cypher.check.shape import returns
from runner.cypher.syntax.base import walk
from runner.cypher.syntax.clauses import (
    CallProcedure,
    CallSubquery,
    Conditional,
    Create,
    Let,
    LoadCsv,
    Match,
    Merge,
    Next,
    OrderLimit,
    Query,
    Return,
    Search,
    Show,
    SingleQuery,
    Union,
    Unwind,
    With,
)
from runner.cypher.syntax.expressions import Expression, Literal, Variable
from runner.lint.anchors import adds_no_rows

if TYPE_CHECKING:
    from collections.abc import Iterable

    from runner.cypher.syntax.clauses import Clause, Projection, Statement
    from runner.lint.anchors import UniqueKeys


class Rows(IntEnum):
    """How many rows there are and whether they are in a settled order, best first."""

    ONE = 0
    """At most one."""
    SETTLED = 1
    UNSETTLED = 2


class Taint(Enum):
    """What about a value is not settled."""

    LIST = "the order of a list that was gathered from rows in no settled order"
    NAMES = "the order of labels or keys"
    VALUE = "the value itself: it was taken out of such a list"


class Column(NamedTuple):
    """A column of the result whose values are not settled."""

    name: str
    taint: Taint
    start: int
    """The offset in the statement of what makes the column."""


class RowReport(NamedTuple):
    """What is known about the rows of a statement."""

    rows: Rows
    columns: tuple[Column, ...]
    start: int
    """The offset of the clause that returns the rows."""
    cuts: tuple[int, ...]
    """The offsets of LIMIT and SKIP that keep some of rows in no settled order."""


def row_report(statement: Statement, unique: UniqueKeys) -> RowReport | None:
    """What is known about a statement's rows; None where it is a command or only explained.

    `unique` are the properties by which a label's nodes are unique.
    """
    body = statement.body
    if statement.mode == "EXPLAIN" or not isinstance(body, Query):
        return None
    flow = Flow(statement.language or "25", unique)
    flow.query(body)
    ends = returns(body)
    start = ends[-1].start if ends else body.start
    return RowReport(flow.rows, tuple(flow.columns), start, tuple(flow.cuts))


class Flow:
    """The rows at one place of a query, as far as its text tells.

    Attributes:
        rows: How many there are, and in what order.
        constants: Variables that have one value in all rows.
        unsettled: Variables whose values are not settled.
        columns: The unsettled columns of the last RETURN.
        cuts: See `RowReport`.
    """

    def __init__(
        self,
        language: str,
        unique: UniqueKeys,
        constants: Iterable[str] = (),
        cuts: list[int] | None = None,
    ) -> None:
        self.language = language
        self.unique = unique
        self.rows = Rows.ONE
        self.constants = set(constants)
        self.bound = set(self.constants)
        self.unsettled: dict[str, Taint] = {}
        self.columns: list[Column] = []
        self.returned: tuple[str, ...] = ()
        self.returns_rows = False
        self.cuts: list[int] = [] if cuts is None else cuts

    def inner(self, names: Iterable[str] | None = None) -> Flow:
        """The flow at the start of a subquery, which runs once for each row.

        Within one run the variables from around it have one value each.
        """
        flow = Flow(self.language, self.unique, self.bound if names is None else names, self.cuts)
        flow.unsettled = dict(self.unsettled)
        return flow

    def query(self, query: Query) -> None:
        """Follow the rows through a query."""
        if isinstance(query, SingleQuery):
            for clause in query.clauses:
                self._clause(clause)
        elif isinstance(query, Next):
            for part in query.parts:
                self.query(part)
        elif isinstance(query, Union):
            self._join(query.branches, concatenated=True)
        elif isinstance(query, Conditional):
            self._join([branch.query for branch in query.branches], concatenated=False)

    def _join(self, branches: Iterable[Query], *, concatenated: bool) -> None:
        """Follow the rows through queries that each get those at hand."""
        worst = Rows.SETTLED if concatenated else Rows.ONE
        columns: list[Column] = []
        flows = []
        for branch in branches:
            flow = self.inner()
            flow.rows = self.rows
            flow.query(branch)
            flows.append(flow)
            worst = max(worst, flow.rows)
            columns += flow.columns
        self.rows = worst
        self.columns = columns
        self.returns_rows = any(flow.returns_rows for flow in flows)
        self.returned = flows[0].returned if flows else ()
        self.bound |= set(self.returned)
        self.unsettled |= {column.name: column.taint for column in columns}

    # -- clauses -------------------------------------------------------------------------

    def _clause(self, clause: Clause) -> None:
        if isinstance(clause, Match):
            if not adds_no_rows(clause, self.bound, self.unique):
                self._multiply(Rows.UNSETTLED)
            self._bind(_variables(clause))
        elif isinstance(clause, (Create, Merge)):
            # A MERGE that finds several is rare, and never what its author meant.
            self._bind(_variables(clause))
        elif isinstance(clause, Unwind):
            self._multiply(self._order_of_list(clause.source))
            self._bind((clause.variable.name,))
        elif isinstance(clause, (With, Return)):
            self._project(clause.projection, clause)
        elif isinstance(clause, OrderLimit):
            self._order(bool(clause.order_by), clause.skip, clause.limit)
        elif isinstance(clause, Let):
            self._let(clause)
        else:
            self._call(clause)

    def _call(self, clause: Clause) -> None:
        if isinstance(clause, CallSubquery):
            self._subquery(clause)
        elif isinstance(clause, CallProcedure):
            self._procedure(clause)
        elif isinstance(clause, LoadCsv):
            self._multiply(Rows.SETTLED)
            self._bind((clause.variable.name,))
        elif isinstance(clause, Search):
            self._multiply(Rows.SETTLED)
        elif isinstance(clause, Show):
            self._multiply(Rows.UNSETTLED)
            self.returns_rows = True
            if clause.projection is not None:
                self._project(clause.projection, clause)

    def _subquery(self, clause: CallSubquery) -> None:
        names = None
        if clause.imports is not None and not clause.import_all:
            names = [variable.name for variable in clause.imports]
        inner = self.inner(names)
        inner.query(clause.query)
        if not inner.returns_rows:
            return
        concurrent = clause.in_transactions is not None and clause.in_transactions.concurrent
        self._multiply(Rows.UNSETTLED if concurrent else inner.rows)
        self._bind(inner.returned)
        self.unsettled |= {column.name: column.taint for column in inner.columns}

    def _procedure(self, clause: CallProcedure) -> None:
        from runner.cypher.procedures.table import lookup

        procedure = lookup(clause.name, None, self.language)
        self.returns_rows = True
        if procedure is not None and not procedure.yields:
            return
        ranked = clause.name.lower().startswith(("db.index.vector.", "db.index.fulltext."))
        self._multiply(Rows.SETTLED if ranked else Rows.UNSETTLED)
        self._bind(item.variable.name for item in clause.yields or ())

    def _let(self, clause: Let) -> None:
        for variable, expression in clause.items:
            self._define(variable.name, expression)

    # -- rows ----------------------------------------------------------------------------

    def _multiply(self, by: Rows) -> None:
        """Each row becomes as many rows as `by` says, in its order."""
        self.rows = max(self.rows, by)

    def _bind(self, names: Iterable[str]) -> None:
        """New variables, or such as were there: then nothing changes."""
        new = set(names) - self.bound
        self.bound |= new
        if self.rows is Rows.ONE:
            self.constants |= new

    def _define(self, name: str, expression: Expression) -> None:
        """A variable with the value of an expression, which sees one row."""
        from runner.lint.taints import taint

        found = taint(self, expression)
        constant = self._is_constant(expression)
        self.bound.add(name)
        self.unsettled.pop(name, None)
        self.constants.discard(name)
        if found is not None:
            self.unsettled[name] = found
        if constant:
            self.constants.add(name)

    def _order_of_list(self, source: Expression) -> Rows:
        from runner.lint.taints import taint

        return Rows.SETTLED if taint(self, source) is None else Rows.UNSETTLED

    def _is_constant(self, expression: Expression) -> bool:
        if self.rows is Rows.ONE:
            return True
        used = {node.name for node in walk(expression) if isinstance(node, Variable)}
        return used & self.bound <= self.constants

    def _project(self, projection: Projection, clause: Clause) -> None:
        """Follow WITH, RETURN or YIELD."""
        from runner.lint.taints import taint

        items = projection.items
        grouping = [
            item for item in items if find_aggregate(item.expression, self.language) is None
        ]
        aggregates = len(grouping) < len(items) or projection.group_by is not None
        taints = {item.name: taint(self, item.expression) for item in items}
        starts = {item.name: item.start for item in items}
        constant = {item.name for item in grouping if self._is_constant(item.expression)}
        one_group = len(constant) == len(grouping) and (
            not projection.star or self.bound <= self.constants
        )
        if projection.star:
            taints = {**self.unsettled, **taints}
            constant |= self.constants
        if (aggregates or projection.distinct) and one_group:
            self.rows = Rows.ONE
        elif aggregates:
            self._multiply(Rows.UNSETTLED)
        bound = {item.name for item in items} | (self.bound if projection.star else set())
        self.unsettled = {name: found for name, found in taints.items() if found is not None}
        self.bound = bound
        self.constants = bound if self.rows is Rows.ONE else constant
        self._order(bool(projection.order_by), projection.skip, projection.limit)
        if not isinstance(clause, With):
            self.returns_rows = True
            self.returned = tuple(bound)
            self.columns = [
                Column(name, found, starts.get(name, clause.start))
                for name, found in self.unsettled.items()
            ]

    def _order(self, ordered: bool, skip: Expression | None, limit: Expression | None) -> None:
        if ordered:
            self.rows = min(self.rows, Rows.SETTLED)
        if self.rows is Rows.UNSETTLED:
            cutting = [each for each in (skip, limit) if each is not None and not _is(each, 0)]
            if cutting:
                self.cuts.append(cutting[-1].start)
        if limit is not None and (_is(limit, 0) or _is(limit, 1)):
            self.rows = Rows.ONE


def _is(expression: Expression, number: int) -> bool:
    return isinstance(expression, Literal) and expression.value == number


def _variables(clause: Clause) -> set[str]:
    """The variables that a pattern names, in its predicates too."""
    return {node.name for node in walk(clause) if isinstance(node, Variable)}
