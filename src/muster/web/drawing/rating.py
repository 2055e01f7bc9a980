"""A rating over time: a line over the events, inside its margin of error."""

from __future__ import annotations

from markupsafe import Markup, escape

from muster.app.languages import day
from muster.app.persons.views import RatingView
from muster.app.speech import tr

WIDE, HIGH = 420, 230
LEFT, RIGHT, TOP, BOTTOM = 44, 8, 12, 30
GRID = 100
"""Between two grid lines; doubled if there would be too many."""
MOST_LINES = 8


def rating_picture(rating: RatingView) -> Markup:
    """An SVG with a title for screen readers; the table of events has every number. Empty without a history."""
    steps = rating.course
    if len(steps) < 2:
        return Markup("")
    low = min(one.rating - one.give_or_take for one in steps)
    high = max(one.rating + one.give_or_take for one in steps)
    grid = GRID
    while (high - low) / grid > MOST_LINES:
        grid *= 2
    low, high = low // grid * grid, -(-high // grid) * grid

    def x(place: int) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * place / (len(steps) - 1)

    def y(value: int) -> float:
        return TOP + (HIGH - TOP - BOTTOM) * (high - value) / (high - low)

    lines = "".join(
        f'<path class="g" d="M{LEFT} {y(value):.0f}H{WIDE}"/><text x="0" y="{y(value) + 4:.0f}">{value}</text>'
        for value in range(low, high + 1, grid)
    )
    upper = [f"{x(at):.0f},{y(one.rating + one.give_or_take):.0f}" for at, one in enumerate(steps)]
    lower = [f"{x(at):.0f},{y(one.rating - one.give_or_take):.0f}" for at, one in enumerate(steps)]
    points = " ".join(f"{x(at):.0f},{y(one.rating):.0f}" for at, one in enumerate(steps))
    dots = "".join(
        f'<circle class="d" cx="{x(at):.0f}" cy="{y(one.rating):.0f}" r="4"/>' for at, one in enumerate(steps)
    )
    days = "".join(
        f'<text x="{x(at):.0f}" y="{HIGH - 6}" text-anchor="{anchor}">{escape(day(steps[at].day))}</text>'
        for at, anchor in ((0, "start"), (len(steps) - 1, "end"))
    )
    title = tr(
        "Events: {events}. Rating from {first} to {last}, give or take {off}",
        events=len(steps),
        first=steps[0].rating,
        last=steps[-1].rating,
        off=steps[-1].give_or_take,
    )
    return Markup(
        f'<svg class="rating" viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{escape(title)}">{lines}'
        f'<polygon class="band" points="{" ".join([*upper, *reversed(lower)])}"/>'
        f'<polyline class="l" points="{points}"/>{dots}{days}</svg>'
    )
