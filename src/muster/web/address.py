"""Where this server is reached from other machines: which of this computer's addresses phones are told.

A laptop may be its own hotspot, without any way out, be on a VPN whose address no phone can reach, or be tethered. So
all its addresses are looked at, the likeliest one is told, and the organiser can choose another.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network
from pathlib import Path
from time import monotonic

import ifaddr

from muster.app.keeping import files
from muster.core.kit.errors import BadInput, Refusal

NOTE = "web.phones"
CHOSEN = "phones.address"
"""In the data folder: the address the organiser chose. Not part of backups, because another computer has others."""

LOOK_EVERY = 2.0
"""For how many seconds this computer's addresses are assumed to stay the same."""

NOWHERE = "127.0.0.1"
INSIDE = (
    "docker",
    "br-",
    "veth",
    "virbr",
    "vmnet",
    "vboxnet",
    "lxc",
    "podman",
    "virtualbox",
    "vmware",
    "hyper-v",
    "wsl",
)
VPNS = ("tun", "tap", "wg", "utun", "ppp", "ipsec", "tailscale", "zt", "zerotier", "nordlynx", "wireguard", "openvpn")
UNREACHABLE = (*INSIDE, *VPNS)
"""Names of adapters that no phone in the hall is behind."""
CARRIER = IPv4Network("100.64.0.0/10")
"""Used by private networks over the internet."""
HOTSPOTS = tuple(map(IPv4Network, ("10.42.0.0/16", "192.168.137.0/24", "192.168.2.0/24")))
"""The networks of a hotspot on Linux, Windows and macOS; the computer itself is .1."""
WIRELESS = ("wl", "wifi", "ap", "bridge100")


@dataclass(frozen=True, slots=True)
class OwnAddress:
    """An address of this computer, and the name of its adapter."""

    ip: str
    adapter: str

    @property
    def reachable(self) -> bool:
        """Whether phones in the same room can probably reach it."""
        number, called = IPv4Address(self.ip), self.adapter.casefold()
        away = number.is_loopback or number.is_link_local or number in CARRIER
        return not away and not called.startswith(UNREACHABLE)

    @property
    def hotspot(self) -> bool:
        number = IPv4Address(self.ip)
        return any(number in one for one in HOTSPOTS) and self.ip.endswith(".1")


def own_addresses() -> list[OwnAddress]:
    """Every IPv4 address of this computer except loopback, in the system's order."""
    found = [(adapter.nice_name, ip) for adapter in ifaddr.get_adapters() for ip in adapter.ips]
    every = [OwnAddress(str(ip.ip), called) for called, ip in found if ip.is_IPv4]
    return [one for one in every if not IPv4Address(one.ip).is_loopback]


def way_out() -> str:
    """The address from which this computer reaches the internet. Nothing is sent: a datagram socket only selects it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def likeliest(addresses: Sequence[OwnAddress], out: str) -> list[OwnAddress]:
    """The one that phones can most likely reach comes first.

    A hotspot was started for them; next comes the network that the computer itself is in, then anything wireless.
    """

    def rank(one: OwnAddress) -> tuple[bool, bool, bool, bool]:
        called = one.adapter.casefold()
        wireless = called.startswith(WIRELESS) or "wi-fi" in called
        return (not one.reachable, not one.hotspot, one.ip != out, not wireless)

    return sorted(addresses, key=rank)


class Reach:
    """Where phones reach the server: at a name or address given at the start, or else at one of this computer's own,
    which may change while the server runs.
    """

    def __init__(
        self,
        folder: Path | None = None,
        *,
        fixed: str = "",
        port: int = 0,
        look: Callable[[], list[OwnAddress]] = own_addresses,
        out: Callable[[], str] = way_out,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self.fixed = fixed
        self._folder, self._port = folder, port
        self._look, self._out, self._now = look, out, now
        self._seen: tuple[float, list[OwnAddress]] | None = None
        self.chosen = "" if fixed or folder is None else _read(folder / CHOSEN)
        self._told = ""
        """The first address in this run that phones could reach: it stays, whatever else appears."""
        self._noted = ""
        self._note()

    @property
    def known(self) -> list[OwnAddress]:
        """This computer's current addresses, the likeliest first."""
        if self._seen is None or self._now() - self._seen[0] >= LOOK_EVERY:
            self._seen = self._now(), likeliest(self._look(), self._out())
        return self._seen[1]

    def _ip(self) -> str:
        known = [one.ip for one in self.known]
        if not self._told and self.known and self.known[0].reachable:
            self._told = known[0]
        return next((ip for ip in (self.chosen, self._told, *known) if ip in known), NOWHERE)

    @property
    def address(self) -> str:
        """Such as http://192.168.1.20:8000"""
        return self._note()

    @property
    def others(self) -> tuple[tuple[str, str], ...]:
        """The addresses that are not announced, each with its adapter's name."""
        links = ((f"{self.link(one.ip)}/", one.adapter) for one in (() if self.fixed else self.known))
        return tuple(two for two in links if two[0] != f"{self.address}/")

    def link(self, ip: str) -> str:
        return f"http://{ip}:{self._port}"

    def choose(self, ip: str) -> None:
        """Use this one from now on; empty: whichever is likeliest."""
        if self.fixed:
            raise Refusal("The address was set when the server was started, so it cannot be changed here.")
        if ip and ip not in [one.ip for one in self.known]:
            listed = ", ".join(one.ip for one in self.known)
            raise BadInput(
                "“{ip}” is not an address of this computer now. Its addresses are: {listed}.",
                ip=ip,
                listed=listed or "–",
            )
        self.chosen = ip
        if self._folder is not None:
            files.put(self._folder / CHOSEN, f"{ip}\n".encode())
        self._told = ""
        self._note()

    def _note(self) -> str:
        """The current address, saved beside the events: codes printed without a server lead there."""
        address = self.fixed or self.link(self._ip())
        if self._folder is not None and address != self._noted:
            files.put(self._folder / NOTE, f"{address}\n".encode())
            self._noted = address
        return address

    @property
    def trouble(self) -> Refusal | None:
        """What the organiser should know: the address on sheets and phones is gone, or there is none."""
        if self.fixed:
            return None
        known = [one.ip for one in self.known]
        if not known:
            return Refusal(
                "This computer is not in any network, so phones cannot reach it. Join the hall’s Wi-Fi or start a "
                "hotspot."
            )
        was = self.chosen or self._told
        if not was or was in known:
            return None
        return Refusal(
            "The address that phones use, {was}, is no longer an address of this computer. Codes made from now on lead "
            "to {now}; earlier ones no longer work. Reconnect to the same network, or choose an address and print "
            "again.",
            was=was,
            now=self._ip(),
        )


def noted(folder: Path) -> str:
    """Where a folder's server was last reached; empty if it never ran."""
    return _read(folder / NOTE)


def _read(file: Path) -> str:
    try:
        return file.read_text("ascii").strip()
    except (FileNotFoundError, NotADirectoryError):
        return ""


def given(address: str) -> str:
    """An address as typed, such as http://192.168.1.20:8000/"""
    typed = address.strip().rstrip("/")
    if not typed.startswith(("http://", "https://")) or " " in typed or not typed.partition("://")[2]:
        raise Refusal("“{address}” is not an address. Write it as http://192.168.1.20:8000", address=address)
    return typed
