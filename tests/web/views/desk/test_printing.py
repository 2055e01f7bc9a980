"""Paper in the browser: the page of all sheets, PDFs, and where the codes on them lead."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.core.kit.model import Role
from muster.core.record.event import Match
from muster.web.site import Site
from tests.web.conftest import RESULTS, STAFF, Browser, player_of, staff_of, start, text_of


def pdf_of(browser: Browser, path: str) -> list[str]:
    answer = browser.get(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf"), text_of(answer)[:300]
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(answer.getvalue())).pages]


def leads_to(browser: Browser, path: str) -> str:
    answer = browser.get(path)
    assert answer.status_code == 302, text_of(answer)[:300]
    return str(answer["Location"])


def test_the_page_offers_every_sheet_or_says_why_not(site: Site, organiser: Browser) -> None:
    start(site, "l5r")
    page = organiser.see("/e/cup/print/")
    assert "Print for round 1" in page
    for words in (
        "Pairings by table to hang up",
        "Paper kit everything you need from now on",
        "Badges a public code",
    ):
        assert words in page
    assert "has no record sheet. Use result slips" in page
    assert "There is no bracket yet" in page
    assert "/e/cup/print/" in organiser.get("/e/cup/desk/").getvalue().decode()
    assert "/e/cup/print/" in organiser.get("/e/cup/people/").getvalue().decode()


def test_a_pdf_has_a_name_and_the_paper_is_remembered(site: Site, organiser: Browser) -> None:
    start(site)
    answer = organiser.get("/e/cup/print/slips/?paper=letter&round=1")
    assert answer["Content-Disposition"] == 'inline; filename="cup-slips-1.pdf"'
    assert "Round 1" in pdf_of(organiser, "/e/cup/print/slips/")[0]
    page = PdfReader(io.BytesIO(organiser.get("/e/cup/print/names/").getvalue())).pages[0]
    assert (page.mediabox.width, page.mediabox.height) == (612, 792)
    assert 'value="letter" checked' in organiser.get("/e/cup/print/").getvalue().decode()


def test_badges_hold_private_links_and_are_the_organisers_alone(site: Site, organiser: Browser) -> None:
    start(site)
    assert "Ann" in " ".join(pdf_of(organiser, "/e/cup/print/badges/"))
    for browser in (Browser(site), player_of(site, "cup", 1), staff_of(site, "cup", Role.JUDGE, "Hale")):
        assert browser.get("/e/cup/print/badges/").status_code == 403


def test_what_cannot_be_printed_is_said_first(site: Site, organiser: Browser) -> None:
    start(site, names=("Ann", "Bob \U0010fffd", "Cem", "Dai"))
    page = organiser.see("/e/cup/print/pairings/?paper=letter")
    assert "Some letters cannot be printed" in page and "No font on this computer can show" in page
    assert "so #2 is printed" in page
    assert "#2" in pdf_of(organiser, "/e/cup/print/pairings/?paper=letter&anyway=yes")[0]


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        ("slip/", 404, "No sheet is called “slip”; did you mean “slips”?"),
        ("slips/?round=9", 409, "There is no round 9"),
        ("slips/?round=x", 409, "“x” is not a round. Enter a number."),
        ("slips/?paper=a5", 409, "“a5” is not a paper size. It should be a4 or letter."),
        ("certificates/", 409, "Awards are given at the end"),
    ],
)
def test_bad_requests(site: Site, organiser: Browser, path: str, status: int, sentence: str) -> None:
    start(site)
    assert sentence in organiser.see(f"/e/cup/print/{path}", status)


def first(site: Site) -> Match:
    return site.open("cup").event.rounds[0].matches[0]


def test_a_slip_leads_to_the_form_of_whoever_scans_it(site: Site, organiser: Browser, stranger: Browser) -> None:
    start(site)
    match = first(site)
    outsider = next(p for p in site.open("cup").event.players if not match.has(p))
    slip = f"/e/cup/slip/1/{match.table}/"
    assert leads_to(organiser, slip) == f"/e/cup/desk/?table={match.table}"
    assert f"Save table {match.table}" in organiser.see(leads_to(organiser, slip))
    assert leads_to(player_of(site, "cup", match.b), slip) == "/e/cup/me/report/"
    assert leads_to(player_of(site, "cup", outsider), slip) == "/e/cup/pairings/1/"
    assert leads_to(staff_of(site, "cup", Role.JUDGE, "Hale"), slip).startswith("/e/cup/tables/")
    assert leads_to(stranger, slip) == "/e/cup/pairings/1/"
    results.report(site.desk, "cup", [Report(str(match.table), RESULTS["bushido"])], STAFF)
    assert leads_to(organiser, slip) == f"/e/cup/correct/?round=1&table={match.table}"
    organiser.see(leads_to(organiser, slip))
    assert leads_to(player_of(site, "cup", match.b), slip) == "/e/cup/me/"


def test_a_slip_of_a_round_that_was_changed_is_said(site: Site, organiser: Browser) -> None:
    start(site)
    sentence = "This slip is out of date: it was printed before the pairing at table 9 in round 1 was changed."
    assert sentence in organiser.see("/e/cup/slip/1/9/", 409)
    assert "This slip is out of date: it was printed before the pairing at table" in organiser.see(
        "/e/cup/slip/2/1/", 409
    )


def test_a_draft_stays_hidden_behind_its_codes(site: Site, stranger: Browser) -> None:
    start(site, names=("Ann", "Bob", "Cem", "Dai"))
    for match in site.open("cup").event.rounds[0].matches:
        results.report(site.desk, "cup", [Report(str(match.table), RESULTS["bushido"])], STAFF)
    rounds.pair(site.desk, "cup", STAFF)
    assert "This slip is out of date: it was printed before the pairing at table" in stranger.see(
        "/e/cup/slip/2/1/", 409
    )
    assert leads_to(stranger, "/e/cup/table/1/") == "/e/cup/pairings/1/"


def test_a_sign_leads_to_the_match_that_is_played_there_now(site: Site, organiser: Browser, stranger: Browser) -> None:
    start(site, played=1)
    assert leads_to(organiser, "/e/cup/table/1/") == "/e/cup/desk/?table=1"
    assert leads_to(stranger, "/e/cup/table/1/") == "/e/cup/pairings/2/"
    assert leads_to(stranger, "/e/cup/table/7/") == "/e/cup/pairings/"


def test_before_round_1_a_sign_leads_to_the_pairings(site: Site, stranger: Browser) -> None:
    from muster.app.events import actions as events

    events.create(site.desk, "Cup", "bushido", STAFF, seed="seed")
    roster.enrol(site.desk, "cup", [("Ann", {}), ("Bob", {})], STAFF)
    assert leads_to(stranger, "/e/cup/table/1/") == "/e/cup/pairings/"


def test_the_codes_on_paper_are_addresses_of_the_site(site: Site, organiser: Browser) -> None:
    """What the codes say is answered: no page is missing behind any of them."""
    from muster.paper.way_back import WayBack

    start(site)
    said: list[str] = []

    class Told(WayBack):
        def _code(self, path: str) -> str | None:
            said.append(path)
            return None

    back = Told("cup", "http://x")
    (
        back.event(),
        back.round(1),
        back.match(1, first(site).table, (first(site).a, first(site).b)),
        back.table(1),
        back.player(next(iter(site.open("cup").event.players))),
    )
    back.private(next(iter(site.open("cup").event.players)))
    assert len(said) == 6
    for path in said:
        assert organiser.get(path).status_code in (200, 302), path
