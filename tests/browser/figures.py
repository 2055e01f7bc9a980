"""The figures that the pages are to reach: what was asked for, what was measured, and the page that shows both."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "figures.md"


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the page. `bound` was required, as the most or the `least`; `exact` numbers are always the same."""

    key: str
    what: str
    bound: int
    unit: str = ""
    exact: bool = True
    least: bool = False


FIGURES = (
    Figure("begin", "Organiser, clicks from the first page to round 1 published, 16 names pasted", 8),
    Figure("next round", "Organiser, clicks from the last result in to the next round published", 3),
    Figure("no mouse", "Organiser, clicks that a whole event cannot do without: the keyboard does it all", 0),
    Figure("late entry", "Organiser, clicks for a late entry, once the name is typed", 2),
    Figure("drop", "Organiser, clicks to drop a player in the middle of a game, once the surname is typed", 2),
    Figure("find", "Organiser, clicks to find a table by a surname, once it is typed", 0),
    Figure("move", "Organiser, clicks to move a pair to another table, once a surname is typed", 2),
    Figure("keys bushido", "Organiser, keys for a usual result with its table and Enter, Bushido", 6),
    Figure("keys l5r", "Organiser, keys for a usual result with its table and Enter, Legend of the Five Rings", 4),
    Figure("keys warmachine", "Organiser, keys for a usual result with its table and Enter, WARMACHINE", 16),
    Figure("keys urban_war", "Organiser, keys for a usual result with its table and Enter, Urban War", 6),
    Figure("laptop", "Organiser, open tables in sight at 1366 × 768 with the rest of the round", 10, "", False, True),
    Figure(
        "small laptop", "Organiser, open tables in sight at 1024 × 768 with the rest of the round", 6, "", False, True
    ),
    Figure("scan", "Player, taps from the scanned code to the own table", 1),
    Figure("report bushido", "Player, taps to report a usual result, Bushido", 3),
    Figure("report l5r", "Player, taps to report a usual result, Legend of the Five Rings", 3),
    Figure("report warmachine", "Player, taps to report a usual result, WARMACHINE", 3),
    Figure("report urban_war", "Player, taps to report a usual result, Urban War", 3),
    Figure("confirm", "Player, taps to confirm the opponent’s report", 1),
    Figure("bytes", "Player, first load in all, from the scanned code to the own table", 100, " KB", exact=False),
    Figure("desk bytes", "Organiser, the page of the desk in round 1 of 16 players", 10, " KB", exact=False),
    Figure(
        "table clock", "Table, how far a clock is off in the middle, on a phone six times slower", 500, " ms", False
    ),
    Figure("table clocks", "Table, how far the clocks of two phones are apart in the middle", 200, " ms", False),
    Figure("elsewhere", "Requests to other hosts, on all pages", 0),
    Figure(
        "axe",
        "WCAG 2.2 AA violations found by axe, label in name included, all pages as everyone who may open them, "
        "on a phone, half of them in the dark; every width in both in the long form",
        0,
    ),
    Figure("sideways", "Pages that scroll sideways, 320 to 1920 px wide", 0),
    Figure("small", "Things to press smaller than 44 px, on phones of 320 and 390 px, links inside sentences aside", 0),
    Figure("right to left", "Pages that scroll sideways or crowd their buttons when read right to left", 0),
)
KNOWN = {figure.key: figure for figure in FIGURES}
OPENING = """# Measured numbers

The tests in `tests/browser/` measure these numbers in a browser, and fail if a target is missed or a number differs.
`scripts/figures` repeats the measurements and writes this table and the [pictures](screenshots.md). Clicks and taps
are presses of the mouse or the finger; typing does not count, nor does moving to the next field with the keyboard,
which on a phone is assumed to skip links. Bytes are as sent over the network, compressed; they change a little with
every version, so only their limit is checked. The same goes for the tables in sight, which depend on the fonts.

| what | target | measured |
|---|---|---|
"""


def line(figure: Figure, value: int) -> str:
    words = "at least" if figure.least else "at most"
    asked = f"{words} {figure.bound}{figure.unit}" if figure.bound else "0"
    return f"| {figure.what} | {asked} | {value}{figure.unit} |\n"


def page(values: dict[str, int], before: str) -> str:
    """`before`: the previous page. Other commands write the sections below the table; they stay."""
    _, heading, others = before.partition("\n## ")
    return OPENING + "".join(line(figure, values[figure.key]) for figure in FIGURES) + heading + others


def written() -> dict[str, int]:
    """What the page says, by key."""
    text = PAGE.read_text("utf-8")
    found = {}
    for figure in FIGURES:
        (said,) = re.findall(rf"^\| {re.escape(figure.what)} \| [^|]* \| (\d+)", text, re.M)
        found[figure.key] = int(said)
    return found


class Figures:
    """Collects measurements: compares them with the bound and the page, or keeps them for the page."""

    def __init__(self, *, write: bool) -> None:
        self.write = write
        self._measured: dict[str, int] = {}

    def measured(self, key: str, value: int) -> None:
        """A number that is measured more than once shows the worst."""
        figure = KNOWN[key]
        worst = min if figure.least else max
        self._measured[key] = worst(value, self._measured.get(key, value))
        if figure.exact and not self.write:
            assert value == written()[key], f"{PAGE.name} says {written()[key]}, measured {value}: run scripts/figures"
        kept = value >= figure.bound if figure.least else value <= figure.bound
        assert kept, f"{figure.what}: {value}, asked for {figure.bound}"

    def close(self) -> None:
        if self.write:
            PAGE.write_text(page({**written(), **self._measured}, PAGE.read_text("utf-8")), "utf-8")
