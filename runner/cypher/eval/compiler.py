"""Compiles expressions, once per plan, to closures over slot-indexed rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from runner.cypher.eval import (
    access,
    calls,
    comparison,
    conditional,
    iteration,
    labels,
    literals,
    operators,
    strings,
    subqueries,
    typed,
)
from runner.cypher.eval.truth import predicate_of
from runner.cypher.failures import unsupported
from runner.cypher.syntax.expressions import (
    Binary,
    Comparison,
    IsNull,
    LabelTest,
    PatternPredicate,
    Subquery,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from runner.cypher.eval.runtime import Eval
    from runner.cypher.eval.scope import Scope
    from runner.cypher.eval.truth import Predicate
    from runner.cypher.plan.operator import Operator
    from runner.cypher.syntax.base import Syntax
    from runner.cypher.syntax.clauses import Query
    from runner.cypher.syntax.expressions import Expression
    from runner.cypher.syntax.patterns import PathPattern


class SubqueryPlanner(Protocol):
    """What the planner offers to expressions: plans for the patterns and queries inside them."""

    def subquery(
        self, query: Query, scope: Scope, *, exists: bool = False
    ) -> tuple[Operator, tuple[int, ...]]:
        """The operator to run on a copy of the outer row, and the slots of its columns.

        Where it only counts that a row `exists`, it may yield fewer.
        """

    def pattern(
        self,
        pattern: PathPattern,
        predicate: Expression | None,
        scope: Scope,
        *,
        exists: bool = False,
    ) -> tuple[Operator, Scope]:
        """An operator that yields a row per match, and the scope that has its variables."""

    def show_as(self, expression: Expression, text: str) -> None:
        """Show `text` where `expression` stands, and not the operator that was planned last."""


class Compiler:
    """Compiles the expressions that see one scope.

    Attributes:
        scope: The variables in sight.
        text: The statement's text, for error positions.
        language: Its Cypher version, ``5`` or ``25``.
        planner: Plans subqueries and patterns.
        replaced: Syntax nodes, by identity, whose value is already in a slot: aggregates,
            grouping keys, projected expressions.
        subjects: The slots of the subjects of the simple CASEs around, innermost last.
    """

    __slots__ = ("language", "planner", "replaced", "scope", "subjects", "text")

    def __init__(
        self,
        scope: Scope,
        text: str,
        language: str,
        planner: SubqueryPlanner,
        replaced: Mapping[Syntax, int] | None = None,
    ) -> None:
        self.scope = scope
        self.text = text
        self.language = language
        self.planner = planner
        self.replaced: Mapping[Syntax, int] = replaced or {}
        self.subjects: list[int] = []

    def within(self, scope: Scope) -> Compiler:
        """A compiler like this one that sees `scope`."""
        inner = Compiler(scope, self.text, self.language, self.planner, self.replaced)
        inner.subjects = self.subjects
        return inner

    def compile(self, expression: Expression) -> Eval:
        """Compile `expression`. Raises `EngineError` for what is not supported."""
        slot = self.replaced.get(expression)
        if slot is not None:
            return literals.slot_value(slot)
        compile_class = COMPILE.get(type(expression))
        if compile_class is None:
            raise unsupported(self.text, expression.start, type(expression).__name__)
        return compile_class(self, expression)

    def compile_all(self, expressions: tuple[Expression, ...]) -> tuple[Eval, ...]:
        """Compile each of `expressions`."""
        return tuple(map(self.compile, expressions))

    def predicate(self, expression: Expression) -> Predicate:
        """Compile `expression` to whether it is true: not so where it is null.

        The predicate raises `EngineError` for a value that is no truth value.
        """
        compiled: Any = self.compile(expression)
        return compiled if _is_truth_valued(expression) else predicate_of(compiled)


_TRUTH_VALUED = (Comparison, IsNull, LabelTest, PatternPredicate)
"""Expressions whose value is true, false or null, whatever they are made of."""


def _is_truth_valued(expression: Expression) -> bool:
    if isinstance(expression, Subquery):
        return expression.kind == "EXISTS"
    if isinstance(expression, Binary):
        return expression.operator in _TESTS_OF_TEXT
    return isinstance(expression, _TRUTH_VALUED)


_TESTS_OF_TEXT = ("STARTS WITH", "ENDS WITH", "CONTAINS")

COMPILE: dict[type[Expression], Callable[..., Eval]] = {
    **literals.COMPILE,
    **access.COMPILE,
    **operators.COMPILE,
    **comparison.COMPILE,
    **strings.COMPILE,
    **typed.COMPILE,
    **labels.COMPILE,
    **calls.COMPILE,
    **conditional.COMPILE,
    **iteration.COMPILE,
    **subqueries.COMPILE,
}
"""For each class of expression the function ``(compiler, expression) -> Eval``."""
