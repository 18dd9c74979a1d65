"""Which database server an engine's URL means, and as whom to log in there."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from runner.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

SCHEMES = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")
"""Bolt to one server, and `neo4j` with routing; `+s` is TLS, `+ssc` TLS with any certificate."""

FROM_ENVIRONMENT = "neo4j"
"""The engine's name that stands for what the variables ``NEO4J_…`` say."""

DEFAULT_TIMEOUT = 10.0
DEFAULT_PORT = 7687


@dataclass(frozen=True, slots=True)
class Target:
    """A Neo4j server, a database there, and how to speak to it."""

    url: str
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    database: str | None = None
    """None is the user's home database."""
    timeout: float = DEFAULT_TIMEOUT
    """Seconds for connecting, and for which the server may be silent past its time."""
    wait: float = 0.0
    """Seconds to wait for a server that is still starting."""
    wipe: str | None = None
    """The name of the database that may be emptied although its data is somebody's."""

    @property
    def address(self) -> str:
        """Scheme, host and port, as messages name the server."""
        parts = urlsplit(self.url)
        host = parts.hostname or "localhost"
        shown = f"[{host}]" if ":" in host else host
        return f"{parts.scheme}://{shown}:{parts.port or DEFAULT_PORT}"


def is_bolt(url: str) -> bool:
    """Whether a Neo4j server is meant by `url`."""
    return url == FROM_ENVIRONMENT or (url.partition("://")[0] in SCHEMES and "://" in url)


def resolve(
    url: str,
    *,
    user: str | None = None,
    password: str | None = None,
    database: str | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    wait: float = 0.0,
    wipe: str | None = None,
    environment: Mapping[str, str] = os.environ,
) -> Target:
    """The target that `url` and the environment name; what is given explicitly wins.

    ``neo4j`` takes NEO4J_URI, NEO4J_USERNAME, NEO4J_PASSWORD and NEO4J_DATABASE. Of a URL only the
    password may come from there, and only when a user is given: no login is ever sent to a server
    for which it was not meant.

    Raises `UsageError`.
    """
    if url == FROM_ENVIRONMENT:
        url = environment.get("NEO4J_URI", "")
        if not url:
            raise UsageError(
                "the engine neo4j is the server that NEO4J_URI names, and NEO4J_URI is not set"
            )
        user = user or environment.get("NEO4J_USERNAME") or None
        database = database or environment.get("NEO4J_DATABASE") or None
    if user is not None and password is None:
        password = environment.get("NEO4J_PASSWORD")
    if user is None and password is not None:
        raise UsageError("a password without a user: name the user as well (--user)")
    _check(url)
    return Target(url, user, password, database, timeout, wait, wipe)


def _check(url: str) -> None:
    """Raise `UsageError` for a URL that is none; a login in it is never repeated."""
    scheme, _, rest = url.partition("://")
    if "@" in rest.partition("?")[0]:
        raise UsageError(
            f"the URL {scheme}://… holds a login: leave it out, name the user with --user, and put "
            "the password into NEO4J_PASSWORD or a file for --password-file"
        )
    if scheme not in SCHEMES:
        raise UsageError(
            f"no Neo4j server has the URL {url!r}; its scheme is one of {', '.join(SCHEMES)}"
        )
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise UsageError(f"the URL {url!r} is malformed: {error}") from error
    if parts.path.strip("/") or parts.fragment:
        raise UsageError(
            f"the URL {url!r} has a path; a database is named with --database or NEO4J_DATABASE"
        )
    if not parts.hostname or port == 0:
        raise UsageError(f"the URL {url!r} names no server; write it as {scheme}://HOST:7687")
    if parts.query and not scheme.startswith("neo4j"):
        raise UsageError(f"the URL {url!r} has a query, which only neo4j:// URLs may have")
