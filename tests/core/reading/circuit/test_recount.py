"""Random seasons of random circuits, counted a second time by plain means: exact points, places, regions, clubs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from muster.core.reading.circuit.table import group_table, region_table
from tests.core.reading.circuit.league import FIRST, LAST, League

PEOPLE = [f"Player {letter}" for letter in "ABCDEFGHIJKLMN"]
CLUBS = ["North", "north ", "South", "", "East"]
REGIONS = ("Coast", "Hills")
BEGIN, END = date.fromisoformat(FIRST), date.fromisoformat(LAST)


@dataclass
class Held:
    """An event as the recount knows it."""

    day: date
    order: list[str]
    clubs: list[str]
    region: str
    tier: dict[str, Any]
    reported: date | None
    unplaced: int


@dataclass
class Made:
    """A random circuit and what happened in one of its seasons."""

    definition: dict[str, Any]
    today: date
    held: list[Held] = field(default_factory=list)


def made(random: Random) -> Made:
    chart = sorted((random.choice([0, 1, 2, 3, 5, 8, 13]) for _ in range(random.randint(1, 5))), reverse=True)
    chart[0] = chart[0] or 1
    times = [f"{random.randint(1, 5)}/{random.randint(1, 4)}" for _ in range(2)]
    fewest, otherwise = random.randint(0, 6), random.choice(["nothing", "warning"])
    tiers: list[dict[str, Any]] = [
        {"name": "Small", "times": times[0]},
        {"name": "Large", "times": times[1], "players": fewest, "if_not": otherwise},
    ]
    places, region_places = random.randint(1, 4), random.randint(1, 2)
    definition: dict[str, Any] = {
        "name": "League",
        "regions": list(REGIONS),
        "points": {"chart": chart, "others": random.choice([0, chart[-1], Fraction(chart[-1]) / 2])},
        "tier": tiers,
        "requirement": [{"key": "reported", "title": "Reported", "when": "after", "days": 10}],
        "table": {"best": random.choice([0, 1, 2, 3]), "ties": random.choice([0, 1, 3])},
        "qualify": {"places": places, "points": random.choice([5, 12]), "region_places": region_places},
        "group": [{"title": "Clubs", "field": "club", "best": random.choice([0, 1, 2])}],
    }
    definition["points"]["others"] = str(definition["points"]["others"])
    if random.random() < 0.5:
        definition["decay"] = {"days": random.choice([30, 100, 365]), "times": random.choice(["1/2", "2/3", "0"])}
    season = Made(definition, BEGIN + timedelta(10 * random.randint(0, 50)))
    for _ in range(random.randint(1, 7)):
        day = BEGIN + timedelta(10 * random.randint(0, (END - BEGIN).days // 10))
        order = random.sample(PEOPLE, random.randint(1, 9))
        reported = day + timedelta(random.choice([-1, 0, 10, 10, 11])) if random.random() < 0.9 else None
        unplaced = random.randint(0, len(order) - 1)
        clubs = [random.choice(CLUBS) for _ in order]
        season.held.append(Held(day, order, clubs, random.choice(REGIONS), random.choice(tiers), reported, unplaced))
    return season


def league(season: Made) -> League:
    found = League(season.definition)
    for number, one in enumerate(season.held):
        placed = len(one.order) - one.unplaced
        found.event(
            f"event {number}",
            one.day.isoformat(),
            one.order[:placed],
            unplaced=one.order[placed:],
            tier=one.tier["name"],
            region=one.region,
            met={"reported": one.reported.isoformat()} if one.reported else {},
            fields={"club": one.clubs},
        )
    return found


def earned(season: Made, region: str = "") -> dict[str, list[tuple[Fraction, int, str]]]:
    """Everybody's results by day: points, place, club; only those among the best that count."""
    points = season.definition["points"]
    found: dict[str, list[tuple[Fraction, int, str]]] = {}
    for one in sorted(season.held, key=lambda held: held.day):
        small = len(one.order) < one.tier.get("players", 0) and one.tier["if_not"] == "nothing"
        late = one.reported is None or not one.day <= one.reported <= one.day + timedelta(10)
        if small or late or (region and one.region != region):
            continue
        for at, name in enumerate(one.order[: len(one.order) - one.unplaced]):
            worth = Fraction(points["chart"][at] if at < len(points["chart"]) else points["others"])
            worth *= Fraction(one.tier["times"])
            decay, age = season.definition.get("decay"), (min(season.today, END) - one.day).days
            if decay:
                for _ in range(max(age, 0) // decay["days"]):
                    worth *= Fraction(decay["times"])
            if at < len(points["chart"]) or Fraction(points["others"]):
                found.setdefault(name, []).append((worth, at + 1, one.clubs[at]))
    best = season.definition["table"]["best"] or len(season.held)
    for name, own in found.items():
        kept = sorted(range(len(own)), key=lambda n: (-own[n][0], own[n][1], n))[:best]
        found[name] = [own[n] for n in sorted(kept)]
    return found


def ranked(season: Made, region: str = "") -> dict[str, tuple[Fraction, int]]:
    """Everybody's points and rank: one more than how many are better."""
    ties = season.definition["table"]["ties"]
    totals: dict[str, Fraction] = {}
    order: dict[str, tuple[Fraction | int, ...]] = {}
    for name, own in earned(season, region).items():
        total = sum((worth for worth, _, _ in own), Fraction(0))
        if total:
            totals[name] = total
            order[name] = (total, *(sum(place == n for _, place, _ in own) for n in range(1, ties + 1)))
    return {name: (totals[name], 1 + sum(other > own for other in order.values())) for name, own in order.items()}


def qualified(season: Made) -> set[str]:
    asked, found = season.definition["qualify"], set()
    for name, (total, rank) in ranked(season).items():
        if total >= asked["points"] or rank <= asked["places"]:
            found.add(name)
    for region in REGIONS:
        found |= {name for name, (_, rank) in ranked(season, region).items() if rank <= asked["region_places"]}
    return found & ranked(season).keys()


def clubs(season: Made) -> list[tuple[int, str, Fraction]]:
    """Rank, name in small letters and points of each club that anybody earned anything for."""
    members: dict[str, dict[str, Fraction]] = {}
    for name in ranked(season):
        for worth, _, club in earned(season)[name]:
            if club.strip():
                own = members.setdefault(club.strip().lower(), {})
                own[name] = own.get(name, Fraction(0)) + worth
    most = season.definition["group"][0]["best"] or len(PEOPLE)
    totals = {club: sum(sorted(own.values(), reverse=True)[:most], Fraction(0)) for club, own in members.items()}
    return sorted((1 + sum(other > own for other in totals.values()), club, own) for club, own in totals.items())


@pytest.mark.parametrize("seed", range(60))
def test_random_seasons_come_out_as_a_plain_recount_says(seed: int) -> None:
    season = made(Random(seed))
    found = league(season)
    rows = found.table(season.today.isoformat())
    assert {row.name: (row.points, row.rank) for row in rows} == ranked(season)
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)
    assert {row.name for row in rows if row.qualified} == qualified(season)
    for region in REGIONS:
        assert in_region(found, season, region) == ranked(season, region)
    table = group_table(rows, found.circuit.groups[0])
    assert sorted((row.rank, row.name.lower(), row.points) for row in table) == clubs(season)


def in_region(found: League, season: Made, region: str) -> dict[str, tuple[Any, int]]:
    rows: Sequence[Any] = region_table(found.season, found.circuit, season.today, region)
    return {row.name: (row.points, row.rank) for row in rows}
