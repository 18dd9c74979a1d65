"""Gathers what is wrong with a statement and raises what Neo4j would report.

Neo4j gathers the problems of a phase, sorts them by the status of their cause and reports the
first. The order of statuses is that of its `VariableChecker.explicitOrderingOfErrorCodes`;
statuses that are not in it come first, in the order in which they were found.
"""

from __future__ import annotations

from runner.cypher import failures
from runner.errors import Cause, EngineError

_ORDER = (
    "42N14 42I28 42I21 42N21 42N44 42I43 42N39 42I32 42I56 42N34 42N07 42N59 42N62 42I37 42I38 "
    "42I69 42N25 42N71 22N27 42I41 42I14 42I58 42N77 42I25 42N24"
)
_FIRST = -2
_UNLISTED = -1
_RANKS = {status: rank for rank, status in enumerate(_ORDER.split())}
# What is wrong with variables comes before all else that has no place in the order.
_RANKS.update(dict.fromkeys(("42N38", "42N66", "42N29", "42N3A"), _FIRST))


class Problems:
    """The problems of one phase in one statement."""

    __slots__ = ("_found", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._found: list[tuple[int, int, str, str, Cause | None]] = []

    def __len__(self) -> int:
        return len(self._found)

    def add(
        self, offset: int, message: str, status: str, detail: str, below: Cause | None = None
    ) -> None:
        """Note a ``SyntaxError`` of status 42001 whose cause is `status` with `detail`."""
        self.add_plain(offset, message, "42001", Cause(status, detail, below))

    def add_plain(
        self, offset: int, message: str, gql_status: str, cause: Cause | None = None
    ) -> None:
        """Note a ``SyntaxError`` whose own status is `gql_status`."""
        rank = _RANKS.get(cause.gql_status, _UNLISTED) if cause else _UNLISTED
        self._found.append((rank, offset, message, gql_status, cause))

    def move_last(self, to: int) -> None:
        """Put the last problem at the place `to` in the order in which they were found."""
        self._found.insert(to, self._found.pop())

    def raise_first(self) -> None:
        """Raise the problem that Neo4j reports; do nothing where there is none."""
        if not self._found:
            return
        _, offset, message, gql_status, cause = min(self._found, key=_rank)
        error = failures.syntax_error(self.text, offset, message, gql_status=gql_status)
        error.cause = cause
        raise error


def _rank(problem: tuple[int, int, str, str, Cause | None]) -> int:
    return problem[0]


def unplaced(message: str, gql_status: str, cause: tuple[str, str] | None = None) -> EngineError:
    """A ``SyntaxError`` that names no place in the text: those that Neo4j's planner raises."""
    return failures.client_error("Statement.SyntaxError", gql_status, message, cause)
