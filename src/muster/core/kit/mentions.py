"""Names in texts that people typed: found in any case and with any apostrophe, and replaced."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from unicodedata import normalize

_SIGNS = str.maketrans(
    {
        **dict.fromkeys("‘’ʼ´`", "'"),
        **dict.fromkeys("‐‑–", "-"),
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff"),
    }
)
"""Phones type other signs than keyboards; and what nobody can see."""

ANY_LENGTH = 60
"""So many characters are possible in every text."""


def folded(text: str) -> str:
    """A text in the form used for comparing."""
    return normalize("NFC", text).translate(_SIGNS).casefold()


class Mentions:
    """`instead`: what replaces each name, by its folded form; `longer`: folded names that stay, even where one of the
    others is part of them.
    """

    def __init__(self, instead: Mapping[str, str], longer: Iterable[str] = ()) -> None:
        self._instead = instead
        kept = {name for name in longer if any(one in name for one in instead)}
        every = sorted({*instead, *kept} - {""}, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(_as_written, every))) if every else None

    def are_in(self, text: str) -> bool:
        if self._pattern is None:
            return False
        return any(_name(found) in self._instead for found in self._pattern.finditer(folded(text)))

    def without(self, text: str) -> str:
        """The text with every name replaced; the very same text if there are none."""
        if self._pattern is None or not self.are_in(text):
            return text
        whole = normalize("NFC", text)
        # One letter may be two where it is compared, such as ß.
        letters = [letter.translate(_SIGNS).casefold() for letter in whole]
        at = [number for number, letter in enumerate(letters) for _ in letter]
        said: list[str] = []
        after = 0
        for found in self._pattern.finditer("".join(letters)):
            first, last = at[found.start()], at[found.end() - 1] + 1
            said += [whole[after:first], self._instead.get(_name(found), whole[first:last])]
            after = last
        return "".join((*said, whole[after:]))

    def within(self, text: str) -> str:
        """The same, in no more characters than the text has or may always have: a number may be longer than a name."""
        told, most = self.without(text), max(len(text), ANY_LENGTH)
        return told if len(told) <= most else f"{told[: most - 1].rstrip()}…"


def _name(found: re.Match[str]) -> str:
    return " ".join(found[0].split())


def _as_written(name: str) -> str:
    """The whole name, not a part of a longer word; “Anna Bergs” is how German says “Anna Berg's”."""
    words = name.split()
    end = r"(?=s?(?!\w))" if len(words) > 1 else r"(?!\w)"
    return r"(?<!\w)" + r"\s+".join(map(re.escape, words)) + end
