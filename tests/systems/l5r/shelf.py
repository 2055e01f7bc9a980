"""A shelf of made-up cards in the shapes of fiveringsdb, a legal deck from it, and how it is checked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

from muster.app.speech import tr
from muster.core.book.list_data import Kept
from muster.core.book.lists import Context, Finding, HandedIn, Level, check_list
from muster.core.forms.options import Value
from muster.systems.l5r import SYSTEM
from muster.systems.l5r.decks.cards import CardPool
from tests.systems.l5r.desk import settings

DECKS = Path(__file__).parent / "decks"
DAY = date(2018, 11, 10)

PEOPLE = ("Archer", "Bearer", "Courtier", "Duellist", "Envoy", "Falconer", "Gardener", "Herald", "Judge", "Kennelman")
NAMES = ("Ambush", "Bargain", "Challenge", "Decree", "Edict", "Feint", "Gambit", "Hush", "Intrigue", "Jest")
RINGS = {
    "Windy Pass": "air",
    "Deep Quarry": "earth",
    "Ember Field": "fire",
    "Mill Creek": "water",
    "Still Shrine": "void",
}

PACKS = {
    "core": ("Core Set", "2017-10-05"),
    "tides": ("Rising Tides", "2018-11-08"),
    "later": ("Later On", "2019-06-01"),
}


def card(name: str, clan: str, side: str, type_: str, pack: str = "core", **more: Any) -> dict[str, Any]:
    number = list(PACKS).index(pack) + 1
    return {
        "id": f"{number:02}-{name.casefold().replace(' ', '-')}",
        "name": name,
        "clan": clan,
        "side": side,
        "type": type_,
        "deck_limit": 3,
        "influence_cost": None,
        "allowed_clans": ["*"],
        "pack_cards": [{"pack": {"id": pack}, "quantity": 3, "position": "1"}],
        **more,
    }


def province(name: str, clan: str, *rings: str) -> dict[str, Any]:
    return card(name, clan, "province", "province", elements=list(rings), deck_limit=1)


def role(name: str, *traits: str) -> dict[str, Any]:
    return card(name, "neutral", "role", "role", traits=list(traits), deck_limit=1)


CARDS = [
    card("Heron Castle", "crane", "province", "stronghold", influence_pool=10),
    card("Spiral Keep", "dragon", "province", "stronghold", influence_pool=11),
    *(province(name, "neutral", ring) for name, ring in RINGS.items()),
    province("Second Ember", "neutral", "fire"),
    province("Crab Wall", "crab", "earth"),
    province("Tidal Gate", "crane", "earth", "water"),
    province("Hall of All", "crane", "all"),
    role("Keeper of Fire", "keeper", "fire"),
    role("Seeker of Air", "seeker", "air"),
    role("Support of the Phoenix", "phoenix"),
    *(card(f"Heron {one}", "crane", "dynasty", "character") for one in PEOPLE),
    *(card(f"Wandering {one}", "neutral", "dynasty", "character") for one in PEOPLE),
    *(card(f"Heron {one}", "crane", "conflict", "event", influence_cost=2) for one in NAMES),
    *(card(f"Old {one}", "neutral", "conflict", "event", influence_cost=0) for one in NAMES),
    *(card(f"Spiral {one}", "dragon", "conflict", "attachment", influence_cost=2) for one in NAMES),
    *(card(f"Wall {one}", "crab", "conflict", "attachment", influence_cost=1) for one in NAMES),
    *(card(f"Hidden {one}", "neutral", "conflict", "character", influence_cost=0) for one in PEOPLE),
    card("Way of the Spiral", "dragon", "conflict", "event"),
    card("Wall Watchman", "crab", "dynasty", "character"),
    card("Flame Temple", "crane", "dynasty", "holding", role_restriction="fire"),
    card("Only Palace", "crane", "dynasty", "holding", deck_limit=1),
    card("Flood Rider", "crane", "dynasty", "character", "tides"),
    card("Togashi Initiate", "dragon", "dynasty", "character"),
    card("Togashi Novice", "dragon", "dynasty", "character"),
    card("Togashi Kazan", "dragon", "conflict", "character", influence_cost=3),
    card("Togashi Kazan", "dragon", "dynasty", "character", "later"),
    card("Togashi Mizu", "dragon", "dynasty", "character"),
    card("Togashi Mizu", "dragon", "dynasty", "character", "tides"),
    card("Daimyō's Favour", "neutral", "conflict", "attachment", influence_cost=0),
]

ROLES = [
    {"clan": "crane", "primary_role_id": "keeper-of-fire", "secondary_role_id": "keeper-of-air"},
    {"clan": "dragon", "roles": ["seeker-of-air"], "since": "2018-01-01"},
    {"clan": "dragon", "roles": ["keeper-of-fire"], "since": "2018-11-01"},
]
RULES = [{"role": "keeper-of-fire", "influence": 3}, {"role": "seeker-of-air", "extra_ring": "air"}]
PACK_RECORDS = [{"id": key, "name": name, "released_at": day} for key, (name, day) in PACKS.items()]

assert SYSTEM.lists is not None and SYSTEM.lists.data is not None
LISTS, DATA = SYSTEM.lists, SYSTEM.lists.data


def kept(*documents: Any) -> Kept:
    found: Kept = {}
    for document in documents:
        found = DATA.take(found, document).kept
    return found


def pool_of(*documents: Any) -> CardPool:
    made = DATA.make(kept(*documents))
    assert isinstance(made, CardPool)
    return made


POOL = pool_of(
    {"records": CARDS, "size": len(CARDS)}, {"records": PACK_RECORDS}, {"clan_roles": ROLES, "role_rules": RULES}
)

STRONGHOLD = ["Heron Castle"]
PROVINCES = list(RINGS)
DYNASTY = (
    [f"3x Heron {one}" for one in PEOPLE] + [f"3x Wandering {one}" for one in PEOPLE[:3]] + ["1x Wandering Herald"]
)
CONFLICT = [
    *(f"3x Heron {one}" for one in NAMES[:5]),
    *(f"3x Old {one}" for one in NAMES[:4]),
    "3x Hidden Archer",
    "3x Hidden Bearer",
    "2x Spiral Ambush",
    "3x Spiral Bargain",
    "2x Old Jest",
]


def deck(
    stronghold: Sequence[str] = STRONGHOLD,
    provinces: Sequence[str] = PROVINCES,
    dynasty: Sequence[str] = DYNASTY,
    conflict: Sequence[str] = CONFLICT,
    role: Sequence[str] = (),
) -> str:
    """The legal deck, except for these parts; 40 cards in each deck, 10 of 10 influence on dragon cards."""
    parts = {"Stronghold": stronghold, "Role": role, "Provinces": provinces, "Dynasty": dynasty, "Conflict": conflict}
    return "\n".join(line for heading, lines in parts.items() if lines for line in (heading, *lines, ""))


def swap(lines: Sequence[str], old: str, *new: str) -> list[str]:
    assert old in lines
    return [one for line in lines for one in (new if line == old else (line,))]


def findings(
    text: str, pool: CardPool | None = POOL, day: date | None = DAY, *, filled: Any = None, **options: Value
) -> tuple[Finding, ...]:
    given = HandedIn(1, text, LISTS.read(text), filled or {})
    return check_list(LISTS, given, Context(settings(**options), date=day, data=pool))


def errors(text: str, pool: CardPool | None = POOL, day: date | None = DAY, **options: Value) -> list[tuple[str, str]]:
    """Clause and sentence of what is wrong."""
    return [(f.clause, tr(f.message)) for f in findings(text, pool, day, **options) if f.level is Level.ERROR]


def clauses(text: str, level: Level = Level.ERROR, **options: Any) -> list[str]:
    return [f.clause for f in findings(text, **options) if f.level is level]
