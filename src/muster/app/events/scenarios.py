"""Scenarios as handed out: their cards, the organiser's own sheets, which come first, and the material they need."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Sequence

from muster.app.desk import Desk, Opened
from muster.app.exact import View
from muster.app.speech import tr
from muster.core.book.cards import Card
from muster.core.kit.errors import BadInput, Refusal, UnknownName
from muster.core.kit.model import Actor
from muster.core.record.facts.play import ScenarioChosen
from muster.core.record.facts.venue import SheetAttached
from muster.core.rules import scenarios

LARGEST = 1_000_000
"""Bytes in the organiser's own sheet: it goes into the journal."""
KINDS = {b"%PDF-": "application/pdf", b"\x89PNG\r\n\x1a\n": "image/png", b"\xff\xd8\xff": "image/jpeg"}


class ElementCount(View, frozen=True):
    """So many of an element."""

    element: str
    count: int


class RoundMaterial(View, frozen=True):
    """What a round's scenario needs on all tables."""

    round: int
    scenario: str
    needed: list[ElementCount]


class Materials(View, frozen=True):
    """What is needed for this many tables: for each round, and the most of each element at one time."""

    tables: int
    rounds: list[RoundMaterial]
    most: list[ElementCount]


class ChosenView(View, frozen=True):
    """A round's scenario as the organiser has it. `sheet`: the file name of their own sheet, empty for none."""

    round: int
    name: str
    category: str
    rolled: bool
    sheet: str


class VariantView(View, frozen=True):
    """One of the event's own scenarios in full. `variant_of`: the one it changes, empty for a new one."""

    name: str
    variant_of: str
    text: str
    objectives: list[str]


class CardLine(View, frozen=True):
    text: str
    clause: str


class CardGroup(View, frozen=True):
    title: str
    lines: list[CardLine]


class OwnSheet(View, frozen=True):
    file: str
    media: str


class CardView(View, frozen=True):
    """What a scenario's card says, in words; for one that is not in the book, what the organiser wrote."""

    name: str
    category: str
    text: str
    clause: str
    lays: list[ElementCount]
    groups: list[CardGroup]
    sheet: OwnSheet | None


def media_of(file: str, content: bytes) -> str:
    """What kind of file an own sheet is, by how it begins; refused if it is neither."""
    if len(content) > LARGEST:
        raise BadInput(
            "“{file}” is larger than {n} MB. Send a smaller picture or PDF.", file=file, n=LARGEST // 1_000_000
        )
    media = next((media for head, media in KINDS.items() if content.startswith(head)), "")
    if not media:
        raise BadInput("“{file}” is not a PDF, PNG or JPEG. Send the sheet as one of these.", file=file)
    return media


def attach(desk: Desk, event_id: str, scenario: str, file: str, content: bytes, actor: Actor) -> Opened:
    """The organiser's own sheet for a scenario: a picture or a PDF. It takes precedence over our card (BUS-46,
    X-20).
    """
    media, data = media_of(file, content), b64encode(content).decode()
    return desk.act(event_id, lambda opened: scenarios.attach(opened.event, scenario, file, media, data), actor)


def detach(desk: Desk, event_id: str, scenario: str, actor: Actor) -> Opened:
    return desk.act(event_id, lambda opened: scenarios.detach(opened.event, scenario), actor)


def keep_variant(
    desk: Desk,
    event_id: str,
    scenario: str,
    text: str,
    actor: Actor,
    *,
    variant_of: str = "",
    objectives: Sequence[str] = (),
) -> Opened:
    """One of the event's own scenarios with its full text (BUS-47) and further objectives (UW-44)."""
    return desk.act(
        event_id,
        lambda opened: scenarios.keep_variant(opened.event, scenario, text, variant_of, objectives),
        actor,
    )


def drop_variant(desk: Desk, event_id: str, scenario: str, actor: Actor) -> Opened:
    return desk.act(event_id, lambda opened: scenarios.drop_variant(opened.event, scenario), actor)


def variants_view(opened: Opened) -> list[VariantView]:
    return [
        VariantView(kept.scenario, kept.variant_of, kept.text, list(kept.objectives))
        for kept in opened.event.venue.variants.values()
    ]


def variant_text(opened: Opened, scenario: str) -> str:
    """The whole scenario as text to pass on: BUS-47 asks players to discuss ideas with the publisher."""
    kept = opened.event.venue.variants.get(scenario)
    if kept is None:
        raise UnknownName("scenario", scenario, opened.event.venue.variants)
    parts = [kept.scenario, tr("A variant of {scenario}", scenario=kept.variant_of) if kept.variant_of else ""]
    parts += [
        kept.text,
        "\n".join([tr("Objectives"), *(f"- {aim}" for aim in kept.objectives)] if kept.objectives else []),
    ]
    parts.append(tr("Played at {event}, {game}", event=opened.event.name, game=opened.event.edition))
    return "\n\n".join(part for part in parts if part) + "\n"


def own_sheet(opened: Opened, scenario: str) -> tuple[SheetAttached, bytes] | None:
    held = opened.event.venue.sheets.get(scenario)
    return None if held is None else (held, b64decode(held.data))


def chosen_for(opened: Opened, number: int) -> ScenarioChosen:
    if number not in opened.event.scenarios:
        raise Refusal("Round {n} has no scenario yet. Choose or roll one first.", n=number)
    return opened.event.scenarios[number]


def scenarios_view(opened: Opened) -> list[ChosenView]:
    """The scenarios of all rounds that have one, including those that players may not know yet."""
    sheets = opened.event.venue.sheets
    return [
        ChosenView(n, s.name, s.category, s.rolled, sheets[s.name].file if s.name in sheets else "")
        for n, s in sorted(opened.event.scenarios.items())
    ]


def card_view(opened: Opened, chosen: ScenarioChosen) -> CardView:
    kept = opened.event.venue.variants.get(chosen.name)
    card = _card(opened, chosen.name)
    held = opened.event.venue.sheets.get(chosen.name)
    groups = () if card is None else card.groups
    aims = (
        [CardGroup(tr("Objectives"), [CardLine(aim, "") for aim in kept.objectives])]
        if kept and kept.objectives
        else []
    )
    return CardView(
        name=chosen.name,
        category=chosen.category,
        text=chosen.text or (kept.text if kept else ""),
        clause="" if card is None else card.clause,
        lays=[] if card is None else [ElementCount(tr(name), count) for name, count in card.lays],
        groups=[
            CardGroup(
                tr(group.title) if group.title else "", [CardLine(tr(text), clause) for text, clause in group.lines]
            )
            for group in groups
        ]
        + aims,
        sheet=None if held is None else OwnSheet(held.file, held.media),
    )


def _card(opened: Opened, name: str) -> Card | None:
    return next((s.card for s in opened.system.scenarios if s.name == name), None)


def materials(opened: Opened, tables: int) -> Materials:
    """For each round, and the most of each element at one time (WMH-107)."""
    most: Counter[str] = Counter()
    rounds = []
    for number, chosen in sorted(opened.event.scenarios.items()):
        card = _card(opened, chosen.name)
        if card is None:
            continue
        needed = {name: count * tables for name, count in card.lays}
        most |= Counter(needed)
        rounds.append(RoundMaterial(number, chosen.name, _words(needed)))
    return Materials(tables, rounds, _words(most))


def _words(needed: dict[str, int] | Counter[str]) -> list[ElementCount]:
    return [ElementCount(tr(name), count) for name, count in needed.items()]
