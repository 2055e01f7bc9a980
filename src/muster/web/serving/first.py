"""One desk among several processes: what organiser and staff ask for is answered by the first one, which alone has the
long jobs, the scanned slips, the sign-in links and the backups of this run in memory. Everybody else is answered where
they come in."""

from __future__ import annotations

import socket
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from muster.core.kit.errors import Busy
from muster.web.connections import Scope
from muster.web.identity import claims_staff
from muster.web.serving.bodies import BODY, TOO_LARGE
from muster.web.serving.sentences import sentence
from muster.web.sizes import session_in

Answer = tuple[int, list[tuple[bytes, bytes]], bytes]

CLIENT, SCHEME = b"x-muster-client", b"x-muster-scheme"
"""Who asked, and whether by https: trusted only from the socket, which no other user can open."""

PATIENCE = 120
"""Seconds that the first process may take to answer."""

_ONE_CONNECTION = (b"connection", b"keep-alive", b"transfer-encoding", b"content-length", CLIENT, SCHEME)
"""Headers between two computers only, which are not passed on."""


class First:
    """How the other processes reach the first one."""

    def __init__(self, way: Path) -> None:
        self._way = way

    def concerns(self, scope: Scope) -> bool:
        if TOO_LARGE in scope:  # The body was not kept, and every process can say so.
            return False
        if scope["path"].startswith("/sign-in/") or any(name == b"authorization" for name, _ in scope["headers"]):
            return True
        return claims_staff(session_in(scope))

    def answer(self, scope: Scope) -> Answer:
        try:
            return self._answer(scope)
        except (OSError, HTTPException):
            status, kind, body = sentence(scope, Busy("The desk is starting again. Try again in a moment."))
            again = [(b"retry-after", b"2")] + ([(b"refresh", b"2")] if scope["method"] == "GET" else [])
            return status, [(b"content-type", kind), *again], body

    def _answer(self, scope: Scope) -> Answer:
        body = scope[BODY].read()
        target = scope.get("raw_path", scope["path"].encode()).decode("latin-1")
        if scope["query_string"]:
            target += f"?{scope['query_string'].decode('latin-1')}"
        line = _Line(self._way)
        try:
            line.putrequest(scope["method"], target, skip_host=True, skip_accept_encoding=True)
            for name, value in scope["headers"]:
                if name.lower() not in _ONE_CONNECTION:
                    line.putheader(name.decode("latin-1"), value)
            line.putheader(CLIENT.decode(), scope["client"][0] if scope.get("client") else "")
            line.putheader(SCHEME.decode(), scope["scheme"])
            line.putheader("Connection", "close")
            line.putheader("Content-Length", str(len(body)))
            line.endheaders(body)
            answer = line.getresponse()
            headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in answer.getheaders()]
            kept = [(name, value) for name, value in headers if name not in _ONE_CONNECTION]
            return answer.status, kept, answer.read()
        finally:
            line.close()


class _Line(HTTPConnection):
    """HTTP through a socket in the file system."""

    def __init__(self, way: Path) -> None:
        super().__init__("localhost", timeout=PATIENCE)
        self._way = way

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(PATIENCE)
        self.sock.connect(str(self._way))


def handed_on(scope: Scope) -> None:
    """In the first process: treats a request from the socket as if it had come here directly."""
    if scope.get("client") is not None or (scope.get("server") or ("", 0))[1] is not None:
        return
    said = dict(scope["headers"])
    if CLIENT in said:
        scope["client"] = (said[CLIENT].decode("latin-1"), 0)
        scope["scheme"] = said.get(SCHEME, b"http").decode("latin-1")
