"""Drawing a clock: its digits, what it counts down to, and the scale with its calls below."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from muster.app.clock.actions import ClockView, MarkView
from muster.app.exact import View, grown
from muster.app.numbers import minutes
from muster.app.speech import tr
from muster.core.record.clock import MINUTE

FROM, TO = 1.0, 319.0
FIRST_STRETCH = 0.4
"""The share of the scale before the first mark, if others follow: those are what people look at."""


class MarkFace(MarkView, frozen=True):
    """A mark with the words for before and after it."""

    until: str
    after: str
    minute: str


class Scale(View, frozen=True):
    """Positions on a line 320 wide. `knots` are its bends, as time and position; it is linear in between."""

    knots: list[tuple[int, float]]
    late: float
    now: float
    ticks: list[tuple[float, int]]


class Face(ClockView, frozen=True):
    """A clock with the words and positions that a template needs; clock.js keeps them up to date."""

    marks: list[MarkFace]
    shown: str
    label: str
    scale: Scale | None


def face(view: ClockView) -> Face:
    marks = [_mark(mark) for mark in view.marks]
    return grown(Face, view, marks=marks, shown=_shown(view), label=_label(marks), scale=_scale(view))


def words_of(mark: MarkFace) -> dict[str, Any]:
    """A mark as clock.js needs it."""
    return {"at": mark.at, "until": mark.until, "after": mark.after, "call": mark.call}


def _mark(mark: MarkView) -> MarkFace:
    until, after = tr("until {mark}", mark=mark.name), tr("since {mark}", mark=mark.name)
    return grown(MarkFace, mark, until=until, after=after, minute=minutes(mark.at))


def _shown(view: ClockView) -> str:
    """The time until the next mark, rounded up; after the last one, the time since; without marks, the time that has
    run.
    """
    if view.left is not None:
        return minutes(view.left + 999)
    return minutes(view.run) if view.over is None else "+" + minutes(view.over)


def _label(marks: list[MarkFace]) -> str:
    coming = next((mark for mark in marks if mark.state == "next"), None)
    if coming is not None:
        return coming.until
    return marks[-1].after if marks else tr("elapsed")


def _scale(view: ClockView) -> Scale | None:
    times = [mark.at for mark in view.marks]
    if not times or times[0] <= 0:
        return None
    knots = [(0, FROM), (times[-1], TO)]
    if len(times) > 1:
        knots.insert(1, (times[0], FROM + FIRST_STRETCH * (TO - FROM)))
    late = next((mark.at for mark in view.marks if mark.late), times[-1])
    return Scale(
        knots=knots,
        late=round(_place(knots, late), 1),
        now=round(_place(knots, view.run), 1),
        ticks=[(round(_place(knots, at), 1), at // MINUTE) for at in times],
    )


def _place(knots: list[tuple[int, float]], at: int) -> float:
    for (begin, low), (end, high) in pairwise(knots):
        if at <= end:
            return low + (high - low) * (at - begin) / (end - begin)
    return TO
