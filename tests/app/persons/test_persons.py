"""People over real events: suggested, joined, split, copied, shown, taken along, and forgotten."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from muster.app.awards import actions as awards
from muster.app.circuit import actions as circuit
from muster.app.circuit.carry import export_season, import_season, verify_season
from muster.app.circuit.log import season_log
from muster.app.demo import demo
from muster.app.desk import Desk
from muster.app.events import actions as events
from muster.app.events import carry
from muster.app.exchange import rounds_csv, trf_write
from muster.app.lists import actions as lists
from muster.app.lists.actions import Brought
from muster.app.log.entries import log_view
from muster.app.past import history
from muster.app.past.verify import verify
from muster.app.people import claims, roster
from muster.app.persons import actions
from muster.app.persons.book import PeopleBook
from muster.app.persons.forget import forget, hide_in_import, hide_in_season
from muster.app.persons.log import people_log
from muster.app.persons.take_along import person_file
from muster.app.persons.views import PeopleView, ProfileView, people_view, profile_view
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.app.staff import calls, rulings
from muster.app.staff.announcements import announce
from muster.app.views.event import standings_view
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.model import Actor, Ending, PlayerId, Role
from muster.core.reading.circuit.people import appearances, suggestions
from muster.core.reading.people.rating import BEGIN
from muster.core.record.facts.awards import AwardKind
from muster.core.record.facts.claims import ClaimedBy
from muster.core.record.facts.lists import ListHandedIn
from tests.app.circuit.year import STAFF, Laptop, Year
from tests.app.paperwork import BAND

ORDER = ["Ann", "Ben", "Cem", "Dai"]


@pytest.fixture
def year() -> Year:
    found = Year()
    found.qualifier("North", ORDER)
    found.qualifier("South", ["Ben", "Eve", "Ann", "Fay"], "2026-10-01")
    return found


@pytest.fixture
def book(year: Year) -> PeopleBook:
    return PeopleBook(year.desk, year.seasons)


def names(view: PeopleView) -> list[tuple[str, int]]:
    return [(one.name, one.events) for one in view.people]


def seen(book: PeopleBook, person: str) -> ProfileView:
    view = profile_view(book, person)
    assert view is not None
    return view


def test_equal_names_are_suggested_never_assumed_and_asked_once(book: PeopleBook) -> None:
    view = people_view(book)
    assert {(one.name, one.one.event, one.other.event) for one in view.alike} == {
        ("Ann", "north", "south"),
        ("Ben", "north", "south"),
    }
    assert names(view)[:2] == [("Ann", 1), ("Ann", 1)]
    actions.join(book, "Ann@north", "Ann@south", STAFF)
    actions.part(book, "Ben@north", "Ben@south", STAFF)
    view = people_view(book)
    assert view.alike == [] and names(view)[:3] == [("Ann", 2), ("Ben", 1), ("Ben", 1)]
    actions.undo(book, STAFF)
    assert [one.name for one in people_view(book).alike] == ["Ben"]
    actions.redo(book, STAFF)
    assert people_view(book).alike == []
    assert [one.text for one in people_log(book)][1:3] == [
        "Ann (North) and Ann (South) are one person",
        "Ben (North) and Ben (South) are two people",
    ]


def test_one_person_under_two_names_and_two_under_one(book: PeopleBook) -> None:
    actions.join(book, "Cem@north", "Eve", STAFF)
    view = seen(book, "Cem")
    assert (view.name, view.names, len(view.events)) == ("Eve", ["Cem"], 2)
    with pytest.raises(BadInput, match="Several people are called “Ann”"):
        actions.consent(book, "Ann", True, STAFF)
    actions.split(book, view.events[0].key, STAFF)
    assert len(seen(book, "Cem").events) == 1 and len(seen(book, "Eve").events) == 1


@pytest.mark.parametrize(("leaves", "stays"), [("Ann@north", "South"), ("Ann@south", "North")])
def test_a_split_leads_to_who_stays(book: PeopleBook, leaves: str, stays: str) -> None:
    actions.join(book, "Ann@north", "Ann@south", STAFF)
    assert [event.name for event in seen(book, actions.split(book, leaves, STAFF)).events] == [stays]


def test_two_who_played_in_one_event_are_never_one(book: PeopleBook) -> None:
    with pytest.raises(Refusal, match="Ann and Ben both played in North, so they are two people"):
        actions.join(book, "Ann@north", "Ben@north", STAFF)
    actions.join(book, "Ann@north", "Ann@south", STAFF)
    with pytest.raises(Refusal, match="both played in South"):
        actions.join(book, "Ann@north", "Fay", STAFF)


def test_the_season_asks_the_journal_of_people_too(book: PeopleBook, year: Year) -> None:
    assert year.table()[0][1:] == ("Ann", 10) and len(year.view.alike) == 2
    actions.join(book, "Ann@north", "Ann@south", STAFF)
    assert year.table()[0][1:] == ("Ann", 14) and [one.name for one in year.view.alike] == ["Ben"]
    year.same()
    assert seen(book, "Ben").record.won == 2 and people_view(book).alike == []


def test_an_event_from_another_laptop_is_the_same_event(book: PeopleBook, year: Year) -> None:
    actions.join(book, "Ann@north", "Ann@south", STAFF)
    copy = carry.export_event(year.desk, "north")
    carry.import_event(year.desk, json.loads(json.dumps(copy)), "north-again")
    assert len(seen(book, "Ann").events) == 2 and names(people_view(book, "Ann")) == [("Ann", 2)]
    elsewhere = Laptop()
    carry.import_event(elsewhere.desk, copy)
    other = PeopleBook(elsewhere.desk, elsewhere.seasons)
    assert people_view(other, "Ann").people[0].key == seen(book, "Ann").key


def test_players_of_the_last_event_come_as_the_same_people(book: PeopleBook, year: Year) -> None:
    made = events.create(year.desk, "West", "warmachine", STAFF, date="2026-11-01")
    opened, copied = actions.copy_players(book, made.id, "north", STAFF)
    assert copied == 4 and [p.name for p in opened.event.players.values()] == ORDER
    assert len(seen(book, "Dai").events) == 2
    assert "4 pairs of players confirmed as one person each" in [one.text for one in people_log(book)]


def test_points_that_seeded_a_final_stay_there(book: PeopleBook, year: Year) -> None:
    """W-43: every season begins with no points. The faction comes along, and the club also into another game."""
    year.reopen("north")
    roster.amend(
        year.desk, "north", "Ann", STAFF, texts={"faction": "Cryx", "club": "East", "qp": "17", "qp_firsts": "1"}
    )
    made = events.create(year.desk, "West", "warmachine", STAFF, date="2026-11-01")
    opened, _ = actions.copy_players(book, made.id, "north", STAFF)
    ann = opened.event.find("Ann")
    assert (ann.values["faction"], ann.values["club"]) == ("Cryx", "East")
    assert [ann.values.get(key) for key in ("qp", "qp_firsts", "qp_seconds")] == [None, None, None]
    other = events.create(year.desk, "Kyoto", "l5r", STAFF, date="2026-11-02")
    opened, _ = actions.copy_players(book, other.id, "north", STAFF)
    assert opened.event.find("Ann").values == {"club": "East"}


def test_a_profile_is_private_until_the_person_agrees_and_again_when_not(book: PeopleBook) -> None:
    actions.join(book, "Ann@north", "Ann@south", STAFF)
    key = seen(book, "Ann").key
    assert profile_view(book, key, open_to_all=True) is None
    actions.consent(book, "Ann", True, STAFF)
    shown = profile_view(book, key, open_to_all=True)
    assert shown is not None and [(e.name, e.place) for e in shown.events] == [("South", 3), ("North", 1)]
    assert [(o.name, o.key) for o in shown.opponents] == [("Dai", ""), ("Eve", "")]
    actions.consent_of(book, book.roll().find("Ann"), False)
    assert profile_view(book, key, open_to_all=True) is None


def test_a_stranger_who_tries_keys_makes_nobody_read_the_events(year: Year) -> None:
    """Nor does a player who agrees on their phone. Both may do so as often as they like."""
    book = PeopleBook(year.desk, year.seasons)
    ann = (year.desk.open("north").hashes[0], PlayerId(1))
    key = f"{ann[0][:12]}-1"
    assert profile_view(book, key, open_to_all=True) is None
    assert profile_view(book, "feedfeedfeed-1", open_to_all=True) is None
    actions.consent_of(book, ann, True)
    assert profile_view(book, f"{ann[0][:12]}-2", open_to_all=True) is None
    assert not book.is_ready
    shown = profile_view(book, key, open_to_all=True)
    assert shown is not None and shown.public and book.is_ready


def test_games_that_are_under_way_change_no_rating_and_rate_nobody_again(year: Year, book: PeopleBook) -> None:
    before = book.ratings()
    events.create(year.desk, "East", "warmachine", STAFF)
    roster.enrol(year.desk, "east", [("Gus", {})], STAFF)
    assert book.ratings() is before and "Gus" in dict(names(people_view(book)))
    year.qualifier("West", ORDER, "2026-11-01")
    assert book.ratings() is not before
    rated = book.ratings()
    actions.join(book, "Ann@north", "Ann@west", STAFF)
    assert book.ratings() is not rated


def test_somebody_split_off_does_not_take_the_consent_along(book: PeopleBook) -> None:
    actions.join(book, "Ann@north", "Ann@south", STAFF)
    actions.consent(book, "Ann", True, STAFF)
    actions.split(book, "Ann@south", STAFF)
    assert (seen(book, "Ann@north").public, seen(book, "Ann@south").public) == (True, False)


def test_a_rating_needs_five_games_and_moves_with_a_correction(year: Year, book: PeopleBook) -> None:
    assert seen(book, "Ann@north").ratings[0].to_go == 4
    for number in range(4):
        year.event(f"Week {number}", ORDER, f"2026-11-0{number + 1}")
    actions.join_alike(book, STAFF)
    before = seen(book, "Ann@north").ratings[0]
    assert before.rating is not None and before.rating > 1600 and before.games == 6
    assert before.course[-1].give_or_take < before.course[0].give_or_take
    year.correct("week-3", "Ann", "b", "0-9")
    after = seen(book, "Ann@north").ratings[0]
    assert after.rating is not None and after.rating < before.rating


def everything(year: Year, book: PeopleBook, event: str) -> str:
    """Everything that anybody can be shown of an event, as one text."""
    year.start_again()
    opened = year.desk.open(event)
    shown: list[Any] = [
        standings_view(opened),
        log_view(opened),
        [msgspec.to_builtins(entry, str_keys=True) for entry in opened.entries],
        rounds_csv.write(opened),
        trf_write.write(opened),
        carry.export_event(year.desk, event),
        carry.export_event(year.desk, event, with_seed=False),
    ]
    return msgspec.json.encode(shown).decode()


def test_forgetting_takes_the_name_away_everywhere_and_everything_verifies(year: Year, book: PeopleBook) -> None:
    actions.join(book, "Ann@north", "Ann@south", STAFF)
    actions.consent(book, "Ann", True, STAFF)
    key = seen(book, "Ann").key
    year.same()
    hashes = {event: list(year.desk.open(event).hashes) for event in ("north", "south")}
    assert "Ann" in everything(year, book, "north")
    book = PeopleBook(year.desk, year.seasons)
    done = forget(book, "Ann", STAFF)
    assert (done.events, done.seasons, done.not_opened) == (["north", "south"], [year.id], [])
    for event in ("north", "south"):
        assert "Ann" not in everything(year, book, event)
        opened = year.desk.open(event)
        assert list(opened.hashes[: len(hashes[event])]) == hashes[event]
        assert verify(opened, year.desk.seed(event)).ok
    assert year.desk.open("north").event.name_of(PlayerId(1)) == "Player 1"
    rows = [row for row in year.seasons.rows(year.id) if "Ann" in row.sealed + row.body]
    assert rows == [] and verify_season(year.seasons, year.desk, year.id).ok
    assert (year.table()[0][0], year.table()[0][2]) == (1, 17) and "Ann" not in str(year.view)
    book = PeopleBook(year.desk, year.seasons)
    assert people_view(book, "Ann").people == [] and "Ann" not in str(people_log(book))
    assert profile_view(book, key, open_to_all=True) is None and seen(book, key).name == "Player 3"


def test_forgetting_cannot_be_undone_nor_consented_away(year: Year, book: PeopleBook) -> None:
    actions.join(book, "Ann@north", "Ann@south", STAFF)
    key = seen(book, "Ann").key
    forget(book, "Ann", STAFF)
    assert forget(book, key, STAFF).events == ["north", "south"]  # Again, as after an interruption: nothing changes.
    actions.undo(book, STAFF)
    history.undo(year.desk, "north", STAFF)
    history.redo(year.desk, "north", STAFF)
    assert year.desk.open("north").event.name_of(PlayerId(1)) == "Player 1"
    with pytest.raises(Refusal, match="was forgotten"):
        actions.consent(book, key, True, STAFF)
    history.undo(year.desk, "north", STAFF)
    with pytest.raises(Refusal, match="The name of player 1 was forgotten"):
        roster.amend(year.desk, "north", "#1", STAFF, name="Ann")


def test_a_copy_made_after_forgetting_has_no_name_and_the_same_origin(year: Year, book: PeopleBook) -> None:
    before = carry.export_event(year.desk, "north")
    origin = year.desk.open("north").hashes[0]
    forget(book, "Ann@north", STAFF)
    copy = json.loads(json.dumps(carry.export_event(year.desk, "north")))
    assert "Ann" not in json.dumps(copy)
    elsewhere = Laptop()
    taken = carry.import_event(elsewhere.desk, copy)
    assert taken.hashes[0] == origin and taken.event.name_of(PlayerId(1)) == "Player 1"
    assert verify(taken, elsewhere.desk.seed("north")).ok
    # A copy from before brings the name back to this folder, where it is forgotten again.
    year.desk.remove("north")
    old = carry.import_event(year.desk, before)
    hide_in_import(book, old.id, STAFF)
    assert year.desk.open("north").event.name_of(PlayerId(1)) == "Player 1"


def test_a_season_from_before_forgetting_does_not_bring_the_name_back(year: Year, book: PeopleBook) -> None:
    before = json.loads(json.dumps(export_season(year.seasons, year.id)))
    forget(book, "Ann@north", STAFF)
    forget(book, "Ben@south", STAFF)
    taken = import_season(year.seasons, before, "copy")
    hide_in_season(book, taken.id)
    assert [row.seq for row in year.seasons.rows("copy") if row.sealed.count("Ann") + row.sealed.count("Ben") > 1] == []
    names_there = [name for _, name in appearances(year.seasons.open("copy").season)]
    assert names_there == ["Player 1", "Ben", "Cem", "Dai", "Player 1", "Eve", "Ann", "Fay"]
    # Two people who now have the same number are not one person because of that.
    assert suggestions(year.seasons.open("copy").season) == []


def test_undo_in_a_season_after_forgetting_brings_no_name_back_and_takes_none_away(
    year: Year, book: PeopleBook
) -> None:
    """Also of an event that had left, and in the reasons that were given."""
    before = {row.name for row in year.view.table}
    circuit.withdraw(year.seasons, year.id, "south", "Ann was not there, said Eve", STAFF)
    assert forget(book, "Ann@south", STAFF).seasons == [year.id]
    assert season_log(year.opened)[-1].text == "“South” withdrawn: Player 3 was not there, said Eve"
    year.seasons.undo(year.id, STAFF)
    assert before == {"Ann", "Ben", "Cem", "Eve"}
    assert {row.name for row in year.view.table} == before | {"Player 3"}, "the other Ann is not forgotten"
    assert verify_season(year.seasons, year.desk, year.id).ok and forget(book, "#3@south", STAFF).seasons == []


def test_words_about_somebody_go_with_the_name_and_longer_names_stay(year: Year, book: PeopleBook) -> None:
    opened = events.create(year.desk, "East", "bushido", STAFF, date="2026-12-01")
    roster.enrol(year.desk, opened.id, [("Ann", {}), ("Ann Berg", {})], STAFF)
    announce(year.desk, opened.id, "ann, please! Ann Berg waits for Ann. Annabel too.", STAFF)
    roster.drop(year.desk, opened.id, "#1", Actor("Ann", Role.PLAYER, PlayerId(1)), "Ann has to leave")
    forget(book, "Ann@east", STAFF)
    event = year.desk.open("east")
    assert [p.name for p in event.event.players.values()] == ["Player 1", "Ann Berg"]
    told = [line.text for line in log_view(event)]
    assert any("Player 1, please! Ann Berg waits for Player 1. Annabel too." in line for line in told)
    assert log_view(event)[-2].who == "Player 1" and "Player 1 has to leave" in log_view(event)[-2].text


def test_a_person_can_have_everything_that_is_kept_of_them(year: Year, book: PeopleBook) -> None:
    actions.join(book, "Ann@north", "Ann@south", STAFF)
    file = person_file(book, "Ann")
    assert [(one.event, one.player) for one in file.events] == [("north", 1), ("south", 3)]
    assert [entry.kind for entry in file.events[0].entries][:1] == ["PlayerEnrolled"]
    assert "Dai" not in json.dumps([msgspec.to_builtins(one.entries, str_keys=True) for one in file.events])


def test_the_file_of_a_person_has_their_games_what_was_said_of_them_and_nobodys_vote(
    year: Year, book: PeopleBook
) -> None:
    opened = events.create(year.desk, "East", "bushido", STAFF, date="2026-12-01")
    roster.enrol(year.desk, opened.id, [(name, {}) for name in ("Zoe", "Yan", "Xia", "Wim")], STAFF)
    lists.hand_in(year.desk, "east", Brought("#1", BAND), STAFF, "on paper")
    claims.claim(year.desk, "east", PlayerId(1), "phone.1", ClaimedBy.CODE)
    rounds.pair_by_hand(year.desk, "east", [("", "#1", "#2"), ("", "#3", "#4")], STAFF)
    rounds.publish(year.desk, "east", STAFF)
    yan = claims.as_player(year.desk.open("east"), PlayerId(2))
    results.report(year.desk, "east", [Report("#1", {"vp": "2-1"})], yan, device="phone.2")
    zoe = claims.as_player(year.desk.open("east"), PlayerId(1))
    results.confirm(year.desk, "east", "#1", zoe)
    results.report(year.desk, "east", [Report("#3", {"vp": "2-1"})], STAFF)
    calls.call(year.desk, "east", PlayerId(1), 1, zoe)
    calls.report_breach(year.desk, "east", 1, "somebody peeks", 1, STAFF)
    rulings.penalise(year.desk, "east", 0, "#1", "warning", "late")
    rulings.penalise(year.desk, "east", 0, "#4", "warning", "loud")
    announce(year.desk, "east", "Where is zoe?", STAFF)
    awards.add(year.desk, "east", "Best opponent", AwardKind.OPPONENT, STAFF)
    awards.open_voting(year.desk, "east", "Best opponent", STAFF)
    awards.vote(year.desk, "east", "Best opponent", "#1", "#2", STAFF, paper=True)
    (kept,) = [one for one in person_file(book, "Zoe").events if one.event == "east"]
    told = [(entry.kind, json.loads(entry.fact)) for entry in kept.entries]
    assert [kind for kind, _ in told] == [
        *("PlayerEnrolled", "PlayerAmended", "ListHandedIn", "NameClaimed", "ResultReported", "ResultConfirmed"),
        *("JudgeCalled", "PenaltyGiven", "Announced", "VoteGiven"),
    ]
    by_kind = dict(told)
    assert by_kind["ListHandedIn"]["text"] == BAND and by_kind["PenaltyGiven"]["note"] == "late"
    assert by_kind["ResultReported"]["device"] == "" and by_kind["VoteGiven"]["choice"] is None


def test_a_damaged_event_is_passed_over_and_named_by_forgetting(year: Year) -> None:
    year.damage("event", "south", 3)
    book = PeopleBook(year.desk, year.seasons)
    assert "Fay" not in str(people_view(book)) and "Dai" in str(people_view(book))
    assert forget(book, "Ann@north", STAFF).not_opened == ["south"]


def test_lists_of_somebody_forgotten_are_deleted_and_the_chain_holds(year: Year, book: PeopleBook) -> None:
    opened = events.create(year.desk, "East", "bushido", STAFF, date="2026-12-01")
    roster.enrol(year.desk, opened.id, [("Zoe", {}), ("Yan", {})], STAFF)
    for player in ("#1", "#2"):
        lists.hand_in(year.desk, opened.id, Brought(player, BAND), STAFF, "on paper")
    done = forget(book, "Zoe", STAFF)
    assert done.sealed_dropped == 1
    kept = [row.sealed != "" for row in year.desk.rows("east") if row.kind == "ListHandedIn"]
    assert kept == [False, True]
    for _ in range(2):  # In the process that forgot, and in one that starts again.
        event = year.desk.open("east")
        texts = [entry.fact.text for entry in event.entries if isinstance(entry.fact, ListHandedIn)]
        assert texts == ["", BAND] and verify(event, year.desk.seed("east")).ok
        year.start_again()


def test_two_processes_both_stop_showing_the_name(year: Year, book: PeopleBook) -> None:
    """The server has the event in memory while somebody forgets from the command line."""
    other = Desk(year.journals, year.calendar, year.desk.fresh)
    assert other.open("north").event.name_of(PlayerId(1)) == "Ann"
    forget(book, "Ann@north", STAFF)
    seen_there = other.open("north")
    assert "Ann" not in str([*seen_there.entries]) + str(seen_there.event.players)
    assert "Ann" not in str(seen_there.before)


@pytest.mark.parametrize("system", ["bushido", "l5r", "warmachine", "urban_war"])
def test_every_game_verifies_after_forgetting(system: str) -> None:
    laptop = Laptop()
    *_, last = demo(laptop.desk, system, 9, "played")
    book = PeopleBook(laptop.desk, laptop.seasons)
    before = [(row.rank, row.number) for row in standings_view(last.opened).rows]
    for player in (1, 5):
        forget(book, f"#{player}@{last.opened.id}", STAFF)
    opened = laptop.desk.open(last.opened.id)
    assert [(row.rank, row.number) for row in standings_view(opened).rows] == before
    assert verify(opened, laptop.desk.seed(opened.id)).ok
    copy = carry.import_event(laptop.desk, carry.export_event(laptop.desk, opened.id), "copy")
    assert verify(copy, laptop.desk.seed("copy")).ok


def test_only_what_was_decided_by_play_is_rated(year: Year, book: PeopleBook) -> None:
    """A bye and a no-show meet nobody (X-22); a double loss is a game for the record, decided by staff."""
    opened = events.create(year.desk, "East", "l5r", STAFF, date="2026-12-01")
    roster.enrol(year.desk, opened.id, [(f"P{number}", {}) for number in range(1, 12)], STAFF)
    pairs = [("", f"P{number}", f"P{number + 1}") for number in (1, 3, 5, 7, 9)]
    rounds.pair_by_hand(year.desk, opened.id, [*pairs, ("", "P11", "")], STAFF)
    rounds.publish(year.desk, opened.id, STAFF)
    told = [
        Report("P1", {"winner": "b"}),
        Report("P3", {}, Ending.CONCESSION, ("P4",)),
        Report("P5", {}, Ending.NO_SHOW, ("P6",)),
        Report("P7", {}, Ending.DOUBLE_LOSS),
        Report("P9", {}, Ending.GAME_LOSS, ("P10",)),
    ]
    results.report(year.desk, opened.id, told, STAFF)
    events.finish(year.desk, opened.id, STAFF, "one round is enough")
    shown = {number: seen(book, f"P{number}@east") for number in range(1, 12)}
    rated = [number for number, view in shown.items() if view.ratings]
    assert rated == [1, 2, 3, 4] and all(shown[number].ratings[0].games == 1 for number in rated)
    won = [number for number, view in shown.items() if view.record.won]
    lost = [number for number, view in shown.items() if view.record.lost]
    assert (won, lost) == ([2, 3, 9], [1, 4, 7, 8, 10])
    steps = book.ratings()["l5r"]
    strong, weak = (steps[book.roll().who.person(book.roll().find(f"P{number}"))][-1].mean for number in (3, 4))
    assert strong > BEGIN > weak
