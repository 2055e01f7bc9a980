"""Who may do what: every address for every kind of visitor, in their own event and in another; forged forms."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import URLPattern
from django.urls import path as django_path

from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.permissions import ORGANISER, PERMISSIONS, PROOF, Action, Visitor, allows, as_markdown
from muster.core.kit.model import Actor, Role
from muster.web.live.stream import PREFIX
from muster.web.serving.settings import KEY_FILE, secret_key
from muster.web.site import Site
from muster.web.urls import urlpatterns
from tests.web.conftest import NAMES, Browser, account_of, organiser_of, picked, player_of, staff_of, start, text_of

DOCS = Path(__file__).resolve().parents[2] / "docs" / "permissions.md"
# Whom each address is for, listed again by name: one that is not here is only for the organiser.
EVERYBODYS = """events sign-in sign-out invited invitation join private event pairings round standings standings-after
    bracket players player player-lists rules worker manifest screen final-file slip table table-terrain
    table-terrain-then duty scenario scenario-sheet register send-registration time me pick leave claim send-code
    ask-desk use-link breach send-breach expected now play open-game game sit-down game-both game-tap-both game-tap
    game-share watch season statistics statistics-csv season-statistics season-statistics-csv event-calendar
    season-calendar profile event.json players.json rounds.json round.json standings.json standings-after.json
    bracket.json lists.json clock.json schedule schedule.json overlay-standings overlay-pairings overlay-table
    overlay-clock overlay-look password-sign-in send-password overlay-own-style embed-standings embed-pairings
    embed-bracket game.json events.json seasons.json season.json player.json scenario.json table-terrain.json
    table-terrain-then.json statistics.json expected.json season-statistics.json profile.json season-table-csv"""
PLAYERS = """call-judge call-off my-report send-report my-confirm my-objection my-check-in not-me my-drop my-lists
    send-list withdraw-list my-consent declare my-game my-tap both tap-both share-game
    send-result my-vote my-profile"""
PROVEN = "my-drop my-lists send-list withdraw-list my-consent declare share-game my-profile"
ALL_STAFF = """log tables settle ruling answer-objection penalty appeal lists lists-missing list mark-list hand-in-for
    make-proxy clock clock-extend withdraw-for lost-card settle-lost-card answer-call end-call settle-otherwise
    judge-game judge-tap judge-share feature choose-award"""
LAST_WORDS = "appeal-decide"
ADMINISTRATORS = """all-statistics all-statistics-csv new-season open-season season-desk season-enter season-meet
    season-take season-report season-update season-withdraw season-people season-final amend-season amend-season-event
    season-undo season-redo backup backup-download backup-folder backup-now address choose-address everybody
    join-people join-alike part-people undo-people redo-people people-log consent-for split-person person-file forget
    forget-now invite-organiser list-data import-list-data scan-install server-tokens make-server-token
    revoke-server-token accounts add-account account-link disable-account account-quota erase-account hand-over"""
FORBIDDEN = ("Only the organiser", "Only the administrator", "Pick your name first")
OWN, OTHER = "cup", "other"


# What somebody with an account can open outside events, listed again: their own, and nothing about all events.
ACCOUNTS_OWN = """devices sign-out-device sign-out-others new create job job-state stop-job bring take-event account
    change-password copy-season"""


def visit(site: Site, visitor: Visitor) -> Browser:
    """Somebody who is this in the event “cup”."""
    if visitor is Visitor.ADMINISTRATOR:
        return organiser_of(site)
    if visitor is Visitor.ORGANISER:
        return account_of(site, "ann", OWN)
    if visitor in (Visitor.MARSHAL, Visitor.JUDGE):
        return staff_of(site, OWN, Role(visitor.value), "Hale")
    return player_of(site, OWN, 1) if visitor is Visitor.PLAYER else Browser(site)


def address(pattern: URLPattern, event: str = OWN, number: int = 1) -> str:
    route = str(pattern.pattern)
    parts = {
        "<str:event>": event,
        "<int:number>": str(number),
        "<int:table>": "1",
        "<str:kind>": "checks",
        "<str:table>": "000000000000",
        "<str:token>": "no-such-token",
        "<str:season>": "none",
        "<str:person>": "none",
    }
    for part, value in parts.items():
        route = route.replace(part, value)
    assert "<" not in route, f"{route}: say what to fill in"
    return f"/{route}"


def unlisted(patterns: list[Any]) -> list[str]:
    """Addresses that ask for no action of the table."""
    return [str(p.pattern) for p in patterns if getattr(p.callback, "action", None) not in PERMISSIONS]


@pytest.mark.parametrize("event", [OWN, OTHER])
@pytest.mark.parametrize("visitor", Visitor)
def test_every_address_for_every_visitor_in_their_own_event_and_another(
    site: Site, visitor: Visitor, event: str
) -> None:
    """What the table says, in one's own event; elsewhere all but the administrator are spectators."""
    start(site)
    events.create(site.desk, "Other", "bushido", Actor(), seed="seed")
    roster.enrol(site.desk, OTHER, [(name, {}) for name in NAMES], Actor())
    asking = visit(site, visitor)
    asking.token()
    elsewhere = visitor if visitor is Visitor.ADMINISTRATOR else Visitor.SPECTATOR
    for pattern in urlpatterns:
        view: Any = pattern.callback
        beyond = "<str:event>" not in str(pattern.pattern)
        before = visitor if event == OWN or (beyond and visitor is Visitor.ORGANISER) else elsewhere
        path, allowed = address(pattern, event), allows(view.action, before, proven=True)
        browser = Browser(site)
        browser.cookies = deepcopy(asking.cookies)
        form = {"csrfmiddlewaretoken": browser.token(), "on": "yes"}
        answer = browser.post(path, form) if view.method == "POST" else browser.get(path)
        forbidden = answer.status_code == 403 and any(word in text_of(answer) for word in FORBIDDEN)
        assert forbidden is not allowed, f"{visitor} at {path}: {answer.status_code}"
        assert answer.status_code < 500, path
        if visitor in ORGANISER and "sign-out" in str(pattern.name):
            asking = visit(site, visitor)  # Out in all browsers that have this cookie.
        if visitor is Visitor.PLAYER and pattern.name in ("sign-out", "leave"):
            asking = visit(site, visitor)  # Their name was released.


def test_every_address_names_an_action_and_every_action_is_decided() -> None:
    assert unlisted(urlpatterns) == []
    named = {pattern.callback.action for pattern in urlpatterns}  # type: ignore[attr-defined]  # put there by the guard
    assert named | {Action.FOLLOW} == set(Action) == set(PERMISSIONS)
    # The stream is beside Django and asks nobody: it must stay open to all.
    assert PREFIX == "/live/" and PERMISSIONS[Action.FOLLOW] == set(Visitor)
    assert unlisted([*urlpatterns, django_path("new-page/", lambda request: HttpResponse())]) == ["new-page/"]


def test_an_address_is_for_those_it_is_meant_for() -> None:
    all_staff = frozenset({Visitor.ADMINISTRATOR, Visitor.ORGANISER, Visitor.MARSHAL, Visitor.JUDGE})
    meant = {
        **dict.fromkeys(EVERYBODYS.split(), frozenset(Visitor)),
        **dict.fromkeys(PLAYERS.split(), frozenset({Visitor.PLAYER})),
        **dict.fromkeys(ALL_STAFF.split(), all_staff),
        **dict.fromkeys(LAST_WORDS.split(), all_staff - {Visitor.JUDGE}),
        **dict.fromkeys(ADMINISTRATORS.split(), frozenset({Visitor.ADMINISTRATOR})),
    }
    let_in = {str(p.name): {v for v in Visitor if allows(_action(p), v, proven=True)} for p in urlpatterns}
    assert let_in == {name: meant.get(name, {Visitor.ADMINISTRATOR, Visitor.ORGANISER}) for name in let_in}
    assert meant.keys() <= let_in.keys()
    beyond = {str(p.name) for p in urlpatterns if "<str:event>" not in str(p.pattern)}
    own = {name for name in beyond if let_in[name] == {Visitor.ADMINISTRATOR, Visitor.ORGANISER}}
    assert own == set(ACCOUNTS_OWN.split())


def test_a_picked_name_opens_what_needs_no_proof_and_nothing_else(site: Site) -> None:
    """Without proof each of these addresses leads to the ways to prove it, and does nothing."""
    start(site)
    asking = picked(site, OWN, 1)
    before = site.open(OWN).last
    assert {str(p.name) for p in urlpatterns if _action(p) in PROOF} == set(PROVEN.split())
    for pattern in (p for p in urlpatterns if str(p.name) in PLAYERS.split()):
        view: Any = pattern.callback
        browser = Browser(site)
        browser.cookies = deepcopy(asking.cookies)
        if view.method == "POST":
            answer = browser.post(address(pattern), {"csrfmiddlewaretoken": browser.token()})
            told = answer.status_code == 403 and "Confirm that you are Ann" in text_of(answer)
        else:
            answer = browser.get(address(pattern))
            told = answer.status_code == 302 and "/me/name/1/" in answer["Location"]
        assert told is (str(pattern.name) in PROVEN.split()), pattern.name
    assert site.open(OWN).last == before


def _action(pattern: URLPattern) -> Action:
    view: Any = pattern.callback
    action: Action = view.action
    return action


def test_actions_are_not_done_by_looking(site: Site) -> None:
    start(site)
    browser = organiser_of(site)
    for pattern in urlpatterns:
        view: Any = pattern.callback
        if view.method == "POST":
            assert browser.get(address(pattern)).status_code == 405


def test_docs_show_the_table() -> None:
    shown = DOCS.read_text("utf-8").partition("<!-- table -->\n")[2].partition("<!-- /table -->")[0]
    assert shown == as_markdown()


def test_a_form_from_elsewhere_is_refused(site: Site, organiser: Browser) -> None:
    before = start(site).last
    answer = organiser.post("/e/cup/undo/", {"seen": str(before)})
    assert answer.status_code == 403 and "out of date" in text_of(answer)
    assert site.open("cup").last == before


def test_the_key_is_its_owners_alone(tmp_path: Path) -> None:
    key = secret_key(tmp_path / "new")
    assert len(key) > 60 and secret_key(tmp_path / "new") == key
    assert (tmp_path / "new" / KEY_FILE).stat().st_mode & 0o777 == 0o600
