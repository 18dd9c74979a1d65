"""The command: what ``python -m runner`` and its script call.

Nothing is imported before `main` that takes time: a key press while the command loads ends it as
one at any later moment does.
"""

from __future__ import annotations

INTERRUPTED = 130
"""Exit status after a key press: shells' convention, 128 and the number of SIGINT."""


def main() -> None:
    """Run the command and leave with its exit status."""
    try:
        from runner.cli import main as run_command

        run_command()
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None


if __name__ == "__main__":
    main()
