"""Names in texts: found however they were typed, and nothing else."""

from __future__ import annotations

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.core.kit.mentions import Mentions, folded
from muster.core.kit.written import tidy


def without(text: str, *names: str, longer: tuple[str, ...] = ()) -> str:
    return Mentions({folded(name): "X" for name in names}, map(folded, longer)).without(text)


@pytest.mark.parametrize(
    ("name", "text", "left"),
    [
        ("Anna Weiß", "ANNA WEISS, Anna Weiß!", "X, X!"),
        ("İpek Ak", "İpek Ak is late", "X is late"),
        ("Sean O'Dea", "Sean O’Dea or Sean O´Dea", "X or X"),
        ("Jean-Luc", "Jean‑Luc", "X"),
        ("José", normalize("NFD", "José, josé"), "X, X"),
        ("Ann Berg", "Ann  Berg, Ann\nBerg, Ann\u00adBerg and Ann B\u200berg", "X, X, Ann\u00adBerg and X"),
        ("Anna Berg", "Anna Bergs Liste, Anna Bergson, Anna Berg's", "Xs Liste, Anna Bergson, X's"),
        ("Ann", "Anns, Hann, Annabel, ann.", "Anns, Hann, Annabel, X."),
        ("(A|.*", "A (A|.* b", "A X b"),
    ],
)
def test_a_name_is_found_however_it_was_typed(name: str, text: str, left: str) -> None:
    assert without(text, name) == left


def test_longer_names_stay_and_two_who_go_both_go() -> None:
    assert without("Ann Berg, Ann", "Ann", longer=("Ann Berg",)) == "Ann Berg, X"
    assert without("Ann Berg, Ann", "Ann", "Ann Berg", longer=("Ann", "Ann Berg")) == "X, X"


def test_a_text_without_the_name_is_the_same_text() -> None:
    text = normalize("NFD", "Zoë İ ß")
    assert without(text, "Ann") is text and without(text) is text


def test_a_text_that_may_have_only_so_many_characters_has_no_more_afterwards() -> None:
    known, text = Mentions({"al": "Player 1"}), "Al " * 30
    assert known.within(text.strip()) == f"{'Player 1 ' * 9}Player…" and len(known.within(text)) <= len(text)
    assert known.within("Al cooks") == "Player 1 cooks"


@given(st.text(max_size=12).map(tidy).filter(bool), st.text(max_size=8), st.text(max_size=8))
def test_whoever_is_named_between_spaces_is_found_and_the_rest_stays(name: str, before: str, after: str) -> None:
    kept = normalize("NFC", before), normalize("NFC", after)
    if folded(name).strip() and folded(name) not in " ".join(map(folded, kept)):
        assert without(f"{kept[0]} {name} {kept[1]}", name) == f"{kept[0]} X {kept[1]}"
