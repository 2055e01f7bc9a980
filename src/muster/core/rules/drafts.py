"""Rounds made or changed by hand: paired on paper, seats swapped, tables moved. All allowed, checked and marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from muster.core.book.system import System
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.language import plural
from muster.core.kit.model import PlayerId, Points, StageKind
from muster.core.kit.reasons import Reason
from muster.core.pairing.pool import Pair
from muster.core.reading.games import met
from muster.core.reading.plan import planned
from muster.core.reading.stage_names import numbered
from muster.core.reading.tally import standings
from muster.core.record.event import Event, Match, Round, RoundState
from muster.core.record.facts.play import (
    ByeAdded,
    DrawnBye,
    DrawnPair,
    Fact,
    PlayerExcused,
    PlayersSwapped,
    RoundDrawn,
    TableMoved,
)
from muster.core.record.player import Player
from muster.core.record.presence import held_out
from muster.core.rules.rounds import must_be_ready, not_here, present, seat, unplaced


@dataclass(frozen=True, slots=True)
class HandPair:
    """One line of a round paired on paper; without `b` it is a bye, and table 0 means any table."""

    a: Player
    b: Player | None
    table: int = 0


def by_hand(event: Event, system: System, lines: Sequence[HandPair], reason: str = "") -> RoundDrawn:
    """A draft paired by hand. Nobody may be in it twice; anything else is allowed, with a notice."""
    if event.stage.kind is StageKind.ELIMINATION:
        raise Refusal("An elimination round follows from the bracket and is not paired by hand.")
    number = must_be_ready(event, system, reason)
    if number > planned(event, system).rounds:
        raise Refusal(
            plural(
                number - 1,
                "The planned round is played. To play another, set the option rounds to {more}.",
                "All {n} planned rounds are played. To play another, set the option rounds to {more}.",
                more=number,
            )
        )
    _must_be_sound(event, lines, number)
    _must_be_here(event, number, lines)
    points = _points(event, system, number)
    why = (Reason("by_hand"),)
    pairs = [Pair(line.a.id, line.b.id, why) for line in lines if line.b is not None]
    byes = tuple(DrawnBye(line.a.id, why) for line in lines if line.b is None)
    drawn = list(seat(event, system, number, pairs, points))
    wanted = [line.table for line in lines if line.b is not None]
    if any(wanted):
        drawn = [_at(pair, table) for pair, table in zip(drawn, _filled(wanted), strict=True)]
    attempt = event.attempts.get(number, 0) + 1
    return RoundDrawn(
        number,
        event.stage.number,
        tuple(drawn),
        byes,
        notices(event, number, drawn, byes),
        attempt=attempt,
        by_hand=True,
        reason=reason,
    )


def _must_be_sound(event: Event, lines: Sequence[HandPair], number: int) -> None:
    seen: set[PlayerId] = set()
    tables: set[int] = set()
    for line in lines:
        for player in (line.a, line.b):
            if player is None:
                continue
            if player.id in seen:
                raise BadInput("{name} is in this round twice.", name=player.name)
            if not player.active:
                raise BadInput(
                    "{name} has left ({status}) and cannot be paired.", name=player.name, status=player.status
                )
            if number in player.missed:
                raise BadInput(
                    "{name} was left out of round {round}. Undo that first.",
                    name=player.name,
                    round=numbered(event, number),
                )
            seen.add(player.id)
        if line.table and line.table in tables:
            raise BadInput("Table {table} is given twice.", table=line.table)
        tables.add(line.table)
    if not lines:
        raise BadInput("There are no pairs.")


def _must_be_here(event: Event, number: int, lines: Sequence[HandPair]) -> None:
    """X-28: a player who missed round 1 comes in as a late entry, also in a pairing by hand."""
    waiting = {p.id for p in held_out(event, number)} if number > 1 else set()
    for player in (p for line in lines for p in (line.a, line.b) if p is not None and p.id in waiting):
        raise BadInput(
            "{name} was not checked in, so round 1 was drawn without them. Check them in first.",
            clause="X-28",
            name=player.name,
        )


def _filled(wanted: Sequence[int]) -> list[int]:
    """A table for every line: its own, or the lowest that nobody asked for."""
    taken = set(wanted)
    free = (table for table in count(1) if table not in taken)
    return [table or next(free) for table in wanted]


def _at(pair: DrawnPair, table: int) -> DrawnPair:
    return DrawnPair(pair.a, pair.b, table, pair.why, (Reason("by_hand"),), pair.down, pair.game)


def _points(event: Event, system: System, number: int) -> dict[PlayerId, Points]:
    return {row.player: row.points for row in standings(event, system, number - 1).rows}


def notices(event: Event, number: int, pairs: Sequence[DrawnPair], byes: Sequence[DrawnBye]) -> tuple[Reason, ...]:
    """Who is not in a round that was made or changed by hand, and what it does that a drawn one would avoid."""
    past = met(event, number)
    found = [
        Reason("rematch", {"player": p.a, "player_b": p.b, "last_met": past[p.a][p.b]}, "X-13")
        for p in pairs
        if past.get(p.a, {}).get(p.b, number) < number
    ]
    found += [
        Reason("second_bye", {"player": bye.player}, "X-13")
        for bye in byes
        if any(b.player == bye.player for r in event.rounds[: number - 1] for b in r.byes)
    ]
    if event.stage.kind is StageKind.ELIMINATION:
        return tuple(found)
    seated = {p for pair in pairs for p in (pair.a, pair.b)} | {bye.player for bye in byes}
    found += [Reason("left_out", {"player": p.id}) for p in present(event, number) if p.id not in seated]
    return (*not_here(event, number, seated), *found)


def _draft(event: Event) -> Round:
    event.must_run()
    round_ = event.current
    if round_ is None or round_.state is RoundState.CLOSED or any(m.result or m.reports for m in round_.matches):
        raise Refusal("Only a round without any result can be changed by hand.", clause="X-02")
    return round_


ABOUT_WHO_PLAYS = ("left_out", "stand_in_plays")
"""Notices that a swap leaves as they are."""


def swap(event: Event, system: System, first: Player, second: Player, reason: str = "") -> list[Fact]:
    """Two players swap seats; one of them may have the bye."""
    round_ = _draft(event)
    if round_.state is RoundState.PUBLISHED and not reason.strip():
        raise Refusal("Round {number} is published, so a swap needs a reason.", number=numbered(event, round_.number))
    for player in (first, second):
        if player.id not in set(round_.players()):
            raise BadInput("{name} is not in round {number}.", name=player.name, number=numbered(event, round_.number))
    if first.id == second.id:
        raise BadInput("{name} cannot swap with themselves.", name=first.name)
    match = round_.match_of(first.id)
    if match is round_.match_of(second.id):
        raise Refusal(
            "{name} and {other} both have a bye, so swapping them changes nothing."
            if match is None
            else "{name} and {other} play each other, so swapping them changes nothing.",
            name=first.name,
            other=second.name,
        )
    turn = {first.id: second.id, second.id: first.id}
    points = _points(event, system, round_.number)
    changed = (Reason("swapped"),)
    pairs = []
    for match in round_.matches:
        a, b = turn.get(match.a, match.a), turn.get(match.b, match.b)
        if {a, b} == {match.a, match.b}:
            pairs.append(DrawnPair(match.a, match.b, match.table, match.why, match.table_why, match.down, match.game))
            continue
        level = points[a] == points[b]
        down = None if level else (a if points[a] > points[b] else b)
        pairs.append(DrawnPair(a, b, match.table, changed, (Reason("by_hand"),), down, match.game))
    byes = tuple(
        DrawnBye(turn[b.player], changed, b.game) if b.player in turn else DrawnBye(b.player, b.why, b.game)
        for b in round_.byes
    )
    stay = [n for n in round_.notices if n.code in ABOUT_WHO_PLAYS]
    said = (*stay, *(n for n in notices(event, round_.number, pairs, byes) if n not in stay))
    return [PlayersSwapped(round_.number, first.id, second.id, tuple(pairs), byes, said, reason)]


def _must_lack_a_place(event: Event, player: Player) -> Round:
    """The draft that has neither an opponent nor a bye for this player; otherwise refuses, saying what they have."""
    round_ = _draft(event)
    if not player.active:
        raise Refusal("{name} has left ({status}).", name=player.name, status=player.status)
    if round_.number in player.missed:
        raise Refusal(
            "{name} is already left out of round {round}.", name=player.name, round=numbered(event, round_.number)
        )
    if player.id in set(round_.players()):
        raise Refusal(
            "{name} is in round {round}. Draw it again without them, or drop them.",
            name=player.name,
            round=numbered(event, round_.number),
        )
    if round_.state is not RoundState.DRAFT or player not in unplaced(event, round_):
        raise Refusal("{name} is not in round {round}.", name=player.name, round=numbered(event, round_.number))
    return round_


def leave_out(event: Event, player: Player) -> list[Fact]:
    """A player without a place in the draft sits this round out: an unpaired loss, and they stay in the event."""
    return [PlayerExcused(player.id, _must_lack_a_place(event, player).number)]


def give_bye(event: Event, system: System, player: Player, reason: str) -> list[Fact]:
    """The organiser chooses who has the bye: the two players swap seats. Nobody has a second bye before everybody has
    had one.

    A player without a place in the draft gets a bye in addition to those drawn.
    """
    round_ = _draft(event)
    rules = system.rules(system.settings(event), round_.number)
    if event.stage_of(round_).kind is StageKind.ELIMINATION:
        raise Refusal("The byes of an elimination round follow from the bracket.")
    if player.id not in set(round_.players()):
        return [ByeAdded(_must_lack_a_place(event, player).number, player.id, (Reason("by_hand"),))]
    if not round_.byes:
        raise Refusal(
            "Nobody sits out in round {round}: there is a bye only with an odd number of players.",
            clause=rules.clauses.get("bye", ""),
            round=numbered(event, round_.number),
        )
    holder = event.players[round_.byes[0].player]
    if holder.id == player.id:
        raise Refusal(
            "{name} already has the bye in round {round}.", name=player.name, round=numbered(event, round_.number)
        )
    if not reason.strip():
        raise Refusal(
            "{name} has this bye. To give it to another player, enter a reason for the log.",
            clause=rules.clauses.get("bye", ""),
            name=holder.name,
        )
    had = event.byes_of(player.id, round_.number)
    spared = [p for p in round_.players() if event.byes_of(p, round_.number) < had]
    if spared:
        raise Refusal(
            "{name} has had more byes than {other}. The next bye goes to a player with fewer.",
            clause=rules.clauses.get("bye_had_one", "X-13"),
            name=player.name,
            other=event.name_of(spared[0]),
        )
    return swap(event, system, holder, player, reason)


def move(event: Event, match: Match, table: int, reason: str = "") -> list[Fact]:
    """A match moves to another table; if that one is taken, the two matches swap tables."""
    event.must_run()
    round_ = event.current
    if round_ is None or round_.state is RoundState.CLOSED:
        raise Refusal("Tables can be moved in the current round only.")
    if table < 1:
        raise BadInput("Table “{table}” should be a number of 1 or more.", table=table)
    if table == match.table:
        raise Refusal("They are already at table {table}.", table=table)
    other = next((m.number for m in round_.matches if m.table == table), 0)
    return [TableMoved(round_.number, match.number, table, other, reason)]
