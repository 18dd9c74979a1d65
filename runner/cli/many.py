"""The options by which a command takes some of many pages, and shares them out."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable

_NO_BASE = ""
"""What ``--changed`` stands for where it names no commit."""


class ChangedCommand(click.Command):
    """A command with ``--changed [BASE]``, whose BASE is never one of the paths.

    Behind a blank, a file or folder that is there is a path; ``--changed=BASE`` is always a commit.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """See `click.Command.parse_args`."""
        until = args.index("--") if "--" in args else len(args)
        if "--changed" in args[:until]:
            at = args.index("--changed")
            following = args[at + 1] if at + 1 < until else "-"
            if following.startswith("-") or Path(following).exists():
                args = [*args[:at], f"--changed={_NO_BASE}", *args[at + 1 :]]
        return super().parse_args(ctx, args)


_OPTIONS = (
    click.option(
        "-j",
        "--jobs",
        metavar="N",
        default="1",
        show_default=True,
        help="Run pages in so many processes; auto is one a processor.",
    ),
    click.option(
        "--shard",
        metavar="I/N",
        help="Run only the I-th of N parts of the pages: each machine one of them.",
    ),
    click.option(
        "--durations-file",
        "durations_files",
        metavar="FILE",
        multiple=True,
        type=click.Path(path_type=Path),
        help="Balance shards by these durations (of --report durations:FILE); all machines must "
        "use the same file.",
    ),
    click.option(
        "--changed",
        metavar="[BASE]",
        help="Run only pages that changed in git, or use a file that did: uncommitted changes, or "
        "all since this branch left BASE.",
    ),
    click.option(
        "--last-failed",
        is_flag=True,
        help="Run only pages that were not true last time; all where none is known.",
    ),
    click.option(
        "--max-skips",
        metavar="N",
        type=click.IntRange(min=0),
        help="Fail when more than so many cells are skipped.",
    ),
    click.option(
        "--min-cells",
        metavar="N",
        type=click.IntRange(min=0),
        help="Fail when fewer than so many cells run.",
    ),
)


def many_pages_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of many pages.

    It gets those that select as one argument `wanted`, see `runner.select.choose.Wanted`, and
    `jobs`, `max_skips` and `min_cells` as they are.
    """

    @functools.wraps(command)
    def with_wanted(**arguments: Any) -> Any:
        from runner.select.choose import Wanted

        changed = arguments.pop("changed")
        wanted = Wanted(
            changed=changed is not None,
            base=changed or None,
            last_failed=arguments.pop("last_failed"),
            shard=arguments.pop("shard"),
            durations=arguments.pop("durations_files"),
        )
        return command(wanted=wanted, **arguments)

    for option in reversed(_OPTIONS):
        with_wanted = option(with_wanted)
    return with_wanted
