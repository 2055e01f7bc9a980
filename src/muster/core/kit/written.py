"""What people write, as it is kept."""

from __future__ import annotations

from unicodedata import category, normalize

MOST_DIGITS = 9
"""More than any table, round, player or entry has; and Python reads no number of thousands of digits."""


def tidy(text: str) -> str:
    """One line in normal form, with single spaces and nothing invisible."""
    visible = "".join(c for c in normalize("NFC", text) if category(c) not in ("Cc", "Cf") or c.isspace())
    return " ".join(visible.split())


def whole_number(text: str) -> int | None:
    """The number of a table, round or player as it was typed; None where it is none that anything could have."""
    word = text.strip()
    return int(word) if word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS else None
