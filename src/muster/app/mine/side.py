"""An event from one player's side, for their phone and for programs that act for them."""

from __future__ import annotations

from dataclasses import replace

from muster.app.awards.views import BallotView, ballots_view
from muster.app.desk import Opened
from muster.app.exact import View, grown
from muster.app.lists.shapes import DeclarationView
from muster.app.lists.terms import declarations_view
from muster.app.numbers import Exact
from muster.app.results.forms import account, said
from muster.app.results.seen import digest, result_digest
from muster.app.speech import tr
from muster.app.staff.calls import MyCall, my_call
from muster.app.views.event import match_view, player_view
from muster.app.views.moment import Moment, MomentView, moment_of
from muster.app.views.shapes import MatchView, PlayerView
from muster.core.kit.model import Outcome, PlayerId, Result
from muster.core.reading.tally import scores
from muster.core.record.event import Match, Round, RoundState
from muster.core.record.player import Player
from muster.core.rules.conduct import objections
from muster.core.rules.players import may_check_in_self


class MyMatch(MatchView, frozen=True):
    """A match from one player's side: who reported what, what each report would mean, and what to do next.

    `mine` and `theirs` are the two reports, `told` is the result, field by field. `points` are the player's own and the
    opponent's.
    """

    opponent: str
    mine: list[str]
    theirs: list[str]
    my_outcome: Outcome | None
    their_outcome: Outcome | None
    digest: str
    said: str
    told: list[str]
    outcome: Outcome | None
    points: tuple[Exact, Exact] | None
    open: bool
    terrain: bool
    may_object: bool
    objected: bool
    answer: str
    result_digest: str


def my_match(opened: Opened, round_: Round, match: Match, player: PlayerId) -> MyMatch:
    view = match_view(opened, round_, match)
    other = match.other(player)
    reports = {p: [tr(part) for part in account(opened, match, r, player, p)] for p, r in match.reports.items()}
    outcomes = {p: _outcome(opened, round_, match, r, player) for p, r in match.reports.items()}
    side = 0 if match.a == player else 1
    scores = view.scores
    return grown(
        MyMatch,
        view,
        opponent=opened.event.name_of(other),
        mine=reports.get(player, []),
        theirs=reports.get(other, []),
        my_outcome=outcomes.get(player),
        their_outcome=outcomes.get(other),
        digest=digest(round_, match),
        said=said(opened, match, match.result, player),
        told=[]
        if match.result is None
        else [tr(part) for part in account(opened, match, match.result, player, player)],
        outcome=None if scores is None else scores[side].outcome,
        points=None if scores is None else (scores[side].points, scores[1 - side].points),
        open=round_.state is RoundState.PUBLISHED and match.result is None,
        terrain=bool(opened.event.venue.layout_at(match.table, round_.number)),
        may_object=objections.may_object(opened.event, round_, match, player),
        objected=player in match.objections,
        answer=match.answer,
        result_digest=result_digest(round_, match),
    )


def _outcome(opened: Opened, round_: Round, match: Match, result: Result, player: PlayerId) -> Outcome:
    """What a report would mean for one of the two players."""
    trial = replace(match, result=result)
    return scores(opened.event, opened.system, round_, trial)[0 if player == match.a else 1].outcome


class MySide(View, frozen=True):
    """What a player's own page needs. `round`: the last published one, 0 before the first.

    The match's `digest` and `result_digest` identify what was shown: whoever confirms or objects sends them back.
    """

    event: str
    entries: int
    player: PlayerView
    moment: MomentView
    round: int
    scenario: str
    match: MyMatch | None
    call: MyCall | None
    declarations: list[DeclarationView]
    ballots: list[BallotView]
    may_check_in: bool


def my_side(opened: Opened, player: Player) -> MySide:
    shown = opened.event.shown
    round_ = shown[-1] if shown else None
    match = None if round_ is None else round_.match_of(player.id)
    moment = moment_of(opened, player)
    mine = None if round_ is None or match is None else my_match(opened, round_, match, player.id)
    if mine is not None and moment.moment is Moment.ENTER:
        mine = _without_theirs(mine, player.id)
    scenario = None if round_ is None else opened.event.scenarios.get(round_.number)
    return MySide(
        event=opened.id,
        entries=opened.last,
        player=player_view(opened, player, public=True),
        moment=moment,
        round=0 if round_ is None else round_.number,
        scenario="" if scenario is None else scenario.name,
        match=mine,
        call=my_call(opened, round_, match),
        declarations=declarations_view(opened, player) if opened.system.lists else [],
        ballots=ballots_view(opened, player),
        may_check_in=may_check_in_self(opened.event, opened.system, player),
    )


def _without_theirs(match: MyMatch, player: PlayerId) -> MyMatch:
    """If the book wants both to enter the result, neither sees what the other entered first (UW-19).

    A digest would let them guess it.
    """
    own = [report for report in match.reports if report.by.number == player]
    return grown(MyMatch, match, reports=own, theirs=[], their_outcome=None, digest="")
