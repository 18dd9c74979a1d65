"""Results as data for programs: JSON and CSV."""

from __future__ import annotations

import json
from base64 import b64encode
from math import isfinite
from typing import TYPE_CHECKING, Any

from runner.render.literal import format_value
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
    Vector,
)
from runner.values.spatial import CRS_BY_SRID

if TYPE_CHECKING:
    from runner.errors import EngineError
    from runner.result import Result

_TEMPORAL = {
    Date: "$date",
    Time: "$time",
    LocalTime: "$localtime",
    DateTime: "$datetime",
    LocalDateTime: "$localdatetime",
    Duration: "$duration",
}


def result_json(result: Result | EngineError, cell: str | None = None) -> str:
    """A result on one line: columns, rows as lists, counters; or the error's code and message.

    `cell` is the name of the cell that gave it. Values that JSON lacks are one-key objects, as in
    data blocks; nodes, relationships and paths are objects of what they hold.
    """
    content: dict[str, Any] = {} if cell is None else {"cell": cell}
    if isinstance(result, Exception):
        content["error"] = {"code": result.code, "message": result.message}
    else:
        content["columns"] = list(result.columns)
        content["rows"] = [[json_value(value) for value in row] for row in result.rows]
        content["counters"] = result.counters.as_dict()
    return json_line(content)


def json_line(content: dict[str, Any]) -> str:
    """An object as JSON on one line that every reader of JSON lines takes for one line."""
    text = json.dumps(content, ensure_ascii=False, allow_nan=False)
    if any("\ud800" <= character <= "\udfff" for character in text):
        text = json.dumps(content)  # half of a surrogate pair cannot be written in UTF-8
    # These two end a line for some readers of JSON lines.
    return text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def json_value(value: Any) -> Any:
    """A value as what `json` writes; of a data block it would be read as the same value."""
    kind = type(value)
    if kind is list:
        return [json_value(item) for item in value]
    if kind is dict:
        pairs = {key: json_value(item) for key, item in value.items()}
        return {"$map": pairs} if any(key.startswith("$") for key in pairs) else pairs
    if kind is float and not isfinite(value):
        return {"$float": format_value(value)}
    if kind in _TEMPORAL:
        return {_TEMPORAL[kind]: str(value)}
    if kind is Decimal:
        return {"$decimal": value.text}
    if kind is bytes:
        return {"$bytes": b64encode(value).decode("ascii")}
    if isinstance(value, Point):
        axes = dict(zip("xyz", map(json_value, value.coordinates), strict=False))
        return {"$point": {**axes, "crs": CRS_BY_SRID[value.srid]}}
    if isinstance(value, Vector):
        numbers = [json_value(number) for number in value.coordinates]
        return {"$vector": {"values": numbers, "type": value.coordinate_type}}
    return _graph_value(value)


def _graph_value(value: Any) -> Any:
    if isinstance(value, Node):
        return {
            "labels": sorted(value.labels),
            "properties": json_value(value.properties),
        }
    if isinstance(value, Relationship):
        return {"type": value.type, "properties": json_value(value.properties)}
    if isinstance(value, Path):
        return {
            "nodes": [json_value(node) for node in value.nodes],
            "relationships": [json_value(each) for each in value.relationships],
        }
    return value


def result_csv(result: Result) -> str:
    """A result as CSV with a header line (RFC 4180), without a last line end.

    As in the ``csv`` data blocks of pages: null is an empty field without quotes, and a string
    that would be read as another value is in quotes. Values of other types are in the spelling
    of tables.
    """
    rows = [",".join(_quoted(column) for column in result.columns)]
    rows += [",".join(map(_field, row)) for row in result.rows]
    return "\n".join(rows)


def _field(value: Any) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        return _quoted(format_value(value))
    return f'"{_doubled(value)}"' if _reads_as_other(value) else _quoted(value)


def _reads_as_other(text: str) -> bool:
    if text in ("", "true", "false"):
        return True
    try:
        float(text)
    except ValueError:
        return False
    return True


def _quoted(text: str) -> str:
    special = any(character in text for character in ',"\r\n') or text.strip() != text
    return f'"{_doubled(text)}"' if special else text


def _doubled(text: str) -> str:
    return text.replace('"', '""')
