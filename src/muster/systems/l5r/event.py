"""The game as one object: pairing, tie-breaks, invented results, and everything the other files declare."""

from __future__ import annotations

from muster.game import (
    Draw,
    Edition,
    Field,
    FieldMeanings,
    Kind,
    Lots,
    Player,
    Pool,
    Raw,
    Rules,
    Settings,
    System,
    TieBreak,
    extended_strength_of_schedule,
    strength_of_schedule,
    within_groups,
)
from muster.systems.l5r.calls import clock
from muster.systems.l5r.clauses import CLAUSES, SENTENCES
from muster.systems.l5r.conduct import CONDUCT
from muster.systems.l5r.contradictions import check
from muster.systems.l5r.lists import LISTS
from muster.systems.l5r.options import OPTIONS
from muster.systems.l5r.scoring import bye, double_loss, score, unpaired
from muster.systems.l5r.sheets import SHEETS
from muster.systems.l5r.slip import FIELDS, PROVINCES, SIDES, How
from muster.systems.l5r.structure import advice, plan
from muster.systems.l5r.table import TRACKER
from muster.systems.l5r.timing import marks

PAIRING_CLAUSES = {
    "random": "L5R-095",
    "same_points": "L5R-093",
    "paired_down": "L5R-096",
    "float_far": "L-09",
    "rematch_forced": "L5R-086",
    "bye": "L5R-097",
    "bye_had_one": "L5R-097",
    "bye_again": "L-12",
    "bye_moved": "X-21",
    "bracket_seeded": "L5R-106",
    "bracket_drawn": "L5R-107",
    "bracket_next": "L5R-108",
    "bracket_bye": "L-24",
    "third_place": "L-26",
    "rejoin_stage": "L5R-091",
    "rejoin_disqualified": "L5R-092",
}


def rules(settings: Settings, round_number: int) -> Rules:
    """L5R-086, L5R-093: no rematch; anybody may be paired down any number of times."""
    return Rules(clauses=PAIRING_CLAUSES, avoid_rematch=True, give_way=settings.words("give_way"))


def draw(pool: Pool, settings: Settings, lots: Lots) -> Draw:
    """L5R-095, L5R-096: by lot within equal points, which in round 1 is everybody."""
    return within_groups(pool, rules(settings, pool.round), lots)


def tiebreaks(settings: Settings) -> tuple[TieBreak, ...]:
    """L5R-127, L5R-128; then the drawn lot (L5R-129, L-41)."""
    return (
        TieBreak(
            key="sos",
            name="Strength of schedule",
            compute=strength_of_schedule,
            clause="L5R-127",
            meaning="The points per round of each opponent, averaged over all opponents.",
        ),
        TieBreak(
            key="esos",
            name="Extended strength of schedule",
            compute=extended_strength_of_schedule,
            clause="L5R-128",
            meaning="The strength of schedule of each opponent, averaged over all opponents.",
        ),
    )


_MOST_HONOR = 20
_SHARE_JUDGED = 5
"""One in this many made-up games runs out of time."""


def invent(a: Player, b: Player, settings: Settings, lots: Lots) -> dict[str, Raw]:
    """Mostly a win in time; now and then Emperor's Judgment, with its numbers and anywhere up to the stop."""
    at = marks(settings)
    if lots.below(_SHARE_JUDGED):
        decided_at = 1 + lots.below(at.end)
        return {
            "winner": lots.choice(SIDES),
            "how": How.VICTORY.value,
            "decided_at": decided_at,
            "slip_at": decided_at + lots.below(4),
        }
    decided_at = at.end + lots.below(at.stop - at.end + 1)
    holder = lots.below(3)
    return {
        "how": How.JUDGMENT.value,
        "decided_at": decided_at,
        "slip_at": decided_at + 1,
        "broken": [lots.below(PROVINCES), lots.below(PROVINCES)],
        "honor": [1 + lots.below(_MOST_HONOR), 1 + lots.below(_MOST_HONOR)],
        "favor": [holder == 0, holder == 1],
        "decider": lots.choice(SIDES),
    }


SYSTEM = System(
    sheets=SHEETS,
    key="l5r",
    name="Legend of the Five Rings: The Card Game",
    aliases=("legend-of-the-five-rings", "legend-of-the-five-rings-lcg", "l5r-lcg", "five-rings"),
    edition=Edition("Tournament Regulations, Standard Play", "2.3", "2018-10-20"),
    version="1",
    points_name="tournament points",
    options=OPTIONS,
    player_fields=(
        Field(key="clan", label="Clan", kind=Kind.TEXT, required=False, meaning="The clan of the stronghold."),
    ),
    result_fields=FIELDS,
    plan=plan,
    advice=advice,
    clock=clock,
    rules=rules,
    draw=draw,
    check=check,
    score=score,
    bye=bye,
    unpaired=unpaired,
    double_loss=double_loss,
    tiebreaks=tiebreaks,
    invent=invent,
    lists=LISTS,
    clauses=CLAUSES,
    sentences=SENTENCES,
    reason_words=("structure",),
    conduct=CONDUCT,
    tracker=TRACKER,
    means=FieldMeanings(faction="clan", how="how", minute="decided_at"),
)
