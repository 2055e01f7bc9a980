"""What another program recorded, as facts: nothing follows from it that did not follow there."""

from __future__ import annotations

from muster.core.book.system import System
from muster.core.kit.language import mark
from muster.core.kit.model import Ending, PlayerId, Raw
from muster.core.record.event import Event
from muster.core.record.facts.play import Fact, PlayerDropped, PlayerExcused, ResultReported, RoundPublished
from muster.core.rules.results import checked


def published(number: int) -> Fact:
    return RoundPublished(number)


def left(player: PlayerId, after: int) -> Fact:
    return PlayerDropped(player, after, mark("not paired any more"))


def missed(player: PlayerId, number: int) -> Fact:
    """The player sat out a round and stayed in the event."""
    return PlayerExcused(player, number)


def reported(
    event: Event,
    system: System,
    number: int,
    match_number: int,
    values: dict[str, Raw],
    ending: Ending,
    by: tuple[PlayerId, ...],
) -> Fact:
    """Other programs do not drop a player who did not appear, so only the result is recorded (not X-06)."""
    match, round_ = event.match(number, match_number), event.round(number)
    return ResultReported(number, match_number, checked(event, system, round_, match, values, ending, by))
