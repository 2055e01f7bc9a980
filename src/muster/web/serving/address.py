"""Where this server is reached from other machines, and the note of it that prints find it by."""

from __future__ import annotations

import socket
from pathlib import Path

from muster.core.kit.errors import Refusal

NOTE = "web.phones"


def lan_address() -> str:
    """This machine's address in its network. Nothing is sent: a datagram socket only picks the way out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def note(folder: Path, address: str) -> None:
    """Writes down beside the events where the server is reached: codes that are printed without it lead there."""
    (folder / NOTE).write_text(f"{address}\n", "ascii")


def noted(folder: Path) -> str:
    """Where the server of a folder was reached last, empty if it never ran."""
    try:
        return (folder / NOTE).read_text("ascii").strip()
    except (FileNotFoundError, NotADirectoryError):
        return ""


def given(address: str) -> str:
    """An address as somebody typed it, such as http://192.168.1.20:8000/"""
    typed = address.strip().rstrip("/")
    if not typed.startswith(("http://", "https://")) or " " in typed or not typed.partition("://")[2]:
        raise Refusal("“{address}” is not an address. Write it as http://192.168.1.20:8000", address=address)
    return typed
