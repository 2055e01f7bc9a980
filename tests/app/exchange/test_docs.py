"""The page about other programs' events names every line, code and column that is read or left out."""

from __future__ import annotations

import re
from pathlib import Path

from muster.app.exchange import rounds_csv, ties, trf

WHOLE = (Path(__file__).resolve().parents[3] / "docs" / "exchange.md").read_text("utf-8")
PAGE = re.sub(r"```.*?```", "", WHOLE, flags=re.S)
NAMED = set(re.findall(r"`([^`]+)`", PAGE))


def named(tag: str) -> bool:
    """On its own, or in a range such as “`300` to `362`”."""
    spans = re.findall(r"`(\d{3})` to `(\d{3})`", PAGE)
    return tag in NAMED or (tag.isdigit() and any(first <= tag <= last for first, last in spans))


def test_every_line_of_a_report() -> None:
    assert [tag for tag in trf.MEANINGS if not named(tag)] == []


def test_every_tie_break_code_and_column() -> None:
    assert [code for code in ties.FIDE if code not in NAMED] == []
    assert [column for column in rounds_csv.COLUMNS if column not in NAMED] == []
    assert [word for word in rounds_csv.ENDINGS if word and word not in NAMED] == []
