"""Skirmish: the higher score wins; a win pays 3, a draw 1."""

from __future__ import annotations

from muster.game import (
    BadInput,
    Conduct,
    Draw,
    Edition,
    Ending,
    Expectation,
    Field,
    Game,
    Kind,
    Lots,
    Outcome,
    Plan,
    Player,
    Pool,
    Raw,
    Reason,
    Rules,
    Score,
    Settings,
    Sheets,
    Slip,
    System,
    TieBreak,
    Topic,
    house,
    mark,
    opponents_points,
    total,
    within_groups,
)

PAYS = {Outcome.WIN: 3, Outcome.DRAW: 1, Outcome.LOSS: 0}
"""SK-4."""

FLAGS = 6
"""SK-2: what there is to hold."""

CLAUSES = {
    **house.CLAUSES,
    "SK-1": "Rounds: three, and four from nine players on",
    "SK-2": "The game: six flags, held at the end by one side or by nobody",
    "SK-3": "Pairing: by lot among equal points, nobody twice",
    "SK-4": "Points: a win 3, a draw 1",
    "SK-5": "A bye is a win",
    "SK-6": "Ties: the points of the opponents, then flags held",
    "SK-7": "Players: what they bring, and how they settle a dispute",
}

SENTENCES = {"flags": "{own} flags to {theirs}: {points}", "gave_up": "the game was given up: {points}"}


def plan(settings: Settings, players: int) -> Plan:
    return Plan(4 if players >= 9 else 3)  # SK-1


def rules(settings: Settings, round_number: int) -> Rules:
    clauses = dict.fromkeys(("random", "same_points", "paired_down", "rematch_forced"), "SK-3") | {"bye": "SK-5"}
    return Rules(clauses=clauses, give_way=settings.words("give_way"))


def draw(pool: Pool, settings: Settings, lots: Lots) -> Draw:
    return within_groups(pool, rules(settings, pool.round), lots)


def check(game: Game) -> None:
    """SK-2: nobody holds a flag that the other holds."""
    if game.result.ending is Ending.PLAYED and sum(_flags(game)) > FLAGS:
        own, theirs = _flags(game)
        raise BadInput(
            "Flags: “{own}-{theirs}” should come to {all} at most.", clause="SK-2", own=own, theirs=theirs, all=FLAGS
        )


def score(game: Game) -> tuple[Score, Score]:
    if game.result.ending is not Ending.PLAYED:
        lost = game.a.id in game.result.by
        outcomes = (Outcome.LOSS, Outcome.WIN) if lost else (Outcome.WIN, Outcome.LOSS)
        a, b = (Score(PAYS[o], o, Reason("gave_up", {"points": PAYS[o]}, "SK-4")) for o in outcomes)
        return a, b
    own, theirs = _flags(game)
    return _score(own, theirs), _score(theirs, own)


def _flags(game: Game) -> tuple[int, int]:
    own, theirs = game.both("flags")
    assert isinstance(own, int) and isinstance(theirs, int)
    return own, theirs


def _score(own: int, theirs: int) -> Score:
    outcome = Outcome.WIN if own > theirs else Outcome.LOSS if own < theirs else Outcome.DRAW
    why = Reason("flags", {"own": own, "theirs": theirs, "points": PAYS[outcome]}, "SK-4")
    return Score(PAYS[outcome], outcome, why, {"flags": own})


def bye(settings: Settings) -> Score:
    return Score(PAYS[Outcome.WIN], Outcome.WIN, Reason("bye", clause="SK-5"))


def unpaired(settings: Settings) -> Score:
    return Score(0, Outcome.LOSS, Reason("no_show", clause="X-04"))


def double_loss(settings: Settings) -> Score:
    return Score(0, Outcome.LOSS, Reason("gave_up", {"points": 0}, "X-11"))


def tiebreaks(settings: Settings) -> tuple[TieBreak, ...]:
    return (
        TieBreak(key="opponents", name="Opponents' points", compute=opponents_points(), clause="SK-6"),
        TieBreak(key="flags", name="Flags held", compute=total("flags"), clause="SK-6"),
    )


def invent(a: Player, b: Player, settings: Settings, lots: Lots) -> dict[str, Raw]:
    own = lots.below(FLAGS + 1)
    return {"flags": [own, lots.below(FLAGS - own + 1)]}


def expects(settings: Settings) -> tuple[Expectation, ...]:
    """SK-7: what players read before the event and on their phones."""
    return (
        Expectation(Topic.BRING, mark("Your models, and dice."), "SK-7"),
        Expectation(Topic.DISPUTE, mark("If you cannot agree, roll a die and play on."), "SK-7"),
    )


SYSTEM = System(
    key="skirmish",
    name="Skirmish",
    edition=Edition("Skirmish leaflet", "1"),
    options=house.house_options(),
    player_fields=(Field(key="faction", label="Faction", kind=Kind.TEXT, required=False),),
    result_fields=(Field(key="flags", label="Flags", per_side=True, low=0, high=FLAGS, clause="SK-2"),),
    plan=plan,
    rules=rules,
    draw=draw,
    check=check,
    score=score,
    bye=bye,
    unpaired=unpaired,
    double_loss=double_loss,
    tiebreaks=tiebreaks,
    invent=invent,
    clauses=CLAUSES,
    sentences=SENTENCES,
    conduct=Conduct(expects=expects),
    sheets=Sheets(slip=Slip(written=("flags",), marked=("flags",))),
)
