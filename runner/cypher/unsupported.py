"""What Neo4j has and this engine does not, by name.

`pages/cypher/limits.md` lists all of it for readers; a test holds the two together.
"""

from __future__ import annotations

FUNCTIONS = (
    "graph.byElementId",
    "graph.byName",
    "uuid",
    "uuid.leastSignificantBits",
    "uuid.mostSignificantBits",
)
"""Functions of Neo4j 2026.08 that cannot be called here."""

PROCEDURES = (
    "db.index.vector.createNodeIndex",
    "db.stats.clear",
    "db.stats.collect",
    "db.stats.retrieve",
    "db.stats.retrieveAllAnonymized",
    "db.stats.status",
    "db.stats.stop",
    "dbms.cluster.routing.getRoutingTable",
    "dbms.info",
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
