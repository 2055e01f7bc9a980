"""Which pair sits at which table, and why: top pair first, Urban War's rule where repeats must be avoided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from muster.core.kit.model import PlayerId
from muster.core.kit.reasons import Reason

Seat = tuple[int, tuple[Reason, ...]]


def allocate(
    pairs: Sequence[tuple[PlayerId, PlayerId]],
    *,
    tables: Sequence[int],
    used: Mapping[PlayerId, frozenset[int]],
    pinned: Mapping[PlayerId, int],
    avoid_repeats: bool,
    clauses: Mapping[str, str],
    featured: int | None = None,
) -> list[Seat]:
    """A table for each pair; pairs come best first, each with its higher scorer first (UW-32, U-09).

    A pinned player's pair gets that table; if two pins conflict, a reason says so. `clauses`: reason code to rule id;
    "table_fresh_for_other" is the rule behind a table that is new to the lower scorer only.
    """
    seats, missed = _pin(pairs, pinned, clauses)
    taken = {table for table, _ in seats.values()}
    if featured is not None and featured not in taken:
        top = next((index for index in range(len(pairs)) if index not in seats), None)
        if top is not None:
            seats[top] = (featured, (_why("table_featured", clauses, table=featured),))
            taken.add(featured)
    free = [table for table in tables if table not in taken]
    # UW-33: before anybody has sat anywhere, there is nothing to avoid.
    choose = _fresh if avoid_repeats and any(used.values()) else _lowest
    for index, pair in enumerate(pairs):
        if index not in seats:
            seats[index] = choose(free, pair, used, clauses)
            free.remove(seats[index][0])
    return [(seats[i][0], seats[i][1] + missed.get(i, ())) for i in range(len(pairs))]


def room(numbers: Sequence[int], closed: Sequence[int], count: int, needed: int) -> list[int]:
    """The available tables: those listed, or 1 to `count`, without the closed ones.

    If there are too few, numbers continue after the highest, so that everybody has a seat.
    """
    shut = set(closed)
    tables = [t for t in (numbers or range(1, count + 1)) if t not in shut]
    extra = max([0, *tables, *(shut if not numbers else ())]) + 1
    while len(tables) < needed:
        if extra not in shut:
            tables.append(extra)
        extra += 1
    return tables


def _why(code: str, clauses: Mapping[str, str], *, rule: str = "", **data: object) -> Reason:
    return Reason(code, dict(data), clauses.get(rule or code, "X-12"))


def _pin(
    pairs: Sequence[tuple[PlayerId, PlayerId]], pinned: Mapping[PlayerId, int], clauses: Mapping[str, str]
) -> tuple[dict[int, Seat], dict[int, tuple[Reason, ...]]]:
    """The seats of pinned players, better pair and higher scorer first; and the pins that could not be kept."""
    seats: dict[int, Seat] = {}
    missed: dict[int, tuple[Reason, ...]] = {}
    taken: set[int] = set()
    for index, pair in enumerate(pairs):
        for player in pair:
            wanted = pinned.get(player)
            if wanted is None or (index in seats and seats[index][0] == wanted):
                continue
            if index in seats or wanted in taken:
                told = _why("table_pin_missed", clauses, player=player, table=wanted)
                missed[index] = (*missed.get(index, ()), told)
                continue
            taken.add(wanted)
            seats[index] = (wanted, (_why("table_pinned", clauses, player=player, table=wanted),))
    return seats, missed


def _lowest(
    free: Sequence[int],
    pair: tuple[PlayerId, PlayerId],
    used: Mapping[PlayerId, frozenset[int]],
    clauses: Mapping[str, str],
) -> Seat:
    return free[0], (_why("table_in_order", clauses, table=free[0]),)


def _fresh(
    free: Sequence[int],
    pair: tuple[PlayerId, PlayerId],
    used: Mapping[PlayerId, frozenset[int]],
    clauses: Mapping[str, str],
) -> Seat:
    """UW-34: the lowest table new to both; UW-35: else new to the higher scorer; U-08: else to the other, else the
    lowest.
    """
    higher, lower = (used.get(player, frozenset()) for player in pair)
    for table in free:
        if table not in higher and table not in lower:
            return table, (_why("table_fresh", clauses, table=table),)
    code = "table_fresh_for_one"
    for player, known, rule in ((pair[0], higher, code), (pair[1], lower, "table_fresh_for_other")):
        for table in free:
            if table not in known:
                return table, (_why(code, clauses, rule=rule, table=table, player=player),)
    return free[0], (_why("table_repeat", clauses, table=free[0]),)
