"""Which log entries a marshal or judge may read yet (each fact's `readers`), and what is shown instead."""

from __future__ import annotations

from typing import Any

from muster.app.log.names import Names
from muster.app.speech import tr
from muster.core.kit.model import PlayerId
from muster.core.record.event import Event, RoundState
from muster.core.record.readers import Readers
from muster.core.record.staff import StaffMember
from muster.core.record.undo import Redone, Undone


def withheld(fact: Any, event: Event, names: Names, reader: StaffMember) -> str:
    """The sentence for a reader who may not read this fact yet; empty if they may."""
    # A fact that does not say who may read it is withheld: better a line too few than a leaked secret.
    match getattr(fact, "readers", None):
        case Readers.STAFF:
            return ""
        case Readers.PUBLISHED:
            if any(round_.number == fact.round for round_ in event.shown):
                return ""
            return tr("About round {round}: shown when the round is published", round=fact.round)
        case Readers.SCENARIO:
            if _scenario(fact) in {event.scenarios[r.number].name for r in event.shown if r.number in event.scenarios}:
                return ""
            return tr("About a scenario: shown when it is played")
        case Readers.OUTSIDERS:
            if not _waits_at_own_table(event, fact.round, fact.match, reader) or _own(fact, reader):
                return ""
            return tr("About your own table: shown when the result is in")
        case Readers.NOT_OPPONENT:
            if not _meets(event, fact.player, reader):
                return ""
            return tr("About your opponent’s list: shown when your game is over")
        case Readers.AS_TAKEN:
            return _taken(fact, event, names, reader)
    return tr("Shown only to the organiser")


def _scenario(fact: Any) -> str:
    return str(fact.ground.scenario if hasattr(fact, "ground") else fact.scenario)


def _own(fact: Any, reader: StaffMember) -> bool:
    """Whether the reader reported it themselves."""
    return getattr(fact, "reporter", None) is not None and fact.reporter == reader.player


def _waits_at_own_table(event: Event, number: int, match: int, reader: StaffMember) -> bool:
    if reader.player is None or number > len(event.rounds) or match > len(event.round(number).matches):
        return False
    found = event.match(number, match)
    return found.has(reader.player) and found.result is None


def _meets(event: Event, player: PlayerId, reader: StaffMember) -> bool:
    round_ = event.shown[-1] if event.shown else None
    if round_ is None or round_.state is not RoundState.PUBLISHED or reader.player in (None, player):
        return False
    match = round_.match_of(player)
    return match is not None and reader.player in (match.a, match.b)


def _taken(fact: Undone | Redone, event: Event, names: Names, reader: StaffMember) -> str:
    entry = names.entry(fact.last)
    why = "" if entry is None else withheld(entry.fact, event, names, reader)
    if not why:
        return ""
    return tr("Undone: {what}", what=why) if isinstance(fact, Undone) else tr("Redone: {what}", what=why)
