"""Who is in the event and which rounds they missed, worked out from arrivals, departures and results.

A correction counts as if the right result had been the first one (X-29): what followed from the old result is gone,
what follows from the new one has its place, and what people did of their own since stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from muster.core.kit.model import Ending, PlayerId, Result, StageKind
from muster.core.record.event import Event, Match, Round, RoundState
from muster.core.record.player import Move, Player, Status


def work_out(player: Player) -> None:
    """Updates status and missed rounds."""
    moves = player.moves
    for_good = [m for status in (Status.DISQUALIFIED, Status.RETIRED) for m in moves if m.status is status]
    out = min(map(moves.index, for_good), default=len(moves))
    back = max((at for at, move in enumerate(moves[:out], start=1) if move.status is Status.ACTIVE), default=0)
    gone = moves[back:]
    left = next(iter(for_good or gone), None)
    player.status = Status.ACTIVE if left is None else left.status
    player.left_after, player.left_stage = (0, 0) if left is None else (left.round, left.stage)
    player.why_left = "" if left is None else left.why
    absent = _absent(player)
    if gone:
        last = gone[0].round
        if last in player.no_shows and last not in _left_in(moves[:back]):
            last -= 1  # L-39: the round of a no-show counts only for those who came back after it.
        absent = {number for number in absent if number <= last}
    player.missed = player.late | player.excused | absent


def _absent(player: Player) -> AbstractSet[int]:
    """The rounds without the player: they did not appear, or had already left."""
    return (player.no_shows & _left_in(player.moves)) | player.away


def _left_in(moves: Sequence[Move]) -> set[int]:
    return {move.round for move in moves if move.status is Status.DROPPED}


def missed_if_back(player: Player) -> tuple[int, ...]:
    """The further rounds that would count as unpaired losses if the player came back now."""
    return tuple(sorted(_absent(player) - player.missed))


def leave(event: Event, player: PlayerId, status: Status, round_: int, why: str, *, by_result: bool) -> None:
    one = event.edit_player(player)
    match = event.round(round_).match_of(player) if by_result and round_ else None
    if match is None:
        event.moves += 1
        one.moves = (*one.moves, Move(status, round_, event.stage.number, event.moves, why))
    else:
        stage = event.round(round_).stage
        moves = (*one.moves, Move(status, round_, stage, match.place, why, by_result=True))
        one.moves = tuple(sorted(moves, key=lambda move: (move.place, not move.by_result, move.round)))
    work_out(one)


def come_back(event: Event, player: PlayerId) -> None:
    """A player whom a correction has already brought back has nothing to come back from."""
    if not event.players[player].active:
        one = event.edit_player(player)
        event.moves += 1
        one.moves = (*one.moves, Move(Status.ACTIVE, len(event.shown), event.stage.number, event.moves))
        work_out(one)


def settle(event: Event, round_: Round, match: Match, result: Result) -> None:
    """A result is in, the first or a correction: consequences of an earlier one are removed."""
    missable = result.ending is Ending.NO_SHOW and event.stage_of(round_).kind is StageKind.SWISS
    number, this = round_.number, {round_.number}
    if match.result is None:
        match.place = event.moves + 1
    for side in (match.a, match.b):
        one = event.players[side]
        absent = missable and side in result.by
        moves = tuple(m for m in one.moves if not (m.by_result and m.round == number))
        if len(moves) == len(one.moves) and number not in one.excused and (number in one.no_shows) == absent:
            continue
        one = event.edit_player(side)
        one.moves, one.excused = moves, one.excused - this
        one.no_shows = one.no_shows | this if absent else one.no_shows - this
        work_out(one)


def publish(event: Event, round_: Round) -> None:
    """A player with a seat has not missed the round; a player who had left was away."""
    seated, this = set(round_.players()), {round_.number}
    swiss = event.stage_of(round_).kind is StageKind.SWISS
    for player in event.players.values():
        if player.id in seated and round_.number in player.late:
            one = event.edit_player(player.id)
            one.late = one.late - this
        elif player.id not in seated and swiss and not player.active:
            one = event.edit_player(player.id)
            one.away = one.away | this
        else:
            continue
        work_out(one)


def seat(event: Event, round_: Round, player: PlayerId) -> None:
    """A latecomer gets a game in the round after all, so they did not miss it."""
    one, this = event.edit_player(player), {round_.number}
    one.late, one.away, one.excused = one.late - this, one.away - this, one.excused - this
    work_out(one)


def take_back(event: Event, number: int) -> None:
    """A round without results is redrawn or withdrawn."""
    for player in event.players.values():
        if number in player.away:
            one = event.edit_player(player.id)
            one.away = one.away - {number}
            work_out(one)


def held_out(event: Event, number: int) -> list[Player]:
    """If players check in: those who did not and have not come since, so they are not paired in this round (X-28)."""
    players = [p for p in event.active_players() if not p.stand_in]
    if not any(p.checked_in for p in players):
        return []
    seen = {p for r in event.rounds[: number - 1] if r.state is not RoundState.DRAFT for p in r.players()}
    return [p for p in players if not p.checked_in and not p.late and p.id not in seen]
