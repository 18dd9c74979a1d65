"""The embedded engine, as a program uses it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from benchmarks.engines.base import UNIQUE_ID, Engine, load_by_statements
from benchmarks.generate import DIMENSIONS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from benchmarks.engines.base import Rows
    from benchmarks.generate import People

VECTOR_INDEX = (
    "CREATE VECTOR INDEX person_vector FOR (p:Person) ON (p.vector) OPTIONS {indexConfig: "
    f"{{`vector.dimensions`: {DIMENSIONS}, `vector.similarity_function`: 'cosine'}}}}"
)


class Embedded(Engine):
    """``embedded:``, or ``embedded:PATH`` for a graph in a file."""

    name = "embedded"

    def __init__(self, url: str) -> None:
        import runner

        self._engine = runner.connect(url)
        self._session = self._engine.session()

    def load(self, people: People) -> None:
        """See `Engine.load`."""
        self._session.run(UNIQUE_ID)
        load_by_statements(self, people)
        if people.vectors:
            self._session.run(VECTOR_INDEX)

    def run(self, text: str, parameters: Mapping[str, Any]) -> Rows:
        """See `Engine.run`."""
        return list(self._session.run(text, parameters).rows)

    def close(self) -> None:
        """See `Engine.close`."""
        self._session.close()
        self._engine.close()
