"""How many drawn tables favour one half: the first legal table, as tables were drawn before, and the best of several.

A table favours a half when the other one falls short of it in cover, height, concealment or all three together (see
`core/reading/balance.py`). Both ways draw from the same seeds, and from a stock of fourteen pieces of nine kinds.
"""

from __future__ import annotations

import sys
from statistics import mean
from time import process_time

from muster.core.book.system import System
from muster.core.kit.lots import Urn
from muster.core.reading.balance import Balance, measure
from muster.core.record.event import Event
from muster.core.record.terrain import Form, Piece, Stocked
from muster.core.record.venue import Venue
from muster.core.rules import layouts
from muster.systems.warmachine import SYSTEM

TABLES = 500
"""For each of the three methods."""


def stock() -> dict[str, Stocked]:
    rows = (
        ("Old wood", "forest", (5000,), 2),
        ("Fog", "dense fog", (4000, 3000), 1),
        ("Hill", "hill", (6000, 5000), 2),
        ("Wall", "obstacle", (4000, 3000), 2),
        ("Ruin", "obstruction", (5000, 4000), 1),
        ("Burning copse", "forest+hazard", (4000,), 1),
        ("Pond", "shallow water", (4500,), 1),
        ("Trench", "trench", (6000, 3000), 2),
        ("Rubble", "rubble", (4000, 4000), 1),
        ("Scrub", "rough", (5000, 4000), 1),
    )
    found = {}
    for name, kinds, sides, count in rows:
        form = Form.CIRCLE if len(sides) == 1 else Form.RECTANGLE
        found[name] = Stocked(Piece(name, tuple(kinds.split("+")), form, sides[0], sides[-1]), count)
    return found


def drawn(event: Event, system: System, method: str, number: int, by: int) -> Balance:
    made = layouts.draw(event, system, Urn(f"bench {number}"), "Table", method, 0, 0, by=by)
    return measure(made.layout, layouts.rules_of(system))


def main() -> None:
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else TABLES
    event = Event("Bench", SYSTEM.key, "", "", "", "", venue=Venue(stock=stock()))
    print(f"{tables} tables of each method, WARMACHINE; clearing: mean side of the largest open square, in inches\n")
    print("method    drawn as        favour one half  every count equal  clearing  ms per table")
    for method in layouts.rules_of(SYSTEM).methods:
        for by, words in ((layouts.FIRST_LEGAL, "first legal"), (layouts.BEST_OF_SEVERAL, "best of several")):
            start = process_time()
            found = [drawn(event, SYSTEM, method, number, by) for number in range(tables)]
            each = (process_time() - start) * 1000 / tables
            uneven = 100 * sum(bool(one.short) for one in found) / tables
            level = 100 * sum(all(a == b for _, a, b in one.compared) for one in found) / tables
            open_ground = mean(one.clearing for one in found)
            print(f"{method:9} {words:15} {uneven:14.1f}% {level:17.1f}% {open_ground:9.1f} {each:13.0f}")


if __name__ == "__main__":
    main()
