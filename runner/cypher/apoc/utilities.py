"""``apoc.util.*``, ``apoc.meta.cypher.*``, ``apoc.label.*``, ``apoc.version`` and UUIDs."""

from __future__ import annotations

import base64
import hashlib
import re
import time
import uuid
from typing import TYPE_CHECKING, Any

from runner.cypher.apoc import java
from runner.cypher.apoc.declare import ONLY_5, function, procedure
from runner.cypher.apoc.failing import JavaError, illegal_argument, null_pointer, runtime
from runner.cypher.apoc.java_format import java_format
from runner.cypher.store.records import NodeRecord, PathRecord, RelationshipRecord
from runner.errors import StatementTimeout
from runner.values import Date, DateTime, Duration, LocalDateTime, LocalTime, Point, Time

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.cypher.eval.runtime import State

VERSION = "2026.08.1"
_TYPES: dict[type, str] = {
    bool: "BOOLEAN",
    int: "INTEGER",
    float: "FLOAT",
    str: "STRING",
    dict: "MAP",
    Date: "DATE",
    LocalTime: "LOCAL_TIME",
    Time: "TIME",
    LocalDateTime: "LOCAL_DATE_TIME",
    DateTime: "DATE_TIME",
    Duration: "DURATION",
    Point: "POINT",
    NodeRecord: "NODE",
    RelationshipRecord: "RELATIONSHIP",
    PathRecord: "PATH",
}


def type_name(value: Any) -> str:
    """The type of a value as APOC names it: ``LIST OF STRING``, ``DATE_TIME``."""
    if value is None:
        return "NULL"
    if type(value) is not list:
        return _TYPES.get(type(value), "ANY")
    inner = {"LIST" if type(item) is list else type_name(item) for item in value}
    return f"LIST OF {inner.pop() if len(inner) == 1 else 'ANY'}"


def _types(props: Any) -> dict[str, str]:
    if isinstance(props, (NodeRecord, RelationshipRecord)):
        props = props.properties
    if type(props) is not dict:
        return {}
    return {name: type_name(value) for name, value in props.items()}


def _is_type(value: Any, type_: str | None) -> bool:
    if type_ is None:
        raise null_pointer("String.equalsIgnoreCase(String)", "type")
    return type_.lower() == type_name(value).lower()


def _digest(name: str, values: list[Any]) -> str:
    text = "".join("" if value is None else java.text(value) for value in values)
    return hashlib.new(name, text.encode("utf-8", "replace"), usedforsecurity=False).hexdigest()


def _message(message: str | None, params: list[Any] | None) -> str:
    if message is None:
        raise JavaError("java.lang.NullPointerException")
    return java_format(message, params, "en") if params else message


def _validate_predicate(predicate: bool, message: str | None, params: list[Any] | None) -> bool:
    if predicate:
        raise runtime(_message(message, params))
    return True


def _validate(
    _state: State, predicate: bool, message: str | None, params: list[Any] | None
) -> Iterator[tuple[Any, ...]]:
    _validate_predicate(predicate, message, params)
    return iter(())


def _sleep(state: State, duration: int) -> Iterator[tuple[Any, ...]]:
    end = time.monotonic() + duration / 1000
    while (left := end - time.monotonic()) > 0:
        if state.deadline is not None and time.monotonic() > state.deadline:
            raise StatementTimeout(state.time_limit or 0)
        time.sleep(min(left, 0.01))
    return iter(())


def _label_exists(node: Any, label: str | None) -> bool:
    if isinstance(node, NodeRecord):
        return label in node.labels
    return isinstance(node, RelationshipRecord) and node.type == label


def _to_base64(text: str) -> str:
    if not re.fullmatch(r"[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}", text):
        raise illegal_argument(f"Invalid UUID string: {text}")
    return base64.b64encode(uuid.UUID(text).bytes).decode().rstrip("=")


def _to_hex(text: str | None) -> str:
    if text is None:
        raise JavaError("java.lang.NullPointerException")
    if len(text) != 22:
        raise JavaError(
            "java.lang.IllegalStateException", "Invalid UUID length. Expected 22 characters"
        )
    try:
        return str(uuid.UUID(bytes=base64.b64decode(text + "==", validate=True)))
    except ValueError:
        raise illegal_argument("Illegal base64 character") from None


def _uuids(state: State, count: int) -> Iterator[tuple[int, str]]:
    for row in range(count):
        state.tick()
        yield row, str(uuid.uuid4())


def _hash(name: str) -> Any:
    return function(
        f"apoc.util.{name}(values :: LIST<ANY>) :: STRING",
        lambda values: _digest(name, values),
        f"The {name.upper()} hash of the texts of some values.",
        null={"values": "java.util.List.iterator()"},
    )


FUNCTIONS = (
    function(
        "apoc.create.uuid() :: STRING",
        lambda: str(uuid.uuid4()),
        "A random UUID.",
        deterministic=False,
        languages=ONLY_5,
    ),
    function(
        "apoc.create.uuidBase64() :: STRING",
        lambda: _to_base64(str(uuid.uuid4())),
        "A random UUID in Base64.",
        deterministic=False,
    ),
    function(
        "apoc.create.uuidBase64ToHex(base64Uuid :: STRING) :: STRING",
        _to_hex,
        "A UUID in hexadecimal digits, from Base64.",
    ),
    function(
        "apoc.create.uuidHexToBase64(uuid :: STRING) :: STRING",
        _to_base64,
        "A UUID in Base64, from hexadecimal digits.",
        null={"uuid": "String.length()|name"},
    ),
    function(
        "apoc.label.exists(node :: ANY, label :: STRING) :: BOOLEAN",
        _label_exists,
        "Whether a node has a label, or a relationship a type.",
    ),
    function(
        "apoc.meta.cypher.isType(value :: ANY, type :: STRING) :: BOOLEAN",
        _is_type,
        "Whether a value is of a type.",
    ),
    function("apoc.meta.cypher.type(value :: ANY) :: STRING", type_name, "The type of a value."),
    function(
        "apoc.meta.cypher.types(props :: ANY) :: MAP",
        _types,
        "The types of the values of a map or an entity.",
    ),
    *map(_hash, ("md5", "sha1", "sha256", "sha384", "sha512")),
    function(
        "apoc.util.validatePredicate(predicate :: BOOLEAN!, message :: STRING, "
        "params :: LIST<ANY>) :: BOOLEAN",
        _validate_predicate,
        "True, or an error with the message if the predicate is true.",
        deterministic=False,
    ),
    function("apoc.version() :: STRING", lambda: VERSION, "The version that this behaves as."),
)

PROCEDURES = (
    procedure(
        "apoc.create.uuids(count :: INTEGER!) :: (row :: INTEGER, uuid :: STRING)",
        _uuids,
        "Random UUIDs.",
        languages=ONLY_5,
    ),
    procedure("apoc.util.sleep(duration :: INTEGER!)", _sleep, "Waits some milliseconds."),
    procedure(
        "apoc.util.validate(predicate :: BOOLEAN!, message :: STRING, params :: LIST<ANY>)",
        _validate,
        "Fails with the message if the predicate is true.",
    ),
)
