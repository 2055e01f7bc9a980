"""Tables drawn by lot that are fair to both halves, and those drawn before, which stay as they were."""

from __future__ import annotations

from dataclasses import replace

import pytest

from muster.app.csv_tables import parse_sheet
from muster.app.keeping.growing import Growing
from muster.app.past.verify import verify
from muster.app.venue import terrain
from muster.app.venue.terrain_views import layout_view
from muster.core.kit.lots import Lots, Urn
from muster.core.reading.balance import measure
from muster.core.record.facts.venue import LayoutSaved
from muster.core.record.terrain import Standing
from muster.core.rules import layouts
from tests.app.hall import STAFF, Hall
from tests.app.venue.test_terrain import hall
from tests.systems.warmachine.tables import faults


@pytest.mark.parametrize("method", ["cluster", "quadrant", "scatter"])
def test_the_best_of_several_legal_tables_is_kept(method: str) -> None:
    """WMH-111, X-01: legal, the same each time, and never worse than the first table, which used to be kept."""
    found, fair = hall(), 0
    rules = layouts.rules_of(found.system)
    for number in range(3):
        urn = Urn(f"seed {number + 1}")
        best = layouts.draw(found.event, found.system, urn, "Best", method, 0, 0)
        first = layouts.draw(found.event, found.system, urn, "Best", method, 0, 0, by=layouts.FIRST_LEGAL)
        assert number or best == layouts.draw(found.event, found.system, urn, "Best", method, 0, 0)
        assert layout_view(found.opened, best.layout).legal and best.layout.method == method
        assert faults(best.layout.pieces, "") == []
        before, after = measure(first.layout, rules), measure(best.layout, rules)
        assert after.rank <= before.rank
        fair += bool(before.short) and not after.short
    assert fair >= 1


def test_a_layout_drawn_by_the_first_rules_is_still_derived_from_the_seed() -> None:
    """X-01: its fact does not say how it was drawn, as none did then; by today's rules it would be another table."""
    found = hall()
    urn = Urn("seed")
    opened = found.desk.act(
        found.id,
        lambda o: [layouts.draw(o.event, o.system, urn, "Old", "scatter", 0, 0, by=layouts.FIRST_LEGAL)],
        STAFF,
    )
    fact = opened.entries[-1].fact
    assert isinstance(fact, LayoutSaved) and fact.method == 1
    assert fact.layout.pieces == scatter_table(found)
    assert verify(opened, "seed").ok and verify(opened, "seed").checked.layouts == 1
    entries = [*opened.entries[:-1], replace(opened.entries[-1], fact=replace(fact, method=2))]
    assert "comes out differently" in str(verify(replace(opened, entries=Growing(entries)), "seed").difference)


def scatter_table(found: Hall) -> tuple[Standing, ...]:
    """The first legal table of the first stream, straight from the game."""
    draw = layouts.rules_of(found.system).draw
    assert draw is not None
    stock = [found.event.venue.stock[name] for name in sorted(found.event.venue.stock)]
    return draw(stock, "scatter", 0, (), Lots("seed", "terrain scatter 1"), 0)


def test_a_deployment_zone_on_one_side_is_kept_when_a_table_is_turned() -> None:
    """WMH-117: with a quarter turn, a restricted piece could end up in it."""
    found = hall()
    zone = "scenario,element,size,x,y,turn,name\nBunkers,deployment zone,48x14,24,7,,\n"
    grounds = terrain.grounds_of(parse_sheet("ground.csv", zone), found.system)
    terrain.lay_grounds(found.desk, found.id, grounds, STAFF)
    for number in range(6):
        made = layouts.draw(found.event, found.system, Urn(f"s{number}"), "Best", "scatter", 0, 0)
        assert layout_view(found.opened, made.layout).legal
