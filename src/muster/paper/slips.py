"""Result slips: the fields of the game to write on, circles that a scan can read, and the code of the match."""

from __future__ import annotations

from typing import Any

from muster.app.desk import Opened
from muster.app.speech import tr
from muster.core.kit.errors import Refusal
from muster.paper import slip_layout as where
from muster.paper.press import Sheet
from muster.paper.rounds import draft_mark, of_round
from muster.paper.way_back import WayBack


def slips(opened: Opened, back: WayBack, number: int | None = None) -> Sheet:
    """Cut through the whole stack, and the slips are in the order of the tables."""
    view = of_round(opened, number)
    made = [
        {
            "table": m.table,
            "room": m.room,
            "a": {"name": m.a.name, "note": f"#{m.a.number}"},
            "b": {"name": m.b.name, "note": f"#{m.b.number}"},
            "code": back.match(view.number, m.table, (m.a.number, m.b.number)),
        }
        for m in view.matches
    ]
    if not made:
        raise Refusal("Round {number} has no matches, so there are no slips to print.", number=view.number)
    plan = where.layout(opened.system)
    pages = -(-len(made) // plan.a_page)
    return Sheet(
        "slips",
        tr("{round}: result slips", round=view.name),
        {
            "pages": [made[page::pages] for page in range(pages)],
            "draft": draft_mark(view),
            "round": view.name,
            "scenario": view.scenario or "",
            "signatures": [tr("First player’s signature"), tr("Second player’s signature")],
            "note": tr("Fill in the circles for scanning. The written result counts."),
            "by_rows": _by_rows(plan),
            **_places(plan),
        },
    )


def _by_rows(plan: where.SlipLayout) -> str:
    """How to mark a number that has a row of circles for each digit."""
    if not plan.most_rows:
        return ""
    example = "7".rjust(plan.most_rows, "0")
    return tr("Numbers: fill in one circle in every row, including 0. 7 is {example}.", example=example)


def _places(plan: where.SlipLayout) -> dict[str, Any]:
    return {
        "width": where.WIDTH,
        "height": plan.height,
        "corner": where.CORNER,
        "corners": plan.corners,
        "bubble": where.BUBBLE,
        "code": where.CODE,
        "names": plan.names,
        "sign": plan.sign,
        "places": [
            {
                "label": tr(p.field.label) if p.labelled else "",
                "x": p.x,
                "y": p.y,
                "width": p.width,
                "height": p.height,
                "line": p.line,
            }
            for p in plan.places
        ],
        "bubbles": [
            {
                "x": b.x,
                "y": b.y,
                "text": b.text if b.text.isdigit() else tr(b.text.replace("_", " ")),
                "inside": b.text.isdigit(),
            }
            for b in plan.bubbles
        ],
    }
