"""SHOW: what the database has, as a clause."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from runner.cypher.failures import syntax_error, unsupported, unsupported_administration
from runner.cypher.parser.cursor import Cursor
from runner.cypher.parser.literals import string_value
from runner.cypher.syntax.clauses import Projection, ProjectionItem, Show, SortItem, Terminate
from runner.cypher.syntax.expressions import Expression, Literal

_KINDS = {
    "CONSTRAINT": "CONSTRAINTS",
    "CONSTRAINTS": "CONSTRAINTS",
    "INDEX": "INDEXES",
    "INDEXES": "INDEXES",
    "FUNCTION": "FUNCTIONS",
    "FUNCTIONS": "FUNCTIONS",
    "PROCEDURE": "PROCEDURES",
    "PROCEDURES": "PROCEDURES",
    "SETTING": "SETTINGS",
    "SETTINGS": "SETTINGS",
    "TRANSACTION": "TRANSACTIONS",
    "TRANSACTIONS": "TRANSACTIONS",
    "DATABASE": "DATABASES",
    "DATABASES": "DATABASES",
    "USER": "USERS",
    "USERS": "USERS",
}
_ENTITIES = ("NODE ", "RELATIONSHIP ", "REL ", "")
_CONSTRAINT_KINDS = (
    "EXISTENCE",
    "EXIST",
    "PROPERTY EXISTENCE",
    "PROPERTY EXIST",
    "KEY",
    "PROPERTY TYPE",
    "UNIQUE",
    "UNIQUENESS",
)
_MODERN_KINDS = ("PROPERTY UNIQUE", "PROPERTY UNIQUENESS")
_FILTERS = {
    "CONSTRAINTS": frozenset(f"{e}{k}" for e in _ENTITIES for k in _CONSTRAINT_KINDS),
    "INDEXES": frozenset(("FULLTEXT", "LOOKUP", "POINT", "RANGE", "TEXT", "VECTOR")),
    "FUNCTIONS": frozenset(("BUILT IN", "USER DEFINED")),
    "DATABASES": frozenset(("DEFAULT", "HOME")),
    "USERS": frozenset(("CURRENT",)),
}
_ALL = ("CONSTRAINTS", "INDEXES", "FUNCTIONS")
# What only the Enterprise edition knows: roles, privileges, servers and aliases.
_ADMINISTRATION = frozenset(
    f"{word}{plural}"
    for word in ("ALIAS", "AUTH", "POPULATED", "PRIVILEGE", "ROLE", "SERVER", "SUPPORTED")
    for plural in ("", "S", "ES")
)
_AFTER_NAMES = frozenset(
    ("YIELD", "WHERE", "eof", "}", ";", "RETURN", "WITH", "MATCH", "SHOW", "TERMINATE")
)


class Showing(Cursor):
    """Parses SHOW."""

    if TYPE_CHECKING:

        def refuse_retired_filter(self) -> None: ...
        def refuse_retired_output(self, what: str) -> None: ...
        def where(self) -> Expression | None: ...
        def sorting(
            self,
        ) -> tuple[tuple[SortItem, ...], Expression | None, Expression | None]: ...

    def show(self) -> Show:
        """``SHOW filter what [names] [YIELD …] [WHERE …]``."""
        start = self.start
        self.pos += 1
        if self._administration_ahead():
            raise unsupported_administration(self.text, start)
        if self.at("CURRENT") and self.peek() == "GRAPH":
            self._refuse_graph_type()
        if not self.modern:
            self.refuse_retired_filter()
        what, only = self._what()
        if not self.modern:
            self.refuse_retired_output(what)
        names = self._names(what)
        projection = self._yield() if self.at("YIELD") else None
        predicate = self.where()
        if not self.modern and projection is None and self.at("RETURN"):
            self.fail("'WHERE'", "'YIELD'", "<EOF>")
        return Show(start, self.end, what, only, names, projection, predicate)

    def _refuse_graph_type(self) -> NoReturn:
        start = self.start
        self.pos += 1
        if not self.modern:
            self.fail("'USER'")
        self.pos += 1
        if not self.at("TYPE"):
            self.fail("'TYPE'")
        raise unsupported(self.text, start, "SHOW CURRENT GRAPH TYPE")

    def terminate(self) -> Terminate:
        """``TERMINATE TRANSACTIONS ids [YIELD …]``."""
        start = self.start
        self.pos += 1
        if self.kinds[self.pos] not in ("TRANSACTION", "TRANSACTIONS"):
            self.fail("'TRANSACTION'", "'TRANSACTIONS'")
        self.pos += 1
        if self.kinds[self.pos] in ("eof", ";"):
            self.fail("a string", "an expression")
        names = self._identifiers()
        projection = self._yield() if self.at("YIELD") else None
        where = self.start
        predicate = self.where()
        if predicate is not None and projection is None:
            message = (
                "`WHERE` is not allowed by itself, please use `TERMINATE TRANSACTION ... YIELD "
                "... WHERE ...` instead"
            )
            raise syntax_error(self.text, where, message, gql_status="42N84")
        if not self.modern and projection is None and self.at("RETURN"):
            self.fail("'SHOW'", "'TERMINATE'", "'WHERE'", "'YIELD'", "<EOF>")
        return Terminate(start, self.end, "TERMINATIONS", None, names, projection, predicate)

    def _administration_ahead(self) -> bool:
        first, second, third = (self.peek(ahead) for ahead in range(3))
        if first in ("USER", "USERS"):
            return "PRIVILEGE" in second or "PRIVILEGE" in third
        return first in _ADMINISTRATION or (first == "ALL" and second in _ADMINISTRATION)

    def _what(self) -> tuple[str, str | None]:
        first = self.pos
        words: list[str] = []
        while (kind := self.kinds[self.pos]) not in _KINDS or self._user_defined(kind):
            known = any(
                f"{option} ".startswith(" ".join((*words, kind)) + " ")
                for options in (*_FILTERS.values(), _MODERN_KINDS, ("ALL",))
                for option in options
            ) or self._modern_entity(words, kind)
            if not known:
                self.fail(*(f"'{kind}'" for kind in dict.fromkeys(_KINDS.values())))
            words.append(kind)
            self.pos += 1
        what = _KINDS[self.kinds[self.pos]]
        only = " ".join(words) or None
        if only == "ALL" and what in _ALL:
            only = None
        if only is not None and not self._allowed(what, only):
            raise self.invalid_input(first if len(words) == 1 else self.pos, "another SHOW command")
        self.pos += 1
        if self.at("EXECUTABLE"):
            self._executable()
        return what, only

    def _user_defined(self, kind: str) -> bool:
        """Whether ``USER`` is the start of a filter of functions, and no command of its own."""
        return kind == "USER" and self.peek() == "DEFINED"

    def _modern_entity(self, words: list[str], kind: str) -> bool:
        if not words or words[-1] != "PROPERTY" or kind not in ("UNIQUE", "UNIQUENESS"):
            return False
        if not self.modern:
            self.fail("'EXIST'", "'EXISTENCE'", "'TYPE'")
        return True

    def _allowed(self, what: str, only: str) -> bool:
        if only in _FILTERS.get(what, ()):
            return True
        bare = only.removeprefix("NODE ").removeprefix("RELATIONSHIP ").removeprefix("REL ")
        return what == "CONSTRAINTS" and self.modern and bare in _MODERN_KINDS

    def _executable(self) -> None:
        """``EXECUTABLE [BY user]``: all that there is, whoever it may be."""
        self.pos += 1
        if self.skip("BY") and not self.skip_words("CURRENT", "USER"):
            self.name("'CURRENT USER'")

    def _names(self, what: str) -> tuple[Expression, ...]:
        if self.kinds[self.pos] in _AFTER_NAMES:
            return ()
        if what == "DATABASES":
            return self._database()
        if what not in ("SETTINGS", "TRANSACTIONS"):
            return ()
        return self._identifiers()

    def _identifiers(self) -> tuple[Expression, ...]:
        """Strings with commas between them, or an expression."""
        if not self.at("string") or self.peek() != ",":
            return (self.expression(),)
        names: list[Expression] = []
        while True:
            token = self.tokens[self.pos]
            if token.kind != "string":
                self.fail("a string")
            names.append(Literal(token.start, token.end, string_value(token)))
            self.pos += 1
            if not self.skip(","):
                return tuple(names)

    def _database(self) -> tuple[Expression, ...]:
        if self.at("$"):
            return (self.parameter(),)
        if self.tokens[self.pos].name is None:
            return ()
        start = self.start
        parts = [self.name("a database name")]
        while self.skip("."):
            parts.append(self.name())
        return (Literal(start, self.end, ".".join(parts)),)

    def _yield(self) -> Projection:
        self.pos += 1
        start = self.start
        star = self.skip("*")
        items: list[ProjectionItem] = []
        if not star:
            items.append(self._yielded())
            while self.skip(","):
                item = self._yielded()
                # Neo4j gives a column once that is asked for twice under one name.
                if not any(_is_same(item, other) for other in items):
                    items.append(item)
        order_by, skip, limit = self.sorting()
        return Projection(start, self.end, False, star, tuple(items), None, order_by, skip, limit)

    def _yielded(self) -> ProjectionItem:
        column = self.variable()
        alias = self.variable() if self.skip("AS") else None
        name = column.name if alias is None else alias.name
        return ProjectionItem(column.start, self.end, column, name, alias)


def _is_same(one: ProjectionItem, other: ProjectionItem) -> bool:
    """Whether two items of a YIELD name the same column the same."""
    columns = [getattr(item.expression, "name", None) for item in (one, other)]
    return one.name == other.name and columns[0] == columns[1]
