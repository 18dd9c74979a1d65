"""The cheapest way to find a node of a pattern."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from runner.cypher.plan.anchors import ALL, LOOKUP, RANGE, SCAN, SEEK, Anchor, Finder
from runner.cypher.plan.operators import scans
from runner.cypher.plan.predicates import (
    alternative_labels,
    is_one_comparison,
    label_test,
    required_labels,
    sought,
)
from runner.cypher.syntax.expressions import Parameter, Variable
from runner.cypher.syntax.patterns import DynamicLabel

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from runner.cypher.plan.operator import Operator
    from runner.cypher.plan.predicates import Bound, Conjunct, Equality
    from runner.cypher.store.indexes import RangeIndex


class _Labels:
    """What the pending predicates say about a node's labels."""

    def __init__(self, finder: Finder, name: str) -> None:
        self.required: list[str] = []
        """Labels that it surely has."""
        self.tests: dict[str, Conjunct] = {}
        """By label the predicate that asks for just that label."""
        self.unions: list[tuple[Conjunct, tuple[str, ...]]] = []
        """Predicates that ask for any of several labels."""
        self.computed: list[tuple[Conjunct, DynamicLabel]] = []
        """Predicates that ask for labels whose names can be computed by now."""
        for conjunct in finder.graph.pending.of(name):
            expression = label_test(conjunct, name)
            if expression is None:
                continue
            if isinstance(expression, DynamicLabel) and finder.is_ready(expression.expression):
                self.computed.append((conjunct, expression))
            several = alternative_labels(expression)
            self.required += required_labels(expression)
            if several is not None and len(several) == 1:
                self.tests[several[0]] = conjunct
            elif several is not None:
                self.unions.append((conjunct, several))

    def answered(self, label: str) -> tuple[Conjunct, ...]:
        """The predicate that whatever has `label` satisfies, if there is one."""
        return (self.tests[label],) if label in self.tests else ()


class NodeAnchors(Finder):
    """Finds the anchors of nodes."""

    def best(self, name: str) -> Anchor:
        """The best way to find the node `name`."""
        labels = _Labels(self, name)
        equalities, bounds = self.compared(name)
        found = [
            *self._identity_seeks(name),
            *self._index_seeks(name, labels, equalities),
            *self._range_seeks(name, labels, bounds),
        ]
        if found:
            return min(found, key=lambda anchor: anchor.cost)
        return self._scan(name, labels)

    def will_seek(self, name: str) -> bool:
        """Whether an index seek opens up for `name` once other variables are bound."""
        equalities, _ = self.compared(name, waiting=True)
        keys = {equality.key for equality in equalities}
        return any(
            keys.issuperset(index.properties)
            for label in _Labels(self, name).required
            for index in self._indexes(label)
        )

    def _indexes(self, label: str) -> Sequence[RangeIndex]:
        return self.planner.graph.schema.node_indexes.get(label, ())

    def _identity_seeks(self, name: str) -> Iterator[Anchor]:
        for identity in self.identities(name):
            kind = scans.NodeByElementIdSeek if identity.element else scans.NodeByIdSeek
            shown = f"{self.shown(name)} WHERE {identity.conjunct.shown}"
            make = partial(self._identity_seek, kind, name, identity.value, shown, identity.many)
            depends = self.depends(identity.value)
            whole = (identity.conjunct,) if is_one_comparison(identity.conjunct) else ()
            yield Anchor((SEEK, 0), (name,), whole, depends, make)

    def _identity_seek(
        self, kind: type[scans.NodeByIdSeek], name: str, value: Any, shown: str, many: bool
    ) -> Operator:
        held = self.planner.updates
        return kind(self.graph.scope[name], self.compile(value), shown, many=many, held=held)

    def _index_seeks(
        self, name: str, labels: _Labels, equalities: list[Equality]
    ) -> Iterator[Anchor]:
        single = {e.key: e for e in reversed(equalities) if not e.many}
        several = {e.key: e for e in reversed(equalities) if e.many}
        for label in labels.required:
            for index in self._indexes(label):
                keys = index.properties
                used = [single[key] for key in keys if key in single]
                many = len(keys) == 1 and not used and keys[0] in several
                if many:
                    used = [several[keys[0]]]
                if len(used) < len(keys):
                    continue
                whole = tuple(e.conjunct for e in used if is_one_comparison(e.conjunct))
                cost = (SEEK if index.unique else LOOKUP, 1 + many - len(keys))
                yield Anchor(
                    cost,
                    (name,),
                    (*whole, *labels.answered(label)),
                    self.depends(*(e.value for e in used)),
                    partial(self._index_seek, name, label, index, used, many),
                )

    def _index_seek(
        self, name: str, label: str, index: RangeIndex, used: list[Equality], many: bool
    ) -> Operator:
        kind = scans.NodeUniqueIndexSeek if index.unique else scans.NodeIndexSeek
        values = tuple(self.compile(equality.value) for equality in used)
        plain, text = self.shown(name), self.planner.text
        tests = " AND ".join(f"{plain}.{e.key} {_shown_value(e, text)}" for e in used)
        shown, slot = f"{plain}:{label} WHERE {tests}", self.graph.scope[name]
        return kind(slot, index, values, shown, many=many, held=self.planner.updates)

    def _range_seeks(self, name: str, labels: _Labels, bounds: list[Bound]) -> Iterator[Anchor]:
        for label in labels.required:
            for index in self._indexes(label):
                mine = [bound for bound in bounds if (bound.key,) == index.properties]
                if not mine:
                    continue
                prefix = next((b for b in mine if b.operator == "STARTS WITH"), None)
                lower = next((b for b in mine if b.operator in (">", ">=")), None)
                upper = next((b for b in mine if b.operator in ("<", "<=")), None)
                if prefix is not None:
                    lower = upper = None
                used = [bound for bound in (prefix, lower, upper) if bound is not None]
                # The filter stays: it decides what is compared and what is not.
                yield Anchor(
                    (RANGE, -len(used)),
                    (name,),
                    labels.answered(label),
                    self.depends(*(bound.value for bound in used)),
                    partial(self._range_seek, name, label, index, prefix, lower, upper),
                )

    def _range_seek(
        self,
        name: str,
        label: str,
        index: RangeIndex,
        prefix: Bound | None,
        lower: Bound | None,
        upper: Bound | None,
    ) -> Operator:
        kind = scans.NodeUniqueIndexSeekByRange if index.unique else scans.NodeIndexSeekByRange
        tests = " AND ".join(b.conjunct.shown for b in (prefix, lower, upper) if b is not None)
        return kind(
            self.graph.scope[name],
            index,
            (self._limit(lower), self._limit(upper)),
            None if prefix is None else self.compile(prefix.value),
            f"{self.shown(name)}:{label} WHERE {tests}",
            held=self.planner.updates,
        )

    def _limit(self, bound: Bound | None) -> Any:
        return None if bound is None else (self.compile(bound.value), "=" in bound.operator)

    def _scan(self, name: str, labels: _Labels) -> Anchor:
        slot, held, graph = self.graph.scope[name], self.planner.updates, self.planner.graph
        plain = self.shown(name)
        make: Any
        if labels.required:
            label = min(labels.required, key=lambda each: len(graph.nodes_with_label(each)))
            make = partial(scans.NodeByLabelScan, slot, label, f"{plain}:{label}", held=held)
            cost = (SCAN, len(graph.nodes_with_label(label)))
            return Anchor(cost, (name,), labels.answered(label), False, make)
        if labels.unions:
            conjunct, several = labels.unions[0]
            shown = f"{plain}:{'|'.join(several)}"
            make = partial(scans.UnionNodeByLabelsScan, slot, several, shown, held=held)
            cost = (SCAN, sum(len(graph.nodes_with_label(each)) for each in several))
            return Anchor(cost, (name,), (conjunct,), False, make)
        if labels.computed:
            conjunct, computed = labels.computed[0]
            names = computed.expression
            make = partial(self._lookup, name, computed, conjunct.shown, held)
            cost = (SCAN, len(graph.nodes))
            return Anchor(cost, (name,), (conjunct,), self.depends(names), make)
        make = partial(scans.AllNodesScan, slot, plain, held=held)
        return Anchor((ALL, len(graph.nodes)), (name,), (), False, make)

    def _lookup(self, name: str, label: DynamicLabel, shown: str, held: bool) -> Operator:
        slot, names = self.graph.scope[name], self.compile(label.expression)
        wanted = [
            (key, self.compile(value))
            for conjunct in self.graph.pending.of(name)
            for key, value in sought(conjunct.expression, name)
            if self.is_ready(value)
        ]
        return scans.DynamicLabelNodeLookup(slot, names, wanted, shown, any_of=label.any, held=held)


def _shown_value(equality: Equality, text: str) -> str:
    operator, value = "IN" if equality.many else "=", equality.value
    if isinstance(value, Parameter):
        return f"{operator} ${value.name}"
    if isinstance(value, Variable):
        return f"{operator} {value.name}"
    return f"{operator} {text[value.start : value.end]}"
