"""Counting the games of an event with everything known about them, and keeping the counts until something changes."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from threading import Lock

from muster.app.desk import Desk, Opened
from muster.app.table.actions import id_of, round_of
from muster.app.table.tables import Tables
from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId
from muster.core.kit.progress import Progress, unwatched
from muster.core.kit.written import tidy
from muster.core.reading.round_time import history
from muster.core.reading.statistics.games import GameNotes, PlaceOfMatch
from muster.core.reading.statistics.tally import GameTally, tally_of
from muster.core.record.clock import MINUTE, instant
from muster.core.record.event import Match, Round
from muster.core.record.facts.clock import ClockFact, ClockStarted
from muster.core.record.facts.play import ResultReported
from muster.core.record.undo import Redone, Undone, effective
from muster.core.rules.lists import declarations
from muster.core.rules.lists import life as list_life

_log = logging.getLogger(__name__)

FEW = 5
"""How many events are counted while a page waits, however long each takes."""

Fingerprint = tuple[tuple[int, str], tuple[tuple[str, int], ...]]
"""An event's last entry, and how many entries each of its tables has."""


@dataclass(frozen=True, slots=True)
class EventTally:
    """An event's totals, and its game: the key, or the name of a game that an organiser composed.

    `faction`, `list`: the game's words for what distinguishes its players and lists; empty for none.
    """

    game: str
    name: str
    faction: str
    list: str
    origin: str
    tally: GameTally


@dataclass(frozen=True, slots=True)
class Gathered:
    """`tallies`: by event. `unread`: the ids of events that cannot be opened here."""

    tallies: dict[str, EventTally]
    unread: list[str]


class Counting:
    """Counts each event once until its journal or one of its tables' changes: an event has about 500 games, its tally
    about 100 numbers, and a season may have 500 events.
    """

    def __init__(self, desk: Desk, tables: Tables) -> None:
        self.desk = desk
        self._tables = tables
        self._kept: dict[str, tuple[Fingerprint, EventTally]] = {}
        self._looked_at: set[str] = set()
        """Including those that cannot be opened: they are tried again each time, because somebody may have repaired
        them.
        """
        self._lock = Lock()
        self._turn = Lock()
        """Whoever asks for many events while they are being counted waits, and then finds them counted."""

    def of(self, events: Sequence[str], progress: Progress = unwatched) -> Gathered:
        """Events that cannot be opened do not affect the others; a game may come from anybody."""
        gathered = Gathered({}, [])
        with self._turn:
            self._gather(events, gathered, progress)
        return gathered

    def soon(self, events: Sequence[str]) -> Gathered:
        """The same for a page.

        The first look at an event in this run takes longest; if there are many such events, they are counted in the
        background, and `StillReading` says how far that is. Later looks only count what changed.
        """
        with self._lock:
            new = [event for event in events if event not in self._looked_at]
        if self.desk.readings is not None and len(new) > FEW:
            return self.desk.readings.wait_for(("games", *events), partial(self.of, events))
        return self.of(events)

    def _gather(self, events: Sequence[str], gathered: Gathered, progress: Progress) -> None:
        followed = self._followed()
        for done, event in enumerate(events):
            progress(done, len(events))
            try:
                gathered.tallies[event] = self._counted(event, followed)
            except Refusal:
                gathered.unread.append(event)
            except Exception:  # A bug in one game must not hide the statistics of the others; it is logged.
                _log.exception("The games of the event “%s” cannot be counted.", event)
                gathered.unread.append(event)
            with self._lock:
                self._looked_at.add(event)

    def one(self, event: str) -> EventTally:
        return self._counted(event, self._followed())

    def _followed(self) -> Mapping[str, dict[str, int]]:
        """By event: the journals of the games tracked at its tables, with their numbers of entries."""
        found: dict[str, dict[str, int]] = defaultdict(dict)
        for stored in self._tables.listed():
            event, dot, _ = stored.id.partition(".")
            if dot:
                found[event][stored.id] = stored.entries
        return found

    def _counted(self, event: str, followed: Mapping[str, dict[str, int]]) -> EventTally:
        tables = followed.get(event, {})
        mark = self.desk.journals.head(self.desk.name(event)), tuple(sorted(tables.items()))
        with self._lock:
            kept = self._kept.get(event)
        if kept is not None and kept[0] == mark:
            return kept[1]
        opened = self.desk.open(event)
        tally = tally_of(opened.event, opened.system, _notes(opened, self._tables, tables))
        counted = _labelled(opened, tally)
        with self._lock:
            self._kept[event] = mark, counted
        return counted


def _labelled(opened: Opened, tally: GameTally) -> EventTally:
    system = opened.system
    game = system.key if opened.event.definition is None else system.name
    fields = () if system.lists is None else system.lists.fields
    faction = next((field.label for field in system.player_fields if field.key == system.means.faction), "")
    known_by = next((field.label for field in fields if field.key == system.means.list), "")
    return EventTally(game, system.name, faction, known_by, opened.hashes[0], tally)


def _notes(opened: Opened, tables: Tables, followed: Mapping[str, int]) -> dict[PlaceOfMatch, GameNotes]:
    event = opened.event
    known = _known_lists(opened)
    minutes = _minutes(opened)
    found = {}
    for round_ in event.shown:
        for match in round_.matches:
            if match.result is None:
                continue
            place = round_.number, match.number
            lists = (_list(opened, round_, match.a, known), _list(opened, round_, match.b, known))
            notes = GameNotes(None, minutes.get(place), lists)
            if id_of(opened.id, round_, match) in followed:
                notes = _at_table(opened, tables, round_, match, notes)
            found[place] = notes
    return found


def _at_table(opened: Opened, tables: Tables, round_: Round, match: Match, notes: GameNotes) -> GameNotes:
    """Adds who had the first turn, and the round's time at the last tap; nothing from a table that cannot be read."""
    try:
        table = tables.open(id_of(opened.id, round_, match))
        game = tables.game(table, round_of(opened, table))
    except Refusal:
        return notes
    firsts = [first for _, state in game.counted if (first := game.tracker.first(state)) is not None]
    ran = replace(game.round_at, more=0)(game.counted[-1][0].at) if game.counted else None
    return replace(notes, first=firsts[-1] if firsts else None, minutes=notes.minutes if ran is None else ran // MINUTE)


def _minutes(opened: Opened) -> dict[PlaceOfMatch, int]:
    """How long each round's clock had run when a result was first reported."""
    turns = [e for e in opened.entries if isinstance(e.fact, ClockFact | ResultReported | Undone | Redone)]
    if not any(isinstance(entry.fact, ClockStarted) for entry in turns):
        return {}
    clocks = {r.number: replace(history(turns, r.number, 0), more=0) for r in opened.event.shown}
    found: dict[PlaceOfMatch, int] = {}
    for entry in effective(turns):
        fact = entry.fact
        if isinstance(fact, ResultReported) and fact.round in clocks:
            ran = clocks[fact.round](instant(entry.at))
            if ran is not None:
                found.setdefault((fact.round, fact.match), ran // MINUTE)
    return found


KnownLists = dict[PlayerId, dict[int, str]]
"""The name of a list, by player and slot."""


def _known_lists(opened: Opened) -> KnownLists:
    """For lists that everybody may see now (X-17); others are unknown, whoever asks."""
    rules, event = opened.system.lists, opened.event
    if rules is None or not opened.system.means.list:
        return {}
    found: KnownLists = {}
    for player in event.lists.versions:
        if list_life.may_see(event, opened.system, player, None):
            found[player] = {}
            for slot in event.lists.slots(player):
                given = list_life.given(rules, slot, event.lists.of(player, slot)[-1])
                value = given.value(opened.system.means.list)
                if isinstance(value, str) and tidy(value):
                    found[player][slot] = tidy(value)
    return found


def _list(opened: Opened, round_: Round, player: PlayerId, known: KnownLists) -> str:
    """The list that was played: the one declared for the game, or the only one there is."""
    slots = known.get(player, {})
    if not slots:
        return ""
    said = declarations.declared(opened.event, opened.system, round_.number, player)
    declared = next((value for value in said.values() if isinstance(value, int)), None)
    if declared is not None:
        return slots.get(declared, "")
    return next(iter(slots.values())) if len(opened.event.lists.slots(player)) == 1 else ""
