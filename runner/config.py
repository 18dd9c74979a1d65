"""Settings: the command line first, then ``RUNNER_ENGINE``, then ``[tool.runner]``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from runner.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULT_ENGINE = "embedded:"

_EMULATE = "emulate-enterprise"


class LintSettings(NamedTuple):
    """What ``[tool.runner.lint]`` sets."""

    select: tuple[str, ...] = ()
    """Codes of the rules to use; empty for all."""
    ignore: tuple[str, ...] = ()
    """Codes of rules not to use."""


ALL_RULES = LintSettings()


class Settings(NamedTuple):
    """What a project sets for all its pages."""

    engine: str = DEFAULT_ENGINE
    """The URL of the engine that pages run on."""
    emulate_enterprise: bool = False
    """Whether `runner` keeps the constraints that a server's Community edition lacks."""
    lint: LintSettings = ALL_RULES


def load_settings(start: Path, environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings that hold in the folder `start`.

    ``[tool.runner]`` is read from the nearest ``pyproject.toml`` upward; ``RUNNER_ENGINE`` wins
    over it. Raises `UsageError` for an unknown or ill-typed setting.
    """
    table = _project_settings(start)
    engine = table.get("engine", DEFAULT_ENGINE)
    return Settings(
        engine=environment.get("RUNNER_ENGINE") or engine,
        emulate_enterprise=table.get(_EMULATE, False),
        lint=LintSettings(**table.get("lint", {})),
    )


def _project_settings(start: Path) -> dict[str, Any]:
    for folder in (start, *start.parents):
        file = folder / "pyproject.toml"
        # The method of Path raises where a folder above is closed to us.
        if os.path.isfile(file):  # noqa: PTH113
            return _read(file)
    return {}


def _read(file: Path) -> dict[str, Any]:
    """The table ``[tool.runner]`` of a file, its values of the right types."""
    try:
        text = file.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror or error}") from error
    if b"runner" not in text:  # tomllib costs more than all else here: load it for a reason
        return {}
    import tomllib

    try:
        document = tomllib.loads(text.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{file}: this is not valid TOML: {error}") from error
    tool: Any = document.get("tool", {})
    table: Any = tool.get("runner", {}) if isinstance(tool, dict) else {}
    if not isinstance(table, dict):
        raise UsageError(f"{file}: [tool.runner] must be a table")
    for key, value in table.items():
        if key == "lint":
            _check_lint(file, value)
        elif key == _EMULATE:
            if not isinstance(value, bool):
                raise UsageError(f"{file}: the setting {_EMULATE} must be true or false")
        elif key != "engine":
            raise UsageError(
                f"{file}: unknown setting {key!r} in [tool.runner]; there are: engine, {_EMULATE}, "
                "lint"
            )
        elif not isinstance(value, str):
            raise UsageError(f"{file}: the setting engine must be a string, such as 'embedded:'")
    return table


def _check_lint(file: Path, table: Any) -> None:
    """Raise `UsageError` unless ``[tool.runner.lint]`` is as it should be."""
    if not isinstance(table, dict):
        raise UsageError(f"{file}: [tool.runner.lint] must be a table")
    for key, value in table.items():
        if key not in LintSettings._fields:
            known = ", ".join(LintSettings._fields)
            raise UsageError(
                f"{file}: unknown setting {key!r} in [tool.runner.lint]; there are: {known}"
            )
        if not isinstance(value, list) or not all(isinstance(code, str) for code in value):
            raise UsageError(
                f"{file}: the setting {key} of [tool.runner.lint] must be a list of codes"
            )
