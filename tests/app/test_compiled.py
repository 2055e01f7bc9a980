"""Compiled catalogues: the same texts as the catalogue has, again when it changes, and never in anybody's way."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from muster.app import languages
from muster.app.compiled import KEPT, Texts, compiled

HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
BODY = """msgid "Round"
msgstr "Runde"

msgid "{n} table"
msgid_plural "{n} tables"
msgstr[0] "{n} Tisch"
msgstr[1] "{n} Tische"
"""


@pytest.fixture
def catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (tmp_path / "de.po").write_text(HEAD + BODY, encoding="utf-8")
    return tmp_path / "de.po"


def kept(catalogue: Path) -> list[Path]:
    return sorted((catalogue.parent / KEPT).glob("*"))


def test_it_is_compiled_once_and_read_from_there(catalogue: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = compiled(catalogue, "de")
    assert texts == Texts({"Round": "Runde", "{n} table": ["{n} Tisch", "{n} Tische"]}, "(n != 1)")
    [file] = kept(catalogue)
    file.write_text(file.read_text("utf-8").replace("Runde", "RUNDE"), encoding="utf-8")
    assert compiled(catalogue, "de").found["Round"] == "RUNDE"


def test_a_changed_catalogue_is_compiled_again_and_the_old_form_goes(catalogue: Path) -> None:
    compiled(catalogue, "de")
    before = kept(catalogue)
    catalogue.write_text(HEAD + BODY.replace("Runde", "Spielrunde"), encoding="utf-8")
    assert compiled(catalogue, "de").found["Round"] == "Spielrunde"
    assert len(kept(catalogue)) == 1 and kept(catalogue) != before


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"found": 1, "plural": ""}'])
def test_a_damaged_form_is_made_again(catalogue: Path, damage: str) -> None:
    texts = compiled(catalogue, "de")
    kept(catalogue)[0].write_text(damage, encoding="utf-8")
    assert compiled(catalogue, "de") == texts
    assert compiled(catalogue, "de") == texts and kept(catalogue)[0].read_text("utf-8") != damage


def test_a_folder_that_cannot_be_written_is_no_trouble(catalogue: Path) -> None:
    (catalogue.parent / KEPT).write_text("not a folder", encoding="utf-8")
    assert compiled(catalogue, "de").found["Round"] == "Runde"


def test_nothing_is_written_where_python_writes_nothing(catalogue: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert compiled(catalogue, "de").found["Round"] == "Runde"
    assert not (catalogue.parent / KEPT).exists()


def test_a_language_has_the_texts_of_its_catalogue() -> None:
    spoken, whole = languages.language("de"), languages.own_catalogue("de")
    single = {m.id: m.string for m in whole if isinstance(m.id, str) and isinstance(m.string, str) and m.id}
    assert len(single) > 1000
    assert {english: spoken.text(english) for english in single} == single
    several = {m.id: m.string for m in whole if isinstance(m.id, tuple) and isinstance(m.string, tuple)}
    assert len(several) > 50
    assert {ids: tuple(spoken.plural(n, *ids) for n in (1, 2)) for ids in several} == several
