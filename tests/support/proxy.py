"""A TCP proxy that can spoil a connection: silence it, cut it, reset it, or cut it later."""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit


class Proxy:
    """Carries bytes between clients and a server, until it is told not to.

    Attributes:
        cut_after: Bytes from the server after which all connections are closed; None for never.
    """

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._server = (parts.hostname or "127.0.0.1", parts.port or 7687)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._port = self._listener.getsockname()[1]
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._silent = threading.Event()
        self.cut_after: int | None = None
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        """Where clients connect."""
        return f"bolt://127.0.0.1:{self._port}"

    def silence(self) -> None:
        """Carry nothing any more, in any direction; connections stay open."""
        self._silent.set()

    def cut(self) -> None:
        """Close all connections, and take no new ones."""
        self._close_listener()
        for pair in self._pairs:
            for end in pair:
                _shut(end)

    def reset(self) -> None:
        """Reset all connections (RST), and take no new ones."""
        self._close_listener()
        for client, server in self._pairs:
            with contextlib.suppress(OSError):
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                # A thread that still reads would keep the connection open beyond the close.
                client.shutdown(socket.SHUT_RD)
                time.sleep(0.2)
            client.close()
            _shut(server)

    def close(self) -> None:
        """End everything."""
        self.cut()
        for pair in self._pairs:
            for end in pair:
                end.close()

    def _close_listener(self) -> None:
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(self._server)
            except OSError:
                client.close()
                continue
            self._pairs.append((client, server))
            for source, target in ((client, server), (server, client)):
                threading.Thread(
                    target=self._carry, args=(source, target, source is server), daemon=True
                ).start()

    def _carry(self, source: socket.socket, target: socket.socket, from_server: bool) -> None:
        try:
            while data := source.recv(65536):
                if self._silent.is_set():
                    continue
                target.sendall(data)
                if from_server and self.cut_after is not None:
                    self.cut_after -= len(data)
                    if self.cut_after < 0:
                        self.cut()
        except OSError:
            pass
        if not self._silent.is_set():
            _shut(target)


def _shut(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def proxy_to(url: str) -> Iterator[Proxy]:
    """A proxy before the server at `url`."""
    proxy = Proxy(url)
    try:
        yield proxy
    finally:
        proxy.close()


class Impostor:
    """A listener that is no Neo4j: `greet` is what it does with each connection."""

    def __init__(self, greet: Callable[[socket.socket], None]) -> None:
        self._greet = greet
        self._listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def port(self) -> int:
        """Where it listens."""
        port: int = self._listener.getsockname()[1]
        return port

    def close(self) -> None:
        """Stop listening."""
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with contextlib.suppress(OSError):
                self._greet(connection)
