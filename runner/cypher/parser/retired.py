"""Spellings that are gone: Cypher 5 still knows them, and says what to write instead (42I52)."""

from __future__ import annotations

from typing import NoReturn

from runner.cypher.failures import syntax_error
from runner.cypher.parser.cursor import Cursor

_FIND_CONSTRAINT = (
    "constraints cannot be dropped by schema, please drop by name instead: DROP CONSTRAINT "
    "constraint_name. The constraint name can be found using SHOW CONSTRAINTS."
)
_DROP_INDEX = (
    "Indexes cannot be dropped by schema, please drop by name instead: DROP INDEX index_name. The "
    "index name can be found using SHOW INDEXES."
)
_CREATE_INDEX = "Invalid create index syntax, use `CREATE INDEX FOR ...` instead."
_BTREE_INDEX = "Invalid index type b-tree, use range, point or text index instead."
_BTREE_FILTER = "Invalid index type b-tree, please omit the `BTREE` filter."
_EXISTS_FILTER = (
    "`SHOW CONSTRAINTS` no longer allows the `EXISTS` keyword, please use `EXIST` or `PROPERTY "
    "EXISTENCE` instead."
)
_PERIODIC_COMMIT = (
    "The PERIODIC COMMIT query hint is no longer supported. Please use CALL { ... } IN "
    "TRANSACTIONS instead."
)


class Retired(Cursor):
    """Refuses what Cypher 5 has retired; each method does nothing where there is none."""

    def refuse_retired_command(self) -> None:
        """``CREATE INDEX ON :L(p)``, ``DROP … ON``, ``CREATE BTREE INDEX``, PERIODIC COMMIT."""
        kinds, at = self.kinds, self.pos
        if kinds[at] == "USING" and self.peek() == "PERIODIC":
            self._retired(at + 1, _PERIODIC_COMMIT)
        verb, what, on, after = kinds[at : at + 4] if at + 4 <= len(kinds) else ("",) * 4
        if verb == "CREATE" and what == "INDEX" and (on, after) == ("ON", ":"):
            self._retired(at + 2, _CREATE_INDEX)
        if verb == "CREATE" and (what, on) == ("BTREE", "INDEX"):
            self._retired(at + 1, _BTREE_INDEX)
        if verb == "DROP" and what == "INDEX" and (on, after) == ("ON", ":"):
            self._retired(at + 2, _DROP_INDEX)
        if verb == "DROP" and what == "CONSTRAINT" and (on, after) == ("ON", "("):
            self._retired(at + 1, f"{self._dropped_kind()} {_FIND_CONSTRAINT}")

    def _dropped_kind(self) -> str:
        rest = self.kinds[self.pos :]
        entity = "Relationship" if "[" in rest[: rest.index("ASSERT")] else "Node"
        if "UNIQUE" in rest:
            return "Uniqueness"
        return f"{entity} key" if "KEY" in rest else f"{entity} property existence"

    def refuse_retired_filter(self) -> None:
        """``SHOW BTREE INDEXES``, ``SHOW EXISTS CONSTRAINTS``; the word after SHOW is next."""
        if self.at("BTREE") and self.peek() in ("INDEX", "INDEXES"):
            self._retired(self.pos, _BTREE_FILTER)
        if self.at("EXISTS") and self.peek() in ("CONSTRAINT", "CONSTRAINTS"):
            self._retired(self.pos, _EXISTS_FILTER)

    def refuse_retired_output(self, what: str) -> None:
        """``SHOW INDEXES BRIEF`` and ``VERBOSE [OUTPUT]``."""
        if self.kinds[self.pos] in ("BRIEF", "VERBOSE") and what in ("INDEXES", "CONSTRAINTS"):
            self._retired(
                self.pos,
                f"`SHOW {what}` no longer allows the `BRIEF` and `VERBOSE` keywords,\n"
                "please omit `BRIEF` and use `YIELD *` instead of `VERBOSE`.",
            )

    def retired_mode_ahead(self) -> bool:
        """Whether a match mode comes: Cypher 5 reads its words, for the checks to refuse it."""
        kind, following = self.kinds[self.pos], self.peek()
        wanted = "RELATIONSHIP" if kind == "DIFFERENT" else "ELEMENT"
        return following.startswith(wanted)

    def refuse_retired_number(self) -> None:
        """``0777`` and ``0X1F``: numbers as other languages write them."""
        written = self.tokens[self.pos].text
        if written[:2] in ("0X", "0O"):
            kind, instead = "hex" if written[1] == "X" else "octal", written.replace("X", "x")
            instead = instead.replace("O", "o")
        elif written.startswith("0") and set(written) <= set("01234567"):
            kind, instead = "octal", f"0o{written[1:]}"
        else:
            message = "invalid literal number"
            raise syntax_error(self.text, self.start, message, ("42I07", message))
        message = (
            f"The {kind} integer literal syntax `{written}` is no longer supported, please use "
            f"`{instead}` instead"
        )
        raise syntax_error(self.text, self.start, message, ("42I07", message))

    def _retired(self, at: int, message: str) -> NoReturn:
        raise syntax_error(self.text, self.tokens[at].start, message, ("42I52", message))
