"""Turns a checked statement into a tree of operators: the entry, and what all planning shares."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from runner.cypher.eval.scope import Frame, Scope
from runner.cypher.plan.operator import Argument, Operator
from runner.cypher.syntax import clauses as syntax

if TYPE_CHECKING:
    from runner.cypher.eval.compiler import Compiler
    from runner.cypher.plan.queries import Columns
    from runner.cypher.store.graph import Graph
    from runner.cypher.syntax.base import Syntax
    from runner.cypher.syntax.expressions import Expression
    from runner.cypher.syntax.patterns import PathPattern

PlanClause: TypeAlias = "Callable[[Planner, Any, Operator, Scope], Operator]"
"""Plans one clause on top of its source; new variables are declared in the scope, a projection
replaces ``scope.slots``."""


class StatementPlan:
    """A planned statement, ready to run any number of times.

    Attributes:
        root: The operator at the top.
        columns: The names of the result's columns; empty for a statement without result.
        slots: The slots of those columns in the rows of `root`.
        size: How many slots a row has.
        updates: Whether it may change anything, also by a procedure; `schema`: whether it changes
            the schema.
        own_transactions: Whether it commits as it goes, so that no transaction may be open.
    """

    __slots__ = (
        "columns",
        "own_transactions",
        "root",
        "schema",
        "size",
        "slots",
        "updates",
    )

    def __init__(
        self,
        root: Operator,
        columns: tuple[tuple[str, int], ...],
        size: int,
        *,
        updates: bool,
        schema: bool = False,
        own_transactions: bool = False,
    ) -> None:
        self.root = root
        self.columns = tuple(name for name, _ in columns)
        self.slots = tuple(slot for _, slot in columns)
        self.size = size
        self.updates = updates
        self.schema = schema
        self.own_transactions = own_transactions


class Planner:
    """Plans one statement. Expressions and write clauses call back into it for what they contain.

    Attributes:
        text: The statement's text, for error positions and `details()`.
        language: Its Cypher version, ``5`` or ``25``.
        graph: The graph, asked only for its schema and for rough counts.
        registry: Procedures of this database beside the built-in ones.
        frame: The slots of the statement.
        updates: Whether the statement changes data anywhere: then scans iterate over copies.
        updates_below: Whether the query being planned has changed data so far: then LIMIT pulls
            every row.
        correlated: Whether what follows in a subquery expression reads outer variables; in Cypher 5
            an aggregation there has no row for no rows (facts 5.6).
        nested: The plans of subqueries that no operator shows yet.
        shown_as: By start and end, what is shown instead of the text of an expression there.
        in_expression: Whether the query being planned is a subquery expression.
        only_exists: Whether the next query to be planned is asked only whether it has a row.
        repeats_matter: Whether it makes a difference how many times the rows of the clause being
            planned come.
        own_transactions: Whether a ``CALL … IN TRANSACTIONS`` is anywhere.
        calls_writer: Whether a procedure that changes something is called anywhere.
    """

    def __init__(self, text: str, language: str, graph: Graph, registry: Any = None) -> None:
        self.text = text
        self.language = language
        self.graph = graph
        self.registry = registry
        self.frame = Frame()
        self.updates = False
        self.updates_below = False
        self.correlated = False
        self.own_transactions = False
        self.calls_writer = False
        self.in_expression = False
        self.only_exists = False
        self.repeats_matter = True
        self.nested: list[Operator] = []
        self.shown_as: dict[tuple[int, int], str] = {}

    def compiler(self, scope: Scope, replaced: Mapping[Syntax, int] | None = None) -> Compiler:
        """A compiler of expressions that see `scope`."""
        from runner.cypher.eval.compiler import Compiler

        kind = Compiler
        if self.frame.csv is not None:
            from runner.cypher.plan.load_csv import CsvCompiler

            kind = CsvCompiler
        return kind(scope, self.text, self.language, self, replaced)

    def clause(self, clause: syntax.Clause, source: Operator, scope: Scope) -> Operator:
        """Plan `clause` by the dispatch table: what FOREACH does with each clause of its body."""
        from runner.cypher.plan.dispatch import CLAUSES
        from runner.cypher.plan.writes import WRITE_CLAUSES

        if self.frame.csv is not None and type(clause) in WRITE_CLAUSES:
            from runner.cypher.plan.load_csv import CsvTrace

            source = CsvTrace(source, self.frame.csv)
        return CLAUSES[type(clause)](self, clause, source, scope)

    def match(
        self,
        parts: tuple[PathPattern, ...],
        predicate: Expression | None,
        scope: Scope,
        source: Operator,
        *,
        mode: str | None = None,
    ) -> Operator:
        """All matches of `parts` that satisfy `predicate`, per row of `source`.

        New variables are declared in `scope`. `mode` is that of `syntax.Match`.
        """
        from runner.cypher.plan.match import plan_match

        return plan_match(self, parts, predicate, scope, source, mode)

    def pattern(
        self,
        pattern: PathPattern,
        predicate: Expression | None,
        scope: Scope,
        *,
        exists: bool = False,
    ) -> tuple[Operator, Scope]:
        """An operator that yields a row per match of `pattern`, and the scope of its variables.

        Where it only counts that one `exists`, it may yield fewer.
        """
        inner = scope.child()

        def plan_it() -> Operator:
            self.repeats_matter = not exists
            return self.match((pattern,), predicate, inner, Argument())

        return self._nest(plan_it), inner

    def subquery(
        self, query: syntax.Query, scope: Scope, *, exists: bool = False
    ) -> tuple[Operator, tuple[int, ...]]:
        """An operator for a subquery that sees `scope`, and the slots of its returned columns.

        Where it only counts that a row `exists`, it may yield fewer.
        """
        from runner.cypher.plan.queries import plan_query

        outside, self.in_expression = self.in_expression, True
        columns: Columns = None

        def plan_it() -> Operator:
            nonlocal columns
            self.only_exists = exists
            plan, columns = plan_query(self, query, Argument(), scope.inner())
            return plan

        plan = self._nest(plan_it)
        if exists and self.frame.csv is not None:
            from runner.cypher.plan.load_csv import put_off_errors

            put_off_errors(plan)
        self.in_expression = outside
        return plan, tuple(slot for _, slot in columns or ())

    def _nest(self, make: Callable[[], Operator]) -> Operator:
        """Make a plan that an expression runs: the operator that holds the expression shows it."""
        outside, self.nested = self.nested, []
        repeats_matter = self.repeats_matter
        operator = make()
        self.repeats_matter = repeats_matter
        self.show_nested(operator)
        self.nested = [*outside, operator]
        return operator

    def show_nested(self, operator: Operator) -> None:
        """Let `operator` show the plans of the subqueries in the expressions just compiled."""
        if self.nested:
            operator.nested = (*operator.nested, *self.nested)
            self.nested = []

    def show_as(self, expression: Expression, text: str) -> None:
        """Show `text` where `expression` stands, and not the subquery that was planned last."""
        self.nested.pop()
        self.shown_as[expression.start, expression.end] = text

    def shown(self, part: Syntax, text: str | None = None) -> str:
        """A part of the statement, compiled by now, as EXPLAIN shows it.

        That is its source, or `text`, with what stands for it put in where something in it is
        shown otherwise.
        """
        shown = self.text[part.start : part.end] if text is None else text
        for (start, end), instead in self.shown_as.items():
            if part.start <= start and end <= part.end:
                shown = shown.replace(self.text[start:end], instead)
        return shown

    def plan_statement(self, statement: syntax.Statement) -> StatementPlan:
        """Plan a whole statement. Raises `EngineError` for what the engine does not support."""
        from runner.cypher.plan.queries import plan_statement

        return plan_statement(self, statement)
