"""All checks of a game together; each returns sentences about what is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from muster.app.codes import NAME
from muster.app.languages import CODES, FOLDER
from muster.game_kit import codes, declared, messages, played, tables, texts
from muster.systems import registry

SIZES = (4, 5, 6, 7, 9, 12, 17)
"""How many players the made-up events have: odd and even, small and with a cut."""


def check(key: str, sizes: Sequence[int] = SIZES, seeds: Sequence[str] = ("one", "two")) -> None:
    """Fails with everything that is wrong with the installed game of this key."""
    found = [*problems(key, sizes, seeds)]
    assert not found, f"{key}:\n" + "\n".join(f"- {sentence}" for sentence in found)


def problems(key: str, sizes: Sequence[int] = SIZES, seeds: Sequence[str] = ("one", "two")) -> Iterator[str]:
    """What is wrong with a game, a sentence each: its declarations, made-up events and games, and its texts."""
    yield from declared.problems(registry.find(key))
    for size in sizes:
        for seed in seeds:
            yield from played.problems(key, size, seed)
    yield from dict.fromkeys(tables.problems(registry.find(key)))
    yield from unmarked(key)
    yield from untranslated(key)
    yield from without_code(key)


def untranslated(key: str) -> Iterator[str]:
    """If a game has a catalogue for a language, it must be complete; a game need not have any."""
    for code in CODES:
        file = texts.folder_of(key) / FOLDER / f"{code}.po"
        if file.exists():
            left = texts.missing(texts.updated(code, texts.of_game(key), texts.read(file, code)))
            yield from (f"“{text}” is not translated in {file.name}; the kit's command adds it there" for text in left)


def unmarked(key: str) -> Iterator[str]:
    """The game's own words inside its sentences must be translated with them."""
    sources = {file.name: file.read_text("utf-8") for file in texts.sources_of(key)}
    tables = messages.tables_of_texts(sources.values())
    for name, source in sources.items():
        for place in messages.unmarked(source, tables):
            yield f"{name} {place} is plain text in a sentence and stays English: make it a message with tr"


def without_code(key: str) -> Iterator[str]:
    """If a game has codes, every sentence that refuses or finds something needs one; a game need not have any."""
    file = texts.folder_of(key) / NAME
    if file.exists():
        kept = set(codes.kept(file).values())
        left = [sentence for sentence in codes.of_game(key) if sentence not in kept]
        yield from (f"“{text}” has no code in {file.name}; the kit's command adds it there" for text in left)
