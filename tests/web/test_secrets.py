"""What is on a list and what is declared in secret leaves the organiser's hands nowhere: no page, stream or export."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import MISSING, fields
from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from muster.app.events import actions as events
from muster.app.events.carry import export_event, import_event, in_clear
from muster.app.events.scenarios import attach
from muster.app.exchange import rounds_csv
from muster.app.lists import actions as lists
from muster.app.lists import lost_cards, proxies
from muster.app.lists.actions import Brought
from muster.app.lists.data import data_of
from muster.app.lists.views import declared_view, lists_view, sheet_view
from muster.app.log.entries import log_view, tell
from muster.app.log.names import Names
from muster.app.log.readers import withheld
from muster.app.past import history
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.app.table import featured
from muster.app.venue.terrain import lay_grounds
from muster.app.views.event import event_view
from muster.app.why.reasons import why
from muster.core.kit.model import Actor, PlayerId, Role
from muster.core.record.event import Event
from muster.core.record.event_journal import EVENT
from muster.core.record.facts.lists import ListMark
from muster.core.record.readers import Readers
from muster.core.record.staff import StaffMember
from muster.core.record.terrain import Form, Ground, Piece, Standing
from muster.systems import registry
from muster.web.live.news import Reporter
from muster.web.site import Site
from muster.web.urls import urlpatterns
from tests.web.conftest import (
    NAMES,
    RESULTS,
    STAFF,
    Browser,
    judge_of,
    marshal_of,
    organiser_of,
    player_of,
    publish,
    start,
)
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
NOBODY = Names(Event("Cup", "bushido", "", "", "", ""), ())


def hall(site: Site, system: str) -> int:
    """Round 1 is on; player 1 has handed in lists, had them checked, and declared. Answers with the opponent."""
    events.create(site.desk, "Cup", system, STAFF, seed="seed")
    extra = {"models": "12"} if system == "urban_war" else {}
    roster.enrol(site.desk, "cup", [(name, extra) for name in NAMES[:4]], STAFF)
    ann = Actor("Ann", Role.PLAYER, PlayerId(1))
    lists.hand_in(site.desk, "cup", Brought("Ann", TEXTS[system]), ann)
    lists.hand_in(site.desk, "cup", Brought("Ann", TEXTS[system] + "Aki 10\n"), ann)
    lists.mark(site.desk, "cup", "Ann", 1, ListMark.FAULTY, STAFF, f"no {MARKER} on the table")
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


def pages(browser: Browser, event: str, number: int = 1) -> Iterator[tuple[str, bytes]]:
    """Whatever this browser gets by looking, including refusals."""
    for pattern in urlpatterns:
        view: Any = pattern.callback
        if view.method == "GET":
            path = address(pattern, event, number)
            yield path, browser.get(path).getvalue()


def shows(browser: Browser, event: str = "cup") -> list[str]:
    return [path for path, body in pages(browser, event) if MARKER.encode() in body]


def finds(browser: Browser, *words: str) -> set[tuple[str, str]]:
    """Where the words are, on the pages of the round that is paired and of the first one."""
    bodies = [found for number in (1, 3) for found in pages(browser, "cup", number)]
    return {(path, word) for path, body in bodies for word in words if word.encode() in body}


@pytest.mark.parametrize("system", TEXTS)
def test_no_page_for_spectators_or_other_players_has_a_word_of_a_list(site: Site, system: str) -> None:
    """X-17, BSG-12. Who may see it does find it, so this search can find it."""
    opponent = hall(site, system)
    strangers = [Browser(site), *(player_of(site, "cup", number) for number in (2, 3, 4))]
    assert opponent in (2, 3, 4)
    open_to_opponent = ["/e/cup/me/game/", "/e/cup/players/1/lists/"] if system == "warmachine" else []  # WMH-079
    for number, browser in zip((0, 2, 3, 4), strangers, strict=True):
        assert shows(browser) == (open_to_opponent if number == opponent else [])
    assert "/e/cup/lists/1/" in shows(organiser_of(site))
    assert "/e/cup/lists/1/" in shows(judge_of(site, "cup"))
    for match in site.open("cup").event.rounds[0].matches:
        results.report(site.desk, "cup", [Report(str(match.table), RESULTS[system])], STAFF)
    events.finish(site.desk, "cup", STAFF, "one round is enough")
    assert [shows(browser) for browser in strangers] == [[], [], [], []]


@pytest.mark.parametrize("system", TEXTS)
def test_a_game_that_everybody_may_watch_has_no_word_of_a_list(site: Site, system: str) -> None:
    """X-17: the opponent has opened the board; who watches reads on it whose game it is."""
    opponent = hall(site, system)
    match = site.open("cup").event.rounds[0].match_of(PlayerId(1))
    assert match is not None
    player_of(site, "cup", opponent).get("/e/cup/me/game/")
    featured.feature(site.desk, "cup", 1, match.table, True, STAFF)
    for path in (f"/e/cup/game/1/{match.table}/", f"/e/cup/screen/?view=game&table={match.table}"):
        seen = Browser(site).get(path).getvalue().decode()
        assert "Ann" in seen and MARKER not in seen


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
            replace(p, lists=[replace(one, note="") for one in p.lists])
            for p in lists_view(opened, now, data_of(site.desk, opened.system)).players
        ],
        "declared": declared_view(opened, 1),
        "why": [[str(b) for b in why(opened, table)], [str(b) for b in why(opened, "Ann")]],
        "blank": sheet_view(opened),
        # What the log tells the staff: that a list came, not what is on it. A judge's note and a proxy are theirs.
        "log": [e.text for e in log_view(opened) if e.kind in ("ListHandedIn", "ChoiceSealed", "PlayerAmended")],
    }
    assert [name for name, told in out.items() if MARKER in json.dumps(to_builtins(told))] == []
    assert MARKER in json.dumps(whole) and in_clear(handed_out) == in_clear(whole) == 0
    assert [row["kind"] for row in handed_out["rows"]] == [row["kind"] for row in whole["rows"]]
    assert {row["kind"] for row in handed_out["rows"] if "sealed" in row} <= {"PlayerEnrolled", "PlayerAmended"}


SECRET_SCENARIO, OWN_SHEET, GROUND, REDRAW = "Quuxford", "Quuxsheet", "Quuxground", "Quuxreason"


def test_no_page_tells_staff_or_players_the_scenarios_of_rounds_to_come(site: Site) -> None:
    """BUS-43, WMH-109: judges and marshals read the log, and learn of a scenario with everybody else."""
    opened = start(site, played=1)
    for number in (3, 4):
        events.choose_scenario(site.desk, "cup", number, SECRET_SCENARIO, STAFF)
    attach(site.desk, "cup", SECRET_SCENARIO, f"{OWN_SHEET}.pdf", b"%PDF-1.4\n%%EOF\n", STAFF)
    idol = Standing(Piece("Idol", ("idol",), Form.CIRCLE, 1000, 1000), 10_000, 10_000)
    lay_grounds(site.desk, "cup", [Ground(GROUND, (idol,))], STAFF)
    history.undo(site.desk, "cup", STAFF)
    for match in opened.event.rounds[1].matches:
        results.report(site.desk, "cup", [Report(str(match.table), RESULTS["bushido"])], STAFF)
    rounds.pair(site.desk, "cup", STAFF)
    rounds.pair(site.desk, "cup", STAFF, redraw_reason=REDRAW)
    players = [Browser(site), player_of(site, "cup", 1)]
    staff = [judge_of(site, "cup"), marshal_of(site, "cup")]
    words = (SECRET_SCENARIO, OWN_SHEET, GROUND, REDRAW)
    assert [finds(browser, *words) for browser in (*players, *staff)] == [set()] * 4
    assert all(word in organiser_of(site).see("/e/cup/log/") for word in words)
    log = staff[0].see("/e/cup/log/")
    assert "About round 3: shown when the round is published" in log and "bye:" not in log.partition("Round 2")[0]
    assert "Undone: About a scenario: shown when it is played" in log
    rounds.publish(site.desk, "cup", STAFF)
    for browser in players:
        found = finds(browser, *words)
        assert ("/e/cup/scenario/3/", SECRET_SCENARIO) in found and REDRAW not in {word for _, word in found}
    log = staff[0].see("/e/cup/log/")
    assert f"Round 3 scenario chosen: {SECRET_SCENARIO}" in log and "About round 4: shown" in log
    assert REDRAW in log and REDRAW in staff[1].see("/e/cup/pairings/3/") and GROUND not in log
    assert REDRAW not in json.dumps(event_view(site.open("cup"), public=True), default=str)
    assert REDRAW in json.dumps(event_view(site.open("cup")), default=str)


def test_a_judge_who_plays_reads_neither_the_opponents_report_nor_notes_on_their_list(site: Site) -> None:
    """L5R-018, X-17: nothing in the log that the opponent does not see too."""
    hall(site, "bushido")
    match = site.open("cup").event.rounds[0].match_of(PlayerId(1))
    assert match is not None
    other = match.other(PlayerId(1))
    judge, free = judge_of(site, "cup", "Hale"), judge_of(site, "cup", "Lea")
    judge.send("/e/cup/me/pick/", player=f"#{other}")
    results.report(site.desk, "cup", [Report("#1", {"vp": "3-0"})], Actor("Ann", Role.PLAYER, PlayerId(1)))
    mine, others = judge.see("/e/cup/log/"), free.see("/e/cup/log/")
    assert "About your own table: shown when the result is in" in mine and "reported by Ann" not in mine
    assert "About your opponent’s list" in mine and MARKER not in mine
    assert "reported by Ann" in others and MARKER in others
    results.confirm(site.desk, "cup", "#1", STAFF)
    assert "reported by Ann" in judge.see("/e/cup/log/")


READ_BY_STAFF = (
    *("PlayerEnrolled", "PlayerAmended", "PlayerDisqualified", "ResultObjected", "ObjectionAnswered"),
    *("PenaltyGiven", "RecommendationDeclined", "RulingGiven", "RulingAppealed", "AppealDecided", "RoundDrawn"),
)
"""What is sealed in these was never kept from the staff (decision 80)."""


def sentence_of(kind: type[Any]) -> str:
    """What the log says about a fact with the marker in place of every secret."""
    filled: dict[str, Any] = {}
    for field in fields(kind):
        if field.name in kind.secret:
            filled[field.name] = {"Ground": Ground(MARKER), "bool": True, "dict[str, Raw]": {}}.get(
                str(field.type), MARKER
            )
        elif field.default is MISSING and field.default_factory is MISSING:
            filled[field.name] = {"ListMark": ListMark.FAULTY, "str": "vim"}.get(str(field.type), 1)
    return tell(kind(**filled), NOBODY, registry.find("bushido"))


@pytest.mark.parametrize("kind", EVENT.kinds.values(), ids=list(EVENT.kinds))
def test_every_fact_says_who_reads_it_and_a_secret_one_is_not_told_to_all(kind: type[Any]) -> None:
    """A new kind of fact cannot be forgotten: it must say so itself, and what it seals is not in everybody's log.

    Only what is sealed to be erased, or to be left out of copies, is.
    """
    assert isinstance(kind.__dict__.get("readers"), Readers), f"{kind.__name__}: say who reads it, as `readers`"
    if hasattr(kind, "secret") and kind.__name__ not in READ_BY_STAFF:
        assert MARKER not in sentence_of(kind) or kind.readers is not Readers.STAFF
    assert {"round"} <= set(kind.__dataclass_fields__) or kind.readers is not Readers.PUBLISHED
    assert {"round", "match"} <= set(kind.__dataclass_fields__) or kind.readers is not Readers.OUTSIDERS


def test_a_fact_that_says_nothing_is_for_the_organiser_alone(site: Site) -> None:
    opened = start(site)
    names = Names(opened.event, opened.entries)
    assert withheld(object(), opened.event, names, StaffMember(1, "Hale", Role.JUDGE)) == "Shown only to the organiser"


def test_the_pages_of_a_copy_without_the_lists_say_what_is_not_there(site: Site) -> None:
    """X-17: nothing crashes, and nothing looks as if it had been checked."""
    hall(site, "bushido")
    import_event(site.desk, export_event(site.desk, "cup", with_seed=False), "copy")
    organiser, ann = organiser_of(site), player_of(site, "copy", 1)
    overview = organiser.see("/e/copy/lists/")
    assert "Not in this copy" in overview and "1 not checked" in overview
    page = organiser.see("/e/copy/lists/1/")
    assert "This copy of the event was made without the lists" in page
    assert "Checked: faults" in page and "List is correct" not in page and "No faults found" not in page
    mine = ann.see("/e/copy/me/list/")
    assert "Your list is in, but missing from this copy of the event" in mine
    assert "It is not in this copy of the event." in mine  # its versions
    assert "You not in this copy of the event" in mine  # what was declared
    assert organiser.get("/e/copy/print/lists/").status_code == 200
    assert shows(organiser, "copy") == [] != shows(organiser)
