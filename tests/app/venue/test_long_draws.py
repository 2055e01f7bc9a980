"""Tables for a whole hall take their time to draw: nobody waits for them, and what changed in between counts."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread

import pytest

from muster.app.past.verify import verify
from muster.app.people import roster
from muster.app.venue import terrain
from muster.app.venue.terrain import Typed
from muster.core.kit.progress import Stopped
from tests.app.hall import STAFF, Hall
from tests.app.venue.test_terrain import hall


def drawn_while(found: Hall, action: Callable[[], object]) -> list[tuple[int, int]]:
    """Draws two tables; somebody else does this after the first. Returns the steps."""
    steps: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> None:
        steps.append((done, total))
        if len(steps) == 2:
            other = Thread(target=action, daemon=True)
            other.start()
            other.join(30)
            assert not other.is_alive(), "the desk waits for the tables"

    terrain.generate(found.desk, found.id, "mixed", STAFF, tables=(1, 2), progress=progress)
    return steps


def test_the_desk_goes_on_while_tables_are_drawn() -> None:
    found = hall()
    steps = drawn_while(found, lambda: roster.enrol(found.desk, found.id, [("Zed", {})], STAFF))
    assert steps == [(0, 2), (1, 2), (2, 2)]
    opened = found.desk.open(found.id)
    assert opened.event.called("Zed") and list(opened.event.venue.layouts) == ["Table 1", "Table 2"]
    assert verify(opened, "seed").ok


def test_tables_are_drawn_again_from_a_stock_that_changed() -> None:
    """X-01: what is saved comes out of the seed and of the stock before it."""
    found = hall()
    more = [Typed("Tor", "hill", "4", "4")]
    steps = drawn_while(found, lambda: terrain.stock(found.desk, found.id, more, STAFF))
    assert steps == [(0, 2), (1, 2), (2, 2)] * 2
    assert verify(found.desk.open(found.id), "seed").ok


def test_what_is_stopped_saves_no_table_and_a_form_sent_twice_draws_once() -> None:
    found = hall()
    before = found.desk.open(found.id).head

    def stop(done: int, total: int) -> None:
        if done == 1:
            raise Stopped

    with pytest.raises(Stopped):
        terrain.generate(found.desk, found.id, "mixed", STAFF, tables=(1, 2), progress=stop)
    assert found.desk.open(found.id).head == before
    for _ in range(2):
        terrain.generate(found.desk, found.id, "mixed", STAFF, tables=(1,), request="once")
    assert list(found.desk.open(found.id).event.venue.layouts) == ["Table 1"]
