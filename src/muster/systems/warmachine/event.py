"""The course of an event: its rounds, its end, what the organiser should know; and the system as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from muster.game import Edition, Event, FieldMeanings, Plan, Reason, Settings, Standings, System, TerrainRules
from muster.systems.warmachine.awards import awards
from muster.systems.warmachine.circuit import IRON_GAUNTLET
from muster.systems.warmachine.clauses import CLAUSES, SENTENCES
from muster.systems.warmachine.conduct import CONDUCT
from muster.systems.warmachine.forms import PLAYER_FIELDS, RESULT_FIELDS
from muster.systems.warmachine.lists import LISTS
from muster.systems.warmachine.options import OPTIONS
from muster.systems.warmachine.pairing import bye_order, draw, rules
from muster.systems.warmachine.scenarios import SCENARIOS
from muster.systems.warmachine.scoring import bye, check, double_loss, invent, score, tiebreaks, unpaired
from muster.systems.warmachine.sheets import SHEETS
from muster.systems.warmachine.table.deathclock import clock
from muster.systems.warmachine.table.tracker import TRACKER
from muster.systems.warmachine.terrain import draw as terrain_draw
from muster.systems.warmachine.terrain import methods as terrain_methods
from muster.systems.warmachine.terrain import rules as terrain
from muster.systems.warmachine.terrain import words as terrain_words

EDITION = Edition(
    title="WARMACHINE and HORDES Masters and Champions",
    version="2019",
    valid_from="2019-06-25",
    valid_to="2020-07-01",
)  # WMH-001

MEANT_FOR = 32  # WMH-005
SMALLEST_STEP, ITS_ROUNDS = 8, 3  # WMH-068: up to 8 players 3 rounds, one more per doubling
TABLE_ENDS = 128


def usual_rounds(players: int) -> int:
    """WMH-068; beyond the end of the table its pattern continues (W-03)."""
    step, rounds = SMALLEST_STEP, ITS_ROUNDS
    while players > step:
        step, rounds = step * 2, rounds + 1
    return rounds


def plan(settings: Settings, players: int) -> Plan:
    """The rounds the organiser set, or the usual ones plus those that may be added (W-02)."""
    usual, extra = usual_rounds(players), settings.number("extra_rounds")
    by_hand, cut = settings.number_or_none("rounds"), settings.number_or_none("cut") or 0
    notices = []
    if by_hand is not None and by_hand != usual:
        notices.append(Reason("rounds_set", {"rounds": by_hand, "usual": usual, "heads": players}, "WMH-068"))
    if by_hand is None and players > TABLE_ENDS:
        notices.append(Reason("rounds_past_table", {"heads": players, "rounds": usual, "end": TABLE_ENDS}, "W-03"))
    if by_hand is None and extra:
        notices.append(Reason("rounds_added", {"added": extra}, "W-02"))
    if cut:
        notices.append(Reason("cut_set", {"cut": cut}, "WMH-065"))
    return Plan(usual + extra if by_hand is None else by_hand, cut, tuple(notices))


def over(event: Event, settings: Settings, standings: Standings) -> Reason | None:
    """WMH-067: at the end of a round only one player, dropped or not (X-25), has the most tournament points."""
    if not settings.flag("stop_on_sole_leader") or settings.number_or_none("cut"):
        return None
    rows = standings.ranked()
    if not event.started or not event.shown[-1].complete or not standings.after or not rows:
        return None
    most = max(row.points for row in rows)
    leaders = [row.player for row in rows if row.points == most]
    if len(leaders) > 1:
        return None
    return Reason("sole_leader", {"player": leaders[0], "points": most, "round": standings.after}, "WMH-067")


def advice(event: Event, settings: Settings, players: int, plan: Plan) -> tuple[Reason, ...]:
    return (*_date_advice(event.date), *_size_advice(players), *_scenario_advice(event, plan))


def _date_advice(held_on: str) -> Iterator[Reason]:
    if not held_on:
        return
    day, first, last = (date.fromisoformat(text) for text in (held_on, EDITION.valid_from, EDITION.valid_to))
    if day < first:
        yield Reason("date_early", {"date": day, "first": first}, "WMH-001")
    if day > last:
        yield Reason("date_late", {"date": day, "last": last}, "WMH-001")


def _size_advice(players: int) -> Iterator[Reason]:
    if players < MEANT_FOR:
        yield Reason("small_field", {"heads": players, "least": MEANT_FOR}, "WMH-005")


def _scenario_advice(event: Event, plan: Plan) -> Iterator[Reason]:
    """WMH-108: none is repeated until all six have been played (W-04)."""
    if plan.rounds > len(SCENARIOS):
        yield Reason("more_rounds_than_scenarios", {"rounds": plan.rounds, "all": len(SCENARIOS)}, "W-04")
    first: dict[str, int] = {}
    for number, chosen in sorted(event.scenarios.items()):
        if chosen.name not in first:
            first[chosen.name] = number
        elif all(scenario.name in first for scenario in SCENARIOS):
            data = {"name": chosen.name, "again": number, "all": len(SCENARIOS)}
            yield Reason("scenario_again_after_all", data, "W-04")
        else:
            yield Reason(
                "scenario_again", {"name": chosen.name, "first": first[chosen.name], "again": number}, "WMH-108"
            )


TERRAIN = TerrainRules(
    width=terrain.SIDE,
    depth=terrain.SIDE,
    kinds=(*terrain.UNRESTRICTED, *terrain.RESTRICTED),
    joins=frozenset({"hazard"}),
    join_clause="WMH-121",
    methods=terrain_methods.METHODS,
    elements=terrain.ELEMENTS,
    gives=terrain.GIVES,
    balance_clause="WMH-111",
    hatches=terrain.HATCHES,
    check=terrain_methods.check,
    draw=terrain_draw.draw,
    notes=terrain_words.NOTES,
)

SYSTEM = System(
    sheets=SHEETS,
    key="warmachine",
    name="WARMACHINE/HORDES Masters & Champions 2019",
    aliases=("wmh", "hordes", "warmachine-hordes"),
    edition=EDITION,
    version="1",
    options=OPTIONS,
    points_name="tournament points",
    player_fields=PLAYER_FIELDS,
    result_fields=RESULT_FIELDS,
    seed_field="qp",
    seed_ties=("qp_firsts", "qp_seconds"),  # W-40
    scenarios=SCENARIOS,
    clauses=CLAUSES,
    sentences=SENTENCES,
    reason_words=("method", "how"),
    reason_days=("date", "first", "last"),
    plan=plan,
    rules=rules,
    draw=draw,
    bye_order=bye_order,
    score=score,
    check=check,
    bye=bye,
    unpaired=unpaired,
    double_loss=double_loss,
    tiebreaks=tiebreaks,
    invent=invent,
    lists=LISTS,
    over=over,
    early_end_option="stop_on_sole_leader",
    advice=advice,
    clock=clock,
    awards=awards,
    conduct=CONDUCT,
    terrain=TERRAIN,
    tracker=TRACKER,
    circuits={"iron-gauntlet": IRON_GAUNTLET},
    means=FieldMeanings(faction="faction", list="leader", how="how"),
)
