"""Expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.syntax.base import Syntax

if TYPE_CHECKING:
    from runner.cypher.syntax.clauses import Query
    from runner.cypher.syntax.patterns import LabelExpression, PathPattern
    from runner.cypher.syntax.types import CypherType


class Expression(Syntax):
    """Anything with a value."""


class Literal(Expression):
    """A number, string, boolean or null; ``INF``, ``NaN`` too."""

    value: Any


class Parameter(Expression):
    """``$name``; quoted and numeric names without ``$`` and backticks."""

    name: str


class Variable(Expression):
    """A name that stands for a value of the row."""

    name: str


class PropertyAccess(Expression):
    """``subject.key``. `key_start` is the offset of the key."""

    subject: Expression
    key: str
    key_start: int


class Subscript(Expression):
    """``subject[index]``: element of a list, entry of a map, dynamic property."""

    subject: Expression
    index: Expression


class Slice(Expression):
    """``subject[lower..upper]``."""

    subject: Expression
    lower: Expression | None
    upper: Expression | None


class ListLiteral(Expression):
    """``[a, b]``."""

    items: tuple[Expression, ...]


class MapLiteral(Expression):
    """``{key: value}``."""

    entries: tuple[tuple[str, Expression], ...]


class Unary(Expression):
    """``operator operand``; operator is ``+``, ``-`` or ``NOT``."""

    operator: str
    operand: Expression


class Binary(Expression):
    """``left operator right``.

    Operators: ``+ - * / % ^ ||``, ``IN``, ``STARTS WITH``, ``ENDS WITH``, ``CONTAINS``, ``=~``.
    """

    operator: str
    left: Expression
    right: Expression
    operator_start: int


class Logical(Expression):
    """Two or more operands joined by the same ``AND``, ``OR`` or ``XOR``."""

    operator: str
    operands: tuple[Expression, ...]


class Comparison(Expression):
    """A chain ``a < b <= c``: one operator fewer than operands, of ``= <> < <= > >=``."""

    operands: tuple[Expression, ...]
    operators: tuple[str, ...]


class IsNull(Expression):
    """``operand IS [NOT] NULL``."""

    operand: Expression
    negated: bool


class IsTyped(Expression):
    """``operand IS [NOT] :: type``."""

    operand: Expression
    type: CypherType
    negated: bool


class IsNormalized(Expression):
    """``operand IS [NOT] [NFC] NORMALIZED``."""

    operand: Expression
    form: str
    negated: bool


class LabelTest(Expression):
    """``subject:Label`` and ``subject IS Label`` as a predicate."""

    subject: Expression
    labels: LabelExpression


class PatternLabels(LabelTest):
    """The labels of a node, or the types of a relationship, in a pattern; `entity` is which."""

    entity: str


class FunctionCall(Expression):
    """``name(arguments)``; `name` as written, with its namespace."""

    name: str
    arguments: tuple[Expression, ...]
    distinct: bool


class Trim(FunctionCall):
    """``trim(LEADING characters FROM source)``, the source first among its arguments.

    `name` is the function that trims at the same ends, though any number of characters.
    """


class CountStar(Expression):
    """``count(*)``."""


class CaseBranch(Syntax):
    """``WHEN tests THEN result``.

    In a simple CASE each test is a whole predicate in which `CaseSubject` stands for the
    subject: ``WHEN 4`` is ``CaseSubject = 4``, ``WHEN > 3`` is ``CaseSubject > 3``.
    """

    tests: tuple[Expression, ...]
    result: Expression


class CaseSubject(Expression):
    """The value of the subject of the nearest simple CASE around."""


class Case(Expression):
    """``CASE [subject] WHEN … THEN … [ELSE …] END``."""

    subject: Expression | None
    branches: tuple[CaseBranch, ...]
    default: Expression | None


class ListComprehension(Expression):
    """``[variable IN source WHERE predicate | projection]``."""

    variable: Variable
    source: Expression
    predicate: Expression | None
    projection: Expression | None


class PatternComprehension(Expression):
    """``[path = pattern WHERE predicate | projection]``; the path variable is the pattern's."""

    pattern: PathPattern
    predicate: Expression | None
    projection: Expression


class Quantified(Expression):
    """``all(variable IN source WHERE predicate)``; kind is all, any, none or single."""

    kind: str
    variable: Variable
    source: Expression
    predicate: Expression | None


class Reduce(Expression):
    """``reduce(accumulator = initial, variable IN source | step)``."""

    accumulator: Variable
    initial: Expression
    variable: Variable
    source: Expression
    step: Expression


class AllReduce(Expression):
    """``allReduce(accumulator = initial, variable IN source | step, predicate)``."""

    accumulator: Variable
    initial: Expression
    variable: Variable
    source: Expression
    step: Expression
    predicate: Expression


class ProjectAll(Syntax):
    """``.*`` in a map projection."""


class ProjectEntry(Syntax):
    """An entry of a map projection: ``.key``, ``variable`` and ``key: value`` alike."""

    key: str
    value: Expression


class MapProjection(Expression):
    """``subject{.key, .*, variable, key: value}``; ``.key`` is the entry key: subject.key."""

    subject: Variable
    items: tuple[ProjectAll | ProjectEntry, ...]


class Subquery(Expression):
    """``EXISTS { … }``, ``COUNT { … }``, ``COLLECT { … }``; kind is the keyword.

    A bare pattern in the braces is a query of one MATCH and no RETURN.
    """

    kind: str
    query: Query


class PatternPredicate(Expression):
    """A pattern as a predicate: whether it has a match."""

    pattern: PathPattern


class ShortestPathExpression(Expression):
    """``shortestPath(…)`` or ``allShortestPaths(…)`` as a value; the selector is the pattern's."""

    pattern: PathPattern
