"""Slips read back in the browser: sent, looked at beside their picture, confirmed; nothing is booked unseen."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

import muster.scan
from muster.app.events import actions as events
from muster.app.past import history
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Role
from muster.paper import slip_layout as where
from muster.scan import installing
from muster.scan.found import Found
from muster.scan.reading import MOST_PAGES
from muster.web.scans import MINUTES, Batch, Scanned, Scans
from muster.web.site import Site
from tests.paper.conftest import Printer
from tests.scan.camera import alone, as_pdf, fill, page_of, record_sheet, sent, turned
from tests.web.conftest import (
    RESULTS,
    STAFF,
    Browser,
    judge_of,
    marshal_of,
    player_of,
    publish,
    staff_of,
    start,
    text_of,
)

Marks = Sequence[tuple[str, str]]


def photo(site: Site, *marks: Marks, degrees: float = 0) -> SimpleUploadedFile:
    """The slips of the current round, marked from the first on."""
    printer = Printer(site.desk)
    page = page_of(printer)
    for slip, one in enumerate(marks):
        page = fill(page, where.layout(printer.opened.system), slip, one)
    return SimpleUploadedFile("IMG_1.jpg", sent(turned(page, degrees)), "image/jpeg")


def send(browser: Browser, *files: SimpleUploadedFile, event: str = "cup") -> str:
    """Where the pictures lead."""
    answer = browser.post(f"/e/{event}/scan/read/", {"csrfmiddlewaretoken": browser.token(), "pictures": list(files)})
    assert answer.status_code == 302, text_of(answer)[:500]
    return str(answer["Location"])


def body(browser: Browser, path: str) -> str:
    return browser.get(path).getvalue().decode()


def test_slips_are_confirmed_one_after_the_other(site: Site, organiser: Browser) -> None:
    opened = start(site)
    assert "/e/cup/scan/" in body(organiser, "/e/cup/desk/")
    assert "Read result slips from pictures" in organiser.see("/e/cup/scan/")
    before = opened.last
    batch = send(organiser, photo(site, [("vp-1", "3"), ("vp-2", "0")], [("vp-1", "2")], degrees=8))
    page = organiser.see(batch)
    assert "Confirm 2 slips" in page and "No result is saved until you confirm it" in page
    first = body(organiser, f"{batch}1/")
    assert "Confirm table 1, round 1" in first and "Slip 1 of 2" in first
    assert 'name="vp-1" inputmode="numeric" autocomplete="off" value="3"' in first
    assert 'name="vp-2" inputmode="numeric" autocomplete="off" value="0"' in first
    assert f'src="{batch}1/picture/"' in first
    assert site.open("cup").last == before
    form = {"csrfmiddlewaretoken": organiser.token(), "vp-1": "3", "vp-2": "0"}
    answer = organiser.post(f"{batch}1/book/", form)
    assert answer.status_code == 302, text_of(answer)[:500]
    assert answer["Location"] == f"{batch}2/"
    second = body(organiser, f"{batch}2/")
    assert "Table 1 is in: Victory points 3 – 0" in second
    assert 'name="vp-1" inputmode="numeric" autocomplete="off" value="2"' in second
    # What is wrong is refused and stays in the form.
    wrong = organiser.send(f"{batch}2/book/", 409, **{"vp-1": "2", "vp-2": "9"})
    assert "9" in wrong and "Confirm table 2" in wrong
    organiser.send(f"{batch}2/book/", 302, **{"vp-1": "2", "vp-2": "0"})
    page = organiser.see(batch)
    assert "No slips to confirm" in page and "Table 2 is in: Victory points 2 – 0" in page
    match = next(m for m in site.open("cup").event.rounds[0].matches if m.table == 2)
    assert match.result is not None and match.result.values["vp"] == [2, 0]


def test_one_slip_alone_opens_its_form(site: Site, organiser: Browser) -> None:
    start(site, names=("Ann", "Bob"))
    at = send(organiser, photo(site, [("vp-1", "1"), ("vp-1", "2"), ("vp-2", "0")]))
    assert at.endswith("/1/")
    page = organiser.see(at)
    first = site.open("cup").event.rounds[0].matches[0]
    name = site.open("cup").event.name_of(first.a)
    assert f"Victory points for {name}: two circles are marked, so it is left empty." in page
    assert re.search(r'name="vp-1"[^>]* value=""', body(organiser, at))
    assert '<details class="more" open>' in body(organiser, at), (
        "what is only written on the slip has its fields in sight"
    )
    picture = organiser.get(f"{at}picture/")
    assert picture["Content-Type"] == "image/jpeg" and picture.getvalue().startswith(b"\xff\xd8")
    assert picture["Cache-Control"] == "no-store"


def test_what_is_in_doubt_is_said_and_ringed_in_the_picture(site: Site, organiser: Browser) -> None:
    start(site, "urban_war")
    at = send(organiser, photo(site, [("lost-1", "ones 7"), ("lost-2", "tens 0"), ("lost-2", "ones 3")]))
    page = organiser.see(f"{at}1/")
    assert "a row of digits has no mark, or a weak one, so it is left empty" in page
    assert "The circles in question have a red ring in the picture." in page
    colour = np.asarray(Image.open(BytesIO(organiser.get(f"{at}1/picture/").getvalue())).convert("RGB"), np.int16)
    assert (colour[:, :, 0] - colour[:, :, 1] > 100).any()
    assert "red ring" not in organiser.see(f"{at}2/")


def test_the_same_confirmation_twice_counts_once(site: Site, organiser: Browser) -> None:
    start(site, names=("Ann", "Bob"))
    at = send(organiser, photo(site, [("vp-1", "1"), ("vp-2", "0")]))
    form = {"vp-1": "1", "vp-2": "0", "once": "same"}
    organiser.send(f"{at}book/", 302, **form)
    last = site.open("cup").last
    organiser.send(f"{at}book/", 302, **form)
    assert site.open("cup").last == last


def test_keyed_twice_takes_a_scan_as_one_of_the_two(site: Site, organiser: Browser) -> None:
    start(site, names=("Ann", "Bob"))
    events.set_option(site.desk, "cup", "key_twice", "yes", STAFF)
    at = send(organiser, photo(site, [("vp-1", "2"), ("vp-2", "1")]))
    organiser.send(f"{at}book/", 302, **{"vp-1": "2", "vp-2": "1"})
    assert "Table 1 entered once: Victory points 2 – 1. Enter it again to save it." in organiser.see(at[: -len("1/")])
    assert site.open("cup").event.rounds[0].matches[0].result is None


def test_a_confirmed_slip_is_told_as_it_is_now(site: Site, organiser: Browser) -> None:
    """Undone, its form is open again; corrected, the list has the corrected result."""
    start(site, names=("Ann", "Bob"))
    at = send(organiser, photo(site, [("vp-1", "2"), ("vp-2", "1")]))
    found = at[: -len("1/")]
    organiser.send(f"{at}book/", 302, **{"vp-1": "2", "vp-2": "1"})
    assert "Table 1 is in: Victory points 2 – 1" in organiser.see(found)
    history.undo(site.desk, "cup", STAFF)
    assert "Table 1 is in" not in organiser.see(found) and "Check table 1" in organiser.see(found)
    organiser.send(f"{at}book/", 302, **{"vp-1": "3", "vp-2": "0"})
    results.correct(site.desk, "cup", Report("1", {"vp": "1-2"}), "slip misread", STAFF)
    assert "Table 1 is in: Victory points 1 – 2" in organiser.see(found)


def test_a_result_that_is_in_is_not_booked_again(site: Site, organiser: Browser) -> None:
    start(site, names=("Ann", "Bob"))
    picture = photo(site, [("vp-1", "3"), ("vp-2", "0")])
    at = send(organiser, picture)
    results.report(site.desk, "cup", [Report("1", RESULTS["bushido"])], STAFF)
    last = site.open("cup").last
    assert organiser.get(at).status_code == 302
    organiser.send(f"{at}book/", 302, **{"vp-1": "3", "vp-2": "0"})
    page = organiser.see(at[: -len("1/")])
    assert "Table 1 already has a result. If it is wrong, correct it." in page
    assert "/e/cup/correct/?round=1&amp;table=1" in body(organiser, at[: -len("1/")])
    rounds.close(site.desk, "cup", STAFF)
    assert "Round 1 is closed and table 1 has a result." in organiser.see(at[: -len("1/")])
    assert site.open("cup").last == last + 1


def test_a_slip_of_another_event_stays_unread(site: Site, organiser: Browser) -> None:
    start(site, names=("Ann", "Bob"))
    picture = photo(site, [("vp-1", "3"), ("vp-2", "0")])
    events.create(site.desk, "Other", "bushido", STAFF, seed="seed")
    roster.enrol(site.desk, "other", [("Cem", {}), ("Dai", {})], STAFF)
    at = send(organiser, picture, event="other")
    page = organiser.see(at[: -len("1/")])
    assert "This slip belongs to another event, “Cup”. Scan it there." in page and "No slips to confirm" in page
    assert organiser.get(at).status_code == 302


def test_a_slip_from_before_the_round_was_changed(site: Site, organiser: Browser) -> None:
    start(site, names=("Ann", "Bob", "Cem", "Dai"))
    picture = photo(site, [("vp-1", "3"), ("vp-2", "0")])
    one, other = sorted(site.open("cup").event.rounds[0].matches, key=lambda m: m.table)
    # At another table it is still their slip.
    rounds.move_table(site.desk, "cup", 1, 2, STAFF, "a wobbly table")
    at = send(organiser, picture)
    page = organiser.see(f"{at}1/")
    assert "Confirm table 2, round 1" in page and site.open("cup").event.name_of(one.a) in page
    # Drawn again, the table has another pair: theirs is not booked for those.
    for _ in range(3):
        history.undo(site.desk, "cup", STAFF)
    rounds.pair(site.desk, "cup", STAFF)
    rounds.swap(site.desk, "cup", site.open("cup").event.name_of(one.a), site.open("cup").event.name_of(other.a), STAFF)
    rounds.publish(site.desk, "cup", STAFF)
    page = organiser.see(at)
    assert "This slip is out of date: it was printed before the pairing at table 1 in round 1 was changed." in page
    assert "No slips to confirm" in page


def test_a_record_sheet_opens_the_form_of_its_player(site: Site, organiser: Browser) -> None:
    start(site, "urban_war", names=("Ann", "Bob"))
    file = SimpleUploadedFile("card.png", sent(record_sheet(Printer(site.desk)), ".png"))
    page = organiser.see(send(organiser, file))
    assert "Confirm table 1" in page and "A record sheet has no circles: type in what is written on it." in page


def test_a_record_sheet_confirmed_for_round_1_is_not_booked_in_round_2(site: Site, organiser: Browser) -> None:
    """The sheet names a player for the whole event; the form was of one game."""
    start(site, "urban_war", names=("Ann", "Bob", "Cem", "Dai"))
    file = SimpleUploadedFile("card.png", sent(record_sheet(Printer(site.desk)), ".png"))
    at = send(organiser, file)
    form = organiser.form(at, f"{at}book/")
    for match in site.open("cup").event.rounds[0].matches:
        results.report(site.desk, "cup", [Report(str(match.table), RESULTS["urban_war"])], STAFF)
    before = publish(site).last
    page = organiser.send(f"{at}book/", 409, **form, **{"lost-1": "2", "lost-2": "6"})
    assert "Round 1 is closed" in page and site.open("cup").last == before


def test_files_without_a_slip_are_named_and_the_others_are_read(site: Site, organiser: Browser) -> None:
    start(site)
    at = send(
        organiser,
        SimpleUploadedFile("<b>notes.txt", b"hello"),
        SimpleUploadedFile("scan.gif", b"GIF89a"),
        photo(site, [("vp-1", "3")]),
    )
    page = organiser.see(at)
    assert (
        "“<b>notes.txt” is not a picture." in page and "“scan.gif” is a GIF file" in page and "Confirm 2 slips" in page
    )
    assert "No slip was read" in organiser.see(send(organiser, SimpleUploadedFile("empty.jpg", b"")))


def test_a_pdf_of_two_slips_is_confirmed_page_by_page(site: Site, organiser: Browser) -> None:
    opened = start(site)
    printer = Printer(site.desk)
    plan = where.layout(printer.opened.system)
    sheet = page_of(printer)
    blank = np.full_like(sheet, 255)
    pages = [alone(fill(sheet, plan, 0, [("vp-1", "3"), ("vp-2", "0")]), 0), blank, sheet]
    at = send(organiser, SimpleUploadedFile("Scan <1>.pdf", as_pdf(pages), "application/pdf"))
    page = body(organiser, at)
    assert "“Scan &lt;1&gt;.pdf”, page 2: no slip found. If there is one, enter its result by table." in page
    assert "Confirm 3 slips" in page
    first, second = (f"from “Scan &lt;1&gt;.pdf, page {n}”" for n in (1, 3))
    assert page.count(first) == 1 and page.count(second) == 2
    assert site.open("cup").last == opened.last
    organiser.send(f"{at}1/book/", 302, **{"vp-1": "3", "vp-2": "0"})
    # The same slip is on page 3 again: it is not booked twice.
    assert "Table 1 already has a result." in organiser.see(at)


def test_more_pages_than_are_read_at_once_are_left_for_later(site: Site, organiser: Browser) -> None:
    start(site)
    blank = [np.full((80, 60), 255, np.uint8)]
    files = [SimpleUploadedFile(f"{n}.pdf", as_pdf(blank * n)) for n in (MOST_PAGES - 1, 2, 1)]
    page = organiser.see(send(organiser, *files))
    assert (
        f"“2.pdf” was not read: with the other files there are more than {MOST_PAGES} pages. Send it separately."
        in page
    )
    assert f"pages 1–{MOST_PAGES - 1}: no slip found." in page and "“1.pdf”, page 1: no slip found." in page


def test_nothing_and_too_much_are_refused(site: Site, organiser: Browser) -> None:
    start(site)
    assert "Choose a picture or PDF with one or more slips." in organiser.send("/e/cup/scan/read/", 409)
    many = [SimpleUploadedFile(f"{n}.jpg", b"") for n in range(13)]
    answer = organiser.post("/e/cup/scan/read/", {"csrfmiddlewaretoken": organiser.token(), "pictures": many})
    assert answer.status_code == 409 and "13 files are too many." in text_of(answer)


def test_pictures_are_the_organisers_alone_and_belong_to_their_event(site: Site, organiser: Browser) -> None:
    start(site)
    events.create(site.desk, "Other", "bushido", STAFF, seed="seed")
    at = send(organiser, photo(site))
    for browser in (Browser(site), player_of(site, "cup", 1), staff_of(site, "cup", Role.JUDGE, "Hale")):
        assert browser.get(f"{at}1/picture/").status_code == 403
    assert organiser.get(f"{at}1/picture/").status_code == 200
    assert "These pictures are gone: they are kept for" in organiser.see(at.replace("/cup/", "/other/"), 409)
    assert "There is no slip 3. The last one is 2." in organiser.see(f"{at}3/", 409)


def without_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cv2", None)
    for name in ("eyes", "circles"):
        monkeypatch.delitem(sys.modules, f"muster.scan.{name}", raising=False)
        monkeypatch.delattr(muster.scan, name, raising=False)


def test_without_the_extra_the_page_offers_to_install_it_to_the_organiser_alone(
    site: Site, organiser: Browser, stranger: Browser, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    start(site)
    without_extra(monkeypatch)
    ran = tmp_path / "ran"
    monkeypatch.setattr(
        installing,
        "command",
        lambda *_: [sys.executable, "-c", f"open({str(ran)!r}, 'w'); print('Retrying ('); exit(1)"],
    )
    page = body(organiser, "/e/cup/scan/")
    assert "Install it now" in page and 'type="file"' not in page and "pip" not in page
    for browser in (stranger, judge_of(site, "cup"), marshal_of(site, "cup")):
        browser.send("/e/cup/scan/install/", 403)
        assert browser.get("/e/cup/scan/install/").status_code in (403, 405)
    assert not ran.exists()
    refused = organiser.press("/e/cup/scan/", "/e/cup/scan/install/", 409)
    assert ran.exists()
    assert "Connect this computer to the internet and try again" in refused and "Install it now" in refused
    assert "cannot read pictures yet" in organiser.send("/e/cup/scan/read/", 409, pictures="")


def test_pictures_are_kept_for_a_while_and_not_without_end() -> None:
    now = [0.0]
    scans = Scans(lambda: now[0], room=100)

    def batch(size: int) -> Batch:
        return Batch("cup", [Scanned("x", Found(None, b"x" * size))])

    first = scans.put(batch(60))
    now[0] = MINUTES * 60
    assert scans.get("cup", first).room == 60
    now[0] += 1
    with pytest.raises(Refusal, match="These pictures are gone: they are kept for 30 minutes"):
        scans.get("cup", first)
    one, other = scans.put(batch(60)), scans.put(batch(60))
    with pytest.raises(Refusal, match="These pictures are gone: they are kept for"):
        scans.get("cup", one)
    large = scans.put(batch(500))
    assert scans.get("cup", large).room == 500
    with pytest.raises(Refusal, match="These pictures are gone: they are kept for"):
        scans.get("cup", other)
