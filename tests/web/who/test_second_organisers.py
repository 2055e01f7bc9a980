"""Second organisers, whom the administrator invited by name: events have a number, and the name can be erased."""

from __future__ import annotations

from pathlib import Path

import pytest

from muster.app.accounts import actions
from muster.app.accounts.views import accounts_log
from muster.app.events.carry import export_event
from muster.app.past.verify import verify
from muster.app.people import roster
from muster.app.persons.forget import forget
from muster.core.kit.errors import UnknownName
from muster.core.record.journal import must_chain
from muster.main import backups_of
from muster.web.site import Site
from tests.web.conftest import STAFF, Browser, account_of, organiser_of, site_in, start

NAME = "Mara Formerquark"
WORD = b"ormerquark"


class Club:
    """A laptop on which a second organiser did something in an event of hers and in another."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.site = site_in(folder, "")
        self.chief = organiser_of(self.site)
        self.mara = invited(self.site, self.chief, NAME)
        start(self.site)
        self.mara.send("/create/", name="Late", system="bushido")
        self.mara.send("/e/cup/announce/", text="Lunch at one")

    def written(self) -> list[str]:
        return [str(file) for file in self.folder.rglob("*") if file.is_file() and WORD in file.read_bytes()]


def invited(site: Site, chief: Browser, name: str) -> Browser:
    chief.see("/devices/")
    said = chief.send("/devices/invite/", 200, name=name)
    link = next(word for word in said.split() if "/sign-in/" in word)
    browser = Browser(site)
    assert browser.get(link.removeprefix(site.address)).status_code == 302
    return browser


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return Club(tmp_path / "data")


def gone(club: Club, after: Path) -> None:
    assert club.written() == []
    backups_of(club.folder, "").save(after, "2026-11-15T10:00:00.000000+00:00")
    assert WORD not in after.read_bytes()
    assert "Only the organiser" in club.mara.see("/e/cup/desk/", 403)
    for event in ("cup", "late"):
        assert verify(club.site.open(event), club.site.desk.seed(event)).ok
        assert "organiser 1 (" in club.chief.see(f"/e/{event}/log/")
    must_chain(club.site.accounts.rows("accounts"))


def test_events_never_have_the_name_and_pages_show_it(club: Club) -> None:
    assert NAME not in str(export_event(club.site.desk, "cup")) + str(export_event(club.site.desk, "late"))
    for path in ("/e/cup/log/", "/e/cup/desk/", "/e/late/log/", "/devices/", "/accounts/"):
        assert NAME in club.chief.see(path), path
    assert f"Signed in as organiser {NAME}" in club.mara.see("/e/cup/")
    assert NAME not in Browser(club.site).see("/e/cup/")


def test_somebody_who_is_invited_again_is_the_same(club: Club) -> None:
    again = invited(club.site, club.chief, "mara  formerquark")
    again.send("/e/cup/announce/", text="Lunch at two")
    first, second = (club.site.open("cup").entries[-n].actor.name for n in (2, 1))
    assert first == second == club.site.accounts.signature(1)
    club.mara.send("/devices/sign-out-others/")
    assert club.chief.get("/devices/").status_code == 403 and f"organiser {NAME}" in club.mara.see("/devices/")


def test_nobody_has_an_account_because_of_them(club: Club) -> None:
    """Accounts begin with the first account, and numbers are given once."""
    assert "Organisers sign in with the link" in Browser(club.site).see("/sign-in/", 409)
    assert "There are no accounts yet." in club.chief.see("/accounts/")
    ann = account_of(club.site, "ann", "cup")
    assert club.site.accounts.now_is().called("ann").id == 2  # type: ignore[union-attr]  # fails if there is none
    ann.see("/e/cup/desk/")
    club.mara.see("/e/cup/desk/")


def test_an_erased_second_organiser_is_found_nowhere(club: Club, tmp_path: Path) -> None:
    assert club.written()
    heads = {event: club.site.open(event).head for event in ("cup", "late")}
    assert "Tick the box" in club.chief.send("/accounts/erase/", 409, login="#1")
    club.chief.send("/accounts/erase/", login="#1", sure="yes")
    gone(club, tmp_path / "after.zip")
    assert heads == {event: club.site.open(event).head for event in heads}, "nothing in the events changed"
    texts = [entry.text for entry in accounts_log(club.site.accounts)]
    assert texts[1:] == [
        "#1 invited to organise everything",
        "#1: erased, with the name; the administrator has the events, if there were any",
    ]
    again = invited(club.site, club.chief, NAME)
    again.send("/e/cup/announce/", text="Lunch at two")
    assert club.site.open("cup").entries[-1].actor.name == club.site.accounts.signature(2)


def test_a_link_for_somebody_who_was_erased_since_opens_nothing(club: Club) -> None:
    link = club.site.sign_in.token(1)
    actions.erase(club.site.accounts, NAME, STAFF)
    stranger = Browser(club.site)
    assert "somebody who was erased since" in stranger.see(f"/sign-in/{link}/", 409)
    stranger.see("/e/cup/desk/", 403)
    with pytest.raises(UnknownName):
        actions.erase(club.site.accounts, NAME, STAFF)


def test_forgetting_a_person_finds_them_where_they_organised(club: Club, tmp_path: Path) -> None:
    roster.enrol(club.site.desk, "late", [("Mara Formerquark", {}), ("Ann", {})], STAFF)
    forget(club.site.people, "Ann@late", STAFF)
    assert club.site.accounts.now_is().seconds, "somebody else is forgotten"
    forget(club.site.people, NAME, STAFF)
    gone(club, tmp_path / "after.zip")
