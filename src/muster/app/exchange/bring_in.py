"""Imports a foreign record as an event, with the facts that an organiser's actions would leave; all or nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from muster.app.desk import Desk, Opened
from muster.app.events import actions as events
from muster.app.exchange.compare import Comparison, compare
from muster.app.exchange.compose import Composed, compose
from muster.app.exchange.record import Meeting, MeetingEnding, PlayedRound, Record, RecordedPlayer, quoted
from muster.core.book.system import System
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.lots import Urn
from muster.core.kit.model import Actor, PlayerId, Points, Raw
from muster.core.kit.model import Ending as Ended
from muster.core.kit.written import look
from muster.core.record.event import Event
from muster.core.record.facts.play import Entry, Fact
from muster.core.record.fold.play import apply, fold
from muster.core.rules import drafts, elsewhere, players, rounds
from muster.systems import registry

LONGEST_NAME = 60
MOST_TABLES = 100_000


@dataclass(frozen=True, slots=True)
class Imported:
    opened: Opened
    comparison: Comparison
    notes: tuple[str, ...]


def import_record(
    desk: Desk,
    record: Record,
    actor: Actor,
    *,
    event_id: str = "",
    name: str = "",
    tiebreaks: Sequence[Mapping[str, Any]] = (),
) -> Imported:
    """Replays the record as rounds paired by hand and results reported, then compares the standings.

    `name`: if the record has no title. `tiebreaks` replace the record's.
    """
    composed = compose(record, tiebreaks)
    system = registry.composed(composed.definition)
    title = _name(record.title) or name or f"{record.format} event"
    unique, seed, begun = events.begin(
        desk, title, "custom", event_id=event_id, date=record.date, definition=composed.definition
    )
    event = fold([Entry(seq, "", actor, "", fact) for seq, fact in enumerate(begun, start=1)])
    names, notes = _names(record.entrants)
    wanted = [players.Newcomer(names[e.key], _values(system, e)) for e in record.entrants]
    enrolled = players.enrol(event, system, wanted, Urn(seed))
    replay = _Replay(record, composed, system, event)
    replay.add(*enrolled)
    replay.run()
    ids = replay.ids
    opened = desk.create(unique, seed, [*begun, *replay.facts], actor)
    if composed.missed and any(not s.points for r in record.rounds for s in r.sit_outs):
        notes.append("A round missed for no points counts as no round here, because others missed one for points.")
    return Imported(opened, compare(opened, record, ids), (*record.notes, *notes))


def _name(text: str) -> str:
    """A name that can be stored; empty if nothing visible is left."""
    try:
        return players.player_name(text[:LONGEST_NAME])
    except BadInput:
        return ""


def _names(entrants: Sequence[RecordedPlayer]) -> tuple[dict[str, str], list[str]]:
    """Distinct names (X-16): a player without a name, or with somebody else's, is named by their key in the file."""
    names: dict[str, str] = {}
    notes: list[str] = []
    looks: set[str] = set()
    for entrant in entrants:
        name = _name(entrant.name) or f"Player {entrant.key}"
        number = 1
        wanted = name
        while look(name) in looks:
            name = f"{wanted} ({entrant.key})" if number == 1 else f"{wanted} ({entrant.key}, {number})"
            number += 1
        looks.add(look(name))
        names[entrant.key] = name
        if name != " ".join(entrant.name.split()):
            notes.append(f"“{quoted(entrant.name)}” ({entrant.key}) is called “{name}” here.")
    return names, notes


def _values(system: System, entrant: RecordedPlayer) -> dict[str, Raw]:
    return {system.seed_field: entrant.rating} if system.seed_field else {}


class _Replay:
    """The event as it grows, round by round, and the facts that make it."""

    def __init__(self, record: Record, composed: Composed, system: System, event: Event) -> None:
        self.record, self.composed, self.system, self.event = record, composed, system, event
        self.facts: list[Fact] = []
        self.last_seen = self._last_seen()

    def add(self, *facts: Fact) -> None:
        for fact in facts:
            apply(fact, self.event)
            self.facts.append(fact)

    @property
    def ids(self) -> dict[str, PlayerId]:
        return dict(zip((e.key for e in self.record.entrants), self.event.players, strict=True))

    def _last_seen(self) -> dict[str, int]:
        """Everybody's last round."""
        found = {entrant.key: 0 for entrant in self.record.entrants}
        for number, round_ in enumerate(self.record.rounds, start=1):
            for key in round_.players():
                if key not in found:
                    raise BadInput(
                        "Round {number} has “{quoted}”, who is not in the list of players.",
                        number=number,
                        quoted=quoted(key),
                    )
                found[key] = number
        return found

    def run(self) -> None:
        ids, total = self.ids, len(self.record.rounds)
        self._leave(ids, 0)
        for number, round_ in enumerate(self.record.rounds, start=1):
            out = [meeting for meeting in round_.meetings if meeting.ending is MeetingEnding.OPEN]
            if out and number < total:
                raise BadInput(
                    "{where}: a game has no result, and round {number} was paired after it.",
                    where=out[0].where,
                    number=number + 1,
                )
            try:
                self._round(round_, number, ids)
            except Refusal as refusal:
                raise BadInput(
                    "Round {number}: {refusal}", clause=refusal.clause, number=number, refusal=refusal.message
                ) from None
            if not out:
                self.add(*rounds.close(self.event, self.system))
                self._leave(ids, number)

    def _leave(self, ids: dict[str, PlayerId], after: int) -> None:
        """A player who is never paired again has left, so that nobody waits for them in the next round."""
        total = len(self.record.rounds)
        for entrant in self.record.entrants:
            last = self.last_seen[entrant.key]
            if last == after and (last < total or entrant.left):
                self.add(elsewhere.left(ids[entrant.key], after))

    def _round(self, round_: PlayedRound, number: int, ids: dict[str, PlayerId]) -> None:
        event = self.event
        tables = [meeting.table for meeting in round_.meetings]
        usable = len(set(tables)) == len(tables) and all(0 < table <= MOST_TABLES for table in tables)
        lines = [
            drafts.HandPair(event.players[ids[m.a]], event.players[ids[m.b]], m.table if usable else 0)
            for m in round_.meetings
        ]
        byes = [s.player for s in round_.sit_outs if s.points == self.composed.bye]
        lines += [drafts.HandPair(event.players[ids[key]], None) for key in byes]
        self.add(drafts.by_hand(event, self.system, lines), elsewhere.published(number))
        for match_number, meeting in enumerate(round_.meetings, start=1):
            if meeting.ending is not MeetingEnding.OPEN:
                self.add(self._reported(number, match_number, meeting, ids))
        missed = [s.player for s in round_.sit_outs if s.points == self.composed.missed != self.composed.bye]
        for meeting in round_.meetings:
            # A player who did not appear and never returns has left, and gets no round for it.
            missed += [key for key in meeting.absent if self._excused(key, meeting.points_of(key), number)]
        self.add(*(elsewhere.missed(ids[key], number) for key in missed))

    def _excused(self, key: str, paid: Points, number: int) -> bool:
        return paid == self.composed.missed and (paid != 0 or self.last_seen[key] > number)

    def _reported(self, number: int, match_number: int, meeting: Meeting, ids: dict[str, PlayerId]) -> Fact:
        played = meeting.ending is MeetingEnding.PLAYED
        values: dict[str, Raw] = {"score": [*self.composed.scores(meeting)]} if played else {}
        by = tuple(ids[key] for key in meeting.absent)
        ended = Ended(meeting.ending.value)
        return elsewhere.reported(self.event, self.system, number, match_number, values, ended, by)
