"""A run of many statements from one seed, and its report."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING

from tests.fuzz.comparing import Comparison
from tests.fuzz.grammar.csv_files import write_files
from tests.fuzz.grammar.draw import Draw
from tests.fuzz.grammar.graphs import graph
from tests.fuzz.grammar.statements import Statements
from tests.fuzz.shrink import shrink
from tests.fuzz.sides import Embedded

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.fuzz.answers import Difference
    from tests.fuzz.grammar.statements import Statement
    from tests.fuzz.sides import Side

GRAPH_EVERY = 100
"""Statements that run on one graph."""
SCHEMA_EVERY = 300
"""Statements after which constraints and indexes are dropped."""


@dataclass(frozen=True)
class Finding:
    """One difference: the graph, the statement as made, as shrunk, and what was answered."""

    setup: str
    original: Statement
    statement: Statement
    difference: Difference

    def __str__(self) -> str:
        parameters = (
            f"\n  parameters {self.statement.parameters}" if "$" in self.statement.text else ""
        )
        return (
            f"{self.statement.text}{parameters}\n  ours   {self.difference.ours}\n"
            f"  theirs {self.difference.theirs}"
        )


@dataclass
class Report:
    """What a campaign found."""

    compared: int = 0
    made: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    failed: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    findings: list[Finding] = field(default_factory=list)
    files: bool = True
    """Whether LOAD CSV was among the statements."""

    def __str__(self) -> str:
        by_kind: dict[str, list[Finding]] = defaultdict(list)
        for finding in self.findings:
            by_kind[finding.difference.kind].append(finding)
        lines = [f"{self.compared} statements compared, {len(self.findings)} differ"]
        lines.append(", ".join(f"{kind} {count}" for kind, count in sorted(self.made.items())))
        if not self.files:
            lines.append("without LOAD CSV: the server's import folder is not known")
        for kind, found in sorted(by_kind.items(), key=lambda item: -len(item[1])):
            lines.append(f"\n== {len(found)} {kind}")
            lines.extend(f"{finding}\n  graph  {finding.setup}" for finding in found)
        return "\n".join(lines)


def campaign(
    seed: str,
    server: Side,
    statements: int,
    *,
    minutes: float = 600,
    shrinking: bool = True,
    most: int = 100,
    tell: Callable[[Finding], None] = lambda _finding: None,
) -> Report:
    """Compare `statements` statements made from `seed`; stop early after `most` differences.

    LOAD CSV is left out where the server has no known folder; the files in it are written here.

    `tell` hears of each difference as soon as it is found and shrunk.
    """
    draw = Draw(seed)
    maker = Statements(draw, files=server.folder is not None)
    comparison = Comparison(Embedded(server.folder), server)
    report = Report(files=server.folder is not None)
    if server.folder is not None:
        write_files(server.folder, draw)
    end = monotonic() + minutes * 60
    for number in range(statements):
        if monotonic() > end or len(report.findings) >= most:
            break
        if number % SCHEMA_EVERY == 0:
            comparison.drop_rules()
        if number % GRAPH_EVERY == 0:
            comparison.use(graph(draw))
        statement = maker.statement()
        report.made[statement.kind] += 1
        found = comparison.difference(statement)
        report.compared += 1
        if found is not None:
            small = (statement, found)
            if shrinking and statement.kind != "schema":
                small = shrink(comparison, statement, found)
            report.findings.append(Finding(comparison.setup, statement, *small))
            tell(report.findings[-1])
    comparison.clean()
    return report
