"""The files that `muster new-system` copies: a small game that works.

The game is written out as “Skirmish”, so that it is checked like the rest of the code; its names are replaced.
"""

from __future__ import annotations

from importlib.resources import files

GAME, NAME, PREFIX = "skirmish", "Skirmish", "SK-"
"""The key, the name and the rule ids used in the files here."""

FILES = {
    "pyproject.toml": "pyproject.toml.txt",
    "README.md": "README.md.txt",
    "src/muster_skirmish/__init__.py": "skirmish.py",
    "src/muster_skirmish/catalogues/de.po": "de.po",
    "src/muster_skirmish/codes.toml": "codes.toml",
    "tests/test_skirmish.py": "test_skirmish.py.txt",
    "tests/worked-example.json": "worked-example.json",
}
"""Each file of the new folder, and the file here that it is made from."""


def new_game(key: str, name: str) -> dict[str, str]:
    """The files of a package for a game with this key and name, by path."""
    prefix = key.replace("_", "")[:3].upper() + "-"

    def renamed(text: str) -> str:
        return text.replace(PREFIX, prefix).replace(GAME, key).replace(NAME, name)

    here = files(__name__)
    return {renamed(path): renamed((here / source).read_text(encoding="utf-8")) for path, source in FILES.items()}
