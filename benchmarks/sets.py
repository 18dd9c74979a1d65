"""Many pages, and what other tools run in their place: notebooks, and Markdown with Python.

Every set does the same: each cell of the sample page runs its statements on a session of the
embedded engine and its result, as a table, is compared with one that was written down.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from runner.execute import read_page

if TYPE_CHECKING:
    from pathlib import Path

PREPARATION = """\
from dataclasses import replace

import runner
from runner.render.error import error_text
from runner.render.table import render_table
from runner.result import Counters, Result

session = runner.connect("embedded:").scratch()


def given(statements, parameters):
    result, counters = Result((), []), Counters()
    for statement in statements:
        try:
            result = session.run(statement, parameters)
        except runner.EngineError as error:
            return error_text(error)
        counters.add(result.counters)
    return render_table(replace(result, counters=counters))
"""


class Code(NamedTuple):
    """A cell of the sample page as Python."""

    call: str
    """The call of `given` that does what the cell does."""
    output: str
    """The text that it gives."""


def python_cells(sample: Path) -> list[Code]:
    """The cells of a page as Python, run once for what they give. Data blocks are literals."""
    names: dict[str, Any] = {}
    exec(PREPARATION, names)
    cells = []
    for cell in read_page(sample).cells:
        statements = [piece.text for piece in cell.statements]
        output = names["given"](statements, cell.data)
        cells.append(Code(f"given({statements!r}, {dict(cell.data)!r})", output))
    names["session"].close()
    return cells


def write_pages(folder: Path, sample: Path, number: int) -> None:
    """`number` copies of a page."""
    folder.mkdir(parents=True)
    text = sample.read_text("utf-8")
    for each in range(number):
        (folder / f"page{each:04}.md").write_text(text, "utf-8")


def write_notebooks(folder: Path, cells: list[Code], number: int) -> None:
    """`number` notebooks, whose cells print what they give."""
    folder.mkdir(parents=True)
    notebook = {
        "cells": [_notebook_cell(0, PREPARATION, "")]
        + [_notebook_cell(n, f"print({c.call})", f"{c.output}\n") for n, c in enumerate(cells, 1)],
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    for each in range(number):
        (folder / f"page{each:04}.ipynb").write_text(json.dumps(notebook), "utf-8")


def _notebook_cell(number: int, source: str, output: str) -> dict[str, object]:
    stream = {"name": "stdout", "output_type": "stream", "text": output}
    return {
        "cell_type": "code",
        "execution_count": number + 1,
        "id": f"cell{number}",
        "metadata": {},
        "outputs": [stream] if output else [],
        "source": source,
    }


def write_documents(folder: Path, cells: list[Code], number: int) -> None:
    """`number` Markdown files with blocks of Python that assert what they give, for Sybil."""
    folder.mkdir(parents=True)
    (folder / "conftest.py").write_text(
        "from sybil import Sybil\n"
        "from sybil.parsers.markdown import PythonCodeBlockParser\n\n"
        "pytest_collect_file = Sybil([PythonCodeBlockParser()], pattern='*.md').pytest()\n",
        "utf-8",
    )
    blocks = [PREPARATION, *(f"assert {cell.call} == {cell.output!r}\n" for cell in cells)]
    text = "# A page\n\n" + "\n".join(f"```python\n{block}```\n" for block in blocks)
    for each in range(number):
        (folder / f"page{each:04}.md").write_text(text, "utf-8")
