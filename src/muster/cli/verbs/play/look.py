"""Looking: an event or a round, standings, reasons."""

from __future__ import annotations

from collections.abc import Iterator

import click

from muster.app.desk import Opened
from muster.app.numbers import count
from muster.app.views.event import event_view, round_view, standings_view
from muster.app.views.shapes import EventView
from muster.app.why.reasons import why
from muster.cli.call import Call, command
from muster.cli.output.answers import Answer, Block, Column, Grid, Line, dim, title, warn
from muster.cli.output.tables import notices_blocks, options_blocks, players_blocks, round_blocks, standings_blocks
from muster.cli.params import at_option, event_argument, moment, round_option
from muster.cli.steps import next_step
from muster.cli.verbs.events.events import award_blocks
from muster.core.record.event import RoundState


@command("standings")
@event_argument
@click.option("--round", "round_", type=click.IntRange(0), metavar="N", help="After this round.")
@at_option
def standings_command(call: Call, event: str, round_: int | None, at: str) -> Answer:
    """Show the standings, also after an earlier round."""
    opened = call.desk.open(event, moment(call.desk, event, at))
    if round_:
        opened.event.round(round_)
    view = standings_view(opened, round_)
    return Answer({"event": event, "standings": view}, standings_blocks(view))


@command("show")
@event_argument
@round_option
@at_option
@click.option("--public", is_flag=True, help="Only what players may see: no drafts, no hidden scenarios.")
def show_command(call: Call, event: str, round_: int | None, at: str, public: bool) -> Answer:
    """Show an event, or one round of it."""
    opened = call.desk.open(event, moment(call.desk, event, at))
    if round_ is not None:
        drawn = opened.event.round(round_)
        if public and drawn.state is RoundState.DRAFT:
            opened.event.rounds.remove(drawn)
            opened.event.round(round_)
        view = round_view(opened, round_, public)
        return Answer({"event": event, "round": view}, round_blocks(opened, view))
    whole = event_view(opened, public)
    return Answer({"event": whole}, _event(opened, whole))


def _event(opened: Opened, view: EventView) -> Iterator[Block]:
    yield title(f"{view.name} ({view.id})")
    facts = [view.edition, view.date, view.state, f"seed hash {view.seed_hash[:12]}…"]
    yield Line(", ".join(fact for fact in facts if fact))
    if view.game.changed:
        yield warn(
            f"Created with version {view.game.version} of the rules of {view.system_name}; version "
            f"{view.game.version_now} is installed here, so points, places and pairings may come out differently. "
            f"To compare: muster verify {view.id}"
        )
    plan = view.plan
    if plan and plan.rounds is not None:
        cut = f", then a cut to the top {plan.cut}" if plan.cut else ""
        yield Line(f"Plan: {count(plan.rounds, 'round')}{cut}.")
    elif plan:
        yield warn(plan.refusal)
    yield from notices_blocks(view.advice)
    chosen = [o for o in view.options if o.set]
    if chosen:
        yield Line()
        yield title("Options set")
        yield from options_blocks(chosen)
    yield Line()
    yield from players_blocks(view.players)
    if view.rounds:
        yield Line()
        yield from round_blocks(opened, view.rounds[-1])
    if view.standings.after_round or len(view.stages) > 1:
        yield Line()
        yield from standings_blocks(view.standings)
    if view.awards:
        yield Line()
        yield from award_blocks(view.awards)
    if view.penalties or view.rulings:
        yield Line()
        yield title("Penalties and rulings")
    for given in view.penalties:
        why = ": ".join(part for part in (given.infraction, given.note) if part)
        yield Line(f"{given.name}: {given.penalty}" + (f" ({why})" if why else ""))
    for ruling in view.rulings:
        place = f"Table {ruling.table}: " if ruling.table else ""
        yield Line(place + ": ".join(part for part in (ruling.subject, ruling.note) if part))
        if ruling.overturned or ruling.decision:
            final = "Overturned on appeal" if ruling.overturned else "Upheld on appeal"
            yield Line("  " + ": ".join(part for part in (final, ruling.decision) if part))
    yield Line()
    yield dim(f"Next: {next_step(opened)}")


@command("why")
@event_argument
@click.argument("where")
@round_option
def why_command(call: Call, event: str, where: str, round_: int | None) -> Answer:
    """Explain a pairing, bye, table, score or rank. WHERE is a table number or a player."""
    opened = call.desk.open(event)
    steps = why(opened, where, round_)
    rows = [(s.about, s.text + (f" [{s.clause}]" if s.clause else "")) for s in steps]
    cited = dict.fromkeys((s.clause, s.heading) for s in steps if s.clause and s.heading)

    def blocks() -> Iterator[Block]:
        yield Grid([Column("What", flex=True), Column("Why", flex=True)], rows)
        for clause, heading in cited:
            yield dim(f"[{clause}] {heading}")

    return Answer({"event": event, "why": steps}, blocks())
