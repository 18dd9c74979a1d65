"""Features that are clauses, subqueries, and ways to run a statement."""

from __future__ import annotations

from runner.cypher.syntax.base import Syntax, walk
from runner.cypher.syntax.clauses import (
    CallProcedure,
    CallSubquery,
    Conditional,
    Delete,
    Filter,
    Finish,
    Foreach,
    Hint,
    Let,
    LoadCsv,
    Match,
    Merge,
    Next,
    Projection,
    Remove,
    Search,
    Set,
    Statement,
    Union,
    Unwind,
    Use,
    With,
)
from runner.lint.features.feature import Feature, kind


def _optional_match(node: Syntax) -> bool:
    return isinstance(node, Match) and node.optional


def _foreach_with_merge(node: Syntax) -> bool:
    return isinstance(node, Foreach) and any(isinstance(part, Merge) for part in walk(node))


def _optional_call(node: Syntax) -> bool:
    return isinstance(node, CallSubquery) and node.optional


def _in_transactions(node: Syntax) -> bool:
    return isinstance(node, CallSubquery) and node.in_transactions is not None


def _detach_delete(node: Syntax) -> bool:
    return isinstance(node, Delete) and node.detach


def _group_by(node: Syntax) -> bool:
    return isinstance(node, Projection) and node.group_by is not None


def _match_mode(node: Syntax) -> bool:
    return isinstance(node, Match) and node.mode is not None


def _explain(node: Syntax) -> bool:
    return isinstance(node, Statement) and node.mode == "EXPLAIN"


def _profile(node: Syntax) -> bool:
    return isinstance(node, Statement) and node.mode == "PROFILE"


_CALL = "CALL subqueries"

CLAUSES: tuple[Feature, ...] = (
    Feature("OPTIONAL MATCH", _optional_match, to_be_named=False),
    Feature("UNWIND", kind(Unwind), to_be_named=False),
    Feature("WITH", kind(With), to_be_named=False),
    Feature("MERGE", kind(Merge), to_be_named=False),
    Feature("SET", kind(Set), to_be_named=False),
    Feature("REMOVE", kind(Remove), to_be_named=False),
    Feature("DELETE", kind(Delete), to_be_named=False),
    Feature("DETACH DELETE", _detach_delete, to_be_named=False, covers=("DELETE",)),
    Feature("FOREACH", kind(Foreach)),
    Feature("FOREACH with MERGE", _foreach_with_merge, to_be_named=False, covers=("FOREACH",)),
    Feature(_CALL, kind(CallSubquery)),
    Feature("OPTIONAL CALL subqueries", _optional_call, to_be_named=False, covers=(_CALL,)),
    Feature("CALL IN TRANSACTIONS", _in_transactions, covers=(_CALL,)),
    Feature("procedure calls", kind(CallProcedure), to_be_named=False),
    Feature("UNION", kind(Union)),
    Feature("LET", kind(Let)),
    Feature("FILTER", kind(Filter)),
    Feature("FINISH", kind(Finish)),
    Feature("NEXT", kind(Next)),
    Feature("conditional queries", kind(Conditional)),
    Feature("GROUP BY", _group_by),
    Feature("match modes", _match_mode),
    Feature("LOAD CSV", kind(LoadCsv)),
    Feature("vector search", kind(Search)),
    Feature("planner hints", kind(Hint)),
    Feature("USE", kind(Use)),
    Feature("EXPLAIN", _explain),
    Feature("PROFILE", _profile),
)
