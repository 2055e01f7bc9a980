"""What each tap does to a game of Legend of the Five Rings, and what it refuses."""

from __future__ import annotations

from dataclasses import replace

from muster.game import (
    Both,
    Ending,
    Handover,
    Raw,
    Refusal,
    Settings,
    Tap,
    Tracker,
    number_in,
    side_in,
    step_in,
    tr,
    unknown_tap,
    with_side,
    word_in,
)
from muster.systems.l5r.options import TIERS
from muster.systems.l5r.slip import SIDES, How
from muster.systems.l5r.table.board import board
from muster.systems.l5r.table.clock import asked_to_concede, judged, later, minute_of, past, run
from muster.systems.l5r.table.setup import MOST_HONOR, SETUP_TAPS, first_player, set_up
from muster.systems.l5r.table.state import FACE_DOWN, PHASES, REGROUP, Agreed, FiveRingsTable, begin
from muster.systems.l5r.timing import Lateness, lateness

HOLDERS = ("a", "b", "nobody")


def allowed(settings: Settings) -> Refusal | None:
    """L-45: at the table in Relaxed events; in others players only enter results, unless the organiser allows it."""
    tier, wish = settings.text("tier"), settings.text("table_tracker")
    if wish == "yes" or (wish == "by_tier" and tier == "relaxed"):
        return None
    if wish == "no":
        return Refusal("Games of this event are not followed on phones. Report your result here.", clause="L-45")
    return Refusal(
        "Games of a {tier} event are not followed on phones. Report your result here.",
        clause="L-45",
        tier=tr(TIERS[tier]),
    )


def play(state: FiveRingsTable, tap: Tap) -> FiveRingsTable:
    if tap.key in ALWAYS:
        return ALWAYS[tap.key](state, tap)
    if state.over and tap.side is not None:
        raise Refusal("The game is over. Call a judge if something is wrong.")
    if not state.round and state.how is None:
        if tap.key in PLAYING and tap.key not in SETUP_TAPS:
            raise Refusal("The game has not begun. Set it up first.", clause="L5R-077")
        return set_up(state, tap)
    if tap.key not in PLAYING:
        raise unknown_tap(tap)
    return PLAYING[tap.key](state, tap)


def _honor(state: FiveRingsTable, tap: Tap) -> FiveRingsTable:
    side, step = side_in(tap), step_in(tap)
    held = state.sides[side]
    honor = (held.honor or 0) + step
    if not 0 <= honor <= MOST_HONOR:
        raise Refusal("Honor is between 0 and {most}.", clause="L5R-076", most=MOST_HONOR)
    return _changed(state, replace(state, sides=with_side(state.sides, side, replace(held, honor=honor))))


def _broken(state: FiveRingsTable, tap: Tap) -> FiveRingsTable:
    """Tapping an empty box fills up to it, tapping a full one empties from it.

    `was` is what the phone showed, so that two phones tapping the same box do it once.
    """
    side, box, was = side_in(tap), number_in(tap, "box", 1, FACE_DOWN), number_in(tap, "was", 0, FACE_DOWN)
    held = replace(state.sides[side], broken=box if box > was else box - 1)
    return _changed(state, replace(state, sides=with_side(state.sides, side, held)))


def _stronghold(state: FiveRingsTable, tap: Tap) -> FiveRingsTable:
    side, was = side_in(tap), number_in(tap, "was", 0, 1)
    held = replace(state.sides[side], stronghold=not was)
    return _changed(state, replace(state, sides=with_side(state.sides, side, held)))


def _favor(state: FiveRingsTable, tap: Tap) -> FiveRingsTable:
    """L5R-122, L-21: one holder or nobody."""
    holder = HOLDERS.index(word_in(tap, "value", HOLDERS))
    return _changed(state, replace(state, favor=holder if holder < len(SIDES) else None))


def _picked(state: FiveRingsTable, tap: Tap) -> FiveRingsTable:
    """L5R-069, L-20: recorded in set-up, because a level Judgment depends on it."""
    if state.picked is not None and tap.side is not None:
        raise Refusal("Who decided the first player was recorded in set-up. Call a judge.", clause="L5R-069")
    return _changed(state, replace(state, picked=number_in(tap, "value", 0, 1)))


def _next(state: FiveRingsTable, tap: Tap) -> FiveRingsTable:
    """The next phase. L5R-113, L5R-119: once time is called, the end of the regroup phase ends the game."""
    if state.how is not None:
        raise Refusal("The game has ended: no phase begins any more.", clause="L5R-119")
    seen = number_in(tap, "round", 1, state.round), number_in(tap, "phase", 0, REGROUP)
    if seen != (state.round, state.phase):
        raise Refusal("The phase “{phase}” has begun in the meantime.", phase=tr(PHASES[state.phase]))
    if state.phase < REGROUP:
        return replace(state, phase=state.phase + 1)
    if past(state, tap.now, state.minutes.end):
        return judged(state, minute_of(state, tap.now))
    return replace(state, round=state.round + 1, phase=0)


def _play_on(state: FiveRingsTable, tap: Tap) -> FiveRingsTable:
    side = side_in(tap) if tap.side is None else tap.side
    asked = asked_to_concede(state, tap.now)
    if asked is None or state.plays_on.said[side]:
        raise Refusal("Nobody is asked whether to concede now.", clause="L5R-083")
    if asked != side:
        raise _first_answers(state, asked)
    return replace(state, plays_on=state.plays_on.say(side, True))


def _first_answers(state: FiveRingsTable, asked: int) -> Refusal:
    return Refusal("{name} is first player and answers first.", clause="L5R-083", name=state.names[asked])


def _concede(state: FiveRingsTable, tap: Tap) -> FiveRingsTable:
    """L5R-112: at any time. L5R-083: when time is called, the first player answers first."""
    side = side_in(tap) if tap.side is None else tap.side
    if state.how is not None:
        raise Refusal("The game has ended.", clause="L5R-112")
    asked = asked_to_concede(state, tap.now)
    if tap.side is not None and asked == 1 - side and not state.plays_on.said[side]:
        raise _first_answers(state, asked)
    minute = minute_of(state, tap.now)
    return replace(state, how=How.CONCESSION, won=1 - side, decided_at=minute, slip_at=minute)


def _report(state: FiveRingsTable, tap: Tap) -> FiveRingsTable:
    if state.how is not None:
        raise Refusal("The game has ended.", clause="L5R-110")
    return replace(state, asks_winner=True)


def _won(state: FiveRingsTable, tap: Tap) -> FiveRingsTable:
    """L5R-110: a victory condition. L5R-117: once all play has stopped, only staff can enter one."""
    winner = number_in(tap, "value", 0, 1)
    if past(state, tap.now, state.minutes.stop) and tap.side is not None:
        raise Refusal(
            "All play stopped at minute {stop}. Call a judge if the game was won before.",
            clause="L5R-117",
            stop=state.minutes.stop,
        )
    minute = minute_of(state, tap.now)
    decided = None if minute is None else min(minute, state.minutes.stop)
    return replace(state, how=How.VICTORY, won=winner, decided_at=decided, agreed=Both())


def _go_on(state: FiveRingsTable, tap: Tap) -> FiveRingsTable:
    if past(state, tap.now, state.minutes.stop) and state.how is How.JUDGMENT:
        raise Refusal("All play has stopped.", clause="L5R-117")
    return replace(state, how=None, won=None, decided_at=None, slip_at=None, asks_winner=False, agreed=Both())


def _stop(state: FiveRingsTable, tap: Tap) -> FiveRingsTable:
    """L5R-117: in a round without a clock, staff say when all play stops."""
    if tap.side is not None:
        raise Refusal("Only the staff can stop the game.", clause="L5R-117")
    if run(state, tap.now) is not None and not past(state, tap.now, state.minutes.end):
        raise Refusal("Nobody is judged before time is called.", clause="L5R-119")
    return judged(state, minute_of(state, tap.now))


def _agree(state: FiveRingsTable, tap: Tap) -> FiveRingsTable:
    """Both send the slip. L5R-116: the minute of the second one counts."""
    if state.how is None:
        raise Refusal("The game goes on: first report who won.", clause="L5R-110")
    if (winner := state.winner) is None:
        raise Refusal(
            "Emperor’s Judgment is level at {points}: record who decided the first player.",
            clause="L5R-123",
            points=state.verdict.points[0],
        )
    if tap.values.get("seen") != [winner, *state.verdict.points]:
        raise Refusal("The numbers have changed in the meantime. Check them again.", clause="L5R-119")
    said: Agreed = (winner, *state.verdict.points)
    agreed = Both((said, said)) if tap.side is None else state.agreed.say(tap.side, said)
    return replace(state, agreed=agreed, slip_at=minute_of(state, tap.now))


def _waive(state: FiveRingsTable, tap: Tap) -> FiveRingsTable:
    if tap.side is not None:
        raise Refusal("Only the staff can waive a late slip. Call a judge.", clause="L-17")
    return replace(state, waived=word_in(tap, "value", ("yes", "no")) == "yes")


def _changed(before: FiveRingsTable, after: FiveRingsTable) -> FiveRingsTable:
    """The numbers changed: both must send the slip again, unless staff correct what they agreed on."""
    if not before.agreed.agreed or after.winner is None:
        return replace(after, agreed=Both(), slip_at=after.slip_at if after.how is How.CONCESSION else None)
    said: Agreed = (after.winner, *after.verdict.points)
    return replace(after, agreed=Both((said, said)))


ALWAYS = {"waive": _waive, "concede": _concede}
"""What can be tapped at any time."""

PLAYING = {
    "honor": _honor,
    "broken": _broken,
    "stronghold": _stronghold,
    "favor": _favor,
    "picked": _picked,
    "first": first_player,
    "next": _next,
    "play_on": _play_on,
    "report": _report,
    "won": _won,
    "go_on": _go_on,
    "stop": _stop,
    "agree": _agree,
}
"""What can be tapped once the game has begun."""


def handover(state: FiveRingsTable) -> Handover | None:
    """The slip's fields.

    A late slip that staff waived has no minutes, which means in time: the players send it, and they may not fill in the
    waiver field.
    """
    if not state.over:
        return None
    values: dict[str, Raw] = {"decided_at": state.decided_at, "slip_at": state.slip_at}
    judgment = state.how is How.JUDGMENT
    without = lateness(state.minutes, judged=judgment, decided_at=state.decided_at, slip_at=state.slip_at)
    if state.waived and without is Lateness.SLIP:
        values = {"decided_at": state.decided_at if judgment else None}
    if state.how is How.CONCESSION:
        return Handover(values, Ending.CONCESSION, None if state.won is None else 1 - state.won)
    assert state.winner is not None, "nobody agrees on a game without a winner"
    values |= {"how": str(state.how), "winner": SIDES[state.winner]}
    if judgment:
        a, b = state.sides
        values |= {"broken": [a.all_broken, b.all_broken], "honor": [a.honor or 0, b.honor or 0]}
        values |= {"favor": [state.favor == 0, state.favor == 1]}
        values |= {"decider": None if state.picked is None else SIDES[state.picked]}
    return Handover(values)


def first_of(state: FiveRingsTable) -> int | None:
    """Who has the first-player token in the first round; later rounds say nothing about who began."""
    return state.first if state.round <= 1 else None


TRACKER = Tracker(
    begin=begin,
    play=play,
    later=later,
    board=board,
    handover=handover,
    final=frozenset({"agree", "concede"}),
    allowed=allowed,
    first=first_of,
    history=False,
)
