"""People laid out for the terminal: the list, who may be one person, a profile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from muster.app.persons.views import MaybeSame, OpponentView, PeopleView, ProfileEvent, ProfileView, RecordView
from muster.cli.output.answers import Block, Column, Grid, Line, dim, title, warn


def list_blocks(view: PeopleView) -> Iterator[Block]:
    if not view.people:
        yield dim("Nobody is found.")
        return
    columns = [Column("Key"), Column("Name", flex=True), Column("Also", flex=True), Column("Events", right=True)]
    rows = [
        (p.key, p.name, ", ".join(p.names), str(p.events), p.last_day, "yes" if p.public else "") for p in view.people
    ]
    yield Grid([*columns, Column("Last"), Column("Public")], rows)
    if view.alike_found:
        yield warn(f"{view.alike_found} may be the same person as another: muster people alike")


def alike_blocks(alike: Sequence[MaybeSame]) -> Iterator[Block]:
    if not alike:
        yield Line("Nobody is left to confirm.")
        return
    columns = [Column("Name", flex=True), Column("One"), Column("Other")]
    yield Grid(columns, [(a.name, f"{a.one.name}@{a.one.event}", f"{a.other.name}@{a.other.event}") for a in alike])
    first = alike[0]
    names = f'"{first.one.name}@{first.one.event}" "{first.other.name}@{first.other.event}"'
    yield dim(f"Next: muster people same {names}, or muster people apart {names}")


def profile_blocks(view: ProfileView) -> Iterator[Block]:
    yield title(view.name)
    if view.names:
        yield Line(f"Also: {', '.join(view.names)}")
    seen = "everybody" if view.public else "organisers only"
    yield Line(f"{_record(view.record)} in {len(view.events)} events. Profile seen by {seen}.")
    for rating in view.ratings:
        if rating.rating is None:
            yield Line(f"{rating.game}: rating after {rating.to_go} more games")
        else:
            yield Line(f"{rating.game}: rating {rating.rating}, give or take {rating.give_or_take}")
    columns = [Column("Day"), Column("Event", flex=True), Column("Place", right=True), Column("Games")]
    yield Grid([*columns, Column("Rating", right=True)], [_event(event) for event in view.events])
    if view.opponents:
        yield Line()
        yield title("Against")
        yield Grid([Column("Opponent", flex=True), Column("Games")], [_opponent(one) for one in view.opponents])
    if view.sides:
        yield Line()
        yield title("Played")
        rows = [(side.side, side.game, str(side.events), _record(side.record)) for side in view.sides]
        yield Grid([Column("Faction"), Column("Game", flex=True), Column("Events", right=True), Column("Games")], rows)


def _record(record: RecordView) -> str:
    drawn = f", {record.drawn} drawn" if record.drawn else ""
    return f"{record.won} won{drawn}, {record.lost} lost"


def _event(event: ProfileEvent) -> tuple[str, ...]:
    place = "" if event.place is None else f"{event.place} of {event.players}"
    change = "" if event.change is None else f"{event.change:+}"
    return event.day, event.name, place, _record(event.record), change


def _opponent(one: OpponentView) -> tuple[str, str]:
    return one.name, _record(one.record)
