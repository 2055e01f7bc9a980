"""Scenarios as they are handed out: the card of each, the organiser's own sheet, which prevails, and the material."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections import Counter

from muster.app.desk import Desk, Opened
from muster.app.exact import Json
from muster.core.book.cards import Card
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.language import tr
from muster.core.kit.model import Actor
from muster.core.record.facts.play import ScenarioChosen
from muster.core.record.facts.venue import SheetAttached
from muster.core.rules import scenarios

LARGEST = 1_000_000
"""Bytes of an own sheet: it goes into the journal."""
KINDS = {b"%PDF-": "application/pdf", b"\x89PNG\r\n\x1a\n": "image/png", b"\xff\xd8\xff": "image/jpeg"}


def media_of(file: str, content: bytes) -> str:
    """What an own sheet is, by how it begins; a refusal if it is none."""
    if len(content) > LARGEST:
        raise BadInput(
            "“{file}” is larger than {n} MB. Send a smaller picture or PDF.", file=file, n=LARGEST // 1_000_000
        )
    media = next((media for head, media in KINDS.items() if content.startswith(head)), "")
    if not media:
        raise BadInput("“{file}” is not a PDF, PNG or JPEG. Send the sheet as one of these.", file=file)
    return media


def attach(desk: Desk, event_id: str, scenario: str, file: str, content: bytes, actor: Actor) -> Opened:
    """The organiser's own sheet of a scenario: a picture or a PDF. It goes before our card (BUS-46, X-20)."""
    media, data = media_of(file, content), b64encode(content).decode()
    return desk.act(event_id, lambda opened: scenarios.attach(opened.event, scenario, file, media, data), actor)


def detach(desk: Desk, event_id: str, scenario: str, actor: Actor) -> Opened:
    return desk.act(event_id, lambda opened: scenarios.detach(opened.event, scenario), actor)


def own_sheet(opened: Opened, scenario: str) -> tuple[SheetAttached, bytes] | None:
    held = opened.event.venue.sheets.get(scenario)
    return None if held is None else (held, b64decode(held.data))


def chosen_for(opened: Opened, number: int) -> ScenarioChosen:
    if number not in opened.event.scenarios:
        raise Refusal("Round {n} has no scenario yet. Choose or roll one first.", n=number)
    return opened.event.scenarios[number]


def card_view(opened: Opened, chosen: ScenarioChosen) -> Json:
    """What a scenario's card says, in words; of one that the book does not list, what the organiser wrote."""
    card = _card(opened, chosen.name)
    held = opened.event.venue.sheets.get(chosen.name)
    return {
        "name": chosen.name,
        "category": chosen.category,
        "text": chosen.text,
        "clause": "" if card is None else card.clause,
        "lays": [] if card is None else [{"element": tr(name), "count": count} for name, count in card.lays],
        "groups": []
        if card is None
        else [
            {
                "title": tr(group.title) if group.title else "",
                "lines": [{"text": tr(text), "clause": clause} for text, clause in group.lines],
            }
            for group in card.groups
        ],
        "sheet": None if held is None else {"file": held.file, "media": held.media},
    }


def _card(opened: Opened, name: str) -> Card | None:
    return next((s.card for s in opened.system.scenarios if s.name == name), None)


def materials(opened: Opened, tables: int) -> Json:
    """What has to be there for so many tables: for each round, and the most of each element at once (WMH-107)."""
    most: Counter[str] = Counter()
    rounds = []
    for number, chosen in sorted(opened.event.scenarios.items()):
        card = _card(opened, chosen.name)
        if card is None:
            continue
        needed = {name: count * tables for name, count in card.lays}
        most |= Counter(needed)
        rounds.append({"round": number, "scenario": chosen.name, "needed": _words(needed)})
    return {"tables": tables, "rounds": rounds, "most": _words(most)}


def _words(needed: dict[str, int] | Counter[str]) -> list[Json]:
    return [{"element": tr(name), "count": count} for name, count in needed.items()]
