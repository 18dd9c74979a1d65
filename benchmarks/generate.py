"""A graph of people who know each other, the same for the same size and seed."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

RELATIONSHIPS_PER_NODE = 5
DIMENSIONS = 64
CITIES = 20
OLDEST = 99
NODES_PER_CLUSTER = 50
"""Vectors lie around common centres, as embeddings do: what is near is nearer than the rest."""


@dataclass(frozen=True, slots=True)
class People:
    """The data of one benchmark, as parameters of the statements that load it."""

    nodes: list[dict[str, Any]]
    """``id`` (from 0 on), ``name``, ``age``, ``city`` and ``score`` of each ``:Person``."""
    relationships: list[dict[str, Any]]
    """``source`` and ``target`` (ids) and ``since`` of each ``:KNOWS``, in order of its start."""
    vectors: list[list[float]]
    """The ``vector`` of each node, of `DIMENSIONS` floats; none where they were not asked for."""

    @property
    def size(self) -> int:
        """How many nodes there are."""
        return len(self.nodes)


def generate(size: int, seed: int = 1, *, vectors: bool = True) -> People:
    """People of a number, each of whom knows five others."""
    random = Random(f"people {size} {seed}")
    nodes = [
        {
            "id": number,
            "name": f"person {number}",
            "age": random.randint(0, OLDEST),
            "city": f"city {random.randrange(CITIES)}",
            "score": random.random(),
        }
        for number in range(size)
    ]
    relationships = [
        {"source": number, "target": other, "since": random.randint(1990, 2025)}
        for number in range(size)
        for other in _others(random, number, size)
    ]
    return People(nodes, relationships, _vectors(random, size) if vectors else [])


def _others(random: Random, number: int, size: int) -> list[int]:
    """Different people, none of them the one with this number."""
    chosen = random.sample(range(size - 1), RELATIONSHIPS_PER_NODE)
    return [other + (other >= number) for other in chosen]


def _vectors(random: Random, size: int) -> list[list[float]]:
    centres = [_point(random, 1.0) for _ in range(max(1, size // NODES_PER_CLUSTER))]
    return [
        [centre + offset for centre, offset in zip(chosen, _point(random, 0.3), strict=True)]
        for chosen in random.choices(centres, k=size)
    ]


def _point(random: Random, spread: float) -> list[float]:
    return [random.gauss(0.0, spread) for _ in range(DIMENSIONS)]
