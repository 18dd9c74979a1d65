"""Deprecated Cypher, each form with what is to be written in its place.

After the manual's "Deprecations, additions, and compatibility" and what a server of Neo4j
2026.08 gives a ``FeatureDeprecationWarning`` for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from runner.cypher.lexer import tokenize
from runner.cypher.syntax.base import walk
from runner.cypher.syntax.clauses import (
    CallProcedure,
    CallSubquery,
    Create,
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
    NodePattern,
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


_PROCEDURES = {
    "db.index.vector.querynodes": ("25", "`MATCH (n:L) SEARCH n IN (VECTOR INDEX …)`"),
    "db.index.vector.queryrelationships": ("25", "`MATCH … SEARCH r IN (VECTOR INDEX …)`"),
    "db.create.setvectorproperty": ("5", "`SET n.embedding = …`"),
    "db.create.setnodevectorproperty": ("5", "`SET n.embedding = …`"),
    "db.create.setrelationshipvectorproperty": ("5", "`SET r.embedding = …`"),
    "db.index.vector.createnodeindex": ("5", "`CREATE VECTOR INDEX`"),
    "db.index.vector.createrelationshipindex": ("5", "`CREATE VECTOR INDEX`"),
}


def deprecations(statement: Statement, language: str) -> Iterator[Deprecation]:
    """The deprecated forms in a statement of a Cypher version, in the order of the text."""
    entities = _entities(statement)
    found: list[Deprecation] = []
    for node in walk(statement.body):
        for look in _LOOKS:
            found += look(node, statement.text, language)
        if language == "5" and isinstance(node, SetProperties):
            found += _entity_as_map(node, entities)
    return iter(sorted(found, key=lambda each: each.offset))


def _entities(statement: Statement) -> set[str]:
    """The variables that stand for nodes and relationships."""
    return {
        node.variable.name
        for node in walk(statement.body)
        if isinstance(node, (NodePattern, RelationshipPattern)) and node.variable is not None
    }


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
        yield Deprecation(node.start, message)


def _procedure(node: Syntax, _text: str, language: str) -> Iterator[Deprecation]:
    if isinstance(node, CallProcedure):
        since, instead = _PROCEDURES.get(node.name.lower(), ("", ""))
        if since == language:
            yield Deprecation(node.start, f"`{node.name}` is deprecated: use {instead}")


def _index_provider(node: Syntax, _text: str, language: str) -> Iterator[Deprecation]:
    if language != "5" or not isinstance(node, (CreateIndex, CreateConstraint)):
        return
    if isinstance(node.options, MapLiteral) and any(
        key == "indexProvider" for key, _ in node.options.entries
    ):
        yield Deprecation(
            node.options.start, "the option `indexProvider` is deprecated and ignored"
        )


def _reads_own_pattern(node: Syntax, _text: str, language: str) -> Iterator[Deprecation]:
    if language != "5" or not isinstance(node, Create):
        return
    made: set[str] = set()
    for path in node.pattern:
        for part in path.elements:
            properties = getattr(part, "properties", None)
            for inner in walk(properties) if properties is not None else ():
                if isinstance(inner, Variable) and inner.name in made:
                    message = (
                        f"reading `{inner.name}` in the CREATE that makes it is deprecated: "
                        "make them in two clauses"
                    )
                    yield Deprecation(inner.start, message)
        made |= {
            part.variable.name
            for part in path.elements
            if isinstance(part, (NodePattern, RelationshipPattern)) and part.variable is not None
        }


def _entity_as_map(node: SetProperties, entities: set[str]) -> Iterator[Deprecation]:
    value = node.value
    if isinstance(value, Variable) and value.name in entities:
        message = f"an entity as a map is deprecated: write `properties({value.name})`"
        edits = ((value.start, value.start, "properties("), (value.end, value.end, ")"))
        yield Deprecation(value.start, message, edits)


_LOOKS: tuple[Callable[[Syntax, str, str], Iterator[Deprecation]], ...] = (
    _id,
    _call_without_scope,
    _colon_in_types,
    _fixed_length,
    _procedure,
    _index_provider,
    _reads_own_pattern,
)
