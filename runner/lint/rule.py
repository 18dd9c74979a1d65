"""The contract of rules: what a rule is, what it finds, and how that may be mended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from runner.page.model import Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runner.lint.context import Context
    from runner.page.model import Fence
    from runner.page.print import Edit

    Check: TypeAlias = Callable[[Context], Iterator["Finding"]]

ERROR, WARNING = Severity.ERROR, Severity.WARNING


class Fix(NamedTuple):
    """Changes of the page's text that mend a finding without changing what the page says."""

    edits: tuple[Edit, ...]
    """Ranges of offsets, and what is to stand there."""
    fence: Fence | None = None
    """The fence in whose content the offsets count; None where they count in the page's text."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One place that a rule has something to say about."""

    line: int
    column: int
    message: str
    cell: str | None = None
    """The name of the cell that it is about; None where it is about none."""
    fix: Fix | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule."""

    code: str
    """Its stable name, as ``unused-data``."""
    title: str
    """What it finds, in a few words without a full stop."""
    explanation: str
    """Why that matters and what to do, as Markdown: paragraphs, and lines of at most 78."""
    check: Check
    severity: Severity = WARNING
    fixable: bool = False
    """Whether any of its findings has a fix."""
    any_text: bool = False
    """Whether it also looks at malformed pages, of whose cells little can be said."""
