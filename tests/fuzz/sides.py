"""The two sides of the comparison: the embedded engine and a real server."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Protocol

import runner
from runner.cypher.database import Database
from runner.errors import EngineError
from runner.result import Counters
from tests.fuzz.answers import Answer

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from runner.values import Value

_COUNTERS = tuple(f.name for f in fields(Counters))
TIMEOUT = 30.0
"""Seconds that a statement may take."""
_OPTION = re.compile(r"\s*\w+\s*=")
_ID = re.compile(r"[45]:[0-9a-f-]{36}:\d+")


class Side(Protocol):
    """Runs a statement in a transaction of its own; reads files from `folder`, if from any."""

    folder: Path | None

    def run(self, text: str, parameters: Mapping[str, Any]) -> Answer: ...


class Embedded:
    """A new database of the embedded engine, which may read the files of `folder`."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self.session = Database(import_folder=folder).session("25")

    def run(self, text: str, parameters: Mapping[str, Any]) -> Answer:
        try:
            result = self.session.run(text, parameters, TIMEOUT)
        except EngineError as error:
            return Answer(error=(error.code, error.gql_status), message=error.message)
        except Exception as error:  # noqa: BLE001 - what else escapes is what the fuzzer looks for
            return Answer(error=(type(error).__name__, ""), message=repr(error))
        return Answer(result.columns, _texts(result.rows), result.counters.as_dict())


class Server:
    """A Neo4j server reached over Bolt by its bare driver; its database is emptied.

    What is compared is the server's own answer: only the values are read by the engine's reader.
    `folder` is where it reads files from, if that is known and may be written to.
    """

    def __init__(self, uri: str, folder: Path | None = None) -> None:
        import neo4j

        self._neo4j = neo4j
        self.folder = folder
        self.driver = neo4j.GraphDatabase.driver(uri, auth=None, notifications_min_severity="OFF")
        self.session = self.driver.session()

    def run(self, text: str, parameters: Mapping[str, Any]) -> Answer:
        from runner.engines.bolt_values import decode_exactly, to_value

        try:
            # The server's default may be another version; the prefix moves places only. Behind it
            # `word = …` would be an option.
            plain = _OPTION.match(text) or text.startswith("CYPHER ")
            prefix = "" if plain else "CYPHER 25 "
            query = self._neo4j.Query(prefix + text, timeout=TIMEOUT)
            result = self.session.run(query, dict(parameters))
            decode_exactly(result)
            columns = tuple(result.keys())
            rows = [tuple(to_value(value) for value in record.values()) for record in result]
            counters = result.consume().counters
        except self._neo4j.exceptions.Neo4jError as error:
            return Answer(
                error=(error.code or "", error.gql_status or ""), message=error.message or ""
            )
        named = {name: getattr(counters, name, 0) for name in _COUNTERS}
        return Answer(columns, _texts(rows), {name: n for name, n in named.items() if n})

    def close(self) -> None:
        self.session.close()
        self.driver.close()


def _texts(rows: list[tuple[Value, ...]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(_ID.sub("ID", runner.format_value(value)) for value in row) for row in rows)
