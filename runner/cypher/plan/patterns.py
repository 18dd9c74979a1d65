"""Reads the patterns of a MATCH into nodes, edges between them, and predicates on both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.failures import unsupported
from runner.cypher.plan.operators.walk import Group
from runner.cypher.plan.pattern_graph import (
    Edge,
    FixedEdge,
    Iteration,
    PathVariable,
    PatternGraph,
    SelectedEdge,
    WalkEdge,
)
from runner.cypher.plan.predicates import (
    Conjunct,
    alternative_labels,
    conjuncts,
    names_in,
    property_predicates,
    shown_predicate,
)
from runner.cypher.syntax.expressions import (
    Comparison,
    Expression,
    MapLiteral,
    PatternLabels,
    Variable,
)
from runner.cypher.syntax.patterns import (
    NodePattern,
    ParenthesizedPath,
    PathPattern,
    RelationshipPattern,
    Selector,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from runner.cypher.eval.scope import Scope
    from runner.cypher.plan.planner import Planner


class PatternReader:
    """Reads path patterns into a `PatternGraph`, declaring the new variables."""

    def __init__(self, planner: Planner, scope: Scope, mode: str | None) -> None:
        self.planner = planner
        self.graph = PatternGraph(scope)
        self.walks = mode == "REPEATABLE ELEMENTS"

    def read(self, parts: tuple[PathPattern, ...], predicate: Expression | None) -> PatternGraph:
        """The graph of `parts` and the predicate of their MATCH."""
        tests: list[Expression] = []
        for part in parts:
            tests += self._path(part)
        tests += conjuncts(predicate)
        graph = self.graph
        graph.pending.add(self._conjuncts(tests))
        for edge in graph.edges:
            self._finish(edge)
        return graph

    def _finish(self, edge: Edge) -> None:
        """Note what `edge` waits for, now that every new variable is known."""
        if isinstance(edge, WalkEdge):
            inside = edge.iteration.tests
            names = {name for test in inside for name in names_in(test)}
            edge.requires = frozenset((names & self.graph.new) - set(edge.iteration.names))
        elif isinstance(edge, SelectedEdge):
            own = edge.binds | {edge.left, edge.right}
            edge.tests = self._conjuncts(edge.inside)
            needs = {name for conjunct in edge.tests for name in conjunct.needs}
            for part in edge.edges:
                self._finish(part)
                needs |= part.requires
            edge.requires = frozenset(needs) - own

    def _conjuncts(self, tests: Iterable[Expression]) -> list[Conjunct]:
        text, new = self.planner.text, self.graph.new
        return [
            Conjunct(test, frozenset(names_in(test) & new), shown_predicate(test, text))
            for test in tests
        ]

    def _declare(self, variable: Variable | None, what: str) -> str:
        """The name of a pattern's part: its variable's, or a hidden one."""
        graph = self.graph
        if variable is None:
            slot = graph.scope.frame.allocate()
            name = f"  {what}{slot}"
            graph.scope.slots[name] = slot
            graph.new.add(name)
            return name
        name = variable.name
        if name not in graph.scope:
            graph.scope.slots[name] = graph.visible.declare(name)
            graph.new.add(name)
        return name

    def _path(self, part: PathPattern) -> list[Expression]:
        """Read one path; gives its predicates, but those that select the path."""
        whole, tests = part, list[Expression]()
        grouped: list[Expression] = []
        variables = [] if part.variable is None else [part.variable]
        elements = part.elements
        while len(elements) == 1 and isinstance(elements[0], ParenthesizedPath):
            group = elements[0]
            if group.quantifier is not None:
                break
            grouped += conjuncts(group.predicate)
            if group.path.variable is not None:
                variables.append(group.path.variable)
            elements = group.path.elements
        edges, start, inner = self._edges(elements, tests)
        acyclic = whole.mode == "ACYCLIC"
        for edge in edges:
            if acyclic and isinstance(edge, WalkEdge):
                edge.acyclic = True
        names = [self._declare(variable, "p") for variable in variables]
        if acyclic and not names:
            names.append(self._declare(None, "p"))
        selector = whole.selector
        if selector is not None and selector.kind == "all":
            selector = None
        if selector is None or not edges:
            self.graph.edges += edges
            for name in names:
                slot = self.graph.scope[name]
                path = PathVariable(name, slot, start, tuple(edges), acyclic=acyclic)
                self.graph.paths.append(path)
            return tests + grouped
        return self._selected(whole, selector, edges, inner, tests + grouped, names)

    def _selected(
        self,
        part: PathPattern,
        selector: Selector,
        edges: list[FixedEdge | WalkEdge],
        inner: list[str],
        tests: list[Expression],
        paths: list[str],
    ) -> list[Expression]:
        """Enter a path with a selector; gives the predicates on its end nodes alone.

        `paths` are the names of the path itself: ``p = ANY SHORTEST (q = …)`` has two for one.
        """
        path = None
        if paths:
            slot = self.graph.scope[paths[0]]
            path = (paths[0], slot)
            for other in paths[1:]:
                self.graph.scope.slots[other] = self.graph.visible.slots[other] = slot
        ends = {edges[0].left, edges[-1].right}
        names = frozenset(
            name
            for name in (*inner, *(n for edge in edges for n in edge.binds))
            if name not in ends
        ).union(paths)
        inside = [test for test in tests if names_in(test) & names]
        text = self.planner.text[part.start : part.end]
        self.graph.edges.append(
            SelectedEdge(tuple(edges), names, selector, part.mode, inside, path, text)
        )
        return [test for test in tests if test not in inside]

    def _edges(
        self,
        elements: tuple[NodePattern | RelationshipPattern | ParenthesizedPath, ...],
        tests: list[Expression],
    ) -> tuple[list[FixedEdge | WalkEdge], str, list[str]]:
        """The edges of a path, its first node, its inner nodes."""
        edges: list[FixedEdge | WalkEdge] = []
        names: list[str] = []
        between: RelationshipPattern | ParenthesizedPath | None = None
        for element in (*elements, None):
            if isinstance(element, NodePattern):
                name = self._node(element, tests)
            elif between is None and (names or element is None):
                between = element
                continue
            else:
                name = self._declare(None, "n")
                self.graph.nodes[name] = None
            if between is not None:
                edges.append(self._edge(names[-1], between, name, tests))
            elif names:
                offset = elements[0].start if element is None else element.start
                raise unsupported(self.planner.text, offset, "two nodes side by side")
            names.append(name)
            between = None if isinstance(element, NodePattern) else element
        return edges, names[0], names[1:-1]

    def _node(self, pattern: NodePattern, tests: list[Expression]) -> str:
        name = self._declare(pattern.variable, "n")
        self.graph.nodes.setdefault(name, pattern)
        tests += self._element_tests(pattern, name)
        return name

    def _element_tests(
        self, pattern: NodePattern | RelationshipPattern, name: str
    ) -> list[Expression]:
        start, end = pattern.start, pattern.end
        subject = pattern.variable or Variable(start, end, name)
        tests: list[Expression] = []
        if isinstance(pattern, NodePattern):
            labels = pattern.labels
        else:
            plain = pattern.types is None or alternative_labels(pattern.types) is not None
            labels = None if plain else pattern.types
        if labels is not None:
            entity = "Node" if isinstance(pattern, NodePattern) else "Relationship"
            tests.append(PatternLabels(labels.start, labels.end, subject, labels, entity))
        if isinstance(pattern.properties, MapLiteral):
            tests += property_predicates(subject, pattern.properties)
        elif pattern.properties is not None:
            offset = pattern.properties.start
            raise unsupported(self.planner.text, offset, "a parameter for the properties of MATCH")
        tests += conjuncts(pattern.predicate)
        return tests

    def _edge(
        self,
        left: str,
        part: RelationshipPattern | ParenthesizedPath,
        right: str,
        tests: list[Expression],
    ) -> FixedEdge | WalkEdge:
        shown = self.planner.text[part.start : part.end]
        if isinstance(part, RelationshipPattern) and part.quantifier is None:
            name = self._declare(part.variable, "r")
            tests += self._element_tests(part, name)
            slot = self.graph.scope[name]
            types = _plain_types(part)
            return FixedEdge(left, right, name, slot, types, part.direction, shown)
        return self._walk(left, part, right, shown)

    def _walk(
        self, left: str, part: RelationshipPattern | ParenthesizedPath, right: str, shown: str
    ) -> WalkEdge:
        quantifier = part.quantifier
        if quantifier is None:
            raise unsupported(self.planner.text, part.start, "a group without a quantifier")
        if self.walks and quantifier.upper is None:
            raise unsupported(self.planner.text, part.start, "unbounded walks")
        iteration, named = self._iteration(part)
        frame = self.graph.scope.frame
        groups: list[tuple[str, Group | None]] = []
        trail = frame.allocate()
        for variable, position, is_node in named:
            if variable.name in self.graph.scope:
                groups.append((self._same_trail(variable, part, trail), None))
                continue
            name = self._declare(variable, "g")
            if not is_node and len(iteration.steps) == 1:
                self.graph.scope.slots[name] = self.graph.visible.slots[name] = trail
                groups.append((name, Group(trail, 0, is_node=False)))
            else:
                group = Group(self.graph.scope[name], position, is_node=is_node)
                groups.append((name, group))
        return WalkEdge(left, right, trail, iteration, quantifier, tuple(groups), shown)

    def _same_trail(
        self, variable: Variable, part: RelationshipPattern | ParenthesizedPath, trail: int
    ) -> str:
        """A hidden name for the relationships of `part`, which must be those of a bound list."""
        if not isinstance(part, RelationshipPattern):
            raise unsupported(self.planner.text, variable.start, "a bound group variable")
        name = f"  g{trail}"
        self.graph.scope.slots[name] = trail
        self.graph.new.add(name)
        hidden = Variable(variable.start, variable.end, name)
        same = Comparison(variable.start, variable.end, (hidden, variable), ("=",))
        self.graph.pending.add(self._conjuncts([same]))
        return name

    def _iteration(
        self, part: RelationshipPattern | ParenthesizedPath
    ) -> tuple[Iteration, list[tuple[Variable, int, bool]]]:
        """One iteration, and the variables that become groups: position, whether a node."""
        iteration = Iteration()
        named: list[tuple[Variable, int, bool]] = []
        if isinstance(part, RelationshipPattern):
            elements: tuple[NodePattern | RelationshipPattern | ParenthesizedPath, ...] = (
                NodePattern(part.start, part.start, None, None, None, None),
                part,
                NodePattern(part.end, part.end, None, None, None, None),
            )
        else:
            elements = part.path.elements
            if part.path.variable is not None:
                offset = part.path.start
                raise unsupported(self.planner.text, offset, "a path variable in a quantified part")
        for element in elements:
            if isinstance(element, ParenthesizedPath):
                raise unsupported(self.planner.text, element.start, "nested quantified parts")
            slots = iteration.nodes if isinstance(element, NodePattern) else iteration.relationships
            slot = self.graph.scope.frame.allocate()
            name = f"  i{slot}"
            if element.variable is not None:
                name = element.variable.name
                if name in iteration.names:
                    # The second place is one of its own that must hold the same.
                    at, end, name = element.variable.start, element.variable.end, f"  i{slot}"
                    both = (element.variable, Variable(at, end, name))
                    iteration.tests.append(Comparison(at, end, both, ("=",)))
                else:
                    named.append((element.variable, len(slots), isinstance(element, NodePattern)))
            iteration.names[name] = slot
            slots.append(slot)
            if isinstance(element, RelationshipPattern):
                iteration.steps.append((_plain_types(element), element.direction))
            iteration.tests += self._element_tests(element, name)
        if isinstance(part, ParenthesizedPath):
            iteration.tests += conjuncts(part.predicate)
        return iteration, named


def _plain_types(part: RelationshipPattern) -> tuple[str, ...] | None:
    return None if part.types is None else alternative_labels(part.types)
