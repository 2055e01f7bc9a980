"""How a clock is drawn: the figures on it, what it counts to, and the scale with its marks under it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from muster.app.numbers import minutes
from muster.core.kit.language import tr
from muster.core.record.clock import MINUTE

FROM, TO = 1.0, 319.0
FIRST_STRETCH = 0.4
"""The share of the scale up to the first mark, if others follow: they are what one looks at."""


def face(view: dict[str, Any]) -> dict[str, Any]:
    """A clock view with the words and places that a template needs; clock.js keeps them up to date."""
    marks = [{**mark, **_words(mark), "minute": minutes(mark["at"])} for mark in view["marks"]]
    return {**view, "marks": marks, "shown": _shown(view), "label": _label(view, marks), "scale": _scale(view)}


def words_of(mark: dict[str, Any]) -> dict[str, Any]:
    """A mark as clock.js needs it."""
    return {key: mark[key] for key in ("at", "until", "after", "call")}


def _words(mark: dict[str, Any]) -> dict[str, str]:
    return {"until": tr("until {mark}", mark=mark["name"]), "after": tr("since {mark}", mark=mark["name"])}


def _shown(view: dict[str, Any]) -> str:
    """What is left to the next mark, rounded up; past the last one what is over, with no mark at all what has run."""
    if view["left"] is not None:
        return minutes(view["left"] + 999)
    return minutes(view["run"]) if view["over"] is None else "+" + minutes(view["over"])


def _label(view: dict[str, Any], marks: list[dict[str, Any]]) -> str:
    coming = next((mark for mark in marks if mark["state"] == "next"), None)
    if coming is not None:
        return str(coming["until"])
    return str(marks[-1]["after"]) if marks else tr("elapsed")


def _scale(view: dict[str, Any]) -> dict[str, Any] | None:
    """Places on a line 320 wide. `knots` are the bends: time and place, between which it is even."""
    times = [mark["at"] for mark in view["marks"]]
    if not times or times[0] <= 0:
        return None
    knots = [(0, FROM), (times[-1], TO)]
    if len(times) > 1:
        knots.insert(1, (times[0], FROM + FIRST_STRETCH * (TO - FROM)))
    late = next((mark["at"] for mark in view["marks"] if mark["late"]), times[-1])
    return {
        "knots": knots,
        "late": round(_place(knots, late), 1),
        "now": round(_place(knots, view["run"]), 1),
        "ticks": [(round(_place(knots, at), 1), at // MINUTE) for at in times],
    }


def _place(knots: list[tuple[int, float]], at: int) -> float:
    for (begin, low), (end, high) in pairwise(knots):
        if at <= end:
            return low + (high - low) * (at - begin) / (end - begin)
    return TO
