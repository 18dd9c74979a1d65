"""Clauses, queries and statements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.syntax.base import Syntax
from runner.cypher.syntax.expressions import (
    Expression,
    Parameter,
    PropertyAccess,
    Subscript,
    Variable,
)
from runner.cypher.syntax.patterns import DynamicLabel, LabelName, PathPattern

if TYPE_CHECKING:
    from runner.cypher.failures import Flaw


class Clause(Syntax):
    """One step of a query."""


class Hint(Syntax):
    """``USING INDEX …``, ``USING SCAN …``, ``USING JOIN ON …``: accepted, never needed."""

    kind: str
    variables: tuple[Variable, ...]
    label: str | None
    properties: tuple[str, ...]


class Match(Clause):
    """``[OPTIONAL] MATCH [mode] pattern [hints] [WHERE predicate]``.

    `mode` is ``DIFFERENT RELATIONSHIPS``, ``REPEATABLE ELEMENTS`` or None.
    """

    optional: bool
    mode: str | None
    pattern: tuple[PathPattern, ...]
    hints: tuple[Hint, ...]
    predicate: Expression | None


class Unwind(Clause):
    """``UNWIND source AS variable``; ``FOR variable IN source`` too."""

    source: Expression
    variable: Variable


class SortItem(Syntax):
    """``expression [ASC|DESC]``."""

    expression: Expression
    descending: bool


class ProjectionItem(Syntax):
    """``expression [AS alias]``.

    `name` is the column's name: the alias, the variable's name, or the source text.
    """

    expression: Expression
    name: str
    alias: Variable | None


class Projection(Syntax):
    """What WITH and RETURN share.

    `star` is ``*``; `group_by` the expressions of GROUP BY, None where there is none.
    """

    distinct: bool
    star: bool
    items: tuple[ProjectionItem, ...]
    group_by: tuple[Expression, ...] | None
    order_by: tuple[SortItem, ...]
    skip: Expression | None
    limit: Expression | None


class With(Clause):
    """``WITH projection [WHERE predicate]``."""

    projection: Projection
    predicate: Expression | None


class Return(Clause):
    """``RETURN projection``."""

    projection: Projection


class Finish(Clause):
    """``FINISH``."""


class OrderLimit(Clause):
    """``ORDER BY``, ``SKIP`` and ``LIMIT`` as a clause of their own."""

    order_by: tuple[SortItem, ...]
    skip: Expression | None
    limit: Expression | None


class Filter(Clause):
    """``FILTER [WHERE] predicate``."""

    predicate: Expression


class Let(Clause):
    """``LET name = expression, …``."""

    items: tuple[tuple[Variable, Expression], ...]


class Create(Clause):
    """``CREATE pattern``; ``INSERT pattern``."""

    pattern: tuple[PathPattern, ...]


class SetProperty(Syntax):
    """``target = value``."""

    target: PropertyAccess | Subscript
    value: Expression


class SetProperties(Syntax):
    """``variable = value``, or with `additive` ``variable += value``."""

    variable: Variable
    value: Expression
    additive: bool


class SetLabels(Syntax):
    """``variable:A:B``, ``variable IS A``."""

    variable: Variable
    labels: tuple[LabelName | DynamicLabel, ...]


class Set(Clause):
    """``SET items``."""

    items: tuple[SetProperty | SetProperties | SetLabels, ...]


class Remove(Clause):
    """``REMOVE items``: properties, and labels as `SetLabels`."""

    items: tuple[PropertyAccess | Subscript | SetLabels, ...]


class Delete(Clause):
    """``[DETACH | NODETACH] DELETE expressions``."""

    detach: bool
    expressions: tuple[Expression, ...]


class Merge(Clause):
    """``MERGE pattern ON CREATE SET … ON MATCH SET …``."""

    pattern: PathPattern
    on_create: tuple[Set, ...]
    on_match: tuple[Set, ...]


class Foreach(Clause):
    """``FOREACH (variable IN source | clauses)``."""

    variable: Variable
    source: Expression
    clauses: tuple[Clause, ...]


class InTransactions(Syntax):
    """``IN [n CONCURRENT] TRANSACTIONS [OF n ROWS] [ON ERROR …] [REPORT STATUS AS …]``.

    `on_error` is ``FAIL``, ``CONTINUE``, ``BREAK`` or None; `retry` whether ``ON ERROR RETRY``.
    """

    concurrency: Expression | None
    concurrent: bool
    rows: Expression | None
    on_error: str | None
    retry: bool
    retry_seconds: Expression | None
    report: Variable | None


class CallSubquery(Clause):
    """``[OPTIONAL] CALL (imports) { query } [IN TRANSACTIONS …]``.

    `imports` is None for ``CALL { WITH … }``, else the variables; `import_all` is ``(*)``.
    """

    optional: bool
    import_all: bool
    imports: tuple[Variable, ...] | None
    query: Query
    in_transactions: InTransactions | None


class YieldItem(Syntax):
    """``name [AS variable]``; `variable` is the name's own where there is no alias."""

    name: str
    variable: Variable


class CallProcedure(Clause):
    """``[OPTIONAL] CALL name(arguments) YIELD … [WHERE …]``.

    `arguments` is None where there are no parentheses; `yields` None where there is no YIELD.
    """

    optional: bool
    name: str
    arguments: tuple[Expression, ...] | None
    yield_all: bool
    yields: tuple[YieldItem, ...] | None
    predicate: Expression | None


class LoadCsv(Clause):
    """``LOAD CSV [WITH HEADERS] FROM url AS variable [FIELDTERMINATOR …]``."""

    with_headers: bool
    url: Expression
    variable: Variable
    terminator: Expression | None


class Search(Clause):
    """``MATCH … SEARCH variable IN (VECTOR INDEX name FOR vector … LIMIT n) [SCORE AS score]``.

    `filter` is the WHERE between the parentheses; one at the end is the predicate of `match`.
    """

    match: Match
    variable: Variable
    index: str | Parameter
    vector: Expression
    filter: Expression | None
    limit: Expression
    score: Variable | None


class Use(Clause):
    """``USE graph``; `name` as written, `arguments` those of a function that gives the graph."""

    name: str
    arguments: tuple[Expression, ...] | None


class Show(Clause):
    """``SHOW filter what [names] YIELD … WHERE …``.

    `what` is ``CONSTRAINTS``, ``INDEXES``, ``FUNCTIONS``, ``PROCEDURES``, ``SETTINGS``,
    ``TRANSACTIONS``, ``DATABASES``, …; `filter` the words before it in capitals, as
    ``NODE KEY``; `names` what follows it. `projection` is None without YIELD; its order, skip
    and limit belong to the YIELD.
    """

    what: str
    filter: str | None
    names: tuple[Expression, ...]
    projection: Projection | None
    predicate: Expression | None


class Terminate(Show):
    """``TERMINATE TRANSACTIONS names YIELD … WHERE …``; `what` is ``TERMINATIONS``."""


class Query(Syntax):
    """A query: one of the classes below."""


class SingleQuery(Query):
    """Clauses in sequence."""

    clauses: tuple[Clause, ...]


class Union(Query):
    """``a UNION [ALL] b …``: two or more branches, all joined alike."""

    all: bool
    branches: tuple[Query, ...]


class Next(Query):
    """``a NEXT b …``."""

    parts: tuple[Query, ...]


class WhenBranch(Syntax):
    """``WHEN predicate THEN query``; the predicate is None for ELSE."""

    predicate: Expression | None
    query: Query


class Conditional(Query):
    """``WHEN … THEN … ELSE …``."""

    branches: tuple[WhenBranch, ...]


class Command(Syntax):
    """A schema command; see `runner.cypher.syntax.commands`."""


class Statement(Syntax):
    """A whole statement.

    `language` is the version of its ``CYPHER`` prefix, or None; `mode` is ``EXPLAIN``,
    ``PROFILE`` or None; `options` the prefix's other ``key=value`` pairs. `labels_by_is` are the
    offsets of label expressions behind IS where labels are joined both by colons and in a newer
    way; None where they are not. `flaws` are errors in literals and operators, each under its
    offset.
    """

    text: str
    language: str | None
    mode: str | None
    options: tuple[tuple[str, str], ...]
    body: Query | Command
    labels_by_is: frozenset[int] | None
    flaws: dict[int, Flaw]
