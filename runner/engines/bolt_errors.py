"""The driver's exceptions: which are a statement's error and which a failure of the server.

A failure names the address and says what to check; it is never reported as the page's fault.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from neo4j.exceptions import ConfigurationError, DriverError, GqlError, Neo4jError

from runner.errors import Cause, EngineError, EngineFailure

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.engines.bolt_positions import Places
    from runner.engines.target import Target

_LOGIN = (
    "Neo.ClientError.Security.Unauthorized",
    "Neo.ClientError.Security.CredentialsExpired",
    "Neo.ClientError.Security.AuthenticationRateLimit",
    "Neo.ClientError.Security.AuthorizationExpired",
    "Neo.ClientError.Security.TokenExpired",
)
_SERVER = (
    *_LOGIN,
    "Neo.DatabaseError.General.",
    "Neo.TransientError.General.",
    "Neo.TransientError.Network.",
    "Neo.TransientError.Database.",
    "Neo.ClientError.Cluster.",
    "Neo.ClientError.General.ForbiddenOnReadOnlyDatabase",
)
"""Beginnings of codes by which the server says that it, not the statement, is at fault."""

STARTING = ("Neo.TransientError.General.DatabaseUnavailable", "Neo.TransientError.Database.")
_MISSING_DATABASE = "Neo.ClientError.Database.DatabaseNotFound"
_STATUS = re.compile(r"^[0-9A-Z]{5}: ")


def statement_error(error: Neo4jError, places: Places) -> EngineError:
    """A statement's error, its places those of the statement as its author wrote it."""
    position = places.position(error.diagnostic_record.get("_position"))
    return EngineError(
        error.code or "Neo.DatabaseError.General.UnknownError",
        error.gql_status,
        places.message(error.message or ""),
        position=position,
        cause=_causes(error, places),
    )


def _causes(error: BaseException, places: Places) -> Cause | None:
    below = error.__cause__
    if not isinstance(below, GqlError):
        return None
    text = _STATUS.sub("", below.message or "", count=1)
    return Cause(below.gql_status, places.message(text), _causes(below, places))


def is_failure(error: BaseException) -> bool:
    """Whether a driver's exception says nothing about the statement."""
    if isinstance(error, Neo4jError):
        return (error.code or "").startswith(_SERVER)
    return isinstance(error, (DriverError, OSError))


def may_be_starting(error: BaseException) -> bool:
    """Whether to try again makes sense while a server starts."""
    if isinstance(error, Neo4jError):
        return (error.code or "").startswith(STARTING)
    if not isinstance(error, (DriverError, OSError)) or isinstance(error, ConfigurationError):
        return False
    names = {type(link).__name__ for link in _chain(error)}
    return not names & {"SSLCertVerificationError", "gaierror"} and "HTTP" not in str(error)


def connecting_failed(error: BaseException, target: Target) -> EngineFailure:
    """Why `target` could not be connected to, and what to check."""
    address = target.address
    if isinstance(error, Neo4jError):
        return _refused(error, target)
    links = list(_chain(error))
    names = {type(link).__name__ for link in links}
    texts = " ".join(str(link) for link in links)
    if "gaierror" in names:
        why = "no such host; check the host's name in the URL"
    elif "SSLCertVerificationError" in names:
        why = (
            f"its certificate is not trusted ({_certificate_fault(links)}); make the authority "
            "that signed it known to this system, or accept any certificate with the scheme "
            f"{target.url.partition('+')[0]}+ssc://"
        )
    elif names & {"BoltSecurityError", "SSLError", "SSLEOFError"}:
        why = (
            "it does not speak TLS there; check the port, or use the scheme "
            f"{target.url.partition('+')[0]}:// for a server without encryption"
        )
    elif "HTTP" in texts or "UnsupportedServerProduct" in names:
        why = "what listens there does not speak Bolt; check the port (7687 unless configured)"
    elif "TimeoutError" in names or "timed out" in texts:
        why = f"it did not answer within {target.timeout:g} s; check the address, and any firewall"
    elif "ConnectionRefusedError" in names or "Errno 111" in texts:
        why = (
            "nothing listens there; check that the server runs and that host and port are right; "
            "for one that is still starting there is --wait SECONDS"
        )
    elif "routing" in texts.lower():
        why = (
            "it gave no routing table; check that its cluster is up, or speak to this one server "
            "with the scheme bolt://"
        )
    elif names & {"ConnectionResetError", "BrokenPipeError"} or "handshake" in texts:
        why = (
            "it closed the connection; check that this is its Bolt port, and whether it wants "
            f"encryption ({target.url.partition(':')[0]}+s://)"
        )
    else:
        why = _first_line(error)
    return EngineFailure(f"cannot connect to Neo4j at {address}: {why}")


def connection_lost(error: BaseException, target: Target) -> EngineFailure:
    """The server went away in the middle, or is at fault itself."""
    if isinstance(error, Neo4jError):
        return _refused(error, target)
    return EngineFailure(
        f"the connection to Neo4j at {target.address} was lost: {_first_line(error)}; check that "
        "the server still runs, and its log"
    )


def silent(target: Target, seconds: float) -> EngineFailure:
    """The server said nothing any more."""
    return EngineFailure(
        f"Neo4j at {target.address} has not answered for {seconds:g} s; check that the server is "
        "alive and not overloaded (--connect-timeout sets how long it may be silent)"
    )


def _refused(error: Neo4jError, target: Target) -> EngineFailure:
    """The server answered, and will not serve."""
    code, address = error.code or "", target.address
    if code == _MISSING_DATABASE:
        return EngineFailure(
            f"there is no database {target.database!r} at {address}; check --database and "
            "NEO4J_DATABASE, SHOW DATABASES lists what there is"
        )
    if code.startswith("Neo.ClientError.Security."):
        return EngineFailure(f"Neo4j at {address} {_login_refused(code, error, target)}")
    return EngineFailure(
        f"Neo4j at {address} cannot serve: {code}: {_first_line_of(error.message or '')}; check "
        "the server's log"
    )


def _login_refused(code: str, error: Neo4jError, target: Target) -> str:
    if code.endswith("CredentialsExpired"):
        return (
            f"wants the user {target.user!r} to change the password first: ALTER CURRENT USER SET "
            "PASSWORD FROM '…' TO '…' in the database system"
        )
    if code.endswith("AuthenticationRateLimit"):
        return "refuses logins for a while after too many wrong ones; check the password and wait"
    if target.user is None:
        return "wants a login: name the user with --user (or use --engine neo4j)"
    if code.endswith("Unauthorized"):
        return (
            f"refuses the login of {target.user!r}; check the user and the password (from "
            "NEO4J_PASSWORD, --password-file or typed)"
        )
    return f"refuses {target.user!r}: {_first_line_of(error.message or '')}"


def _certificate_fault(links: list[BaseException]) -> str:
    for link in links:
        fault = getattr(link, "verify_message", None)
        if fault:
            return str(fault)
    return "it cannot be verified"


def _chain(error: BaseException) -> Iterator[BaseException]:
    """An exception and all that stand behind it."""
    pending: list[BaseException | None] = [error]
    seen: set[int] = set()
    while pending:
        link = pending.pop(0)
        if link is None or id(link) in seen:
            continue
        seen.add(id(link))
        yield link
        if isinstance(link, BaseExceptionGroup):
            pending.extend(link.exceptions)
        pending.extend((link.__cause__, link.__context__))


def _first_line(error: BaseException) -> str:
    return _first_line_of(str(error)) or type(error).__name__


def _first_line_of(text: str) -> str:
    return text.partition("\n")[0].strip()
