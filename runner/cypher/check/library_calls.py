"""Calls of functions of a library, or for temporal values: Neo4j has them as user-defined ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.check import types as t
from runner.cypher.check.signatures import CANONICAL, parameter_types, read_type
from runner.cypher.functions.table import Aggregate
from runner.cypher.syntax.expressions import Variable

if TYPE_CHECKING:
    from runner.cypher.check.types import Types
    from runner.cypher.check.walk import Walk
    from runner.cypher.functions.table import Function, Parameter
    from runner.cypher.syntax.expressions import FunctionCall


_NUMBERS = "INTEGER | FLOAT"
_LEFT_OUT = "DEFAULT_TEMPORAL_ARGUMENT"


def is_judged_as_library(function: Function | Aggregate) -> bool:
    """Whether Neo4j holds calls against a signature, and so words its errors in other ways."""
    return function.library is not None or (
        function.category == "Temporal" and function.name != "format"
    )


def library_call(walk: Walk, node: FunctionCall, function: Function | Aggregate) -> Types:
    """Judge a call, each argument with its type. DISTINCT is let pass, and means nothing."""
    parameters = function.parameters
    least = sum(not parameter.optional for parameter in parameters)
    fits = least <= len(node.arguments) <= len(parameters)
    if not fits:
        _wrong_count(walk, node, function)
    found = walk.aggregates_found
    before = len(walk.problems)
    declared = parameter_types(parameters)
    for at, argument in enumerate(node.arguments):
        types = walk.expression(argument)
        if not fits:
            continue
        wanted = t.NUMBER if parameters[at].type == _NUMBERS else declared[at]
        if isinstance(argument, Variable):
            walk.expect(argument, types, wanted)
        else:
            walk.expect_operand(argument, types, wanted)
    if isinstance(function, Aggregate):
        _aggregate(walk, node, nested=walk.aggregates_found > found, before=before)
    return read_type(function.returns) if fits else t.ANY


def _aggregate(walk: Walk, node: FunctionCall, *, nested: bool, before: int) -> None:
    """What is wrong with where an aggregate stands comes before what is with its arguments."""
    if nested:
        walk.problems.add(
            node.start,
            "Can't use aggregate functions inside of aggregate functions.",
            "42I24",
            f"Aggregate expression {walk.text[node.start : node.end]} is not allowed in this "
            "context.",
        )
        walk.problems.move_last(before)
    if not walk.aggregates:
        walk.problems.add(
            node.start,
            f"Invalid use of aggregating function {node.name.rpartition('.')[2]}(...) in this "
            "context",
            "42I24",
            f"Aggregate expression '{node.name}' is not allowed in this context.",
        )
        walk.problems.move_last(before)
    walk.aggregates_found += 1


def _wrong_count(walk: Walk, node: FunctionCall, function: Function | Aggregate) -> None:
    parameters = function.parameters
    wanted = len(parameters)
    # What is not given and has a default counts as given.
    got = len(node.arguments) + sum(p.optional for p in parameters[len(node.arguments) :])
    name = CANONICAL.get(function.name, function.name)
    signature = library_signature(name, parameters, function.returns)
    plural = "s"[: wanted != 1]
    types = ", ".join(parameter.type for parameter in parameters)
    meaning = f"{wanted} argument{plural} of type{plural} {types}" if types else "no arguments"
    walk.problems.add(
        node.start,
        f"Function call does not provide the required number of arguments: expected {wanted} got "
        f"{got}.\n\nFunction {name} has signature: {signature}\nmeaning that it expects "
        f"{meaning}\nDescription: {function.description}",
        "42I13",
        "The procedure or function call does not provide the required number of arguments; "
        f"expected {wanted} but got {got}. The procedure or function {name}() has the "
        f"signature: {signature}.",
    )


def library_signature(name: str, parameters: tuple[Parameter, ...], returns: str) -> str:
    """A signature as these errors write it, where defaults are values of the server."""
    parts = []
    for parameter in parameters:
        default = f"  =  {_default(parameter)}" if parameter.optional else ""
        parts.append(f"{parameter.name}{default} :: {parameter.type}")
    return f"{name}({', '.join(parts)}) :: {returns}"


def _default(parameter: Parameter) -> str:
    text = parameter.default
    if text == "null":
        return "NO_VALUE"
    if parameter.type == "STRING" or text == _LEFT_OUT:
        return f"'{text}'"
    if parameter.type == "MAP":
        return "Map{}"
    if parameter.type.startswith("LIST"):
        items = text.strip("[]").split(", ") if text != "[]" else []
        return f"List{{{', '.join(f'Double({float(item):e})' for item in items)}}}"
    return text
