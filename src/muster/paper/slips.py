"""Result slips: the fields of the game to write on, circles that a scan can read, and the code of the match."""

from __future__ import annotations

from typing import Any

from muster.app.desk import Opened
from muster.core.kit.errors import Refusal
from muster.core.kit.language import tr
from muster.paper import slip_layout as where
from muster.paper.press import Sheet
from muster.paper.rounds import of_round
from muster.paper.way_back import WayBack

A_PAGE = 4


def slips(opened: Opened, back: WayBack, number: int | None = None) -> Sheet:
    """Cut through the whole stack, and they lie in the order of the tables."""
    view = of_round(opened, number)
    made = [
        {
            "table": m["table"],
            "a": {"name": m["a"]["name"], "note": f"#{m['a']['number']}"},
            "b": {"name": m["b"]["name"], "note": f"#{m['b']['number']}"},
            "code": back.match(view["number"], m["table"], (m["a"]["number"], m["b"]["number"])),
        }
        for m in view["matches"]
    ]
    if not made:
        raise Refusal("Round {number} has no matches, so there are no slips to print.", number=view["number"])
    pages = -(-len(made) // A_PAGE)
    return Sheet(
        "slips",
        tr("Round {number}: result slips", number=view["number"]),
        {
            "pages": [made[page::pages] for page in range(pages)],
            "round": tr("Round {number}", number=view["number"]),
            "scenario": view["scenario"] or "",
            "signatures": [tr("Signed by the first player"), tr("Signed by the second player")],
            "note": tr("Blacken the circles for a scan; what is written counts."),
            **_places(opened),
        },
    )


def _places(opened: Opened) -> dict[str, Any]:
    plan = where.layout(opened.system)
    return {
        "width": where.WIDTH,
        "height": where.HEIGHT,
        "corner": where.CORNER,
        "corners": where.CORNERS,
        "bubble": where.BUBBLE,
        "code": where.CODE,
        "names": where.NAME_TOP,
        "sign": where.SIGN_TOP,
        "places": [
            {"label": tr(p.field.label), "x": p.x, "y": p.y, "width": p.width, "line": p.line} for p in plan.places
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
