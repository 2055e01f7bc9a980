"""What people write, as it is kept."""

from __future__ import annotations

import pytest

from muster.core.kit.written import tidy, whole_number


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
