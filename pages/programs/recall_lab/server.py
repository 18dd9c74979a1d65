"""The server: on this machine alone, for reading alone."""

from __future__ import annotations

import ipaddress
import logging
import socket
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import parse_qs, urlsplit

import runner
from recall_lab.view import LONGEST_QUESTION, STYLE, page

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import TracebackType

    from agent_memory import Memory

logger = logging.getLogger(__name__)

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
_PATIENCE_SECONDS = 10.0


class Lab:
    """A running Recall Lab. A context manager; leaving it stops the server.

    `embed` makes the embedding of a question; the `ValueError` that it raises is shown. `about`
    is a sentence for the reader, for instance on where embeddings come from. `host` is an address
    of this machine's loopback, `port` 0 for any that is free. Raises `ValueError` for any other
    address and `OSError` for a port that is taken.
    """

    def __init__(
        self,
        memory: Memory,
        embed: Callable[[str], Sequence[float]],
        *,
        about: str = "",
        host: str = "127.0.0.1",
        port: int = 0,
        deadline: float = 5.0,
    ) -> None:
        self._memory = memory
        self._embed = embed
        self._about = about
        self._deadline = deadline
        self._server = _Server(_loopback(host), port, self)
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, name="recall-lab"
        )
        self._thread.start()

    @property
    def url(self) -> str:
        """Where the page is."""
        return f"http://{self._server.authority}/"

    def close(self) -> None:
        """Stop listening, and end what is still open."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def show(self, question: str, scope: str | None) -> tuple[HTTPStatus, str]:
        """The page for a question, or the empty one for none."""
        try:
            scopes = self._memory.scopes()
        except runner.RunnerError as error:
            return HTTPStatus.BAD_GATEWAY, page(
                about=self._about, scopes=(), question=question, fault=str(error)
            )
        chosen = scope if scope is not None else (scopes[0] if scopes else "")
        if not question:
            return HTTPStatus.OK, page(about=self._about, scopes=scopes, scope=chosen)
        fault = found = None
        status = HTTPStatus.OK
        if len(question) > LONGEST_QUESTION:
            status = HTTPStatus.BAD_REQUEST
            fault = f"A question may have {LONGEST_QUESTION:,} characters at most."
        elif chosen not in scopes:
            status, fault = HTTPStatus.BAD_REQUEST, f"There is no scope {chosen!r}."
        else:
            try:
                embedding = self._embed(question)
                found = self._memory.recall(embedding, chosen, deadline=self._deadline)
            except ValueError as error:
                fault = str(error)
            except Exception as error:
                logger.exception("the embedding of a question could not be made")
                fault = f"The embedding could not be made: {type(error).__name__}: {error}"
        return status, page(
            about=self._about,
            scopes=scopes,
            question=question[:LONGEST_QUESTION],
            scope=chosen,
            found=found,
            fault=fault,
        )


def _loopback(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    try:
        address = ipaddress.ip_address("127.0.0.1" if host == "localhost" else host)
    except ValueError:
        address = None
    if address is None or not address.is_loopback:
        raise ValueError(
            f"the Recall Lab shows a memory without asking who looks: it listens on this machine "
            f"alone, as 127.0.0.1 or ::1, and not on {host!r}"
        )
    return address


class _Server(ThreadingHTTPServer):
    daemon_threads = False

    def __init__(
        self, address: ipaddress.IPv4Address | ipaddress.IPv6Address, port: int, lab: Lab
    ) -> None:
        if address.version == 6:
            self.address_family = socket.AF_INET6
        self.lab = lab
        self._open: set[socket.socket] = set()
        super().__init__((str(address), port), _Handler)
        shown = f"[{address}]" if address.version == 6 else str(address)
        self.authority = f"{shown}:{self.server_address[1]}"
        # A name that somebody else's DNS has pointed at this machine is not among these.
        self.names = frozenset({self.authority, f"localhost:{self.server_address[1]}"})

    def server_bind(self) -> None:
        """Bind, without a look for the machine's name in the network."""
        TCPServer.server_bind(self)

    def get_request(self) -> tuple[socket.socket, Any]:
        """Accept a connection, and remember it for the end."""
        connection, address = super().get_request()
        self._open.add(connection)
        return connection, address

    def shutdown_request(self, request: Any) -> None:
        """Close a connection."""
        self._open.discard(request)
        super().shutdown_request(request)

    def server_close(self) -> None:
        """End connections that a browser holds open, so that their threads end, too."""
        for connection in list(self._open):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                # It is closed already.
                self._open.discard(connection)
        super().server_close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Log what a browser that went away leaves behind."""
        logger.warning("a request failed", exc_info=True)


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    server_version = "recall-lab"
    sys_version = ""
    timeout = _PATIENCE_SECONDS
    error_message_format = "%(code)d %(message)s\n"
    error_content_type = "text/plain; charset=utf-8"

    def do_GET(self) -> None:
        """Answer a request to read."""
        host = self.headers.get_all("Host") or []
        if len(host) != 1 or host[0].lower() not in self.server.names:
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST, "This is not the host's page")
            return
        try:
            url = urlsplit(self.path)
            given = parse_qs(url.query, errors="replace", max_num_fields=20)
        except ValueError:
            self.send_error(HTTPStatus.BAD_REQUEST)
            return
        if url.path == "/":
            question = given.get("q", [""])[0].strip()
            status, text = self.server.lab.show(question, given.get("scope", [None])[0])
            self._send(status, "text/html", text)
        elif url.path == "/style.css":
            self._send(HTTPStatus.OK, "text/css", STYLE)
        elif url.path == "/favicon.ico":
            self._send(HTTPStatus.NO_CONTENT, "image/x-icon", "")
        else:
            self.send_error(HTTPStatus.NOT_FOUND)

    def parse_request(self) -> bool:
        """Read what is asked for; anything but to read is refused, whatever its name."""
        if not super().parse_request():
            return False
        if self.command != "GET":
            self.send_error(HTTPStatus.METHOD_NOT_ALLOWED, "This page can only be read, by GET")
            return False
        return True

    def _send(self, status: HTTPStatus, kind: str, text: str) -> None:
        body = text.encode("utf-8", "replace")
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def end_headers(self) -> None:
        """Send, with each answer, what a browser is to hold it to."""
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        if self.command != "GET":
            self.send_header("Allow", "GET")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base's name
        """To the log, where questions are not shown to whoever sees the terminal."""
        logger.debug(format, *args)
