"""The tables that say which rule judges which node, and the walk that uses them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from runner.cypher.check.calling import check_call_subquery
from runner.cypher.check.commands import check_command
from runner.cypher.check.expressions import EXPRESSIONS
from runner.cypher.check.graph import (
    pattern_comprehension,
    pattern_predicate,
    shortest_path,
    subquery,
)
from runner.cypher.check.procedures import check_call_procedure
from runner.cypher.check.projections import (
    check_filter,
    check_let,
    check_order_limit,
    check_with,
)
from runner.cypher.check.queries import check_query
from runner.cypher.check.reading import (
    check_load_csv,
    check_match,
    check_show,
    check_unwind,
    check_use,
)
from runner.cypher.check.search import check_search
from runner.cypher.check.walk import FindProcedure, JudgeClause, JudgeExpression, Walk
from runner.cypher.check.writing import (
    check_create,
    check_delete,
    check_foreach,
    check_merge,
    check_remove,
    check_set,
)
from runner.cypher.syntax.clauses import (
    CallProcedure,
    CallSubquery,
    Clause,
    Command,
    Create,
    Delete,
    Filter,
    Foreach,
    Let,
    LoadCsv,
    Match,
    Merge,
    OrderLimit,
    Remove,
    Search,
    Set,
    Show,
    SingleQuery,
    Statement,
    Terminate,
    Unwind,
    Use,
    With,
)
from runner.cypher.syntax.expressions import (
    Expression,
    PatternComprehension,
    PatternPredicate,
    ShortestPathExpression,
    Subquery,
)

_EXPRESSIONS: dict[type[Expression], JudgeExpression] = {
    **EXPRESSIONS,
    PatternComprehension: pattern_comprehension,
    PatternPredicate: pattern_predicate,
    ShortestPathExpression: shortest_path,
    Subquery: subquery,
}
_CLAUSES: dict[type[Clause], JudgeClause] = {
    CallProcedure: check_call_procedure,
    CallSubquery: check_call_subquery,
    Create: check_create,
    Delete: check_delete,
    Filter: check_filter,
    Foreach: check_foreach,
    Let: check_let,
    LoadCsv: check_load_csv,
    Match: check_match,
    Merge: check_merge,
    OrderLimit: check_order_limit,
    Remove: check_remove,
    Search: check_search,
    Set: check_set,
    Show: check_show,
    Terminate: check_show,
    Unwind: check_unwind,
    Use: check_use,
    With: check_with,
}


def analyse(
    statement: Statement,
    language: str,
    parameters: Mapping[str, Any] | None,
    find_procedure: FindProcedure | None,
    libraries: frozenset[str] = frozenset(),
) -> Walk:
    """Walk over a statement once; give what was found on the way."""
    walk = Walk(
        statement.text,
        language,
        parameters,
        _EXPRESSIONS,
        _CLAUSES,
        find_procedure,
        libraries,
        statement.labels_by_is,
        dict(statement.flaws),
    )
    body = statement.body
    if isinstance(body, Command):
        check_command(walk, body)
    else:
        whole = isinstance(body, SingleQuery) and not walk.text.startswith("{", body.start)
        check_query(walk, body, "statement" if whole else "")
    return walk
