"""Floats that may differ in the last places: of the functions that are the platform's.

`pages/cypher/limits.md` names them, under "What differs without a refusal": Java's mathematics is
not the platform's. Everything else in an answer, and every float of another statement, is equal.
"""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.fuzz.answers import Answer

PLACES = 4
"""Units in the last place that pass: one of the function, the rest of what is done with it."""
_INEXACT = re.compile(
    r"(?<![\w.])(?:sin|cos|tan|cot|haversin|exp|log|ln|point\.distance)\(| \^ ", re.IGNORECASE
)
_FLOAT = re.compile(r"-?\d+\.\d+(?:[eE][-+]?\d+)?")


def is_inexact(text: str) -> bool:
    """Whether a statement calls one of the functions that are the platform's."""
    return _INEXACT.search(text) is not None


def brought_near(ours: Answer, theirs: Answer, *, ordered: bool) -> Answer:
    """`theirs` with our floats where they are as good as equal, in every row and entity."""
    if len(ours.rows) != len(theirs.rows) or len(ours.graph) != len(theirs.graph):
        return theirs
    mine: Sequence[tuple[str, ...]] = ours.rows if ordered else sorted(ours.rows)
    other: Sequence[tuple[str, ...]] = theirs.rows if ordered else sorted(theirs.rows)
    rows = tuple(
        here if len(here) == len(there) and all(map(_near, here, there)) else there
        for here, there in zip(mine, other, strict=True)
    )
    graph = tuple(
        here if _near(here, there) else there
        for here, there in zip(ours.graph, theirs.graph, strict=True)
    )
    return replace(theirs, rows=rows, graph=graph)


def _near(here: str, there: str) -> bool:
    """Whether two texts are alike but for the last places of floats in them."""
    if here == there:
        return True
    if _FLOAT.sub("", here) != _FLOAT.sub("", there):
        return False
    mine, other = (list(map(float, _FLOAT.findall(text))) for text in (here, there))
    return all(
        abs(a - b) <= PLACES * math.ulp(max(abs(a), abs(b)))
        for a, b in zip(mine, other, strict=True)
    )
