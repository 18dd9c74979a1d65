"""The connection to one server that all sessions of an engine share."""

from __future__ import annotations

import logging
import time
from os import urandom
from typing import TYPE_CHECKING, Any, TypeVar

from neo4j import GraphDatabase, Query
from neo4j.exceptions import ConfigurationError, DriverError, Neo4jError

from runner.engines import bolt_errors
from runner.engines.bolt_constraints import SHOW, Constraint, violated
from runner.engines.bolt_worker import StillRunning, Worker
from runner.errors import EngineFailure, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from neo4j import Driver
    from neo4j import Session as DriverSession

    from runner.engines.target import Target

T = TypeVar("T")

_RETRY_SECONDS = 0.5
_CLOSING_SECONDS = 2.0
_FAILURES = (Neo4jError, DriverError, OSError)

# Without a handler of its own Python would print the driver's warnings on standard error.
logging.getLogger("neo4j").addHandler(logging.NullHandler())


class Link:
    """A driver, the deadlines of its calls, and what is known about the server's databases.

    Attributes:
        dead: Whether the server fell silent; nothing more is asked of it than what must be.
    """

    def __init__(self, driver: Driver, target: Target) -> None:
        self.driver = driver
        self.target = target
        self.run_id = urandom(8).hex()
        self.dead = False
        self._constraints: dict[str, tuple[Constraint, ...]] = {}

    def session(self, database: str | None) -> DriverSession:
        """A session of the driver; it connects when it is first used."""
        return self.driver.session(database=database)

    def control(
        self,
        function: Callable[[DriverSession], T],
        database: str | None,
        seconds: float | None = None,
    ) -> T:
        """What `function` gives, in a session of its own and within `seconds`.

        Raises `EngineFailure` whatever goes wrong: these are the engine's own statements.
        """

        def job() -> T:
            with self.session(database) as session:
                return function(session)

        limit = self.target.timeout if seconds is None else seconds
        worker = Worker()
        try:
            return worker.call(job, limit)
        except StillRunning:
            self.dead = True
            raise bolt_errors.silent(self.target, limit) from None
        except _FAILURES as error:
            raise bolt_errors.connection_lost(error, self.target) from error
        finally:
            worker.stop()

    def rows(self, statement: str, database: str | None, **parameters: Any) -> list[list[Any]]:
        """The rows of one of the engine's own statements."""
        return self.control(lambda session: fetch(session, statement, **parameters), database)

    def terminate(self, name: str, database: str) -> None:
        """End the transactions whose metadata carries `name`, from another connection."""
        found = self.rows(
            "SHOW TRANSACTIONS YIELD transactionId, metaData WHERE metaData.runner = $name",
            database,
            name=name,
        )
        if found:
            self.rows("TERMINATE TRANSACTIONS $ids", database, ids=[row[0] for row in found])

    def violated_constraint(self, message: str, database: str) -> str | None:
        """The name of the constraint that a message is about.

        To be called where the driver may be used. What SHOW CONSTRAINTS says is kept until the
        schema changes; None where it cannot be had, since the error itself matters more.
        """
        known = self._constraints.get(database)
        if known is None:
            try:
                with self.session(database) as session:
                    found = fetch(session, SHOW)
            except _FAILURES:
                return None
            known = tuple(
                Constraint(name, type_, entity, labels[0], tuple(properties))
                for name, type_, entity, labels, properties in found
            )
            self._constraints[database] = known
        return violated(message, known)

    def forget_schema(self, database: str) -> None:
        """The schema of a database changed, or the database is gone."""
        self._constraints.pop(database, None)

    def close(self) -> None:
        """Close the driver; a server that says nothing is not waited for."""
        worker = Worker()
        try:
            worker.call(self.driver.close, _CLOSING_SECONDS)
        except (StillRunning, *_FAILURES):
            # What is left of the connections ends with this process.
            self.dead = True
        finally:
            worker.stop()


def fetch(session: DriverSession, statement: str, **parameters: Any) -> list[list[Any]]:
    """All rows of a statement in a transaction of its own, which is committed then."""
    result = session.run(Query(statement), parameters)
    rows = [record.values() for record in result]
    result.consume()
    return rows


def open_link(target: Target) -> Link:
    """Connect to a server; one that may be starting is tried again for ``target.wait`` seconds.

    Raises `EngineFailure`, and `UsageError` where the driver refuses the URL.
    """
    deadline = time.monotonic() + target.wait
    while True:
        driver = _driver(target)
        link = Link(driver, target)
        error: BaseException
        worker = Worker()
        try:
            worker.call(driver.verify_connectivity, target.timeout)
        except StillRunning:
            error = TimeoutError("timed out")
        except _FAILURES as caught:
            error = caught
        except BaseException:
            link.close()
            raise
        else:
            return link
        finally:
            worker.stop()
        link.close()
        failure = bolt_errors.connecting_failed(error, target)
        if not bolt_errors.may_be_starting(error) or time.monotonic() >= deadline:
            if target.wait and bolt_errors.may_be_starting(error):
                failure = EngineFailure(f"{failure} (waited {target.wait:g} s)")
            raise failure from error
        time.sleep(min(_RETRY_SECONDS, max(deadline - time.monotonic(), 0)))


def _driver(target: Target) -> Driver:
    from runner import __version__

    auth = None if target.user is None else (target.user, target.password or "")
    try:
        return GraphDatabase.driver(
            target.url,
            auth=auth,
            user_agent=f"cypher-pages/{__version__}",
            connection_timeout=target.timeout,
            connection_acquisition_timeout=target.timeout,
            warn_notification_severity="OFF",
            telemetry_disabled=True,
        )
    except (ConfigurationError, ValueError) as error:
        raise UsageError(f"cannot use {target.address}: {error}") from error
