"""``python -m tests.fuzz --uri URI --seed NAME``: the embedded engine against a server."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import monotonic

from tests.fuzz.campaign import campaign
from tests.fuzz.sides import Server
from tests.fuzz.texts import compare_texts


def main() -> int:
    """Run the campaigns that the command line asks for; 1 when anything differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--uri", required=True, help="the server; its database is emptied")
    parser.add_argument(
        "--import-folder",
        type=Path,
        help="its server.directories.import, to write files for LOAD CSV into",
    )
    parser.add_argument("--seed", action="append", required=True, help="may be repeated")
    parser.add_argument("--statements", type=int, default=2000, help="for each seed")
    parser.add_argument("--minutes", type=float, default=600, help="for each seed")
    parser.add_argument("--most", type=int, default=100, help="differences to stop after")
    parser.add_argument("--no-shrink", action="store_true")
    parser.add_argument(
        "--texts",
        action="store_true",
        help="compare how wrong statements fail: the line on a page, its place, the causes",
    )
    arguments = parser.parse_args()
    if arguments.texts:
        return _texts(arguments)
    server = Server(arguments.uri, arguments.import_folder)
    differs = False
    for seed in arguments.seed:
        start = monotonic()
        report = campaign(
            seed,
            server,
            arguments.statements,
            minutes=arguments.minutes,
            shrinking=not arguments.no_shrink,
            most=arguments.most,
            tell=lambda found: print(
                f"{found.difference.kind}: {found}", file=sys.stderr, flush=True
            ),
        )
        print(f"seed {seed}, {monotonic() - start:.0f} s: {report}\n", flush=True)
        differs = differs or bool(report.findings)
    server.close()
    return int(differs)


def _texts(arguments: argparse.Namespace) -> int:
    differs = False
    for seed in arguments.seed:
        start = monotonic()
        found = compare_texts(seed, arguments.uri, arguments.statements, minutes=arguments.minutes)
        print(f"seed {seed}, {monotonic() - start:.0f} s: {found}\n", flush=True)
        differs = differs or found.differences > 0
    return int(differs)


if __name__ == "__main__":
    sys.exit(main())
