"""One feature of Cypher that pages name."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from runner.cypher.syntax.base import Syntax


class Feature(NamedTuple):
    """A name of the vocabulary."""

    name: str
    recognise: Callable[[Syntax], bool]
    """Whether a node of a syntax tree uses it; the first node is the statement."""
    to_be_named: bool = True
    """Whether a page with ``features`` should name it when it uses it. What every other page
    uses need not be."""
    covers: tuple[str, ...] = ()
    """Features that need not be named where this one is."""


def kind(*classes: type[Syntax]) -> Callable[[Syntax], bool]:
    """A test of a node's class."""

    def test(node: Syntax) -> bool:
        return isinstance(node, classes)

    return test
