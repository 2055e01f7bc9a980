"""What people write, as it is kept."""

from __future__ import annotations

from unicodedata import category, normalize


def tidy(text: str) -> str:
    """One line in normal form, with single spaces and nothing invisible."""
    visible = "".join(c for c in normalize("NFC", text) if category(c) not in ("Cc", "Cf") or c.isspace())
    return " ".join(visible.split())
