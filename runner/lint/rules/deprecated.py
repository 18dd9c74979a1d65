"""Cypher that will stop working."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.lint.deprecations import deprecations
from runner.lint.rule import Finding, Fix, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.lint.context import Context


def _check(context: Context) -> Iterator[Finding]:
    for statement in context.statements:
        if statement.tree is None:
            continue
        base = statement.piece.start
        for found in deprecations(statement.tree, statement.language):
            fix = None
            if found.edits:
                edits = tuple((base + start, base + end, new) for start, end, new in found.edits)
                fix = Fix(edits, statement.cell.fence)
            place = statement.place(found.offset)
            yield Finding(*place, found.message, statement.cell.name, fix)


RULE = Rule(
    "deprecated",
    "deprecated Cypher",
    "Neo4j says of some forms that they will stop working. Found are, in Cypher 25\n"
    "and 5: `id()`; `CALL {…}` without a scope clause; `[:A|:B]`; `shortestPath()`\n"
    "of a fixed length; options before a statement such as `runtime=interpreted`. In\n"
    "Cypher 25: `db.index.vector.queryNodes`; ORDER BY of an expression with a name\n"
    "that is an alias too. In Cypher 5: `SET n = m` with an entity `m`; a CREATE or\n"
    "MERGE that reads what it makes; the option `indexProvider`; procedures that set\n"
    "vectors and make vector indexes.\n"
    "\n"
    "--fix writes scope clauses, `[:A|B]` and `properties(m)`.",
    _check,
    fixable=True,
)
