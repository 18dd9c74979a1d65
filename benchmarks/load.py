"""``python -m benchmarks.load``: loads a graph into the embedded engine by ``UNWIND``.

Prints seconds, those of the processor besides, and the most memory that the whole process ever
had, the data to load included.
"""

from __future__ import annotations

import sys
from time import perf_counter, process_time

import click

from benchmarks.engines.base import LOAD_NODES, LOAD_RELATIONSHIPS, UNIQUE_ID, batches
from benchmarks.engines.embedded import Embedded
from benchmarks.generate import generate


@click.command()
@click.option("--nodes", default=100_000, show_default=True, help="Size of the graph.")
@click.option("--url", default="embedded:", show_default=True, help="embedded: or embedded:PATH.")
def main(nodes: int, url: str) -> None:
    """Load people and whom they know, in batches, each a statement committed by itself."""
    people = generate(nodes, vectors=False)
    engine = Embedded(url)
    engine.run(UNIQUE_ID, {})
    before = peak_bytes()
    times = []
    busy = process_time()
    for text, rows in ((LOAD_NODES, people.nodes), (LOAD_RELATIONSHIPS, people.relationships)):
        begun = perf_counter()
        for batch in batches(rows):
            engine.run(text, {"rows": batch})
        times.append(perf_counter() - begun)
    click.echo(
        f"{len(people.nodes):,} nodes in {times[0]:.1f} s, "
        f"{len(people.relationships):,} relationships in {times[1]:.1f} s "
        f"({process_time() - busy:.1f} s of the processor for both); "
        f"at most {peak_bytes() / 1e6:,.0f} MB, {before / 1e6:,.0f} MB before"
    )
    engine.close()


def peak_bytes() -> int:
    """The most memory that this process ever had resident; 0 where the system does not say."""
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


if __name__ == "__main__":
    main()
