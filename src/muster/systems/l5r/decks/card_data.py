"""Card data that people bring: fiveringsdb's cards, packs, what is in them, clans' roles; and Muster's own files.

fiveringsdb's public repository is a folder of files: one for each card and for what is in each pack, which is named
after the pack; one with all packs, and one with a line for each role of a clan.

What is kept is a JSON object with a section for each kind, keyed by id, so that a newer file replaces what it repeats.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from muster.game import LIST_DATA_MARK, BadInput, Documents, Kept, ListData, Taken, mark, plain_name, tr
from muster.systems.l5r.decks.cards import ANY_CLAN, CardPool, ClanRoles, DeckCard, Product, RoleRule, bare_id
from muster.systems.l5r.options import TIERS

CARDS, PACKS, PACK_CARDS, CLAN_ROLES, ROLE_RULES, PRODUCT_DATES = (
    "cards",
    "packs",
    "pack_cards",
    "clan_roles",
    "role_rules",
    "product_dates",
)
SECTIONS = (CARDS, PACKS, PACK_CARDS, CLAN_ROLES, ROLE_RULES, PRODUCT_DATES)
SYSTEM = "l5r"


class CardRecord:
    """One object of a document, its values requested by type; mistakes are reported with the record's name."""

    def __init__(self, value: Any, what: str, place: int) -> None:
        if not isinstance(value, dict):
            raise BadInput(
                "{what} {place} of the file is “{value}”; it should be an object.",
                what=tr(what),
                place=place,
                value=str(value)[:40],
            )
        self.value: Mapping[str, Any] = value
        self.what = what
        self.name = str(value.get("id") or value.get("name") or place)[:60]

    def text(self, *keys: str, needed: bool = False) -> str:
        for key in keys:
            value = self.value.get(key)
            if isinstance(value, str):
                return value
            if isinstance(value, dict) and isinstance(value.get("id"), str):
                return str(value["id"])
            if value is not None:
                raise self.wrong(key, value, mark("a text"))
        if needed:
            raise BadInput(
                "{what} “{name}” has no “{key}”. Every one should have it.",
                what=tr(self.what),
                name=self.name,
                key=keys[0],
            )
        return ""

    def number(self, key: str) -> int | None:
        value = self.value.get(key)
        if value is None or (isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1000):
            return value
        raise self.wrong(key, value, mark("a whole number"))

    def texts(self, *keys: str) -> list[str]:
        for key in keys:
            value = self.value.get(key)
            if value is None:
                continue
            found = value if isinstance(value, list) else [value]
            if not all(one is None or isinstance(one, str) for one in found):
                raise self.wrong(key, value, mark("a list of texts"))
            return [one.casefold() for one in found if one]
        return []

    def day(self, *keys: str) -> str:
        given = self.text(*keys)
        try:
            return date.fromisoformat(given[:10]).isoformat() if given else ""
        except ValueError:
            raise self.wrong(keys[0], given, mark("a date such as 2018-10-25")) from None

    def wrong(self, key: str, value: object, right: str) -> BadInput:
        return BadInput(
            "{what} “{name}”: {key} “{value}” should be {right}.",
            what=tr(self.what),
            name=self.name,
            key=key,
            value=str(value)[:40],
            right=tr(right),
        )


Section = dict[str, Any]


def _cards(records: list[Any]) -> dict[str, Section]:
    cards: Section = {}
    inside: Section = {}
    for place, value in enumerate(records, start=1):
        one = CardRecord(value, mark("Card"), place)
        key = one.text("id", needed=True).casefold()
        cards[key] = {
            "name": one.text("name", needed=True),
            "clan": one.text("clan", "faction").casefold() or "neutral",
            "side": one.text("side").casefold(),
            "type": one.text("type", needed=True).casefold(),
            "limit": one.number("deck_limit"),
            "influence": one.number("influence_cost"),
            "pool": one.number("influence_pool"),
            "rings": one.texts("elements", "element"),
            "needs": (one.texts("role_restriction", "role_restrictions") or [""])[0],
            "clans": one.texts("allowed_clans"),
            "traits": one.texts("traits"),
        }
        for version in value.get("pack_cards") or value.get("versions") or ():
            printed = CardRecord(version, mark("Card"), place)
            inside.setdefault(printed.text("pack", "pack_id", needed=True), []).append(key)
    return {CARDS: cards, **({PACK_CARDS: inside} if inside else {})}


def _packs(records: list[Any]) -> dict[str, Section]:
    packs: Section = {}
    for place, value in enumerate(records, start=1):
        one = CardRecord(value, mark("Pack"), place)
        packs[one.text("id", needed=True)] = {
            "name": one.text("name", needed=True),
            "released": one.day("released_at"),
        }
    return {PACKS: packs}


def _pack_cards(by_pack: Mapping[str, Any]) -> dict[str, Section]:
    inside: Section = {}
    for pack, records in by_pack.items():
        if not isinstance(records, list):
            raise BadInput("Pack “{pack}” of the file should be a list of cards.", pack=pack)
        inside[pack] = [
            CardRecord(value, mark("Card"), place).text("card_id", "id", needed=True).casefold()
            for place, value in enumerate(records, start=1)
        ]
    return {PACK_CARDS: inside}


def _clan_roles(records: list[Any]) -> dict[str, Section]:
    """By clan and day, so that the roles of an earlier day stay known (L5R-041)."""
    found: Section = {}
    for place, value in enumerate(records, start=1):
        one = CardRecord(value, mark("Clan role"), place)
        clan, since = one.text("clan", needed=True).casefold(), one.day("since")
        roles = one.texts("roles") or [
            r.casefold() for r in (one.text("primary_role_id"), one.text("secondary_role_id")) if r
        ]
        found[f"{clan} {since}".strip()] = {"clan": clan, "since": since, "roles": roles}
    return {CLAN_ROLES: found}


def _role_rules(records: list[Any]) -> dict[str, Section]:
    found: Section = {}
    for place, value in enumerate(records, start=1):
        one = CardRecord(value, mark("Role rule"), place)
        found[one.text("role", needed=True).casefold()] = {
            "influence": one.number("influence") or 0,
            "extra_ring": one.text("extra_ring").casefold(),
            "splash": one.text("splash").casefold(),
        }
    return {ROLE_RULES: found}


def _product_dates(records: list[Any]) -> dict[str, Section]:
    found: Section = {}
    for place, value in enumerate(records, start=1):
        one = CardRecord(value, mark("Product date"), place)
        product, tier = one.text("product", needed=True), one.text("tier", needed=True).casefold()
        if tier not in TIERS:
            raise one.wrong("tier", tier, mark("relaxed, formal or premier"))
        if not one.day("from"):
            raise one.wrong("from", "", mark("a date such as 2018-10-25"))
        found[f"{product} {tier}"] = {"product": product, "tier": tier, "from": one.day("from")}
    return {PRODUCT_DATES: found}


_LISTS: dict[str, Callable[[list[Any]], dict[str, Section]]] = {
    CARDS: _cards,
    PACKS: _packs,
    CLAN_ROLES: _clan_roles,
    ROLE_RULES: _role_rules,
    PRODUCT_DATES: _product_dates,
}


def take(kept: Kept, document: Any) -> Taken:
    """Adds a document: a list of records from fiveringsdb, or one of Muster's files with any of the sections."""
    found: dict[str, Section] = {}
    for kind, value in _sections(document):
        read = _pack_cards(value) if kind == PACK_CARDS else _LISTS[kind](value)
        for section, records in read.items():
            found[section] = {**found.get(section, {}), **records}
    merged = {key: dict(kept.get(key, {})) for key in SECTIONS}
    for section, records in found.items():
        merged[section].update(records)
    return Taken(
        {LIST_DATA_MARK: 1, "system": SYSTEM, **merged}, {section: len(records) for section, records in found.items()}
    )


def _sections(document: Any) -> list[tuple[str, Any]]:
    if isinstance(document, dict) and (
        LIST_DATA_MARK in document or any(isinstance(document.get(k), list) for k in _LISTS)
    ):
        system = document.get("system", SYSTEM)
        if system != SYSTEM:
            raise BadInput(
                "The file has data for “{system}”, but data for l5r is needed here.", system=str(system)[:40]
            )
        for key in SECTIONS:
            if key in document and not isinstance(document[key], dict if key == PACK_CARDS else list):
                raise BadInput("Section “{key}” of the file should be a list of objects.", key=key)
        return [(key, document[key]) for key in SECTIONS if key in document]
    records = document.get("records") if isinstance(document, dict) else document
    if isinstance(document, dict) and records is None and document and _is_pack_cards(document):
        return [(PACK_CARDS, document)]
    if not isinstance(records, list) or not records:
        raise BadInput(
            "The file has no cards, packs or roles: it should be a list of them, or an object whose “records” is one."
        )
    kind = _kind(records[0])
    if kind == PACK_CARDS:
        raise BadInput(
            "The file shows which cards are in a pack, but not which pack it is. Import the folder it is in, "
            "or that folder as a zip."
        )
    return [(kind, _by_clan(records) if kind == CLAN_ROLES else records)]


def _is_pack_cards(document: Mapping[str, Any]) -> bool:
    return all(isinstance(v, list) and v and isinstance(v[0], dict) and "card_id" in v[0] for v in document.values())


def _kind(first: Any) -> str:
    kind = _told(first)
    if not kind:
        keys = sorted(map(str, first)) if isinstance(first, dict) else []
        raise BadInput(
            "The first record of the file has {keys}; a card has type and clan, a pack released_at, a clan’s "
            "roles primary_role_id.",
            keys=", ".join(keys)[:80] if keys else tr("no keys"),
        )
    return kind


def _told(record: Any) -> str:
    """What kind of record it is, by its keys; empty for anything else."""
    keys = set(record) if isinstance(record, dict) else set()
    if "type" in keys and keys & {"side", "clan", "faction"}:
        return CARDS
    if "released_at" in keys:
        return PACKS
    if "primary_role_id" in keys or {"clan", "roles"} <= keys or {"clan", "card_id"} <= keys:
        return CLAN_ROLES
    return PACK_CARDS if "card_id" in keys else ""


def _by_clan(records: list[Any]) -> list[Any]:
    """Roles with a line each, combined per clan; any other records unchanged."""
    clans: dict[str, dict[str, Any]] = {}
    found: list[Any] = []
    for place, value in enumerate(records, start=1):
        if not isinstance(value, dict) or "card_id" not in value:
            found.append(value)
            continue
        one = CardRecord(value, mark("Clan role"), place)
        clan = one.text("clan", needed=True)
        if clan not in clans:
            clans[clan] = {"clan": clan, "roles": []}
            found.append(clans[clan])
        clans[clan]["roles"].append(one.text("card_id", needed=True))
    return found


def gather(files: Documents) -> Any:
    """A copy of the public repository, whole or in part; files of other kinds are left out."""
    lists: dict[str, list[Any]] = {}
    packs: dict[str, Any] = {}
    for path, document in files:
        if not isinstance(document, list) or not document:
            continue
        kind = _told(document[0])
        if kind == PACK_CARDS:
            packs[path.replace("\\", "/").rpartition("/")[2].removesuffix(".json")] = document
        elif kind:
            lists.setdefault(kind, []).extend(_by_clan(document) if kind == CLAN_ROLES else document)
    found = {**lists, **({PACK_CARDS: packs} if packs else {})}
    return {LIST_DATA_MARK: 1, **found} if found else {}


def make(kept: Kept) -> CardPool:
    products: dict[str, list[str]] = {}
    for pack, inside in kept.get(PACK_CARDS, {}).items():
        for card in inside:
            products.setdefault(card, []).append(pack)
    called = {plain_name(pack["name"]): key for key, pack in kept.get(PACKS, {}).items()}
    dates: dict[str, dict[str, date]] = {}
    for one in kept.get(PRODUCT_DATES, {}).values():
        product = called.get(plain_name(one["product"]), one["product"])
        dates.setdefault(product, {})[one["tier"]] = date.fromisoformat(one["from"])
    return CardPool(
        (_card(key, one, products.get(key) or products.get(bare_id(key), [])) for key, one in kept[CARDS].items()),
        (Product(key, p["name"], _day(p["released"]), dates.get(key, {})) for key, p in kept.get(PACKS, {}).items()),
        (ClanRoles(r["clan"], tuple(r["roles"]), _day(r["since"])) for r in kept.get(CLAN_ROLES, {}).values()),
        {bare_id(key): RoleRule(**rule) for key, rule in kept.get(ROLE_RULES, {}).items()},
    )


def _card(key: str, one: Mapping[str, Any], products: list[str]) -> DeckCard:
    limit = one["limit"]
    return DeckCard(
        key,
        one["name"],
        one["clan"],
        one["side"],
        one["type"],
        3 if limit is None else limit,
        one["influence"],
        one["pool"],
        tuple(one["rings"]),
        one["needs"],
        tuple(one["clans"]) or (ANY_CLAN,),
        tuple(one["traits"]),
        tuple(products),
    )


def _day(text: str) -> date | None:
    return date.fromisoformat(text) if text else None


DATA = ListData(take, make, gather)
