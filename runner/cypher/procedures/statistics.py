"""``db.stats.*``: what is known of a database without measuring anything.

No statement is recorded here, so there is nothing of them to stop, to clear or to retrieve.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from runner.cypher.failures import client_error
from runner.cypher.functions.table import Parameter
from runner.cypher.procedures.failing import call_failed, unsupported_call
from runner.cypher.procedures.table import Column, Procedure

if TYPE_CHECKING:
    from collections.abc import Iterable

    from runner.cypher.eval.runtime import State
    from runner.errors import EngineError

_QUERIES, _TOKENS, _COUNTS, _META = "QUERIES", "TOKENS", "GRAPH COUNTS", "META"
_RETRIEVE = "db.stats.retrieve"
_NULL = "java.lang.NullPointerException"
_CONFIG = Parameter("config", "MAP", optional=True)
_SECTION = Parameter("section", "STRING")
_DONE = (Column("section", "STRING"), Column("success", "BOOLEAN"), Column("message", "STRING"))
_NO_KEY = 'Cannot invoke "String.hashCode()" because "<local2>" is null'
_NO_SECTION = 'Cannot invoke "String.toUpperCase(java.util.Locale)" because "section" is null'


def _status(_state: State) -> Iterable[tuple[str, str, dict[str, Any]]]:
    return ((_QUERIES, "idle", {}),)


def _done(
    name: str, message: str, _state: State, section: str | None
) -> Iterable[tuple[str, bool, str]]:
    _check_collected(name, section)
    return ((_QUERIES, True, message),)


def _check_collected(name: str, section: str | None) -> None:
    """Raise `EngineError` for a section that is not collected."""
    if section is None:
        raise call_failed(name, _NULL, _NO_KEY)
    if section in (_TOKENS, _COUNTS):
        raise _invalid(
            "DataCollectorProcedures",
            f"Section '{section}' does not have to be explicitly collected, it can always be "
            "directly retrieved.",
        )
    if section != _QUERIES:
        raise _unknown(section)


def _retrieve(
    state: State, section: str | None, _config: Any = None
) -> Iterable[tuple[str, dict[str, Any]]]:
    if section is None:
        raise call_failed(_RETRIEVE, _NULL, _NO_SECTION)
    wanted = section.upper()
    if wanted in (_COUNTS, _META):
        raise unsupported_call(_RETRIEVE, f"the section '{wanted}'")
    if wanted == _TOKENS:
        graph = state.transaction.graph
        names = {
            "labels": list(graph.label_names),
            "propertyKeys": list(graph.property_keys),
            "relationshipTypes": list(graph.type_names),
        }
        return ((_TOKENS, names),)
    if wanted != _QUERIES:
        raise _unknown(section)
    return ()


def _unknown(section: str) -> EngineError:
    known = ", ".join((_COUNTS, _TOKENS, _QUERIES))
    return _invalid("Sections", f"Unknown section '{section}', known sections are [{known}]")


def _invalid(place: str, message: str) -> EngineError:
    detail = f"Internal exception raised {place}: {message}"
    return client_error("General.InvalidArguments", "52N37", message, ("50N00", detail))


PROCEDURES = (
    Procedure(
        "db.stats.clear",
        "Clear collected data of a given data section. Valid sections are 'QUERIES'",
        "READ",
        (_SECTION,),
        _DONE,
        partial(_done, "db.stats.clear", "Data cleared."),
    ),
    Procedure(
        _RETRIEVE,
        "Retrieve statistical data about the current database. Valid sections are 'GRAPH COUNTS', "
        "'TOKENS', 'QUERIES', 'META'",
        "READ",
        (_SECTION, _CONFIG),
        (Column("section", "STRING"), Column("data", "MAP")),
        _retrieve,
        defaults=("{}",),
    ),
    Procedure(
        "db.stats.status",
        "Retrieve the status of all available collector daemons, for this database.",
        "READ",
        (),
        (Column("section", "STRING"), Column("status", "STRING"), Column("data", "MAP")),
        _status,
    ),
    Procedure(
        "db.stats.stop",
        "Stop data collection of a given data section. Valid sections are 'QUERIES'",
        "READ",
        (_SECTION,),
        _DONE,
        partial(_done, "db.stats.stop", "Collector is idle, no collection ongoing."),
    ),
)
