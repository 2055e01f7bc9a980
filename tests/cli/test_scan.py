"""`muster scan`: whether slips can be read here, and how to get what that needs."""

from __future__ import annotations

import sys

import pytest

import muster.scan
from muster.scan import installing
from tests.cli.conftest import Muster

pytest.importorskip("cv2", reason="OpenCV is not installed: pip install “muster-tournaments[scan]”")


def test_it_says_whether_slips_can_be_read(muster: Muster, monkeypatch: pytest.MonkeyPatch) -> None:
    assert muster.ok("scan") == "Slips can be read here: open “Scan slips” on the desk.\n"
    without_extra(monkeypatch)
    # Nobody is there to ask: it says how.
    assert "muster scan --install" in muster.ok("scan")
    assert muster.json("scan")["ready"] is False


def test_what_cannot_be_installed_is_one_sentence(muster: Muster, monkeypatch: pytest.MonkeyPatch) -> None:
    without_extra(monkeypatch)
    offline = [sys.executable, "-c", "print('WARNING: Retrying (Retry(total=0))'); exit(1)"]
    monkeypatch.setattr(installing, "command", lambda *_: offline)
    assert "Connect this computer to the internet and try again" in muster.refused("scan", "--install")


def without_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cv2", None)
    for name in ("eyes", "circles"):
        monkeypatch.delitem(sys.modules, f"muster.scan.{name}", raising=False)
        monkeypatch.delattr(muster.scan, name, raising=False)
