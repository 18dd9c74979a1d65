"""The write clauses and the functions that plan them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.plan.writes_create import plan_create
from runner.cypher.plan.writes_delete import plan_delete
from runner.cypher.plan.writes_foreach import plan_foreach
from runner.cypher.plan.writes_merge import plan_merge
from runner.cypher.plan.writes_set import plan_remove, plan_set
from runner.cypher.syntax.clauses import Create, Delete, Foreach, Merge, Remove, Set

if TYPE_CHECKING:
    from runner.cypher.plan.planner import PlanClause
    from runner.cypher.syntax.clauses import Clause

WRITE_CLAUSES: dict[type[Clause], PlanClause] = {
    Create: plan_create,
    Merge: plan_merge,
    Set: plan_set,
    Remove: plan_remove,
    Delete: plan_delete,
    Foreach: plan_foreach,
}
