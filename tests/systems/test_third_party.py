"""A game of a third party: an installed package is found like a built-in game; a broken one harms no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from muster.app import languages
from muster.core.kit.errors import Refusal
from muster.systems import registry
from tests.plugins import TINY, Packages, install


def test_an_installed_game_is_listed_after_the_built_in_ones(tmp_path: Path, packages: Packages) -> None:
    before = registry.names()
    install(tmp_path)
    packages.use(tmp_path)
    assert registry.names() == [*before, "tiny"]


@pytest.mark.parametrize("name", ["tiny", "TINY", "small-game", "Tiny Skirmish"])
def test_an_installed_game_is_found_by_key_alias_and_name(tmp_path: Path, packages: Packages, name: str) -> None:
    install(tmp_path)
    packages.use(tmp_path)
    found = registry.find(name)
    assert (found.key, found.name) == ("tiny", "Tiny Skirmish")


@pytest.mark.parametrize(
    ("module", "sentence"),
    [
        ("import not_there\n", "cannot be loaded (ModuleNotFoundError: No module named 'not_there')"),
        ("raise SystemExit(3)\n", "cannot be loaded (SystemExit: 3)"),
        ("SYSTEM = (\n", "cannot be loaded (SyntaxError: "),
        ("", "cannot be loaded (AttributeError: "),
        ("SYSTEM = 7\n", "what it offers is a int, not a System"),
        (TINY + "SYSTEM = replace(SYSTEM, api=99)\n", "was written for version 99 of muster.game, and this Muster has"),
        (TINY + "SYSTEM = replace(SYSTEM, key='l5r')\n", "under the key “l5r”, which another game has"),
    ],
)
def test_a_broken_package_is_named_and_harms_no_other(
    tmp_path: Path, packages: Packages, module: str, sentence: str
) -> None:
    install(tmp_path / "bad", module, name="bad")
    install(tmp_path / "good")
    packages.use(tmp_path / "bad", tmp_path / "good")
    (broken,) = registry.broken()
    assert str(broken).startswith("The package bad-game 1.0 offers the game “bad”")
    assert sentence in str(broken)
    assert registry.names() == [*registry.BUILT_IN, "tiny"]
    assert registry.find("l5r").name.startswith("Legend")
    assert registry.find("tiny").name == "Tiny Skirmish"
    with pytest.raises(Refusal, match="The package bad-game 1"):
        registry.find("bad")


def test_a_game_that_is_a_single_file_leaves_other_languages_alone(tmp_path: Path, packages: Packages) -> None:
    """It has no folder for translations, and everything around it is in German."""
    install(tmp_path)
    packages.use(tmp_path)
    assert languages.language("de").text("Standings") == "Rangliste"
