"""Class names hold to docs/glossary.md: one name for one thing, in the trade's own words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "muster"

RECORD = "core/record/"
FACTS = (
    "core/record/facts/",
    "core/record/season/facts.py",
    "core/record/people/facts.py",
    "core/record/accounts/facts.py",
)
GAMES = "systems/"
SHAPES = "core/kit/geometry.py"

PLAIN = {"by", "checked", "form", "handed", "in", "out", "play", "reader", "row", "rule", "said", "state", "status"}
PLAIN |= {"kind", "version", "weight"}
"""Words in names of the record that have nothing to do with tournaments."""

DONE = {
    "chosen",
    "drawn",
    "forgotten",
    "given",
    "laid",
    "lost",
    "made",
    "met",
    "opened",
    "redone",
    "set",
    "taken",
    "undone",
    "withdrawn",
}
"""What happened, in words that do not end in -ed."""

Class = tuple[str, str]
"""A class's name, and its file from src/muster."""


def classes(source: Path) -> Iterator[Class]:
    """Every class that others may use."""
    for path in sorted(source.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield node.name, path.relative_to(source).as_posix()


def glossary() -> tuple[set[str], set[str]]:
    """The words in the table, and those they replace."""
    table = (ROOT / "docs" / "glossary.md").read_text("utf-8").partition("<!-- words -->")[2].partition("<!--")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[3:] if line]
    return {row[0] for row in rows}, {word for row in rows for word in row[2].split(", ") if word}


def words(name: str) -> list[str]:
    return [word.lower() for word in re.findall(r"[A-Z][a-z0-9]*", name)]


def is_known(word: str, known: set[str]) -> bool:
    forms = {word, word.removesuffix("s"), word.removesuffix("ed"), word.removesuffix("d"), f"{word}-in", f"no-{word}"}
    return bool(forms & known)


def used_twice(found: list[Class]) -> dict[str, list[str]]:
    where: dict[str, list[str]] = {}
    for name, file in found:
        where.setdefault(name, []).append(file)
    return {name: files for name, files in where.items() if len(files) > 1}


def not_in_glossary(found: list[Class]) -> list[str]:
    """Names of what the journal keeps with a word that is not in the glossary."""
    known = glossary()[0] | PLAIN
    wrong = []
    for name, file in found:
        if not file.startswith(RECORD):
            continue
        parts = words(name)
        if file.startswith(FACTS) and (parts[-1].endswith("ed") or parts[-1] in DONE):
            parts = parts[:-1]
        wrong += [f"{file}: {name} ({word})" for word in parts if not is_known(word, known | DONE)]
    return wrong


def given_up(found: list[Class]) -> list[str]:
    """Names with a word that the glossary rejects. Games, shapes and old journals have their own."""
    gone = glossary()[1]
    own = [(name, file) for name, file in found if not file.startswith((GAMES, *FACTS, SHAPES))]
    return [f"{file}: {name}" for name, file in own if any(word.removesuffix("s") in gone for word in words(name))]


def test_a_class_name_means_one_thing() -> None:
    assert used_twice(list(classes(SOURCE))) == {}


def test_the_record_speaks_the_glossary() -> None:
    assert not_in_glossary(list(classes(SOURCE))) == []


def test_no_name_has_a_word_that_is_given_up() -> None:
    assert given_up(list(classes(SOURCE))) == []


def test_the_glossary_is_sorted_and_each_word_is_in_it_once() -> None:
    table = (ROOT / "docs" / "glossary.md").read_text("utf-8")
    listed = re.findall(r"^\| ([a-z-]+) \| [a-z]", table, re.MULTILINE)[1:]
    assert len(listed) >= 60 and listed == sorted(set(listed), key=lambda word: word.replace("-", ""))


@pytest.mark.parametrize(
    ("planted", "caught"),
    [
        ([("Round", "app/a.py"), ("Round", "core/b.py")], ({"Round": ["app/a.py", "core/b.py"]}, [], [])),
        ([("GizmoTurned", "core/record/facts/x.py")], ({}, ["core/record/facts/x.py: GizmoTurned (gizmo)"], [])),
        ([("FigureView", "app/a.py")], ({}, [], ["app/a.py: FigureView"])),
        ([("RoundWatched", "core/record/facts/x.py"), ("LeaderModel", "systems/a.py")], ({}, [], [])),
    ],
)
def test_planted_names_are_caught(planted: list[Class], caught: tuple[object, object, object]) -> None:
    assert (used_twice(planted), not_in_glossary(planted), given_up(planted)) == caught
