"""Every page for every visitor: nothing typed becomes markup, nothing is kept for others, nothing leads away."""

from __future__ import annotations

import re

import pytest
from django.http.response import HttpResponseBase

from muster.app.permissions import Visitor
from muster.app.staff.announcements import announce
from muster.web.site import Site
from tests.web.conftest import STAFF, Browser, text_of
from tests.web.enemies.walk import OWN, Page, again, forms_of, gets, posts, two_events, visitor
from tests.web.test_access import address

EVIL = "\"'><img src=x onerror=alert(1)>{{7*7}}</title><svg onload=alert(1)>"
"""Breaks out of an attribute, a text and a script, and would be evaluated by a template."""

AWAY = "https://evil.example/"
WISHES = ("next", "back", "to", "url", "return", "page", "redirect", "go", "wanted")
"""Possible names of a field that says where to go next."""

SHARED = "worker manifest overlay-look overlay-own-style"
"""Besides what is public as JSON, as an overlay or in a frame: the same for everybody."""


def pages(browser: Browser) -> list[tuple[str, HttpResponseBase]]:
    return [(path, browser.get(path)) for path in map(address, gets())]


def named_evil(site: Site) -> None:
    """Everything in an event that can have a name or a text has an evil one."""
    two_events(site, tuple(f"{EVIL}{n}" for n in range(5)), EVIL, EVIL)
    announce(site.desk, OWN, EVIL, STAFF)


@pytest.mark.parametrize("who", Visitor)
def test_what_people_typed_is_text(site: Site, who: Visitor) -> None:
    named_evil(site)
    seen = False
    for path, answer in pages(visitor(site, who)):
        assert answer.status_code < 500, path
        if "html" not in answer.get("Content-Type", ""):
            assert "svg" not in answer.get("Content-Type", "") or b"<img" not in answer.getvalue(), path
            continue
        body = answer.getvalue().decode()
        seen = seen or "img src=x" in body
        for tag, given in Page(body).tags:
            assert given.get("src") != "x" and not [name for name in given if name.startswith("on")], (path, tag, given)
        assert "49" not in re.findall(r"onerror=alert\(1\)&gt;(\d+)", body), f"{path} works out what people typed"
    assert seen, "the search finds what it looks for"


def test_what_is_refused_is_quoted_as_text(site: Site) -> None:
    """Every field of every form, filled with it: the refusal shows it as typed."""
    two_events(site)
    for who in (Visitor.ADMINISTRATOR, Visitor.JUDGE, Visitor.PLAYER, Visitor.SPECTATOR):
        asking = visitor(site, who)
        asking.token()
        for form in forms_of(asking):
            browser = again(asking)
            fields = dict.fromkeys((name for name, _ in form.fields), EVIL)
            answer = browser.post(form.action, {**fields, "csrfmiddlewaretoken": browser.token()})
            assert answer.status_code < 500, (form.action, text_of(answer)[-300:])
            assert "evil" not in answer.get("Location", "")
            if "html" in answer.get("Content-Type", ""):
                tags = Page(answer.getvalue().decode()).tags
                assert not [one for one in tags if one[1].get("src") == "x" or "onerror" in one[1]], form.action


@pytest.mark.parametrize("who", Visitor)
def test_no_page_runs_code_or_loads_from_elsewhere(site: Site, who: Visitor) -> None:
    """Each page says so itself, and nothing on it needs an exception."""
    two_events(site)
    for path, answer in pages(visitor(site, who)):
        if "html" not in answer.get("Content-Type", ""):
            continue
        policy = answer["Content-Security-Policy"]
        assert "unsafe" not in policy and "*" not in policy and "default-src 'none'" in policy, (path, policy)
        assert answer["X-Content-Type-Options"] == "nosniff", path
        for tag, given in Page(answer.getvalue().decode()).tags:
            assert "style" not in given or "'unsafe-inline'" not in policy, (path, tag)
            assert tag not in ("script",) or given.get("src", "").startswith("/") or "json" in given.get("type", ""), (
                path
            )
            for name in ("src", "action", "formaction"):
                assert not re.match(r"(?:[a-z]+:)?//|javascript:", given.get(name, "")), (path, tag, given)


def test_what_a_cache_may_keep_is_the_same_for_everybody(site: Site) -> None:
    """A proxy or a shared computer that keeps a page never shows one visitor's page to another."""
    two_events(site)
    browsers = {who: visitor(site, who) for who in Visitor}
    kept = set()
    for pattern in gets():
        path = address(pattern)
        answers = {who: again(browser).get(path) for who, browser in browsers.items()}
        for who, answer in answers.items():
            cache = answer.get("Cache-Control", "")
            if "no-store" in cache or "private" in cache:
                continue
            assert not answer.cookies, f"{path} is kept for everybody with a cookie of one"
            assert answer.getvalue() == answers[Visitor.SPECTATOR].getvalue(), (
                f"{path} is kept for everybody, also {who}'s"
            )
            kept.add(str(pattern.name))
    public = {name for name in kept if name.endswith(".json") or name.startswith(("overlay-", "embed-"))}
    assert kept - public <= set(SHARED.split()), "a page for everybody that is not meant to be one"


@pytest.mark.parametrize("secure", [False, True])
def test_no_script_reads_a_cookie_and_no_other_site_sends_one(site: Site, secure: bool) -> None:
    two_events(site)
    found = set()
    for who in (Visitor.ADMINISTRATOR, Visitor.PLAYER, Visitor.SPECTATOR):
        asking = visitor(site, who)
        asking.cookies.pop("muster-form", None)
        wanted = [("/", {"lang": "de"}), (f"/e/{OWN}/print/pairings/", {"paper": "letter"}), ("/new/", {})]
        for path, asked in [*wanted, *((path, {}) for path in map(address, gets()))]:
            for name, cookie in asking.get(path, asked, secure=secure).cookies.items():
                found.add(name)
                flags = bool(cookie["httponly"]), cookie["samesite"], bool(cookie["secure"])
                assert flags == (True, "Lax", secure), (path, name)
    assert found == {"muster", "muster-form", "muster-language", "muster-paper"}, "the search finds them all"


def test_no_address_leads_to_another_site(site: Site) -> None:
    """Whatever a link or a form says of where to go next."""
    two_events(site)
    wishes = dict.fromkeys(WISHES, AWAY)
    for who in (Visitor.ADMINISTRATOR, Visitor.PLAYER):
        asking = visitor(site, who)
        asking.token()
        for pattern in (*gets(), *posts()):
            if "sign-out" in str(pattern.name):
                continue
            path, browser, headers = (
                address(pattern),
                again(asking),
                {"Referer": AWAY, "X-Forwarded-Host": "evil.example"},
            )
            if pattern.callback.method == "GET":
                answer = browser.get(path, wishes, headers=headers)
            else:
                answer = browser.post(path, {**wishes, "csrfmiddlewaretoken": browser.token()}, headers=headers)
            where = answer.get("Location", "/")
            assert re.match(r"/(?!/)|\?|#|http://(?:localhost|192\.168\.0\.7)[:/]", where), (who, path, where)
            assert "evil.example" not in where.partition("?")[0], (who, path, where)


@pytest.mark.parametrize("who", [Visitor.ADMINISTRATOR, Visitor.JUDGE, Visitor.PLAYER])
def test_no_form_that_is_taken_leads_to_another_site(site: Site, who: Visitor) -> None:
    """Each as on its page, with a note where needed: many are accepted, and redirect."""
    two_events(site)
    asking = visitor(site, who)
    asking.token()
    taken = set()
    for form in forms_of(asking):
        if "sign-out" in form.action or form.action.endswith(("/leave/", "/remove/")):
            continue
        browser = again(asking)
        fields = {name: value or "Tea" for name, value in form.fields} | dict.fromkeys(WISHES, AWAY)
        answer = browser.post(form.action, fields | {"csrfmiddlewaretoken": browser.token()})
        assert "evil.example" not in answer.get("Location", "").partition("?")[0], form.action
        if answer.status_code == 302:
            taken.add(form.action)
    assert len(taken) > 2, "the walk has lost its way"
