"""Who met whom, and who won."""

from __future__ import annotations

from muster.core.book.system import System
from muster.core.kit.model import Ending, Outcome, PlayerId
from muster.core.reading.tally import scores
from muster.core.record.event import Event, Match, Round


def met(event: Event, before: int) -> dict[PlayerId, dict[PlayerId, int]]:
    """The last round of this stage before the given one in which two players met. A no-show was not met (X-22)."""
    rounds = [(r.number, _opponents(event, r)) for r in event.rounds[: before - 1] if r.stage == event.stage.number]
    return {player: {faced[player]: number for number, faced in rounds if player in faced} for player in event.players}


def _opponents(event: Event, round_: Round) -> dict[PlayerId, PlayerId]:
    """Whom everybody met in a round."""

    def find() -> dict[PlayerId, PlayerId]:
        found: dict[PlayerId, PlayerId] = {}
        for match in round_.matches:
            if match.result is None or match.result.ending is not Ending.NO_SHOW:
                found[match.a], found[match.b] = match.b, match.a
        return found

    if event.known is None:
        return find()
    return event.known.once(("opponents", round_.number), find, (round_.matches,))


def winner(event: Event, system: System, round_: Round, match: Match) -> PlayerId | None:
    """Who won; None for a draw or a double loss."""
    for player, score in zip((match.a, match.b), scores(event, system, round_, match), strict=True):
        if score.outcome is Outcome.WIN:
            return player
    return None
