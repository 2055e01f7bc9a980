"""Who plays: enrolment, check-in, dropping out, coming back, disqualification. Facts out, or a refusal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from muster.core.book import house
from muster.core.book.system import System
from muster.core.forms.fields import Field, check_values, must_be_declared
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.language import tr
from muster.core.kit.lots import Urn
from muster.core.kit.model import Ending, PlayerId, Raw, Result, StageKind
from muster.core.kit.written import glance, tidy, whole_number
from muster.core.reading.stage_names import numbered
from muster.core.record.event import Event, MatchState, RoundState
from muster.core.record.facts.claims import ClaimedBy, NameClaimed
from muster.core.record.facts.play import (
    CheckedIn,
    CheckedOut,
    EnrolmentsRemoved,
    Fact,
    PlayerAmended,
    PlayerDisqualified,
    PlayerDropped,
    PlayerEnrolled,
    PlayerRejoined,
    ResultReported,
)
from muster.core.record.player import Player, Status
from muster.core.record.presence import held_out, missed_if_back
from muster.core.rules.results import checked

LONGEST_NAME = 80

NAME = "name"
"""The key of the name, next to the keys of the fields."""


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody who wants to play."""

    name: str
    values: dict[str, Raw] = field(default_factory=dict)
    stand_in: bool = False
    device: str = ""
    """The digest of the browser they used to enrol themselves."""
    line: int = 0
    """Their line in the list; 0 if they did not come from a list."""


@dataclass(frozen=True, slots=True)
class Vetted:
    """A newcomer as they would be enrolled, or the `fault` that prevents it; `field`: the key of the field at fault."""

    newcomer: Newcomer
    name: str
    values: dict[str, Raw] = field(default_factory=dict)
    fault: Refusal | None = None
    field: str = ""


def player_fields(system: System) -> tuple[Field, ...]:
    own = system.player_fields
    club = () if any(field.key == house.CLUB.key for field in own) else (house.CLUB,)
    return (*own, *club, *house.PLAYER_FIELDS)


def clean_name(name: str) -> str:
    """The name as it is stored."""
    clean = tidy(name)
    if not clean:
        raise BadInput("“{name}” is not a name: it has no visible characters.", name=name)
    if len(clean) > LONGEST_NAME:
        raise BadInput(
            "“{start}…” has {length} characters. A name can have at most {most}.",
            start=clean[:30],
            length=len(clean),
            most=LONGEST_NAME,
        )
    return clean


def player_name(name: str) -> str:
    """A new player's name as it is stored: one that `Event.find` can find."""
    clean = clean_name(name)
    if clean[0] == "#" and whole_number(clean[1:]) is not None:
        raise BadInput("“{name}” means player {number}; a name needs letters.", name=clean, number=clean[1:])
    return clean


def _written(value: Raw) -> Raw:
    """A field as it is stored: like a name it is one line, with nothing invisible that could turn what follows."""
    return tidy(value) if isinstance(value, str) else value


def vet(event: Event, system: System, newcomers: Iterable[Newcomer]) -> list[Vetted]:
    """Each newcomer checked against the players, those before them in the list, and the game's fields."""
    fields = player_fields(system)
    seen: dict[str, Player | Vetted] = {glance(p.name): p for p in event.players.values()}
    found: list[Vetted] = []
    for newcomer in newcomers:
        one = _vetted(system, fields, newcomer, seen)
        found.append(one)
        if one.field != NAME:
            seen[glance(one.name)] = one
    return found


def _vetted(system: System, fields: tuple[Field, ...], newcomer: Newcomer, seen: dict[str, Player | Vetted]) -> Vetted:
    name, at_fault = newcomer.name, NAME
    try:
        name = player_name(name)
        twin = seen.get(glance(name))
        if twin is not None:
            raise _looks_the_same(name, twin)
        at_fault = ""
        must_be_declared(fields, newcomer.values, tr("a {name} player", name=system.name))
        values: dict[str, Raw] = {}
        for one in fields:
            at_fault = one.key
            values[one.key] = one.check(_written(newcomer.values.get(one.key)))
    except Refusal as fault:
        return Vetted(newcomer, name, fault=fault, field=at_fault)
    return Vetted(newcomer, name, {key: value for key, value in values.items() if value is not None})


def _looks_the_same(name: str, twin: Player | Vetted) -> Refusal:
    if isinstance(twin, Player):
        return Refusal(
            "“{name}” looks the same as “{twin}” (player {id}). If they are two people, add something to "
            "tell them apart.",
            clause="X-16",
            name=name,
            twin=twin.name,
            id=twin.id,
        )
    if not twin.newcomer.line:
        return Refusal(
            "“{name}” looks the same as “{twin}”. If they are two people, add something to tell them apart.",
            clause="X-16",
            name=name,
            twin=twin.name,
        )
    return Refusal(
        "“{name}” looks the same as “{twin}” in line {line}. If they are two people, add something to tell them apart.",
        clause="X-16",
        name=name,
        twin=twin.name,
        line=twin.newcomer.line,
    )


def enrol(event: Event, system: System, newcomers: Iterable[Newcomer], urn: Urn) -> list[Fact]:
    """All of them or none."""
    return admit(event, system, vet(event, system, newcomers), urn)


def admit(event: Event, system: System, vetted: Iterable[Vetted], urn: Urn) -> list[Fact]:
    """All of them or none. Player numbers are allotted here and never given twice (UW-16)."""
    event.must_run()
    missed = missed_by_entry(event, system)
    facts: list[Fact] = []
    for number, one in enumerate(vetted, start=event.enrolled + 1):
        if one.fault is not None:
            raise one.fault
        player, new = PlayerId(number), one.newcomer
        facts.append(PlayerEnrolled(player, one.name, urn.lot(player), one.values, new.stand_in, missed, new.device))
    return facts


def register(event: Event, system: System, newcomer: Newcomer, urn: Urn) -> list[Fact]:
    """A player enrols themselves, and gets the name on the phone they use for it."""
    must_be_open(event, system)
    (enrolled,) = enrol(event, system, [newcomer], urn)
    assert isinstance(enrolled, PlayerEnrolled)
    if not newcomer.device:
        return [enrolled]
    return [enrolled, NameClaimed(enrolled.player, newcomer.device, ClaimedBy.REGISTERED)]


def remove(event: Event, players: Iterable[Player]) -> list[Fact]:
    """Removes enrolments as if they had never been made. From round 1 on, players drop instead."""
    event.must_run()
    if event.rounds:
        raise Refusal("Round 1 is drawn, so players can no longer be removed. Drop them instead.")
    gone = tuple(players)
    if not gone:
        raise Refusal("Choose a player to remove.")
    known = {p.player for p in event.staff.penalties} | {one.player for one in event.staff.members.values()}
    known |= {one.player for one in event.lists.lost} | {one.player for one in event.lists.proxies}
    for player in gone:
        if player.checked_in or player.id in known:
            raise Refusal("{name} has been at the desk, so this is a real player. Drop them instead.", name=player.name)
    return [EnrolmentsRemoved(tuple(p.id for p in gone))]


def missed_by_entry(event: Event, system: System) -> tuple[int, ...]:
    """The rounds that a player entering now has missed; refuses if entry is closed."""
    begun = [r.number for r in event.shown]
    if not begun:
        return ()
    if event.stages[0].kind is StageKind.ELIMINATION:
        raise Refusal("The bracket has begun. Nobody can enter any more.")
    if len(event.rounds) > 1:
        raise Refusal("Late entry ends when round 2 is paired.", clause="X-04")
    if not system.settings(event).flag("late_entry"):
        raise Refusal("The event has begun. To let somebody in now, turn on the option “Late entry”.", clause="X-04")
    return tuple(begun)


def must_be_open(event: Event, system: System) -> None:
    """Refuses players who enrol themselves, unless the organiser has opened enrolment and round 1 is not drawn yet."""
    event.must_run()
    if not system.settings(event).flag("self_registration"):
        raise Refusal("Players cannot enrol themselves in this event. Ask the desk.")
    if event.rounds:
        raise Refusal("Round 1 is drawn, so you can no longer enrol here. Ask the desk.")


def amend(event: Event, system: System, player: Player, name: str | None, values: dict[str, Raw]) -> list[Fact]:
    """Changes a name or a player's fields."""
    event.must_run()
    new = None
    if name is not None:
        new = player_name(name)
        if player.id in event.forgotten and new != player.name:
            raise Refusal("The name of player {number} was forgotten, so it stays as it is.", number=player.id)
        for other in event.players.values():
            if other.id != player.id and glance(other.name) == glance(new):
                raise Refusal(
                    "“{new}” looks the same as “{name}” (player {id}).",
                    clause="X-16",
                    new=new,
                    name=other.name,
                    id=other.id,
                )
    written = {key: _written(value) for key, value in values.items()}
    full = check_values(player_fields(system), {**player.values, **written}, tr("a {name} player", name=system.name))
    return [PlayerAmended(player.id, new, {key: full[key] for key in values}, last_drawn(event))]


def check_in(event: Event, system: System, players: Iterable[Player]) -> list[Fact]:
    """They are here; a player who was held out of a round for not being here comes in as a late entry (X-28)."""
    event.must_run()
    facts: list[Fact] = []
    waiting = {p.id for p in held_out(event, len(event.rounds) + 1)}
    for player in players:
        if player.checked_in:
            raise Refusal("{name} is already checked in.", name=player.name)
        missed = missed_by_entry(event, system) if player.id in waiting else ()
        facts.append(CheckedIn(player.id, missed))
    return facts


def may_check_in_self(event: Event, system: System, player: Player) -> bool:
    """Before round 1 is drawn, if the organiser lets players do it; later they go to the desk."""
    early = not event.rounds and not event.finished
    return early and system.settings(event).flag("self_check_in") and player.active and not player.checked_in


def check_in_self(event: Event, system: System, player: Player) -> list[Fact]:
    """A player checks in on their phone. Pressing twice counts once."""
    if player.checked_in:
        return []
    if not may_check_in_self(event, system, player):
        raise Refusal("You cannot check in on your phone now. Go to the desk.")
    return check_in(event, system, [player])


def check_out(event: Event, players: Iterable[Player]) -> list[Fact]:
    event.must_run()
    facts: list[Fact] = []
    for player in players:
        if not player.checked_in:
            raise Refusal("{name} is not checked in.", name=player.name)
        facts.append(CheckedOut(player.id))
    return facts


def last_drawn(event: Event) -> int:
    """The last published round; a draft does not count."""
    return len(event.shown)


def drop(event: Event, player: Player, reason: str = "") -> list[Fact]:
    """Leaves between rounds; in an elimination round the opponent advances (L5R-109)."""
    event.must_run()
    if not player.active:
        raise Refusal("{name} has already left ({status}).", name=player.name, status=player.status)
    facts: list[Fact] = []
    round_ = event.current
    match = round_.match_of(player.id) if round_ is not None and round_.state is RoundState.PUBLISHED else None
    if round_ is not None and match is not None and match.state is not MatchState.IN:
        if event.stage_of(round_).kind is not StageKind.ELIMINATION:
            raise Refusal(
                "{name} is still playing at table {table} in round {number}. Report the result, a concession "
                "or a no-show, then drop.",
                name=player.name,
                table=match.table,
                number=numbered(event, round_.number),
            )
        walkover = Result({}, Ending.NO_SHOW, (player.id,))
        facts.append(ResultReported(round_.number, match.number, walkover))
    return [*facts, PlayerDropped(player.id, last_drawn(event), reason)]


def rejoin(event: Event, system: System, player: Player) -> list[Fact]:
    """Back in the stage they left, with an unpaired loss for each round missed (L5R-090, L5R-091)."""
    event.must_run()
    clauses = system.rules(system.settings(event), len(event.rounds) or 1).clauses
    match player.status:
        case Status.ACTIVE:
            raise Refusal("{name} has not left.", name=player.name)
        case Status.DISQUALIFIED:
            raise Refusal(
                "{name} was disqualified and cannot come back.",
                clause=clauses.get("rejoin_disqualified", "X-08"),
                name=player.name,
            )
        case Status.RETIRED:
            raise Refusal(
                "{name} retired by conceding and cannot come back.",
                clause=clauses.get("rejoin_retired", ""),
                name=player.name,
            )
        case Status.DROPPED:
            pass
    if player.left_stage != event.stage.number or event.stage.kind is StageKind.ELIMINATION:
        raise Refusal(
            "{name} left in stage {left_stage} and could only come back in that stage.",
            clause=clauses.get("rejoin_stage", "X-05"),
            name=player.name,
            left_stage=player.left_stage,
        )
    return [PlayerRejoined(player.id, missed_if_back(player))]


def disqualify(event: Event, system: System, player: Player, reason: str, infraction: str = "") -> list[Fact]:
    """Out for good: earlier results still count, and an unfinished game goes to the opponent (L-40, X-08)."""
    event.must_run()
    system.conduct.infraction(infraction)
    if player.status is Status.DISQUALIFIED:
        raise Refusal("{name} is already disqualified.", name=player.name)
    if not reason.strip():
        raise Refusal("A disqualification needs a reason, for the log.")
    round_ = event.current
    match = round_.match_of(player.id) if round_ is not None and round_.state is RoundState.PUBLISHED else None
    if round_ is not None and match is not None and match.state is not MatchState.IN:
        lost = checked(event, system, round_, match, {}, Ending.DISQUALIFIED, (player.id,))
        reported = ResultReported(round_.number, match.number, lost)
        return [reported, PlayerDisqualified(player.id, round_.number, reason, by_result=True, infraction=infraction)]
    return [PlayerDisqualified(player.id, last_drawn(event), reason, infraction=infraction)]
