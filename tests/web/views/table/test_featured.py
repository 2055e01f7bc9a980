"""Games that everybody may watch, and how their points went once they are over."""

from __future__ import annotations

from typing import Any

import pytest

from muster.app.clock import actions as clock
from muster.app.events import actions as events
from muster.app.past import history as past
from muster.app.people.claims import as_player
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.table import actions, featured
from muster.app.table.actions import SentTap
from muster.app.table.tables import OpenTable
from muster.core.kit.errors import Refusal
from muster.systems.warmachine.table.tracker import TRACKER
from muster.web.site import Site
from tests.systems.warmachine.table.game import TableGame
from tests.web.conftest import RESULTS, STAFF, Browser, judge_of, organiser_of, start
from tests.web.views.table.test_table import GAME, begin, lost, taps

BY_HAND = "The result was entered by hand, so it can differ from what was counted at the table."
WATCH, FEATURE = "/e/cup/game/1/1/", "/e/cup/tables/feature/"


def test_staff_show_a_game_to_everybody_and_take_it_back(site: Site) -> None:
    one, _ = begin(site)
    stranger, judge = Browser(site), judge_of(site, "cup")
    assert "The game at table 1 is not shown to everybody" in stranger.see(WATCH, 409)
    assert "Watch" not in stranger.see("/e/cup/pairings/")
    stranger.send(FEATURE, 403, round="1", table="1", shown="yes")
    one.send(FEATURE, 403, round="1", table="1", shown="yes")
    judge.press("/e/cup/tables/?table=1", FEATURE, shown="yes")
    assert "Nobody follows this game on a phone yet" in stranger.see(WATCH)
    assert not site.tables.listed(), "who watches opens no table"
    assert WATCH in stranger.get("/e/cup/pairings/").content.decode()
    one.see(GAME)
    taps(one, {"key": "begin", "count": 1}, lost(0, 1, 2))
    seen = stranger.get(WATCH).content.decode()
    assert "break point" in stranger.see(WATCH)
    assert "data-tap>" not in seen and 'name="key"' not in seen, "there is nothing to tap"
    assert "If it ended now" in stranger.see("/e/cup/screen/?view=game")
    assert "not shown" in stranger.see("/e/cup/game/1/2/", 409)
    judge.press("/e/cup/tables/?table=1", FEATURE, shown="no")
    assert "not shown" in stranger.see(WATCH, 409)
    assert "If it ended now" not in stranger.see("/e/cup/screen/?view=game")
    log = organiser_of(site).see("/e/cup/log/")
    assert "Game shown to everybody: " in log and "Game no longer shown to everybody: " in log


def test_the_fact_is_undone_audited_and_sent_twice_counts_once(site: Site) -> None:
    begin(site)
    featured.feature(site.desk, "cup", 1, 1, True, STAFF)
    last = site.open("cup").last
    featured.feature(site.desk, "cup", 1, 1, True, STAFF)
    assert site.open("cup").last == last
    past.undo(site.desk, "cup", STAFF)
    assert not site.open("cup").event.staff.featured
    with pytest.raises(Refusal, match="Round 2 is not being played"):
        featured.feature(site.desk, "cup", 2, 1, True, STAFF)
    with pytest.raises(Refusal, match="No table is called “99”"):
        featured.feature(site.desk, "cup", 1, 99, True, STAFF)


def test_a_formal_l5r_event_shows_nothing_of_a_game(site: Site) -> None:
    """L-45: at Formal and Premier events players only report results."""
    start(site, system="l5r")
    featured.feature(site.desk, "cup", 1, 1, True, STAFF)
    events.set_option(site.desk, "cup", "tier", "formal", STAFF, reason="the tier was wrong")
    stranger = Browser(site)
    assert "are not followed on phones" in stranger.see(WATCH, 409)
    with pytest.raises(Refusal):
        featured.feature(site.desk, "cup", 1, 2, True, STAFF)


class Followed(TableGame):
    """A game that is played at a table of the site, tap by tap."""

    def __init__(self, site: Site, table: OpenTable) -> None:
        super().__init__()
        self.site, self.id, self.count = site, table.id, 0
        self.state = TRACKER.begin(table.setup)

    def tap(self, key: str, side: int | None, /, **values: Any) -> TableGame:
        super().tap(key, side, **values)
        self.count += 1
        sent = SentTap(key, self.count, 0, values)
        actions.tap(self.site.tables, self.id, [sent], side, "phone", STAFF)
        return self


def test_how_the_points_went_is_for_everybody_once_the_result_is_in(site: Site) -> None:
    start(site, system="warmachine")
    match = site.open("cup").event.rounds[0].match_at(1)
    assert match is not None
    clock.start(site.desk, "cup", STAFF)
    table = actions.open_match(site.tables, site.open("cup"), 1, match.a, STAFF)
    game = Followed(site, table)
    game.tap("scenario", 0, value="King of the Hill")
    for side in (0, 1):
        game.tap("start", side, winner=0, first=0, edge="A")
    game.tap("objective", 0, value="stockpile").tap("objective", 1, value="treasure_chest")
    game.round_start = game.at
    game.tap("clocks", 0)
    for side in (0, 1, 0, 1):
        game.tap("deployed", side)
    game.turns(2)
    game.turns(2)
    game.tap("concede", 0)
    stranger = Browser(site)
    assert "Turn by turn" not in stranger.see("/e/cup/pairings/")
    assert "How the points went" not in stranger.see(WATCH, 409)
    for player in (match.a, match.b):
        actor = as_player(site.open("cup"), player)
        actions.send_result(site.tables, site.desk, site.tables.open(table.id), player, actor, "")
    assert "Turn by turn" in stranger.see("/e/cup/pairings/")
    seen = stranger.see(WATCH)
    assert "How the points went" in seen and "Control points" in seen and "2a" in seen and "2b" in seen
    assert all(name in seen for name in table.record.opened.names)
    assert BY_HAND not in seen
    results.correct(site.desk, "cup", Report("1", RESULTS["warmachine"]), "Other side", STAFF)
    assert BY_HAND in stranger.see(WATCH)


def test_a_game_that_nobody_followed_has_no_picture(site: Site) -> None:
    start(site, system="warmachine")
    results.report(site.desk, "cup", [Report("1", RESULTS["warmachine"])], STAFF)
    stranger = Browser(site)
    assert "Turn by turn" not in stranger.see("/e/cup/pairings/")
    assert "Nobody followed this game turn by turn" in stranger.see(WATCH)
