"""What the plugin gives to a project's own tests, and how the engine is chosen and fails."""

from __future__ import annotations

import tomllib
from importlib import import_module
from typing import TYPE_CHECKING

import pytest

import runner
from runner.errors import EngineFailure
from tests.support import suites
from tests.support.suites import run, write
from tests.support.worked import PROJECT

if TYPE_CHECKING:
    from runner.engines.base import Engine

pytest_plugins = ["pytester"]

REFUSED = "bolt://127.0.0.1:1"
"""A port at which nothing listens."""


def test_the_package_declares_the_plugin() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))
    declared = project["project"]["entry-points"]["pytest11"]
    # The same name twice: `-p` with the module's name does not load it a second time.
    assert declared == {suites.PLUGIN: suites.PLUGIN}
    assert project["tool"]["setuptools"]["py-modules"] == [suites.PLUGIN]
    assert import_module(suites.PLUGIN).__file__ == str(PROJECT / f"{suites.PLUGIN}.py")


def test_sessions_are_empty_and_their_engine_is_one(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pytest

        SEEN = []

        @pytest.mark.parametrize("number", range(2))
        def test_session(runner_session, number):
            assert runner_session.run("MATCH (n) RETURN count(n) AS n").rows == [(0,)]
            runner_session.run("CREATE (:Node)")

        @pytest.mark.parametrize("number", range(2))
        def test_engine(runner_engine, number):
            assert runner_engine.capabilities.name == "embedded"
            SEEN.append(runner_engine)
            assert SEEN[0] is runner_engine
        """
    )
    run(pytester).assert_outcomes(passed=4)


def test_pages_can_be_parameters(pytester: pytest.Pytester) -> None:
    """With the fixture that checks one, or with the function of the package."""
    write(pytester.path, pages__birds=suites.TRUE, pages__huts=suites.UNTRUE)
    write(pytester.path, pages__skipped=suites.SKIPPED)
    pytester.makepyfile(
        """
        import pytest
        import runner

        @pytest.mark.parametrize("page", runner.pages("pages"), ids=str)
        def test_fixture(page, runner_check):
            runner_check(page)

        @pytest.mark.parametrize("page", runner.pages("pages"), ids=str)
        def test_function(page):
            [outcome] = runner.check(page)
            assert outcome.outcome.value in ("passed", "skipped")
        """
    )
    result = run(pytester, "--no-runner", "-rfs")
    result.assert_outcomes(passed=3, failed=2, skipped=1)
    result.stdout.fnmatch_lines(
        [
            "pages/huts.md:15: cell beds: failed: row 2, column `beds`: expected 41, actual 40",
            "FAILED test_pages_can_be_parameters.py::test_fixture[[]pages/huts.md] - *",
            "SKIPPED * needs the engine neo4j, and this is embedded",
        ]
    )


def test_the_fixture_refuses_what_is_no_page(pytester: pytest.Pytester) -> None:
    write(pytester.path, README=suites.NO_PAGE)
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.parametrize("name", ["README.md", "nowhere.md"])
        def test_page(name, runner_check):
            runner_check(name)
        """
    )
    result = run(pytester)
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(
        [
            "README.md is no page: it has no cell, no data and no block",
            "cannot read nowhere.md: No such file or directory",
        ]
    )


@pytest.mark.parametrize("per_cell", [[], ["--runner-per-cell"]], ids=["pages", "cells"])
def test_an_engine_that_cannot_be_reached_is_an_error(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, per_cell: list[str]
) -> None:
    """Of every page and fixture; it is tried once."""
    asked = []

    def refuse(url: str, **_options: object) -> Engine:
        asked.append(url)
        raise EngineFailure(f"no server answers at {url}")

    monkeypatch.setattr("runner.pytest_plugin.suite.connect", refuse)
    write(pytester.path, birds=suites.TRUE, huts=suites.UNTRUE)
    pytester.makepyfile("def test_own(runner_session): pass\ndef test_other(): pass")
    result = run(pytester, "--runner-engine", REFUSED, "--junit-xml=out.xml", *per_cell)
    result.assert_outcomes(passed=1, errors=7 if per_cell else 3)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    name = "birds" if per_cell else "page"
    result.stdout.fnmatch_lines(
        [
            "_* ERROR at setup of birds.md*",
            f"birds.md: the engine cannot be used: no server answers at {REFUSED}",
            f"ERROR birds.md::{name} - the engine cannot be used: no server answers *",
        ]
    )
    result.stdout.no_fnmatch_line("During handling of *")
    assert asked == [REFUSED]
    assert f'errors="{7 if per_cell else 3}" failures="0"' in (pytester.path / "out.xml").read_text(
        "utf-8"
    )


def test_a_real_refusal_is_told(pytester: pytest.Pytester) -> None:
    pytest.importorskip("neo4j")
    write(pytester.path, birds=suites.TRUE)
    result = run(pytester, "--runner-engine", REFUSED)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines([f"birds.md: the engine cannot be used: *{REFUSED}*"])


def test_an_engine_that_fails_under_a_page_is_tried_again(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page has an error; for the next one the engine is opened anew."""
    opened = []

    def connect(url: str, **_options: object) -> Engine:
        engine = runner.connect(url)
        opened.append(engine)
        if len(opened) == 1:
            engine.close()
        return engine

    monkeypatch.setattr("runner.pytest_plugin.suite.connect", connect)
    write(pytester.path, birds=suites.TRUE, other=suites.TRUE)
    result = run(pytester)
    result.assert_outcomes(errors=1, passed=1)
    result.stdout.fnmatch_lines(["ERROR birds.md::page - the engine cannot be used: *closed*"])
    assert len(opened) == 2


@pytest.mark.parametrize(
    ("environment", "project", "options", "message"),
    [
        ({}, "", [], None),
        ({"RUNNER_ENGINE": "embedded:"}, "[tool.runner]\nengine = 'bad:'\n", [], None),
        ({}, "[tool.runner]\nengine = 'bad:'\n", [], "no engine is known by the URL 'bad:'"),
        ({"RUNNER_ENGINE": "odd:"}, "", [], "no engine is known by the URL 'odd:'"),
        ({"RUNNER_ENGINE": "odd:"}, "", ["--runner-engine=embedded:"], None),
        ({}, "[tool.runner]\ncolour = 1\n", [], "unknown setting 'colour'"),
    ],
)
def test_the_engine_comes_from_the_option_the_environment_or_the_project(
    pytester: pytest.Pytester,
    monkeypatch: pytest.MonkeyPatch,
    environment: dict[str, str],
    project: str,
    options: list[str],
    message: str | None,
) -> None:
    monkeypatch.delenv("RUNNER_ENGINE", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    (pytester.path / "pyproject.toml").write_text(f"[tool.pytest.ini_options]\n{project}")
    write(pytester.path, birds=suites.TRUE)
    result = run(pytester, *options)
    if message is None:
        result.assert_outcomes(passed=1)
    else:
        result.assert_outcomes(errors=1)
        result.stdout.fnmatch_lines([f"*{message}*"])


def test_no_report_holds_a_password(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not one in a URL, which is refused, nor the one from the environment."""
    pytest.importorskip("neo4j")
    monkeypatch.setenv("NEO4J_PASSWORD", "geheim-2")
    monkeypatch.setenv("NEO4J_USERNAME", "neo4j")
    monkeypatch.setenv("NEO4J_URI", REFUSED)
    write(pytester.path, birds=suites.TRUE)
    pytester.makepyfile("def test_own(runner_session, runner_check): runner_check('birds.md')")
    for url in ("bolt://neo4j:geheim-1@127.0.0.1:1", "neo4j"):
        result = run(
            pytester, "-vv", "-l", "-ra", "--runner-engine", url, "--junit-xml=out.xml", "--tb=long"
        )
        result.assert_outcomes(errors=2)
        shown = result.stdout.str() + result.stderr.str()
        shown += (pytester.path / "out.xml").read_text("utf-8")
        assert "geheim" not in shown


def test_what_community_lacks_can_be_emulated(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The option reaches the engine; what it does there is the engine's."""
    asked = []

    def connect(url: str, **options: object) -> Engine:
        asked.append(options)
        return runner.connect(url)

    monkeypatch.setattr("runner.pytest_plugin.suite.connect", connect)
    write(pytester.path, birds=suites.TRUE)
    run(pytester).assert_outcomes(passed=1)
    run(pytester, "--runner-emulate-enterprise").assert_outcomes(passed=1)
    (pytester.path / "pyproject.toml").write_text("[tool.runner]\nemulate-enterprise = true\n")
    run(pytester, "--rootdir=.").assert_outcomes(passed=1)
    assert [options["emulate_enterprise"] for options in asked] == [False, True, True]


def test_how_long_a_server_may_take_is_an_option(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def connect(url: str, **options: object) -> Engine:
        asked.append(options)
        return runner.connect(url)

    monkeypatch.setattr("runner.pytest_plugin.suite.connect", connect)
    write(pytester.path, birds=suites.TRUE)
    run(pytester).assert_outcomes(passed=1)
    run(pytester, "--runner-wait=60", "--runner-connect-timeout=2.5").assert_outcomes(passed=1)
    assert asked == [
        {"emulate_enterprise": False},
        {"emulate_enterprise": False, "wait": 60.0, "timeout": 2.5},
    ]
    assert run(pytester, "--runner-wait=long").ret == pytest.ExitCode.USAGE_ERROR
