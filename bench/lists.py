"""Checking decks: 500 Legend of the Five Rings decks against a pool of 1,100 cards in one go, reading included.

The pool is made up, seeded, and as large as the real one: seven clans and neutral cards in 40 products. Nine decks in
ten are legal; each tenth has a misprint, for which the nearest card is searched. Against a plain look-up of every
line of the same decks in a dictionary, which decides nothing.
"""

from __future__ import annotations

import sys
from datetime import date
from random import Random
from time import process_time
from typing import Any

from muster.core.book.lists import Context, HandedIn, Level, check_list
from muster.core.forms.options import Settings
from muster.systems.l5r import SYSTEM
from muster.systems.l5r.decks.card_data import make, take
from muster.systems.l5r.decks.cards import CardPool

DECKS = 500
TARGET = 1.0
CLANS = ("crab", "crane", "dragon", "lion", "phoenix", "scorpion", "unicorn")
RINGS = ("air", "earth", "fire", "water", "void")
PER_CLAN, NEUTRAL = 68, 60
"""Dynasty cards per clan, and as many conflict cards; and neutral ones of each."""
PRODUCTS = 40
PARTS = ("ka", "ki", "ku", "ko", "sa", "shi", "su", "to", "ta", "chi", "tsu", "te", "na", "ni", "no", "ha", "mo", "yu")


def word(rng: Random) -> str:
    return "".join(rng.choice(PARTS) for _ in range(rng.randint(2, 4))).title()


def documents(seed: int = 1) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Cards and packs in fiveringsdb's format."""
    rng = Random(seed)
    cards: list[dict[str, Any]] = []
    names: set[str] = set()

    def add(clan: str, side: str, type_: str, **more: Any) -> None:
        name = word(rng) + " " + word(rng)
        while name in names:
            name += " " + word(rng)
        names.add(name)
        pack = {"pack": {"id": f"pack-{rng.randrange(PRODUCTS)}"}}
        key = name.casefold().replace(" ", "-")
        record = {"id": key, "name": name, "clan": clan, "side": side, "type": type_, "deck_limit": 3, **more}
        cards.append({**record, "allowed_clans": ["*"], "pack_cards": [pack]})

    for clan in CLANS:
        add(clan, "province", "stronghold", influence_pool=10)
    for ring in RINGS * 4:
        add("neutral", "province", "province", elements=[ring])
    for clan, number in (*((clan, PER_CLAN) for clan in CLANS), ("neutral", NEUTRAL)):
        for n in range(number):
            add(clan, "dynasty", "holding" if n % 6 == 0 else "character")
            add(clan, "conflict", "character" if n % 8 == 0 else "event", influence_cost=1 + n % 3)
    packs = [{"id": f"pack-{n}", "name": f"Pack {n}", "released_at": "2018-01-01"} for n in range(PRODUCTS)]
    return cards, packs


def pool() -> CardPool:
    cards, packs = documents()
    return make(take(take({}, cards).kept, packs).kept)


def deck(cards: CardPool, seed: int) -> str:
    """A legal deck as a builder exports it; one in ten has a misprint."""
    rng = Random(seed)
    clan, splash = rng.sample(CLANS, 2)

    def some(number: int, **wanted: str) -> list[str]:
        fitting = [c for c in cards.cards if all(getattr(c, key) == value for key, value in wanted.items())]
        return [f"3x {card.name} ({cards.products[card.products[0]].name})" for card in rng.sample(fitting, number)]

    stronghold = next(c for c in cards.cards if c.type == "stronghold" and c.clan == clan)
    provinces = [next(c for c in cards.cards if c.rings == (ring,)).name for ring in RINGS]
    dynasty = some(11, side="dynasty", clan=clan) + some(3, side="dynasty", clan="neutral")
    conflict = some(9, side="conflict", type="event", clan=clan) + some(
        3, side="conflict", type="event", clan="neutral"
    )
    cheap = [c for c in cards.cards if c.clan == splash and c.influence == 1 and c.type == "event"]
    conflict += [f"3x {card.name}" for card in rng.sample(cheap, 2)]
    if seed % 10 == 0:
        dynasty[3] = "3x " + dynasty[3].removeprefix("3x ")[1:]
    parts = {"Stronghold": [stronghold.name], "Provinces": provinces, "Dynasty Deck (42)": dynasty}
    parts["Conflict Deck (42)"] = conflict
    return "\n".join(line for heading, lines in parts.items() for line in (heading, *lines, ""))


def check_all(texts: list[str], cards: CardPool) -> int:
    """How many have no error."""
    rules = SYSTEM.lists
    assert rules is not None
    context = Context(Settings(SYSTEM.options), date=date(2018, 11, 1), data=cards)
    legal = 0
    for text in texts:
        found = check_list(rules, HandedIn(1, text, rules.read(text)), context)
        legal += all(finding.level is not Level.ERROR for finding in found)
    return legal


def look_up(texts: list[str], cards: CardPool) -> int:
    """The least that any checker does: split each line and look up its exact name."""
    known = {card.name: card for card in cards.cards}
    found = 0
    for text in texts:
        for line in text.splitlines():
            found += line.removeprefix("3x ").partition(" (")[0] in known
    return found


def lines() -> list[str]:
    cards = pool()
    texts = [deck(cards, seed) for seed in range(DECKS)]
    start = process_time()
    legal = check_all(texts, cards)
    taken = process_time() - start
    start = process_time()
    look_up(texts, cards)
    plain = process_time() - start
    return [
        f"{DECKS} decks, {len(cards.cards)} cards, {legal} decks without an error",
        f"read and checked in {taken:.2f} s, {DECKS / taken:,.0f} decks a second (target: under {TARGET:.0f} s)",
        f"each line looked up and nothing decided: {plain * 1000:.1f} ms; {taken / plain:.0f} times that",
    ]


def main() -> None:
    print(f"Python {sys.version.split()[0]}", *lines(), sep="\n")


if __name__ == "__main__":
    main()
