"""Which card each line of a deck means, and where it belongs; what cannot be told is said with the nearest known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date

from muster.game import Context, Finding, Item, Level, error, plural, quote, warning
from muster.systems.l5r.decks.cards import CardPool, DeckCard, NamedCard, heading
from muster.systems.l5r.decks.products import legal
from muster.systems.l5r.decks.text import LOOSE

MOST_NAMED = 20
"""How many lines are reported one by one with the nearest card; the rest are only counted."""
MOST_CANDIDATES = 4
A_CARD = 0.85
"""How similar to a card a line without a number must be to count as a misprint rather than page furniture."""

NOT_A_CARD = "Remove the line, or write it as “3x Name”."


@dataclass(frozen=True, slots=True)
class DeckLine:
    """A line of the list, the card it means if known, and the part of the deck it belongs to."""

    item: Item
    card: DeckCard | None
    place: str
    character: bool | None

    @property
    def line(self) -> int:
        return self.item.line

    @property
    def title(self) -> str:
        return self.card.name if self.card else self.item.name


@dataclass(frozen=True, slots=True)
class Hall:
    """What the event says: its tier and day, and the products and restricted titles the organiser names."""

    pool: CardPool | None
    tier: str
    day: date | None
    products: tuple[str, ...]
    restricted: tuple[str, ...]

    def legal(self, card: DeckCard) -> bool | None:
        return None if self.pool is None else legal(card, self.pool, self.tier, self.day, self.products)


def hall(context: Context) -> Hall:
    settings = context.settings
    pool = context.data if isinstance(context.data, CardPool) else None
    return Hall(
        pool,
        settings.text("tier"),
        context.date,
        settings.words("legal_products"),
        settings.words("restricted_cards"),
    )


def entries(items: Iterable[Item], at: Hall) -> tuple[list[DeckLine], list[Finding]]:
    """The lines that are cards, and what is wrong with the names."""
    findings: list[Finding] = []
    found = [_entry(item, at, findings) for item in items]
    return [entry for entry in found if entry is not None], list(_few(findings))


def _few(findings: list[Finding]) -> Iterator[Finding]:
    yield from findings[:MOST_NAMED]
    rest = findings[MOST_NAMED:]
    if rest:
        if any(f.level is Level.ERROR for f in rest):
            sentence = plural(
                len(rest),
                "Something is wrong with {n} more line from here on.",
                "Something is wrong with {n} more lines from here on.",
            )
            yield error(sentence, line=rest[0].line)
        else:
            sentence = plural(
                len(rest), "{n} more line is not read as a card.", "{n} more lines are not read as cards."
            )
            yield warning(sentence, line=rest[0].line, fix=NOT_A_CARD)


def _entry(item: Item, at: Hall, findings: list[Finding]) -> DeckLine | None:
    place, _, type_ = item.section.partition(" ")
    character = type_ == "character" if type_ else None
    if at.pool is None:
        if place == LOOSE:
            findings.append(_not_a_card(item))
            return None
        return DeckLine(item, None, place, character)
    found = _candidates(item, place, at)
    if place == LOOSE:
        if not found.cards or found.short:
            near = "" if found.cards or len(findings) >= MOST_NAMED else at.pool.nearest(item.name, A_CARD)
            findings.append(_nearly(item, near, NOT_A_CARD) if near else _not_a_card(item))
            return None
        place = ""
    if found.card is None:
        findings.append(_unclear(item, found, at.pool, suggest=len(findings) < MOST_NAMED))
        return DeckLine(item, None, place, character)
    card = found.card
    if found.short:
        sentence = "“{name}” is read as “{card}”."
        fix = "Write the full name of the card."
        findings.append(
            warning(sentence, clause="L5R-045", line=item.line, fix=fix, name=quote(item.name), card=card.name)
        )
    if place and place != card.place:
        findings.append(
            error(
                "“{card}” belongs under “{right}”, but is under “{place}”.",
                clause="L5R-031",
                line=item.line,
                card=card.name,
                right=heading(card.place),
                place=heading(place),
            )
        )
    return DeckLine(item, card, card.place, card.type == "character")


def _candidates(item: Item, place: str, at: Hall) -> NamedCard:
    """The cards a line can mean, distinguished by the product in brackets, the heading, and what is legal (L5R-044)."""
    pool = at.pool
    assert pool is not None
    found = pool.find(item.name)
    if item.note:
        whole = pool.named(f"{item.name} {item.note}")
        if whole.cards:
            return whole
        product = pool.product_named(item.note)
        if product is not None:
            found = _narrowed(found, [card for card in found.cards if product in card.products])
    found = _narrowed(found, [card for card in found.cards if card.place == place])
    return _narrowed(found, [card for card in found.cards if at.legal(card) is not False])


def _narrowed(found: NamedCard, left: list[DeckCard]) -> NamedCard:
    """Only those that are left; all of them if none is."""
    return replace(found, cards=tuple(left)) if left else found


def _not_a_card(item: Item) -> Finding:
    return warning("“{text}” is not read as a card.", line=item.line, fix=NOT_A_CARD, text=quote(item.name))


def _unclear(item: Item, found: NamedCard, pool: CardPool, *, suggest: bool) -> Finding:
    if found.cards:
        shown = [_told_apart(card, found, pool) for card in found.cards[:MOST_CANDIDATES]]
        more = ", …" if len(found.cards) > MOST_CANDIDATES else ""
        return error(
            "“{name}” can be {n} cards: {cards}.",
            clause="L5R-044",
            line=item.line,
            fix="Write the full name, with the product in brackets where two cards share it.",
            name=quote(item.name),
            n=len(found.cards),
            cards=", ".join(shown) + more,
        )
    near = pool.nearest(item.name) if suggest else ""
    if near:
        return _nearly(item, near)
    fix = "Write the full name of the card, in the language of the card data."
    return error("No card is called “{name}”.", clause="L5R-044", line=item.line, fix=fix, name=quote(item.name))


def _nearly(item: Item, near: str, fix: str = "") -> Finding:
    sentence = "No card is called “{name}”; did you mean “{near}”?"
    return error(sentence, clause="L5R-044", line=item.line, fix=fix, name=quote(item.name), near=near)


def _told_apart(card: DeckCard, found: NamedCard, pool: CardPool) -> str:
    if sum(other.name == card.name for other in found.cards) == 1 or not card.products:
        return card.name
    product = card.products[0]
    return f"{card.name} ({pool.products[product].name if product in pool.products else product})"
