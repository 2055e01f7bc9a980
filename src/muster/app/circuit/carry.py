"""Taking a season away and bringing it back, and checking it against its events."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from muster.app.circuit.held import feeders_of, record_of
from muster.app.circuit.seasons import NAMELESS, OpenSeason, Seasons
from muster.app.desk import Desk
from muster.app.events.actions import slug
from muster.app.exact import View
from muster.app.keeping import copies
from muster.app.speech import tr
from muster.core.kit.errors import BadInput, DamagedJournal, Refusal
from muster.core.record.event_journal import EVENT
from muster.core.record.season.journal import SEASON, SeasonEvent
from muster.core.rules.circuit.results import differs, results_of


class SeasonVerified(View, frozen=True):
    """`checked`: events whose results match what was taken over. `not_here`: those that cannot be checked.

    `difference`: the first that differs or is damaged, null if none.
    """

    ok: bool
    entries: int
    checked: list[str]
    not_here: list[str]
    difference: str | None


def export_season(seasons: Seasons, season_id: str, with_names: bool = True) -> copies.JournalFile:
    """The whole journal as one file. Without names it still chains and folds, and shows players by number."""
    opened = seasons.open(season_id)
    rows = [(row, with_names) for row in seasons.rows(season_id)]
    return copies.written(seasons.name(season_id), opened.season.name, "", rows)


def import_season(seasons: Seasons, data: Any, season_id: str = "") -> OpenSeason:
    """Imports a file; an id that is taken is refused, never overwritten."""
    copy = copies.read(data, SEASON.kind)
    opened = seasons.from_elsewhere(copy.id, copy.rows)
    wanted = season_id or opened.id or slug(opened.season.name) or NAMELESS
    if slug(wanted) != wanted:
        raise BadInput("“{id}” is not a season id. Use small letters, digits and hyphens.", id=wanted)
    return seasons.adopt(replace(opened, id=wanted), "", copy.rows)


def verify_season(seasons: Seasons, desk: Desk, season_id: str) -> SeasonVerified:
    """Computes again, from the events that are here, what was taken over at the entry it names.

    Chain and seals were checked when the season was opened.
    """
    opened = seasons.open(season_id)
    checked, not_here = [], []
    difference: str | None = None
    for event in opened.season.events.values():
        if event.results is None:
            continue
        try:
            same = _comes_out(desk, opened, event)
        except DamagedJournal as refusal:
            difference = difference or tr(
                "“{event}” cannot be opened: {why} Its reported results still count.",
                event=event.entered.name,
                why=refusal.message,
            )
            continue
        except Refusal:
            not_here.append(event.entered.event)
            continue
        if same:
            checked.append(event.entered.event)
        elif difference is None:
            difference = tr(
                "“{event}” no longer has the results that were taken over at its entry {entry}.",
                event=event.entered.name,
                entry=event.results.entry,
            )
    return SeasonVerified(difference is None, opened.last, checked, not_here, difference)


def _comes_out(desk: Desk, opened: OpenSeason, event: SeasonEvent) -> bool:
    """Whether the event, at that entry, has the results that the season has."""
    known = event.results
    assert known is not None
    held = desk.open(event.entered.event)
    if held.hashes[0] != event.origin or known.entry > held.last:
        raise Refusal("“{id}” is another event here, not “{event}”.", id=held.id, event=event.entered.name)
    if held.hashes[known.entry - 1] != known.head:
        return False
    then = EVENT.fold(tuple(held.entries)[: known.entry])
    found = results_of(
        opened.circuit,
        event,
        replace(record_of(held), event=then, head=known.head, entry=known.entry),
        feeders_of(desk, event),
    )
    return not differs(known, found)
