"""``runner fmt``: put the blocks of pages in canonical form."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from runner.cli.options import NamedPath, color_option

if TYPE_CHECKING:
    from runner.fmt import PageFormat
    from runner.report.paint import Painter


@click.command("fmt")
@click.argument("paths", nargs=-1, required=True, type=NamedPath())
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if something would change.")
@click.option(
    "--cypher",
    is_flag=True,
    help="Lay out the Cypher of cells too: a line for each clause, keywords in capitals.",
)
@color_option("what is shown")
def command(paths: tuple[Path, ...], check: bool, cypher: bool, color: str) -> int:
    """Put the expected and data blocks of the pages at PATHS in canonical form.

    Nothing is run, and no block says anything else afterwards: tables get their padding, values
    their one spelling, JSON its blanks and indentation. Wildcards and ids stay, and so does
    where the lines of JSON break. Cypher is left alone, unless you say --cypher; then its tokens
    and comments stay the same, and a statement that would not parse is not touched.
    """
    from runner.execute import read_page
    from runner.fmt import fmt_exit_code, format_page
    from runner.page.discover import find_pages
    from runner.report.paint import Painter

    painter = Painter(sys.stdout, color)
    done: list[PageFormat] = []
    for file in find_pages(paths):
        result = format_page(read_page(file), cypher=cypher, write=not check)
        done.append(result)
        _report(painter, result)
    _finish(painter, done)
    return int(fmt_exit_code(done))


def _report(painter: Painter, result: PageFormat) -> None:
    from runner.report.base import one_line

    page = result.page
    shown = one_line(page.path)
    for problem in page.problems if page.is_malformed else ():
        place = f"{shown}:{problem.line}:{problem.column}"
        severity = painter.paint(problem.severity.value, "red")
        painter.line(f"{place}: {severity}: {problem.text} [{problem.code}]")
    verb = "formatted" if result.written else "not in canonical form"
    for change in result.changes:
        painter.line(f"{shown}:{change.fence.line}: {change.what}: {verb}")
    if result.refusal is not None:
        painter.line(f"{shown}: {painter.paint('not written', 'red')}: {result.refusal}")


def _finish(painter: Painter, done: list[PageFormat]) -> None:
    if not done:
        painter.line(
            "nothing to format: no page at the given paths (a page is a Markdown file with a "
            "```cypher fence that has cell=NAME)"
        )
        return
    pages = "1 page" if len(done) == 1 else f"{len(done)} pages"
    written = sum(len(result.changes) for result in done if result.written)
    left = sum(len(result.changes) for result in done if not result.written)
    parts = [f"{written} formatted"] if written or not left else []
    parts += [f"{left} not in canonical form"] if left else []
    painter.line(f"{pages}: {', '.join(parts)}")
