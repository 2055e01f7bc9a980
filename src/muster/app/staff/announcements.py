"""What the organiser tells everybody: put up on every page and screen, and taken down again."""

from __future__ import annotations

from muster.app.desk import Desk, Opened
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.model import Actor
from muster.core.kit.written import tidy
from muster.core.record.facts.play import Fact
from muster.core.record.facts.staff import Announced, AnnouncementWithdrawn

LONGEST = 160
"""Characters that a screen shows large enough to be read from the back of a hall."""


def announce(desk: Desk, event_id: str, text: str, actor: Actor) -> Opened:
    """Takes the place of what was announced before."""

    def decide(opened: Opened) -> list[Fact]:
        clean = _clean(text)
        if clean == opened.event.announcement:
            raise Refusal("“{text}” is announced already.", text=clean)
        return [Announced(clean)]

    return desk.act(event_id, decide, actor)


def withdraw(desk: Desk, event_id: str, actor: Actor) -> Opened:
    def decide(opened: Opened) -> list[Fact]:
        if not opened.event.announcement:
            raise Refusal("Nothing is announced, so there is nothing to take down.")
        return [AnnouncementWithdrawn()]

    return desk.act(event_id, decide, actor)


def _clean(text: str) -> str:
    clean = tidy(text)
    if not clean:
        raise BadInput("“{text}” is no announcement: it has no visible character.", text=text)
    if len(clean) > LONGEST:
        raise BadInput(
            "“{start}…” has {length} characters; an announcement has {most} at most.",
            start=clean[:30],
            length=len(clean),
            most=LONGEST,
        )
    return clean
