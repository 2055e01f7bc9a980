"""Who may do what: every address for every kind of visitor, sign-in, forged forms."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.urls import URLPattern

from muster.app import events
from muster.core.model import PlayerId
from muster.web import identity
from muster.web.live import PREFIX
from muster.web.permissions import PERMISSIONS, Action, Visitor, allows, as_markdown
from muster.web.settings import KEY_FILE, secret_key
from muster.web.site import Site
from muster.web.urls import urlpatterns

from .conftest import Browser, judge_of, organiser_of, player_of, start, text_of

DOCS = Path(__file__).resolve().parents[2] / "docs" / "permissions.md"
FORBIDDEN = ("Only the organiser", "Pick your name first")


def visit(site: Site, visitor: Visitor, event: str = "cup") -> Browser:
    match visitor:
        case Visitor.ORGANISER:
            return organiser_of(site)
        case Visitor.JUDGE:
            return judge_of(site, event)
        case Visitor.PLAYER:
            return player_of(site, event, 1)
        case Visitor.SPECTATOR:
            return Browser(site)


def address(pattern: URLPattern) -> str:
    route = str(pattern.pattern)
    parts = {"<str:event>": "cup", "<int:number>": "1", "<str:token>": "no-such-token"}
    for part, value in parts.items():
        route = route.replace(part, value)
    assert "<" not in route, f"{route}: say what to fill in"
    return f"/{route}"


@pytest.mark.parametrize("visitor", Visitor)
def test_every_address_for_every_visitor(site: Site, visitor: Visitor) -> None:
    start(site)
    for pattern in urlpatterns:
        view: Any = pattern.callback
        path, allowed = address(pattern), allows(view.action, visitor)
        browser = visit(site, visitor)
        token = browser.token()
        answer = browser.post(path, {"csrfmiddlewaretoken": token}) if view.method == "POST" else browser.get(path)
        forbidden = answer.status_code == 403 and any(word in text_of(answer) for word in FORBIDDEN)
        assert forbidden is not allowed, f"{visitor} at {path}: {answer.status_code}"
        assert answer.status_code < 500, path


def test_every_address_names_an_action_and_every_action_is_decided() -> None:
    named = {getattr(pattern.callback, "action", None) for pattern in urlpatterns}
    assert None not in named
    assert named | {Action.FOLLOW} == set(Action) == set(PERMISSIONS)
    # The stream stands beside Django and asks nobody: it must stay open to all.
    assert PREFIX == "/live/" and PERMISSIONS[Action.FOLLOW] == set(Visitor)


def test_deeds_are_not_done_by_looking(site: Site) -> None:
    start(site)
    browser = organiser_of(site)
    for pattern in urlpatterns:
        view: Any = pattern.callback
        if view.method == "POST":
            assert browser.get(address(pattern)).status_code == 405


def test_docs_show_the_table() -> None:
    shown = DOCS.read_text("utf-8").partition("<!-- table -->\n")[2].partition("<!-- /table -->")[0]
    assert shown == as_markdown()


def test_a_judge_and_a_player_are_strangers_in_another_event(site: Site) -> None:
    start(site)
    events.create(site.desk, "Other", "l5r", identity.Identity(Visitor.ORGANISER).actor())
    assert judge_of(site, "cup").get("/e/other/tables/").status_code == 403
    assert player_of(site, "cup", 1).get("/e/other/me/report/").status_code == 403


def test_the_sign_in_link_works_once(site: Site, stranger: Browser, organiser: Browser) -> None:
    start(site)
    assert stranger.head(f"/sign-in/{identity.OneTimeLink().token}/").status_code == 200
    assert "used already" in stranger.see(f"/sign-in/{site.sign_in.token}/", 409)
    assert "not from this run" in stranger.see("/sign-in/guess/", 409)
    assert stranger.get("/e/cup/desk/").status_code == 403
    assert organiser.get(f"/sign-in/{site.sign_in.token}/").status_code == 302
    organiser.see("/e/cup/desk/")
    organiser.send("/sign-out/")
    assert organiser.get("/e/cup/desk/").status_code == 403


def test_a_forged_cookie_or_link_is_nobody(site: Site) -> None:
    start(site)
    browser = player_of(site, "cup", 1)
    value = browser.cookies["muster"].value
    assert browser.cookies["muster"]["httponly"] and browser.cookies["muster"]["samesite"] == "Lax"
    browser.cookies["muster"] = value[:-2] + ("aa" if value[-2:] != "aa" else "bb")
    assert browser.get("/e/cup/me/report/").status_code == 403
    link = identity.player_link("cup", PlayerId(2))
    assert "not complete" in Browser(site).see(f"/p/{link[:-3]}xyz/", 409)
    assert "not complete" in Browser(site).see(f"/staff/{link}/", 409)


def test_an_invitation_expires(site: Site, stranger: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    start(site)
    link = identity.staff_link("cup")
    monkeypatch.setattr(identity, "STAFF_LINK_AGE", -1)
    assert "seven days old" in stranger.see(f"/staff/{link}/", 409)


def test_a_form_from_elsewhere_is_refused(site: Site, organiser: Browser) -> None:
    before = start(site).last
    answer = organiser.post("/e/cup/undo/", {"seen": str(before)})
    assert answer.status_code == 403 and "out of date" in text_of(answer)
    assert site.open("cup").last == before


def test_the_key_is_its_owners_alone(tmp_path: Path) -> None:
    key = secret_key(tmp_path / "new")
    assert len(key) > 60 and secret_key(tmp_path / "new") == key
    assert (tmp_path / "new" / KEY_FILE).stat().st_mode & 0o777 == 0o600
