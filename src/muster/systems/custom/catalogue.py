"""The tie-breaks an organiser may pick, by key: what each takes, what it is called and what computes it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from muster.game import (
    LARGEST,
    THIRD,
    BadInput,
    Compute,
    Message,
    Points,
    Section,
    Text,
    TieBreak,
    UnknownKey,
    buchholz,
    extended_strength_of_schedule,
    game_win,
    games_won,
    head_to_head,
    listed,
    margin_of_victory,
    mark,
    opponents_game_win,
    opponents_match_win,
    opponents_points,
    quoted,
    sonneborn_berger,
    strength_of_schedule,
    total,
    tr,
)
from muster.systems.custom.clauses import TIES

SCORE = "score"
"""The per-match number that holds a player's own score."""

MOST_CUT = 50

Make = Callable[[Section, Points], tuple[Text, Compute]]
"""From a row of [[tiebreak]] and the most a match can pay to the name and the computation."""


@dataclass(frozen=True, slots=True)
class TieBreakKind:
    """`takes`: its row's keys besides `key`."""

    make: Make
    meaning: str
    takes: tuple[str, ...] = ()
    within_tie: bool = False


def _plain(name: Text, compute: Compute) -> Make:
    return lambda row, most: (name, compute)


def _wins(row: Section, most: Points) -> tuple[Text, Compute]:
    return mark("Wins"), games_won(count_byes=row.flag("count_byes", True))


def _opponents_points(row: Section, most: Points) -> tuple[Text, Compute]:
    return mark("Opponents’ points"), opponents_points(byes_as_average=row.flag("byes_as_average", False))


def _opponents_match_win(row: Section, most: Points) -> tuple[Text, Compute]:
    return mark("Opponents’ match-win %"), opponents_match_win(win=most, floor=row.share("floor", THIRD))


def _game_win(row: Section, most: Points) -> tuple[Text, Compute]:
    return mark("Game-win %"), game_win(floor=row.share("floor", THIRD), drawn=row.share("drawn", THIRD))


def _opponents_game_win(row: Section, most: Points) -> tuple[Text, Compute]:
    compute = opponents_game_win(floor=row.share("floor", THIRD), drawn=row.share("drawn", THIRD))
    return mark("Opponents’ game-win %"), compute


def _buchholz(row: Section, most: Points) -> tuple[Text, Compute]:
    low, high = row.whole("cut_low", 0, MOST_CUT, 0), row.whole("cut_high", 0, MOST_CUT, 0)
    return _cut_name(low, high), buchholz(cut_low=low, cut_high=high)


def _cut_name(low: int, high: int) -> Message:
    if low == high:
        return tr("Median Buchholz {n}", n=low) if low else tr("Buchholz")
    if not high:
        return tr("Buchholz cut {low} lowest", low=low)
    if not low:
        return tr("Buchholz cut {high} highest", high=high)
    return tr("Buchholz cut {low} lowest, {high} highest", low=low, high=high)


def _margin(row: Section, most: Points) -> tuple[Text, Compute]:
    return mark("Margin of victory"), margin_of_victory(base=row.whole("base", 0, LARGEST, 0))


CATALOGUE: dict[str, TieBreakKind] = {
    "opponents_match_win": TieBreakKind(
        _opponents_match_win,
        mark("The share of the possible points that each opponent has, averaged over all opponents."),
        ("floor",),
    ),
    "game_win": TieBreakKind(_game_win, mark("The share of all games that a player has won."), ("floor", "drawn")),
    "opponents_game_win": TieBreakKind(
        _opponents_game_win,
        mark("The share of games that each opponent has won, averaged over all opponents."),
        ("floor", "drawn"),
    ),
    "opponents_points": TieBreakKind(
        _opponents_points, mark("The points of all opponents met, added up."), ("byes_as_average",)
    ),
    "strength_of_schedule": TieBreakKind(
        _plain(mark("Strength of schedule"), strength_of_schedule),
        mark("The points per round of each opponent, averaged over all opponents."),
    ),
    "extended_strength_of_schedule": TieBreakKind(
        _plain(mark("Extended strength of schedule"), extended_strength_of_schedule),
        mark("The strength of schedule of each opponent, averaged over all opponents."),
    ),
    "buchholz": TieBreakKind(
        _buchholz,
        mark("The points of the opponents added up, without the lowest and highest that are cut."),
        ("cut_low", "cut_high"),
    ),
    "sonneborn_berger": TieBreakKind(
        _plain(mark("Sonneborn-Berger"), sonneborn_berger),
        mark("The points of every opponent beaten, and half the points of every opponent drawn with."),
    ),
    "margin_of_victory": TieBreakKind(
        _margin, mark("Own score less the opponent’s score, added up over all matches."), ("base",)
    ),
    "score": TieBreakKind(
        _plain(mark("Score"), total(SCORE)), mark("The player’s own scores in all matches, added up.")
    ),
    "wins": TieBreakKind(_wins, mark("How many matches a player has won."), ("count_byes",)),
    "head_to_head": TieBreakKind(
        _plain(mark("Head-to-head"), head_to_head),
        mark("The points from the matches between those who are level, if all of them have met."),
        within_tie=True,
    ),
}
_TAKES = tuple(dict.fromkeys(key for kind in CATALOGUE.values() for key in kind.takes))


def read_tiebreaks(top: Section, most: Points) -> tuple[TieBreak, ...]:
    """A definition's tie-breaks, in order. `most`: the most a match can pay."""
    found: list[TieBreak] = []
    uses: Counter[str] = Counter()
    for row in top.rows("tiebreak", ("key", *_TAKES)):
        key = row.text("key")
        if key not in CATALOGUE:
            raise UnknownKey(tr("tie-break ({where})", where=row.where), quoted(key), CATALOGUE)
        kind = CATALOGUE[key]
        for other in _TAKES:
            if other in row and other not in kind.takes:
                takes = listed(kind.takes) if kind.takes else tr("nothing more")
                raise BadInput(
                    "{where}: “{key}” has no “{other}”; it takes {takes}.",
                    where=row.where,
                    key=key,
                    other=other,
                    takes=takes,
                )
        name, compute = kind.make(row, most)
        if any(t.name == name for t in found):
            raise BadInput(
                "{where}: “{name}” appears twice, and the second one could never decide anything.",
                where=row.where,
                name=tr(name),
            )
        # The same tie-break with another cut needs its own column.
        uses[key] += 1
        column = f"{key}_{uses[key]}" if uses[key] > 1 else key
        found.append(
            TieBreak(
                key=column,
                name=name,
                compute=compute,
                clause=TIES,
                within_tie=kind.within_tie,
                meaning=kind.meaning,
            )
        )
    return tuple(found)
