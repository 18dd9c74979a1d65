"""The options by which commands choose an engine and log in to it."""

from __future__ import annotations

import functools
import os
import sys
from collections import Counter
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from runner.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runner.config import Settings
    from runner.engines.base import Engine


@dataclass(frozen=True, slots=True)
class Connection:
    """What the command line says about the engine."""

    engine: str | None = None
    user: str | None = None
    password_file: Path | None = None
    database: str | None = None
    connect_timeout: float | None = None
    wait: float | None = None
    wipe: str | None = None
    emulate_enterprise: bool | None = None
    """None is what the settings say."""
    password: str | None = field(default=None, repr=False)
    """A password that is known already; no option gives it."""

    def open(self, settings: Settings) -> Engine:
        """Open the engine, as `settings` have it where nothing else is said.

        Raises `UsageError` and `EngineFailure`, see `runner.engines.registry.connect`.
        """
        return self.resolved(settings).connect()

    def resolved(self, settings: Settings) -> Connection:
        """The same with its URL, its password and all else that is not said here.

        So it can be opened again and again, without asking. Raises `UsageError`.
        """
        url = self.engine or settings.engine
        emulate = self.emulate_enterprise
        return replace(
            self,
            engine=url,
            password=self._password(url),
            emulate_enterprise=settings.emulate_enterprise if emulate is None else emulate,
        )

    def connect(self) -> Engine:
        """Open the engine of a connection that is `resolved`."""
        from runner.engines.registry import connect

        given: dict[str, Any] = {"timeout": self.connect_timeout, "wait": self.wait}
        return connect(
            self.engine or "",
            user=self.user,
            password=self.password,
            database=self.database,
            wipe=self.wipe,
            emulate_enterprise=bool(self.emulate_enterprise),
            **{name: value for name, value in given.items() if value is not None},
        )

    def _password(self, url: str) -> str | None:
        """The password from the file, or typed; None where the environment has it or none is due.

        It is never an option: command lines are seen by every user of a machine.
        """
        if self.password_file is not None:
            return _first_line(self.password_file)
        if url == "neo4j":
            user = self.user or os.environ.get("NEO4J_USERNAME")
        else:
            user = self.user
        if not user or os.environ.get("NEO4J_PASSWORD") is not None or url.startswith("embedded"):
            return None
        if not sys.stdin.isatty():
            raise UsageError(
                f"no password for the user {user}: put it into NEO4J_PASSWORD, or into a file for "
                "--password-file"
            )
        typed: str = click.prompt(f"Password of {user}", hide_input=True, err=True)
        return typed


@dataclass(frozen=True, slots=True)
class Connections:
    """What the command line says about one engine or several."""

    engines: tuple[str, ...]
    """Their URLs; empty for the default."""
    common: Connection
    """All that is said beside the URL; with several engines it is meant for the servers."""

    def resolved(self, settings: Settings) -> Resolved:
        """The engines to open, each with its password: what worker processes can be given.

        Raises `UsageError`.
        """
        self._check()
        return Resolved(tuple(connection.resolved(settings) for connection in self._each()))

    def _check(self) -> None:
        twice = next((url for url, times in Counter(self.engines).items() if times > 1), None)
        if twice is not None:
            raise UsageError(f"the engine {twice} is named twice")
        only_embedded = all(url.startswith(_EMBEDDED) for url in self.engines)
        for_servers = replace(self.common, emulate_enterprise=None)
        if len(self.engines) > 1 and only_embedded and for_servers != Connection():
            raise UsageError(
                "none of the engines is a server: --user, --password-file, --database, --wait, "
                "--connect-timeout and --wipe are for a Neo4j server"
            )

    def _each(self) -> Iterator[Connection]:
        if len(self.engines) < 2:
            yield replace(self.common, engine=next(iter(self.engines), None))
            return
        for url in self.engines:
            if url.startswith(_EMBEDDED):
                yield Connection(url)
            else:
                yield replace(self.common, engine=url)


@dataclass(frozen=True, slots=True)
class Resolved:
    """Engines of which all is known; calling it opens them. It can travel to other processes."""

    connections: tuple[Connection, ...]

    @contextmanager
    def __call__(self) -> Iterator[list[Engine]]:
        """Open every engine, in order; on leaving they are closed.

        Raises `UsageError` and `EngineFailure`, see `runner.engines.registry.connect`.
        """
        with ExitStack() as stack:
            yield [stack.enter_context(each.connect()) for each in self.connections]


def several_engines_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of an engine, which it may name several times.

    It gets them as one argument `connections`, see `Connections`.
    """

    @functools.wraps(command)
    def with_connections(**arguments: Any) -> Any:
        engines = arguments.pop("engine")
        names = [name for name in _given_names() if name != "engine"]
        given = {name: arguments.pop(name) for name in names}
        return command(connections=Connections(engines, Connection(None, **given)), **arguments)

    repeated = click.option(
        "--engine",
        metavar="URL",
        multiple=True,
        help=f"{_ENGINE_HELP} Given several times, pages run on each, and where they differ is "
        "shown.  [default: embedded:]",
    )
    for option in reversed((repeated, *_OPTIONS[1:])):
        with_connections = option(with_connections)
    return with_connections


def engine_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of an engine; it gets them as one argument `connection`."""

    @functools.wraps(command)
    def with_connection(**arguments: Any) -> Any:
        given = {name: arguments.pop(name) for name in _given_names()}
        return command(connection=Connection(**given), **arguments)

    for option in reversed(_OPTIONS):
        with_connection = option(with_connection)
    return with_connection


def _given_names() -> list[str]:
    """The fields of a connection that options give."""
    return [field.name for field in fields(Connection) if field.name != "password"]


_EMBEDDED = "embedded:"
_ENGINE_HELP = (
    "The engine that pages run on: embedded:, the bolt:// or neo4j:// URL of a Neo4j server, or "
    "neo4j for the one that NEO4J_URI names."
)
_SECONDS = click.FloatRange(min=0, min_open=True)
_OPTIONS = (
    click.option(
        "--engine",
        metavar="URL",
        help=f"{_ENGINE_HELP}  [default: embedded:]",
    ),
    click.option(
        "--user",
        metavar="NAME",
        help="The user on the server; its password comes from NEO4J_PASSWORD or is asked for.",
    ),
    click.option(
        "--password-file",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="A file whose first line is the password.",
    ),
    click.option("--database", metavar="NAME", help="The database.  [default: the user's home]"),
    click.option(
        "--connect-timeout",
        metavar="SECONDS",
        type=_SECONDS,
        help="How long the server may take to connect, and to react at all.  [default: 10]",
    ),
    click.option(
        "--wait", metavar="SECONDS", type=_SECONDS, help="Wait for a server that is starting."
    ),
    click.option(
        "--wipe",
        metavar="DATABASE",
        help="Delete all that is in this database before pages run there.",
    ),
    click.option(
        "--emulate-enterprise/--no-emulate-enterprise",
        default=None,
        help="On Neo4j Community, let runner keep the constraints that only Enterprise has: keys, "
        "existence and property types. It changes nothing on other engines.",
    ),
)


def _first_line(path: Path) -> str:
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise UsageError(f"cannot read the password file {path}: {reason}") from error
    if not lines or not lines[0]:
        raise UsageError(f"the password file {path} is empty")
    return lines[0]
