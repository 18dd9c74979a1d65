"""Runs statements on a fresh database and looks at rows, plans and errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from runner.cypher.database import Database, DatabaseSession
from runner.errors import EngineError

if TYPE_CHECKING:
    from runner.result import Plan


def session_with(*setup: str) -> DatabaseSession:
    """A session on a new database on which `setup` has run."""
    session = Database().session()
    for statement in setup:
        session.run(statement)
    return session


def rows(session: DatabaseSession, text: str, **parameters: Any) -> list[tuple[Any, ...]]:
    """The rows of a statement."""
    return list(session.run(text, parameters).rows)


def column(session: DatabaseSession, text: str, **parameters: Any) -> list[Any]:
    """The only column of a statement."""
    return [value for (value,) in session.run(text, parameters).rows]


def plan(session: DatabaseSession, text: str) -> list[str]:
    """The names of the plan's operators, from the result down; a second source is indented."""
    root = session.run(f"EXPLAIN {text}").plan
    assert root is not None
    return str(root).replace("+", "").splitlines()


def operators(session: DatabaseSession, text: str) -> list[str]:
    """Only the names of the plan's operators, from the result down."""
    root = session.run(f"EXPLAIN {text}").plan
    assert root is not None
    return list(_names(root))


def _names(root: Plan) -> list[str]:
    below = [name for child in reversed(root.children) for name in _names(child)]
    return [root.operator, *below]


def failure(session: DatabaseSession, text: str, **parameters: Any) -> EngineError:
    """The error that a statement fails with."""
    with pytest.raises(EngineError) as caught:
        session.run(text, parameters)
    return caught.value
