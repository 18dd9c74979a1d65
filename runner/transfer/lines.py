"""A graph as lines of JSON: one object a line, first the nodes, then relationships, then schema.

A value that JSON lacks is a one-key object, as in the data blocks of pages: ``{"$date": "…"}``.
Only a node that a relationship needs has an id; it means nothing outside of the file.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from runner.errors import EngineError, UsageError
from runner.page.typed import TypedValueError, typed_value
from runner.render.data import json_line, json_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from runner.engines.base import Session
    from runner.transfer.whole import Whole
    from runner.values import Value

FORMAT = 1

_BATCH = 1_000


def write_lines(whole: Whole) -> Iterator[str]:
    """The lines of a graph, each with its line end."""
    ends = whole.ends()
    yield _line({"type": "graph", "format": FORMAT})
    for node in whole.nodes:
        identity = {"id": node.id} if node.id in ends else {}
        yield _line(
            {
                "type": "node",
                **identity,
                "labels": list(node.labels),
                "properties": _encoded(node.properties),
            }
        )
    for relationship in whole.relationships:
        yield _line(
            {
                "type": "relationship",
                "name": relationship.type,
                "start": relationship.start,
                "end": relationship.end,
                "properties": _encoded(relationship.properties),
            }
        )
    for statement in whole.schema:
        yield _line({"type": "schema", "statement": statement})


def _line(content: dict[str, Any]) -> str:
    return json_line(content) + "\n"


def _encoded(properties: dict[str, Value]) -> dict[str, Any]:
    return {key: json_value(value) for key, value in properties.items()}


def read_lines(session: Session, lines: Iterable[str]) -> dict[str, int]:
    """Add the graph that `lines` describe to the session's database; how much of what there was.

    The data is added in one transaction, then the schema statement by statement. Raises
    `UsageError` for a line that is wrong, with its number; where it is one of data, nothing was
    added.
    """
    reader = _Reader(session)
    session.begin()
    try:
        for number, line in enumerate(lines, 1):
            if line.strip():
                reader.take(number, line)
        reader.flush()
        session.commit()
    except BaseException:
        session.rollback()
        raise
    for number, statement in reader.schema:
        _attempt(number, lambda text=statement: session.run(text))  # type: ignore[misc]
    counts = reader.counts
    counts["schema"] = len(reader.schema)
    return counts


def _attempt(number: int, function: Callable[[], Any]) -> Any:
    try:
        return function()
    except EngineError as error:
        raise UsageError(f"line {number}: {error.code}: {error.message}") from error


class _Reader:
    """Takes lines, and adds what they describe some at a time."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.is_empty = True
        self.schema: list[tuple[int, str]] = []
        self.counts = {"nodes": 0, "relationships": 0}
        self._taken: set[int] = set()
        self._element_ids: dict[int, str] = {}
        self._nodes: list[dict[str, Any]] = []
        self._relationships: list[dict[str, Any]] = []
        self._first = 1

    def take(self, number: int, line: str) -> None:
        """Take one line."""
        try:
            content = json.loads(line)
        except ValueError as error:
            raise UsageError(f"line {number}: this is no JSON: {error}") from None
        try:
            kind = content["type"]
            if self.is_empty:
                self._check_header(content)
            elif kind == "node":
                self._node(number, content)
            elif kind == "relationship":
                self._relationship(number, content)
            elif kind == "schema":
                self.schema.append((number, content["statement"]))
            else:
                raise UsageError(f"line {number}: there is no type {kind!r} of lines")
        except (KeyError, TypeError, AttributeError) as error:
            raise UsageError(f"line {number}: this line lacks something: {error}") from None
        except TypedValueError as error:
            raise UsageError(f"line {number}: {error}") from None

    def _check_header(self, content: dict[str, Any]) -> None:
        if content["type"] != "graph":
            raise _no_graph()
        if content["format"] != FORMAT:
            raise UsageError(
                f"line 1: this graph is in format {content['format']}, of a later version; this "
                f"one reads format {FORMAT}"
            )
        self.is_empty = False

    def _node(self, number: int, content: dict[str, Any]) -> None:
        if self._relationships:
            self._add_relationships()
        if not self._nodes:
            self._first = number
        identity = content.get("id")
        if identity is not None:
            if identity in self._taken:
                raise UsageError(f"line {number}: there is a node with the id {identity} already")
            self._taken.add(identity)
        self._nodes.append(
            {
                "id": identity,
                "labels": content["labels"],
                "properties": _decoded(content["properties"]),
            }
        )
        if len(self._nodes) == _BATCH:
            self._add_nodes()

    def _relationship(self, number: int, content: dict[str, Any]) -> None:
        if self._nodes:
            self._add_nodes()
        if not self._relationships:
            self._first = number
        ends = {}
        for end in ("start", "end"):
            element_id = self._element_ids.get(content[end])
            if element_id is None:
                raise UsageError(f"line {number}: no node above has the id {content[end]}")
            ends[end] = element_id
        properties = _decoded(content["properties"])
        self._relationships.append({**ends, "name": content["name"], "properties": properties})
        if len(self._relationships) == _BATCH:
            self._add_relationships()

    def flush(self) -> None:
        """Add what was taken and is not there yet. Raises `UsageError` if nothing was."""
        if self.is_empty:
            raise _no_graph()
        if self._nodes:
            self._add_nodes()
        if self._relationships:
            self._add_relationships()

    def _add_nodes(self) -> None:
        rows: list[Any] = self._nodes
        self._nodes = []
        text = (
            "UNWIND $rows AS row CREATE (n:$(row.labels)) SET n = row.properties "
            "RETURN elementId(n)"
        )
        found = _attempt(self._first, lambda: self.session.run(text, {"rows": rows}))
        for row, (element_id,) in zip(rows, found.rows, strict=True):
            if row["id"] is not None:
                self._element_ids[row["id"]] = element_id
        self.counts["nodes"] += len(rows)

    def _add_relationships(self) -> None:
        rows: list[Any] = self._relationships
        self._relationships = []
        text = (
            "UNWIND $rows AS row MATCH (a) WHERE elementId(a) = row.start "
            "MATCH (b) WHERE elementId(b) = row.end "
            "CREATE (a)-[r:$(row.name)]->(b) SET r = row.properties"
        )
        _attempt(self._first, lambda: self.session.run(text, {"rows": rows}))
        self.counts["relationships"] += len(rows)


def _no_graph() -> UsageError:
    return UsageError("line 1: this is no graph: the first line names type and format")


def _decoded(properties: dict[str, Any]) -> dict[str, Value]:
    return {key: _decode(value) for key, value in properties.items()}


def _decode(value: Any) -> Any:
    if isinstance(value, list):
        return [_decode(item) for item in value]
    if isinstance(value, dict):
        ((name, content),) = value.items()
        if name == "$point":
            content = {axis: _decode(coordinate) for axis, coordinate in content.items()}
        return typed_value(name, content)
    return value
