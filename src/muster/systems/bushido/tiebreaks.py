"""How players on equal TP are told apart: the book's tie-breakers as the event's options set them."""

from __future__ import annotations

from muster.core.options import Settings
from muster.core.standings.tiebreaks import (
    Formula,
    TieBreak,
    games_won,
    head_to_head,
    least,
    opponents_points,
    total,
)

SUGGESTED = ("games_won", "sos", "sp", "vim_turn")
"""BUS-37, in the book's order."""

NAMES = {
    "games_won": "Games won",
    "sos": "Strength of Schedule",
    "sp": "Scenario points",
    "vim_turn": "VIM turn",
    "head_to_head": "Head-to-head",
}
"""Every tie-breaker on offer; those that are not suggested must be published before the event (BUS-38)."""


def tiebreaks(settings: Settings) -> tuple[TieBreak, ...]:
    """In the order the event has set (BUS-37, BUS-38)."""
    return tuple(t for key in settings.words("tiebreakers") for t in _tiebreak(key, settings))


def _tiebreak(key: str, settings: Settings) -> tuple[TieBreak, ...]:
    name = NAMES[key]
    match key:
        case "games_won":
            compute = games_won(count_byes=settings.flag("bye_is_win"))
            return (TieBreak(key=key, name=name, compute=compute, clause="BUS-37"),)
        case "sos":
            return (TieBreak(key=key, name=name, compute=_strength(settings), clause="BUS-39"),)
        case "sp":
            return (TieBreak(key=key, name=name, compute=total("sp"), clause="BUS-37"),)
        case "head_to_head":
            return (TieBreak(key=key, name=name, compute=head_to_head, clause="BUS-38", within_tie=True),)
    if settings.text("vim_rule") == "min":
        return (TieBreak(key=key, name=name, compute=least("vim"), clause="B-09", low_wins=True),)
    # A sum over fewer games would be the lower one, so the number of removals comes first (B-09).
    return (
        TieBreak(key="vims", name="VIMs removed", compute=_vims, clause="B-09"),
        TieBreak(key=key, name="Sum of VIM turns", compute=_vim_sum, clause="B-09", low_wins=True),
    )


def _strength(settings: Settings) -> Formula:
    """BUS-39: the TP of every opponent met, added up; byes by B-04, stand-ins by B-08."""
    sum_up = opponents_points(byes_as_average=settings.text("bye_sos") == "average")
    if settings.text("stand_in_sos") == "own":
        return sum_up
    return Formula(lambda field: sum_up.column(field.without_opponents("stand_in")))


_vims = Formula(lambda field: field.count("vim"))
_vim_sum = Formula(lambda field: field.total("vim").only_where(field.count("vim").values))
