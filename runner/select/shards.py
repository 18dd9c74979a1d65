"""Parts of all pages, for several machines.

Each machine finds its part for itself, so the part of a page must not depend on anything that may
differ between them: neither on what they ran before, nor on which other files lie there. A page's
part follows from its name in the project alone, by a hash; or, where durations are given, from
that file and the name. Then the parts are disjoint and together hold every page as long as all
machines get the same file, whatever else differs.
"""

from __future__ import annotations

import json
import math
import re
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from runner.errors import UsageError
from runner.page.names import stable_name, working_root
from runner.select.selection import Selection

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

_FORMAT = 1


class Shard(NamedTuple):
    """One part of several."""

    number: int
    """From 1."""
    of: int


def parse_shard(text: str) -> Shard:
    """The shard that ``i/n`` names. Raises `UsageError`."""
    match = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text, re.ASCII)
    if match is None:
        raise UsageError(f"--shard {text}: a shard is i/n, as 1/4 for the first of four")
    shard = Shard(int(match[1]), int(match[2]))
    if not shard.of:
        raise UsageError(f"--shard {text}: there is at least one shard, 1/1")
    if not 1 <= shard.number <= shard.of:
        raise UsageError(
            f"--shard {text}: shards count from 1 to their number, here 1/{shard.of} to "
            f"{shard.of}/{shard.of}"
        )
    return shard


class Durations(NamedTuple):
    """Recorded durations, by which parts are balanced."""

    seconds: Mapping[str, float]
    """By the names of pages in the project."""
    fingerprint: str
    """The same on all machines that have the same durations."""


def read_durations(files: Iterable[Path]) -> Durations:
    """The durations in files that ``--report durations:FILE`` wrote; a later file wins.

    Raises `UsageError` for a file that is none.
    """
    seconds: dict[str, float] = {}
    for file in files:
        seconds |= _read(file)
    text = json.dumps(seconds, sort_keys=True).encode()
    return Durations(seconds, sha256(text).hexdigest()[:8])


def take_shard(files: Sequence[Path], shard: Shard, durations: Durations | None) -> Selection:
    """The files of one part."""
    root = working_root()
    planned = _balanced(durations.seconds, shard.of) if durations else {}
    taken = []
    for file in files:
        name = stable_name(file, root)
        number = planned.get(name)
        if (by_hash(name, shard.of) if number is None else number) == shard.number:
            taken.append(file)
    how = "by a hash of their names"
    if durations is not None:
        how = f"balanced by {len(durations.seconds)} durations, {durations.fingerprint}"
    of = f"{len(taken)} of {len(files)} files"
    return Selection(taken, f"shard {shard.number}/{shard.of}: {of}, {how}")


def by_hash(name: str, of: int) -> int:
    """The part of a page of which nothing but the name is known, from 1."""
    digest = sha256(name.encode("utf-8", "surrogateescape")).digest()
    return int.from_bytes(digest[:8], "big") % of + 1


def _balanced(seconds: Mapping[str, float], of: int) -> dict[str, int]:
    """A part for each page: the longest first, each to the part with the least to do so far."""
    loads = [0.0] * of
    parts = {}
    for name in sorted(seconds, key=lambda name: (-seconds[name], name)):
        lightest = min(range(of), key=loads.__getitem__)
        loads[lightest] += seconds[name]
        parts[name] = lightest + 1
    return parts


def _read(file: Path) -> dict[str, float]:
    try:
        document: Any = json.loads(file.read_bytes())
    except OSError as error:
        raise UsageError(f"cannot read the durations {file}: {error.strerror or error}") from error
    except ValueError as error:
        raise UsageError(f"the durations {file} are no JSON: {error}") from error
    found = document.get("seconds") if isinstance(document, dict) else None
    if not isinstance(found, dict) or document.get("format") != _FORMAT:
        raise UsageError(
            f"{file} holds no durations of format {_FORMAT}: --report durations:FILE writes them"
        )
    for name, value in found.items():
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not number or not math.isfinite(value) or value < 0:
            raise UsageError(f"the durations {file}: those of {name} are no number of seconds")
    return {name: float(value) for name, value in found.items()}
