"""The write path: add, revise, retract, pin, refuse, and the commit that finds contradictions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import runner
from agent_memory.schema import Blocked, NotThere, PinnedPeer, SameClaim

if TYPE_CHECKING:
    from collections.abc import Sequence

    from runner.engines.base import Session
    from runner.result import Record, Result

MIN_COSINE = 0.92
"""From here on two memories of one scope and kind are about the same thing."""
_PROPOSED = 50


@dataclass(frozen=True, slots=True)
class Draft:
    """What is to become a memory."""

    id: str
    text: str
    kind: str
    scope: str
    source: str
    """The id of the message, document, review or answer that it comes from."""
    by: str
    at: str
    """When, in ISO 8601, as ``2026-10-28T15:00:00Z``."""
    embedding: Sequence[float]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a commit."""

    outcome: str
    """``added``, ``added, in conflict``, ``merged``, ``rejected`` or ``refused``."""
    because: tuple[str, ...] = ()
    """Texts of the memories that decided it, or the reasons for a refusal."""
    memory: str | None = None
    """The id of the memory that holds the claim now; None where it was not accepted."""


@dataclass(frozen=True, slots=True)
class Change:
    """One entry of a memory's history."""

    memory: str
    seq: int
    op: str
    at: str
    by: str
    note: str | None


_CLAIM = '$scope + "/" + $kind + "/" + toLower(btrim($text, " ."))'
_NEXT = "COUNT { (m)<-[:CHANGED]-() } + 1"
# Setting a property, to what it is, takes the lock of the scope: whoever else commits to it waits,
# and then finds what was committed here.
_LOCK_SCOPE = "MATCH (s:Scope {id: $scope}) SET s.id = s.id RETURN s.id"
_GROUND = """\
RETURN EXISTS { (:Message|Doc|Review|Answer {id: $source}) } AS source,
       COLLECT { MATCH (b:BlockedPattern) WHERE $text =~ b.pattern
                 RETURN b.reason ORDER BY b.reason } AS blocked"""
_PEERS = """\
MATCH (m:Memory)
  SEARCH m IN (VECTOR INDEX memory_embedding FOR $embedding LIMIT $limit)
  SCORE AS score
WITH m, round(2 * score - 1, 4) AS similarity
RETURN m.id AS id, m.text AS text, similarity, coalesce(m.pinned, false) AS pinned,
       m.status = "active" AND m.kind = $kind
         AND EXISTS { (m)-[:SCOPED_TO]->(:Scope {id: $scope}) } AS peer
ORDER BY similarity DESC, id"""
_SAME = f"""\
MATCH (m:Memory {{claim: {_CLAIM}}})
RETURN m.id AS id, m.text AS text"""
_ADD = f"""\
MATCH (scope:Scope {{id: $scope}}), (source:Message|Doc|Review|Answer {{id: $source}})
CREATE (m:Memory {{id: $id, text: $text, kind: $kind, status: "active", created: datetime($at),
                  claim: {_CLAIM}, embedding: $embedding}}),
       (m)-[:SCOPED_TO]->(scope), (m)-[:DERIVED_FROM]->(source),
       (:Change {{memory: $id, seq: 1, op: $op, at: datetime($at), by: $by}})-[:CHANGED]->(m)
RETURN m.id AS id"""
_SUPERSEDE = f"""\
MATCH (m:Memory {{id: $old}}), (new:Memory {{id: $id}})
CREATE (new)-[:SUPERSEDES {{at: datetime($at)}}]->(m),
       (:Change {{memory: $old, seq: {_NEXT}, op: "superseded", at: datetime($at), by: $by,
                 note: $text}})-[:CHANGED]->(m)
SET m.status = "superseded"
REMOVE m.claim, m.conflicted"""
_GIVE_UP_CLAIM = "MATCH (m:Memory {id: $old}) REMOVE m.claim"
_MERGE = f"""\
MATCH (m:Memory {{id: $same}}), (source:Message|Doc|Review|Answer {{id: $source}})
MERGE (m)-[:DERIVED_FROM]->(source)
CREATE (:Change {{memory: m.id, seq: {_NEXT}, op: "merge", at: datetime($at), by: $by,
                 note: $text}})-[:CHANGED]->(m)"""
_CONFLICT = """\
MATCH (m:Memory {id: $id})
UNWIND $peers AS peer
MATCH (other:Memory {id: peer.id})
CREATE (m)-[:CONFLICTS_WITH {similarity: round(peer.similarity, 2)}]->(other)
SET m.conflicted = true, other.conflicted = true"""
_ACTIVE = """\
MATCH (m:Memory {id: $id, status: "active"})-[:SCOPED_TO]->(s:Scope)
RETURN m.text AS text, m.kind AS kind, s.id AS scope, coalesce(m.pinned, false) AS pinned
ORDER BY scope LIMIT 1"""
_RETRACT = f"""\
MATCH (m:Memory {{id: $id, status: "active"}})
SET m.status = "retracted", m.reason = $reason, m.retracted_at = datetime($at)
REMOVE m.claim, m.conflicted
CREATE (:Change {{memory: $id, seq: {_NEXT}, op: "retract", at: datetime($at), by: $by,
                 note: $reason}})-[:CHANGED]->(m)
RETURN m.id AS id"""
_PIN = f"""\
MATCH (m:Memory {{id: $id, status: "active"}})
SET m.pinned = $pinned
CREATE (:Change {{memory: $id, seq: {_NEXT}, op: $op, at: datetime($at), by: $by}})-[:CHANGED]->(m)
RETURN m.id AS id"""
_SETTLE = """\
MATCH (:Memory {id: $id})-[:CONFLICTS_WITH]-(m:Memory)
WHERE m.conflicted AND NOT EXISTS { (m)-[:CONFLICTS_WITH]-(:Memory {status: "active"}) }
REMOVE m.conflicted"""
_OPPONENTS = """\
MATCH (:Memory {id: $keep})-[:CONFLICTS_WITH]-(m:Memory {status: "active"})
RETURN m.id AS id ORDER BY id"""
_REFUSE = "MERGE (b:BlockedPattern {id: $id}) SET b.pattern = $pattern, b.reason = $reason"
_HISTORY = """\
MATCH (c:Change)-[:CHANGED]->(m:Memory)
WHERE $id IS NULL OR m.id = $id
RETURN m.id AS memory, c.seq AS seq, c.op AS op, toString(c.at) AS at, c.by AS by, c.note AS note
ORDER BY memory, seq"""


def add(session: Session, parameters: dict[str, Any]) -> None:
    """Store a new belief, without a look at what it contradicts. Raises `MemoryFault`."""
    _lock(session, parameters)
    _ground(session, parameters)
    _create(session, parameters, "add")


def commit(session: Session, parameters: dict[str, Any]) -> Outcome:
    """Store a belief, unless it is blocked, or known, or a pinned one says otherwise."""
    _lock(session, parameters)
    try:
        _ground(session, parameters)
    except Blocked as error:
        return Outcome("refused", error.reasons)
    # Whatever its embedding says: a claim is there once.
    for same in session.run(_SAME, parameters):
        session.run(_MERGE, {**parameters, "same": same["id"]})
        return Outcome("merged", (same["text"],), same["id"])
    peers = _peers(session, parameters)
    for peer in peers:
        if peer["pinned"]:
            return Outcome("rejected", (peer["text"],))
    _create(session, parameters, "add")
    _mark_conflicts(session, parameters, peers)
    outcome = "added, in conflict" if peers else "added"
    return Outcome(outcome, tuple(peer["text"] for peer in peers), parameters["id"])


def revise(session: Session, parameters: dict[str, Any]) -> None:
    """Put a new belief in the place of an old one, which stays, superseded. Raises `MemoryFault`.

    The new one has the scope and the kind of the old one. What else it contradicts is treated as
    in a commit.
    """
    found = session.run(_ACTIVE, {"id": parameters["old"]}).rows
    if not found:
        raise NotThere(f"there is no active memory {parameters['old']!r}")
    text, kind, scope, _ = found[0]
    parameters |= {"kind": kind, "scope": scope}
    _lock(session, parameters)
    old = session.run(_ACTIVE, {"id": parameters["old"]}).single()
    if old["pinned"]:
        raise PinnedPeer(parameters["old"], str(text))
    _ground(session, parameters)
    peers = [peer for peer in _peers(session, parameters) if peer["id"] != parameters["old"]]
    for peer in peers:
        if peer["pinned"]:
            raise PinnedPeer(peer["id"], peer["text"])
    # The old one may be worded the same but for its spelling.
    session.run(_GIVE_UP_CLAIM, {"old": parameters["old"]})
    _create(session, parameters, "revise")
    session.run(_SUPERSEDE, parameters)
    _mark_conflicts(session, parameters, peers)
    session.run(_SETTLE, {"id": parameters["old"]})


def retract(session: Session, parameters: dict[str, Any]) -> None:
    """Stop believing, and say why. Raises `NotThere`."""
    _one(session.run(_RETRACT, parameters), parameters["id"])
    session.run(_SETTLE, {"id": parameters["id"]})


def pin(session: Session, parameters: dict[str, Any]) -> None:
    """Make a memory authoritative, or, with `pinned` None, not any more. Raises `NotThere`."""
    _one(session.run(_PIN, parameters), parameters["id"])


def resolve(session: Session, parameters: dict[str, Any]) -> tuple[str, ...]:
    """Retract all that contradicts the memory that is kept; their ids."""
    found = session.run(_OPPONENTS, {"keep": parameters["keep"]}).rows
    for (id_,) in found:
        retract(session, {**parameters, "id": id_})
    return tuple(str(row[0]) for row in found)


def refuse(session: Session, parameters: dict[str, Any]) -> None:
    """Never store what matches a pattern. Raises `ValueError` for one that is not right."""
    try:
        session.run("RETURN '' =~ $pattern", parameters)
    except runner.EngineError as error:
        raise ValueError(f"{parameters['pattern']!r} is no regular expression: {error}") from error
    session.run(_REFUSE, parameters)


def history(session: Session, id_: str | None) -> tuple[Change, ...]:
    """What became of a memory, or of all, in order."""
    return tuple(Change(*row) for row in session.run(_HISTORY, {"id": id_}).rows)  # type: ignore[arg-type]


def _lock(session: Session, parameters: dict[str, Any]) -> None:
    if not session.run(_LOCK_SCOPE, {"scope": parameters["scope"]}).rows:
        raise NotThere(f"there is no scope {parameters['scope']!r}")


def _ground(session: Session, parameters: dict[str, Any]) -> None:
    found = session.run(_GROUND, parameters).single()
    if found["blocked"]:
        raise Blocked(found["blocked"])
    if not found["source"]:
        raise NotThere(
            f"there is no message, document, review or answer {parameters['source']!r}: a memory "
            "without a source can neither be checked nor mended"
        )


def _peers(session: Session, parameters: dict[str, Any]) -> list[Record]:
    """Active memories of the same scope and kind that are about the same thing, closest first.

    The index knows neither: where it proposes nothing but close ones, there may be more.
    """
    limit = _PROPOSED
    while True:
        found = list(session.run(_PEERS, {**parameters, "limit": limit}))
        close = [record for record in found if record["similarity"] >= MIN_COSINE]
        if len(close) < limit:
            return [record for record in close if record["peer"]]
        limit *= 2


def _create(session: Session, parameters: dict[str, Any], op: str) -> None:
    try:
        session.run(_ADD, {**parameters, "op": op})
    except runner.EngineError as error:
        if error.constraint == "memory_claim":
            raise SameClaim(f"this is believed already: {parameters['text']!r}") from error
        raise


def _mark_conflicts(session: Session, parameters: dict[str, Any], peers: list[Record]) -> None:
    found = [{"id": peer["id"], "similarity": peer["similarity"]} for peer in peers]
    if found:
        given: dict[str, Any] = {"id": parameters["id"], "peers": found}
        session.run(_CONFLICT, given)


def _one(result: Result, id_: str) -> None:
    if not result.rows:
        raise NotThere(f"there is no active memory {id_!r}")
