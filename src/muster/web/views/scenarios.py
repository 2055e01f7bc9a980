"""The scenarios of the rounds: the organiser chooses or rolls them; players learn each when its round is published."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app import events
from muster.app.exact import reasons
from muster.app.views import plan_view, scenario_is_out
from muster.core.errors import BadInput, Refusal
from muster.core.rounds import advice
from muster.web.guard import Ask


def show(ask: Ask, event: str) -> HttpResponse:
    return _page(ask, event)


def _page(ask: Ask, event: str, refusal: Refusal | None = None) -> HttpResponse:
    opened = ask.open(event)
    chosen = opened.event.scenarios
    plan = plan_view(opened) or {"rounds": None}
    last = max([plan["rounds"] or 1, len(opened.event.rounds), *chosen])
    typed = ask.request.POST.dict()
    lines: list[dict[str, Any]] = []
    for number in range(1, last + 1):
        kept = chosen.get(number)
        sent = typed if refusal and typed.get("round") == str(number) else None
        known = {"name": kept.name, "category": kept.category, "text": kept.text} if kept else {}
        lines.append(
            {
                "round": number,
                "chosen": kept,
                "out": scenario_is_out(opened, number),
                "typed": sent or known,
                "advanced": (sent.get("advanced") == "yes") if sent else bool(kept and kept.advanced),
            }
        )
    return ask.page(
        "scenarios.html",
        opened,
        409 if refusal else 200,
        lines=lines,
        missing=sum(line["chosen"] is None and not line["out"] for line in lines),
        known=opened.system.scenarios,
        categories=sorted({s.category for s in chosen.values()} | {s.category for s in opened.system.scenarios} - {""}),
        advice=reasons(opened, advice(opened.event, opened.system)),
        refusal=refusal,
    )


def choose(ask: Ask, event: str) -> HttpResponse:
    number = ask.typed("round").strip()
    try:
        if not (number.isascii() and number.isdigit() and len(number) < 6):
            raise BadInput("“{number}” is no round; rounds are numbered from 1.", number=number)
        events.choose_scenario(
            ask.site.desk,
            event,
            int(number),
            ask.typed("name"),
            ask.actor,
            category=ask.typed("category").strip(),
            advanced=ask.typed("advanced") == "yes",
            text=ask.typed("text").strip(),
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
