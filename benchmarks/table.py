"""Ratios as a Markdown table."""

from __future__ import annotations

from math import exp, log
from statistics import median
from typing import TYPE_CHECKING

from benchmarks.measure import Ratio, ratio
from benchmarks.statements import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.measure import Timing
    from benchmarks.statements import Statement

NOTHING = "–"
"""Where an engine cannot run the statement."""
DIFFERS = "≠"
"""Where it gives another answer."""


def table(results: Sequence[tuple[Statement, Sequence[Timing]]]) -> str:
    """A row per statement: the first engine's milliseconds, and its ratios to each of the others.

    Each cold and warm, ratios as minimum/median/maximum. A ratio below 1 says that the first
    engine is ahead.
    """
    names = [timing.engine for timing in results[0][1]]
    header = ["statement", "kind"]
    for state in ("cold", "warm"):
        header.append(f"{names[0]} {state}, ms")
        header += [f"to {name} {state}" for name in names[1:]]
    rows = [header, ["---"] * 2 + ["---:"] * (len(header) - 2)]
    for statement, timings in results:
        cells = [statement.name, statement.kind.value]
        for warm in (False, True):
            cells += _cells(timings, warm=warm)
        rows.append(cells)
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _cells(timings: Sequence[Timing], *, warm: bool) -> list[str]:
    own = _times(timings[0], warm=warm)
    cells = [f"{median(own) * 1000:.3g}" if own else _refusal(timings[0])]
    for other in timings[1:]:
        found = ratio(own, _times(other, warm=warm))
        cells.append(_refusal(other) if found is None else _shown(found))
    return cells


def _times(timing: Timing, *, warm: bool) -> Sequence[float]:
    return timing.warm if warm else timing.cold


def _refusal(timing: Timing) -> str:
    return DIFFERS if (timing.refusal or "").startswith("differs") else NOTHING


def _shown(found: Ratio) -> str:
    return "/".join(f"{number:.2g}" for number in (found.least, found.median, found.most))


def summary(results: Sequence[tuple[Statement, Sequence[Timing]]]) -> list[str]:
    """A line per engine beside the first: the geometric means of the medians, and the worst."""
    lines = []
    for position, timing in enumerate(results[0][1][1:], start=1):
        for state, warm in (("cold", False), ("warm", True)):
            found = {
                statement: pair.median
                for statement, timings in results
                if (
                    pair := ratio(
                        _times(timings[0], warm=warm), _times(timings[position], warm=warm)
                    )
                )
            }
            if found:
                lines.append(_line(f"{timing.engine}, {state}", found))
    return lines


def _line(name: str, found: dict[Statement, float]) -> str:
    bounded = {s: r for s, r in found.items() if s.kind not in (Kind.WHOLE, Kind.VECTOR)}
    worst = max(found, key=lambda statement: found[statement])
    text = (
        f"to {name}: geometric mean {_mean(found.values()):.2g} of {len(found)} statements, ahead "
        f"on {sum(each < 1 for each in found.values())}; worst {found[worst]:.2g} ({worst.name})"
    )
    if bounded:
        slowest = max(bounded, key=lambda statement: bounded[statement])
        text += (
            f"; without whole-graph scans and vectors: geometric mean "
            f"{_mean(bounded.values()):.2g}, worst {bounded[slowest]:.2g} ({slowest.name})"
        )
    return text


def _mean(numbers: object) -> float:
    values = list(numbers)  # type: ignore[call-overload]
    return exp(sum(map(log, values)) / len(values))
