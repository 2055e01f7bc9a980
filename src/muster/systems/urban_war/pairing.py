"""The card stack: how the cards lie, and how pairs, byes and tables come out of it."""

from __future__ import annotations

from dataclasses import replace

from muster.game import Draw, Lots, Pool, Rules, Settings, in_order, other_circle_first, within_groups

EVERY_ROUND = {"rejoin_retired": "UW-53"}

FIRST_ROUND = {
    **EVERY_ROUND,
    "random": "UW-25",
    "other_circle": "UW-26",
    "same_circle": "UW-27",
    "bye": "UW-37",
    "table_in_order": "UW-33",
}

LATER_ROUNDS = {
    **EVERY_ROUND,
    "nearest": "UW-31",
    "next": "UW-29",
    "rematch_forced": "UW-30",
    "nearest_that_fits": "U-01",
    "bye": "UW-38",
    "bye_had_one": "UW-39",
    "bye_again": "U-07",
    "bye_moved": "X-21",
    "table_fresh": "UW-34",
    "table_fresh_for_one": "UW-35",
    "table_fresh_for_other": "U-08",
    "table_repeat": "U-08",
}


def rules(settings: Settings, round_number: int) -> Rules:
    """UW-30: no rematch, ever. UW-25, U-05: factions count in round 1 only."""
    first = round_number == 1
    return Rules(
        clauses=FIRST_ROUND if first else LATER_ROUNDS,
        avoid_rematch=True,
        avoid_circle=first,
        give_way=settings.words("give_way"),
    )


def arrange(pool: Pool, settings: Settings, lots: Lots) -> Pool:
    """The stack, top card first: shuffled in round 1 (UW-26), later sorted by total (UW-31), with ties by U-02.

    The bottom card of a later stack is the lowest total, by lot if several share it (UW-38, U-06).
    """
    cards = list(pool.entrants)
    if pool.round == 1 or settings.text("equal_scores") == "random":
        lots.shuffle(cards)
    if pool.round > 1:
        cards.sort(key=lambda card: -card.points)
    return replace(pool, entrants=tuple(cards))


def draw(pool: Pool, settings: Settings, lots: Lots) -> Draw:
    """UW-26, UW-31: each top card takes the first that fits; dead ends are backtracked (U-01, in the walk)."""
    asked = rules(settings, pool.round)
    if pool.round > 1:
        return in_order(pool, asked)
    if settings.flag("optimise_first_round"):
        return within_groups(pool, asked, lots)
    return in_order(pool, asked, other_circle_first, code="other_circle")
