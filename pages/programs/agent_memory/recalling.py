"""The read path: the vector index proposes, the graph decides, and a trace says why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from agent_memory.patterns import pattern_fault
from agent_memory.schema import SlowPattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from runner.engines.base import Session
    from runner.result import Record

PROPOSED = 50
KEPT = 8

# The first reason that applies is the one that is told.
_RECALL = f"""\
MATCH (m:Memory)
  SEARCH m IN (VECTOR INDEX memory_embedding FOR $embedding LIMIT {PROPOSED})
  SCORE AS score
LET scope = COLLECT {{ MATCH (m)-[:SCOPED_TO]->(s:Scope)
                      RETURN s ORDER BY s.id = $scope DESC, s.id }}[0],
    newer = COLLECT {{ MATCH (n:Memory)-[:SUPERSEDES]->(m) RETURN n.text ORDER BY n.text }},
    blocked = COLLECT {{ MATCH (b:BlockedPattern) WHERE m.text =~ b.pattern
                        RETURN b.reason ORDER BY b.reason }}
RETURN m.id AS id, m.text AS text, m.kind AS kind, m.status AS status,
       scope.id AS scope, scope.kind AS scope_kind,
       round(2 * score - 1, 2) AS similarity, coalesce(m.pinned, false) AS pinned,
       COLLECT {{ MATCH (m)-[:DERIVED_FROM]->(source)
                 RETURN source.id ORDER BY source.id }} AS sources,
       COLLECT {{ MATCH (m)-[:CONFLICTS_WITH]-(other:Memory {{status: "active"}})
                 RETURN other.text ORDER BY other.text }} AS contradicted_by,
       blocked <> [] AS blocked,
       CASE WHEN m.status = "superseded" OR newer <> []
              THEN coalesce("now: " + newer[0], "superseded")
            WHEN m.status = "retracted" THEN "retracted: " + coalesce(m.reason, "no reason given")
            WHEN scope IS NULL THEN "belongs to no scope"
            WHEN scope.id <> $scope THEN "belongs to " + scope.id
            WHEN blocked <> [] THEN "blocked: " + blocked[0]
       END AS dropped
ORDER BY dropped IS NULL DESC, pinned DESC, similarity DESC, id"""
_PATTERNS = """\
MATCH (b:BlockedPattern) WHERE b.pattern IS NOT NULL
RETURN b.id AS id, b.pattern AS pattern ORDER BY id"""
_SCOPES = "MATCH (s:Scope) RETURN s.id AS id ORDER BY id"
_NOTE = """\
MATCH (a:Answer {id: $answer})
UNWIND $recalled AS each
MATCH (m:Memory {id: each.id})
MERGE (a)-[r:RECALLED]->(m)
SET r.rank = each.rank, r.similarity = each.similarity"""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One memory that the index proposed, and what the graph decided."""

    id: str
    text: str
    kind: str | None
    scope: str
    """``this project``, ``another team``, …"""
    status: str
    """``active``, ``superseded`` or ``retracted``."""
    pinned: bool
    similarity: float
    """The cosine; the index itself reports (1 + cosine) / 2."""
    rank: int | None
    """Its place among those that were kept, from 1; None where it was dropped."""
    why: str
    """Why it was kept or dropped."""
    sources: tuple[str, ...]
    contradicted_by: tuple[str, ...]
    blocked: bool
    """Whether its text is of those that are never to be shown."""

    @property
    def result(self) -> str:
        """``Kept, #1`` or ``Dropped``."""
        return "Dropped" if self.rank is None else f"Kept, #{self.rank}"

    @property
    def standing(self) -> str:
        """Its status, and whether it is pinned."""
        return f"{self.status}, pinned" if self.pinned else self.status


@dataclass(frozen=True, slots=True)
class Recall:
    """What an agent gets to go on with."""

    kept: tuple[Candidate, ...] = ()
    """At most eight, the first one first."""
    trace: tuple[Candidate, ...] = ()
    """All that the index proposed, the most similar one first."""
    failure: str | None = None
    """Why there is nothing, where the memory could not be asked."""


def recall(
    session: Session, embedding: Sequence[float], scope: str, timeout: float | None
) -> Recall:
    """Ask the memory once, without any patience for what goes wrong.

    Raises `SlowPattern` where somebody has put a pattern in the graph that `refuse` would not have.
    """
    for blocked in session.run(_PATTERNS, timeout=timeout):
        fault = pattern_fault(blocked["pattern"])
        if fault is not None:
            raise SlowPattern(f"the blocked pattern {blocked['id']!r} may take too long: {fault}")
    parameters: dict[str, Any] = {"embedding": list(embedding), "scope": scope}
    found = session.run(_RECALL, parameters, timeout=timeout)
    candidates = [_candidate(record, place, scope) for place, record in enumerate(found, start=1)]
    return Recall(
        tuple(each for each in candidates if each.rank is not None),
        tuple(sorted(candidates, key=lambda each: (-each.similarity, each.text))),
    )


def _candidate(record: Record, place: int, scope: str) -> Candidate:
    kept = record["dropped"] is None and place <= KEPT
    if not kept:
        why = record["dropped"] or "eight are enough"
    elif record["contradicted_by"]:
        why = "warning: contradicted"
    else:
        why = "pinned comes first" if record["pinned"] else "active, in scope"
    here = "this" if record["scope"] == scope else "another"
    return Candidate(
        id=record["id"],
        text=record["text"],
        kind=record["kind"],
        scope="none" if record["scope"] is None else f"{here} {record['scope_kind']}",
        status=record["status"],
        pinned=record["pinned"],
        similarity=record["similarity"],
        rank=place if kept else None,
        why=why,
        sources=tuple(record["sources"]),
        contradicted_by=tuple(record["contradicted_by"]),
        blocked=record["blocked"],
    )


def scopes(session: Session) -> tuple[str, ...]:
    """The ids of all scopes."""
    return tuple(str(row[0]) for row in session.run(_SCOPES).rows)


def note(session: Session, answer: str, recalled: Recall) -> None:
    """Write down with an answer what was recalled for it."""
    kept = [
        {"id": each.id, "rank": each.rank, "similarity": each.similarity} for each in recalled.kept
    ]
    parameters: dict[str, Any] = {"answer": answer, "recalled": kept}
    session.run(_NOTE, parameters)
