"""Functions that make, measure and compare vectors.

Distances, norms and scores are 32-bit floats, computed step by step in that precision as Neo4j's
are; in high dimensions its processor's parallel sums may differ in the last bits.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import Any

from runner.cypher.eval.describe import describe, type_name, value_type
from runner.cypher.eval.text import coordinate_name, value_text, vector_text
from runner.cypher.failures import (
    arithmetic_error,
    client_error,
    database_error,
    syntax_error,
)
from runner.cypher.functions.declare import CYPHER_25, float_to_long
from runner.cypher.functions.table import Function, Parameter
from runner.cypher.ordering import items_of
from runner.cypher.similarity import cosine_score, euclidean_score, unit
from runner.cypher.store.values import value_text as quoted_text
from runner.errors import EngineError
from runner.values import INT64_MAX, INT64_MIN, Vector
from runner.values.numbers import to_float32
from runner.values.spatial import MAX_DIMENSION

_COORDINATE_TYPES = {
    "INTEGER8": "INTEGER8",
    "INT8": "INTEGER8",
    "INTEGER16": "INTEGER16",
    "INT16": "INTEGER16",
    "INTEGER32": "INTEGER32",
    "INT32": "INTEGER32",
    "INTEGER64": "INTEGER",
    "INT64": "INTEGER",
    "INTEGER": "INTEGER",
    "INT": "INTEGER",
    "SIGNED INTEGER": "INTEGER",
    "FLOAT32": "FLOAT32",
    "FLOAT64": "FLOAT",
    "FLOAT": "FLOAT",
}
_BITS = {"INTEGER8": 8, "INTEGER16": 16, "INTEGER32": 32, "INTEGER": 64}
_OTHER_VALUE = re.compile(r"[^\W\d]\w*(?:\.\w+)*|\d+(?:\.\d+)?|'[^']*'")
"""A text that is an expression but no list."""
_NUMBERS = "LIST<INTEGER | FLOAT>"


def _argument_type_error(message: str, wanted: str, value: Any, found: str) -> EngineError:
    described = f"Expected the value {value} to be of type {wanted}, but was of type {found}."
    return client_error("Statement.TypeError", "22N38", message, ("22N01", described))


def _vector(source: Any, dimension: Any, coordinate: str) -> Vector:
    kind = _COORDINATE_TYPES[coordinate.upper().removesuffix(" NOT NULL")]
    if type(dimension) is not int:
        shown = describe(dimension)
        message = f"Invalid input for function 'vector()': Expected an integer but got {shown}"
        raise _argument_type_error(message, "INTEGER", shown, type_name(dimension))
    if not 0 < dimension <= MAX_DIMENSION:
        described = (
            f"Expected 'dimension' to be of type INTEGER and in the range 1 to {MAX_DIMENSION} "
            f"but found {dimension}."
        )
        message = "Function argument to 'vector()' is out of range"
        raise client_error("Statement.ArgumentError", "22N38", message, ("22N03", described))
    numbers = _read_list(source) if type(source) is str else source
    if type(numbers) is bytes:
        numbers = items_of(numbers)
    if type(numbers) is not list:
        shown = describe(source)
        message = (
            f"Invalid input for function 'vector()': Expected a string or list but got {shown}"
        )
        raise _argument_type_error(message, f"STRING or {_NUMBERS}", shown, type_name(source))
    if not numbers:
        message = (
            "22NBE: Invalid vector dimensions. The number of vector dimensions must be between "
            f"1 and {MAX_DIMENSION}, but is 0."
        )
        raise client_error("Statement.ArgumentError", "22NBE", message)
    made = Vector(tuple(_coordinate(number, kind) for number in numbers), kind)
    if len(made.coordinates) != dimension:
        width = coordinate_name(kind)
        wanted, found = f"VECTOR<{width}>({dimension})", f"VECTOR<{width}>({len(numbers)})"
        shown = vector_text(Vector(made.coordinates, width))
        described = f"Expected the value {shown} to be of type {wanted}, but was of type {found}."
        message = f"Expected a {wanted}, but got {found}"
        raise client_error("Statement.TypeError", "22G03", message, ("22N01", described))
    return made


def _read_list(text: str) -> list[Any]:
    """The numbers of a text as ``[1, 2.5]``."""
    stripped = text.strip()
    if _OTHER_VALUE.fullmatch(stripped):
        message = f"Invalid input for function 'vector': Expected a NUMBER, got: {stripped}"
        raise _argument_type_error(message, "NUMBER", stripped, "ANY")
    if not stripped.startswith("["):
        raise _invalid_input(text, text.find(stripped) if stripped else 0)
    if not stripped.endswith("]"):
        raise _invalid_input(text, len(text))
    inner = stripped[1:-1].strip()
    return [_read_number(item.strip()) for item in inner.split(",")] if inner else []


def _invalid_input(text: str, offset: int) -> EngineError:
    found = text[offset : offset + 1]
    described = f"Invalid input '{found}', expected: an expression."
    message = f"Invalid input '{found}': expected an expression"
    return syntax_error(text, offset, message, ("42I06", described))


def _read_number(item: str) -> int | float:
    digits = item.removeprefix("-").replace("_", "")
    sign = -1 if item.startswith("-") else 1
    if re.fullmatch(r"[0-9]+|0x[0-9a-fA-F]+|0o[0-7]+", digits):
        whole = sign * int(digits, 0 if digits[:2] in ("0x", "0o") else 10)
        if not INT64_MIN <= whole <= INT64_MAX:
            message = f'For input string: "{digits}"'
            raise database_error("Statement.ExecutionFailed", "50N00", message)
        return whole
    if re.fullmatch(r"[0-9]*\.?[0-9]+(?:[eE][-+]?[0-9]+)?", digits):
        return sign * float(digits)
    message = f"Invalid input for function 'vector': Expected a NUMBER, got: {item}"
    raise _argument_type_error(message, "INTEGER or FLOAT", item, "ANY")


def _coordinate(number: Any, kind: str) -> int | float:
    if type(number) not in (int, float):
        found = describe(number)
        message = f"Invalid input for function 'vector()': Expected a NUMBER, got: {found}"
        raise _argument_type_error(message, "INTEGER or FLOAT", _shown(number), value_type(number))
    if kind in ("FLOAT", "FLOAT32"):
        made = float(number) if kind == "FLOAT" else to_float32(float(number))
        if not math.isfinite(made):
            message = "22NBG: Invalid vector coordinates. The vector coordinates must be finite."
            raise client_error("Statement.ArgumentError", "22NBG", message)
        return made
    limit = 1 << (_BITS[kind] - 1)
    whole = number if type(number) is int else float_to_long(number)
    if not -limit <= whole < limit or (type(number) is float and abs(number) > limit):
        raise arithmetic_error("numeric value out of range", "vector()")
    return int(whole)


def _shown(value: Any) -> str:
    """A value as the descriptions of causes show it."""
    if isinstance(value, (bool, str, int, float)):
        return quoted_text(value)
    return value_text(value) or describe(value)


def _compared(function: str, a: Any, b: Any) -> tuple[list[float], list[float]]:
    """The coordinates of two vectors or lists of numbers, of the same length."""
    pair: list[list[float]] = []
    for name, value in (("a", a), ("b", b)):
        if type(value) not in (Vector, list):
            message = f"Expected argument {name} to be a {_NUMBERS}"
            shown = f'"{value}"' if isinstance(value, str) else _shown(value)
            raise _argument_type_error(message, _NUMBERS, shown, value_type(value))
        items = value.coordinates if type(value) is Vector else value
        valid = bool(items) and all(
            type(item) in (int, float) and math.isfinite(to_float32(float(item))) for item in items
        )
        _require_valid(function, name, valid)
        pair.append([float(item) for item in items])
    if len(pair[0]) != len(pair[1]):
        message = (
            f"Invalid input for '{function}()': The supplied vectors do not have the same number "
            "of dimensions."
        )
        raise client_error("Statement.ArgumentError", "22N38", message)
    return pair[0], pair[1]


def _require_valid(function: str, name: str, valid: bool) -> None:
    if not valid:
        message = (
            f"Invalid input for '{function}()': Argument {name} is not a valid vector for this "
            "similarity function."
        )
        raise client_error("Statement.ArgumentError", "22N38", message)


def cosine_similarity(a: Any, b: Any) -> float:
    """The score of two vectors by their angle: (1 + cos)/2.

    Raises `EngineError` for vectors of different length, and for one without direction.
    """
    function = "vector.similarity.cosine"
    first, second = map(unit, _compared(function, a, b))
    _require_valid(function, "a", first is not None)
    _require_valid(function, "b", second is not None)
    assert first is not None
    assert second is not None
    return cosine_score(first, second)


def euclidean_similarity(a: Any, b: Any) -> float:
    """The score of two vectors by their distance d: 1/(1 + d²).

    Raises `EngineError` for vectors of different length, and for infinite coordinates.
    """
    first, second = _compared("vector.similarity.euclidean", a, b)
    return euclidean_score([to_float32(x) for x in first], [to_float32(x) for x in second])


def _sum(terms: Sequence[float]) -> float:
    """The sum of 32-bit floats in their own precision."""
    total = 0.0
    for term in terms:
        total = to_float32(total + to_float32(term))
    return total


def _differences(a: Sequence[float], b: Sequence[float]) -> list[float]:
    return [to_float32(x - y) for x, y in zip(a, b, strict=True)]


def _squared_norm(a: Sequence[float]) -> float:
    return _sum([x * x for x in a])


def _dot(a: Sequence[float], b: Sequence[float]) -> float:
    return _sum([x * y for x, y in zip(a, b, strict=True)])


def _cosine_distance(a: Sequence[float], b: Sequence[float]) -> float:
    norms = math.sqrt(_squared_norm(a) * _squared_norm(b))
    return to_float32(1 - to_float32(_dot(a, b) / norms)) if norms else math.nan


_DISTANCES: dict[str, Callable[[Sequence[float], Sequence[float]], float]] = {
    "EUCLIDEAN": lambda a, b: to_float32(math.sqrt(_squared_norm(_differences(a, b)))),
    "EUCLIDEAN_SQUARED": lambda a, b: _squared_norm(_differences(a, b)),
    "MANHATTAN": lambda a, b: _sum([abs(x) for x in _differences(a, b)]),
    "COSINE": _cosine_distance,
    "DOT": lambda a, b: -_dot(a, b),
    "HAMMING": lambda a, b: float(sum(x != y for x, y in zip(a, b, strict=True))),
}
_NORMS: dict[str, Callable[[Sequence[float]], float]] = {
    "EUCLIDEAN": lambda a: to_float32(math.sqrt(_squared_norm(a))),
    "MANHATTAN": lambda a: _sum([abs(x) for x in a]),
}


def _narrow(function: str, value: Any) -> list[float]:
    """The coordinates of a vector as 32-bit floats."""
    if type(value) is not Vector:
        message = f"Expected a vector value for `{function}`, but got: {describe(value)}."
        raise _argument_type_error(message, "VECTOR", _shown(value), value_type(value))
    return [to_float32(float(x)) for x in value.coordinates]


def _distance(a: Any, b: Any, metric: str) -> float:
    first, second = _narrow("vector_distance", a), _narrow("vector_distance", b)
    if len(first) != len(second):
        described = (
            f"Invalid input '`vector1` of dimension {len(first)} and `vector2` of dimension "
            f"{len(second)}' for vector1 and vector2. Expected 'vector arguments must be the same "
            "dimension'."
        )
        message = (
            "The argument `vector1` and `vector2` in the `vector_distance()` function must be of "
            "the same dimension."
        )
        raise client_error("Statement.ArgumentError", "22N38", message, ("22N04", described))
    return _DISTANCES[metric.upper()](first, second)


def _norm(a: Any, metric: str) -> float:
    return _NORMS[metric.upper()](_narrow("vector_norm", a))


def _dimension_count(a: Any) -> int:
    if type(a) is not Vector:
        message = (
            "Invalid input for function 'vector_dimension_count()': Expected a VECTOR, got: "
            f"{describe(a)}"
        )
        raise _argument_type_error(message, "VECTOR", _shown(a), value_type(a))
    return len(a.coordinates)


_METRICS = f"[{', '.join(_DISTANCES)}]"
_COMPARED = (
    Parameter("a", f"VECTOR | {_NUMBERS}"),
    Parameter("b", f"VECTOR | {_NUMBERS}"),
)

FUNCTIONS = (
    Function(
        "vector",
        "Scalar",
        "A vector of a dimension and a type of coordinates.",
        (
            Parameter("vectorValue", f"STRING | {_NUMBERS}"),
            Parameter("dimension", "INTEGER"),
            Parameter(
                "coordinateType",
                "[INTEGER64, INTEGER32, INTEGER16, INTEGER8, FLOAT64, FLOAT32]",
            ),
        ),
        "VECTOR",
        _vector,
        languages=CYPHER_25,
    ),
    Function(
        "vector_dimension_count",
        "Vector",
        "The number of coordinates of a vector.",
        (Parameter("input", "VECTOR"),),
        "INTEGER",
        _dimension_count,
        languages=CYPHER_25,
    ),
    Function(
        "vector_distance",
        "Vector",
        "The distance of two vectors by a metric.",
        (
            Parameter("vector1", "VECTOR"),
            Parameter("vector2", "VECTOR"),
            Parameter("vectorDistanceMetric", _METRICS),
        ),
        "FLOAT",
        _distance,
        languages=CYPHER_25,
    ),
    Function(
        "vector_norm",
        "Vector",
        "The distance of a vector from the origin by a metric.",
        (Parameter("vector", "VECTOR"), Parameter("vectorDistanceMetric", _METRICS)),
        "FLOAT",
        _norm,
        languages=CYPHER_25,
    ),
    Function(
        "vector.similarity.cosine",
        "Vector",
        "The similarity of two vectors by their angle.",
        _COMPARED,
        "FLOAT",
        cosine_similarity,
    ),
    Function(
        "vector.similarity.euclidean",
        "Vector",
        "The similarity of two vectors by their distance.",
        _COMPARED,
        "FLOAT",
        euclidean_similarity,
    ),
)
