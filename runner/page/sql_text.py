"""Splits SQL into tokens and statements, as far as a page must know them before anything runs.

The lexical rules are ClickHouse's (SQL reference, "Syntax"): strings in single quotes and heredocs,
names in backticks or double quotes, nested comments. What a statement means is for ClickHouse.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from runner.page.model import StatementPiece

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from runner.page.model import Content
    from runner.page.problems import Problems

_TOKEN = re.compile(
    r"""
      (?P<blank> \s+ )
    | (?P<comment> (?: -- | // | \#[ !] ) [^\n]* )
    | (?P<open> /\* )
    | (?P<string> ' (?: [^'\\] | \\. | '' )* ' | ‘[^’]*’ )
    | (?P<heredoc> \$ (?P<tag> \w* ) \$ .*? \$ (?P=tag) \$ )
    | (?P<quoted> ` (?: [^`\\] | \\. | `` )* ` | " (?: [^"\\] | \\. | "" )* " | “[^”]*” )
    | (?P<number> \d [\w.]* )
    | (?P<word> [A-Za-z_$][\w$]* )
    | (?P<unclosed> ['"`‘“] )
    | (?P<other> . )
    """,
    re.VERBOSE | re.DOTALL,
)
_COMMENT_EDGE = re.compile(r"/\*|\*/")
_SILENT = ("blank", "comment")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


class Token(NamedTuple):
    """One token: `kind` is a group of the pattern above; ``text[start:end]`` is what stands."""

    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        """The offset behind it."""
        return self.start + len(self.text)

    @property
    def name(self) -> str | None:
        """What it means as a name; None where it is none."""
        if self.kind == "word":
            return self.text
        if self.kind != "quoted":
            return None
        quote = self.text[-1]
        return _ESCAPE.sub(r"\1", self.text[1:-1].replace(quote * 2, quote))


def tokens(text: str) -> Iterator[Token]:
    """The tokens of a text, without blanks and comments.

    A string, a name or a comment without an end is a token ``unclosed`` of one or two characters.
    """
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        assert match is not None  # the last branch takes any character
        kind = match.lastgroup or "other"
        if match["heredoc"] is not None:
            kind = "heredoc"
        end = match.end()
        if kind == "open":
            closed = _end_of_comment(text, end)
            kind, end = ("unclosed", end) if closed is None else ("comment", closed)
        if kind not in _SILENT:
            yield Token(kind, text[at:end], at)
        at = end


def _end_of_comment(text: str, at: int) -> int | None:
    """Where a comment ends whose ``/*`` ends at `at`; comments nest."""
    depth = 1
    for match in _COMMENT_EDGE.finditer(text, at):
        depth += 1 if match.group() == "/*" else -1
        if not depth:
            return match.end()
    return None


def read_sql(content: Content, problems: Problems) -> tuple[StatementPiece, ...]:
    """The statements in the text of a cell, split at each ``;`` between tokens.

    Strings, names and comments without an end are reported.
    """
    found: list[StatementPiece] = []
    first: Token | None = None
    last: Token | None = None
    for token in tokens(content.text):
        if token.kind == "unclosed":
            message = f"nothing closes `{token.text}`, which opens {_OPENS[token.text]}"
            problems.error(content.place(token.start), "unterminated", message)
            return ()
        if token.text == ";":
            found += _piece(content, first, last)
            first = None
        else:
            first, last = first or token, token
    found += _piece(content, first, last)
    return tuple(found)


_OPENS = {
    "/*": "a comment",
    "'": "a string",
    "‘": "a string",
    '"': "a name",
    "`": "a name",
    "“": "a name",
}


def _piece(content: Content, first: Token | None, last: Token | None) -> list[StatementPiece]:
    if first is None or last is None:
        return []
    text = content.text[first.start : last.end]
    return [StatementPiece(text, first.start, content.place(first.start)[0])]


def sql_parameters(statements: tuple[StatementPiece, ...]) -> dict[str, int]:
    """The parameters that statements use, ``{name:Type}``, each with where in the cell first."""
    found: dict[str, int] = {}
    for statement in statements:
        three: list[Token] = []
        for token in tokens(statement.text):
            three = [*three[-2:], token]
            if len(three) == 3 and three[0].text == "{" and three[2].text == ":":
                name = three[1].name
                if name is not None:
                    found.setdefault(name, statement.start + three[0].start)
    return found


def missing_sql_parameters(
    statements: tuple[StatementPiece, ...], given: Container[str]
) -> dict[str, int]:
    """The parameters that statements use and `given` lacks, each with where it is first used."""
    used = sql_parameters(statements)
    return {name: offset for name, offset in used.items() if name not in given}


def names(text: str) -> frozenset[str]:
    """All that stands in a text where a name can stand, quoted or not."""
    return frozenset(name for token in tokens(text) if (name := token.name) is not None)
