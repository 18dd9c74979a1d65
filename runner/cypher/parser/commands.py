"""Schema commands: CREATE and DROP of constraints and indexes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from runner.cypher.failures import syntax_error, unsupported, unsupported_administration
from runner.cypher.parser.cursor import Cursor
from runner.cypher.syntax.clauses import Command
from runner.cypher.syntax.commands import (
    CreateConstraint,
    CreateIndex,
    DropConstraint,
    DropIndex,
)
from runner.cypher.syntax.expressions import Expression, Parameter, Variable
from runner.cypher.syntax.types import CypherType

_INDEX_KINDS = frozenset(("RANGE", "TEXT", "POINT", "VECTOR", "LOOKUP", "FULLTEXT"))
_ADMINISTERED = frozenset(
    ("ALIAS", "AUTH", "COMPOSITE", "DATABASE", "IMMUTABLE", "REPLICA", "ROLE", "SERVER", "USER")
)
_ADMINISTRATION = frozenset(
    ("ALTER", "DEALLOCATE", "DENY", "DRYRUN", "ENABLE", "GRANT", "REALLOCATE", "RENAME", "REVOKE")
)
_OLD_CONSTRAINT = (
    "Invalid constraint syntax, ON and ASSERT should not be used. Replace ON with FOR and ASSERT "
    "with REQUIRE."
)


class Commands(Cursor):
    """Parses schema commands."""

    if TYPE_CHECKING:

        def schema_name(self) -> str | Parameter: ...

    def command(self) -> Command | None:
        """The command ahead; None where there is a query.

        Raises EngineError, as Neo4j's Community edition, for commands of administration.
        """
        kind, following = self.kinds[self.pos], self.peek()
        start = self.start
        if kind == "ALTER" and following == "CURRENT" and self.peek(2) == "GRAPH":
            self._refuse_graph_type_change(start)
        if kind in _ADMINISTRATION or (kind in ("START", "STOP") and following == "DATABASE"):
            self._refuse_administration(start)
        if kind == "DROP":
            return self._drop(start)
        if kind != "CREATE":
            return None
        ahead = 1
        or_replace = following == "OR" and self.peek(2) == "REPLACE"
        if or_replace:
            ahead = 3
        what = self.peek(ahead)
        if self.peek(ahead + 1) == "=":
            return None
        if what == "CONSTRAINT":
            self.pos += ahead + 1
            return self._create_constraint(start, or_replace)
        if what == "INDEX" or (what in _INDEX_KINDS and self.peek(ahead + 1) == "INDEX"):
            self.pos += ahead + (1 if what == "INDEX" else 2)
            return self._create_index(start, or_replace, "RANGE" if what == "INDEX" else what)
        if what in _ADMINISTERED:
            self._refuse_administration(start)
        if or_replace:
            self.pos += ahead
            self.fail("'CONSTRAINT'", "'INDEX'")
        return None

    def _refuse_administration(self, start: int) -> NoReturn:
        raise unsupported_administration(self.text, start)

    def _refuse_graph_type_change(self, start: int) -> NoReturn:
        self.pos += 2
        if not self.modern:
            self.fail("'USER SET PASSWORD FROM'")
        self.pos += 1
        if not self.at("TYPE"):
            self.fail("'TYPE'")
        raise unsupported(self.text, start, "ALTER CURRENT GRAPH TYPE")

    def _drop(self, start: int) -> Command:
        what = self.peek()
        if what in _ADMINISTERED:
            self._refuse_administration(start)
        self.pos += 1
        if what not in ("CONSTRAINT", "INDEX"):
            self.fail("'CONSTRAINT'", "'INDEX'")
        self.pos += 1
        name = self.schema_name()
        if_exists = self.skip("IF")
        if if_exists:
            self.expect("EXISTS")
        drop = DropConstraint if what == "CONSTRAINT" else DropIndex
        return drop(start, self.end, name, if_exists)

    def _head(self) -> tuple[str | Parameter | None, bool]:
        """``[name] [IF NOT EXISTS] FOR``."""
        name: str | Parameter | None = None
        kind, following = self.kinds[self.pos], self.peek()
        nameless = (kind == "FOR" and following == "(") or (kind == "IF" and following == "NOT")
        if not nameless:
            name = self.schema_name()
        if_not_exists = self.skip("IF")
        if if_not_exists:
            self.expect("NOT")
            self.expect("EXISTS")
        self.expect("FOR", *(() if if_not_exists else ("'IF NOT EXISTS'",)))
        return name, if_not_exists

    def _entity(self, names: bool = True) -> tuple[str, Variable, tuple[str, ...]]:
        """``(v:A|B)`` or ``()-[v:T|U]-()``; without labels for a lookup index."""
        self.expect("(")
        if self.skip(")"):
            entity = "RELATIONSHIP"
            self._arrow("<")
            self.expect("[")
            variable = self.variable()
            labels = self._index_labels() if names else ()
            self.expect("]")
            self._arrow(">")
            self.expect("(")
        else:
            entity = "NODE"
            variable = self.variable()
            labels = self._index_labels() if names else ()
        self.expect(")")
        return entity, variable, labels

    def _arrow(self, head: str) -> None:
        if head == "<" and not self.skip("<"):
            self.skip("left head")
        if not self.skip("-") and not self.skip("dash"):
            self.fail("'-'")
        if head == ">" and not self.skip(">"):
            self.skip("right head")

    def _index_labels(self) -> tuple[str, ...]:
        self.expect(":")
        labels = [self.name("a node label name")]
        while self.skip("|"):
            labels.append(self.name("a node label name"))
        return tuple(labels)

    def _single(self, labels: tuple[str, ...], at: int) -> str:
        """The one label that constraints and most indexes allow."""
        if len(labels) > 1:
            bar = self.kinds.index("|", at)
            raise self.invalid_input(bar, f"'{self.kinds[bar + 2]}'")
        return labels[0]

    def _properties(self, entity: Variable) -> tuple[str, ...]:
        """``v.p``, ``(v.p, v.q)``."""
        if not self.skip("("):
            return (self._property(entity),)
        properties = self._property_list(entity)
        self.expect(")", "','")
        return properties

    def _property_list(self, entity: Variable) -> tuple[str, ...]:
        properties = [self._property(entity)]
        while self.skip(","):
            properties.append(self._property(entity))
        return tuple(properties)

    def _property(self, entity: Variable) -> str:
        self._same_variable(entity)
        self.expect(".")
        return self.name()

    def _same_variable(self, entity: Variable) -> None:
        variable = self.variable()
        if variable.name != entity.name:
            message = f"Variable `{variable.name}` not defined"
            self.defer(variable.start, message, "42N62", f"{message}.")

    def _options(self) -> Expression | None:
        if not self.skip("OPTIONS"):
            return None
        if self.at("{"):
            return self.map_literal()
        if not self.at("$"):
            self.fail("a parameter", "'{'")
        return self.parameter()

    def _create_constraint(self, start: int, or_replace: bool) -> CreateConstraint:
        if not self.modern:
            self._refuse_old_constraint()
        name, if_not_exists = self._head()
        pattern = self.pos
        entity, variable, labels = self._entity()
        label = self._single(labels, pattern)
        self.expect("REQUIRE")
        listed = self.pos
        properties = self._properties(variable)
        kind, written = self._constraint_kind(entity, pattern)
        if len(properties) > 1 and kind in ("TYPED", "NOT NULL"):
            self._refuse_several(listed, kind)
        options = self._options()
        return CreateConstraint(
            start,
            self.end,
            name,
            if_not_exists,
            or_replace,
            entity,
            variable,
            label,
            kind,
            properties,
            written,
            options,
        )

    def _constraint_kind(self, entity: str, pattern: int) -> tuple[str, CypherType | None]:
        if self.skip("::"):
            return "TYPED", self.cypher_type()
        self.expect("IS", "'::'")
        if self.skip("::") or (self.at("TYPED") and self.type_ahead(1) and self.skip("TYPED")):
            return "TYPED", self.cypher_type()
        if self.skip("NOT"):
            self.expect("NULL")
            return "NOT NULL", None
        said = self.kinds[self.pos] if self.peek() in ("KEY", "UNIQUE") else None
        if said in ("NODE", "RELATIONSHIP", "REL"):
            self.pos += 1
        kind = self.kinds[self.pos]
        if kind not in ("KEY", "UNIQUE"):
            self.fail("'::'", "'KEY'", "'NODE'", "'NOT NULL'", "'RELATIONSHIP'", "'UNIQUE'")
        self.pos += 1
        if said in ("NODE", "RELATIONSHIP", "REL") and (said == "NODE") != (entity == "NODE"):
            full = "NODE" if said == "NODE" else "RELATIONSHIP"
            wanted, given = "node", "relationship"
            if said != "NODE":
                wanted, given = given, wanted
            what = f"IS {full} {kind}"
            message = f"'{what}' does not allow {given} patterns"
            detail = f"Invalid input '{given} pattern' for {what}. Expected '{wanted} patterns'."
            raise syntax_error(self.text, self.tokens[pattern].start, message, ("22N04", detail))
        return kind, None

    def _refuse_several(self, listed: int, kind: str) -> NoReturn:
        place = self.tokens[self.kinds.index(",", listed) + 2].start
        what = "IS TYPED" if kind == "TYPED" else "IS NOT NULL"
        message = f"Constraint type '{what}' does not allow multiple properties"
        raise syntax_error(self.text, place, message, ("42N16", message))

    def _refuse_old_constraint(self) -> None:
        """Cypher 5 explains the syntax of old; Cypher 25 takes its ON for a name."""
        at = self.pos if self.at("ON") else self.pos + 1
        if self.kinds[at] == "ON" and self.kinds[at + 1] == "(" and "ASSERT" in self.kinds[at:]:
            place = self.tokens[at].start
            raise syntax_error(self.text, place, _OLD_CONSTRAINT, ("42I52", _OLD_CONSTRAINT))

    def _create_index(self, start: int, or_replace: bool, kind: str) -> CreateIndex:
        name, if_not_exists = self._head()
        pattern = self.pos
        entity, variable, labels = self._entity(kind != "LOOKUP")
        if kind not in ("FULLTEXT", "LOOKUP") and not (kind == "VECTOR" and self.modern):
            self._single(labels, pattern)
        self.expect("ON")
        extra: tuple[str, ...] = ()
        properties: tuple[str, ...] = ()
        if kind == "LOOKUP":
            self._each(start, entity, variable)
        elif kind == "FULLTEXT":
            self.expect("EACH")
            self.expect("[")
            properties = self._property_list(variable)
            self.expect("]", "','")
        else:
            listed = self.pos
            properties = self._properties(variable)
            if kind in ("TEXT", "POINT", "VECTOR") and len(properties) > 1:
                place = self.tokens[self.kinds.index(",", listed) + 1].start
                message = f"Only single property {kind.lower()} indexes are supported"
                self.defer(place, message, "42N16")
            if kind == "VECTOR" and self.modern and self.skip("WITH"):
                self.expect("[")
                extra = self._property_list(variable)
                self.expect("]", "','")
        options = self._options()
        return CreateIndex(
            start,
            self.end,
            kind,
            name,
            if_not_exists,
            or_replace,
            entity,
            variable,
            labels,
            properties,
            extra,
            options,
        )

    def _each(self, start: int, entity: str, variable: Variable) -> None:
        """``EACH labels(v)``, ``[EACH] type(v)`` of the command that starts at `start`."""
        if self.at("EACH") and self.peek() != "(":
            self.pos += 1
        elif entity == "NODE":
            self.fail("'EACH'")
        function = self.name()
        kind, wanted = ("node", "labels") if entity == "NODE" else ("relationship", "type")
        if function.lower() != wanted:
            message = (
                f"Failed to create {kind} lookup index: Function '{function}' is not allowed, "
                f"valid function is '{wanted}'."
            )
            self.defer(start, message, "22N04")
        self.expect("(")
        self._same_variable(variable)
        self.expect(")")
