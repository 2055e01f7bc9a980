"""Fields of a form: what is read, and what is too long to be a score or a text."""

from __future__ import annotations

import pytest

from muster.core.forms.fields import LONGEST_TEXT, Field, Kind
from muster.core.kit.errors import BadInput

POINTS = Field(key="points", label="Points", low=0)
CLUB = Field(key="club", label="Club", kind=Kind.TEXT)


@pytest.mark.parametrize("text", ["9" * 11, "9" * 4_300, "9" * 5_000])
def test_a_score_of_thousands_of_digits_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(BadInput, match=f"Points: “{text[:20]}.*…” has {len(text)} characters. The limit is 9."):
        POINTS.read(text)


def test_a_number_that_came_as_one_is_held_to_the_same_length() -> None:
    assert POINTS.check(10**9 - 1) == 10**9 - 1
    for value in (10**9, 10**5_000):
        with pytest.raises(BadInput, match="a number can have up to 9 digits"):
            POINTS.check(value)


def test_words_are_no_number_however_many() -> None:
    with pytest.raises(BadInput, match="should be a whole number of 0 or more"):
        POINTS.read("about twenty or so")


def test_a_text_has_an_end() -> None:
    assert CLUB.check("x" * LONGEST_TEXT) == "x" * LONGEST_TEXT
    with pytest.raises(BadInput, match="has 1001 characters"):
        CLUB.check("x" * (LONGEST_TEXT + 1))
