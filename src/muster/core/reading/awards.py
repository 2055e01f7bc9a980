"""Who gets which award, and why: the book's awards first, then the event's own, in order."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from muster.core.book.system import Award, System
from muster.core.kit.model import PlayerId
from muster.core.kit.reasons import Reason
from muster.core.kit.written import tidy
from muster.core.reading.final import final_standings
from muster.core.reading.votes import count, may_win
from muster.core.record.event import Event
from muster.core.record.facts.awards import AwardAdded, AwardKind
from muster.core.standings.ranking import Standings, StandingsRow

LevelCodes = tuple[str, str, str]
"""Reason codes: one player ahead of all, several who are level, and the one the organiser chose among them."""

VOTED: LevelCodes = ("award_voted", "award_vote_shared", "award_tie_decided")
PLACED: LevelCodes = ("award_field", "award_field_shared", "award_field_decided")


@dataclass(frozen=True, slots=True)
class Chosen:
    """Whom people chose for an award, and why; nobody while it is open. `tied`: who shares the most votes."""

    players: tuple[PlayerId, ...]
    why: Reason
    tied: tuple[PlayerId, ...] = ()


def awards(event: Event, system: System) -> list[Award]:
    """All awards of an event as things are now; those that depend on places are final once the event is."""
    settings = system.settings(event)
    standings = final_standings(event, system)
    given = list(system.awards(event, settings, standings))
    one_each = settings.flag("one_prize_per_player")
    for added in event.awards.own.values():
        taken = {player for award in given for player in award.players} | _named(event) if one_each else set()
        given.append(_award(event, added, standings, taken))
    return given


def is_given(event: Event, award: Award) -> bool:
    """Whether somebody has it already: whoever leads before the event is finished has not won anything yet."""
    own = event.awards.own.get(award.key)
    by_place = not award.key or (own is not None and own.kind is AwardKind.FIELD)
    return event.finished or not by_place


def _named(event: Event) -> set[PlayerId]:
    """Whom the organiser chose for an award: a vote or a group's best passes over them."""
    by_staff = (key for key, own in event.awards.own.items() if own.kind is AwardKind.STAFF)
    return {player for key in by_staff for player in _decided(event, key)[0]}


def _award(event: Event, added: AwardAdded, standings: Standings, taken: Collection[PlayerId]) -> Award:
    if added.kind is AwardKind.FIELD:
        chosen = _by_field(event, added, standings, taken)
    else:
        chosen = chosen_by_people(event, added.award, taken)
    first, others = (chosen.players[0], chosen.players[1:]) if chosen.players else (None, ())
    return Award(added.title, first, chosen.why, added.award, others, added.prize, chosen.tied)


def chosen_by_people(event: Event, key: str, taken: Collection[PlayerId] = (), clause: str = "") -> Chosen:
    """The organiser's choice or the players' vote. `taken`: who already has an award, if each player may have only
    one.
    """
    poll = event.awards.polls.get(key)
    if poll is None:
        return _by_staff(event, key, clause)
    if poll.open:
        return Chosen((), Reason("award_voting", clause=clause))
    counted = count(event, key)
    leaders, votes, passed = counted.leaders(taken)
    if not leaders:
        return Chosen((), Reason("award_all_passed" if counted.total else "award_no_votes", clause=clause))
    data = {"votes": votes, "total": counted.total, "passed": passed}
    return _of_level(event, key, leaders, VOTED, data, clause)


def _by_staff(event: Event, key: str, clause: str) -> Chosen:
    named, note = _decided(event, key)
    if not named:
        return Chosen((), Reason("award_undecided", clause=clause))
    code = "award_judged" if event.awards.decided[key].judged else "award_decided"
    if not note:
        return Chosen(named, Reason(code, clause=clause))
    return Chosen(named, Reason(f"{code}_because", {"note": note}, clause))


def _decided(event: Event, key: str) -> tuple[tuple[PlayerId, ...], str]:
    """Whom the organiser named, if they can still win, and why."""
    decided = event.awards.decided.get(key)
    if decided is None:
        return (), ""
    return tuple(player for player in decided.players if may_win(event.players[player])), decided.reason


def _by_field(event: Event, added: AwardAdded, standings: Standings, taken: Collection[PlayerId]) -> Chosen:
    """The highest placed player with the value."""
    fits = [row for row in standings.ranked() if _has(event, row, added)]
    free = [row for row in fits if row.player not in taken]
    if not free:
        return Chosen((), Reason("award_all_passed" if fits else "award_nobody_fits", {"value": added.value}))
    best = free[0]
    level = tuple(row.player for row in free if row.rank == best.rank)
    passed = sum(row.position < best.position for row in fits)
    data = {"value": added.value, "rank": best.rank, "passed": passed}
    return _of_level(event, added.award, level, PLACED, data)


def _has(event: Event, row: StandingsRow, added: AwardAdded) -> bool:
    value = event.players[row.player].values.get(added.field)
    return value is not None and tidy(str(value)).casefold() == added.value.casefold()


def _of_level(
    event: Event, key: str, level: tuple[PlayerId, ...], codes: LevelCodes, data: dict[str, Any], clause: str = ""
) -> Chosen:
    """One wins; players who are level share it unless the organiser decides."""
    alone, shared, decided = codes
    suffix = "_passed" if data["passed"] else ""
    if len(level) == 1:
        return Chosen(level, Reason(alone + suffix, data, clause))
    named, note = _decided(event, key)
    if named and set(named) <= set(level):
        return Chosen(named, Reason(decided, {**data, "note": note}, clause), level)
    return Chosen(level, Reason(shared + suffix, data, clause), level)
