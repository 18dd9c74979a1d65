"""A comment that silences nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.lint.rule import Finding, Fix, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.lint.context import Context


def _check(context: Context) -> Iterator[Finding]:
    from runner.lint.table import by_code, suggestion

    ignores = context.ignores
    for word in ignores.unreadable:
        message = (
            f"cannot read `{word.text}`: write `<!-- lint: ignore=CODE -->`, "
            '`ignore-page=CODE`, and maybe `reason="…"`'
        )
        yield Finding(word.line, word.column, message)
    known = by_code()
    unused = list(ignores.unused())
    kept = {each.line for each in ignores.all if each not in unused or each.code not in known}
    for ignore in unused:
        if ignore.code not in known:
            message = f"no rule has the code `{ignore.code}`{suggestion(ignore.code)}"
            yield Finding(ignore.line, ignore.column, message)
            continue
        fix = None
        if ignore.line not in kept:
            lines = context.page.lines
            start = lines.starts[ignore.line - 1]
            fix = Fix(((start, lines.next_start(ignore.line), ""),))
        message = f"nothing here is silenced by `{ignore.code}`"
        yield Finding(ignore.line, ignore.column, message, fix=fix)


RULE = Rule(
    "unused-ignore",
    "a comment that silences nothing",
    "`<!-- lint: ignore=CODE -->` is for one finding. When that has gone, or the\n"
    "code is misspelt, the comment hides the next finding of its kind, or nothing.\n"
    "--fix takes a line out that does nothing at all.",
    _check,
    fixable=True,
)
