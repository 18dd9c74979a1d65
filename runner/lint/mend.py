"""Mends what rules found and know how to mend, and writes the page."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from runner.cypher.check import check
from runner.cypher.parser import parse
from runner.errors import EngineError
from runner.lint.process import lint_page
from runner.page.parse import parse_page
from runner.page.print import edited_bytes, spliced
from runner.render.blocks import block_problems
from runner.rewrite import conflict_marker
from runner.write import NotWritten, replace_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    from runner.lint.process import Found, PageLint
    from runner.lint.rule import Fix, Rule
    from runner.page.model import Cell, Fence, Page
    from runner.page.print import Edit

_MOST_ROUNDS = 50
"""Each round mends at least one finding, or is the last."""


def mend(page: Page, rules: tuple[Rule, ...]) -> PageLint:
    """Lint a page, mend what can be, write it where anything was, and say what is left.

    A fix is only kept when what it gives reads as the same page, but for what it meant to change.
    """
    original = page
    lint = lint_page(page, rules)
    marker = conflict_marker(page)
    if marker is not None:
        refusal = f"line {marker} holds a marker of an unresolved merge"
        fixable = any(each.finding.fix is not None for each in lint.findings)
        return replace(lint, refusal=refusal) if fixable else lint
    fixed: list[Found] = []
    refused: set[tuple[str, str]] = set()
    for _ in range(_MOST_ROUNDS):
        found = next((each for each in lint.findings if _can_try(each, refused)), None)
        if found is None or found.finding.fix is None or lint.problems:
            break
        mended = _with_fix(page, found.finding.fix)
        if mended is None:
            refused.add(_key(found))
            continue
        page, lint = mended, lint_page(mended, rules)
        fixed.append(found)
    if not fixed:
        return lint
    try:
        replace_file(original.path, original.data, page.data)
    except NotWritten as error:
        return replace(lint_page(original, rules), refusal=str(error))
    return replace(lint, fixed=tuple(fixed))


def _can_try(found: Found, refused: set[tuple[str, str]]) -> bool:
    return found.finding.fix is not None and _key(found) not in refused


def _key(found: Found) -> tuple[str, str]:
    """What tells a finding from others though lines move."""
    return found.rule.code, f"{found.finding.cell} {found.finding.message}"


def _with_fix(page: Page, fix: Fix) -> Page | None:
    """The page with a fix, or None where that is not the same page but for the fix."""
    if fix.fence is None:
        data = spliced(page, fix.edits)
    else:
        data = edited_bytes(page, {fix.fence: _edited(fix.fence.content.text, fix.edits)})
    mended = parse_page(page.path, text=data, check_block=block_problems)
    return mended if _is_safe(page, mended, fix.fence) else None


def _edited(text: str, edits: Sequence[Edit]) -> str:
    parts, at = [], 0
    for start, end, new in sorted(edits):
        parts += [text[at:start], new]
        at = end
    return "".join((*parts, text[at:]))


def _is_safe(before: Page, after: Page, changed: Fence | None) -> bool:
    if len(after.problems) > len(before.problems) or len(after.cells) != len(before.cells):
        return False
    return all(
        _is_same(old, new, sources_too=old.fence is not changed)
        for old, new in zip(before.cells, after.cells, strict=True)
    )


def _is_same(old: Cell, new: Cell, *, sources_too: bool) -> bool:
    """Whether a cell runs as it did before, as far as can be told without running it."""
    expected = [cell.expected.text if cell.expected else None for cell in (old, new)]
    same = (old.name, old.options, repr(old.data)) == (new.name, new.options, repr(new.data))
    if not same or expected[0] != expected[1]:
        return False
    if sources_too:
        return old.source == new.source
    return len(old.statements) == len(new.statements) and all(
        _is_sound(after.text) or not _is_sound(before.text)
        for before, after in zip(old.statements, new.statements, strict=True)
    )


def _is_sound(text: str) -> bool:
    """Whether a statement passes what is checked before it runs, in either version."""
    for language in ("25", "5"):
        try:
            statement = parse(text, language)
            check(statement, statement.language or language, None)
        except EngineError:
            continue
        return True
    return False
