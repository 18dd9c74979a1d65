"""``python -m benchmarks.pages``: pages a second, beside other tools, and memory.

Each tool is run as a command of its own, in turn, on a set of files that do the same. What a tool
says of its set must be that all of it is true.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

import click

from benchmarks.sets import python_cells, write_documents, write_notebooks, write_pages

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "pages" / "tool-call-provenance.md"
PYTEST = ("pytest", "-q", "-p", "no:cacheprovider")


class Tool(NamedTuple):
    """A command that runs a set of files."""

    name: str
    module: str
    """What has to be installed."""
    arguments: tuple[str, ...]
    """Of ``python -m``; the folder of files comes last."""
    kind: str
    """The set that it runs."""


class Run(NamedTuple):
    """One run of a tool."""

    seconds: float
    most_bytes: int
    """The most memory that its first process ever had."""


def tools(jobs: int) -> list[Tool]:
    """What is compared, `runner` on one core first."""
    return [
        Tool("runner", "runner", ("runner", "check"), "pages"),
        Tool(f"runner -j {jobs}", "runner", ("runner", "check", "-j", str(jobs)), "pages"),
        Tool("pytest with our plugin", "pytest", (*PYTEST, "-p", "pytest_cypher_pages"), "pages"),
        Tool("nbval", "nbval", (*PYTEST, "--nbval", "-p", "no:cypher-pages"), "notebooks"),
        Tool("Sybil", "sybil", (*PYTEST, "-p", "no:cypher-pages"), "documents"),
    ]


def run(tool: Tool, folder: Path) -> Run:
    """Run a tool on a folder. Raises `RuntimeError` where it says that something is not true."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    # Plugins of pytest that happen to be installed would be timed as well.
    environment |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"} if tool.kind == "pages" else {}
    begun = perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", *tool.arguments, str(folder)],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:
        assert process.stdout is not None
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = perf_counter() - begun
    if process.returncode != 0:
        raise RuntimeError(f"{tool.name} ended with {process.returncode}:\n{output.decode()}")
    return Run(seconds, usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024))


@click.command()
@click.option("--pages", default=500, show_default=True, help="How many pages runner runs.")
@click.option("--others", default=20, show_default=True, help="How many files other tools run.")
@click.option("--repeat", default=3, show_default=True, help="How often each tool is run.")
@click.option("--jobs", default=2, show_default=True, help="Processes of runner -j.")
def main(pages: int, others: int, repeat: int, jobs: int) -> None:
    """Run copies of one page of 22 cells, and the same as notebooks and as Python in Markdown."""
    with TemporaryDirectory() as name:
        folder = Path(name).resolve()
        cells = python_cells(SAMPLE)
        write_pages(folder / "pages", SAMPLE, pages)
        write_pages(folder / "few", SAMPLE, max(pages // 5, 1))
        write_notebooks(folder / "notebooks", cells, others)
        write_documents(folder / "documents", cells, others)
        there = [tool for tool in tools(jobs) if find_spec(tool.module) is not None]
        found: dict[str, list[Run]] = {tool.name: [] for tool in there}
        for _ in range(repeat):
            for tool in there:
                found[tool.name].append(run(tool, folder / tool.kind))
        few = run(there[0], folder / "few")
    rates = {
        tool.name: [(pages if tool.kind == "pages" else others) / r.seconds for r in runs]
        for tool, runs in zip(there, found.values(), strict=True)
    }
    click.echo("| tool | pages a second | runner is so many times as quick |")
    click.echo("| --- | ---: | ---: |")
    for tool_name, own in rates.items():
        ratios = [one / other for one, other in zip(rates[there[0].name], own, strict=True)]
        shown = "/".join(f"{each:.2g}" for each in (min(ratios), median(ratios), max(ratios)))
        click.echo(f"| {tool_name} | {median(own):.3g} | {shown} |")
    most = max(each.most_bytes for each in found[there[0].name])
    click.echo(
        f"\n{pages} pages in one process: at most {most / 1e6:.1f} MB; "
        f"{max(pages // 5, 1)} pages: {few.most_bytes / 1e6:.1f} MB"
    )


if __name__ == "__main__":
    main()
