"""What can go wrong for a user. A bug is any other exception.

Refusal                     the book or the state says no; one sentence, with the way out
├── BadInput                a value that cannot be read: quotes it and says what would be right
│   └── UnknownKey          a key or choice of a definition that there is not; says the nearest one
├── UnknownName             a name nobody has; carries the nearest known one
├── GameMissing             the game of an event is not installed here; says which package it needs
├── Conflict                somebody else wrote first; reload and decide again
│   └── Busy                others wrote first each time; the same request will do in a moment
└── DamagedJournal          a journal that is cut short, edited, reordered, or from a newer version
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import ClassVar

from muster.core.kit.language import Message, Text, Value, listed, mark, tr

LONGEST_GIVEN = 100
"""How much of an unknown name the refusal quotes."""

MOST_KNOWN = 12
"""How many known names are listed if none is similar."""


class Refusal(Exception):
    """Why a request was refused. `message` is what the user reads; `str()` is the English text, for logs and tests.

    The sentence is written out in English, with `{places}` for values, because it is the catalogue's key.
    """

    kind: ClassVar[str] = "refusal"
    """What kind of refusal this is, in a word that never changes."""

    def __init__(self, sentence: Text, *, clause: str = "", **values: Value) -> None:
        self.message = tr(sentence, **values)
        self.clause = clause
        super().__init__(self.message)

    def __str__(self) -> str:
        return str(self.message)


class BadInput(Refusal):
    """A value that could not be read."""

    kind = "bad_input"


_NOT_KNOWN = mark("No {what} is called “{given}”; {way_out}")


class UnknownName(Refusal):
    """A name that is not known here. `what`: the kind of thing it should name, as a text from the catalogue."""

    kind = "unknown_name"

    def __init__(self, what: Text, given: str, known: Iterable[Text]) -> None:
        texts = list(known)
        self.nearest = _nearest(given, texts)
        super().__init__(_NOT_KNOWN, what=tr(what), given=_cut(given), way_out=_way_out(self.nearest, texts))


class UnknownKey(BadInput):
    """A key or choice inside a definition that somebody wrote: what is wrong is the definition."""

    def __init__(self, what: Text, given: str, known: Iterable[Text]) -> None:
        texts = list(known)
        way_out = _way_out(_nearest(given, texts), texts)
        super().__init__(_NOT_KNOWN, what=tr(what), given=_cut(given), way_out=way_out)


def _nearest(given: str, known: Iterable[Text]) -> str:
    names = list(map(str, known))
    near = get_close_matches(given.casefold(), [n.casefold() for n in names], n=1, cutoff=0.6)
    return next((n for n in names if near and n.casefold() == near[0]), "")


def _cut(given: str) -> str:
    return given if len(given) <= LONGEST_GIVEN else f"{given[:LONGEST_GIVEN]}…"


def _way_out(nearest: str, names: list[Text]) -> Message:
    if nearest:
        return tr("did you mean “{name}”?", name=nearest)
    if not names:
        return tr("there is none yet.")
    shown = names if len(names) <= MOST_KNOWN else [*names[:MOST_KNOWN], "…"]
    return tr("known: {names}.", names=listed(shown))


class GameMissing(Refusal):
    """An event whose game is not installed."""

    kind = "game_missing"


class Conflict(Refusal):
    """The journal grew between reading and writing."""

    kind = "conflict"


class Busy(Conflict):
    """The journal kept growing on every retry. Nobody is at fault: the same request will work a moment later."""

    kind = "busy"


class DamagedJournal(Refusal):
    """A journal that is inconsistent."""

    kind = "damaged_journal"
