"""Parts of an event or a season as CSV for a spreadsheet: players, results, public lists, awards, a season's tables."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from muster.app.circuit.views import SeasonView
from muster.app.csv_tables import guarded
from muster.app.desk import Opened
from muster.app.exact import exact
from muster.app.speech import tr
from muster.app.views.event import awards_view
from muster.core.forms.fields import Field
from muster.core.kit.model import Raw
from muster.core.reading.tally import scores
from muster.core.record.event import MatchState
from muster.core.rules.lists import life as list_life
from muster.core.rules.players import player_fields

Cells = Iterable[object]


def players_csv(opened: Opened) -> str:
    """Name and fields, as `muster enrol --file` reads them."""
    fields = player_fields(opened.system)
    rows = (
        (player.name, *(_cell(player.values.get(field.key)) for field in fields))
        for player in opened.event.players.values()
    )
    return written(("name", *(field.key for field in fields)), rows)


def results_csv(opened: Opened) -> str:
    """Every match in published rounds, with what was entered for it and what that is worth."""
    fields = opened.system.result_fields
    columns = [key for field in fields for key in _keys(field)]
    heads = ("round", "table", "a", "b", "state", "ending", "by", "outcome_a", "outcome_b", "points_a", "points_b")
    return written((*heads, *columns), _results(opened, fields))


def _results(opened: Opened, fields: Sequence[Field]) -> Iterator[Cells]:
    event = opened.event
    for round_ in event.shown:
        for match in sorted(round_.matches, key=lambda one: one.table):
            head = (round_.number, match.table, event.name_of(match.a), event.name_of(match.b), match.state.value)
            if match.result is None or match.state is not MatchState.IN:
                yield head
                continue
            both = scores(event, opened.system, round_, match)
            by = ", ".join(event.name_of(player) for player in match.result.by)
            worth = (*(score.outcome.value for score in both), *(exact(score.points) for score in both))
            values = (cell for field in fields for cell in _cells(field, match.result.values.get(field.key)))
            yield (*head, match.result.ending.value, by, *worth, *values)


def _keys(field: Field) -> tuple[str, ...]:
    return (f"{field.key}_a", f"{field.key}_b") if field.per_side else (field.key,)


def _cells(field: Field, value: Raw) -> tuple[object, ...]:
    if not field.per_side:
        return (_cell(value),)
    return tuple(_cell(one) for one in value) if isinstance(value, list) else ("", "")


def _cell(value: Raw) -> object:
    return "" if value is None else ("yes" if value else "no") if isinstance(value, bool) else value


def lists_csv(opened: Opened) -> str:
    """Only lists that everybody may see by now (X-17)."""
    event, rules = opened.event, list_life.rules_of(opened.system)
    slots = {slot.number: slot.name for slot in rules.slots(opened.system.settings(event))}
    rows = [
        (player.name, slot, tr(slots[slot]) if slot in slots else "", event.lists.of(player.id, slot)[-1].text)
        for player in event.players.values()
        for slot in event.lists.slots(player.id)
        if list_life.may_see(event, opened.system, player.id, None)
    ]
    return written(("player", "list", "name", "text"), rows)


def season_csv(view: SeasonView) -> str:
    """The table: one line per person, and one column per event with the points it earned."""
    events = [(one.event, one.name) for one in view.events]
    rows = []
    for row in view.table:
        earned = {one.event: one.points for one in row.earned}
        rows.append(
            (row.rank, row.name, row.points, "yes" if row.qualified else "no", *(earned.get(e, "") for e, _ in events))
        )
    return written(("rank", "player", "points", "qualified", *(name for _, name in events)), rows)


def season_events_csv(view: SeasonView) -> str:
    """Its events: whether each counts, which requirements are missing, and who came first, second and third."""
    columns = ("event", "name", "first_day", "last_day", "tier", "region", "attendees", "players", "counts", "missing")
    rows = []
    for event in view.events:
        missing = "; ".join(one.title for one in event.checks if one.needed and one.state in ("open", "missed"))
        top = [one.name for one in event.top]
        cells = (event.tier, event.region, _cell(event.attendees), _cell(event.players))
        days = (event.first_day, event.last_day)
        rows.append((event.event, event.name, *days, *cells, _cell(event.counts), missing, *top))
    return written((*columns, "first", "second", "third"), rows)


def season_regions_csv(view: SeasonView) -> str:
    """The table of each region, one below the other."""
    rows = [(one.region, row.rank, row.name, row.points) for one in view.regions for row in one.table]
    return written(("region", "rank", "player", "points"), rows)


def season_groups_csv(view: SeasonView) -> str:
    """The tables of clubs or teams, with whose results count."""
    rows = [
        (
            one.title,
            row.rank,
            row.name,
            row.points,
            "; ".join(f"{member.name} {member.points}" for member in row.members),
        )
        for one in view.groups
        for row in one.table
    ]
    return written(("table", "rank", "name", "points", "members"), rows)


def awards_csv(opened: Opened) -> str:
    """Every award of a finished event, one line for each winner, with the reason and the rule."""
    rows = [
        (award.title, winner, award.why.text, award.why.clause, award.prize)
        for award in awards_view(opened)
        for winner in [one.name for one in award.winners] or [""]
    ]
    return written(("award", "player", "why", "rule", "prize"), rows)


def written(columns: Cells, rows: Iterable[Cells]) -> str:
    """No cell begins like a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([guarded(str(cell)) for cell in line] for line in (columns, *rows))
    return out.getvalue()
