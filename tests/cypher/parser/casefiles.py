"""Reads files of titled cases, and writes trees short enough to read in them."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from runner.cypher.syntax.base import Syntax
from runner.cypher.syntax.expressions import Literal, Parameter, PropertyAccess, Variable
from runner.cypher.syntax.patterns import LabelName

# Where none and nothing written are two things.
EMPTY_COUNTS = ("imports", "yields", "group_by")
CASES = Path(__file__).parent / "cases"


class Case(NamedTuple):
    """A title, what is parsed, and what must come of it."""

    title: str
    source: str
    expected: str


def read_cases(name: str) -> list[Case]:
    """The cases of a file: ``=== title``, the source, ``---``, what is expected."""
    cases = []
    for part in (CASES / name).read_text(encoding="utf-8").split("=== ")[1:]:
        title, rest = part.split("\n", 1)
        source, expected = rest.split("\n---\n", 1)
        cases.append(Case(title, source, expected.strip()))
    return cases


def parameters(*names: str) -> list[object]:
    """The cases of these files for ``pytest.mark.parametrize``."""
    return [
        pytest.param(case, id=f"{Path(name).stem}: {case.title}")
        for name in names
        for case in read_cases(name)
    ]


def short(value: object) -> str:
    """A tree in one line: names and literals as themselves, fields that are absent left out."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(short, value))}]"
    if not isinstance(value, Syntax):
        return repr(value)
    if isinstance(value, Literal):
        return repr(value.value)
    if isinstance(value, Variable | LabelName):
        return value.name
    if isinstance(value, Parameter):
        return f"${value.name}"
    if isinstance(value, PropertyAccess):
        return f"{short(value.subject)}.{value.key}"
    fields = []
    for name in value._fields[2:]:
        field = getattr(value, name)
        empty = field == () and name not in EMPTY_COUNTS
        if field is not None and field is not False and not empty and not name.endswith("_start"):
            fields.append(f"{name}={short(field)}")
    return f"{type(value).__name__}({', '.join(fields)})"
