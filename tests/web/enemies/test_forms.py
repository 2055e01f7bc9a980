"""Every form of every page, sent by everybody: in their own event and in another, with its ids and with others'."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import resolve

from muster.app.permissions import Visitor, allows
from muster.app.ports import JournalName
from muster.web.site import Site
from tests.web.conftest import Browser, player_of, site_in, text_of
from tests.web.enemies.walk import LEAVES, OTHER, OWN, Form, again, forms_of, heads, posts, two_events, visitor
from tests.web.test_access import address

SHOWN_TO = (Visitor.ADMINISTRATOR, Visitor.ORGANISER, Visitor.JUDGE, Visitor.PLAYER, Visitor.SPECTATOR)
"""Whose pages together have every form."""

BECOMES = ("pick", "send-registration", "use-link", "join", "remove")
"""After these, the one who sent it is somebody else, or the event is gone."""


@pytest.fixture(scope="module")
def forms(tmp_path_factory: pytest.TempPathFactory) -> list[Form]:
    """Every form of the hall, as those who may send it see it. Each test has its own identical hall."""
    site = site_in(tmp_path_factory.mktemp("shown"))
    two_events(site)
    found: dict[tuple[str, ...], Form] = {}
    for who in SHOWN_TO:
        for form in forms_of(visitor(site, who, "Shown")):
            found.setdefault((form.action, *(name for name, _ in form.fields)), form)
    return list(found.values())


def send(browser: Browser, form: Form, event: str) -> int:
    fields = dict(form.fields) | {"csrfmiddlewaretoken": browser.token()}
    answer = browser.post(form.action.replace(f"/e/{OWN}/", f"/e/{event}/"), fields)
    assert answer.status_code < 500, (form.action, text_of(answer)[-300:])
    return answer.status_code


@pytest.mark.parametrize("who", Visitor)
def test_a_form_does_nothing_for_those_it_is_not_for(site: Site, forms: list[Form], who: Visitor) -> None:
    """Filled in as on the page of somebody who may.

    If it is allowed here, it changes nothing in an event where it is not.
    """
    two_events(site)
    asking = visitor(site, who)
    asking.token()
    assert len(forms) > 60, "the walk has lost its way"
    for form in forms:
        found = resolve(form.action.partition("?")[0])
        if found.url_name in (*LEAVES, *BECOMES):
            continue
        for event in (OWN, OTHER):
            role = who if event == OWN else Visitor.SPECTATOR
            if event == OTHER and ("event" not in found.kwargs or who in (Visitor.ADMINISTRATOR, Visitor.SPECTATOR)):
                continue  # There they are what they are here.
            before = heads(site)
            status = send(again(asking), form, event)
            after = heads(site)
            view: Any = found.func
            if not allows(view.action, role, proven=True):
                assert status == 403, (who, form.action, event, status)
                assert after == before, f"{who} was refused at {form.action} in {event}, and it did something"
            if event == OWN:
                other = JournalName("event", OTHER)
                assert who is Visitor.ADMINISTRATOR or after.get(other) == before.get(other), form.action


def test_every_form_is_refused_without_its_token_and_from_another_site(site: Site) -> None:
    two_events(site)
    for who in (Visitor.ADMINISTRATOR, Visitor.PLAYER):
        asking = visitor(site, who)
        asking.token()
        before = heads(site)
        for pattern in posts():
            path = address(pattern)
            for fields, headers in (
                ({}, {}),
                ({"csrfmiddlewaretoken": "x" * 64}, {}),
                ({"csrfmiddlewaretoken": asking.token()}, {"Origin": "https://evil.example"}),
            ):
                answer = again(asking).post(path, fields, headers=headers)
                assert answer.status_code == 403, (who, path, headers, answer.status_code)
        assert heads(site) == before


def test_a_players_form_is_about_that_player_whatever_it_says(site: Site) -> None:
    """The id of somebody else, in every field that could carry one: nothing happens in that one's name."""
    two_events(site)
    ann, bob = player_of(site, OWN, 1), player_of(site, OWN, 2)
    ann.token(), bob.token()
    mine = [form for form in forms_of(ann) if re.match(f"/e/{OWN}/me/", form.action)]
    assert len(mine) > 3
    for form in mine:
        found = resolve(form.action.partition("?")[0])
        if found.url_name in LEAVES:
            continue
        before = site.open(OWN).last
        stolen = dict.fromkeys(("player", "number", "name", "as", "who", "me", "id"), "#2")
        browser = again(ann)
        browser.post(form.action, {**dict(form.fields), **stolen, "csrfmiddlewaretoken": browser.token()})
        opened = site.open(OWN)
        for entry in opened.entries[before:]:
            assert entry.actor.player in (None, 1), (form.action, entry)
