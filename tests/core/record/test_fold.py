"""From the journal to the state: what each kind of fact does, what undo and redo leave, and any prefix."""

from __future__ import annotations

from copy import deepcopy
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.core.kit.errors import DamagedJournal
from muster.core.kit.model import Actor, Ending, PlayerId, Result, Role, StageKind
from muster.core.kit.reasons import Reason
from muster.core.record.event import ByeSeat, Event, Match, MatchState, RoundState, Stage
from muster.core.record.event_journal import EVENT
from muster.core.record.facts import claims as claim_facts
from muster.core.record.facts import lists as list_facts
from muster.core.record.facts import play as facts
from muster.core.record.facts import staff as staff_facts
from muster.core.record.facts import venue as venue_facts
from muster.core.record.facts.play import Entry
from muster.core.record.fold.play import advance, apply, fold
from muster.core.record.player import Status
from muster.core.record.undo import Redone, Undone, effective

A, B, C, D, E, F = (PlayerId(n) for n in range(1, 7))
CREATED = facts.EventCreated("Spring Cup", "bushido", "2", "ab" * 32, "0.1.0", "2026-03-01", {"win": 3})
WON = Result({"points": [3, 1]})
LOST = Result({"points": [1, 3]})
WHY = (Reason("same_points", {"points": 3}, "X-10"),)

STARTED: list[facts.Fact] = [
    CREATED,
    *(facts.PlayerEnrolled(player, f"Player {player}", 100 - player) for player in (A, B, C, D, E)),
    facts.RoundDrawn(
        1,
        1,
        (facts.DrawnPair(A, B, 1, WHY, down=A), facts.DrawnPair(C, D, 2)),
        (facts.DrawnBye(E, WHY, 3),),
        WHY,
        "round 1",
        2,
        True,
        "asked for",
    ),
]
PLAYED: list[facts.Fact] = [*STARTED, facts.RoundPublished(1)]


def entries_of(told: list[facts.Fact]) -> list[Entry]:
    return [Entry(number, f"at {number}", Actor(), "", fact) for number, fact in enumerate(told, start=1)]


def after(*more: facts.Fact, told: list[facts.Fact] = PLAYED) -> Event:
    return fold(entries_of([*told, *more]))


def test_every_kind_of_fact_has_one_handler() -> None:
    handled = {kind.__name__ for kind in apply.registry if kind is not object}
    assert handled == set(EVENT.kinds) - {"EventCreated", "Undone", "Redone"}


def test_created() -> None:
    assert fold(entries_of([CREATED])) == Event(
        name="Spring Cup",
        system="bushido",
        edition="2",
        seed_hash="ab" * 32,
        version="0.1.0",
        created="at 1",
        date="2026-03-01",
        definition={"win": 3},
        stages=[Stage(1, StageKind.SWISS)],
    )


@pytest.mark.parametrize("told", [[], [facts.CheckedIn(A)], [CREATED, Undone(1, 1)]])
def test_a_journal_without_a_creation_is_refused(told: list[facts.Fact]) -> None:
    with pytest.raises(DamagedJournal, match="does not begin with the creation"):
        fold(entries_of(told))


def test_an_event_is_created_once() -> None:
    with pytest.raises(DamagedJournal, match="A fact of the kind “EventCreated” cannot be here"):
        fold(entries_of([CREATED, CREATED]))


def test_options() -> None:
    event = after(facts.OptionSet("rounds", 5, "long day"), facts.OptionSet("rounds", 4), facts.OptionSet("cut", None))
    assert event.options == {"rounds": 4, "cut": None}
    assert event.option_reasons == {"rounds": "long day"}


def test_enrolled_amended_and_checked_in() -> None:
    event = after(
        facts.PlayerEnrolled(PlayerId(6), "Žofie", 7, {"clan": "Crab", "paid": False}, True, (1, 2)),
        facts.PlayerAmended(PlayerId(6), values={"paid": True}),
        facts.PlayerAmended(PlayerId(6), "Sofie"),
        facts.CheckedIn(PlayerId(6)),
    )
    player = event.players[PlayerId(6)]
    assert (player.id, player.name, player.lot, player.stand_in) == (6, "Sofie", 7, True)
    assert player.values == {"clan": "Crab", "paid": True}
    assert player.missed == {1, 2}
    assert player.checked_in
    assert player.active
    assert not event.players[A].checked_in


def test_a_name_that_a_copy_withholds_is_the_number() -> None:
    """Of whoever enrolled and of whoever was renamed."""
    zoe, withheld = facts.PlayerEnrolled(F, "Zoe"), facts.PlayerAmended(F, seal="ab")
    for told, name in (
        ([facts.PlayerEnrolled(F, seal="ab")], "Player 6"),
        ([zoe, withheld], "Player 6"),
        ([zoe, withheld, facts.PlayerAmended(F, "Zoë")], "Zoë"),
        ([zoe, facts.PlayerAmended(F, values={"paid": True})], "Zoe"),
    ):
        assert after(*told).players[F].name == name


def test_amending_does_not_reach_into_the_journal() -> None:
    enrolled = facts.PlayerEnrolled(PlayerId(6), "Žofie", 7, {"paid": False})
    after(enrolled, facts.PlayerAmended(PlayerId(6), values={"paid": True}))
    assert enrolled.values == {"paid": False}


def test_drawn() -> None:
    event = after(told=STARTED)
    (round_,) = event.rounds
    assert round_.matches == [Match(1, A, B, 1, WHY, (), A), Match(2, C, D, 2)]
    assert round_.byes == [ByeSeat(E, WHY, 3)]
    assert (round_.number, round_.stage, round_.notices, round_.draw) == (1, 1, WHY, "round 1")
    assert (round_.attempt, round_.by_hand, round_.reason) == (2, True, "asked for")
    assert round_.state is RoundState.DRAFT
    assert event.attempts == {1: 2}
    assert not event.started


def test_drawn_again_replaces_the_draft() -> None:
    event = after(facts.RoundDrawn(1, 1, (facts.DrawnPair(A, C, 1),), attempt=3), told=STARTED)
    assert [(m.a, m.b) for m in event.rounds[0].matches] == [(A, C)]
    assert len(event.rounds) == 1
    assert event.attempts == {1: 3}


def test_withdrawn_round_keeps_its_attempts() -> None:
    event = after(facts.RoundWithdrawn(1, "wrong list"))
    assert event.rounds == []
    assert event.attempts == {1: 2}, "a redraw must not repeat a stream of lots"


def test_what_was_declared_for_a_round_goes_with_it() -> None:
    sealed = list_facts.ChoiceSealed(1, A, "vim", "Kenko")
    assert after(sealed).lists.sealed == {(1, A): {"vim": "Kenko"}}
    assert after(sealed, facts.RoundWithdrawn(1, "wrong list")).lists.sealed == {}
    assert after(sealed, facts.RoundDrawn(1, 1, (facts.DrawnPair(A, C, 1),))).lists.sealed == {}


def test_swapped() -> None:
    pairs = (facts.DrawnPair(A, C, 1), facts.DrawnPair(B, D, 2))
    event = after(facts.PlayersSwapped(1, B, C, pairs, (facts.DrawnBye(E),)), told=STARTED)
    assert [(m.a, m.b, m.table) for m in event.rounds[0].matches] == [(A, C, 1), (B, D, 2)]
    assert event.rounds[0].byes == [ByeSeat(E)]
    assert event.rounds[0].notices == ()


def test_tables_moved() -> None:
    alone = after(facts.TableMoved(1, 1, 9))
    assert [m.table for m in alone.rounds[0].matches] == [9, 2]
    exchanged = after(facts.TableMoved(1, 1, 2, other=2))
    assert [m.table for m in exchanged.rounds[0].matches] == [2, 1]


def test_published_and_closed() -> None:
    assert after().rounds[0].state is RoundState.PUBLISHED
    assert after().started
    closed = after(facts.RoundClosed(1, "cd")).rounds[0]
    assert (closed.state, closed.digest) == (RoundState.CLOSED, "cd")


@pytest.mark.parametrize(
    ("told", "state", "result"),
    [
        ([facts.ResultReported(1, 1, WON)], MatchState.IN, WON),
        ([facts.ResultReported(1, 1, WON, A)], MatchState.REPORTED, None),
        ([facts.ResultReported(1, 1, WON, A), facts.ResultReported(1, 1, LOST, A)], MatchState.REPORTED, None),
        ([facts.ResultReported(1, 1, WON, A), facts.ResultReported(1, 1, WON, B)], MatchState.IN, WON),
        ([facts.ResultReported(1, 1, WON, A), facts.ResultReported(1, 1, LOST, B)], MatchState.DISPUTED, None),
        (
            [
                facts.ResultReported(1, 1, WON, A),
                facts.ResultReported(1, 1, LOST, B),
                facts.ResultReported(1, 1, WON, B),
            ],
            MatchState.IN,
            WON,
        ),
        (
            [
                facts.ResultReported(1, 1, WON, A),
                facts.ResultReported(1, 1, LOST, B),
                facts.ResultReported(1, 1, LOST),
            ],
            MatchState.IN,
            LOST,
        ),
        ([facts.ResultReported(1, 1, WON, B), facts.ResultConfirmed(1, 1, A)], MatchState.IN, WON),
        ([facts.ResultReported(1, 1, WON, B), facts.ResultConfirmed(1, 1)], MatchState.IN, WON),
        ([facts.ResultReported(1, 1, WON), facts.ResultCorrected(1, 1, LOST, "misread")], MatchState.IN, LOST),
    ],
    ids=[
        "staff",
        "one player",
        "changed their mind",
        "both agree",
        "both differ",
        "dispute settled by agreement",
        "dispute settled by staff",
        "confirmed by the other",
        "confirmed by staff",
        "corrected",
    ],
)
def test_results(told: list[facts.Fact], state: MatchState, result: Result | None) -> None:
    match = after(*told).match(1, 1)
    assert (match.state, match.result) == (state, result)
    assert (match.reports == {}) == (state is MatchState.IN)
    assert match.corrections == sum(isinstance(fact, facts.ResultCorrected) for fact in told)
    assert after(*told).match(1, 2).state is MatchState.OPEN


def test_a_round_is_complete_when_all_results_are_in() -> None:
    one = after(facts.ResultReported(1, 1, WON))
    assert [m.number for m in one.rounds[0].out()] == [2]
    assert not one.rounds[0].complete
    assert after(facts.ResultReported(1, 1, WON), facts.ResultReported(1, 2, WON)).rounds[0].complete


@pytest.mark.parametrize(
    ("left", "status", "why"),
    [
        (facts.PlayerDropped(A, 1, "train"), Status.DROPPED, "train"),
        (facts.PlayerDropped(A, 1, retired=True), Status.RETIRED, ""),
        (facts.PlayerDisqualified(A, 1, "cheating"), Status.DISQUALIFIED, "cheating"),
    ],
)
def test_left_and_back(left: facts.Fact, status: Status, why: str) -> None:
    gone = after(left).players[A]
    assert (gone.status, gone.left_after, gone.left_stage, gone.why_left) == (status, 1, 1, why)
    assert not gone.active
    seats = (facts.DrawnPair(C, D, 1),)
    without = [fact for n in (2, 3) for fact in (facts.RoundDrawn(n, 1, seats), facts.RoundPublished(n))]
    assert after(left, *without).players[A].missed == set()
    back = after(left, *without, facts.PlayerRejoined(A, (2, 3))).players[A]
    assert back.active is (status is Status.DROPPED), "who retired or was disqualified is out for good"
    assert back.why_left == ("" if back.active else why)
    assert back.missed == ({2, 3} if back.active else set())


def test_excused() -> None:
    player = after(facts.PlayerExcused(A, 2)).players[A]
    assert player.missed == {2}
    assert player.active


def test_penalties_and_rulings_stand_in_order() -> None:
    given_ = [staff_facts.PenaltyGiven(A, "warning"), staff_facts.PenaltyGiven(B, "game loss", "late")]
    ruled = [staff_facts.RulingGiven("line of sight", 2), staff_facts.RulingGiven("base contact")]
    event = after(given_[0], ruled[0], given_[1], ruled[1])
    assert event.staff.penalties == given_
    assert [(r.number, r.given) for r in event.staff.rulings] == [(1, ruled[0]), (2, ruled[1])]


def test_an_appeal_belongs_to_its_ruling() -> None:
    told: list[facts.Fact] = [
        staff_facts.RulingGiven("no"),
        staff_facts.RulingGiven("yes"),
        staff_facts.RulingAppealed(2, A),
    ]
    assert [r.open for r in after(*told).staff.rulings] == [False, True]
    answer = staff_facts.AppealDecided(2, True, "indeed")
    assert after(*told, answer).staff.rulings[1].decision == answer
    with pytest.raises(DamagedJournal):
        after(*told, staff_facts.AppealDecided(3, True, "of what?"))


def test_staff_come_and_go_and_numbers_are_not_given_again() -> None:
    joined = staff_facts.StaffJoined(1, "Hale", Role.JUDGE, "key")
    assert [s.role for s in after().staff.members.values()] == [Role.ORGANISER]
    event = after(joined, staff_facts.StaffPlays(1, A), staff_facts.StaffPlays(0, B), staff_facts.StaffDuty(1, False))
    members = event.staff.members
    assert (members[1].player, members[0].player, members[1].on_duty) == (A, B, False)
    gone = after(joined, staff_facts.StaffRemoved(1))
    assert (list(gone.staff.members), gone.staff.joined) == ([0], 1)
    with pytest.raises(DamagedJournal):
        after(staff_facts.StaffRemoved(1))


def test_a_renewed_link_has_the_key_of_the_last_renewal() -> None:
    renewed = [staff_facts.LinkRenewed(Role.PLAYER, key, A) for key in ("one", "two")]
    event = after(*renewed, staff_facts.LinkRenewed(Role.JUDGE, "three"), staff_facts.RecommendationDeclined(4, "no"))
    assert event.staff.link_keys == {(Role.PLAYER, A): "two", (Role.JUDGE, None): "three"}
    assert event.staff.declined == {4}


def test_scenario() -> None:
    first, second = facts.ScenarioChosen(1, "Idols"), facts.ScenarioChosen(1, "Flags", rolled=True)
    assert after(first, second).scenarios == {1: second}


def test_cut_and_refilled() -> None:
    event = after(facts.CutMade(2, (A, C)), facts.CutRefilled(C, D, (A, D), (B,)))
    assert event.stages == [Stage(1, StageKind.SWISS), Stage(2, StageKind.ELIMINATION, 1, (A, D), (A, C), {B})]


def test_finished() -> None:
    event = after(facts.EventFinished("secret", "hall closed"))
    assert (event.finished, event.seed, event.finish_reason) == (True, "secret", "hall closed")
    assert after().seed == ""


def test_no_show_is_a_result_like_any_other() -> None:
    absent = Result({}, Ending.NO_SHOW, (B,))
    assert after(facts.ResultReported(1, 1, absent)).match(1, 1).result == absent


def counting(*told: facts.Fact) -> list[int]:
    """The numbers of the entries that count, after four rulings and these facts."""
    return [
        entry.seq for entry in effective(entries_of([*(staff_facts.RulingGiven(str(n)) for n in range(1, 5)), *told]))
    ]


UNDONE, REDONE = Undone, Redone


@pytest.mark.parametrize(
    ("told", "count"),
    [
        ([], [1, 2, 3, 4]),
        ([UNDONE(4, 4)], [1, 2, 3]),
        ([UNDONE(3, 4)], [1, 2]),
        ([UNDONE(2, 2)], [1, 3, 4]),
        ([UNDONE(4, 4), UNDONE(3, 3)], [1, 2]),
        ([UNDONE(4, 4), REDONE(4, 4)], [1, 2, 3, 4]),
        ([UNDONE(2, 4), REDONE(3, 3)], [1, 3]),
        ([UNDONE(4, 4), REDONE(4, 4), UNDONE(4, 4)], [1, 2, 3]),
        ([UNDONE(4, 4), UNDONE(5, 5)], [1, 2, 3]),
        ([UNDONE(4, 4), REDONE(4, 4), UNDONE(6, 6)], [1, 2, 3, 4]),
        ([UNDONE(4, 4), UNDONE(3, 5), REDONE(3, 5)], [1, 2, 3, 4]),
        ([REDONE(4, 4)], [1, 2, 3, 4]),
        ([UNDONE(4, 4), staff_facts.RulingGiven("new")], [1, 2, 3, 6]),
        ([UNDONE(4, 4), staff_facts.RulingGiven("new"), UNDONE(6, 6), REDONE(4, 4)], [1, 2, 3, 4]),
        ([UNDONE(4, 3)], [1, 2, 3, 4]),
    ],
    ids=[
        "nothing undone",
        "the last",
        "the last two at once",
        "one in the middle",
        "the last two in turn",
        "redone",
        "redone in part",
        "undone, redone, undone",
        "undoing an undo does nothing: redo does",
        "undoing a redo does nothing: undo does",
        "a redo of a range that holds an undo brings the facts back",
        "redone without an undo",
        "something new after an undo",
        "the new undone, the old redone",
        "an empty range",
    ],
)
def test_what_counts_after_undo_and_redo(told: list[facts.Fact], count: list[int]) -> None:
    assert counting(*told) == count


RANGES = st.tuples(st.integers(1, 12), st.integers(1, 12)).map(sorted)
STEPS = st.lists(
    st.one_of(
        st.just(staff_facts.RulingGiven("x")),
        RANGES.map(lambda r: Undone(*r)),
        RANGES.map(lambda r: Redone(*r)),
    ),
    max_size=12,
)


@given(STEPS)
def test_undo_and_redo_only_ever_choose_among_the_entries(told: list[facts.Fact]) -> None:
    entries = entries_of(told)
    left = effective(entries)
    assert left == [entry for entry in entries if entry in left], "in their old places"
    assert not any(isinstance(entry.fact, Undone | Redone) for entry in left)


@given(STEPS)
def test_undo_then_redo_is_the_identity(told: list[facts.Fact]) -> None:
    """Of any entry that counts, with anything before."""
    entries = entries_of(told)
    for entry in effective(entries):
        both = entries_of([*told, Undone(entry.seq, entry.seq), Redone(entry.seq, entry.seq)])
        assert effective(both) == effective(entries)


STORY: list[facts.Fact] = [
    *PLAYED,
    facts.ResultReported(1, 1, WON, A),
    facts.ResultConfirmed(1, 1, B),
    facts.ResultReported(1, 2, LOST),
    facts.ResultCorrected(1, 2, WON, "misread"),
    facts.RoundClosed(1, "ab"),
    facts.PlayerDropped(E, 1),
    facts.RoundDrawn(2, 1, (facts.DrawnPair(A, C, 1), facts.DrawnPair(B, D, 2))),
    facts.RoundPublished(2),
    facts.EventFinished("secret"),
]


@pytest.mark.parametrize("length", range(1, len(STORY) + 1))
def test_a_past_moment_is_a_prefix(length: int) -> None:
    """Undoing everything later gives the state of that moment, and folding has changed no fact."""
    entries = entries_of(STORY)
    before = deepcopy(entries)
    then = fold(entries[:length])
    assert fold([*entries, Entry(99, "", Actor(), "", Undone(length + 1, len(STORY)))]) == then
    assert entries == before


@pytest.mark.parametrize("length", range(1, len(STORY) + 1))
def test_a_state_brought_up_to_date_is_the_state_folded_anew(length: int) -> None:
    entries = entries_of(STORY)
    assert advance(fold(entries[:length]), entries[length:]) == fold(entries)


def test_an_undo_cannot_be_advanced_over() -> None:
    entries = entries_of(STORY)
    with pytest.raises(DamagedJournal, match="A fact of the kind “Undone” cannot be here"):
        advance(fold(entries), [Entry(99, "", Actor(), "", Undone(3, 3))])


NOWHERE: list[facts.Fact] = [
    facts.CheckedIn(PlayerId(77)),
    facts.EnrolmentsRemoved((A, PlayerId(77))),
    facts.RoundClosed(9),
    facts.ByeAdded(1, PlayerId(77)),
    facts.ResultReported(1, 9, WON),
    facts.ResultConfirmed(1, 1, B),
    facts.PlayerRejoined(PlayerId(77)),
    staff_facts.StaffRemoved(3),
    staff_facts.AppealDecided(4, True, ""),
    list_facts.ListWithdrawn(A, 1),
    list_facts.CardReplaced(2),
    venue_facts.LayoutRemoved("Ruins"),
    claim_facts.NameDenied(A, "phone"),
]


@pytest.mark.parametrize("fact", NOWHERE, ids=lambda fact: type(fact).__name__)
def test_a_fact_about_what_is_not_there_is_damage(fact: facts.Fact) -> None:
    with pytest.raises(DamagedJournal, match="is about a player, round or match that does not exist"):
        fold(entries_of([*PLAYED, fact]))


@pytest.mark.parametrize("bug", [KeyError("clan"), KeyError(A), IndexError("list index out of range"), StopIteration()])
def test_a_bug_in_a_handler_is_not_called_damage(monkeypatch: pytest.MonkeyPatch, bug: Exception) -> None:
    """The journal is sound: somebody who reads that it is damaged would restore a copy for nothing."""

    def broken(fact: facts.CheckedIn, event: Event) -> None:
        raise bug

    entries = entries_of([*PLAYED, facts.CheckedIn(A)])
    handlers = {**apply.registry, facts.CheckedIn: broken}
    with monkeypatch.context() as broken_code:
        broken_code.setattr("muster.core.record.fold.play.apply", SimpleNamespace(registry=handlers))
        with pytest.raises(type(bug)):
            fold(entries)
    assert fold(entries).players[A].checked_in
