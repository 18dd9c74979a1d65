"""JUnit XML is valid, counts right, and survives whatever a page can hold."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest
import xmlschema
from hypothesis import given
from hypothesis import strategies as st

from runner.outcome import Outcome, PageRun
from runner.report.junit import JUnitReporter
from tests.report.sample import ALL_KINDS, EMBEDDED, RUNS, Run, cell, feed, page

SCHEMA = xmlschema.XMLSchema(str(Path(__file__).parent / "junit.xsd"))


def report(run: Run) -> str:
    """The document of a run."""
    out = StringIO()
    feed(JUnitReporter(out), run)
    return out.getvalue()


@pytest.mark.parametrize("run", RUNS)
def test_a_report_is_valid(run: str) -> None:
    SCHEMA.validate(report(RUNS[run]))


@pytest.mark.parametrize("run", RUNS)
def test_the_counts_are_those_of_the_cases(run: str) -> None:
    root = ET.fromstring(report(RUNS[run]))
    sums = dict.fromkeys(("tests", "failures", "errors"), 0)
    for suite in root:
        counts = {
            "tests": len(suite.findall("testcase")),
            "failures": len(suite.findall("testcase/failure")),
            "errors": len(suite.findall("testcase/error")),
            "skipped": len(suite.findall("testcase/skipped")),
        }
        assert {name: int(suite.get(name, "")) for name in counts} == counts
        for name in sums:
            sums[name] += counts[name]
    assert {name: int(root.get(name, "")) for name in sums} == sums


def test_a_run_that_is_not_true_has_a_case_that_is_not() -> None:
    """Also where no cell is to blame."""
    for run in RUNS.values():
        root = ET.fromstring(report(run))
        bad = root.findall(".//failure") + root.findall(".//error")
        assert bool(bad) == (run.summary.exit_code != 0 or run.interrupted)


@given(st.text(st.characters(), max_size=30))
def test_any_text_is_valid_and_readable(text: str) -> None:
    """Characters that XML cannot hold are escaped; what it can hold comes back as it was."""
    odd = cell("odd", 3, Outcome.FAILED, message=f"is {text}", expected="a", actual=text)
    document = report(Run((EMBEDDED,), (PageRun((page("odd.md", Outcome.FAILED, odd),)),)))
    SCHEMA.validate(document)
    failure = ET.fromstring(document).find(".//failure")
    assert failure is not None
    if text.isprintable() and not text.isspace():
        assert text in (failure.text or "")
        assert f"is {text}" in (failure.get("message") or "")


def test_a_stream_of_another_encoding_gets_ascii() -> None:
    raw = BytesIO()
    out = TextIOWrapper(raw, encoding="latin-1")
    feed(JUnitReporter(out), ALL_KINDS)
    out.flush()
    data = raw.getvalue()
    assert data.isascii()
    assert data.startswith(b'<?xml version="1.0" encoding="us-ascii"?>\n')
    assert ET.tostring(ET.fromstring(data)) == ET.tostring(ET.fromstring(report(ALL_KINDS)))
