"""What can be told of the rows of ``sql`` cells from their words, without chDB.

A query is looked at level by level of its brackets. Where the words leave a doubt nothing is found.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from runner.lint.rule import Finding
from runner.lint.shown import Shown
from runner.page.sql_text import tokens

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.lint.context import Context
    from runner.page.model import Cell, StatementPiece
    from runner.page.sql_text import Token

_SORTED_SOURCES = frozenset(
    {"numbers", "numbers_mt", "zeros", "primes", "generate_series", "generateseries", "values"}
)
"""Table functions whose few rows come as they are counted or written."""

_CLOCK = frozenset(
    {"now", "now64", "nowinblock", "nowinblock64", "today", "yesterday", "utctimestamp", "curdate"}
    | {"utc_timestamp", "current_timestamp", "current_date", "localtimestamp", "uptime"}
)
_CHANCE = frozenset(
    {"rand", "rand32", "rand64", "randconstant", "randcanonical", "generateuuidv4", "fuzzbits"}
    | {"generateuuidv7", "generatesnowflakeid", "randomstring", "randomfixedstring", "randuniform"}
    | {"randomprintableascii", "randomstringutf8", "randnormal", "generateserialid", "generateulid"}
    | {"randbernoulli", "randbinomial", "randexponential", "randpoisson", "generaterandom"}
)
_MACHINE = frozenset(
    {"version", "hostname", "fqdn", "queryid", "query_id", "serveruuid", "buildid", "revision"}
    | {"connectionid", "initialqueryid", "getoskernelversion", "tcpport"}
)
_VOLATILE = {
    **dict.fromkeys(_CLOCK, "what the clock says"),
    **dict.fromkeys(_CHANCE, "a value that is drawn by chance"),
    **dict.fromkeys(_MACHINE, "what this chDB is"),
}
_LISTS = frozenset({"grouparray", "groupuniqarray", "array_agg", "group_concat", "string_agg"})
_ONE_OF_MANY = frozenset({"any", "anylast", "any_value", "first_value", "last_value"})


class SqlCell(NamedTuple):
    """A cell of SQL whose last statement's rows its block shows."""

    cell: Cell
    piece: StatementPiece
    level: list[Token]
    """The tokens of its last statement outside of all brackets, the brackets among them."""
    items: list[list[Token]]
    """The tokens of each column; none where they cannot be told."""
    shown: Shown

    def place(self, token: Token) -> tuple[int, int]:
        """The line and column of a token."""
        return self.cell.place(self.piece.start + token.start)

    def word(self, *words: str) -> Token | None:
        """The first of some words outside of brackets that follow each other; None: none do."""
        for at in range(len(self.level) - len(words) + 1):
            if all(_is(self.level[at + n], word) for n, word in enumerate(words)):
                return self.level[at]
        return None


def sql_cells(context: Context) -> Iterator[SqlCell]:
    """The page's queries in SQL whose rows are shown."""
    for cell in context.page.cells:
        if not cell.language.has_tables or cell.expected is None or not cell.statements:
            continue
        if cell.expect_error or cell.skip:
            continue
        piece = cell.statements[-1]
        all_tokens = list(tokens(piece.text))
        if all_tokens and all_tokens[0].text.upper() in ("SELECT", "WITH", "FROM"):
            yield SqlCell(
                cell, piece, _outside(all_tokens), _items(all_tokens), Shown(cell.expected)
            )


def unsettled_rows(context: Context) -> Iterator[Finding]:
    """Rows without ORDER BY."""
    for each in sql_cells(context):
        source = each.word("FROM")
        joined = each.word("UNION") or each.word("INTERSECT") or each.word("EXCEPT")
        if each.cell.unordered or each.shown.row_count < 2 or (source is None and joined is None):
            continue
        if joined is None and (each.word("ORDER", "BY") or _is_sorted(each, source)):
            continue
        message = (
            f"nothing settles the order of these {each.shown.row_count} rows: "
            "give the query ORDER BY, or the cell the flag `unordered`"
        )
        yield Finding(*each.place(each.level[0]), message, each.cell.name)


def cut_rows(context: Context) -> Iterator[Finding]:
    """LIMIT without ORDER BY."""
    for each in sql_cells(context):
        limit = each.word("LIMIT") or each.word("OFFSET")
        if limit is None or each.word("FROM") is None or each.word("ORDER", "BY"):
            continue
        if not _is_sorted(each, each.word("FROM")):
            message = "nothing settles which rows are kept: put ORDER BY before LIMIT or OFFSET"
            yield Finding(*each.place(limit), message, each.cell.name)


def volatile_columns(context: Context) -> Iterator[Finding]:
    """Columns that show the clock, or chance."""
    for each in sql_cells(context):
        for number, item in enumerate(each.items):
            found = _called(item, _VOLATILE)
            name = each.shown.column(number)
            line = each.shown.literal_line(name) if name is not None else None
            if found is not None and line is not None:
                what = _VOLATILE[found.text.lower()]
                message = (
                    f"`{name}` shows {what}: another run gives another value; "
                    f"write … on line {line}"
                )
                yield Finding(*each.place(found), message, each.cell.name)


def unsettled_lists(context: Context) -> Iterator[Finding]:
    """Columns that gather rows into a list as they come, or take one of many."""
    for each in sql_cells(context):
        for number, item in enumerate(each.items):
            name = each.shown.column(number)
            if name is None or _called(item, ("arraysort", "arrayreversesort", "over")):
                continue
            gathered, taken = _called(item, _LISTS), _called(item, _ONE_OF_MANY)
            if gathered is not None and each.shown.has_long_list(name, len(each.items)):
                message = (
                    f"nothing settles the order of the lists in `{name}`: sort them with "
                    "arraySort()"
                )
                yield Finding(*each.place(gathered), message, each.cell.name)
            elif taken is not None and each.shown.literal_line(name) is not None:
                message = f"`{name}` is one of many values in no settled order: use min() or max()"
                yield Finding(*each.place(taken), message, each.cell.name)


def _is(token: Token, word: str) -> bool:
    return token.kind == "word" and token.text.upper() == word


def _outside(found: list[Token]) -> list[Token]:
    """The tokens outside of all brackets."""
    depth, level = 0, []
    for token in found:
        depth -= token.text in (")", "]", "}")
        if not depth:
            level.append(token)
        depth += token.text in ("(", "[", "{")
    return level


def _items(found: list[Token]) -> list[list[Token]]:
    """The tokens of each column of the first SELECT outside of brackets; none behind a ``*``."""
    depth = 0
    items: list[list[Token]] = []
    current: list[Token] | None = None
    for token in found:
        depth -= token.text in (")", "]", "}")
        if current is None:
            if not depth and _is(token, "SELECT"):
                current = []
        elif not depth and (token.text == "," or _is(token, "FROM")):
            if any(_is_many(each) for each in current):
                return items
            items.append(current)
            current = []
            if token.text != ",":
                return items
        elif not (not current and _is(token, "DISTINCT")):
            current.append(token)
        depth += token.text in ("(", "[", "{")
    if current and not any(_is_many(each) for each in current):
        items.append(current)
    return items


def _is_many(token: Token) -> bool:
    """Whether a token may stand for several columns: ``*`` can also be a product."""
    return token.text == "*" or _is(token, "COLUMNS") or _is(token, "APPLY")


def _called(item: list[Token], wanted: object) -> Token | None:
    """The first of some functions, in small letters, that is called in a column."""
    assert isinstance(wanted, frozenset | dict | tuple)
    for token, behind in pairwise(item):
        if token.kind == "word" and behind.text == "(" and token.text.lower() in wanted:
            return token
    return None


def _is_sorted(each: SqlCell, source: Token | None) -> bool:
    """Whether the rows come from one source that counts them."""
    if source is None or each.word("JOIN") or each.word("GROUP", "BY"):
        return False
    at = each.level.index(source)
    behind = each.level[at + 1 : at + 3]
    return len(behind) == 2 and behind[0].text.lower() in _SORTED_SOURCES and behind[1].text == "("
