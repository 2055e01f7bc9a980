"""A state goes on from another: it is what the whole journal gives, and the one that it came from stays as it was."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from muster.core.kit.errors import DamagedJournal
from muster.core.kit.model import Actor, Ending, PlayerId, Result, Role
from muster.core.record.event import Event
from muster.core.record.event_journal import EVENT
from muster.core.record.facts import awards, claims, clock, lists, play, staff, venue
from muster.core.record.facts.play import Entry, Fact
from muster.core.record.facts.timetable import Timetable
from muster.core.record.fold.play import advance, fold
from muster.core.record.terrain import Form, Ground, Layout, Piece, Standing

A, B, C, D, LATE = (PlayerId(n) for n in range(1, 6))
CREATED = play.EventCreated("Cup", "bushido", "2", "ab" * 32, "0.1.0")
WON, LOST = Result({"vp": [3, 1]}), Result({"vp": [1, 3]})
ABSENT = Result({}, Ending.NO_SHOW, (A,))
PAIRS = (play.DrawnPair(A, B, 1), play.DrawnPair(C, D, 2))
OTHERS = (play.DrawnPair(A, C, 1), play.DrawnPair(B, D, 2))
NOON, LATER = "2026-03-01T12:00:00+00:00", "2026-03-01T12:30:00+00:00"
HILL = Piece("Hill", ("hill",), Form.CIRCLE, 6000, 6000)
ON_HILL = (Standing(HILL, 1000, 1000),)

USUAL: list[Fact] = [
    *(play.PlayerEnrolled(p, f"Player {p}", 100 - p, {"club": "Muster"}) for p in (A, B, C, D, LATE)),
    play.RoundDrawn(1, 1, PAIRS),
    play.RoundPublished(1),
    play.ResultReported(1, 1, WON, A, "phone"),
    play.ResultReported(1, 2, LOST),
    staff.StaffJoined(1, "Mo", Role.JUDGE, "key"),
    staff.RulingGiven("No.", 1),
    lists.ListHandedIn(A, 1, "Ryu", {"faction": "Ryu"}),
    venue.LayoutSaved(Layout("Dojo", 48_000, 48_000)),
    claims.NameAsked(B, "tablet", LATER),
    *(claims.NameClaimed(p, f"phone {p}", claims.ClaimedBy.LINK) for p in (B, LATE)),
]
"""Typical facts, so that the random ones below find something to change."""

STEPS: list[Fact] = [
    play.EventAmended("Autumn Cup", "2026-11-15"),
    play.EventAmended(timetable=Timetable("10:00", 15, 60)),
    play.EventAmended(place="Hall", map_link="https://maps.example/1", schedule=(("10:00", "Round 1"),)),
    play.OptionSet("rounds", 4, "short day"),
    play.OptionSet("format", "elimination"),
    play.PlayerEnrolled(PlayerId(6), "Later", 7, missed=(1,)),
    play.PlayerAmended(A, "Ann", {"club": "Other"}, 1),
    play.PlayerAmended(B, values={"models": 9}),
    play.CheckedIn(A, (1,)),
    play.CheckedOut(A),
    play.ScenarioChosen(1, "Tide"),
    play.ScenarioChosen(1, seal="ab" * 32),
    play.RoundDrawn(1, 1, PAIRS, attempt=2),
    play.RoundDrawn(2, 1, OTHERS, (), draw="round 2"),
    play.PlayersSwapped(1, B, C, OTHERS, ()),
    play.ByeAdded(1, LATE),
    play.LatecomerSeated(1, PlayerId(6), play.DrawnPair(LATE, PlayerId(6), 9)),
    play.EnrolmentsRemoved((LATE,)),
    play.TableMoved(1, 1, 7),
    play.TableMoved(1, 1, 2, 2),
    play.RoundWithdrawn(2, "wrong"),
    play.RoundPublished(1),
    play.RoundPublished(2),
    play.ResultReported(1, 1, WON, A),
    play.ResultReported(1, 1, WON, B),
    play.ResultReported(1, 1, LOST, B),
    play.ResultReported(2, 1, ABSENT),
    play.ResultKeyed(1, 2, WON),
    play.ResultConfirmed(1, 1, B),
    play.ResultObjected(1, 1, A, "it was 2-1"),
    play.ObjectionAnswered(1, 1, "the slip says so", "Hale"),
    play.ResultCorrected(1, 2, ABSENT, "misread"),
    play.ResultCorrected(1, 1, LOST, "misread"),
    play.PlayerDropped(A, 1, by_result=True),
    play.PlayerDropped(B, 1),
    play.PlayerRejoined(B),
    play.PlayerExcused(A, 1),
    play.PlayerDisqualified(C, 1, "rude"),
    play.CutMade(2, (A, B)),
    play.CutRefilled(B, C, (A, C), (D,)),
    play.RoundClosed(1, "ab"),
    play.EventFinished("seed", "done"),
    clock.ClockStarted(1, NOON),
    clock.ClockPaused(1, LATER),
    clock.ClockResumed(1, LATER),
    clock.TimeAdded(1, 5, NOON),
    clock.TableExtended(1, 1, 5, NOON),
    clock.TableExtended(1, 2, 5, NOON),
    staff.PenaltyGiven(A, "warning"),
    staff.RecommendationDeclined(1, "first time"),
    staff.RulingGiven("Yes.", 2),
    staff.RulingAppealed(1, A),
    staff.AppealDecided(1, True, "Yes, then."),
    staff.StaffJoined(2, "Jo", Role.JUDGE, "other"),
    staff.StaffPlays(0, A),
    staff.StaffDuty(1, False),
    staff.StaffRemoved(1),
    staff.LinkRenewed(Role.JUDGE, "new"),
    staff.LinkRenewed(Role.PLAYER, "new", B),
    staff.Announced("Lunch"),
    staff.EventListed(shown=False),
    staff.SitesAllowed(("https://club.example",)),
    staff.AnnouncementWithdrawn(),
    staff.JudgeCalled(1, 1, A),
    staff.BreachReported(1, 2, "Looks at the deck"),
    staff.CallAnswered(1, 0),
    staff.CallEnded(1),
    staff.TableFeatured(1, 1, shown=True),
    staff.TableFeatured(1, 1, shown=False),
    lists.ListHandedIn(A, 1, "Ryu again"),
    lists.ListHandedIn(B, 2, "Kage"),
    lists.ListWithdrawn(A, 1),
    lists.ListsLocked(),
    lists.ListsLocked((A,)),
    lists.ListsUnlocked((A, B)),
    lists.ListMarked(A, 1, lists.ListMark.FAULTY, "one short"),
    lists.ListConsent(A, True),
    lists.ChoiceSealed(1, A, "vim", "Men"),
    lists.ChoiceSealed(1, A, "plan", 2),
    lists.ProxyMade(A, "Katana"),
    lists.CardLost(A, 1, "Katana"),
    lists.CardReplaced(1),
    venue.TerrainStocked(HILL, 3),
    venue.TerrainStocked(HILL, 0),
    venue.LayoutSaved(Layout("Dojo", 36_000, 36_000), "layout 1"),
    venue.LayoutRemoved("Dojo"),
    venue.TerrainAssigned(1, "Dojo", 1),
    venue.TerrainAssigned(1, "", 2),
    venue.TerrainReviewed(1, "all well"),
    venue.GroundLaid(Ground("Tide", ON_HILL)),
    venue.GroundLaid(Ground("Tide")),
    venue.SheetAttached("Tide", "tide.pdf", "application/pdf", "AA=="),
    venue.SheetAttached("Tide"),
    venue.VariantSaved("High tide", "Tide", "It rises."),
    venue.VariantSaved("High tide"),
    claims.NameClaimed(A, "phone", claims.ClaimedBy.PICKED),
    claims.NameClaimed(A, "other", claims.ClaimedBy.CODE, "phone"),
    claims.NameAsked(A, "tablet", LATER),
    claims.NameDenied(B, "tablet"),
    claims.NameRefused(B, "tablet"),
    claims.NameReleased(A),
    awards.AwardAdded("1", "Best opponent", awards.AwardKind.OPPONENT),
    awards.VoteOpened("1"),
    awards.VoteGiven("1", A, B),
    awards.VoteGiven("1", A, C),
    awards.VoteClosed("1", ((C, 1),)),
    awards.AwardDecided("1", (C,), "kind"),
    awards.AwardDecided("1"),
    awards.AwardRemoved("1"),
    claims.NameForgotten(A),
]


def entry(fact: Fact, seq: int = 1) -> Entry:
    return Entry(seq, NOON, Actor(), "", fact)


def test_every_kind_of_fact_is_tried_and_changes_something() -> None:
    changing = set()
    state = fold([entry(fact) for fact in (CREATED, *USUAL)])
    for fact in STEPS:
        try:
            before, state = state, advance(state, [entry(fact)])
        except DamagedJournal:
            continue
        if state != before:
            changing.add(type(fact).__name__)
    assert set(EVENT.kinds) - changing == {"EventCreated", "Undone", "Redone"}


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from([*USUAL, *STEPS]), max_size=40), st.data())
def test_a_state_that_went_on_is_what_the_journal_gives_and_leaves_the_one_before(
    told: list[Fact], data: st.DataObject
) -> None:
    entries = [entry(fact) for fact in (CREATED, *USUAL)]
    state = fold(entries)
    passed: list[tuple[Event, str]] = []
    while told:
        count = data.draw(st.integers(1, 3))
        new, told = [entry(fact) for fact in told[:count]], told[count:]
        passed.append((state, repr(state)))
        try:
            state = advance(state, new)
        except DamagedJournal:
            continue
        entries += new
        assert state == fold(entries)
    assert [repr(one) for one, _ in passed] == [said for _, said in passed]
