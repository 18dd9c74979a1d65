"""How a function is declared: its signature once, so that no body checks arity or null again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol


class Parameter(NamedTuple):
    """One parameter of a function."""

    name: str
    type: str
    """Its Cypher type as Neo4j's signatures write it: ``STRING``, ``INTEGER | FLOAT``, ``ANY``."""
    optional: bool = False
    """Whether it may be left out; only the last ones may be."""
    default: str = "null"
    """What its signature shows as its default, where it is optional."""


class Function(NamedTuple):
    """A function of one value per row.

    `call` gets the arguments as positional values, after the run's `State` when `contextual`.
    With `propagates_null` it is not called when an argument is null: the answer is null.
    Values are those of `runner.values`, but that entities are the store's live records.
    """

    name: str
    """Its name with namespace, in the documented spelling; looked up without regard to case."""
    category: str
    """The category that SHOW FUNCTIONS gives it, as ``String`` or ``Temporal``."""
    description: str
    parameters: tuple[Parameter, ...]
    returns: str
    call: Callable[..., Any]
    propagates_null: bool = True
    contextual: bool = False
    variadic: bool = False
    """Whether the last parameter may be repeated."""
    deterministic: bool = True
    languages: tuple[str, ...] = ("5", "25")
    """The Cypher versions that know it."""
    library: str | None = None
    """The library that a database needs for it, as ``apoc``; None: it is Cypher's own."""


class Accumulator(Protocol):
    """The state of one aggregate in one group."""

    def add(self, value: Any, /) -> None:
        """Take the value of one more row; null is passed in too."""

    def result(self) -> Any:
        """The aggregate of all that was added."""


class Aggregate(NamedTuple):
    """An aggregating function. `start` makes the accumulator of a new group.

    A second argument (a percentile) is constant in a group: `start` is called with it.
    """

    name: str
    category: str
    description: str
    parameters: tuple[Parameter, ...]
    returns: str
    start: Callable[..., Accumulator]
    languages: tuple[str, ...] = ("5", "25")
    library: str | None = None
    """As in `Function`."""
    whole: bool = False
    """Whether `add` gets the list of all arguments of each row, and `start` nothing."""
