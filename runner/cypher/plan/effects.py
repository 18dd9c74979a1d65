"""What clauses read and change, and so where an Eager must stand (facts 5.3).

A clause is done for all rows before the next reads what it changed. What cannot be told counts
as everything: an Eager too many costs memory, one too few an answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.plan.aggregation import aggregates_in
from runner.cypher.plan.predicates import alternative_labels, required_labels
from runner.cypher.syntax import clauses as syntax
from runner.cypher.syntax.base import Syntax, children, walk
from runner.cypher.syntax.expressions import (
    Expression,
    FunctionCall,
    LabelTest,
    Literal,
    MapLiteral,
    ProjectAll,
    PropertyAccess,
    Subscript,
    Variable,
)
from runner.cypher.syntax.patterns import (
    DynamicLabel,
    LabelExpression,
    LabelName,
    LabelWildcard,
    NodePattern,
    PathPattern,
    RelationshipPattern,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

UPDATING: frozenset[type[Syntax]] = frozenset(
    (
        syntax.Create,
        syntax.Merge,
        syntax.Set,
        syntax.Remove,
        syntax.Delete,
        syntax.Foreach,
    )
)
"""The clauses that change data."""


_GIVE_ENTITIES = ("db.index.fulltext.query", "db.index.vector.query")


def updates(node: Syntax) -> bool:
    """Whether a clause or query changes data; procedures are not looked at."""
    return any(type(part) in UPDATING for part in walk(node))


class Names:
    """A set of names that may be every name."""

    __slots__ = ("every", "names")

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.every = False

    def add(self, *names: str) -> None:
        """Add names."""
        self.names.update(names)

    def meets(self, other: Names) -> bool:
        """Whether both have a name in common."""
        if self.every or other.every:
            return bool((self.every or self.names) and (other.every or other.names))
        return not self.names.isdisjoint(other.names)

    def merge(self, other: Names) -> None:
        """Add all of `other`."""
        self.names |= other.names
        self.every = self.every or other.every


class Effects:
    """What a clause, or several, read and change.

    Attributes:
        scans: Of nodes looked for, the labels that each must have.
        read_labels, read_keys, read_types: Labels, property keys and types looked at.
        creates: Of nodes made, the labels that each has; None where they are computed.
        set_labels, set_keys: Labels and keys changed on what exists.
        made_types: Types of relationships made.
        deletes: Whether anything is deleted: that meets every read.
        reads: Whether anything of the graph is read, or an entity changed, which a deletion
            before would not let happen.
    """

    __slots__ = (
        "creates",
        "deletes",
        "made_types",
        "read_keys",
        "read_labels",
        "read_types",
        "reads",
        "scans",
        "set_keys",
        "set_labels",
    )

    def __init__(self) -> None:
        self.scans: list[frozenset[str]] = []
        self.read_labels = Names()
        self.read_keys = Names()
        self.read_types = Names()
        self.creates: list[frozenset[str] | None] = []
        self.set_labels = Names()
        self.set_keys = Names()
        self.made_types = Names()
        self.deletes = False
        self.reads = False

    def merge(self, other: Effects) -> None:
        """Add all of `other`."""
        self.scans += other.scans
        self.creates += other.creates
        for name in ("read_labels", "read_keys", "read_types", "set_labels", "set_keys",
                     "made_types"):  # fmt: skip
            getattr(self, name).merge(getattr(other, name))
        self.deletes = self.deletes or other.deletes
        self.reads = self.reads or other.reads

    def changes_what(self, reader: Effects) -> bool:
        """Whether this changes something that `reader` reads."""
        if self.deletes and reader.reads:
            return True
        return (
            self.set_labels.meets(reader.read_labels)
            or self.set_keys.meets(reader.read_keys)
            or self.made_types.meets(reader.read_types)
            or any(
                made is None or wanted <= made for made in self.creates for wanted in reader.scans
            )
        )


def needs_eager(before: Effects, clause: Effects) -> bool:
    """Whether all rows must be through what came `before` ahead of `clause`."""
    return before.changes_what(clause) or clause.changes_what(before)


def is_barrier(clause: syntax.Clause, language: str) -> bool:
    """Whether `clause` itself takes all rows before it gives one."""
    if isinstance(clause, syntax.OrderLimit):
        return bool(clause.order_by)
    if isinstance(clause, (syntax.With, syntax.Return)):
        projection = clause.projection
        return bool(projection.order_by) or any(
            True for item in projection.items for _ in aggregates_in(item.expression, language)
        )
    return False


def effects_of(clause: Syntax, bound: Iterable[str]) -> Effects:
    """The effects of a clause or query that sees the variables `bound`.

    A whole entity that is passed on or returned counts for nothing: it is read later.
    """
    effects = Effects()
    _Collector(effects, set(bound)).collect(clause)
    return effects


class _Collector:
    """Goes through a clause and adds up its effects."""

    def __init__(self, effects: Effects, bound: set[str]) -> None:
        self.effects = effects
        self.bound = bound

    def collect(self, node: Syntax) -> None:
        """Add the effects of `node` and all below it."""
        below: Iterable[Syntax] = children(node)
        match node:
            case syntax.Create(pattern=patterns):
                self._made(patterns)
                below = [part for pattern in patterns for part in pattern.elements]
            case syntax.Merge(pattern=pattern):
                self._made((pattern,))
            case PathPattern():
                self._pattern(node)
            case syntax.CallProcedure(name=name, arguments=arguments):
                self._procedure(name.lower(), bool(arguments))
            case syntax.SetProperty(target=target, value=value):
                self.effects.reads = True
                self._key_set(target)
                below = (target.subject, value)
            case syntax.SetProperties(value=value, additive=additive):
                self.effects.reads = True
                if additive and isinstance(value, MapLiteral):
                    self.effects.set_keys.add(*(key for key, _ in value.entries))
                else:
                    self.effects.set_keys.every = True
                self._value(value)
            case syntax.SetLabels(labels=labels):
                self.effects.reads = True
                self._labels_set(labels)
            case syntax.Remove(items=items):
                self.effects.reads = True
                below = [self._removed(item) for item in items]
            case syntax.Delete():
                self.effects.deletes = True
                self.effects.reads = True
            case _:
                self._read(node)
        for part in below:
            self.collect(part)

    def _read(self, node: Syntax) -> None:
        """Add what an expression reads by itself."""
        effects = self.effects
        match node:
            case PropertyAccess(subject=subject, key=key):
                if _is_no_entity(subject):
                    return
                effects.read_keys.add(key)
            case Subscript(index=index):
                if isinstance(index, Literal) and isinstance(index.value, int):
                    return
                _add_key(effects.read_keys, index)
            case ProjectAll():
                pass
            case LabelTest(labels=labels):
                self._labels_read(labels)
                self._types_read(labels)
            case FunctionCall(name=name):
                self._function(name.lower())
                return
            case _:
                return
        effects.reads = True

    def _key_set(self, target: PropertyAccess | Subscript) -> None:
        if isinstance(target, PropertyAccess):
            self.effects.set_keys.add(target.key)
        else:
            _add_key(self.effects.set_keys, target.index)

    def _removed(self, item: PropertyAccess | Subscript | syntax.SetLabels) -> Syntax:
        """Note what REMOVE takes away; gives what is still to be looked through."""
        if isinstance(item, syntax.SetLabels):
            return item
        self._key_set(item)
        return item.subject

    def _procedure(self, name: str, given: bool) -> None:
        """Neo4j's planner knows nothing of its own procedures but what entities they are given.

        Those that a procedure gives are read later, and one of a library may read everything.
        """
        effects = self.effects
        own = name.startswith(("db.", "dbms."))
        if own and not name.startswith(_GIVE_ENTITIES):
            effects.reads = effects.reads or given
            return
        effects.reads = True
        if not own:
            effects.scans.append(frozenset())
        for names in (effects.read_labels, effects.read_keys, effects.read_types):
            names.every = True

    def _function(self, name: str) -> None:
        effects = self.effects
        if name in ("properties", "property_exists"):
            effects.read_keys.every = True
        elif name == "labels":
            effects.read_labels.every = True
        # keys() and ``.*`` read the properties, too, but to Neo4j's planner no key of them.
        elif name not in ("keys", "startnode", "endnode", "degree"):
            return
        effects.reads = True

    def _value(self, value: Expression) -> None:
        """``SET n = m`` reads all of m where m is an entity."""
        if isinstance(value, Variable):
            self.effects.read_keys.every = True
            self.effects.reads = True

    def _labels_set(self, labels: tuple[LabelName | DynamicLabel, ...]) -> None:
        for label in labels:
            if isinstance(label, LabelName):
                self.effects.set_labels.add(label.name)
            else:
                self.effects.set_labels.every = True

    def _labels_read(self, labels: Syntax) -> None:
        self.effects.reads = True
        for part in walk(labels):
            if isinstance(part, LabelName):
                self.effects.read_labels.add(part.name)
            elif isinstance(part, (DynamicLabel, LabelWildcard)):
                self.effects.read_labels.every = True

    def _types_read(self, types: LabelExpression | None) -> None:
        names = None if types is None else alternative_labels(types)
        if names is None:
            self.effects.read_types.every = True
        else:
            self.effects.read_types.add(*names)

    def _pattern(self, pattern: PathPattern) -> None:
        """The reads of a pattern that is matched."""
        effects = self.effects
        effects.reads = True
        # A node alone cannot match where the pattern asks for a relationship, and new
        # relationships are told by their types.
        alone = not any(
            isinstance(part, RelationshipPattern)
            and (part.quantifier is None or part.quantifier.lower > 0)
            for part in pattern.elements
        )
        for part in walk(pattern):
            if isinstance(part, NodePattern):
                if part.labels is not None:
                    self._labels_read(part.labels)
                unbound = part.variable is None or part.variable.name not in self.bound
                if alone and unbound:
                    labels = () if part.labels is None else required_labels(part.labels)
                    effects.scans.append(frozenset(labels))
            elif isinstance(part, RelationshipPattern):
                self._types_read(part.types)
            if isinstance(part, (NodePattern, RelationshipPattern)):
                self._keys_read(part.properties)

    def _keys_read(self, properties: Expression | None) -> None:
        entries = getattr(properties, "entries", None)
        if entries is not None:
            self.effects.read_keys.add(*(key for key, _ in entries))
        elif properties is not None:
            self.effects.read_keys.every = True

    def _made(self, patterns: tuple[PathPattern, ...]) -> None:
        """The changes of patterns that are created."""
        effects = self.effects
        for pattern in patterns:
            for part in walk(pattern):
                if isinstance(part, NodePattern):
                    if part.variable is None or part.variable.name not in self.bound:
                        effects.creates.append(_labels_made(part))
                    else:
                        effects.reads = True
                elif isinstance(part, RelationshipPattern):
                    names = None if part.types is None else alternative_labels(part.types)
                    effects.made_types.add(*(names or ()))
                    if names is None:
                        effects.made_types.every = True


def _add_key(keys: Names, index: Expression) -> None:
    """Add the key in ``subject[index]``: a text that is written out is one, else it may be any."""
    if isinstance(index, Literal) and isinstance(index.value, str):
        keys.add(index.value)
    else:
        keys.every = True


def _labels_made(part: NodePattern) -> frozenset[str] | None:
    if part.labels is None:
        return frozenset()
    names = required_labels(part.labels)
    dynamic = any(isinstance(label, DynamicLabel) for label in walk(part.labels))
    return None if dynamic else frozenset(names)


def _is_no_entity(subject: Expression) -> bool:
    """Whether the parts of `subject` are surely no properties of a node or relationship."""
    # Of what temporal functions give Neo4j's planner does not know the type.
    if isinstance(subject, FunctionCall):
        return subject.name.lower() == "point"
    return isinstance(subject, MapLiteral)
