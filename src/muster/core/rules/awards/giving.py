"""The awards of an event beside the book's: added, removed, and decided by the organiser or a judge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from muster.core.book.system import Award, System
from muster.core.kit.errors import BadInput, Refusal, UnknownName
from muster.core.kit.language import listed
from muster.core.kit.model import PlayerId, Role
from muster.core.kit.written import tidy
from muster.core.reading.awards import awards, is_given
from muster.core.reading.votes import may_win
from muster.core.record.event import Event
from muster.core.record.facts.awards import AwardAdded, AwardDecided, AwardKind, AwardRemoved
from muster.core.record.facts.play import Fact
from muster.core.record.staff import StaffMember
from muster.core.rules.players import clean_name, player_fields

MOST_AWARDS = 40
"""The most awards an event can add: more than any evening has time for."""

LONGEST_WORDS = 300
"""The most characters in a prize or a reason."""


def words(text: str) -> str:
    """A prize or a reason as it is stored."""
    clean = tidy(text)
    if len(clean) > LONGEST_WORDS:
        raise BadInput(
            "“{start}…” has {length} characters. At most {most} are possible here.",
            start=clean[:30],
            length=len(clean),
            most=LONGEST_WORDS,
        )
    return clean


def add(
    event: Event, system: System, title: str, kind: AwardKind, field: str = "", value: str = "", prize: str = ""
) -> list[Fact]:
    """Adds an award; also possible after the event, if somebody remembers one."""
    clean = clean_name(title)
    if any(one.title.casefold() == clean.casefold() for one in event.awards.own.values()):
        raise Refusal("There is already an award called “{title}”.", title=clean)
    if len(event.awards.own) >= MOST_AWARDS:
        raise Refusal("An event can have {most} awards of its own. Remove one first.", most=MOST_AWARDS)
    if kind is AwardKind.FIELD:
        must_be_field(system, field)
        if not tidy(value):
            raise BadInput("Enter what players must have in the field, such as newcomer.")
    elif field or value:
        raise BadInput("Only an award by a player’s field has a field and a value. Leave them out.")
    return [AwardAdded(str(event.awards.added + 1), clean, kind, field, words(value), words(prize))]


def must_be_field(system: System, field: str) -> None:
    known = [one.key for one in player_fields(system)]
    if field not in known:
        raise UnknownName("player field", field, known)


def remove(event: Event, key: str) -> list[Fact]:
    """Removes an award and its votes. An undo brings them back."""
    if key not in event.awards.own:
        raise Refusal("The rulebook gives this award, so it cannot be removed.")
    return [AwardRemoved(key)]


def find(event: Event, system: System, given: str) -> Award:
    """An award whose winner people choose, by its key or its title."""
    wanted = tidy(given).casefold()
    open_ = [award for award in awards(event, system) if award.key]
    for award in open_:
        if wanted in (award.key.casefold(), award.title.casefold()):
            return award
    raise UnknownName("award", given, [award.title for award in open_])


def decide(event: Event, system: System, key: str, players: Sequence[PlayerId], reason: str = "") -> list[AwardDecided]:
    """The organiser's choice if there is one to make: for an award the staff give, or among players who are level."""
    award = find(event, system, key)
    own = event.awards.own.get(award.key)
    for player in players:
        if not may_win(event.players[player]):
            raise Refusal("{name} cannot win an award.", clause="X-08", name=event.name_of(player))
    chosen = tuple(dict.fromkeys(players))
    counted = award.key in event.awards.polls or (own is not None and own.kind is AwardKind.FIELD)
    if counted:
        _must_be_among_equals(event, award, chosen, reason)
    elif own is not None and own.kind.by_vote:
        raise Refusal("“{title}” is put to the vote. Open the voting first.", title=award.title)
    if not chosen and award.key not in event.awards.decided:
        raise Refusal("Nothing is decided yet about “{title}”.", title=award.title)
    if system.settings(event).flag("one_prize_per_player"):
        _must_be_without_award(event, system, award, chosen)
    return [AwardDecided(award.key, chosen, words(reason))]


def choose(
    event: Event, system: System, member: StaffMember, key: str, player: PlayerId, reason: str = ""
) -> Sequence[Fact]:
    """A marshal's or judge's choice, for an award that is left to the staff: once, and never for themselves."""
    award = find(event, system, key)
    if not left_to_staff(event, award.key):
        raise Refusal("“{title}” is not left to the judges. The organiser decides.", title=award.title)
    if award.key in event.awards.decided:
        raise Refusal(
            "Somebody has already chosen the winner of “{title}”. Only the organiser can change that.",
            title=award.title,
        )
    if member.player == player:
        raise Refusal("You cannot give yourself an award.")
    judged = member.role is not Role.ORGANISER
    return [replace(fact, judged=judged) for fact in decide(event, system, award.key, (player,), reason)]


def left_to_staff(event: Event, key: str) -> bool:
    own = event.awards.own.get(key)
    return own is not None and own.kind is AwardKind.STAFF


def _must_be_among_equals(event: Event, award: Award, chosen: Sequence[PlayerId], reason: str) -> None:
    if not chosen:
        return
    if not set(chosen) <= set(award.tied):
        if not award.tied:
            raise Refusal("“{title}” has a clear winner, or none yet: there is nothing to decide.", title=award.title)
        level = listed(event.name_of(player) for player in award.tied)
        raise Refusal("“{title}” is a tie between {level}. Choose among them.", title=award.title, level=level)
    if not tidy(reason):
        raise Refusal("Give a reason for deciding the tie. It is published with the award.")


def _must_be_without_award(event: Event, system: System, award: Award, chosen: Sequence[PlayerId]) -> None:
    given = [one for one in awards(event, system) if one.key != award.key and is_given(event, one)]
    others = {p: one.title for one in given for p in one.players}
    for player in chosen:
        if player in others:
            raise Refusal(
                "{name} already has the award “{title}”, and this event gives one per player.",
                name=event.name_of(player),
                title=others[player],
            )
