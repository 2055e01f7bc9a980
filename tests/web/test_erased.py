"""Somebody who did everything there is to do is erased: no byte of their name is left, anywhere, and all verifies."""

from __future__ import annotations

import json
import logging
import os
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import msgspec
import pytest

from muster.app.awards import actions as awards
from muster.app.circuit import actions as circuit
from muster.app.circuit.carry import export_season, import_season, verify_season
from muster.app.events import actions as events
from muster.app.events.carry import export_event, import_event
from muster.app.exchange import rounds_csv, trf_write
from muster.app.lists import actions as lists
from muster.app.lists.actions import Brought
from muster.app.lists.views import history_view
from muster.app.log.entries import log_view
from muster.app.past import history
from muster.app.past.verify import check_tables, verify
from muster.app.people import claims, roster
from muster.app.persons import actions as persons
from muster.app.persons.forget import forget, hide_in_import, hide_in_season
from muster.app.persons.take_along import person_file
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.app.staff import actions as staff
from muster.app.staff import announcements, calls, objections, rulings
from muster.app.table import actions as tables
from muster.app.takeaway import ical, sheets
from muster.app.views.event import event_view
from muster.core.kit.errors import UnknownName
from muster.core.kit.model import Actor, PlayerId, Role
from muster.core.reading.people.roll import appearance_key
from muster.core.record.facts.awards import AwardKind
from muster.core.record.facts.claims import ClaimedBy
from muster.core.record.facts.lists import ListMark
from muster.main import backups_of
from muster.web.copies.files import event_files, season_files
from muster.web.site import Site
from muster.web.urls import urlpatterns
from tests.app.circuit.year import Year
from tests.postgres import Cluster
from tests.web.conftest import STAFF, Browser, judge_of, marshal_of, organiser_of, player_of, site_in
from tests.web.test_access import address

FORMER, NAME, LIST, NOTE = "Zeb Formerquark", "Zeb Quarkfeather", "Quarkmodel", "Quarknote"
WORDS = tuple(word.encode() for word in ("ormerquark", "uarkfeather", "uarkmodel", "uarknote"))
ZEB = PlayerId(1)
LONG = bool(os.environ.get("MUSTER_LONG_TESTS"))


class Everything:
    """An installation with an event, a season and people, and one person in the middle of all of it."""

    def __init__(self, folder: Path, database: str, files: Callable[[], Iterator[Path]]) -> None:
        self.folder, self.database, self.files = folder, database, files
        self.site = site_in(folder, database)
        self.desk = self.site.desk
        self.play()
        self.take_part_in_a_season()
        book = self.site.people
        for event in ("north", "east"):
            persons.join(book, f"{NAME}@cup", f"{NAME}@{event}", STAFF)
        persons.consent(book, f"{NAME}@cup", True, STAFF)
        self.key = appearance_key((self.site.open("cup").hashes[0], ZEB))

    @property
    def zeb(self) -> Actor:
        return claims.as_player(self.site.open("cup"), ZEB)

    def play(self) -> None:
        desk, cup = self.desk, "cup"
        events.create(desk, "Cup", "bushido", STAFF, seed="seed", options={"self_registration": "yes"})
        roster.register(desk, cup, FORMER, {}, "form", "phone.1")
        claims.claim(desk, cup, ZEB, "phone.1", ClaimedBy.REGISTERED)
        roster.enrol(desk, cup, [(name, {}) for name in ("Bob", "Cem", "Dai")], STAFF)
        roster.enrol(desk, cup, [(NAME, {})], STAFF)
        history.undo(desk, cup, STAFF)
        roster.amend(desk, cup, "#1", STAFF, name=NAME)
        roster.check_in(desk, cup, ["#1"], STAFF)
        lists.hand_in(desk, cup, Brought("#1", f"Faction: Ryu\n{LIST} 30\n"), self.zeb)
        lists.mark(desk, cup, "#1", 1, ListMark.FAULTY, STAFF, f"{NOTE}: {NAME} lacks a card")
        rounds.pair_by_hand(desk, cup, [("", "#1", "#2"), ("", "#3", "#4")], STAFF)
        opened = rounds.publish(desk, cup, STAFF)
        lists.declare(desk, cup, "#1", "vim", LIST, self.zeb)
        tables.open_match(self.site.tables, opened, 1, ZEB, self.zeb)
        judge_of(self.site, cup, NAME)
        calls.call(desk, cup, ZEB, 1, self.zeb)
        results.report(desk, cup, [Report("#1", {"vp": "2-1"})], self.zeb)
        results.report(desk, cup, [Report("#1", {"vp": "1-1"})], STAFF)
        objections.object_to(desk, cup, "#1", f"I am {NAME}, and it was 3-0. {NOTE}", self.zeb)
        objections.answer(desk, cup, 0, 1, 1, f"No, {NAME}")
        rulings.penalise(desk, cup, 0, "#1", "warning", f"{NAME} was late. {NOTE}")
        rulings.penalise(desk, cup, 0, "#2", "warning", f"Bob shouted at {NAME}")
        rulings.rule(desk, cup, 1, 2, f"{NAME} asks", f"{FORMER} may")
        announcements.announce(desk, cup, f"{NAME}, please come to the desk", STAFF)
        results.correct(desk, cup, Report("#1", {"vp": "3-0"}, round=1), f"{NAME} was right", STAFF)
        results.report(desk, cup, [Report("#3", {"vp": "3-0"})], STAFF)
        awards.add(desk, cup, "Best opponent", AwardKind.OPPONENT, STAFF)
        awards.open_voting(desk, cup, "Best opponent", STAFF)
        for voter, choice in (("#1", "#2"), ("#2", "#1")):
            awards.vote(
                desk,
                cup,
                "Best opponent",
                voter,
                choice,
                claims.as_player(self.site.open(cup), PlayerId(int(voter[1:]))),
            )
        awards.close_voting(desk, cup, "Best opponent", STAFF)
        awards.decide(desk, cup, "Best opponent", ["#1"], STAFF, f"everybody likes {NAME}")
        rounds.close(desk, cup, STAFF)
        roster.drop(desk, cup, "#1", self.zeb, f"{NAME} has a train to catch")

    def take_part_in_a_season(self) -> None:
        self.year = Year(journals=self.desk.journals)
        self.year.qualifier("North", [NAME, "Ben", "Eve", "Dai"])
        self.year.qualifier("South", ["Ben", "Eve", "Fay", "Gil"], "2026-10-01")
        self.year.meet("north", "reported", "2026-09-02", f"{NAME} sent it a day later")
        self.year.qualifier("East", [NAME, "Eve"], "2026-11-01")
        circuit.withdraw(self.year.seasons, self.year.id, "east", f"rained off, said {NAME}", STAFF)

    def forget(self) -> None:
        organiser = organiser_of(self.site)
        organiser.send(f"/people/{self.key}/forget/now/", sure="yes")

    def written(self) -> list[str]:
        """The files that contain any of it."""
        return [str(file) for file in self.files() if any(word in file.read_bytes() for word in WORDS)]

    def seen(self) -> list[str]:
        """Where anybody finds a word of it by looking. By default as the organiser, who may open every page."""
        site, late = self.site, site_in(self.folder, self.database)
        visitors = [organiser_of(site)]
        if LONG:
            visitors += [organiser_of(late), judge_of(site, "cup", "Hale"), marshal_of(site, "cup"), Browser(site)]
            visitors += [player_of(site, "cup", number) for number in (1, 2)]
        return [path for visitor in visitors for path in self.paths() if self.shows(visitor, path)]

    @staticmethod
    def shows(visitor: Browser, path: str) -> bool:
        body = visitor.get(path).getvalue()
        return any(word in body for word in WORDS)

    def paths(self) -> Iterator[str]:
        for pattern in urlpatterns:
            view: Any = pattern.callback
            if view.method == "GET":
                path = address(pattern)
                yield path.replace("/s/none/", f"/s/{self.year.id}/").replace("/people/none/", f"/people/{self.key}/")

    def told(self) -> str:
        """All that can be taken along, and the journals themselves, as one text."""
        shown: list[Any] = []
        for stored in self.desk.listed():
            opened = self.site.open(stored.id)
            shown += [export_event(self.desk, stored.id, with_seed) for with_seed in (True, False)]
            shown += [msgspec.to_builtins(entry, str_keys=True) for entry in opened.entries]
            shown += [event_view(opened), log_view(opened), rounds_csv.write(opened), trf_write.write(opened)]
            shown += [write(opened) for write in (sheets.players_csv, sheets.results_csv, sheets.lists_csv)]
            shown += [ical.event_calendar(opened)]
        shown += [history_view(self.site.open("cup"), self.site.open("cup").event.players[ZEB], 1)]
        shown += [export_season(self.site.seasons, stored.id) for stored in self.site.seasons.listed()]
        shown += [person_file(self.site.people, self.key)]
        return msgspec.json.encode(shown).decode()

    def copied(self) -> str:
        """The pages that everybody gets as a copy."""
        files = [*event_files(self.site, "cup"), *season_files(self.site, self.year.id)]
        return b"".join(content for _, content in files).decode(errors="replace")

    def backed_up(self, file: Path) -> bytes:
        backups_of(self.folder, self.database).save(file, "2026-11-15T10:00:00.000000+00:00")
        with ZipFile(file) as packed:
            return b"".join(packed.read(name) for name in packed.namelist())

    def must_verify(self) -> None:
        for stored in self.desk.listed():
            opened = self.site.open(stored.id)
            outcome = verify(opened, self.desk.seed(stored.id), tables=check_tables(self.desk, stored.id))
            assert outcome.ok, (stored.id, outcome.difference)
        for stored in self.site.seasons.listed():
            checked = verify_season(self.site.seasons, self.desk, stored.id)
            assert checked.ok and checked.not_here == [], checked


@pytest.fixture(params=["sqlite", "postgres"])
def everything(request: pytest.FixtureRequest, tmp_path: Path) -> Everything:
    folder = tmp_path / "data"
    if request.param == "sqlite":
        return Everything(folder, "", lambda: (file for file in folder.rglob("*") if file.is_file()))
    psycopg = pytest.importorskip("psycopg")
    cluster: Cluster = request.getfixturevalue("cluster")
    database: str = request.getfixturevalue("database")

    def files() -> Iterator[Path]:
        with closing(psycopg.connect(database, autocommit=True)) as link:
            link.execute("CHECKPOINT")
        for where in (folder, cluster.folder / "data" / "base"):
            yield from (file for file in where.rglob("*") if file.is_file())

    return Everything(folder, database, files)


def test_an_erased_person_is_found_nowhere_and_everything_verifies(
    everything: Everything, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    one = everything
    text = one.told()
    assert all(word in text.encode() for word in WORDS) and one.written()
    organiser, shown = organiser_of(one.site), set(one.paths())
    for path in ("/e/cup/log/", "/e/cup/players/", f"/s/{one.year.id}/", f"/people/{one.key}/"):
        assert path in shown and one.shows(organiser, path)
    backup = one.backed_up(tmp_path / "before.zip")
    assert all(word in backup for word in WORDS)
    before = {event: json.loads(json.dumps(export_event(one.desk, event))) for event in ("cup", "north")}
    season = json.loads(json.dumps(export_season(one.site.seasons, one.year.id)))
    one.must_verify()

    one.forget()
    assert one.written() == []
    assert one.seen() == []
    must_be_gone(one.told() + one.copied())
    backup = one.backed_up(tmp_path / "after.zip")
    assert not any(word in backup for word in WORDS)
    one.must_verify()
    assert one.written() == [], "nothing of what was looked at is kept"

    # What was done before stays done, and nothing brings the name back.
    assert one.site.open("cup").event.name_of(ZEB) == "Player 1"
    for turn in (history.undo, history.undo, history.redo, history.redo):
        turn(one.desk, "cup", STAFF)
    for event, copy in before.items():
        taken = import_event(one.desk, copy, f"{event}-again")
        hide_in_import(one.site.people, taken.id, STAFF)
    taken_season = import_season(one.site.seasons, season, "again")
    hide_in_season(one.site.people, taken_season.id)
    assert one.written() == []
    must_be_gone(one.told())
    one.must_verify()
    assert not any(word in caplog.text.encode() for word in WORDS)


def must_be_gone(text: str) -> None:
    assert [word for word in WORDS if word in text.encode()] == []


JUDGE = "Yan Quarkfeather"


def two_events(folder: Path, *, more: tuple[str, ...] = ()) -> Site:
    """Two events with a game each. `more`: two who play each other in the first one."""
    site = site_in(folder, "")
    for event in ("Cup", "Open"):
        events.create(site.desk, event, "bushido", STAFF, seed="seed")
        others = more if event == "Cup" else ()
        roster.enrol(site.desk, event.lower(), [(name, {}) for name in ("Bob", "Cem", *others)], STAFF)
        tables_by_hand = [("", "#1", "#2"), ("", "#3", "#4")][: 2 if others else 1]
        rounds.pair_by_hand(site.desk, event.lower(), tables_by_hand, STAFF)
        rounds.publish(site.desk, event.lower(), STAFF)
    return site


def files_with_it(folder: Path) -> list[str]:
    return [file.name for file in folder.rglob("*") if file.is_file() and b"uarkfeather" in file.read_bytes()]


def must_be_gone_and_verify(site: Site, folder: Path) -> None:
    assert files_with_it(folder) == []
    backups_of(folder, "").save(folder.parent / "copy.zip", "2026-11-15T10:00:00.000000+00:00", replace=True)
    with ZipFile(folder.parent / "copy.zip") as packed:
        assert not any(b"uarkfeather" in packed.read(name) for name in packed.namelist())
    for stored in site.desk.listed():
        opened = site_in(folder, "").open(stored.id)
        must_be_gone(msgspec.json.encode([log_view(opened), event_view(opened)]).decode())
        outcome = verify(opened, site.desk.seed(stored.id), tables=check_tables(site.desk, stored.id))
        assert outcome.ok, outcome.difference


def test_a_judge_who_never_played_is_forgotten_in_every_event_and_at_every_table(tmp_path: Path) -> None:
    """Found on the page of people; what they did stays, under a number."""
    folder = tmp_path / "data"
    site = two_events(folder)
    for event in ("cup", "open"):
        judge_of(site, event, JUDGE)
        tables.open_match(site.tables, site.open(event), 1, ZEB, Actor(JUDGE, Role.JUDGE))
        rulings.rule(site.desk, event, 1, 1, f"{JUDGE}?", "yes")
        announcements.announce(site.desk, event, f"{JUDGE} is your judge", STAFF)
    judge_of(site, "cup", "Hale")
    before = json.loads(json.dumps(export_event(site.desk, "open")))
    organiser = organiser_of(site)
    page = organiser.get("/people/?q=yan").content.decode()
    path = re.findall(r'href="(/people/staff-[^"]+/forget/)"', page)
    assert len(path) == 1 and JUDGE in page
    asked = organiser.get(path[0]).content.decode()
    assert JUDGE in asked and "2 events" in asked and "Judge 3" in asked
    organiser.send(f"{path[0]}now/", sure="yes")

    must_be_gone_and_verify(site, folder)
    told = json.dumps([line.text for line in log_view(site.open("cup"))])
    assert "Judge 1 is your judge" in told and "The name of Judge 1 was forgotten" in told and "Hale" in told
    assert site.open("cup").event.staff.members[1].name == "Judge 1"
    taken = import_event(site.desk, before, "again")
    hide_in_import(site.people, taken.id, STAFF)
    must_be_gone_and_verify(site, folder)
    with pytest.raises(UnknownName):
        forget(site.people, JUDGE, STAFF)
    assert forget(site.people, "Judge 1@cup", STAFF).events == ["cup"], "an interrupted one is finished"


def test_a_player_is_forgotten_as_judge_elsewhere_and_a_namesake_is_not(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    site = two_events(folder, more=(NAME, "Dai"))
    judge_of(site, "open", NAME)
    marshal_of(site, "cup", "Mora Quarkfeather")
    staff.play(site.desk, "cup", 1, PlayerId(3))
    judge_of(site, "open", "Bob")
    forget(site.people, NAME, STAFF)
    must_be_gone_and_verify(site, folder)
    forget(site.people, "Bob@cup", STAFF)
    assert "Bob" in {one.name for one in site.open("open").event.staff.members.values()}, "a Bob plays there"


def test_joinings_that_were_undone_and_redone_are_forgotten_and_who_got_the_number_is_not(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    site = two_events(folder)
    judge_of(site, "cup", JUDGE)
    history.undo(site.desk, "cup", STAFF)
    judge_of(site, "cup", "Hale")
    judge_of(site, "open", JUDGE)
    history.undo(site.desk, "open", STAFF)
    assert forget(site.people, JUDGE, STAFF).events == ["cup", "open"]
    must_be_gone_and_verify(site, folder)
    history.redo(site.desk, "open", STAFF)
    must_be_gone_and_verify(site, folder)
    assert [site.open(event).event.staff.members[1].name for event in ("cup", "open")] == ["Hale", "Judge 1"]
