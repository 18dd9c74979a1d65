"""The one walk over a statement that knows the variables in scope and infers types.

`Walk` is what the rules share: the scope, the problems found so far, and the tables that say
which function judges which kind of node. The rules themselves are in the modules beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from runner.cypher.check import types as t
from runner.cypher.check.places import place
from runner.cypher.check.problems import Problems
from runner.cypher.syntax.expressions import (
    Expression,
    Parameter,
    PatternPredicate,
    Variable,
)
from runner.errors import Cause

if TYPE_CHECKING:
    from runner.cypher.check.types import Types
    from runner.cypher.failures import Flaw
    from runner.cypher.notify.names import NameRead
    from runner.cypher.notify.remarks import Remark
    from runner.cypher.procedures.table import Procedure
    from runner.cypher.syntax.clauses import CallSubquery, Clause
    from runner.errors import EngineError

JudgeExpression: TypeAlias = Callable[["Walk", Any], "Types"]
JudgeClause: TypeAlias = Callable[["Walk", Any], None]
FindProcedure: TypeAlias = Callable[[str], "Procedure | None"]

_LIST_TO_BOOLEAN = (
    "Coercion of list to boolean is not allowed. Please use `NOT isEmpty(...)` instead."
)


class Walk:
    """What is known at the place that is being judged.

    `symbols` are the variables in scope; `constants` those of them that came from outside a
    subquery, which no clause in it can end or redeclare. `later` are the problems that Neo4j
    looks for only when there is none of the first kind, `planner` those that its planner finds.
    `pattern_values` are the patterns that stand as a value, with what is to be said of them where
    they turn out not to be in `predicates`: the patterns in places that want a boolean.
    `aggregates` says whether aggregates are allowed here, `aggregates_found` counts them, `missing`
    are the parameters without a value, and `random` whether the text may call ``rand`` at all, as
    `shortest` is for ``shortestPath``. `labels_by_is` are the offsets of label expressions behind
    IS, `label_kinds` the types that predicates on labels are about, each under the id of its node;
    None where old and new symbols between labels do not both stand in the text;
    `labels_forgotten` are those of them that do not count for the present clause.
    `flaws` are the errors in literals, operators and clauses that the walk has not come to.
    `libraries` are those whose functions may be called.
    `names` are names that the statement reads beside those in patterns, `remarks` what is to be
    said of it though it runs, `hidden` the subqueries with the names around that they do not see.
    `foreach_outer` are the names around a FOREACH that it has not hidden yet, `groups` the
    variables of the quantified parts of the patterns at hand, `gone` those that a grouping has not
    kept, in its own ORDER BY and WHERE.
    """

    __slots__ = (
        "aggregates",
        "aggregates_found",
        "case_subjects",
        "clauses",
        "constants",
        "expressions",
        "find_procedure",
        "flaws",
        "foreach_outer",
        "gone",
        "groups",
        "hidden",
        "label_kinds",
        "labels_by_is",
        "labels_forgotten",
        "language",
        "later",
        "libraries",
        "missing",
        "names",
        "open",
        "parameters",
        "pattern_values",
        "planner",
        "predicates",
        "problems",
        "random",
        "remarks",
        "shortest",
        "symbols",
        "text",
    )

    def __init__(
        self,
        text: str,
        language: str,
        parameters: Mapping[str, Any] | None,
        expressions: Mapping[type[Expression], JudgeExpression],
        clauses: Mapping[type[Clause], JudgeClause],
        find_procedure: FindProcedure | None,
        libraries: frozenset[str] = frozenset(),
        labels_by_is: frozenset[int] | None = None,
        flaws: dict[int, Flaw] | None = None,
    ) -> None:
        self.text = text
        self.language = language
        self.parameters = parameters
        self.expressions = expressions
        self.clauses = clauses
        self.find_procedure = find_procedure
        self.libraries = libraries
        self.problems = Problems(text)
        self.later = Problems(text)
        self.planner: list[EngineError] = []
        self.symbols: dict[str, Types] = {}
        self.constants: dict[str, Types] = {}
        self.aggregates = False
        self.aggregates_found = 0
        self.missing: dict[str, None] = {}
        lowered = text.lower()
        self.random = "rand" in lowered
        self.shortest = "shortestpath" in lowered
        self.flaws = flaws
        self.labels_by_is = labels_by_is or frozenset()
        self.label_kinds: dict[int, int] | None = None if labels_by_is is None else {}
        self.labels_forgotten: dict[int, int] = {}
        self.case_subjects: list[Types] = []
        self.foreach_outer: frozenset[str] = frozenset()
        self.gone: frozenset[str] = frozenset()
        self.groups: set[str] = set()
        self.open = False
        self.predicates: set[int] = set()
        self.pattern_values: list[tuple[PatternPredicate, str, str]] = []
        self.names: list[NameRead] = []
        self.remarks: list[Remark] = []
        self.hidden: list[tuple[CallSubquery, frozenset[str]]] = []

    # -- expressions ---------------------------------------------------------------------

    def expression(self, expression: Expression) -> Types:
        """Judge an expression where it stands, and say which types its value may have."""
        return self.expressions[type(expression)](self, expression)

    def simple(self, expression: Expression | None) -> Types:
        """Judge an expression in which no aggregate is allowed."""
        if expression is None:
            return t.ANY
        allowed, self.aggregates = self.aggregates, False
        found = self.expression(expression)
        self.aggregates = allowed
        return found

    def predicate(self, expression: Expression | None) -> None:
        """Judge a predicate: no aggregates, and boolean."""
        if expression is not None:
            self.expect(expression, self.simple(expression), t.BOOLEAN)

    def flaw(self, offset: int) -> None:
        """Note what is wrong with the literal, operator or clause at `offset`, if anything is."""
        found = self.flaws.pop(offset, None) if self.flaws else None
        if found is not None:
            self.problems.add_plain(offset, *found)

    def expect(
        self,
        expression: Expression,
        given: Types,
        expected: Types,
        context: str = "",
        message: str = "expected {expected} but was {given}",
    ) -> Types:
        """What the value of `expression` becomes where `expected` is wanted.

        `context` is what Neo4j's cause calls the place; a variable is its own context. Where
        there is none, the status is 42001, else 22G03.
        """
        if expected is t.BOOLEAN:
            self._note_boolean(expression, given)
        actual = t.coerced(given, expected)
        if actual:
            return actual
        if not context and type(expression) is Variable:
            context = f"`{expression.name}`"
        self.mismatch(expression, given, expected, context, message)
        return given if given.mask == t.UNTYPED.mask else expected

    def expect_operand(self, expression: Expression, given: Types, expected: Types) -> Types:
        """`expect` for an operand: a variable is no context of its own."""
        if expected is t.BOOLEAN:
            self._note_boolean(expression, given)
        actual = t.coerced(given, expected)
        if actual:
            return actual
        self.mismatch(expression, given, expected)
        return expected

    def anything(self, expression: Expression, given: Types) -> Types:
        """`given` itself where any value is wanted: even there, one has to be possible."""
        if given is t.FAILED and type(expression) is not Variable:
            self.mismatch(expression, given, t.ANY)
        return given

    def mismatch(
        self,
        expression: Expression,
        given: Types,
        expected: Types,
        context: str = "",
        message: str = "expected {expected} but was {given}",
    ) -> None:
        """Note that `expression`, which is of `given`, can never be of `expected`."""
        detail = message.format(expected=expected, given=given)
        wanted = t.joined(expected.gql_names())
        found = " | ".join(given.gql_names())
        at = place(self.text, expression)
        if type(expression) is Parameter:
            name = expression.name
            where = f"{context} parameter: {name}"
            self.problems.add_plain(
                at,
                f"Type mismatch for parameter '{name}': {detail}",
                "22G03",
                Cause("22N27", f"Invalid input '{found}' for {where}. Expected to be {wanted}."),
            )
        elif context:
            self.problems.add_plain(
                at,
                f"Type mismatch: {detail}",
                "22G03",
                Cause("22N27", f"Invalid input '{found}' for {context}. Expected to be {wanted}."),
            )
        else:
            self.problems.add(
                at,
                f"Type mismatch: {detail}",
                "22NB1",
                f"Type mismatch: expected to be {wanted} but was {found}.",
            )

    def _note_boolean(self, expression: Expression, given: Types) -> None:
        if type(expression) is PatternPredicate:
            self.predicates.add(id(expression))
        elif given.is_list:
            self.later.add(
                place(self.text, expression),
                _LIST_TO_BOOLEAN,
                "22N37",
                "Cannot coerce LIST to BOOLEAN.",
            )

    # -- variables -----------------------------------------------------------------------

    def use(self, variable: Variable) -> Types:
        """The types of a variable that is read; a problem where it is not in scope."""
        name = variable.name
        found = self.symbols.get(name)
        if found is not None:
            return found
        if not self.open:
            self.undefined(variable)
        return t.ANY

    def undefined(self, variable: Variable) -> None:
        """Note that a variable is not in scope."""
        name = variable.name
        self.problems.add(
            variable.start,
            f"Variable `{name}` not defined",
            "42N62",
            f"Variable `{name}` not defined.",
        )

    def declare(self, variable: Variable, types: Types) -> None:
        """Bring a new variable into scope; a problem where its name is taken."""
        name = variable.name
        if name in self.symbols:
            if name in self.constants:
                self.shadowing(variable)
            else:
                self.redeclared(variable)
        self.symbols[name] = types

    def redeclared(self, variable: Variable, message: str = "", at: int | None = None) -> None:
        """Note that a variable is declared a second time; `at` its own place or another."""
        name = variable.name
        self.problems.add(
            variable.start if at is None else at,
            message or f"Variable `{name}` already declared",
            "42N59",
            f"Variable `{name}` already declared.",
        )

    def shadowing(self, variable: Variable, at: int | None = None) -> None:
        """Note that a variable hides one of the query around."""
        text = (
            f"The variable `{variable.name}` is shadowing a variable with the same name from "
            "the outer scope and needs to be renamed"
        )
        self.problems.add(variable.start if at is None else at, text, "42N07", f"{text}.")

    def bind(self, variable: Variable, wanted: Types) -> None:
        """A variable in a pattern: a new one, or one in scope of a type that fits."""
        name = variable.name
        known = self.symbols.get(name)
        if known is None:
            self.symbols[name] = wanted
            return
        both = known & wanted
        if both:
            self.symbols[name] = both
            return
        self.problems.add_plain(
            variable.start,
            f"Type mismatch: {name} defined with conflicting type {known} (expected {wanted})",
            "22G03",
            Cause(
                "22N27",
                f"Invalid input '{' | '.join(known.gql_names())}' for `{name}`. "
                f"Expected to be {t.joined(wanted.gql_names())}.",
            ),
        )

    def enter(self, variables: Iterable[tuple[Variable, Types]]) -> dict[str, Types]:
        """Open a scope of its own with more variables; give what `leave` wants back."""
        outer = self.symbols
        self.symbols = dict(outer)
        for variable, types in variables:
            self.symbols[variable.name] = types
        return outer

    def leave(self, outer: dict[str, Types]) -> None:
        """Close the scope that `enter` opened."""
        self.symbols = outer
