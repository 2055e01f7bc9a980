"""Tournament points: what a game, a bye, a missed round and a double loss are worth, and why."""

from __future__ import annotations

from typing import Any

from muster.game import Game, Outcome, Reason, Score, Settings
from muster.systems.l5r.account import Account, read
from muster.systems.l5r.options import LOSS
from muster.systems.l5r.slip import How
from muster.systems.l5r.timing import Lateness

# L5R-126, with LOSS
WIN = 10
MODIFIED_WIN = 6
MODIFIED_LOSS = 0


def bye(settings: Settings) -> Score:
    return Score(WIN, Outcome.WIN, Reason("bye_is_win", {"points": WIN}, "L5R-085"))  # L-01


def unpaired(settings: Settings) -> Score:
    points = settings.number("unpaired_loss_points")
    return Score(points, Outcome.LOSS, Reason("unpaired_loss", {"points": points}, "L5R-090"))


def double_loss(settings: Settings) -> Score:
    return Score(MODIFIED_LOSS, Outcome.LOSS, Reason("double_loss", {"points": MODIFIED_LOSS}, "X-11"))


def score(game: Game) -> tuple[Score, Score]:
    """Side a, side b."""
    if len(game.result.by) == 2:
        return double_loss(game.settings), double_loss(game.settings)
    account = read(game)
    assert account.winner is not None, "an accepted result has a winner"
    if game.elimination:
        # L5R-105, L-14, L-42: somebody advances; nobody earns points, however late it was.
        won = Score(0, Outcome.WIN, Reason("goes_on", clause="L5R-105"))
        lost = Score(0, Outcome.LOSS, Reason("goes_out", clause="L5R-105"))
    else:
        won, lost = _won(account, account.winner), _lost(account, 1 - account.winner)
    return (won, lost) if account.winner == 0 else (lost, won)


def _won(account: Account, side: int) -> Score:
    if account.lateness is Lateness.STOP:
        return _judged(account, side, "stopped_won", MODIFIED_WIN, "L5R-118")
    match account.how:
        case How.JUDGMENT:
            return _judged(account, side, "judged_won", WIN, "L5R-123")
        case How.CONCESSION:
            return _scored("conceded_to", WIN, Outcome.WIN, "L5R-112")
        case How.DISQUALIFIED:
            return _scored("opponent_disqualified", WIN, Outcome.WIN, "L-40")
        case How.VICTORY:
            return _scored("won", WIN, Outcome.WIN, "L5R-110")


def _lost(account: Account, side: int) -> Score:
    if account.how is How.DISQUALIFIED:
        return _scored("disqualified_loss", LOSS, Outcome.LOSS, "L-40")
    match account.lateness:
        case Lateness.STOP:
            return _judged(account, side, "stopped_lost", MODIFIED_LOSS, "L5R-118")
        case Lateness.JUDGED:
            return _judged(account, side, "judged_late", MODIFIED_LOSS, "L5R-124")
        case Lateness.SLIP:
            late = {"minute": account.minute, "mark": account.marks.slips}
            return _scored("slip_late", MODIFIED_LOSS, Outcome.LOSS, "L5R-116", late)
        case Lateness.UNTOLD:
            return _scored("modified_loss", MODIFIED_LOSS, Outcome.LOSS, "L5R-126")
        case Lateness.IN_TIME:
            if account.how is How.JUDGMENT:
                return _judged(account, side, "judged_lost", LOSS, "L5R-123")
            conceded = account.how is How.CONCESSION
            return _scored("conceded" if conceded else "lost", LOSS, Outcome.LOSS, "L5R-112" if conceded else "L5R-110")


def _judged(account: Account, side: int, code: str, points: int, clause: str) -> Score:
    """With the Emperor's Judgment count, if it was entered."""
    outcome = Outcome.WIN if side == account.winner else Outcome.LOSS
    if account.verdict is None:
        return _scored(code, points, outcome, clause)
    own, other = account.verdict.points[side], account.verdict.points[1 - side]
    ending = "_level" if account.verdict.level else "_counted"
    return _scored(code + ending, points, outcome, clause, {"own": own, "other": other})


def _scored(code: str, points: int, outcome: Outcome, clause: str, data: dict[str, Any] | None = None) -> Score:
    return Score(points, outcome, Reason(code, {"points": points, **(data or {})}, clause))
