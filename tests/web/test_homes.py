"""Where the answer to a form is at home: its own address only accepts forms, so nothing may lead there.

Every other test checks that too, for each answer it gets: see `Browser.request`.
"""

from __future__ import annotations

import re
from html import unescape

import pytest

from muster.app.permissions import Visitor
from muster.web.site import Site
from tests.web.conftest import Browser, accepts_only_forms, start, ways_on
from tests.web.enemies.walk import again, forms_of, posts, two_events, visitor
from tests.web.test_access import address

ENDS = ("/sign-out/", "/sign-out-others/", "/me/leave/", "/me/not-me/", "/keeping/remove/")
"""After these, the one who sent it is somebody else, or the event is gone."""


@pytest.mark.parametrize("who", Visitor)
def test_no_answer_to_a_form_leads_to_an_address_without_a_page(site: Site, who: Visitor) -> None:
    """Every form as its page has it and with nothing in it, and every such address opened as a page.

    What follows its event does so at the address of the same page, or says that it stays as it is.
    """
    two_events(site)
    asking = visitor(site, who)
    empty: list[tuple[str, dict[str, str]]] = [(address(pattern), {}) for pattern in posts()]
    forms = [(form.action.partition("?")[0], dict(form.fields)) for form in forms_of(asking)]
    answered, following = 0, set()
    for path, fields in (*empty, *forms):
        if path.endswith(ENDS):
            continue
        browser = again(asking)
        answers = [browser.post(path, {**fields, "csrfmiddlewaretoken": browser.token()})]
        if not fields:
            answers.append(browser.get(path))
            assert answers[1].status_code == 405, path
        for answer in answers:
            if "html" not in answer.get("Content-Type", "") or answer.status_code == 302:
                continue
            answered += 1
            page = answer.getvalue().decode()
            assert not [way for way in ways_on(path, page) if accepts_only_forms(way)], path
            if "data-event=" in page and not stays(page) and not path.endswith("/me/pick/"):
                home = home_of(page)
                following.add(path)
                there = browser.get(home, follow=True).getvalue().decode()
                assert heading(page) == heading(there), f"{path} would be swapped for {home}"
    assert answered > 100
    assert following or who is Visitor.SPECTATOR


def heading(page: str) -> str:
    return re.sub(r"<[^>]+>", "", re.findall(r"<h1.*?</h1>", page, flags=re.S)[0])


def home_of(page: str) -> str:
    (home,) = re.findall(r'<body[^>]* data-home="([^"]+)"', page)
    return unescape(home)


def stays(page: str) -> bool:
    return re.search(r'<main[^>]* id="main" data-hold>', page) is not None


def languages_of(page: str) -> set[str]:
    return {unescape(link) for link in re.findall(r'href="([^"]*)" hreflang="de"', page)}


@pytest.mark.parametrize(
    ("path", "fields", "home", "held"),
    [
        ("people/import/look/", {"text": "Finn\nGia"}, "people/import/", True),
        ("people/import/look/", {}, "people/import/", False),
        ("people/copy/", {"from": "none"}, "people/import/", False),
        ("announce/", {"text": "x" * 161}, "desk/", True),
        ("option/", {"key": "patience", "value": "long"}, "rules/?set=patience", False),
        ("amend/", {"name": ""}, "", False),
        ("pair/", {}, "desk/", False),
        ("terrain/layout/look/", {"name": "Hill"}, "terrain/layout/", False),
        ("lists/1/withdraw/", {"slot": "2"}, "lists/1/?slot=2", False),
        ("people/1/amend/", {"name": ""}, "people/1/", False),
    ],
)
def test_an_answer_knows_where_it_is_at_home(
    site: Site, organiser: Browser, path: str, fields: dict[str, str], home: str, held: bool
) -> None:
    """What is not the page of that address, such as a preview, is not changed by what happens in the event."""
    start(site, system="warmachine" if path.startswith("lists/") else "bushido")
    sent = {"csrfmiddlewaretoken": organiser.token(), **fields}
    answer = organiser.post(f"/e/cup/{path}", sent)
    page = answer.getvalue().decode()
    assert answer.status_code in (200, 409), answer.status_code
    assert home_of(page) == f"/e/cup/{home}"
    assert languages_of(page) == {f"/e/cup/{home}{'&' if '?' in home else '?'}lang=de"}
    assert stays(page) is held
    assert organiser.get(f"/e/cup/{home}").status_code == 200
