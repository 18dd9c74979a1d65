"""The JSON report holds to the schema that the documentation has, and is JSON in any encoding."""

from __future__ import annotations

import json
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from runner.engines.embedded import CAPABILITIES
from runner.outcome import Outcome, PageOutcome, PageRun
from runner.report.json import JsonReporter
from tests.report.sample import ALL_KINDS, RUNS, feed
from tests.support.worked import PROJECT

SCHEMA = json.loads((PROJECT / "pages" / "report.schema.json").read_text("utf-8"))


def report(run: str) -> Any:
    """The document of a sample run."""
    out = StringIO()
    feed(JsonReporter(out), RUNS[run])
    return json.loads(out.getvalue())


def closed(schema: Any) -> Any:
    """The schema with every object's keys being all that it may have."""
    if isinstance(schema, dict):
        inner = {key: closed(value) for key, value in schema.items()}
        return {**inner, "additionalProperties": False} if "properties" in schema else inner
    return [closed(each) for each in schema] if isinstance(schema, list) else schema


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("run", RUNS)
def test_a_report_is_valid_and_has_no_key_that_the_schema_does_not_name(run: str) -> None:
    jsonschema.validate(report(run), closed(SCHEMA))


def test_the_schema_refuses_what_is_no_report() -> None:
    wrong = report("all-kinds")
    wrong["pages"][1]["cells"][0]["outcome"] = "fine"
    with pytest.raises(jsonschema.ValidationError, match="'fine' is not one of"):
        jsonschema.validate(wrong, SCHEMA)


def test_a_stream_of_another_encoding_gets_ascii() -> None:
    raw = BytesIO()
    out = TextIOWrapper(raw, encoding="latin-1")
    feed(JsonReporter(out), ALL_KINDS)
    out.flush()
    assert json.loads(raw.getvalue().decode("ascii")) == report("all-kinds")


def test_a_name_that_is_no_utf8_leaves_the_document_so() -> None:
    """Where a stream would write its bytes as they are, as standard output does in the C locale."""
    raw = BytesIO()
    out = TextIOWrapper(raw, encoding="utf-8", errors="surrogateescape")
    path = Path("bad\udcff.md")
    page = PageOutcome(path, Outcome.PASSED, CAPABILITIES)
    JsonReporter(out).page(PageRun((page,)))
    out.flush()
    assert json.loads("[" + raw.getvalue().decode("utf-8") + "]")[0]["path"] == str(path)


def test_nothing_is_held_back_until_the_end() -> None:
    """Each page is written when it is done, so a run of many pages needs no memory for them."""
    out = StringIO()
    reporter = JsonReporter(out)
    reporter.start(ALL_KINDS.engines, 2)
    for page in ALL_KINDS.pages[:2]:
        before = len(out.getvalue())
        reporter.page(page)
        assert len(out.getvalue()) > before
