"""Paper: 128 record sheets, and the pairings of 512 players by table and by name; seconds and pages per second."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from muster.app import events, roster, rounds
from muster.app.desk import Desk, Opened
from muster.core.model import Actor
from muster.main import desk_at
from muster.paper.kinds import printed
from muster.paper.way_back import WayBack

REPEATS = 5
SHEETS = (("records", 128), ("slips", 128), ("pairings", 512), ("names", 512))
SYSTEM = "warmachine"


def event(desk: Desk, players: int) -> Opened:
    opened = events.create(desk, f"Bench {players}", SYSTEM, Actor(), seed="bench")
    roster.enrol(desk, opened.id, [(f"Player {n} of the Bench", {}) for n in range(1, players + 1)], Actor())
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
    opened = {players: event(desk, players) for players in dict.fromkeys(players for _, players in sheets)}
    for kind, players in sheets:
        one = opened[players]
        back = WayBack(one.id, "http://192.168.1.20:8000")

        def work(kind: str = kind, one: Opened = one, back: WayBack = back) -> bytes:
            return printed(one, kind, back, paper="a4", when="now").pdf

        many = pages(work())
        taken = median(seconds(work) for _ in range(repeats))
        lines.append(f"{kind:10} {players:4} players {many:4} pages {taken:7.2f} s {many / taken:7.0f} pages/s")
    return lines


def main() -> None:
    with TemporaryDirectory() as folder:
        print(f"Python {sys.version.split()[0]}, {SYSTEM}, with QR codes, medians of {REPEATS}")
        for line in press(desk_at(Path(folder)), SHEETS, REPEATS):
            print(line)


if __name__ == "__main__":
    main()
