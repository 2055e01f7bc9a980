"""The final of a season: who may play in it, and that it was created. Facts out, or a refusal."""

from __future__ import annotations

from collections.abc import Sequence

from muster.core.book.circuit.definition import Circuit
from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId
from muster.core.reading.circuit.table import SeasonRow
from muster.core.record.people.facts import PeopleJoined
from muster.core.record.people.who import Person
from muster.core.record.season.facts import FinalCreated, SeasonFact
from muster.core.record.season.journal import Season

FEWEST = 2


def invited(
    season: Season, circuit: Circuit, rows: Sequence[SeasonRow], attending: Sequence[tuple[Person, str]]
) -> list[SeasonRow]:
    """Who plays in the final, best first: everybody who has qualified, or those of them who come (WMH-136)."""
    if season.final is not None:
        raise Refusal(
            "The final of “{season}” is already there: “{event}”.", season=season.name, event=season.final.event
        )
    if circuit.qualify is None:
        raise Refusal("Nobody qualifies in “{circuit}”: it has no final.", circuit=circuit.name)
    by_person = {row.person: row for row in rows}
    for person, name in attending:
        row = by_person.get(person)
        if row is None or not row.qualified:
            raise Refusal(
                "{name} has {amount} and has not qualified for the final.",
                clause=circuit.final_clause or circuit.qualify.clause,
                name=name,
                amount=circuit.amount(0 if row is None else row.points),
            )
    wanted = {person for person, _ in attending}
    found = [row for row in rows if row.qualified and (not wanted or row.person in wanted)]
    if len(found) < FEWEST:
        raise Refusal("A final needs at least {fewest} players, and {found} can play.", fewest=FEWEST, found=len(found))
    return found


def create(season: Season, event: str, origin: str, name: str, seeds: Sequence[SeasonRow]) -> list[SeasonFact]:
    """Records the final. Its players are the people who qualified, because the season itself enrolled them."""
    first = [min(row.person) for row in seeds]
    pairs = tuple((one, (origin, PlayerId(number))) for number, one in enumerate(first, start=1))
    return [FinalCreated(event, origin, name, tuple(first)), PeopleJoined(pairs)]


def not_qualified(season: Season, rows: Sequence[SeasonRow], entrants: Sequence[PlayerId]) -> list[PlayerId]:
    """Players in the final who were not confirmed as having qualified (WMH-136)."""
    if season.final is None:
        return []
    good = {row.person for row in rows if row.qualified}
    return [player for player in entrants if season.person((season.final.origin, player)) not in good]
