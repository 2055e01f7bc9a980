"""Journals that a process has not been told of yet: just made by another one, or in the place of one that is gone."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.ports import JournalName
from muster.store.watch import SqliteWatch
from muster.web.live.news import Reporter
from muster.web.live.stream import Live
from muster.web.site import Site
from tests.web.conftest import STAFF, start
from tests.web.live.test_stream import Follower


class Silent:
    """A watch that has not been told yet of what others wrote."""

    def changes(self) -> dict[JournalName, int]:
        return {}

    def close(self) -> None:
        """There is nothing to let go of."""


def test_what_another_process_has_only_just_made_is_followed_before_the_word_of_it_arrives(site: Site) -> None:
    """A phone opens its game at one process and follows it at the other, which hears of it a moment later."""
    last = start(site).last

    async def run() -> tuple[list[int], int]:
        live = Live(Silent(), site.desk.journals, {"event": Reporter(site.open)})
        follower, nobody = Follower(live, "/live/cup"), Follower(live, "/live/nothing")
        while not follower.status or not nobody.status:
            await asyncio.sleep(0.01)
        assert follower.status == 200
        await follower.leave()
        return follower.heard, nobody.status

    assert asyncio.run(asyncio.wait_for(run(), 20)) == ([last], 404)


def test_the_first_change_after_that_is_told_as_what_it_is(site: Site, tmp_path: Path) -> None:
    events.create(site.desk, "Cup", "urban_war", STAFF, event_id="cup")
    last = roster.enrol(site.desk, "cup", [("Ann", {"models": "12"})], STAFF).last

    async def run() -> list[dict[str, Any]]:
        watch = SqliteWatch(tmp_path / "data")
        live = Live(watch, site.desk.journals, {"event": Reporter(site.open)})
        follower = Follower(live, "/live/cup")
        while not follower.heard:
            await asyncio.sleep(0.01)
        roster.enrol(site.desk, "cup", [("Bo", {"models": "12"})], STAFF)
        await live.look()
        while len(follower.heard) < 2:
            await asyncio.sleep(0.01)
        await follower.leave()
        watch.close()
        return follower.news

    news = asyncio.run(asyncio.wait_for(run(), 20))
    assert (news[1]["seq"], "about" in news[1]) == (last + 1, False), "no page would show who has just been enrolled"


def test_an_event_that_takes_the_id_of_a_removed_one_is_told_from_its_beginning(site: Site, tmp_path: Path) -> None:
    start(site)

    async def run() -> list[dict[str, Any]]:
        watch = SqliteWatch(tmp_path / "data")
        live = Live(watch, site.desk.journals, {"event": Reporter(site.open)})
        before = Follower(live, "/live/cup", "seat=1")
        while not before.heard:
            await asyncio.sleep(0.01)
        await live.look()
        await before.leave()
        site.desk.remove("cup")
        events.create(site.desk, "Other cup", "urban_war", STAFF, event_id="cup")
        await live.look()
        after = Follower(live, "/live/cup", "seat=1")
        while not after.heard:
            await asyncio.sleep(0.01)
        roster.enrol(site.desk, "cup", [("Ann", {"models": "12"})], STAFF)
        await live.look()
        while len(after.heard) < 2:
            await asyncio.sleep(0.01)
        await after.leave()
        watch.close()
        return after.news

    hello, enrolled = asyncio.run(asyncio.wait_for(run(), 20))
    assert (hello["seq"], hello["seat"]) == (1, None)
    assert (enrolled["seq"], "about" in enrolled) == (2, False)
