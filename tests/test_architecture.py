"""Imports between rooms point one way, and the start of the program loads only what it needs."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "runner"

# From the leaves up: a room may import from its own layer's rooms only where they are the same
# room, and from every layer above it in this list.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("errors", "source", "values"),
    ("tabular",),
    ("result",),
    ("config", "write", "folders"),
    ("page", "cypher", "engines.base"),
    ("durable",),
    ("render", "engines"),
    ("transfer", "sql"),
    ("compare",),
    ("outcome", "requires"),
    ("agreement",),
    ("tally", "history"),
    ("needs",),
    ("steps",),
    ("execute",),
    ("rewrite", "report", "workers"),
    ("select",),
    ("checking",),
    ("update", "fmt", "play", "template"),
    ("lint", "watch", "shell"),
    ("api",),
    ("cli", "pytest_plugin"),
    ("__main__",),
    ("hook",),
)

# `page` splits cells into statements with the lexer of `cypher`, the one thing they share.
SANCTIONED = {("page", "cypher.lexer")}


def room_of(module: str) -> str:
    """The room a module below `runner` is in, as LAYERS names it."""
    if module == "engines.base":
        return module
    return module.partition(".")[0]


def rank(room: str) -> int:
    return next(number for number, rooms in enumerate(LAYERS) if room in rooms)


def imports(path: Path) -> set[str]:
    """The modules below `runner` that a file imports at any place but for type checking."""
    tree = ast.parse(path.read_text("utf-8"))
    skipped = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    found: set[str] = set()
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found.add(node.module)
        elif isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
    return {name.removeprefix("runner.") for name in found if name.startswith("runner.")}


MODULES = sorted(PACKAGE.rglob("*.py"))


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__")


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_imports_point_towards_the_leaves(path: Path) -> None:
    module = dotted(path)
    if module in ("__init__", "__main__", ""):
        return
    room = room_of(module)
    for target in imports(path):
        other = room_of(target)
        if (
            other == room
            or (room, target) in SANCTIONED
            or {room, other} == {"engines", "engines.base"}
        ):
            continue
        assert rank(other) < rank(room), f"runner.{module} must not import runner.{target}"


@pytest.mark.parametrize("path", sorted((PACKAGE / "cypher").rglob("*.py")), ids=dotted)
def test_the_cypher_engine_needs_only_python_and_the_leaves(path: Path) -> None:
    allowed = set(sys.stdlib_module_names) - {"threading", "signal", "sqlite3"} | {"tzdata"}
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
        for name in names:
            top, _, rest = name.partition(".")
            if top == "runner":
                room = room_of(rest)
                assert room in ("cypher", "errors", "source", "values", "result"), name
            else:
                assert top in allowed, name


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_only_the_bolt_engine_knows_the_driver(path: Path) -> None:
    if dotted(path).startswith("engines.bolt"):
        return
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert (node.module or "").partition(".")[0] != "neo4j"
        elif isinstance(node, ast.Import):
            assert "neo4j" not in {alias.name.partition(".")[0] for alias in node.names}


def loaded_by(code: str, folder: Path = PACKAGE.parent) -> set[str]:
    """The modules that a fresh Python in `folder` has loaded after `code`."""
    script = f"{code}\nimport sys\nprint('\\n'.join(sys.modules), file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)},
    )
    return set(done.stderr.split())


def test_a_plain_check_loads_nothing_it_does_not_need(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "---\ntitle: One\n---\n\n```cypher cell=a\nRETURN 1 AS x\n```\n\n"
        "```table\n| x |\n|---|\n| 1 |\n1 row\n```\n",
        "utf-8",
    )
    code = (
        "from runner.cli import cli\n"
        f"status = cli.main(['check', {str(page)!r}], standalone_mode=False)\n"
        "assert status == 0, status"
    )
    unwanted = {"neo4j", "deepdiff", "pytest", "rich", "tzdata", "tomllib", "asyncio", "sqlite3"}
    unwanted |= {"prompt_toolkit", "watchfiles", "runner.lint", "runner.shell", "runner.watch"}
    unwanted |= {"chdb", "runner.sql", "subprocess", "markdown_it"}
    assert not unwanted & loaded_by(code, tmp_path)


def test_the_version_loads_no_room() -> None:
    code = "from runner.cli import cli\ncli.main(['--version'], standalone_mode=False)"
    loaded = loaded_by(code)
    rooms = {
        "runner.page",
        "runner.cypher",
        "runner.engines",
        "runner.render",
        "markdown_it",
        "yaml",
    }
    assert not rooms & loaded


def test_importing_the_package_loads_nothing_else() -> None:
    assert {name for name in loaded_by("import runner") if name.startswith("runner")} == {"runner"}
