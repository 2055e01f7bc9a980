"""Where the organiser is signed in: seen in a list, ended one by one or all together, without touching other links."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

from django.conf import settings

from muster.app.desk import Desk
from muster.web.site import Site
from muster.web.who import links
from muster.web.who.sessions import FOLDER, Sessions
from tests.web.conftest import Browser, judge_of, organiser_of, player_of, start

PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Mobile Safari/604.1"
LAPTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"


def signed_in(site: Site, says: str) -> Browser:
    browser = Browser(site)
    browser.defaults["HTTP_USER_AGENT"] = says
    assert browser.get(f"/sign-in/{site.sign_in.token()}/").status_code == 302
    return browser


def stolen(browser: Browser) -> Browser:
    """Somebody else with a copy of the cookies."""
    copy = Browser(browser.site)
    copy.cookies = deepcopy(browser.cookies)
    return copy


def test_a_stolen_cookie_is_nobodys_after_signing_out_everywhere_else(site: Site) -> None:
    opened = start(site)
    laptop, phone = signed_in(site, LAPTOP), signed_in(site, PHONE)
    thief, badge = stolen(laptop), player_of(site, "cup", 1)
    judge, link = judge_of(site, "cup"), links.player_link(opened, next(iter(opened.event.players)))
    thief.see("/e/cup/desk/")
    laptop.press("/devices/", "/devices/sign-out-others/")
    assert "You are signed in on 1 device" in laptop.see("/devices/")
    for gone in (thief, phone):
        gone.see("/e/cup/desk/", 403)
        assert gone.post("/e/cup/undo/", {"csrfmiddlewaretoken": gone.token()}).status_code == 403
    # Badges, private links and staff have nothing to do with it.
    assert "You are" in badge.see("/e/cup/me/")
    judge.see("/e/cup/tables/")
    assert "private link" in Browser(site).see(f"/p/{link}/")


def test_a_cookie_kept_from_before_signing_out_is_nobodys(site: Site, organiser: Browser) -> None:
    start(site)
    kept = stolen(organiser)
    organiser.press("/e/cup/desk/", "/sign-out/")
    organiser.see("/e/cup/desk/", 403)
    kept.see("/e/cup/desk/", 403)


def test_the_list_says_which_devices_and_one_can_be_signed_out(site: Site) -> None:
    start(site)
    laptop, phone = signed_in(site, LAPTOP), signed_in(site, PHONE)
    page = laptop.see("/devices/")
    assert "You are signed in on 2 devices" in page and "Firefox on Linux This device" in page
    assert "Safari on iPhone Signed in" in page and "Last seen" in page
    laptop.press("/devices/", "/devices/sign-out/")
    phone.see("/e/cup/desk/", 403)
    laptop.see("/e/cup/desk/")
    laptop.send("/devices/sign-out/", device="../web.key")
    laptop.send("/devices/sign-out/")
    assert "You are signed in on 1 device" in laptop.see("/devices/")


def test_a_sign_in_outlives_the_server_and_ends_from_another_process(site: Site, tmp_path: Path) -> None:
    start(site)
    folder = tmp_path / "data"
    organiser = organiser_of(site)
    again = Browser(Site(Desk(site.desk.journals, site.desk.clock, site.desk.fresh), "", "", Sessions(folder)))
    again.cookies = deepcopy(organiser.cookies)
    again.see("/e/cup/desk/")
    assert Sessions(folder).end_all() == 1
    again.see("/e/cup/desk/", 403)
    assert Sessions(folder).end_all() == 0 and settings.SECRET_KEY


def test_the_record_is_its_owners_alone_and_holds_no_key(site: Site, tmp_path: Path, organiser: Browser) -> None:
    organiser.see("/devices/")
    folder = tmp_path / "data" / FOLDER
    (file,) = folder.iterdir()
    assert folder.stat().st_mode & 0o777 == 0o700 and file.stat().st_mode & 0o777 == 0o600
    key = organiser.session["organiser"]
    assert key not in file.name and key not in file.read_text("utf-8")
    # A file that cannot be read is not a device, and a cookie from before there was a record is nobody.
    file.write_text("{", "utf-8")
    assert site.sessions.devices() == [] and site.sessions.find(True) is None
