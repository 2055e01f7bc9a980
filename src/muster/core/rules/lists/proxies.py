"""A judge's proxy for a card damaged at the event: when it is allowed, and what it must say."""

from __future__ import annotations

from datetime import date

from muster.core.book.system import System
from muster.core.kit.errors import BadInput, Refusal, UnknownName
from muster.core.kit.language import Message, tr
from muster.core.record.event import Event
from muster.core.record.facts.lists import ProxyMade
from muster.core.record.facts.play import Fact
from muster.core.record.player import Player
from muster.core.rules.lists.life import given, rules_of


def make_proxy(
    event: Event, system: System, player: Player, card: str, unreadable: str, by: str, day: date
) -> list[Fact]:
    """For the rest of the event. A card that is not on the player's list cannot be damaged here."""
    event.must_run()
    rules = rules_of(system)
    if not rules.proxy_clause:
        raise Refusal("The {system} book does not allow proxies.", system=system.name)
    if not player.active:
        raise Refusal("{name} has left the event ({status}).", name=player.name, status=tr(player.status.value))
    if not card.strip():
        raise BadInput("Which card is the proxy for? Give its full name.", clause=rules.proxy_clause)
    if not by.strip():
        raise BadInput("Which staff member made the proxy? Their name goes on it.", clause=rules.proxy_clause)
    name = on_the_list(event, system, player, card.strip())
    return [ProxyMade(player.id, name, by.strip(), day.isoformat(), unreadable.strip())]


def on_the_list(event: Event, system: System, player: Player, card: str) -> str:
    """The card as the list spells it; without a list, as it was given."""
    rules = rules_of(system)
    lists = [given(rules, slot, event.lists.of(player.id, slot)[-1]) for slot in event.lists.slots(player.id)]
    names = [item.name for one in lists for item in one.parsed.items]
    found = next((name for name in names if name.casefold() == card.casefold()), None)
    if names and found is None and not any(one.withheld for one in lists):
        raise UnknownName("card of the list", card, names)
    return found or card


def slip(proxy: ProxyMade) -> tuple[Message, ...]:
    """The text of the proxy itself, to print or to copy onto a card."""
    return (
        tr("PROXY: {card}", card=proxy.card or tr("a card that this copy of the event does not name")),
        *((tr("Not readable on the card: {what}", what=proxy.unreadable),) if proxy.unreadable else ()),
        tr("Made by {by}, {date}", by=proxy.leader, date=date.fromisoformat(proxy.date) if proxy.date else None),
        tr("The original lies face down close by."),
    )
