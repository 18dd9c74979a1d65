"""``python -m runner``: the command, without its script."""

from runner.cli import main

main()
