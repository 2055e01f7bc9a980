"""Games of third parties, installed as a package manager leaves them: modules, and a dist-info folder beside them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from muster.app import codes, languages
from muster.systems import registry

TINY = """
from dataclasses import replace

from muster.systems.custom import DEFAULT, build

SYSTEM = replace(build({**DEFAULT, "name": "Tiny Skirmish"}), key="tiny", aliases=("small-game",), version="")
"""

RAISES = TINY + "def plan(settings, players):\n    raise RuntimeError('no luck')\nSYSTEM = replace(SYSTEM, plan=plan)\n"


def install(folder: Path, module: str = TINY, name: str = "tiny", version: str = "1.0") -> None:
    """A package `NAME-game` with the module `NAME_game`, which offers its SYSTEM under that name."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}_game.py").write_text(module, encoding="utf-8")
    info = folder / f"{name}_game-{version}.dist-info"
    info.mkdir()
    about = f"Metadata-Version: 2.1\nName: {name}-game\nVersion: {version}\n"
    (info / "METADATA").write_text(about, encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[muster.systems]\n{name} = {name}_game:SYSTEM\n", encoding="utf-8")


class Packages:
    """What is installed in this process."""

    def __init__(self) -> None:
        self._patch = pytest.MonkeyPatch()

    def use(self, *folders: Path) -> None:
        """From now on the packages in these folders are installed, and no earlier ones."""
        self._patch.undo()
        for folder in folders:
            self._patch.syspath_prepend(folder)
            for module in folder.glob("*.py"):
                self._patch.delitem(sys.modules, module.stem, raising=False)
        registry.installed.cache_clear()
        languages.language.cache_clear()
        languages.kept_texts.cache_clear()
        codes.of_games.cache_clear()
