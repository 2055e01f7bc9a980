"""One person over several events, as somebody confirms it: joined, or told apart. Facts out, or a refusal."""

from __future__ import annotations

from muster.core.kit.errors import BadInput, Refusal, UnknownName
from muster.core.kit.language import Message, mark, tr
from muster.core.kit.written import look, tidy, whole_number
from muster.core.reading.circuit.people import appearances, suggestions
from muster.core.record.people.facts import Appearance, PeopleJoined, PeopleParted
from muster.core.record.people.who import shared_event
from muster.core.record.season.facts import SeasonFact
from muster.core.record.season.journal import Season
from muster.core.rules.circuit.seasons import entered_event


def join(season: Season, one: Appearance, other: Appearance) -> list[SeasonFact]:
    """Two players of different events are one person, and their points add up."""
    first, second = season.person(one), season.person(other)
    if first == second:
        return []
    both = shared_event(first, second)
    if both:
        raise Refusal(
            "{one} and {other} both played in {event}, so they are two people.",
            one=name_of(season, one),
            other=name_of(season, other),
            event=_event_name(season, both),
        )
    return [PeopleJoined(((one, other),))]


def join_alike(season: Season) -> list[SeasonFact]:
    """Everybody with the same name is one person: accepts all suggestions together, for somebody who knows the
    players.
    """
    pairs = tuple((alike.one, alike.other) for alike in suggestions(season))
    return [PeopleJoined(pairs)] if pairs else []


def part(season: Season, one: Appearance, other: Appearance) -> list[SeasonFact]:
    """Two players are two people: no longer one if they were joined, and not suggested again."""
    if one == other:
        raise Refusal("{name} is one player of one event and cannot be split.", name=name_of(season, one))
    return [] if frozenset((one, other)) in season.who.parted else [PeopleParted(one, other)]


def name_of(season: Season, appearance: Appearance) -> str:
    origin, player = appearance
    event = season.events.get(origin)
    results = None if event is None else event.results
    name = "" if results is None else results.by_player(results.names).get(player, "")
    return name or f"#{player}"


def find(season: Season, text: str) -> Appearance:
    """A player in one of the season's events: by name if only one has it, or as NAME@EVENT, or #7@EVENT."""
    wanted, sign, where = text.rpartition("@")
    if not sign:
        wanted, where = where, ""
    wanted = tidy(wanted)
    inside = entered_event(season, where).origin if where else ""
    known = [(one, name) for one, name in appearances(season) if not inside or one[0] == inside]
    number = whole_number(wanted[1:]) if wanted.startswith("#") else None
    found = [one for one, name in known if (one[1] == number if number is not None else look(name) == look(wanted))]
    if not found or not wanted:
        raise UnknownName(mark("player of the season"), text, sorted({name for _, name in known}))
    if len({season.person(one) for one in found}) > 1:
        raise BadInput(
            "Several people are called “{name}”. Name the event too: {name}@{event}.",
            name=wanted,
            event=season.events[found[0][0]].entered.event,
        )
    return found[0]


def _event_name(season: Season, origin: str) -> str | Message:
    if origin in season.events:
        return season.events[origin].entered.name
    if season.final is not None and season.final.origin == origin:
        return season.final.name
    return tr("an event that left the season")
