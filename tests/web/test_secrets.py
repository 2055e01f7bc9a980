"""What is on a list and what is declared in secret leaves the organiser's hands nowhere: no page, stream or export."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from muster.app.events import actions as events
from muster.app.events.carry import export_event, import_event, in_clear
from muster.app.exchange import rounds_csv
from muster.app.lists import actions as lists
from muster.app.lists import lost_cards, proxies
from muster.app.lists.actions import Brought
from muster.app.lists.data import data_of
from muster.app.lists.views import declared_view, lists_view, sheet_view
from muster.app.log.entries import log_view
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.views.event import event_view
from muster.app.why.reasons import why
from muster.core.kit.model import Actor, PlayerId, Role
from muster.core.record.facts.lists import Mark
from muster.web.live.news import Reporter
from muster.web.site import Site
from muster.web.urls import urlpatterns
from tests.web.conftest import NAMES, RESULTS, STAFF, Browser, judge_of, organiser_of, player_of, publish
from tests.web.test_access import address

MARKER = "Xyzzyblade"  # Not as a faction: that is a field of the player, for everybody, which a list fills in.
TEXTS = {
    "bushido": f"Faction: Ryu\n{MARKER} 30\nTaka 40\n",
    "l5r": f"Stronghold\n1x {MARKER}\n\nDynasty\n3x Taka {MARKER}\n",
    "warmachine": f"Army: Cygnar\n[Theme] {MARKER}\n[Kaelyssa 1] {MARKER} [+28]\n- {MARKER} [10]\n",
    "urban_war": f"Faction: Viridian\n1 x {MARKER} 50\n8 x Marines 160\n",
}
DECLARES = {"bushido": ("vim", MARKER)}
"""The opponent of whoever declared has not declared yet."""


def hall(site: Site, system: str) -> int:
    """Round 1 is on; player 1 has handed in lists, had them checked, and declared. Answers with the opponent."""
    events.create(site.desk, "Cup", system, STAFF, seed="seed")
    extra = {"models": "12"} if system == "urban_war" else {}
    roster.enrol(site.desk, "cup", [(name, extra) for name in NAMES[:4]], STAFF)
    ann = Actor("Ann", Role.PLAYER, PlayerId(1))
    lists.hand_in(site.desk, "cup", Brought("Ann", TEXTS[system]), ann)
    lists.hand_in(site.desk, "cup", Brought("Ann", TEXTS[system] + "Aki 10\n"), ann)
    lists.mark(site.desk, "cup", "Ann", 1, Mark.FAULTY, STAFF, f"no {MARKER} on the table")
    opened = publish(site)
    rules = opened.system.lists
    assert rules is not None
    if rules.proxy_clause:
        proxies.make_proxy(site.desk, "cup", "Ann", f"Taka {MARKER}", MARKER, "Lea", STAFF)
        lost_cards.lose(site.desk, "cup", "Ann", f"Taka {MARKER}", STAFF, minutes="5")
    if rules.sealed:
        key, value = DECLARES.get(system, (rules.sealed[0].key, "2"))
        lists.declare(site.desk, "cup", "Ann", key, value, ann)
    match = opened.event.rounds[0].match_of(PlayerId(1))
    assert match is not None
    return match.other(PlayerId(1))


def pages(browser: Browser, event: str) -> Iterator[tuple[str, bytes]]:
    """Whatever this browser gets by looking, the refusals too."""
    for pattern in urlpatterns:
        view: Any = pattern.callback
        if view.method == "GET":
            path = address(pattern, event)
            yield path, browser.get(path).getvalue()


def shows(browser: Browser, event: str = "cup") -> list[str]:
    return [path for path, body in pages(browser, event) if MARKER.encode() in body]


@pytest.mark.parametrize("system", TEXTS)
def test_no_page_for_spectators_or_other_players_has_a_word_of_a_list(site: Site, system: str) -> None:
    """X-17, BSG-12. Who may see it does find it, so this search can find it."""
    opponent = hall(site, system)
    strangers = [Browser(site), *(player_of(site, "cup", number) for number in (2, 3, 4))]
    assert opponent in (2, 3, 4)
    open_to_opponent = ["/e/cup/players/1/lists/"] if system == "warmachine" else []
    for number, browser in zip((0, 2, 3, 4), strangers, strict=True):
        assert shows(browser) == (open_to_opponent if number == opponent else [])
    assert "/e/cup/lists/1/" in shows(organiser_of(site))
    assert "/e/cup/lists/1/" in shows(judge_of(site, "cup"))
    for match in site.open("cup").event.rounds[0].matches:
        results.report(site.desk, "cup", [Report(str(match.table), RESULTS[system])], STAFF)
    events.finish(site.desk, "cup", STAFF, "one round is enough")
    assert [shows(browser) for browser in strangers] == [[], [], [], []]


@pytest.mark.parametrize("system", TEXTS)
def test_neither_the_stream_nor_an_export_to_hand_out_nor_a_view_has_a_word_of_a_list(site: Site, system: str) -> None:
    """X-17, BSG-12: also the choice itself, whose seal is salted."""
    reporter = Reporter(site.open)
    hall(site, system)
    opened = site.open("cup")
    table = str(opened.event.rounds[0].match_of(PlayerId(1)).table)  # type: ignore[union-attr]  # hall saw to it
    now = lists.now(site.desk)
    handed_out = export_event(site.desk, "cup", with_seed=False)
    whole = export_event(site.desk, "cup")
    out = {
        "stream": [reporter.hello("cup").message(0, 1).decode(), reporter.tell("cup").message(0, 1).decode()],
        "export": handed_out,
        "csv": [rounds_csv.write(opened), rounds_csv.write_standings(opened)],
        "event": event_view(opened, public=True),
        "overview": [
            {**p, "lists": [{k: v for k, v in one.items() if k != "note"} for one in p["lists"]]}
            for p in lists_view(opened, now, data_of(site.desk, opened.system))["players"]
        ],
        "declared": declared_view(opened, 1),
        "why": [[str(b) for b in why(opened, table)], [str(b) for b in why(opened, "Ann")]],
        "blank": sheet_view(opened),
        # What the log tells the staff: that a list came, not what is on it. A judge's note and a proxy are theirs.
        "log": [e["text"] for e in log_view(opened) if e["kind"] in ("ListHandedIn", "ChoiceSealed", "PlayerAmended")],
    }
    assert [name for name, told in out.items() if MARKER in json.dumps(told, default=str)] == []
    assert MARKER in json.dumps(whole) and in_clear(handed_out) == in_clear(whole) == 0
    assert [row["kind"] for row in handed_out["rows"]] == [row["kind"] for row in whole["rows"]]
    assert not any("sealed" in row for row in handed_out["rows"])


def test_the_pages_of_a_copy_without_the_lists_say_what_is_not_there(site: Site) -> None:
    """X-17: nothing crashes, and nothing reads as if it had been checked."""
    hall(site, "bushido")
    import_event(site.desk, export_event(site.desk, "cup", with_seed=False), "copy")
    organiser, ann = organiser_of(site), player_of(site, "copy", 1)
    overview = organiser.see("/e/copy/lists/")
    assert "Not in this copy" in overview and "1 not checked" in overview
    page = organiser.see("/e/copy/lists/1/")
    assert "This copy of the event was made without the lists" in page
    assert "Checked, faulty" in page and "It is in order" not in page and "Nothing is wrong" not in page
    mine = ann.see("/e/copy/me/list/")
    assert "Your list is in, but not in this copy of the event" in mine
    assert "It is not in this copy of the event." in mine  # its versions
    assert "You not in this copy of the event" in mine  # what was declared
    assert organiser.get("/e/copy/print/lists/").status_code == 200
    assert shows(organiser, "copy") == [] != shows(organiser)
