"""The Urban War event: rounds, tie-break, advice and prizes, and the system that ties all parts together."""

from __future__ import annotations

from muster.game import (
    INCH,
    Award,
    Card,
    Edition,
    Event,
    FieldMeanings,
    Group,
    Plan,
    Reason,
    Row,
    Scenario,
    Settings,
    Standings,
    System,
    TerrainRules,
    TieBreak,
    mark,
    opponents_points,
    shown,
)
from muster.systems.urban_war.calls import clock
from muster.systems.urban_war.clauses import CLAUSES, SENTENCES
from muster.systems.urban_war.conduct import CONDUCT
from muster.systems.urban_war.lists import LISTS
from muster.systems.urban_war.options import BREAKS, LONGEST_GAME, OPTIONS, PLAYER_FIELDS, RESULT_FIELDS
from muster.systems.urban_war.pairing import arrange, draw, rules
from muster.systems.urban_war.scoring import bye, check, double_loss, invent, score, unpaired
from muster.systems.urban_war.sheets import SHEETS
from muster.systems.urban_war.table import TRACKER

FEWEST_PLAYERS = 5
"""UW-07: where the guide's table of rounds begins."""

SCENARIOS = (
    Scenario(
        "Strategic Withdrawal",
        card=Card(
            "UW-42",
            groups=(Group("", ((mark("As the rulebook has it; campaign events may add objectives."), "UW-62"),)),),
        ),
    ),
)
"""UW-42: always this one."""

PRIZES = ("First place", "Second place", "Third place")
"""UW-56."""


def plan(settings: Settings, players: int) -> Plan:
    """UW-07: 8 players need 3 rounds, and every doubling one more; U-16 extends that downwards."""
    rounds = max(1, (players - 1).bit_length())
    if players >= FEWEST_PLAYERS:
        return Plan(rounds)
    figures = {"fewest": FEWEST_PLAYERS, "heads": players, "rounds": rounds}
    return Plan(rounds, notices=(Reason("small_field", figures, "U-16"),))


def tiebreaks(settings: Settings) -> tuple[TieBreak, ...]:
    """UW-57; a bye meets nobody (U-14), and a player who left still counts as an opponent (U-13)."""
    average = settings.text("bye_tiebreak") == "average"
    compute = opponents_points(byes_as_average=average)
    meaning = "The points of all opponents met, added up."
    return (TieBreak(key="opponents", name="Opponents’ points", compute=compute, clause="UW-57", meaning=meaning),)


def advice(event: Event, settings: Settings, players: int, plan: Plan) -> tuple[Reason, ...]:
    """Forces and times outside the guide (UW-58, UW-60, UW-61), and before round 1 how long the day will be (UW-08) and
    who has no faction (UW-25).
    """
    found: list[Reason] = []
    entered = [p for p in event.active_players() if not p.stand_in]
    nameless = [p.id for p in entered if not str(p.values.get("faction") or "").strip()]
    if nameless and not event.started:
        found.append(Reason("no_faction", {"players": nameless}, "UW-25"))
    limit = settings.number("points_limit")
    for player in entered:
        points = player.values.get("points")
        if isinstance(points, int) and points > limit:
            found.append(Reason("force_too_big", {"player": player.id, "points": points, "limit": limit}, "UW-58"))
    minutes = settings.number("minutes")
    if minutes > LONGEST_GAME:
        found.append(Reason("long_games", {"minutes": minutes, "most": LONGEST_GAME}, "UW-60"))
    pause = settings.number("break_minutes")
    if not BREAKS[0] <= pause <= BREAKS[1]:
        found.append(Reason("unusual_breaks", {"minutes": pause, "least": BREAKS[0], "most": BREAKS[1]}, "UW-61"))
    if plan.rounds > 1 and not event.started:
        day = {"rounds": plan.rounds, "minutes": minutes, "pause": pause, "all": day_minutes(plan.rounds, settings)}
        found.append(Reason("day_length", day, "UW-08"))
    return tuple(found)


def day_minutes(rounds: int, settings: Settings) -> int:
    """UW-08, UW-61: all games are equally long, with a break between games."""
    return rounds * settings.number("minutes") + (rounds - 1) * settings.number("break_minutes")


def awards(event: Event, settings: Settings, standings: Standings) -> tuple[Award, ...]:
    """UW-56: the first three by total, without players who have no place (UW-53, U-22)."""
    rows = standings.ranked()
    return tuple(Award(title, row.player, _placed(row, rows)) for title, row in zip(PRIZES, rows, strict=False))


def _placed(row: Row, rows: list[Row]) -> Reason:
    shared = sum(other.rank == row.rank for other in rows) > 1
    opponents = row.values["opponents"] or 0
    figures = {"points": shown(row.points), "opponents": shown(opponents), "rank": rows.index(row) + 1}
    return Reason("winning_lot", figures, "X-09") if shared else Reason("winning_place", figures, "UW-56")


SYSTEM = System(
    sheets=SHEETS,
    key="urban_war",
    name="Urban War",
    aliases=("urban-war", "uw"),
    edition=Edition("Urban War Tournament Guide"),
    version="1",
    options=OPTIONS,
    player_fields=PLAYER_FIELDS,
    result_fields=RESULT_FIELDS,
    circle_field="faction",
    points_name="tournament points",
    scenarios=SCENARIOS,
    plan=plan,
    rules=rules,
    arrange=arrange,
    draw=draw,
    score=score,
    check=check,
    bye=bye,
    unpaired=unpaired,
    double_loss=double_loss,
    tiebreaks=tiebreaks,
    advice=advice,
    clock=clock,
    awards=awards,
    invent=invent,
    clauses=CLAUSES,
    sentences=SENTENCES,
    reason_words=("level", "other_level", "degree"),
    lists=LISTS,
    demo_options={"lists_required": "no"},
    concession_retires=True,  # UW-53
    place_needs_all_rounds=True,  # U-22
    opponent_enters=True,  # UW-19
    tracker=TRACKER,
    conduct=CONDUCT,
    means=FieldMeanings(faction="faction"),
    terrain=TerrainRules(width=48 * INCH, depth=48 * INCH, notes=(Reason("table_size", {}, "UW-59"),)),
)
