"""Which games count, and what is known of each: not those that no play decided."""

from __future__ import annotations

from typing import Any

from muster.app.people import roster
from muster.core.reading.statistics.games import CountedGame, GameNotes, counted_games
from muster.core.rules import scenarios
from tests.app.hall import STAFF, Hall

NAMES = [f"P{number}" for number in range(1, 12)]


def started(system: str = "l5r") -> Hall:
    """Five tables, in order, and P11 with a bye."""
    hall = Hall(system, NAMES)
    hall.by_hand(*((NAMES[at], NAMES[at + 1]) for at in range(0, 10, 2)), ("P11", ""))
    hall.publish()
    return hall


def counted(hall: Hall, notes: dict[tuple[int, int], GameNotes] | None = None) -> list[CountedGame | str]:
    return list(counted_games(hall.event, hall.system, notes or {}))


def only(hall: Hall, notes: GameNotes | None = None) -> CountedGame:
    """The one game that has a result so far."""
    (_, game) = counted(hall, {(1, 1): notes} if notes else {})
    assert isinstance(game, CountedGame)
    return game


def test_what_no_play_decided_is_not_a_game() -> None:
    """X-22: a no-show; a loss as a penalty, with or without leaving; what both lost."""
    hall = started()
    hall.report("1", winner="b", how="victory")
    hall.report("2", ending="no_show", by="P3")
    hall.report("3", ending="game_loss", by="P5")
    hall.report("4", ending="double_loss")
    assert counted(hall)[0] == "bye" and [one for one in counted(hall) if isinstance(one, str)] == [
        "bye",
        "no_show",
        "penalty",
        "double_loss",
    ]
    hall.disqualify("P10")  # At the table: the game is lost.
    assert counted(hall)[-1] == "penalty" and len(counted(hall)) == 6


def test_a_draft_and_a_game_without_a_result_do_not_count() -> None:
    hall = started()
    assert counted(hall) == ["bye"]
    hall.report("P1", player="P1", winner="a", how="victory")
    assert counted(hall) == ["bye"]


def test_how_a_game_was_won_is_as_reported_or_how_it_ended() -> None:
    hall = started()
    hall.report("1", winner="b", how="victory")
    assert (only(hall).won, only(hall).how) == (1, "victory")
    hall = started()
    hall.report("1", ending="concession", by="P2")
    assert (only(hall).won, only(hall).how) == (0, "concession")
    plain = started("bushido")
    plain.report("1", vp="1-1")
    assert (only(plain).won, only(plain).how) == (None, "")


def test_the_minute_of_a_result_goes_before_what_a_clock_says() -> None:
    notes = GameNotes(first=1, minutes=50, lists=("Haley", "Kreoss"))
    for told, minutes in (({"decided_at": "35"}, 35), ({}, 50)):
        hall = started()
        hall.report("1", winner="a", how="victory", **told)
        game = only(hall, notes)
        assert (game.minutes, game.first, game.lists, game.table) == (minutes, 1, ("Haley", "Kreoss"), 1)
        assert only(hall).minutes == (35 if told else None)


def test_a_scenario_is_that_of_the_round() -> None:
    hall = Hall("bushido", NAMES[:2])

    def chosen(_: Any) -> Any:
        return scenarios.choose(hall.event, hall.system, 1, "Mill", "", False)

    hall.desk.act(hall.id, chosen, STAFF)
    hall.play({"vp": "2-1"})
    hall.play({"vp": "2-1"})
    assert [game.scenario for game in counted(hall) if isinstance(game, CountedGame)] == ["Mill", ""]


def test_a_faction_is_the_one_of_that_round() -> None:
    """One that was filled in only later holds for the rounds before; one that changed does not."""
    hall = Hall("bushido", NAMES[:2])
    amend = {"P1": (" Ito  Clan", "Ryu"), "P2": ("", "Cult")}
    for number in range(2):
        for name, factions in amend.items():
            roster.amend(hall.desk, hall.id, name, STAFF, texts={"faction": factions[number]})
        hall.play({"vp": "2-1"})
    first, second = (game for game in counted(hall) if isinstance(game, CountedGame))
    assert {*first.factions} == {"Ito Clan", "Cult"} and {*second.factions} == {"Ryu", "Cult"}
