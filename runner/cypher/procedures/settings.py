"""The few settings of a Neo4j server that say something about this engine."""

from __future__ import annotations

from typing import NamedTuple


class Setting(NamedTuple):
    """A setting, with its value as text."""

    name: str
    value: str
    dynamic: bool
    description: str
    valid_values: str


SETTINGS = (
    Setting(
        "db.query.default_language",
        "CYPHER_25",
        True,
        "Cypher version of statements that name none.",
        "one of [CYPHER_5, CYPHER_25]",
    ),
    Setting(
        "db.transaction.timeout",
        "0s",
        True,
        "The maximum time interval of a transaction within which it should be completed.",
        "a duration (Valid units are: `ns`, `μs`, `ms`, `s`, `m`, `h` and `d`)",
    ),
    Setting(
        "dbms.cypher.forbid_exhaustive_shortestpath",
        "false",
        False,
        "Whether shortest path queries that would search exhaustively are refused.",
        "a boolean",
    ),
    Setting(
        "dbms.cypher.forbid_shortestpath_common_nodes",
        "true",
        False,
        "Whether shortest path queries with the same start and end node are refused.",
        "a boolean",
    ),
    Setting(
        "dbms.cypher.lenient_create_relationship",
        "false",
        False,
        "Whether rows are ignored in which a relationship to create lacks an end node.",
        "a boolean",
    ),
)
