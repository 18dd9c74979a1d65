"""Why an answer was given: four paths that start at it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from agent_memory.schema import NotThere

if TYPE_CHECKING:
    from runner.engines.base import Session

_WHY = """\
MATCH (call:ToolCall)-[:PRODUCED]->(a:Answer {id: $answer})
OPTIONAL MATCH (a)-[r:RECALLED]->(m:Memory)
OPTIONAL MATCH (newer:Memory)-[s:SUPERSEDES]->(m)
OPTIONAL MATCH (m)-[:DERIVED_FROM]->(source)
RETURN call.sql AS sql,
       COLLECT { MATCH (call)-[:READ]->(:TableVersion)-[:VERSION_OF]->(t:Table)
                 RETURN DISTINCT t.name ORDER BY t.name } AS tables,
       m.text AS recalled, m.status AS status, newer.text AS replaced_by,
       CASE WHEN source:Message THEN "chat" ELSE toLower(labels(source)[0]) END +
         ", " + format(source.at, "MMM d") AS came_from,
       s.at < a.at AS known_by_then
ORDER BY r.rank, recalled, replaced_by, came_from"""


@dataclass(frozen=True, slots=True)
class Recalled:
    """A memory that an answer was given with."""

    text: str
    status: str
    """As it is today."""
    replaced_by: str | None
    came_from: str | None
    known_by_then: bool | None
    """Whether it was replaced before the answer was given; None where it was not replaced."""


@dataclass(frozen=True, slots=True)
class Why:
    """What lies behind an answer."""

    sql: str | None
    tables: tuple[str, ...]
    recalled: tuple[Recalled, ...]

    @property
    def diagnosis(self) -> tuple[str, ...]:
        """What was wrong with what it was given with; nothing where that was all right."""
        return tuple(
            f"It used {each.text!r}, which had been replaced by {each.replaced_by!r}: mend recall."
            for each in self.recalled
            if each.known_by_then
        )


def why(session: Session, answer: str) -> Why:
    """Go from an answer to its SQL and tables, its memories, what replaced them, their sources.

    Raises `NotThere`.
    """
    found = list(session.run(_WHY, {"answer": answer}))
    if not found:
        raise NotThere(f"there is no answer {answer!r} with a call that it came from")
    recalled = (
        Recalled(
            each["recalled"],
            each["status"],
            each["replaced_by"],
            each["came_from"],
            each["known_by_then"],
        )
        for each in found
        if each["recalled"] is not None
    )
    return Why(found[0]["sql"], tuple(found[0]["tables"]), tuple(recalled))
