"""``runner-hook``: the command as a hook of pre-commit calls it, with the files of a commit.

Where none of them is a page there is nothing to do, and for a hook that is well.
"""

from __future__ import annotations

from runner.__main__ import main as run_command

_NOTHING = 4
"""`runner.outcome.ExitCode.NOTHING`: that module takes time to load, and nothing here may."""


def main() -> None:
    """Run the command and leave with its exit status; with 0 where there was no page."""
    try:
        run_command()
    except SystemExit as done:
        if done.code == _NOTHING:
            raise SystemExit(0) from None
        raise
