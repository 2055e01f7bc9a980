"""How players on equal TP are told apart: the book's tie-breakers as the event's options set them."""

from __future__ import annotations

from muster.game import (
    Formula,
    Settings,
    TieBreak,
    games_won,
    head_to_head,
    least,
    mark,
    opponents_points,
    total_entered,
)

SUGGESTED = ("games_won", "sos", "sp", "vim_turn")
"""BUS-37, in the book's order."""

NAMES = {
    "games_won": mark("Games won"),
    "sos": mark("Strength of Schedule"),
    "sp": mark("Scenario points"),
    "vim_turn": mark("VIM turn"),
    "head_to_head": mark("Head-to-head"),
}
"""Every available tie-breaker; those that are not suggested must be published before the event (BUS-38)."""


MEANINGS = {
    "games_won": mark("How many games a player has won."),
    "sos": mark("The tournament points of all opponents met, added up."),
    "sp": mark("The scenario points of all games, added up."),
    "vim_turn": mark("The turn in which an enemy VIM was removed; the earlier, the better."),
    "head_to_head": mark("The points from the games between those who are level, if all of them have met."),
}


def tiebreaks(settings: Settings) -> tuple[TieBreak, ...]:
    """In the order the event has set (BUS-37, BUS-38)."""
    return tuple(t for key in settings.words("tiebreakers") for t in _tiebreak(key, settings))


def _tiebreak(key: str, settings: Settings) -> tuple[TieBreak, ...]:
    name, meaning = NAMES[key], MEANINGS[key]
    match key:
        case "games_won":
            compute = games_won(count_byes=settings.flag("bye_is_win"))
            return (TieBreak(key=key, name=name, compute=compute, clause="BUS-37", meaning=meaning),)
        case "sos":
            return (TieBreak(key=key, name=name, compute=_strength(settings), clause="BUS-39", meaning=meaning),)
        case "sp":
            entered = total_entered("sp")
            return (TieBreak(key=key, name=name, compute=entered, clause="BUS-37", meaning=meaning, needs_all=True),)
        case "head_to_head":
            return (
                TieBreak(key=key, name=name, compute=head_to_head, clause="BUS-38", within_tie=True, meaning=meaning),
            )
    if settings.text("vim_rule") == "min":
        return (TieBreak(key=key, name=name, compute=least("vim"), clause="B-09", low_wins=True, meaning=meaning),)
    # A sum over fewer games would be lower, so the number of removals comes first (B-09).
    return (
        TieBreak(
            key="vims",
            name="VIMs removed",
            compute=_vims,
            clause="B-09",
            meaning=mark("In how many games a player removed an enemy VIM."),
        ),
        TieBreak(
            key=key,
            name="Sum of VIM turns",
            compute=_vim_sum,
            clause="B-09",
            low_wins=True,
            meaning=mark("The turns in which enemy VIMs were removed, added up; the lower, the better."),
        ),
    )


def _strength(settings: Settings) -> Formula:
    """BUS-39: the total TP of every opponent met; byes by B-04, stand-ins by B-08."""
    sum_up = opponents_points(byes_as_average=settings.text("bye_sos") == "average")
    if settings.text("stand_in_sos") == "own":
        return sum_up
    return Formula(lambda field: sum_up.column(field.without_opponents("stand_in")))


_vims = Formula(lambda field: field.count("vim"))
_vim_sum = Formula(lambda field: field.total("vim").only_where(field.count("vim").values))
