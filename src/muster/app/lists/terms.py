"""The rules for an event's lists: deadlines, who may see them when, what is declared for a game."""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from muster.app.desk import Opened
from muster.app.exact import grown
from muster.app.lists.shapes import DeclarationView, SightView, TermsView
from muster.app.lists.views import said
from muster.app.speech import tr
from muster.app.views.event import field_view
from muster.core.book.lists import Phase, Sight, Slot
from muster.core.forms.fields import Field, Kind
from muster.core.kit.errors import Refusal
from muster.core.kit.language import mark
from muster.core.kit.model import PlayerId, Raw
from muster.core.record.event import RoundState
from muster.core.record.player import Player
from muster.core.record.staff import StaffMember
from muster.core.rules.lists import declarations
from muster.core.rules.lists import life as list_life

WHEN = {
    Phase.BEFORE: mark("Before round 1"),
    Phase.SWISS: mark("During the rounds"),
    Phase.ELIMINATION: mark("In the final rounds"),
    Phase.AFTER: mark("After the event"),
}
WHO = {
    Sight.NOBODY: mark("nobody else"),
    Sight.OPPONENT: mark("the opponent, during the game"),
    Sight.EVERYBODY: mark("everyone"),
}


def terms_view(opened: Opened, now: datetime) -> TermsView:
    """The deadline, and whether it has passed; what locks lists, and by which rule."""
    event, system = opened.event, opened.system
    rules, settings = list_life.rules_of(system), system.settings(event)
    return TermsView(
        due=settings.text("lists_due") or None,
        over=list_life.is_over(event, system, now),
        late=list_life.is_late(event, system, now),
        said=list_life.said_of(event, system, event.lists.locked, now),
        required=settings.flag("lists_required"),
        required_clause=rules.missing_clause,
        locks=rules.locks,
        lock_clause=rules.lock_clause,
        started=event.started,
        publish=settings.flag("publish_lists"),
    )


def sight_view(opened: Opened) -> list[SightView]:
    """Who sees a player's lists at each stage, besides the player and the staff, and by which rule (X-17)."""
    rules, settings = list_life.rules_of(opened.system), opened.system.settings(opened.event)
    now = list_life.phase(opened.event)
    found: list[SightView] = []
    for phase, when in WHEN.items():
        sight = rules.sight(settings, phase)
        who, clause = tr(WHO[sight]), "X-17" if sight is Sight.NOBODY else rules.sight_clause
        if phase is Phase.AFTER and settings.flag("publish_lists"):
            who, clause = tr("everyone, if the player agrees"), "X-17"
        if phase is Phase.ELIMINATION and sight is rules.sight(settings, Phase.SWISS):
            found[-1] = replace(found[-1], now=found[-1].now or phase is now)
        else:
            found.append(SightView(tr(when), who, clause, phase is now))
    if not rules.own_in_round:
        when, who = tr("While they play"), tr("not even the player")
        found.append(SightView(when, who, rules.own_clause, now=False))
    return found


def for_staff(opened: Opened, number: int, member: StaffMember | None) -> Player:
    """The player whose lists a member of staff looks at; not their own opponent in the round being played (X-17,
    L5R-018).
    """
    list_life.rules_of(opened.system)
    player = opened.event.find(f"#{number}")
    round_ = opened.event.current
    match = round_.match_of(player.id) if round_ and round_.state is RoundState.PUBLISHED else None
    if match is not None and member is not None and member.player is not None and match.has(member.player):
        raise Refusal(
            "You play at table {table} yourself. Ask another judge to check lists there.",
            clause=opened.system.conduct.own_game or "X-17",
            table=match.table,
        )
    return player


def open_to_some(opened: Opened, player: Player) -> bool:
    """Whether the book currently opens a player's lists to anybody but the staff; `may_see` says to whom."""
    rules = opened.system.lists
    if rules is None or not opened.event.lists.slots(player.id):
        return False
    now = list_life.phase(opened.event)
    opponent = rules.sight(opened.system.settings(opened.event), now) is Sight.OPPONENT
    return opponent or list_life.may_see(opened.event, opened.system, player.id, None)


def declarations_view(opened: Opened, player: Player) -> list[DeclarationView]:
    """What a player declares in secret for the game being played: their own, and the opponent's once both are in."""
    event, rules = opened.event, list_life.rules_of(opened.system)
    round_ = event.current
    match = round_.match_of(player.id) if round_ and round_.state is RoundState.PUBLISHED else None
    if round_ is None or match is None:
        return []
    other = match.other(player.id)
    own = event.lists.sealed.get((round_.number, player.id), {})
    theirs = declarations.declared(event, opened.system, round_.number, other)
    return [
        grown(
            DeclarationView,
            field_view(field),
            opponent=event.name_of(other),
            own=_called(opened, player.id, own[field.key]) if field.key in own else None,
            theirs=_called(opened, other, theirs[field.key]) if field.key in theirs else None,
            waits=field.key in own and field.key not in theirs,
            open=match.result is None and field.key not in own,
            options=_options(opened, player, field),
        )
        for field in rules.sealed
    ]


def _called(opened: Opened, player: PlayerId, value: Raw) -> Raw:
    """What was declared, with lists by name."""
    if isinstance(value, int):
        return _list_name(opened, player, list_life.slot_of(opened.event, opened.system, value))
    return said(value)


def _list_name(opened: Opened, player: PlayerId, slot: Slot) -> str:
    """Such as “List 1: Heretic 1”, if the list is in."""
    rules, versions = list_life.rules_of(opened.system), opened.event.lists.of(player, slot.number)
    known = list_life.given(rules, slot.number, versions[-1]).value(rules.known_by) if versions else None
    return f"{tr(slot.name)}: {known}" if known else tr(slot.name)


def _options(opened: Opened, player: Player, field: Field) -> list[tuple[str, str]]:
    """What may be declared: one of the lists, or something on the first; empty if any text will do."""
    rules = list_life.rules_of(opened.system)
    if field.kind is Kind.NUMBER:
        slots, brought = rules.slots(opened.system.settings(opened.event)), opened.event.lists.slots(player.id)
        asked = [s for s in slots if s.required or not brought or s.number in brought]
        return [(str(s.number), _list_name(opened, player.id, s)) for s in asked]
    versions = opened.event.lists.of(player.id, 1)
    items = list_life.given(rules, 1, versions[-1]).parsed.items if versions else ()
    return [(name, name) for name in dict.fromkeys(item.name for item in items)]
