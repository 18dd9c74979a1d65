"""Cypher that cannot be parsed, so that no rule has looked at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.lint.rule import ERROR, Finding, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.lint.context import Context


def _check(context: Context) -> Iterator[Finding]:
    for statement in context.statements:
        error = statement.error
        if error is None or statement.cell.expect_error or statement.cell.skip:
            continue
        if statement.cell.engine == "neo4j":
            continue
        offset = error.position.offset if error.position is not None else 0
        message = error.message.partition("\n")[0].partition(" (line ")[0]
        if message.startswith("Invalid input"):
            message = message.partition(": expected")[0]
        text = f"this statement cannot be parsed: {message}"
        yield Finding(*statement.place(offset), text, statement.cell.name)


RULE = Rule(
    "unread-cypher",
    "a statement that cannot be parsed",
    "A statement that is not Cypher fails when the page runs; until then no rule\n"
    "has looked at it. Cells with `expect=error` or `skip`, and those that only\n"
    "Neo4j runs, are left alone.",
    _check,
    ERROR,
)
