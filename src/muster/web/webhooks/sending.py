"""One request to another server, which may be slow, broken or hostile: where it may go, how long it may take, and what
came back."""

from __future__ import annotations

import hmac
import socket
import ssl
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from http.client import HTTPConnection, HTTPException
from threading import Timer
from typing import Any

from muster import __version__
from muster.app.webhooks.actions import PREFIX
from muster.app.webhooks.addresses import Target, is_public, target_of
from muster.app.webhooks.outbox import Failure

LONGEST_ANSWER = 2_000
"""How many bytes of an answer are read."""

LONGEST_DETAIL = 200
"""How many characters of it the desk shows."""


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds for the connection, for each part of the answer, and in total."""

    connect: float = 5
    read: float = 5
    whole: float = 10


@dataclass(frozen=True, slots=True)
class Attempt:
    """The outcome of an attempt: no failure if it arrived. `wait`: the seconds the other server asks us to wait."""

    status: int = 0
    failure: Failure | None = None
    detail: str = ""
    wait: int = 0


class _NotPublic(Exception):
    """A name that leads to an address which is not public; its text is that address."""


def signed(secret: str, id_: str, seconds: int, body: bytes) -> dict[str, str]:
    """Headers by which the receiver can check that it comes from here and when: those of Standard Webhooks."""
    key = b64decode(secret.removeprefix(PREFIX))
    signature = hmac.digest(key, f"{id_}.{seconds}.".encode() + body, "sha256")
    return {
        "webhook-id": id_,
        "webhook-timestamp": str(seconds),
        "webhook-signature": f"v1,{b64encode(signature).decode()}",
    }


def post(
    address: str, headers: Mapping[str, str], body: bytes, *, anywhere: bool, patience: Patience | None = None
) -> Attempt:
    """Sends it once. Never raises because of the other server or the network."""
    target, patience = target_of(address), patience or Patience()
    connection = _Connection(target, anywhere, patience)
    # Against an answer that arrives byte by byte: ends whatever the thread is waiting for.
    clock = Timer(patience.whole, connection.cut)
    clock.daemon = True
    clock.start()
    try:
        found = _sent(connection, target, headers, body)
    except _NotPublic as error:
        found = Attempt(failure=Failure.NOT_PUBLIC, detail=str(error))
    except (socket.gaierror, UnicodeError):
        found = Attempt(failure=Failure.UNKNOWN_HOST, detail=target.host)
    except TimeoutError:
        found = Attempt(failure=Failure.TOO_SLOW)
    except ssl.SSLCertVerificationError as error:
        found = Attempt(failure=Failure.CERTIFICATE, detail=error.verify_message)
    except OSError as error:
        found = Attempt(failure=Failure.UNREACHABLE, detail=error.strerror or type(error).__name__)
    except (HTTPException, ValueError):
        found = Attempt(failure=Failure.NOT_HTTP)
    finally:
        clock.cancel()
        connection.close()
    # Cut off in the middle of its headers, an answer looks complete.
    return Attempt(failure=Failure.TOO_SLOW) if connection.is_cut else found


def _sent(connection: _Connection, target: Target, headers: Mapping[str, str], body: bytes) -> Attempt:
    usual = {"Content-Type": "application/json", "User-Agent": f"Muster/{__version__}", "Connection": "close"}
    connection.request("POST", target.path, body, {**usual, **headers})
    answer = connection.getresponse()
    if 200 <= answer.status < 300:
        return Attempt(answer.status)
    if 300 <= answer.status < 400:
        return Attempt(answer.status, Failure.REDIRECT)
    text = answer.read(LONGEST_ANSWER).decode("utf-8", "replace")
    words = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    asked = answer.headers.get("Retry-After", "")
    wait = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 100 else 0
    return Attempt(answer.status, Failure.BAD_STATUS, words[:LONGEST_DETAIL], wait)


class _Connection(HTTPConnection):
    """Connects to exactly the address that was checked, so that it cannot be swapped in between. Does not use a
    proxy.
    """

    def __init__(self, target: Target, anywhere: bool, patience: Patience) -> None:
        super().__init__(target.host, target.port, patience.read)
        self._target, self._anywhere, self._patience = target, anywhere, patience
        self.default_port = 443 if target.is_https else 80  # Other ports are named in the Host header.
        self.is_cut = False

    def connect(self) -> None:
        found = socket.getaddrinfo(self._target.host, self._target.port, type=socket.SOCK_STREAM)
        private = [str(where[0]) for *_, where in found if not is_public(str(where[0]))]
        if private and not self._anywhere:
            raise _NotPublic(private[0])
        self.sock = self._reached([(family, where) for family, *_, where in found])
        self.sock.settimeout(self._patience.read)
        if self._target.is_https:
            # The handshake comes once the socket is where `cut` can find it.
            self.sock = _tls().wrap_socket(self.sock, server_hostname=self._target.host, do_handshake_on_connect=False)
            self.sock.do_handshake()
        if self.is_cut:
            raise TimeoutError

    def _reached(self, found: Sequence[tuple[int, Any]]) -> socket.socket:
        """The first of the addresses that answers."""
        failed: OSError = TimeoutError()
        for family, where in found:
            if self.is_cut:
                break
            tried = socket.socket(family, socket.SOCK_STREAM)
            tried.settimeout(self._patience.connect)
            try:
                tried.connect(where)
            except OSError as error:
                tried.close()
                failed = error
            else:
                return tried
        raise failed

    def cut(self) -> None:
        """Ends whatever is being waited for, from another thread."""
        self.is_cut = True
        if self.sock is not None:
            with suppress(OSError):
                socket.socket.shutdown(self.sock, socket.SHUT_RDWR)


@cache
def _tls() -> ssl.SSLContext:
    """The certificates this system trusts, read once."""
    return ssl.create_default_context()
