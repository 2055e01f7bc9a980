"""Which of a laptop's addresses phones are told: hotspots, VPNs, a choice that stays, an address that goes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import ifaddr
import pytest

from muster.cli.root import run
from muster.core.kit.errors import BadInput, Refusal
from muster.main import Web, desk_at
from muster.web.address import CHOSEN, LOOK_EVERY, OwnAddress, Reach, likeliest, noted, own_addresses
from muster.web.serving.server import Addresses
from muster.web.serving.troubles import troubles
from muster.web.site import Site
from tests.web.conftest import Browser, start

HALL = OwnAddress("192.168.1.20", "wlan0")
HOTSPOT = OwnAddress("10.42.0.1", "wlan1")
VPN = OwnAddress("10.8.0.6", "tun0")
DOCKER = OwnAddress("172.17.0.1", "docker0")
TETHERED = OwnAddress("192.168.42.129", "usb0")
NO_LEASE = OwnAddress("169.254.7.7", "eth0")
TAILSCALE = OwnAddress("100.101.2.3", "en9")
WINDOWS = OwnAddress("192.168.137.1", "Microsoft Wi-Fi Direct Virtual Adapter")


@pytest.mark.parametrize(
    ("addresses", "out", "best"),
    [
        ([DOCKER, HALL], HALL.ip, HALL),
        ([DOCKER, HOTSPOT], "", HOTSPOT),  # A hotspot of its own, without any way out.
        ([VPN, DOCKER, HALL], VPN.ip, HALL),  # The way out is the VPN, where no phone is.
        ([TETHERED, HOTSPOT], TETHERED.ip, HOTSPOT),  # On the internet by cable, the phones on the hotspot.
        ([TETHERED, HALL], TETHERED.ip, TETHERED),
        ([OwnAddress("192.168.7.3", "eth1"), HALL], "", HALL),
        ([TAILSCALE, NO_LEASE, HALL], "", HALL),
        ([OwnAddress("172.20.0.1", "vEthernet (WSL)"), WINDOWS], "", WINDOWS),
        ([NO_LEASE], "", NO_LEASE),  # Better than nothing.
    ],
)
def test_the_likeliest_address(addresses: list[OwnAddress], out: str, best: OwnAddress) -> None:
    assert likeliest(addresses, out)[0] == best
    assert sorted(likeliest(addresses, out), key=str) == sorted(addresses, key=str)


def test_all_addresses_of_this_computer_are_found() -> None:
    every = {str(ip.ip) for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4}
    assert {one.ip for one in own_addresses()} == {ip for ip in every if not ip.startswith("127.")}


class Laptop:
    """A computer whose networks come and go; time passes with every check."""

    def __init__(self, folder: Path, *addresses: OwnAddress) -> None:
        self.folder = folder
        self.addresses = list(addresses)
        self.time = 0.0

    def starts(self) -> Reach:
        return Reach(self.folder, port=8000, look=lambda: self.addresses, out=lambda: "", now=self.now)

    def now(self) -> float:
        self.time += LOOK_EVERY
        return self.time


def test_an_address_stays_while_it_is_there_and_its_end_is_said(tmp_path: Path) -> None:
    laptop = Laptop(tmp_path, HALL)
    reach = laptop.starts()
    assert reach.address == noted(tmp_path) == "http://192.168.1.20:8000" and reach.trouble is None
    laptop.addresses = [HALL, HOTSPOT]  # Another network does not change what is printed already.
    assert reach.address == "http://192.168.1.20:8000" and reach.trouble is None
    assert reach.others == (("http://10.42.0.1:8000/", "wlan1"),)
    laptop.addresses = [HOTSPOT]
    assert reach.address == noted(tmp_path) == "http://10.42.0.1:8000"
    assert "192.168.1.20, is no longer an address of this computer." in str(reach.trouble)
    reach.choose("10.42.0.1")
    assert reach.trouble is None
    laptop.addresses = []
    assert "not in any network" in str(reach.trouble) and reach.address == "http://127.0.0.1:8000"


def test_a_computer_that_joins_a_network_later(tmp_path: Path) -> None:
    laptop = Laptop(tmp_path)
    reach = laptop.starts()
    assert "not in any network" in str(reach.trouble)
    laptop.addresses = [HALL]
    assert reach.address == "http://192.168.1.20:8000" and reach.trouble is None


@pytest.mark.parametrize("other", [VPN, DOCKER, NO_LEASE])
def test_an_address_that_no_phone_reaches_gives_way_to_one_that_phones_reach(tmp_path: Path, other: OwnAddress) -> None:
    """Muster was started at home or in the car, and the hall's Wi-Fi came later."""
    laptop = Laptop(tmp_path, other)
    reach = laptop.starts()
    assert reach.address == f"http://{other.ip}:8000"
    laptop.addresses = [other, HALL]
    assert reach.address == noted(tmp_path) == "http://192.168.1.20:8000" and reach.trouble is None


def test_a_choice_is_kept_for_the_next_start_and_can_be_given_up(tmp_path: Path) -> None:
    laptop = Laptop(tmp_path, HALL, VPN)
    reach = laptop.starts()
    reach.choose(VPN.ip)
    assert laptop.starts().address == noted(tmp_path) == "http://10.8.0.6:8000"
    with pytest.raises(
        BadInput, match=r"“10\.0\.0\.9” is not an address of this computer now\. Its addresses are: 192"
    ):
        reach.choose("10.0.0.9")
    laptop.addresses = [HALL]
    again = laptop.starts()
    assert again.address == "http://192.168.1.20:8000" and "10.8.0.6, is no longer" in str(again.trouble)
    again.choose("")
    assert again.trouble is None and (tmp_path / CHOSEN).read_text("ascii") == "\n"
    assert laptop.starts().trouble is None


def test_an_address_that_was_given_at_the_start_stays() -> None:
    reach = Reach(fixed="https://cup.example.org")
    assert (reach.address, reach.others, reach.trouble) == ("https://cup.example.org", (), None)
    with pytest.raises(Refusal, match="was set when the server was started"):
        reach.choose("10.42.0.1")


def test_the_desk_chooses_and_everything_leads_there(
    site: Site, organiser: Browser, stranger: Browser, tmp_path: Path
) -> None:
    opened = start(site)
    laptop = Laptop(tmp_path, HALL, HOTSPOT)
    site.reach = laptop.starts()
    site.reach.choose(HALL.ip)
    page = organiser.see("/address/")
    assert "http://192.168.1.20:8000/" in page and "This computer’s own hotspot." in page
    stranger.send("/address/choose/", 403, ip=HOTSPOT.ip)
    assert "http://192.168.1.20:8000/e/cup/me/" in organiser.see("/e/cup/links/")
    organiser.send("/address/choose/", ip=HOTSPOT.ip)
    links = organiser.see("/e/cup/links/")
    assert "http://10.42.0.1:8000/e/cup/me/" in links and "192.168.1.20" not in links
    assert noted(tmp_path) == "http://10.42.0.1:8000"
    laptop.addresses = [HALL]
    assert [text for text in troubles(site, opened) if "10.42.0.1, is no longer an address of this computer" in text]
    desk = organiser.see("/e/cup/desk/")
    assert "10.42.0.1, is no longer an address" in desk and "Choose the address for phones" in desk
    assert "is not an address of this computer now" in organiser.send("/address/choose/", 409, ip=HOTSPOT.ip)


def test_serve_prints_every_address(tmp_path: Path) -> None:
    """Of this very machine; where it has one alone, there are no others."""
    process = subprocess.Popen(
        [sys.executable, "-m", "muster", "--data", str(tmp_path), "serve", "--port", "0", "--no-browser", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        said = ""
        while not said.endswith("}\n"):
            said += process.stdout.readline()
    finally:
        process.terminate()
        process.wait()
    printed = json.loads(said)
    told = {printed["phones"], *printed["others"]}
    hosts = {one.partition("://")[2].rpartition(":")[0] for one in told}
    assert hosts == ({one.ip for one in own_addresses()} or {"127.0.0.1"})


def test_serve_says_that_no_phone_can_reach_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def serve(
        _web: Web, _folder: Path, _host: str, _port: int, ready: Callable[[Addresses], None], **_: object
    ) -> None:
        reach = Laptop(tmp_path).starts()
        ready(Addresses("http://localhost:8000/sign-in/x/", f"{reach.address}/", "", reach.others, str(reach.trouble)))

    monkeypatch.setattr(Web, "serve", serve)
    assert run(desk_at, ["--data", str(tmp_path), "serve", "--no-browser"], Web()) == 0
    phones, trouble, *_ = capsys.readouterr().out.splitlines()
    assert phones == "For phones and screens: http://127.0.0.1:8000/"
    assert trouble.startswith("! This computer is not in any network, so phones cannot reach it.")
