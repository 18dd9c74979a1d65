"""How chDB is set up for a page: limits, grants, and where it may write.

ClickHouse itself holds what stands here (operations manual, "Access rights" and "Constraints on
settings"), whatever a statement says; `guard` refuses the same earlier, and says what to do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

DATABASE = "page"
"""The one database of a page. chDB's own, `default`, takes names of tables for names of files."""

MAX_MEMORY = 2 * 1024**3
"""Bytes that a statement may hold, and all of them together."""
MAX_ROWS = 1_000_000
MAX_RESULT = 256 * 1024**2
"""Rows and bytes that a statement may give; the bytes are counted when they are there."""
MAX_VALUES = 10_000_000
"""Values in a result, those in lists and maps among them: some take no bytes."""
MAX_KEPT = 1024**3
"""Bytes of all results of a page that later cells can use."""
MAX_FILES = 8 * 1024**3
"""Bytes that all files of the page's chDB may have together."""
FILES_STATUS = 75
"""The status that the process ends with where they have more."""
MAX_STATEMENT = 16 * 1024**2
"""Bytes of a statement."""
MAX_FILE = 4 * 1024**3
"""Bytes that a file of the page's chDB may have: its tables stand in a temporary folder."""

ENGINES = (
    "Memory",
    "MergeTree",
    "ReplacingMergeTree",
    "SummingMergeTree",
    "AggregatingMergeTree",
    "CollapsingMergeTree",
    "VersionedCollapsingMergeTree",
    "CoalescingMergeTree",
    "Log",
    "TinyLog",
    "StripeLog",
    "Set",
    "Join",
    "Null",
)
"""Table engines that keep their rows themselves."""

SYSTEM_TABLES = ("one", "numbers", "numbers_mt", "zeros", "zeros_mt", "tables", "columns")
"""Of these, the last two tell of the page's own tables."""

_FIXED = {
    "max_memory_usage": MAX_MEMORY,
    "max_memory_usage_for_user": MAX_MEMORY,
    "max_result_rows": MAX_ROWS,
    "result_overflow_mode": "throw",
    "session_timezone": "UTC",
    "max_query_size": MAX_STATEMENT,
    "max_ast_elements": 200_000,
    "allow_introspection_functions": 0,
    "timeout_overflow_mode": "throw",
}
"""Settings that no statement may change."""
_AT_MOST = {"max_threads": 64, "max_block_size": 1_048_576}
"""Settings that a statement may lower and raise, up to these."""
_CHOSEN = {
    "max_threads": 4,
    "allow_suspicious_variant_types": 1,
    "allow_suspicious_low_cardinality_types": 1,
    "allow_suspicious_fixed_string_types": 1,
    "mutations_sync": 2,
    "alter_sync": 2,
    "print_pretty_type_names": 0,
}
"""Settings that differ from ClickHouse's own: kept results have any type, a change is done when
its statement is, and names of types are one line."""

_ON_TABLES = (
    "SHOW, SELECT, INSERT, CREATE DATABASE, CREATE TABLE, CREATE VIEW, DROP TABLE, DROP VIEW, "
    "ALTER, TRUNCATE, OPTIMIZE"
)
_GRANTS = (
    f"GRANT {_ON_TABLES} ON {DATABASE}.*",
    *(f"GRANT SELECT ON system.{table}" for table in SYSTEM_TABLES),
    "GRANT CREATE TEMPORARY TABLE ON *.*",
    "GRANT CREATE FUNCTION, DROP FUNCTION ON *.*",
    *(f"GRANT TABLE ENGINE ON {engine}" for engine in (*ENGINES, "View", "MaterializedView")),
    "GRANT READ ON FILE",
)


def write_configuration(folder: Path) -> str:
    """Write the configuration of a chDB whose files stand in `folder`; how to connect to it."""
    configuration = folder / "config.xml"
    users = folder / "users.xml"
    configuration.write_text(_server_xml(), "utf-8")
    users.write_text(_users_xml(), "utf-8")
    return f":memory:?config-file={configuration}&users_config={users}&path={folder / 'data'}"


def _server_xml() -> str:
    # An empty list of hosts is a list: none is allowed.
    return (
        "<clickhouse>\n<remote_url_allow_hosts></remote_url_allow_hosts>\n"
        f"<max_server_memory_usage>{2 * MAX_MEMORY}</max_server_memory_usage>\n</clickhouse>\n"
    )


def _users_xml() -> str:
    fixed = "".join(f"<{name}>{value}</{name}>\n" for name, value in _FIXED.items())
    chosen = "".join(f"<{name}>{value}</{name}>\n" for name, value in _CHOSEN.items())
    constraints = "".join(
        [f"<{name}><const/></{name}>\n" for name in _FIXED]
        + [f"<{name}><max>{most}</max></{name}>\n" for name, most in _AT_MOST.items()]
    )
    grants = "".join(f"<query>{grant}</query>\n" for grant in _GRANTS)
    return (
        f"<clickhouse>\n<profiles><default>\n{fixed}{chosen}"
        f"<constraints>\n{constraints}</constraints>\n</default></profiles>\n"
        "<users><default>\n<password></password>\n<networks><ip>::/0</ip></networks>\n"
        f"<profile>default</profile>\n<quota>default</quota>\n<grants>\n{grants}</grants>\n"
        "</default></users>\n<quotas><default/></quotas>\n</clickhouse>\n"
    )
