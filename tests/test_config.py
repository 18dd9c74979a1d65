"""Where settings come from, and what is wrong with those that cannot be used."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from runner.config import load_settings
from runner.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    "text",
    ["", "# runner\n", "[tool.other]\n", "[tool.runner]\n", "tool = 3  # no table, as runner's\n"],
)
def test_without_a_setting_the_engine_is_the_embedded_one(text: str, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(text, "utf-8")
    assert load_settings(tmp_path, {}).engine == "embedded:"


def test_the_environment_wins_over_the_nearest_project(tmp_path: Path) -> None:
    """An empty variable is none; a project further up is not asked."""
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text('[tool.runner]\nengine = "bolt://up"\n', "utf-8")
    (tmp_path / "a" / "pyproject.toml").write_text('[tool.runner]\nengine = "neo4j"\n', "utf-8")
    assert load_settings(inner, {}).engine == "neo4j"
    assert load_settings(inner, {"RUNNER_ENGINE": ""}).engine == "neo4j"
    assert load_settings(inner, {"RUNNER_ENGINE": "embedded:"}).engine == "embedded:"
    assert load_settings(tmp_path, {}).engine == "bolt://up"


def test_settings_that_cannot_be_read_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As root nothing is closed, so the file itself refuses."""
    file = tmp_path / "pyproject.toml"
    file.write_text("[tool.runner]\n", "utf-8")

    def refuse(_self: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(file))

    monkeypatch.setattr("pathlib.Path.read_bytes", refuse)
    with pytest.raises(UsageError) as caught:
        load_settings(tmp_path, {})
    assert str(caught.value) == f"cannot read {file}: Permission denied"


def test_emulation_is_a_setting(tmp_path: Path) -> None:
    assert load_settings(tmp_path, {}).emulate_enterprise is False
    file = tmp_path / "pyproject.toml"
    file.write_text("[tool.runner]\nemulate-enterprise = true\n", "utf-8")
    assert load_settings(tmp_path, {}).emulate_enterprise is True
    file.write_text("[tool.runner]\nemulate-enterprise = 'yes'\n", "utf-8")
    with pytest.raises(UsageError) as caught:
        load_settings(tmp_path, {})
    assert str(caught.value) == f"{file}: the setting emulate-enterprise must be true or false"
