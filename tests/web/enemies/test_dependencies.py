"""The page about packages: all that are installed, with the licence that each of them states."""

from __future__ import annotations

import re
from importlib.metadata import distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
LOCKS = ("requirements.lock", "src/muster/scan/scan.lock", "src/muster/store/postgres/postgres.lock")
ROW = re.compile(r"^\| ([a-z0-9-]+) \| ([\w.-]+) \| (yes|no) \|", re.MULTILINE)
ELSEWHERE = {"tzdata"}
"""Not installed on every system."""


def reviewed() -> dict[str, tuple[str, str]]:
    page = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
    return {name: (licence, compiled) for name, licence, compiled in ROW.findall(page)}


def stated(name: str) -> str:
    about = distribution(name).metadata
    classified = " ".join(one for one in about.get_all("Classifier", []) if one.startswith("License"))
    said = [value for key in ("License-Expression", "License") for value in about.get_all(key, [])]
    return " ".join([*said, classified])


def test_every_package_is_reviewed() -> None:
    locked = {name for lock in LOCKS for name in re.findall(r"^([a-z0-9-]+)==", (ROOT / lock).read_text("utf-8"), re.M)}
    assert reviewed().keys() == locked


def test_licences_are_those_that_the_packages_state() -> None:
    wrong = {
        name: stated(name)[:80]
        for name, (licence, _) in reviewed().items()
        if name not in ELSEWHERE and licence not in stated(name)
    }
    assert wrong == {}
    assert not [name for name, (licence, _) in reviewed().items() if re.match("A?GPL", licence)]


def test_what_is_compiled_is_said() -> None:
    for name, (_, compiled) in reviewed().items():
        files = [] if name in ELSEWHERE else distribution(name).files or []
        assert any(re.search(r"\.(so|pyd|dylib)", str(file)) for file in files) is (compiled == "yes"), name
