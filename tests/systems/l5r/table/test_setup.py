"""Setting up a game of Legend of the Five Rings: who goes first, the steps in their order, and its beginning."""

from __future__ import annotations

import pytest

from muster.core.book.tracker.board import Answers, RoundTime, Switch, Tick
from tests.at_table import MINUTE, STAFF, parts_of
from tests.systems.l5r.table.game import STEPS, decided, ready, table


def test_a_player_picked_at_random_decides_who_is_first() -> None:
    """L5R-069 L5R-123 L-20: who decided is recorded, apart from who is first; once set-up goes on it stays."""
    game = table()
    assert game.refused("first", value=0)[1] == "L5R-069"
    assert game.refused("tick", step="stronghold")[1] == "L5R-069"
    game.tap("picked", 1, value=1)
    labels = [str(part.label) for part in parts_of(game.board()) if isinstance(part, Switch)]
    assert labels == ["Picked at random", "Bo decides who goes first"]
    assert "You decide who goes first" in game.texts(1)
    assert "the player who made this choice wins" in " ".join(game.texts())
    game.tap("first", 1, value=0)
    assert (game.state.picked, game.state.first) == (1, 0)
    game.tap("tick", step="stronghold")
    assert game.refused("picked", value=0)[1] == "L5R-069"
    assert game.refused("first", value=1)[1] == "L5R-069"
    assert game.tap("first", STAFF, value=1).state.first == 1
    assert game.tap("picked", STAFF, value=0).state.picked == 0
    for key in ("picked", "first"):
        assert "from 0 to 1" in game.refused(key, STAFF, value=2)[0]


def test_no_game_begins_without_a_first_player() -> None:
    """L5R-069 L5R-077: where the staff record another player who decides, that player decides again."""
    game = decided(table())
    for step in STEPS:
        game.tap("tick", step=step)
    assert game.tap("picked", STAFF, value=1).refused("hand", side=0, value="kept")[1] == "L5R-069"
    game = ready(table()).tap("picked", STAFF, value=1)
    assert game.refused("begin")[1] == "L5R-069"
    assert game.tap("first", STAFF, value=1).tap("begin").state.first == 1


@pytest.mark.parametrize(
    ("clause", "label", "note"),
    [
        ("L5R-070", "Stronghold and role", "Shown, the first player’s first"),
        ("L5R-071", "Tokens and rings", "The first player lays out the rings"),
        ("L5R-072", "Decks shuffled", "Offered to the opponent to shuffle and cut; dynasty left, conflict right"),
        ("L5R-073", "Provinces placed", "One in secret under the stronghold, four face down"),
        (
            "L5R-074",
            "Dynasty cards",
            "One on each of the four; set aside any, refill, shuffle them back, offer the deck again",
        ),
        ("L5R-075", "Four conflict cards", "Replace any number, once; shuffle them back and offer the deck again"),
        ("L5R-076", "Honor", "As the stronghold says"),
    ],
)
def test_what_the_steps_of_set_up_ask_for(clause: str, label: str, note: str) -> None:
    """L5R-070 L5R-071 L5R-072 L5R-073 L5R-074 L5R-075 L5R-076: both players read it in the book's order."""
    ticks = {part.clause: part for part in parts_of(decided(table()).board()) if isinstance(part, Tick)}
    assert (str(ticks[clause].label), str(ticks[clause].note)) == (label, note)
    assert list(ticks) == sorted(ticks)


@pytest.mark.parametrize(("number", "clause"), list(enumerate(("L5R-070", "L5R-071", "L5R-072", "L5R-073", "L5R-074"))))
def test_the_steps_of_set_up_come_in_their_order(number: int, clause: str) -> None:
    """L5R-070 L5R-071 L5R-072 L5R-073 L5R-074: each is shown with its clause, ticked in turn, and none before."""
    game = decided(table())
    for step in STEPS[:number]:
        game.tap("tick", step=step)
    ticks = {part.clause: part for part in parts_of(game.board()) if isinstance(part, Tick)}
    assert (ticks[clause].key, ticks[clause].done) == ("tick", False)
    assert [tick.clause for tick in ticks.values() if tick.key] == [clause]
    for later in STEPS[number + 1 :]:
        assert game.refused("tick", step=later)[1] == clause
    assert game.refused("hand", side=0, value="kept")[1] == clause
    assert game.refused("honor_set", a=11, b=10)[1] == clause
    assert game.refused("begin")[1] == clause
    assert game.tap("tick", step=STEPS[number]).state.ticked == number + 1
    assert game.refused("tick", step=STEPS[number])[0] == "This step is done."


def test_conflict_cards_are_replaced_once_in_player_order() -> None:
    """L5R-075: the first player first; a second time is refused."""
    game = decided(table(), picked=0, first=1)
    for step in STEPS:
        game.tap("tick", step=step)
    assert game.refused("hand", 0, side=0, value="replaced") == ("Bo is first player and decides first.", "L5R-075")
    asked = game.part(Switch, clause="L5R-075")
    assert str(asked.label) == "Bo’s conflict cards"
    assert [str(way.label) for way in asked.ways] == ["Keep all four", "Replaced some"]
    game.tap("hand", 1, side=1, value="replaced")
    assert game.refused("hand", 1, side=1, value="replaced") == (
        "Bo has already had the one chance to replace cards.",
        "L5R-075",
    )
    assert str(game.part(Switch, clause="L5R-075").label) == "Your conflict cards"
    game.tap("hand", 0, side=0, value="kept")
    assert not [part for part in parts_of(game.board()) if isinstance(part, Switch)]
    assert game.refused("begin")[1] == "L5R-076"
    game.tap("honor_set", a=11, b=10)
    assert [(side.replaced, side.honor) for side in game.state.sides] == [(False, 11), (True, 10)]


def test_honor_is_what_the_stronghold_says() -> None:
    """L5R-076 L-21: a number each, and 0 is one; anything else is refused, and so is a game without it."""
    waiting = decided(table())
    for step in STEPS:
        waiting.tap("tick", step=step)
    for side in (0, 1):
        waiting.tap("hand", side, side=side, value="kept")
    assert waiting.refused("begin") == ("“Honor” comes first.", "L5R-076") and waiting.board().presses == ()
    game = ready(table(), honor=(11, 0))
    assert [side.honor for side in game.state.sides] == [11, 0]
    assert [box.value for box in game.part(Answers).boxes] == [11, 0]
    assert [box.value for box in game.part(Answers, 1).boxes] == [0, 11]
    game.tap("honor_set", a=98, b=0)
    for wrong in (-1, 100, "11", True, None):
        assert "should be a whole number from 0 to 99" in game.refused("honor_set", a=wrong, b=10)[0]
    game.tap("begin").tap("honor", side=1, by=1)
    assert game.state.sides[1].honor == 1
    game.tap("honor", side=1, by=-1)
    assert game.refused("honor", side=1, by=-1) == ("Honor is between 0 and 99.", "L5R-076")
    assert game.tap("honor", side=0, by=1).state.sides[0].honor == 99
    assert game.refused("honor", side=0, by=1) == ("Honor is between 0 and 99.", "L5R-076")


def test_a_game_begins_when_the_staff_have_started_the_round() -> None:
    """L5R-077 L5R-081: set up before, wait for the start; if the round runs, begin once set up."""
    game = table()
    assert game.refused("honor", side=0, by=1) == ("The game has not begun. Set it up first.", "L5R-077")
    game.clock_runs = False
    assert game.cited()["L5R-081"] == "The round has not started. Set up in the meantime."
    ready(game)
    assert game.cited()["L5R-077"] == "You are set up. Begin when the staff start the round."
    assert game.board().presses == () and game.refused("begin")[1] == "L5R-077"
    game.clock_runs = True
    assert not {"L5R-077", "L5R-081"} & set(game.cited())
    game.at(3).push("Begin the game")
    assert game.state.round == 1
    waiting = ready(table())
    waiting.clock_runs = False
    assert waiting.push("Begin the game", STAFF).state.round == 1
    friends = ready(table(event=False)).at(7).push("Begin the game")
    assert friends.at(10).part(RoundTime).run == 3 * MINUTE


def test_the_rounds_time_counts_for_a_table_that_sets_up() -> None:
    """L5R-081 L5R-113: it is the round's clock, not the table's; after the call no dynasty phase begins."""
    game = ready(table()).at(64)
    assert game.part(RoundTime).run == 64 * MINUTE and game.part(RoundTime).running
    game.paused = True
    assert not game.part(RoundTime).running
    assert game.at(65).refused("begin") == ("Time was called: no new dynasty phase begins.", "L5R-113")
    assert game.board().presses == ()
