"""What a Bushido game is worth: the result form, the scores that exist, TP, byes and made-up results."""

from __future__ import annotations

from muster.game import BadInput, Ending, Field, Game, Lots, Outcome, Player, Points, Raw, Reason, Score, Settings

VP_PAYS = {
    (3, 0): 9,
    (2, 0): 8,
    (2, 1): 7,
    (1, 0): 6,
    (1, 1): 5,
    (0, 0): 4,
    (0, 1): 3,
    (1, 2): 2,
    (0, 2): 1,
    (0, 3): 0,
}
"""BUS-34: victory points (own, theirs) to TP. Not zero-sum (B-11). No other score exists (BUS-35)."""

BYE_TP = 7
"""BUS-19."""

NOTHING = 0
"""TP for a double loss (X-11) and for a missed round (X-04)."""

RESULT_FIELDS = (
    Field(
        key="vp",
        label="Victory points",
        per_side=True,
        low=0,
        high=max(own for own, _ in VP_PAYS),
        scores=tuple(VP_PAYS),
        clause="BUS-32",
        meaning="Scored up to the end of the last turn played.",
    ),
    Field(
        key="sp",
        label="Scenario points",
        per_side=True,
        required=False,
        low=0,
        clause="BUS-37",
        meaning="Used for ties; if nobody enters them, they decide nothing.",
    ),
    Field(
        key="vim",
        label="VIM turn",
        per_side=True,
        required=False,
        low=1,
        clause="BUS-37",
        meaning="The turn in which this player removed an enemy VIM; empty if none.",
    ),
)


def check(game: Game) -> None:
    """BUS-35: a game has three victory points, and only the table's scores are possible."""
    if game.result.ending is not Ending.PLAYED:
        return
    own, theirs = _victory_points(game)
    if (own, theirs) not in VP_PAYS:
        known = ", ".join(f"{a}-{b}" for a, b in VP_PAYS)
        raise BadInput(
            "Victory points: {own} for {name} and {theirs} for {other} is not a possible score; it should be "
            "one of {known}.",
            clause="BUS-35",
            own=own,
            name=game.a.name,
            theirs=theirs,
            other=game.b.name,
            known=known,
        )


def score(game: Game) -> tuple[Score, Score]:
    """BUS-34 for a game that was played; one conceded or ended by a disqualification counts as the fixed win (B-12)."""
    losers = game.result.by
    if game.result.ending is Ending.PLAYED:
        own, theirs = _victory_points(game)
        codes, clause = ("vp_result", "vp_result"), "BUS-34"
    elif len(losers) > 1:
        return double_loss(game.settings), double_loss(game.settings)
    else:
        won, lost = (int(part) for part in game.settings.text("concession_score").split("-"))
        kind = "concession" if game.result.ending is Ending.CONCESSION else "disqualified"
        codes, clause = (f"{kind}_win", f"{kind}_loss"), "B-12"
        own, theirs = won, lost
        if game.a.id in losers:
            own, theirs, codes = lost, won, (codes[1], codes[0])
    return (
        _score(own, theirs, codes[0], clause, _stats(game, 0, game.b)),
        _score(theirs, own, codes[1], clause, _stats(game, 1, game.a)),
    )


def _score(own: int, theirs: int, code: str, clause: str, stats: dict[str, Points | None]) -> Score:
    outcome = Outcome.WIN if own > theirs else Outcome.LOSS if own < theirs else Outcome.DRAW
    tp = VP_PAYS[own, theirs]
    return Score(tp, outcome, Reason(code, {"own": own, "theirs": theirs, "tp": tp}, clause), stats)


def _victory_points(game: Game) -> tuple[int, int]:
    own, theirs = game.both("vp")
    assert isinstance(own, int) and isinstance(theirs, int), "victory points are not numbers"
    return own, theirs


def _stats(game: Game, side: int, opponent: Player) -> dict[str, Points | None]:
    """The numbers for tie-breaks, as entered even if the game was conceded (B-12)."""
    sp = _figure(game, "sp", side)
    return {
        "sp": sp if game.result.ending is Ending.PLAYED else sp or 0,
        "vim": _figure(game, "vim", side),
        "stand_in": int(opponent.stand_in),
    }


def _figure(game: Game, key: str, side: int) -> int | None:
    """A per-side number; None if the form of an unfinished game left it empty."""
    pair = game.result.values.get(key)
    value = pair[side] if isinstance(pair, list) else None
    return value if isinstance(value, int) else None


def bye(settings: Settings) -> Score:
    """BUS-19; the tie-breakers decide whether it counts as a game won (B-03). No VIM was removed (B-05)."""
    return Score(BYE_TP, Outcome.WIN, Reason("bye_result", {"tp": BYE_TP}, "BUS-19"), {"sp": settings.number("bye_sp")})


def unpaired(settings: Settings) -> Score:
    """A round missed by a late entry."""
    return Score(NOTHING, Outcome.LOSS, Reason("unpaired_result", {"tp": NOTHING}, "X-04"))


def double_loss(settings: Settings) -> Score:
    return Score(NOTHING, Outcome.LOSS, Reason("double_loss_result", {"tp": NOTHING}, "X-11"), {"sp": NOTHING})


_DEMO_TURNS = 6
_DEMO_SP = 4


def invent(a: Player, b: Player, settings: Settings, lots: Lots) -> dict[str, Raw]:
    """A made-up result: any score in the table, matching scenario points, now and then a VIM removed."""
    vp = lots.choice(list(VP_PAYS))
    return {
        "vp": list(vp),
        "sp": [_DEMO_SP * own + lots.below(_DEMO_SP) for own in vp],
        "vim": [1 + lots.below(_DEMO_TURNS) if lots.below(4) == 0 else None for _ in vp],
    }
