"""Values as pages write them: Cypher literals of one line (section 6 of the page format)."""

from __future__ import annotations

from base64 import b64encode
from itertools import pairwise
from struct import pack, unpack
from typing import TYPE_CHECKING, Any

from runner.render.syntax import MAX_DEPTH, ValueTooDeep, Wildcard
from runner.values import (
    Date,
    DateTime,
    Decimal,
    Duration,
    LocalDateTime,
    LocalTime,
    Node,
    Path,
    Point,
    Relationship,
    Time,
    Value,
    Vector,
)
from runner.values.numbers import float_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_CONTROLS = {code: f"\\u{code:04X}" for code in (*range(0x20), *range(0x7F, 0xA0))}
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
_CONTROL_ESCAPES = _CONTROLS | {ord(character): text for character, text in _SHORT.items()}
_STRING_ESCAPES = _CONTROL_ESCAPES | {ord("\\"): "\\\\", ord('"'): '\\"'}
_NAME_ESCAPES = _CONTROLS | {ord("`"): "``"}


def format_value(value: Value) -> str:
    """The one text of `value`, on one line; two values are equal when their texts are.

    Raises `ValueTooDeep` for a value nested in more than `MAX_DEPTH` levels.
    """
    return string_text(value) if type(value) is str else _write(value, 0)


def parse_value(text: str) -> Value:
    """The value that `text` writes; `format_value` of it is the canonical spelling of `text`.

    A node, relationship or path has no identity: see `runner.render.syntax.Pattern`. Raises
    `runner.render.syntax.BlockSyntaxError`.
    """
    from runner.render.reader import Reader

    value: Value = Reader(text).only_value()
    return value


def string_text(text: str) -> str:
    """`text` as a string literal in double quotes."""
    if text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'  # most have nothing to escape
    return f'"{_escape(text, _STRING_ESCAPES)}"'


def name_text(name: str) -> str:
    """A key, label or type: in backticks where it is no plain name.

    Inside backticks Cypher knows no escapes but ``\\uXXXX``: control characters are written
    so, and a backslash that would be read as the start of one.
    """
    if name.isascii() and name.isidentifier():
        return name
    escaped = _escape(name.replace("\\u", "\\u005Cu"), _NAME_ESCAPES)
    return f"`{escaped}`"


def escape_controls(text: str) -> str:
    """`text` with its line ends, tabs and control characters written as in strings."""
    return text if text.isprintable() else _escape(text, _CONTROL_ESCAPES)


def _escape(text: str, escapes: dict[int, str]) -> str:
    text = text.translate(escapes)
    if not text.isprintable():  # half of a surrogate pair cannot be written in UTF-8
        text = "".join(f"\\u{ord(c):04X}" if "\ud800" <= c <= "\udfff" else c for c in text)
    return text


def properties_text(properties: dict[str, Value], depth: int = 0) -> str:
    """A map: keys sorted by code point."""
    if depth >= MAX_DEPTH:
        raise ValueTooDeep
    entries = [
        f"{name_text(key)}: {_write(properties[key], depth + 1)}" for key in sorted(properties)
    ]
    return f"{{{', '.join(entries)}}}"


def labels_text(labels: Iterable[str]) -> str:
    """Labels, sorted by code point, each after its colon."""
    return "".join([f":{name_text(label)}" for label in sorted(labels)])


def join_description(names: str, properties: str) -> str:
    """What stands in a node's or relationship's brackets: labels or type, then properties."""
    if properties == "{}":
        return names
    return f"{names} {properties}" if names else properties


def _write(value: Any, depth: int) -> str:
    kind = type(value)
    if kind is str:
        return string_text(value)
    writer = _WRITERS.get(kind)
    if writer is None:
        raise TypeError(f"not a value of Cypher: {type(value).__name__}")
    return writer(value, depth)


def _write_list(value: list[Value], depth: int) -> str:
    if depth >= MAX_DEPTH:
        raise ValueTooDeep
    return f"[{', '.join([_write(item, depth + 1) for item in value])}]"


def _write_node(node: Node, depth: int) -> str:
    properties = properties_text(node.properties, depth)
    return f"({join_description(labels_text(node.labels), properties)})"


def _write_relationship(relationship: Relationship, depth: int) -> str:
    properties = properties_text(relationship.properties, depth)
    return f"[{join_description(f':{name_text(relationship.type)}', properties)}]"


def _write_path(path: Path, depth: int) -> str:
    parts = [_write_node(path.nodes[0], depth)]
    steps = zip(path.relationships, pairwise(path.nodes), strict=True)
    for relationship, (before, after) in steps:
        middle = _write_relationship(relationship, depth)
        forward = relationship.start == before.id
        parts.append(f"-{middle}->" if forward else f"<-{middle}-")
        parts.append(_write_node(after, depth))
    return "".join(parts)


def _write_point(point: Point, _depth: int) -> str:
    pairs = zip("xyz", point.coordinates, strict=False)
    inner = ", ".join(f"{axis}: {float_text(coordinate)}" for axis, coordinate in pairs)
    return f'point({{{inner}, crs: "{point.crs}"}})'


def _write_vector(vector: Vector, _depth: int) -> str:
    if vector.coordinate_type.startswith("INTEGER"):
        texts = [str(coordinate) for coordinate in vector.coordinates]
    else:
        write = _float32_text if vector.coordinate_type == "FLOAT32" else float_text
        texts = [write(coordinate) for coordinate in vector.coordinates]
    return f"vector([{', '.join(texts)}], {len(texts)}, {vector.coordinate_type})"


def _float32_text(number: float) -> str:
    """`number` rounded to 32 bits, as Java's ``Float.toString`` writes it: ``0.1``."""
    try:
        rounded = unpack("f", pack("f", number))[0]
    except OverflowError:
        return float_text(number)
    for digits in range(9):
        shortest = float(f"{rounded:.{digits}e}")
        if unpack("f", pack("f", shortest))[0] == rounded:
            return float_text(shortest)
    return float_text(rounded)  # not a number


def _temporal(name: str) -> Callable[[Any, int], str]:
    return lambda value, _depth: f'{name}("{value}")'


_WRITERS: dict[type, Callable[[Any, int], str]] = {
    type(None): lambda _value, _depth: "null",
    bool: lambda value, _depth: "true" if value else "false",
    int: lambda value, _depth: str(value),
    float: lambda value, _depth: float_text(value),
    Decimal: lambda value, _depth: value.text,
    str: lambda value, _depth: string_text(value),
    bytes: lambda value, _depth: f'bytes("{b64encode(value).decode()}")',
    list: _write_list,
    dict: properties_text,
    Node: _write_node,
    Relationship: _write_relationship,
    Path: _write_path,
    Date: _temporal("date"),
    Time: _temporal("time"),
    LocalTime: _temporal("localtime"),
    DateTime: _temporal("datetime"),
    LocalDateTime: _temporal("localdatetime"),
    Duration: _temporal("duration"),
    Point: _write_point,
    Vector: _write_vector,
    Wildcard: lambda value, _depth: value.written,
}
