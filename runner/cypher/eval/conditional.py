"""CASE: only the tests up to the first that holds, and its result, are evaluated."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.eval.literals import constant, slot_value
from runner.cypher.syntax.expressions import Case, CaseSubject

if TYPE_CHECKING:
    from collections.abc import Callable

    from runner.cypher.eval.compiler import Compiler
    from runner.cypher.eval.runtime import Eval, Row, State
    from runner.cypher.eval.truth import Predicate
    from runner.cypher.syntax.expressions import Expression


def compile_case(compiler: Compiler, case: Case) -> Eval:
    default = constant(None) if case.default is None else compiler.compile(case.default)
    if case.subject is None:
        return _choice(_branches(compiler, case), default)
    subject = compiler.compile(case.subject)
    slot = compiler.scope.frame.allocate()
    choose = _choice(_branches(compiler, case, slot), default)

    def evaluate(row: Row, state: State) -> Any:
        row[slot] = subject(row, state)
        return choose(row, state)

    return evaluate


def _branches(
    compiler: Compiler, case: Case, slot: int | None = None
) -> tuple[tuple[Predicate, Eval], ...]:
    """Each test with its result; the tests see the CASE's subject in `slot`."""
    branches: list[tuple[Predicate, Eval]] = []
    for branch in case.branches:
        if slot is not None:
            compiler.subjects.append(slot)
        tests = tuple(map(compiler.predicate, branch.tests))
        if slot is not None:
            compiler.subjects.pop()
        result = compiler.compile(branch.result)
        branches += ((test, result) for test in tests)
    return tuple(branches)


def _choice(branches: tuple[tuple[Predicate, Eval], ...], default: Eval) -> Eval:
    def evaluate(row: Row, state: State) -> Any:
        for holds, result in branches:
            if holds(row, state):
                return result(row, state)
        return default(row, state)

    return evaluate


def compile_subject(compiler: Compiler, _subject: CaseSubject) -> Eval:
    return slot_value(compiler.subjects[-1])


COMPILE: dict[type[Expression], Callable[..., Eval]] = {
    Case: compile_case,
    CaseSubject: compile_subject,
}
