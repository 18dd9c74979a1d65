"""SHOW CONSTRAINTS and SHOW INDEXES as if emulated constraints were real.

The clause is replaced, by its place in the syntax tree, with one that takes its rows from a
parameter; what filters and goes on from there stays as its author wrote it and runs on the server.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from runner.cypher.lexer import tokenize
from runner.cypher.procedures.show_schema import (
    constraint_columns,
    constraint_filter,
    constraint_row,
)
from runner.cypher.store.rule_texts import create_statement, quote
from runner.cypher.store.schema import KEY, UNIQUENESS, Constraint
from runner.cypher.syntax.base import walk
from runner.cypher.syntax.clauses import Show, SingleQuery, Use
from runner.cypher.syntax.expressions import Variable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from runner.cypher.syntax.clauses import Projection, Query
    from runner.result import Result
    from runner.values import Value

    Rows = list[dict[str, Any]]

_TABLES = ("CONSTRAINTS", "INDEXES")


@dataclass(frozen=True, slots=True)
class Shown:
    """A SHOW clause, and where it stands in its query."""

    clause: Show
    is_first: bool
    """Whether no other clause is before it."""
    is_last: bool


def shown_in(query: Query) -> list[Shown]:
    """The clauses of a query that show constraints or indexes, in the order of the text."""
    found: list[Shown] = []
    for part in walk(query):
        if not isinstance(part, SingleQuery):
            continue
        for number, clause in enumerate(part.clauses):
            if isinstance(clause, Show) and clause.what in _TABLES:
                before = [each for each in part.clauses[:number] if not isinstance(each, Use)]
                found.append(Shown(clause, not before, number == len(part.clauses) - 1))
    return sorted(found, key=lambda shown: shown.clause.start)


def table(
    show: Show, run: Callable[[str], Result], emulated: Mapping[str, Constraint]
) -> tuple[tuple[str, ...], Rows]:
    """The columns that a SHOW clause has in all, and its rows; `run` asks the server."""
    if show.what == "INDEXES":
        real = run(f"SHOW {show.filter or ''} INDEXES YIELD *")
        return real.columns, [_index(row, emulated) for row in _by_column(real)]
    real = run("SHOW CONSTRAINTS YIELD *")
    return real.columns, list(_constraints(show, real, emulated))


def _by_column(result: Result) -> Iterator[dict[str, Any]]:
    return (dict(zip(result.columns, row, strict=True)) for row in result.rows)


def _index(row: dict[str, Any], emulated: Mapping[str, Constraint]) -> dict[str, Any]:
    """The row of an index; that of a constraint tells the statement which makes the constraint."""
    owner = emulated.get(row.get("owningConstraint") or "")
    if owner is not None and "createStatement" in row:
        row["createStatement"] = create_statement(owner)
    return row


def _constraints(
    show: Show, real: Result, emulated: Mapping[str, Constraint]
) -> Iterator[dict[str, Any]]:
    language = "25" if "enforcedLabel" in real.columns else "5"
    is_wanted = constraint_filter(frozenset((show.filter or "").split()), language)
    assert is_wanted is not None
    names = [name for name, _ in constraint_columns(language)]
    rows = {row["name"]: row for row in _by_column(real)}
    kept = {
        name: row for name, row in rows.items() if name not in emulated and is_wanted(_real(row))
    }
    for name, constraint in emulated.items():
        if is_wanted(constraint):
            row = dict(zip(names, constraint_row(constraint, language), strict=True))
            if constraint.kind == KEY:
                row["id"] = rows[name]["id"]
            kept[name] = {column: row.get(column) for column in real.columns}
    return (kept[name] for name in sorted(kept))


def _real(row: Mapping[str, Any]) -> Constraint:
    label, properties = row["labelsOrTypes"][0], tuple(row["properties"])
    return Constraint(row["id"], row["name"], UNIQUENESS, row["entityType"], label, properties)


class Rewriting:
    """A statement whose SHOW clauses are being replaced.

    Attributes:
        parameters: The rows, by the name of the parameter that stands for them.
    """

    def __init__(self, text: str, columns: Sequence[str]) -> None:
        """`columns` are those of the statement's result."""
        self.parameters: dict[str, Value] = {}
        self._text = text
        self._columns = columns
        self._pieces: list[tuple[int, int, str]] = []

    def replace(self, shown: Shown, columns: Sequence[str], rows: Rows) -> None:
        """Take the rows of a clause from a parameter."""
        name = f"cypher-pages rows {len(self._pieces)}"
        self.parameters[name] = rows  # type: ignore[assignment]
        row = quote(name)
        start = f"UNWIND ${row} AS {row} "
        clause = shown.clause
        if shown.is_first:
            text = start + self._first(clause, row, columns)
        else:
            text = start + self._later(clause, row)
        if shown.is_last:
            text += f" RETURN {_listed(self._outputs(clause, columns))}"
        self._pieces.append((clause.start, clause.end, text))

    def text(self) -> str:
        """The statement as it is now."""
        text = self._text
        for start, end, piece in reversed(self._pieces):
            text = f"{text[:start]}{piece}{text[end:]}"
        return text

    def _first(self, clause: Show, row: str, columns: Sequence[str]) -> str:
        """A clause that begins its query: nothing but its own columns is in scope."""
        projection = clause.projection
        if projection is None or projection.star:
            needed: Iterable[str] = columns
        else:
            used = {part.name for part in walk(clause) if isinstance(part, Variable)}
            needed = [name for name in columns if name in used]
        bound = ", ".join(f"{row}.{quote(name)} AS {quote(name)}" for name in needed)
        if projection is not None:
            return f"WITH {bound} WITH {self._text[projection.start : clause.end]}"
        return f"WITH {bound} {self._where(clause)}".rstrip()

    def _where(self, clause: Show) -> str:
        text = self._text[clause.start : clause.end]
        for token in tokenize(text):
            if token.kind == "WHERE":
                return text[token.start :]
        return ""

    def _later(self, clause: Show, row: str) -> str:
        """A clause behind others, whose variables stay; it has a YIELD that names columns."""
        projection = clause.projection
        assert projection is not None
        items = ", ".join(
            f"{row}.{quote(column)} AS {quote(name)}" for column, name in _yielded(projection)
        )
        # What follows the names may use columns by the names that they had.
        end = projection.items[-1].end
        renamed = {column for column, name in _yielded(projection) if column != name}
        renamed -= {name for _, name in _yielded(projection)}
        rest = self._text[end : clause.end]
        uses = [
            part
            for part in walk(clause)
            if isinstance(part, Variable) and part.start >= end and part.name in renamed
        ]
        for use in sorted(uses, key=lambda part: part.start, reverse=True):
            value = f"{row}.{quote(use.name)}"
            rest = f"{rest[: use.start - end]}{value}{rest[use.end - end :]}"
        return f"WITH *, {items}{rest}"

    def _outputs(self, clause: Show, columns: Sequence[str]) -> Sequence[str]:
        projection = clause.projection
        if projection is None:
            return self._columns
        return columns if projection.star else [name for _, name in _yielded(projection)]


def only_columns(result: Result, columns: Sequence[str]) -> Result:
    """A result without the columns that a replaced clause has left behind."""
    from dataclasses import replace

    if result.columns == tuple(columns):
        return result
    places = [result.columns.index(name) for name in columns]
    rows = [tuple(row[place] for place in places) for row in result.rows]
    return replace(result, columns=tuple(columns), rows=rows)


def _yielded(projection: Projection) -> Iterator[tuple[str, str]]:
    """The names of yielded columns, and those that they are given."""
    for item in projection.items:
        assert isinstance(item.expression, Variable)
        yield item.expression.name, item.name


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(quote, names))
