"""The options by which commands choose an engine and log in to it."""

from __future__ import annotations

import functools
import os
import sys
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from runner.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from runner.engines.base import Engine


@dataclass(frozen=True, slots=True)
class Connection:
    """What the command line says about the engine."""

    engine: str | None
    user: str | None
    password_file: Path | None
    database: str | None
    connect_timeout: float | None
    wait: float | None
    wipe: str | None

    def open(self, default: str) -> Engine:
        """Open the engine, or the one at `default` where none is named.

        Raises `UsageError` and `EngineFailure`, see `runner.engines.registry.connect`.
        """
        from runner.engines.registry import connect

        url = self.engine or default
        given: dict[str, Any] = {"timeout": self.connect_timeout, "wait": self.wait}
        return connect(
            url,
            user=self.user,
            password=self._password(url),
            database=self.database,
            wipe=self.wipe,
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


def engine_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of an engine; it gets them as one argument `connection`."""

    @functools.wraps(command)
    def with_connection(**arguments: Any) -> Any:
        given = {field.name: arguments.pop(field.name) for field in fields(Connection)}
        return command(connection=Connection(**given), **arguments)

    for option in reversed(_OPTIONS):
        with_connection = option(with_connection)
    return with_connection


_SECONDS = click.FloatRange(min=0, min_open=True)
_OPTIONS = (
    click.option(
        "--engine",
        metavar="URL",
        help="The engine that pages run on: embedded:, the bolt:// or neo4j:// URL of a Neo4j "
        "server, or neo4j for the one that NEO4J_URI names.  [default: embedded:]",
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
