"""What goes over the air: pages and files compressed, the stream as it is said, and no secret that a length tells."""

from __future__ import annotations

import gzip
import re
from http.client import HTTPResponse
from pathlib import Path

import pytest
from django.http.response import HttpResponseBase

from muster.app.past import history
from muster.core.kit.model import PlayerId, Role
from muster.web.pages import STATIC, static
from muster.web.serving.compression import PADDING, takes_gzip
from muster.web.site import Site
from muster.web.urls import urlpatterns
from muster.web.who import links
from tests.web.conftest import NAMES, STAFF, Browser, organiser_of, player_of, start
from tests.web.live.test_stream import get, serving
from tests.web.test_access import address

GZIP = {"Accept-Encoding": "gzip, deflate, br"}
TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"')


def vary(answer: HTTPResponse | HttpResponseBase) -> set[str]:
    return {name.strip() for name in (answer.headers["Vary"] or "").split(",")}


def packed(browser: Browser, path: str) -> HttpResponseBase:
    return browser.get(path, headers=GZIP)


def test_pages_and_files_are_sent_in_a_fraction_of_their_size(site: Site, tmp_path: Path) -> None:
    start(site)
    with serving(tmp_path / "data") as addresses:
        base = addresses["phones"].rstrip("/")
        cookie = get(addresses["sign_in"]).getheader("Set-Cookie", "").partition(";")[0]
        for path in ("/e/cup/desk/", "/e/cup/standings/", "/e/cup/me/", "/worker.js", static("muster.css")):
            plain, small = get(base + path, Cookie=cookie), get(base + path, Cookie=cookie, **GZIP)
            assert plain.getheader("Content-Encoding") is None and small.getheader("Content-Encoding") == "gzip", path
            whole, body = plain.read(), small.read()
            assert 2 * len(body) < len(whole), (path, len(body), len(whole))
            assert small.getheader("Content-Length") == str(len(body))
            assert "Accept-Encoding" in vary(plain) & vary(small), path
            assert TOKEN.sub(b"", gzip.decompress(body)).count(b"\n") == whole.count(b"\n"), path
        # A picture is compressed in itself.
        icon = get(base + static("icon-192.png"), **GZIP)
        assert icon.getheader("Content-Encoding") is None
        assert icon.read() == (STATIC / "icon-192.png").read_bytes()


def test_the_stream_is_not_held_back(site: Site, tmp_path: Path) -> None:
    """Also for a browser that would take it compressed: each line is there before the next happens."""
    last = start(site).last
    with serving(tmp_path / "data") as addresses:
        stream = get(f"{addresses['phones']}live/cup", **GZIP)
        assert stream.getheader("Content-Encoding") is None
        assert [stream.readline() for _ in range(3)][1].startswith(b'data: {"seq":%d,' % last)
        history.undo(site.desk, "cup", STAFF)
        assert stream.readline().startswith(b'data: {"seq":%d,' % (last + 1))


def test_a_browser_that_has_the_page_is_told_so_however_it_was_sent(site: Site) -> None:
    start(site)
    browser = Browser(site)
    browser.get("/e/cup/standings/")
    tag = browser.get("/e/cup/standings/").headers["ETag"]
    assert packed(browser, "/e/cup/standings/").headers["ETag"] == tag
    # Weak: the same page, though not byte by byte.
    assert tag.startswith('W/"')
    for headers in (GZIP, {}):
        known = browser.get("/e/cup/standings/", headers={**headers, "If-None-Match": tag})
        assert (known.status_code, known.getvalue()) == (304, b"")
        assert vary(known) >= {"Accept-Encoding", "Accept-Language", "Cookie"}


def test_the_length_of_a_page_does_not_tell_what_is_in_it(site: Site) -> None:
    """Somebody who can see the length of encrypted answers, and insert a guess into them, learns nothing: the length
    differs each time, and so does the token.
    """
    start(site)
    browser = Browser(site)
    browser.token()
    bodies = [packed(browser, "/e/cup/me/?q=a").getvalue() for _ in range(12)]
    lengths = {len(body) for body in bodies}
    assert len(lengths) > 3 and max(lengths) - min(lengths) > PADDING // 10
    assert len({token for body in bodies for token in TOKEN.findall(gzip.decompress(body))}) == 12


def test_a_form_has_another_token_each_time_and_every_one_is_taken(site: Site) -> None:
    """What stays the same in a compressed page can be guessed letter by letter from its length."""
    start(site)
    ann = player_of(site, "cup", 1)
    opened = [ann.get("/e/cup/me/").getvalue() for _ in range(50)]
    given = [found[0].decode() for page in opened if (found := re.findall(rb'middlewaretoken" value="([^"]*)"', page))]
    secret = ann.cookies["muster-form"].value
    assert len(set(given)) == len(given) == 50 and not [token for token in given if secret in token]
    assert all(len({token[at] for token in given}) > 9 for at in range(len(given[0])))
    for token in given[:20]:
        assert ann.post("/e/cup/me/judge/", {"csrfmiddlewaretoken": token}).status_code != 403
    assert ann.post("/e/cup/me/judge/", {"csrfmiddlewaretoken": given[0].swapcase()}).status_code == 403


def test_no_compressed_page_holds_a_secret_that_stays_the_same(site: Site) -> None:
    """Private links, codes and invitations: the pages that show them are sent uncompressed."""
    opened = start(site)
    players = [PlayerId(number) for number in range(1, len(NAMES) + 1)]
    secrets = [links.player_link(opened, player) for player in players]
    secrets += [links.player_code(opened, player) for player in players]
    # An invitation is signed with the time; what it begins with stays.
    secrets += [links.staff_link(opened, role).partition(":")[0] for role in (Role.MARSHAL, Role.JUDGE)]
    organiser, ann = organiser_of(site), player_of(site, "cup", 1)
    pages = [address(pattern) for pattern in urlpatterns if pattern.name not in ("sign-in", "sign-out")]
    pages += [links.player_path(opened, PlayerId(1)), f"/staff/{links.staff_link(opened, Role.JUDGE)}/"]
    shown = set()
    compressed = 0
    for browser in (organiser, ann):
        for path in pages:
            answer = packed(browser, path)
            body = answer.getvalue()
            if answer.headers.get("Content-Encoding") == "gzip":
                compressed += 1
                body = gzip.decompress(body)
                assert not [secret for secret in secrets if secret.encode() in body], path
            shown |= {path for secret in secrets if secret.encode() in body}
    assert compressed > 40
    assert "/e/cup/links/" in shown, "the secrets are looked for as they are written"


@pytest.mark.parametrize(
    ("accepted", "taken"),
    [
        ("gzip", True),
        ("deflate, GZIP;q=0.5", True),
        ("br, gzip;q=1.0", True),
        ("", False),
        ("identity", False),
        ("gzip;q=0", False),
        ("br, gzip; q=0.000", False),
        ("x-gzipped", False),
    ],
)
def test_who_takes_it_says_so(accepted: str, taken: bool) -> None:
    assert takes_gzip(accepted) is taken
