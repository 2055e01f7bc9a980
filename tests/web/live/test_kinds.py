"""A page can follow a journal of another kind: its kind is in the address, and one line names who tells of it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from muster.main import desk_at
from muster.store.watch import SqliteWatch
from muster.web.live.news import News, Reporter
from muster.web.live.stream import Live, Teller
from muster.web.site import Site
from tests.app.guest_book import GUEST_BOOK, Opened
from tests.app.keeping.test_ledger import HOST, Guests, guest_books, sign
from tests.web.conftest import start
from tests.web.live.test_stream import Follower


class GuestNews:
    def __init__(self, guests: Guests) -> None:
        self._guests = guests

    def tell(self, journal_id: str) -> News:
        return News(self._guests.open(journal_id).last)

    hello = tell


def test_those_who_follow_a_guest_book_hear_of_it_alone(site: Site, tmp_path: Path) -> None:
    last = start(site).last
    folder = tmp_path / "data"
    guests = guest_books(desk_at(folder).journals)
    guests.create("inn", "", [Opened("The Inn")], HOST)

    async def follow() -> None:
        tellers: dict[str, Teller] = {"event": Reporter(site.open), GUEST_BOOK.kind: GuestNews(guests)}
        live = Live(SqliteWatch(folder), site.desk.journals, tellers)
        guest, player = Follower(live, "/live/guest%20book/inn"), Follower(live, "/live/cup")
        nobody = Follower(live, "/live/guest%20book/cup")
        while not (guest.heard and player.heard and nobody.status):
            await asyncio.sleep(0.01)
        sign(guests, "Ann")
        await live.look()
        while len(guest.heard) < 2:
            await asyncio.sleep(0.01)
        assert (guest.heard, player.heard, nobody.status) == ([1, 2], [last], 404)
        await guest.leave()
        await player.leave()

    asyncio.run(asyncio.wait_for(follow(), 20))
