"""The organiser's page of webhooks and sites."""

from __future__ import annotations

import re

from muster.app.events.sites import allowed_sites
from muster.web.site import Site
from tests.web.conftest import Browser, start

PAGE = "/e/cup/webhooks/"
DISCORD = "https://discord.com/api/webhooks/1/very-secret"


def fill(browser: Browser, status: int = 200, **fields: object) -> str:
    usual = {"name": "Our channel", "address": DISCORD, "shape": "discord", "happening": ["pairings", "finished"]}
    return browser.send(PAGE + "add/", status, **{**usual, **fields})


def test_a_webhook_is_added_and_its_secret_shown_once(site: Site, organiser: Browser) -> None:
    start(site)
    answer = organiser.post(
        PAGE + "add/",
        {
            "csrfmiddlewaretoken": organiser.token(),
            "name": "Our channel",
            "address": DISCORD,
            "shape": "muster",
            "happening": ["pairings", "finished"],
        },
    )
    page = answer.content.decode()
    assert answer["Cache-Control"] == "no-store" and re.search(r"whsec_[\w+/]{43}=", page)
    later = organiser.see(PAGE)
    assert "Our channel" in later and "whsec_" not in later and "https://discord.com/…" in later
    assert "Pairings are published or changed" in later and "JSON for your own program" in later
    assert "very-secret" not in page + later
    added = fill(organiser)
    assert "Our channel was added. Send a test" in added and "whsec_" not in added


def test_what_was_typed_stays_when_it_is_refused(site: Site, organiser: Browser) -> None:
    start(site)
    refused = organiser.post(
        PAGE + "add/",
        {"csrfmiddlewaretoken": organiser.token(), "name": "Board", "address": "127.0.0.1", "shape": "muster"},
    )
    page = refused.content.decode()
    assert refused.status_code == 409 and "“127.0.0.1” is not an address for a webhook." in page
    assert 'value="Board"' in page and 'value="127.0.0.1"' in page
    assert "Choose at least one thing to send." in fill(organiser, 409, happening=[])
    assert "is not a message format" in fill(organiser, 409, shape="slack")
    assert "is not a public address" in fill(organiser, 409, address="http://192.168.1.1/")
    assert "Nothing is sent anywhere." in organiser.see(PAGE)


def test_a_test_waits_is_paused_and_goes_with_its_webhook(site: Site, organiser: Browser) -> None:
    start(site)
    fill(organiser)
    organiser.press(PAGE, PAGE + "test/")
    assert "A test" in organiser.see(PAGE) and "Waiting to be sent." in organiser.see(PAGE)
    organiser.press(PAGE, PAGE + "again/")
    organiser.press(PAGE, PAGE + "pause/")
    assert "Our channel · paused" in organiser.see(PAGE)
    organiser.press(PAGE, PAGE + "pause/")
    assert "paused" not in organiser.see(PAGE)
    gone = organiser.form(PAGE, PAGE + "remove/")
    for _ in range(2):
        organiser.send(PAGE + "remove/", **gone)
    assert "Our channel" not in organiser.see(PAGE)
    assert "No webhook is called" in organiser.send(PAGE + "test/", 404, **gone)


def test_sites_are_named_and_what_is_not_one_is_refused(site: Site, organiser: Browser) -> None:
    start(site)
    organiser.send("/e/cup/sites/", sites="https://club.example\r\nhttp://127.0.0.1:5500\r\n")
    assert allowed_sites(site.open("cup")) == ("http://127.0.0.1:5500", "https://club.example")
    assert "https://club.example" in organiser.see(PAGE)
    refused = organiser.send("/e/cup/sites/", 409, sites="club.example")
    assert "“club.example” is not a site." in refused
    assert "Sites that may use the event: http://127.0.0.1:5500, https://club.example" in organiser.see("/e/cup/log/")
    organiser.send("/e/cup/sites/", sites="")
    assert allowed_sites(site.open("cup")) == ()
