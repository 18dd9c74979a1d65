"""Scores of vectors: in 32-bit floats, step by step in that precision as Neo4j's are.

In high dimensions the parallel sums of Neo4j's processor may differ in the last bits.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from runner.values.numbers import to_float32

if TYPE_CHECKING:
    from collections.abc import Sequence


def unit(vector: Sequence[float]) -> tuple[float, ...] | None:
    """The vector of length 1 in the direction of `vector`; None where it has no direction."""
    norm = math.sqrt(sum(x * x for x in vector))
    if not 0 < norm < math.inf:
        return None
    return tuple([to_float32(x / norm) for x in vector])


def narrow(vector: Sequence[float]) -> tuple[float, ...] | None:
    """`vector` in 32-bit floats; None where a coordinate is not finite in them."""
    found = tuple([to_float32(x) for x in vector])
    return found if all(map(math.isfinite, found)) else None


def cosine_score(a: Sequence[float], b: Sequence[float]) -> float:
    """(1 + cos)/2 of two vectors of `unit`."""
    cosine = 0.0
    for x, y in zip(a, b, strict=True):
        cosine = to_float32(cosine + x * y)
    return max(to_float32((1 + cosine) / 2), 0.0)


def euclidean_score(a: Sequence[float], b: Sequence[float]) -> float:
    """1/(1 + d²) of two vectors of 32-bit floats at distance d."""
    squares = 0.0
    for x, y in zip(a, b, strict=True):
        difference = to_float32(x - y)
        squares = to_float32(squares + difference * difference)
    return to_float32(1 / to_float32(1 + squares))
