"""Shards are disjoint and complete on any set of machines, and balanced where durations say how."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.errors import UsageError
from runner.select.shards import (
    Durations,
    Shard,
    by_hash,
    parse_shard,
    read_durations,
    take_shard,
)

NAMES = st.lists(st.from_regex(r"[a-z]{1,3}(/[a-z]{1,2})?\.md", fullmatch=True), unique=True)


@given(NAMES, NAMES, st.integers(1, 6), st.dictionaries(NAMES.map("".join), st.floats(0, 9)))
def test_every_page_is_in_exactly_one_shard(
    names: list[str], strays: list[str], of: int, others: dict[str, float]
) -> None:
    """Also where each machine finds other stray files: they move no page to another shard."""
    seconds = {name: float(len(name)) for name in names[::2]} | others
    for durations in (None, Durations(seconds, "")):
        taken: Counter[str] = Counter()
        for number in range(1, of + 1):
            there = [*names, *strays[number:]]
            files = [Path(name) for name in sorted(set(there))]
            part = take_shard(files, Shard(number, of), durations).files
            taken.update(path.as_posix() for path in part if path.as_posix() in names)
        assert taken == Counter(names)


def test_the_part_by_hash_never_changes() -> None:
    """It is the same on all machines and in later versions."""
    names = ["pages/a.md", "pages/b.md", "pages/größe.md", "../x.md"]
    assert [by_hash(name, 4) for name in names] == [HASHES[name] for name in names]


HASHES = {"pages/a.md": 1, "pages/b.md": 1, "pages/größe.md": 4, "../x.md": 1}


def test_durations_balance_the_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    seconds = {f"{number}.md": float(number) for number in range(1, 31)}
    durations = Durations(seconds, "abc")
    files = [Path(name) for name in seconds]
    parts = [take_shard(files, Shard(number, 3), durations) for number in (1, 2, 3)]
    loads = [sum(seconds[path.name] for path in part.files) for part in parts]
    assert max(loads) - min(loads) <= 1
    assert parts[0].said == "shard 1/3: 10 of 30 files, balanced by 30 durations, abc"


def test_files_stay_in_their_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    files = [Path(f"{number:02}.md") for number in range(40)]
    part = take_shard(files, Shard(2, 3), None).files
    assert part == sorted(part)


@pytest.mark.parametrize("text", ["", "1", "0/2", "3/2", "a/b", "1/0", "-1/2", "1/2/3", "²/2"])
def test_a_shard_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match=r"^--shard "):
        parse_shard(text)


def test_no_shards_are_none() -> None:
    with pytest.raises(UsageError, match=r"^--shard 1/0: there is at least one shard, 1/1$"):
        parse_shard("1/0")


def test_several_files_of_durations_are_one_and_the_later_wins(tmp_path: Path) -> None:
    for name, seconds in (("a", {"x.md": 1, "y.md": 2}), ("b", {"y.md": 3.5})):
        (tmp_path / name).write_text(json.dumps({"format": 1, "seconds": seconds}))
    durations = read_durations([tmp_path / "a", tmp_path / "b"])
    assert durations.seconds == {"x.md": 1.0, "y.md": 3.5}
    assert len(durations.fingerprint) == 8
    assert durations != read_durations([tmp_path / "b", tmp_path / "a"])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "are no JSON: "),
        ("[]", "holds no durations of format 1: --report durations:FILE writes them"),
        ('{"format": 1, "pages": []}', "holds no durations of format 1"),
        ('{"format": 2, "seconds": {}}', "holds no durations of format 1"),
        ('{"format": 1, "seconds": {"a.md": "1"}}', "those of a.md are no number of seconds"),
        ('{"format": 1, "seconds": {"a.md": -1}}', "those of a.md are no number of seconds"),
        ('{"format": 1, "seconds": {"a.md": true}}', "those of a.md are no number of seconds"),
        ('{"format": 1, "seconds": {"a.md": Infinity}}', "those of a.md are no number of seconds"),
    ],
)
def test_a_file_that_holds_no_durations_is_refused(
    content: str, message: str, tmp_path: Path
) -> None:
    file = tmp_path / "durations.json"
    file.write_text(content)
    with pytest.raises(UsageError) as caught:
        read_durations([file])
    assert message in str(caught.value)
    assert str(file) in str(caught.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"cannot read the durations .*: No such file"):
        read_durations([tmp_path / "none.json"])
