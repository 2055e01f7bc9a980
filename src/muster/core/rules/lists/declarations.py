"""What players declare in secret for a game, and when it is shown: a VIM, the list they play."""

from __future__ import annotations

from muster.core.book.system import System
from muster.core.forms.fields import Kind
from muster.core.kit.errors import Refusal, UnknownName
from muster.core.kit.language import listed, tr
from muster.core.kit.model import PlayerId, Raw, StageKind
from muster.core.reading.plan import planned
from muster.core.reading.stage_names import numbered
from muster.core.record.event import Event, Round, RoundState
from muster.core.record.facts.lists import ChoiceSealed
from muster.core.record.facts.play import Fact
from muster.core.record.player import Player
from muster.core.rules.lists.life import given, rules_of, slot_of


def seal(event: Event, system: System, player: Player, key: str, text: str) -> list[Fact]:
    """Declares something for the game being played, once: it cannot be changed (BSG-12, WMH-080)."""
    event.must_run()
    rules = rules_of(system)
    field = next((f for f in rules.sealed if f.key == key), None)
    if field is None:
        raise UnknownName("declaration", key, [f.key for f in rules.sealed])
    round_ = event.current
    match = round_.match_of(player.id) if round_ and round_.state is RoundState.PUBLISHED else None
    if round_ is None or match is None:
        raise Refusal("{name} has no game to declare anything for.", name=player.name)
    if match.result is not None:
        raise Refusal("The game at table {table} is over.", table=match.table)
    if key in event.lists.sealed.get((round_.number, player.id), {}):
        raise Refusal(
            "{name} has already declared for round {round}. It cannot be changed.",
            clause=field.clause,
            name=player.name,
            round=numbered(event, round_.number),
        )
    value = field.check(field.read(text))
    if isinstance(value, int):
        place, brought = slot_of(event, system, value), event.lists.slots(player.id)
        if brought and value not in brought and not place.required:  # WMH-025: it cannot be added now.
            raise Refusal("{name} has not handed in this list ({list}).", name=player.name, list=tr(place.name))
        _must_leave_time(event, system, player, key, value)
    return [ChoiceSealed(round_.number, player.id, key, _from_list(event, system, player, value))]


def _must_leave_time(event: Event, system: System, player: Player, key: str, choice: int) -> None:
    """If every list must be played, none may be played again unless enough Swiss rounds are left for the others."""
    settings = system.settings(event)
    clause = rules_of(system).play_all(settings)
    if not clause or event.stage.kind is not StageKind.SWISS:
        return
    played = {event.lists.sealed.get((r.number, player.id), {}).get(key) for r in event.rounds}
    waiting = [slot for slot in rules_of(system).slots(settings) if slot.required and slot.number not in played]
    left = planned(event, system).rounds - len(event.rounds)
    if choice in played and len(waiting) > left:
        raise Refusal(
            "Every list must be played in this event. {name} still has to play {lists}; rounds after this one: {left}.",
            clause=clause,
            name=player.name,
            lists=listed(tr(slot.name) for slot in waiting),
            left=left,
        )


def _from_list(event: Event, system: System, player: Player, value: Raw) -> Raw:
    """A text names something on the player's list, if they have one; it is stored as the list spells it."""
    rules = rules_of(system)
    versions = event.lists.of(player.id, 1)
    names = [item.name for item in given(rules, 1, versions[-1]).parsed.items] if versions else []
    if not names or not isinstance(value, str):
        return value
    found = next((name for name in names if name.casefold() == value.strip().casefold()), None)
    if found is None:
        raise UnknownName("model of the list", value, names)
    return found


def must_choose(event: Event, system: System, round_: Round, player: Player) -> bool:
    """Whether a player with several lists must still choose which one to play in this game (WMH-080)."""
    fields = () if system.lists is None else system.lists.sealed
    said = event.lists.sealed.get((round_.number, player.id), {})
    several = len(event.lists.slots(player.id)) > 1
    return several and any(field.kind is Kind.NUMBER and field.key not in said for field in fields)


def declared(event: Event, system: System, round_: int, player: PlayerId) -> dict[str, Raw]:
    """What a player declared for a round, as far as everybody may know: a key appears once both have declared."""
    match = event.round(round_).match_of(player)
    own = event.lists.sealed.get((round_, player), {})
    if match is None:
        return {}
    other = event.lists.sealed.get((round_, match.other(player)), {})
    return {key: value for key, value in own.items() if key in other}
