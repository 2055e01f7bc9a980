"""A site on a real SQLite journal, and browsers of each kind of visitor to look at it with."""

from __future__ import annotations

import html
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from django.conf import settings
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import Resolver404, resolve

from muster.app.accounts import actions as account_actions
from muster.app.desk import Opened
from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.core.kit.model import Actor, PlayerId, Role
from muster.main import backups_of, desk_at
from muster.store.outbox import SqliteOutbox
from muster.web.backups import RoundBackups
from muster.web.serving.settings import configure
from muster.web.site import Site
from muster.web.who import links
from muster.web.who.sessions import Sessions
from tests.typed import Results, needed

STAFF = Actor()
NAMES = ("Ann", "Bob", "Cem", "Dai", "Eve")
RESULTS = Results(
    {
        "bushido": {"vp": "2-1"},
        "l5r": {"winner": "a"},
        "warmachine": {"winner": "a", "how": "scenario", "cp": "5-1", "apd": "30-10"},
        "urban_war": {"lost": "2-6"},
        "custom": {"score": "2-0"},
    }
)

# Django is set up once in a process; all it takes from the folder is the key.
with TemporaryDirectory() as _folder:
    configure(Path(_folder))


class Browser(Client):
    """A browser with its own cookies. Forms are checked for their token, as from outside."""

    def __init__(self, site: Site) -> None:
        defaults: dict[str, Any] = {"SERVER_NAME": "localhost", "muster.site": site}
        super().__init__(enforce_csrf_checks=True, **defaults)
        self.site = site

    def request(self, **request: Any) -> Any:
        """Every answer at an address that only accepts forms leads to pages."""
        answer = super().request(**request)
        path = request["PATH_INFO"]
        plain = "html" in answer.get("Content-Type", "") and "Content-Encoding" not in answer
        if plain and accepts_only_forms(path):
            nowhere = [link for link in ways_on(path, answer.getvalue().decode()) if accepts_only_forms(link)]
            assert nowhere == [], f"the page at {path} leads to addresses without a page"
        return answer

    def see(self, path: str, status: int = 200) -> str:
        """The page, its text as a reader sees it."""
        answer = self.get(path)
        assert answer.status_code == status, (path, answer.status_code, text_of(answer)[:500])
        return text_of(answer)

    def send(self, path: str, status: int = 302, /, **fields: Any) -> str:
        """Sends a form with the token of a page that this browser opened."""
        answer = self.post(path, {"csrfmiddlewaretoken": self.token(), **fields})
        assert answer.status_code == status, (path, answer.status_code, text_of(answer)[:500])
        return text_of(answer)

    def form(self, page: str, action: str) -> dict[str, str]:
        """What a page's form for an address contains before anybody fills it in."""
        body = self.get(page).getvalue().decode()
        found = re.search(rf'<form[^>]*action="{re.escape(action)}"[^>]*>(.*?)</form>', body, flags=re.S)
        assert found is not None, f"{page} has no form for {action}"
        hidden = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', found[1])
        return {name: html.unescape(value) for name, value in hidden if name != "csrfmiddlewaretoken"}

    def press(self, page: str, action: str, status: int = 302, /, **fields: Any) -> str:
        """Opens a page and sends one of its forms."""
        return self.send(action, status, **self.form(page, action), **fields)

    def token(self) -> str:
        """The token for forms, which any page with a form sets: one for the organiser, one for everybody."""
        pages = ["/new/", *(f"/e/{stored.id}/me/" for stored in self.site.desk.listed())]
        for page in pages:
            if "muster-form" not in self.cookies:
                self.get(page)
        return self.cookies["muster-form"].value if "muster-form" in self.cookies else ""


def accepts_only_forms(path: str) -> bool:
    try:
        return getattr(resolve(path).func, "method", "") == "POST"
    except Resolver404:
        return False


def ways_on(path: str, page: str) -> list[str]:
    """The paths that a page at this address leads to, and the one it is fetched again from when its event changes."""
    found = re.findall(r'<a\s[^>]*?href="([^"#][^"]*)"', page)
    for form in re.findall(r'<form\s[^>]*method="get"[^>]*>', page):
        action = re.search(r'action="([^"]*)"', form)
        found.append(action[1] if action else "")
    if "data-event=" in page:
        home = re.search(r'data-home="([^"]+)"', page)
        found.append(home[1] if home else "")
    return [urlsplit(urljoin(path, html.unescape(one))).path for one in found]


def text_of(answer: HttpResponseBase) -> str:
    body = answer.getvalue().decode()
    body = re.sub(r"<(script|style|svg).*?</\1>", "", body, flags=re.S)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", body)).split())


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return site_in(tmp_path / "data")


def site_in(folder: Path, database: str = "") -> Site:
    desk = desk_at(folder, database)
    backups = RoundBackups(backups_of(folder, database), desk, folder)
    made = Site(desk, "http://192.168.0.7:8000", settings.SECRET_KEY, Sessions(folder), backups, SqliteOutbox(folder))
    made.jobs.patience = 600  # However slow this machine is: only the tests of jobs show a job's page.
    return made


@pytest.fixture
def stranger(site: Site) -> Browser:
    return Browser(site)


@pytest.fixture
def organiser(site: Site) -> Browser:
    return organiser_of(site)


def organiser_of(site: Site) -> Browser:
    browser = Browser(site)
    assert browser.get(f"/sign-in/{site.sign_in.token()}/").status_code == 302
    return browser


def account_of(site: Site, login: str, *own: str) -> Browser:
    """Somebody with an account, to which some events belong; signed in by a link."""
    accounts = site.accounts.now_is()
    account = accounts.called(login) or account_actions.add(site.accounts, login, login.title(), STAFF)
    for event in own:
        account_actions.hand_over(site.accounts, event, login, STAFF)
    browser = Browser(site)
    assert browser.get(f"/sign-in/{site.sign_in.token(account=account.id)}/").status_code == 302
    return browser


def player_of(site: Site, event: str, number: int) -> Browser:
    """Somebody who came by their private link: who they are is proven."""
    browser = Browser(site)
    use_link(browser, event, number)
    return browser


def use_link(browser: Browser, event: str, number: int, status: int = 302) -> str:
    return browser.send("/private/use/", status, token=links.player_link(browser.site.open(event), PlayerId(number)))


def picked(site: Site, event: str, number: int) -> Browser:
    """Somebody who picked a free name: taken on trust."""
    browser = Browser(site)
    browser.send(f"/e/{event}/me/pick/", player=f"#{number}")
    return browser


def join(browser: Browser, event: str, role: Role, name: str, status: int = 302) -> str:
    """Takes up an invitation; answers with the page that says why not, if so."""
    link = links.staff_link(browser.site.open(event), role)
    assert browser.get(f"/staff/{link}/").status_code == 302
    browser.see("/invitation/")
    return browser.send("/invitation/join/", status, name=name)


def staff_of(site: Site, event: str, role: Role, name: str) -> Browser:
    """Somebody who joined by an invitation."""
    browser = Browser(site)
    join(browser, event, role, name)
    return browser


def judge_of(site: Site, event: str, name: str = "Hale") -> Browser:
    return staff_of(site, event, Role.JUDGE, name)


def marshal_of(site: Site, event: str, name: str = "Mora") -> Browser:
    return staff_of(site, event, Role.MARSHAL, name)


def start(site: Site, system: str = "bushido", names: tuple[str, ...] = NAMES, *, played: int = 0) -> Opened:
    """An event “cup” with round 1 published, or this many rounds played and the next published."""
    events.create(site.desk, "Cup", system, STAFF, seed="seed")
    roster.enrol(site.desk, "cup", [(name, needed(system)) for name in names], STAFF)
    opened = publish(site)
    for _ in range(played):
        for match in opened.event.rounds[-1].matches:
            results.report(site.desk, "cup", [Report(str(match.table), RESULTS[system])], STAFF)
        opened = publish(site)
    return opened


def publish(site: Site) -> Opened:
    rounds.pair(site.desk, "cup", STAFF)
    return rounds.publish(site.desk, "cup", STAFF)
