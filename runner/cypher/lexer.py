"""Splits the text of a statement into tokens, and a script into statements.

The tokens are those of Neo4j's Cypher 25 lexer: arrows come as single characters, a number takes
the letters that follow it (``1x`` is one token), and what cannot be a token ends the list as a
``bad`` token, so that the parser reports the first thing that is wrong.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache
from typing import TYPE_CHECKING

from runner.cypher.failures import syntax_error

if TYPE_CHECKING:
    from collections.abc import Callable

UNCLOSED_STRING = (
    "Failed to parse string literal. The query must contain an even number of non-escaped quotes."
)
UNCLOSED_COMMENT = "Failed to parse comment. A comment starting on `/*` must have a closing `*/`."
_UNICODE_ESCAPE = (
    "Invalid input '{}': expected four hexadecimal digits specifying a unicode character"
)


class Token:
    """One token; ``source[start:end]`` is what stands in the source.

    `kind` is the symbol itself, a word in capitals, or in small letters: ``name`` (a name that is
    no word: escaped, or not ASCII), ``string``, ``integer``, ``hex``, ``octal``, ``float``,
    ``extended`` (letters after a leading zero), ``dash``, ``left head``, ``right head``, ``bad``,
    ``eof``. `text` is the token with unicode escapes replaced; `name` what it means where a name
    may stand, None where it cannot be one.
    """

    __slots__ = ("end", "kind", "name", "start", "text")

    def __init__(self, kind: str, text: str, start: int, end: int, name: str | None = None) -> None:
        self.kind = kind
        self.text = text
        self.start = start
        self.end = end
        self.name = name

    def __repr__(self) -> str:
        return f"Token({self.kind!r}, {self.text!r}, {self.start}, {self.end})"


class Piece:
    """One statement of a script: ``script[start:end]`` is its `text`."""

    __slots__ = ("end", "start", "text")

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.start = start
        self.end = end

    def __repr__(self) -> str:
        return f"Piece({self.text!r}, {self.start}, {self.end})"


_SINGLE_QUOTED = r"'[^'\\]*+(?:\\.[^'\\]*+)*+'"
_DOUBLE_QUOTED = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
# Where it has no end, two backticks are one that ends it and one that is wrong.
_ESCAPED_NAME = r"`[^`]*+(?:``[^`]*+)*`"
_COMMENTS = r"//[^\r\n]*+|/\*.*?\*/"
_DIGITS = r"[0-9](?:_?[0-9])*+"
_EXPONENT = r"[eE][+-]?(?:_?[0-9])++\w*+"


@cache
def _scanner() -> re.Pattern[str]:
    groups = {
        "word": r"[A-Za-z_][A-Za-z0-9_]*+(?![^\x00-\x7f])",
        "float": rf"(?:{_DIGITS})?\.{_DIGITS}(?:{_EXPONENT})?\w*+|{_DIGITS}{_EXPONENT}",
        "symbol": r"\.\.|::|<=|>=|<>|!=|=~|\+=|\|\||[-+*/%^=<>(){}\[\],.:;|&!$?]",
        "string": f"{_SINGLE_QUOTED}|{_DOUBLE_QUOTED}",
        "hex": r"0x\w*+",
        "octal": r"0o\w*+",
        "integer": r"[1-9]\w*+|0(?!\w)",
        "extended": r"[0-9]\w*+",
        "escaped": _ESCAPED_NAME,
        "dash": "[\u00ad\u2010-\u2015\ufe58\ufe63\uff0d]",
        "left": "[\u27e8\u3008\ufe64\uff1c]",
        "right": "[\u27e9\u3009\ufe65\uff1e]",
        "wide": r"[A-Za-z_\x80-\U0010ffff][A-Za-z0-9_\x80-\U0010ffff]*+",
        "eof": r"\Z",
        "bad": ".",
    }
    alternatives = "|".join(f"(?P<{name}>{pattern})" for name, pattern in groups.items())
    return re.compile(rf"(?:\s++|{_COMMENTS})*+(?:{alternatives})", re.DOTALL)


def tokenize(text: str) -> list[Token]:
    """The tokens of `text`; the last one is ``eof``.

    Raises EngineError for a unicode escape without four hexadecimal digits.
    """
    if "\\u" in text:
        return _tokenize_escaped(text)
    return _tokenize(text)


def _tokenize(text: str) -> list[Token]:
    tokens: list[Token] = []
    append = tokens.append
    scanner = _scanner()
    at: int | None = 0
    while at is not None:
        at = _run(scanner, text, at, append)
    return tokens


def _run(
    scanner: re.Pattern[str], text: str, at: int, append: Callable[[Token], None]
) -> int | None:
    """Appends tokens from `at` on; gives the place to go on at, None at the end."""
    for match in scanner.finditer(text, at):
        group = match.lastgroup or "bad"
        start, end = match.span(group)
        word = text[start:end]
        if group == "symbol":
            append(Token(word, word, start, end))
            if word == "/" and text.startswith("*", end):
                # A comment without an end: nothing behind it can matter any more.
                append(Token("*", "*", end, end + 1))
                break
        elif group == "word":
            append(Token(word.upper(), word, start, end, word))
        elif group == "escaped":
            append(Token("name", word, start, end, word[1:-1].replace("``", "`")))
        elif group == "wide":
            end = _end_of_name(text, start, end)
            if end == start:
                append(Token("bad", text[start], start, start + 1))
                break
            word = text[start:end]
            kind = word.upper() if word.isascii() else "name"
            append(Token(kind, word, start, end, word))
            return end
        elif group == "bad":
            append(Token("bad", word, start, end))
            break
        elif group == "eof":
            append(Token("eof", "", start, end))
            return None
        else:
            append(Token(_KINDS.get(group, group), word, start, end))
    append(Token("eof", "", len(text), len(text)))
    return None


_KINDS = {"left": "left head", "right": "right head"}


_OPENING_CATEGORIES = frozenset(("Lu", "Ll", "Lt", "Lm", "Lo", "Nl", "Pc"))
_CATEGORIES = _OPENING_CATEGORIES | {"Mn", "Mc", "Nd"}
_LAST_IN_NAMES = "\uffff"


def _end_of_name(text: str, start: int, end: int) -> int:
    """Where the name at `start` ends: letters, connectors, then marks and digits, of 16 bits."""
    from unicodedata import category

    at, allowed = start, _OPENING_CATEGORIES
    while at < end and text[at] <= _LAST_IN_NAMES and category(text[at]) in allowed:
        at, allowed = at + 1, _CATEGORIES
    return at


def _tokenize_escaped(text: str) -> list[Token]:
    """Tokens of a text in which unicode escapes stand, anywhere: they come before all else."""
    pairs = re.compile(
        r"\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})|\\u(.{0,4})|\\.", re.DOTALL | re.IGNORECASE
    )
    parts: list[str] = []
    places = [0]
    shifts = [0]
    length = copied = 0
    for match in pairs.finditer(text):
        if match.lastindex is None:
            continue
        character = _unescape(text, match)
        parts += (text[copied : match.start()], character)
        length += match.start() - copied + 1
        copied = match.end()
        places.append(length)
        shifts.append(copied - length)
    parts.append(text[copied:])
    tokens = _tokenize("".join(parts))
    for token in tokens:
        token.start += shifts[bisect_right(places, token.start) - 1]
        token.end += shifts[bisect_right(places, token.end) - 1]
    return tokens


def _unescape(text: str, match: re.Match[str]) -> str:
    high, low, digits = match.groups()
    if high:
        return chr(0x10000 + ((int(high, 16) - 0xD800) << 10) + int(low, 16) - 0xDC00)
    if not re.fullmatch("[0-9a-fA-F]{4}", digits):
        message = _UNICODE_ESCAPE.format(digits)
        raise syntax_error(text, match.start() + 2, message, ("42I47", message))
    code = int(digits, 16)
    # Half of a surrogate pair is no character; Neo4j sends it as a question mark.
    return "?" if 0xD800 <= code < 0xE000 else chr(code)


@cache
def _splitter() -> re.Pattern[str]:
    return re.compile(
        rf"(?P<skip>\s++|{_COMMENTS})|(?P<end>;)"
        rf"|(?P<code>{_SINGLE_QUOTED}|{_DOUBLE_QUOTED}|{_ESCAPED_NAME}"
        r"|/(?!\*)|[^\s;'\"`/]++(?:\s++[^\s;'\"`/]++)*+)|(?P<bad>.)",
        re.DOTALL,
    )


@cache
def _plain_piece() -> re.Pattern[str]:
    return re.compile(r"""(?:[^;'"`/\\]++|'[^'\\]*+'|"[^"\\]*+"|/(?![/*]))*+(?=;|\Z)""")


def split(text: str) -> list[Piece]:
    """The statements of a script, cut at ``;`` outside strings, escaped names and comments.

    Blanks around a statement are not part of it; a piece with nothing but blanks and comments is
    none. Raises EngineError at a string, an escaped name or a comment that does not end.
    """
    plain = _split_plain(text)
    if plain is not None:
        return plain
    pieces: list[Piece] = []
    start = end = 0
    has_code = False
    for match in _splitter().finditer(text):
        group = match.lastgroup
        if group == "end":
            if has_code:
                pieces.append(_piece(text, start, match.start()))
            start = match.end()
            has_code = False
        elif group == "bad":
            raise _unclosed(text, match.start())
        elif group == "code":
            has_code = True
        end = match.end()
    if has_code:
        pieces.append(_piece(text, start, end))
    return pieces


def _split_plain(text: str) -> list[Piece] | None:
    """The statements of a script without comments, escapes and escaped names, as most are.

    Several times as fast; None where one of these is there, or something does not end.
    """
    pieces: list[Piece] = []
    start = 0
    while start <= len(text):
        match = _plain_piece().match(text, start)
        if match is None:
            return None
        if match.group().strip():
            pieces.append(_piece(text, start, match.end()))
        start = match.end() + 1
    return pieces


def _piece(text: str, start: int, end: int) -> Piece:
    code = text[start:end]
    start += len(code) - len(code.lstrip())
    code = code.strip()
    return Piece(code, start, start + len(code))


def _unclosed(text: str, offset: int) -> Exception:
    character = text[offset]
    if character == "/":
        return syntax_error(text, offset + 1, UNCLOSED_COMMENT, ("42I02", UNCLOSED_COMMENT))
    if character == "`":
        message = "Invalid input '`': expected a closing '`'"
        return syntax_error(text, offset, message, ("42I06", message))
    return syntax_error(text, offset, UNCLOSED_STRING, ("42I19", UNCLOSED_STRING))
