"""What a statement gives back: rows, counters, notifications, plan."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    import pandas
    import polars
    import pyarrow

    from runner.source import Position
    from runner.values import Value


@dataclass(slots=True)
class Counters:
    """What a statement did to the graph, counted by Neo4j's rules and under its driver's names.

    They count what was done, not the difference between before and after. The order of the
    fields is the order in which pages show them.
    """

    nodes_created: int = 0
    nodes_deleted: int = 0
    relationships_created: int = 0
    relationships_deleted: int = 0
    properties_set: int = 0
    labels_added: int = 0
    labels_removed: int = 0
    indexes_added: int = 0
    indexes_removed: int = 0
    constraints_added: int = 0
    constraints_removed: int = 0
    system_updates: int = 0

    def as_dict(self) -> dict[str, int]:
        """The counters that are not zero, by name."""
        counts = _COUNTS(self)
        if not any(counts):  # as of most statements
            return {}
        return {name: count for name, count in zip(_NAMES, counts, strict=True) if count}

    def add(self, other: Counters) -> None:
        """Add the counts of `other` to these."""
        for name, count in other.as_dict().items():
            setattr(self, name, getattr(self, name) + count)


_NAMES = tuple(f.name for f in fields(Counters))
_COUNTS = attrgetter(*_NAMES)


@dataclass(frozen=True, slots=True)
class Notification:
    """A remark of the engine on a statement that ran: a deprecation, a hint, a warning."""

    code: str
    gql_status: str
    severity: str
    """``WARNING`` or ``INFORMATION``."""
    category: str
    """``DEPRECATION``, ``PERFORMANCE``, ``UNRECOGNIZED``, …, as Neo4j classifies it."""
    message: str
    position: Position | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """One operator of an executed or explained plan, with the operators that feed it."""

    operator: str
    """Neo4j's name of the operator, as ``NodeByLabelScan``."""
    details: str
    identifiers: tuple[str, ...]
    children: tuple[Plan, ...]
    rows: int | None = None
    """Rows that it gave, under PROFILE only."""

    def __str__(self) -> str:
        lines: list[str] = []
        _draw(self, 0, lines)
        return "\n".join(lines)


def _draw(plan: Plan, depth: int, lines: list[str]) -> None:
    rows = "" if plan.rows is None else f" [{plan.rows} rows]"
    details = f" {plan.details}" if plan.details else ""
    lines.append(f"{'| ' * depth}+{plan.operator}{details}{rows}")
    for number, child in enumerate(reversed(plan.children)):
        _draw(child, depth + (number < len(plan.children) - 1), lines)


class Record(tuple["Value", ...]):
    """One row: a tuple of its values, which are also found by column name."""

    columns: tuple[str, ...]

    def __new__(cls, columns: tuple[str, ...], values: Iterable[Value]) -> Self:
        made = super().__new__(cls, values)
        made.columns = columns
        return made

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            try:
                key = self.columns.index(key)
            except ValueError:
                raise KeyError(key) from None
        return super().__getitem__(key)

    def get(self, name: str, default: Any = None) -> Any:
        """The value of a column, or `default` where there is no such column."""
        return self[name] if name in self.columns else default

    def keys(self) -> tuple[str, ...]:
        """The names of the columns."""
        return self.columns

    def values(self) -> tuple[Value, ...]:
        """The values."""
        return tuple(self)

    def items(self) -> list[tuple[str, Value]]:
        """Pairs of a column's name and its value."""
        return list(zip(self.columns, self, strict=True))

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self.columns, tuple(self)


@dataclass(frozen=True, slots=True)
class Summary:
    """What there is to say about a statement that ran, beside its rows."""

    counters: Counters
    notifications: tuple[Notification, ...]
    plan: Plan | None
    """The plan of an EXPLAIN or a PROFILE."""
    seconds: float | None
    """How long it took, from the call to the last row, committed where it was alone."""

    @property
    def profile(self) -> Plan | None:
        """The plan with its counts of rows, of a PROFILE only."""
        return self.plan if self.plan is not None and self.plan.rows is not None else None

    @property
    def result_available_after(self) -> int | None:
        """`seconds` in milliseconds, as the driver of Neo4j has it."""
        return None if self.seconds is None else round(self.seconds * 1000)

    @property
    def result_consumed_after(self) -> int | None:
        """The same: rows are kept, so that a result is there all at once."""
        return self.result_available_after


@dataclass(frozen=True, slots=True)
class Result:
    """All that one statement gave: its rows are kept, the statement is over.

    Iterating gives a `Record` for each row.
    """

    columns: tuple[str, ...]
    rows: list[tuple[Value, ...]]
    counters: Counters = field(default_factory=Counters)
    notifications: tuple[Notification, ...] = ()
    plan: Plan | None = None
    seconds: float | None = field(default=None, compare=False)
    """How long the statement took, where the engine tells."""

    def __iter__(self) -> Iterator[Record]:
        columns = self.columns
        return (Record(columns, row) for row in self.rows)

    @property
    def summary(self) -> Summary:
        """Counters, notifications, plan and time."""
        return Summary(self.counters, self.notifications, self.plan, self.seconds)

    def timed(self, seconds: float) -> Result:
        """The same result, of a statement that took `seconds`."""
        return Result(
            self.columns, self.rows, self.counters, self.notifications, self.plan, seconds
        )

    def records(self) -> list[Mapping[str, Value]]:
        """The rows as dictionaries by column name."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    def single(self) -> Record:
        """The one row. Raises `ResultNotSingle` if there is none, or more than one."""
        if len(self.rows) != 1:
            from runner.errors import ResultNotSingle

            raise ResultNotSingle(f"one row was expected, and there are {len(self.rows):,}")
        return Record(self.columns, self.rows[0])

    def to_dicts(self) -> list[dict[str, Any]]:
        """The rows as dictionaries of plain data, as ``data()`` of the driver of Neo4j gives them.

        A node is the dictionary of its properties, a relationship the tuple of its start node,
        its type and its end node (whose properties are known only if the node is in the result,
        too), a path the list of its nodes and, between them, types. Temporal values and points
        stay what they are.
        """
        from runner.tabular import plain_rows

        return plain_rows(self.columns, self.rows)

    def to_pandas(self, *, expand: bool = False, parse_dates: bool = False) -> pandas.DataFrame:
        """The rows as a data frame, as ``to_df()`` of the driver of Neo4j gives them.

        With `expand` nodes, relationships, lists and maps become columns of their parts, named as
        the driver names them: ``n().prop.name``. With `parse_dates` columns that hold nothing but
        dates and datetimes become columns of `pandas.Timestamp`. Raises `UsageError` where pandas
        is not installed.
        """
        from runner.tabular.frames import to_pandas

        return to_pandas(self.columns, self.rows, expand=expand, parse_dates=parse_dates)

    def to_polars(self) -> polars.DataFrame:
        """The rows as a data frame, typed as those of `to_arrow`; a duration is a struct.

        Raises `UsageError` as `to_arrow` does.
        """
        from runner.tabular.arrow import to_polars

        return to_polars(self.columns, self.rows)

    def to_arrow(self) -> pyarrow.Table:
        """The rows as a table, each column of one type.

        A node is a struct of its properties, a relationship a struct of `start`, `type` and
        `end`, a path one of `nodes` and `relationships`. Raises `UsageError` for a column that has
        no one type, and where pyarrow is not installed.
        """
        from runner.tabular.arrow import to_arrow

        return to_arrow(self.columns, self.rows)
