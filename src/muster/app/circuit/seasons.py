"""The ledger of seasons, and what it opens."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from muster.app.keeping.event_time import uptime
from muster.app.keeping.ledger import Ledger, Snapshot
from muster.app.ports import Clock, Journals
from muster.core.book.circuit.definition import Circuit, read
from muster.core.kit.errors import Refusal
from muster.core.record.journal import Entry, Row
from muster.core.record.people.facts import PeopleFact
from muster.core.record.people.journal import JOURNAL, PEOPLE, People
from muster.core.record.people.who import PeopleSaid, all_answers
from muster.core.record.season.facts import SeasonFact
from muster.core.record.season.journal import SEASON, Season
from muster.core.record.undo import effective
from muster.core.rules.circuit.audit import must_be_sound

NAMELESS = "season"
"""The id of a season whose name has no letter that an id can use."""


@dataclass(frozen=True, slots=True)
class OpenSeason:
    """A season as its journal has it, with its circuit."""

    id: str
    season: Season
    circuit: Circuit
    entries: tuple[Entry[SeasonFact], ...]
    hashes: tuple[str, ...] = field(default=(), repr=False)

    @property
    def head(self) -> str:
        return self.hashes[-1]

    @property
    def last(self) -> int:
        return self.entries[-1].seq


def _made(
    season_id: str, season: Season, entries: tuple[Entry[SeasonFact], ...], hashes: tuple[str, ...]
) -> OpenSeason:
    return OpenSeason(season_id, season, read(season.definition), entries, hashes)


class Seasons(Ledger[SeasonFact, Season, OpenSeason]):
    """The ledger of seasons."""

    def __init__(
        self, journals: Journals, clock: Clock, fresh: Callable[[], str], elapsed: Callable[[], float] = uptime
    ) -> None:
        super().__init__(SEASON, _made, journals, clock, fresh, elapsed)
        self._people: Ledger[PeopleFact, People, Snapshot[PeopleFact, People]] = Ledger(
            PEOPLE, Snapshot, journals, clock, fresh, elapsed
        )
        self._answered: tuple[object, PeopleSaid] | None = None

    def from_elsewhere(self, journal_id: str, rows: Sequence[Row]) -> OpenSeason:
        must_be_sound(tuple(SEASON.read(rows)))
        return super().from_elsewhere(journal_id, rows)

    def today(self) -> date:
        """Today's date on this computer."""
        return datetime.fromisoformat(self.clock.now()).astimezone().date()

    def who(self) -> PeopleSaid:
        """Who is who, according to the people journal and all seasons here."""
        name = self._people.name(JOURNAL)
        heads = [self.journals.head(name), *(self.journals.head(self.name(stored.id)) for stored in self.listed())]
        known = self._answered
        if known is None or known[0] != heads:
            self._answered = known = heads, all_answers(self._answers(heads[0] != (0, "")))
        return known[1]

    def _answers(self, people: bool) -> Iterator[Sequence[Entry[object]]]:
        """What each journal says; a damaged one is reported where it is listed, and is skipped here."""
        with suppress(Refusal):
            if people:
                yield effective(self._people.open(JOURNAL).entries)
        for stored in self.listed():
            with suppress(Refusal):
                yield effective(self.open(stored.id).entries)

    def with_people(self, opened: OpenSeason) -> OpenSeason:
        """The season with what other journals say about its people, if there are any."""
        if len(self.listed()) == 1 and self.journals.head(self._people.name(JOURNAL)) == (0, ""):
            return opened
        return replace(opened, season=replace(opened.season, who=self.who()))

    def others(self, season_id: str = "") -> list[Season]:
        """Every other season that can be read; a damaged one is reported where it is listed."""
        found = []
        for stored in self.listed():
            if stored.id != season_id:
                try:
                    found.append(self.open(stored.id).season)
                except Refusal:
                    continue
        return found
