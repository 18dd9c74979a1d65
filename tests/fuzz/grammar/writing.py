"""Writing clauses.

What a write does must not depend on the order of rows where that is free: `writes` sorts the rows
first by keys that leave no ties.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fuzz.grammar.draw import Scope
from tests.fuzz.grammar.graphs import LABELS, PROPERTY_KINDS, TYPES

if TYPE_CHECKING:
    from tests.fuzz.grammar.reading import Reading

_KEYS = ("i", "f", "s", "b", "l", "d", "du", "m", "z")
_LABEL_ITEMS = (":A", ":B:C", " IS C", ":$(['A', 'C'])", ":$('B')")
_MAPS = ("{i: 1, s: null}", "{}", "{z: 5}", "{i: null}", "{m: 2, w: 1}")
_ORDERABLE = (
    "NODE",
    "REL",
    "INT",
    "STR",
    "BOOL",
    "NODES",
    "RELS",
    "PATH",
    "DATE",
    "INTS",
    "STRS",
    "RECORD",
)


class Writing:
    """Makes writing clauses; each method returns text and changes the scope it is given."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.expressions = reading.expressions
        self.draw = reading.draw

    def ordered(self, scope: Scope) -> str:
        """A WITH that fixes the order of rows; names that cannot be ordered go."""
        names = [name for name, kind in scope.types.items() if kind in _ORDERABLE]
        if not names:
            scope.types = {}
            # The rows are alike.
            scope.ordered = True
            return "WITH 1 AS one"
        scope.types = {name: scope.types[name] for name in names}
        scope.ordered = True
        return f"WITH {', '.join(names)} ORDER BY {self.reading.total_order(scope)}"

    def clause(self, scope: Scope) -> str:
        draw = self.draw
        scope.written = True
        entities = scope.of("NODE") + scope.of("REL")
        kind = draw.weighted(
            {
                "create": 5,
                "insert": 1,
                "merge": 5,
                "set": 8 if entities else 0,
                "remove": 3 if entities else 0,
                "delete": 3 if entities else 0,
                "foreach": 2,
                "call": 1,
                "procedure": 1 if scope.of("NODE") else 0,
            }
        )
        return {
            "create": self.create,
            "insert": self.insert,
            "merge": self.merge,
            "set": self.set,
            "remove": self.remove,
            "delete": self.delete,
            "foreach": self.foreach,
            "call": self.call,
            "procedure": self.procedure,
        }[kind](scope)

    # CREATE, MERGE

    def value(self, key: str, scope: Scope, depth: int = 1) -> str:
        """A value that may be stored under `key`."""
        kind = PROPERTY_KINDS.get(key) or self.draw.one(("INT", "STR", "BOOL"))
        if kind in ("INTS",):  # a list with null cannot be stored
            return self.draw.one(("[1, 2]", "[]", "[3]", "range(1, 3)"))
        return self.expressions.of(kind, scope, depth)

    def properties(self, scope: Scope) -> str:
        entries = [f"{key}: {self.value(key, scope)}" for key in self.draw.some(_KEYS, 2)]
        return f" {{{', '.join(entries)}}}" if entries else ""

    def create(self, scope: Scope, word: str = "CREATE") -> str:
        new: dict[str, str] = {}
        parts = [self._created_path(scope, new) for _ in range(self.draw.integer(1, 2))]
        scope.types.update(new)
        return f"{word} {', '.join(parts)}"

    def insert(self, scope: Scope) -> str:
        return self.create(scope, "INSERT")

    def _created_path(self, scope: Scope, new: dict[str, str]) -> str:
        draw = self.draw
        text = self._created_node(scope, new)
        for _ in range(draw.integer(0, 2)):
            name = draw.name("r")
            left, right = draw.one((("-", "->"), ("<-", "-")))
            new[name] = "REL"
            text += f"{left}[{name}:{self._type()}{self.properties(scope)}]{right}"
            text += self._created_node(scope, new)
        if ("-[" not in text and not text.startswith("(n")) or (
            ":" not in text and "{" not in text and "-" not in text
        ):
            name = draw.name("n")
            new[name] = "NODE"
            return f"({name}:{draw.one(LABELS)})"
        return text

    def _type(self) -> str:
        return self.draw.one(TYPES) if self.draw.chance(0.93) else "$('R')"

    def _created_node(self, scope: Scope, new: dict[str, str]) -> str:
        draw = self.draw
        known = scope.of("NODE")
        if known and draw.chance(0.4):
            return f"({draw.one(known)})"
        name = draw.name("n")
        labels = "&".join(draw.some(LABELS, 2))
        if draw.chance(0.08):
            labels = draw.one(("$('A')", "$(['B', 'C'])", "A&$('B')"))
        text = f"({name}{':' + labels if labels else ''}{self.properties(scope)})"
        new[name] = "NODE"
        return text

    def merge(self, scope: Scope) -> str:
        draw = self.draw
        known = scope.of("NODE")
        name = draw.name("n")
        new = {name: "NODE"}
        # A null property is an error; which row has it first is free, so values are literals.
        literal = draw.one(("{i: 1}", "{s: 'a'}", "{b: true}", "{i: 2, s: 'x'}", "{m: 1}", ""))
        node = f"({name}:{draw.one(LABELS)} {literal})"
        if known and draw.chance(0.5):
            relationship = draw.name("r")
            new[relationship] = "REL"
            left, right = draw.one((("-", "->"), ("<-", "-"), ("-", "-")))
            end = node
            if draw.chance(0.5):
                end = f"({draw.one(known)})"
                del new[name]
            weight = draw.one(("", " {w: 1}", " {w: 2}"))
            pattern = (
                f"({draw.one(known)}){left}[{relationship}:{draw.one(TYPES)}{weight}]{right}{end}"
            )
        else:
            pattern = node
        text = f"MERGE {pattern}"
        inner = scope.extended(new)
        for when in draw.some(("CREATE", "MATCH"), 2):
            text += f" ON {when} SET {self._set_items(inner, list(new))}"
        scope.types.update(new)
        scope.ordered = False
        return text

    # SET, REMOVE, DELETE

    def set(self, scope: Scope) -> str:
        return f"SET {self._set_items(scope, scope.of('NODE') + scope.of('REL'))}"

    def replace(self, scope: Scope) -> str:
        """``SET n = map``, for a statement that writes nothing else.

        It counts what it removes. Where one entity is in several rows, that depends on whether
        they go through all that is written one by one, which the planner decides.
        """
        return f"SET {self.draw.one(scope.of('NODE') + scope.of('REL'))} = {self.draw.one(_MAPS)}"

    def _set_items(self, scope: Scope, names: list[str]) -> str:
        return ", ".join(
            self._set_item(scope, self.draw.one(names)) for _ in range(self.draw.integer(1, 3))
        )

    def _set_item(self, scope: Scope, name: str) -> str:
        draw = self.draw
        node = scope.types[name] == "NODE"
        kind = draw.weighted(
            {
                "property": 8,
                "null": 2,
                "add": 3,
                "labels": 3 if node else 0,
                "own": 3,
                "dynamic": 1,
            }
        )
        key = draw.one(_KEYS)
        if kind == "property":
            return f"{name}.{key} = {self.value(key, scope)}"
        if kind == "null":
            return f"{name}.{key} = null"
        if kind == "add":
            return f"{name} += {draw.one(_MAPS)}"
        if kind == "labels":
            return f"{name}{draw.one(_LABEL_ITEMS)}"
        if kind == "dynamic":
            return f"{name}['{draw.one(('i', 'z'))}'] = {draw.integer(0, 9)}"
        step = draw.one(("1", "2", f"coalesce({name}.i, 1)", f"coalesce({name}.k, 5)"))
        return f"{name}.i = coalesce({name}.i, 0) + {step}"

    def remove(self, scope: Scope) -> str:
        draw = self.draw
        items = []
        for _ in range(draw.integer(1, 2)):
            nodes = scope.of("NODE")
            if nodes and draw.chance(0.4):
                items.append(f"{draw.one(nodes)}{draw.one(_LABEL_ITEMS)}")
            else:
                name = draw.one(nodes + scope.of("REL"))
                key = draw.one(_KEYS)
                items.append(f"{name}['{key}']" if draw.chance(0.15) else f"{name}.{key}")
        return f"REMOVE {', '.join(items)}"

    def delete(self, scope: Scope) -> str:
        draw = self.draw
        nodes, relationships = scope.of("NODE"), scope.of("REL")
        names = draw.random.sample(
            nodes + relationships, min(len(nodes + relationships), draw.integer(1, 2))
        )
        word = draw.one(
            ("DETACH DELETE", "DETACH DELETE", "DETACH DELETE", "DELETE", "NODETACH DELETE")
        )
        # What was deleted is not used again: which row fails first is the planner's choice. The
        # module `wrong` does it in single rows.
        scope.types = {
            n: t
            for n, t in scope.types.items()
            if t not in ("NODE", "REL", "PATH", "NODES", "RELS", "ANY")
        }
        return f"{word} {', '.join(names)}"

    def foreach(self, scope: Scope) -> str:
        draw = self.draw
        name = draw.name("v")
        list_ = self.expressions.of("INTS", scope, 1)
        inner = scope.extended({name: "INT"})
        names = scope.of("NODE") + scope.of("REL")
        if names and draw.chance(0.5):
            body = f"SET {draw.one(names)}.z = {name}"
        elif draw.chance(0.5):
            body = f"MERGE (:{draw.one(LABELS)} {{t: coalesce({name}, 0)}})"
        else:
            body = self.create(inner)
        return f"FOREACH ({name} IN {list_} | {body})"

    def procedure(self, scope: Scope) -> str:
        """A call of a procedure that writes."""
        vector = self.draw.one(("[0.5, 1.0]", "[1, 2]", "[]"))
        name = self.draw.one(scope.of("NODE"))
        return f"CALL db.create.setNodeVectorProperty({name}, 'v', {vector})"

    def call(self, scope: Scope) -> str:
        names = list(scope.types)
        imported = self.draw.some(names, 2)
        inner = Scope({n: scope.types[n] for n in imported}, scope.parameters, written=True)
        body = self.create(inner)
        if self.draw.chance(0.4):
            column = self.draw.name("c")
            body += f" RETURN {self.expressions.of('INT', inner, 1)} AS {column}"
            scope.types[column] = "INT"
        return f"CALL ({', '.join(imported)}) {{ {body} }}"
