"""The worked examples: each is there as a file, and each is used by a test."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
GOLDEN = TESTS / "golden"

TOURNAMENTS = (
    "G-BUS-A",
    "G-BUS-B",
    "G-L5R-A",
    "G-L5R-B",
    "G-WMH-A",
    "G-WMH-B",
    "G-WMH-C",
    "G-WMH-D",
    "G-UW-A",
    "G-UW-B",
)
VECTORS = (
    "V-ROUNDS",
    "V-BUS-TP",
    "V-BUS-SOS",
    "V-BSG-PASS",
    "V-BSG-TERRAIN",
    "V-UW-THRESH",
    "V-UW-RESULT",
    "V-UW-CONCEDE",
    "V-UW-LEVEL",
    "V-UW-TABLES",
    "V-L5R-EJ",
    "V-L5R-TIME",
    "V-L5R-SE",
    "V-L5R-CUT",
    "V-L5R-LEGAL",
    "V-L5R-SOS",
    "V-L5R-DECK",
    "V-WMH-LIST",
    "V-WMH-BYE",
    "V-WMH-CONCEDE",
    "V-WMH-CP",
    "V-WMH-END",
    "V-WMH-CLOCKOUT",
    "V-WMH-TB",
    "V-WMH-APD",
    "V-WMH-AWARD",
    "V-IG-QP",
    "V-IG-REPORT",
    "V-IG-SEED",
)
ALL = TOURNAMENTS + VECTORS


def references(folder: Path) -> set[str]:
    """Ids that other tests use as a whole text: “G-BUS-A” or “G-BUS-A.json”, not mentions in prose."""
    named = re.compile(r"""["']([GV](?:-[A-Z0-9]+)+)(?:\.json)?["']""")
    others = (file for file in folder.rglob("*.py") if file.name != Path(__file__).name)
    return {name for file in others for name in named.findall(file.read_text("utf-8"))}


def test_the_folder_holds_these_and_no_others() -> None:
    assert sorted(file.name for file in GOLDEN.glob("*.json")) == sorted(f"{name}.json" for name in ALL)


@pytest.mark.parametrize("name", ALL)
def test_a_file_says_its_own_id(name: str) -> None:
    assert json.loads((GOLDEN / f"{name}.json").read_text("utf-8"))["id"] == name


@pytest.mark.parametrize("name", ALL)
def test_every_golden_is_used(name: str) -> None:
    assert name in references(TESTS), f"no test opens {name}.json"


def test_a_golden_nobody_uses_is_found(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text('"""V-TOLD-OF."""\nA = golden("G-USED")\nB = "V-OPENED.json"\n', "utf-8")
    (tmp_path / Path(__file__).name).write_text('C = "V-LISTED"\n', "utf-8")
    assert references(tmp_path) == {"G-USED", "V-OPENED"}
