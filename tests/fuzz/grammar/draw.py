"""Choices of a seeded random generator, and the names in scope."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")


class Draw:
    """Random choices, and names that no statement has used yet."""

    def __init__(self, seed: str | int) -> None:
        self.random = Random(seed)
        self._numbers = count()

    def one(self, options: Sequence[T]) -> T:
        return self.random.choice(options)

    def weighted(self, options: dict[str, int]) -> str:
        """A key, as often as its value says."""
        return self.random.choices(list(options), list(options.values()))[0]

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def integer(self, least: int, most: int) -> int:
        return self.random.randint(least, most)

    def some(self, options: Sequence[T], most: int) -> list[T]:
        """From none to `most` of the options, each once."""
        return self.random.sample(options, self.integer(0, min(most, len(options))))

    def restart_names(self) -> None:
        """Start the names of the next statement."""
        self._numbers = count()

    def name(self, prefix: str) -> str:
        return f"{prefix}{next(self._numbers)}"


@dataclass
class Scope:
    """Variables and their types; parameters that the statement has come to need."""

    types: dict[str, str] = field(default_factory=dict)
    parameters: dict[str, object] = field(default_factory=dict)
    ordered: bool = True
    """Whether the order of the rows is fixed, so that writes may depend on it."""
    inner: bool = False
    """Whether this is inside a CALL: there a match mode of one clause is held against the
    shortestPath() and the labels of another, after an import was rewritten."""
    written: bool = False
    """Whether the statement has written something.

    Then `keys(n)` and its like are left out: the server does not count them as reads of the
    properties, so whether they see what later rows write is its planner's choice.
    """
    loaded: bool = False
    """Whether a file was loaded, so that ``linenumber()`` and ``file()`` say something."""

    def of(self, kind: str) -> list[str]:
        return [name for name, type_ in self.types.items() if type_ == kind]

    def extended(self, names: dict[str, str]) -> Scope:
        """This scope with more variables; parameters are shared."""
        return Scope(
            {**self.types, **names},
            self.parameters,
            self.ordered,
            self.inner,
            self.written,
            self.loaded,
        )

    def fresh(self) -> Scope:
        """No variables; parameters are shared."""
        return Scope({}, self.parameters, written=self.written)
