"""Cypher types as they are written: ``INTEGER NOT NULL``, ``LIST<STRING>``, unions."""

from __future__ import annotations

from runner.cypher.syntax.base import Syntax


class CypherType(Syntax):
    """A type in a predicate or a constraint."""


class ScalarType(CypherType):
    """A type without parts.

    `name` is the normal spelling: BOOLEAN, STRING, INTEGER, FLOAT, DATE, LOCAL TIME, ZONED TIME,
    LOCAL DATETIME, ZONED DATETIME, DURATION, POINT, NODE, RELATIONSHIP, PATH, MAP, VECTOR,
    PROPERTY VALUE, ANY, NULL, NOTHING.
    """

    name: str
    nullable: bool


class ListType(CypherType):
    """``LIST<inner>``."""

    inner: CypherType
    nullable: bool


class VectorType(CypherType):
    """``VECTOR<coordinate>(dimension)``; either part may be absent."""

    coordinate: str | None
    dimension: int | None
    nullable: bool


class UnionType(CypherType):
    """``A | B``."""

    members: tuple[CypherType, ...]
