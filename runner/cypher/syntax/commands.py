"""Schema commands."""

from __future__ import annotations

from runner.cypher.syntax.clauses import Command
from runner.cypher.syntax.expressions import Expression, Parameter, Variable
from runner.cypher.syntax.types import CypherType


class CreateConstraint(Command):
    """``CREATE CONSTRAINT name [IF NOT EXISTS] FOR … REQUIRE … IS …``.

    `entity` is ``NODE`` or ``RELATIONSHIP``; `kind` is ``UNIQUE``, ``KEY``, ``NOT NULL`` or
    ``TYPED`` (then `type` is set).
    """

    name: str | Parameter | None
    if_not_exists: bool
    or_replace: bool
    entity: str
    variable: Variable
    label: str
    kind: str
    properties: tuple[str, ...]
    type: CypherType | None
    options: Expression | None


class DropConstraint(Command):
    """``DROP CONSTRAINT name [IF EXISTS]``."""

    name: str | Parameter
    if_exists: bool


class CreateIndex(Command):
    """``CREATE [kind] INDEX name [IF NOT EXISTS] FOR … ON …``.

    `kind` is ``RANGE``, ``TEXT``, ``POINT``, ``FULLTEXT``, ``VECTOR`` or ``LOOKUP``; several
    labels are only allowed for FULLTEXT and VECTOR, none for LOOKUP. `extra_properties` are
    those of a vector index's ``WITH [...]``.
    """

    kind: str
    name: str | Parameter | None
    if_not_exists: bool
    or_replace: bool
    entity: str
    variable: Variable
    labels: tuple[str, ...]
    properties: tuple[str, ...]
    extra_properties: tuple[str, ...]
    options: Expression | None


class DropIndex(Command):
    """``DROP INDEX name [IF EXISTS]``."""

    name: str | Parameter
    if_exists: bool
