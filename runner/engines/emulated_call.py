"""The nouns of emulation: one call of a session, the constraints that are kept, a transaction."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING

from runner.result import Counters

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from runner.cypher.store.schema import Constraint
    from runner.engines.bolt_session import BoltSession
    from runner.result import Result
    from runner.values import Value

_LEAST_SECONDS = 0.001


@dataclass(frozen=True, slots=True)
class Call:
    """A statement that is to be run on a server's session, and in what time."""

    session: BoltSession
    statement: str
    parameters: Mapping[str, Value] | None = None
    timeout: float | None = None
    language: str | None = None
    max_rows: int | None = None
    max_memory: int | None = None
    begun: float = field(default_factory=monotonic)
    """Of `monotonic`."""

    @property
    def left(self) -> float | None:
        """How many seconds there are left; None without a limit."""
        if self.timeout is None:
            return None
        return max(self.timeout - (monotonic() - self.begun), _LEAST_SECONDS)

    def run(self) -> Result:
        """Run the statement. See `Session.run`."""
        return self.session.run(
            self.statement,
            self.parameters,
            timeout=self.left,
            language=self.language,
            max_rows=self.max_rows,
            max_memory=self.max_memory,
        )

    def ask(self, statement: str) -> Result:
        """What another statement gives, in the time that is left."""
        return self.session.run(statement, timeout=self.left, language=self.language)


class Emulated:
    """The constraints that are emulated on one database.

    Attributes:
        constraints: Those that are committed, by name, in order of creation.
    """

    __slots__ = ("constraints",)

    def __init__(self) -> None:
        self.constraints: dict[str, Constraint] = {}

    def change(self, added: Iterable[Constraint], removed: Iterable[Constraint]) -> None:
        """Add and remove constraints."""
        constraints = dict(self.constraints)
        for constraint in removed:
            constraints.pop(constraint.name, None)
        constraints.update((constraint.name, constraint) for constraint in added)
        self.constraints = constraints


class Open(Emulated):
    """A transaction that is open, with the constraints as it sees them.

    Attributes:
        counters: What its statements did.
        failed: Whether a statement has failed.
    """

    __slots__ = ("_before", "_touched", "_uncounted", "counters", "failed")

    def __init__(self, shared: Emulated) -> None:
        self.constraints = self._before = shared.constraints
        self.counters = Counters()
        self.failed = False
        self._touched: dict[str, Constraint] = {}
        self._uncounted = False

    def wrote(
        self, touched: Mapping[str, Constraint], counters: Counters, *, uncounted: bool
    ) -> None:
        """Say that a statement has run that may have broken the constraints `touched`.

        `uncounted` is whether `counters` may not tell of all that it did.
        """
        self._touched.update(touched)
        self.counters.add(counters)
        self._uncounted = self._uncounted or uncounted

    def commit_to(self, shared: Emulated) -> None:
        """Let all sessions see what has changed here."""
        before, after = self._before, self.constraints
        shared.change(
            [constraint for name, constraint in after.items() if name not in before],
            [constraint for name, constraint in before.items() if name not in after],
        )

    def to_check(self) -> list[Constraint]:
        """The constraints that may be broken, in order of creation."""
        return [
            constraint
            for name, constraint in self.constraints.items()
            if name in self._touched and self._may_break(constraint)
        ]

    def _may_break(self, constraint: Constraint) -> bool:
        counters = self.counters
        if self._uncounted or counters.properties_set:
            return True
        if constraint.entity == "RELATIONSHIP":
            return counters.relationships_created > 0
        return counters.labels_added > 0
