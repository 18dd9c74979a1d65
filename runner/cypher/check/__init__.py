"""The compile-time analysis of a finished syntax tree.

One walk gathers what is wrong; an ordered tuple of stages reports it as Neo4j would.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from runner.cypher.check.semantics import analyse
from runner.cypher.check.stages import STAGES

if TYPE_CHECKING:
    from runner.cypher.check.walk import FindProcedure, Walk
    from runner.cypher.syntax.clauses import Statement


def check(
    statement: Statement,
    language: str,
    parameters: Mapping[str, Any] | None,
    find_procedure: FindProcedure | None = None,
    libraries: frozenset[str] = frozenset(),
) -> Walk:
    """Judge a statement before it runs; raise the `EngineError` that Neo4j reports first.

    Give what was found on the way, for the notifications of one that runs.

    `language` is the version of Cypher that the statement runs in, ``5`` or ``25``: its own prefix,
    where it has one, comes before the session's. `parameters` are the values that the
    statement is to run with; None where they are not known yet: then nothing depends on them.
    `find_procedure` finds a procedure by name; without it no call is held against its signature.
    `libraries` are those that the database has beside Cypher's own functions.
    """
    walk = analyse(statement, language, parameters, find_procedure, libraries)
    for stage in STAGES:
        stage(walk, statement)
    return walk
