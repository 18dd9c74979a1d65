"""Finds the pages that a page includes, in the order in which their setup cells run."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from runner.errors import UsageError
from runner.page.parse import parse_page
from runner.page.problems import Problems

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from runner.page.model import BlockProblem, Include, Page, Problem

MAX_DEPTH = 100
"""Includes of includes that nest deeper are refused."""


def resolve(
    page: Page, check_block: Callable[[str, str], list[BlockProblem]] | None = None
) -> tuple[tuple[Page, ...], tuple[Problem, ...]]:
    """The pages that `page` includes, and what is wrong with that.

    The pages come in the order in which they run, each once, includes of includes before those
    that ask for them; `page` itself is not among them. The problems are those of `page`: an
    include that is missing, circular or outside the project, and each error of an included page,
    what `check_block` finds in its expected blocks among them.
    """
    if not page.front_matter.include:
        return (), ()
    resolver = _Resolver(page, check_block)
    for include in page.front_matter.include:
        resolver.include(page, include, (include.line, include.column), ())
    return tuple(resolver.pages), resolver.problems.in_order()


class _Resolver:
    """Collects the pages that one page includes."""

    __slots__ = ("_check_block", "_done", "_page", "_root", "pages", "problems")

    def __init__(
        self, page: Page, check_block: Callable[[str, str], list[BlockProblem]] | None
    ) -> None:
        self._check_block = check_block
        self._page = page.path.resolve()
        self._root = project_root(page.path)
        self._done: set[Path] = set()
        self.pages: list[Page] = []
        self.problems = Problems()

    def include(
        self, page: Page, include: Include, place: tuple[int, int], chain: tuple[Path, ...]
    ) -> None:
        """Add what `include` of `page` names; `chain` are the pages that led to it.

        Problems stand at `place`, on the page that all of this is for.
        """
        target = self._target(page, include, place, via=bool(chain))
        if target is None:
            return
        if target in (self._page, *chain):
            names = " → ".join(self._name(path) for path in (self._page, *chain, target))
            self.problems.error(place, "include-circular", f"the includes go in a circle: {names}")
            return
        if len(chain) == MAX_DEPTH:
            message = f"includes nest more than {MAX_DEPTH} levels deep"
            self.problems.error(place, "include-circular", message)
            return
        if target in self._done:
            return
        self._done.add(target)
        try:
            included = parse_page(target, check_block=self._check_block)
        except UsageError as error:
            self.problems.error(place, "include-missing", str(error))
            return
        self._report_errors_of(included, place)
        for inner in included.front_matter.include:
            self.include(included, inner, place, (*chain, target))
        self.pages.append(included)

    def _target(
        self, page: Page, include: Include, place: tuple[int, int], *, via: bool
    ) -> Path | None:
        """The file that an include names, or None where it is reported."""
        named = f"`{include.path}`"
        if via:
            named += f" (included by {self._name(page.path.resolve())}, line {include.line})"
        if PurePath(include.path).is_absolute():
            self.problems.error(place, "include-outside", f"{named} is not relative to the page")
            return None
        try:
            target = (page.path.parent / include.path).resolve()
            is_file = target.is_file()
        except (OSError, ValueError, RuntimeError) as error:
            self.problems.error(place, "include-missing", f"cannot find {named}: {error}")
            return None
        if not target.is_relative_to(self._root):
            message = f"{named} is outside the project {self._root}"
            self.problems.error(place, "include-outside", message)
            return None
        if not is_file:
            self.problems.error(place, "include-missing", f"{named} is not there")
            return None
        return target

    def _report_errors_of(self, included: Page, place: tuple[int, int]) -> None:
        from runner.page.model import Severity

        for problem in included.problems:
            if problem.severity is Severity.ERROR:
                where = f"{self._name(included.path)}:{problem.line}:{problem.column}"
                self.problems.error(place, "include-malformed", f"{where}: {problem.text}")

    def _name(self, path: Path) -> str:
        """How a file is called in messages: by its path in the project."""
        return (
            path.relative_to(self._root).as_posix()
            if path.is_relative_to(self._root)
            else str(path)
        )


def project_root(path: Path) -> Path:
    """The folder that the includes of a page must stay in, links resolved.

    The nearest one upward that holds ``pyproject.toml`` or ``.git``, else the page's own.
    """
    own = path.resolve().parent
    for folder in (own, *own.parents):
        if (folder / "pyproject.toml").exists() or (folder / ".git").exists():
            return folder
    return own
