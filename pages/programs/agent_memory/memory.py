"""The memory as a program has it: one object over one database."""

from __future__ import annotations

import logging
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, TypeVar

import runner
from agent_memory import lineage, recalling, writing
from agent_memory.deadline import Patience, TooManyWaiting
from agent_memory.patterns import pattern_fault
from agent_memory.recalling import Recall
from agent_memory.schema import (
    CYPHER,
    DIMENSIONS_OF_INDEX,
    MemoryFault,
    checked_embedding,
    checked_text,
    schema,
)
from agent_memory.why import why

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from agent_memory.lineage import Check, Correction, Touched
    from agent_memory.why import Why
    from agent_memory.writing import Change, Draft, Outcome
    from runner.engines.base import Engine, Session

T = TypeVar("T")
logger = logging.getLogger(__name__)
_SOURCES = frozenset({"Message", "Doc", "Review", "Answer"})
_ATTEMPTS = 3


class Memory:
    """What an agent believes, in the database of `engine`, which stays the caller's.

    `dimensions` is how many numbers an embedding has; the caller makes them. Each method has a
    session of its own, so that threads may share one object. A method that writes has written
    all or nothing. It raises `MemoryFault` where the request cannot be met, `ValueError` for an
    embedding or a pattern that is not right, and `runner.RunnerError` for what the engine says.
    """

    def __init__(self, engine: Engine, *, dimensions: int) -> None:
        self._engine = engine
        self._dimensions = dimensions
        self._patience = Patience()
        with engine.session(CYPHER) as session:
            for statement in schema(dimensions):
                session.run(statement)
            there = session.run(DIMENSIONS_OF_INDEX).single()["dimensions"]
        if there != dimensions:
            raise ValueError(
                f"the memory in this database has embeddings of {there} numbers, not {dimensions}"
            )

    # What the rest refers to.

    def scope(self, id_: str, kind: str) -> None:
        """A scope: a ``project``, a ``team`` or a ``user``. One that is there keeps its kind."""
        self._write(
            lambda session: session.run(
                "MERGE (s:Scope {id: $id}) ON CREATE SET s.kind = $kind", {"id": id_, "kind": kind}
            )
        )

    def source(self, label: str, id_: str, at: str, **properties: Any) -> None:
        """Where memories come from: a ``Message``, ``Doc``, ``Review`` or ``Answer``."""
        if label not in _SOURCES:
            raise ValueError(f"no source is a {label!r}: one of {', '.join(sorted(_SOURCES))}")
        given: dict[str, Any] = {"id": id_, "at": at, "properties": properties}
        self._write(
            lambda session: session.run(
                f"MERGE (n:{label} {{id: $id}}) SET n += $properties, n.at = datetime($at)", given
            )
        )

    # The write path.

    def commit(self, draft: Draft) -> Outcome:
        """Store what an agent concluded, unless it is blocked, known, or a pinned one says no.

        Peers are the active memories of its scope and kind with a cosine of at least 0.92. One
        that makes the same claim is confirmed, and nothing is added; a pinned one rejects it; any
        other is linked by CONFLICTS_WITH, and both are marked.
        """
        given = self._given(draft)
        return self._write(lambda session: writing.commit(session, dict(given)))

    def add(self, draft: Draft) -> None:
        """Store what a person imports and trusts; see `commit` for all else."""
        given = self._given(draft)
        self._write(lambda session: writing.add(session, dict(given)))

    def revise(
        self,
        old: str,
        id_: str,
        text: str,
        *,
        source: str,
        by: str,
        at: str,
        embedding: Sequence[float],
    ) -> None:
        """Put a better belief in the place of `old`, which is kept as superseded."""
        given = {
            "old": old,
            "id": id_,
            "text": checked_text(text),
            "source": source,
            "by": by,
            "at": at,
            "embedding": checked_embedding(embedding, self._dimensions),
        }
        self._write(lambda session: writing.revise(session, dict(given)))

    def retract(self, id_: str, *, reason: str, by: str, at: str) -> None:
        """Stop believing a memory; the reason is kept with it."""
        given = {"id": id_, "reason": reason, "by": by, "at": at}
        self._write(lambda session: writing.retract(session, given))

    def pin(self, id_: str, *, by: str, at: str) -> None:
        """Make a memory authoritative: what contradicts it is rejected from now on."""
        given = {"id": id_, "by": by, "at": at, "op": "pin", "pinned": True}
        self._write(lambda session: writing.pin(session, given))

    def unpin(self, id_: str, *, by: str, at: str) -> None:
        """Let a memory be revised and contradicted again."""
        given = {"id": id_, "by": by, "at": at, "op": "unpin", "pinned": None}
        self._write(lambda session: writing.pin(session, given))

    def refuse(self, id_: str, pattern: str, reason: str) -> None:
        """Never store, and never recall, a text that matches a regular expression.

        It is to match the whole text. One that may take longer than anyone waits is not accepted.
        """
        fault = pattern_fault(pattern)
        if fault is not None:
            raise ValueError(f"{pattern!r} may take longer than anyone waits: {fault}")
        given = {"id": id_, "pattern": pattern, "reason": reason}
        self._write(lambda session: writing.refuse(session, given))

    def resolve(self, keep: str, *, reason: str, by: str, at: str) -> tuple[str, ...]:
        """End a conflict: what contradicts `keep` is retracted; the ids of that."""
        given = {"keep": keep, "reason": reason, "by": by, "at": at}
        return self._write(lambda session: writing.resolve(session, given))

    def history(self, id_: str | None = None) -> tuple[Change, ...]:
        """What became of one memory, or of all of them, in order."""
        return self._read(lambda session: writing.history(session, id_))

    # The read path.

    def recall(self, embedding: Sequence[float], scope: str, *, deadline: float = 5.0) -> Recall:
        """What is known about a question; nothing, with the reason, where that takes too long.

        Memory is a help and no condition: whatever the engine does, this returns within
        `deadline` seconds, and raises only for an embedding that is not right.
        """
        given = checked_embedding(embedding, self._dimensions)

        def ask() -> Recall:
            with self._engine.session(CYPHER) as session:
                return recalling.recall(session, given, scope, deadline)

        try:
            return self._patience.within(deadline, ask)
        except TimeoutError:
            reason = f"recall took longer than {deadline:g} s"
        except (TooManyWaiting, MemoryFault) as error:
            reason = str(error)
        except runner.RunnerError as error:
            timed_out = isinstance(error, runner.EngineError) and error.is_timeout
            reason = f"recall took longer than {deadline:g} s" if timed_out else str(error)
        except Exception as error:
            logger.exception("recall failed in a way that it should not")
            reason = f"{type(error).__name__}: {error}"
        return Recall(failure=reason)

    def scopes(self) -> tuple[str, ...]:
        """The ids of all scopes."""
        return self._read(recalling.scopes)

    def note_recalled(self, answer: str, recalled: Recall) -> None:
        """Write down with an answer what was recalled for it, so that `why` can tell."""
        self._write(lambda session: recalling.note(session, answer, recalled))

    def check(self, tables: Iterable[str]) -> Check:
        """What is known of the tables that some SQL is going to read."""
        names = list(tables)
        return self._read(lambda session: lineage.check(session, names))

    def why(self, answer: str) -> Why:
        """What lies behind an answer."""
        return self._read(lambda session: why(session, answer))

    def blast_radius(self, incident: str) -> tuple[Touched, ...]:
        """The answers, and the memories learned from them, that an incident has touched."""
        return self._read(lambda session: lineage.blast_radius(session, incident))

    def retract_and_correct(
        self, incident: str, known: Mapping[str, str], *, by: str, at: str
    ) -> tuple[tuple[Correction, ...], tuple[str, ...]]:
        """Correct all answers of the blast radius in their threads, retract what came of them."""
        return self._write(
            lambda session: lineage.retract_and_correct(session, incident, known, by, at)
        )

    def _given(self, draft: Draft) -> dict[str, Any]:
        embedding = checked_embedding(draft.embedding, self._dimensions)
        return {**asdict(draft), "text": checked_text(draft.text), "embedding": embedding}

    def _read(self, work: Callable[[Session], T]) -> T:
        with self._engine.session(CYPHER) as session:
            return work(session)

    def _write(self, work: Callable[[Session], T]) -> T:
        """Do `work` in one transaction; again, where the engine says that it may succeed then."""
        for attempt in range(1, _ATTEMPTS + 1):
            with self._engine.session(CYPHER) as session:
                try:
                    session.begin()
                    done = work(session)
                    session.commit()
                except runner.EngineError as error:
                    if not error.is_transient or attempt == _ATTEMPTS:
                        raise
                else:
                    return done
        raise AssertionError("the last attempt returns or raises")
