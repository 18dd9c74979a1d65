"""Comparison chains, IN, IS NULL."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from runner.cypher.eval.access import compile_existence, property_of
from runner.cypher.eval.literals import constant, is_constant, variable_slot
from runner.cypher.eval.simplify import settled_comparison
from runner.cypher.ordering import (
    UNORDERED,
    compare,
    equals,
    group_key,
    items_of,
    less,
    less_or_equal,
)
from runner.cypher.store.records import NodeRecord
from runner.cypher.syntax.expressions import (
    Binary,
    Comparison,
    IsNull,
    ListLiteral,
    Literal,
    PropertyAccess,
)

if TYPE_CHECKING:
    from collections.abc import Hashable

    from runner.cypher.eval.compiler import Compiler
    from runner.cypher.eval.runtime import Eval, Row, State
    from runner.cypher.syntax.expressions import Expression

_DIRECT = frozenset((int, float, str, bool))
"""Types whose values of the same type compare as Python compares them, NaN included, but not the
zeros among floats: -0.0 is below 0.0."""


def differs(a: Any, b: Any) -> bool | None:
    """Whether ``a <> b``; None where null leaves it open."""
    same = equals(a, b)
    return None if same is None else not same


def above(a: Any, b: Any) -> bool | None:
    """Whether ``a > b``; None where the two do not compare. So the next one."""
    order = compare(a, b)
    return None if order is None or (order == 0 and type(a) in UNORDERED) else order > 0


def at_least(a: Any, b: Any) -> bool | None:
    """Whether ``a >= b``."""
    order = compare(a, b)
    return None if order is None else order >= 0


Test: TypeAlias = "Callable[[Any, Any], bool | None]"

_TESTS: dict[str, tuple[Test, Test]] = {
    "=": (operator.eq, equals),
    "<>": (operator.ne, differs),
    "<": (operator.lt, less),
    "<=": (operator.le, less_or_equal),
    ">": (operator.gt, above),
    ">=": (operator.ge, at_least),
}
"""For each operator what decides it between values of one direct type, and between any."""


def compile_comparison(compiler: Compiler, comparison: Comparison) -> Eval:
    settled = settled_comparison(comparison)
    if settled is not None:
        return constant(settled)
    if len(comparison.operators) > 1:
        return _compile_chain(compiler, comparison)
    left, right = comparison.operands
    sign = comparison.operators[0]
    constant_right = isinstance(right, Literal) and right not in compiler.replaced
    if isinstance(right, Literal) and constant_right and sign == "=":
        slot = _property_slot(compiler, left)
        if slot is not None and isinstance(left, PropertyAccess):
            return _property_equals(slot, left.key, right.value)
    first = compiler.compile(left)
    if isinstance(right, Literal) and constant_right:
        return _against_constant(_TESTS[sign], first, right.value)
    second = compiler.compile(right)
    slot = _property_slot(compiler, left)
    if slot is not None and isinstance(left, PropertyAccess):
        return _property_between(_TESTS[sign], slot, left.key, first, second)
    return _between(_TESTS[sign], first, second)


def _between(tests: tuple[Test, Test], first: Eval, second: Eval) -> Eval:
    direct, general = tests

    def evaluate(row: Row, state: State) -> bool | None:
        left = first(row, state)
        right = second(row, state)
        kind = type(left)
        if kind is type(right) and kind in _DIRECT and (left or kind is not float):
            return direct(left, right)
        return general(left, right)

    return evaluate


def _property_between(
    tests: tuple[Test, Test], slot: int, key: str, first: Eval, second: Eval
) -> Eval:
    """`_between` where the left side, `first`, is the property `key` of what is in `slot`."""
    direct, general = tests

    def evaluate(row: Row, state: State) -> bool | None:
        subject = row[slot]
        if type(subject) is NodeRecord and not subject.deleted:
            left = subject.properties.get(key)
        else:
            left = first(row, state)
        right = second(row, state)
        kind = type(left)
        if kind is type(right) and kind in _DIRECT and (left or kind is not float):
            return direct(left, right)
        return general(left, right)

    return evaluate


def _against_constant(tests: tuple[Test, Test], first: Eval, right: Any) -> Eval:
    direct, general = tests
    kind = type(right)
    if kind not in _DIRECT or (kind is float and not right):
        return _between(tests, first, constant(right))

    def evaluate(row: Row, state: State) -> bool | None:
        left = first(row, state)
        if type(left) is kind:
            return direct(left, right)
        return general(left, right)

    return evaluate


def _property_slot(compiler: Compiler, access: Expression) -> int | None:
    """The slot of ``v`` where `access` is ``v.key`` and neither is replaced by a value."""
    if not isinstance(access, PropertyAccess) or access in compiler.replaced:
        return None
    return variable_slot(compiler, access.subject)


def _property_equals(slot: int, key: str, value: Any) -> Eval:
    """``v.key = value`` with a literal value: the commonest predicate of all."""
    if value is None:
        return constant(None)
    kind = type(value)

    def evaluate(row: Row, _state: State) -> bool | None:
        subject = row[slot]
        if type(subject) is NodeRecord and not subject.deleted:
            found = subject.properties.get(key)
        else:
            found = property_of(subject, key)
        if type(found) is kind:
            return found == value  # type: ignore[no-any-return]
        return equals(found, value)

    return evaluate


def _compile_chain(compiler: Compiler, comparison: Comparison) -> Eval:
    """``a < b <= c``: the conjunction of its links; each operand is evaluated once."""
    first, *rest = compiler.compile_all(comparison.operands)
    links = tuple(
        (_TESTS[sign][1], operand) for sign, operand in zip(comparison.operators, rest, strict=True)
    )

    def evaluate(row: Row, state: State) -> bool | None:
        answer: bool | None = True
        left = first(row, state)
        for test, operand in links:
            right = operand(row, state)
            holds = test(left, right)
            if holds is False:
                return False
            if holds is None:
                answer = None
            left = right
        return answer

    return evaluate


_ITEMS_PER_TICK = 64


def is_in(value: Any, items: Any, state: State) -> bool | None:
    """Whether ``value IN items``: None where only a null could make it true.

    What is no list counts as a list of itself.
    """
    if items is None:
        return None
    if type(items) is not list:
        items = items_of(items)
    answer: bool | None = False
    for number, item in enumerate(items):
        if number % _ITEMS_PER_TICK == 0:
            state.tick()
        same = equals(value, item)
        if same is True:
            return True
        if same is None:
            answer = None
    return answer


class _Members:
    """A list's items as a set, for lists that are searched again and again.

    The set is made when the same list is searched a second time: lists never change.
    """

    __slots__ = ("_items", "_keys", "_open")

    def __init__(self) -> None:
        self._items: Any = None
        self._keys: frozenset[Hashable] | None = None
        self._open = False

    def search(self, value: Any, items: Any, state: State) -> bool | None:
        """`is_in` for the same arguments."""
        if type(value) not in _DIRECT or items is None:
            return is_in(value, items, state)
        if items is not self._items:
            self._items, self._keys = items, None
            return is_in(value, items, state)
        if self._keys is None:
            listed = items if type(items) is list else items_of(items)
            self._keys = frozenset(map(group_key, listed))
            self._open = None in self._keys
        if value == value and group_key(value) in self._keys:
            return True
        return None if self._open else False


def compile_in(compiler: Compiler, binary: Binary) -> Eval:
    value, items = compiler.compile(binary.left), compiler.compile(binary.right)
    if isinstance(binary.right, ListLiteral) and not is_constant(binary.right):
        return lambda row, state: is_in(value(row, state), items(row, state), state)
    search = _Members().search
    return lambda row, state: search(value(row, state), items(row, state), state)


def compile_is_null(compiler: Compiler, test: IsNull) -> Eval:
    tested = test.operand
    if isinstance(tested, PropertyAccess) and tested not in compiler.replaced:
        operand = compile_existence(compiler, tested)
    else:
        operand = compiler.compile(tested)
    if test.negated:
        return lambda row, state: operand(row, state) is not None
    return lambda row, state: operand(row, state) is None


COMPILE: dict[type[Expression], Callable[..., Eval]] = {
    Comparison: compile_comparison,
    IsNull: compile_is_null,
}
