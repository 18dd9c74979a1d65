"""Types as they are written in ``IS :: type`` and in constraints."""

from __future__ import annotations

from runner.cypher.parser.cursor import NESTED_DEPTH, Cursor
from runner.cypher.parser.literals import unsigned_integer
from runner.cypher.syntax.types import (
    CypherType,
    ListType,
    ScalarType,
    UnionType,
    VectorType,
)

_SIMPLE = {
    "NOTHING": "NOTHING",
    "NULL": "NULL",
    "BOOL": "BOOLEAN",
    "BOOLEAN": "BOOLEAN",
    "VARCHAR": "STRING",
    "STRING": "STRING",
    "UUID": "UUID",
    "INT": "INTEGER",
    "INTEGER": "INTEGER",
    "INT64": "INTEGER",
    "INTEGER64": "INTEGER",
    "FLOAT": "FLOAT",
    "FLOAT64": "FLOAT",
    "DATE": "DATE",
    "DURATION": "DURATION",
    "POINT": "POINT",
    "NODE": "NODE",
    "VERTEX": "NODE",
    "RELATIONSHIP": "RELATIONSHIP",
    "EDGE": "RELATIONSHIP",
    "MAP": "MAP",
    "PATH": "PATH",
    "PATHS": "PATH",
}
_COORDINATES = {
    "INT": "INTEGER64",
    "INTEGER": "INTEGER64",
    "INT64": "INTEGER64",
    "INTEGER64": "INTEGER64",
    "INT32": "INTEGER32",
    "INTEGER32": "INTEGER32",
    "INT16": "INTEGER16",
    "INTEGER16": "INTEGER16",
    "INT8": "INTEGER8",
    "INTEGER8": "INTEGER8",
    "FLOAT": "FLOAT64",
    "FLOAT64": "FLOAT64",
    "FLOAT32": "FLOAT32",
}
_OTHERS = frozenset(
    ("SIGNED", "LOCAL", "ZONED", "TIME", "TIMESTAMP", "VECTOR", "LIST", "ARRAY", "PROPERTY", "ANY")
)
_CYPHER_25 = frozenset(("UUID", "INT64", "INTEGER64", "FLOAT64", "VECTOR"))
"""The words for types that Cypher 5 has not got."""
_LISTS = frozenset(("LIST", "ARRAY", "!"))
_TIMES, _ZONES = frozenset(("TIME", "DATETIME")), frozenset(("WITH", "WITHOUT"))
_SECOND_WORDS = {
    "LOCAL": _TIMES,
    "ZONED": _TIMES,
    "TIME": _ZONES,
    "TIMESTAMP": _ZONES,
    "SIGNED": frozenset(("INTEGER",)),
    "PROPERTY": frozenset(("VALUE",)),
    "ANY": frozenset(("VALUE", "NODE", "VERTEX", "RELATIONSHIP", "EDGE", "MAP", "PROPERTY")),
}
"""What may follow the first word of a type and makes more than a variable of it."""
_AFTER_TYPE = frozenset(("]", "|", ">", "NOT", "!", "LIST", "ARRAY"))
_EXPECTED = ("'BOOLEAN'", "'INTEGER'", "'LIST'", "'STRING'", "another type name")


class Types(Cursor):
    """Parses types."""

    def cypher_type(self) -> CypherType:
        """``part | part …``."""
        start = self.start
        parts = [self._type_part()]
        while self.at("|") and self._bar_joins_types():
            self.pos += 1
            parts.append(self._type_part())
        return parts[0] if len(parts) == 1 else UnionType(start, self.end, tuple(parts))

    def type_ahead(self, ahead: int = 0) -> bool:
        """Whether the word `ahead` of the next token can start a type."""
        kind = self.peek(ahead)
        if kind in _CYPHER_25 and not self.modern:
            return False
        return kind in _SIMPLE or kind in _OTHERS

    def coordinate_type(self) -> str:
        """The type of a vector's coordinates, as ``INTEGER8`` or ``FLOAT64``."""
        self.skip("SIGNED")
        coordinate = _COORDINATES.get(self.kinds[self.pos])
        if coordinate is None:
            self.fail("'FLOAT'", "'FLOAT32'", "'INTEGER'", "'INTEGER8'", "'INTEGER16'")
        self.pos += 1
        self._nullable()
        return coordinate

    def coordinate_type_ahead(self, at: int) -> bool:
        """Whether the type of a vector's coordinates, and no more, stands at index `at`."""
        if not self._coordinate_at(at):
            return False
        at += self.kinds[at] == "SIGNED"
        following = self.kinds[at + 1 : at + 4]
        return following[:1] == [")"] or following[:1] == ["!"] or following[:2] == ["NOT", "NULL"]

    def _coordinate_at(self, at: int) -> bool:
        return self.kinds[at + (self.kinds[at] == "SIGNED")] in _COORDINATES

    def _type_in_brackets(self) -> CypherType:
        """A type and the ``>`` behind it: no bar between ends what is around."""
        outer, self.bar_ends = self.bar_ends, False
        inner = self.cypher_type()
        self.expect(">", "'|'")
        self.bar_ends = outer
        return inner

    def _bar_joins_types(self) -> bool:
        if not self.type_ahead(1):
            return False
        return (
            not self.bar_ends or self.bar_follows(self.pos + 1) or self._no_expression(self.pos + 1)
        )

    def _no_expression(self, at: int) -> bool:
        """Whether the tokens from index `at` on start a type as no expression starts.

        ``LIST < 3`` is one, ``LIST<INTEGER>`` at the end of what is in brackets is none.
        """
        kinds = self.kinds
        following = kinds[at + 1]
        if kinds[at] in ("LIST", "ARRAY", "ANY", "VECTOR") and following == "<":
            at += 2
            if kinds[at] not in _SIMPLE and kinds[at] not in _OTHERS:
                return False
            while kinds[at] not in (">", ")", "]", "}", "eof"):
                at += 1
            return kinds[at] == ">" and kinds[at + 1] in _AFTER_TYPE
        if following == "NOT":
            return kinds[at + 2] == "NULL"
        return following in _SECOND_WORDS.get(kinds[at], _LISTS)

    def _type_part(self) -> CypherType:
        start = self.start
        self.enter(NESTED_DEPTH)
        part = self._type_name(start)
        while self.kinds[self.pos] in ("LIST", "ARRAY"):
            self.pos += 1
            self.operators += 1
            nullable = self._nullable()
            part = ListType(start, self.end, part, nullable)
        self.leave(NESTED_DEPTH)
        return part

    def _type_name(self, start: int) -> CypherType:
        kind = self.kinds[self.pos]
        if not self.type_ahead():
            self.fail(*_EXPECTED)
        self.pos += 1
        if kind in _SIMPLE:
            return self._scalar(start, _SIMPLE[kind])
        if kind in ("LIST", "ARRAY"):
            self.expect("<")
            inner = self._type_in_brackets()
            nullable = self._nullable()
            return ListType(start, self.end, inner, nullable)
        if kind == "VECTOR":
            return self._vector_type(start)
        if kind == "ANY":
            return self._any(start)
        if kind in ("TIME", "TIMESTAMP"):
            return self._time(start, "TIME" if kind == "TIME" else "DATETIME")
        if kind == "PROPERTY":
            self.expect("VALUE")
            return self._scalar(start, "PROPERTY VALUE")
        if kind == "SIGNED":
            self.expect("INTEGER")
            return self._scalar(start, "INTEGER")
        if self.kinds[self.pos] not in ("TIME", "DATETIME"):
            self.fail("'DATETIME'", "'TIME'")
        self.pos += 1
        return self._scalar(start, f"{kind} {self.kinds[self.pos - 1]}")

    def _scalar(self, start: int, name: str) -> ScalarType:
        nullable = self._nullable()
        return ScalarType(start, self.end, name, nullable)

    def _nullable(self) -> bool:
        return not (self._not_null() or self.skip("!"))

    def _not_null(self) -> bool:
        if not self.skip("NOT"):
            return False
        self.expect("NULL")
        return True

    def _vector_type(self, start: int) -> VectorType:
        coordinate = dimension = None
        if self.at("<") and self._coordinate_at(self.pos + 1):
            self.pos += 1
            coordinate = self.coordinate_type()
            self.expect(">")
        if self.skip("("):
            dimension = unsigned_integer(self)
            if coordinate is None and self.skip(","):
                coordinate = self.coordinate_type()
            self.expect(")")
        nullable = self._nullable()
        return VectorType(start, self.end, coordinate, dimension, nullable)

    def _any(self, start: int) -> CypherType:
        kind = self.kinds[self.pos]
        if kind in ("NODE", "VERTEX", "RELATIONSHIP", "EDGE", "MAP", "PROPERTY"):
            return self._type_name(start)
        self.skip("VALUE")
        if self.skip("<"):
            return self._type_in_brackets()
        return self._scalar(start, "ANY")

    def _time(self, start: int, what: str) -> ScalarType:
        zoned = self.at("WITH")
        if self.kinds[self.pos] not in ("WITH", "WITHOUT"):
            self.fail("'WITH'", "'WITHOUT'")
        self.pos += 1
        if not self.skip("TIMEZONE") and not self.skip_words("TIME", "ZONE"):
            self.fail("'TIME ZONE'", "'TIMEZONE'")
        return self._scalar(start, f"{'ZONED' if zoned else 'LOCAL'} {what}")
