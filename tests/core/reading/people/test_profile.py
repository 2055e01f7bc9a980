"""Profiles against a plain recount: every game once, from the person's own side."""

from __future__ import annotations

from dataclasses import replace

from muster.core.kit.model import Outcome, PlayerId
from muster.core.reading.people.played import Participant, PlayedGame
from muster.core.reading.people.profile import profile
from muster.core.record.people.who import PeopleSaid
from tests.core.reading.people.events import FIRST, OTHER_GAME, SECOND, A, B, C, same_people


def test_a_profile_counts_every_game_once() -> None:
    events = [FIRST, SECOND, OTHER_GAME]
    who = same_people(*events)
    found = profile(who.person(FIRST.appearance(A)), reversed(events), who)
    assert (found.tally.won, found.tally.drawn, found.tally.lost) == (2, 0, 1)
    assert [at.event.origin for at in found.events] == ["f", "s", "o"]
    assert [(one.name, one.tally.won, one.tally.lost) for one in found.opponents] == [
        ("2 of o", 2, 0),
        ("3 of s", 0, 1),
    ]
    assert (
        sum(one.tally.games for one in found.opponents) == found.tally.games == sum(s.tally.games for s in found.sides)
    )
    assert found.name == "1 of o"


def test_a_draw_is_a_game_and_is_one_for_both() -> None:
    for player, won, lost in ((B, 0, 1), (C, 0, 0)):
        tally = profile(frozenset([FIRST.appearance(player)]), [FIRST], PeopleSaid()).tally
        assert (tally.won, tally.drawn, tally.lost) == (won, 1, lost)
        assert tally.games == won + 1 + lost


def test_what_both_lost_is_lost_for_each() -> None:
    both = replace(FIRST, games=(PlayedGame(1, A, B, None, by_play=False),))
    for player in (A, B):
        assert profile(frozenset([both.appearance(player)]), [both], PeopleSaid()).tally.lost == 1


def test_every_meeting_is_there_with_its_round() -> None:
    events = [FIRST, SECOND]
    who = same_people(*events)
    found = profile(who.person(FIRST.appearance(C)), events, who)
    assert [(o.name, [(m.event.origin, m.round, m.outcome) for m in o.meetings]) for o in found.opponents] == [
        ("1 of s", [("s", 1, Outcome.WIN)]),
        ("2 of f", [("f", 2, Outcome.DRAW)]),
    ]


def test_sides_are_counted_by_event_and_only_where_they_are_known() -> None:
    """The one that was played most comes first."""
    third = replace(
        SECOND, origin="t", day="2026-04-01", players={A: Participant("Ann", 1, "Ryu", False), C: FIRST.players[C]}
    )
    unknown = replace(SECOND, origin="u", players={A: Participant("Ann", 1, "", False), C: FIRST.players[C]})
    events = [third, unknown, FIRST, SECOND]
    who = PeopleSaid()
    for one in events[1:]:
        who.join(third.appearance(A), one.appearance(A))
    found = profile(who.person(third.appearance(A)), events, who)
    assert [(one.side, one.events, one.tally.games) for one in found.sides] == [("Ito", 2, 2), ("Ryu", 1, 1)]
    assert len(found.events) == 4 and found.name == "Ann"


def test_who_is_in_no_event_here_has_an_empty_profile() -> None:
    """Neither from events that are not here, nor from a copy that lacks them."""
    found = profile(frozenset([("z", A), ("f", PlayerId(9))]), [FIRST], PeopleSaid())
    assert (found.events, found.opponents, found.sides, found.name) == ([], [], [], "")
