"""A season laid out for the terminal: its table, its events, the checks of one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from muster.app.circuit.held import HeldState
from muster.app.circuit.views import (
    AlikeView,
    CorrectionView,
    SeasonEventView,
    SeasonReasonView,
    SeasonRowView,
    SeasonView,
)
from muster.app.numbers import short
from muster.cli.output.answers import Block, Column, Grid, Line, dim, title, warn
from muster.core.reading.circuit.checks import CheckState

MARKS = {CheckState.MET: "yes", CheckState.OPEN: "open", CheckState.MISSED: "no", CheckState.WARNING: "warning"}


def season_blocks(view: SeasonView) -> Iterator[Block]:
    yield title(f"{view.name} ({view.circuit}), {view.first} to {view.last}")
    counted = sum(event.counts for event in view.events)
    yield dim(f"{counted} of {len(view.events)} events count")
    for one in view.counting:
        yield dim(one.text)
    yield from _rows(view, view.table)
    for region in view.regions:
        yield Line()
        yield title(region.region)
        yield from _rows(view, region.table)
    for group in view.groups:
        yield Line()
        yield title(group.title)
        if not group.table:
            yield Line("Nobody has points yet.")
            continue
        rows = [(str(r.rank), r.name, short(r.points), ", ".join(m.name for m in r.members)) for r in group.table]
        columns = [Column("Place", right=True), Column("Name", flex=True), Column("Points", right=True)]
        yield Grid([*columns, Column("Members", flex=True)], rows)
    for correction in view.corrections:
        yield from correction_blocks(correction)
    for event in view.events:
        if event.note and event.state is not HeldState.CHANGED:
            yield warn(event.note)
    if view.alike:
        yield warn(f"{len(view.alike)} may be the same person as another: muster season people {view.id}")
    if view.final is not None and view.final.not_qualified:
        names = ", ".join(view.final.not_qualified)
        yield warn(f"In the final without having qualified: {names} [{view.final.clause}]")


def _rows(view: SeasonView, table: Sequence[SeasonRowView]) -> Iterator[Block]:
    if not table:
        yield Line("Nobody has points yet.")
        return
    columns = [Column("Place", right=True), Column("Player", flex=True), Column("Points", right=True)]
    columns += [*([Column("Qualified")] if view.qualify else []), Column("From", flex=True)]
    yield Grid(columns, [_row(view, row) for row in table])


def _row(view: SeasonView, row: SeasonRowView) -> tuple[str, ...]:
    each = (f"{e.event_name} {short(e.points)}" + ("" if e.counted else " (not counted)") for e in row.earned)
    qualified = ["yes" if row.qualified else ""] if view.qualify else []
    return str(row.rank), row.name, short(row.points), *qualified, ", ".join(each)


def correction_blocks(correction: CorrectionView) -> Iterator[Block]:
    yield warn(correction.text)
    for moved in correction.moved:
        was, now = (f"place {one}" if one else "no place" for one in (moved.was, moved.now))
        yield Line(f"  {moved.name}: {was} before, {now} now")


def why_blocks(row: SeasonRowView) -> Iterator[Block]:
    """Where somebody's points come from."""
    yield title(f"{row.name}: {short(row.points)}, place {row.rank}")
    for earned in row.earned:
        yield Line(f"{earned.event_name}: {_because(earned.why)}")
    if row.qualified:
        yield Line(f"Qualified. {_because(row.qualified)}")


def _because(given: Sequence[SeasonReasonView]) -> str:
    return " ".join(f"{one.text} [{one.clause}]" if one.clause else one.text for one in given)


def event_blocks(event: SeasonEventView) -> Iterator[Block]:
    tier = f", {event.tier}" if event.tier else ""
    yield title(f"{event.name} ({event.event}){tier}, {event.last_day}")
    rows = [(MARKS[c.state], c.title, c.text, c.clause) for c in event.checks]
    yield Grid([Column(""), Column("Asked", flex=True), Column("So far", flex=True), Column("Rule")], rows)
    if event.counts:
        yield Line("It counts: " + ", ".join(f"{one.name} {short(one.points)}" for one in event.top), "good")
    else:
        clause = f" [{event.nothing_clause}]" if event.nothing_clause else ""
        yield Line(f"It earns nobody any points as long as something is missing.{clause}", "warn")
    if event.note:
        yield warn(event.note)
    if event.tier_note:
        yield dim(event.tier_note)


def people_blocks(season: str, alike: Sequence[AlikeView]) -> Iterator[Block]:
    if not alike:
        yield Line("Nobody else has the same name in two events.")
        return
    yield Grid([Column("Name", flex=True), Column("One"), Column("Other")], [(a.name, a.one, a.other) for a in alike])
    yield dim(
        f"The same person: muster season same {season} ONE OTHER; or all of them: muster season same {season} --all"
    )
    yield dim(f"Two people: muster season apart {season} ONE OTHER")
