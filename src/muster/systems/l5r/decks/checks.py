"""What the deck rules say about a deck, once it is known which cards it has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date

from muster.game import Context, Finding, HandedIn, error, listed, not_checked, plain_name, tr
from muster.systems.l5r.decks.cards import (
    ANY_CLAN,
    CONFLICT,
    DYNASTY,
    NEUTRAL,
    PROVINCE,
    ROLE,
    STRONGHOLD,
    CardPool,
    DeckCard,
    RoleRule,
    bare_id,
    clan_name,
)
from muster.systems.l5r.decks.lines import DeckLine, Hall, entries, hall
from muster.systems.l5r.decks.numbers import MOST_CHARACTERS, MOST_COPIES, RINGS, SMALLEST_DECK, DeckNumbers, check_deck
from muster.systems.l5r.decks.products import check_product, product_day
from muster.systems.l5r.decks.text import LOOSE

IMPORT = "The organiser imports card data with “muster cards import FILE”."


def check(given: HandedIn, context: Context) -> Iterator[Finding]:
    """Every rule about one deck."""
    if not given.parsed.items:
        return
    at = hall(context)
    cards, findings = entries(given.parsed.items, at)
    yield from findings
    loose = at.pool is None and any(item.section == LOOSE for item in given.parsed.items)
    yield from Deck(cards, at, loose=loose).check()


class Deck:
    """The entries of one deck and the checks of the whole.

    `loose`: there are lines that may or may not be cards, so nothing is known to be missing.
    """

    def __init__(self, entries: list[DeckLine], at: Hall, *, loose: bool) -> None:
        self.entries = entries
        self.at = at
        self.told = not loose and all(entry.place for entry in entries)
        self.loose = loose
        stronghold = next((e.card for e in entries if e.place == STRONGHOLD and e.card), None)
        self.stronghold = stronghold
        self.clan = stronghold.clan if stronghold else ""
        self.role = next((e for e in entries if e.place == ROLE), None)
        self.role_rule = self._role_rule()

    def _role_rule(self) -> RoleRule | None:
        """What the role changes (L-34); None if that is not known."""
        if self.role is None:
            return RoleRule()
        if self.at.pool is None or self.role.card is None:
            return None
        return self.at.pool.role_rules.get(bare_id(self.role.card.id))

    def of(self, *places: str) -> list[DeckLine]:
        return [entry for entry in self.entries if entry.place in places]

    def count(self, *places: str) -> int:
        return sum(entry.item.count for entry in self.of(*places))

    def check(self) -> Iterator[Finding]:
        yield from self._parts()
        yield from self._copies()
        yield from check_deck(self._numbers())
        if self.at.pool is None:
            yield from self._nothing_known()
            return
        yield from self._without_ring()
        yield from self._clans()
        yield from self._role()
        yield from self._restricted_to_role()
        yield from self._products()
        yield from self._restricted()

    def _parts(self) -> Iterator[Finding]:
        """L5R-031: one stronghold, five provinces, a role or none."""
        strongholds, roles, provinces = self.count(STRONGHOLD), self.count(ROLE), self.count(PROVINCE)
        # An unrecognised line may be the missing one.
        if strongholds > 1 or (self.told and not strongholds):
            sentence = "Strongholds: {n}; there should be one."
            yield error(sentence, clause="L5R-031", n=strongholds, fix="Name it under a heading Stronghold.")
        if roles > 1:
            yield error("Roles: {n}; there should be one or none.", clause="L5R-031", n=roles)
        if provinces != len(RINGS) and self.told and self._rings() is None:
            sentence = "Provinces: {n}; there should be {right}, one for each ring."
            yield error(sentence, clause="L5R-039", n=provinces, right=len(RINGS))

    def _rings(self) -> tuple[str, ...] | None:
        """Each province's ring, from the card or from the note beside its name; None if one is not known."""
        if not self.told:
            return None
        rings: list[str] = []
        for entry in self.of(PROVINCE):
            own = "/".join(entry.card.rings) if entry.card else entry.item.note.casefold()
            if not own or (entry.card is None and own not in RINGS):
                return None
            rings += [own] * entry.item.count
        return tuple(rings)

    def _without_ring(self) -> Iterator[Finding]:
        """X-19: provinces for which the card data give no ring."""
        for entry in self.of(PROVINCE):
            if entry.card and not entry.card.rings:
                yield not_checked(
                    "The rings of the provinces are not checked: the card data does not have the ring of “{card}”.",
                    clause="L5R-039",
                    line=entry.line,
                    fix=IMPORT,
                    card=entry.card.name,
                )

    def _copies(self) -> Iterator[Finding]:
        """L5R-038: by title, over both decks; and the limit on the card itself, also for provinces."""
        copies, first = Counter[tuple[bool, str]](), dict[tuple[bool, str], DeckLine]()
        for entry in self.of(DYNASTY, CONFLICT, PROVINCE, ""):
            title = (entry.place == PROVINCE, plain_name(entry.title))
            copies[title] += entry.item.count
            first.setdefault(title, entry)
        for title, number in copies.items():
            entry = first[title]
            limit = min(MOST_COPIES, entry.card.limit) if entry.card else MOST_COPIES
            if number > limit:
                sentence = "“{card}”: {n} copies in both decks together; at most {most}."
                if entry.place == PROVINCE:
                    sentence = "“{card}”: {n} copies; at most {most}."
                yield error(sentence, clause="L5R-038", line=entry.line, card=entry.title, n=number, most=limit)

    def _numbers(self) -> DeckNumbers:
        placed = all(entry.place for entry in self.entries)
        abroad = self._abroad()
        rule = self.role_rule or RoleRule()
        pool = self.stronghold.pool if self.stronghold else None
        return DeckNumbers(
            dynasty=self._size(DYNASTY) if placed else None,
            conflict=self._size(CONFLICT) if placed else None,
            conflict_characters=self._characters() if placed else None,
            max_copies=0,  # Checked by title instead.
            out_of_clan_clans=len({card.clan for _, card in abroad}) if self.clan else None,
            influence_used=sum((card.influence or 0) * entry.item.count for entry, card in abroad),
            influence_max=None if pool is None else pool + rule.influence,
            provinces=self._rings(),
            extra_ring=rule.extra_ring,
            role_unknown=self.role_rule is None,
            loose=self.loose,
        )

    def _size(self, place: str) -> int | None:
        """None if an unrecognised line may be what is missing."""
        size = self.count(place)
        return None if self.loose and size < SMALLEST_DECK else size

    def _characters(self) -> int | None:
        """None if it depends on unrecognised lines."""
        sure = sum(e.item.count for e in self.of(CONFLICT) if e.character)
        unsure = sum(e.item.count for e in self.of(CONFLICT) if e.character is None)
        return sure if sure > MOST_CHARACTERS or sure + unsure <= MOST_CHARACTERS else None

    def _abroad(self) -> list[tuple[DeckLine, DeckCard]]:
        """Cards in the conflict deck from another clan, with their lines."""
        return [(e, e.card) for e in self.of(CONFLICT) if e.card and e.card.clan not in (self.clan, NEUTRAL)]

    def _clans(self) -> Iterator[Finding]:
        """L5R-032: all belong to the stronghold's clan."""
        if not self.clan:
            yield not_checked(
                "Clans and influence are not checked: the stronghold is not known.",
                clause="L5R-032",
                fix="Name the stronghold by its full name.",
            )
            return
        for entry in self.of(DYNASTY, PROVINCE):
            card = entry.card
            if card and card.clan not in (self.clan, NEUTRAL):
                if entry.place == DYNASTY:
                    clause = "L5R-034"
                    sentence = "“{card}” is a {clan} card; the dynasty cards of this deck are {own} or neutral."
                else:
                    clause = "L5R-039"
                    sentence = "“{card}” is a {clan} card; the provinces of this deck are {own} or neutral."
                clan, own = clan_name(card.clan), clan_name(self.clan)
                yield error(sentence, clause=clause, line=entry.line, card=card.name, clan=clan, own=own)
        splash = self.role_rule.splash if self.role_rule else ""
        for entry, card in self._abroad():
            if card.influence is None:
                sentence = "“{card}” has no influence cost: only {clan} decks can have it."
                yield error(sentence, clause="L5R-036", line=entry.line, card=card.name, clan=clan_name(card.clan))
            elif not {ANY_CLAN, self.clan} & set(card.clans):
                clans = ", ".join(map(clan_name, card.clans))
                sentence = "“{card}” is only for decks of these clans: {clans}."
                yield error(sentence, clause="L5R-036", line=entry.line, card=card.name, clans=clans)
            elif splash and card.clan != splash:
                sentence = "“{card}” is a {clan} card; with this role the other clan is {splash}."
                clan = clan_name(card.clan)
                yield error(
                    sentence, clause="L-34", line=entry.line, card=card.name, clan=clan, splash=clan_name(splash)
                )

    def _role(self) -> Iterator[Finding]:
        """L5R-040: the clan's current role, or one that is neither Keeper nor Seeker."""
        pool, role = self.at.pool, self.role
        assert pool is not None
        if role is None or role.card is None:
            return
        if role.card.fixed_role and self.clan:
            current = pool.roles_of(self.clan, self.at.day)
            if current is None:
                yield not_checked(
                    "Whether {clan} has the role “{role}” now is not checked: the clans’ roles were not imported.",
                    clause="L5R-041",
                    line=role.line,
                    fix=IMPORT,
                    clan=clan_name(self.clan),
                    role=role.title,
                )
            elif bare_id(role.card.id) not in {bare_id(one) for one in current}:
                yield error(
                    "“{role}” is not a current role of {clan}, which has {current}.",
                    clause="L5R-040",
                    line=role.line,
                    role=role.title,
                    clan=clan_name(self.clan),
                    current=listed(_role_name(pool, one) for one in current) if current else tr("none"),
                )
        if self.role_rule is None:
            yield not_checked(
                "What “{role}” changes about provinces and influence is not checked: the card data does not say.",
                clause="L-34",
                line=role.line,
                fix=IMPORT,
                role=role.title,
            )

    def _restricted_to_role(self) -> Iterator[Finding]:
        """L5R-041: a card that requires a role of some kind."""
        for entry in self.entries:
            card = entry.card
            if card is None or not card.needs:
                continue
            role = self.role.card if self.role else None
            if self.role is not None and role is None:
                continue  # The role itself is what cannot be read.
            if role is None or card.needs not in role.traits:
                yield error(
                    "“{card}” needs a “{kind}” role. This deck’s role is {role}.",
                    clause="L5R-041",
                    line=entry.line,
                    card=card.name,
                    kind=card.needs,
                    role=role.name if role else tr("none"),
                )

    def _products(self) -> Iterator[Finding]:
        """L5R-065 to L5R-067: a card is legal as soon as one of its products is."""
        at, pool = self.at, self.at.pool
        assert pool is not None
        if at.day is None and not at.products:
            fix = "The organiser sets the event’s date."
            yield not_checked(
                "Whether the products are legal yet is not checked: the event has no date.", clause="L5R-065", fix=fix
            )
            return
        unknown: list[DeckLine] = []
        for entry in self.entries:
            if entry.card is None:
                continue
            verdict = at.legal(entry.card)
            if verdict is None:
                unknown.append(entry)
            elif not verdict:
                yield self._too_new(entry, entry.card, pool)
        if unknown:
            card, line, n = unknown[0].title, unknown[0].line, len(unknown)
            sentence = "Whether “{card}” is legal yet is not checked: its product is not known."
            if n > 1:
                sentence = (
                    "Whether {n} cards, “{card}” first, are legal yet is not checked: their products are not known."
                )
            yield not_checked(sentence, clause="L5R-065", line=line, fix=IMPORT, card=card, n=n)

    def _too_new(self, entry: DeckLine, card: DeckCard, pool: CardPool) -> Finding:
        at = self.at
        if at.products:
            sentence = "“{card}” is not in any product that is legal in this event."
            return error(sentence, clause="L5R-067", line=entry.line, card=card.name)
        known = [pool.products[key] for key in card.products]
        first = min(known, key=lambda p: product_day(p, at.tier) or date.max)
        legal_from = product_day(first, at.tier)
        assert at.day is not None and legal_from is not None
        (found,) = check_product(
            first.name, at.tier, at.day, first.released or legal_from, first.dates.get(at.tier), entry.line
        )
        return found

    def _nothing_known(self) -> Iterator[Finding]:
        """X-19: without card data these are reported one by one, so that nobody takes silence for a pass."""
        for clause, sentence in (
            ("L5R-044", "The names of the cards are not checked: no card data was imported."),
            ("L5R-036", "Clans and influence are not checked: no card data was imported."),
            ("L5R-040", "The role is not checked: no card data was imported."),
            ("L5R-065", "Whether the products are legal yet is not checked: no card data was imported."),
        ):
            yield not_checked(sentence, clause=clause, fix=IMPORT)
        if self._rings() is None:
            sentence = "The rings of the provinces are not checked: no card data was imported."
            yield not_checked(sentence, clause="L5R-039", fix=IMPORT)

    def _restricted(self) -> Iterator[Finding]:
        """L-35: a deck may have at most one of the titles the organiser names."""
        named = {plain_name(title) for title in self.at.restricted}
        hit = {plain_name(entry.title): entry for entry in self.entries if plain_name(entry.title) in named}
        if len(hit) > 1:
            yield error(
                "{cards} are on this event’s restricted list; a deck may have one of them.",
                clause="L-35",
                line=min(entry.line for entry in hit.values()),
                cards=listed(tr("“{title}”", title=entry.title) for entry in hit.values()),
            )


def _role_name(pool: CardPool, role: str) -> str:
    card = pool.find(role).card
    return card.name if card else role
