"""The certificate and key that Muster serves https with: read, and tried out, before anything is served."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.language import listed, tr

NOT_YET, EXPIRED = 9, 10
"""OpenSSL's numbers for a certificate checked too early or too late."""

MISFITS = ("KEY_VALUES_MISMATCH", "KEY_TYPE_MISMATCH", "NO_CERTIFICATE_ASSIGNED")


@dataclass(frozen=True, slots=True)
class Certificate:
    """Two files that match, and the host names to answer to, the one for phones first."""

    file: str
    key: str
    names: tuple[str, ...]


def tried(file: str, key: str, names: tuple[str, ...]) -> Certificate:
    """Both files, after a test connection in memory; `names` are those the organiser gave."""
    for path, option in ((file, "--certificate"), (key, "--key")):
        try:
            with open(path, "rb"):
                pass
        except OSError as error:
            raise BadInput(
                "“{path}” cannot be read: {why}. {option} needs a PEM file that this user can read.",
                path=path,
                why=error.strerror or str(error),
                option=option,
            ) from None
    covered = _covered(file, key)
    those = listed(covered) if covered else tr("no host name")
    for name in names:
        if not _fits(name, covered):
            raise Refusal(
                "The certificate in “{file}” is for {covered}, not for “{name}”. Phones would refuse it.",
                file=file,
                covered=those,
                name=name,
            )
    given = {name.casefold() for name in names}
    plain = tuple(name for name in covered if "*" not in name and name not in given)
    if not names and not plain:
        raise Refusal(
            "The certificate in “{file}” is for {covered}. Use --name to choose the host name that phones open.",
            file=file,
            covered=those,
        )
    return Certificate(file, key, names + plain)


def _covered(file: str, key: str) -> tuple[str, ...]:
    """The host names that the certificate covers."""
    return tuple(value.casefold() for kind, value in _told(file, key).get("subjectAltName", ()) if kind == "DNS")


def _told(file: str, key: str) -> dict[str, Any]:
    """What the certificate says to somebody who connects."""
    phone, server = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT), ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    # Phones judge who signed it; here it counts as its own signer, and must be in date.
    phone.check_hostname = False
    phone.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    try:
        phone.load_verify_locations(file)
    except ssl.SSLError:
        raise BadInput(
            "“{file}” does not contain a certificate. --certificate needs a PEM file that begins with “{begins}”.",
            file=file,
            begins="-----BEGIN CERTIFICATE-----",
        ) from None
    try:
        server.load_cert_chain(file, key, lambda: _locked(key))
        return _shown(phone, server)
    except ssl.SSLCertVerificationError as error:
        raise _unusable(file, error.verify_code, error.verify_message) from None
    except ssl.SSLError as error:
        raise _misfit(file, key, error.reason or "") from None


def last_moment(file: str, key: str) -> datetime:
    """When it expires."""
    told = _told(file, key).get("notAfter", "")
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(str(told)), UTC)


def _shown(phone: ssl.SSLContext, server: ssl.SSLContext) -> dict[str, Any]:
    """What a phone reads from the certificate, over a connection that never leaves this process."""
    to_phone, to_server = ssl.MemoryBIO(), ssl.MemoryBIO()
    here = phone.wrap_bio(to_phone, to_server)
    there = server.wrap_bio(to_server, to_phone, server_side=True)
    done = False
    while not done:
        done = _greets(here)
        _greets(there)
    return here.getpeercert() or {}


def _greets(side: ssl.SSLObject) -> bool:
    """Whether this side has all it needs; otherwise it waits for the other."""
    try:
        side.do_handshake()
    except ssl.SSLWantReadError:
        return False
    return True


def _locked(key: str) -> str:
    raise Refusal(
        "The key in “{key}” is locked with a password. --key needs one without; “openssl pkey” can write it.",
        key=key,
    )


def _unusable(file: str, code: int, why: str) -> Refusal:
    today = date.today()
    if code == EXPIRED:
        return Refusal(
            "The certificate in “{file}” has expired: today is {today} on this computer. Use a renewed one.",
            file=file,
            today=today,
        )
    if code == NOT_YET:
        return Refusal(
            "The certificate in “{file}” is not valid yet: today is {today} on this computer. Correct the "
            "date, or use another certificate.",
            file=file,
            today=today,
        )
    return Refusal("The certificate in “{file}” cannot be used for https: {why}.", file=file, why=why)


def _misfit(file: str, key: str, reason: str) -> Refusal:
    if reason in MISFITS:
        return Refusal(
            "The key in “{key}” does not belong to the certificate in “{file}”. Use the two that were made together.",
            file=file,
            key=key,
        )
    if not reason:
        return BadInput(
            "“{key}” does not contain a private key. --key needs a PEM file that begins with “{begins}”.",
            key=key,
            begins="-----BEGIN PRIVATE KEY-----",
        )
    why = reason.replace("_", " ").lower()
    return Refusal("The certificate in “{file}” cannot be used for https: {why}.", file=file, why=why)


def _fits(name: str, covered: tuple[str, ...]) -> bool:
    """A star matches the first part of a name."""
    wanted = name.casefold()
    return wanted in covered or f"*.{wanted.partition('.')[2]}" in covered
