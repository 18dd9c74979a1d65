"""Runs the steps of a composite GitHub action in a shell: as much of GitHub as ours needs."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING, Any

import yaml

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")


def load_action(path: Path) -> dict[str, Any]:
    """An action's file."""
    loaded: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    return loaded


def run_step(
    step: Mapping[str, Any],
    context: Mapping[str, str],
    environment: Mapping[str, str],
    folder: Path,
) -> subprocess.CompletedProcess[str]:
    """Run one ``run`` step with the values of `context` in its expressions.

    As GitHub does it: the script is written out, expressions filled in, and given to
    ``bash --noprofile --norc -eo pipefail``. Standard error goes where standard output does.
    """
    assert step["shell"] == "bash"
    script = folder / "step.sh"
    script.write_text(_filled(step["run"], context), "utf-8")
    own = {name: _filled(value, context) for name, value in step.get("env", {}).items()}
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)],
        cwd=folder,
        env={**environment, **own},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
        timeout=600,
    )


def expressions(text: str) -> list[str]:
    """The expressions in a text, as ``inputs.paths``."""
    return _EXPRESSION.findall(text)


def _filled(text: str, context: Mapping[str, str]) -> str:
    return _EXPRESSION.sub(lambda found: context[found[1]], text)
