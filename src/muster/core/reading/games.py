"""Who met whom, and who won."""

from __future__ import annotations

from collections import defaultdict

from muster.core.book.system import System
from muster.core.kit.model import Ending, Outcome, PlayerId
from muster.core.reading.tally import scores
from muster.core.record.event import Event, Match, Round


def met(event: Event, before: int) -> dict[PlayerId, dict[PlayerId, int]]:
    """The last round of this stage, before the one named, in which two met. A no-show was not met (X-22)."""
    found: dict[PlayerId, dict[PlayerId, int]] = defaultdict(dict)
    for round_ in event.rounds[: before - 1]:
        if round_.stage != event.stage.number:
            continue
        for match in round_.matches:
            if match.result is not None and match.result.ending is Ending.NO_SHOW:
                continue
            found[match.a][match.b] = found[match.b][match.a] = round_.number
    return found


def winner(event: Event, system: System, round_: Round, match: Match) -> PlayerId | None:
    """Who won, None for a draw or a double loss."""
    for player, score in zip((match.a, match.b), scores(event, system, round_, match), strict=True):
        if score.outcome is Outcome.WIN:
            return player
    return None
