"""Where this server is reached from other machines, and that address as a QR code."""

from __future__ import annotations

import io
import socket

import segno


def lan_address() -> str:
    """This machine's address in its network. Nothing is sent: a datagram socket only picks the way out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def qr_text(url: str) -> str:
    """For a terminal."""
    out = io.StringIO()
    segno.make(url, error="m").terminal(out, compact=True)
    return out.getvalue()


def qr_path(url: str) -> tuple[int, str]:
    """The side of the code and its dark squares as the path of an SVG."""
    matrix = segno.make(url, error="m").matrix
    steps = [f"M{x} {y}h1v1h-1z" for y, row in enumerate(matrix) for x, dark in enumerate(row) if dark]
    return len(matrix), "".join(steps)
