"""The names in a statement: labels, types, property keys, variables, each with its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from runner.cypher.syntax.base import walk
from runner.cypher.syntax.clauses import (
    SetLabels,
    SetProperties,
)
from runner.cypher.syntax.commands import CreateConstraint, CreateIndex
from runner.cypher.syntax.expressions import (
    LabelTest,
    MapLiteral,
    Parameter,
    PropertyAccess,
    Variable,
)
from runner.cypher.syntax.patterns import (
    LabelName,
    NodePattern,
    RelationshipPattern,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.cypher.syntax.base import Syntax
    from runner.cypher.syntax.clauses import Statement


class Name(NamedTuple):
    """A name as a statement writes it."""

    kind: str
    """``label``, ``relationship type``, ``property key`` or ``variable``."""
    text: str
    offset: int


def names(statement: Statement) -> Iterator[Name]:
    """The names of a statement, not those of maps that are no properties."""
    relationships = {
        node.variable.name
        for node in walk(statement.body)
        if isinstance(node, RelationshipPattern) and node.variable is not None
    }
    for node in walk(statement.body):
        yield from _of_node(node, relationships)


def _of_node(node: Syntax, relationships: set[str]) -> Iterator[Name]:
    if isinstance(node, Variable):
        yield Name("variable", node.name, node.start)
    elif isinstance(node, PropertyAccess):
        if not _is_of_parameter(node):
            yield Name("property key", node.key, node.key_start)
    elif isinstance(node, (NodePattern, RelationshipPattern)):
        yield from _of_pattern(node)
    elif isinstance(node, LabelTest):
        is_type = isinstance(node.subject, Variable) and node.subject.name in relationships
        yield from _labels(node.labels, "relationship type" if is_type else "label")
    elif isinstance(node, SetLabels):
        for label in node.labels:
            yield from _labels(label, "label")
    elif isinstance(node, SetProperties):
        yield from _keys(node.value)
    elif isinstance(node, (CreateConstraint, CreateIndex)):
        yield from _of_command(node)


def _of_pattern(node: NodePattern | RelationshipPattern) -> Iterator[Name]:
    if isinstance(node, NodePattern):
        yield from _labels(node.labels, "label")
    else:
        yield from _labels(node.types, "relationship type")
    yield from _keys(node.properties)


def _labels(labels: Syntax | None, kind: str) -> Iterator[Name]:
    for part in walk(labels) if labels is not None else ():
        if isinstance(part, LabelName):
            yield Name(kind, part.name, part.start)


def _keys(properties: Syntax | None) -> Iterator[Name]:
    if isinstance(properties, MapLiteral):
        for key, value in properties.entries:
            yield Name("property key", key, value.start)


def _of_command(node: CreateConstraint | CreateIndex) -> Iterator[Name]:
    kind = "label" if node.entity == "NODE" else "relationship type"
    labels = (node.label,) if isinstance(node, CreateConstraint) else node.labels
    for label in labels:
        yield Name(kind, label, node.start)
    for key in node.properties:
        yield Name("property key", key, node.start)


def _is_of_parameter(node: PropertyAccess) -> bool:
    """Whether a key is one of a parameter's map."""
    subject: Syntax = node
    while isinstance(subject, PropertyAccess):
        subject = subject.subject
    return isinstance(subject, Parameter)
