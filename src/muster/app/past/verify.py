"""Checks every entry of a journal, repeats draws, lots, cuts and sealed standings, and names the first difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from muster.app.desk import Desk, Opened
from muster.app.exact import View
from muster.app.ports import JournalName
from muster.app.speech import tr
from muster.core.book.system import System
from muster.core.kit.errors import DamagedJournal, Refusal
from muster.core.kit.lots import Urn, seed_hash
from muster.core.kit.model import StageKind
from muster.core.kit.progress import Progress, unwatched
from muster.core.reading.tally import digest, standings
from muster.core.record.event import Event
from muster.core.record.facts import play as facts
from muster.core.record.facts import venue
from muster.core.record.facts.play import Entry
from muster.core.record.journal import is_withheld
from muster.core.record.table.journal import TABLE
from muster.core.rules import layouts
from muster.core.rules.audit.walk import walk
from muster.core.rules.rounds import draw_round
from muster.core.rules.scenarios import roll
from muster.core.rules.stages import cut, draw_bracket


class Checked(View, frozen=True):
    """How many items of each kind match."""

    chain: int
    draws: int
    lots: int
    standings: int
    cuts: int
    scenarios: int
    layouts: int
    seals: int
    tables: int


class Verification(View, frozen=True):
    """`difference` is the first thing that differs, null if nothing does."""

    ok: bool
    difference: str | None
    seed_known: bool
    entries: int
    earlier_draws: int
    withheld: int
    checked: Checked


@dataclass(frozen=True, slots=True)
class TablesChecked:
    """How many tables' journals are sound; a sentence about the first that is not, None if all are."""

    sound: int = 0
    damaged: str | None = None


def check_tables(desk: Desk, event_id: str) -> TablesChecked:
    """Checks chains and seals of the games tracked at the event's tables. None of its results depend on them."""
    sound, damaged = 0, None
    for stored in desk.tables(event_id):
        try:
            TABLE.fold(tuple(TABLE.read(desk.journals.rows(JournalName(stored.kind, stored.id)))))
            sound += 1
        except Refusal as refusal:
            damaged = damaged or tr(
                "The game of {names} at their table is damaged: {why} The event’s own record matches.",
                names=stored.name,
                why=tr(refusal.message),
            )
    return TablesChecked(sound, damaged)


@dataclass(slots=True)
class Tally:
    draws: int = 0
    earlier_draws: int = 0
    lots: int = 0
    standings: int = 0
    cuts: int = 0
    scenarios: int = 0
    layouts: int = 0


def verify(
    opened: Opened, seed: str, progress: Progress = unwatched, tables: TablesChecked | None = None
) -> Verification:
    """`ok`, what was checked, and the first difference. Without the seed, only what does not need it is checked.

    Chain and seals were checked when the event was opened. Withheld secrets affect no draw of a round and no standings;
    scenarios and layouts that depend on them are left out. `tables`: what was found at the event's tables, if they are
    here; exports do not have them.
    """
    tables = tables or TablesChecked()
    tally = Tally()
    difference = (
        _first_difference(opened.entries, opened.system, opened.event.seed_hash, seed, tally, progress)
        or tables.damaged
    )
    return Verification(
        ok=difference is None,
        difference=difference,
        seed_known=bool(seed),
        entries=len(opened.entries),
        earlier_draws=tally.earlier_draws,
        withheld=sum(is_withheld(entry.fact) for entry in opened.entries),
        checked=Checked(
            chain=len(opened.entries),
            draws=tally.draws,
            lots=tally.lots,
            standings=tally.standings,
            cuts=tally.cuts,
            scenarios=tally.scenarios,
            layouts=tally.layouts,
            seals=sum(bool(entry.salt) for entry in opened.entries),
            tables=tables.sound,
        ),
    )


def _first_difference(
    entries: Sequence[Entry], system: System, promised: str, seed: str, tally: Tally, progress: Progress
) -> str | None:
    if seed and seed_hash(seed) != promised:
        return "The seed does not match the hash in the first entry."
    urn = Urn(seed) if seed else None
    try:
        for entry, state in walk(entries, system):
            progress(entry.seq, len(entries))
            wrong = _derived(state, system, entry, entries, urn, tally)
            if wrong:
                return f"Entry {entry.seq}: {wrong}"
    except DamagedJournal as damaged:
        return str(damaged)
    return None


def _derived(
    state: Event, system: System, entry: Entry, entries: Sequence[Entry], urn: Urn | None, tally: Tally
) -> str | None:
    """What is wrong with this entry; also the refusal of something that was not possible then."""
    try:
        return _check(state, system, entry, entries, urn, tally)
    except Refusal as refusal:
        return tr(refusal.message)


def _check(
    state: Event, system: System, entry: Entry, entries: Sequence[Entry], urn: Urn | None, tally: Tally
) -> str | None:
    """What is wrong with this entry, given the state before it."""
    fact = entry.fact
    if isinstance(fact, facts.RoundClosed):
        tally.standings += 1
        if digest(standings(state, system, fact.round)) != fact.digest:
            return f"the standings after round {fact.round} come out differently from those announced."
    elif isinstance(fact, facts.CutMade):
        tally.cuts += 1
        if cut(state, system, fact.size) != [fact]:
            return f"the cut to the top {fact.size} comes out differently."
    elif urn is None:
        return None
    elif isinstance(fact, facts.PlayerEnrolled):
        tally.lots += 1
        if urn.lot(fact.player) != fact.lot:
            return f"the lot of player {fact.player} does not come from the seed."
    elif isinstance(fact, facts.RoundDrawn) and not fact.by_hand:
        draw = draw_bracket if state.stage.kind is StageKind.ELIMINATION else draw_round
        again = replace(draw(state, system, urn, fact.reason or fact.seal), reason=fact.reason, seal=fact.seal)
        if replace(again, method=fact.method, reason_public=fact.reason_public) == fact:
            tally.draws += 1
        elif fact.method < again.method:
            tally.earlier_draws += 1
        else:
            return f"the draw of round {fact.round} ({fact.draw}) comes out differently."
    elif isinstance(fact, facts.ScenarioChosen) and fact.rolled and _told(entries, facts.ScenarioChosen):
        together = [e for e in entries if e.request == entry.request]
        if together[0] is entry:
            tally.scenarios += len(together)
            if roll(state, system, urn) != [e.fact for e in together]:
                return "the scenarios come out differently from those rolled."
    elif isinstance(fact, venue.LayoutSaved) and fact.draw and _told(entries, venue.GroundLaid):
        tally.layouts += 1
        made = fact.layout
        drawn_for = (fact.wanted, fact.table, fact.to_come, fact.method)
        if layouts.draw(state, system, urn, made.name, made.method, *drawn_for) != fact:
            return f"the layout “{made.name}” ({fact.draw}) comes out differently."
    return None


def _told(entries: Sequence[Entry], kind: type) -> bool:
    """Whether this copy has all facts of a kind: what is rolled or drawn by lot depends on earlier ones."""
    return not any(isinstance(entry.fact, kind) and is_withheld(entry.fact) for entry in entries)
