"""Clauses that write: CREATE, MERGE, SET, REMOVE, DELETE, FOREACH."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import NoneType
from typing import TYPE_CHECKING

from runner.cypher.check import types as t
from runner.cypher.check.expressions import check_element
from runner.cypher.check.free import TOUCHES_GRAPH, free_variables
from runner.cypher.check.labels import check_key, check_literal_names
from runner.cypher.check.mixing import check_mixed_labels
from runner.cypher.check.order import clause_name
from runner.cypher.check.patterns import check_patterns
from runner.cypher.check.places import after
from runner.cypher.check.problems import unplaced
from runner.cypher.check.shape import UPDATES
from runner.cypher.notify.remarks import deprecated, replaced
from runner.cypher.syntax.base import walk as walk_tree
from runner.cypher.syntax.clauses import (
    Create,
    Delete,
    Foreach,
    Merge,
    Remove,
    Set,
    SetLabels,
    SetProperties,
    SetProperty,
)
from runner.cypher.syntax.expressions import (
    LabelTest,
    Literal,
    PropertyAccess,
    Subquery,
    Subscript,
    Variable,
)
from runner.cypher.syntax.patterns import (
    DynamicLabel,
    NodePattern,
    PathPattern,
    RelationshipPattern,
)

if TYPE_CHECKING:
    from runner.cypher.check.types import Types
    from runner.cypher.check.walk import Walk

_DELETABLE = t.NODE | t.RELATIONSHIP | t.PATH
_TEXTS = t.STRING | t.list_of(t.STRING)
_BOUND = "with labels or properties here. The variable is already declared in this context"


def check_create(walk: Walk, clause: Create) -> None:
    """``CREATE`` and ``INSERT``."""
    name = clause_name(walk.text, clause)
    _check_new(walk, clause.pattern, name)


def check_merge(walk: Walk, clause: Merge) -> None:
    """``MERGE`` and its actions: no subqueries in it (42I48)."""
    _check_new(walk, (clause.pattern,), "MERGE")
    actions = sorted((*clause.on_create, *clause.on_match), key=lambda action: action.start)
    for action in actions:
        check_set(walk, action)
        check_mixed_labels(walk, (action,))
    found = next(_graph_reads((clause.pattern,), (Subquery,)), None)
    found = found or next(_graph_reads(actions, TOUCHES_GRAPH), None)
    if found is not None:
        walk.problems.add(
            found.start,
            "Subquery expressions are not allowed in a MERGE clause.",
            "42I48",
            "Subqueries are not allowed in a MERGE clause.",
        )


def _graph_reads(nodes: Iterable[object], kinds: tuple[type, ...]) -> Iterator[Variable]:
    for node in nodes:
        for part in walk_tree(node):  # type: ignore[arg-type]
            if isinstance(part, kinds):
                yield part  # type: ignore[misc]


def _check_new(walk: Walk, paths: tuple[PathPattern, ...], clause: str) -> None:
    before = dict(walk.symbols)
    for path in paths:
        # In FOREACH a node on its own is a new one, whatever has its name around.
        node = path.elements[0]
        if len(path.elements) > 1 or not isinstance(node, NodePattern) or node.variable is None:
            continue
        if node.variable.name in walk.foreach_outer:
            before.pop(node.variable.name, None)
    check_patterns(walk, paths, clause)
    created = frozenset(walk.symbols).difference(before)
    if created:
        _check_references(walk, paths, created, clause)
    _check_bound(walk, paths, before)


def _check_references(
    walk: Walk, paths: tuple[PathPattern, ...], created: frozenset[str], clause: str
) -> None:
    """What is being made cannot be read in the same clause (42I58).

    Cypher 5 forbids it in INSERT, and within one path of CREATE.
    """
    old = walk.language == "5"
    for path in paths:
        own = created
        if old and clause != "INSERT":
            own = frozenset() if clause == "MERGE" else created & _names(path)
        for element in _elements(path):
            for variable in _read(element):
                if variable.name in created and variable.name not in own:
                    verb = "Merging" if clause == "MERGE" else "Creating"
                    walk.remarks.append(
                        deprecated(
                            f"{verb} an entity ({variable.name}) and referencing that entity in "
                            f"a property definition in the same {clause} is deprecated.",
                            variable.start,
                        )
                    )
                elif variable.name in own:
                    walk.problems.add(
                        variable.start,
                        f"Creating an entity ({variable.name}) and referencing that entity in a "
                        f"property definition in the same {clause} is not allowed. Only reference "
                        "variables created in earlier clauses.",
                        "42I58",
                        f"Entity, `{variable.name}`, cannot be created and referenced in the same "
                        "clause.",
                    )


def _elements(path: PathPattern) -> Iterator[NodePattern | RelationshipPattern]:
    for element in path.elements:
        if isinstance(element, (NodePattern, RelationshipPattern)):
            yield element


def _names(path: PathPattern) -> set[str]:
    found = {element.variable.name for element in _elements(path) if element.variable is not None}
    if path.variable is not None:
        found.add(path.variable.name)
    return found


def _read(element: NodePattern | RelationshipPattern) -> Iterator[Variable]:
    """The variables that an element's properties and computed names read."""
    if element.properties is not None:
        yield from free_variables(element.properties, queries=True)
    labels = element.labels if isinstance(element, NodePattern) else element.types
    if labels is not None:
        for part in walk_tree(labels):
            if isinstance(part, DynamicLabel):
                yield from free_variables(part.expression)


def _check_bound(walk: Walk, paths: tuple[PathPattern, ...], before: dict[str, Types]) -> None:
    """A node that exists cannot be given labels or properties here (42N78)."""
    seen = set(before)
    for path in paths:
        for element in path.elements:
            if not isinstance(element, NodePattern) or element.variable is None:
                continue
            name = element.variable.name
            if name in seen and (element.labels is not None or element.properties is not None):
                walk.planner.append(unplaced(f"Can't create node `{name}` {_BOUND}", "42N78"))
            seen.add(name)


def check_set(walk: Walk, clause: Set) -> None:
    """``SET``."""
    for item in clause.items:
        if isinstance(item, SetProperty):
            _check_target(walk, item.target)
            walk.simple(item.value)
        elif isinstance(item, SetProperties):
            _check_set_properties(walk, item)
        else:
            _check_set_labels(walk, item)
    if walk.flaws:
        walk.flaw(clause.start)


def _check_target(walk: Walk, target: PropertyAccess | Subscript) -> None:
    """The property that is written: of a node or a relationship."""
    subject = target.subject
    given = walk.simple(subject)
    if isinstance(target, PropertyAccess):
        walk.expect(subject, given, t.WITH_PROPERTIES)
        check_key(walk, target.key, target.key_start)
    else:
        if isinstance(target.index, Literal) and isinstance(target.index.value, (str, NoneType)):
            check_key(walk, target.index.value, target.start)
        check_element(walk, target, given)
    walk.expect(subject, given, t.ENTITY)


def _check_set_properties(walk: Walk, item: SetProperties) -> None:
    walk.expect(item.variable, walk.use(item.variable), t.ENTITY)
    given = walk.simple(item.value)
    is_entity = bool(given.mask) and not given.mask & ~t.ENTITY.mask
    if is_entity and walk.language == "5":
        walk.expect(item.value, given, t.MAP_LIKE)
        name, sign = item.variable.name, "+=" if item.additive else "="
        value = walk.text[item.value.start : item.value.end]
        old, new = f"SET {name} {sign} {value}", f"SET {name} {sign} properties({value})"
        walk.remarks.append(replaced(f"'{old}'", f"'{new}'", item.value.start))
    elif is_entity:
        # Only Cypher 5 copies the properties of an entity.
        walk.expect(item.value, given, t.MAP, "the right-hand side of SET")
    else:
        walk.expect(item.value, given, t.MAP_LIKE)


def _check_set_labels(walk: Walk, item: SetLabels) -> None:
    given = walk.use(item.variable)
    for label in item.labels:
        if isinstance(label, DynamicLabel):
            names = label.expression
            check_literal_names(walk, names, item.start)
            walk.expect(names, walk.simple(names), _TEXTS)
    walk.expect(item.variable, given, t.NODE)


def check_remove(walk: Walk, clause: Remove) -> None:
    """``REMOVE``."""
    for item in clause.items:
        if isinstance(item, SetLabels):
            _check_set_labels(walk, item)
        else:
            _check_target(walk, item)
    if walk.flaws:
        walk.flaw(clause.start)


def check_delete(walk: Walk, clause: Delete) -> None:
    """``DELETE``: nodes, relationships and paths; no labels (42I26)."""
    for expression in clause.expressions:
        given = walk.simple(expression)
        if isinstance(expression, LabelTest):
            walk.problems.add(
                after(walk.text, expression.subject),
                "DELETE doesn't support removing labels from a node. Try REMOVE.",
                "42I26",
                "'DELETE ...' does not support removing labels from a node. Use 'REMOVE ...' "
                "instead.",
            )
        else:
            walk.expect(expression, given, _DELETABLE)


def check_foreach(walk: Walk, clause: Foreach) -> None:
    """``FOREACH``: only updating clauses in it (42I01), and a scope of its own."""
    source = t.unwound(walk.anything(clause.source, walk.simple(clause.source)))
    wrong = [inner for inner in clause.clauses if not isinstance(inner, UPDATES)]
    for inner in wrong:
        name = clause_name(walk.text, inner)
        walk.problems.add(
            inner.start,
            f"Invalid use of {name} inside FOREACH",
            "42I01",
            f"Invalid use of {name} inside FOREACH.",
        )
    if wrong:
        return
    hidden = walk.foreach_outer
    walk.foreach_outer = frozenset(walk.symbols) - {clause.variable.name}
    outer = walk.enter(((clause.variable, source),))
    for inner in clause.clauses:
        walk.clauses[type(inner)](walk, inner)
        check_mixed_labels(walk, (inner,))
    walk.leave(outer)
    walk.foreach_outer = hidden
