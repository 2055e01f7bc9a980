"""Players: enrol (also by themselves), amend, check in and out, drop, rejoin, disqualify."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from muster.app.desk import Desk, Opened
from muster.app.people.intake import Written, accepted, candidates, read_values, with_asked
from muster.app.results.seen import must_be_on
from muster.core.book import house
from muster.core.book.system import System
from muster.core.forms.fields import Field, Kind
from muster.core.kit.errors import Refusal
from muster.core.kit.language import Text
from muster.core.kit.model import Actor, PlayerId, Raw, Role
from muster.core.kit.progress import Progress, unwatched
from muster.core.kit.written import look
from muster.core.record.facts.play import Fact, PlayerEnrolled
from muster.core.rules import players
from muster.core.rules.stages import refill


def needed(system: System) -> list[Field]:
    """Fields that every player must have."""
    return [f for f in players.player_fields(system) if f.required and f.default is None]


def example_line(system: System, name: str) -> str:
    """A line that enrols somebody: the name and the required fields, or an optional one if there are none."""
    shown = needed(system) or list(players.player_fields(system)[:1])
    return "; ".join([name, *(f"{f.key}={max(f.low or 0, 10) if f.kind is Kind.NUMBER else '…'}" for f in shown)])


def as_player(desk: Desk, event_id: str, name: str) -> Actor:
    """The actor for a player of this event."""
    player = desk.open(event_id).event.find(name)
    return Actor(player.name, Role.PLAYER, player.id)


def enrol(
    desk: Desk,
    event_id: str,
    entries: Sequence[tuple[str, dict[str, str]]],
    actor: Actor,
    *,
    stand_in: bool = False,
    request: str = "",
) -> Opened:
    """People without a list, each a name and the player's fields as typed."""
    people = [Written(0, name, texts) for name, texts in entries]
    return enrol_list(desk, event_id, "", people, actor, stand_in=stand_in, request=request)


def enrol_list(
    desk: Desk,
    event_id: str,
    source: Text,
    people: Sequence[Written],
    actor: Actor,
    *,
    stand_in: bool = False,
    request: str = "",
    progress: Progress = unwatched,
) -> Opened:
    """Everybody in one action: all or none. `source`: the list's name, for the message about a wrong line."""

    def decide(opened: Opened) -> list[Fact]:
        vetted = accepted(source, candidates(opened, people, stand_in=stand_in, progress=progress))
        return players.admit(opened.event, opened.system, vetted, desk.urn(opened))

    return desk.act(event_id, decide, actor, request)


def to_copy(opened: Opened, earlier: Opened, answers: Mapping[str, str]) -> list[Written]:
    """Everybody from an earlier event who is not enrolled yet, each with their number there as the line.

    Their fields are copied if both events play the same game, but not the points that seeded a final (W-43); their club
    is copied from any game.
    What was asked about them since is in `answers`.
    """
    same_game = opened.event.system == earlier.event.system
    fields = {f.key for f in opened.system.player_fields if same_game and not f.of_season} | {house.CLUB.key}
    here = {look(p.name) for p in opened.event.players.values()}
    found = [
        Written(p.id, p.name, {key: as_typed(value) for key, value in p.values.items() if key in fields})
        for p in earlier.event.players.values()
        if not p.stand_in and look(p.name) not in here and p.id not in earlier.event.forgotten
    ]
    if not found:
        raise Refusal("Everyone from “{name}” is already enrolled here.", name=earlier.event.name)
    return with_asked(opened.system, found, answers)


def copy_players(
    desk: Desk,
    event_id: str,
    source: str,
    actor: Actor,
    request: str = "",
    progress: Progress = unwatched,
    answers: Mapping[str, str] | None = None,
) -> tuple[Opened, int]:
    """Enrols everybody from an earlier event who is not enrolled yet, and returns how many."""
    earlier = desk.open(source)
    copied: list[Written] = []

    def decide(opened: Opened) -> list[Fact]:
        copied[:] = [replace(one, line=0) for one in to_copy(opened, earlier, answers or {})]
        vetted = accepted("", candidates(opened, copied, progress=progress))
        return players.admit(opened.event, opened.system, vetted, desk.urn(opened))

    opened = desk.act(event_id, decide, actor, request)
    return opened, len(copied)


def as_typed(value: Raw) -> str:
    """A player's value as somebody would type it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def amend(
    desk: Desk,
    event_id: str,
    player: str,
    actor: Actor,
    *,
    name: str | None = None,
    texts: dict[str, str] | None = None,
) -> Opened:
    def decide(opened: Opened) -> list[Fact]:
        values = read_values(opened.system, texts or {})
        return players.amend(opened.event, opened.system, opened.event.find(player), name, values)

    return desk.act(event_id, decide, actor)


def check_in(desk: Desk, event_id: str, names: Sequence[str], actor: Actor) -> Opened:
    def decide(opened: Opened) -> list[Fact]:
        return players.check_in(opened.event, opened.system, [opened.event.find(name) for name in names])

    return desk.act(event_id, decide, actor)


def check_in_self(desk: Desk, event_id: str, player: PlayerId, actor: Actor) -> Opened:
    def decide(opened: Opened) -> list[Fact]:
        return players.check_in_self(opened.event, opened.system, opened.event.players[player])

    return desk.act(event_id, decide, actor)


def set_here(desk: Desk, event_id: str, player: str, here: bool, actor: Actor, request: str = "") -> Opened:
    """Checks one player in or out; marking them again changes nothing, because two people may tick the same list."""

    def decide(opened: Opened) -> list[Fact]:
        found = opened.event.find(player)
        if found.checked_in == here:
            return []
        if here:
            return players.check_in(opened.event, opened.system, [found])
        return players.check_out(opened.event, [found])

    return desk.act(event_id, decide, actor, request)


def all_here(desk: Desk, event_id: str, actor: Actor, request: str = "") -> Opened:
    """Everybody who plays and is not checked in yet."""

    def decide(opened: Opened) -> list[Fact]:
        waiting = [p for p in opened.event.active_players() if not p.checked_in and not p.stand_in]
        if not waiting:
            raise Refusal("Everyone is already checked in.")
        return players.check_in(opened.event, opened.system, waiting)

    return desk.act(event_id, decide, actor, request)


def register(
    desk: Desk, event_id: str, name: str, texts: dict[str, str], request: str = "", device: str = ""
) -> PlayerId:
    """A player enrols themselves; returns their number. The same form sent twice counts once.

    They get the name on the phone they use for it.
    """

    def decide(opened: Opened) -> list[Fact]:
        newcomer = players.Newcomer(name, read_values(opened.system, texts), device=device)
        return players.register(opened.event, opened.system, newcomer, desk.urn(opened))

    request = request or desk.fresh()
    opened = desk.act(event_id, decide, Actor("", Role.PLAYER), request)
    sent = (e.fact for e in opened.entries if e.request == request)
    number = next((fact.player for fact in sent if isinstance(fact, PlayerEnrolled)), None)
    if number is None:
        raise Refusal("This form was used for something else. Reload the page and send it again.")
    return number


def remove(desk: Desk, event_id: str, names: Sequence[str], actor: Actor) -> Opened:
    """Removes made-up players from the event, all in one step."""

    def decide(opened: Opened) -> list[Fact]:
        found = {player.id: player for player in (opened.event.find(name) for name in names)}
        return players.remove(opened.event, found.values())

    return desk.act(event_id, decide, actor)


def drop(
    desk: Desk,
    event_id: str,
    player: str,
    actor: Actor,
    reason: str = "",
    declined: Sequence[str] = (),
    *,
    round_: int = 0,
    request: str = "",
) -> Opened:
    """Drops a player. A qualifier who leaves before the bracket begins is replaced; players in `declined` would not
    step in.

    `round_`: the round that their page showed, 0 if no page was involved.
    """

    def decide(opened: Opened) -> list[Fact]:
        must_be_on(opened, round_)
        event = opened.event
        event.must_run()
        leaver = event.find(player)
        refused = [event.find(name).id for name in declined]
        replaced = refill(event, opened.system, leaver, refused, reason)
        if replaced is not None:
            return replaced
        if refused:
            raise Refusal("Nobody is being asked to step in, so nobody can decline.")
        return players.drop(event, leaver, reason)

    return desk.act(event_id, decide, actor, request)


def rejoin(desk: Desk, event_id: str, player: str, actor: Actor, *, request: str = "") -> Opened:
    def decide(opened: Opened) -> list[Fact]:
        return players.rejoin(opened.event, opened.system, opened.event.find(player))

    return desk.act(event_id, decide, actor, request)


def disqualify(desk: Desk, event_id: str, player: str, reason: str, actor: Actor, infraction: str = "") -> Opened:
    def decide(opened: Opened) -> list[Fact]:
        return players.disqualify(opened.event, opened.system, opened.event.find(player), reason, infraction)

    return desk.act(event_id, decide, actor)
