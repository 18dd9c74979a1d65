"""The analyzers that fulltext indexes can be made with, under Neo4j's names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.fulltext import words
from runner.cypher.fulltext.porter import stem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

DEFAULT_ANALYZER = "standard-no-stop-words"

ENGLISH_STOP_WORDS = (
    "but", "be", "with", "such", "then", "for", "no", "will", "not", "are", "and", "their", "if",
    "this", "on", "into", "a", "or", "there", "in", "that", "they", "was", "is", "it", "an", "the",
    "as", "at", "these", "by", "to", "of",
)  # fmt: skip


def _lower(text: str) -> str:
    """Small letters, character by character: none becomes two."""
    if text.isascii():
        return text.lower()
    return "".join([c.lower()[0] for c in text])


def _possessive(word: str) -> str:
    if len(word) >= 2 and word[-2] in "'\u2019\uff07" and word[-1] in "sS":
        return word[:-2]
    return word


class Analyzer:
    """How text becomes terms.

    Attributes:
        name: Its name.
        description: What it does.
        stop_words: The words that it leaves out.
    """

    def __init__(
        self,
        name: str,
        description: str,
        split: Callable[[str], Iterable[str]],
        *,
        lower: bool = True,
        stop_words: tuple[str, ...] = (),
        english: bool = False,
    ) -> None:
        self.name = name
        self.description = description
        self.stop_words = stop_words
        self._split = split
        self._lower = lower
        self._stops = frozenset(stop_words)
        self._english = english

    def terms(self, text: str) -> list[tuple[str, int]]:
        """The terms of `text`, each with its position; words left out count as positions."""
        found = []
        for position, word in enumerate(self._split(text)):
            term = _possessive(word) if self._english else word
            if self._lower:
                term = _lower(term)
            if term not in self._stops:
                found.append((stem(term) if self._english else term, position))
        return found

    def normalize(self, text: str) -> str:
        """A piece of a term, as in a prefix or a range."""
        return _lower(text) if self._lower else text


def _whole(text: str) -> Iterable[str]:
    return (text,) if text else ()


def _all() -> tuple[Analyzer, ...]:
    return (
        Analyzer(
            "english",
            "English analyzer with stemming and stop word filtering.",
            words.standard_words,
            stop_words=ENGLISH_STOP_WORDS,
            english=True,
        ),
        Analyzer(
            "keyword",
            'Keyword analyzer "tokenizes" the text as a single term. Useful for zip-codes, ids, '
            "etc. Situations where complete and exact matches are desired.",
            _whole,
            lower=False,
        ),
        Analyzer(
            "simple",
            "A simple analyzer that tokenizes at non-letter boundaries. No stemming or filtering. "
            "Works okay for most European languages, but is terrible for languages where words are "
            "not separated by spaces, such as many Asian languages.",
            words.letter_runs,
        ),
        Analyzer(
            "standard",
            "The standard analyzer. Tokenizes on non-letter and filters out English stop words and "
            "punctuation. Does no stemming, but takes care to keep likely product names, URLs and "
            "email addresses as single terms.",
            words.standard_words,
            stop_words=ENGLISH_STOP_WORDS,
        ),
        Analyzer(
            DEFAULT_ANALYZER,
            "The default analyzer. Similar to the 'standard' analyzer, but filters no stop words. "
            "Tokenizes on non-letter boundaries filters out punctuation. Does no stemming, but "
            "takes care to keep likely product names, URLs and email addresses as single terms.",
            words.standard_words,
        ),
        Analyzer(
            "stop",
            "Stop analyzer tokenizes at non-letter characters, and filters out English stop words. "
            "This differs from the 'classic' and 'standard' analyzers in that it makes no effort "
            "to recognize special terms, like likely product names, URLs or email addresses.",
            words.letter_runs,
            stop_words=ENGLISH_STOP_WORDS,
        ),
        Analyzer(
            "unicode_whitespace",
            "Breaks text into terms by characters that have the unicode WHITESPACE property.",
            words.unicode_blank_runs,
            lower=False,
        ),
        Analyzer(
            "whitespace",
            'Breaks text into terms by characters that are considered "Java whitespace".',
            words.blank_runs,
            lower=False,
        ),
    )


_by_name: dict[str, Analyzer] = {}


def analyzers() -> dict[str, Analyzer]:
    """The analyzers by name."""
    if not _by_name:
        _by_name.update((analyzer.name, analyzer) for analyzer in _all())
    return _by_name
