"""Where card data say less than a rule asks: the rule is said not to be checked, and nothing passes in silence."""

from __future__ import annotations

from muster.app.speech import tr
from muster.core.book.lists import Level
from tests.systems.l5r.shelf import CARDS, PACK_RECORDS, PROVINCES, deck, findings, pool_of, province, swap

BLANK = pool_of([*CARDS, province("Blank Field", "neutral")], PACK_RECORDS)


def test_a_province_without_a_ring_leaves_the_rings_unchecked() -> None:
    """X-19 L5R-039: said once, by the line and the card; five provinces whose rings are known say nothing."""
    provinces = swap(PROVINCES, "Deep Quarry", "Blank Field")
    (found,) = findings(deck(provinces=provinces), BLANK)
    assert (found.level, found.clause, found.line) == (Level.NOT_CHECKED, "L5R-039", 6)
    assert tr(found.message) == (
        "The rings of the provinces are not checked: the card data does not have the ring of “Blank Field”."
    )
    assert findings(deck(), BLANK) == ()
