"""What the driver tells of a statement that ran, in the shape of `runner.result`."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from runner.result import Counters, Notification, Plan

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from neo4j import ResultSummary

    from runner.engines.bolt_positions import Places

_COUNTERS = tuple(field.name for field in fields(Counters))


def counters(summary: ResultSummary) -> Counters:
    """The update counters; ours have the driver's names."""
    given = summary.counters
    return Counters(**{name: getattr(given, name) for name in _COUNTERS})


def notifications(summary: ResultSummary, places: Places) -> tuple[Notification, ...]:
    """The server's remarks, with places in the statement as its author wrote it."""
    statuses = summary.metadata.get("statuses")
    if statuses is not None:
        return tuple(_from_statuses(statuses, places))
    return tuple(_from_notifications(summary.metadata.get("notifications") or (), places))


def _from_statuses(statuses: Iterable[Mapping[str, Any]], places: Places) -> list[Notification]:
    found = []
    for status in statuses:
        code = status.get("neo4j_code")
        if not code:
            # `00000`, `02000` and the like say how the statement ended, nothing about it.
            continue
        record = status.get("diagnostic_record", {})
        described = str(status.get("status_description", ""))
        found.append(
            Notification(
                code,
                str(status.get("gql_status", "")),
                str(record.get("_severity", "")),
                str(record.get("_classification", "")),
                described.partition(". ")[2] or described,
                places.position(record.get("_position")),
            )
        )
    return found


def _from_notifications(given: Iterable[Mapping[str, Any]], places: Places) -> list[Notification]:
    """The remarks of a server from before GQL statuses (Neo4j 5.22 and earlier)."""
    return [
        Notification(
            str(note.get("code", "")),
            "",
            str(note.get("severity", "")),
            str(note.get("category", "")),
            str(note.get("description", "")),
            places.position(note.get("position")),
        )
        for note in given
    ]


def plan(summary: ResultSummary) -> Plan | None:
    """The plan of an EXPLAIN or a PROFILE."""
    if summary.profile is not None:
        return _plan(summary.profile, profiled=True)
    return _plan(summary.plan, profiled=False) if summary.plan is not None else None


def _plan(tree: Mapping[str, Any], *, profiled: bool) -> Plan:
    arguments = tree.get("args", {})
    return Plan(
        # The server appends the database: `ProduceResults@neo4j`.
        str(tree.get("operatorType", "")).partition("@")[0],
        str(arguments.get("Details", "")),
        tuple(tree.get("identifiers", ())),
        tuple(_plan(child, profiled=profiled) for child in tree.get("children", ())),
        int(tree.get("rows", arguments.get("Rows", 0))) if profiled else None,
    )
