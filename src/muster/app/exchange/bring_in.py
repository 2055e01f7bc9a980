"""Takes a foreign record in as an event of its own, by the facts that an organiser's actions leave; all or nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from muster.app import events
from muster.app.desk import Desk, Opened
from muster.app.exchange.compare import Comparison, compare
from muster.app.exchange.compose import Composed, compose
from muster.app.exchange.record import Ending, Entrant, Meeting, PlayedRound, Record, quoted
from muster.core import drafts, players, results, rounds
from muster.core.errors import BadInput, Refusal
from muster.core.event import Event
from muster.core.facts import Fact, PlayerDropped, PlayerExcused, ResultReported, RoundPublished
from muster.core.fold import apply, fold
from muster.core.journal import Entry
from muster.core.lots import Urn
from muster.core.model import Actor, PlayerId, Raw
from muster.core.model import Ending as Ended
from muster.core.system import System
from muster.systems import registry

LONGEST_NAME = 60
MOST_TABLES = 100_000


@dataclass(frozen=True, slots=True)
class Imported:
    opened: Opened
    comparison: Comparison
    notes: tuple[str, ...]


class _Journal:
    """The event as it grows, and the facts that made it."""

    def __init__(self, facts: list[Fact], actor: Actor) -> None:
        self.facts = facts
        self.event: Event = fold([Entry(seq, "", actor, "", fact) for seq, fact in enumerate(facts, start=1)])

    def add(self, *facts: Fact) -> None:
        for fact in facts:
            apply(fact, self.event)
            self.facts.append(fact)


def import_record(
    desk: Desk,
    record: Record,
    actor: Actor,
    *,
    event_id: str = "",
    name: str = "",
    tiebreaks: Sequence[Mapping[str, Any]] = (),
) -> Imported:
    """Plays the record through as rounds paired by hand and results reported, then compares the standings.

    `name` where the record has no title. `tiebreaks` replace those of the record.
    """
    composed = compose(record, tiebreaks)
    system = registry.composed(composed.definition)
    title = _name(record.title) or name or f"{record.format} event"
    unique, seed, begun = events.begin(
        desk, title, "custom", event_id=event_id, date=record.date, definition=composed.definition
    )
    journal = _Journal(begun, actor)
    names, notes = _names(record.entrants)
    wanted = [players.Entry(names[e.key], _values(system, e)) for e in record.entrants]
    journal.add(*players.enrol(journal.event, system, wanted, Urn(seed)))
    ids = dict(zip((e.key for e in record.entrants), journal.event.players, strict=True))
    _play(journal, record, system, composed, ids)
    opened = desk.create(unique, seed, journal.facts, actor)
    if composed.missed and any(not s.points for r in record.rounds for s in r.sit_outs):
        notes.append("A round missed for no points counts as no round here, because others missed one for points.")
    return Imported(opened, compare(opened, record, ids), (*record.notes, *notes))


def _name(text: str) -> str:
    """A name as it can be kept; empty where nothing visible is left."""
    try:
        return players.clean_name(text[:LONGEST_NAME])
    except BadInput:
        return ""


def _names(entrants: Sequence[Entrant]) -> tuple[dict[str, str], list[str]]:
    """Names that can be told apart (X-16): who has none, or somebody else's, is named by the key in the file."""
    names: dict[str, str] = {}
    notes: list[str] = []
    looks: set[str] = set()
    for entrant in entrants:
        name = _name(entrant.name) or f"Player {entrant.key}"
        number = 1
        wanted = name
        while players.look(name) in looks:
            name = f"{wanted} ({entrant.key})" if number == 1 else f"{wanted} ({entrant.key}, {number})"
            number += 1
        looks.add(players.look(name))
        names[entrant.key] = name
        if name != " ".join(entrant.name.split()):
            notes.append(f"“{quoted(entrant.name)}” ({entrant.key}) is called “{name}” here.")
    return names, notes


def _values(system: System, entrant: Entrant) -> dict[str, Raw]:
    return {system.seed_field: entrant.rating} if system.seed_field else {}


def _play(journal: _Journal, record: Record, system: System, composed: Composed, ids: dict[str, PlayerId]) -> None:
    last_seen = dict.fromkeys(ids, 0)
    for number, round_ in enumerate(record.rounds, start=1):
        for key in round_.players():
            if key not in ids:
                raise BadInput(f"Round {number} names “{quoted(key)}”, who is not among the players.")
            last_seen[key] = number
    # Who is never paired again has left, so that nobody waits for them in the next round.
    total = len(record.rounds)
    gone = {e.key: last_seen[e.key] for e in record.entrants if e.left or last_seen[e.key] < total}
    journal.add(*_leaving(gone, ids, 0))
    for number, round_ in enumerate(record.rounds, start=1):
        is_open = any(meeting.ending is Ending.OPEN for meeting in round_.meetings)
        if is_open and number < total:
            one = next(m for m in round_.meetings if m.ending is Ending.OPEN)
            raise BadInput(f"{one.where}: a game of round {number} has no result, and round {number + 1} was paired.")
        try:
            _one_round(journal, round_, number, system, composed, ids)
        except Refusal as refusal:
            raise BadInput(f"Round {number}: {refusal}", clause=refusal.clause) from None
        if not is_open:
            journal.add(*rounds.close(journal.event, system))
            journal.add(*_leaving(gone, ids, number))


def _leaving(gone: dict[str, int], ids: dict[str, PlayerId], after: int) -> list[Fact]:
    return [PlayerDropped(ids[key], after, "not paired any more") for key, last in gone.items() if last == after]


def _one_round(
    journal: _Journal, round_: PlayedRound, number: int, system: System, composed: Composed, ids: dict[str, PlayerId]
) -> None:
    event = journal.event
    tables = [meeting.table for meeting in round_.meetings]
    usable = len(set(tables)) == len(tables) and all(0 < table <= MOST_TABLES for table in tables)
    lines = [
        drafts.HandPair(event.players[ids[m.a]], event.players[ids[m.b]], m.table if usable else 0)
        for m in round_.meetings
    ]
    byes = [s for s in round_.sit_outs if s.points == composed.bye]
    lines += [drafts.HandPair(event.players[ids[s.player]], None) for s in byes]
    journal.add(drafts.by_hand(event, system, lines), RoundPublished(number))
    for match_number, meeting in enumerate(round_.meetings, start=1):
        if meeting.ending is not Ending.OPEN:
            journal.add(_reported(event, system, number, match_number, meeting, composed, ids))
    missed = [s for s in round_.sit_outs if s.points == composed.missed != composed.bye]
    journal.add(*(PlayerExcused(ids[s.player], number) for s in missed))


def _reported(
    event: Event,
    system: System,
    number: int,
    match_number: int,
    meeting: Meeting,
    composed: Composed,
    ids: dict[str, PlayerId],
) -> ResultReported:
    """The other program's no-shows were not all dropped, so only the result itself is recorded (not X-06)."""
    played = meeting.ending is Ending.PLAYED
    values: dict[str, Raw] = {"score": [*composed.scores(meeting)]} if played else {}
    by = tuple(ids[key] for key in meeting.absent)
    match = event.match(number, match_number)
    ended = Ended(meeting.ending.value)
    result = results.checked(event, system, event.round(number), match, values, ended, by)
    return ResultReported(number, match_number, result)
