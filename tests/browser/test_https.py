"""Phones that come by a name: with a certificate all is there without the network, without one what is open."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, Playwright, expect

from tests.browser.hall import UNSENT, Hall, open_form
from tests.browser.screens import WON, Desk, Phone
from tests.browser.server import Server
from tests.browser.venue import Venue, launch
from tests.certificates import NAME, Papers, papers

WORKS = "() => navigator.serviceWorker.controller !== null"


@pytest.fixture(scope="module")
def signed(tmp_path_factory: pytest.TempPathFactory) -> Papers:
    return papers(tmp_path_factory.mktemp("papers"))


@pytest.fixture(scope="module")
def chromium(driver: Playwright, signed: Papers) -> Iterator[Browser]:
    """Resolves the name on this machine, as a hall's router would, and trusts this one key as if a known authority had
    signed it. It checks everything else about certificates as usual.
    """
    browser = launch(
        driver,
        f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
        f"--ignore-certificate-errors-spki-list={signed.fingerprint}",
    )
    yield browser
    browser.close()


@pytest.fixture
def secure(chromium: Browser, signed: Papers, tmp_path: Path) -> Iterator[Hall]:
    with Server(tmp_path / "data", *signed.options) as server:
        found = Hall(tmp_path / "data", server, chromium)
        yield found
        found.close()


@pytest.fixture
def plain(chromium: Browser, tmp_path: Path) -> Iterator[Hall]:
    with Server(tmp_path / "data", "--name", NAME) as server:
        found = Hall(tmp_path / "data", server, chromium)
        yield found
        found.close()


def reads_table(page: Page, hall: Hall) -> None:
    table, opponent = hall.opponent("Ann Lee")
    expect(page.locator(".seat .at")).to_contain_text("Round 1")
    expect(page.locator(".seat .no")).to_have_text(str(table))
    expect(page.locator(".opp")).to_have_text(opponent)


def says_its_age(page: Page) -> None:
    expect(page.locator("#lost")).to_contain_text(re.compile(r"This page is from \d{1,2}:\d\d"))


def report_without_network(page: Page) -> None:
    page.get_by_role("radio", name="2 – 1").check()
    page.get_by_role("button", name="Send result").click()
    expect(page.get_by_role("heading", name="Saved on this phone, will be sent")).to_be_visible()


def sent_once(page: Page, hall: Hall) -> None:
    expect(page.get_by_text("Waiting for")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Waiting for")).to_be_visible()
    assert hall.reports() == 1 and page.evaluate(UNSENT) == 0


def test_with_a_certificate_a_phone_opens_its_pages_without_the_network(secure: Hall) -> None:
    assert secure.base.startswith(f"https://{NAME}:")
    ann = secure.phone("Ann Lee")
    ann.wait_for_function(WORKS)
    open_form(ann)
    ann.goto(f"{secure.base}/e/cup/me/")
    ann.context.set_offline(True)
    ann.reload()
    expect(ann.locator("body[data-kept]")).to_be_attached()  # It came from the phone's own memory.
    reads_table(ann, secure)
    says_its_age(ann)
    open_form(ann, live=False)
    report_without_network(ann)
    ann.reload()
    expect(ann.get_by_role("heading", name="Saved on this phone, will be sent")).to_be_visible()
    expect(ann.locator(".unsent")).to_contain_text("2 – 1")
    assert secure.reports() == 0
    ann.context.set_offline(False)
    sent_once(ann, secure)


def test_without_one_an_open_page_stays_and_its_report_goes_out_once(plain: Hall) -> None:
    assert plain.base.startswith(f"http://{NAME}:")
    ann = plain.phone("Ann Lee")
    assert not ann.evaluate("() => window.isSecureContext || 'serviceWorker' in navigator")
    ann.context.set_offline(True)
    says_its_age(ann)
    reads_table(ann, plain)
    ann.context.set_offline(False)
    expect(ann.locator("#lost")).to_be_hidden()
    open_form(ann)
    ann.context.set_offline(True)
    report_without_network(ann)
    assert plain.reports() == 0
    ann.context.set_offline(False)
    sent_once(ann, plain)


def test_only_that_certificate_is_trusted(chromium: Browser, tmp_path: Path) -> None:
    """The other tests must not pass only because nothing is checked."""
    with Server(tmp_path / "data", *papers(tmp_path / "other").options) as server:
        page = chromium.new_page()
        with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
            page.goto(server.base)
        page.close()


def test_the_desk_and_live_pages_work_with_a_certificate_and_after_a_restart(
    chromium: Browser, signed: Papers, tmp_path: Path
) -> None:
    with Server(tmp_path / "data", *signed.options) as server:
        venue = Venue(chromium, server)
        desk = Desk.create(venue.organiser(), "Spring Cup", "bushido")
        assert all(cookie["secure"] for cookie in desk.page.context.cookies())
        desk.enrol(["Ann Lee", "Bob Cole"])
        phone = Phone.scan(venue.person(390), desk.event, "Ann Lee")
        desk.draw(1)
        desk.publish(1)
        phone.sees_round(1)
        server.stop()
        phone.says_lost(True)
        server.start()
        phone.says_lost(False)
        phone.report(WON["bushido"])
        phone.is_waiting()
        expect(desk.page.get_by_role("button", name="Accept this report")).to_be_visible()
        desk.take()
        desk.knows_of("Ann Lee")
        venue.close()
    assert venue.complaints == []
