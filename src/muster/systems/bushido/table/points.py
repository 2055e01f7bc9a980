"""What a turn scored, both sides' agreement on it, when a game is over, and what it hands over to its result."""

from __future__ import annotations

from dataclasses import replace

from muster.game import Both, Ending, Handover, Now, Raw, Refusal, Tap, number_in, side_in, step_in, with_side, word_in
from muster.systems.bushido.table.state import (
    END_STEPS,
    VICTORY_POINTS,
    Activation,
    BushidoEnd,
    BushidoGame,
    BushidoPhase,
    TurnPoints,
)
from muster.systems.bushido.table.taps import of_own, staff_only
from muster.systems.bushido.table.turn import begin_turn, in_phase

MOST_SP = 99


def count_points(game: BushidoGame, tap: Tap) -> BushidoGame:
    """BSG-36: what each side scored in this turn. Anybody may enter both; after a change both must agree again."""
    _must_score(game)
    what, whose = word_in(tap, "what", ("sp", "vp")), side_in(tap, "of")
    points = _changed(game.points, what, whose, step_in(tap))
    _must_exist(replace(game, points=points).total(now=True))
    return replace(game, points=points, agreed=Both())


def correct_points(game: BushidoGame, tap: Tap) -> BushidoGame:
    """A judge corrects a turn that both agreed on."""
    staff_only(tap)
    if not game.scored:
        raise Refusal("No turn is scored yet.", clause="BSG-36")
    place = number_in(tap, "turn", 1, len(game.scored)) - 1
    what, whose = word_in(tap, "what", ("sp", "vp")), side_in(tap, "of")
    points = _changed(game.scored[place], what, whose, step_in(tap))
    scored = (*game.scored[:place], points, *game.scored[place + 1 :])
    corrected = replace(game, scored=scored)
    _must_exist(corrected.total(now=True))
    return corrected


def _changed(points: TurnPoints, what: str, whose: int, by: int) -> TurnPoints:
    if what == "sp":
        return replace(points, sp=with_side(points.sp, whose, min(max(points.sp[whose] + by, 0), MOST_SP)))
    return replace(points, vp=with_side(points.vp, whose, max(points.vp[whose] + by, 0)))


def _must_exist(total: TurnPoints) -> None:
    if sum(total.vp) > VICTORY_POINTS:
        raise Refusal(
            "There are {most} victory points in a game, and all of them are scored.",
            clause="BSG-37",
            most=VICTORY_POINTS,
        )


def agree(game: BushidoGame, tap: Tap) -> BushidoGame:
    """Both sides confirm the turn's score, each for the score they saw; staff may confirm for both."""
    _must_score(game)
    seen = (tap.values.get("sp"), tap.values.get("vp"))
    if seen != (list(game.points.sp), list(game.points.vp)):
        raise Refusal("The score has changed to {score}. Check it again.", clause="BSG-36", score=_score(game.points))
    agreed = Both((game.points, game.points)) if tap.side is None else game.agreed.say(tap.side, game.points)
    game = replace(game, agreed=agreed)
    return _close_turn(game) if agreed.agreed else game


def disagree(game: BushidoGame, tap: Tap) -> BushidoGame:
    """The score must be checked again."""
    _must_score(game)
    return replace(game, agreed=Both())


def _score(points: TurnPoints) -> str:
    return f"{points.sp[0]}-{points.sp[1]}, {points.vp[0]}-{points.vp[1]}"


def _must_score(game: BushidoGame) -> None:
    """BUS-29 B-27: nothing is scored before turn 1; BSG-36: and only once the End Phase gets there."""
    if not game.turn:
        raise Refusal("Nothing can be scored before turn 1.", clause="BUS-29" if game.event else "BSG-36")
    in_phase(game, BushidoPhase.END, "BSG-36")
    if not game.scoring:
        raise Refusal("Points come after the other steps of the End Phase.", clause="BSG-36")


def _close_turn(game: BushidoGame) -> BushidoGame:
    """BSG-37, BSG-38, BUS-30: whether the game is over; otherwise BSG-39, and the next turn."""
    game = replace(game, scored=(*game.scored, game.points), points=TurnPoints(), agreed=Both())
    ended = _ended(game)
    return begin_turn(game, game.turn + 1) if ended is None else replace(game, ended=ended)


def _ended(game: BushidoGame) -> BushidoEnd | None:
    if game.without_models is not None:
        return BushidoEnd.NO_MODELS
    if sum(game.total().vp) >= VICTORY_POINTS and not game.play_on:  # B-20
        return BushidoEnd.VICTORY_POINTS
    if game.turn >= game.turns:
        return BushidoEnd.TURNS
    return None if game.last is None else BushidoEnd.TIME


def round_time(game: BushidoGame, now: Now) -> BushidoGame:
    """BUS-31: at time the turn being played is the last; B-16: at a hard stop it is scored as it is."""
    if now.round is None or game.time is None or now.round < game.time:
        return game
    if not game.turn:
        return replace(game, ended=BushidoEnd.TIME)
    game = replace(game, last=game.turn)
    if game.hard_stop is None or now.round < game.hard_stop:
        return game
    return replace(game, stopped=True, phase=BushidoPhase.END, done=len(END_STEPS) - 1, activation=Activation())


def concede(game: BushidoGame, tap: Tap) -> BushidoGame:
    return replace(game, ended=BushidoEnd.CONCEDED, conceded=of_own(game, tap))


def look_again(game: BushidoGame, tap: Tap) -> BushidoGame:
    """Something about the end is wrong: the last turn is scored again."""
    if game.ended is None:
        raise Refusal("The game is not over.")
    if game.ended is BushidoEnd.CONCEDED:
        staff_only(tap)
        return replace(game, ended=None, conceded=None)
    if not game.scored:
        raise Refusal("Round time was up before turn 1. Call a judge if that is wrong.", clause="BUS-30")
    return replace(game, ended=None, scored=game.scored[:-1], points=game.scored[-1], agreed=Both())


def handover(game: BushidoGame) -> Handover | None:
    """Both agreed on every turn, so they agree on the result. A concession keeps the scenario points (B-12)."""
    if game.ended is None:
        return None
    total = game.total()
    values: dict[str, Raw] = {"sp": list(total.sp), "vim": [game.vim_turn(0), game.vim_turn(1)]}
    if game.ended is BushidoEnd.CONCEDED:
        return Handover(values, Ending.CONCESSION, game.conceded)
    return Handover({"vp": list(total.vp), **values})
