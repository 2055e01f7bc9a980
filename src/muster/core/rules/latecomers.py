"""Somebody comes after a round was published: they may play the player with the bye. Facts out, or a refusal."""

from __future__ import annotations

from muster.core.book.system import System
from muster.core.kit.errors import Refusal
from muster.core.kit.language import plural
from muster.core.kit.model import StageKind
from muster.core.kit.reasons import Reason
from muster.core.pairing.pool import Pair
from muster.core.reading.games import met
from muster.core.reading.stage_names import numbered
from muster.core.reading.tally import standings
from muster.core.record.clock import MINUTE, instant
from muster.core.record.event import ByeSeat, Event, Round, RoundState
from muster.core.record.facts.play import Fact, LatecomerSeated
from muster.core.record.player import Player
from muster.core.record.presence import held_out
from muster.core.rules.rounds import seat


def byes_to_play(event: Event, system: System, at: str) -> tuple[Round, list[ByeSeat]]:
    """The published round and the byes that a latecomer can still play against; otherwise refuses and says why.

    X-06: for as long as one would wait for an absent player, by the round's clock. A clock that was never started sets
    no limit.
    """
    event.must_run()
    round_ = event.current
    if round_ is None or round_.state is not RoundState.PUBLISHED:
        raise Refusal("No round is being played now, so nobody has a bye to play against.")
    if event.stage_of(round_).kind is not StageKind.SWISS:
        raise Refusal("The byes of an elimination round follow from the bracket.")
    byes = [bye for bye in round_.byes if event.players[bye.player].active]
    if not byes:
        raise Refusal("Nobody has a bye in round {round}.", round=numbered(event, round_.number))
    wait = system.settings(event).number("no_show_minutes")
    if round_.clock.run_at(instant(at)) > wait * MINUTE:
        raise Refusal(
            plural(
                wait,
                "Round {round} has been played for more than {n} minute: too late to play against the bye. The option "
                "“No-show after (minutes)” sets the limit.",
                "Round {round} has been played for more than {n} minutes: too late to play against the bye. The option "
                "“No-show after (minutes)” sets the limit.",
                round=numbered(event, round_.number),
            ),
            clause="X-06",
        )
    return round_, byes


def opponent_of(event: Event, system: System, player: Player, at: str) -> ByeSeat:
    """Whose bye a latecomer may play against: preferably that of somebody they have not met."""
    round_, byes = byes_to_play(event, system, at)
    if not player.active:
        raise Refusal("{name} has left ({status}).", name=player.name, status=player.status)
    if player.id in set(round_.players()):
        raise Refusal("{name} is already in round {round}.", name=player.name, round=numbered(event, round_.number))
    if player.id in {p.id for p in held_out(event, round_.number)}:
        raise Refusal("{name} is not checked in. Check them in first.", clause="X-28", name=player.name)
    before = met(event, round_.number).get(player.id, {})
    return min(byes, key=lambda one: one.player in before)


def play_the_bye(event: Event, system: System, player: Player, at: str) -> list[Fact]:
    """The latecomer gets a table and plays the player with the bye, who then has none."""
    bye = opponent_of(event, system, player, at)
    round_ = event.rounds[-1]
    before = met(event, round_.number).get(player.id, {})
    why = [Reason("late_seat", {"player": player.id, "player_b": bye.player}, "X-04")]
    if bye.player in before:
        why.append(
            Reason("rematch", {"player": player.id, "player_b": bye.player, "last_met": before[bye.player]}, "X-13")
        )
    points = {row.player: row.points for row in standings(event, system, round_.number - 1).rows}
    taken = frozenset(match.table for match in round_.matches)
    pair = Pair(bye.player, player.id, tuple(why))
    (drawn,) = seat(event, system, round_.number, [pair], points, taken)
    return [LatecomerSeated(round_.number, player.id, drawn)]
