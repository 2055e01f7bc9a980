"""Who is in the event, and which rounds they missed: from moves alone, and from results and rounds."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from muster.core.kit.model import Ending, PlayerId, Result
from muster.core.record.event import Event
from muster.core.record.facts import play as facts
from muster.core.record.player import Move, Player, Status
from muster.core.record.presence import held_out, missed_if_back, work_out
from tests.core.record.test_fold import CREATED, LOST, STARTED, WON, A, B, C, D, E, after

DROPPED, BACK, RETIRED, OUT = Status.DROPPED, Status.ACTIVE, Status.RETIRED, Status.DISQUALIFIED
F = PlayerId(6)


def player(
    *moves: tuple[Status, int],
    no_shows: Collection[int] = (),
    away: Collection[int] = (),
    late: Collection[int] = (),
    excused: Collection[int] = (),
) -> Player:
    """A player with these moves, worked out; each move is named by its place."""
    found = Player(A, "Ann", 1, status=OUT, left_after=9, left_stage=9, why_left="before", missed={9})
    found.moves = tuple(Move(status, round_, 1, place, f"move {place}") for place, (status, round_) in enumerate(moves))
    found.no_shows, found.away = frozenset(no_shows), frozenset(away)
    found.late, found.excused = frozenset(late), frozenset(excused)
    work_out(found)
    return found


def left(found: Player) -> tuple[Status, int, int, str]:
    return found.status, found.left_after, found.left_stage, found.why_left


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ([], (BACK, 0, 0, "")),
        ([(DROPPED, 2)], (DROPPED, 2, 1, "move 0")),
        ([(DROPPED, 2), (BACK, 3)], (BACK, 0, 0, "")),
        ([(DROPPED, 1), (BACK, 1), (DROPPED, 3)], (DROPPED, 3, 1, "move 2")),
        ([(DROPPED, 1), (BACK, 1), (DROPPED, 2), (BACK, 2)], (BACK, 0, 0, "")),
        ([(DROPPED, 1), (RETIRED, 2)], (RETIRED, 2, 1, "move 1")),
        ([(RETIRED, 1), (BACK, 1)], (RETIRED, 1, 1, "move 0")),
        ([(RETIRED, 1), (OUT, 2)], (OUT, 2, 1, "move 1")),
    ],
)
def test_the_status_follows_from_the_moves(
    moves: list[tuple[Status, int]], expected: tuple[Status, int, int, str]
) -> None:
    """A player who came back is in; one who retired or was disqualified is out for good, and a disqualification
    wins.
    """
    assert left(player(*moves)) == expected


def test_what_was_missed_without_leaving() -> None:
    assert player(late=[1], excused=[2]).missed == {1, 2}
    assert player(no_shows=[2]).missed == set(), "an excused no-show left nobody behind"
    assert player((DROPPED, 1), (BACK, 2), no_shows=[2]).missed == set()


def test_rounds_away_count_for_who_came_back() -> None:
    gone = player((DROPPED, 1), away=[2, 3])
    assert (gone.missed, missed_if_back(gone)) == (set(), (2, 3))
    back = player((DROPPED, 1), (BACK, 3), away=[2, 3])
    assert (back.missed, missed_if_back(back)) == ({2, 3}, ())
    again = player((DROPPED, 1), (BACK, 2), (DROPPED, 3), away=[2, 4])
    assert (again.missed, missed_if_back(again)) == ({2}, (4,))
    assert player((DROPPED, 1), (BACK, 2), (DROPPED, 2), away=[2]).missed == {2}


def test_who_is_out_for_good_missed_nothing_after_it() -> None:
    assert player((RETIRED, 1), (BACK, 1), (OUT, 3), away=[2]).missed == set()


def test_the_round_of_a_no_show_counts_only_for_who_came_back_after_it() -> None:
    """L-39."""
    assert player((DROPPED, 2), no_shows=[2]).missed == set()
    assert player((DROPPED, 2), (BACK, 2), no_shows=[2]).missed == {2}
    assert player((DROPPED, 2), (BACK, 2), (DROPPED, 2), no_shows=[2]).missed == {2}
    assert player((DROPPED, 1), (BACK, 2), (DROPPED, 3), no_shows=[3], away=[2]).missed == {2}


def test_moves_of_ones_own_are_numbered_through_the_event() -> None:
    event = after(facts.PlayerDropped(E, 1, "train"), facts.PlayerDropped(A, 1, "tired"), facts.PlayerRejoined(E))
    assert event.players[A].moves == (Move(DROPPED, 1, 1, 2, "tired"),)
    assert event.players[E].moves == (Move(DROPPED, 1, 1, 1, "train"), Move(BACK, 1, 1, 3))
    assert event.moves == 3


def test_who_is_there_does_not_come_back() -> None:
    event = after(facts.PlayerRejoined(A))
    assert (event.players[A].moves, event.moves) == ((), 0)


def test_a_retirement_before_round_1_has_no_match() -> None:
    event = after(facts.PlayerDropped(A, 0, retired=True), told=STARTED[:6])
    assert event.players[A].moves == (Move(RETIRED, 0, 1, 1),)


ABSENT = Result({}, Ending.NO_SHOW, (B,))
CONCEDED = Result({}, Ending.CONCESSION, (B,))


def missing(result: Result, *before: facts.Fact) -> Player:
    """B after this result of the first game."""
    return after(*before, facts.ResultReported(1, 1, result)).players[B]


def test_a_no_show_is_one_of_who_did_not_appear() -> None:
    assert missing(ABSENT).no_shows == {1}
    assert missing(CONCEDED).no_shows == set()
    assert after(facts.ResultReported(1, 1, ABSENT)).players[A].no_shows == set()
    bracket: list[facts.Fact] = [
        *STARTED[:6],
        facts.CutMade(2, (A, B)),
        facts.RoundDrawn(1, 2, (facts.DrawnPair(A, B, 1),)),
    ]
    played = after(facts.RoundPublished(1), facts.ResultReported(1, 1, ABSENT), told=bracket)
    assert played.players[B].no_shows == set(), "a bracket has no rounds to miss"


def test_a_corrected_no_show_is_none() -> None:
    corrected = after(facts.ResultReported(1, 1, ABSENT), facts.ResultCorrected(1, 1, WON, "came late"))
    assert corrected.players[B].no_shows == set()


def test_a_result_takes_the_excuse_for_its_round_away() -> None:
    assert missing(WON, facts.PlayerExcused(B, 1)).excused == set()
    assert missing(WON, facts.PlayerExcused(B, 2)).excused == {2}


def test_a_result_has_the_place_of_the_first_one() -> None:
    """X-29: a correction counts as if it had been the first."""
    assert after(facts.ResultReported(1, 1, WON)).match(1, 1).place == 1
    moved = after(facts.PlayerDropped(E, 1), facts.ResultReported(1, 1, WON))
    assert moved.match(1, 1).place == 2
    later = after(
        facts.ResultReported(1, 1, WON), facts.PlayerDropped(E, 1), facts.ResultCorrected(1, 1, LOST, "misread")
    )
    assert later.match(1, 1).place == 1


def test_what_followed_from_a_result_goes_with_it_and_nothing_else() -> None:
    """X-29."""
    followed = facts.PlayerDropped(B, 1, retired=True)
    corrected = facts.ResultCorrected(1, 1, WON, "misread")
    assert after(facts.ResultReported(1, 1, CONCEDED), followed, corrected).players[B].active
    own = after(facts.ResultReported(1, 1, WON), facts.PlayerDropped(B, 1, "train"), corrected)
    assert own.players[B].moves == (Move(DROPPED, 1, 1, 1, "train"),)


ROUND_2: list[facts.Fact] = [
    facts.RoundDrawn(2, 1, (facts.DrawnPair(A, C, 1), facts.DrawnPair(B, D, 2))),
    facts.RoundPublished(2),
]


def test_moves_by_results_come_in_the_order_of_their_games() -> None:
    """X-29: whichever correction came first, and before what players did on their own since."""
    gone = Result({}, Ending.CONCESSION, (B,))
    told: list[facts.Fact] = [
        facts.ResultReported(1, 1, WON),
        *ROUND_2,
        facts.ResultReported(2, 2, WON),
        facts.PlayerDropped(B, 2, "train"),
        facts.ResultCorrected(2, 2, gone, ""),
        facts.PlayerDropped(B, 2, "second", by_result=True),
        facts.ResultCorrected(1, 1, gone, ""),
        facts.PlayerDropped(B, 1, "first", by_result=True),
    ]
    moves = after(*told).players[B].moves
    assert [(move.why, move.by_result) for move in moves] == [("first", True), ("second", True), ("train", False)]
    again = after(*told, facts.ResultCorrected(1, 1, WON, "")).players[B].moves
    assert [move.why for move in again] == ["second", "train"]


def seen(event: Event, one: PlayerId) -> tuple[Collection[int], Collection[int]]:
    return event.players[one].late, event.players[one].away


def test_who_has_a_seat_has_not_missed_the_round() -> None:
    """A seat in the draft, or beside it once it is published; who has none stays late."""
    late = facts.PlayerEnrolled(F, "Fay", 1, missed=(1,))
    assert seen(after(late, facts.RoundPublished(1), told=STARTED), F) == ({1}, set())
    drawn = facts.RoundDrawn(1, 1, (facts.DrawnPair(A, F, 1),))
    drafted = after(late, drawn, facts.RoundPublished(1), told=STARTED)
    assert (*seen(drafted, F), drafted.players[F].missed) == (set(), set(), set())
    gone: list[facts.Fact] = [
        facts.PlayerDropped(F, 0),
        facts.RoundPublished(1),
        facts.PlayerRejoined(F),
        facts.PlayerExcused(F, 1),
    ]
    away = after(late, *gone, told=STARTED)
    assert (*seen(away, F), away.players[F].excused) == ({1}, {1}, {1})
    seated = after(late, *gone, facts.LatecomerSeated(1, F, facts.DrawnPair(E, F, 3)), told=STARTED).players[F]
    assert (seated.late, seated.away, seated.excused, seated.missed) == (set(), set(), set(), set())


def test_who_had_left_was_away_and_nobody_else() -> None:
    """Neither somebody who is there without a seat, nor somebody who left while the draft had a seat for them."""
    left_: list[facts.Fact] = [facts.PlayerEnrolled(F, "Fay", 1), facts.PlayerDropped(F, 0), facts.PlayerDropped(A, 0)]
    event = after(facts.PlayerEnrolled(PlayerId(7), "Gil", 1), *left_, facts.RoundPublished(1), told=STARTED)
    assert [p.id for p in event.players.values() if p.away == {1}] == [F]
    assert all(not p.away for p in event.players.values() if p.id != F)
    bracket: list[facts.Fact] = [*STARTED[:6], facts.PlayerDropped(E, 0), facts.CutMade(2, (A, B))]
    played = after(facts.RoundDrawn(1, 2, (facts.DrawnPair(A, B, 1),)), facts.RoundPublished(1), told=bracket)
    assert played.players[E].away == set()


def test_nobody_was_away_from_a_round_that_is_taken_back() -> None:
    told: list[facts.Fact] = [facts.PlayerDropped(E, 1), *ROUND_2]
    assert after(*told).players[E].away == {2}
    assert after(*told, facts.RoundWithdrawn(2, "wrong list")).players[E].away == set()
    back = [*told, facts.PlayerRejoined(E)]
    assert after(*back).players[E].missed == {2}
    assert after(*back, facts.RoundWithdrawn(2, "wrong list")).players[E].missed == set()


def names(event: Event, number: int) -> list[PlayerId]:
    return [one.id for one in held_out(event, number)]


def test_where_players_are_checked_in_the_others_are_held_out_until_they_come() -> None:
    """X-28: a draft does not count as one; a seat in an earlier round is, and so is a late entry."""
    checked = facts.CheckedIn(A)
    assert names(after(told=STARTED), 1) == []
    assert names(after(checked, told=STARTED), 1) == [B, C, D, E]
    assert names(after(checked, told=STARTED), 2) == [B, C, D, E], "the draft of round 1 has not begun"
    assert names(after(checked), 1) == [B, C, D, E]
    more: list[facts.Fact] = [
        facts.PlayerEnrolled(F, "Fay", 1),
        facts.PlayerEnrolled(PlayerId(7), "Gil", 1, missed=(1,)),
    ]
    assert names(after(checked, *more), 2) == [F]
    assert names(after(checked, *more, facts.PlayerDropped(F, 1)), 2) == []


def test_only_players_who_are_there_say_whether_players_are_checked_in() -> None:
    """Neither a stand-in nor somebody who has left does, and a stand-in is not held out."""
    told: list[facts.Fact] = [
        CREATED,
        facts.PlayerEnrolled(A, "Ann", 1),
        facts.PlayerEnrolled(B, "Ben", 2, stand_in=True),
    ]
    assert names(after(facts.CheckedIn(B), told=told), 1) == []
    assert names(after(facts.CheckedIn(A), told=told), 1) == []
    three: list[facts.Fact] = [*told, facts.PlayerEnrolled(C, "Cem", 3), facts.CheckedIn(C)]
    assert names(after(told=three), 1) == [A]
    assert names(after(facts.PlayerDropped(C, 0), told=three), 1) == []
