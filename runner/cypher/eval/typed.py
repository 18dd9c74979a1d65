"""``IS ::``: whether a value is of a Cypher type."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from runner.cypher.eval.describe import CYPHER_TYPES
from runner.cypher.eval.text import coordinate_name
from runner.cypher.failures import unsupported
from runner.cypher.store.records import NodeRecord, PathRecord, RelationshipRecord
from runner.cypher.syntax.expressions import IsTyped
from runner.cypher.syntax.types import ListType, ScalarType, UnionType, VectorType
from runner.values import Vector

if TYPE_CHECKING:
    from runner.cypher.eval.compiler import Compiler
    from runner.cypher.eval.runtime import Eval, Row, State
    from runner.cypher.syntax.expressions import Expression
    from runner.cypher.syntax.types import CypherType

TypeTest: TypeAlias = Callable[[Any], bool]

_PYTHON_TYPES = {name: kind for kind, name in CYPHER_TYPES.items()}
_LISTS = (list, bytes)
"""Bytes are a list of integers."""
_NOT_STORED = (dict, list, NodeRecord, RelationshipRecord, PathRecord)


def type_test(type_: CypherType) -> TypeTest:
    """A function that tells whether a value is of `type_`. Raises ValueError for other types.

    An empty list is a list of anything; null is of every type that allows it but NOTHING.
    """
    if isinstance(type_, UnionType):
        tests = tuple(map(type_test, type_.members))
        return lambda value: any(test(value) for test in tests)
    if isinstance(type_, ListType):
        inner = type_test(type_.inner)
        return _nullable(
            lambda value: type(value) in _LISTS and all(map(inner, value)), type_.nullable
        )
    if isinstance(type_, VectorType):
        return _nullable(_vector_test(type_), type_.nullable)
    if isinstance(type_, ScalarType):
        return _scalar_test(type_)
    raise ValueError(type(type_).__name__)


def _nullable(test: TypeTest, nullable: bool) -> TypeTest:
    return lambda value: nullable if value is None else test(value)


def _vector_test(type_: VectorType) -> TypeTest:
    coordinate = type_.coordinate and coordinate_name(type_.coordinate)
    dimension = type_.dimension

    def test(value: Any) -> bool:
        return (
            type(value) is Vector
            and (dimension is None or len(value.coordinates) == dimension)
            and (coordinate is None or coordinate_name(value.coordinate_type) == coordinate)
        )

    return test


def _scalar_test(type_: ScalarType) -> TypeTest:
    name = type_.name
    if name == "NOTHING":
        return lambda _: False
    if name == "NULL":
        return lambda value: value is None
    if name == "ANY":
        return _nullable(lambda _: True, type_.nullable)
    if name == "VECTOR":
        return _nullable(lambda value: type(value) is Vector, type_.nullable)
    if name == "PROPERTY VALUE":
        return _nullable(_is_storable, type_.nullable)
    kind = _PYTHON_TYPES.get(name)
    if kind is None:
        raise ValueError(name)
    return _nullable(lambda value: type(value) is kind, type_.nullable)


def _is_storable(value: Any) -> bool:
    if type(value) is not list:
        return type(value) not in _NOT_STORED
    kinds = set(map(type, value))
    return (len(kinds) <= 1 or kinds == {int, float}) and not kinds & {
        *_NOT_STORED,
        bytes,
        type(None),
    }


def compile_is_typed(compiler: Compiler, test: IsTyped) -> Eval:
    operand, negated = compiler.compile(test.operand), test.negated
    try:
        holds = type_test(test.type)
    except ValueError as error:
        what = f"the type {error}"
        raise unsupported(compiler.text, test.type.start, what) from None

    def evaluate(row: Row, state: State) -> bool:
        return holds(operand(row, state)) is not negated

    return evaluate


COMPILE: dict[type[Expression], Callable[..., Eval]] = {IsTyped: compile_is_typed}
