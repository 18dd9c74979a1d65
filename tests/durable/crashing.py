"""A process that writes to a database until it is killed, many times over; run as a script.

Each round forks a child, which opens the file, compares it with what was acknowledged before,
and then writes statement after statement, telling of each before and after it. The parent kills
it at a random moment. It prints a line per round that went wrong, and a summary.
"""

from __future__ import annotations

import os
import random
import select
import signal
import sys
import time
from pathlib import Path
from typing import Any

from runner.durable import stored
from runner.engines.base import Session
from runner.engines.embedded_file import open_file

Model = dict[int, Any]
"""By key, what the node with this key has: its version, its label and the keys it points to."""


def change(model: Model, chance: random.Random) -> tuple[list[tuple[str, dict[str, Any]]], Model]:
    """The statements of one transaction, and the model after it."""
    statements: list[tuple[str, dict[str, Any]]] = []
    after = {key: (version, label, list(to)) for key, (version, label, to) in model.items()}
    for _ in range(chance.choice((1, 1, 1, 3))):
        kind = chance.choice(("create", "create", "set", "delete", "link", "many"))
        keys = sorted(after)
        if kind == "create" or not keys:
            key = chance.randrange(10**9)
            statements.append(("CREATE (:Item {key: $key, version: 0})", {"key": key}))
            after[key] = (0, "Item", [])
        elif kind == "many":
            new = [chance.randrange(10**9) for _ in range(20)]
            statements.append(
                ("UNWIND $keys AS key CREATE (:Item {key: key, version: 0})", {"keys": new})
            )
            after.update({key: (0, "Item", []) for key in new})
        elif kind == "set":
            key = chance.choice(keys)
            version, _, to = after[key]
            statements.append(
                (
                    (
                        "MATCH (n:Item|Old {key: $key}) REMOVE n:Item SET n:Old, "
                        "n.version = n.version + 1, n.text = $text"
                    ),
                    {"key": key, "text": "x" * chance.randrange(400)},
                )
            )
            after[key] = (version + 1, "Old", to)
        elif kind == "delete":
            key = chance.choice(keys)
            statements.append(("MATCH (n:Item|Old {key: $key}) DETACH DELETE n", {"key": key}))
            del after[key]
            after = {
                other: (version, label, [each for each in to if each != key])
                for other, (version, label, to) in after.items()
            }
        else:
            start, end = chance.choice(keys), chance.choice(keys)
            statements.append(
                (
                    (
                        "MATCH (a:Item|Old {key: $start}) MATCH (b:Item|Old {key: $end}) "
                        "CREATE (a)-[:TO]->(b)"
                    ),
                    {"start": start, "end": end},
                )
            )
            after[start][2].append(end)
    return statements, after


def found(session: Session) -> Model:
    """The model that the database holds."""
    rows = session.run(
        "MATCH (n) OPTIONAL MATCH (n)-[:TO]->(m) WITH n, collect(m.key) AS keys "
        "RETURN n.key, n.version, labels(n)[0], keys"
    ).rows
    return {
        int(str(key)): (version, label, sorted(map(int, map(str, to))))  # type: ignore[arg-type]
        for key, version, label, to in rows
    }


def normal(model: Model) -> Model:
    return {key: (version, label, sorted(to)) for key, (version, label, to) in model.items()}


def child(path: str, seed: int, start: Model, tell: int) -> None:
    """Write until killed. Tells ``.`` before, ``+`` after each transaction."""
    model, chance = start, random.Random(seed)
    with open_file(path) as engine, engine.session() as session:
        while True:
            statements, after = change(model, chance)
            os.write(tell, b".")
            if len(statements) > 1:
                session.begin()
            for text, parameters in statements:
                session.run(text, parameters)
            if len(statements) > 1:
                session.commit()
            os.write(tell, b"+")
            model = after


def one_round(path: str, seed: int, model: Model, seconds: float) -> bytes:
    """Run a child for about `seconds` after its first word; all that it told."""
    ear, tell = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(ear)
        try:
            child(path, seed, model, tell)
        finally:
            os._exit(70)
    os.close(tell)
    select.select([ear], [], [], 20)
    time.sleep(seconds)
    os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    told = b""
    while some := os.read(ear, 65536):
        told += some
    os.close(ear)
    if not os.WIFSIGNALED(status):
        raise AssertionError(f"the child ended by itself: {status}")
    return told


def main(path: str, rounds: int, seed: int) -> int:
    """Kill `rounds` children; the number of rounds after which the file was wrong."""
    stored.LEAST_GROWTH = 5_000  # so that logs are rewritten all the time
    chance = random.Random(seed)
    model: Model = {}
    wrong = acknowledged = in_flight = 0
    for number in range(rounds):
        told = one_round(path, seed + number, model, chance.random() ** 2 * 0.05)
        done, started = told.count(b"+"), told.count(b".")
        acknowledged += done
        possible, writes = [], random.Random(seed + number)
        for _ in range(started):
            possible.append(model)
            model = change(model, writes)[1]
        possible.append(model)
        # Half the time what was cut off is undone by one that reads only, else by one that writes.
        mode = "read" if number % 2 else "write"
        with open_file(f"{path}?mode={mode}") as engine, engine.session() as session:
            there = found(session)
        if there == normal(possible[done]):
            model = possible[done]
        elif there == normal(possible[-1]):
            model = possible[-1]
            in_flight += 1
        else:
            wrong += 1
            print(f"round {number}: {done} of {started} acknowledged, and something else is there")
            model = {key: (version, label, list(to)) for key, (version, label, to) in there.items()}
        if len(model) > 400:
            for each in (path, f"{path}-wal", f"{path}-shm"):
                Path(each).unlink(missing_ok=True)
            model = {}
    print(f"{rounds} kills, {acknowledged} acknowledged, {in_flight} kept unasked, {wrong} wrong")
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])) > 0)
