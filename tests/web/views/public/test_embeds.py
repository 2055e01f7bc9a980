"""Pages in frames of other sites: exactly the sites named may show them, and nothing of who looks is on them."""

from __future__ import annotations

import html

import pytest

from muster.app.events.sites import allow_sites
from muster.web.site import Site
from tests.web.conftest import STAFF, Browser, organiser_of, start, text_of

EMBEDS = tuple(f"/e/cup/embed/{kind}/" for kind in ("standings", "pairings", "bracket"))


def frame_ancestors(policy: str) -> str:
    (found,) = (part.split(" ", 1)[1] for part in policy.split("; ") if part.startswith("frame-ancestors"))
    return found


def test_without_a_site_nobody_may_show_it(site: Site) -> None:
    start(site, played=1)
    for path in EMBEDS:
        answer = Browser(site).get(path)
        assert answer.status_code == 403 and "No site may show this event yet." in text_of(answer)
        assert frame_ancestors(answer["Content-Security-Policy"]) == "'none'" and answer["X-Frame-Options"] == "DENY"


def test_the_policy_names_exactly_the_sites(site: Site) -> None:
    start(site, played=1)
    allow_sites(site.desk, "cup", "https://club.example http://127.0.0.1:8001", STAFF)
    for path in EMBEDS:
        answer = Browser(site).get(path)
        assert answer.status_code == 200
        policy = answer["Content-Security-Policy"]
        assert frame_ancestors(policy) == "http://127.0.0.1:8001 https://club.example"
        assert "default-src 'none'" in policy and "form-action 'none'" in policy and "unsafe" not in policy
        assert "X-Frame-Options" not in answer, "it can name no site, and would forbid all"
    # Every other page stays as it was, also one that an overlay is of.
    for path in ("/e/cup/standings/", "/e/cup/desk/", "/e/cup/overlay/standings/", "/"):
        answer = organiser_of(site).get(path)
        assert frame_ancestors(answer["Content-Security-Policy"]) == "'none'" and answer["X-Frame-Options"] == "DENY"
    allow_sites(site.desk, "cup", "", STAFF)
    assert frame_ancestors(Browser(site).get(EMBEDS[0])["Content-Security-Policy"]) == "'none'"


def test_a_frame_on_a_site_not_named_is_told_why(site: Site) -> None:
    start(site, played=1)
    allow_sites(site.desk, "cup", "https://club.example", STAFF)
    framed = Browser(site)
    strange = ("https://evil.example/", "https://club.example.evil.example/x", "http://club.example/", "http://[::1/")
    for referer in strange:
        answer = framed.get(EMBEDS[0], headers={"Referer": referer, "Sec-Fetch-Dest": "iframe"})
        assert answer.status_code == 403 and "may not use this event. The organiser can name it" in text_of(answer), (
            referer
        )
        assert frame_ancestors(answer["Content-Security-Policy"]) == "https://club.example"
    for headers in (
        {"Referer": "https://club.example/news", "Sec-Fetch-Dest": "iframe"},
        {"Referer": "https://evil.example/", "Sec-Fetch-Dest": "document"},  # A link to it is not a frame.
        {"Referer": "http://localhost/e/cup/embed/standings/", "Sec-Fetch-Dest": "empty"},  # The page fetches itself.
        {"Sec-Fetch-Dest": "iframe"},
    ):
        assert framed.get(EMBEDS[0], headers=headers).status_code == 200, headers


def test_nothing_of_who_looks_is_on_it(site: Site) -> None:
    start(site, played=1)
    allow_sites(site.desk, "cup", "https://club.example", STAFF)
    organiser = organiser_of(site)
    organiser.cookies["muster-language"] = "de"
    for path in EMBEDS:
        page = organiser.get(path).content
        assert page == Browser(site).get(path).content
        assert b"<form" not in page and b"<input" not in page and b"<nav" not in page
        assert not Browser(site).get(path + "?lang=fr&theme=dark").cookies
    assert b'data-theme="dark"' in Browser(site).get(EMBEDS[0] + "?theme=dark").content
    assert "Ann" in Browser(site).see(EMBEDS[0]) and "Round 2 pairings" in Browser(site).see(EMBEDS[1])


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/e/cup/embed/standings/?theme=blue", 403, "“blue” does not work for “theme”"),
        ("/e/cup/embed/standings/?why=1", 404, "No setting of this page is called “why”"),
        ("/e/none/embed/standings/", 404, "No event is called “none”"),
    ],
)
def test_bad_addresses(site: Site, path: str, status: int, said: str) -> None:
    start(site)
    allow_sites(site.desk, "cup", "https://club.example", STAFF)
    assert said in Browser(site).see(path, status)


def test_the_desk_has_the_lines_to_copy(site: Site, organiser: Browser) -> None:
    start(site)
    page = organiser.see("/e/cup/stream/")
    assert "http://192.168.0.7:8000/e/cup/overlay/table/" in organiser.get("/e/cup/stream/").content.decode()
    assert "No site may show this event yet. Name the site first." in page
    allow_sites(site.desk, "cup", "https://club.example", STAFF)
    page = organiser.see("/e/cup/stream/")
    assert "https://club.example" in page and "This server’s address starts with http." in page
    whole = html.unescape(organiser.get("/e/cup/stream/").content.decode())
    assert '<iframe src="http://192.168.0.7:8000/e/cup/embed/bracket/" title="Cup: Bracket"' in whole
    assert "/e/cup/stream/" in organiser.get("/e/cup/links/").content.decode()
    assert "/e/cup/webhooks/#sites" in whole and 'id="sites"' in organiser.get("/e/cup/webhooks/").content.decode()
    answer = organiser.post("/e/cup/keeping/copy/", {"csrfmiddlewaretoken": organiser.token()})
    assert answer["Content-Type"] == "application/zip"
