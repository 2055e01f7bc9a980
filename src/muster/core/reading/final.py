"""The final order: places of a bracket first, everybody else by the Swiss standings, those without a place last."""

from __future__ import annotations

from dataclasses import replace

from muster.core.book.system import System
from muster.core.kit.model import PlayerId, StageKind
from muster.core.kit.reasons import Reason
from muster.core.pairing.policies import bracket
from muster.core.reading.games import winner
from muster.core.reading.tally import standings
from muster.core.record.event import Event, Round
from muster.core.record.player import Status
from muster.core.standings.lines import LineKind
from muster.core.standings.ranking import Standings, StandingsRow


def final_standings(event: Event, system: System) -> Standings:
    """L-26: going out later ranks higher, and in the same round the better seed; X-24: players who left come below the
    losers.
    """
    swiss = standings(event, system)
    if system.place_needs_all_rounds:
        swiss = _without_leavers(swiss)
    stage = event.stage
    rounds = [r for r in event.rounds_of(stage) if r.complete]
    if stage.kind is not StageKind.ELIMINATION or not rounds:
        return swiss
    inside = set(rounds[0].players())
    seeds = {p: seed for seed, p in enumerate(stage.seeds)}
    depth = {p: _out(event, system, rounds, p) for p in inside}

    def key(row: StandingsRow) -> tuple[tuple[int, int, int], int]:
        return depth[row.player], seeds.get(row.player, 0)

    ranked = swiss.ranked()
    top = sorted((r for r in ranked if r.player in inside), key=key)
    rows: list[StandingsRow] = []
    for row in top:
        tied = rows and key(rows[-1]) == key(row)
        rows.append(row._replace(rank=rows[-1].rank if tied else len(rows) + 1, position=len(rows) + 1))
    for row in ranked:
        if row.player not in inside:
            rows.append(row._replace(rank=len(rows) + 1, position=len(rows) + 1))
    for row in swiss.rows:
        if row.rank is None:
            rows.append(row._replace(position=len(rows) + 1))
    return replace(swiss, rows=tuple(rows))


def bracket_place(event: Event, system: System, player: PlayerId) -> Reason | None:
    """How far a player got in the bracket, which explains their place; None outside it."""
    stage = event.stage
    rounds = [r for r in event.rounds_of(stage) if r.complete]
    if stage.kind is not StageKind.ELIMINATION or not rounds or player not in rounds[0].players():
        return None
    depth, left, fourth = _out(event, system, rounds, player)
    size = bracket.slots(len(set(rounds[0].players())))
    through = -depth > len(rounds)
    if through and size >> len(rounds) == 1:
        return Reason("bracket_won", clause="L-26")
    if left:
        return Reason("bracket_left", {"round": rounds[0].number - depth - 1}, "X-24")
    if through:
        return Reason("bracket_in", clause="L-26")
    beside = rounds[-1].match_of(player)
    if beside is not None and any(reason.code == "third_place" for reason in beside.why):
        return Reason("bracket_fourth" if fourth else "bracket_third", clause="L-26")
    players = size >> (-depth - 1)
    if players == 2:
        return Reason("bracket_second", clause="L-26")
    code = {4: "bracket_semi", 8: "bracket_quarter"}.get(players, "bracket_out")
    data = {"players": players} if code == "bracket_out" else {}
    if player in stage.seeds:
        return Reason(f"{code}_seeded", {**data, "seed": stage.seeds.index(player) + 1}, "L-26")
    return Reason(code, data, "L-26")


def _without_leavers(swiss: Standings) -> Standings:
    """U-22: a player who dropped without playing every round is not placed, and those below move up."""
    gone = {row.player for row in swiss.ranked() if row.mark == Status.DROPPED and _played(row) < swiss.after}
    if not gone:
        return swiss
    ranked = [row for row in swiss.ranked() if row.player not in gone]
    placed = [row._replace(rank=1 + sum((o.rank or 0) < (row.rank or 0) for o in ranked)) for row in ranked]
    rest = [row._replace(rank=None) for row in swiss.rows if row.rank is None or row.player in gone]
    rows = (row._replace(position=at) for at, row in enumerate([*placed, *rest], start=1))
    return replace(swiss, rows=tuple(rows))


def _played(row: StandingsRow) -> int:
    return sum(line.kind is not LineKind.UNPAIRED for line in row.lines)


def _out(event: Event, system: System, rounds: list[Round], player: PlayerId) -> tuple[int, int, int]:
    """How far a player got, for sorting: (minus the round they went out in, left instead of lost, lost third place)."""
    for number, round_ in enumerate(rounds, start=1):
        match = round_.match_of(player)
        if match is None:
            if any(b.player == player for b in round_.byes):
                continue
            return (-number, 1, 0)
        if winner(event, system, round_, match) != player:
            return (-number, 0, _lost_third_place(event, system, rounds, player))
    gone = event.players[player].status is not Status.ACTIVE
    return (-(len(rounds) + 1), 1 if gone else 0, 0)


def _lost_third_place(event: Event, system: System, rounds: list[Round], player: PlayerId) -> int:
    """1 for a player who lost the very last game: besides the final, that is the one for third place."""
    last = rounds[-1]
    match = last.match_of(player)
    return int(match is not None and winner(event, system, last, match) != player)
