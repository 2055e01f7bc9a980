"""`muster serve` with a certificate: what phones and the organiser are told, and what is said of unfit files."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509 import CertificateBuilder, ExtendedKeyUsage, Name, NameAttribute, random_serial_number
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID, ObjectIdentifier

from muster.core.kit.errors import Refusal
from muster.paper.codes import qr_path
from muster.web.address import noted
from muster.web.serving.certificate import tried
from muster.web.site import Site
from tests.browser.server import Server
from tests.certificates import NAME, Papers, papers
from tests.web.conftest import start
from tests.web.live.test_stream import muster

TODAY = datetime.now(UTC).replace(tzinfo=None)


@pytest.fixture
def signed(tmp_path: Path) -> Papers:
    return papers(tmp_path / "papers")


def tells(file: Path, key: Path, *names: str) -> str:
    with pytest.raises(Refusal) as caught:
        tried(str(file), str(key), names)
    return str(caught.value)


def pem(key: RSAPrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


@contextmanager
def asked(link: str, signed: Papers, **headers: str) -> Iterator[HTTPResponse]:
    """As a browser on this machine that knows the authority, with the name pointed here."""
    parts = urlsplit(link)
    trusting = ssl.create_default_context(cafile=str(signed.authority))
    plain = socket.create_connection(("127.0.0.1", parts.port or 443), timeout=20)
    with trusting.wrap_socket(plain, server_hostname=parts.hostname) as wrapped:
        connection = HTTPConnection(parts.hostname or "", parts.port)
        connection.sock = wrapped
        connection.request("GET", parts.path, headers=headers)
        yield connection.getresponse()


def test_links_codes_and_cookies_are_of_https_and_the_certificates_name(
    site: Site, signed: Papers, tmp_path: Path
) -> None:
    start(site)
    folder = tmp_path / "data"
    with Server(folder, *signed.options, "--hsts", "7") as server:
        assert server.base.startswith(f"https://{NAME}:") and noted(folder) == server.base
        link = server.sign_in()
        assert link.startswith(f"{server.base}/sign-in/")
        with asked(link, signed) as answer:
            assert (answer.status, answer.getheader("Location")) == (302, "/e/cup/desk/")
            assert "Secure" in answer.getheader("Set-Cookie", "")
            assert answer.getheader("Strict-Transport-Security") == f"max-age={7 * 24 * 3600}"
        another = muster(folder, "sign-in").stdout.strip()
        with asked(another, signed) as answer:
            assert answer.status == 302
        with asked(f"{server.base}/e/cup/screen/", signed) as answer:
            assert qr_path(f"{server.base}/e/cup/me/")[1] in answer.read().decode()
        with asked(f"{server.base}/live/cup", signed) as stream:
            assert stream.readline() == b"retry: 2000\n"


def test_whoever_comes_without_https_or_stays_silent_does_no_harm(site: Site, signed: Papers, tmp_path: Path) -> None:
    """The server then stops without complaints, which leaving the block checks."""
    start(site)
    with Server(tmp_path / "data", *signed.options) as server:
        port = urlsplit(server.base).port or 0
        with socket.create_connection(("127.0.0.1", port), timeout=20) as plain:
            plain.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert plain.recv(100)[:5] != b"HTTP/"
        with asked(f"{server.base}/", signed) as answer:
            assert answer.status == 200
            # An open connection whose other end never answers that it is over.
            server.stop()


def test_the_name_is_the_first_given_or_the_first_of_the_certificate(tmp_path: Path) -> None:
    many = papers(tmp_path, "cup.example", "*.hall.example", "dojo.example")
    both = str(many.certificate), str(many.key)
    assert tried(*both, ()).names == ("cup.example", "dojo.example")
    assert tried(*both, ("Dojo.example",)).names == ("Dojo.example", "cup.example")
    assert tried(*both, ("east.hall.example",)).names[0] == "east.hall.example"
    for name in ("cup.example.org", "hall.example", "a.east.hall.example", "192.168.0.7"):
        assert tells(many.certificate, many.key, name) == (
            f"The certificate in “{many.certificate}” is for cup.example, *.hall.example, dojo.example, not for "
            f"“{name}”. Phones would refuse it."
        )


@pytest.mark.parametrize(("name", "covered"), [("*.hall.example", "*.hall.example"), ("192.168.0.7", "no host name")])
def test_a_certificate_that_names_no_host_needs_a_name(tmp_path: Path, name: str, covered: str) -> None:
    wide = papers(tmp_path, name)
    assert tells(wide.certificate, wide.key) == (
        f"The certificate in “{wide.certificate}” is for {covered}. "
        "Use --name to choose the host name that phones open."
    )


def test_files_that_are_not_what_they_should_be(signed: Papers, tmp_path: Path) -> None:
    missing, junk = tmp_path / "missing.pem", tmp_path / "junk.pem"
    junk.write_text("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")
    assert tells(missing, signed.key) == (
        f"“{missing}” cannot be read: No such file or directory. "
        "--certificate needs a PEM file that this user can read."
    )
    assert tells(signed.certificate, tmp_path) == (
        f"“{tmp_path}” cannot be read: Is a directory. --key needs a PEM file that this user can read."
    )
    for wrong in (junk, signed.key):
        assert tells(wrong, signed.key) == (
            f"“{wrong}” does not contain a certificate. --certificate needs a PEM file that begins with "
            "“-----BEGIN CERTIFICATE-----”."
        )
    for wrong in (junk, signed.certificate):
        assert tells(signed.certificate, wrong) == (
            f"“{wrong}” does not contain a private key. "
            "--key needs a PEM file that begins with “-----BEGIN PRIVATE KEY-----”."
        )


def test_a_key_of_another_certificate_or_with_a_password(signed: Papers, tmp_path: Path) -> None:
    other = papers(tmp_path / "other")
    rsa, locked = tmp_path / "rsa.pem", tmp_path / "locked.pem"
    rsa.write_bytes(generate_private_key(65537, 2048).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    for wrong in (other.key, rsa):
        assert tells(signed.certificate, wrong) == (
            f"The key in “{wrong}” does not belong to the certificate in “{signed.certificate}”. "
            "Use the two that were made together."
        )
    key = load_pem_private_key(signed.key.read_bytes(), None)
    locked.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"secret")))
    assert tells(signed.certificate, locked) == (
        f"The key in “{locked}” is locked with a password. --key needs one without; “openssl pkey” can write it."
    )


def test_a_certificate_out_of_its_time(tmp_path: Path) -> None:
    day = timedelta(days=1)
    old = papers(tmp_path / "old", not_before=TODAY - 9 * day, not_after=TODAY - day)
    new = papers(tmp_path / "new", not_before=TODAY + 2 * day, not_after=TODAY + 9 * day)
    assert f"The certificate in “{old.certificate}” has expired: today is" in tells(old.certificate, old.key)
    assert "Use a renewed one." in tells(old.certificate, old.key)
    assert f"The certificate in “{new.certificate}” is not valid yet" in tells(new.certificate, new.key)


@pytest.mark.parametrize(
    ("bits", "use", "why"),
    [
        (1024, ExtendedKeyUsageOID.SERVER_AUTH, "ee key too small"),
        (2048, ExtendedKeyUsageOID.CLIENT_AUTH, "unsuitable certificate purpose"),
    ],
)
def test_a_certificate_that_no_browser_takes_from_a_server(
    tmp_path: Path, bits: int, use: ObjectIdentifier, why: str
) -> None:
    file, key = tmp_path / "odd.pem", generate_private_key(65537, bits)
    name = Name([NameAttribute(NameOID.COMMON_NAME, NAME)])
    odd = CertificateBuilder(name, name, key.public_key(), random_serial_number(), TODAY, TODAY + timedelta(days=1))
    odd = odd.add_extension(ExtendedKeyUsage([use]), critical=True)
    file.write_bytes(odd.sign(key, SHA256()).public_bytes(Encoding.PEM) + pem(key))
    assert tells(file, file) == f"The certificate in “{file}” cannot be used for https: {why}."


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--certificate", "c.pem"), "--certificate “c.pem” needs --key FILE, its private key."),
        (("--key", "k.pem"), "--key “k.pem” needs --certificate FILE, its certificate."),
        (
            ("--certificate", "c.pem", "--key", "k.pem", "--proxy", "127.0.0.1"),
            "Either the proxy 127.0.0.1 speaks https or Muster does with “c.pem”: leave one of the two out.",
        ),
    ],
)
def test_options_that_do_not_go_together(tmp_path: Path, options: tuple[str, ...], said: str) -> None:
    ran = muster(tmp_path, "serve", "--no-browser", *options)
    assert (ran.returncode, ran.stdout) == (2, "") and ran.stderr.endswith(f"Error: {said}\n")


def test_nothing_is_served_with_files_that_will_not_do(tmp_path: Path) -> None:
    ran = muster(tmp_path, "serve", "--no-browser", "--port", "0", "--certificate", "c.pem", "--key", "k.pem")
    assert (ran.returncode, ran.stdout) == (1, "") and ran.stderr.startswith("“c.pem” cannot be read")
    assert list(tmp_path.iterdir()) == []
