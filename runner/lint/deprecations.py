"""Deprecated Cypher, each form with what is to be written in its place.

After the manual's "Deprecations, additions, and compatibility" and what a server of Neo4j
2026.08 gives a ``FeatureDeprecationWarning`` for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from runner.cypher.check.semantics import analyse
from runner.cypher.lexer import tokenize
from runner.cypher.notify.clauses import SUCCESSORS, on_projection
from runner.cypher.notify.options import on_options
from runner.cypher.syntax.base import walk
from runner.cypher.syntax.clauses import (
    CallProcedure,
    CallSubquery,
    Create,
    Merge,
    Projection,
    Query,
    SetProperties,
    SingleQuery,
    Union,
    With,
)
from runner.cypher.syntax.commands import CreateConstraint, CreateIndex
from runner.cypher.syntax.expressions import (
    FunctionCall,
    MapLiteral,
    Variable,
)
from runner.cypher.syntax.patterns import (
    LabelOr,
    PathPattern,
    RelationshipPattern,
    Selector,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runner.cypher.syntax.base import Syntax
    from runner.cypher.syntax.clauses import Statement
    from runner.page.print import Edit


class Deprecation(NamedTuple):
    """One place of deprecated Cypher."""

    offset: int
    """The offset in the statement."""
    message: str
    edits: tuple[Edit, ...] = ()
    """What to change in the statement; empty where an author must decide."""


_INSTEAD = {
    "SEARCH": "`MATCH … SEARCH … IN (VECTOR INDEX …)`",
    "db.create.setNodeVectorProperty": "`SET n.embedding = …`",
}
"""How to write some of the successors that the engine names."""


def deprecations(statement: Statement, language: str) -> Iterator[Deprecation]:
    """The deprecated forms in a statement of a Cypher version, in the order of the text."""
    found: list[Deprecation] = []
    for node in walk(statement.body):
        for look in _LOOKS:
            found += look(node, statement.text, language)
    found += _options(statement)
    found += _by_scope(statement, language)
    return iter(sorted(found, key=lambda each: each.offset))


def _by_scope(statement: Statement, language: str) -> Iterator[Deprecation]:
    """Forms that only the check of scopes and types tells from others, in Cypher 5."""
    if language != "5":
        return
    remarks = {
        remark.offset: remark.message
        for remark in analyse(statement, language, None, None).remarks
        if remark.category == "DEPRECATION" and remark.offset is not None
    }
    if not remarks:
        return
    for node in walk(statement.body):
        if isinstance(node, SetProperties) and node.value.start in remarks:
            yield _entity_as_map(node)
        elif isinstance(node, (Create, Merge)):
            clause = "MERGE" if isinstance(node, Merge) else "CREATE"
            for inner in walk(node):
                if isinstance(inner, Variable) and inner.start in remarks:
                    message = (
                        f"reading `{inner.name}` in the {clause} that makes it is deprecated: "
                        "make them in two clauses"
                    )
                    yield Deprecation(inner.start, message)


def _entity_as_map(node: SetProperties) -> Deprecation:
    value = node.value
    name = value.name if isinstance(value, Variable) else "…"
    message = f"an entity as a map is deprecated: write `properties({name})`"
    edits = ((value.start, value.start, "properties("), (value.end, value.end, ")"))
    return Deprecation(value.start, message, edits)


def _id(node: Syntax, _text: str, _language: str) -> Iterator[Deprecation]:
    if isinstance(node, FunctionCall) and node.name.lower() == "id":
        message = "`id()` is deprecated: use `elementId()`, or a property of your own"
        yield Deprecation(node.start, message)


def _call_without_scope(node: Syntax, text: str, _language: str) -> Iterator[Deprecation]:
    if isinstance(node, CallSubquery) and node.imports is None and not node.import_all:
        message = "`CALL {…}` without a scope clause is deprecated: write `CALL (…) {…}`"
        yield Deprecation(node.start, message, _scope_edits(node, text))


def _scope_edits(call: CallSubquery, text: str) -> tuple[Edit, ...]:
    """The scope clause of a CALL, in place of the WITH by which its queries import."""
    heads = [_head(query) for query in _branches(call.query)]
    names = {None if head is None else text[head[0].start + 4 : head[0].end] for head in heads}
    if len({name.strip() if name else None for name in names}) != 1:
        return ()
    (name,) = names
    scope = "".join((name or "").split()).replace(",", ", ")
    keyword = next(
        token for token in tokenize(text) if token.kind == "CALL" and token.start >= call.start
    )
    edits: list[Edit] = [(keyword.end, keyword.end, f" ({scope})")]
    edits += [(head[0].start, head[1], "") for head in heads if head is not None]
    return tuple(edits)


def _branches(query: Query) -> tuple[Query, ...]:
    return query.branches if isinstance(query, Union) else (query,)


def _head(query: Query) -> tuple[With, int] | None:
    """The WITH by which a query imports, and where the clause behind it starts."""
    if not isinstance(query, SingleQuery) or len(query.clauses) < 2:
        return None
    first, second = query.clauses[:2]
    if not isinstance(first, With) or first.predicate is not None:
        return None
    projection = first.projection
    plain = all(
        isinstance(item.expression, Variable) and item.alias is None for item in projection.items
    )
    if not plain or projection.distinct or projection.order_by or projection.limit:
        return None
    return first, second.start


def _colon_in_types(node: Syntax, text: str, _language: str) -> Iterator[Deprecation]:
    if not isinstance(node, RelationshipPattern) or not isinstance(node.types, LabelOr):
        return
    colons = [each.start - 1 for each in node.types.operands[1:] if text[each.start - 1] == ":"]
    if colons:
        message = "a colon before each further type is deprecated: write `:A|B`"
        yield Deprecation(colons[0], message, tuple((at, at + 1, "") for at in colons))


def _fixed_length(node: Syntax, _text: str, _language: str) -> Iterator[Deprecation]:
    if not isinstance(node, PathPattern) or not isinstance(node.selector, Selector):
        return
    if node.selector.kind not in ("shortestPath", "allShortestPaths"):
        return
    hops = [each for each in node.elements if isinstance(each, RelationshipPattern)]
    if hops and all(hop.quantifier is None for hop in hops):
        message = f"`{node.selector.kind}` of a fixed length is deprecated: use MATCH"
        yield Deprecation(hops[0].start, message)


def _procedure(node: Syntax, _text: str, language: str) -> Iterator[Deprecation]:
    if isinstance(node, CallProcedure):
        successor = SUCCESSORS.get((node.name, language))
        if successor is not None:
            instead = _INSTEAD.get(successor, f"`{successor}`")
            yield Deprecation(node.start, f"`{node.name}` is deprecated: use {instead}")


def _ambiguous_order(node: Syntax, text: str, language: str) -> Iterator[Deprecation]:
    if language == "5" or not isinstance(node, Projection):
        return
    for remark in on_projection(text, node):
        message = (
            "sorting by an expression whose variable is an alias of this clause too is "
            "deprecated: sort by the alias of the expression"
        )
        yield Deprecation(remark.offset or 0, message)


def _options(statement: Statement) -> Iterator[Deprecation]:
    for remark in on_options(statement.text, statement.options):
        if remark.category == "DEPRECATION":
            what, _, successor = remark.message.partition(" is deprecated")
            instead = successor.partition("replaced by ")[2].rstrip(".")
            advice = f"use `{instead}`" if instead else "leave it out"
            yield Deprecation(remark.offset or 0, f"`{what}` is deprecated: {advice}")


def _index_provider(node: Syntax, _text: str, language: str) -> Iterator[Deprecation]:
    if language != "5" or not isinstance(node, (CreateIndex, CreateConstraint)):
        return
    if isinstance(node.options, MapLiteral) and any(
        key == "indexProvider" for key, _ in node.options.entries
    ):
        yield Deprecation(
            node.options.start, "the option `indexProvider` is deprecated and ignored"
        )


_LOOKS: tuple[Callable[[Syntax, str, str], Iterator[Deprecation]], ...] = (
    _id,
    _call_without_scope,
    _colon_in_types,
    _fixed_length,
    _procedure,
    _index_provider,
    _ambiguous_order,
)
