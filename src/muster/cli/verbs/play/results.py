"""Results: report one or many, confirm, concede, correct."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from muster.app.desk import Opened
from muster.app.numbers import Exact, count, decimal
from muster.app.people.roster import as_player
from muster.app.results import actions as app
from muster.app.results.actions import Report
from muster.app.results.preview import Preview, preview
from muster.app.venue.rooms import seat_text
from muster.app.views.event import match_view
from muster.app.views.shapes import MatchView
from muster.cli.call import Call, command
from muster.cli.changes import changed
from muster.cli.output.answers import Answer, Block, Column, Grid, Line, title, warn
from muster.cli.params import event_argument, pairs, reason_option, round_option
from muster.core.kit.model import Actor, Ending, StageKind
from muster.core.reading.stage_names import round_name
from muster.core.record.event import MatchState

STAFF = Actor()

Ended = tuple[Ending, tuple[str, ...]]


def endings(conceded: str | None, no_show: str | None, double_loss: bool) -> Ended:
    """How the game ended, if it was not played out."""
    given = [option for option in (conceded, no_show, double_loss or None) if option is not None]
    if len(given) > 1:
        raise click.UsageError("Give only one of --conceded, --no-show and --double-loss.")
    if conceded is not None:
        return Ending.CONCESSION, (conceded,)
    if no_show is not None:
        return Ending.NO_SHOW, (no_show,)
    return (Ending.DOUBLE_LOSS if double_loss else Ending.PLAYED), ()


def ending_options(function: Any) -> Any:
    function = click.option("--double-loss", is_flag=True, help="Both lose.")(function)
    function = click.option("--no-show", metavar="NAME", help="This player did not appear.")(function)
    return click.option("--conceded", metavar="NAME", help="This player conceded the game.")(function)


excused_option = click.option(
    "--excused", is_flag=True, help="With --no-show: the round is an unpaired loss; the player is not dropped."
)


def must_go_with_no_show(excused: bool, ending: Ending) -> None:
    if excused and ending is not Ending.NO_SHOW:
        raise click.UsageError("--excused works only with --no-show.")


@command("report")
@event_argument
@click.argument("where", metavar="[WHERE]", required=False)
@click.argument("values", metavar="[KEY=VALUE]...", nargs=-1)
@ending_options
@excused_option
@click.option("--as", "as_", metavar="PLAYER", help="Report as this player, for the opponent to confirm.")
@round_option
@click.option("--file", metavar="FILE", help="Many results from CSV or JSON, all or none; - for stdin.")
def report_command(
    call: Call,
    event: str,
    where: str | None,
    values: tuple[str, ...],
    conceded: str | None,
    no_show: str | None,
    double_loss: bool,
    excused: bool,
    as_: str | None,
    round_: int | None,
    file: str | None,
) -> Answer:
    """Report a result, or many from a file.

    WHERE is a table number or a player. Values of the two sides are joined by a hyphen, those of side a (or of the
    player named) first: vp=2-1.
    """
    ending, by = endings(conceded, no_show, double_loss)
    must_go_with_no_show(excused, ending)
    actor = as_player(call.desk, event, as_) if as_ is not None else STAFF
    if file is not None:
        if where or values or by:
            raise click.UsageError("With --file, give results only in the file.")
        from muster.cli.input.round_files import read_results

        reports = read_results(file, call.desk.open(event))
    elif where is None:
        raise click.UsageError("Give a table number, a player or --file.")
    else:
        reports = [Report(where, pairs(values, "a result"), ending, by, round_ or 0, excused)]
    opened = app.report(call.desk, event, reports, actor)
    found = [app.find_match(opened.event, one.where, one.round) for one in reports]
    views = [match_view(opened, drawn, match) for drawn, match in found]
    said = [_told(opened, view) for view in views[:1]] if len(views) == 1 else [f"{count(len(views), 'result')} saved."]
    return changed(opened, f"{said[0]} {_progress(opened)}", matches=views)


def _told(opened: Opened, view: MatchView) -> str:
    """“Table 1: Ann 3 - 0 Bob.”, or what the report still waits for."""
    a, b = view.a.name, view.b.name
    where = f"Table {seat_text(view.table, view.room)}"
    if view.state == MatchState.DISPUTED:
        return f"{where}: the reports of {a} and {b} differ. The organiser must report the right result."
    if view.state == MatchState.REPORTED:
        reporter = view.reports[0].by.name
        other = b if reporter == a else a
        return f"{where}: reported by {reporter}; {other} must confirm it."
    if opened.event.stage.kind is StageKind.ELIMINATION:
        outcomes = [score.outcome for score in view.scores or ()]
        won = next((name for name, outcome in zip((a, b), outcomes, strict=False) if outcome == "win"), "nobody")
        return f"{where}: {a} v {b}, {won} wins."
    points = " - ".join(decimal(score.points) for score in view.scores or ())
    return f"{where}: {a} v {b}, {points} {opened.system.points_name}."


def _progress(opened: Opened) -> str:
    round_ = opened.event.current
    assert round_ is not None
    done = len(round_.matches) - len(round_.out())
    return f"{round_name(opened.event, round_.number)}: {done} of {count(len(round_.matches), 'result')} in."


@command("confirm")
@event_argument
@click.argument("where")
@click.option("--as", "as_", metavar="PLAYER", help="Confirm as this player (default: as the organiser).")
def confirm_command(call: Call, event: str, where: str, as_: str | None) -> Answer:
    """Confirm the result that a player reported."""
    actor = as_player(call.desk, event, as_) if as_ is not None else STAFF
    opened = app.confirm(call.desk, event, where, actor)
    view = match_view(opened, *app.find_match(opened.event, where))
    return changed(opened, f"{_told(opened, view)} {_progress(opened)}", matches=[view])


@command("concede")
@event_argument
@click.argument("player")
@click.argument("values", metavar="[KEY=VALUE]...", nargs=-1)
@click.option("--as", "as_", metavar="PLAYER", help="Report it as this player.")
def concede_command(call: Call, event: str, player: str, values: tuple[str, ...], as_: str | None) -> Answer:
    """Report that a player conceded the game. Values as in `report`, the conceding player's side first."""
    actor = as_player(call.desk, event, as_) if as_ is not None else STAFF
    number = call.desk.open(event).event.find(player).id
    one = Report(f"#{number}", pairs(values, "a result"), Ending.CONCESSION, (f"#{number}",))
    opened = app.report(call.desk, event, [one], actor)
    view = match_view(opened, *app.find_match(opened.event, one.where))
    return changed(opened, f"{_told(opened, view)} {_progress(opened)}", matches=[view])


@command("correct")
@event_argument
@click.argument("where")
@click.argument("values", metavar="[KEY=VALUE]...", nargs=-1)
@ending_options
@excused_option
@round_option
@reason_option
@click.option("--preview", "look_first", is_flag=True, help="Only show what would change.")
def correct_command(
    call: Call,
    event: str,
    where: str,
    values: tuple[str, ...],
    conceded: str | None,
    no_show: str | None,
    double_loss: bool,
    excused: bool,
    round_: int | None,
    reason: str,
    look_first: bool,
) -> Answer:
    """Correct a result; --preview shows what would change. Rounds already drawn do not change."""
    ending, by = endings(conceded, no_show, double_loss)
    must_go_with_no_show(excused, ending)
    one = Report(where, pairs(values, "a result"), ending, by, round_ or 0, excused)
    before = call.desk.open(event)
    # A preview needs no reason.
    effect = preview(before, app.correction(before, one, reason or ("preview" if look_first else "")))
    if look_first:
        return Answer({"event": event, "saved": False, "changes": effect}, _effects(effect, saved=False))
    opened = app.correct(call.desk, event, one, reason, STAFF)
    view = match_view(opened, *app.find_match(opened.event, where, one.round))
    shown = _effects(effect, saved=True)
    return changed(opened, f"Corrected. {_told(opened, view)}", extra=shown, saved=True, changes=effect, matches=[view])


def _effects(effect: Preview, *, saved: bool) -> Iterator[Block]:
    would = "" if saved else "would "
    if effect.ranks:
        yield title("What changes" if saved else "What would change (nothing is saved)")
        rows = []
        for row in effect.ranks:
            ties = "; ".join(f"{key} {_arrow(pair)}" for key, pair in row.tiebreaks.items())
            rows.append((row.name, _arrow(row.rank), _arrow(row.points), ties))
        yield Grid(
            [Column("Player", flex=True), Column("Rank"), Column("Points"), Column("Tie-breaks", flex=True)], rows
        )
    else:
        for side in effect.game:
            points = "" if side.points is None else f", {_arrow(side.points)}"
            was, now = side.outcome
            yield Line(f"{side.name}: {was if was == now else f'{was} → {now}'}{points}")
        yield Line(f"No rank or tie-break {would}change{'s' if saved else ''}.")
    for one in effect.players:
        yield warn(f"{one.name}: {one.before} → {one.after}")
    for verb, players in (("gain", effect.cut.inside), ("lose", effect.cut.outside)):
        if players:
            names = ", ".join(one.name for one in players)
            yield warn(f"The cut {would}{verb}{'s' if saved else ''}: {names}")
    if effect.paired_on_it:
        numbers = ", ".join(str(n) for n in effect.paired_on_it)
        yield warn(f"Already paired on the old result and not changed: round {numbers} [X-02]")


def _arrow(pair: tuple[Exact | None, Exact | None]) -> str:
    old, new = (decimal(value) for value in pair)
    return old if old == new else f"{old} → {new}"
