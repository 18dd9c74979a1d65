"""Random functions in aggregates, which Neo4j refuses where it comes upon them (22000).

Neo4j looks through what it has compiled, and of many expressions that shows it only some parts:
`count(1 + rand())` is refused, `count([rand()][0])` is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.check.problems import unplaced
from runner.cypher.syntax.base import children
from runner.cypher.syntax.expressions import (
    AllReduce,
    Binary,
    Case,
    FunctionCall,
    ListComprehension,
    ListLiteral,
    Logical,
    PatternComprehension,
    PatternPredicate,
    PropertyAccess,
    Quantified,
    Reduce,
    Slice,
    Subquery,
    Subscript,
    Trim,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from runner.cypher.check.walk import Walk
    from runner.cypher.syntax.base import Syntax

_OPAQUE = (Subquery, PatternComprehension, PatternPredicate, PropertyAccess, AllReduce)
_BOTH = frozenset("+-*/%^") | {"IN"}
"""Operators of which both sides are looked at; of the others only the right one is."""
_NO_ARGUMENT = frozenset(("range", "normalize", "vector"))
_NO_ARGUMENT_IN_25 = frozenset(
    (
        *("date", "time", "localtime", "datetime", "localdatetime", "duration"),
        *("local_time", "zoned_time", "local_datetime", "zoned_datetime"),
    )
)
_FIRST_ARGUMENT = frozenset(("round", "nullif"))
_RANDOM = frozenset(("rand", "randomuuid"))


def check_random(walk: Walk, node: FunctionCall) -> None:
    """Refuse the aggregate `node` if Neo4j finds a random function in its first argument."""
    stack: list[Syntax] = list(node.arguments[:1])
    while stack:
        part = stack.pop()
        if _is_random(part):
            walk.planner.append(
                unplaced(
                    "Can't use non-deterministic (random) functions inside of aggregate functions.",
                    "22000",
                    (
                        "22N34",
                        "Cannot use non-deterministic function inside an aggregate function.",
                    ),
                )
            )
            return
        stack.extend(_seen_parts(part, walk.language))


def _is_random(node: Syntax) -> bool:
    return isinstance(node, FunctionCall) and node.name.lower() in _RANDOM


def _seen_parts(node: Syntax, language: str) -> Iterable[Syntax]:
    """The parts of `node` that Neo4j looks at."""
    match node:
        case FunctionCall():
            return _seen_arguments(node, language)
        case Binary(operator=operator, right=right):
            return children(node) if operator in _BOTH else (right,)
        case Logical(operator=operator, operands=operands):
            return () if operator == "OR" else operands[-1:]
        case Subscript(index=index):
            return (index,)
        case Slice(subject=container):
            return (container,)
        case Case(branches=branches, default=default):
            results = [each.result for each in branches if not isinstance(each.result, ListLiteral)]
            return results if default is None else (*results, default)
        case ListComprehension(predicate=predicate, projection=projection):
            seen = predicate if projection is None else projection
            return () if seen is None else (seen,)
        case Quantified(predicate=predicate):
            return () if predicate is None else (predicate,)
        case Reduce(initial=initial, step=step):
            return (initial, step) if _is_random(step) else (initial,)
        case _:
            return () if isinstance(node, _OPAQUE) else children(node)


def _seen_arguments(node: FunctionCall, language: str) -> tuple[Syntax, ...]:
    name = node.name.lower()
    if name in _NO_ARGUMENT or name.endswith(".truncate") or name.startswith("duration."):
        return ()
    if name in _NO_ARGUMENT_IN_25 and language != "5":
        return ()
    if name == "coalesce":
        return node.arguments
    first = name in _FIRST_ARGUMENT or isinstance(node, Trim)
    return node.arguments[:1] if first else node.arguments[-1:]
