"""Subqueries in transactions of their own that change nothing but the node of their row.

Such a change is seen by no other row, as each node comes from one scan: Neo4j puts no Eager in
front, so that what is committed before an error in a later row stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.syntax import clauses as syntax
from runner.cypher.syntax.base import walk
from runner.cypher.syntax.expressions import (
    PatternComprehension,
    PatternPredicate,
    PropertyAccess,
    Subquery,
    Subscript,
    Variable,
)
from runner.cypher.syntax.patterns import NodePattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from runner.cypher.syntax.base import Syntax

_CARRYING = (syntax.With, syntax.Let, syntax.Filter)
_ELSEWHERE = (Subquery, PatternComprehension, PatternPredicate)
"""Expressions that read other nodes."""


def changes_own_rows(before: Sequence[syntax.Clause], clause: syntax.Clause) -> bool:
    """Whether `clause` is such a subquery behind the clauses `before`."""
    if not isinstance(clause, syntax.CallSubquery) or clause.in_transactions is None:
        return False
    name = _scanned(before)
    query = clause.query
    if name is None or not isinstance(query, syntax.SingleQuery):
        return False
    return all(_changes_only(name, inner) for inner in query.clauses)


def _scanned(clauses: Sequence[syntax.Clause]) -> str | None:
    """The variable of the one scan that `clauses` do, where they read nothing else."""
    if not clauses or not isinstance(clauses[0], syntax.Match) or _reads_elsewhere(clauses):
        return None
    patterns = clauses[0].pattern
    if len(patterns) != 1 or not all(isinstance(each, _CARRYING) for each in clauses[1:]):
        return None
    elements = patterns[0].elements
    if len(elements) != 1 or not isinstance(elements[0], NodePattern):
        return None
    variable = elements[0].variable
    return None if variable is None else variable.name


def _reads_elsewhere(parts: Iterable[Syntax]) -> bool:
    return any(isinstance(node, _ELSEWHERE) for part in parts for node in walk(part))


def _changes_only(name: str, clause: syntax.Clause) -> bool:
    """Whether a clause changes nothing but the node of that name, and reads no others."""
    if _reads_elsewhere((clause,)):
        return False
    if isinstance(clause, syntax.Delete):
        return all(_is(name, each) for each in clause.expressions)
    if isinstance(clause, (syntax.Set, syntax.Remove)):
        return all(_is(name, _changed(item)) for item in clause.items)
    return isinstance(clause, syntax.Return)


def _changed(item: Syntax) -> Syntax:
    """What an item of SET or REMOVE changes."""
    if isinstance(item, syntax.SetProperty):
        item = item.target
    if isinstance(item, (PropertyAccess, Subscript)):
        return item.subject
    assert isinstance(item, (syntax.SetProperties, syntax.SetLabels))
    return item.variable


def _is(name: str, node: Syntax) -> bool:
    return isinstance(node, Variable) and node.name == name
