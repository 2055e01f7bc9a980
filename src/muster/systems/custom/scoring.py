"""What a match, a bye and a missed round of a composed system are worth."""

from __future__ import annotations

from muster.game import (
    GAME_DRAWS,
    GAME_WINS,
    GAMES,
    MARGIN,
    BadInput,
    Ending,
    Field,
    Game,
    Lots,
    Outcome,
    Points,
    Raw,
    Reason,
    Score,
    Settings,
    mark,
    shown,
    tr,
)
from muster.systems.custom import clauses
from muster.systems.custom.catalogue import SCORE
from muster.systems.custom.definition import Definition, Scores

DRAWN = "drawn"
_PLAYED = {Outcome.WIN: "won", Outcome.DRAW: "drawn", Outcome.LOSS: "lost"}
_KEYS = 5
"""Up to this many values per side, each possible score is a key of its own."""
_USUAL_TOP = 20
"""Invented scores stay below this if the definition has no highest score."""


def result_fields(d: Definition) -> tuple[Field, ...]:
    """One score per side and, if the definition asks for them, the drawn games."""
    s = d.scores
    score = Field(
        key=SCORE,
        label=s.label.capitalize(),
        per_side=True,
        low=s.low,
        high=s.high,
        scores=_few_scores(s),
        clause=clauses.RESULT,
        meaning="The score of each side; the higher one wins.",
    )
    if not s.drawn_games:
        return (score,)
    drawn = Field(key=DRAWN, label="Drawn games", required=False, default=0, low=0, high=99, clause=clauses.RESULT)
    return score, drawn


def _few_scores(s: Scores) -> tuple[tuple[int, int], ...]:
    """The possible final scores, if a side has few values; side a's best first."""
    if s.high is None or s.high - s.low >= _KEYS:
        return ()
    values = range(s.low, s.high + 1)
    found = [(a, b) for a in values for b in values if (s.draws or a != b) and a + b <= (s.together or 2 * s.high)]
    return tuple(
        sorted(found, key=lambda score: (score[1] - score[0], -score[0] if score[0] >= score[1] else score[0]))
    )


def check(d: Definition, game: Game) -> None:
    """Refuses equal scores if there are no draws, and scores that add up to too much."""
    if game.result.ending is not Ending.PLAYED:
        return
    a, b = _scores(game)
    if a == b and not d.scores.draws:
        raise BadInput(
            "{a}-{b} is a draw, and this event has none: one side should be higher.", clause=clauses.RESULT, a=a, b=b
        )
    if d.scores.together is not None and a + b > d.scores.together:
        raise BadInput(
            "{a} for {name} and {b} for {other} come to {sum} {label}; it should be {together} or fewer together.",
            clause=clauses.RESULT,
            a=a,
            name=game.a.name,
            b=b,
            other=game.b.name,
            sum=a + b,
            label=tr(d.scores.label),
            together=d.scores.together,
        )


def score(d: Definition, game: Game) -> tuple[Score, Score]:
    """Side a and side b. A concession or disqualification counts by the definition's score for it."""
    if game.result.ending is Ending.PLAYED:
        a, b = _scores(game)
        drawn = game.result.values.get(DRAWN) or 0
        assert isinstance(drawn, int)
        return _side(d, game, a, b, drawn), _side(d, game, b, a, drawn)
    high, low = d.concession
    word = "conceded" if game.result.ending is Ending.CONCESSION else "disqualified"
    stays, goes = (f"opponent_{word}", high, low), (word, low, high)
    sides = (goes, stays) if game.a.id in game.result.by else (stays, goes)
    one, two = (_side(d, game, own, other, 0, code) for code, own, other in sides)
    return one, two


def _scores(game: Game) -> tuple[int, int]:
    a, b = game.both(SCORE)
    assert isinstance(a, int) and isinstance(b, int), "the fields let whole numbers through only"
    return a, b


def _side(d: Definition, game: Game, own: int, other: int, drawn: int, code: str = "") -> Score:
    points = d.worth.pays(own, other)
    outcome = _outcome(own, other)
    if points == d.worth.pays(other, own) and not game.elimination:
        # A result that pays both the same is a draw, however the scores differ.
        outcome = Outcome.DRAW
    clause = clauses.CONCESSION
    if not code:
        code = "margin" if d.worth.by_margin else _PLAYED[outcome]
        clause = clauses.MARGIN if d.worth.by_margin else clauses.POINTS
    why = Reason(code, {**_told(d, points, own, other), "difference": abs(own - other)}, clause)
    return Score(points, outcome, why, _stats(own, other, drawn))


def bye(d: Definition) -> Score:
    """A bye is won, drawn or lost by its score, and its games count like any others."""
    own, other = d.bye_score
    why = Reason("bye_worth", _told(d, d.bye_points, own, other), clauses.BYE)
    return Score(d.bye_points, _outcome(own, other), why, _stats(own, other, 0))


def unpaired(d: Definition) -> Score:
    why = Reason("unpaired", {"points": shown(d.unpaired), "unit": _unit(d, d.unpaired)}, clauses.UNPAIRED)
    return Score(d.unpaired, Outcome.LOSS, why)


def double_loss(d: Definition) -> Score:
    """X-11: both get the loss value."""
    least = d.worth.least
    return Score(least, Outcome.LOSS, Reason("double_loss", {"points": shown(least), "unit": _unit(d, least)}, "X-11"))


def _outcome(own: int, other: int) -> Outcome:
    return Outcome.DRAW if own == other else Outcome.WIN if own > other else Outcome.LOSS


def _told(d: Definition, points: Points, own: int, other: int) -> dict[str, int | str]:
    unit = _unit(d, points)
    return {"own": own, "other": other, "score": d.scores.label, "points": shown(points), "unit": unit}


def _unit(d: Definition, points: Points) -> str:
    """What points are called. The definition names many of them; of one only “points” at its end is known."""
    if points != 1 or not d.points_name.endswith("points"):
        return d.points_name
    return mark("point") if d.points_name == "points" else d.points_name.removesuffix("s")


def _stats(own: int, other: int, drawn: int) -> dict[str, Points | None]:
    return {SCORE: own, MARGIN: own - other, GAME_WINS: own, GAME_DRAWS: drawn, GAMES: own + other + drawn}


def invent(d: Definition, settings: Settings, lots: Lots) -> dict[str, Raw]:
    """A made-up score, each side's by lot; most draws are replayed, and all of them if somebody must advance."""
    cut = settings.number_or_none("cut")
    knockout = settings.text("format") == "elimination" or bool(any(s.cut for s in d.sizes) if cut is None else cut)
    draws = d.scores.draws and not knockout
    low = d.scores.low
    span = (max(_USUAL_TOP, low + 1) if d.scores.high is None else d.scores.high) - low + 1
    while True:
        a, b = low + lots.below(span), low + lots.below(span)
        fits = d.scores.together is None or a + b <= d.scores.together
        if fits and (a != b or (draws and lots.below(4) == 0)):
            break
    values: dict[str, Raw] = {SCORE: [a, b]}
    if d.scores.drawn_games:
        values[DRAWN] = int(a == b)
    return values
