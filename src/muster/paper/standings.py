"""The standings, and the bracket of the elimination rounds."""

from __future__ import annotations

from typing import Any

from muster.app.desk import Opened
from muster.app.exact import ReasonView
from muster.app.numbers import column, decimal
from muster.app.past.record import record_line
from muster.app.rounds.bracket import BracketGame, bracket_view
from muster.app.speech import tr
from muster.app.venue.rooms import seat_text
from muster.app.views.event import standings_view
from muster.app.views.titles import standings_note, standings_title
from muster.core.kit.errors import Refusal
from muster.paper.press import Sheet
from muster.paper.way_back import WayBack


def standings(opened: Opened, back: WayBack, number: int | None = None) -> Sheet:
    view = standings_view(opened, number)
    if not view.ranked:
        raise Refusal("There are no standings yet: no round is over.")
    placed = any(row.placed for row in view.rows)
    ties = view.tiebreaks
    figures = {t.key: column([row.tiebreaks.get(t.key) for row in view.rows]) for t in ties}
    rows = [
        [
            "–" if row.rank is None else str(row.rank),
            row.name,
            f"{row.record.win} – {row.record.draw} – {row.record.loss}",
            decimal(row.points),
            *(figures[t.key][at] for t in ties),
            *([_placed(row.placed)] if placed else []),
        ]
        for at, row in enumerate(view.rows)
    ]
    headings = [tr("Rank"), tr("Player"), tr("Won – drawn – lost"), tr("Points"), *(tr(t.name) for t in ties)]
    headings += [tr("Bracket")] if placed else []
    return Sheet(
        "standings",
        standings_title(view),
        {
            "lead": " · ".join(part for part in (opened.event.edition, standings_note(view)) if part),
            "code": back.event(),
            "headings": headings,
            "rows": rows,
            "placed": placed,
            "record": record_line(opened),
        },
    )


def _placed(reason: ReasonView | None) -> str:
    """How far somebody came in the bracket, with the clause."""
    return "" if reason is None else f"{reason.text} [{reason.clause}]"


def bracket(opened: Opened, back: WayBack) -> Sheet:
    """Every elimination round by its name, each game beside the two that lead to it, with space for future names."""
    view = bracket_view(opened)
    if view is None or not any(column.round for column in view.columns):
        raise Refusal("There is no bracket yet. It starts when the first elimination round is published.")
    return Sheet(
        "bracket",
        tr("Bracket"),
        {
            "lead": opened.event.edition,
            "code": back.event(),
            "rounds": [{"title": c.name, "games": [_game(game) for game in c.games]} for c in view.columns],
            "third": None if view.third is None else {"title": tr("Third place"), **_game(view.third)},
        },
    )


def _game(game: BracketGame) -> dict[str, Any]:
    """Who will advance is not printed: the name is written in by hand."""
    names = [place.text if place.player or game.state == "bye" else "" for place in game.places]
    where = (
        tr("Game {number}, table {table}", number=game.number, table=seat_text(game.table, game.room))
        if game.table
        else tr("Game {number}", number=game.number)
    )
    a, b = [*names, ""][:2]
    won = next((at for at, place in enumerate(game.places, 1) if place.won), 0)
    return {"where": where, "a": a, "b": b, "won": won}
