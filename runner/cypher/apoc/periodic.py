"""``apoc.periodic.iterate`` and ``commit``: statements in transactions of their own."""

from __future__ import annotations

from collections import Counter
from time import monotonic
from typing import TYPE_CHECKING, Any

from runner.cypher.apoc.declare import procedure
from runner.cypher.apoc.failing import illegal_argument, null_pointer, unsupported_in
from runner.cypher.apoc.nested import Nested, run_or_fail
from runner.cypher.apoc.text_write import quoted
from runner.cypher.store.transaction import Transaction
from runner.errors import EngineError
from runner.result import Counters

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.cypher.eval.runtime import State

    Map = dict[str, Any]

_NAME = "apoc.periodic.iterate"
_FAILURE = "org.neo4j.graphdb.QueryExecutionException"
_DEFAULT_BATCH = 10_000
_CONFIG = frozenset(
    {"batchSize", "parallel", "retries", "iterateList", "params", "concurrency", "failedParams",
     "batchMode", "planner"}
)  # fmt: skip


class Batches:
    """What the batches of one call have done so far."""

    def __init__(self, failed_params: int) -> None:
        self.batches = self.total = self.retries = 0
        self.failed_batches = self.failed_operations = self.committed = 0
        self.messages: Counter[str] = Counter()
        self.batch_errors: Counter[str] = Counter()
        self.failed_params: dict[str, list[Any]] = {}
        self.most_failed = failed_params
        self.counters = Counters()
        self.begun = monotonic()

    def row(self) -> tuple[Any, ...]:
        """The row that the procedure gives."""
        done = self.counters
        committed = self.batches - self.failed_batches
        batch = {
            "total": self.batches,
            "committed": committed,
            "failed": self.failed_batches,
            "errors": dict(self.batch_errors),
        }
        operations = {
            "total": self.total,
            "committed": self.committed,
            "failed": self.failed_operations,
            "errors": dict(self.messages),
        }
        statistics = {
            "nodesDeleted": done.nodes_deleted,
            "labelsAdded": done.labels_added,
            "relationshipsCreated": done.relationships_created,
            "nodesCreated": done.nodes_created,
            "propertiesSet": done.properties_set,
            "relationshipsDeleted": done.relationships_deleted,
            "labelsRemoved": done.labels_removed,
        }
        return (
            self.batches,
            self.total,
            int(monotonic() - self.begun),
            self.committed,
            self.failed_operations,
            self.failed_batches,
            self.retries,
            dict(self.messages),
            batch,
            operations,
            False,
            self.failed_params,
            statistics,
        )


def _iterate(
    state: State, iterate: str | None, action: str | None, config: Map | None
) -> Iterator[tuple[Any, ...]]:
    assert config is not None
    if action is None:
        raise null_pointer("java.lang.CharSequence.length()", "this.text")
    size = int(config.get("batchSize", _DEFAULT_BATCH))
    if size < 1:
        raise illegal_argument("batchSize parameter must be > 0")
    for name in config:
        if name not in _CONFIG:
            raise unsupported_in(_NAME, f"the configuration {name}", "procedure")
    _refuse_open_changes(state, _NAME)
    params = dict(config.get("params") or {})
    mode = _mode(config)
    batches = Batches(int(config.get("failedParams", -1)))
    source = run_or_fail(lambda: _source(state, iterate or "null", params))
    first = next(source, None)
    columns = first if isinstance(first, tuple) else ()
    text = _wrapped(action, columns, mode)
    batch: list[Map] = []
    # What the first statement reads is read before the others change it.
    waiting = [row for row in source if isinstance(row, dict)]
    state.tick()
    for row in waiting:
        batch.append(row)
        if len(batch) == size:
            _run_batch(state, text, batch, params, mode, int(config.get("retries", 0)), batches)
            batch = []
    if batch or not waiting:
        _run_batch(state, text, batch, params, mode, int(config.get("retries", 0)), batches)
    yield batches.row()


def _source(state: State, iterate: str, params: Map) -> Iterator[tuple[str, ...] | Map]:
    """The columns of the first statement, then its rows as maps."""
    nested = Nested(state, iterate, params, writes=True)
    if nested.updates:
        raise unsupported_in(_NAME, "a first statement that writes", "procedure")
    yield nested.columns
    yield from nested.maps()


def _mode(config: Map) -> str:
    mode = str(config.get("batchMode", "BATCH" if config.get("iterateList", True) else "SINGLE"))
    if mode.upper() not in ("BATCH", "SINGLE", "BATCH_SINGLE"):
        raise illegal_argument(f"Invalid batch mode: `{mode}`")
    return mode.upper()


def _wrapped(action: str, columns: tuple[str, ...], mode: str) -> str:
    """The second statement, with the columns of the first as variables."""
    if mode == "BATCH_SINGLE" or not columns:
        return action
    if mode == "BATCH":
        names = ", ".join(f"_batch.{quoted(name)} AS {quoted(name)}" for name in columns)
        return f"UNWIND $_batch AS _batch WITH {names}  {action}"
    names = ", ".join(f"${quoted(name)} AS {quoted(name)}" for name in columns)
    return f"WITH {names} {action}"


def _run_batch(
    state: State,
    text: str,
    batch: list[Map],
    params: Map,
    mode: str,
    retries: int,
    batches: Batches,
) -> None:
    """Run one batch in a transaction of its own, again while retries are left."""
    batches.batches += 1
    batches.total += len(batch)
    for attempt in range(retries + 1):
        state.tick()
        try:
            _run_once(state, text, batch, params, mode, batches.counters)
        except EngineError as error:
            if error.is_timeout:
                raise
            batches.messages[error.message] += 1
            batches.failed_operations += len(batch)
            if attempt < retries:
                batches.retries += 1
                continue
            batches.failed_batches += 1
            batches.batch_errors[f"{_FAILURE}: {error.message}"] += 1
            if batches.most_failed >= 0:
                number = str(batches.batches - 1)
                batches.failed_params[number] = batch[: batches.most_failed]
            return
        batches.committed += len(batch)
        return


def _run_once(
    state: State, text: str, batch: list[Map], params: Map, mode: str, counters: Counters
) -> None:
    transaction = Transaction(state.transaction.graph)
    if mode == "SINGLE":
        given = [{**params, **row, "_count": at} for at, row in enumerate(batch)]
    else:
        given = [{**params, "_batch": batch, "_count": len(batch)}]
    done = Counters()
    try:
        for parameters in given:
            nested = Nested(state, text, parameters, writes=True, transaction=transaction)
            for _ in nested.rows():
                state.tick()
            done.add(nested.counters)
        transaction.commit()
    except BaseException:
        transaction.rollback()
        raise
    counters.add(done)


def _refuse_open_changes(state: State, name: str) -> None:
    """Other transactions would not see what this one has changed, and this engine has one."""
    if state.transaction.savepoint():
        raise unsupported_in(
            name,
            "transactions of its own after changes in the transaction it is called in",
            "procedure",
        )


def _commit(state: State, statement: str | None, params: Map | None) -> Iterator[tuple[Any, ...]]:
    name = "apoc.periodic.commit"
    if statement is None:
        # Java takes it for the text null, which is no statement.
        list(run_or_fail(lambda: Nested(state, "null", {}, writes=False).rows()))
        return
    if "limit" not in statement.lower():
        raise illegal_argument("the statement sent to apoc.periodic.commit must contain a `limit`")
    _refuse_open_changes(state, name)
    begun = monotonic()
    updates = executions = batches = failed = 0
    errors: Counter[str] = Counter()
    while True:
        state.tick()
        batches += 1
        transaction = Transaction(state.transaction.graph)
        try:
            nested = Nested(state, statement, params or {}, writes=True, transaction=transaction)
            found = [row[0] for row in nested.rows()]
            transaction.commit()
        except EngineError as error:
            transaction.rollback()
            if error.is_timeout:
                raise
            errors[error.message] += 1
            failed += 1
            break
        except BaseException:
            transaction.rollback()
            raise
        count = found[0] if found else 0
        if not nested.columns:
            raise unsupported_in(name, "a statement that returns no count", "procedure")
        if not isinstance(count, int) or count == 0:
            break
        updates += count
        executions += 1
    runtime = int(monotonic() - begun)
    yield updates, executions, runtime, batches, failed, dict(errors), 0, {}, False


PROCEDURES = (
    procedure(
        "apoc.periodic.iterate(cypherIterate :: STRING, cypherAction :: STRING, config :: MAP) :: "
        "(batches :: INTEGER, total :: INTEGER, timeTaken :: INTEGER, "
        "committedOperations :: INTEGER, failedOperations :: INTEGER, failedBatches :: INTEGER, "
        "retries :: INTEGER, errorMessages :: MAP, batch :: MAP, operations :: MAP, "
        "wasTerminated :: BOOLEAN, failedParams :: MAP, updateStatistics :: MAP)",
        _iterate,
        "Runs the second statement for the rows of the first, some to a transaction.",
        "WRITE",
        null={"config": "java.util.Map.getOrDefault(Object, Object)"},
    ),
    procedure(
        "apoc.periodic.commit(statement :: STRING, params = {} :: MAP) :: (updates :: INTEGER, "
        "executions :: INTEGER, runtime :: INTEGER, batches :: INTEGER, failedBatches :: INTEGER, "
        "batchErrors :: MAP, failedCommits :: INTEGER, commitErrors :: MAP, "
        "wasTerminated :: BOOLEAN)",
        _commit,
        "Runs a statement in transactions of its own until it gives zero.",
        "WRITE",
    ),
    procedure(
        "apoc.periodic.list() :: (name :: STRING, delay :: INTEGER, rate :: INTEGER, "
        "done :: BOOLEAN, cancelled :: BOOLEAN)",
        lambda _state: iter(()),
        "The jobs in the background, of which there are none.",
    ),
)
