"""Lost cards: recorded, replaced, or the game conceded because there is no other copy."""

from __future__ import annotations

from muster.app.clock.actions import read_minutes
from muster.app.desk import Desk, Opened
from muster.core.kit.model import Actor
from muster.core.record.facts.play import Fact
from muster.core.rules.lists import lost_cards


def lose(
    desk: Desk,
    event_id: str,
    player: str,
    card: str,
    actor: Actor,
    *,
    minutes: str = "",
    in_game: bool = False,
    request: str = "",
) -> Opened:
    """`minutes`: how long the table may look for another copy."""

    def decide(opened: Opened) -> list[Fact]:
        event, wanted = opened.event, read_minutes(minutes) if minutes.strip() else 0
        found = event.find(player)
        return lost_cards.lose(event, opened.system, found, card, desk.now(opened), minutes=wanted, in_game=in_game)

    return desk.act(event_id, decide, actor, request)


def replace(desk: Desk, event_id: str, number: int, actor: Actor) -> Opened:
    return desk.act(event_id, lambda opened: lost_cards.replace(opened.event, opened.system, number), actor)


def concede(desk: Desk, event_id: str, number: int, actor: Actor) -> Opened:
    return desk.act(event_id, lambda opened: lost_cards.concede(opened.event, opened.system, number), actor)
