"""Accounts in a journal of their own, on every store: whose an event is, limits, and what is told of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from muster.app.accounts import actions
from muster.app.accounts.book import AccountBook, key_of
from muster.app.accounts.views import AccountShown, OrganisersView, accounts_log, accounts_view, organisers_view
from muster.app.desk import Desk
from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.ports import Journals
from muster.core.kit.errors import BadInput, DamagedJournal, Refusal, UnknownName
from muster.core.kit.model import Actor
from muster.core.record.accounts.journal import ACCOUNTS, JOURNAL, Quota
from muster.main import SystemClock
from muster.store.memory import MemoryJournals
from muster.store.postgres import address
from muster.store.sqlite import SqliteJournals

CHIEF = Actor("Chief")


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def journals(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Journals]:
    if request.param == "memory":
        yield MemoryJournals()
        return
    if request.param == "sqlite":
        with closing(SqliteJournals(tmp_path)) as sqlite:
            yield sqlite
        return
    from muster.store.postgres.journals import PostgresJournals

    with closing(PostgresJournals(address.read(request.getfixturevalue("database")))) as postgres:
        yield postgres


def desk_of(journals: Journals) -> Desk:
    numbers = count()
    return Desk(journals, SystemClock(), lambda: f"fresh {next(numbers)} {id(numbers)}")


@pytest.fixture
def book(journals: Journals) -> AccountBook:
    return AccountBook(desk_of(journals))


def test_whose_an_event_is_holds_in_every_process(book: AccountBook, journals: Journals) -> None:
    another = AccountBook(desk_of(journals))
    assert not another.is_begun and another.now_is().by_id == {}
    ann = actions.add(book, " Ann ", "Ann Berg", CHIEF)
    bob = actions.add(another, "bob", "", CHIEF)
    assert (ann.id, ann.login, bob.id, bob.name) == (1, "ann", 2, "bob")
    cup = actions.added_event(book, ann.id, lambda: events.create(book.desk, "Cup", "bushido", CHIEF), CHIEF)
    actions.share(another, "cup", "bob", CHIEF)
    for one in (book, another):
        assert one.may_organise(1, cup) and one.may_organise(2, cup) and not one.may_organise(3, cup)
        assert [opened.id for opened in one.events_of(2)] == ["cup"]
        assert organisers_view(one, cup) == OrganisersView("ann", "Ann Berg", [AccountShown("bob", "bob")])
    assert not another.may_organise(0, cup), "nobody is no account"
    actions.disable(another, "ann", True, CHIEF)
    assert not book.may_organise(1, cup)
    with pytest.raises(Refusal, match="“ann” is disabled"):
        actions.share(book, events.create(book.desk, "Open", "bushido", CHIEF).id, "ann", CHIEF)
    actions.unshare(book, "cup", "bob", CHIEF)
    actions.unshare(book, "cup", "nobody", CHIEF)
    assert not another.may_organise(2, cup)


def test_a_hash_is_sealed_and_an_earlier_one_is_deleted(book: AccountBook) -> None:
    actions.add(book, "ann", "Ann", CHIEF)
    actions.set_password(book, "ann", "the first hash", CHIEF)
    actions.set_password(book, "ann", "the second hash", CHIEF)
    rows = book.rows(JOURNAL)
    assert "hash" not in "".join(row.body for row in rows) and "second" in rows[-1].sealed
    assert "first" not in "".join(row.sealed for row in rows)
    assert book.now_is().by_id[1].password == "the second hash"
    assert "hash" not in repr(accounts_view(book)) + repr(accounts_log(book))
    # A copy without sealed texts lets nobody in.
    bare = tuple(ACCOUNTS.read([replace(row, sealed="") for row in rows]))
    assert ACCOUNTS.fold(bare).by_id[1].password == ""


def test_limits(book: AccountBook) -> None:
    ann = actions.add(book, "ann", "Ann", CHIEF)
    assert ann.quota == Quota(20, 500)
    assert actions.set_quota(book, "ann", 1, None, CHIEF).quota == Quota(1, 500)

    def make(name: str) -> str:
        return actions.added_event(book, 1, lambda: events.create(book.desk, name, "bushido", CHIEF), CHIEF).id

    make("Cup")
    with pytest.raises(Refusal, match="Ann cannot add another event: 1 is not finished, and the limit is 1"):
        make("Second")
    assert [stored.id for stored in book.desk.listed()] == ["cup"]
    assert actions.set_quota(book, "ann", None, 0, CHIEF).quota == Quota(20, 0)
    with pytest.raises(Refusal, match="which is 0"):
        book.must_hold_players(roster.enrol(book.desk, "cup", [("Zoe", {})], CHIEF))
    for wrong in (-1, 1_000_001):
        with pytest.raises(BadInput, match=f"not {wrong}"):
            actions.set_quota(book, "ann", wrong, None, CHIEF)


def test_what_was_done_in_words(book: AccountBook) -> None:
    events.create(book.desk, "Cup", "bushido", CHIEF)
    with pytest.raises(Refusal, match="There are no accounts on this server yet"):
        actions.hand_over(book, "cup", "-", CHIEF)
    with pytest.raises(UnknownName):
        actions.disable(book, "ann", True, CHIEF)
    assert not book.is_begun, "what is refused begins nothing"
    actions.add(book, "ann", "Ann", CHIEF)
    actions.add(book, "bob", "Bob", CHIEF)
    actions.set_password(book, "ann", "hash", CHIEF)
    actions.set_quota(book, "ann", 3, None, CHIEF)
    for login in ("ann", "ann", "bob", "-"):
        actions.hand_over(book, "cup", login, CHIEF)
    actions.share(book, "cup", "bob", CHIEF)
    actions.unshare(book, "cup", "bob", CHIEF)
    actions.disable(book, "ann", True, CHIEF)
    actions.disable(book, "ann", True, CHIEF)
    actions.disable(book, "ann", False, CHIEF)
    assert [entry.text for entry in accounts_log(book)] == [
        "The journal of accounts was started",
        "Account ann added for Ann",
        "Account bob added for Bob",
        "ann: a new password",
        "ann: new limits. Unfinished events: 3; players per event: 500; space: 200 MB",
        "cup belongs to ann",
        "cup belongs to bob",
        "cup belongs to the administrator",
        "bob organises cup too",
        "bob no longer organises cup",
        "ann: disabled",
        "ann: enabled again",
    ]
    assert {entry.who for entry in accounts_log(book)[1:]} == {"Chief"}


def test_a_journal_of_something_else_is_not_one_of_accounts(book: AccountBook) -> None:
    with pytest.raises(DamagedJournal):
        ACCOUNTS.fold([])


def test_an_event_that_changed_hands_has_no_second_organiser_left(book: AccountBook) -> None:
    for login in ("ann", "bob", "cem"):
        actions.add(book, login, login, CHIEF)
    cup = events.create(book.desk, "Cup", "bushido", CHIEF)
    actions.hand_over(book, "cup", "ann", CHIEF)
    actions.share(book, "cup", "cem", CHIEF)
    with pytest.raises(Refusal, match="already belongs to ann"):
        actions.share(book, "cup", "ann", CHIEF)
    actions.hand_over(book, "cup", "bob", CHIEF)
    now = book.now_is()
    assert [now.organises(number, key_of(cup)) for number in (1, 2, 3)] == [False, True, False]
