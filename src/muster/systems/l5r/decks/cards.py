"""The cards that are known: what the deck rules ask of a card, and which card a name on a list means."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches

from muster.game import Message, mark, plain_name, tr

NEUTRAL = "neutral"
ANY_CLAN = "*"
STRONGHOLD, ROLE, PROVINCE, DYNASTY, CONFLICT = "stronghold", "role", "province", "dynasty", "conflict"
HEADINGS = {
    STRONGHOLD: mark("Stronghold"),
    ROLE: mark("Role"),
    PROVINCE: mark("Provinces"),
    DYNASTY: mark("Dynasty"),
    CONFLICT: mark("Conflict"),
}
"""The heading of each part of a deck."""
FIXED_ROLES = ("keeper", "seeker")  # L5R-040: these a clan is given; any other role is free


def heading(place: str) -> Message:
    """The heading of a part of a deck; a part that only the card data know goes by its own name."""
    return tr(HEADINGS.get(place, place))


def clan_name(clan: str) -> str:
    """A clan's printed name: “Crane”, the same in every language."""
    return clan.title()


@dataclass(frozen=True, slots=True)
class DeckCard:
    """`rings`: of a province. `influence`: what a copy costs out of clan, None if it cannot be played there.

    `pool`: a stronghold's influence. `needs`: the trait that the deck's role must have. `clans`: those that may use it
    in their decks, `*` for all.
    """

    id: str
    name: str
    clan: str
    side: str
    type: str
    limit: int = 3
    influence: int | None = None
    pool: int | None = None
    rings: tuple[str, ...] = ()
    needs: str = ""
    clans: tuple[str, ...] = (ANY_CLAN,)
    traits: tuple[str, ...] = ()
    products: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """The part of a deck it belongs in."""
        return self.type if self.type in (STRONGHOLD, ROLE, PROVINCE) else self.side

    @property
    def fixed_role(self) -> bool:
        return self.type == ROLE and any(trait in self.traits for trait in FIXED_ROLES)


@dataclass(frozen=True, slots=True)
class Product:
    """`dates`: first legal days by tier that were published instead of the rule's (L5R-066)."""

    id: str
    name: str
    released: date | None
    dates: Mapping[str, date]


@dataclass(frozen=True, slots=True)
class RoleRule:
    """How a role changes deck building (L-34): more influence, one more province of a ring, a splash clan."""

    influence: int = 0
    extra_ring: str = ""
    splash: str = ""


@dataclass(frozen=True, slots=True)
class ClanRoles:
    """The roles that a clan has from a day on (L5R-041)."""

    clan: str
    roles: tuple[str, ...]
    since: date | None = None


@dataclass(frozen=True, slots=True)
class NamedCard:
    """What a name may mean. `short`: the only card, found by part of its name."""

    cards: tuple[DeckCard, ...]
    short: bool = False

    @property
    def card(self) -> DeckCard | None:
        return self.cards[0] if len(self.cards) == 1 else None


NOTHING = NamedCard(())


class CardPool:
    """Every imported card, product and role."""

    def __init__(
        self,
        cards: Iterable[DeckCard],
        products: Iterable[Product] = (),
        clan_roles: Iterable[ClanRoles] = (),
        role_rules: Mapping[str, RoleRule] | None = None,
    ) -> None:
        self.cards = tuple(cards)
        self.products = {product.id: product for product in products}
        self.clan_roles = tuple(clan_roles)
        self.role_rules = dict(role_rules or {})
        self._by_name: dict[str, list[DeckCard]] = {}
        self._by_id: dict[str, DeckCard] = {}
        for card in self.cards:
            self._by_name.setdefault(plain_name(card.name), []).append(card)
            self._by_id.setdefault(card.id, card)
            self._by_id.setdefault(bare_id(card.id), card)
        self._names = sorted(self._by_name)
        self._product_names = {plain_name(p.name): p.id for p in self.products.values()}
        self._product_names.update({plain_name(p.id): p.id for p in self.products.values()})
        self._nearest: dict[tuple[str, float], str] = {}

    def product_named(self, name: str) -> str | None:
        """The id of the product with this name or id."""
        return self._product_names.get(plain_name(name))

    def named(self, name: str) -> NamedCard:
        """The cards of exactly this name."""
        return NamedCard(tuple(self._by_name.get(plain_name(name), ())))

    def find(self, name: str) -> NamedCard:
        """The cards with this name or id; otherwise those whose names begin with it, then those that contain it."""
        exact = self.named(name)
        if exact.cards:
            return exact
        wanted = plain_name(name)
        by_id = self._by_id.get(name.strip().casefold())
        if by_id is not None:
            return NamedCard((by_id,))
        if len(wanted) < 3:
            return NOTHING
        return NamedCard(tuple(self._beginning(wanted) or self._holding(wanted)), short=True)

    def _beginning(self, wanted: str) -> list[DeckCard]:
        first = bisect_left(self._names, wanted)
        found: list[DeckCard] = []
        for name in self._names[first:]:
            if not name.startswith(wanted):
                break
            found += self._by_name[name]
        return found

    def _holding(self, wanted: str) -> list[DeckCard]:
        part = f" {wanted} "
        return [card for name in self._names if part in f" {name} " for card in self._by_name[name]]

    def nearest(self, name: str, alike: float = 0.7) -> str:
        """The known name most like this one; empty if none is at least this `alike`, 1 being the same."""
        wanted = plain_name(name)
        if (wanted, alike) not in self._nearest:
            likely = [known for known in self._names if abs(len(known) - len(wanted)) <= 4]
            near = get_close_matches(wanted, likely, n=1, cutoff=alike)
            self._nearest[wanted, alike] = self._by_name[near[0]][0].name if near else ""
        return self._nearest[wanted, alike]

    def roles_of(self, clan: str, day: date | None) -> tuple[str, ...] | None:
        """The roles a clan has on a day, or the newest without a day; None if they are not known."""
        known = [r for r in self.clan_roles if r.clan == clan and (day is None or r.since is None or r.since <= day)]
        if not known:
            return None
        return max(known, key=lambda r: r.since or date.min).roles


def bare_id(card_id: str) -> str:
    """An id without its product's number: fiveringsdb has had both `01-banzai` and `banzai`."""
    return re.sub(r"^\d+[a-z]?-", "", card_id)
