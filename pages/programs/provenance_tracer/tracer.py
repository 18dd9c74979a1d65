"""The tracer: one transaction holds a call and its trace, or neither."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self

import runner
from provenance_tracer.calls import Call, Reply, as_json, error_text
from provenance_tracer.classify import is_write
from provenance_tracer.touched import returned_nodes, snapshot, written

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

    from runner.engines.base import Engine, Session
    from runner.result import Result

_SCHEMA = """\
CREATE CONSTRAINT entity_key IF NOT EXISTS FOR (n:Entity) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT fact_text IF NOT EXISTS FOR (n:Fact) REQUIRE n.text IS UNIQUE;
CREATE CONSTRAINT session_id IF NOT EXISTS FOR (n:Session) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT call_key IF NOT EXISTS
  FOR (n:ToolCall) REQUIRE (n.session, n.seq) IS NODE KEY;
CREATE CONSTRAINT has_call_ts IF NOT EXISTS
  FOR ()-[r:HAS_CALL]-() REQUIRE r.ts IS :: INTEGER;
CREATE CONSTRAINT has_call_ts_nn IF NOT EXISTS
  FOR ()-[r:HAS_CALL]-() REQUIRE r.ts IS NOT NULL"""
SCHEMA = tuple(_SCHEMA.split(";\n"))
_RECORD = """\
MERGE (s:Session {id: $call.session})
CREATE (s)-[:HAS_CALL {ts: $ts}]->(c:ToolCall)
SET c = $call
WITH c
UNWIND $touched AS id
MATCH (n) WHERE elementId(n) = id
MERGE (c)-[:TOUCHED]->(n)"""
_CALL_KEY = "call_key"
_CYPHER = "25"
"""The version of statements that name none, on every engine."""


class AlreadyRecorded(Exception):
    """The session has a call of this number: it was made before, and was not made again."""

    def __init__(self, session: str, seq: int) -> None:
        super().__init__(
            f"call {seq} of session {session!r} is recorded already; it was not made again. "
            "Another call needs another number."
        )
        self.session = session
        self.seq = seq


class _NotAllowed(Exception):
    """A statement did what no tool may do."""


def open_engine(url: str) -> Engine:
    """Open a database for a tracer: a file as ``embedded:PATH``, or a Neo4j server by its URL.

    A server's Community edition has no node keys; there `runner` keeps those of this program, as
    long as the engine is open. Raises `runner.EngineFailure` when it cannot be opened.
    """
    return runner.connect(url, emulate_enterprise=True)


class Tracer:
    """Makes the calls of one session of an agent. A context manager; the engine stays open.

    A statement that takes more than `timeout` seconds, or gives more than `max_rows` rows, fails.
    """

    def __init__(
        self,
        engine: Engine,
        session: str,
        *,
        timeout: float | None = None,
        max_rows: int | None = None,
    ) -> None:
        self._engine = engine
        self._name = session
        self._timeout = timeout
        self._max_rows = max_rows
        self._session = engine.session(_CYPHER)
        for statement in SCHEMA:
            self._session.run(statement)
        self._session.run("MERGE (:Session {id: $id})", {"id": session})

    def close(self) -> None:
        """End the session; what was not committed is undone."""
        self._session.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def call(self, call: Call) -> Reply:
        """Make one call and record it; a statement that fails is undone, and the failure recorded.

        Raises `AlreadyRecorded` for a number that the session has had, and `runner.EngineFailure`
        when the engine is gone.
        """
        try:
            writes = is_write(self._session, call.cypher, call.arguments)
            return self._write(call) if writes else self._read(call)
        except runner.EngineError as error:
            reply = Reply("rolled_back", error=error_text(error))
        except runner.UsageError as error:
            reply = Reply("rolled_back", error=f"argument error: {error}")
        except _NotAllowed as error:
            reply = Reply("rolled_back", error=f"semantic error: {error}")
        self._record_failure(call, reply)
        return reply

    def _read(self, call: Call) -> Reply:
        with self._transaction():
            result = self._run(f"PROFILE {call.cypher}", call)
            if result.counters.as_dict():
                raise _NotAllowed("the plan of the statement did not say that it writes")
            reply = Reply(
                "read",
                result.columns,
                tuple(result.rows),
                frozenset(returned_nodes(result.rows)),
                seconds=result.seconds,
            )
            self._record(call, reply)
        return reply

    def _write(self, call: Call) -> Reply:
        with self._transaction() as session, self._engine.session(_CYPHER) as outside:
            result = self._run(call.cypher, call)
            touched = frozenset(returned_nodes(result.rows))
            counters = result.counters.as_dict()
            if counters:
                before, inside, after = (snapshot(each) for each in (outside, session, outside))
                found = written(inside, (before, after))
                if found.trace:
                    raise _NotAllowed("the trace is not for a tool to change")
                touched |= found.nodes
            reply = Reply(
                "committed", result.columns, tuple(result.rows), touched, counters, result.seconds
            )
            self._record(call, reply)
        return reply

    def _run(self, cypher: str, call: Call) -> Result:
        given = dict(call.arguments)
        return self._session.run(cypher, given, timeout=self._timeout, max_rows=self._max_rows)

    def _record_failure(self, call: Call, reply: Reply) -> None:
        """Record a call that failed; where its number is taken, that is why it failed."""
        try:
            with self._transaction():
                self._record(call, reply)
        except runner.EngineError as error:
            if error.constraint == _CALL_KEY:
                raise AlreadyRecorded(self._name, call.seq) from error
            raise

    def _record(self, call: Call, reply: Reply) -> None:
        properties: dict[str, Any] = {
            "session": self._name,
            "seq": call.seq,
            "name": call.tool,
            "ask": call.ask,
            "status": reply.status,
            "rows": len(reply.rows),
            "cypher": as_json(call.cypher),
            "arguments": as_json(dict(call.arguments)),
            "counters": as_json(dict(reply.counters)),
        }
        if reply.seconds is not None:
            properties["seconds"] = reply.seconds
        if reply.error is not None:
            properties["error"] = reply.error
        parameters: dict[str, Any] = {
            "call": properties,
            "ts": call.ts,
            "touched": sorted(reply.touched),
        }
        self._session.run(_RECORD, parameters)

    @contextmanager
    def _transaction(self) -> Iterator[Session]:
        """Keep all that is done inside, or, where anything is raised, nothing of it."""
        self._session.begin()
        try:
            yield self._session
            self._session.commit()
        except BaseException:
            self._session.rollback()
            raise
