"""The scenarios of the rounds: the organiser chooses or rolls them; players learn each when its round is published."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.desk import Opened
from muster.app.events import actions as events
from muster.app.events.scenarios import (
    LARGEST,
    card_view,
    chosen_for,
    detach,
    drop_variant,
    keep_variant,
    materials,
    own_sheet,
    variant_text,
    variants_view,
)
from muster.app.exact import reasons
from muster.app.permissions import Action
from muster.app.views.event import plan_view, scenario_is_out
from muster.core.kit.errors import BadInput, Refusal
from muster.core.record.facts.play import ScenarioChosen
from muster.core.rules.rounds import advice
from muster.paper.scenarios import MOST_PAGES, attach
from muster.web.guard import Ask


def show(ask: Ask, event: str) -> HttpResponse:
    return _page(ask, event)


@dataclass(frozen=True, slots=True)
class ScenarioLine:
    """A round with its scenario, or none yet. `out`: everybody knows it. `typed`: what its form is filled with."""

    round: int
    chosen: ScenarioChosen | None
    out: bool
    typed: Mapping[str, str]
    advanced: bool


def _page(ask: Ask, event: str, refusal: Refusal | None = None) -> HttpResponse:
    opened = ask.open(event)
    chosen = opened.event.scenarios
    plan = plan_view(opened)
    last = max([(plan and plan.rounds) or 1, len(opened.event.rounds), *chosen])
    typed = ask.request.POST.dict()
    lines: list[ScenarioLine] = []
    for number in range(1, last + 1):
        kept = chosen.get(number)
        sent = typed if refusal and typed.get("round") == str(number) else None
        known = {"name": kept.name, "category": kept.category, "text": kept.text} if kept else {}
        advanced = (sent.get("advanced") == "yes") if sent else bool(kept and kept.advanced)
        lines.append(ScenarioLine(number, kept, scenario_is_out(opened.event, number), sent or known, advanced))
    return ask.page(
        "venue/scenarios.html",
        opened,
        409 if refusal else 200,
        lines=lines,
        missing=sum(line.chosen is None and not line.out for line in lines),
        known=opened.system.scenarios,
        categories=_kinds(opened),
        advice=reasons(opened, advice(opened.event, opened.system)),
        sheets={name: held.file for name, held in opened.event.venue.sheets.items()},
        most=MOST_PAGES,
        variants=variants_view(opened),
        typed=typed if refusal else {},
        materials=materials(opened, len(opened.event.active_players()) // 2),
        refusal=refusal,
        once=ask.site.desk.fresh(),
    )


def _kinds(opened: Opened) -> list[str]:
    """The book's kinds first, then those in use."""
    used = {s.category for s in opened.event.scenarios.values()} | {s.category for s in opened.system.scenarios}
    return [*opened.system.scenario_kinds, *sorted(used - {"", *opened.system.scenario_kinds})]


def choose(ask: Ask, event: str) -> HttpResponse:
    number = ask.typed("round").strip()
    try:
        if not (number.isascii() and number.isdigit() and len(number) < 6):
            raise BadInput("“{number}” is not a round. Rounds are numbered from 1.", number=number)
        events.choose_scenario(
            ask.site.desk,
            event,
            int(number),
            ask.typed("name"),
            ask.actor,
            category=ask.typed("category").strip(),
            advanced=ask.typed("advanced") == "yes",
            text=ask.typed("text").strip(),
            request=ask.once,
        )
    except Refusal as refusal:
        return _page(ask, event, refusal)
    return redirect("scenarios", event=event)


def roll(ask: Ask, event: str) -> HttpResponse:
    try:
        events.roll_scenarios(ask.site.desk, event, ask.actor)
    except Refusal as refusal:
        return _page(ask, event, refusal)
    return redirect("scenarios", event=event)


def own(ask: Ask, event: str) -> HttpResponse:
    """Attaches the organiser's own sheet for a scenario, or removes it."""
    try:
        if ask.typed("gone"):
            detach(ask.site.desk, event, ask.typed("gone"), ask.actor)
        else:
            _attach(ask, event)
    except Refusal as refusal:
        return _page(ask, event, refusal)
    return redirect("scenarios", event=event)


def _attach(ask: Ask, event: str) -> None:
    file: Any = ask.request.FILES.get("file")
    if file is None:
        raise Refusal("Nothing was sent. Choose the sheet: a PDF, PNG or JPEG.")
    attach(ask.site.desk, event, ask.typed("scenario"), file.name, file.read(LARGEST + 1), ask.actor)


def keep(ask: Ask, event: str) -> HttpResponse:
    """Saves one of the event's own scenarios (BUS-47, UW-44), or removes it."""
    try:
        if ask.typed("gone"):
            drop_variant(ask.site.desk, event, ask.typed("gone"), ask.actor)
        else:
            keep_variant(
                ask.site.desk,
                event,
                ask.typed("own_name"),
                ask.typed("own_text"),
                ask.actor,
                variant_of=ask.typed("variant_of"),
                objectives=ask.typed("objectives").splitlines(),
            )
    except Refusal as refusal:
        return _page(ask, event, refusal)
    return redirect("scenarios", event=event)


def write(ask: Ask, event: str) -> HttpResponse:
    """One of the event's own scenarios as a text file, to pass on."""
    opened = ask.open(event)
    name = ask.request.GET.get("name", "")
    answer = HttpResponse(variant_text(opened, name), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f"attachment; filename*=UTF-8''{quote(name)}.txt"
    return answer


def card(ask: Ask, event: str, number: int) -> HttpResponse:
    """A round's scenario, for everybody once the round has begun (BUS-43, WMH-109)."""
    opened = ask.open(event)
    _must_be_out(ask, opened, number)
    return ask.page("venue/scenario.html", opened, number=number, card=card_view(opened, chosen_for(opened, number)))


def sheet(ask: Ask, event: str, number: int) -> HttpResponse:
    """The organiser's own sheet as it was sent."""
    opened = ask.open(event)
    _must_be_out(ask, opened, number)
    held = own_sheet(opened, chosen_for(opened, number).name)
    if held is None:
        raise Refusal("The organiser has not attached a sheet for round {n}.", n=number)
    fact, content = held
    headers = {
        "Content-Disposition": f"inline; filename*=UTF-8''{quote(fact.file)}",
        "X-Content-Type-Options": "nosniff",
    }
    return HttpResponse(content, content_type=fact.media, headers=headers)


def _must_be_out(ask: Ask, opened: Opened, number: int) -> None:
    if not scenario_is_out(opened.event, number) and not ask.who.may(Action.ROUNDS):
        raise Refusal("The round {n} scenario is shown when the round begins.", n=number)
