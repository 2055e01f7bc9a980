"""Pasted text in a readable form: quotes, dashes, blanks and bullets are unified. The original text is kept."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

from muster.core.book.lists import Finding, not_checked
from muster.core.kit.language import mark, plural

LONGEST_QUOTE = 60
"""How much of a line a finding quotes."""

MOST_UNREAD = 20
"""How many lines are reported one by one; the rest are only counted."""

_BREAK = re.compile(r"\r\n|\r|\n")
_ALIKE = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′`´", "'"),
        **dict.fromkeys("“”„‟″«»", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        **dict.fromkeys("×✕✖", "x"),
    }
)
_BULLET = re.compile(r"^[-*•·‣◦▪●○■□►▸+>~]+\s+")
_BLANKS = re.compile(r"\s+")
_NOT_A_LETTER = re.compile(r"[^\w]+")


def breaks(text: str) -> list[str]:
    """The raw lines; the first is line 1."""
    return _BREAK.split(text)


def lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines with content, cleaned up, with their numbers from 1."""
    for number, line in enumerate(breaks(text), start=1):
        readable = plain(line)
        if readable:
            yield number, readable


def plain(line: str) -> str:
    """One line in composed letters, with straight quotes, plain dashes and single spaces, without bullets or invisible
    characters.
    """
    alike = unicodedata.normalize("NFKC", line.translate(_ALIKE)).translate(_ALIKE)
    if not alike.isprintable():
        alike = "".join(c for c in alike if c in "\t\v\f" or unicodedata.category(c)[0] != "C")
    return _BULLET.sub("", _BLANKS.sub(" ", alike).strip())


@lru_cache(maxsize=4096)
def plain_name(name: str) -> str:
    """A name as it is compared: without accents, punctuation or case. “Daimyō’s Favor” and “daimyos favor” are equal.

    Cached, because the same cards and models are on many lists.
    """
    letters = unicodedata.normalize("NFKD", name.replace("'", "").replace("’", ""))
    bare = "".join(c for c in letters if not unicodedata.combining(c))
    return _NOT_A_LETTER.sub(" ", bare.casefold()).strip()


def quote(line: str) -> str:
    """A line as a finding quotes it: only its beginning, if it is long."""
    return line if len(line) <= LONGEST_QUOTE else line[:LONGEST_QUOTE].rstrip() + "…"


def unread(left: Sequence[tuple[int, str]], fix: str, clause: str = "") -> tuple[Finding, ...]:
    """A finding for each line that could not be read, and one for all beyond the first twenty: not checked (X-19)."""
    sentence = mark("“{text}” cannot be read as a line of the list and is not counted.")
    named = [
        not_checked(sentence, clause=clause, line=number, fix=fix, text=quote(line))
        for number, line in left[:MOST_UNREAD]
    ]
    rest = left[MOST_UNREAD:]
    if rest:
        more = plural(len(rest), "{n} more line", "{n} more lines")
        named.append(
            not_checked(
                "{more} after this one cannot be read either.", clause=clause, line=rest[0][0], fix=fix, more=more
            )
        )
    return tuple(named)
