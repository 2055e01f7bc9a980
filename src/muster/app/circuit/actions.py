"""What people do with a season: open it, enter events, take results over, say who is who, create the final."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from muster import __version__
from muster.app.circuit.held import corrections, feeders_of, held_events, is_other_course, record_of
from muster.app.circuit.seasons import NAMELESS, OpenSeason, Seasons
from muster.app.desk import Desk, Opened
from muster.app.events import actions as events
from muster.app.people import roster
from muster.core.book.circuit.definition import Circuit, read
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.language import listed
from muster.core.kit.model import Actor
from muster.core.kit.written import look
from muster.core.reading.circuit.table import SeasonRow, season_table
from muster.core.record.season.facts import SeasonFact
from muster.core.record.season.journal import SeasonEvent
from muster.core.rules.circuit import final, people, results
from muster.core.rules.circuit import seasons as rules
from muster.core.rules.circuit.seasons import Entering, entered_event
from muster.core.rules.players import clean_name, player_fields
from muster.systems import registry


def open_season(
    seasons: Seasons,
    name: str,
    definition: Mapping[str, Any],
    first: str,
    last: str,
    actor: Actor,
    season_id: str = "",
    request: str = "",
) -> OpenSeason:
    """A new season of a circuit."""
    facts = rules.open_season(name, first, last, definition, seasons.others(), __version__)
    _must_be_fields(read(definition))
    taken = {stored.id for stored in seasons.listed()}
    if season_id and events.slug(season_id) != season_id:
        raise BadInput("“{id}” is not a season id. Use small letters, digits and hyphens.", id=season_id)
    if season_id in taken:
        raise Refusal("There is already a season “{id}”. Choose another id.", id=season_id)
    wanted = season_id or events.slug(clean_name(name)) or NAMELESS
    unique, number = wanted, 2
    while unique in taken:
        unique, number = f"{wanted}-{number}", number + 1
    return seasons.create(unique, "", facts, actor, request)


def _must_be_fields(circuit: Circuit) -> None:
    """Its tables of clubs or teams go by fields that players of its game have."""
    if not circuit.game:
        return
    system = registry.find(circuit.game)
    known = [field.key for field in player_fields(system)]
    for group in circuit.groups:
        if group.field not in known:
            raise BadInput(
                "The table “{title}” goes by the field “{field}”, which {game} players do not have. "
                "They have: {known}.",
                title=group.title,
                field=group.field,
                game=system.name,
                known=listed(known),
            )


def amend(seasons: Seasons, season_id: str, actor: Actor, *, name: str, first: str, last: str) -> OpenSeason:
    """Changes name or days; an empty text leaves a value unchanged."""

    def decide(opened: OpenSeason) -> Sequence[SeasonFact]:
        season, others = opened.season, seasons.others(season_id)
        return rules.amend(
            season, opened.circuit, name or season.name, first or season.first, last or season.last, others
        )

    return seasons.act(season_id, decide, actor)


@dataclass(frozen=True, slots=True)
class AboutEvent:
    """What is said about an event when it enters a season, as typed."""

    first_day: str = ""
    last_day: str = ""
    tier: str = ""
    region: str = ""
    attendees: int | None = None
    qualifiers: Sequence[str] = ()
    """The ids of the events that fed it."""


def enter(seasons: Seasons, desk: Desk, season_id: str, event_id: str, about: AboutEvent, actor: Actor) -> OpenSeason:
    """Enters an event in the season; if it is finished, with its results."""
    held = desk.open(event_id)
    told = Entering(
        held.id,
        held.hashes[0],
        about.first_day,
        about.last_day,
        about.tier,
        about.region,
        about.attendees,
        tuple(desk.open(one).hashes[0] for one in about.qualifiers),
    )

    def decide(opened: OpenSeason) -> Sequence[SeasonFact]:
        others = seasons.others(season_id)
        entered = rules.enter(opened.season, opened.circuit, held.event, held.system, told, others)
        if not held.event.finished:
            return [entered]
        known = SeasonEvent(entered)
        return [entered, *results.take(opened.circuit, known, record_of(held), feeders_of(desk, known))]

    return seasons.act(season_id, decide, actor)


def amend_event(
    seasons: Seasons, desk: Desk, season_id: str, event: str, about: AboutEvent, actor: Actor
) -> OpenSeason:
    """Changes what is recorded about an event in the season; what is left out stays. Steps and results also stay."""
    fed = tuple(desk.open(one).hashes[0] for one in about.qualifiers)
    told = Entering("", "", about.first_day, about.last_day, about.tier, about.region, about.attendees, fed)

    def decide(opened: OpenSeason) -> Sequence[SeasonFact]:
        known = entered_event(opened.season, event)
        held = _here(desk, known)
        others = seasons.others(season_id)
        fact = rules.amend_event(opened.season, opened.circuit, known, held.event, held.system, told, others)
        if fact.qualifiers is None or known.results is None:
            return [fact]
        # The number of different players who fed it is part of its results.
        same = set(fact.qualifiers) == set(known.entered.qualifiers)
        entered = replace(known.entered, qualifiers=fact.qualifiers)
        now = replace(known, entered=entered, results=known.results if same else None)
        return [fact, *results.take(opened.circuit, now, record_of(held), feeders_of(desk, now))]

    return seasons.act(season_id, decide, actor)


def take(seasons: Seasons, desk: Desk, season_id: str, event: str, actor: Actor) -> OpenSeason:
    """Takes an event's results into the season."""

    def decide(opened: OpenSeason) -> Sequence[SeasonFact]:
        return _taken(desk, opened, event)

    return seasons.act(season_id, decide, actor)


def _taken(desk: Desk, opened: OpenSeason, event: str) -> list[SeasonFact]:
    known = entered_event(opened.season, event)
    held = _here(desk, known)
    if known.results is not None and is_other_course(held, known.results):
        known = replace(known, results=None)  # Also if they are the same: from now on they are those of this copy.
    return results.take(opened.circuit, known, record_of(held), feeders_of(desk, known))


def _here(desk: Desk, known: SeasonEvent) -> Opened:
    """The event itself, not another one with its id."""
    held = desk.open(known.entered.event)
    if held.hashes[0] != known.origin:
        raise Refusal(
            "“{id}” is another event here, not “{event}”. Import that one under the id “{id}”.",
            id=held.id,
            event=known.entered.name,
        )
    return held


def update(seasons: Seasons, desk: Desk, season_id: str, actor: Actor) -> OpenSeason:
    """Takes over what has changed in events that were already reported."""
    return seasons.act(season_id, lambda opened: corrections(held_events(desk, opened)), actor)


def meet(
    seasons: Seasons, season_id: str, event: str, requirement: str, on: str, actor: Actor, reason: str = ""
) -> OpenSeason:
    """A requirement of the circuit was met; today, if no day is given."""
    today = seasons.today()

    def decide(opened: OpenSeason) -> Sequence[SeasonFact]:
        known = entered_event(opened.season, event)
        return rules.meet(opened.circuit, known, requirement, on or today.isoformat(), today, reason)

    return seasons.act(season_id, decide, actor)


def withdraw(seasons: Seasons, season_id: str, event: str, reason: str, actor: Actor) -> OpenSeason:
    return seasons.act(season_id, lambda opened: rules.withdraw(entered_event(opened.season, event), reason), actor)


def join(seasons: Seasons, season_id: str, one: str, other: str, actor: Actor) -> OpenSeason:
    """Two players of different events are one person."""

    def decide(opened: OpenSeason) -> Sequence[SeasonFact]:
        season = seasons.with_people(opened).season
        return people.join(season, people.find(season, one), people.find(season, other))

    return seasons.act(season_id, decide, actor)


def join_alike(seasons: Seasons, season_id: str, actor: Actor) -> OpenSeason:
    """Everybody with the same name is one person, on the word of somebody who knows them."""
    return seasons.act(season_id, lambda opened: people.join_alike(seasons.with_people(opened).season), actor)


def part(seasons: Seasons, season_id: str, one: str, other: str, actor: Actor) -> OpenSeason:
    """Two players of different events are two people."""

    def decide(opened: OpenSeason) -> Sequence[SeasonFact]:
        season = seasons.with_people(opened).season
        return people.part(season, people.find(season, one), people.find(season, other))

    return seasons.act(season_id, decide, actor)


def create_final(
    seasons: Seasons,
    desk: Desk,
    season_id: str,
    name: str,
    actor: Actor,
    *,
    attending: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    date: str = "",
    seed: str = "",
) -> tuple[OpenSeason, Opened]:
    """The final as an event of its own, with everybody who qualified and is coming, and what seeds them."""
    opened = seasons.open(season_id)
    pending = [one.event.entered.name for one in held_events(desk, opened) if one.results is not None]
    if pending:
        raise Refusal(
            "Before you create the final, take over the latest results of these events: {events}.",
            events=listed(pending),
        )
    seeds = _seeds(seasons, opened, attending)
    made = _final_event(desk, opened, name, seeds, actor, options or {}, date, seed)

    def decide(now: OpenSeason) -> Sequence[SeasonFact]:
        _seeds(seasons, now, attending)
        return final.create(now.season, made.id, made.hashes[0], made.event.name, seeds)

    try:
        return seasons.act(season_id, decide, actor), made
    except Refusal:
        desk.remove(made.id)
        raise


def _seeds(seasons: Seasons, opened: OpenSeason, attending: Sequence[str]) -> list[SeasonRow]:
    season = seasons.with_people(opened).season
    rows = season_table(season, opened.circuit, seasons.today())
    wanted = [(season.person(people.find(season, text)), text.rpartition("@")[0] or text) for text in attending]
    return final.invited(season, opened.circuit, rows, wanted)


def _final_event(
    desk: Desk,
    opened: OpenSeason,
    name: str,
    seeds: Sequence[SeasonRow],
    actor: Actor,
    options: Mapping[str, str],
    date: str,
    seed: str,
) -> Opened:
    """Seeded by the fields that the game declares for it: the points, then how often they took each place (WMH-137,
    W-40).
    """
    circuit = opened.circuit
    fixed = {key: _typed(value) for key, value in circuit.final_options.items()}
    if not circuit.game:
        raise Refusal("“{circuit}” names no game, so its final cannot be created from here.", circuit=circuit.name)
    made = events.create(desk, name, circuit.game, actor, date=date, seed=seed, options={**fixed, **options})
    fields = [made.system.seed_field, *made.system.seed_ties] if made.system.seed_field else []
    enrolled = [
        (name, {key: str(value) for key, value in zip(fields, (row.points, *row.places), strict=False)})
        for name, row in zip(_told_apart(seeds), seeds, strict=True)
    ]
    try:
        return roster.enrol(desk, made.id, enrolled, actor)
    except Refusal:
        desk.remove(made.id)
        raise


def _told_apart(seeds: Sequence[SeasonRow]) -> list[str]:
    """Their names; if two people share one, the event they last played in is added, by its id where two events have
    one name (X-16).
    """
    last = [row.earned[-1].event.entered for row in seeds]
    by_name = [(row.name, f"{row.name} ({one.name})") for row, one in zip(seeds, last, strict=True)]
    told = [longer if _is_shared(name, [row.name for row in seeds]) else name for name, longer in by_name]
    return [
        f"{row.name} ({one.event})" if _is_shared(name, told) else name
        for row, one, name in zip(seeds, last, told, strict=True)
    ]


def _is_shared(name: str, names: Sequence[str]) -> bool:
    return [look(other) for other in names].count(look(name)) > 1


def _typed(value: object) -> str:
    """An option's value as it would be typed."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
