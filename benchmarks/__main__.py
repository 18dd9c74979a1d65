"""``python -m benchmarks``: measures engines side by side and prints a table of ratios."""

from __future__ import annotations

from pathlib import Path

import click

from benchmarks.engines.registry import ENGINES, open_engine
from benchmarks.generate import generate
from benchmarks.measure import measure
from benchmarks.statements import STATEMENTS, Kind
from benchmarks.table import summary, table


@click.command()
@click.option("--nodes", default=1_000, show_default=True, help="Size of the graph.")
@click.option(
    "--engine",
    "urls",
    multiple=True,
    default=("embedded:",),
    show_default=True,
    help=f"An engine, once for each; all are compared with the first: {', '.join(ENGINES)}.",
)
@click.option("--repeat", default=15, show_default=True, help="Times per statement; 0 for none.")
@click.option("--seed", default=1, show_default=True, help="Of the graph and the parameters.")
@click.option("--only", help="Only statements whose name contains this.")
@click.option("--why", is_flag=True, help="Say why an engine has no times.")
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write the table here, too."
)
def main(
    nodes: int,
    urls: tuple[str, ...],
    repeat: int,
    seed: int,
    only: str | None,
    why: bool,
    output: Path | None,
) -> None:
    """Run the same statements on every engine in turn, and print the ratios of their times.

    Answers are compared before times are taken. A server's database must be empty, and is left
    empty.
    """
    statements = [statement for statement in STATEMENTS if (only or "") in statement.name]
    people = generate(nodes, seed, vectors=any(s.kind is Kind.VECTOR for s in statements))
    engines = []
    try:
        for url in urls:
            click.echo(f"loading {nodes:,} nodes into {url}", err=True)
            engines.append(open_engine(url))
            engines[-1].load(people)
        results = []
        for statement in statements:
            click.echo(f"measuring {statement.name}", err=True)
            results.append((statement, measure(statement, engines, people, repeat, seed)))
            for timing in results[-1][1]:
                if why and timing.refusal is not None:
                    click.echo(f"  {timing.engine}: {timing.refusal}", err=True)
    finally:
        for engine in engines:
            engine.close()
    text = "\n".join((table(results), "", *(f"- {line}" for line in summary(results)), ""))
    click.echo(text)
    if output is not None:
        output.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
