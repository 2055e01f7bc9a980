"""How an event of a composed system runs: rounds, pairing and the System object with the definition filled in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from muster.game import (
    Draw,
    Edition,
    Field,
    Kind,
    Lots,
    Plan,
    PlayerId,
    Pool,
    Reason,
    Rules,
    Settings,
    System,
    from_the_bottom,
    house,
    in_order,
    neutral,
    other_circle_first,
    plain_tracker,
    seeded_fold,
    within_groups,
)
from muster.systems.custom import clauses, scoring
from muster.systems.custom.definition import Definition, read
from muster.systems.custom.lists import list_rules
from muster.systems.custom.lists import options as list_options

CLUB = Field(key="club", label="Club", kind=Kind.TEXT, required=False, default="", clause=clauses.CIRCLE)
RATING = Field(key="rating", label="Rating", required=False, default=0, low=0, clause=clauses.FIRST)


def build(definition: Mapping[str, Any]) -> System:
    """The system that a definition describes, or the first mistake in it."""
    d = read(definition)
    options = house.house_options(look_ahead="equals" if d.later in ("groups", "neutral") else "off")
    fields = scoring.result_fields(d)
    circle, seeded = d.avoid_circle != "never", d.first == "seeded_fold"
    return System(
        key="custom",
        name=d.name,
        edition=Edition(d.name),
        version="1",
        options=(*options, *list_options(d.lists)),
        result_fields=fields,
        player_fields=(*((CLUB,) if circle else ()), *((RATING,) if seeded else ())),
        circle_field=CLUB.key if circle else "",
        seed_field=RATING.key if seeded else "",
        points_name=d.points_name,
        plan=lambda settings, players: plan(d, settings, players),
        rules=lambda settings, number: rules(d, settings, number),
        arrange=lambda pool, settings, lots: arrange(d, pool, lots),
        bye_order=lambda pool, settings, lots: bye_order(d, pool, settings, lots),
        draw=lambda pool, settings, lots: draw(d, pool, rules(d, settings, pool.round), lots),
        score=lambda game: scoring.score(d, game),
        check=lambda game: scoring.check(d, game),
        bye=lambda settings: scoring.bye(d),
        unpaired=lambda settings: scoring.unpaired(d),
        double_loss=lambda settings: scoring.double_loss(d),
        tiebreaks=lambda settings: d.tiebreaks,
        invent=lambda a, b, settings, lots: scoring.invent(d, settings, lots),
        clauses=clauses.CLAUSES,
        sentences=clauses.SENTENCES,
        reason_words=("score", "unit"),
        lists=None if d.lists is None else list_rules(d.lists),
        tracker=plain_tracker(
            fields,
            length=lambda setup: setup.settings.number_or_none("round_minutes"),
            chess_minutes=d.chess_clock,
            counters=d.counters,
        ),
    )


def plan(d: Definition, settings: Settings, players: int) -> Plan:
    """By the definition's table, or as many rounds as necessary."""
    size = next((s for s in d.sizes if s.up_to is None or players <= s.up_to), d.sizes[-1])
    notices: tuple[Reason, ...] = ()
    if size.up_to is not None and players > size.up_to and settings.number_or_none("rounds") is None:
        notices = (Reason("off_table", {"up_to": size.up_to, "heads": players}, clauses.STRUCTURE),)
    return Plan(size.rounds or enough_rounds(players), size.cut, notices)


def enough_rounds(players: int) -> int:
    """Enough rounds to leave at most one player unbeaten: 3 for 8, 4 for 9."""
    return max(1, (players - 1).bit_length())


def rules(d: Definition, settings: Settings, number: int) -> Rules:
    mode = clauses.FIRST if number == 1 else clauses.LATER
    cited = dict.fromkeys(
        ("random", "same_points", "paired_down", "float_far", "nearest", "nearest_that_fits", "next", "seed_fold"), mode
    )
    return Rules(
        clauses={
            **cited,
            "same_circle": clauses.CIRCLE,
            "other_circle": clauses.CIRCLE,
            "pair_down_again": clauses.DOWNS,
            "rematch_forced": "X-23",
            "bye_moved": "X-21",
        },
        avoid_circle=d.avoid_circle == "always" or (d.avoid_circle == "first" and number == 1),
        limit_downs=d.limit_downs,
        give_way=settings.words("give_way"),
    )


def arrange(d: Definition, pool: Pool, lots: Lots) -> Pool:
    """The order to pair in: enrolment, seeds, places, or a stack shuffled and sorted by points."""
    mode = d.first if pool.round == 1 else d.later
    match mode:
        case "order":
            ordered = sorted(pool.entrants, key=lambda e: e.id)
        case "seeded_fold":
            ordered = sorted(pool.entrants, key=lambda e: (e.seed, e.id))
        case "stack":
            groups = groupby(pool.entrants, key=lambda e: e.points)
            ordered = [e for _, equal in groups for e in lots.shuffled(list(equal))]
        case _:
            return pool
    return Pool(tuple(ordered), pool.round, pool.met)


def bye_order(d: Definition, pool: Pool, settings: Settings, lots: Lots) -> Sequence[PlayerId]:
    """From the bottom of the arranged order; in a random first round by lot."""
    if pool.round == 1 and d.first != "random":
        return [e.id for e in reversed(pool.entrants)]
    return from_the_bottom(pool, settings, lots)


def draw(d: Definition, pool: Pool, rules: Rules, lots: Lots) -> Draw:
    mode = d.first if pool.round == 1 else d.later
    match mode:
        case "random" | "groups":
            return within_groups(pool, rules, lots)
        case "neutral":
            return neutral(pool, rules, lots)
        case "seeded_fold":
            return seeded_fold(pool, rules)
        case "fold":
            placed = (replace(e, seed=number) for number, e in enumerate(pool.entrants, 1))
            return seeded_fold(Pool(tuple(placed), pool.round, pool.met), rules)
        case _ if rules.avoid_circle:
            return in_order(pool, rules, other_circle_first, "other_circle")
        case _:
            return in_order(pool, rules)
