"""The pages that changed in git, themselves or by a file that they use."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from runner.errors import UsageError
from runner.page.include import resolve
from runner.page.parse import parse_page, read_bytes
from runner.page.uses import may_use
from runner.report.base import counted
from runner.select.selection import Selection

if TYPE_CHECKING:
    from collections.abc import Sequence

DEFAULT_BASE = "HEAD"
_SECONDS = 60
_INCLUDES = re.compile(rb"^\s*[\"']?include", re.MULTILINE)


def changed(files: Sequence[Path], base: str | None = None) -> Selection:
    """Of `files` those that changed since `base`, or use a file that did.

    What is compared is the work tree, files that git does not know included, with the commit
    where this branch left `base`; None is `HEAD`: what is not committed. A page uses the pages
    that it includes, and the files in its folder and below that its cells name, or may name
    where LOAD CSV gets a computed name, or `file` of SQL a pattern.

    Raises `UsageError` without git, outside of a work tree, and where there is no such commit.
    """
    changes: dict[Path, set[Path]] = {}
    trees: dict[Path, Path] = {}
    taken = []
    for file in files:
        folder = Path(os.path.realpath(file)).parent
        if folder not in trees:
            trees[folder] = _work_tree(folder)
        tree = trees[folder]
        if tree not in changes:
            changes[tree] = _changes(tree, base)
        if _is_affected(file, changes[tree]):
            taken.append(file)
    since = base or DEFAULT_BASE
    of = f"{len(taken)} of {counted(len(files), 'file')}"
    return Selection(taken, f"{of} changed since {since}")


def _is_affected(file: Path, changes: set[Path]) -> bool:
    if not changes:
        return False
    real = Path(os.path.realpath(file))
    named = Path(os.path.realpath(file.parent)) / file.name
    if real in changes or named in changes:
        return True
    texts = [(_text(file), real.parent)]
    if _INCLUDES.search(read_bytes(file)) is not None:
        page = parse_page(file)
        included, _ = resolve(page)
        asked_for = {
            Path(os.path.realpath(each.path.parent / include.path))
            for each in (page, *included)
            for include in each.front_matter.include
        }
        if asked_for & changes:
            return True
        # LOAD CSV reads beside the page itself, SQL beside the page that it stands in.
        for each in included:
            folders = {real.parent, Path(os.path.realpath(each.path.parent))}
            texts += [(each.text, folder) for folder in folders]
    return any(
        may_use(text, [path for path in changes if path.is_relative_to(folder)])
        for text, folder in texts
    )


def _text(file: Path) -> str:
    return read_bytes(file).decode("utf-8", "replace")


def _work_tree(folder: Path) -> Path:
    """The work tree that a folder is in."""
    answer = _git(folder, "rev-parse", "--show-toplevel")
    if answer.returncode:
        why = _said(answer)
        if "not a git repository" in why:
            why = f"{folder} is in no git work tree"
        raise UsageError(f"--changed asks git, and {why}")
    return Path(os.path.realpath(os.fsdecode(answer.stdout.rstrip(b"\n"))))


def _changes(tree: Path, base: str | None) -> set[Path]:
    """The files of a work tree that changed, those that are gone too."""
    start = _start(tree, base)
    names: set[bytes] = set()
    for arguments in (
        ("diff", "--name-only", "--no-renames", "--ignore-submodules=none", "-z", start, "--"),
        ("ls-files", "-z", "--others", "--exclude-standard"),
    ):
        answer = _git(tree, *arguments)
        if answer.returncode:
            raise UsageError(f"--changed asks git, and it fails: {_said(answer)}")
        names |= set(answer.stdout.split(b"\0")) - {b""}
    return {tree / os.fsdecode(name) for name in names}


def _start(tree: Path, base: str | None) -> str:
    """The commit, or the empty tree, that the work tree is compared with."""
    head = _commit(tree, "HEAD")
    if head is None and base in (None, DEFAULT_BASE):
        # Nothing is committed yet, so everything is new.
        return os.fsdecode(_git(tree, "hash-object", "-t", "tree", os.devnull).stdout).strip()
    if base is None:
        return head or DEFAULT_BASE
    commit = _commit(tree, base)
    if commit is None:
        raise UsageError(
            f"--changed {base}: there is no such commit in {tree}; git fetch brings what the "
            "server has, git fetch --unshallow what a shallow clone lacks"
        )
    answer = _git(tree, "merge-base", commit, head or commit)
    if answer.returncode:
        raise UsageError(
            f"--changed {base}: this branch and {base} have no commit in common in {tree}; a "
            "shallow clone needs more of its history (git fetch --unshallow)"
        )
    return os.fsdecode(answer.stdout).strip()


def _commit(tree: Path, name: str) -> str | None:
    answer = _git(
        tree, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}"
    )
    return None if answer.returncode else os.fsdecode(answer.stdout).strip()


def _git(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    # A hook runs with the repository of its own in the environment.
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    try:
        return subprocess.run(
            ["git", *arguments],
            cwd=folder,
            env={**environment, "LC_ALL": "C"},
            capture_output=True,
            check=False,
            timeout=_SECONDS,
        )
    except FileNotFoundError as error:
        raise UsageError("--changed asks git, and git is not installed") from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UsageError(f"--changed asks git, and it fails: {error}") from error


def _said(answer: subprocess.CompletedProcess[bytes]) -> str:
    lines = answer.stderr.decode("utf-8", "replace").strip().splitlines()
    return lines[0].removeprefix("fatal: ") if lines else f"it ends with {answer.returncode}"
