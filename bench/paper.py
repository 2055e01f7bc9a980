"""Paper: 128 record sheets, and the pairings of 512 players by table and by name; seconds and pages per second. And how
much longer it takes to print names in Chinese letters than the same number of names in Latin ones, in the same run."""

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
from muster.paper.press import unshown
from muster.paper.way_back import WayBack

REPEATS = 5
SHEETS = (("records", 128), ("slips", 128), ("pairings", 512), ("names", 512))
SCRIPTS = ("pairings", "names", "slips")
"""Printed in both scripts, for 128 players."""
SYSTEM = "warmachine"


def latin(n: int, number: int) -> str:
    return f"Player {n} of Bench {number}"


def chinese(n: int, number: int) -> str:
    """Three letters, different for each player and event."""
    first = 0x4E00 + number * 2000 + 3 * n
    return "".join(map(chr, range(first, first + 3)))


def event(desk: Desk, players: int, number: int, name: Callable[[int, int], str] = latin) -> Opened:
    """Each with its own names: what was typeset once is cached, and would be timed as nothing."""
    opened = events.create(desk, f"Bench {name.__name__} {players} {number}", SYSTEM, Actor(), seed=f"bench {number}")
    roster.enrol(desk, opened.id, [(name(n, number), {}) for n in range(1, players + 1)], Actor())
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


def scripts(desk: Desk, kinds: Sequence[str], players: int, repeats: int) -> list[str]:
    """A line for each kind of sheet: names in Chinese letters against Latin ones, the first printing of each."""
    halls = {name: [event(desk, players, n, name) for n in range(repeats + 1)] for name in (latin, chinese)}
    shown = not unshown(frozenset(chinese(1, 0)))
    note = "fonts of this machine" if shown else "no font here, so numbers are printed"
    lines = [f"{players} names in Chinese letters ({note}) against Latin ones"]
    for kind in kinds:
        taken = {}
        for name, (warm, *rest) in halls.items():
            sheet(warm, kind)
            taken[name] = median(seconds(partial(sheet, hall, kind)) for hall in rest)
        ratio = taken[chinese] / taken[latin]
        lines.append(f"{kind:10} {taken[chinese]:7.2f} s {taken[latin]:7.2f} s {ratio:7.1f} times as long")
    return lines


def sheet(opened: Opened, kind: str) -> bytes:
    return printed(opened, kind, WayBack(opened.id, "http://192.168.1.20:8000"), paper="a4", when="now").pdf


def lines() -> list[str]:
    with TemporaryDirectory() as folder:
        desk = desk_at(Path(folder))
        head = f"{SYSTEM}, with QR codes, medians of {REPEATS}"
        return [head, *press(desk, SHEETS, REPEATS), *scripts(desk, SCRIPTS, 128, REPEATS)]


def main() -> None:
    print(f"Python {sys.version.split()[0]}", *lines(), sep="\n")


if __name__ == "__main__":
    main()
