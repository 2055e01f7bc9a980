"""Webhooks and sites for programs with a token, and JSON for the pages of the sites that the organiser named."""

from __future__ import annotations

from typing import Any

import pytest
from django.http.response import HttpResponseBase

from muster.api.areas.webhooks import AgainBody, PauseBody, SitesBody, WebhookBody
from muster.api.call import Route
from muster.api.client import Client, ProblemFound
from muster.api.routes import ENROL, PUBLIC, ROUTES, TOKEN
from muster.app.events.sites import allow_sites, allowed_sites
from muster.app.permissions import Scope
from muster.app.table import featured
from muster.app.webhooks.outbox import CHOICES, Happening, WebhookShape
from muster.web.site import Site
from tests.web.api.program import filled, program
from tests.web.api.scenes import on_show
from tests.web.conftest import STAFF, Browser, start

CLUB = "https://club.example"
ROUTE: dict[str, Route[Any]] = {route.name: route for route in ROUTES}


@pytest.fixture
def bot(site: Site) -> Client:
    start(site)
    return program(site, Scope.CONNECT)


def test_a_program_adds_tests_pauses_and_removes_a_webhook(site: Site, bot: Client) -> None:
    wanted = WebhookBody("Board", "https://club.example/hook?key=secret", [Happening.PAIRINGS, Happening.RESULT])
    made = bot.send(ROUTE["add-webhook"], wanted, event="cup", key="one")
    again = bot.send(ROUTE["add-webhook"], wanted, event="cup", key="one")
    assert again == made and made.secret.startswith("whsec_")
    assert (made.webhook.address, made.webhook.shape) == ("https://club.example/…", WebhookShape.MUSTER)
    number = made.webhook.number
    for _ in range(2):
        sent = bot.send(ROUTE["test-webhook"], event="cup", number=number, key="two")
    (delivery,) = sent.webhook.deliveries
    assert delivery.happening == "test" and delivery.state == "waiting"
    bot.send(ROUTE["send-again"], AgainBody(delivery.id), event="cup", number=number)
    assert bot.send(ROUTE["pause-webhook"], PauseBody(), event="cup", number=number).webhook.paused
    assert not bot.send(ROUTE["pause-webhook"], PauseBody(False), event="cup", number=number).webhook.paused
    told = bot.ask(ROUTE["webhooks-list"], event="cup")
    assert [one.number for one in told.webhooks] == [number] and "secret" not in str(told)
    for _ in range(2):
        assert bot.send(ROUTE["remove-webhook"], event="cup", number=number).webhook is None
    with pytest.raises(ProblemFound, match="No webhook is called"):
        bot.send(ROUTE["test-webhook"], event="cup", number=number)


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (WebhookBody("A", "http://127.0.0.1:80/", [Happening.RESULT]), "“127.0.0.1” is not a public address."),
        (WebhookBody("A", "http://localhost:80/", [Happening.RESULT]), "“localhost” is not a public address."),
        (WebhookBody("A", "http://[::ffff:10.0.0.1]/", [Happening.RESULT]), "is not a public address. To send to it"),
        (WebhookBody("A", "gopher://club.example", [Happening.RESULT]), "is not an address for a webhook."),
        (WebhookBody(" ", "https://club.example", [Happening.RESULT]), "is not a name"),
        (WebhookBody("A", "https://club.example", [Happening.TEST]), "“test” is not something that a webhook can send"),
    ],
)
def test_what_cannot_be_a_webhook_is_refused_in_a_sentence(bot: Client, body: WebhookBody, sentence: str) -> None:
    with pytest.raises(ProblemFound) as found:
        bot.send(ROUTE["add-webhook"], body, event="cup")
    assert sentence in str(found.value)
    assert bot.ask(ROUTE["webhooks-list"], event="cup").webhooks == []


def test_an_event_has_ten_webhooks_at_most(bot: Client) -> None:
    for n in range(10):
        bot.send(ROUTE["add-webhook"], WebhookBody(f"Board {n}", CLUB, list(CHOICES)), event="cup")
    bot.send(ROUTE["add-webhook"], WebhookBody("Board 9", CLUB, list(CHOICES)), event="cup")
    with pytest.raises(ProblemFound, match="at most 10 webhooks"):
        bot.send(ROUTE["add-webhook"], WebhookBody("Board 10", CLUB, list(CHOICES)), event="cup")


def test_a_program_names_the_sites(site: Site, bot: Client) -> None:
    assert bot.ask(ROUTE["sites"], event="cup").sites == []
    named = bot.send(ROUTE["allow-sites"], SitesBody(["https://Club.example/", CLUB]), event="cup")
    assert named.sites == [CLUB] and allowed_sites(site.open("cup")) == (CLUB,)
    with pytest.raises(ProblemFound, match="is not a site"):
        bot.send(ROUTE["allow-sites"], SitesBody(["*"]), event="cup")
    assert allowed_sites(site.open("cup")) == (CLUB,)


# Pages of other sites


def asked(site: Site, method: str, path: str, origin: str, **headers: str) -> HttpResponseBase:
    return Browser(site).generic(method, path, headers={"Origin": origin, **headers})


def shared(answer: HttpResponseBase) -> dict[str, str]:
    return {name: text for name, text in answer.headers.items() if name.startswith("Access-Control-")}


@pytest.fixture
def club(site: Site) -> Site:
    on_show(site)
    allow_sites(site.desk, "cup", f"{CLUB}\nhttp://127.0.0.1:5500", STAFF)
    featured.feature(site.desk, "cup", 1, 1, True, STAFF)
    return site


@pytest.mark.parametrize("route", PUBLIC, ids=lambda route: route.name)
def test_public_json_is_for_the_pages_of_named_sites(club: Site, route: Route[Any]) -> None:
    for origin in (CLUB, "http://127.0.0.1:5500"):
        answer = asked(club, "GET", filled(route), origin)
        assert answer.status_code == 200 and answer["Access-Control-Allow-Origin"] == origin
        assert "Origin" in answer["Vary"] and "Access-Control-Allow-Credentials" not in answer
    alone = Browser(club).get(filled(route))
    assert alone.status_code == 200 and "Origin" in alone["Vary"] and shared(alone) == {}


OTHERS = [
    "https://evil.example",
    "http://club.example",
    "https://club.example:8443",
    "https://club.example.evil.example",
    "https://www.club.example",
    "https://CLUB.example",
    "null",
    "*",
    "http://[",
    "https://[::1",
]


@pytest.mark.parametrize("origin", OTHERS)
@pytest.mark.parametrize("method", ["GET", "OPTIONS"])
def test_any_other_site_gets_a_sentence_and_nothing_else(club: Site, origin: str, method: str) -> None:
    for path in (filled(PUBLIC[0]), filled(TOKEN)):
        answer = asked(club, method, path, origin, **{"Access-Control-Request-Method": "GET"})
        assert answer.status_code == 403 and shared(answer) == {} and "Origin" in answer["Vary"]
        assert f"The site “{origin}” may not use this event. The organiser can name it" in answer.getvalue().decode()


def test_the_api_is_for_named_sites_with_a_token(club: Site) -> None:
    bot = program(club, Scope.READ)
    first = asked(club, "OPTIONS", filled(ENROL), CLUB, **{"Access-Control-Request-Method": "POST"})
    assert first.status_code == 204 and shared(first) == {
        "Access-Control-Allow-Origin": CLUB,
        "Access-Control-Allow-Methods": "GET, POST",
        "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, If-None-Match",
        "Access-Control-Expose-Headers": "ETag, Retry-After",
        "Access-Control-Max-Age": "600",
    }
    answer = asked(club, "GET", filled(TOKEN), CLUB, Authorization=f"Bearer {bot.token}")
    assert answer.status_code == 200 and answer["Access-Control-Allow-Origin"] == CLUB
    # A page may read why not; without a token, or by a cookie of the organiser's, it has nothing.
    refused = asked(club, "GET", filled(TOKEN), CLUB)
    assert refused.status_code == 401 and refused["Access-Control-Allow-Origin"] == CLUB


def test_an_answer_that_a_page_has_is_not_sent_again(club: Site) -> None:
    tag = asked(club, "GET", filled(PUBLIC[0]), CLUB)["ETag"]
    answer = asked(club, "GET", filled(PUBLIC[0]), CLUB, **{"If-None-Match": tag})
    assert answer.status_code == 304 and answer["Access-Control-Allow-Origin"] == CLUB


def test_without_a_named_site_cors_is_off_and_no_longer_named_is_off(club: Site) -> None:
    allow_sites(club.desk, "cup", "", STAFF)
    assert asked(club, "GET", filled(PUBLIC[0]), CLUB).status_code == 403
    # Our own pages, and programs that say nothing, are asked nothing.
    assert asked(club, "GET", filled(PUBLIC[0]), "http://localhost").status_code == 200
    assert shared(Browser(club).options(filled(PUBLIC[0]))) == {}


def test_pages_are_for_nobody_elses_scripts(club: Site) -> None:
    for path in ("/", "/e/cup/", "/e/cup/standings/", "/api/v1/openapi.json"):
        assert shared(asked(club, "GET", path, CLUB)) == {}
