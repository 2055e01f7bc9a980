"""What single facts do to the state, area by area, and whose fault it is when one cannot be folded."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from muster.core.kit.model import Ending, PlayerId, Result, Role, StageKind
from muster.core.kit.reasons import Reason
from muster.core.record.event import Claim, MatchState, NameRequest
from muster.core.record.facts import clock as clock_facts
from muster.core.record.facts import lists as list_facts
from muster.core.record.facts import play as facts
from muster.core.record.facts import staff as staff_facts
from muster.core.record.facts import venue as venue_facts
from muster.core.record.facts.claims import ClaimedBy, NameAsked, NameClaimed, NameDenied, NameRefused, NameReleased
from muster.core.record.fold.fault import names_what_is_not_there
from muster.core.record.fold.play import advance
from muster.core.record.lists import Said
from muster.core.record.terrain import Form, Ground, Layout, Piece, Standing, Stocked
from tests.core.record.test_fold import CREATED, LOST, PLAYED, STARTED, WON, A, B, C, D, E, after

F, NOBODY = PlayerId(6), PlayerId(77)
PICKED, LINK, NOD = ClaimedBy.PICKED, ClaimedBy.LINK, ClaimedBy.NOD

# Names on phones


def test_a_claim_remembers_the_phone_before_it_for_as_long_as_it_is_the_same_phone() -> None:
    told = [NameClaimed(A, "old", PICKED), NameClaimed(A, "new", LINK, instead="old")]
    assert after(*told[:1]).claims == {A: Claim("old", PICKED)}
    assert after(*told).claims == {A: Claim("new", LINK, "old")}
    assert after(*told, NameClaimed(A, "new", NOD)).claims == {A: Claim("new", NOD, "old")}
    assert after(*told, NameClaimed(A, "third", NOD)).claims == {A: Claim("third", NOD)}
    assert after(*told, NameReleased(A)).claims == {}
    assert after(NameClaimed(NOBODY, "old", PICKED)).claims == {}


def test_a_request_is_gone_once_it_is_answered() -> None:
    asked = [NameAsked(A, "new", "later"), NameAsked(A, "other", "later")]
    assert after(*asked).asked == {(A, one.device): NameRequest(one) for one in asked}
    assert after(*asked, NameDenied(A, "new")).asked[A, "new"].denied
    for answer in (NameClaimed(A, "new", NOD), NameRefused(A, "new")):
        assert list(after(*asked, answer).asked) == [(A, "other")]


def test_a_removed_enrolment_takes_its_names_and_lists_along() -> None:
    told: list[facts.Fact] = [
        fact
        for p in (A, B)
        for fact in (
            NameClaimed(p, f"phone {p}", LINK),
            NameAsked(p, "new", "later"),
            list_facts.ListHandedIn(p, 1, "x"),
        )
    ]
    event = after(*told, facts.EnrolmentsRemoved((A,)), told=STARTED[:6])
    assert (list(event.claims), list(event.asked), list(event.lists.versions)) == ([B], [(B, "new")], [B])
    assert A not in event.players and event.enrolled == E


# The clock


def test_the_clock_runs_rests_and_is_made_longer() -> None:
    start, pause = "2026-11-15T10:00:00+00:00", "2026-11-15T10:05:00+00:00"
    told: list[facts.Fact] = [clock_facts.ClockStarted(1, start), clock_facts.TimeAdded(1, 5, start)]
    running = after(*told).rounds[0].clock
    assert running.started and running.since > 0 and running.added == 5
    more = [clock_facts.TableExtended(1, 2, 3, start), clock_facts.TableExtended(1, 2, 4, start)]
    resting = after(*told, *more, clock_facts.ClockPaused(1, pause)).rounds[0].clock
    assert (resting.since, resting.ran, resting.extensions) == (0, 300_000, {2: 7})
    assert after(*told, clock_facts.ClockPaused(1, pause), clock_facts.ClockResumed(1, pause)).rounds[0].clock.since


# Staff


def test_a_renewed_private_link_takes_the_name_off_its_phone() -> None:
    told = [NameClaimed(A, "old", LINK), NameClaimed(B, "other", LINK)]
    assert list(after(*told, staff_facts.LinkRenewed(Role.PLAYER, "key", A)).claims) == [B]
    assert list(after(*told, staff_facts.LinkRenewed(Role.JUDGE, "key")).claims) == [A, B]


def test_calls_and_rulings_are_numbered_from_1_and_each_is_answered_by_itself() -> None:
    called: list[facts.Fact] = [staff_facts.JudgeCalled(1, 1, A), staff_facts.BreachReported(1, 2, "dice")]
    event = after(*called, staff_facts.CallAnswered(1, 0), staff_facts.CallEnded(2))
    assert [(c.number, c.answered, c.ended) for c in event.staff.calls] == [(1, 0, False), (2, None, True)]
    ruled = [staff_facts.RulingGiven(str(n)) for n in range(3)]
    appealed = after(*ruled, staff_facts.RulingAppealed(2, A)).staff.rulings
    assert [(r.number, r.open) for r in appealed] == [(1, False), (2, True), (3, False)]


def test_recommendations_that_were_declined_add_up() -> None:
    told = [staff_facts.RecommendationDeclined(n, "no") for n in (1, 3)]
    assert after(*told).staff.declined == {1, 3}


def test_what_is_announced_and_listed() -> None:
    event = after(staff_facts.Announced("Lunch"), staff_facts.EventListed(False))
    assert (event.announcement, event.hidden) == ("Lunch", True)
    later = after(staff_facts.Announced("Lunch"), staff_facts.AnnouncementWithdrawn(), staff_facts.EventListed(True))
    assert (later.announcement, later.hidden) == ("", False)


def test_the_sites_named_last_are_those_that_may_use_the_event() -> None:
    first, second = (staff_facts.SitesAllowed((f"https://{name}.example",)) for name in "ab")
    assert after(first, second).sites == ("https://b.example",)
    assert after(first, staff_facts.SitesAllowed()).sites == ()


# Lists


def test_what_happens_to_lists() -> None:
    told: list[facts.Fact] = [
        list_facts.ListHandedIn(A, 1, "one"),
        list_facts.ListHandedIn(B, 1, "two"),
        list_facts.ListMarked(A, 1, list_facts.ListMark.IN_ORDER),
        list_facts.ListWithdrawn(B, 1),
        list_facts.ListConsent(A, True),
        list_facts.ListsLocked((A,)),
        list_facts.ProxyMade(A, "Kenko", "Jo", "2026-11-15"),
        list_facts.ChoiceSealed(1, A, "list", 1),
    ]
    lists = after(*told).lists
    assert [v.mark for v in lists.of(A, 1)] == [list_facts.ListMark.IN_ORDER] and lists.of(B, 1) == ()
    assert (lists.consents, lists.locked_one) == ({A: True}, {A: Said(True, False, True)})
    assert [p.card for p in lists.proxies] == ["Kenko"]
    assert lists.sealed == {(1, A): {"list": 1}}
    unlocked = after(list_facts.ListsUnlocked(), told=STARTED)
    assert unlocked.lists.locked == Said(False, True, False)


def test_lost_cards_are_numbered_from_1() -> None:
    told: list[facts.Fact] = [
        list_facts.CardLost(A, 1, "Kenko"),
        list_facts.CardLost(B, 1, "Taka"),
        list_facts.CardReplaced(2),
    ]
    assert [(one.number, one.replaced) for one in after(*told).lists.lost] == [(1, False), (2, True)]


# The venue

WALL = Piece("Wall", ("wall",), Form.RECTANGLE, 4, 4)


def layout(x: int, name: str = "A") -> Layout:
    return Layout(name, 48, 48, (Standing(WALL, x, 10),))


def saved(x: int, name: str = "A", draw: str = "") -> venue_facts.LayoutSaved:
    return venue_facts.LayoutSaved(layout(x, name), draw)


def test_stock_grounds_and_sheets_are_there_until_they_are_taken_away() -> None:
    laid = Ground("Ford", (Standing(WALL, 1, 1),))
    sheet = venue_facts.SheetAttached("Ford", "f.png", "image/png", "eA==")
    told: list[facts.Fact] = [venue_facts.TerrainStocked(WALL, 2), venue_facts.GroundLaid(laid), sheet]
    venue = after(*told).venue
    assert (venue.stock, venue.grounds, venue.sheets) == ({"Wall": Stocked(WALL, 2)}, {"Ford": laid}, {"Ford": sheet})
    untold = after(*told, venue_facts.GroundLaid(seal="ab"), venue_facts.SheetAttached(seal="ab")).venue
    assert (untold.grounds, untold.sheets) == (venue.grounds, venue.sheets)
    none: list[facts.Fact] = [
        venue_facts.TerrainStocked(WALL, 0),
        venue_facts.GroundLaid(Ground("Ford")),
        venue_facts.SheetAttached("Ford"),
    ]
    gone = after(*told, *none).venue
    assert (gone.stock, gone.grounds, gone.sheets) == ({}, {}, {})


def test_layouts_drawn_by_lot_are_counted() -> None:
    assert after(saved(1), saved(2, draw="terrain 1"), saved(3, "B", "terrain 2")).venue.layouts_drawn == 2


def test_terrain_from_a_round_on_takes_the_place_of_what_was_said_of_it() -> None:
    told = [venue_facts.TerrainAssigned(1, name, round_) for name, round_ in (("A", 1), ("B", 2), ("A", 3), ("C", 2))]
    assert after(*told).venue.terrain == {1: [(1, "A"), (2, "C")]}


def former(*told: facts.Fact) -> list[tuple[int, Layout]]:
    """What is kept of layout A for finished rounds, after round 1 was closed and then this."""
    base: list[facts.Fact] = [*PLAYED, saved(1), saved(1, "B"), *told]
    return after(told=base).venue.former.get("A", [])


def test_a_layout_that_was_played_on_is_kept_as_it_was() -> None:
    """Once for each round, and only if it was on a table in a round that is over."""
    on, elsewhere = venue_facts.TerrainAssigned(1, "A", 1), venue_facts.TerrainAssigned(2, "B", 1)
    closed = facts.RoundClosed(1)
    assert former(on, elsewhere, closed, saved(2)) == [(1, layout(1))]
    assert former(on, closed, saved(2), saved(3)) == [(1, layout(1))]
    assert former(on, elsewhere, saved(2)) == [], "no round is over"
    assert former(elsewhere, closed, saved(2)) == [], "it was on no table"
    assert former(elsewhere, closed, venue_facts.TerrainAssigned(1, "A", 2), saved(2)) == []
    drawn = facts.RoundDrawn(2, 1, (facts.DrawnPair(A, C, 1),))
    over: list[facts.Fact] = [drawn, facts.RoundPublished(2), facts.RoundClosed(2)]
    assert former(on, closed, saved(2), *over, saved(3), saved(4)) == [(1, layout(1)), (2, layout(2))]


# The event and its players


def test_what_is_not_amended_stays() -> None:
    first = facts.EventAmended("Cup", "2026-11-20", "Hall", "https://a.example", (("", "Lunch"),))
    event = after(first, facts.EventAmended())
    assert (event.name, event.date, event.place) == ("Cup", "2026-11-20", "Hall")
    assert (event.map_link, event.schedule) == ("https://a.example", (("", "Lunch"),))


def test_the_format_sets_the_first_stage_until_a_round_is_drawn() -> None:
    knock_out, swiss = facts.OptionSet("format", "elimination"), facts.OptionSet("format", "swiss")

    def kind(*told: facts.Fact, base: list[facts.Fact]) -> StageKind:
        return after(*told, told=base).stages[0].kind

    assert kind(knock_out, base=[CREATED]) is StageKind.ELIMINATION
    assert kind(knock_out, swiss, base=[CREATED]) is StageKind.SWISS
    assert kind(knock_out, facts.OptionSet("rounds", 3), base=[CREATED]) is StageKind.ELIMINATION
    assert kind(knock_out, base=PLAYED) is StageKind.SWISS


def test_numbers_go_on_from_the_highest() -> None:
    assert after(facts.PlayerEnrolled(NOBODY, "Gil", 1), facts.PlayerEnrolled(F, "Fay", 1)).enrolled == NOBODY


def test_games_that_were_scored_keep_the_values_they_were_scored_by() -> None:
    """U-26."""
    told = [facts.PlayerAmended(A, values={"models": 9}), facts.PlayerAmended(A, "Anna", after_round=1)]
    assert after(*told).players[A].former == ()
    changed = after(*told, facts.PlayerAmended(A, values={"models": 8}, after_round=1)).players[A]
    assert (changed.name, changed.values, changed.former) == ("Anna", {"models": 8}, ((1, {"models": 9}),))


def test_who_is_checked_out_is_late_whenever_they_come() -> None:
    """X-28: unless they have played."""
    late = facts.PlayerEnrolled(F, "Fay", 1)
    there = after(late, facts.CheckedIn(F, (1,)))
    assert (there.players[F].checked_in, there.players[F].missed) == (True, {1})
    out = after(late, facts.CheckedIn(F, (1,)), facts.CheckedOut(F)).players[F]
    assert (out.checked_in, out.late, out.missed) == (False, set(), set())
    second = facts.RoundDrawn(2, 1, (facts.DrawnPair(A, F, 1),))
    played = after(late, facts.CheckedIn(F, (1,)), second, facts.RoundPublished(2), facts.CheckedOut(F)).players[F]
    assert (played.checked_in, played.late, played.missed) == (False, {1}, {1})


def test_a_copy_that_does_not_tell_the_scenario_has_none() -> None:
    chosen = facts.ScenarioChosen(1, "Ford")
    assert after(chosen, facts.ScenarioChosen(1, "", seal="ab")).scenarios == {}


# Rounds and results


def test_a_bye_beside_the_others_takes_its_notice_away() -> None:
    notices = (*(Reason("left_out", {"player": p}) for p in (E, F)), Reason("bye", {"player": E}))
    drawn = facts.RoundDrawn(1, 1, (facts.DrawnPair(A, B, 1),), (), notices)
    round_ = after(facts.PlayerEnrolled(F, "Fay", 1), drawn, facts.ByeAdded(1, E), told=STARTED[:6]).rounds[0]
    assert [bye.player for bye in round_.byes] == [E]
    assert [(n.code, n.data["player"]) for n in round_.notices] == [("left_out", F), ("bye", E)]


def test_a_latecomer_has_the_next_match_and_the_bye_is_gone() -> None:
    event = after(facts.PlayerEnrolled(F, "Fay", 1), facts.LatecomerSeated(1, F, facts.DrawnPair(E, F, 3)))
    assert [m.number for m in event.rounds[0].matches] == [1, 2, 3]
    assert event.rounds[0].byes == []


def test_a_match_remembers_where_everybody_saw_it() -> None:
    def moved(told: list[facts.Fact]) -> list[tuple[int, int]]:
        matches = after(facts.TableMoved(1, 1, 2, other=2), told=told).rounds[0].matches
        return [(m.table, m.moved_from) for m in matches]

    assert moved(PLAYED) == [(2, 1), (1, 2)]
    assert moved(STARTED) == [(2, 0), (1, 0)]


def agreed(*told: facts.Fact) -> tuple[Result | None, Collection[PlayerId]]:
    match = after(*told).match(1, 1)
    return match.result, match.agreed


def test_whose_word_a_result_is() -> None:
    mine, theirs = facts.ResultReported(1, 1, WON, A), facts.ResultReported(1, 1, WON, B)
    assert agreed(mine) == (None, set())
    assert agreed(theirs) == (None, set())
    assert agreed(mine, theirs) == (WON, {A, B})
    assert agreed(mine, facts.ResultConfirmed(1, 1, B)) == (WON, {A, B})
    assert agreed(mine, facts.ResultConfirmed(1, 1)) == (WON, {A})
    assert agreed(mine, facts.ResultReported(1, 1, LOST, B), facts.ResultConfirmed(1, 1, A)) == (LOST, {A, B})
    assert agreed(facts.ResultReported(1, 1, WON)) == (WON, set())
    late = [facts.ResultReported(1, 1, WON), facts.ResultReported(1, 1, LOST, A)]
    assert agreed(*late) == (WON, set()) and after(*late).match(1, 1).state is MatchState.IN
    corrected = after(*[facts.ResultCorrected(1, 1, LOST, "misread")] * 2).match(1, 1)
    assert (corrected.result, corrected.corrections) == (LOST, 2)


@pytest.mark.parametrize(
    ("result", "left", "followed"),
    [
        (Result({}, Ending.NO_SHOW, (B,)), facts.PlayerDropped(B, 1, "did not appear"), True),
        (Result({}, Ending.NO_SHOW, (B,)), facts.PlayerDropped(B, 1, "train"), False),
        (Result({}, Ending.NO_SHOW, (A,)), facts.PlayerDropped(B, 1, "did not appear"), False),
        (Result({}, Ending.CONCESSION, (B,)), facts.PlayerDropped(B, 1, "did not appear"), False),
        (WON, facts.PlayerDropped(B, 1, "train", by_result=True), True),
        (WON, facts.PlayerDropped(B, 1, retired=True), True),
        (None, facts.PlayerDropped(B, 1, "did not appear"), False),
        (WON, facts.PlayerDropped(E, 1, "did not appear"), False),
        (WON, facts.PlayerDropped(B, 0, "did not appear"), False),
    ],
)
def test_what_followed_from_a_result(result: Result | None, left: facts.PlayerDropped, followed: bool) -> None:
    """Journals older than `by_result` are recognised by the reason they gave."""
    told: list[facts.Fact] = [] if result is None else [facts.ResultReported(1, 1, result)]
    moves = after(*told, left).players[left.player].moves
    assert [move.by_result for move in moves] == [followed]


def test_seats_in_later_brackets_add_up() -> None:
    event = after(
        facts.CutMade(2, (A, C)), facts.CutRefilled(C, D, (A, D), (B,)), facts.CutRefilled(D, E, (A, E), (C,))
    )
    assert (event.stages[1].number, event.stages[1].declined) == (2, {B, C})


def test_a_state_that_goes_on_knows_what_was_worked_out() -> None:
    event = after()
    assert advance(event, []).known is event.known
    event.known = None
    assert advance(event, []).known is not None


# Whose fault it is


@pytest.mark.parametrize(
    ("fact", "error", "damaged"),
    [
        (list_facts.CardReplaced(0), IndexError(), True),
        (list_facts.CardReplaced(1), IndexError(), False),
        (list_facts.CardReplaced(2), IndexError(), True),
        (list_facts.ListWithdrawn(A, 1), KeyError(1), False),
        (list_facts.ListWithdrawn(A, 2), KeyError(2), True),
        (list_facts.ListMarked(B, 1, list_facts.ListMark.IN_ORDER), KeyError(B), True),
        (list_facts.ListMarked(A, 1, list_facts.ListMark.IN_ORDER), KeyError(A), False),
        (facts.CheckedIn(NOBODY), KeyError(NOBODY), True),
        (facts.CheckedIn(NOBODY), IndexError(NOBODY), False),
        (facts.CheckedIn(F), KeyError(F), False),
        (staff_facts.StaffRemoved(3), KeyError(3), True),
        (staff_facts.StaffRemoved(0), KeyError(0), False),
        (facts.RoundPublished(2), KeyError(NOBODY), True),
        (facts.RoundPublished(1), KeyError(A), False),
        (facts.RoundPublished(1), KeyError("clan"), False),
        (NameDenied(A, "phone"), KeyError((A, "phone")), True),
        (NameDenied(A, "phone"), KeyError((A, "other")), False),
    ],
)
def test_a_look_up_fails_for_what_the_journal_says_or_for_a_bug(
    fact: object, error: LookupError, damaged: bool
) -> None:
    event = after(
        facts.PlayerEnrolled(F, "Fay", 1),
        list_facts.CardLost(A, 1, "Kenko"),
        list_facts.ListHandedIn(A, 1, "x"),
        facts.RoundDrawn(2, 1, (facts.DrawnPair(A, NOBODY, 1),)),
    )
    assert names_what_is_not_there(fact, event, error) is damaged
