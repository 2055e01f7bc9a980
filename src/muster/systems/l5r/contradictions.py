"""Slips that the fields allow but that contradict themselves, the clock or the book: each refused in one sentence."""

from __future__ import annotations

from muster.game import BadInput, Game, mark, tr
from muster.systems.l5r.account import Account, read
from muster.systems.l5r.slip import KINDS, SIDES, How
from muster.systems.l5r.timing import marks

_ENDED_BY = {
    How.VICTORY: mark("a victory condition"),
    How.JUDGMENT: mark("Emperor’s Judgment"),
    How.CONCESSION: mark("a concession"),
    How.DISQUALIFIED: mark("a disqualification"),
}


def check(game: Game) -> None:
    """Raises BadInput for the first contradiction found."""
    account = read(game)
    _check_judgment(game, account)
    _check_winner(game, account)
    if account.how is not How.DISQUALIFIED:
        _check_clock(game, account)
    if account.kind is not None and not game.elimination:  # L-14: there a modified result has no effect
        _check_kind(account, account.kind)


def _check_judgment(game: Game, account: Account) -> None:
    if game.result.values.get("favor") == [True, True]:
        raise BadInput(
            "Imperial Favor: both players are entered as its holder. Only one can be, or nobody.", clause="L-21"
        )
    if account.how is not How.JUDGMENT:
        if account.judged or game.result.values.get("how") == How.JUDGMENT.value:
            raise BadInput(
                "Emperor’s Judgment is entered for a game that ended by {ended_by}: leave one of them out.",
                clause="L5R-119",
                ended_by=tr(_ENDED_BY[account.how]),
            )
        return
    if account.judged and account.verdict is None:
        raise BadInput(
            "Emperor’s Judgment is incomplete: enter broken provinces and honor of both players, or only the winner.",
            clause="L5R-119",
        )
    if account.verdict is not None and account.verdict.winner is None:
        raise BadInput(
            "Emperor’s Judgment is level at {points}: enter who decided the first player.",
            clause="L5R-123",
            points=account.verdict.points[0],
        )


def _check_winner(game: Game, account: Account) -> None:
    if account.winner is None:
        raise BadInput(
            "The winner is missing. It must be {name} or {other}: this game has no draws.",
            clause="L5R-110",
            name=game.a.name,
            other=game.b.name,
        )
    told = game.result.values.get("winner")
    if not isinstance(told, str):
        return
    side = SIDES.index(told)
    name = (game.a, game.b)[side].name
    if side != account.winner:
        raise BadInput(
            "{name} is entered as the winner, but lost the game by {ended_by}.",
            clause="L5R-112",
            name=name,
            ended_by=tr(_ENDED_BY[account.how]),
        )
    if account.verdict is not None and side != account.verdict.winner:
        own, other = account.verdict.points[side], account.verdict.points[1 - side]
        raise BadInput(
            "{name} is entered as the winner, but loses Emperor’s Judgment by {own} to {other}, and the "
            "opponent decided the first player."
            if own == other
            else "{name} is entered as the winner, but loses Emperor’s Judgment by {own} to {other}.",
            clause="L5R-123",
            name=name,
            own=own,
            other=other,
        )


def _check_clock(game: Game, account: Account) -> None:
    decided_at, slip_at, stop = account.decided_at, account.slip_at, account.marks.stop
    if decided_at is None:
        return
    if slip_at is not None and slip_at < decided_at:
        raise BadInput(
            "The slip at minute {slip_at} is from before the game was decided at minute {decided_at}. A slip "
            "is handed in once the game is decided.",
            clause="L5R-116",
            slip_at=slip_at,
            decided_at=decided_at,
        )
    if account.how is not How.JUDGMENT and decided_at > stop:
        raise BadInput(
            "Decided at minute {decided_at} by {ended_by}: all play stops at minute {stop}.",
            clause="L5R-117",
            decided_at=decided_at,
            ended_by=tr(_ENDED_BY[account.how]),
            stop=stop,
        )
    # The final is longer, but which elimination round that is is not known here: no judgment is earlier than this.
    end = marks(game.settings, extended=game.result.values.get("extended") is True).end
    if account.how is How.JUDGMENT and decided_at < end:
        raise BadInput(
            "Emperor’s Judgment at minute {decided_at}: nobody is judged before time is called at minute {end}.",
            clause="L5R-119",
            decided_at=decided_at,
            end=end,
        )


def _check_kind(account: Account, kind: str) -> None:
    if kind == "modified" and account.how is not How.JUDGMENT:
        raise BadInput(
            "A modified win comes only from Emperor’s Judgment when play stops, not from {ended_by}.",
            clause="L5R-118",
            ended_by=tr(_ENDED_BY[account.how]),
        )
    timed = account.decided_at is not None or account.slip_at is not None
    if timed and kind != account.kind_by_minutes:
        raise BadInput(
            "Result: “{kind}” is {kinds}, but the minutes say {by_minutes}; leave the result blank or "
            "correct the minutes.",
            clause="L5R-126",
            kind=tr(kind.replace("_", " ")),
            kinds=tr(KINDS[kind]),
            by_minutes=tr(KINDS[account.kind_by_minutes]),
        )
    if kind == "modified_loss" and account.waived and account.how is not How.JUDGMENT:
        raise BadInput("A modified loss is entered and the late slip is waived: leave one of them out.", clause="L-17")
