"""Settings: the command line first, then ``RUNNER_ENGINE``, then ``[tool.runner]``."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from runner.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULT_ENGINE = "embedded:"


@dataclass(frozen=True, slots=True)
class Settings:
    """What a project sets for all its pages."""

    engine: str = DEFAULT_ENGINE
    """The URL of the engine that pages run on."""


def load_settings(start: Path, environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings that hold in the folder `start`.

    ``[tool.runner]`` is read from the nearest ``pyproject.toml`` upward; ``RUNNER_ENGINE`` wins
    over it. Raises `UsageError` for an unknown or ill-typed setting.
    """
    engine = _project_settings(start).get("engine", DEFAULT_ENGINE)
    return Settings(engine=environment.get("RUNNER_ENGINE") or engine)


def _project_settings(start: Path) -> dict[str, str]:
    for folder in (start, *start.parents):
        file = folder / "pyproject.toml"
        if file.is_file():
            return _read(file)
    return {}


def _read(file: Path) -> dict[str, str]:
    text = file.read_bytes()
    if b"runner" not in text:  # tomllib costs more than all else here: load it for a reason
        return {}
    import tomllib

    try:
        document = tomllib.loads(text.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{file}: this is not valid TOML: {error}") from error
    table: Any = document.get("tool", {}).get("runner", {})
    if not isinstance(table, dict):
        raise UsageError(f"{file}: [tool.runner] must be a table")
    for key, value in table.items():
        if key != "engine":
            raise UsageError(f"{file}: unknown setting {key!r} in [tool.runner]; there is: engine")
        if not isinstance(value, str):
            raise UsageError(f"{file}: the setting engine must be a string, such as 'embedded:'")
    return table
