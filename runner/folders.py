"""The user's folders for what outlives a run, by the customs of the platform.

On Linux these are the folders of the XDG Base Directory Specification, which wants a variable
ignored whose path is not absolute.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_FOLDER = "cypher-pages"


def state_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder for what must last between runs."""
    given = _given("XDG_STATE_HOME", environment)
    if given is not None:
        return given / _FOLDER
    if sys.platform == "win32":
        return _local(environment) / _FOLDER
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / _FOLDER
    return Path.home() / ".local" / "state" / _FOLDER


def cache_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder for what may be deleted at any time.

    Raises `RuntimeError` where the user has no home folder, as `Path.home` does.
    """
    given = _given("XDG_CACHE_HOME", environment)
    if given is not None:
        return given / _FOLDER
    if sys.platform == "win32":
        return _local(environment) / _FOLDER / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / _FOLDER
    return Path.home() / ".cache" / _FOLDER


def _given(variable: str, environment: Mapping[str, str]) -> Path | None:
    given = environment.get(variable)
    return Path(given) if given and Path(given).is_absolute() else None


def _local(environment: Mapping[str, str]) -> Path:
    local = environment.get("LOCALAPPDATA")
    return Path(local) if local else Path.home() / "AppData" / "Local"
