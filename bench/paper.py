"""Paper: 128 record sheets, and the pairings of 512 players by table and by name; seconds and pages per second."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from muster.app.desk import Desk, Opened
from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.rounds import actions as rounds
from muster.core.kit.model import Actor
from muster.main import desk_at
from muster.paper.kinds import printed
from muster.paper.way_back import WayBack

REPEATS = 5
SHEETS = (("records", 128), ("slips", 128), ("pairings", 512), ("names", 512))
SYSTEM = "warmachine"


def event(desk: Desk, players: int, number: int) -> Opened:
    """Each with names of its own: what was set once is not set again, and would be timed as nothing."""
    opened = events.create(desk, f"Bench {players} {number}", SYSTEM, Actor(), seed=f"bench {number}")
    roster.enrol(desk, opened.id, [(f"Player {n} of Bench {number}", {}) for n in range(1, players + 1)], Actor())
    rounds.pair(desk, opened.id, Actor())
    return rounds.publish(desk, opened.id, Actor())


def seconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def pages(pdf: bytes) -> int:
    """As the PDF itself says."""
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def press(desk: Desk, sheets: Sequence[tuple[str, int]], repeats: int) -> list[str]:
    """A line for each kind of sheet."""
    lines = []
    for players in dict.fromkeys(players for _, players in sheets):
        halls = [event(desk, players, number) for number in range(repeats + 1)]
        for kind in (kind for kind, wanted in sheets if wanted == players):
            many = pages(sheet(halls[0], kind))
            taken = median(seconds(partial(sheet, hall, kind)) for hall in halls[1:])
            lines.append(f"{kind:10} {players:4} players {many:4} pages {taken:7.2f} s {many / taken:7.0f} pages/s")
    return lines


def sheet(opened: Opened, kind: str) -> bytes:
    return printed(opened, kind, WayBack(opened.id, "http://192.168.1.20:8000"), paper="a4", when="now").pdf


def lines() -> list[str]:
    with TemporaryDirectory() as folder:
        return [f"{SYSTEM}, with QR codes, medians of {REPEATS}", *press(desk_at(Path(folder)), SHEETS, REPEATS)]


def main() -> None:
    print(f"Python {sys.version.split()[0]}", *lines(), sep="\n")


if __name__ == "__main__":
    main()
