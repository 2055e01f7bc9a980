"""How phones reach this computer: certificate, port or running server, addresses."""

from __future__ import annotations

import errno
import os
import socket
import ssl
from collections.abc import Iterator
from datetime import datetime, timedelta
from urllib.error import HTTPError
from urllib.request import urlopen

from muster.app.views.diagnosis import Diagnosis, concern, fine, must_fix
from muster.core.kit.errors import Refusal
from muster.doctor.patient import Patient

SOON = timedelta(days=14)


def certificate(patient: Patient) -> Iterator[Diagnosis]:
    if not patient.certificate:
        return
    from muster.web.serving.certificate import last_moment, tried

    try:
        found = tried(patient.certificate, patient.certificate_key, patient.names)
        until = last_moment(patient.certificate, patient.certificate_key)
    except Refusal as refusal:
        yield must_fix("certificate", str(refusal), "Give --certificate and --key a pair that phones accept.")
        return
    told = f"The certificate is for {', '.join(found.names)}, until {until:%Y-%m-%d}."
    if until - datetime.fromisoformat(patient.now) < SOON:
        yield concern("certificate", told, "Renew it before the next event.")
    else:
        yield fine("certificate", told)


def server(patient: Patient) -> Iterator[Diagnosis]:
    from muster.web.serving.server import running_at

    running = running_at(patient.folder)
    if running is not None:
        yield _ready(*running)
        return
    try:
        socket.create_server(("", patient.port)).close()
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            why, step = f"another program has port {patient.port}", "Stop that program, or start Muster"
        else:
            why, step = f"none can use port {patient.port}: {_why(error)}", "Start Muster"
        yield concern("server", f"No server runs on this data, and {why}.", f"{step} with another --port.")
        return
    yield fine("server", f"No server runs on this data; port {patient.port} is free.")


def _why(error: OSError) -> str:
    """The system's words, without what Python puts around them."""
    reason = getattr(error, "reason", error)
    return os.strerror(reason.errno) if isinstance(reason, OSError) and reason.errno else str(reason)


def _ready(scheme: str, door: str, port: int) -> Diagnosis:
    unchecked = ssl.create_default_context()
    unchecked.check_hostname, unchecked.verify_mode = False, ssl.CERT_NONE  # It is our own server.
    where = f"{scheme}://{door}:{port}/ready"
    try:
        with urlopen(where, timeout=10, context=unchecked if scheme == "https" else None):
            return fine("server", f"A server runs on this data at port {port}, and is ready.")
    except HTTPError as error:
        said = error.read(200).decode("utf-8", "replace").strip()
        step = "Look into its log. Once what it names is fixed, it goes on by itself."
        return must_fix("server", f"The server at port {port} is not ready ({said}).", step)
    except OSError as error:
        return must_fix("server", f"The server at port {port} does not answer: {_why(error)}.", "Restart it.")


def addresses(patient: Patient) -> Iterator[Diagnosis]:
    from muster.web.address import likeliest, own_addresses, way_out

    known = [one for one in likeliest(own_addresses(), way_out()) if one.reachable]
    if known:
        told = ", ".join(f"{one.ip} ({one.adapter})" for one in known)
        yield fine("addresses", f"Phones in the same network reach this computer at {told}.")
    else:
        yield concern(
            "addresses",
            "This computer is in no network that phones could be in.",
            "Join the hall's Wi-Fi, or start a hotspot; for a server behind a proxy this does not matter.",
        )
