"""The tokens of Lucene's query language.

Source: the grammar of Lucene's classic query parser (QueryParser.jj), whose three states it has.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

DEFAULT = 2
RANGE = 1
BOOST = 0

_ESCAPED = r"\\(?s:.)"
_START = rf'(?:[^ \t\n\r\u3000+\-!():^\[\]"{{}}~*?\\/]|{_ESCAPED})'
_CHAR = rf'(?:[^ \t\n\r\u3000!():^\[\]"{{}}~*?\\/]|{_ESCAPED})'

_TOKENS: dict[int, tuple[tuple[str, str], ...]] = {
    DEFAULT: (
        ("<AND>", r"AND|&&"),
        ("<OR>", r"OR|\|\|"),
        ("<NOT>", r"NOT|!"),
        ('"+"', r"\+"),
        ('"-"', r"-"),
        ("<BAREOPER>", r"[+\-!][ \t\n\r\u3000]"),
        ('"("', r"\("),
        ('")"', r"\)"),
        ('":"', r":"),
        ('"*"', r"\*"),
        ('"^"', r"\^"),
        ("<QUOTED>", rf'"(?:[^"\\]|{_ESCAPED})*"'),
        ("<TERM>", rf"{_START}{_CHAR}*"),
        ("<FUZZY_SLOP>", rf"~{_CHAR}*"),
        ("<PREFIXTERM>", rf"\*|{_START}{_CHAR}*\*"),
        ("<WILDTERM>", rf"(?:{_START}|[*?])(?:{_CHAR}|[*?])*"),
        ("<REGEXPTERM>", r"/(?:[^/]|\\/)*/"),
        ('"["', r"\["),
        ('"{"', r"\{"),
    ),
    BOOST: (("<NUMBER>", r"[0-9]+(?:\.[0-9]*)?"),),
    RANGE: (
        ('"TO"', r"TO"),
        ('"]"', r"\]"),
        ('"}"', r"\}"),
        ("<RANGE_QUOTED>", r'"(?:[^"]|\\")+"'),
        ("<RANGE_GOOP>", r"[^ \]}]+"),
    ),
}
_NEXT_STATE = {
    '"^"': BOOST,
    "<NUMBER>": DEFAULT,
    '"["': RANGE,
    '"{"': RANGE,
    '"]"': DEFAULT,
    '"}"': DEFAULT,
}
_BLANKS = " \t\n\r\u3000"


class QueryFailure(Exception):
    """A query text that Lucene does not parse; `kind` is the Java class of its error."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = f"org.apache.lucene.queryparser.classic.{kind}"
        self.message = message


class Token(NamedTuple):
    """A token: its kind as messages show it, its text, its first column from 0."""

    kind: str
    image: str
    start: int


@cache
def _patterns(state: int) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((kind, re.compile(pattern)) for kind, pattern in _TOKENS[state])


class Tokens:
    """The tokens of a query text, read as they are asked for."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._state = DEFAULT
        self._read: list[Token] = []
        self._next = 0

    def peek(self, ahead: int = 0) -> Token:
        """A token that is still to come."""
        while len(self._read) <= self._next + ahead:
            self._read.append(self._scan())
        return self._read[self._next + ahead]

    def take(self, *kinds: str) -> Token | None:
        """The next token, taken if it is of one of the kinds; else None."""
        token = self.peek()
        if token.kind not in kinds:
            return None
        self._next += 1
        return token

    def need(self, *kinds: str) -> Token:
        """The next token, taken. Raises `QueryFailure` if it is of none of the kinds."""
        token = self.take(*kinds)
        if token is None:
            found = self.peek()
            image = _escape(found.image)
            shown = found.kind if found.kind == "<EOF>" else f' {found.kind} "{image} "'
            raise QueryFailure(
                "ParseException",
                f'Encountered "{shown}" at line 1, column {found.start}.',
            )
        return token

    def _scan(self) -> Token:
        text = self._text
        if self._state != BOOST:
            while self._at < len(text) and text[self._at] in _BLANKS:
                self._at += 1
        start = self._at
        if start == len(text):
            return Token("<EOF>", "", start)
        best: tuple[int, str] | None = None
        for kind, pattern in _patterns(self._state):
            found = pattern.match(text, start)
            if found is not None and found.end() > (start if best is None else best[0]):
                best = (found.end(), kind)
        if best is None:
            raise self._failure(start)
        self._at, kind = best
        self._state = _NEXT_STATE.get(kind, self._state)
        return Token(kind, text[start : self._at], start)

    def _failure(self, start: int) -> QueryFailure:
        text = self._text
        open_ended = self._state == DEFAULT and text[start] in '"/\\'
        at_end = open_ended or start + 1 == len(text)
        if at_end:
            column, found = len(text) + 1, "<EOF>"
            rest = text[start:] if len(text) > start + 1 else ""
        else:
            code = ord(text[start])
            column, found, rest = start + 1, f"'{code}' ({code}),", ""
        prefix = f' after prefix "{_escape(rest)}"' if rest else ""
        state = f" (in lexical state {self._state})" if self._state else ""
        return QueryFailure(
            "TokenMgrError",
            f"Lexical error at line 1, column {column}.  Encountered: {found}{prefix}{state}",
        )


def _escape(image: str) -> str:
    escapes = {
        "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r",
        '"': '\\"', "'": "\\'", "\\": "\\\\",
    }  # fmt: skip
    return "".join(escapes.get(c) or (c if " " <= c <= "~" else f"\\u{ord(c):04x}") for c in image)
