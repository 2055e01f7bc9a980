"""Proxies for damaged cards: a judge or marshal makes one, and it is on record."""

from __future__ import annotations

from datetime import datetime

from muster.app.desk import Desk, Opened
from muster.core.kit.model import Actor
from muster.core.record.facts.play import Fact
from muster.core.rules.lists import proxies


def make_proxy(
    desk: Desk, event_id: str, player: str, card: str, unreadable: str, by: str, actor: Actor, request: str = ""
) -> Opened:
    """Dated today."""

    def decide(opened: Opened) -> list[Fact]:
        today = datetime.fromisoformat(desk.clock.now()).astimezone().date()
        event = opened.event
        return proxies.make_proxy(event, opened.system, event.find(player), card, unreadable, by, today)

    return desk.act(event_id, decide, actor, request)
