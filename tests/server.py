"""A server of this machine, for tests: what it answers is given path by path."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

HTML = "<p>It was größer than any.".encode()

#: Seconds that a slow answer takes, far more than any test waits for it.
LONG = 300

Answer = Callable[[BaseHTTPRequestHandler], None]


def answer(
    content: bytes = HTML, *, status: int = 200, length: int | None = None, **headers: str
) -> Answer:
    """A handler that gives this; `content_type` is the header Content-Type."""

    def give(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", str(len(content) if length is None else length))
        handler.end_headers()
        handler.wfile.write(content)

    return give


def drip(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", "text/html")
    handler.end_headers()
    for _ in range(LONG * 20):
        handler.wfile.write(b"<p>.")
        time.sleep(0.05)


def drip_headers(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
    for _ in range(LONG * 20):
        handler.wfile.write(b"X")
        time.sleep(0.05)


def silent(handler: BaseHTTPRequestHandler) -> None:
    time.sleep(LONG)


def endless(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", "text/html")
    handler.end_headers()
    for _ in range(1000):
        handler.wfile.write(b"<p>" * 10_000)


def chunked(*pieces: bytes, end: bytes = b"0\r\n\r\n") -> Answer:
    def give(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Transfer-Encoding", "chunked")
        handler.end_headers()
        for piece in pieces:
            handler.wfile.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
        handler.wfile.write(end)

    return give


def raw(content: bytes) -> Answer:
    def give(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(content)

    return give


def echo(handler: BaseHTTPRequestHandler) -> None:
    answer(str(handler.headers).encode())(handler)


class Server(ThreadingHTTPServer):
    """Gives what `answers` has for a path; `asked` are the paths that were asked for, `answered`
    those whose answer was sent to its end."""

    daemon_threads = True
    answers: dict[str, Answer]
    asked: list[str]
    answered: list[str]

    @property
    def at(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, *_: Any) -> None:
        """Clients that go away are what is tested here."""


class Handler(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.close_connection = True
        self.server.asked.append(self.path)
        self.server.answers.get(self.path, answer(b"none", status=404))(self)
        self.server.answered.append(self.path)

    def log_message(self, *_: Any) -> None:
        """Nothing."""


@contextmanager
def serving() -> Iterator[Server]:
    """Run a server; its answers may be changed at any time."""
    with Server(("127.0.0.1", 0), Handler) as server:
        server.answers = {"/": answer(content_type="text/html")}
        server.asked, server.answered = [], []
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
