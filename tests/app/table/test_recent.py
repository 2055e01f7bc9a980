"""What a judge reads of a player's taps names whose things they are: nobody there is “you”."""

from __future__ import annotations

import pytest

from muster.app.table import actions
from muster.app.table.actions import SentTap
from muster.app.table.recent import recent_taps
from muster.core.book.tracker.tracker import Eye
from muster.core.kit.model import Actor
from tests.app.table.test_paused import Table, deathclocks


def told(table: Table) -> str:
    return recent_taps(table.game())[0].words


def test_the_score_of_a_turn_names_both_players() -> None:
    table = deathclocks()
    for side in (0, 1, 0, 1):
        table.tap("deployed", side)
    table.tap("end", 0)
    table.tap("end", 1)
    table.tap("leader", 0, value="0")
    assert told(table) == f"Whose leader is destroyed? {table.game().start.setup.names[0]}’s"
    table.tap("leader", 0, value="0")
    table.tap("end", 0)
    table.tap("table", 0, kill_box=False)
    table.tap("agree", 1)
    table.tap("end", 1)
    state = table.game().state
    held = {element.key: "1" for element in state.ground.elements}
    table.tap("table", 1, **held, kill_box=False)
    names = state.setup.names
    assert names[1] in told(table) and "You" not in told(table)


def test_a_button_that_a_late_tap_has_taken_away_is_still_named() -> None:
    """The turn was ended on a new phone; then the old one sends that the clock was switched before."""
    table = deathclocks()
    for side in (0, 1, 0, 1):
        table.tap("deployed", side)
    before = actions.now(table.tables)
    table.wait(20)
    table.tap("end", 0)
    late = SentTap("charge", 1, before)
    actions.tap(table.tables, table.id, [late], 0, "the old phone", Actor())
    assert [line.words for line in recent_taps(table.game())[:2]] == [
        "Tap to end your turn",
        f"{table.game().start.setup.names[1]}’s time",
    ]


@pytest.mark.parametrize("side", [0, 1])
def test_models_lost_are_somebodys(side: int) -> None:
    table = Table("urban_war")
    table.tap("models", None, a=12, b=12)
    table.tap("begin", 0)
    table.tap("lost", 0, side=side, by=1)
    names = table.tables.open(table.id).record.opened.names
    assert told(table) == f"{names[side]}’s losses: +1"


def test_a_players_button_is_quoted_and_not_the_staffs() -> None:
    """Both send a score; only the staff settle it for both."""
    table = Table("urban_war")
    table.tap("models", None, a=2, b=2)
    table.tap("begin", 0)
    table.tap("lost", 0, side=1, by=1)
    table.tap("check", 1, side=1, value="withdraws")
    press = next(p for p in table.game().shown(Eye(1), table.game().taps[-1].at).presses if p.key == "agree")
    table.tap("agree", 1, **press.values)
    assert told(table).startswith("Send the score")


def test_a_loss_says_in_whose_army_it_is() -> None:
    """Both may have brought the same models, and either player counts both armies."""
    table = deathclocks()
    names = table.tables.open(table.id).record.opened.names
    table.tap("create", 0, of=1, name="Imp", cost=3, models=2)
    assert told(table).startswith(f"{names[1]}’s army: Cost on the card: 3, ")
    for staff, side in ((0, 1), (None, 1)):
        table.tap("casualty", staff, of=side, at=1, by=1)
        assert told(table) == f"{names[side]}’s Imp: +1"
    table.tap("change", 0, of=1, at=1, type="solo", cost=4, models=2, attached=False, still=False)
    assert told(table).startswith(f"{names[1]}’s Imp: Cost on the card: ")


def test_a_button_beside_a_model_names_the_model() -> None:
    """“Acts” alone says nothing."""
    table = Table("bushido")
    for side in (0, 1):
        table.tap("add model", side, of=side, name=f"Aiko {side}, Ki 2/4")
        table.tap("follow", side, of=side, value="yes")
        table.tap("ready", side, of=side)
    table.tap("offer", 0, name="The Idols")
    table.tap("scenario", 0, value=0)
    table.tap("sheet", 0, turns=2, vims=0)
    table.tap("objectives", 0)
    table.tap("test", 0, value=0)
    table.tap("player 1", 0, value=0)
    table.tap("zone", 0)
    for side in (0, 1):
        table.tap("own terrain", side)
    table.tap("first", 0, value=0)
    for side in (0, 1):
        table.tap("deployed", side)
    table.tap("begin", 0)
    table.tap("out", 1, of=1, model=0)
    assert told(table) == "Aiko 1: Out of play"
