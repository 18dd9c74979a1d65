"""Walking a quantified part of a pattern: the graph times the automaton of its steps.

Variable length (``*1..3``) is a quantified part of one step. A part is walked from either end;
what it gives is always in the order in which the pattern is written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.plan.operator import Operator
from runner.cypher.plan.operators.expand import Unique, hops, node_at
from runner.cypher.store.records import NodeRecord, RelationshipRecord

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runner.cypher.eval.runtime import Row, State

    Test = Callable[[Row, State], bool]
    Trail = tuple[list[RelationshipRecord], list[NodeRecord]]


class Step:
    """One relationship of an iteration, in the direction of the walk.

    Attributes:
        hops: Gives a node's relationships and their other ends.
        binds: Slots for what the predicates see: the node before, the relationship, the node
            after; only set where there are predicates.
        tests: The predicates that are decided once this step is made.
    """

    __slots__ = ("binds", "hops", "tests")

    def __init__(
        self,
        types: tuple[str, ...] | None,
        direction: str,
        binds: tuple[int, int, int],
        tests: tuple[Test, ...],
    ) -> None:
        self.hops = hops(types, direction)
        self.binds = binds
        self.tests = tests


class Segment:
    """A quantified part, ready to be walked from one of its ends.

    Attributes:
        steps: The steps of one iteration, in the direction of the walk.
        lower, upper: How many iterations; `upper` None is no bound.
        backward: Whether the walk goes against the order of the pattern.
        mode: ``TRAIL`` (no relationship twice), ``ACYCLIC`` (no node twice) or ``WALK``.
    """

    __slots__ = ("backward", "lower", "mode", "steps", "tested", "upper")

    def __init__(
        self,
        steps: tuple[Step, ...],
        lower: int,
        upper: int | None,
        *,
        backward: bool = False,
        mode: str = "TRAIL",
    ) -> None:
        self.steps = steps
        self.lower = lower
        self.upper = upper
        self.backward = backward
        self.mode = mode
        self.tested = any(step.tests for step in steps)

    def trails(
        self, start: NodeRecord, row: Row, state: State, taken: set[RelationshipRecord]
    ) -> Iterator[Trail]:
        """Every way through the part from `start`, depth first.

        Yields relationships and nodes (one more) in the order of the walk: lists that the walk
        goes on to change. `taken` are relationships of the same MATCH; it is changed, too.
        """
        width = len(self.steps)
        least = self.lower * width
        most = None if self.upper is None else self.upper * width
        if most is not None and most < least:
            return
        free, acyclic = self.mode == "WALK", self.mode == "ACYCLIC"
        scratch = row.copy() if self.tested else row
        relationships: list[RelationshipRecord] = []
        nodes = [start]
        if least == 0:
            yield relationships, nodes
            if most == 0:
                return
        tick = state.tick
        stack = [iter(self.steps[0].hops(start))]
        while stack:
            for relationship, node in stack[-1]:
                if (not free and relationship in taken) or (acyclic and node in nodes):
                    continue
                tick()
                depth = len(relationships)
                step = self.steps[depth % width]
                relationships.append(relationship)
                nodes.append(node)
                if step.tests and not self._passes(depth, relationships, nodes, scratch, state):
                    relationships.pop()
                    nodes.pop()
                    continue
                depth += 1
                if not free:
                    taken.add(relationship)
                if depth >= least and depth % width == 0:
                    yield relationships, nodes
                if most is None or depth < most:
                    stack.append(iter(self.steps[depth % width].hops(node)))
                    break
                nodes.pop()
                taken.discard(relationships.pop())
            else:
                stack.pop()
                nodes.pop()
                if relationships:
                    taken.discard(relationships.pop())

    def _passes(
        self,
        depth: int,
        relationships: list[RelationshipRecord],
        nodes: list[NodeRecord],
        scratch: Row,
        state: State,
    ) -> bool:
        width = len(self.steps)
        first = depth - depth % width
        for position in range(first, depth + 1):
            before, along, after = self.steps[position - first].binds
            scratch[before] = nodes[position]
            scratch[along] = relationships[position]
            scratch[after] = nodes[position + 1]
        return all(test(scratch, state) for test in self.steps[depth - first].tests)

    def iterations(
        self, start: NodeRecord, row: Row, state: State
    ) -> Iterator[tuple[tuple[RelationshipRecord, ...], tuple[NodeRecord, ...]]]:
        """Every single iteration from `start`: its relationships and the nodes after them."""
        once = Segment(self.steps, 1, 1, mode=self.mode)
        for relationships, nodes in once.trails(start, row, state, set()):
            yield tuple(relationships), tuple(nodes[1:])


class Group:
    """A group variable: the list of what one part of an iteration was each time.

    `position` is 0 for the first node or relationship of the iteration, in pattern order.
    """

    __slots__ = ("is_node", "position", "slot")

    def __init__(self, slot: int, position: int, *, is_node: bool) -> None:
        self.slot = slot
        self.position = position
        self.is_node = is_node

    def values(
        self, relationships: list[RelationshipRecord], nodes: list[NodeRecord], width: int
    ) -> list[Any]:
        """Its value for a walk in pattern order."""
        if self.is_node:
            return nodes[self.position :: width][: len(relationships) // width]
        return relationships[self.position :: width]


class VarLengthExpand(Operator):
    """A row per way through a quantified part that starts at a bound node.

    Binds the node at the other end (or compares it, where `into`), the list of all its
    relationships, and the group variables.
    """

    __slots__ = ("groups", "other", "segment", "shown", "start", "trail", "unique")
    name = "VarLengthExpand(All)"
    into = False
    """Whether the node at the other end is bound already."""

    def __init__(
        self,
        source: Operator,
        slots: tuple[int, int, int],
        segment: Segment,
        groups: tuple[Group, ...],
        unique: Unique,
        shown: str,
    ) -> None:
        super().__init__(source)
        self.start, self.trail, self.other = slots
        self.segment = segment
        self.groups = groups
        self.unique = unique
        self.shown = shown

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        segment, groups, into = self.segment, self.groups, self.into
        backward, width = segment.backward, len(segment.steps)
        for row in self.sources[0].rows(state, argument):
            start = node_at(row, self.start, self.shown)
            if start is None:
                continue
            end = row[self.other] if into else None
            taken = self.unique.taken(row)
            for relationships, nodes in segment.trails(start, row, state, taken):
                if into and nodes[-1] is not end:
                    continue
                copy = row.copy()
                copy[self.other] = nodes[-1]
                found = relationships[::-1] if backward else relationships.copy()
                copy[self.trail] = found
                if groups:
                    ordered = nodes[::-1] if backward else nodes
                    for group in groups:
                        copy[group.slot] = group.values(found, ordered, width)
                yield copy

    def details(self) -> str:
        return self.shown


class VarLengthExpandPruning(VarLengthExpand):
    """A `VarLengthExpand` that gives each node it reaches once, and not the ways there.

    The part is of one step, may begin with its first or before it, and ends nowhere twice: a node
    that is reached at all is reached by a way without repeated relationships that is as short as
    any. Back to the start that holds only where the relationships have one direction.
    """

    __slots__ = ()
    name = "VarLengthExpand(Pruning,BFS,All)"

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        into, other = self.into, self.other
        for row in self.sources[0].rows(state, argument):
            start = node_at(row, self.start, self.shown)
            if start is None:
                continue
            end = row[other] if into else None
            for node in self._reached(start, row, state):
                if not into:
                    copy = row.copy()
                    copy[other] = node
                    yield copy
                elif node is end:
                    yield row
                    break

    def _reached(self, start: NodeRecord, row: Row, state: State) -> Iterator[NodeRecord]:
        segment = self.segment
        upper = segment.upper
        if upper is not None and upper < segment.lower:
            return
        (step,) = segment.steps
        before, along, after = step.binds
        scratch = row.copy() if step.tests else row
        taken = self.unique.taken(row)
        seen: set[NodeRecord] = set()
        if segment.lower == 0:
            seen.add(start)
            yield start
        level, depth, tick = [start], 0, state.tick
        while level and (upper is None or depth < upper):
            depth += 1
            leaving, level = level, []
            for node in leaving:
                tick()
                for relationship, reached in step.hops(node):
                    if reached in seen or relationship in taken:
                        continue
                    if step.tests:
                        scratch[before] = node
                        scratch[along] = relationship
                        scratch[after] = reached
                        if not all(test(scratch, state) for test in step.tests):
                            continue
                    seen.add(reached)
                    if reached is not start:
                        level.append(reached)
                    yield reached


class VarLengthExpandPruningInto(VarLengthExpandPruning):
    """A `VarLengthExpandPruning` between two bound nodes."""

    __slots__ = ()
    name = "VarLengthExpand(Pruning,BFS,Into)"
    into = True


class VarLengthExpandInto(VarLengthExpand):
    """A `VarLengthExpand` between two bound nodes."""

    __slots__ = ()
    name = "VarLengthExpand(Into)"
    into = True


class PathAssembly(Operator):
    """Binds a path variable from the nodes and relationships of its pattern.

    `pieces` are slots of single relationships or of lists of them, in order.
    """

    __slots__ = ("pieces", "shown", "slot", "start")
    name = "Projection"

    def __init__(
        self,
        source: Operator,
        slot: int,
        start: int,
        pieces: tuple[tuple[int, bool], ...],
        shown: str,
    ) -> None:
        super().__init__(source)
        self.slot = slot
        self.start = start
        self.pieces = pieces
        """Each a slot and whether it holds a list."""
        self.shown = shown

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        slot, start, pieces = self.slot, self.start, self.pieces
        for row in self.sources[0].rows(state, argument):
            row[slot] = assemble(row, start, pieces)
            yield row

    def details(self) -> str:
        return self.shown


def assemble(row: Row, start: int, pieces: tuple[tuple[int, bool], ...]) -> Any:
    """The path from the node in slot `start` along `pieces`; null when a part of it is null."""
    from runner.cypher.store.records import PathRecord

    node = row[start]
    if node is None:
        return None
    nodes = [node]
    relationships: list[RelationshipRecord] = []
    for slot, is_list in pieces:
        value = row[slot]
        if value is None:
            return None
        for relationship in value if is_list else (value,):
            node = relationship.other(node)
            relationships.append(relationship)
            nodes.append(node)
    return PathRecord(nodes, relationships)
