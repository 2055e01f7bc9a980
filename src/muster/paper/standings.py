"""The standings, and the bracket of the elimination rounds."""

from __future__ import annotations

from typing import Any

from muster.app.desk import Opened
from muster.app.exact import ReasonView
from muster.app.numbers import column, decimal
from muster.app.past.record import record_line
from muster.app.speech import tr
from muster.app.views.event import round_view, standings_view
from muster.app.views.titles import standings_note, standings_title
from muster.core.kit.errors import Refusal
from muster.core.kit.model import StageKind
from muster.core.reading.stage_names import games_name
from muster.core.record.event import RoundState
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
            "lead": " ".join(part for part in (opened.event.edition, standings_note(view)) if part),
            "code": back.event(),
            "headings": headings,
            "rows": rows,
            "record": record_line(opened),
        },
    )


def _placed(reason: ReasonView | None) -> str:
    """How far somebody came in the bracket, with the clause."""
    return "" if reason is None else f"{reason.text} [{reason.clause}]"


def bracket(opened: Opened, back: WayBack) -> Sheet:
    """Every elimination round, those still to come with room for names."""
    stage = opened.event.stage
    rounds = [r for r in opened.event.rounds_of(stage) if r.state is not RoundState.DRAFT]
    if stage.kind is not StageKind.ELIMINATION or not rounds:
        raise Refusal("There is no bracket yet. It starts when the first elimination round is published.")
    drawn = [_games(opened, r.number) for r in rounds]
    shown: list[dict[str, Any]] = []
    games = len(drawn[0])
    at = 0
    while games >= 1:
        known = drawn[at] if at < len(drawn) else []
        filled = known + [{"a": "", "b": "", "won": 0}] * max(games - len(known), 0)
        shown.append({"title": tr(games_name(games)), "games": filled})
        if games == 1:
            break
        games, at = -(-games // 2), at + 1
    return Sheet("bracket", tr("Bracket"), {"lead": opened.event.edition, "code": back.event(), "rounds": shown})


def _games(opened: Opened, number: int) -> list[dict[str, Any]]:
    view = round_view(opened, number)
    games: dict[int, dict[str, Any]] = {}
    for match in view.matches:
        won = 0
        if match.scores:
            won = next((at for at, score in enumerate(match.scores, 1) if score.outcome == "win"), 0)
        games[match.game] = {"a": match.a.name, "b": match.b.name, "won": won}
    for bye in view.byes:
        games[bye.game] = {"a": bye.name, "b": tr("bye"), "won": 1}
    return [games[game] for game in sorted(games)]
