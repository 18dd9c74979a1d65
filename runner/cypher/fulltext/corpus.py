"""The documents of an index as its searches see them: postings and statistics by field."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeAlias

from runner.values.numbers import to_float32

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from runner.cypher.fulltext.analyzers import Analyzer

Postings: TypeAlias = "dict[int, list[int]]"
"""By document number the positions of a term."""

_K1 = to_float32(1.2)
_B = 0.75
_EXACT_LENGTHS = 24
"""Field lengths up to this are stored exactly, greater ones with four bits (SmallFloat)."""


class Field:
    """One field of all documents.

    Attributes:
        postings: By term, the documents that have it and where.
        lengths: By document number, how many terms it has.
    """

    __slots__ = ("_average", "_inverses", "_shared", "lengths", "postings")

    def __init__(self) -> None:
        self.postings: dict[str, Postings] = {}
        self.lengths: dict[int, int] = {}
        self._average = 0.0
        self._inverses: dict[int, float] = {}

    def add(self, number: int, terms: Iterable[tuple[str, int]]) -> None:
        """Take in a document's terms with their positions."""
        length = 0
        for term, position in terms:
            self.postings.setdefault(term, {}).setdefault(number, []).append(position)
            length += 1
        if length:
            self.lengths[number] = length

    def close(self) -> None:
        """Say that all documents are in."""
        if self.lengths:
            self._average = to_float32(sum(self.lengths.values()) / len(self.lengths))

    def idf(self, documents: int) -> float:
        """The weight of a term that so many documents have."""
        total = len(self.lengths)
        return to_float32(math.log(1 + (total - documents + 0.5) / (documents + 0.5)))

    def score(self, weight: float, frequency: float, number: int) -> float:
        """BM25 of a term or phrase that a document has so often."""
        length = self.lengths[number]
        inverse = self._inverses.get(length)
        if inverse is None:
            relative = to_float32(to_float32(_B * _stored_length(length)) / self._average)
            inverse = to_float32(1 / to_float32(_K1 * to_float32((1 - _B) + relative)))
            self._inverses[length] = inverse
        share = to_float32(1 + to_float32(frequency * inverse))
        return to_float32(weight - to_float32(weight / share))


class Corpus:
    """Documents by number. Those in `hidden` count in the statistics but are not found."""

    def __init__(self, hidden: frozenset[int] = frozenset()) -> None:
        self.fields: dict[str, Field] = {}
        self.numbers: list[int] = []
        self.hidden = hidden

    def add(self, number: int, fields: Mapping[str, Iterable[tuple[str, int]]]) -> None:
        """Take in a document: the terms of each of its fields."""
        if number not in self.hidden:
            self.numbers.append(number)
        for name, terms in fields.items():
            field = self.fields.get(name)
            if field is None:
                field = self.fields[name] = Field()
            field.add(number, terms)

    def close(self) -> None:
        """Say that all documents are in."""
        for field in self.fields.values():
            field.close()


def analyzed(
    texts: Mapping[str, tuple[str, ...]], analyzer: Analyzer
) -> dict[str, list[tuple[str, int]]]:
    """The terms of a document's fields; the texts of a list follow each other without a gap."""
    found: dict[str, list[tuple[str, int]]] = {}
    for name, parts in texts.items():
        terms: list[tuple[str, int]] = []
        for part in parts:
            start = terms[-1][1] + 1 if terms else 0
            terms += [(term, start + position) for term, position in analyzer.terms(part)]
        found[name] = terms
    return found


def _stored_length(length: int) -> int:
    """A length as one byte keeps it (Lucene's SmallFloat.intToByte4 and back)."""
    if length < _EXACT_LENGTHS:
        return length
    rest = length - _EXACT_LENGTHS
    shift = max(rest.bit_length() - 4, 0)
    return _EXACT_LENGTHS + (rest >> shift << shift)
