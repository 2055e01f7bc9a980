"""What a game, a bye or a concession is worth, and the tie-breaks."""

from __future__ import annotations

from muster.game import (
    BadInput,
    Ending,
    Game,
    Lots,
    Outcome,
    Player,
    Raw,
    Reason,
    Score,
    Settings,
    TieBreak,
    listed,
    opponents_points,
    total,
    tr,
)
from muster.systems.warmachine.forms import TIE, WAYS

WIN, NO_WIN = 1, 0  # WMH-066
BYE_CP = 3  # WMH-076
CONCESSION_CP = 3  # WMH-063

NOTHING = {"cp": 0, "apd": 0}


def half(army: int) -> int:
    """Half, rounded up (WMH-063, WMH-076)."""
    return (army + 1) // 2


def score(game: Game) -> tuple[Score, Score]:
    """Side a, side b."""
    if game.result.ending is Ending.PLAYED:
        return _played(game, 0), _played(game, 1)
    return _given_up(game, 0), _given_up(game, 1)


def _played(game: Game, side: int) -> Score:
    winner = game.result.values["winner"]
    figures = {"cp": _number(game, "cp", side) or 0, "apd": _number(game, "apd", side) or 0}
    if winner == TIE:  # W-26: what was scored stays.
        why = Reason("tie", {"points": NO_WIN, **figures}, "WMH-066")
        return Score(NO_WIN, Outcome.DRAW, why, figures)
    won = winner == "ab"[side]
    points = WIN if won else NO_WIN
    data = {"how": game.result.values.get("how"), "points": points, **figures}
    outcome = Outcome.WIN if won else Outcome.LOSS
    return Score(points, outcome, Reason(outcome.value, data, "WMH-066"), figures)


def _given_up(game: Game, side: int) -> Score:
    """A concession (WMH-063; a failed device counts as one, WMH-022); a game lost by disqualification counts the
    same.
    """
    conceded = game.result.ending is Ending.CONCESSION
    if (game.a, game.b)[side].id in game.result.by:
        code = "conceded" if conceded else "lost_disqualified"
        return Score(NO_WIN, Outcome.LOSS, Reason(code, dict(NOTHING), "WMH-063"), NOTHING)
    army, base = _starting_army(game, 1 - side)
    figures = {
        "cp": max(CONCESSION_CP, _number(game, "cp", side) or 0),
        "apd": max(half(army), _number(game, "apd", side) or 0),
    }
    code = f"{'concession' if conceded else 'disqualified'}_{base}"
    data = {"points": WIN, **figures, "least_cp": CONCESSION_CP, "half": half(army), "army": army}
    return Score(WIN, Outcome.WIN, Reason(code, data, "WMH-063"), figures)


def _starting_army(game: Game, side: int) -> tuple[int, str]:
    """W-11: the game's list total, else the player's, else the event's size; and which of them it is."""
    size = game.settings.number("army_points")
    if game.settings.text("concession_base") == "event_size":
        return size, "size"
    for known in (_number(game, "list_points", side), (game.a, game.b)[side].values.get("list_points")):
        if isinstance(known, int):
            return known, "list"
    return size, "no_list"


def _number(game: Game, key: str, side: int) -> int | None:
    """A side's number; a game that was given up may lack it."""
    values = game.result.values.get(key)
    value = values[side] if isinstance(values, list) else None
    return value if isinstance(value, int) else None


def check(game: Game) -> None:
    """A game won says how, a tie does not."""
    if game.result.ending is not Ending.PLAYED:
        return
    how = game.result.values.get("how")
    if game.result.values["winner"] == TIE:
        if how is not None:
            raise BadInput("Won by: “{how}” should be empty, as the game is a tie.", clause="WMH-081", how=tr(str(how)))
    elif how is None:
        raise BadInput("Won by is missing: it should be one of {ways}.", clause="WMH-081", ways=listed(map(tr, WAYS)))


def bye(settings: Settings) -> Score:
    army = settings.number("army_points")
    figures = {"cp": BYE_CP, "apd": half(army)}
    return Score(WIN, Outcome.WIN, Reason("bye_score", {"points": WIN, **figures, "army": army}, "WMH-076"), figures)


def unpaired(settings: Settings) -> Score:
    return Score(NO_WIN, Outcome.LOSS, Reason("unpaired_score", clause="X-04"), NOTHING)


def double_loss(settings: Settings) -> Score:
    return Score(NO_WIN, Outcome.LOSS, Reason("double_loss_score", clause="X-11"), NOTHING)


def tiebreaks(settings: Settings) -> tuple[TieBreak, ...]:
    """WMH-084, after the tournament points (WMH-083)."""
    sos = opponents_points(byes_as_average=settings.text("bye_sos") == "average")
    return (
        TieBreak(
            key="sos",
            name="Strength of schedule",
            compute=sos,
            clause="WMH-084",
            meaning="The tournament points of all opponents met, added up.",
        ),
        TieBreak(
            key="cp",
            name="Control points",
            compute=total("cp"),
            clause="WMH-084",
            meaning="The control points of all games, added up.",
        ),
        TieBreak(
            key="apd",
            name="Army points destroyed",
            compute=total("apd"),
            clause="WMH-084",
            meaning="The army points destroyed in all games, added up.",
        ),
    )


def invent(a: Player, b: Player, settings: Settings, lots: Lots) -> dict[str, Raw]:
    """A made-up game: one in forty is a tie, unless somebody must advance."""
    army = settings.number("army_points")
    more_cp, less_cp = 1 + lots.below(4), lots.below(3)
    more_apd = army // 2 + 1 + lots.below(army // 2 + 1)
    less_apd = lots.below(more_apd)
    knockout = settings.text("format") == "elimination" or bool(settings.number_or_none("cut"))
    if lots.below(40) == 0 and not knockout:
        return {"winner": TIE, "how": None, "cp": [less_cp, less_cp], "apd": [less_apd, less_apd]}
    how = lots.choice(WAYS)
    if how == "scenario":
        more_cp = less_cp + 5
    elif how == "tiebreak":
        more_cp = less_cp
    first = lots.below(2) == 0
    cp: Raw = [more_cp, less_cp] if first else [less_cp, more_cp]
    apd: Raw = [more_apd, less_apd] if first else [less_apd, more_apd]
    return {"winner": "a" if first else "b", "how": how, "cp": cp, "apd": apd}
