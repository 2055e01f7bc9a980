"""All checks of a game together, each answering with sentences about what is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from muster.app.languages import FOLDER, NAMES
from muster.game_kit import declared, played, texts
from muster.systems import registry

SIZES = (4, 5, 6, 7, 9, 12, 17)
"""Fields of players that are played through: odd and even, small and with a cut."""


def check(key: str, sizes: Sequence[int] = SIZES, seeds: Sequence[str] = ("one", "two")) -> None:
    """Fails with everything that is wrong with the installed game of this key."""
    found = [*problems(key, sizes, seeds)]
    assert not found, f"{key}:\n" + "\n".join(f"- {sentence}" for sentence in found)


def problems(key: str, sizes: Sequence[int] = SIZES, seeds: Sequence[str] = ("one", "two")) -> Iterator[str]:
    """What is wrong with a game, a sentence each: its declarations, made-up events, and missing translations."""
    yield from declared.problems(registry.find(key))
    for size in sizes:
        for seed in seeds:
            yield from played.problems(key, size, seed)
    yield from untranslated(key)


def untranslated(key: str) -> Iterator[str]:
    """Languages that a game has a catalogue of are spoken completely; a game need not have any."""
    for code in NAMES:
        file = texts.folder_of(key) / FOLDER / f"{code}.po"
        if file.exists():
            left = texts.missing(texts.updated(code, texts.of_game(key), texts.read(file, code)))
            yield from (f"“{text}” is not translated in {file.name}; the kit's command adds it there" for text in left)
