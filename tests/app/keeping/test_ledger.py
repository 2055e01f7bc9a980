"""Journals of a second kind go through all that events go through, on every store: nothing knows what it keeps."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from muster.app.desk import Desk
from muster.app.events import actions as events
from muster.app.keeping import copies
from muster.app.keeping.ledger import Ledger, Snapshot
from muster.app.ports import JournalName, Journals, Stored
from muster.core.kit.errors import BadInput, Conflict, DamagedJournal, Refusal, UnknownName
from muster.core.kit.model import Actor
from muster.core.record.journal import Row, chained, must_chain
from muster.store.backup import FolderBackups
from muster.store.memory import MemoryJournals
from muster.store.sqlite import SqliteJournals
from muster.store.watch import SqliteWatch
from tests.app.guest_book import GUEST_BOOK, Book, Erased, GuestFact, Looked, Opened, Signed
from tests.app.hall import TickingClock

Page = Snapshot[GuestFact, Book]
Guests = Ledger[GuestFact, Book, Page]

HOST = Actor("host")


def guest_books(journals: Journals) -> Guests:
    numbers = count(1)
    return Ledger(GUEST_BOOK, Snapshot, journals, TickingClock(), lambda: f"fresh-{next(numbers)}")


@pytest.fixture(params=["memory", "sqlite"])
def journals(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Journals]:
    if request.param == "memory":
        yield MemoryJournals()
        return
    with closing(SqliteJournals(tmp_path)) as store:
        yield store


@pytest.fixture
def guests(journals: Journals) -> Guests:
    ledger = guest_books(journals)
    ledger.create("inn", "seed", [Opened("The Inn")], HOST)
    return ledger


def sign(guests: Guests, guest: str, wish: str = "", request: str = "") -> Page:
    return guests.act("inn", lambda _: [Signed(guest, wish)], HOST, request)


def test_it_is_created_signed_and_read_by_another_process(guests: Guests, journals: Journals) -> None:
    sign(guests, "Ann", "more tea")
    sign(guests, "Bob")
    after = guests.act("inn", lambda page: [Erased(name) for name in page.state.wishes if name == "Bob"], HOST)
    assert after.state == Book("The Inn", {"Ann": "more tea"})
    assert guest_books(journals).open("inn") == after == guests.open("inn")
    assert guests.listed() == [Stored("guest book", "inn", "The Inn", "", 4)] == journals.listed()
    assert guests.seed("inn") == "seed"


def test_undo_and_redo_pass_over_what_is_quiet(guests: Guests) -> None:
    sign(guests, "Ann")
    guests.act("inn", lambda _: [Looked()], HOST)
    after, taken = guests.undo("inn", HOST, seen=2)
    assert (after.state, [entry.fact for entry in taken]) == (Book("The Inn", {}, 1), [Signed("Ann")])
    guests.act("inn", lambda _: [Looked()], HOST)
    after, back = guests.redo("inn", HOST)
    assert (after.state, [entry.fact for entry in back]) == (Book("The Inn", {"Ann": ""}, 2), [Signed("Ann")])
    with pytest.raises(Refusal, match="nothing to redo"):
        guests.redo("inn", HOST)
    guests.undo("inn", HOST)
    with pytest.raises(Refusal, match="nothing to undo"):
        guests.undo("inn", HOST)


def test_an_undo_of_what_was_not_seen_is_refused(guests: Guests) -> None:
    sign(guests, "Ann")
    sign(guests, "Bob")
    with pytest.raises(Conflict, match="Something has changed since you opened this page"):
        guests.undo("inn", HOST, seen=2)
    assert guests.open("inn").last == 3


def test_a_request_is_applied_once(guests: Guests) -> None:
    for _ in range(3):
        sign(guests, "Ann", request="tap-1")
    assert guests.open("inn").last == 2 and guests.has_request("inn", "tap-1")


def test_a_decision_is_made_again_when_somebody_wrote_first(guests: Guests, journals: Journals) -> None:
    other = guest_books(journals)
    decided: list[int] = []

    def decide(page: Page) -> list[GuestFact]:
        if not decided:
            sign(other, "Ann")
        decided.append(len(page.state.wishes))
        return [Signed("Bob")]

    assert list(guests.act("inn", decide, HOST).state.wishes) == ["Ann", "Bob"]
    assert decided == [0, 1]


def test_a_fact_that_does_not_fold_never_reaches_the_journal(guests: Guests) -> None:
    with pytest.raises(KeyError):
        guests.act("inn", lambda _: [Erased("Nobody")], HOST)
    assert guests.open("inn").last == 1
    with pytest.raises(DamagedJournal, match="begins with its place"):
        guests.create("barn", "", [Signed("Ann")], HOST)
    assert [stored.id for stored in guests.listed()] == ["inn"]


def test_what_is_left_after_erasing_is_kept_in_place_of_all_rows(guests: Guests, journals: Journals) -> None:
    """Also if somebody wrote first, and in a process that had the book open."""
    other = guest_books(journals)
    sign(guests, "Ann", "more tea")
    sign(guests, "Bob")
    other.open("inn")
    met: list[int] = []

    def erase(rows: Sequence[Row]) -> list[Row]:
        if not met:
            sign(other, "Cem")
        met.append(len(rows))
        return chained(replace(row, body=row.body.replace("Bob", "Nobody")) for row in rows)

    guests.rewrite("inn", erase)
    assert met == [3, 4]
    assert (
        guests.open("inn").state.wishes
        == other.open("inn").state.wishes
        == {"Ann": "more tea", "Nobody": "", "Cem": ""}
    )
    rows = guests.rows("inn")
    guests.rewrite("inn", lambda rows: rows)
    assert guests.rows("inn") == rows and guests.wrote


def test_what_does_not_fold_is_never_left(guests: Guests) -> None:
    sign(guests, "Ann")
    rows = guests.rows("inn")
    with pytest.raises(DamagedJournal, match="begins with its place"):
        guests.rewrite("inn", lambda rows: chained([replace(rows[1], seq=1)]))
    assert guests.rows("inn") == rows


def test_kinds_do_not_meet(guests: Guests, journals: Journals) -> None:
    desk = Desk(journals, TickingClock(), lambda: "fresh")
    events.create(desk, "Inn", "bushido", HOST, seed="seed")
    sign(guests, "Ann")
    assert (desk.open("inn").last, guests.open("inn").last) == (1, 2)
    assert [(s.kind, s.id) for s in journals.listed()] == [("guest book", "inn"), ("event", "inn")]
    assert [s.kind for s in desk.listed()] == ["event"]
    desk.remove("inn")
    assert guests.open("inn").last == 2
    with pytest.raises(UnknownName, match="No guest book is called “in”; did you mean “inn”"):
        guests.open("in")
    with pytest.raises(UnknownName, match="there is none yet"):
        desk.open("inn")


def test_the_chain_names_what_was_changed(guests: Guests) -> None:
    sign(guests, "Ann", "more tea")
    sign(guests, "Bob")
    rows = guests.rows("inn")
    must_chain(rows)
    for damaged, sentence in (
        ([rows[0], replace(rows[1], body=rows[1].body.replace("Ann", "Eve")), rows[2]], r"entry 2 \(Signed\)"),
        ([rows[0], replace(rows[1], sealed=rows[1].sealed.replace("tea", "ale")), rows[2]], "what is sealed there"),
        ([rows[0], rows[2]], "entry 2 should follow"),
    ):
        with pytest.raises(DamagedJournal, match=sentence):
            must_chain(damaged)
        with pytest.raises(DamagedJournal, match=sentence):
            guests.from_elsewhere("inn", damaged)


def test_a_copy_goes_elsewhere_with_or_without_what_is_sealed(guests: Guests) -> None:
    sign(guests, "Ann", "more tea")
    for with_sealed, wish in ((True, "more tea"), (False, "(sealed)")):
        rows = [(row, with_sealed) for row in guests.rows("inn")]
        file = json.dumps(copies.written(guests.name("inn"), "The Inn", "seed", rows))
        assert ("more tea" in file) == with_sealed
        elsewhere = guest_books(MemoryJournals())
        copy = copies.read(json.loads(file), "guest book")
        page = elsewhere.adopt(elsewhere.from_elsewhere(copy.id, copy.rows), copy.seed, copy.rows)
        assert elsewhere.open("inn") == page and page.state.wishes == {"Ann": wish}
        assert sign(elsewhere, "Bob").state.wishes == {"Ann": wish, "Bob": ""}
        with pytest.raises(
            BadInput,
            match="This file contains a journal of the kind “guest book”, but it should be of the kind “event”",
        ):
            copies.read(json.loads(file), "event")


def test_a_past_moment_is_a_prefix(guests: Guests) -> None:
    before = sign(guests, "Ann")
    sign(guests, "Bob")
    assert guests.open("inn", until=before.entries[-1].at) == before


def test_the_watch_and_backups_take_it_as_it_is(tmp_path: Path) -> None:
    with closing(SqliteJournals(tmp_path / "data")) as store, closing(SqliteWatch(tmp_path / "data")) as watch:
        guests = guest_books(store)
        guests.create("inn", "seed", [Opened("The Inn")], HOST)
        name = JournalName("guest book", "inn")
        assert watch.changes() == {name: 1}
        page = sign(guests, "Ann")
        assert watch.changes() == {name: 2}
        FolderBackups(tmp_path / "data").save(tmp_path / "b.zip", "2026-11-15T10:00:00.000000+00:00")
        guests.remove("inn")
        assert watch.changes() == {name: 0}
    FolderBackups(tmp_path / "copy").restore(tmp_path / "b.zip")
    with closing(SqliteJournals(tmp_path / "copy")) as store:
        assert guest_books(store).open("inn") == page
