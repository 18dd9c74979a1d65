"""The page about APOC lists what there is and what is missing, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

from runner.cypher import apoc
from runner.cypher.apoc.missing import FUNCTIONS, PROCEDURES

PAGE = Path(__file__).parents[3] / "pages" / "cypher" / "apoc.md"


def listed(start: str, end: str) -> list[str]:
    """The names in the lists between two lines of the page."""
    text = PAGE.read_text("utf-8")
    part = text[text.index(start) : text.index(end) if end else None]
    return re.findall(r"^- `(apoc\.[\w.]+)`$", part, re.MULTILINE)


def names(kind: str) -> list[str]:
    every = apoc.all_functions if kind == "functions" else apoc.all_procedures
    return sorted({each.name for language in ("5", "25") for each in every(language)})


def test_what_there_is_is_listed() -> None:
    functions, procedures = names("functions"), names("procedures")
    assert listed("## What there is", "## What is missing") == [*functions, *procedures]
    text = PAGE.read_text("utf-8")
    assert f"{len(functions)} functions:" in text
    assert f"and {len(procedures)} procedures:" in text


def test_what_is_missing_is_listed() -> None:
    assert listed("## What is missing", "") == [*FUNCTIONS, *PROCEDURES]


def test_what_only_cypher_5_has_is_said() -> None:
    modern = {each.name for each in (*apoc.all_functions("25"), *apoc.all_procedures("25"))}
    old = [name for name in (*names("functions"), *names("procedures")) if name not in modern]
    [sentence] = re.findall(r"^`apoc\.[^#]*? are in Cypher 5 only\.", PAGE.read_text("utf-8"), re.M)
    assert sorted(re.findall(r"`(apoc\.[\w.]+)`", sentence)) == sorted(old)
