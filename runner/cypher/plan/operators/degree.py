"""Degrees: how many relationships a node has, by type and direction.

The store keeps a node's relationships by type and direction, so that a degree is a length.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from runner.cypher.store.records import NodeRecord, RelationshipRecord


def has_hops(types: tuple[str, ...] | None, direction: str) -> Callable[[NodeRecord], bool]:
    """A function that tells whether `runner.cypher.plan.operators.expand.hops` gives any."""

    def has(node: NodeRecord) -> bool:
        return (direction != "<-" and _any(node.outgoing, types)) or (
            direction != "->" and _any(node.incoming, types)
        )

    return has


def _any(groups: dict[str, dict[int, RelationshipRecord]], types: tuple[str, ...] | None) -> bool:
    if types is None:
        return any(groups.values())
    return any(groups.get(type_) for type_ in types)


def count_of_hops(types: tuple[str, ...] | None, direction: str) -> Callable[[NodeRecord], int]:
    """A function that tells how many `runner.cypher.plan.operators.expand.hops` gives."""
    if direction == "-":
        return lambda node: _count_either_way(node, types)
    forth = direction == "->"
    if types is not None and len(types) == 1:
        (only,) = types

        def count_of_type(node: NodeRecord) -> int:
            return len((node.outgoing if forth else node.incoming).get(only, ()))

        return count_of_type

    def count(node: NodeRecord) -> int:
        groups = node.outgoing if forth else node.incoming
        if types is None:
            return sum(map(len, groups.values()))
        return sum([len(groups.get(type_, ())) for type_ in types])

    return count


def _count_either_way(node: NodeRecord, types: tuple[str, ...] | None) -> int:
    """Both ways; a loop, which is in both, counts once."""
    outgoing, incoming = node.outgoing, node.incoming
    count = 0
    for type_ in {*outgoing, *incoming} if types is None else types:
        leaving, arriving = outgoing.get(type_), incoming.get(type_)
        count += len(leaving or ()) + len(arriving or ())
        if leaving and arriving:
            count -= len(leaving.keys() & arriving.keys())
    return count


def type_degree(node: str, type_: str | None, direction: str) -> str:
    """``getDegree((n)-[:T]->())``."""
    left, right = ("<-" if direction == "<-" else "-"), ("->" if direction == "->" else "-")
    inside = "" if type_ is None else f"[:{type_}]"
    return f"getDegree(({node}){left}{inside}{right}())"
