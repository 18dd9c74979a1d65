"""``runner lint``: say what is doubtful about pages."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from runner.cli.options import NamedPath, color_option

if TYPE_CHECKING:
    from runner.lint.process import PageLint
    from runner.lint.report import LintReporter


@click.command("lint")
@click.argument("paths", nargs=-1, type=NamedPath())
@click.option("--fix", is_flag=True, help="Mend what can be mended without a doubt.")
@click.option("--select", metavar="CODES", help="Use these rules only, with commas between.")
@click.option("--ignore", metavar="CODES", help="Do not use these rules.")
@click.option("--list", "list_", is_flag=True, help="List the rules and end.")
@click.option("--explain", metavar="CODE", help="Say what a rule is for and end.")
@click.option(
    "--format",
    "format_",
    type=click.Choice(["terminal", "json"]),
    default="terminal",
    show_default=True,
    help="How to report.",
)
@click.option("-q", "--quiet", is_flag=True, help="Say nothing where nothing is found.")
@color_option("the terminal report")
def command(
    paths: tuple[Path, ...],
    fix: bool,
    select: str | None,
    ignore: str | None,
    list_: bool,
    explain: str | None,
    format_: str,
    quiet: bool,
    color: str,
) -> int:
    """Say what is doubtful about the pages at PATHS, though they may be true.

    Nothing is run: rules look at the page's parts and at its Cypher, parsed. A finding is
    silenced by a comment before what it is about, or for a whole page:

    \b
    <!-- lint: ignore=CODE,CODE reason="why" -->
    <!-- lint: ignore-page=CODE -->

    In pyproject.toml, [tool.runner.lint] may have the lists `select` and `ignore`.

    Exit status: 0 nothing found; 1 something found; 2 a page is malformed; 4 there was no page.
    """
    if list_:
        return _list_rules()
    if explain is not None:
        return _explain(explain)
    if not paths:
        raise click.UsageError("Missing argument 'PATHS...'.")
    from runner.config import load_settings
    from runner.lint.process import lint_exit_code, lint_files
    from runner.lint.table import chosen
    from runner.page.discover import find_pages

    settings = load_settings(Path.cwd()).lint
    rules = chosen(
        _codes(select) if select is not None else settings.select,
        (*settings.ignore, *_codes(ignore)),
    )
    reporter = _reporter(format_, color, quiet=quiet)
    pages: list[PageLint] = []
    for page in lint_files(find_pages(paths), rules, fix=fix):
        pages.append(page)
        reporter.page(page)
    reporter.finish(pages)
    return int(lint_exit_code(pages))


def _codes(text: str | None) -> list[str]:
    return [code.strip() for code in (text or "").split(",") if code.strip()]


def _reporter(format_: str, color: str, *, quiet: bool) -> LintReporter:
    from runner.lint.report import JsonLintReporter, TerminalLintReporter

    if format_ == "json":
        return JsonLintReporter(sys.stdout)
    return TerminalLintReporter(sys.stdout, color=color, quiet=quiet)


def _list_rules() -> int:
    from runner.lint.table import RULES

    width = max(len(rule.code) for rule in RULES)
    for rule in RULES:
        mark = " (--fix)" if rule.fixable else ""
        click.echo(f"{rule.code:{width}}  {rule.title}{mark}")
    return 0


def _explain(code: str) -> int:
    from runner.lint.table import rule

    found = rule(code)
    click.echo(f"{found.code}: {found.title}\n\n{found.explanation}")
    return 0
