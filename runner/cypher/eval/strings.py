"""String predicates: STARTS WITH, ENDS WITH, CONTAINS, ``=~``, IS NORMALIZED."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.eval.comparison import compile_in
from runner.cypher.syntax.expressions import Binary, IsNormalized, Literal

if TYPE_CHECKING:
    from collections.abc import Callable

    from runner.cypher.eval.compiler import Compiler
    from runner.cypher.eval.runtime import Eval, Row, State
    from runner.cypher.syntax.expressions import Expression


def _contains(text: str, part: str) -> bool:
    return part in text


def _string_test(test: Callable[[str, str], bool]) -> Callable[[Compiler, Binary], Eval]:
    """Compiles a test of two strings that is null where one of them is no string."""

    def compile_test(compiler: Compiler, binary: Binary) -> Eval:
        left, right = compiler.compile(binary.left), compiler.compile(binary.right)

        def evaluate(row: Row, state: State) -> bool | None:
            text, part = left(row, state), right(row, state)
            if type(text) is str and type(part) is str:
                return test(text, part)
            return None

        return evaluate

    return compile_test


def compile_match(compiler: Compiler, binary: Binary) -> Eval:
    """``text =~ pattern``: the pattern must match the whole text."""
    from runner.cypher.eval.regex import compile_pattern

    left, right = compiler.compile(binary.left), compiler.compile(binary.right)
    literal = binary.right.value if isinstance(binary.right, Literal) else None

    def evaluate(row: Row, state: State) -> bool | None:
        text = left(row, state)
        pattern = literal if literal is not None else right(row, state)
        if type(text) is not str or type(pattern) is not str:
            return None
        state.tick()
        matched = compile_pattern(pattern).fullmatch(text) is not None
        state.tick()
        return matched

    return evaluate


def compile_is_normalized(compiler: Compiler, test: IsNormalized) -> Eval:
    operand = compiler.compile(test.operand)
    form, negated = test.form, test.negated

    def evaluate(row: Row, state: State) -> bool | None:
        value: Any = operand(row, state)
        if type(value) is not str:
            return None
        from unicodedata import is_normalized

        return is_normalized(form, value) is not negated  # type: ignore[arg-type]

    return evaluate


BINARY: dict[str, Callable[[Compiler, Binary], Eval]] = {
    "IN": compile_in,
    "STARTS WITH": _string_test(str.startswith),
    "ENDS WITH": _string_test(str.endswith),
    "CONTAINS": _string_test(_contains),
    "=~": compile_match,
}
"""The binary operators that are predicates, by how they are written."""

COMPILE: dict[type[Expression], Callable[..., Eval]] = {IsNormalized: compile_is_normalized}
