"""The desk's search box: whom a few letters find and what can be done with them, or how to add somebody new."""

from __future__ import annotations

from muster.app.desk import Opened, trial
from muster.app.exact import View, Who
from muster.app.people.comings import allowing
from muster.app.people.roster import needed
from muster.app.people.views import match_under_way, person_form
from muster.app.results.forms import FormLine
from muster.app.speech import tr
from muster.app.venue.rooms import room_of
from muster.core.kit.errors import Refusal
from muster.core.kit.model import StageKind
from muster.core.kit.written import is_part, look, tidy, whole_number
from muster.core.record.event import Match, MatchState, RoundState
from muster.core.record.player import Player
from muster.core.record.presence import held_out
from muster.core.rules.latecomers import byes_to_play, opponent_of
from muster.core.rules.players import check_in, missed_by_entry, player_name

SHOWN = 6
"""How many people are listed; a longer word finds fewer."""


class SeatNow(View, frozen=True):
    """A player's game in the current round."""

    round: int
    table: int
    room: str
    state: MatchState
    opponent: str


class EntryOffer(View, frozen=True):
    """How a player can enter now. `allow`: the option for late entry must be set first; `refusal`: why nobody can."""

    missed: tuple[int, ...] = ()
    allow: bool = False
    refusal: str = ""
    clause: str = ""


class PersonFound(Who, frozen=True):
    """A person who was found.

    `playing`: their game is still being played; `arrival`: they are not checked in, and how they would enter.
    `against`: who has the bye in the current round and could still play them; empty if nobody.
    """

    status: str
    seat: SeatNow | None
    playing: bool
    bracket: bool
    bye: bool
    arrival: EntryOffer | None
    against: str


class EntryForm(View, frozen=True):
    """Nobody has the name that was typed: what is needed to enrol them."""

    name: str
    entry: EntryOffer
    fields: list[FormLine]
    against: str


class SearchAnswer(View, frozen=True):
    wanted: str
    people: list[PersonFound]
    more: int
    newcomer: EntryForm | None


def find(opened: Opened, text: str, now: str) -> SearchAnswer | None:
    """None if nothing was typed."""
    wanted = tidy(text)
    if not wanted:
        return None
    fitting = [p for p in opened.event.players.values() if _fits(p, wanted)]
    found = sorted([p for p in fitting if _begins(p, wanted)] or fitting, key=_order)
    people = [_person(opened, p, now) for p in found[:SHOWN]]
    return SearchAnswer(wanted, people, max(0, len(found) - SHOWN), _newcomer(opened, wanted, bool(found), now))


def _fits(player: Player, wanted: str) -> bool:
    return is_part(wanted, player.name) or wanted == f"#{player.id}"


def _begins(player: Player, wanted: str) -> bool:
    """Whether a word of the name begins like this: “hol” means Hollis rather than Bartholomew."""
    return any(f"{before}{wanted.casefold()}" in f" {player.name.casefold()}" for before in " -'’")


def _order(player: Player) -> tuple[bool, str]:
    """Active players first."""
    return not player.active, player.name.casefold()


def _person(opened: Opened, player: Player, now: str) -> PersonFound:
    event = opened.event
    round_ = event.current
    shown = round_ is not None and round_.state is not RoundState.DRAFT
    arrival = _arrival(opened, player)
    match = round_.match_of(player.id) if round_ is not None and shown else None
    return PersonFound(
        player.id,
        player.name,
        status=player.status.value,
        seat=None if round_ is None or match is None else _seat(opened, round_.number, match, player),
        playing=match_under_way(opened, player.id) is not None,
        bracket=event.stage.kind is StageKind.ELIMINATION,
        bye=round_ is not None and shown and any(b.player == player.id for b in round_.byes),
        arrival=arrival,
        against=_against(opened, player, arrival, now),
    )


def _seat(opened: Opened, number: int, match: Match, player: Player) -> SeatNow:
    return SeatNow(
        number, match.table, room_of(opened, match.table), match.state, opened.event.name_of(match.other(player.id))
    )


def _arrival(opened: Opened, player: Player) -> EntryOffer | None:
    if player.checked_in or not player.active or player.stand_in or opened.event.finished:
        return None
    if player.id in {p.id for p in held_out(opened.event, len(opened.event.rounds) + 1)}:
        return entry_offer(opened)
    return None if opened.event.started else EntryOffer()


def _against(opened: Opened, player: Player, arrival: EntryOffer | None, now: str) -> str:
    """Whom they would play, found by trying it, with check-in and late entry as needed."""
    event, system = opened.event, opened.system
    try:
        if arrival is not None:
            allowed = trial(opened, allowing(opened)) if arrival.allow else event
            arrived = check_in(allowed, system, [allowed.players[player.id]])
            event = trial(opened, [*(allowing(opened) if arrival.allow else []), *arrived])
        return event.name_of(opponent_of(event, system, event.players[player.id], now).player)
    except Refusal:
        return ""


def entry_offer(opened: Opened) -> EntryOffer:
    """As it is now, or as it would be if late entry were allowed (X-04)."""
    event, system = opened.event, opened.system
    try:
        event.must_run()
        return EntryOffer(missed_by_entry(event, system))
    except Refusal as refusal:
        closed = refusal
    if not event.finished:
        try:
            return EntryOffer(missed_by_entry(trial(opened, allowing(opened)), system), allow=True)
        except Refusal as refusal:
            closed = refusal
    return EntryOffer(refusal=tr(closed.message), clause=closed.clause)


def _newcomer(opened: Opened, wanted: str, others: bool, now: str) -> EntryForm | None:
    """For a name that nobody has, nor one that looks like it (X-16); if `others` are found, only for a full name."""
    if wanted.startswith("#") or whole_number(wanted) is not None or (others and " " not in wanted):
        return None
    try:
        name = player_name(wanted)
    except Refusal:
        return None
    if look(name) in {look(p.name) for p in opened.event.players.values()}:
        return None
    return EntryForm(name, entry_offer(opened), person_form(needed(opened.system), {}), _first_bye(opened, now))


def _first_bye(opened: Opened, now: str) -> str:
    """Whom a newcomer, who has met nobody, would play."""
    try:
        _, byes = byes_to_play(opened.event, opened.system, now)
    except Refusal:
        return ""
    return opened.event.name_of(byes[0].player)
