"""What the pages about people show: the fields of a player as a form, what is known of somebody, what may be done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from muster.app.desk import Opened
from muster.app.results.forms import FormLine, Input
from muster.app.speech import tr
from muster.core.book import house
from muster.core.book.system import System
from muster.core.forms.fields import Field, Kind
from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId, Raw, StageKind
from muster.core.record import presence
from muster.core.record.event import Match, MatchState, Round, RoundState
from muster.core.record.player import Player, Status
from muster.core.rules.players import missed_by_entry, must_be_open, player_fields

FIELD = "field-"
"""The prefix of a player field's key in a form."""


def own_fields(system: System) -> tuple[Field, ...]:
    """What players say about themselves when they enrol: what the game asks, and their club. The organiser enters what
    seeds a final, fixed tables and groups for awards.
    """
    kept = {field.key for field in house.PLAYER_FIELDS}
    return tuple(field for field in player_fields(system) if not field.of_season and field.key not in kept)


def person_form(fields: Iterable[Field], typed: Mapping[str, str]) -> list[FormLine]:
    return [_line(field, typed.get(FIELD + field.key, "")) for field in fields]


def _line(field: Field, value: str) -> FormLine:
    choices = tuple((c, tr(c.replace("_", " "))) for c in field.choices)
    if field.kind is Kind.YES_NO:
        choices = (("yes", tr("yes")), ("no", tr("no")))
    one = Input(FIELD + field.key, "", value, choices)
    needed = field.required and field.default is None
    return FormLine(
        field.key, field.label, field.kind.value, (one,), field.low, field.high, field.clause, field.meaning, needed
    )


def typed_values(fields: Iterable[Field], posted: Mapping[str, str]) -> dict[str, str]:
    """What was filled in, by field."""
    return {f.key: posted[FIELD + f.key].strip() for f in fields if posted.get(FIELD + f.key, "").strip()}


def changed_values(system: System, player: Player, posted: Mapping[str, str]) -> dict[str, str]:
    """What was filled in differently from what is known; an emptied field is cleared."""
    before = filled(system, player)
    return {
        f.key: posted[FIELD + f.key].strip()
        for f in player_fields(system)
        if FIELD + f.key in posted and posted[FIELD + f.key].strip() != before[FIELD + f.key]
    }


def filled(system: System, player: Player) -> dict[str, str]:
    """An enrolled player's form, as it would have been typed."""
    return {FIELD + f.key: _text(player.values.get(f.key)) for f in player_fields(system)}


def _text(value: Raw) -> str:
    return "" if value is None else {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _words(value: Raw) -> str:
    return tr(_text(value)) if isinstance(value, bool) else _text(value)


def about(system: System, player: Player) -> list[tuple[str, str]]:
    """What is known about a player, in words: (label, value)."""
    return [
        (tr(f.label), _words(player.values[f.key]))
        for f in player_fields(system)
        if player.values.get(f.key) is not None
    ]


def entry_state(opened: Opened) -> tuple[Refusal | None, tuple[int, ...]]:
    """Whether a player can still enter: the refusal if not, and the rounds they would have missed (X-04)."""
    try:
        opened.event.must_run()
        return None, missed_by_entry(opened.event, opened.system)
    except Refusal as refusal:
        return refusal, ()


def registration_is_open(opened: Opened) -> bool:
    try:
        must_be_open(opened.event, opened.system)
    except Refusal:
        return False
    return True


def match_under_way(opened: Opened, player: PlayerId) -> tuple[Round, Match] | None:
    """Their match in the current round, while it has no result."""
    round_ = opened.event.current
    if round_ is None or round_.state is not RoundState.PUBLISHED:
        return None
    match = round_.match_of(player)
    return None if match is None or match.state is MatchState.IN else (round_, match)


def bye_to_give(opened: Opened, player: PlayerId) -> tuple[int, str] | None:
    """The round of a draft in which somebody else has the bye, and who; None if there is none to give."""
    event, round_ = opened.event, opened.event.current
    if round_ is None or round_.state is not RoundState.DRAFT or not round_.byes:
        return None
    holder = round_.byes[0].player
    if event.stage_of(round_).kind is StageKind.ELIMINATION or holder == player or not round_.match_of(player):
        return None
    return round_.number, event.name_of(holder)


def missed_if_back(opened: Opened, player: Player) -> tuple[int, ...]:
    """The rounds that would count as unpaired losses if they came back now."""
    return presence.missed_if_back(player) if player.status is Status.DROPPED else ()
