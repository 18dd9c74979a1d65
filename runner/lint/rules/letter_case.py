"""Names that differ in nothing but capitals and small letters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.lint.names import names
from runner.lint.rule import Finding, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.lint.context import Context, PageStatement
    from runner.lint.names import Name

_EFFECTS = {
    "label": "to the database these are two labels",
    "relationship type": "to the database these are two types",
    "property key": "to the database these are two keys",
    "variable": "in one statement these would be two variables",
}


def _check(context: Context) -> Iterator[Finding]:
    first: dict[tuple[str, str], list[tuple[Name, PageStatement]]] = {}
    for statement in context.statements:
        if statement.tree is None or statement.cell.expect_error:
            continue
        for name in names(statement.tree):
            spellings = first.setdefault((name.kind, name.text.casefold()), [])
            if any(name.text == known.text for known, _ in spellings):
                continue
            spellings.append((name, statement))
    for (kind, _), spellings in first.items():
        known, where = spellings[0]
        line, _ = where.place(known.offset)
        for name, statement in spellings[1:]:
            message = (
                f"the {kind} `{name.text}` differs only in case from `{known.text}` on line "
                f"{line}; {_EFFECTS[kind]}"
            )
            yield Finding(*statement.place(name.offset), message, statement.cell.name)


RULE = Rule(
    "letter-case",
    "names that differ in case only",
    "Labels, relationship types, property keys and variables heed capitals:\n"
    "`:Person` finds no `:person`. Two spellings on one page are a slip, or confuse\n"
    "readers. Cells with `expect=error` are left alone, and so are keys of maps\n"
    "that are no properties, and column names.",
    _check,
)
