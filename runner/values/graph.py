"""Nodes, relationships and paths as a statement returns them: copies, not live entities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from runner.values import Value


@dataclass(frozen=True, slots=True)
class Node:
    """A node. `id` is the number pages and `id()` use, `element_id` the text of `elementId()`."""

    id: int
    element_id: str
    labels: tuple[str, ...]
    properties: dict[str, Value]


@dataclass(frozen=True, slots=True)
class Relationship:
    """A relationship, with its end nodes' ids; deleted by its statement it has the type ``""``."""

    id: int
    element_id: str
    type: str
    start: int
    end: int
    properties: dict[str, Value]


@dataclass(frozen=True, slots=True)
class Path:
    """A path: one node more than relationships, each relationship between its neighbours.

    A relationship keeps its own direction: it was walked backwards where its `start` is the
    node after it.
    """

    nodes: tuple[Node, ...]
    relationships: tuple[Relationship, ...]
