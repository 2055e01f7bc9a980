"""How a Bushido Masters event runs: rounds, pairing, and the system as a whole."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from muster.game import (
    Award,
    Draw,
    Edition,
    Event,
    Field,
    FieldMeanings,
    Kind,
    Lots,
    Plan,
    Pool,
    Reason,
    Rules,
    Settings,
    Standings,
    System,
    in_order,
    mark,
    other_circle_first,
    top_three,
    within_groups,
)
from muster.systems.bushido import scoring
from muster.systems.bushido.advice import USUAL_MIX, VIM, advice
from muster.systems.bushido.calls import clock
from muster.systems.bushido.clauses import CLAUSES, SENTENCES
from muster.systems.bushido.conduct import CONDUCT
from muster.systems.bushido.lists import LISTS
from muster.systems.bushido.options import OPTIONS
from muster.systems.bushido.sheets import SHEETS
from muster.systems.bushido.table.machine import TRACKER
from muster.systems.bushido.terrain import RULES as TERRAIN
from muster.systems.bushido.tiebreaks import tiebreaks

ROUNDS = ((64, 6), (32, 5), (16, 4), (8, 3), (5, 3), (0, 2))
"""From this many players on, this many rounds: BUS-06; the last two are B-13."""

OFFICIAL = 8
"""BUS-08: the players an official event needs."""

DECISIVE = 3
"""BUS-09: the rounds needed to establish a winner."""

GRAND_PRIZE = mark("Works with GCT Studios on a new model that will be released")
"""BUS-02: what the winner of a Grand Masters event wins."""

PLAYER_FIELDS = (
    Field(
        key="club",
        label="Club",
        kind=Kind.TEXT,
        required=False,
        clause="BUS-13",
        meaning="Club, town or store: the people a player meets regularly.",
    ),
    Field(key="faction", label="Faction", kind=Kind.TEXT, required=False),
    Field(key="rice", label="Rice of the warband", required=False, low=0, clause="BUS-03"),
)


def plan(settings: Settings, players: int) -> Plan:
    """BUS-06, unless the organiser has set another number (BUS-07)."""
    suggested = next(rounds for least, rounds in ROUNDS if players >= least)
    rounds = settings.number_or_none("rounds") or suggested
    notices = []
    if players < OFFICIAL:
        notices.append(Reason("unofficial", {"entered": players, "needed": OFFICIAL}, "BUS-08"))
    if rounds < DECISIVE:
        notices.append(Reason("few_rounds", {"rounds": rounds, "needed": DECISIVE}, "BUS-09"))
    return Plan(rounds, notices=tuple(notices))


def rules(settings: Settings, round_number: int) -> Rules:
    """BUS-12 and BUS-13 for the first round, BUS-16 with B-01 for the later ones."""
    first = round_number == 1
    apart = "BUS-13" if first else "B-28"
    return Rules(
        clauses={
            "random": "BUS-12",
            "same_points": "BUS-12",
            "same_circle": apart,
            "other_circle": apart,
            "next": "BUS-16",
            "nearest": "B-01",
            "rematch_forced": "X-13",
            "rematch": "B-01",
            "nearest_that_fits": "B-01",
            "bye": "B-07" if first else "BUS-18",
            "bye_had_one": "B-06",
            "bye_again": "B-06",
            "bye_moved": "X-21",
            "stand_in_plays": "BUS-17",
        },
        avoid_rematch=settings.flag("avoid_rematch"),
        avoid_circle=first or settings.flag("club_in_later_rounds"),
        give_way=settings.words("give_way"),
    )


def arrange(pool: Pool, settings: Settings, lots: Lots) -> Pool:
    """B-02: by the standings, or by lot among players on equal TP; byes only count beyond the limit (B-06)."""
    spare = settings.number("max_byes") - 1
    pool = replace(pool, entrants=tuple(replace(e, byes=max(e.byes - spare, 0)) for e in pool.entrants))
    if settings.text("pairing_ties") == "tiebreakers":
        return pool
    # Only neighbours on equal TP are shuffled: an unranked stand-in with more TP stays at the bottom (B-08).
    level = (list(same) for _, same in groupby(pool.entrants, key=lambda e: e.points))
    return Pool(tuple(e for same in level for e in lots.shuffled(same)), pool.round, pool.met)


def draw(pool: Pool, settings: Settings, lots: Lots) -> Draw:
    """Round 1 at random (BUS-12), later rounds down the ranking (BUS-14, BUS-16)."""
    asked = rules(settings, pool.round)
    if pool.round == 1:
        return within_groups(pool, asked, lots)
    if asked.avoid_circle:
        return in_order(pool, asked, other_circle_first, "other_circle")
    return in_order(pool, asked)


def awards(event: Event, settings: Settings, standings: Standings) -> tuple[Award, ...]:
    """The first three places; the winner of a Grand Masters event has a special prize (BUS-02)."""
    given = top_three(event, settings, standings)
    if not given or not settings.flag("grand_masters"):
        return given
    first = replace(given[0], why=replace(given[0].why, clause="BUS-02"), prize=GRAND_PRIZE)
    return (first, *given[1:])


SYSTEM = System(
    sheets=SHEETS,
    key="bushido",
    name="Bushido Masters",
    aliases=("masters", "bushido-masters"),
    edition=Edition("Bushido Masters format"),
    version="1",
    options=OPTIONS,
    points_name="TP",
    player_fields=PLAYER_FIELDS,
    result_fields=scoring.RESULT_FIELDS,
    circle_field="club",
    scenario_kinds=(*USUAL_MIX, VIM),  # BUS-44
    plan=plan,
    rules=rules,
    arrange=arrange,
    draw=draw,
    check=scoring.check,
    score=scoring.score,
    bye=scoring.bye,
    unpaired=scoring.unpaired,
    double_loss=scoring.double_loss,
    tiebreaks=tiebreaks,
    advice=advice,
    awards=awards,
    clock=clock,
    invent=scoring.invent,
    clauses=CLAUSES,
    sentences=SENTENCES,
    conduct=CONDUCT,
    reason_words=("missing", "tiebreak"),
    lists=LISTS,
    terrain=TERRAIN,
    tracker=TRACKER,
    means=FieldMeanings(faction="faction"),
)
