"""From which day on a product may be played, by tier."""

from __future__ import annotations

from datetime import date, timedelta

from muster.game import Finding, error, plain_name, tr
from muster.systems.l5r.decks.cards import CardPool, DeckCard, Product
from muster.systems.l5r.options import TIERS

WAIT = {"relaxed": timedelta(0), "formal": timedelta(0), "premier": timedelta(days=11)}
"""L5R-065: from the release to the first legal day, by tier. The weekday does not matter (L-36)."""


def first_legal_day(release: date, tier: str, published: date | None = None) -> date:
    """L5R-065, for North America.

    `published`: the day that the publisher names for this product and tier instead (L5R-066).
    """
    return published or release + WAIT[tier]


def check_product(
    product: str, tier: str, day: date, release: date, published: date | None = None, line: int | None = None
) -> tuple[Finding, ...]:
    """Whether a product may be played in an event of this tier on this day."""
    first = first_legal_day(release, tier, published)
    if day >= first:
        return ()
    return (
        error(
            "“{product}” is legal in {tier} events from {first} on; this event is on {day}.",
            clause="L5R-065" if published is None else "L5R-066",
            line=line,
            product=product,
            tier=tr(TIERS[tier]),
            first=first,
            day=day,
        ),
    )


def product_day(product: Product, tier: str) -> date | None:
    """The first legal day; None if the release is not known."""
    published = product.dates.get(tier)
    if product.released is None:
        return published
    return first_legal_day(product.released, tier, published)


def legal(card: DeckCard, pool: CardPool, tier: str, day: date | None, stated: tuple[str, ...]) -> bool | None:
    """Whether one of the card's products is legal (L5R-064: promos like any other); None if that is not known.

    `stated`: the products that the organiser of an event outside North America names as legal (L5R-067); if empty, the
    release dates decide.
    """
    if not card.products:
        return None
    if stated:
        names = {plain_name(name) for name in stated}
        return any(plain_name(name) in names for key in card.products for name in names_of(pool, key))
    if day is None:
        return None
    days = [product_day(pool.products[key], tier) for key in card.products if key in pool.products]
    known = [first for first in days if first is not None]
    if any(first <= day for first in known):
        return True
    return False if len(known) == len(card.products) else None


def names_of(pool: CardPool, key: str) -> tuple[str, ...]:
    return (key, pool.products[key].name) if key in pool.products else (key,)
