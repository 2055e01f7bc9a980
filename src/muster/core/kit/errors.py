"""What can go wrong for a user. A bug is any other exception.

Refusal                     the book or the state says no; one sentence, with the way out
├── BadInput                a value that cannot be read: quotes it and says what would be right
├── UnknownName             a name nobody has; carries the nearest known one
├── GameMissing             the game of an event is not installed here; says which package it needs
├── Conflict                somebody else wrote first; reload and decide again
│   └── Busy                others wrote first each time; the same request will do in a moment
└── DamagedJournal          a journal that is cut short, edited, reordered, or from a newer version
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from muster.core.kit.language import tr

LONGEST_GIVEN = 100
"""Characters of an unknown name that are said back."""


class Refusal(Exception):
    """A request that is refused. `str()` is the sentence shown to the user, in their language.

    The sentence is written out in English, with `{places}` for the values: it is the key of the catalogue.
    """

    def __init__(self, sentence: str, *, clause: str = "", **values: object) -> None:
        super().__init__(tr(sentence, **values))
        self.clause = clause
        self._sentence, self._values = sentence, values

    def again(self) -> str:
        """The sentence in the language of whoever reads it now, if it was made for somebody else."""
        return tr(self._sentence, **self._values)


class BadInput(Refusal):
    """A value that cannot be read as what it should be."""


class UnknownName(Refusal):
    """A name that is not known here."""

    def __init__(self, what: str, given: str, known: Iterable[str]) -> None:
        names = list(known)
        near = get_close_matches(given.casefold(), [n.casefold() for n in names], n=1, cutoff=0.6)
        self.nearest = next((n for n in names if near and n.casefold() == near[0]), "")
        if self.nearest:
            way_out = tr("did you mean “{name}”?", name=self.nearest)
        elif names:
            shown = ", ".join(names[:12]) + (", …" if len(names) > 12 else "")
            way_out = tr("known: {names}.", names=shown)
        else:
            way_out = tr("there is none yet.")
        shown = given if len(given) <= LONGEST_GIVEN else f"{given[:LONGEST_GIVEN]}…"
        super().__init__("No {what} is called “{given}”; {way_out}", what=tr(what), given=shown, way_out=way_out)


class GameMissing(Refusal):
    """An event whose game is not installed."""


class Conflict(Refusal):
    """The journal grew between reading and writing."""


class Busy(Conflict):
    """It grew each time again: nobody is at fault, and the same will do a moment later."""


class DamagedJournal(Refusal):
    """A journal that does not hold together."""
