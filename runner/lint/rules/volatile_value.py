"""A value that differs from run to run, written out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.lint.rule import Finding, Rule
from runner.lint.shown import Shown, is_literal
from runner.lint.sql_rows import volatile_columns
from runner.lint.volatile import Volatile, VolatileProperty

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.lint.context import Context, PageStatement

_ADVICE = "another run gives another value; write …"


def _check(context: Context) -> Iterator[Finding]:
    known: list[VolatileProperty] = []
    for statement in (*context.included_statements, *context.statements):
        if statement.tree is None:
            continue
        found = Volatile(statement.tree, known)
        known += found.properties
        cell = statement.cell
        if statement not in context.statements or cell.expect_error or cell.skip:
            continue
        if cell.expected is None or not statement.is_last:
            continue
        yield from _columns(statement, found, Shown(cell.expected))
        yield from _properties(statement, known, Shown(cell.expected))
        for offset, source in found.choices[:1]:
            message = f"which rows there are depends on {source.value}"
            yield Finding(*statement.place(offset), message, cell.name)
    yield from volatile_columns(context)


def _columns(statement: PageStatement, found: Volatile, shown: Shown) -> Iterator[Finding]:
    for column in found.columns:
        line = shown.literal_line(column.name)
        if line is not None:
            message = f"`{column.name}` shows {column.source.value}: {_ADVICE} on line {line}"
            yield Finding(*statement.place(column.start), message, statement.cell.name)


def _properties(
    statement: PageStatement, known: list[VolatileProperty], shown: Shown
) -> Iterator[Finding]:
    told: set[str] = set()
    for entity in shown.entities():
        for each in known:
            value = entity.properties.get(each.key)
            fits = not each.names or bool(each.names & set(entity.names))
            if value is None or not fits or each.key in told or not is_literal(value):
                continue
            told.add(each.key)
            message = f"the property `{each.key}` shows {each.source.value}: {_ADVICE}"
            yield Finding(entity.line, 1, message, statement.cell.name)


RULE = Rule(
    "volatile-value",
    "a value that differs from run to run",
    "What comes from the clock (`datetime()`, `timestamp()`), from chance (`rand()`,\n"
    "`randomUUID()`), from the database's own numbering (`elementId()`, `id()`) or\n"
    "from its statistics (`lastRead` of SHOW INDEXES) is another value on the next\n"
    "run. So is a property that was set to such a value. Write `…` where the block\n"
    "shows one, or take the value from a data block.\n"
    "\n"
    "Predicates that ask the clock or chance are found too: with them it is the\n"
    "rows that differ. That two identities are equal is fine. In SQL these are\n"
    "`now()`, `rand()`, `generateUUIDv4()`, `version()` and their like.",
    _check,
)
