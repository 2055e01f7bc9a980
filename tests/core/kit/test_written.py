"""What people write, as it is kept."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from muster.core.kit.written import is_part, tidy, whole_number


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("  two \t words\r\nand\x0bmore ", "two words and more"),
        ("Jose\u0301", "José"),
        ("\u202eevil\u2066 zero\u200bwidth\x00\x1b[31m", "evil zerowidth[31m"),
        ("\u200b\u2060", ""),
    ],
)
def test_one_line_in_normal_form_with_nothing_invisible(text: str, kept: str) -> None:
    assert tidy(text) == kept


@pytest.mark.parametrize(
    ("text", "number"),
    [(" 7 ", 7), ("007", 7), ("0", 0), ("", None), ("-1", None), ("²", None), ("٣", None), ("9" * 5000, None)],
)
def test_a_number_is_read_or_is_none(text: str, number: int | None) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize("wanted", ["ann", "NN\u00a0le", "le\u00ade", ""])
def test_a_search_finds_a_name_by_any_part(wanted: str) -> None:
    assert is_part(wanted, "Ann Lee")
    assert not is_part(wanted + "x", "Ann Lee")


@given(st.text())
@example("e\u200b\u0301")
def test_what_is_tidy_stays_as_it_is(text: str) -> None:
    assert tidy(tidy(text)) == tidy(text)
