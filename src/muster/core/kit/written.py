"""Text that people write: as it is stored, as it looks, and as it is searched for."""

from __future__ import annotations

from unicodedata import category, normalize

MOST_DIGITS = 9
"""More than any table, round, player or entry needs; and Python refuses to read numbers with thousands of digits."""

_TWINS = str.maketrans("асеорхуіјѕԁһӏαοрνκτιηυχ", "aceopxyijsdhlaopvktinux")
"""Cyrillic and Greek letters that look like Latin ones, after case folding."""


def tidy(text: str) -> str:
    """One line in normal form, with single spaces and nothing invisible."""
    if not (text.isascii() and text.isprintable()):
        visible = "".join(c for c in text if category(c) not in ("Cc", "Cf") or c.isspace())
        text = normalize("NFC", visible)
    return " ".join(text.split())


def look(name: str) -> str:
    """What a name looks like from two metres away: names that look the same cannot be told apart (X-16)."""
    folded = normalize("NFKC", tidy(name)).casefold()
    return "".join(c for c in folded if not c.isspace() and c not in "-'’.").translate(_TWINS)


def glance(name: str) -> str:
    """The same, whatever dash or apostrophe was typed. Journals from before have names that differ only in these."""
    return look("".join("-" if category(c) == "Pd" else "'" if c in "‘ʼ´`′" else c for c in name))


def words_of(name: str) -> set[str]:
    """The words of a name, each in the form used for comparing."""
    return {look(word) for word in tidy(name).split()} - {""}


def is_part(wanted: str, name: str) -> bool:
    """Whether a search finds a name: any part of it, in any case."""
    return tidy(wanted).casefold() in name.casefold()


def whole_number(text: str) -> int | None:
    """The number of a table, round or player, as typed; None if nothing can have that number."""
    word = tidy(text)
    return int(word) if word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS else None
