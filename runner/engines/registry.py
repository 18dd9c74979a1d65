"""Finds an engine by its URL; an engine's module is loaded only when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.errors import UsageError

if TYPE_CHECKING:
    from runner.engines.base import Engine


def connect(
    url: str = "embedded:",
    *,
    user: str | None = None,
    password: str | None = None,
    database: str | None = None,
    timeout: float = 10.0,
    wait: float = 0.0,
    wipe: str | None = None,
    emulate_enterprise: bool = False,
) -> Engine:
    """Open the engine at `url`: ``embedded:``, the URL of a Neo4j server, or ``neo4j``.

    ``embedded:PATH`` keeps its graph in the file at PATH; ``embedded:PATH?mode=read`` only reads.
    ``embedded:?apoc=on`` and ``embedded:PATH?apoc=on`` have the functions and procedures of APOC.
    ``neo4j`` stands for what NEO4J_URI, NEO4J_USERNAME, NEO4J_PASSWORD and NEO4J_DATABASE say.
    The rest is for servers: without `user` there is no login; a `password` that is not given is
    read from NEO4J_PASSWORD; `timeout` is how many seconds the server may take to connect, and to
    react when its time is up; `wait` how many to wait for a server that is starting; `wipe` the
    name of the database that may be emptied though it holds somebody's data. With
    `emulate_enterprise` the constraints that a server's Community edition lacks are kept by
    `runner`; where none is lacking nothing is different.

    Raises `UsageError` for a URL that names no engine and `EngineFailure` when the engine cannot
    be reached.
    """
    scheme, colon, rest = url.partition(":")
    if scheme == "embedded" and colon:
        if user is not None or database is not None or wipe is not None:
            raise UsageError(
                "the embedded engine has no users and no databases to name: --user, --database "
                "and --wipe are for a Neo4j server (--engine)"
            )
        if rest.startswith("//"):
            where = rest.lstrip("/")
            shown = "embedded:PATH" if "@" in where else f"embedded:{where} or embedded:/{where}"
            raise UsageError(
                "the embedded engine is on no host: after embedded: comes the path of a file, "
                f"without //, as {shown}"
            )
        if rest and not rest.startswith("?"):
            from runner.engines.embedded_file import open_file

            return open_file(rest)
        from runner.engines.embedded import EmbeddedEngine, read_libraries

        return EmbeddedEngine(read_libraries(rest))
    from runner.engines.target import SCHEMES, is_bolt, resolve

    if not is_bolt(url):
        known = ", ".join(
            ("embedded:", "embedded:PATH", "neo4j", *(f"{scheme}://" for scheme in SCHEMES))
        )
        shown = f"{scheme}:…" if "@" in url else url
        raise UsageError(f"no engine is known by the URL {shown!r}; there are: {known}")
    target = resolve(
        url,
        user=user,
        password=password,
        database=database,
        timeout=timeout,
        wait=wait,
        wipe=wipe,
    )
    from runner.engines.bolt import open_engine

    engine = open_engine(target)
    if emulate_enterprise:
        from runner.engines.emulated import emulating

        return emulating(engine)
    return engine
