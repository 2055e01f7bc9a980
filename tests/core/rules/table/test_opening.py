"""Who may sit down at a table of an event, with what; and which games everybody may follow."""

from __future__ import annotations

from dataclasses import replace

import pytest

from muster.core.book.tracker.board import Board
from muster.core.book.tracker.tracker import Tracker
from muster.core.kit.errors import Refusal, UnknownName
from muster.core.kit.model import Raw
from muster.core.record.facts.lists import ChoiceSealed, ListHandedIn
from muster.core.record.facts.play import (
    CutMade,
    DrawnPair,
    EventFinished,
    Fact,
    PlayerAmended,
    RoundDrawn,
    RoundPublished,
    ScenarioChosen,
)
from muster.core.record.facts.staff import TableFeatured
from muster.core.record.table.facts import TableOpened
from muster.core.rules.table.opening import feature, open_match
from tests.core.rules.lists.club import LISTS, A, B, Club

COUNTING: Tracker[int] = Tracker(
    begin=lambda setup: 0,
    play=lambda state, tap: state + 1,
    board=lambda state, eye, now: Board(),
    handover=lambda state: None,
)
NOT_HERE: Tracker[int] = replace(COUNTING, allowed=lambda settings: Refusal("Not with these options."))


def opened(club: Club, tracker: Tracker[int] = COUNTING) -> TableOpened:
    round_ = club.now.rounds[-1]
    return open_match(club.now, club.game, tracker, "cup", round_, round_.matches[0])


def begun(*told: Fact) -> Club:
    club = Club()
    club.begin()
    club.tell(*told)
    return club


def test_a_table_is_opened_while_its_round_is_played() -> None:
    club = Club()
    club.draw()
    with pytest.raises(Refusal, match="Round 1 is not published yet"):
        opened(club)
    club.publish()
    assert opened(club).players == (A, B)
    with pytest.raises(Refusal, match="Not with these options"):
        opened(club, NOT_HERE)
    club.report("Ann", vp="2-1")
    with pytest.raises(Refusal, match="The game at table 1 is over"):
        opened(club)


def test_a_table_has_what_the_event_knows_of_the_game() -> None:
    told = opened(
        begun(
            ScenarioChosen(1, "Idols"),
            PlayerAmended(A, values={"faction": "Ito"}),
            PlayerAmended(B, values={"faction": "Jung"}),
        )
    )
    assert (told.system, told.names, told.event, told.round) == ("bushido", ("Ann", "Bob"), "cup", 1)
    assert told.scenario == "Idols" and opened(begun()).scenario == ""
    assert [filled["faction"] for filled in told.filled] == ["Ito", "Jung"]


def test_a_table_knows_whether_it_is_in_a_bracket() -> None:
    """L5R-082: on which its time depends."""
    swiss = opened(begun())
    assert (swiss.elimination, swiss.final) == (False, False)
    club = Club()
    club.over()
    club.close()
    club.tell(CutMade(2, (A, B)), RoundDrawn(2, 2, (DrawnPair(A, B, 1),)), RoundPublished(2))
    final = opened(club)
    assert (final.elimination, final.final) == (True, True)


BOTH = (ListHandedIn(A, 1, "Kenko"), ListHandedIn(A, 2, "Taka"), ListHandedIn(B, 1, "Jin"), ListHandedIn(B, 2, "Zu"))


def test_who_brought_several_lists_chooses_before_the_game_begins() -> None:
    """WMH-080: if one of the two has not, both wait, and the book's clause says so."""
    club = Club(rules={"sealed": (replace(LISTS.sealed[0], clause="WMH-080"),)})
    club.begin()
    club.tell(*BOTH, ChoiceSealed(1, A, "list", 2))
    with pytest.raises(Refusal, match="Choose your lists first") as refused:
        opened(club)
    assert refused.value.clause == "WMH-080"
    club.tell(ChoiceSealed(1, B, "list", 1))
    told = opened(club)
    assert told.declared == ({"list": 2}, {"list": 1})
    assert told.lists == ((("Second", "Taka", {}),), (("First", "Jin", {}),))


def test_who_declares_no_list_plays_all_they_brought_as_they_last_handed_it_in() -> None:
    club = Club(rules={"sealed": ()})
    club.begin()
    note: dict[str, Raw] = {"note": "x"}
    club.tell(*BOTH, ListHandedIn(A, 1, "Mari", note))
    assert opened(club).lists == (
        (("First", "Mari", note), ("Second", "Taka", {})),
        (("First", "Jin", {}), ("Second", "Zu", {})),
    )
    assert opened(begun()).lists == ((), ())


def test_a_list_is_called_by_what_the_game_knows_lists_by() -> None:
    club = Club(rules={"sealed": (), "known_by": "note"})
    club.begin()
    club.tell(*BOTH, ListHandedIn(A, 1, "Mari", {"note": "Haley 1"}))
    assert [title for title, _, _ in opened(club).lists[0]] == ["Haley 1", "Second"]


def test_a_game_without_lists_has_none_at_the_table() -> None:
    club = begun(*BOTH)
    club.game = replace(club.game, lists=None)
    assert opened(club).lists == ((), ())


def featured(club: Club, round_: int = 1, table: int = 1, *, shown: bool = True) -> list[Fact]:
    return feature(club.now, club.game, COUNTING, round_, table, shown)


def test_a_game_of_the_round_that_is_on_is_shown_to_everybody_or_no_longer() -> None:
    """Asking for the current state changes nothing."""
    club = begun()
    assert featured(club, shown=False) == []
    assert featured(club) == [TableFeatured(1, 1, True)]
    club.tell(TableFeatured(1, 1, True))
    assert featured(club) == []
    assert featured(club, shown=False) == [TableFeatured(1, 1, False)]


def test_only_a_game_that_is_being_played_is_shown() -> None:
    """Neither of a draft, nor of a round before the last one that everybody may see, nor at a table without a game."""
    club = Club()
    with pytest.raises(Refusal, match="Round 1 is not being played"):
        featured(club)
    club.draw()
    with pytest.raises(Refusal, match="Round 1 is not being played"):
        featured(club)
    club.publish()
    with pytest.raises(UnknownName, match="9"):
        featured(club, table=9)
    with pytest.raises(Refusal, match="Not with these options"):
        feature(club.now, club.game, NOT_HERE, 1, 1, True)
    club.report("Ann", vp="2-1")
    with pytest.raises(Refusal, match="The game at table 1 is over"):
        featured(club)
    club.tell(RoundDrawn(2, 1, (DrawnPair(A, B, 1),)), RoundPublished(2))
    with pytest.raises(Refusal, match="Round 1 is not being played"):
        featured(club, 1)
    assert featured(club, 2) == [TableFeatured(2, 1, True)]


def test_a_game_that_is_over_or_has_no_tracker_any_more_is_taken_off_the_screen() -> None:
    club = begun(TableFeatured(1, 1, True))
    assert feature(club.now, club.game, NOT_HERE, 1, 1, False) == [TableFeatured(1, 1, False)]
    club.report("Ann", vp="2-1")
    assert featured(club, shown=False) == [TableFeatured(1, 1, False)]


def test_nothing_is_shown_of_an_event_that_is_finished() -> None:
    with pytest.raises(Refusal, match="finished"):
        featured(begun(EventFinished("over")))
