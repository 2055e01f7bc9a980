"""A game of a third party: an installed package with an entry point is found like a built-in one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "src"

MODULE = """
from dataclasses import replace

from muster.systems.custom import DEFAULT, build

SYSTEM = replace(build({**DEFAULT, "name": "Tiny Skirmish"}), key="tiny", aliases=("small-game",))
"""


def install(folder: Path, module: str, target: str = "tiny_game:SYSTEM") -> None:
    """What an installer leaves behind: the module, and a dist-info folder with its entry points."""
    (folder / "tiny_game.py").write_text(module, encoding="utf-8")
    info = folder / "tiny_game-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tiny-game\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[muster.systems]\ntiny = {target}\n", encoding="utf-8")


def ask(folder: Path, program: str) -> str:
    """What a Python with that folder on its path prints."""
    run = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(SOURCE), str(folder)])},
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


def test_an_installed_game_is_listed_after_the_built_in_ones(tmp_path: Path) -> None:
    program = "from muster.systems import registry; print(*registry.names())"
    before = ask(tmp_path, program).split()
    install(tmp_path, MODULE)
    assert ask(tmp_path, program).split() == [*before, "tiny"]


@pytest.mark.parametrize("name", ["tiny", "TINY", "small-game", "Tiny Skirmish"])
def test_an_installed_game_is_found_by_key_alias_and_name(tmp_path: Path, name: str) -> None:
    install(tmp_path, MODULE)
    program = f"from muster.systems import registry; s = registry.find({name!r}); print(s.key, s.name, sep='|')"
    assert ask(tmp_path, program) == "tiny|Tiny Skirmish"


def test_an_installed_package_without_a_system_is_named(tmp_path: Path) -> None:
    install(tmp_path, "SYSTEM = 7\n")
    program = (
        "from muster.core.kit.errors import Refusal\n"
        "from muster.systems import registry\n"
        "try:\n"
        "    registry.find('tiny')\n"
        "except Refusal as refused:\n"
        "    print(refused)\n"
    )
    assert ask(tmp_path, program) == "The installed package behind “tiny” offers no System, but a int."
