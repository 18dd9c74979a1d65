"""What ``apoc.path.*`` follows: the filters of relationships, labels and nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.cypher.store.records import NodeRecord, RelationshipRecord

BOTH, OUTGOING, INCOMING = "both", "outgoing", "incoming"


class Verdict(NamedTuple):
    """Whether a path is given, and whether it is followed further."""

    include: bool
    follow: bool


class Step(NamedTuple):
    """A type of relationship, None for any, and its direction."""

    type: str | None
    direction: str


def read_steps(text: str) -> tuple[Step, ...]:
    """One step of a relationship filter, as ``KNOWS>|<LIKES``."""
    if not text.strip():
        return (Step(None, BOTH),)
    return tuple(_step(part.strip()) for part in text.split("|") if part.strip())


def _step(part: str) -> Step:
    incoming, outgoing = part.startswith("<"), part.endswith(">")
    name = part.removeprefix("<").removesuffix(">").removeprefix(":").strip()
    name = name.strip("`")
    direction = BOTH if incoming == outgoing else INCOMING if incoming else OUTGOING
    return Step(name or None, direction)


def relationships(node: NodeRecord, steps: tuple[Step, ...]) -> Iterator[RelationshipRecord]:
    """The relationships of a node that one of the steps takes; a loop is given once."""
    for step in steps:
        if step.direction != INCOMING:
            yield from _of(node.outgoing, step.type)
        if step.direction != OUTGOING:
            for each in _of(node.incoming, step.type):
                if step.direction == INCOMING or each.start is not each.end:
                    yield each


def _of(
    by_type: dict[str, dict[int, RelationshipRecord]], type_: str | None
) -> Iterator[RelationshipRecord]:
    if type_ is not None:
        yield from list(by_type.get(type_, {}).values())
        return
    for links in list(by_type.values()):
        yield from list(links.values())


class RelationshipFilter:
    """Steps by depth; the last is followed by the first again."""

    __slots__ = ("_first", "_steps")

    def __init__(self, texts: list[str], *, from_start: bool) -> None:
        steps = [read_steps(text) for text in texts] or [read_steps("")]
        self._first: tuple[Step, ...] | None = None
        if not from_start:
            self._first = steps[0]
            steps = steps[1:] or steps
        self._steps = steps

    def at(self, depth: int) -> tuple[Step, ...]:
        """The steps that lead from a node at a depth."""
        if self._first is None:
            return self._steps[depth % len(self._steps)]
        return self._first if depth == 0 else self._steps[(depth - 1) % len(self._steps)]


class LabelGroup:
    """One step of a label filter, as ``+Person|-Secret|/End|>Stop``."""

    __slots__ = ("allowed", "denied", "ends", "terminators")

    def __init__(self, text: str) -> None:
        self.allowed: list[frozenset[str]] = []
        self.denied: list[frozenset[str]] = []
        self.ends: list[frozenset[str]] = []
        self.terminators: list[frozenset[str]] = []
        for part in text.split("|"):
            word = part.strip()
            target = {"-": self.denied, "/": self.terminators, ">": self.ends}.get(
                word[:1], self.allowed
            )
            name = word.lstrip("+-/>") if word[:1] in "+-/>" else word
            if name:
                target.append(frozenset(name.removeprefix(":").split(":")))

    @property
    def ends_only(self) -> bool:
        """Whether only nodes that end a path are given."""
        return bool(self.ends or self.terminators)

    def judge(self, node: NodeRecord, *, ends_only: bool, too_near: bool) -> Verdict:
        """What becomes of a path that ends at `node`; `too_near` if below the least depth."""
        if _matches(self.denied, node):
            return Verdict(include=False, follow=False)
        if _matches(self.terminators, node):
            return Verdict(include=not too_near, follow=too_near)
        if _matches(self.ends, node):
            return Verdict(include=not too_near, follow=True)
        if not self.allowed or _matches(self.allowed, node):
            return Verdict(include=not (ends_only or too_near), follow=True)
        return Verdict(include=False, follow=False)


def _matches(groups: list[frozenset[str]], node: NodeRecord) -> bool:
    return any(group == {"*"} or group <= node.labels.keys() for group in groups)


class LabelFilter:
    """Groups by depth; the last is followed by the first again."""

    __slots__ = ("_ends_only", "_from_start", "_groups", "_start_counts")

    def __init__(self, texts: list[str], *, from_start: bool, filter_start: bool) -> None:
        self._groups = [LabelGroup(text) for text in texts]
        self._ends_only = any(group.ends_only for group in self._groups)
        self._from_start = from_start
        self._start_counts = filter_start and from_start

    def judge(self, node: NodeRecord, depth: int, least: int) -> Verdict:
        """What becomes of a path of a length that ends at `node`."""
        too_near = depth < least
        if depth == 0 and not self._start_counts:
            return Verdict(include=not (self._ends_only or too_near), follow=True)
        at = depth if self._from_start else depth - 1
        group = self._groups[at % len(self._groups)]
        return group.judge(node, ends_only=self._ends_only, too_near=too_near)


class NodeFilter:
    """Nodes that end paths, and nodes that are allowed or not, by themselves."""

    __slots__ = ("_allowed", "_denied", "_ends", "_filter_start", "_terminators")

    def __init__(
        self,
        ends: list[NodeRecord] | None,
        terminators: list[NodeRecord] | None,
        allowed: list[NodeRecord] | None,
        denied: list[NodeRecord] | None,
        *,
        filter_start: bool,
    ) -> None:
        self._ends = frozenset(ends or ())
        self._terminators = frozenset(terminators or ())
        self._allowed = frozenset((*allowed, *self._ends, *self._terminators)) if allowed else None
        self._denied = frozenset(denied or ())
        self._filter_start = filter_start

    def judge(self, node: NodeRecord, depth: int, least: int) -> Verdict:
        """What becomes of a path of a length that ends at `node`."""
        include = follow = True
        unwanted = node in self._denied or (self._allowed is not None and node not in self._allowed)
        if unwanted and (depth > 0 or self._filter_start):
            return Verdict(include=False, follow=False)
        if self._ends or self._terminators:
            if depth == 0 and not self._filter_start:
                return Verdict(include=False, follow=True)
            include = node in self._ends or node in self._terminators
            follow = node not in self._terminators or depth < least
        return Verdict(include=include, follow=follow)
