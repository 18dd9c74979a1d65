"""What one side answers, and how two answers differ."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Answer:
    """What a statement gave on one side.

    Attributes:
        columns: Names of the columns.
        rows: The values of each row as text.
        counters: The counters that are not zero.
        error: Code and GQLSTATUS of the failure, or of a crash the exception's name; None.
        message: The text of the failure.
        graph: The final state of the graph: one line an entity, sorted.
    """

    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    counters: dict[str, int] = field(default_factory=dict)
    error: tuple[str, str] | None = None
    message: str = ""
    graph: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.error:
            return f"{self.error[0]} [{self.error[1]}] {self.message.partition(chr(10))[0]}"
        shown = "; ".join(", ".join(row) for row in self.rows[:8])
        return f"{len(self.rows)} rows: {shown}" + (f" {self.counters}" if self.counters else "")


@dataclass(frozen=True)
class Difference:
    """How two answers differ: `kind` groups reports and guides the shrinker."""

    kind: str
    ours: Answer
    theirs: Answer


def difference(ours: Answer, theirs: Answer, *, ordered: bool) -> Difference | None:
    """The first difference of two answers, None when they agree."""
    kind = _kind(ours, theirs, ordered)
    return Difference(kind, ours, theirs) if kind else None


def _kind(ours: Answer, theirs: Answer, ordered: bool) -> str:
    if ours.error and not ours.error[0].startswith("Neo."):
        return f"crash {ours.error[0]}"
    if ours.error or theirs.error:
        if ours.error and theirs.error:
            if _timed_out(ours) and _timed_out(theirs):
                return ""
            if ours.error[0] != theirs.error[0]:
                return f"code {_title(ours)} for {_title(theirs)}"
            if ours.error[1] != theirs.error[1]:
                return f"status {ours.error[1]} for {theirs.error[1]} of {_title(theirs)}"
        elif ours.error:
            return f"refused {_title(ours)}"
        else:
            return f"accepted {_title(theirs)}"
    if ours.columns != theirs.columns:
        return "columns"
    if Counter(ours.rows) != Counter(theirs.rows):
        return "rows" if len(ours.rows) == len(theirs.rows) else "number of rows"
    if ordered and _levelled(ours) != _levelled(theirs):
        return "order"
    if ours.counters != theirs.counters:
        return "counters"
    return "graph" if ours.graph != theirs.graph else ""


def _timed_out(answer: Answer) -> bool:
    # A server says in the code whose limit it was: the client's, a setting's.
    return answer.error is not None and "TransactionTimedOut" in answer.error[0]


def _levelled(answer: Answer) -> list[tuple[str, ...]]:
    # 1 and 1.0 are equal to ORDER BY: which of them comes first is free.
    return [tuple(text.removesuffix(".0") for text in row) for row in answer.rows]


def _title(answer: Answer) -> str:
    assert answer.error is not None
    return answer.error[0].rpartition(".")[2]
