"""Parses Lucene's query language over several fields.

Source: the grammar of Lucene's classic query parser (QueryParser.jj), its QueryParserBase and
MultiFieldQueryParser, as Neo4j sets them up: OR by default, wildcards may lead.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from runner.cypher.fulltext import queries as q
from runner.cypher.fulltext.tokens import QueryFailure, Tokens
from runner.values.numbers import to_float32

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from runner.cypher.fulltext.analyzers import Analyzer
    from runner.cypher.fulltext.tokens import Token

_MOST_CLAUSES = 1024
_MOST_EDITS = 2
_NOT_AFTER_WORDS = ('":"', '"*"', "<FUZZY_SLOP>", '"^"', "<AND>", "<OR>")
_BARE = ("<TERM>", '"*"', "<PREFIXTERM>", "<WILDTERM>", "<REGEXPTERM>", "<NUMBER>", "<BAREOPER>")
_CLAUSE_STARTS = (*_BARE, "<QUOTED>", '"["', '"{"', '"("')


class UnsupportedPattern(Exception):
    """A regular expression with operators that only Lucene has."""


def parse_query(text: str, fields: Sequence[str], analyzer: Analyzer) -> q.Query:
    """The query that `text` means. Raises `QueryFailure` for a text that Lucene refuses."""
    return _Parser(text, fields, analyzer).parse()


class _Parser:
    def __init__(self, text: str, fields: Sequence[str], analyzer: Analyzer) -> None:
        self._tokens = Tokens(text)
        self._fields = fields
        self._analyzer = analyzer

    def parse(self) -> q.Query:
        found = self._query(None)
        self._tokens.need("<EOF>")
        return found or q.Boolean(())

    def _query(self, field: str | None) -> q.Query | None:
        """``Query: (MultiTerm | Modifiers Clause) (MultiTerm | Conjunction Modifiers Clause)*``."""
        tokens = self._tokens
        clauses: list[tuple[str, q.Query]] = []
        first: q.Query | None = None
        start = True
        while start or tokens.peek().kind not in ("<EOF>", '")"'):
            if self._at_words():
                found = self._words(field)
                _add_words(clauses, found)
                plain = True
            else:
                conjunction = None if start else tokens.take("<AND>", "<OR>")
                modifier = tokens.take('"+"', '"-"', "<NOT>")
                self._need_clause(follows=not start and conjunction is None and modifier is None)
                found = self._clause(field)
                sign = None if modifier is None else modifier.kind
                _add(clauses, conjunction is not None and conjunction.kind == "<AND>", sign, found)
                plain = modifier is None
            if start and plain:
                first = found
            start = False
        if len(clauses) == 1 and first is not None:
            return first
        if len(clauses) > _MOST_CLAUSES:
            raise QueryFailure("ParseException", "too many boolean clauses")
        return q.Boolean(tuple(clauses)) if clauses else None

    def _need_clause(self, *, follows: bool) -> None:
        """Refuse what can begin no clause."""
        if self._tokens.peek().kind not in _CLAUSE_STARTS:
            self._tokens.need("<EOF>" if follows else "<TERM>")
            self._tokens.need("<TERM>")

    def _at_words(self) -> bool:
        """Whether several words follow that are analyzed as one text."""
        tokens = self._tokens
        return (
            tokens.peek().kind == "<TERM>"
            and tokens.peek(1).kind == "<TERM>"
            and tokens.peek(2).kind not in _NOT_AFTER_WORDS
        )

    def _words(self, field: str | None) -> q.Query | None:
        tokens = self._tokens
        words = [tokens.need("<TERM>").image]
        while tokens.peek().kind == "<TERM>" and tokens.peek(1).kind not in _NOT_AFTER_WORDS:
            words.append(tokens.need("<TERM>").image)
        return self._text_query(field, _unescape(" ".join(words)))

    def _clause(self, field: str | None) -> q.Query | None:
        tokens = self._tokens
        if tokens.peek().kind in ("<TERM>", '"*"') and tokens.peek(1).kind == '":"':
            name = tokens.need("<TERM>", '"*"')
            tokens.need('":"')
            field = _unescape(name.image)
        if tokens.take('"("'):
            found = self._query(field)
            tokens.need('")"')
            return _boosted(found, self._boost())
        return self._term(field)

    def _boost(self) -> Token | None:
        return self._tokens.need("<NUMBER>") if self._tokens.take('"^"') else None

    def _term(self, field: str | None) -> q.Query | None:
        tokens = self._tokens
        token = tokens.need(*_CLAUSE_STARTS[:-1])
        if token.kind in ('"["', '"{"'):
            found: q.Query | None = self._range(field, inclusive=token.kind == '"["')
            return _boosted(found, self._boost())
        boost = self._boost()
        fuzzy = tokens.take("<FUZZY_SLOP>")
        if boost is None and fuzzy is not None:
            boost = self._boost()
        if token.kind == "<QUOTED>":
            found = self._quoted(field, token.image[1:-1], fuzzy)
        else:
            found = self._bare(field, token, fuzzy)
        return _boosted(found, boost)

    def _bare(self, field: str | None, token: Token, fuzzy: Token | None) -> q.Query | None:
        image = token.image
        normalize = self._analyzer.normalize
        if token.kind in ('"*"', "<WILDTERM>"):
            if field == image == "*":
                return q.Everything()
            regex = _wildcard_regex(image, normalize)
            return self._each(field, lambda name: q.Pattern(name, regex))
        if token.kind == "<PREFIXTERM>":
            prefix = re.escape(normalize(_unescape(image[:-1]))) + ".*"
            return self._each(field, lambda name: q.Pattern(name, prefix))
        if token.kind == "<REGEXPTERM>":
            regex = _lucene_regex(normalize(image[1:-1]))
            return self._each(field, lambda name: q.Pattern(name, regex))
        if token.kind == "<BAREOPER>":
            image = image[:1]
        text = _unescape(image)
        if fuzzy is None:
            return self._text_query(field, text)
        folded = normalize(text)
        edits = _edits(fuzzy.image[1:], len(folded))
        return self._each(field, lambda name: q.Fuzzy(name, folded, edits))

    def _each(self, field: str | None, make: Callable[[str], q.Query]) -> q.Query:
        """One query of the field, or one per field where none is named."""
        if field is not None:
            return make(field)
        return _any_of([make(name) for name in self._fields])

    def _text_query(self, field: str | None, text: str) -> q.Query | None:
        """The terms of a text, each in every field where none is named."""
        terms = [term for term, _ in self._analyzer.terms(text)]
        if not terms:
            return None
        if field is not None:
            found: list[q.Query] = [q.Term(field, term) for term in terms]
        elif len(terms) == 1:
            return _any_of([q.Term(name, terms[0]) for name in self._fields])
        else:
            found = [
                q.Boolean(tuple((q.SHOULD, q.Term(name, term)) for name in self._fields))
                for term in terms
            ]
        return _any_of(found)

    def _quoted(self, field: str | None, image: str, slop: Token | None) -> q.Query | None:
        terms = self._analyzer.terms(_unescape(image))
        if not terms:
            return None
        if len(terms) == 1:
            ((term, _),) = terms
            return self._each(field, lambda name: q.Term(name, term))
        moves = _number(slop.image[1:]) if slop is not None else None
        phrase, distance = tuple(terms), int(moves or 0)
        if distance < 0:
            raise QueryFailure("ParseException", "slop value cannot be negative")
        return self._each(field, lambda name: q.Phrase(name, phrase, distance))

    def _range(self, field: str | None, *, inclusive: bool) -> q.Query:
        tokens = self._tokens
        kinds = ("<RANGE_GOOP>", "<RANGE_QUOTED>", '"TO"')
        lower = tokens.need(*kinds)
        tokens.need('"TO"')
        upper = tokens.need(*kinds)
        upper_inclusive = tokens.need('"]"', '"}"').kind == '"]"'
        low, high = self._bound(lower), self._bound(upper)
        return self._each(field, lambda name: q.Range(name, low, high, inclusive, upper_inclusive))

    def _bound(self, token: Token) -> str | None:
        if token.kind == "<RANGE_QUOTED>":
            return self._analyzer.normalize(_unescape(token.image[1:-1]))
        return None if token.image == "*" else self._analyzer.normalize(_unescape(token.image))


def _any_of(found: list[q.Query]) -> q.Query:
    if len(found) == 1:
        return found[0]
    return q.Boolean(tuple((q.SHOULD, query) for query in found))


def _add_words(clauses: list[tuple[str, q.Query]], found: q.Query | None) -> None:
    if isinstance(found, q.Boolean):
        clauses.extend(found.clauses)
    elif found is not None:
        clauses.append((q.SHOULD, found))


def _add(
    clauses: list[tuple[str, q.Query]],
    joined: bool,
    modifier: str | None,
    found: q.Query | None,
) -> None:
    """Add a clause; AND makes the one before it necessary, too."""
    if joined and clauses and clauses[-1][0] != q.MUST_NOT:
        clauses[-1] = (q.MUST, clauses[-1][1])
    if found is None:
        return
    if modifier in ('"-"', "<NOT>"):
        occur = q.MUST_NOT
    else:
        occur = q.MUST if joined or modifier == '"+"' else q.SHOULD
    clauses.append((occur, found))


def _boosted(query: q.Query | None, boost: Token | None) -> q.Query | None:
    if query is None or boost is None:
        return query
    return q.Boost(query, to_float32(float(boost.image)))


def _number(text: str) -> float | None:
    """A number as Java reads a float, or None."""
    found = re.fullmatch(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?=[fFdD]?$)[fFdD]?", text)
    return float(text.rstrip("fFdD")) if found else None


def _edits(slop: str, length: int) -> int:
    similarity = _number(slop)
    if similarity is None:
        return _MOST_EDITS
    if similarity < 0:
        raise QueryFailure(
            "ParseException",
            "Minimum similarity for a FuzzyQuery has to be between 0.0f and 1.0f !",
        )
    if similarity >= 1:
        if similarity != int(similarity):
            raise QueryFailure("ParseException", "Fractional edit distances are not allowed!")
        return min(int(similarity), _MOST_EDITS)
    if similarity == 0:
        return 0
    return min(int((1 - to_float32(similarity)) * length), _MOST_EDITS)


def _unescape(image: str) -> str:
    if "\\" not in image:
        return image
    found, at = [], 0
    while at < len(image):
        character = image[at]
        at += 1
        if character != "\\":
            found.append(character)
            continue
        if at == len(image):
            raise QueryFailure("ParseException", "Term can not end with escape character.")
        character = image[at]
        at += 1
        if character == "u":
            digits = image[at : at + 4]
            for digit in digits:
                if digit not in "0123456789abcdefABCDEF":
                    raise QueryFailure(
                        "ParseException", f"Non-hex character in Unicode escape sequence: {digit}"
                    )
            if len(digits) < 4:
                raise QueryFailure("ParseException", "Truncated Unicode escape sequence.")
            character = chr(int(digits, 16))
            at += 4
        found.append(character)
    return "".join(found)


def _wildcard_regex(image: str, normalize: Callable[[str], str]) -> str:
    parts = []
    for piece in re.findall(r"\*|\?|(?:\\.|[^*?\\])+|\\", image, re.DOTALL):
        if piece in ("*", "?"):
            parts.append(".*" if piece == "*" else ".")
        else:
            parts.append(re.escape(normalize(re.sub(r"\\(.)", r"\1", piece, flags=re.DOTALL))))
    return "".join(parts)


def _lucene_regex(text: str) -> str:
    """A regular expression of Lucene in Python's syntax, where both have its operators."""
    if re.search(r'[@&<>~#"]|\\[^\W_]|\[.*\[', text):
        raise UnsupportedPattern(text)
    escaped = re.sub(r"[$^]", lambda found: f"\\{found[0]}" if found[0] == "$" else "^", text)
    try:
        re.compile(escaped)
    except re.error:
        raise UnsupportedPattern(text) from None
    return escaped
