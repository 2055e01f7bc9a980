"""A hall with two events, everybody in it, and the forms that each of them is shown."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any

from muster.app.clock import actions as clock
from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.permissions import Visitor
from muster.app.ports import JournalName
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.app.staff import calls, rulings
from muster.app.staff.actions import ORGANISER
from muster.core.kit.model import Actor, PlayerId, Role
from muster.web.site import Site
from muster.web.urls import urlpatterns
from tests.typed import needed
from tests.web.conftest import NAMES, RESULTS, STAFF, Browser, staff_of
from tests.web.test_access import address, visit

OWN, OTHER = "cup", "other"
LEAVES = ("sign-out", "sign-out-others", "sign-out-device", "leave")
"""Forms that end the visit of the one who sends them."""


def two_events(site: Site, names: tuple[str, ...] = NAMES, title: str = "Cup", said: str = "It is") -> None:
    """Both in their second round, with a report that waits, a call for a judge, a ruling, and a clock."""
    for event, name in ((OWN, title), (OTHER, f"Other {title}")):
        events.create(site.desk, name, "bushido", STAFF, event_id=event, seed="seed")
        roster.enrol(site.desk, event, [(one, needed("bushido")) for one in names], STAFF)
        rounds.pair(site.desk, event, STAFF)
        opened = rounds.publish(site.desk, event, STAFF)
        for match in opened.event.rounds[-1].matches:
            results.report(site.desk, event, [Report(str(match.table), RESULTS["bushido"])], STAFF)
        rounds.pair(site.desk, event, STAFF)
        rounds.publish(site.desk, event, STAFF)
        clock.start(site.desk, event, STAFF)
        first = Actor(names[0], Role.PLAYER, PlayerId(1))
        results.report(site.desk, event, [Report("#1", RESULTS["bushido"])], first)
        calls.call(site.desk, event, PlayerId(1), 2, first)
        rulings.rule(site.desk, event, ORGANISER, 1, f"{said}?", said, 2)


def visitor(site: Site, who: Visitor, name: str = "Hale") -> Browser:
    """Somebody who is this in the event “cup”, and nobody in the other one."""
    if who in (Visitor.MARSHAL, Visitor.JUDGE):
        staff_of(site, OTHER, Role(who.value), f"Other {who.value} {name}")  # With the same number, and another key.
        return staff_of(site, OWN, Role(who.value), f"{who.value.title()} {name}")
    return visit(site, who)


def again(browser: Browser) -> Browser:
    """The same visitor in a new browser, whatever the previous one does."""
    twin = Browser(browser.site)
    twin.cookies = deepcopy(browser.cookies)
    return twin


def gets() -> Iterator[Any]:
    return (pattern for pattern in urlpatterns if getattr(pattern.callback, "method", "") == "GET")


def posts() -> Iterator[Any]:
    return (pattern for pattern in urlpatterns if getattr(pattern.callback, "method", "") == "POST")


@dataclass(frozen=True)
class Form:
    """A form as a page has it, its fields as they are when it comes."""

    action: str
    fields: tuple[tuple[str, str], ...]


class Page(HTMLParser):
    """The forms of a page, and every tag on it with its attributes."""

    def __init__(self, body: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self._forms: list[tuple[str, dict[str, str]]] = []
        self._open = False
        self.feed(body)

    @property
    def forms(self) -> list[Form]:
        return [Form(action, tuple(fields.items())) for action, fields in self._forms]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.tags.append((tag, given))
        if tag == "form":
            self._open = given.get("method") == "post"
            if self._open:
                self._forms.append((given.get("action", "").partition("#")[0], {}))
        elif self._open and tag in ("input", "select", "textarea", "button") and given.get("name"):
            self._forms[-1][1].setdefault(given["name"], given.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        self._open = self._open and tag != "form"


def forms_of(browser: Browser, event: str = OWN) -> list[Form]:
    """Every form on every page that this browser may open, each once."""
    found: dict[tuple[str, ...], Form] = {}
    for pattern in gets():
        answer = browser.get(address(pattern, event))
        if answer.status_code == 200 and "html" in answer["Content-Type"]:
            for form in Page(answer.getvalue().decode()).forms:
                found.setdefault((form.action, *(name for name, _ in form.fields)), form)
    return list(found.values())


def heads(site: Site) -> dict[JournalName, tuple[int, str]]:
    """Where every journal ends: the same as before if nothing was done."""
    journals = site.desk.journals
    return {name: journals.head(name) for one in journals.listed() for name in [JournalName(one.kind, one.id)]}
