"""A deck as JSON: fiveringsdb's (`record.cards` from card id to number), or parts with lists of cards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from muster.game import Finding, Item, Parsed, error
from muster.systems.l5r.decks.cards import CONFLICT, DYNASTY, PROVINCE, ROLE, STRONGHOLD

MOST_ITEMS = 400
_ENVELOPES = 3
_PARTS = {
    "stronghold": STRONGHOLD,
    "role": ROLE,
    "provinces": PROVINCE,
    "province": PROVINCE,
    "dynasty": DYNASTY,
    "conflict": CONFLICT,
}
_NAMES = ("name", "name_as_printed", "card_id", "id")
_NUMBERS = ("count", "quantity")


def read(text: str) -> Parsed | None:
    """None if the text is not JSON: then it is a pasted list that begins with a bracket."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    deck, others = _deck(found)
    cards = list(_cards(deck)) if isinstance(deck, dict) else []
    if not cards:
        fix = "Hand in the deck as fiveringsdb gives it (“cards” with a number for each id), or as text."
        return Parsed(findings=(error("This JSON does not contain a deck.", fix=fix),))
    items, findings, after = list[Item](), list[Finding](), 0
    if others:
        sentence = "Another deck follows; the first one was read."
        findings.append(error(sentence, clause="L5R-031", fix="Hand in only the deck."))
    for name, count, section in cards[:MOST_ITEMS]:
        at = text.find(json.dumps(name, ensure_ascii=False), after)
        after = at if at >= 0 else after
        line = text.count("\n", 0, after) + 1
        if isinstance(count, int) and not isinstance(count, bool) and 1 <= count <= 99:
            items.append(Item(line, name, count, section=section))
        else:
            sentence = "“{name}”: “{count}” is not a number of copies."
            fix = "Write the number of copies, 1 to 3."
            findings.append(error(sentence, line=line, fix=fix, name=name[:60], count=str(count)[:20]))
    if len(cards) > MOST_ITEMS:
        sentence = "The list is longer than {most} lines. A deck has far fewer."
        findings.append(error(sentence, fix="Hand in only the deck.", most=MOST_ITEMS))
    return Parsed(items=tuple(items), findings=tuple(findings))


def _deck(found: Any) -> tuple[Any, bool]:
    """The deck inside fiveringsdb's wrapper, or the first of several; and whether there are others."""
    others = False
    for _ in range(_ENVELOPES):
        if isinstance(found, list) and found:
            found, others = found[0], others or len(found) > 1
        elif isinstance(found, dict):
            found = next((found[key] for key in ("record", "records", "deck", "decks") if key in found), found)
    return found, others


def _cards(deck: dict[str, Any]) -> Iterator[tuple[str, Any, str]]:
    """Name or id, number as written, and part of the deck."""
    for key in ("cards", "slots"):
        for name, count in deck[key].items() if isinstance(deck.get(key), dict) else ():
            yield name, count, ""
        yield from _listed(deck.get(key), "")
    for key, place in _PARTS.items():
        part = deck.get(key)
        yield from _listed(part if isinstance(part, list) else [part], place)


def _listed(part: Any, place: str) -> Iterator[tuple[str, Any, str]]:
    for one in part if isinstance(part, list) else ():
        told = one if isinstance(one, dict) else {"name": one}
        name = next((told[key] for key in _NAMES if isinstance(told.get(key), str)), "")
        if name:
            yield name, next((told[key] for key in _NUMBERS if key in told), 1), place
