"""The list of a clause that goes through it element by element."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.functions import lookup
from runner.cypher.functions.lists import numbers_between
from runner.cypher.syntax.expressions import FunctionCall

if TYPE_CHECKING:
    from runner.cypher.eval.compiler import Compiler
    from runner.cypher.eval.runtime import Eval
    from runner.cypher.syntax.expressions import Expression


def compile_elements(compiler: Compiler, source: Expression) -> Eval:
    """Like `Compiler.compile`, but ``range(…)`` is a Python range, and so may be of any length."""
    evaluate = compiler.compile(source)
    if not isinstance(source, FunctionCall) or source in compiler.replaced:
        return evaluate
    function = lookup(source.name, compiler.language)
    if function is None or function.name != "range":
        return evaluate
    arguments = compiler.compile_all(source.arguments)
    return lambda row, state: numbers_between(*[argument(row, state) for argument in arguments])
