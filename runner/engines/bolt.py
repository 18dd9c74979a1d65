"""Neo4j over Bolt, by the official driver. `registry` loads this module when a server is asked for.

Beside the modules of this folder whose names begin with ``bolt``, nothing imports the driver.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.engines.base import DEFAULT_LANGUAGE, Engine
from runner.errors import EngineFailure, UsageError

try:
    import neo4j  # noqa: F401  (only to know whether it is there)
except ModuleNotFoundError as _missing:
    raise UsageError(
        "a Neo4j server needs the driver, which is not installed: pip install 'cypher-pages[neo4j]'"
    ) from _missing

from runner.engines.bolt_databases import OwnDatabase, drop_leftovers
from runner.engines.bolt_link import open_link
from runner.engines.bolt_server import read_server
from runner.engines.bolt_session import MOST_ROWS, BoltSession
from runner.engines.bolt_shared import SharedDatabase

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from runner.engines.bolt_link import Link
    from runner.engines.bolt_server import Server
    from runner.engines.bolt_session import Premises
    from runner.engines.target import Target
    from runner.result import Counters


def open_engine(target: Target) -> BoltEngine:
    """Connect to a server and read what it can do.

    Raises `EngineFailure` when it cannot be reached or will not serve, and `UsageError` when the
    database to wipe is not the one that was connected to.
    """
    link = open_link(target)
    try:
        server = read_server(link)
        _check_wipe(target.wipe, server.database)
    except BaseException:
        link.close()
        raise
    return BoltEngine(link, server)


def _check_wipe(wipe: str | None, database: str) -> None:
    if wipe is not None and wipe != database:
        raise UsageError(
            f"--wipe {wipe} names another database than the one that pages would run on, which is "
            f"{database}; nothing was touched"
        )


class BoltEngine(Engine):
    """One server, and one database there that is the engine's own."""

    def __init__(self, link: Link, server: Server) -> None:
        self.capabilities = server.capabilities
        self._link = link
        self._server = server
        self._closed = False
        self._swept = False
        self._shared = SharedDatabase(link, server.database, server.database_id, server.created)

    def session(self, language: str = DEFAULT_LANGUAGE) -> BoltSession:
        """A session on the database as it is; what it does stays there."""
        self._check_open()
        return self._session(_Visitor(self._server.database), language, None)

    def scratch(
        self,
        language: str = DEFAULT_LANGUAGE,
        files: Path | None = None,
        features: Collection[str] = (),
    ) -> BoltSession:
        """A session on an empty database, which is empty again, or gone, when it closes.

        Raises `EngineFailure` when there is no such database to be had.
        """
        self._check_open()
        if self.capabilities.scratch_databases:
            own = self._own_database()
            if own is not None:
                return self._session(own, language)
        self._shared.enter()
        return self._session(self._shared, language)

    def close(self) -> None:
        """Let go of the database and of the connections."""
        if not self._closed:
            self._closed = True
            self._shared.close()
            self._link.close()

    def _own_database(self) -> OwnDatabase | None:
        """A database of its own; None where the server refuses after all, as Aura does."""
        if not self._swept:
            drop_leftovers(self._link)
            self._swept = True
        own = OwnDatabase(self._link)
        try:
            own.enter()
        except EngineFailure as failure:
            if self._link.dead or not _is_refusal(failure):
                raise
            self.capabilities = self.capabilities._replace(scratch_databases=False)
            return None
        return own

    def _session(
        self, premises: Premises, language: str, most_rows: int | None = MOST_ROWS
    ) -> BoltSession:
        return BoltSession(
            self._link,
            premises,
            self.capabilities,
            language,
            vectors=self._server.vectors,
            most_rows=most_rows,
        )

    def _check_open(self) -> None:
        if self._closed:
            raise EngineFailure("this engine is closed")


class _Visitor:
    """The premises of a session on the user's own data: nothing is kept account of."""

    keeps_account = False

    def __init__(self, name: str) -> None:
        self.name = name

    def committing(self, counters: Counters) -> None:
        """See `Premises.committing`."""

    def committed(self, counters: Counters) -> None:
        """See `Premises.committed`."""

    def uncertain(self) -> None:
        """See `Premises.uncertain`."""

    def leave(self) -> None:
        """See `Premises.leave`."""


def _is_refusal(failure: EngineFailure) -> bool:
    code = getattr(failure.__cause__, "code", None) or ""
    return code.startswith(
        (
            "Neo.ClientError.Security.Forbidden",
            "Neo.ClientError.Statement.UnsupportedAdministrationCommand",
            "Neo.ClientError.Database.DatabaseLimitReached",
        )
    )
