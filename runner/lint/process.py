"""Lints pages: which findings stand, which are silenced, and which were mended."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from runner.execute import read_page
from runner.lint.context import Context
from runner.lint.ignores import Ignores
from runner.lint.outline import read_outline
from runner.outcome import ExitCode
from runner.page.include import resolve
from runner.page.model import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from runner.lint.rule import Finding, Rule
    from runner.page.model import Page, Problem


class Found(NamedTuple):
    """A finding with the rule that made it."""

    rule: Rule
    finding: Finding


@dataclass(frozen=True, slots=True)
class PageLint:
    """What was found on one page."""

    path: Path
    problems: tuple[Problem, ...] = ()
    """Errors of the page: it is malformed, and most rules have not looked at it."""
    findings: tuple[Found, ...] = ()
    """By place."""
    silenced: int = 0
    """How many more there are that comments silence."""
    fixed: tuple[Found, ...] = field(default=())
    """Findings that are mended, at the places where they were."""
    refusal: str | None = None
    """Why nothing was written, where something could have been mended."""

    @property
    def exit_code(self) -> ExitCode:
        """What this page alone makes of the exit status."""
        if self.problems:
            return ExitCode.MALFORMED
        return ExitCode.NOT_TRUE if self.findings else ExitCode.TRUE


def lint_files(
    files: Iterable[Path], rules: tuple[Rule, ...], *, fix: bool = False
) -> Iterator[PageLint]:
    """Lint the pages in `files` one after another; with `fix` mend what is safe, and write."""
    from runner.lint.mend import mend

    for file in files:
        page = read_page(file)
        if page.is_page:
            yield mend(page, rules) if fix else lint_page(page, rules)


def lint_page(page: Page, rules: tuple[Rule, ...]) -> PageLint:
    """What the rules find on a page."""
    ignores = Ignores(page, read_outline(page))
    context = Context(page, ignores)
    errors = _errors(page)
    found: list[Found] = []
    silenced = 0
    for rule in rules:
        if errors and not rule.any_text:
            continue
        for finding in rule.check(context):
            if ignores.silence(rule.code, finding.line):
                silenced += 1
            else:
                found.append(Found(rule, finding))
    found.sort(key=lambda each: (each.finding.line, each.finding.column))
    return PageLint(page.path, errors, tuple(found), silenced)


def _errors(page: Page) -> tuple[Problem, ...]:
    """What makes a page malformed, its includes among it."""
    _, of_includes = resolve(page)
    errors = [each for each in (*page.problems, *of_includes) if each.severity is Severity.ERROR]
    return tuple(sorted(errors, key=lambda each: (each.line, each.column)))


def lint_exit_code(pages: Iterable[PageLint]) -> ExitCode:
    """The worst of the pages'."""
    return max((page.exit_code for page in pages), default=ExitCode.NOTHING)
