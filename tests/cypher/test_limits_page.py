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

ENTERPRISE = (
    *("ALIASES FOR DATABASE", "ALL ROLES", "AUTH RULES", "POPULATED ROLES", "PRIVILEGES"),
    *("ROLES", "ROLE x PRIVILEGES", "SERVERS", "SUPPORTED PRIVILEGES", "USER x PRIVILEGES"),
)
"""What SHOW lists in the Enterprise edition only."""

COMPUTED = {
    "cypher/plan/queries.py": "An operator, a label expression, a type or an expression",
    "cypher/plan/calls.py": "`SHOW CURRENT GRAPH TYPE`",
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


@pytest.mark.parametrize("words", ENTERPRISE)
def test_a_show_of_the_enterprise_edition_is_no_command_here(words: str) -> None:
    with pytest.raises(EngineError) as caught:
        Database().session().run(f" SHOW  {words} ;")
    assert caught.value.code == "Neo.ClientError.Statement.UnsupportedAdministrationCommand"
    assert caught.value.gql_status == "51N27"
    assert caught.value.message == f"Unsupported administration command: SHOW  {words}"


def test_the_graph_type_is_not_shown() -> None:
    with pytest.raises(EngineError, match="does not support SHOW CURRENT GRAPH TYPE") as caught:
        Database().session().run("SHOW CURRENT GRAPH TYPE")
    assert caught.value.position is not None
    assert caught.value.position.offset == 5
