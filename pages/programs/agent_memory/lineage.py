"""Where data comes from: the check before an answer, and what bad data has touched."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from runner.engines.base import Session
    from runner.result import Record

# Up to three steps: from a mart to staging, to the source, and one to spare.
_CHECK = """\
UNWIND $tables AS name
OPTIONAL MATCH (:Table {name: name})<-[:VERSION_OF]-(v:TableVersion)
  WHERE NOT EXISTS { (:TableVersion)-[:REPLACES]->(v) }
OPTIONAL MATCH path = (v)-[:BUILT_FROM]->{0,3}(up:TableVersion)<-[:AFFECTS]-(i:Incident)
OPTIONAL MATCH (up)-[:VERSION_OF]->(source:Table)
RETURN DISTINCT name AS table, v.version AS current, i.id AS incident, i.title AS title,
       length(path) - 1 AS steps_up, [n IN nodes(path) WHERE n:TableVersion | n.id] AS way,
       source.name AS source, up.rows AS rows, up.expected_rows AS expected_rows
ORDER BY table, incident, steps_up, way"""
_RADIUS = """\
MATCH (i:Incident {id: $incident})-[:AFFECTS]->(bad:TableVersion)
MATCH (bad)<-[:BUILT_FROM]-{0,3}(:TableVersion)<-[:READ]-(call:ToolCall)
MATCH (q:Question)-[:TRIGGERED]->(call)-[:PRODUCED]->(a:Answer)
WITH DISTINCT q, a
RETURN a.id AS answer, format(q.asked_at, "MMM d") AS asked, q.text AS question,
       q.asked_by AS asked_by,
       COLLECT { MATCH (m:Memory)-[:DERIVED_FROM]->(a) RETURN m.text ORDER BY m.text } AS memories
ORDER BY q.asked_at, answer"""
_CORRECT = """\
MATCH (i:Incident {id: $incident})-[:AFFECTS]->(bad:TableVersion)
MATCH (bad)<-[:BUILT_FROM]-{0,3}(:TableVersion)<-[:READ]-(call:ToolCall)
MATCH (thread:Thread)<-[:ASKED_IN]-(q:Question)-[:TRIGGERED]->(call)-[:PRODUCED]->(a:Answer)
WITH DISTINCT i, thread, q, a
MERGE (c:Correction {id: i.id + "/" + a.id})
  ON CREATE SET c.at = datetime($at),
                c.text = i.id + " concerns this answer. " +
                         coalesce($known[a.id], "It is being run again.")
MERGE (c)-[:CORRECTS]->(a)
MERGE (c)-[:CITES]->(i)
MERGE (c)-[:SENT_TO]->(thread)
RETURN thread.channel AS channel, q.asked_by AS to, c.text AS text
ORDER BY q.asked_at, channel"""
_RETRACT = """\
MATCH (i:Incident {id: $incident})<-[:CITES]-(:Correction)-[:CORRECTS]->(:Answer)
      <-[:DERIVED_FROM]-(m:Memory {status: "active"})
WITH DISTINCT i, m
SET m.status = "retracted", m.reason = i.id + ": " + i.title, m.retracted_at = datetime($at)
REMOVE m.claim, m.conflicted
CREATE (:Change {memory: m.id, seq: COUNT { (m)<-[:CHANGED]-() } + 1, op: "retract",
                 at: datetime($at), by: $by, note: i.id})-[:CHANGED]->(m)
RETURN m.text AS memory ORDER BY memory"""
_RESOLVE = "MATCH (i:Incident {id: $incident}) SET i.status = 'resolved' RETURN i.id"


@dataclass(frozen=True, slots=True)
class Finding:
    """A table that is about to be read, and one incident that its current version rests on."""

    table: str
    current: str | None
    """The version that no other one replaces; None where the table is not known."""
    incident: str | None
    title: str | None
    steps_up: int | None
    way: tuple[str, ...]
    """The versions from the table's own to the one that the incident affects."""
    source: str | None
    rows: int | None
    expected_rows: int | None

    @property
    def verdict(self) -> str:
        """``unknown``, ``clear`` or ``affected``."""
        if self.current is None:
            return "unknown"
        return "clear" if self.incident is None else "affected"


@dataclass(frozen=True, slots=True)
class Check:
    """What is known of the tables that some SQL reads."""

    findings: tuple[Finding, ...]
    """One at least of each table, by its name."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """One sentence for each incident, and one for what is not known, to go with the answer."""
        affected = [each for each in self.findings if each.verdict == "affected"]
        affected.sort(key=lambda each: (each.incident or "", each.source or "", each.table))
        told = []
        for _, group in groupby(affected, key=lambda each: (each.incident, each.source)):
            found = list(group)
            first = found[0]
            fault = f"{first.source} has {first.rows} of {first.expected_rows} rows"
            if first.rows is None or first.expected_rows is None:
                fault = first.title or "there is an incident"
            tables = " and ".join(dict.fromkeys(each.table for each in found))
            told.append(f"{first.incident}: {fault}, so figures from {tables} are not final.")
        unknown = [each.table for each in self.findings if each.verdict == "unknown"]
        if unknown:
            told.append(f"Nothing is known of {' and '.join(unknown)}.")
        return tuple(told)


@dataclass(frozen=True, slots=True)
class Touched:
    """An answer that bad data has touched."""

    answer: str
    asked: str
    question: str
    asked_by: str
    memories: tuple[str, ...]
    """What was learned from it, and is to be reviewed."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction, and where it goes."""

    channel: str
    to: str
    text: str


def check(session: Session, tables: Iterable[str]) -> Check:
    """Look at the current version of each table, and at most three steps upstream."""
    given: dict[str, Any] = {"tables": sorted(set(tables))}
    return Check(tuple(_finding(record) for record in session.run(_CHECK, given)))


def _finding(record: Record) -> Finding:
    named: dict[str, Any] = dict(record.items())
    return Finding(**{**named, "way": tuple(named["way"] or ())})


def blast_radius(session: Session, incident: str) -> tuple[Touched, ...]:
    """The answers that rest on what an incident affects, in the order of their questions."""
    found = session.run(_RADIUS, {"incident": incident})
    return tuple(
        Touched(
            record["answer"],
            record["asked"],
            record["question"],
            record["asked_by"],
            tuple(record["memories"]),
        )
        for record in found
    )


def retract_and_correct(
    session: Session, incident: str, known: Mapping[str, str], by: str, at: str
) -> tuple[tuple[Correction, ...], tuple[str, ...]]:
    """Correct each answer in its thread, and retract what was learned from it.

    `known` has the words for answers whose right value is known. Both may be done again: a
    correction is there once for each incident and answer. Gives the corrections and the texts
    that were retracted now.
    """
    given: dict[str, Any] = {"incident": incident, "known": dict(known), "by": by, "at": at}
    corrections = tuple(Correction(*record) for record in session.run(_CORRECT, given))
    retracted = tuple(str(row[0]) for row in session.run(_RETRACT, given).rows)
    session.run(_RESOLVE, given)
    return corrections, retracted
