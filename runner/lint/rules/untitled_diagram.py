"""A diagram that says nothing to those who do not see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.lint.rule import Finding, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.lint.context import Context
    from runner.page.model import Fence

_WORDS = {"accTitle": "title", "accDescr": "description"}


def _check(context: Context) -> Iterator[Finding]:
    for fence in context.page.fences:
        if not fence.info.strip("{} ").removeprefix(".").startswith("mermaid"):
            continue
        missing = [what for word, what in _WORDS.items() if not _has(fence, word)]
        if missing:
            words = " and ".join(word for word, what in _WORDS.items() if what in missing)
            message = f"this diagram has no {' and no '.join(missing)} for those who do not see it"
            yield Finding(fence.line, fence.column, f"{message}: {words}")


def _has(fence: Fence, word: str) -> bool:
    """Whether a statement of a diagram says something: ``word: text`` or ``word { text }``."""
    lines = [line.strip() for line in fence.content.lines()]
    for number, line in enumerate(lines):
        if not line.startswith(word):
            continue
        rest = line.removeprefix(word).strip()
        if rest.startswith(":"):
            return bool(rest[1:].strip())
        if rest.startswith("{"):
            text = "\n".join([rest[1:], *lines[number + 1 :]])
            return bool(text.partition("}")[0].strip())
    return False


RULE = Rule(
    "untitled-diagram",
    "a Mermaid diagram without title or description",
    "Who cannot see a diagram hears its title and its description, if it has any.\n"
    "Give each Mermaid diagram both: `accTitle: …`, and `accDescr: …` on one line\n"
    "or `accDescr { … }` on several.",
    _check,
)
