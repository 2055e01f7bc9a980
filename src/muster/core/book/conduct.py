"""What a book says of its leaders: who of them may play, whose word is last, which penalties there are and who may."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from muster.core.forms.options import Settings
from muster.core.kit.language import mark
from muster.core.kit.model import Role


@dataclass(frozen=True, slots=True)
class Penalty:
    """`by`: the least role that may give it; nobody but the organiser ever disqualifies."""

    key: str
    name: str
    by: Role = Role.JUDGE
    clause: str = ""


WARNING, GAME_LOSS, RECOMMEND = "warning", "game_loss", "recommend"
NAMES = {
    WARNING: mark("Warning"),
    GAME_LOSS: mark("Game loss"),
    RECOMMEND: mark("Recommend disqualification"),
}


def menu(*, marshal: tuple[str, ...] = (), clauses: dict[str, str] | None = None) -> tuple[Penalty, ...]:
    """The three penalties, those named given by a marshal or the organiser only."""
    return tuple(
        Penalty(key, name, Role.MARSHAL if key in marshal else Role.JUDGE, (clauses or {}).get(key, ""))
        for key, name in NAMES.items()
    )


def anybody(settings: Settings, others: int) -> None:
    """The default: the book does not say that a leader may not play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conduct:
    """The defaults are for a book that is silent. Clauses are empty where there is none to cite."""

    may_play: Callable[[Settings, int], None] = anybody
    """Refuses when a leader may not play; told how many other leaders are on duty."""
    own_game: str = ""
    """The clause by which nobody rules in a game of their own."""
    two_leaders: str = ""
    """The clause that leaves a game between two leaders to the marshal; empty: any third leader rules."""
    last_word: Role | None = Role.MARSHAL
    """Who decides on an appeal; None: the book has no appeal. Without a marshal the organiser does (L5R-007)."""
    last_word_clause: str = ""
    penalties: tuple[Penalty, ...] = menu()

    def penalty(self, key: str) -> Penalty:
        return next(p for p in self.penalties if p.key == key)


SILENT = Conduct()
"""Of a book that says nothing about its leaders."""
