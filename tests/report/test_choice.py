"""Which reports are asked for, where they go, and what becomes of their files."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from runner.errors import UsageError
from runner.report.choice import Choice, TerminalOptions, open_reports, parse_choices
from tests.report.sample import ALL_KINDS, feed


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)


def test_the_terminal_report_is_there_unless_another_goes_to_standard_output() -> None:
    assert parse_choices(None, []) == [Choice("terminal", None)]
    assert parse_choices("json", []) == [Choice("json", None)]
    assert parse_choices(None, ["github"]) == [Choice("github", None)]
    assert parse_choices(None, ["tap:-"]) == [Choice("tap", None)]
    assert parse_choices(None, ["junit:out.xml"]) == [
        Choice("terminal", None),
        Choice("junit", Path("out.xml")),
    ]
    assert parse_choices("json", ["json:a:b.json"]) == [
        Choice("json", None),
        Choice("json", Path("a:b.json")),
    ]


def test_a_step_summary_goes_where_github_says() -> None:
    given = {"GITHUB_STEP_SUMMARY": "/tmp/step"}
    assert parse_choices(None, ["summary"], given)[1] == Choice("summary", Path("/tmp/step"))
    assert parse_choices(None, ["summary:s.md"], {})[1] == Choice("summary", Path("s.md"))
    with pytest.raises(UsageError, match=r"GITHUB_STEP_SUMMARY names, and that is not set: name a"):
        parse_choices(None, ["summary"], {})


@pytest.mark.parametrize(
    ("format_", "reports", "message"),
    [
        (
            None,
            ["json", "tap"],
            "the reports json and tap would both go to standard output: give one of them a file",
        ),
        ("terminal", ["github"], "the reports terminal and github would both go to standard"),
        (None, ["junit:a", "json:./a"], "the reports junit and json would both go to a"),
        (None, ["junitt:a"], "there is no report 'junitt'; did you mean junit?; there are: termi"),
        (None, ["junit:"], "the report junit names no file behind the colon"),
    ],
)
def test_what_makes_no_sense_is_refused(
    format_: str | None, reports: list[str], message: str
) -> None:
    with pytest.raises(UsageError) as caught:
        parse_choices(format_, reports)
    assert message in str(caught.value)


def run_reports(*names: str, pages: tuple[Path, ...] = ()) -> None:
    """Feed the sample run to reports."""
    choices = parse_choices("terminal", names)[1:]
    feed(open_reports(choices, TerminalOptions(), pages), ALL_KINDS)


def test_files_hold_what_standard_output_would(capsys: pytest.CaptureFixture[str]) -> None:
    """Folders above them are made; their mode is that of any new file."""
    run_reports("junit:deep/er/out.xml", "tap:out.tap")
    feed(open_reports(parse_choices(None, ["tap"]), TerminalOptions(), ()), ALL_KINDS)
    assert Path("out.tap").read_text("utf-8") == capsys.readouterr().out
    assert Path("deep/er/out.xml").read_text("utf-8").startswith("<?xml")
    Path("plain").touch()
    assert Path("out.tap").stat().st_mode == Path("plain").stat().st_mode
    assert {path.name for path in Path().iterdir()} == {"deep", "out.tap", "plain"}


def test_a_file_is_replaced_whole_and_a_link_kept() -> None:
    Path("real.json").write_text("old")
    Path("link.json").symlink_to("real.json")
    run_reports("json:link.json")
    assert Path("link.json").is_symlink()
    assert Path("real.json").read_text("utf-8").endswith("}\n")


def test_only_the_step_summary_is_added_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "step.md")
    Path("step.md").write_text("before\n")
    Path("other.md").write_text("before\n")
    run_reports("summary", "summary:other.md")
    step, other = Path("step.md").read_text("utf-8"), Path("other.md").read_text("utf-8")
    assert step == f"before\n{other}"
    assert other.startswith("## Cypher pages")


def test_what_is_no_regular_file_is_written_to_as_it_is() -> None:
    os.mkfifo("pipe")
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(Path("pipe").read_bytes()))
    reader.start()
    run_reports("json:pipe")
    reader.join(20)
    assert got[0].endswith(b"}\n")


def test_a_page_is_never_overwritten() -> None:
    Path("page.md").write_text("text")
    Path("link.md").symlink_to("page.md")
    with pytest.raises(UsageError, match=r"the report link\.md would overwrite a page"):
        run_reports("markdown:link.md", pages=(Path("page.md"),))
    assert Path("page.md").read_text() == "text"


def test_a_place_that_cannot_be_written_is_refused_before_anything_runs() -> None:
    Path("folder").mkdir()
    Path("file").touch()
    with pytest.raises(UsageError, match="cannot write the report folder: it is a folder"):
        run_reports("json:folder")
    with pytest.raises(UsageError, match="cannot write the report file/x: "):
        run_reports("json:file/x")
    with pytest.raises(UsageError, match=r"cannot write the report y+: File name too long$"):
        run_reports(f"json:{'y' * 300}")
    Path("people.graph").write_bytes(b"SQLite format 3\0")
    with pytest.raises(UsageError, match=r"cannot write the report people\.graph: it is a datab"):
        run_reports("json:people.graph")


@pytest.mark.parametrize("name", ["terminal", "json"])
def test_a_reader_that_goes_keeps_nobody_from_a_file(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run goes on for the file's sake, and what stopped standard output is raised then."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w", buffering=1, encoding="utf-8") as out:
        with monkeypatch.context() as patched:
            patched.setattr("sys.stdout", out)
            reports = open_reports(parse_choices(name, ["tap:whole"]), TerminalOptions(), ())
            with pytest.raises(BrokenPipeError):
                feed(reports, ALL_KINDS)
        with Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), writing)
    run_reports("tap:as")
    assert Path("whole").read_text("utf-8") == Path("as").read_text("utf-8")


def test_a_file_that_cannot_be_written_in_the_end_keeps_no_other_from_it() -> None:
    choices = parse_choices("terminal", ["json:gone/a.json", "tap:b.tap"])[1:]
    reports = open_reports(choices, TerminalOptions(), ())
    Path("gone").rmdir()
    with pytest.raises(UsageError) as caught:
        feed(reports, ALL_KINDS)
    assert str(caught.value) == (
        "the report json is not written to gone/a.json: cannot write it: No such file or directory"
    )
    assert Path("b.tap").read_text("utf-8").startswith("TAP version 14\n")
