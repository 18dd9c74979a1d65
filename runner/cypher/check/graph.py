"""Expressions that read the graph: patterns and subqueries as values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.check import types as t
from runner.cypher.check.mixing import check_mixed_labels
from runner.cypher.check.paths import is_function
from runner.cypher.check.patterns import check_path, declare_path, variables_of
from runner.cypher.check.queries import check_query
from runner.cypher.check.shape import (
    UPDATES,
    clauses_below,
    ends_with_finish,
    returns,
)
from runner.cypher.syntax.clauses import CallProcedure, Query, Return, SingleQuery, Union
from runner.cypher.syntax.expressions import (
    PatternComprehension,
    PatternPredicate,
    ShortestPathExpression,
    Subquery,
)
from runner.cypher.syntax.patterns import NodePattern, RelationshipPattern

if TYPE_CHECKING:
    from runner.cypher.check.types import Types
    from runner.cypher.check.walk import Walk

_PATHS = t.list_of(t.PATH)
_RELATIONSHIPS = t.list_of(t.RELATIONSHIP)
_NO_VALUE = (
    "A pattern expression should only be used in order to test the existence of a pattern. It "
    "should therefore only be used in contexts that evaluate to a boolean, e.g. inside the "
    "function exists() or in a WHERE-clause. No other uses are allowed, instead they should be "
    "replaced by a pattern comprehension."
)
_ARTICLES = {"EXISTS": ("An Exists", "Exists"), "COUNT": ("A Count", "Count")}


def pattern_predicate(walk: Walk, node: PatternPredicate) -> Types:
    """A pattern as a predicate may bring no variables (42N29)."""
    walk.pattern_values.append((node, _NO_VALUE, "42I34"))
    outer = walk.symbols
    for variable in variables_of(node.pattern):
        known = variable.name in outer and variable.name not in walk.gone
        if not known and not walk.open:
            walk.problems.add(
                variable.start,
                f"PatternExpressions are not allowed to introduce new variables: "
                f"'{variable.name}'.",
                "42N29",
                "Pattern expressions are not allowed to introduce new variables: "
                f"`{variable.name}`.",
            )
    walk.symbols = dict(outer)
    declare_path(walk, node.pattern, "MATCH")
    check_path(walk, node.pattern, "MATCH")
    _check_no_predicates(walk, node)
    walk.leave(outer)
    return _PATHS


def _check_no_predicates(walk: Walk, node: PatternPredicate) -> None:
    for element in node.pattern.elements:
        if isinstance(element, (NodePattern, RelationshipPattern)) and element.predicate:
            entity = "Node" if isinstance(element, NodePattern) else "Relationship"
            walk.problems.add(
                element.predicate.start,
                f"{entity} pattern predicates are not allowed in an expression, but only in a "
                "MATCH clause or inside a pattern comprehension",
                "42I32",
                "Node and relationship pattern predicates cannot be used in an expression. They "
                "can only be used in a `MATCH` clause or inside a pattern comprehension.",
            )


def pattern_comprehension(walk: Walk, node: PatternComprehension) -> Types:
    """``[(a)-->(b) WHERE … | …]`` has a scope of its own."""
    outer = walk.symbols
    walk.symbols = dict(outer)
    if node.pattern.variable is not None:
        walk.symbols.pop(node.pattern.variable.name, None)
    declare_path(walk, node.pattern, "MATCH")
    check_path(walk, node.pattern, "MATCH")
    walk.predicate(node.predicate)
    # To Neo4j that is a MATCH of its own, whatever is forgotten of the clause around.
    check_mixed_labels(walk, (node,))
    projected = walk.simple(node.projection)
    walk.leave(outer)
    return t.list_of(projected)


def shortest_path(walk: Walk, node: ShortestPathExpression) -> Types:
    """``shortestPath(…)`` as a value works on what is in scope, relationships included."""
    pattern = node.pattern
    for element in pattern.elements:
        if isinstance(element, (NodePattern, RelationshipPattern)) and element.variable is not None:
            wanted = t.NODE if isinstance(element, NodePattern) else _RELATIONSHIPS
            walk.expect(element.variable, walk.use(element.variable), wanted)
    check_path(walk, pattern, "")
    single = is_function(pattern.selector) and pattern.selector.kind == "shortestPath"  # type: ignore[union-attr]
    return t.PATH if single else _PATHS


def subquery(walk: Walk, node: Subquery) -> Types:
    """``EXISTS``, ``COUNT`` and ``COLLECT``: all variables are in scope, nothing is written."""
    kind = node.kind.upper()
    query = node.query
    outer, constants, foreach = walk.symbols, walk.constants, walk.foreach_outer
    allowed, walk.aggregates = walk.aggregates, False
    aggregates = walk.aggregates_found
    walk.symbols = dict(outer)
    walk.constants = walk.symbols.copy()
    walk.foreach_outer = frozenset()
    may_omit = kind == "EXISTS" or (
        kind == "COUNT" and not (isinstance(query, Union) and not query.all)
    )
    check_query(walk, query, "expression", may_omit)
    walk.symbols, walk.constants, walk.foreach_outer = outer, constants, foreach
    walk.aggregates, walk.aggregates_found = allowed, aggregates
    article, name = _ARTICLES.get(kind, ("A Collect", "Collect"))
    if _writes(walk, query):
        walk.problems.add(
            node.start,
            f"{article} Expression cannot contain any updates",
            "42N57",
            f"{name} cannot contain any updating clauses.",
        )
    if kind == "COLLECT":
        last = returns(query)
        if (
            any(clause.projection.star for clause in last[:1])
            or len(_column_names(walk, query)) != 1
        ):
            walk.problems.add(
                node.start,
                "A Collect Expression must end with a single return column.",
                "42N22",
                "A COLLECT subquery must end with a single return column.",
            )
        return t.LIST
    if ends_with_finish(query):
        walk.problems.add(
            node.start,
            f"{article} Expression cannot contain a query ending with FINISH.",
            "42I57",
            f"{article} Expression cannot contain a query ending with FINISH.",
        )
    return t.BOOLEAN if kind == "EXISTS" else t.INTEGER


def _column_names(walk: Walk, query: Query) -> set[str]:
    """The columns that the branches of a query have in common, by RETURN or the call at its end."""
    if isinstance(query, Union):
        return set.intersection(*(_column_names(walk, branch) for branch in query.branches))
    if not isinstance(query, SingleQuery):
        return {item.name for last in returns(query)[:1] for item in last.projection.items}
    last = query.clauses[-1] if query.clauses else None
    if isinstance(last, Return):
        return {item.name for item in last.projection.items}
    if not isinstance(last, CallProcedure) or last.optional or last.predicate is not None:
        return set()
    if last.yields:
        return {item.variable.name for item in last.yields}
    procedure = walk.find_procedure(last.name) if walk.find_procedure else None
    return {column.name for column in procedure.yields} if procedure is not None else set()


def _writes(walk: Walk, query: Query) -> bool:
    """Whether a query writes, itself, in a subquery or through a procedure."""
    for clause in clauses_below(query):
        if isinstance(clause, UPDATES):
            return True
        if isinstance(clause, CallProcedure) and walk.find_procedure is not None:
            procedure = walk.find_procedure(clause.name)
            if procedure is not None and "WRITE" in procedure.mode.upper():
                return True
    return False
