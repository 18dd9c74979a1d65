"""A graph as a script of Cypher statements, each ended by a semicolon."""

from __future__ import annotations

from itertools import groupby, islice
from typing import TYPE_CHECKING, Any

from runner.cypher.lexer import split, tokenize
from runner.errors import EngineError, UsageError
from runner.render.literal import format_value, name_text
from runner.source import LineIndex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from runner.engines.base import Session
    from runner.transfer.whole import Whole
    from runner.values import Node, Relationship, Value

MOST_IN_ONE = 500
"""How many nodes and relationships there may be in the one statement that makes them all."""

_BATCH = 100
_MARK = "`imported node`"
"""Label and property of nodes to which relationships will be made; gone in the end."""


def write_script(whole: Whole) -> Iterator[str]:
    """The statements that make a graph, each with its semicolon and line end.

    Raises `UsageError` for what no expression of Cypher makes, as bytes.
    """
    if len(whole.nodes) + len(whole.relationships) <= MOST_IN_ONE:
        yield from _in_one(whole)
    else:
        yield from _in_many(whole)
    for statement in whole.schema:
        yield f"{statement};\n"


def _in_one(whole: Whole) -> Iterator[str]:
    """One CREATE; nodes that have relationships are named."""
    if not whole.nodes:
        return
    ends = whole.ends()
    names = {node.id: f"n{node.id}" for node in whole.nodes if node.id in ends}
    parts = [_node(node, names.get(node.id, "")) for node in whole.nodes]
    parts += [
        f"({names[r.start]})-[:{name_text(r.type)}{_map(r.properties, ' ')}]->({names[r.end]})"
        for r in whole.relationships
    ]
    yield "CREATE\n  " + ",\n  ".join(parts) + ";\n"


def _in_many(whole: Whole) -> Iterator[str]:
    """Statements of a hundred parts; nodes that have relationships are numbered meanwhile."""
    ends = whole.ends()
    if ends:
        yield f"CREATE CONSTRAINT {_MARK} FOR (n:{_MARK}) REQUIRE n.{_MARK} IS UNIQUE;\n"
    for nodes in _batches(whole.nodes):
        parts = [_node(node, "", node.id if node.id in ends else None) for node in nodes]
        yield "CREATE\n  " + ",\n  ".join(parts) + ";\n"
    for type_, alike in groupby(whole.relationships, lambda relationship: relationship.type):
        for relationships in _batches(alike):
            yield _relationships(type_, relationships)
    if ends:
        yield f"MATCH (n:{_MARK}) REMOVE n:{_MARK}, n.{_MARK};\n"
        yield f"DROP CONSTRAINT {_MARK};\n"


def _relationships(type_: str, relationships: Sequence[Relationship]) -> str:
    rows = [
        f"{{start: {r.start}, end: {r.end}, properties: {_map(r.properties) or '{}'}}}"
        for r in relationships
    ]
    return (
        "UNWIND [\n  " + ",\n  ".join(rows) + "\n] AS row\n"
        f"MATCH (a:{_MARK} {{{_MARK}: row.start}})\n"
        f"MATCH (b:{_MARK} {{{_MARK}: row.end}})\n"
        f"CREATE (a)-[r:{name_text(type_)}]->(b) SET r = row.properties;\n"
    )


def _batches(items: Iterable[Any]) -> Iterator[list[Any]]:
    left = iter(items)
    while batch := list(islice(left, _BATCH)):
        yield batch


def _node(node: Node, variable: str, number: int | None = None) -> str:
    labels = "".join(f":{name_text(label)}" for label in node.labels)
    mark = "" if number is None else f":{_MARK}"
    numbered = "" if number is None else f"{_MARK}: {number}"
    named = f"{variable}{labels}{mark}"
    return f"({named}{_map(node.properties, ' ' if named else '', numbered)})"


def _map(properties: dict[str, Value], before: str = "", more: str = "") -> str:
    """A map, its keys in their order; nothing for an empty one."""
    pairs = [f"{name_text(key)}: {_literal(key, value)}" for key, value in properties.items()]
    if more:
        pairs.append(more)
    return f"{before}{{{', '.join(pairs)}}}" if pairs else ""


def _literal(key: str, value: Value) -> str:
    for item in value if isinstance(value, list) else [value]:
        what = None
        if isinstance(item, bytes):
            what = "bytes"
        elif isinstance(item, str) and any("\ud800" <= c <= "\udfff" for c in item):
            what = "half of a surrogate pair"
        if what is not None:
            raise UsageError(
                f"the property {key} holds {what}, which no expression of Cypher makes; lines of "
                "JSON can hold it: --format jsonl"
            )
    return format_value(value)


def run_script(session: Session, text: str) -> int:
    """Run the statements of a script, each in a transaction of its own; how many there were.

    Raises `UsageError` with the line of the statement that failed; those before it are kept.
    """
    index = LineIndex(text)
    try:
        pieces = split(text)
    except EngineError as error:
        raise UsageError(f"this is no script: {error.message}") from error
    for piece in pieces:
        try:
            session.run(piece.text)
        except EngineError as error:
            line = index.position(piece.start + tokenize(piece.text)[0].start).line
            raise UsageError(
                f"line {line}: the statement that starts here failed: {error.code}: {error.message}"
            ) from error
    return len(pieces)
