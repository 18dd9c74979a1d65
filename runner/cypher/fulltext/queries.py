"""The tree of a parsed query."""

from __future__ import annotations

from dataclasses import dataclass

MUST = "+"
SHOULD = ""
MUST_NOT = "-"


class Query:
    """A query: one of the classes below."""

    __slots__ = ()


@dataclass(frozen=True)
class Everything(Query):
    """``*:*``."""


@dataclass(frozen=True)
class Term(Query):
    """A term of a field."""

    field: str
    text: str


@dataclass(frozen=True)
class Phrase(Query):
    """Terms with their positions; `slop` is how far they may be moved in all."""

    field: str
    terms: tuple[tuple[str, int], ...]
    slop: int


@dataclass(frozen=True)
class Pattern(Query):
    """The terms of a field that match a regular expression (of Python)."""

    field: str
    regex: str


@dataclass(frozen=True)
class Fuzzy(Query):
    """The terms of a field that differ from `text` by at most `edits` edits."""

    field: str
    text: str
    edits: int


@dataclass(frozen=True)
class Range(Query):
    """The terms of a field between two, where None is no bound."""

    field: str
    lower: str | None
    upper: str | None
    lower_inclusive: bool
    upper_inclusive: bool


@dataclass(frozen=True)
class Boost(Query):
    """A query whose scores are multiplied."""

    query: Query
    factor: float


@dataclass(frozen=True)
class Boolean(Query):
    """Queries that must, should or must not match."""

    clauses: tuple[tuple[str, Query], ...]
