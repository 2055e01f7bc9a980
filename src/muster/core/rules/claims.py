"""Which phone has which name: the first to claim it keeps it, another needs proof."""

from __future__ import annotations

from muster.core.book.system import System
from muster.core.kit.errors import Refusal
from muster.core.kit.language import mark
from muster.core.kit.model import PlayerId
from muster.core.record.event import Claim, Event, NameRequest
from muster.core.record.facts.claims import ClaimedBy, NameAsked, NameClaimed, NameDenied, NameRefused, NameReleased
from muster.core.record.facts.play import Fact

ASKING_AT_ONCE = 3
"""How many phones may wait for the organiser's answer about one name."""


class NeedsProof(Refusal):
    """This name cannot just be picked: it takes the private link, the code or the organiser's approval."""

    kind = "needs_proof"


def holder(event: Event, player: PlayerId, device: str) -> Claim | None:
    """The phone that has a name. A phone on another server, from before the event moved here, no longer counts."""
    claim = event.claims.get(player)
    return claim if claim is not None and _server(claim.device) == _server(device) else None


def _server(device: str) -> str:
    return device.partition(".")[0]


def held_by(event: Event, device: str) -> PlayerId | None:
    """The name that a phone has."""
    return next((player for player, claim in event.claims.items() if claim.device == device), None)


def lost_by(event: Event, device: str) -> PlayerId | None:
    """The name that another phone took over from this one, if this one has not taken another."""
    if held_by(event, device) is not None:
        return None
    return next((player for player, claim in event.claims.items() if claim.before == device), None)


def links_only(event: Event, system: System) -> bool:
    return system.settings(event).flag("private_links_only")


def claim(event: Event, system: System, player: PlayerId, device: str, how: ClaimedBy) -> list[Fact]:
    """A phone takes a name and gives up any it had. Somebody with proof takes it over from another phone."""
    held = holder(event, player, device)
    mine, theirs = (held, None) if held is not None and held.device == device else (None, held)
    if not how.proof and (mine is None or not mine.how.proof):
        if links_only(event, system):
            raise NeedsProof(mark("This event uses private links, so a name cannot be picked."))
        if theirs is not None:
            raise NeedsProof(mark("{name} is already on another phone."), name=event.name_of(player))
    if mine is not None and (mine.how.proof or not how.proof):
        return []
    instead = "" if theirs is None else theirs.device
    return [*_given_up(event, player, device), NameClaimed(player, device, how, instead)]


def _given_up(event: Event, player: PlayerId, device: str) -> list[Fact]:
    """A phone has one name at a time."""
    return [NameReleased(other) for other, c in event.claims.items() if c.device == device and other != player]


def leave(event: Event, device: str) -> list[Fact]:
    """Whoever holds the phone is not, or no longer, the player it names."""
    player = held_by(event, device)
    return [] if player is None else [NameReleased(player)]


def release(event: Event, player: PlayerId) -> list[Fact]:
    """The organiser takes a name off its phone, so that it can be picked again."""
    if player not in event.claims:
        raise Refusal("{name} is not on a phone.", name=event.name_of(player))
    return [NameReleased(player)]


def open_requests(event: Event, now: str) -> list[NameAsked]:
    """Requests waiting for the organiser's answer, oldest first."""
    return [asked.by for asked in event.asked.values() if asked.by.until > now]


def ask(
    event: Event,
    player: PlayerId,
    device: str,
    now: str,
    until: str,
    staff_number: int | None = None,
    back: bool = False,
) -> list[Fact]:
    """A phone asks the organiser for a name. Asking twice counts once. `back`: it had the name before."""
    waiting = [one.device for one in open_requests(event, now) if one.player == player]
    if device in waiting:
        return []
    if len(waiting) >= ASKING_AT_ONCE:
        raise Refusal("Other phones are already asking for {name}. Go to the desk.", name=event.name_of(player))
    return [NameAsked(player, device, until, staff_number, back)]


def _waiting(event: Event, player: PlayerId, device: str, now: str) -> NameRequest:
    asked = event.asked.get((player, device))
    if asked is None or asked.by.until <= now:
        raise Refusal("This request has been answered or has expired. The phone can ask again.")
    return asked


def deny(event: Event, player: PlayerId, device: str, now: str) -> list[Fact]:
    """The phone that has the name says that the asking phone is somebody else's. The organiser still decides."""
    return [] if _waiting(event, player, device, now).denied else [NameDenied(player, device)]


def nod(event: Event, system: System, player: PlayerId, device: str, now: str) -> list[Fact]:
    """The organiser gives the name to the phone that asked."""
    _waiting(event, player, device, now)
    return claim(event, system, player, device, ClaimedBy.NOD)


def refuse(event: Event, player: PlayerId, device: str, now: str) -> list[Fact]:
    _waiting(event, player, device, now)
    return [NameRefused(player, device)]
