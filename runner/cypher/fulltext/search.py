"""Which documents a query finds, and the score of each, as Lucene computes it (BM25)."""

from __future__ import annotations

import re
from functools import reduce
from typing import TYPE_CHECKING

from runner.cypher.fulltext import queries as q
from runner.cypher.fulltext.corpus import Corpus, Field
from runner.cypher.fulltext.phrases import exact_matches, sloppy_frequency
from runner.values.numbers import to_float32

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_MOST_EXPANSIONS = 50

Scores = dict[int, float]


def search(query: q.Query, corpus: Corpus) -> list[tuple[int, float]]:
    """The numbers of the documents found, with scores, best first."""
    scores = _scores(query, corpus, 1.0)
    found = [(number, scores[number]) for number in corpus.numbers if number in scores]
    found.sort(key=lambda hit: -hit[1])
    return found


def _scores(query: q.Query, corpus: Corpus, boost: float) -> Scores:
    match query:
        case q.Term(field=name, text=text):
            return _term(corpus.fields.get(name), text, boost)
        case q.Boolean():
            return _boolean(query, corpus, boost)
        case q.Boost(query=inner, factor=factor):
            return _scores(inner, corpus, to_float32(boost * factor))
        case q.Phrase():
            return _phrase(query, corpus, boost)
        case q.Fuzzy():
            return _boolean(_fuzzy(query, corpus), corpus, boost)
        case q.Everything():
            return dict.fromkeys(corpus.numbers, boost)
        case q.Pattern(field=name) | q.Range(field=name):
            field = corpus.fields.get(name)
            if field is None:
                return {}
            return {
                number: boost for term in _expanded(query, field) for number in field.postings[term]
            }
        case _:
            raise TypeError(query)


def _term(field: Field | None, text: str, boost: float) -> Scores:
    found = None if field is None else field.postings.get(text)
    if field is None or found is None:
        return {}
    weight = to_float32(boost * field.idf(len(found)))
    return {number: field.score(weight, len(places), number) for number, places in found.items()}


def _expanded(query: q.Pattern | q.Range, field: Field) -> Iterator[str]:
    if isinstance(query, q.Pattern):
        pattern = re.compile(query.regex, re.DOTALL)
        yield from (term for term in field.postings if pattern.fullmatch(term))
        return
    lower = None if query.lower is None else query.lower.encode()
    upper = None if query.upper is None else query.upper.encode()
    for term in field.postings:
        key = term.encode()
        if (lower is None or lower < key or (query.lower_inclusive and lower == key)) and (
            upper is None or key < upper or (query.upper_inclusive and upper == key)
        ):
            yield term


def _boolean(query: q.Boolean, corpus: Corpus, boost: float) -> Scores:
    clauses = list(_flat(query.clauses, corpus))
    required = [_scores(c, corpus, boost) for occur, c in clauses if occur == q.MUST]
    optional = [_scores(c, corpus, boost) for occur, c in clauses if occur == q.SHOULD]
    excluded = [_scores(c, corpus, boost) for occur, c in clauses if occur == q.MUST_NOT]
    if required:
        common = reduce(lambda one, other: one & other, (set(scores) for scores in required))
        found = {n: to_float32(sum(scores[n] for scores in required)) for n in common}
        extra = _sums(optional)
        found = {n: to_float32(score + extra.get(n, 0.0)) for n, score in found.items()}
    else:
        found = _sums(optional)
    for scores in excluded:
        for number in scores:
            found.pop(number, None)
    return found


def _sums(parts: Iterable[Scores]) -> Scores:
    sums: Scores = {}
    for scores in parts:
        for number, score in scores.items():
            sums[number] = sums.get(number, 0.0) + score
    return {number: to_float32(score) for number, score in sums.items()}


def _flat(clauses: Iterable[tuple[str, q.Query]], corpus: Corpus) -> Iterator[tuple[str, q.Query]]:
    """The clauses, those of a disjunction within a disjunction in its place."""
    for occur, clause in clauses:
        query = _fuzzy(clause, corpus) if isinstance(clause, q.Fuzzy) else clause
        if (
            occur == q.SHOULD
            and isinstance(query, q.Boolean)
            and all(inner == q.SHOULD for inner, _ in query.clauses)
        ):
            yield from _flat(query.clauses, corpus)
        else:
            yield occur, query


def _phrase(query: q.Phrase, corpus: Corpus, boost: float) -> Scores:
    field = corpus.fields.get(query.field)
    if field is None:
        return {}
    postings = [field.postings.get(term) for term, _ in query.terms]
    if any(found is None for found in postings):
        return {}
    have = [found for found in postings if found is not None]
    weight = to_float32(boost * to_float32(sum(field.idf(len(found)) for found in have)))
    offsets = [offset for _, offset in query.terms]
    scores: Scores = {}
    for number in set(have[0]).intersection(*have[1:]):
        places = [found[number] for found in have]
        if query.slop:
            frequency = sloppy_frequency(query.terms, places, query.slop)
        else:
            frequency = exact_matches(places, offsets)
        if frequency:
            scores[number] = field.score(weight, frequency, number)
    return scores


def _fuzzy(query: q.Fuzzy, corpus: Corpus) -> q.Boolean:
    """The best terms that are near enough, the nearer the more they count."""
    field = corpus.fields.get(query.field)
    near: list[tuple[float, str]] = []
    size = len(query.text)
    for term in () if field is None else field.postings:
        edits = _distance(query.text, term, query.edits)
        if edits is not None:
            share = to_float32(edits / min(len(term), size)) if edits else 0.0
            near.append((max(to_float32(1 - share), 0.0), term))
    near.sort(key=lambda found: (-found[0], found[1].encode()))
    return q.Boolean(
        tuple(
            (q.SHOULD, q.Boost(q.Term(query.field, term), similarity))
            for similarity, term in near[:_MOST_EXPANSIONS]
        )
    )


def _distance(one: str, other: str, most: int) -> int | None:
    """How many letters to insert, delete, replace or swap with the next; None above `most`."""
    if abs(len(one) - len(other)) > most:
        return None
    if one == other:
        return 0
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        last, before, row = before, row, [i]
        for j, against in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != against))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == against:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return None
    return row[-1] if row[-1] <= most else None
