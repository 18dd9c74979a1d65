"""Labels joined by colons and the newer symbols do not stand in one clause (42I10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from runner.cypher.check.labels import (
    is_type_expression,
    mixed_symbols,
    shown,
    uses_colons,
    uses_symbols,
)
from runner.cypher.check.places import label_place
from runner.cypher.syntax.patterns import (
    LabelExpression,
    LabelName,
    NodePattern,
    PathPattern,
    RelationshipPattern,
)

if TYPE_CHECKING:
    from runner.cypher.check.walk import Walk


def check_mixed_labels(walk: Walk, paths: Iterable[PathPattern]) -> None:
    """Judge the labels and types in the patterns of one clause together."""
    old: list[LabelExpression] = []
    new = False
    for labels, is_node in _labels(paths):
        if not is_node:
            new = new or is_type_expression(labels)
        elif uses_symbols(labels):
            new = True
        elif uses_colons(labels):
            old.append(labels)
    if old and new:
        replacements = list(dict.fromkeys(f":{shown(labels)}" for labels in old))
        mixed_symbols(walk, label_place(walk.text, old[0]), replacements)


def _labels(paths: Iterable[PathPattern]) -> Iterator[tuple[LabelExpression, bool]]:
    """The labels of nodes and the types of relationships that are more than a name."""
    for path in paths:
        for part in path.elements:
            if isinstance(part, NodePattern):
                if part.labels is not None and type(part.labels) is not LabelName:
                    yield part.labels, True
            elif isinstance(part, RelationshipPattern):
                if part.types is not None and type(part.types) is not LabelName:
                    yield part.types, False
            else:
                yield from _labels((part.path,))
