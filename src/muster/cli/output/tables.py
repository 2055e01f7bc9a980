"""Views as blocks: a round, the standings, the players, the options. Views in, tables and lines out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from muster.app.desk import Opened
from muster.app.exact import ReasonView
from muster.app.log.names import Names
from muster.app.numbers import column, count, decimal
from muster.app.rounds.draft import noteworthy
from muster.app.venue.rooms import seat_text
from muster.app.views.shapes import (
    MatchView,
    OptionView,
    PlayerView,
    RoundView,
    SetOptionView,
    StandingsView,
    TieBreakView,
)
from muster.app.views.titles import standings_note, standings_title
from muster.cli.output.answers import Block, Column, Grid, Line, dim, title, warn
from muster.core.book.system import System
from muster.core.kit.model import Ending, Result, Scalar

STATES = {"open": "", "reported": "reported, not confirmed", "disputed": "DISPUTED", "in": ""}


def because(reasons: Sequence[ReasonView]) -> str:
    """Reasons in one sentence, each with its clause: “same points: 20 [L5R-095]”."""
    return "; ".join(r.text + (f" [{r.clause}]" if r.clause else "") for r in reasons)


def _result(result: Result, names: Names, system: System) -> str:
    """A raw result in words: “vp 2-1, sp 6-3”."""
    shown = []
    for field in system.result_fields:
        value = result.values.get(field.key)
        if isinstance(value, list):
            if any(one is not None and one != field.default for one in value):
                shown.append(f"{field.key} " + "-".join(_word(one) for one in value))
        elif value is not None and value != field.default:
            shown.append(f"{field.key} {_word(value)}")
    by = " and ".join(names[p] for p in result.by)
    ending = {
        Ending.PLAYED: "",
        Ending.CONCESSION: f"{by} conceded",
        Ending.NO_SHOW: f"{by} did not appear",
        Ending.DISQUALIFIED: f"{by} was disqualified",
        Ending.GAME_LOSS: f"{by} loses by a penalty",
        Ending.DOUBLE_LOSS: "double loss",
    }[result.ending]
    return ", ".join(part for part in (ending, *shown) if part)


def _word(value: Scalar) -> str:
    return "?" if value is None else {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def round_blocks(opened: Opened, view: RoundView) -> Iterator[Block]:
    """A draft with its reasons; any other round with its results."""
    number, draft = view.number, view.state == "draft"
    state = "draft" if draft else f"{view.results_in} of {count(len(view.matches), 'result')} in"
    if view.state == "closed":
        state = "closed"
    stage = "" if view.kind == "swiss" else ", elimination"
    yield title(f"{view.name} ({state}{stage})" + (f": {view.scenario}" if view.scenario else ""))
    names = Names(opened.event, ())
    swiss = view.kind == "swiss"
    rows: list[tuple[str, ...]] = []
    for m in view.matches:
        given = opened.event.match(number, m.match).result
        said = because([*m.why, *noteworthy(m.table_why)])
        if not draft:
            said = STATES[m.state] if given is None else _result(given, names, opened.system)
        rows.append((seat_text(m.table, m.room), m.a.name, m.b.name, _worth(m, swiss), said))
    for bye in view.byes:
        points = decimal(bye.points) if not draft and bye.points is not None else ""
        rows.append(("-", bye.name, "(bye)", points, because(bye.why)))
    for absent in view.unpaired:
        rows.append(("-", absent.name, "(missed)", "", ""))
    columns = [
        Column("Table", right=True),
        Column("Player", flex=True),
        Column("Opponent", flex=True),
        Column("Points" if swiss else "Winner"),
        Column("Why" if draft else "Result", flex=True),
    ]
    if draft:
        columns.pop(3)
        rows = [(*row[:3], row[4]) for row in rows]
    yield Grid(columns, rows)
    for notice in view.notices:
        yield warn(because([notice]))


def _worth(match: MatchView, swiss: bool) -> str:
    """Both sides' points; in elimination, where there are none, the winner."""
    scores = match.scores or ()
    if swiss:
        return " - ".join(decimal(s.points) for s in scores)
    return next((side.name for side, s in zip((match.a, match.b), scores, strict=False) if s.outcome == "win"), "")


def standings_blocks(view: StandingsView) -> Iterator[Block]:
    yield title(standings_title(view))
    rows = view.rows
    if not rows:
        yield dim("Nobody is enrolled yet: muster enrol EVENT NAME")
        return
    note = standings_note(view)
    if note:
        yield dim(note)
    if not view.ranked:
        return
    ranks = [r.rank for r in rows]
    figures = [column([r.points for r in rows])]
    figures += [column([r.tiebreaks.get(t.key) for r in rows]) for t in view.tiebreaks]
    marked, placed = any(r.mark for r in rows), any(r.placed for r in rows)
    columns = [Column("Rank", right=True), Column("Player", flex=True), Column("Points", right=True)]
    columns += [Column(t.key, right=True) for t in view.tiebreaks]
    columns += [Column("Bracket", flex=True)] if placed else []
    columns += [Column("Mark")] if marked else []
    lines = []
    for i, row in enumerate(rows):
        shared = "=" if row.rank is not None and ranks.count(row.rank) > 1 else ""
        place = "-" if row.rank is None else f"{row.rank}{shared}"
        bracket = [because([row.placed] if row.placed else [])] if placed else []
        lines.append([place, row.name, *(f[i] for f in figures), *bracket, *([row.mark] if marked else [])])
    yield Grid(columns, lines, frozenset(i for i, r in enumerate(rows) if r.mark))
    if view.points_name != "points":
        yield dim(f"Points are {view.points_name}.")
    if view.tiebreaks:
        yield dim("Tie-breaks in order: " + "; ".join(_named(t) for t in view.tiebreaks))


def _named(tiebreak: TieBreakView) -> str:
    better = ", lower is better" if tiebreak.low_wins else ""
    clause = f" [{tiebreak.clause}]" if tiebreak.clause else ""
    return f"{tiebreak.key} = {tiebreak.name}{better}{clause}"


def players_blocks(players: Sequence[PlayerView]) -> Iterator[Block]:
    yield title(count(len(players), "player"))
    if not players:
        yield dim("Nobody is enrolled yet: muster enrol EVENT NAME, or --file players.csv")
        return
    keys = list(dict.fromkeys(key for p in players for key in p.values))
    columns = [Column("No", right=True), Column("Name", flex=True), Column("State"), *(Column(k) for k in keys)]
    rows = [(str(p.number), p.name, _state(p), *(_value(p.values.get(key)) for key in keys)) for p in players]
    yield Grid(columns, rows, frozenset(i for i, p in enumerate(players) if p.status != "active"))


def _state(player: PlayerView) -> str:
    words: list[str] = [] if player.status == "active" else [player.status]
    words += ["stand-in"] if player.stand_in else []
    words += ["checked in"] if player.checked_in else []
    return ", ".join(words) or "active"


def _value(value: object) -> str:
    """An option or a field as it would be typed."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ",".join(_value(one) for one in value)
    return "" if value is None else str(value)


def options_blocks(options: Sequence[OptionView]) -> Iterator[Block]:
    """An event's options with their values, a system's with their defaults."""
    rows = []
    for o in options:
        value, is_set = (o.value, o.set) if isinstance(o, SetOptionView) else (o.default, False)
        shown = "book" if value is None else _value(value)
        lock = "yes" if o.locked_at_start else ""
        clause = f" [{o.clause}]" if o.clause else ""
        rows.append((o.key, shown + ("*" if is_set else ""), lock, o.meaning + clause))
    yield Grid([Column("Option"), Column("Value", flex=True), Column("Fixed"), Column("Meaning", flex=True)], rows)
    if any(isinstance(o, SetOptionView) and o.set for o in options):
        yield dim("* set for this event; the rest are rulebook defaults")


def notices_blocks(notices: Sequence[ReasonView]) -> Iterator[Block]:
    for notice in notices:
        yield warn(because([notice]))


def done(text: str) -> Line:
    return Line(text, "good")
