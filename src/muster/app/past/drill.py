"""Testing a backup: restores it into a temporary folder and verifies every event in it."""

from __future__ import annotations

from dataclasses import dataclass

from muster.app.desk import Desk
from muster.app.past.verify import check_tables, verify
from muster.core.kit.errors import DamagedJournal, GameMissing


@dataclass(frozen=True, slots=True)
class Drilled:
    """How many events match, and why others could not be checked here."""

    verified: int
    left_out: tuple[str, ...]


def drill(desk: Desk) -> Drilled:
    """Replays every event of a data folder.

    DamagedJournal names the first that differs; one whose game is not installed here is left out.
    """
    verified, left_out = 0, []
    for stored in desk.listed():
        try:
            opened = desk.open(stored.id)
        except GameMissing as missing:
            left_out.append(str(missing))
            continue
        seed = desk.seed(stored.id) or opened.event.seed
        difference = verify(opened, seed, tables=check_tables(desk, stored.id)).difference
        if difference is not None:
            raise DamagedJournal(
                "The event “{event}” in this backup does not verify: {difference} Use another backup.",
                event=stored.id,
                difference=difference,
            )
        verified += 1
    return Drilled(verified, tuple(left_out))
