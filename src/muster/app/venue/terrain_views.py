"""What is shown of terrain and tables, as plain data: stock, layouts with what they break, each table and its past."""

from __future__ import annotations

from collections.abc import Sequence

from muster.app.desk import Opened
from muster.app.exact import Json, reason, reasons, who
from muster.app.venue.terrain_text import inches, kinds_text, size_text
from muster.core.kit.language import mark, tr
from muster.core.reading.balance import measure, verdict
from muster.core.record.event import RoundState
from muster.core.record.terrain import Finding, Layout, Standing, Weight
from muster.core.rules import layouts


def terrain_view(opened: Opened) -> Json:
    """Stock, layouts and tables, for the organiser: it judges layouts by scenarios that are still hidden."""
    event, rules = opened.event, layouts.rules_of(opened.system)
    used = layouts.used(event)
    return {
        "stock": [
            {
                "name": name,
                "kind": kinds_text(one.piece.kinds),
                "size": size_text(one.piece),
                "count": one.count,
                "used": used[name],
                "reading": one.piece.reading,
            }
            for name, one in sorted(event.stock.items())
        ],
        "overdrawn": sorted(n for n, count in used.items() if n in event.stock and count > event.stock[n].count),
        "layouts": [layout_view(opened, layout) for _, layout in sorted(event.layouts.items())],
        "tables": {str(t): spans[-1][1] for t, spans in sorted(event.terrain.items()) if spans[-1][1]},
        "methods": dict(rules.methods),
        "kinds": list(rules.kinds),
        "grounds": [ground_view(scenario, ground.elements) for scenario, ground in sorted(event.grounds.items())],
        "notes": reasons(opened, rules.notes),
        "reviewed": {str(number): note for number, note in sorted(event.reviewed.items())},
    }


def layout_view(opened: Opened, layout: Layout) -> Json:
    found = layouts.check(opened.system, layout, list(opened.event.grounds.values()))
    spans = opened.event.terrain.items()
    return {
        "name": layout.name,
        "method": layout.method,
        "moves": layout.moves,
        "width": inches(layout.width),
        "depth": inches(layout.depth),
        "pieces": [standing_view(number, s) for number, s in enumerate(layout.pieces, start=1)],
        "findings": [finding_view(opened, one) for one in found],
        "legal": not any(one.weight is Weight.BROKEN for one in found),
        "balance": balance_view(opened, layout),
        "tables": sorted(t for t, held in spans if held[-1][1] == layout.name),
    }


COUNTED = {
    "cover": mark("cover"),
    "height": mark("height"),
    "concealment": mark("concealment"),
    "pieces": mark("pieces"),
    "lanes": mark("free lanes"),
    "free": mark("free square inches"),
}


def balance_view(opened: Opened, layout: Layout) -> Json:
    """What each half gives and how open it is, counted and in words. It says nothing of scenarios, so all may read it.

    `fair`: neither half falls short. `clearing`: the side of the largest open square, in inches.
    """
    balance = measure(layout, layouts.rules_of(opened.system))
    compared = {what: (a, b) for what, a, b in balance.compared if what in COUNTED}
    north, south = balance.north, balance.south
    counts = {**compared, "lanes": (north.lanes, south.lanes), "free": (north.free, south.free)}
    return {
        "fair": not balance.short,
        "verdict": reasons(opened, verdict(balance)),
        "counts": [{"what": w, "name": tr(COUNTED[w]), "north": a, "south": b} for w, (a, b) in counts.items()],
        "clearing": balance.clearing,
    }


def standing_view(number: int, standing: Standing) -> Json:
    return {
        "number": number,
        "name": standing.piece.name,
        "kind": kinds_text(standing.piece.kinds),
        "size": size_text(standing.piece),
        "x": inches(standing.x),
        "y": inches(standing.y),
        "turn": standing.turn,
        "brought": standing.brought,
        "reading": standing.piece.reading,
    }


def finding_view(opened: Opened, finding: Finding) -> Json:
    return {**reason(opened, finding.why), "weight": finding.weight.value, "pieces": list(finding.pieces)}


def ground_view(scenario: str, elements: Sequence[Standing]) -> Json:
    return {"scenario": scenario, "elements": [standing_view(n, e) for n, e in enumerate(elements, start=1)]}


def table_view(opened: Opened, table: int) -> Json:
    """One table: its room, its terrain now, who has sat there in which round and on what. Drafts are left out."""
    event, settings = opened.event, opened.system.settings(opened.event)
    shown = event.shown
    past = [
        {
            "round": r.number,
            "a": who(opened, m.a),
            "b": who(opened, m.b),
            "layout": event.layout_at(table, r.number),
        }
        for r in shown
        for m in r.matches
        if m.table == table
    ]
    return {
        "table": table,
        "room": settings.rooms("rooms").get(table, ""),
        "featured": settings.number_or_none("featured_table") == table,
        "closed": table in settings.ranges("closed_tables"),
        "pinned": [who(opened, p.id) for p in event.players.values() if p.values.get("pinned_table") == table],
        "layout": event.layout_at(table, event.rounds_over() + 1),
        "past": past,
    }


def history_view(opened: Opened, number: int) -> list[Json]:
    """Where a player has sat, round by round, and on which terrain."""
    event = opened.event
    found = []
    for round_ in event.rounds:
        match = next((m for m in round_.matches if number in (m.a, m.b)), None)
        if match is not None and round_.state is not RoundState.DRAFT:
            layout = event.layout_at(match.table, round_.number)
            found.append({"round": round_.number, "table": match.table, "layout": layout})
    return found
