"""A search of a vector index leaves entries out early, and never one of the answer."""

from __future__ import annotations

from random import Random

import pytest

from runner.cypher.database import Database
from runner.cypher.store.committed import VectorIndex


def _index(similarity: str, dimensions: int, vectors: list[list[float]]) -> VectorIndex:
    database = Database()
    session = database.session()
    session.run(
        "CREATE VECTOR INDEX v FOR (n:V) ON (n.v) OPTIONS { indexConfig: { "
        f"`vector.dimensions`: {dimensions}, `vector.similarity_function`: '{similarity}' }} }}"
    )
    for vector in vectors:
        session.run("CREATE (:V {v: $v})", {"v": [*vector]})
    index = database.graph.schema.indexes["v"]
    assert isinstance(index, VectorIndex)
    return index


def _vectors(random: Random, dimensions: int, spread: float) -> list[list[float]]:
    """Vectors around a few centres, some of them twice, some of them far longer than others."""
    centres = [[random.gauss(0, 1) for _ in range(dimensions)] for _ in range(4)]
    made = [[x + random.gauss(0, spread) for x in random.choice(centres)] for _ in range(120)]
    made += random.sample(made, 20)
    made += [[x * 1000 for x in vector] for vector in random.sample(made, 10)]
    return made


@pytest.mark.parametrize("similarity", ["cosine", "euclidean"])
@pytest.mark.parametrize("dimensions", [1, 8, 32, 64, 65])
@pytest.mark.parametrize("spread", [0.0, 0.3, 2.0])
def test_the_nearest_are_those_of_a_full_comparison(
    similarity: str, dimensions: int, spread: float
) -> None:
    random = Random(f"{similarity} {dimensions} {spread}")
    vectors = _vectors(random, dimensions, spread)
    index = _index(similarity, dimensions, vectors)
    for vector in random.sample(vectors, 8):
        query = index.prepare([x + random.choice((0.0, 0.1)) for x in vector])
        assert query is not None
        everything = index.nearest(query, len(vectors))
        assert len(everything) == len(vectors)
        for count in (1, 2, 10, 50):
            assert index.nearest(query, count) == everything[:count]


def test_none_are_asked_for() -> None:
    index = _index("cosine", 2, [[1.0, 0.0]])
    assert index.nearest((1.0, 0.0), 0) == []
