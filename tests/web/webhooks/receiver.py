"""A real server on this computer that receives webhooks, and answers as it is told."""

from __future__ import annotations

import json
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event as Signal
from threading import Thread
from typing import Any

from tests.certificates import Papers


@dataclass
class Receiver:
    """`status` is its answer; with `hangs` it never answers. With `papers` it uses https.

    `received`: headers and body of what came.
    """

    port: int = 0
    status: int = 204
    headers: dict[str, str] = field(default_factory=dict)
    text: bytes = b""
    hangs: bool = False
    papers: Papers | None = None
    received: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    over: Signal = field(default_factory=Signal)

    @property
    def address(self) -> str:
        return f"{'https' if self.papers else 'http'}://127.0.0.1:{self.port}/hook/very-secret"

    @property
    def told(self) -> list[dict[str, Any]]:
        return [json.loads(body) for _, body in self.received]

    @property
    def happenings(self) -> list[str]:
        return [message["happening"] for message in self.told]


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextmanager
def receiving(receiver: Receiver) -> Iterator[Receiver]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.received.append((dict(self.headers), body))
            if receiver.hangs:
                receiver.over.wait()
                return
            self.send_response(receiver.status)
            for name, text in receiver.headers.items():
                self.send_header(name, text)
            self.end_headers()
            self.wfile.write(receiver.text)

        def log_message(self, format: str, *args: object) -> None:
            """Nothing: the test looks at what came."""

    server = ThreadingHTTPServer(("127.0.0.1", receiver.port), Handler)
    receiver.port = server.server_address[1]
    if receiver.papers is not None:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(receiver.papers.certificate, receiver.papers.key)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield receiver
    finally:
        receiver.over.set()
        server.shutdown()
        server.server_close()
