"""An engine that keeps the constraints of Neo4j Enterprise on a Community server.

Such constraints are known to this engine alone: they last as long as its scratch session, and on
the user's own database as long as the engine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.store.rule_texts import quote
from runner.cypher.store.schema import KEY
from runner.engines.base import DEFAULT_LANGUAGE, Engine
from runner.engines.bolt_server import enterprise_constraint_kinds
from runner.engines.emulated_call import Emulated
from runner.engines.emulated_session import EmulatedSession

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from runner.engines.bolt import BoltEngine


def emulating(engine: BoltEngine) -> Engine:
    """An engine that keeps what `engine` does not; that one itself where nothing is lacking."""
    capabilities = engine.capabilities
    kinds = enterprise_constraint_kinds(capabilities.version)
    if capabilities.edition != "community" or kinds <= capabilities.constraint_kinds:
        return engine
    return EmulatedEngine(engine, kinds)


class EmulatedEngine(Engine):
    """A Community server and, in this process, the constraints that it cannot have."""

    def __init__(self, inner: BoltEngine, kinds: frozenset[str]) -> None:
        self.capabilities = inner.capabilities._replace(constraint_kinds=kinds)
        self._inner = inner
        self._shared = Emulated()

    def session(self, language: str = DEFAULT_LANGUAGE) -> EmulatedSession:
        """See `Engine.session`; emulated constraints are there until the engine closes."""
        return EmulatedSession(self._inner.session(language), self._shared, language)

    def scratch(
        self,
        language: str = DEFAULT_LANGUAGE,
        files: Path | None = None,
        features: Collection[str] = (),
    ) -> EmulatedSession:
        """See `Engine.scratch`; emulated constraints are there until the session closes."""
        return EmulatedSession(self._inner.scratch(language, files, features), Emulated(), language)

    def close(self) -> None:
        """See `Engine.close`. What stood for keys on the user's database is dropped."""
        keys = [each.name for each in self._shared.constraints.values() if each.kind == KEY]
        self._shared.constraints = {}
        try:
            if keys:
                with self._inner.session() as session:
                    for name in keys:
                        session.run(f"DROP CONSTRAINT {quote(name)} IF EXISTS")
        finally:
            self._inner.close()
