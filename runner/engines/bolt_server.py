"""What a Neo4j server is and can do: read once per connection, then data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from runner.engines.base import Capabilities
from runner.engines.bolt_link import fetch

if TYPE_CHECKING:
    from neo4j import Session as DriverSession

    from runner.engines.bolt_link import Link

_DATABASE_RIGHTS = ("create_database", "database_management", "dbms_actions")
_COMMUNITY_KINDS = frozenset({"uniqueness"})
_PLUGINS = ("apoc", "gds", "genai")
_SHOW_PLUGINS = (
    "SHOW PROCEDURES YIELD name WHERE split(name, '.')[0] IN $names "
    "RETURN DISTINCT split(name, '.')[0]"
)


@dataclass(frozen=True, slots=True)
class Server:
    """A server and the database that was named."""

    capabilities: Capabilities
    database: str
    database_id: str
    created: str
    """The date of the database's creation: with the id it tells it from one made anew."""
    vectors: bool
    """Whether the protocol carries vectors."""


def read_server(link: Link) -> Server:
    """Ask a server what it is. Raises `EngineFailure`."""
    return link.control(_read, link.target.database)


def _read(session: DriverSession) -> Server:
    result = session.run("CALL dbms.components() YIELD name, versions, edition")
    components = {record["name"]: record for record in result}
    protocol = result.consume().server.protocol_version
    [[database_id, database, created]] = fetch(
        session, "CALL db.info() YIELD id, name, creationDate"
    )
    kernel = components["Neo4j Kernel"]
    version, edition = str(kernel["versions"][0]), str(kernel["edition"])
    enterprise = edition != "community"
    cypher = components.get("Cypher")
    plugins = fetch(session, _SHOW_PLUGINS, names=list(_PLUGINS))
    capabilities = Capabilities(
        name="neo4j",
        version=version,
        edition="enterprise" if enterprise else "community",
        constraint_kinds=enterprise_constraint_kinds(version) if enterprise else _COMMUNITY_KINDS,
        scratch_databases=enterprise and may_create_databases(session),
        languages=frozenset(cypher["versions"] if cypher is not None else ()),
        features=_features(version_of(version)) | {row[0] for row in plugins},
    )
    return Server(capabilities, database, database_id, str(created), protocol >= (6, 0))


def version_of(version: str) -> tuple[int, ...]:
    """The numbers at the start of a version: (2026, 8, 1), (5, 26, 0) of ``5.26-aura``."""
    numbers = []
    for part in version.partition("-")[0].split("."):
        if not part.isdigit():
            break
        numbers.append(int(part))
    return tuple(numbers)


def enterprise_constraint_kinds(version: str) -> frozenset[str]:
    """The kinds of constraint that the Enterprise edition of a version keeps."""
    typed = {"property type"} if version_of(version) >= (5, 9) else set()
    return frozenset({"uniqueness", "key", "existence", *typed})


def _features(version: tuple[int, ...]) -> frozenset[str]:
    found = {"fulltext-index"}
    if version >= (5, 13):
        found.add("vector-index")
    if version >= (2025, 10):
        found.add("vector-type")
    return frozenset(found)


def may_create_databases(session: Any) -> bool:
    """Whether the user may create and drop databases; asked of an Enterprise server only.

    Without authentication there are no privileges to show, and everything is allowed.
    """
    from neo4j.exceptions import Neo4jError

    try:
        rows = fetch(
            session, "SHOW USER PRIVILEGES YIELD access, action RETURN DISTINCT access, action"
        )
    except Neo4jError:
        return False
    if not rows:
        return True
    denied = {action for access, action in rows if access == "DENIED"}
    granted = {action for access, action in rows if access == "GRANTED"}
    needed = {*_DATABASE_RIGHTS, "drop_database"}
    return bool(granted & set(_DATABASE_RIGHTS)) and not denied & needed
