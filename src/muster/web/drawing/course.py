"""How the points of a game went, turn by turn: the lead as a line, with its table below."""

from __future__ import annotations

from itertools import accumulate

from markupsafe import Markup, escape

from muster.app.speech import tr
from muster.core.book.tracker.board import Course

WIDE, HIGH = 340, 132
LEFT, TOP = 8, 20


def course(shown: Course) -> Markup:
    """An SVG with a title for screen readers; the table has every number."""
    if not shown.moments:
        return Markup("")
    gained = [a - b for a, b in zip(*shown.points, strict=True)]
    lead = list(accumulate(gained))
    most = max([abs(one) for one in lead] + [shown.lead or 1])
    step = (WIDE - 2 * LEFT) / len(lead)

    def y(value: int) -> float:
        return TOP + (HIGH - 2 * TOP) * (most - value) / (2 * most)

    path = f"M{LEFT} {y(0):.1f}"
    for place, value in enumerate(lead):
        path += f"H{LEFT + step * (place + 0.5):.1f}V{y(value):.1f}"
    path += f"H{WIDE - LEFT}"
    lines = [f'<path class="zero" d="M{LEFT} {y(0):.1f}H{WIDE - LEFT}"/>']
    if shown.lead is not None:
        lines += [f'<path class="win" d="M{LEFT} {y(v):.1f}H{WIDE - LEFT}"/>' for v in (shown.lead, -shown.lead)]
    title = tr("The lead after each turn, from {first} to {last}", first=lead[0], last=lead[-1])
    picture = "".join(lines) + f'<path class="l" d="{path}"/>' + _whose(shown)
    heads = "".join(f'<th scope="col">{escape(tr(moment))}</th>' for moment in shown.moments)
    sides = "".join(_side(tr(name), points) for name, points in zip(shown.names, shown.points, strict=True))
    return Markup(
        f'<svg class="leadpic" viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{escape(title)}">{picture}</svg>'
        f'<table class="cpall"><thead><tr>{heads}</tr></thead>{sides}</table>'
    )


def _whose(shown: Course) -> str:
    """Whose lead is above the centre line, and whose below; with the winning lead, if the book has one."""
    wins = "" if shown.lead is None else f" +{shown.lead}"
    places = zip(shown.names, (TOP - 7, HIGH - TOP + 16), strict=True)
    return "".join(f'<text x="{LEFT}" y="{y}">{escape(tr(name))}{wins}</text>' for name, y in places if name)


def _side(name: str, points: tuple[int, ...]) -> str:
    """The name has its own line: next to the points of a long game it would not fit on a phone."""
    cells = "".join(f"<td>{gained}</td>" for gained in points)
    title = escape(tr("{name}, {n} in all", name=name, n=sum(points)))
    return f'<tbody><tr><th scope="rowgroup" colspan="{len(points)}">{title}</th></tr><tr>{cells}</tr></tbody>'
