"""The command: ``python -m provenance_tracer replay|audit|cost URL``."""

from __future__ import annotations

import argparse
import sys

import runner
from provenance_tracer.audit import AUDITS, cost_table
from provenance_tracer.replay import replay
from provenance_tracer.tracer import AlreadyRecorded, open_engine


def main() -> int:
    """Do what the command line says; the exit status."""
    parser = argparse.ArgumentParser(prog="provenance_tracer", description=__doc__)
    parser.add_argument("command", choices=("replay", "audit", "cost"))
    parser.add_argument("url", help="embedded:PATH, or a Neo4j as bolt://HOST:PORT")
    given = parser.parse_args()
    write = sys.stdout.write
    try:
        with open_engine(given.url) as engine:
            if given.command == "replay":
                for call, reply in replay(engine):
                    write(
                        f"{call.seq:2} {call.tool:8} {reply.status:11} "
                        f"rows {len(reply.rows)}, touched {len(reply.touched)}"
                        f"{'' if reply.error is None else f': {reply.error}'}\n"
                    )
                return 0
            with engine.session() as session:
                if given.command == "cost":
                    write(f"{cost_table(session)}\n")
                    return 0
                for audit in AUDITS.values():
                    result = session.run(audit.statement, dict(audit.parameters))
                    write(f"{audit.title}\n  {' | '.join(result.columns)}\n")
                    for row in result.rows:
                        write(f"  {' | '.join(map(runner.format_value, row))}\n")
    except (runner.RunnerError, AlreadyRecorded) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
