"""Who has which points from which event, and why; places, regions, clubs, and who has qualified. Exact throughout."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from muster.core.book.circuit.definition import Circuit, GroupRules
from muster.core.kit.language import Message, plural, tr
from muster.core.kit.model import PlayerId, Points
from muster.core.kit.written import look, tidy
from muster.core.reading.circuit.checks import counts, event_checks
from muster.core.record.people.who import Person
from muster.core.record.season.facts import ResultsTaken
from muster.core.record.season.journal import Season, SeasonEvent


@dataclass(frozen=True, slots=True)
class SeasonReason:
    """A sentence and the clause behind it."""

    told: Message
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Earned:
    """What one event is worth to one person. `counted`: among the best results that count."""

    event: SeasonEvent
    player: PlayerId
    name: str
    place: int
    points: Points
    counted: bool
    why: tuple[SeasonReason, ...]
    fields: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A person in the table. `rank` is shared by those who are level. `qualified`: why; empty if they have not."""

    person: Person
    name: str
    rank: int
    points: Points
    places: tuple[int, ...]
    """How often they took each place that breaks ties: first, second, and so on."""
    earned: tuple[Earned, ...]
    qualified: tuple[SeasonReason, ...] = ()


@dataclass(frozen=True, slots=True)
class GroupRow:
    """A club or team, with the people who count for it, best first."""

    name: str
    rank: int
    points: Points
    members: tuple[tuple[str, Points], ...]


def with_results(season: Season, results: Iterable[ResultsTaken]) -> Season:
    """The season as if these results had been taken over."""
    events = dict(season.events)
    for one in results:
        events[one.origin] = replace(events[one.origin], results=one)
    return replace(season, events=events)


def counted_day(season: Season, today: date) -> date:
    """The day for which results are valued: no later than the season's last."""
    return min(today, date.fromisoformat(season.last))


def season_table(season: Season, circuit: Circuit, today: date) -> list[SeasonRow]:
    """Everybody with points, best first, and who has qualified."""
    rows = region_table(season, circuit, today)
    regional: dict[Person, tuple[str, int]] = {}
    if circuit.qualify is not None and circuit.qualify.region_places:
        for region in circuit.regions:
            for row in region_table(season, circuit, today, region):
                if row.rank <= circuit.qualify.region_places:
                    regional.setdefault(row.person, (region, row.rank))
    return [replace(row, qualified=tuple(_qualified(circuit, row, regional.get(row.person)))) for row in rows]


def region_table(season: Season, circuit: Circuit, today: date, region: str = "") -> list[SeasonRow]:
    """The table for events in one region, or for all."""
    found: dict[Person, list[Earned]] = {}
    day = counted_day(season, today)
    for event in season.events.values():
        if (region and event.entered.region != region) or not counts(event_checks(circuit, event, today)):
            continue
        for earned in _of_event(circuit, event, day):
            found.setdefault(season.person((event.origin, earned.player)), []).append(earned)
    rows = [_row(circuit, person, own) for person, own in found.items()]
    rows = [row for row in rows if row.points]
    return [replace(row, rank=rank) for row, rank in _ranked(rows, lambda row: (row.points, *row.places))]


def event_earned(season: Season, circuit: Circuit, event: SeasonEvent, today: date) -> list[Earned]:
    """What an event's places are worth today, best first, whether or not the event counts."""
    return list(_of_event(circuit, event, counted_day(season, today)))


def _of_event(circuit: Circuit, event: SeasonEvent, day: date) -> Iterator[Earned]:
    results = event.results
    if results is None:
        return
    names = results.by_player(results.names)
    fields = {key: results.by_player(texts) for key, texts in results.fields.items()}
    paid = results.order if circuit.others else results.order[: len(circuit.chart)]
    for place, player in enumerate(paid, start=1):
        points, why = _worth(circuit, event, results, place, day)
        own = {key: texts.get(player, "") for key, texts in fields.items()}
        yield Earned(event, player, names.get(player, f"#{player}"), place, points, True, tuple(why), own)


def _worth(
    circuit: Circuit, event: SeasonEvent, results: ResultsTaken, place: int, day: date
) -> tuple[Points, list[SeasonReason]]:
    """W-43: places are those of the final order, which leaves out anybody disqualified."""
    points = Fraction(circuit.earns(place))
    told = tr(
        "Place {place} of {players} earns {amount}.",
        place=place,
        players=results.players,
        amount=circuit.amount(_whole(points)),
    )
    why = [SeasonReason(told, circuit.chart_clause)]
    tier = None if event.entered.carried_from else circuit.tier(event.entered.tier)
    if tier is not None and tier.times != 1:
        points *= tier.times
        told = tr(
            "Points of {tier} events are multiplied by {times}: {points}.",
            tier=tier.name,
            times=_whole(Fraction(tier.times)),
            points=_whole(points),
        )
        why.append(SeasonReason(told, tier.clause))
    age = (day - date.fromisoformat(event.entered.last_day)).days
    if circuit.decay is not None and age >= circuit.decay.days:
        points *= circuit.decay.times ** (age // circuit.decay.days)
        told = plural(
            age,
            "After {n} day this is worth {points}.",
            "After {n} days this is worth {points}.",
            points=_whole(points),
        )
        why.append(SeasonReason(told, circuit.decay.clause))
    return _whole(points), why


def counting(circuit: Circuit) -> list[SeasonReason]:
    """What becomes of the points of a place: how many results count, which events count more, what time takes away."""
    found = []
    if circuit.best:
        told = plural(
            circuit.best, "The best result of each player counts.", "The best {n} results of each player count."
        )
        found.append(SeasonReason(told, circuit.best_clause))
    for tier in circuit.tiers:
        if tier.times != 1:
            times = _whole(Fraction(tier.times))
            told = tr("Points of {tier} events are multiplied by {times}.", tier=tier.name, times=times)
            found.append(SeasonReason(told, tier.clause))
    if circuit.decay is not None:
        told = plural(
            circuit.decay.days,
            "Every day after an event, its points are multiplied by {times}.",
            "Every {n} days after an event, its points are multiplied by {times}.",
            times=_whole(circuit.decay.times),
        )
        found.append(SeasonReason(told, circuit.decay.clause))
    return found


def _whole(points: Fraction) -> Points:
    return points.numerator if points.denominator == 1 else points


def _row(circuit: Circuit, person: Person, own: list[Earned]) -> SeasonRow:
    """`own`: in the order the events were entered."""
    in_time = sorted(own, key=lambda e: e.event.entered.last_day)
    if circuit.best:
        best = {id(e) for e in sorted(in_time, key=lambda e: (-e.points, e.place))[: circuit.best]}
        told = plural(circuit.best, "Only the best result counts.", "Only the best {n} results count.")
        over = SeasonReason(told, circuit.best_clause)
        in_time = [e if id(e) in best else replace(e, counted=False, why=(*e.why, over)) for e in in_time]
    counted = [e for e in in_time if e.counted]
    places = tuple(sum(e.place == place for e in counted) for place in range(1, circuit.ties + 1))
    total = _whole(sum((Fraction(e.points) for e in counted), Fraction(0)))
    return SeasonRow(person, in_time[-1].name, 0, total, places, tuple(in_time))


def _ranked(rows: list[SeasonRow], worth: Callable[[SeasonRow], tuple[Points, ...]]) -> Iterator[tuple[SeasonRow, int]]:
    """Best first; W-40: more first places, then second places. Players who are level share a rank."""
    ordered = sorted(rows, key=lambda row: look(row.name))
    ordered.sort(key=worth, reverse=True)
    rank = 0
    for at, row in enumerate(ordered):
        if at == 0 or worth(row) != worth(ordered[at - 1]):
            rank = at + 1
        yield row, rank


def _qualified(circuit: Circuit, row: SeasonRow, regional: tuple[str, int] | None) -> Iterator[SeasonReason]:
    asked = circuit.qualify
    if asked is None:
        return
    if asked.points is not None and row.points >= asked.points:
        told = tr("{amount}: {least} or more qualify.", amount=circuit.amount(row.points), least=asked.points)
        yield SeasonReason(told, asked.clause)
    if asked.places and row.rank <= asked.places:
        told = plural(
            asked.places,
            "Place {rank} of the table: the first qualifies.",
            "Place {rank} of the table: the first {n} qualify.",
            rank=row.rank,
        )
        yield SeasonReason(told, asked.clause)
    if regional is not None:
        region, rank = regional
        told = plural(
            asked.region_places,
            "Place {rank} of {region}: the first of each region qualifies.",
            "Place {rank} of {region}: the first {n} of each region qualify.",
            rank=rank,
            region=region,
        )
        yield SeasonReason(told, asked.clause)


def group_table(rows: Iterable[SeasonRow], group: GroupRules) -> list[GroupRow]:
    """Clubs or teams: what members earned while they played for them; only the best members count, if there is a
    limit.
    """
    members: dict[str, dict[Person, tuple[str, Fraction]]] = {}
    called: dict[str, str] = {}
    for row in rows:
        for earned in row.earned:
            text = tidy(earned.fields.get(group.field, ""))
            if text and earned.counted:
                called.setdefault(look(text), text)
                own = members.setdefault(look(text), {})
                own[row.person] = row.name, own.get(row.person, ("", Fraction(0)))[1] + earned.points
    totals: list[tuple[Fraction, str, list[tuple[str, Fraction]]]] = []
    for key, own in members.items():
        best = sorted(own.values(), key=lambda one: (-one[1], look(one[0])))
        best = best[: group.best] if group.best else best
        totals.append((sum((points for _, points in best), Fraction(0)), called[key], best))
    totals.sort(key=lambda one: (-one[0], look(one[1])))
    return [
        GroupRow(
            name,
            1 + sum(other[0] > points for other in totals),
            _whole(points),
            tuple((who, _whole(worth)) for who, worth in best),
        )
        for points, name, best in totals
    ]
