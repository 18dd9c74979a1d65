"""Results as plain data and as tables of other libraries, mapped as Neo4j's driver maps them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.values import Node, Path, Relationship

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from runner.values import Value

    Row = tuple[Value, ...]


def plain_rows(columns: tuple[str, ...], rows: Sequence[Row]) -> list[dict[str, Any]]:
    """See `Result.to_dicts`."""
    known = KnownNodes(rows)
    return [
        {name: _plain(value, known) for name, value in zip(columns, row, strict=True)}
        for row in rows
    ]


class KnownNodes:
    """The properties of the nodes that are anywhere in some rows, looked for when first asked."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows = rows
        self._properties: dict[int, dict[str, Value]] | None = None

    def properties(self, identity: int) -> dict[str, Value]:
        """The properties of a node; none for one that is not there."""
        if self._properties is None:
            found = (node for row in self._rows for value in row for node in _nodes(value))
            self._properties = {node.id: node.properties for node in found}
        return self._properties.get(identity, {})


def _nodes(value: Any) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, Path):
        yield from value.nodes
    elif isinstance(value, (list, dict)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _nodes(item)


def _plain(value: Any, known: KnownNodes) -> Any:
    if isinstance(value, Node):
        return dict(value.properties)
    if isinstance(value, Relationship):
        return (
            dict(known.properties(value.start)),
            value.type,
            dict(known.properties(value.end)),
        )
    if isinstance(value, Path):
        steps: list[Any] = [dict(value.nodes[0].properties)]
        for relationship, node in zip(value.relationships, value.nodes[1:], strict=True):
            steps += (relationship.type, dict(node.properties))
        return steps
    if isinstance(value, list):
        return [_plain(item, known) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item, known) for key, item in value.items()}
    return value
