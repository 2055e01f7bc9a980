"""A player's games in the bracket, round by round, which standings do not count."""

from __future__ import annotations

from muster.app.desk import Opened
from muster.app.exact import View, Who, who
from muster.core.kit.model import Outcome, PlayerId, StageKind
from muster.core.reading.tally import scores
from muster.core.record.event import Match


class BracketLine(View, frozen=True):
    """One game of one player."""

    round: int
    opponent: Who
    outcome: Outcome


def bracket_lines(opened: Opened, player: PlayerId) -> list[BracketLine]:
    """Those with a result."""
    event = opened.event
    rounds = [r for r in event.shown if event.stage_of(r).kind is StageKind.ELIMINATION]
    played: list[tuple[int, Match]] = [(r.number, m) for r in rounds if (m := r.match_of(player)) and m.result]
    return [
        BracketLine(number, who(opened, match.other(player)), _outcome(opened, number, match, player))
        for number, match in played
    ]


def _outcome(opened: Opened, number: int, match: Match, player: PlayerId) -> Outcome:
    a, b = scores(opened.event, opened.system, opened.event.round(number), match)
    return (a if match.a == player else b).outcome
