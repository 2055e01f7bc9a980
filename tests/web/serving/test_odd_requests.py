"""Odd numbers, odd hosts, odd pictures: every address answers with a sentence, never with a break-down."""

from __future__ import annotations

import os
import re
import struct
import zlib
from itertools import product

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import URLPattern

from muster.app.events import actions as events
from muster.core.kit.errors import BadInput
from muster.paper.dots import is_sane, must_be_sane
from muster.web.site import Site
from muster.web.urls import urlpatterns
from tests.web.conftest import STAFF, Browser, organiser_of, player_of, start

LONG = bool(os.environ.get("MUSTER_LONG_TESTS"))
NUMBERS = ("0", "-1", "7", "9" * 20, "9" * 5_000, "٣", "²", "%00")
WORDS = ("nothing", "%F0%9F%8E%B2", "x" * 3_000, "0")
QUERIES = ("page=0", "page=-1", "page=٣", "round=0", "round=99", "table=0", "slot=0&line=٣%200&list=²")
SENT = ("0", "-1", "9" * 3_000, "٣", "²", "\x00", "#0", "\n")


def addresses(pattern: URLPattern) -> list[str]:
    """The address with every odd number and word in its places, or with odd queries."""
    route = str(pattern.pattern)
    numbers = NUMBERS if "<int:" in route else ("",)
    words = WORDS if "<str:" in route.replace("<str:event>", "") else ("",)
    # One event that was only created, and one that plays.
    found = [
        re.sub("<int:[a-z]+>", number, re.sub("<str:(?!event)[a-z]+>", word, route)).replace("<str:event>", event)
        for event, number, word in product(("fresh", "cup") if "<str:event>" in route else ("",), numbers, words)
    ]
    asked = [f"{path}?{query}" for path in found for query in QUERIES] if len(found) <= 2 else []
    return [f"/{path}" for path in (*found, *asked)]


def test_no_address_breaks_over_an_odd_number(site: Site) -> None:
    events.create(site.desk, "Fresh", "warmachine", STAFF, seed="seed")
    start(site, "warmachine")
    organiser = organiser_of(site)
    organiser.raise_request_exception = False
    pages = [pattern for pattern in urlpatterns if getattr(pattern.callback, "method", "") == "GET"]
    asked = [path for pattern in pages for path in addresses(pattern)]
    broken = [path[:90] for path in asked if organiser.get(path).status_code >= 500]
    assert "/e/fresh/scenario/0/" in asked and len(asked) > 500 and broken == []


def test_no_form_breaks_over_an_odd_field(site: Site) -> None:
    start(site)
    organiser, ann = organiser_of(site), player_of(site, "cup", 1)
    names = (
        "round",
        "table",
        "player",
        "number",
        "minutes",
        "in",
        "out",
        "slot",
        "a",
        "b",
        "key",
        "value",
        "line",
        "seen",
    )
    broken = []
    for place, pattern in enumerate(urlpatterns):
        if getattr(pattern.callback, "method", "") != "POST" or pattern.name in ("sign-out", "remove-people"):
            continue
        path = "/" + str(pattern.pattern).replace("<str:event>", "cup").replace("<int:number>", "1")
        path = path.replace("<int:table>", "1").replace("<str:token>", "x")
        for turn, odd in enumerate(SENT, start=place):
            if turn % 2 and not LONG:  # Each form gets the half that the one before it did not get.
                continue
            browser = (organiser, ann)[turn // 2 % 2]
            browser.raise_request_exception = False
            answer = browser.post(path, {"csrfmiddlewaretoken": browser.token(), **dict.fromkeys(names, odd)})
            if answer.status_code >= 500:
                broken.append((pattern.name, odd[:20]))
    assert broken == []


@pytest.mark.parametrize(
    "host",
    [
        "",
        " ",
        "a b",
        "x" * 70_000,
        "localhost:junk",
        "localhost:99999999",
        "localhost:8000:9",
        "[::1",
        "[::1]:8000",
        "[::zz]",
        "::1",
        "cup.example.org",
        "\x00",
        "\xff\xfe",
        "a..b",
        "a/b",
        "user@localhost",
        "٣.1.1.1",
    ],
)
def test_an_odd_host_is_answered(site: Site, host: str) -> None:
    start(site)
    browser = Browser(site)
    browser.raise_request_exception = False
    answer = browser.get("/e/cup/", HTTP_HOST=host)
    good = host in ("[::1]:8000", "localhost:99999999")
    assert answer.status_code in ((200,) if good else (400, 421)), answer.content[:300]
    assert good or len(answer.content) < 200


def png(wide: int, high: int) -> bytes:
    """A picture of one colour that claims this size; a few kilobytes however large that is."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    data = zlib.compress(bytes(min((1 + wide // 8) * high, 10_000_000)), 9)
    head = struct.pack(">IIBBBBB", wide, high, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def test_a_picture_has_a_limit_of_dots_in_all_besides_that_of_each_side() -> None:
    assert is_sane((12_000, 10_000)) and not is_sane((12_000, 10_001))
    with pytest.raises(BadInput, match="is 20000 per side and 120 million in all"):
        must_be_sane("slip.png", png(12_000, 10_001))


@pytest.mark.parametrize("size", [(100_000, 100), (100, 100_000), (60_000, 60_000), (2**31 - 1, 2**31 - 1), (0, 0)])
def test_a_picture_of_monstrous_size_is_refused_by_what_it_says_of_itself(site: Site, size: tuple[int, int]) -> None:
    events.create(site.desk, "Cup", "bushido", STAFF, seed="seed")
    organiser = organiser_of(site)
    organiser.raise_request_exception = False
    for path, field, more in (
        ("/e/cup/scan/read/", "pictures", {}),
        ("/e/cup/scenarios/sheet/", "file", {"scenario": "The Idols"}),
    ):
        sent = SimpleUploadedFile("slip.png", png(*size), "image/png")
        answer = organiser.post(path, {"csrfmiddlewaretoken": organiser.token(), field: sent, **more}, follow=True)
        assert answer.status_code < 500 and "slip.png" in answer.content.decode(), (path, answer.content[-500:])
    assert site.open("cup").event.venue.sheets == {}
