"""Seasons made of facts, without events: who came in which order, and what was done for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from muster.core.book.circuit.definition import Circuit, read
from muster.core.kit.model import Actor, PlayerId
from muster.core.reading.circuit.table import SeasonRow, season_table
from muster.core.record.journal import Entry
from muster.core.record.people.facts import PeopleJoined
from muster.core.record.season.facts import EventEntered, RequirementMet, ResultsTaken, SeasonFact, SeasonOpened
from muster.core.record.season.journal import Season, fold

FIRST, LAST = "2026-06-01", "2027-05-31"


def entries(facts: Sequence[SeasonFact]) -> list[Entry[SeasonFact]]:
    return [
        Entry(seq, f"2026-06-01T10:00:{seq % 60:02}.000000+00:00", Actor(), f"request-{seq}", fact)
        for seq, fact in enumerate(facts, start=1)
    ]


class League:
    """A season by names: a person has one name in all events."""

    def __init__(self, definition: dict[str, Any]) -> None:
        self.circuit: Circuit = read(definition)
        self.facts: list[SeasonFact] = [SeasonOpened("League", FIRST, LAST, definition)]
        self._seen: dict[str, tuple[str, PlayerId]] = {}

    @property
    def season(self) -> Season:
        return fold(entries(self.facts))

    def event(
        self,
        name: str,
        day: str,
        order: Sequence[str],
        *,
        unplaced: Sequence[str] = (),
        tier: str = "",
        region: str = "",
        met: Mapping[str, str] | None = None,
        fields: Mapping[str, Sequence[str]] | None = None,
        **more: Any,
    ) -> League:
        """`met`: the day of each requirement. `more`: other fields of the two facts."""
        tier = tier or self.circuit.tiers[0].name
        results = {key: more.pop(key) for key in ("options", "distinct", "elsewhere") if key in more}
        self.facts.append(EventEntered(name, f"origin {name}", name, day, day, tier, region, **more))
        names = (*order, *unplaced)
        numbers = tuple(PlayerId(number) for number in range(1, len(names) + 1))
        texts = {key: tuple(values) for key, values in (fields or {}).items()}
        placed = len(order)
        taken = ResultsTaken(
            f"origin {name}",
            f"head {name}",
            9,
            numbers[:placed],
            numbers[placed:],
            names=names,
            fields=texts,
            **results,
        )
        self.facts.append(taken)
        self.facts += [RequirementMet(f"origin {name}", key, on) for key, on in (met or {}).items()]
        for number, who in zip(numbers, names, strict=True):
            own = (f"origin {name}", number)
            if self._seen.setdefault(who, own) != own:
                self.facts.append(PeopleJoined(((self._seen[who], own),)))
        return self

    def table(self, today: str = LAST) -> list[SeasonRow]:
        return season_table(self.season, self.circuit, date.fromisoformat(today))

    def points(self, today: str = LAST) -> dict[str, Any]:
        return {row.name: row.points for row in self.table(today)}

    def ranks(self) -> dict[str, int]:
        return {row.name: row.rank for row in self.table()}

    def qualified(self) -> list[str]:
        return [row.name for row in self.table() if row.qualified]
