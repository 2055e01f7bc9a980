"""Phones that stay for a whole round: told of their table, they load the page, report, and follow the event all along,
as live.js does."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Any

from bench.server import EVENT, WITHIN, Phone, all_in_turn

HALL = 2_000
"""Phones behind one address; any more come from other halls."""
SOON = 0.4
"""Seconds within which a page reloads after news about its own table."""
SYSTEM = "urban_war"
VALUES = {"models": "12"}
RESULT = {"lost-1": "3", "lost-2": "3", "ending": "played"}
"""Symmetrical, so both players report the same."""


@dataclass(slots=True)
class Times:
    """Seconds: `told`, from publishing until a phone had its table on its stream, and `seen`, until it had its page;
    `loads`, for the pages this caused; `reports`, until a report was answered; `later`, for all other pages.
    """

    start: float = 0.0
    told: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    loads: list[float] = field(default_factory=list)
    reports: list[float] = field(default_factory=list)
    later: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


class Guest(Phone):
    """A player in a future round. `seat`: their table and opponent in the draft."""

    def __init__(self, times: Times, port: int, player: int, seat: tuple[int, str], event: str = EVENT) -> None:
        super().__init__(port, player, times.errors, f"127.0.1.{1 + player // HALL}")
        self._times, self.event, self._expected = times, event, seat
        self.mine = f"/e/{event}/me/"
        self._tasks: set[asyncio.Task[None]] = set()
        self._waiting = False
        self._told = False
        self.ready, self.has_page = asyncio.Event(), asyncio.Event()

    async def scan(self, link: str) -> None:
        """Signs in by the code on the badge."""
        await self.sign_in(link, self.mine)
        self.hang_up()  # As the server would after some seconds.

    async def connect(self, new_round: int) -> None:
        """Follows the event from then on."""
        self._start(self._follow(new_round))
        await asyncio.wait_for(self.ready.wait(), WITHIN)

    def leave(self) -> None:
        for task in self._tasks:
            task.cancel()
        self.hang_up()

    def _start(self, doing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(self.noted(doing))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _follow(self, new_round: int) -> None:
        async with aclosing(self.listen(f"/live/{self.event}?seat={self.player}")) as stream:
            async for news in stream:
                if not self.ready.is_set():
                    self.ready.set()
                    continue
                seat = news.get("seat")
                if seat and seat["round"] == new_round and not self._told:
                    self._hear((seat["table"], seat["opponent"]))
                about = news.get("about")
                if about is None or self._expected[0] in about:
                    self._soon(news["spread"] / 1000 if about is None else SOON)
        raise ConnectionError("the stream ended")

    def _hear(self, seat: tuple[int, str]) -> None:
        self._told = True
        self._times.told.append(perf_counter() - self._times.start)
        if seat != self._expected:
            raise ValueError(f"was told {seat}, not {self._expected}")

    def _soon(self, spread: float) -> None:
        """A reload that is already waiting will show this news too."""
        if not self._waiting:
            self._waiting = True
            self._start(self._look(spread))

    async def _look(self, spread: float) -> None:
        # Multiples of the golden ratio are spread as evenly as random numbers, and the same each time.
        await asyncio.sleep(spread * (self.player * 0.618034 % 1))
        self._waiting = False
        start = perf_counter()
        body = await self._page(self.mine)
        first = self._told and not self.has_page.is_set()
        (self._times.loads if first else self._times.later).append(perf_counter() - start)
        if first:
            self.has_page.set()
            self._times.seen.append(perf_counter() - self._times.start)
            if f">{self._expected[0]}</p>".encode() not in body:
                raise ValueError(f"its page does not show table {self._expected[0]}")

    async def _page(self, path: str) -> bytes:
        status, body = await self.load(path)
        self.hang_up()
        if status != 200:
            raise ValueError(f"{path} was answered with {status}")
        return body

    async def report(self, round_: int, pair: tuple[int, int]) -> bool:
        """Opens and sends the form, and loads the page again. Returns whether the server acknowledged it."""
        start = perf_counter()
        await self._page(f"{self.mine}report/")
        sent = perf_counter()
        self._times.later.append(sent - start)
        fields = {"round": str(round_), "pair": f"{pair[0]}-{pair[1]}", **RESULT}
        fields["once"] = f"bench-{self.event}-{self.player}-{round_}"
        status, body = await self.send(f"{self.mine}report/send/", fields)
        if status != 302:
            raise ValueError(f"its report was answered with {status}: {body[:200]!r}")
        self._times.reports.append(perf_counter() - sent)
        start = perf_counter()
        await self._page(self.mine)
        self._times.later.append(perf_counter() - start)
        return True


async def arrive(guests: Sequence[Guest], links: dict[int, str], new_round: int) -> None:
    """All sign in, then all follow their event: in a hall the first happens at the door."""

    async def scan(guest: Guest) -> None:
        await guest.noted(guest.scan(links[guest.player]))

    async def connect(guest: Guest) -> None:
        await guest.noted(guest.connect(new_round))

    await all_in_turn([partial(scan, guest) for guest in guests])
    await all_in_turn([partial(connect, guest) for guest in guests])


async def until_seen(guests: Sequence[Guest], seconds: float) -> None:
    """Everybody must have the new round's page; anybody who does not is an error."""
    waiting = [asyncio.ensure_future(guest.has_page.wait()) for guest in guests]
    _, late = await asyncio.wait(waiting, timeout=seconds)
    for task in late:
        task.cancel()
    if late:
        guests[0].note(f"{len(late)} phones never got the page of the round")


Report = tuple[Guest, int, tuple[int, int]]
"""Who reports, of which round, and which pair."""


async def report_all(reports: Sequence[Report], within: float) -> int:
    """Each at its own moment within these seconds; returns how many the server acknowledged."""

    async def one(place: int, guest: Guest, round_: int, pair: tuple[int, int]) -> bool:
        await asyncio.sleep(within * place / len(reports))
        return bool(await guest.noted(guest.report(round_, pair)))

    return sum(await asyncio.gather(*(one(place, *report) for place, report in enumerate(reports))))
