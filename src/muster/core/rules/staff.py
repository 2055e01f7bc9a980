"""Who the staff of an event are: joining, leaving, playing too, being on duty; and who rules where."""

from __future__ import annotations

from collections.abc import Collection

from muster.core.book.system import System
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.language import listed, tr
from muster.core.kit.model import PlayerId, Role
from muster.core.kit.written import look
from muster.core.record.event import Event, Match
from muster.core.record.facts.play import Fact
from muster.core.record.facts.staff import LinkRenewed, StaffDuty, StaffJoined, StaffPlays, StaffRemoved
from muster.core.record.staff import StaffMember
from muster.core.rules.players import clean_name

INVITED = (Role.MARSHAL, Role.JUDGE)
"""Any number of each (L5R-008, L5R-011). There is exactly one organiser, whom nobody invites (L5R-006)."""


def join(event: Event, system: System, name: str, role: Role, key: str, player: PlayerId | None = None) -> list[Fact]:
    """Somebody accepts an invitation. A player in the event may have to choose between the two (L5R-017, L5R-020)."""
    event.must_run()
    if role not in INVITED:
        raise BadInput("Nobody can be invited as {role}. Staff join as marshal or judge.", role=tr(role.value))
    clean = clean_name(name)
    for other in event.staff.members.values():
        if look(other.name) == look(clean):
            raise Refusal(
                "“{name}” looks the same as “{other}”, who is already on the staff. Add something to tell you apart.",
                name=clean,
                other=other.name,
            )
    number = event.staff.joined + 1
    if player is not None:
        _must_be_free(event, number, player)
        must_be_let_play(event, system, number)
    return [StaffJoined(number, clean, role, key, player)]


def member_of(event: Event, number: int) -> StaffMember:
    if number not in event.staff.members:
        raise Refusal("This person is no longer on the staff.")
    return event.staff.members[number]


def remove(event: Event, number: int) -> list[Fact]:
    """Ends somebody's access; at any time, even after the event is finished."""
    if member_of(event, number).role is Role.ORGANISER:
        raise Refusal("An event has exactly one organiser, who cannot be removed.")
    return [StaffRemoved(number)]


def plays(event: Event, system: System, number: int, player: PlayerId | None) -> list[Fact]:
    """A member of staff joins as a player, or stops playing."""
    event.must_run()
    member = member_of(event, number)
    if player == member.player:
        return []
    if player is not None:
        _must_be_free(event, number, player)
        must_be_let_play(event, system, number)
    return [StaffPlays(number, player)]


def must_be_let_play(event: Event, system: System, number: int) -> None:
    """Refuses if the book does not let this member of staff play in the current situation (L5R-017, L5R-020)."""
    others = [s for s in on_duty(event) if s.id != number]
    system.conduct.may_play(system.settings(event), len(others))


def _must_be_free(event: Event, number: int, player: PlayerId) -> None:
    for other in event.staff.members.values():
        if other.player == player and other.id != number:
            raise Refusal("{name} plays as {player}.", name=tr(other.name), player=event.name_of(player))


def duty(event: Event, number: int, on: bool) -> list[Fact]:
    """Off duty, a marshal or judge is a spectator, and everybody can see that (L5R-010)."""
    event.must_run()
    member = member_of(event, number)
    if member.role is Role.ORGANISER:
        raise Refusal("The organiser is always on duty.")
    return [] if member.on_duty is on else [StaffDuty(number, on)]


def renew(event: Event, whose: Role, key: str, player: PlayerId | None = None) -> list[Fact]:
    """A new invitation for a role, or a new private link for one player; the old one is void."""
    if (whose is Role.PLAYER) is (player is None) or whose not in (*INVITED, Role.PLAYER):
        raise BadInput("Links can be renewed for marshals, for judges or for one player.")
    return [LinkRenewed(whose, key, player)]


def on_duty(event: Event) -> list[StaffMember]:
    return [s for s in event.staff.members.values() if s.on_duty]


def last_word(event: Event, system: System, players: Collection[PlayerId] = ()) -> list[StaffMember]:
    """Whose answer is final: the marshals', or the organiser's if there is none (L5R-007); never in a game of their
    own, which any third member of staff decides (L-32).
    """
    free = [s for s in on_duty(event) if s.player is None or s.player not in players]
    wanted = (Role.ORGANISER,) if system.conduct.last_word is Role.ORGANISER else (Role.MARSHAL, Role.ORGANISER)
    for role in wanted:
        found = [s for s in free if s.role is role]
        if found:
            return found
    return free


def must_not_play_there(event: Event, system: System, member: StaffMember, match: Match) -> None:
    """Nobody rules on a game of their own (L5R-018, L-32); a game between two members of staff is the marshal's
    (L5R-019).
    """
    if member.player is not None and match.has(member.player):
        raise Refusal(
            "You play at table {table} yourself. Another staff member must rule there.",
            clause=system.conduct.own_game,
            table=match.table,
        )
    playing = [s for s in event.staff.members.values() if s.player is not None and match.has(s.player)]
    final = last_word(event, system, (match.a, match.b))
    if len(playing) == 2 and system.conduct.two_of_staff and final and member not in final:
        raise Refusal(
            "Two staff members play at table {table}, so {who} rules there.",
            clause=system.conduct.two_of_staff,
            table=match.table,
            who=listed(tr(s.name) for s in final),
        )


def misfits(event: Event, system: System) -> list[Refusal]:
    """Staff who play although they currently may not: somebody left, or the tier was changed."""
    found = []
    for member in event.staff.members.values():
        if member.player is not None:
            try:
                must_be_let_play(event, system, member.id)
            except Refusal as refusal:
                found.append(refusal)
    return found
