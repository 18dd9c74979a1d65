"""``python -m benchmarks.start``: how long the command takes to start, and to check one page.

Whole processes, in turn with a Python that does nothing but import the libraries that any such
command would; in time of the processor, which other work on the machine disturbs less.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import median

import click

from benchmarks.pages import ROOT, SAMPLE

LIBRARIES = "import markdown_it, yaml, click"
_NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"
"""With it every start would compile all modules again, which an installed command does not."""


def processor_seconds(arguments: list[str]) -> float:
    """What one run of this Python takes of the processor."""
    environment = {name: value for name, value in os.environ.items() if name != _NO_BYTECODE}
    process = subprocess.Popen(
        [sys.executable, *arguments],
        env={**environment, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise click.ClickException(f"{' '.join(arguments)} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime


@click.command()
@click.option("--repeat", default=15, show_default=True, help="How often each is run.")
@click.argument(
    "page", default=SAMPLE, type=click.Path(exists=True, path_type=Path), metavar="[PAGE]"
)
def main(repeat: int, page: Path) -> None:
    """Print the ratios: minimum/median/maximum of pairs."""
    version = ["-m", "runner", "--version"]
    check = ["-m", "runner", "check", str(page)]
    for name, one, other in (
        ("runner --version", version, "import click"),
        (f"runner check {page.name}", check, LIBRARIES),
    ):
        pairs = [
            processor_seconds(one) / processor_seconds(["-c", other]) for _ in range(repeat + 1)
        ][1:]
        shown = "/".join(f"{each:.2f}" for each in (min(pairs), median(pairs), max(pairs)))
        click.echo(f'{name}: {shown} times python -c "{other}"')


if __name__ == "__main__":
    main()
