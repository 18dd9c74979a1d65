"""`pages/cypher/limits.md` names all that the embedded engine refuses."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import runner
from runner.cypher import unsupported
from runner.cypher.database import Database
from runner.errors import EngineError

PROJECT = Path(runner.__file__).parents[1]
PAGE = " ".join((PROJECT / "pages" / "cypher" / "limits.md").read_text("utf-8").split())

SHOWN = (
    *("ALIAS", "ALIASES", "AUTH", "CURRENT", "POPULATED", "PRIVILEGE", "PRIVILEGES"),
    *("ROLE", "ROLES", "SERVER", "SERVERS", "USERS"),
)
"""What SHOW knows and this engine has no table of."""

COMPUTED = {
    "cypher/plan/queries.py": "An operator, a label expression, a type or an expression",
    "cypher/plan/calls.py": "`SHOW USERS`",
    "cypher/eval/typed.py": "a type or an expression that the grammar knows",
    "cypher/eval/compiler.py": "an expression that the grammar knows",
    "cypher/eval/labels.py": "a label expression",
    "cypher/eval/operators.py": "An operator",
    "cypher/eval/iteration.py": "a quantifier over a list, such as `all()`, without WHERE",
}
"""Where the refused thing is named by a computed text: what the page has for it."""


def refusals() -> list[tuple[str, str]]:
    """The module of each call of `unsupported`, and how the text begins that names the thing."""
    found = []
    for path in sorted((PROJECT / "runner" / "cypher").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or len(node.args) != 3:
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            called = node.func.id if isinstance(node.func, ast.Name) else called
            if called == "unsupported":
                module = path.relative_to(PROJECT / "runner").as_posix()
                found.append((module, _beginning(node.args[2])))
    return found


def _beginning(node: ast.expr) -> str:
    if isinstance(node, ast.JoinedStr):
        node = node.values[0]
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value.strip()
    return ""


def test_every_refusal_in_the_engine_is_on_the_page() -> None:
    calls = refusals()
    assert len(calls) > 15
    general = ("the function", "the procedure", "SHOW")
    missing = [
        (module, text)
        for module, text in calls
        if text not in general and (text or COMPUTED.get(module, "?")) not in PAGE
    ]
    assert missing == []


def test_every_missing_function_and_procedure_is_on_the_page() -> None:
    names = (*unsupported.FUNCTIONS, *unsupported.PROCEDURES)
    assert [name for name in names if f"- `{name}`" not in PAGE] == []


@pytest.mark.parametrize("word", SHOWN)
def test_every_refused_show_is_on_the_page(word: str) -> None:
    with pytest.raises(EngineError, match=f"support SHOW {word} "):
        Database().session().run(f"SHOW {word}")
    assert f"`SHOW {word}" in PAGE
