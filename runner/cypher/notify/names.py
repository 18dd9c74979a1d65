"""Labels, types and property keys that a statement reads, to be held against the database."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from runner.cypher.check.places import skip_blank
from runner.cypher.notify.remarks import Remark, warning
from runner.cypher.syntax.base import walk
from runner.cypher.syntax.expressions import MapLiteral
from runner.cypher.syntax.patterns import LabelName, NodePattern, RelationshipPattern

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from runner.cypher.store.graph import Graph
    from runner.cypher.syntax.patterns import LabelExpression

LABEL, TYPE, PROPERTY = "label", "relationship type", "property"

_TITLES = {
    LABEL: ("Statement.UnknownLabelWarning", "01N50"),
    TYPE: ("Statement.UnknownRelationshipTypeWarning", "01N51"),
    PROPERTY: ("Statement.UnknownPropertyKeyWarning", "01N52"),
}


class NameRead(NamedTuple):
    """A name that stands in a statement; `kind` is one of the three above."""

    kind: str
    name: str
    offset: int


def names_of_element(text: str, element: NodePattern | RelationshipPattern) -> Iterator[NameRead]:
    """The names in an element of a pattern, its predicate apart."""
    if isinstance(element, NodePattern):
        kind, labels = LABEL, element.labels
    else:
        kind, labels = TYPE, element.types
    if labels is not None:
        yield from names_of_labels(kind, labels)
    if isinstance(element.properties, MapLiteral):
        for key, at in keys_of_map(text, element.properties):
            yield NameRead(PROPERTY, key, at)


def keys_of_map(text: str, literal: MapLiteral) -> Iterator[tuple[str, int]]:
    """The keys of a map and where they stand."""
    at = literal.start + 1
    for key, value in literal.entries:
        at = skip_blank(text, at)
        if text.startswith(",", at):
            at = skip_blank(text, at + 1)
        yield key, at
        at = _past_parentheses(text, value.end)


def _past_parentheses(text: str, at: int) -> int:
    at = skip_blank(text, at)
    while text.startswith(")", at):
        at = skip_blank(text, at + 1)
    return at


def names_of_labels(kind: str, labels: LabelExpression) -> Iterator[NameRead]:
    """The names in a label expression."""
    for node in walk(labels):
        if isinstance(node, LabelName):
            yield NameRead(kind, node.name, node.start)


def unknown(names: Iterable[NameRead], graph: Graph) -> list[NameRead]:
    """Those of `names` that this graph has never had."""
    known: dict[str, Container[str]] = {
        LABEL: graph.label_names,
        TYPE: graph.type_names,
        PROPERTY: graph.property_keys,
    }
    return [read for read in names if read.name not in known[read.kind]]


def remark_on(read: NameRead) -> Remark:
    """What to say of a name that the database does not know."""
    title, gql_status = _TITLES[read.kind]
    return warning(
        title,
        gql_status,
        f"The {read.kind} `{read.name}` does not exist in database `neo4j`. Verify that the "
        "spelling is correct.",
        read.offset,
        "UNRECOGNIZED",
    )
