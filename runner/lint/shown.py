"""What the expected block of a cell shows, read for rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from runner.render.gram import Mention, read_gram
from runner.render.syntax import Wildcard
from runner.render.table import AnyRows, read_table
from runner.values import Node, Path, Relationship

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.page.model import ExpectedBlock
    from runner.render.gram import GramBlock
    from runner.render.syntax import BlockSyntaxError
    from runner.render.table import TableBlock


class Described(NamedTuple):
    """An entity as a block describes it."""

    names: tuple[str, ...]
    """Its labels, or its type."""
    properties: dict[str, Any]
    line: int
    """The line of the file."""


class Shown:
    """The rows of an expected block; none where it shows an error."""

    def __init__(self, block: ExpectedBlock) -> None:
        self._block = block
        self._table: TableBlock | None = None
        self._gram: GramBlock | None = None
        ignored: list[BlockSyntaxError] = []
        if block.language == "gram":
            self._gram = read_gram(block.text, ignored)
        else:
            self._table = read_table(block.text, ignored)

    @property
    def row_count(self) -> int:
        """How many rows it says there are."""
        footer = self._table.footer if self._table is not None else None
        if self._gram is not None:
            footer = self._gram.footer
        return footer.rows or 0 if footer is not None else 0

    def column(self, number: int) -> str | None:
        """The name of a column, from 0; None where there is no such column."""
        columns = self._table.columns if self._table is not None else ()
        return columns[number] if number < len(columns) else None

    def has_long_list(self, column: str, columns: int) -> bool:
        """Whether a value of a column holds a list of several members.

        In a gram block columns cannot be told apart: there it is one of any of `columns`.
        """
        if self._gram is not None:
            return any(len(row.items) > columns for row in self._gram.rows)
        return any(_has_long_list(value) for value, _, _ in self._values(column))

    def literal_line(self, column: str) -> int | None:
        """The line of the first value of a column that is neither null nor has a wildcard."""
        for value, wildcard, line in self._values(column):
            if value is not None and not wildcard:
                return line
        return None

    def entities(self) -> Iterator[Described]:
        """The nodes and relationships that it describes, wherever in its values."""
        place_of = self._block.fence.content.place_of
        for row in self._gram.rows if self._gram is not None else ():
            for mention in row.mentions():
                if isinstance(mention, Mention) and mention.description is not None:
                    names = mention.description.names
                    yield Described(names, mention.description.properties, place_of(row.line, 1)[0])
        for column in self._table.columns if self._table is not None else ():
            for value, _, line in self._values(column):
                yield from _entities(value, line)

    def _values(self, column: str) -> Iterator[tuple[Any, bool, int]]:
        """The values of a column: each with whether it has a wildcard, and its line."""
        table = self._table
        if table is None or column not in table.columns:
            return
        at = table.columns.index(column)
        for row in table.rows:
            if not isinstance(row, AnyRows):
                cell = row.cells[at]
                line = self._block.fence.content.place_of(row.line, 1)[0]
                yield cell.value, cell.wildcard, line


def _has_long_list(value: Any) -> bool:
    if isinstance(value, list):
        return len(value) > 1 or any(map(_has_long_list, value))
    if isinstance(value, dict):
        return any(map(_has_long_list, value.values()))
    return False


def _entities(value: Any, line: int) -> Iterator[Described]:
    if isinstance(value, Node):
        yield Described(value.labels, value.properties, line)
    elif isinstance(value, Relationship):
        yield Described((value.type,), value.properties, line)
    elif isinstance(value, Path):
        for part in (*value.nodes, *value.relationships):
            yield from _entities(part, line)
    elif isinstance(value, list):
        for item in value:
            yield from _entities(item, line)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _entities(item, line)


def is_literal(value: Any) -> bool:
    """Whether a value is written out, without a wildcard for all of it."""
    return not isinstance(value, Wildcard)
