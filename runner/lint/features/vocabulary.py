"""The names of features, each with what makes a statement use it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from runner.cypher.functions import all_functions
from runner.cypher.syntax.base import walk
from runner.cypher.syntax.expressions import (
    AllReduce,
    CountStar,
    FunctionCall,
    Quantified,
    Reduce,
)
from runner.cypher.syntax.patterns import Selector
from runner.lint.features.clauses import CLAUSES
from runner.lint.features.expressions import EXPRESSIONS
from runner.lint.features.schema import SCHEMA

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from runner.cypher.syntax.base import Syntax
    from runner.cypher.syntax.clauses import Statement
    from runner.lint.features.feature import Feature

FEATURES: tuple[Feature, ...] = (*SCHEMA, *CLAUSES, *EXPRESSIONS)
"""The vocabulary, beside the names of functions."""

_SPECIAL = ("count", "all", "any", "none", "single", "reduce", "allReduce")
_PATHS = ("shortestPath", "allShortestPaths")


class Used(NamedTuple):
    """A feature that a statement uses, and where it is seen first."""

    name: str
    offset: int


def used_features(statement: Statement) -> Iterator[Used]:
    """The features that a statement uses, each once."""
    seen: set[str] = set()
    for node in (statement, *walk(statement.body)):
        for feature in FEATURES:
            if feature.name not in seen and feature.recognise(node):
                seen.add(feature.name)
                yield Used(feature.name, node.start)
        name = _function(node)
        if name is not None and name not in seen:
            seen.add(name)
            yield Used(name, node.start)


def _function(node: Syntax) -> str | None:
    """The function that a node calls, as features name it."""
    if isinstance(node, FunctionCall):
        known = function_names().get(node.name.lower(), node.name)
        return f"{known}()"
    if isinstance(node, Reduce):
        return "reduce()"
    if isinstance(node, AllReduce):
        return "allReduce()"
    if isinstance(node, Quantified):
        return f"{node.kind.lower()}()"
    if isinstance(node, CountStar):
        return "count()"
    if isinstance(node, Selector) and node.kind in _PATHS:
        return f"{node.kind}()"
    return None


def function_names() -> dict[str, str]:
    """The functions by their names in lower case, each in its documented spelling."""
    names = {function.name.lower(): function.name for function in all_functions()}
    return names | {name.lower(): name for name in (*_SPECIAL, *_PATHS)}


def by_name() -> dict[str, Feature]:
    """The vocabulary by name."""
    return {feature.name: feature for feature in FEATURES}


def is_known(name: str) -> bool:
    """Whether a name is of the vocabulary, or a function's with ``()`` behind it."""
    if name in by_name():
        return True
    return name.endswith("()") and name[:-2] in function_names().values()


def nearest_known(name: str) -> str | None:
    """The name of the vocabulary that is nearest to one that is not of it."""
    from runner.page.problems import nearest

    names = [*by_name(), *(f"{function}()" for function in function_names().values())]
    return nearest(name, names)


def covered(names: Iterable[str]) -> set[str]:
    """The features that a page names, and those that these imply."""
    known = by_name()
    found = set(names)
    for name in list(found):
        if name in known:
            found |= set(known[name].covers)
    return found
