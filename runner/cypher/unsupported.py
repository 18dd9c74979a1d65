"""What Neo4j has and this engine does not, by name.

`pages/cypher/limits.md` lists all of it for readers; a test holds the two together.
"""

from __future__ import annotations

FUNCTIONS: tuple[str, ...] = ()
"""Functions of Neo4j 2026.08 that cannot be called here: there is none."""

PROCEDURES = (
    "db.stats.collect",
    "db.stats.retrieveAllAnonymized",
    "dbms.cluster.routing.getRoutingTable",
    "dbms.queryJmx",
    "dbms.routing.getRoutingTable",
    "fleetManagement.debugLogging",
    "fleetManagement.disable",
    "fleetManagement.inspectToken",
    "fleetManagement.registerToken",
    "fleetManagement.reportedData",
    "fleetManagement.restart",
    "fleetManagement.status",
)
"""Procedures of Neo4j 2026.08 that cannot be called here."""
