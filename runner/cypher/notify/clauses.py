"""Remarks on clauses: CALL without a scope clause, OPTIONAL for nothing, ambiguous ORDER BY."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.check.places import place
from runner.cypher.notify.printing import expression_text
from runner.cypher.notify.remarks import Remark, information, replaced
from runner.cypher.notify.remarks import deprecated as deprecation
from runner.cypher.syntax.base import same, walk
from runner.cypher.syntax.clauses import Projection, Query, Return, SingleQuery, Union, With
from runner.cypher.syntax.expressions import Variable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from runner.cypher.procedures.table import Procedure
    from runner.cypher.syntax.clauses import CallProcedure, CallSubquery


def on_call_subquery(clause: CallSubquery) -> Iterator[Remark]:
    """``CALL { … }`` without parentheses, and ``OPTIONAL CALL`` of what returns nothing."""
    if clause.imports is None and not clause.import_all:
        word = "OPTIONAL CALL" if clause.optional else "CALL"
        yield deprecation(
            f"{word} subquery without a variable scope clause is deprecated. "
            f"Use {word} ({', '.join(_imported(clause.query))}) {{ ... }}",
            clause.start,
        )
    if clause.optional and not any(isinstance(node, Return) for node in walk(clause.query)):
        yield information(
            "Statement.RedundantOptionalSubquery",
            "03N62",
            "The use of `OPTIONAL` is redundant as `CALL` is a unit subquery.",
            clause.start,
        )


def _imported(query: Query) -> dict[str, None]:
    """What the WITHs at the start of a subquery's branches import, in order."""
    if isinstance(query, Union):
        return {name: None for branch in query.branches for name in _imported(branch)}
    if not isinstance(query, SingleQuery) or not isinstance(query.clauses[0], With):
        return {}
    projection = query.clauses[0].projection
    if projection.star:
        return {"*": None}
    items = projection.items
    if not all(isinstance(item.expression, Variable) for item in items):
        return {}
    return {item.name: None for item in items}


def on_shadowing(query: Query, hidden: frozenset[str]) -> Iterator[Remark]:
    """Variables of a subquery that have the name of one around that is not imported."""
    if isinstance(query, Union):
        for branch in query.branches:
            yield from on_shadowing(branch, hidden)
        return
    first: dict[str, int] = {}
    for node in walk(query):
        # No such name is in scope at the start, so the first to have it declares it.
        if isinstance(node, Variable) and node.name in hidden:
            first[node.name] = min(node.start, first.get(node.name, node.start))
    for name, at in first.items():
        yield information(
            "Statement.SubqueryVariableShadowing",
            "03N60",
            f"The variable `{name}` in the subquery uses the same name as a variable from the "
            f"outer query. Use 'CALL (`{name}`)' to import the one from the outer scope unless "
            "you want it to be a new variable.",
            at,
        )


def on_call_procedure(
    clause: CallProcedure, procedure: Procedure | None, language: str
) -> Iterator[Remark]:
    """Procedures that have a successor, and ``OPTIONAL CALL`` of one without columns."""
    if procedure is None:
        return
    successor = SUCCESSORS.get((procedure.name, language))
    if successor is not None:
        yield replaced(procedure.name, successor, clause.start)
    if clause.optional and not procedure.yields:
        yield information(
            "Statement.RedundantOptionalProcedure",
            "03N61",
            f"The use of `OPTIONAL` is redundant as `CALL {procedure.name}()` is a void procedure.",
            clause.start,
        )
    if language == "5" and procedure.name in _OLD_TYPES:
        yield Remark(
            "Procedure.ProcedureWarning",
            "01N62",
            "WARNING",
            "GENERIC",
            f"Execution of the procedure {procedure.name}() generated the warning The field "
            "`propertyTypes` will change output format in the next major version.",
            clause.start,
        )


SUCCESSORS = {
    ("db.index.vector.queryNodes", "25"): "SEARCH",
    ("db.index.vector.queryRelationships", "25"): "SEARCH",
    ("db.create.setVectorProperty", "5"): "db.create.setNodeVectorProperty",
    ("db.index.vector.createNodeIndex", "5"): "CREATE VECTOR INDEX",
    ("dbms.cluster.routing.getRoutingTable", "5"): "dbms.routing.getRoutingTable",
    ("dbms.cluster.routing.getRoutingTable", "25"): "dbms.routing.getRoutingTable",
}
"""What each deprecated procedure is replaced by, by its name and the version of Cypher."""

_OLD_TYPES = ("db.schema.nodeTypeProperties", "db.schema.relTypeProperties")


def on_projection(text: str, projection: Projection) -> Iterator[Remark]:
    """ORDER BY of a returned expression in which an alias hides what it is made of."""
    aliases = {
        item.alias.name
        for item in projection.items
        if item.alias is not None and not _is(item.expression, item.alias.name)
    }
    if not aliases:
        return
    returned = [item.expression for item in projection.items]
    for sort in projection.order_by:
        expression = sort.expression
        if isinstance(expression, Variable) or not any(same(expression, e) for e in returned):
            continue
        if names := _named(walk(expression), aliases):
            shown = expression_text(text, expression)
            yield replaced(
                f"The subclause expression `{shown}` contains an ambiguous reference to variable "
                f"`{', '.join(names)}` and",
                "referencing the projection item expression by an alias or using the `GROUP BY` "
                "clause",
                _place(text, expression),
            )


def _is(expression: object, name: str) -> bool:
    return isinstance(expression, Variable) and expression.name == name


def _named(nodes: Iterable[object], aliases: set[str]) -> list[str]:
    found = {node.name: None for node in nodes if isinstance(node, Variable)}
    return [name for name in found if name in aliases]


def _place(text: str, expression: object) -> int:
    from runner.cypher.check.places import after
    from runner.cypher.syntax.expressions import Expression, PropertyAccess

    assert isinstance(expression, Expression)
    if isinstance(expression, PropertyAccess):
        return after(text, expression.subject)
    return place(text, expression)
