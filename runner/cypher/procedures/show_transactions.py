"""SHOW TRANSACTIONS and TERMINATE TRANSACTIONS: the open transactions of this process."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from runner.cypher.failures import client_error
from runner.cypher.temporal.durations import in_seconds
from runner.values import Duration

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runner.cypher.eval.runtime import State
    from runner.cypher.store.transaction import Transaction
    from runner.errors import EngineError
    from runner.values import DateTime

    Made = tuple[tuple[tuple[str, bool], ...], Callable[[State], Iterator[tuple[Any, ...]]]]

_SHOWN = (
    *("database", "transactionId", "currentQueryId", "connectionId", "clientAddress", "username"),
    *("currentQuery", "startTime", "status", "elapsedTime"),
)
"""The columns that SHOW TRANSACTIONS has without YIELD."""

_TERMINATED = "Terminated with reason: Status.Code[Neo.ClientError.Transaction.Terminated]"
_DATABASE = "neo4j"
_SEPARATOR = "-transaction-"
_FORMAT = "(expected format: <databasename>-transaction-<id>)"
_SHORTEST, _LONGEST = 3, 63
_MOST = 2**63 - 1
_PROGRESS = (
    *("nodes_created", "nodes_deleted", "relationships_created", "relationships_deleted"),
    *("labels_added", "labels_removed", "properties_set"),
)


def transactions(words: frozenset[str], language: str) -> Made | None:
    """SHOW TRANSACTIONS: those that are open, the one that asks among them."""
    if words:
        return None
    columns = tuple((name, name in _SHOWN) for name in _names(language))

    def rows(state: State) -> Iterator[tuple[Any, ...]]:
        for transaction in _open(state):
            values = _values(transaction, state, language)
            yield tuple(values[name] for name, _ in columns)

    return columns, rows


def _open(state: State) -> list[Transaction]:
    database = state.database
    return [state.transaction] if database is None else list(database.open.values())


def terminated(words: frozenset[str], _language: str) -> Made | None:
    """The columns of TERMINATE TRANSACTIONS, whose rows `terminate` gives."""
    columns = (("transactionId", True), ("username", True), ("message", True))
    return None if words else (columns, lambda _state: iter(()))


def terminate(ids: list[str | None], state: State) -> Iterator[tuple[Any, ...]]:
    """End the transactions of these ids; a row for each, once.

    One that ends itself is ended when its statement is done. Raises `EngineError` where there
    is no id, and for text that can be none.
    """
    if not ids:
        message = (
            "Missing transaction id to terminate, the transaction id can be found using `SHOW "
            "TRANSACTIONS`."
        )
        raise client_error("Statement.SemanticError", "22N06", message)
    read = dict.fromkeys(None if text is None else _transaction_id(text) for text in ids)
    alive = {_name(transaction): transaction for transaction in _open(state)}
    for name in read:
        found = alive.get(name)
        if found is None or state.database is None:
            yield name, None, "Transaction not found."
            continue
        state.database.terminate(found, state.transaction)
        yield name, "", "Transaction terminated."


def _name(transaction: Transaction) -> str | None:
    return f"{_DATABASE}{_SEPARATOR}{transaction.number}"


def _transaction_id(text: str) -> str:
    """An id as ``neo4j-transaction-1``. Raises `EngineError` for text that is none."""
    database, separator, number = text.rpartition(_SEPARATOR)
    if not separator:
        raise _invalid(f"Could not parse id {_FORMAT}")
    database = database.lower()
    _check_database(database)
    if not re.fullmatch(r"[+-]?\d+", number) or int(number) > _MOST:
        detail = f"Invalid input '{number}' for a number."
        raise _invalid(f"Could not parse id {_FORMAT}", detail)
    if int(number) < 0:
        detail = f"Expected 'id {_FORMAT}' to be a positive number but found {int(number)} instead."
        message = f"Negative ids are not supported {_FORMAT}"
        raise client_error("General.InvalidArguments", "22003", message, ("22N02", detail))
    return f"{database}{_SEPARATOR}{int(number)}"


def _check_database(name: str) -> None:
    message = None
    if not name:
        message = "The provided database name is empty."
    elif not _SHORTEST <= len(name) <= _LONGEST:
        message = (
            f"The provided database name must have a length between {_SHORTEST} and {_LONGEST} "
            "characters."
        )
    elif not re.match("[a-z0-9]", name):
        message = (
            f"Database name '{name}' is not starting with an ASCII alphabetic character or number."
        )
    elif not re.fullmatch("[a-z0-9.-]*", name):
        message = (
            f"Database name '{name}' contains illegal characters. Use simple ascii characters, "
            "numbers, dots and dashes."
        )
    if message is not None:
        raise _invalid(message, message)


def _invalid(message: str, detail: str | None = None) -> EngineError:
    cause = None if detail is None else ("22N05", detail)
    return client_error("General.InvalidArguments", "22N05", message, cause)


def _names(language: str) -> tuple[str, ...]:
    """The columns in their order; Cypher 25 has one more than Cypher 5."""
    return (
        *("database", "transactionId", "currentQueryId", "outerTransactionId", "connectionId"),
        *("clientAddress", "username", "metaData", "currentQuery", "parameters", "planner"),
        *("runtime", "indexes", "startTime", "currentQueryStartTime", "protocol", "requestUri"),
        *("status", "currentQueryStatus", "statusDetails", "resourceInformation"),
        *("activeLockCount", "currentQueryActiveLockCount", "elapsedTime", "cpuTime", "waitTime"),
        *("idleTime", "currentQueryElapsedTime", "currentQueryCpuTime", "currentQueryWaitTime"),
        *("currentQueryIdleTime", "currentQueryAllocatedBytes", "allocatedDirectBytes"),
        *("estimatedUsedHeapMemory", "pageHits", "pageFaults", "currentQueryPageHits"),
        *("currentQueryPageFaults", "initializationStackTrace"),
        *(() if language == "5" else ("currentQueryProgress",)),
    )


def _values(transaction: Transaction, state: State, language: str) -> dict[str, Any]:
    """The columns of one transaction. What this engine does not measure is null.

    Statements take turns: of all transactions only the one that asks has one that runs.
    """
    begun = transaction.begun or state.now
    absent: dict[str, Any] = dict.fromkeys(_names(language))
    if language == "5":
        texts = ("currentQueryId", "outerTransactionId", "currentQuery", "planner", "runtime")
        absent |= dict.fromkeys((*texts, "currentQueryStatus"), "")
        absent |= {"parameters": {}, "indexes": []}
    values = {
        **absent,
        "database": _DATABASE,
        "transactionId": _name(transaction),
        **dict.fromkeys(("connectionId", "clientAddress", "username", "statusDetails"), ""),
        "metaData": dict(transaction.metadata),
        "startTime": _moment(begun, language),
        "protocol": "embedded",
        "status": _TERMINATED if transaction.terminated else "Running",
        "resourceInformation": {},
        "elapsedTime": in_seconds(begun, state.now),
        "waitTime": Duration(0, 0, 0, 0),
        "initializationStackTrace": "",
    }
    return values | _of_query(state, language) if transaction is state.transaction else values


def _of_query(state: State, language: str) -> dict[str, Any]:
    return {
        "currentQueryId": f"query-{state.database.statements if state.database else 0}",
        "outerTransactionId": "",
        "currentQuery": state.text,
        "parameters": dict(state.parameters),
        "planner": "idp",
        "runtime": "slotted",
        "indexes": [],
        "currentQueryStartTime": _moment(state.now, language),
        "currentQueryStatus": "running",
        "currentQueryElapsedTime": Duration(0, 0, 0, 0),
        "currentQueryWaitTime": Duration(0, 0, 0, 0),
        "currentQueryProgress": _progress(state),
    }


def _progress(state: State) -> dict[str, int]:
    done = {name: getattr(state.counters, name) for name in _PROGRESS}
    named = {re.sub("_(.)", lambda m: m[1].upper(), name): count for name, count in done.items()}
    transactions = ("transactionsStarted", "transactionsCommitted", "transactionsRolledBack")
    return {**named, "fileLinesRead": 0, **dict.fromkeys(transactions, 0)}


def _moment(moment: DateTime, language: str) -> Any:
    return str(moment) if language == "5" else moment
