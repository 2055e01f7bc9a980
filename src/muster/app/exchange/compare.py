"""Our standings beside the published ones: every difference in points, tie-breaks and places, by name and exact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from muster.app.desk import Opened
from muster.app.exact import Who
from muster.app.exchange import ties
from muster.app.exchange.record import PublishedNumber, Record
from muster.core.kit.model import PlayerId, Points
from muster.core.reading.tally import standings

FINEST = 12
"""Further decimals are noise from other programs' binary arithmetic."""

POINTS, RANK = "points", "rank"


@dataclass(frozen=True, slots=True)
class Difference:
    """`published` as the file writes it; `ours` is None if we have no such value (or no place)."""

    player: PlayerId
    name: str
    what: str
    published: str
    ours: Points | None
    shared: bool = False
    """The place is shared here."""


class DifferenceView(Who, frozen=True):
    """A published value that differs here; a shared place is “6=”."""

    what: str
    published: str
    ours: int | str | None


@dataclass(slots=True)
class Comparison:
    """`compared`: how many published values of each kind could be compared."""

    differences: list[Difference] = field(default_factory=list)
    compared: Counter[str] = field(default_factory=Counter)


def compare(opened: Opened, record: Record, ids: Mapping[str, PlayerId]) -> Comparison:
    """Differences in order of players; for each player points, then tie-breaks, then the place."""
    result = standings(opened.event, opened.system)
    rows = {row.player: row for row in result.rows}
    ours = Counter(row.rank for row in result.rows)
    theirs = Counter(entrant.published.rank for entrant in record.entrants)
    decimals = _decimals(record)
    definition = tuple((opened.event.definition or {}).get("tiebreak", ()))
    column = dict(zip(map(ties.word, definition), ties.columns(definition), strict=True))
    found = Comparison()
    for entrant in record.entrants:
        said, row = entrant.published, rows[ids[entrant.key]]
        who = (row.player, opened.event.name_of(row.player))
        if said.points is not None:
            found.compared[POINTS] += 1
            if said.points.value != row.points:
                found.differences.append(Difference(*who, POINTS, said.points.text, row.points))
        for word, figure in said.tiebreaks.items():
            if word in column:
                found.compared[word] += 1
                value = row.values.get(column[word])
                if not _same(figure, value, decimals[word]):
                    found.differences.append(Difference(*who, word, figure.text, value))
        if said.rank is not None:
            found.compared[RANK] += 1
            shared = ours[row.rank] > 1
            published = f"{said.rank}{'=' if theirs[said.rank] > 1 else ''}"
            if (said.rank, theirs[said.rank] > 1) != (row.rank, shared):
                found.differences.append(Difference(*who, RANK, published, row.rank, shared))
    return found


def _decimals(record: Record) -> dict[str, int]:
    """How many decimals each tie-break was published with: as many as its longest value."""
    most: dict[str, int] = {}
    for entrant in record.entrants:
        for key, figure in entrant.published.tiebreaks.items():
            most[key] = max(most.get(key, 0), figure.decimals)
    return {key: min(decimals, FINEST) for key, decimals in most.items()}


def _same(figure: PublishedNumber, ours: Points | None, decimals: int) -> bool:
    """Equal, or equal as far as a value with this many decimals can show."""
    if ours is None:
        return False
    off = abs(Fraction(ours) - figure.value)
    return off == 0 or (figure.decimals >= 0 and decimals > 0 and off <= Fraction(1, 2 * 10**decimals))
