"""Forgetting a person: the name is removed everywhere, results stay as numbers, and every journal still verifies.

Each step can be done again: what was interrupted half way is finished by forgetting once more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from muster.app.accounts.actions import erase_seconds
from muster.app.accounts.book import AccountBook
from muster.app.desk import Desk, Opened
from muster.app.exact import View
from muster.app.persons.book import Everybody, PeopleBook
from muster.app.persons.meant import meant
from muster.app.ports import JournalName
from muster.app.table.tables import Tables
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Actor, PlayerId
from muster.core.reading.people.joined import helpers
from muster.core.record.erasing.erased import erased, renamed
from muster.core.record.erasing.seasons import erased_from_season
from muster.core.record.event_journal import EVENT
from muster.core.record.facts.claims import NameForgotten
from muster.core.record.facts.play import Fact, PlayerAmended, PlayerEnrolled
from muster.core.record.facts.staff import StaffJoined
from muster.core.record.hidden import staff_name
from muster.core.record.journal import Row
from muster.core.record.people.facts import Appearance, Joining, PeopleFact
from muster.core.record.season.facts import EventEntered
from muster.core.record.table.facts import TableOpened
from muster.core.record.table.journal import TABLE
from muster.core.rules.people import persons


class Forgotten(View, frozen=True):
    """What was done.

    `still_written`: events that this person also created under the same name: it is in the first entry, which never
    changes, but is not shown anywhere. `not_opened`: journals that could not be opened.
    """

    appearances: int
    events: list[str]
    seasons: list[str]
    sealed_dropped: int
    tables_removed: int
    still_written: list[str]
    not_opened: list[str]


def forget(book: PeopleBook, person: str, actor: Actor) -> Forgotten:
    """Forgets every name that somebody has here."""
    gone = meant(book, person)

    def decide(now: Everybody) -> Sequence[PeopleFact]:
        return persons.forget(now.people, gone.person, gone.staff)

    book.say(decide, actor)
    erase_seconds(AccountBook(book.desk), gone.names, actor)
    return _hide(book, _Gone(set(gone.person), set(gone.staff), dict.fromkeys(gone.names, gone.number)), actor)


def hide_in_import(book: PeopleBook, event_id: str, actor: Actor) -> None:
    """An imported event may contain names that were forgotten here."""
    gone = _gone_before(book)
    if gone.origins and _in_event(book, event_id, gone, actor) is not None:
        book.journals.scrub()


def hide_in_season(book: PeopleBook, season_id: str) -> None:
    """So may a season."""
    gone = _gone_before(book)
    if gone.origins and _in_season(book, season_id, gone):
        book.journals.scrub()


@dataclass(frozen=True, slots=True)
class _Gone:
    """Who is forgotten, as players and as staff. `numbers`: what replaces their names in the reasons of seasons."""

    players: set[Appearance]
    staff: set[Joining]
    numbers: Mapping[str, str] = field(default_factory=dict)

    @property
    def origins(self) -> set[str]:
        return {origin for origin, _ in self.players} | {origin for origin, _ in self.staff}


def _gone_before(book: PeopleBook) -> _Gone:
    said = book.said()
    return _Gone(said.forgotten, said.forgotten_staff)


def _hide(book: PeopleBook, wanted: _Gone, actor: Actor) -> Forgotten:
    """Makes sure that no event or season here has these names, and that nothing of them is left on the disk."""
    events, seasons, clear, failed = [], [], [], []
    dropped = removed = 0
    for stored in book.desk.listed():
        try:
            done = _in_event(book, stored.id, wanted, actor)
        except Refusal:
            failed.append(stored.id)
            continue
        if done is not None:
            events.append(stored.id)
            dropped, removed = dropped + done[0], removed + done[1]
            clear += [stored.id] if done[2] else []
    for stored in book.seasons.listed():
        try:
            if _in_season(book, stored.id, wanted):
                seasons.append(stored.id)
        except Refusal:
            failed.append(stored.id)
    book.journals.scrub()
    return Forgotten(len(wanted.players), events, seasons, dropped, removed, clear, failed)


def _in_event(book: PeopleBook, event_id: str, gone: _Gone, actor: Actor) -> tuple[int, int, bool] | None:
    """How many sealed texts were dropped and tables removed, and whether the name is still in the journal's file; None
    if none of these players and staff are in it.
    """
    desk = book.desk
    opened = desk.open(event_id)
    mine = {player for origin, player in gone.players if origin == opened.hashes[0] and player in opened.event.players}
    keys = {key for origin, key in gone.staff if origin == opened.hashes[0]}
    keys &= {one.key for one in helpers(opened.entries)}
    if not mine and not keys:
        return None

    def decide(now: Opened) -> Sequence[Fact]:
        told = [fact for player in sorted(mine) for fact in persons.forget_name(now.event, player)]
        return [*told, *persons.forget_staff(now.entries, keys)]

    desk.act(event_id, decide, actor)
    before = desk.rows(event_id)
    removed = _remove_tables(book, event_id, mine)
    _rename_at_tables(book, event_id, before, keys)
    desk.rewrite(event_id, erased)
    after = desk.rows(event_id)
    return _dropped(before, after), removed, _names_its_maker(before, mine, keys)


def _dropped(before: Sequence[Row], after: Sequence[Row]) -> int:
    """How many sealed texts were removed, besides the names themselves."""
    named = {kind.__name__ for kind in (PlayerEnrolled, PlayerAmended)}
    pairs = zip(before, after, strict=False)
    return sum(bool(old.sealed) and not new.sealed for old, new in pairs if old.kind not in named)


def _names_its_maker(rows: Sequence[Row], mine: set[PlayerId], keys: set[str]) -> bool:
    """Whether the event was created under one of these names: its first entry identifies it, and stays."""
    told = [entry.fact for entry in EVENT.read(rows)]
    names = {fact.name for fact in told if isinstance(fact, PlayerEnrolled | PlayerAmended) and fact.player in mine}
    names |= {fact.name for fact in told if isinstance(fact, StaffJoined) and fact.key in keys}
    return rows[0].actor.casefold() in {name.casefold() for name in names if name}


def _remove_tables(book: PeopleBook, event_id: str, mine: set[PlayerId]) -> int:
    """Games tracked at the table contain both names, and no result depends on them."""
    removed = 0
    for stored in book.desk.tables(event_id):
        name = JournalName(stored.kind, stored.id)
        first = next(TABLE.read(book.journals.rows(name)[:1])).fact
        if isinstance(first, TableOpened) and first.players and mine & set(first.players):
            book.journals.remove(name)
            removed += 1
    return removed


def _rename_at_tables(book: PeopleBook, event_id: str, rows: Sequence[Row], keys: set[str]) -> None:
    """Staff who looked at a game or tapped for somebody are named in its journal as those who did it."""
    joined = [fact for entry in EVENT.read(rows) if isinstance(fact := entry.fact, StaffJoined) and fact.key in keys]
    numbers = {fact.name.casefold(): staff_name(fact.role, fact.staff) for fact in joined}
    tables = Tables(book.journals, book.desk.clock, book.desk.fresh)
    for stored in book.desk.tables(event_id) if numbers else ():
        tables.rewrite(stored.id, lambda kept: renamed(kept, numbers))


def _in_season(book: PeopleBook, season_id: str, gone: _Gone) -> bool:
    """The same results and reasons without the names; whether there were any."""
    opened = book.seasons.open(season_id)
    entered = [entry.fact for entry in opened.entries if isinstance(entry.fact, EventEntered)]
    concerned = [fact for fact in entered if fact.origin in gone.origins]
    if not concerned:
        return False
    before, hashes = book.seasons.rows(season_id), _chained_again(book.desk, concerned)
    book.seasons.rewrite(season_id, lambda rows: erased_from_season(rows, gone.players, gone.numbers, hashes))
    return book.seasons.rows(season_id) != before


def _chained_again(desk: Desk, entered: Iterable[EventEntered]) -> dict[str, Sequence[str]]:
    """The hashes of those events whose hashes have changed since a season took over their results."""
    found: dict[str, Sequence[str]] = {}
    for fact in entered:
        try:
            opened = desk.open(fact.event)
        except Refusal:
            continue  # It is not here, or the list of events reports it.
        told = any(isinstance(entry.fact, NameForgotten) and entry.fact.rewritten for entry in opened.entries)
        if told and opened.hashes[0] == fact.origin:
            found[fact.origin] = opened.hashes
    return found
