"""The user's folders, by the customs of the platform."""

from __future__ import annotations

from pathlib import Path

import pytest

from runner.folders import cache_folder, state_folder


def test_a_variable_names_them_where_it_is_absolute(tmp_path: Path) -> None:
    assert state_folder({"XDG_STATE_HOME": str(tmp_path)}) == tmp_path / "cypher-pages"
    assert cache_folder({"XDG_CACHE_HOME": str(tmp_path)}) == tmp_path / "cypher-pages"
    assert cache_folder({"XDG_CACHE_HOME": "relative"}) == cache_folder({})


@pytest.mark.parametrize(
    ("platform", "state", "cache"),
    [
        ("linux", ".local/state/cypher-pages", ".cache/cypher-pages"),
        ("darwin", "Library/Application Support/cypher-pages", "Library/Caches/cypher-pages"),
        ("win32", "AppData/Local/cypher-pages", "AppData/Local/cypher-pages/Cache"),
    ],
)
def test_each_platform_has_its_own(
    platform: str, state: str, cache: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", platform)
    assert state_folder({}) == Path.home() / state
    assert cache_folder({}) == Path.home() / cache
