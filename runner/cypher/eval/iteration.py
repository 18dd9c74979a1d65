"""Expressions that walk a list: comprehensions, quantifiers, reduce, allReduce.

What is no list counts as a list of itself, null gives null. The variables have slots of their
own, written item by item.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.eval.arithmetic import add
from runner.cypher.eval.limits import check_items
from runner.cypher.eval.simplify import simplified
from runner.cypher.eval.truth import truth
from runner.cypher.failures import unsupported
from runner.cypher.ordering import items_of
from runner.cypher.syntax.base import walk
from runner.cypher.syntax.expressions import (
    AllReduce,
    Binary,
    ListComprehension,
    Literal,
    Quantified,
    Reduce,
    Variable,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runner.cypher.eval.compiler import Compiler
    from runner.cypher.eval.runtime import Eval, Row, State
    from runner.cypher.syntax.expressions import Expression


def _keeps_all(compiler: Compiler, predicate: Expression | None) -> bool:
    settled = predicate and simplified(predicate, compiler.replaced)
    return settled is None or (isinstance(settled, Literal) and settled.value is True)


def compile_comprehension(compiler: Compiler, comprehension: ListComprehension) -> Eval:
    source = compiler.compile(comprehension.source)
    if comprehension.projection is None and _keeps_all(compiler, comprehension.predicate):
        # Neo4j takes such a comprehension for its source, even where that is no list.
        return source
    inner = compiler.within(compiler.scope.child())
    slot = inner.scope.declare(comprehension.variable.name)
    holds = None
    if comprehension.predicate is not None:
        holds = inner.predicate(comprehension.predicate)
    project = None
    if comprehension.projection is not None:
        project = inner.compile(comprehension.projection)

    def evaluate(row: Row, state: State) -> list[Any] | None:
        items = source(row, state)
        if items is None:
            return None
        tick = state.tick
        result: list[Any] = []
        for item in items if type(items) is list else items_of(items):
            tick()
            row[slot] = item
            if holds is None or holds(row, state):
                result.append(item if project is None else project(row, state))
        return result

    return evaluate


def compile_quantified(compiler: Compiler, quantified: Quantified) -> Eval:
    source = compiler.compile(quantified.source)
    inner = compiler.within(compiler.scope.child())
    slot = inner.scope.declare(quantified.variable.name)
    if quantified.predicate is None:
        raise unsupported(compiler.text, quantified.start, f"{quantified.kind}() without WHERE")
    predicate = inner.compile(quantified.predicate)
    judge = _JUDGES[quantified.kind]

    def verdicts(items: Any, row: Row, state: State) -> Iterator[bool | None]:
        for item in items if type(items) is list else items_of(items):
            state.tick()
            row[slot] = item
            yield truth(predicate(row, state))

    def evaluate(row: Row, state: State) -> bool | None:
        items = source(row, state)
        return None if items is None else judge(verdicts(items, row, state))

    return evaluate


def _all(verdicts: Iterator[bool | None]) -> bool | None:
    answer: bool | None = True
    for verdict in verdicts:
        if verdict is False:
            return False
        if verdict is None:
            answer = None
    return answer


def _any(verdicts: Iterator[bool | None]) -> bool | None:
    answer: bool | None = False
    for verdict in verdicts:
        if verdict is True:
            return True
        if verdict is None:
            answer = None
    return answer


def _none(verdicts: Iterator[bool | None]) -> bool | None:
    some = _any(verdicts)
    return None if some is None else not some


def _single(verdicts: Iterator[bool | None]) -> bool | None:
    found = unknown = False
    for verdict in verdicts:
        if verdict is True:
            if found:
                return False
            found = True
        elif verdict is None:
            unknown = True
    return None if unknown else found


_JUDGES: dict[str, Callable[[Iterator[bool | None]], bool | None]] = {
    "all": _all,
    "any": _any,
    "none": _none,
    "single": _single,
}


def compile_reduce(compiler: Compiler, reduce: Reduce) -> Eval:
    source, initial = compiler.compile(reduce.source), compiler.compile(reduce.initial)
    inner = compiler.within(compiler.scope.child())
    total = inner.scope.declare(reduce.accumulator.name)
    slot = inner.scope.declare(reduce.variable.name)
    added = _added(inner, reduce)
    if added is not None:
        return _sum(source, initial, slot, added)
    step = inner.compile(reduce.step)

    def evaluate(row: Row, state: State) -> Any:
        items = source(row, state)
        if items is None:
            return None
        row[total] = initial(row, state)
        for item in items if type(items) is list else items_of(items):
            state.tick()
            row[slot] = item
            row[total] = step(row, state)
        return row[total]

    return evaluate


def _added(inner: Compiler, reduce: Reduce) -> Eval | None:
    """What each step adds to the accumulator, where a step does nothing else with it."""
    step, name = reduce.step, reduce.accumulator.name
    if not isinstance(step, Binary) or step.operator != "+" or step in inner.replaced:
        return None
    if not isinstance(step.left, Variable) or step.left.name != name:
        return None
    if any(isinstance(part, Variable) and part.name == name for part in walk(step.right)):
        return None
    return inner.compile(step.right)


def _sum(source: Eval, initial: Eval, slot: int, added: Eval) -> Eval:
    """A reduce that adds. A list grows in place: a new one at each step would take its square."""

    def evaluate(row: Row, state: State) -> Any:
        items = source(row, state)
        if items is None:
            return None
        total = initial(row, state)
        is_ours = False
        for item in items if type(items) is list else items_of(items):
            state.tick()
            row[slot] = item
            more = added(row, state)
            if is_ours and more is not None:
                more = more if type(more) is list else items_of(more)
                check_items(len(total) + len(more))
                total.extend(more)
            else:
                total = add(total, more)
                is_ours = type(total) is list
        return total

    return evaluate


def compile_all_reduce(compiler: Compiler, reduce: AllReduce) -> Eval:
    source, initial = compiler.compile(reduce.source), compiler.compile(reduce.initial)
    inner = compiler.within(compiler.scope.child())
    total = inner.scope.declare(reduce.accumulator.name)
    slot = inner.scope.declare(reduce.variable.name)
    step, predicate = inner.compile(reduce.step), inner.compile(reduce.predicate)

    def verdicts(items: Any, row: Row, state: State) -> Iterator[bool | None]:
        row[total] = initial(row, state)
        for item in items if type(items) is list else items_of(items):
            state.tick()
            row[slot] = item
            row[total] = step(row, state)
            yield truth(predicate(row, state))

    def evaluate(row: Row, state: State) -> bool | None:
        items = source(row, state)
        return None if items is None else _all(verdicts(items, row, state))

    return evaluate


COMPILE: dict[type[Expression], Callable[..., Eval]] = {
    ListComprehension: compile_comprehension,
    Quantified: compile_quantified,
    Reduce: compile_reduce,
    AllReduce: compile_all_reduce,
}
