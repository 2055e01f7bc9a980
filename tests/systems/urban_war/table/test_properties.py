"""Two phones, replaced now and then, and a judge, whose taps arrive late, twice or in another order: one game, and the
result that somebody with pencil and paper would write down.
"""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from muster.core.book.tracker.tracker import Eye, TableSetup
from muster.core.forms.options import Settings
from muster.core.kit.model import Ending, Raw
from muster.core.reading.replay import Followed, begin, follow, replay
from muster.core.reading.round_time import RoundHistory
from muster.core.record.table.facts import TAKE_BACK, TapMade
from muster.systems.urban_war import SYSTEM
from muster.systems.urban_war.table.state import End, UrbanWarTable, check_due, pays
from muster.systems.urban_war.table.tracker import TRACKER
from tests.at_table import MINUTE

MODELS = (6, 9)
SETUP = TableSetup(names=("Ann", "Bo"), settings=Settings(SYSTEM.options, {}), event=True, models=MODELS)
ROUND = RoundHistory(((0, None),))
SECOND = 1_000

Values = dict[str, Raw]

LOSSES: list[tuple[str, Values]] = [("lost", {"side": side, "by": by}) for side in (0, 1) for by in (1, 1, 1, 1, -1)]
CHECKS: list[tuple[str, Values]] = [
    ("check", {"side": side, "value": value}) for side in (0, 1) for value in ("fights_on", "withdraws")
]
ENDS: list[tuple[str, Values]] = [
    ("ended", {"value": how}) for how in ("time", "withdrew_0", "withdrew_1", "wiped_out_1")
]
OTHERS: list[tuple[str, Values]] = [
    ("turn", {"turn": 1}),
    ("turn", {"turn": 2}),
    ("end", {}),
    ("go_on", {}),
    ("concede", {"side": 1}),
]
TAPS = (*LOSSES, *CHECKS, *ENDS, *OTHERS)

THRESHOLDS = {6: (2, 3, 5), 9: (3, 5, 7)}
"""UW-21 to UW-23, by hand."""

PAID = {0: (12, 12), 1: (16, 8), 2: (20, 4), 3: (24, 0)}


@st.composite
def taps(draw: st.DrawFn) -> list[TapMade]:
    """A minute or a few between taps, so that some games run into the end of the round."""
    at, counts, made = 0, dict[str, int](), list[TapMade]()

    def tap(key: str, side: int | None, values: Values) -> None:
        device = f"phone {side} {draw(st.integers(0, 2))}"
        counts[device] = counts.get(device, 0) + 1
        made.append(TapMade(key, side, at, device, counts[device], values))

    tap("begin", 0, {})
    pace = draw(st.sampled_from((2 * SECOND, MINUTE, 6 * MINUTE)))
    for _ in range(draw(st.integers(0, 40))):
        at += draw(st.integers(0, pace))
        side = draw(st.sampled_from((0, 1, 0, 1, 0, 1, None)))
        if draw(st.integers(0, 9)) == 0:
            one = made[-1] if draw(st.booleans()) else draw(st.sampled_from(made))
            tap(TAKE_BACK, side, {"device": one.device, "count": one.count})
        else:
            key, values = draw(st.sampled_from(TAPS))
            tap(key, side, values)
    return made


def recounted(game: Followed[UrbanWarTable]) -> tuple[list[int], list[bool], int | None]:
    """Losses, who withdrew and who conceded, from what counted alone."""
    lost, withdrew, conceded = [0, 0], [False, False], None
    for tapped, _ in game.counted:
        values = tapped.values
        match tapped.key, values.get("value"):
            case "lost", _:
                lost[int(str(values["side"]))] += int(str(values["by"]))
            case "check", how:
                withdrew[int(str(values["side"]))] = how == "withdraws"
            case ("go_on", _) | ("ended", "time"):
                withdrew, conceded = [False, False], None
            case "ended", "wiped_out_1":
                withdrew, conceded, lost[1] = [False, False], None, MODELS[1]
            case "ended", how:
                withdrew, conceded = [how == "withdrew_0", how == "withdrew_1"], None
            case "concede", _:
                conceded = 1 if tapped.side is None else tapped.side
    return lost, withdrew, conceded


def paid(lost: list[int], withdrew: list[bool], conceded: int | None) -> tuple[int, int]:
    """UW-49 to UW-54."""
    levels = []
    for side, models in enumerate(MODELS):
        gone = models if side == conceded else lost[side]
        levels.append(3 if withdrew[side] else sum(gone >= mark for mark in THRESHOLDS[models]))
    more, less = PAID[abs(levels[0] - levels[1])]
    return (more, less) if levels[0] <= levels[1] else (less, more)


@given(taps(), st.randoms(use_true_random=False))
def test_any_order_of_taps_gives_the_result_of_a_plain_recount(made: list[TapMade], lots: Random) -> None:
    """UW-10 UW-45 UW-49 to UW-54."""
    came = [*made, *made[::4]]
    lots.shuffle(came)
    game = begin(TRACKER, SETUP, ROUND)
    for tapped in came:
        game = follow(game, tapped)
    whole = replay(TRACKER, SETUP, made, ROUND)
    assert game.counted == whole.counted and game.refused.keys() == whole.refused.keys()
    ends = max(made[-1].at, 80 * MINUTE)
    state = game.at(ends)
    lost, withdrew, conceded = recounted(game)
    assert [force.lost for force in state.forces] == lost and state.conceder == conceded
    assert [force.withdrew for force in state.forces] == withdrew
    assert (pays(state, 0), pays(state, 1)) == paid(lost, withdrew, conceded)
    if state.end is End.TIME:
        assert withdrew == [False, False] and conceded is None
    if not state.turn:
        return  # Its beginning was taken back.
    both = _agreed(game, ends)
    handed = TRACKER.handover(both)
    assert both.over and handed is not None
    assert handed.values["lost"] == lost and handed.values["withdrew"] == withdrew
    assert (handed.ending, handed.by) == ((Ending.PLAYED, None) if conceded is None else (Ending.CONCESSION, conceded))


def _agreed(game: Followed[UrbanWarTable], at: int) -> UrbanWarTable:
    """Whatever is still asked for is answered from the boards, without a judge: no game is stuck."""
    for now in range(at, at + 8):
        state, side = game.at(now), now % 2
        if state.over:
            return state
        due = next((force for force in (0, 1) if check_due(state, force)), None)
        agree = [press for press in TRACKER.board(state, Eye(side), game.moment(now)).presses if press.key == "agree"]
        if due is not None:
            check: Values = {"side": due, "value": "fights_on"}
            game = follow(game, TapMade("check", side, now, "last", now, check))
        elif agree:
            game = follow(game, TapMade("agree", side, now, "last", now, dict(agree[0].values)))
    raise AssertionError(f"this game cannot be brought to an end: {game.at(at)}")
