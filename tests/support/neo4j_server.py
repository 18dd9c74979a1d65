"""A real Neo4j Community for tests: fetched by Maven, started on a free port, stopped by its pid.

    python -m tests.support.neo4j_server [--port PORT] [--version VERSION]

starts one for a contributor and stops it at Ctrl-C. The jars stay in the user's cache folder;
data and configuration are in a folder that goes with the server.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

VERSION = "2026.08.1"
JAVA_NEEDED = 21
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
"""The user's cache folder; read at once, for tests give themselves another."""
START_SECONDS = 120.0
STOP_SECONDS = 20.0

_POM = """\
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>local</groupId><artifactId>neo4j-for-tests</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.neo4j</groupId><artifactId>neo4j</artifactId><version>{0}</version></dependency>
    <dependency><groupId>org.neo4j</groupId><artifactId>neo4j-bolt</artifactId><version>{0}</version></dependency>
  </dependencies>
</project>
"""
_SETTINGS = {
    "server.default_listen_address": "127.0.0.1",
    "server.http.enabled": "false",
    "dbms.usage_report.enabled": "false",
    "dbms.security.auth_enabled": "false",
    "server.memory.heap.max_size": "1g",
    "server.memory.pagecache.size": "64m",
    "server.directories.import": "import",
}
_JAVA_OPTIONS = (
    "-Xmx1g",
    "-XX:+UseSerialGC",
    # As in Neo4j's own configuration. Without it Java drops the messages of frequent exceptions,
    # and the server never answers a statement whose error has none.
    "-XX:-OmitStackTraceInFastThrow",
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-opens=java.base/java.io=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
    "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
    "--enable-native-access=ALL-UNNAMED",
    "--add-modules=jdk.incubator.vector",
)


class Unavailable(Exception):
    """A server cannot be had on this machine; the text says what is missing."""


@dataclass(slots=True)
class Server:
    """A server of ours, running or starting."""

    process: subprocess.Popen[bytes]
    port: int
    home: Path

    @property
    def pid(self) -> int:
        """The process to end."""
        return self.process.pid

    @property
    def url(self) -> str:
        """Where it speaks Bolt."""
        return f"bolt://127.0.0.1:{self.port}"

    @property
    def import_folder(self) -> Path:
        """Where LOAD CSV reads files."""
        return self.home / "import"

    def await_start(self, seconds: float = START_SECONDS) -> None:
        """Wait until it accepts connections. Raises `Unavailable` with the end of its log."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and self.process.poll() is None:
            if b"Started." in self._log() and _accepts(self.port):
                return
            time.sleep(0.1)
        log = self._log().decode(errors="replace")
        self.stop()
        raise Unavailable(f"Neo4j did not start:\n{log[-2000:]}")

    def warm_up(self, seconds: float = START_SECONDS) -> None:
        """Have it answer once, so that no later statement waits for what only the first needs.

        On a busy machine a cold server may take longer than a run of the program waits. It must
        want no login. Raises `Unavailable` when it does not answer.
        """
        from neo4j import GraphDatabase, Query
        from neo4j.exceptions import DriverError, Neo4jError

        try:
            with (
                GraphDatabase.driver(
                    self.url,
                    auth=None,
                    connection_timeout=seconds,
                    connection_acquisition_timeout=seconds,
                ) as driver,
                driver.session() as session,
            ):
                for statement in ("RETURN 1", "SHOW CONSTRAINTS", "SHOW INDEXES"):
                    session.run(Query(statement, timeout=seconds)).consume()
        except (DriverError, Neo4jError, OSError) as error:
            self.stop()
            raise Unavailable(f"Neo4j does not answer: {error}") from error

    def kill(self) -> None:
        """End it at once, as a crash would."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """End it, and remove its data."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill()
        shutil.rmtree(self.home, ignore_errors=True)

    def _log(self) -> bytes:
        return (self.home / "console.log").read_bytes()


def start(
    version: str = VERSION, *, port: int | None = None, settings: Mapping[str, str] | None = None
) -> Server:
    """Start a server, without waiting for it. Raises `Unavailable`."""
    java = find_java()
    jars = fetch(version)
    port = port or free_port()
    home = Path(tempfile.mkdtemp(prefix="cypher-pages-neo4j-"))
    for name in ("data", "logs", "conf", "import"):
        (home / name).mkdir()
    lines = {**_SETTINGS, "server.bolt.listen_address": f"127.0.0.1:{port}", **(settings or {})}
    text = "".join(f"{key}={value}\n" for key, value in lines.items())
    (home / "conf" / "neo4j.conf").write_text(text, "utf-8")
    command = [
        str(java),
        "-cp",
        str(jars / "*"),
        *_JAVA_OPTIONS,
        "org.neo4j.server.Neo4jCommunity",
        f"--home-dir={home}",
        f"--config-dir={home / 'conf'}",
        "--console-mode",
    ]
    with (home / "console.log").open("wb") as log:
        # A session of its own, so that Ctrl-C at the terminal is for the tests and not for it.
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=_end_with_parent if sys.platform == "linux" else None,  # noqa: PLW1509
        )
    return Server(process, port, home)


def _end_with_parent() -> None:
    """Let the system end this process when the one that started it ends, however that does.

    In the new process, before Java takes it over: a run of the tests that is killed cannot stop
    its server itself.
    """
    import ctypes

    set_signal_of_parents_death = 1
    ctypes.CDLL(None).prctl(set_signal_of_parents_death, signal.SIGTERM)


def fetch(version: str) -> Path:
    """The folder with the jars of a version, fetched by Maven the first time."""
    jars = CACHE / "cypher-pages" / "neo4j" / version
    if jars.is_dir():
        return jars
    maven = shutil.which("mvn")
    if maven is None:
        raise Unavailable("Maven (mvn) is not installed, and it fetches Neo4j's jars")
    jars.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=jars.parent) as folder:
        work = Path(folder)
        (work / "pom.xml").write_text(_POM.format(version), "utf-8")
        command = [maven, "-q", "-B", "dependency:copy-dependencies", "-DoutputDirectory=lib"]
        done = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Unavailable(f"Maven could not fetch Neo4j {version}:\n{done.stdout[-2000:]}")
        try:
            (work / "lib").rename(jars)
        except OSError:
            # Another run was quicker.
            if not jars.is_dir():
                raise
    return jars


def find_java() -> Path:
    """The newest Java of this machine that Neo4j can run on. Raises `Unavailable`."""
    found = {java: version for java in _javas() if (version := _java_version(java)) is not None}
    newest = max(found, key=lambda java: found[java], default=None)
    if newest is None or found[newest] < JAVA_NEEDED:
        raise Unavailable(f"no Java {JAVA_NEEDED} or newer is installed")
    return newest


def _javas() -> Iterator[Path]:
    name = "java.exe" if sys.platform == "win32" else "java"
    homes = [Path(os.environ["JAVA_HOME"])] if os.environ.get("JAVA_HOME") else []
    for pattern in (
        "/usr/lib/jvm/*",
        "/usr/java/*",
        "/opt/java/*",
        "/opt/jdk*",
        "/Library/Java/JavaVirtualMachines/*/Contents/Home",
        "/opt/homebrew/opt/openjdk*",
        str(Path.home() / ".sdkman/candidates/java/*"),
        "C:/Program Files/Java/*",
        "C:/Program Files/Eclipse Adoptium/*",
    ):
        root = Path(Path(pattern).anchor)
        if Path(pattern).is_absolute():
            homes.extend(root.glob(str(Path(pattern).relative_to(root))))
    on_path = shutil.which("java")
    if on_path is not None:
        yield Path(on_path).resolve()
    yield from (home / "bin" / name for home in homes if (home / "bin" / name).is_file())


def _java_version(java: Path) -> int | None:
    """The feature release of a Java, as 21; from the file beside it, else by asking it."""
    release = java.parent.parent / "release"
    text = release.read_text("utf-8", "replace") if release.is_file() else ""
    found = re.search(r'^JAVA_VERSION="(\d+)', text, re.MULTILINE)
    if found is None:
        try:
            done = subprocess.run(
                [java, "-version"], capture_output=True, text=True, timeout=30, check=False
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        found = re.search(r'version "(\d+)', done.stderr)
    return int(found[1]) if found else None


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _accepts(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def main() -> None:
    """Start a server and keep it until Ctrl-C or SIGTERM."""
    parser = argparse.ArgumentParser(description="Start a Neo4j Community for tests.")
    parser.add_argument("--port", type=int, help="Where to listen; a free port unless given.")
    parser.add_argument("--version", default=VERSION)
    arguments = parser.parse_args()
    try:
        server = start(arguments.version, port=arguments.port)
        server.await_start()
        server.warm_up()
    except Unavailable as error:
        sys.exit(str(error))
    print(f"Neo4j {arguments.version} at {server.url}, without login, process {server.pid}")
    print(f"  runner check --engine {server.url} pages")
    print(f"  files for LOAD CSV: {server.import_folder}")
    print(f"  RUNNER_TEST_NEO4J={server.url} make test", flush=True)

    def on_signal(_number: int, _frame: object) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, on_signal)
    try:
        server.process.wait()
    except KeyboardInterrupt:
        print("stopping")
    finally:
        server.stop()


if __name__ == "__main__":
    main()
