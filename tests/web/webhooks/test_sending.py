"""One request to another server: where it may go, what may come back, and how long it may take."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

import pytest

from muster.app.webhooks.addresses import is_public, shown, target_of
from muster.app.webhooks.outbox import Failure
from muster.core.kit.errors import BadInput
from muster.web.webhooks import sending
from muster.web.webhooks.sending import LONGEST_ANSWER, Attempt, Patience, post
from tests.certificates import papers
from tests.web.webhooks.receiver import Receiver, free_port, receiving

SHORT = Patience(connect=2, read=0.2, whole=0.5)


def sent(address: str, anywhere: bool = True, patience: Patience | None = None) -> Attempt:
    return post(address, {"webhook-id": "1"}, b"{}", anywhere=anywhere, patience=patience)


def test_what_is_sent_arrives() -> None:
    with receiving(Receiver()) as other:
        assert sent(other.address) == Attempt(204)
    ((headers, body),) = other.received
    assert (headers["Content-Type"], headers["webhook-id"], body) == ("application/json", "1", b"{}")


HERE = """0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 127.1.2.3 169.254.169.254 172.16.0.1 192.0.0.1 192.168.1.1 198.18.0.1
    203.0.113.1 224.0.0.1 239.1.1.1 240.0.0.1 255.255.255.255 :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1
    ::ffff:7f00:1 64:ff9b::7f00:1 64:ff9b:1::1 100::1 2001::1 2001:db8::1 2002:7f00:1:: fc00::1 fd12::1 fe80::1
    fe80::1%lo fec0::1 ff02::1"""


@pytest.mark.parametrize("address", HERE.split())
def test_addresses_that_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "162.159.128.233", "2606:4700::6810:1", "::ffff:1.1.1.1"])
def test_addresses_that_are(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "127.1", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]"]
)
def test_nothing_goes_to_this_computer_unless_it_is_allowed(host: str) -> None:
    """Also by a name that leads there: the address that was looked up is the one checked and connected to."""
    with receiving(Receiver()) as other:
        attempt = sent(f"http://{host}:{other.port}/", anywhere=False)
    assert attempt.failure is Failure.NOT_PUBLIC and other.received == []


def test_a_redirect_is_not_followed() -> None:
    there = Receiver(free_port())
    with receiving(there) as loopback, receiving(Receiver(status=307, headers={"Location": there.address})) as other:
        assert sent(other.address) == Attempt(307, Failure.REDIRECT)
    assert loopback.received == [] and len(other.received) == 1


def test_an_answer_is_read_to_a_limit_and_shown_without_control_characters() -> None:
    with receiving(Receiver(status=500, text=b"no\x1b[31m\r\n" + b"x" * LONGEST_ANSWER * 100)) as other:
        attempt = sent(other.address)
    assert (attempt.status, attempt.failure) == (500, Failure.BAD_STATUS)
    assert attempt.detail.startswith("no [31m xxx") and len(attempt.detail) == 200


def test_a_server_may_ask_for_more_time() -> None:
    for asked, waited in (("30", 30), ("86400000", 86_400_000), ("9" * 5_000, 0), ("soon", 0)):
        with receiving(Receiver(status=429, headers={"Retry-After": asked})) as other:
            assert sent(other.address).wait == waited


def test_a_server_that_hangs_is_left() -> None:
    with receiving(Receiver(hangs=True)) as other:
        assert sent(other.address, patience=SHORT) == Attempt(failure=Failure.TOO_SLOW)


@contextmanager
def dripping() -> Iterator[int]:
    """Keeps sending a byte of an endless header, each well within its time."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def drip() -> None:
            link, _ = server.accept()
            with link:
                try:
                    link.sendall(b"HTTP/1.1 200 OK\r\nX: ")
                    end = monotonic() + 20
                    while monotonic() < end:
                        link.sendall(b"x")
                        sleep(0.05)
                except OSError:
                    pass

        Thread(target=drip, daemon=True).start()
        yield server.getsockname()[1]


def test_a_server_that_answers_without_end_is_left_too() -> None:
    with dripping() as port:
        attempt = sent(f"http://127.0.0.1:{port}/", patience=SHORT)
    assert attempt == Attempt(failure=Failure.TOO_SLOW)


def test_who_does_not_speak_http_or_is_not_there() -> None:
    assert sent(f"http://127.0.0.1:{free_port()}/").failure is Failure.UNREACHABLE
    assert sent("http://a..b/").failure is Failure.UNKNOWN_HOST
    with receiving(Receiver()) as other:
        assert sent(f"https://127.0.0.1:{other.port}/").failure is Failure.UNREACHABLE


def test_https_is_for_certificates_that_this_system_trusts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known, other_name = papers(tmp_path / "known", "127.0.0.1"), papers(tmp_path / "other", "cup.example")
    for made, trusted, failure in (
        (known, known, None),
        (known, other_name, Failure.CERTIFICATE),
        (other_name, other_name, Failure.CERTIFICATE),
    ):
        monkeypatch.setenv("SSL_CERT_FILE", str(trusted.authority))
        monkeypatch.setattr(sending, "_tls", ssl.create_default_context)
        with receiving(Receiver(papers=made)) as other:
            attempt = sent(other.address)
        assert attempt.failure is failure and len(other.received) == (failure is None)


def test_a_handshake_that_never_ends_is_left() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        attempt = sent(f"https://127.0.0.1:{silent.getsockname()[1]}/", patience=SHORT)
    assert attempt == Attempt(failure=Failure.TOO_SLOW)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "club.example",
        "ftp://club.example/",
        "file:///etc/passwd",
        "https://",
        "https://me:secret@club.example/",
        "https://club.example\\@127.0.0.1/",
        "https://club.example/a b",
        "https://club.example/\r\nX: y",
        "https://club.example:99999/",
        "https://club.example:0/",
        "https://bücher.example/",
        "https://club.example/" + "x" * 500,
    ],
)
def test_what_is_not_an_address_is_refused(address: str) -> None:
    with pytest.raises(BadInput, match="is not an address for a webhook"):
        target_of(address)


def test_an_address_is_shown_without_what_may_be_secret() -> None:
    assert shown("https://discord.com/api/webhooks/1/secret") == "https://discord.com/…"
    assert shown("http://[::1]:8080/?key=secret") == "http://[::1]:8080/…"
