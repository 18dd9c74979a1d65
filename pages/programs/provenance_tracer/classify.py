"""Whether a statement reads or writes, as its plan says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from runner.engines.base import Session
    from runner.result import Plan

# Neo4j's names of the operators that change the graph or its schema, by how they begin:
# SetProperty, SetLabels, SetNodePropertiesFromMap, RemoveLabels, DetachDelete, LockingMerge, …
_WRITING = re.compile(
    r"Create|Merge|LockingMerge|Set(?:Dynamic|Label|Node|Propert|Relationship)|Remove|Delete"
    r"|Detach|Foreach|Transaction(?:Foreach|Apply)|Drop|Alter|Grant|Deny|Revoke|DoNothing"
    r"|Terminate|Start|Stop|Rename|Enable|Reallocate"
)
_PROCEDURE = re.compile(r"[\w.`]+")


def is_write(session: Session, cypher: str, arguments: Mapping[str, Any]) -> bool:
    """Ask for the plan of a statement, and look for an operator in it that writes.

    A procedure is as its mode says: everything but READ counts as writing, and so does one that
    the engine does not list. Raises `runner.EngineError` where there is no plan because the
    statement is not right.
    """
    plan = session.run(f"EXPLAIN {cypher}", arguments).plan
    if plan is None:
        return True
    procedures: set[str] = set()
    for each in _operators(plan):
        if _WRITING.match(each.operator):
            return True
        if each.operator == "ProcedureCall":
            named = _PROCEDURE.match(each.details)
            procedures.add(named[0].replace("`", "") if named else "")
    return bool(procedures) and not procedures <= _reading_procedures(session)


def _operators(plan: Plan) -> Iterator[Plan]:
    yield plan
    for child in plan.children:
        yield from _operators(child)


def _reading_procedures(session: Session) -> set[str]:
    shown = session.run("SHOW PROCEDURES YIELD name, mode WHERE mode = 'READ' RETURN name")
    return {str(record["name"]) for record in shown}
