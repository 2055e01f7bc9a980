"""The life of a list: handing in, locks, a judge's mark, consent, secret declarations."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from muster.core.book.lists import HandedIn, ListRules, Phase, Sight, Slot
from muster.core.book.system import System
from muster.core.forms.fields import check_values
from muster.core.kit.errors import BadInput, Refusal, UnknownName
from muster.core.kit.language import tr
from muster.core.kit.model import PlayerId, Raw, StageKind
from muster.core.kit.reasons import Reason
from muster.core.record.event import Event, RoundState
from muster.core.record.facts.lists import (
    ListConsent,
    ListHandedIn,
    ListMark,
    ListMarked,
    ListsLocked,
    ListsUnlocked,
    ListWithdrawn,
)
from muster.core.record.facts.play import Fact
from muster.core.record.lists import Said, Version
from muster.core.record.player import Player
from muster.core.rules.players import amend

LONGEST_TEXT = 100_000
"""Characters in a list; anything longer is not a list."""


MOST_NAMED = 8
"""How many players a notice names; it only counts the others."""


def rules_of(system: System) -> ListRules:
    if system.lists is None:
        raise Refusal("{system} players do not hand in lists.", system=system.name)
    return system.lists


def slot_of(event: Event, system: System, number: int) -> Slot:
    slots = rules_of(system).slots(system.settings(event))
    found = next((s for s in slots if s.number == number), None)
    if found is None:
        listed = ", ".join(f"{s.number} ({s.name})" for s in slots)
        raise BadInput("There is no list {number}. A player has {listed}.", number=number, listed=listed)
    return found


def given(rules: ListRules, slot: int, version: Version) -> HandedIn:
    return HandedIn(slot, version.text, rules.read(version.text), version.fields, version.withheld)


def is_late(event: Event, system: System, now: datetime) -> bool:
    """After the deadline, or after round 1 has begun."""
    return event.started or is_over(event, system, now)


def is_locked(event: Event, system: System, player: PlayerId, now: datetime) -> bool:
    """As somebody set for this player or for everybody; otherwise from the deadline on and, by some books, from round 1
    on.
    """
    said = said_of(event, system, event.lists.locked_one.get(player, event.lists.locked), now)
    if said is not None:
        return said
    return is_over(event, system, now) or (event.started and rules_of(system).locks)


def said_of(event: Event, system: System, said: Said | None, now: datetime) -> bool | None:
    """What somebody set about locks, if it still applies; None if nothing does.

    Unlocked lists are locked again by what comes later: the deadline, and round 1 if the book fixes lists from then on
    (L5R-042, UW-67).
    """
    if said is None or said.locked:
        return None if said is None else True
    ended = is_over(event, system, now) and not said.over
    begun = event.started and rules_of(system).locks and not said.started
    return None if ended or begun else False


def is_over(event: Event, system: System, now: datetime) -> bool:
    """Whether there is a deadline and it has passed."""
    due = system.settings(event).moment("lists_due")
    return due is not None and now > due


def missing(event: Event, system: System) -> dict[PlayerId, list[Slot]]:
    """Players who are missing a required list, without stand-ins; empty if lists are not required."""
    settings = system.settings(event)
    if system.lists is None or not settings.flag("lists_required"):
        return {}
    slots = [s for s in system.lists.slots(settings) if s.required]
    found = {
        p.id: [s for s in slots if not event.lists.of(p.id, s.number)] for p in event.active_players() if not p.stand_in
    }
    return {player: gaps for player, gaps in found.items() if gaps}


def missing_notice(event: Event, system: System) -> tuple[Reason, ...]:
    """What the organiser reads before and after the start; it blocks nothing (L5R-043)."""
    players = list(missing(event, system))
    if not players or system.lists is None:
        return ()
    clause, few, more = system.lists.missing_clause, players[:MOST_NAMED], len(players) - MOST_NAMED
    if more > 0:
        return (Reason("lists_missing_many", {"players": few, "more": more}, clause),)
    return (Reason("lists_missing", {"players": few}, clause),)


def hand_in(
    event: Event,
    system: System,
    player: Player,
    slot: int,
    text: str,
    fields: dict[str, Raw],
    now: datetime,
    *,
    staff: bool,
    reason: str = "",
) -> list[Fact]:
    """A list or its next version, legal or not: players and organiser see what is wrong with it.

    A locked list stays, but a missing one may still come in late, and staff may change one with a reason.
    """
    event.must_run()
    rules = rules_of(system)
    place = slot_of(event, system, slot)
    if not player.active:
        raise Refusal("{name} has left the event ({status}).", name=player.name, status=tr(player.status.value))
    must_be_text(text)
    checked = check_values(rules.fields, fields, tr("a list"), required=False)
    kept: dict[str, Raw] = {key: value for key, value in checked.items() if value is not None and value != ""}
    if not text.strip() and not kept:
        raise BadInput("This list is empty. Paste it, or fill in its fields.")
    versions = event.lists.of(player.id, slot)
    if versions and (versions[-1].text, versions[-1].fields) == (text, kept):
        raise Refusal(
            "{name} has already handed in this list (version {version}).",
            name=player.name,
            version=len(versions),
        )
    missing = place.required and not versions
    if is_locked(event, system, player.id, now) and not missing:
        _must_have_reason(event, rules, player, staff, reason)
    handed = ListHandedIn(player.id, slot, text, kept, is_late(event, system, now), reason.strip())
    return [*_feed(event, system, player, given(rules, slot, Version(text, kept))), handed]


def withdraw(
    event: Event, system: System, player: Player, slot: int, now: datetime, *, staff: bool, reason: str = ""
) -> list[Fact]:
    """Withdraws the current list: players until it is locked; staff at any time, with a reason."""
    event.must_run()
    rules = rules_of(system)
    place = slot_of(event, system, slot)
    if not event.lists.of(player.id, slot):
        raise Refusal("{name} has no list to withdraw ({list}).", name=player.name, list=tr(place.name))
    if staff and not reason.strip():
        raise Refusal("Enter why {name}’s list is withdrawn; the log shows it.", name=player.name)
    if is_locked(event, system, player.id, now):
        _must_have_reason(event, rules, player, staff, reason)
    return [ListWithdrawn(player.id, slot, reason.strip())]


def must_be_text(text: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise BadInput(
            "“{start}…” has {length} characters. A list can have at most {most}. Hand in only the list.",
            start=" ".join(text[:60].split())[:40],
            length=len(text),
            most=LONGEST_TEXT,
        )
    if any("\ud800" <= c <= "\udfff" for c in text):
        raise BadInput("This list contains characters that are not text. Save it as UTF-8 and hand it in again.")


def _must_have_reason(event: Event, rules: ListRules, player: Player, staff: bool, reason: str) -> None:
    """Only the book's own lock cites its clause: a deadline and a manual lock are the organiser's."""
    clause = rules.lock_clause if event.started and rules.locks else ""
    if not staff:
        raise Refusal(
            "{name}’s list is locked. Ask the organiser to unlock it.",
            clause=clause,
            name=player.name,
        )
    if not reason.strip():
        raise Refusal(
            "{name}’s list is locked. Unlock it first, or give a reason to change it anyway.",
            clause=clause,
            name=player.name,
        )


def _feed(event: Event, system: System, player: Player, handed: HandedIn) -> list[Fact]:
    """What a list says about its player: models, points, faction. A value that no field accepts is left to the
    check.
    """
    known = {f.key: f for f in system.player_fields}
    fresh: dict[str, Raw] = {}
    for key in rules_of(system).feeds:
        value = handed.value(key)
        if value is None or value == player.values.get(key):
            continue
        try:
            fresh[key] = known[key].check(value)
        except BadInput:
            continue
    return amend(event, system, player, None, fresh) if fresh else []


def lock(event: Event, system: System, players: Sequence[Player], reason: str = "") -> list[Fact]:
    """Without names, everybody's lists."""
    event.must_run()
    rules_of(system)
    return [ListsLocked(tuple(p.id for p in players), reason.strip())]


def unlock(event: Event, system: System, players: Sequence[Player], now: datetime, reason: str = "") -> list[Fact]:
    """After the start, in a game whose book fixes lists, this needs a reason."""
    event.must_run()
    rules = rules_of(system)
    if event.started and rules.locks and not reason.strip():
        raise Refusal(
            "Lists are fixed from round 1 on. To unlock them anyway, give a reason.", clause=rules.lock_clause
        )
    return [ListsUnlocked(tuple(p.id for p in players), reason.strip(), is_over(event, system, now))]


def mark(
    event: Event,
    system: System,
    player: Player,
    slot: int,
    as_: ListMark,
    note: str,
    ticked: Sequence[str],
    checked: Sequence[int] = (),
) -> list[Fact]:
    """A judge compares the current version with the cards or models. A faulty list needs a note on what is wrong."""
    event.must_run()
    rules = rules_of(system)
    slot_of(event, system, slot)
    versions = event.lists.of(player.id, slot)
    if not versions:
        raise Refusal("{name} has not handed in a list to check.", name=player.name)
    if versions[-1].withheld:
        raise Refusal(
            "This copy of the event was made without the lists. Check {name}’s list where it was handed in.",
            name=player.name,
        )
    known = [clause for clause, _ in rules.checklist(system.settings(event))]
    for clause in ticked:
        if clause not in known:
            raise UnknownName("item of the checklist", clause, known)
    most = len(rules.read(versions[-1].text).items)
    for number in checked:
        if not 0 < number <= most:
            raise BadInput("There is no number {number} on this list. It has {most}.", number=number, most=most)
    if as_ is ListMark.FAULTY and not note.strip():
        raise Refusal("A list marked as faulty needs a note about what is wrong.")
    return [ListMarked(player.id, slot, as_, note.strip(), tuple(ticked), tuple(sorted(set(checked))))]


def consent(event: Event, system: System, player: Player, agrees: bool) -> list[Fact]:
    """Also possible after the event: people may change their minds."""
    rules_of(system)
    if event.lists.consents.get(player.id, False) == agrees:
        return []
    return [ListConsent(player.id, agrees)]


def phase(event: Event) -> Phase:
    if event.finished:
        return Phase.AFTER
    if not event.started:
        return Phase.BEFORE
    return Phase.ELIMINATION if event.stage.kind is StageKind.ELIMINATION else Phase.SWISS


def may_see(event: Event, system: System, owner: PlayerId, viewer: PlayerId | None, *, staff: bool = False) -> bool:
    """Whether somebody may see a player's lists (X-17): `viewer` None is anybody at all."""
    rules = rules_of(system)
    settings = system.settings(event)
    if staff:
        return True
    playing = event.current if event.current and event.current.state is RoundState.PUBLISHED else None
    if viewer == owner:
        return rules.own_in_round or playing is None or playing.match_of(owner) is None
    now = phase(event)
    if now is Phase.AFTER and settings.flag("publish_lists"):
        return event.lists.consents.get(owner, False)
    sight = rules.sight(settings, now)
    if sight is Sight.EVERYBODY:
        return True
    match = playing.match_of(owner) if playing else None
    return sight is Sight.OPPONENT and viewer is not None and match is not None and match.has(viewer)
