"""What a player's page shows right now: one of a fixed set of moments, with what it needs and what comes next."""

from __future__ import annotations

from enum import StrEnum

from muster.app.desk import Opened
from muster.app.exact import View, exact
from muster.app.numbers import Exact
from muster.app.venue.rooms import room_of
from muster.app.views.bracket_lines import bracket_lines
from muster.app.views.event import of_round
from muster.app.views.shapes import GamesRecord
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Outcome, PlayerId, StageKind
from muster.core.reading.plan import is_final, planned
from muster.core.reading.tally import scores, standings
from muster.core.record.event import Match, MatchState, Round
from muster.core.record.player import Player, Status
from muster.core.record.presence import held_out
from muster.core.rules.lists.declarations import must_choose
from muster.core.rules.stages import plays_on
from muster.core.standings.lines import LineKind


class Moment(StrEnum):
    """Where a player is in an event. In every state of an event, exactly one of these applies to each player."""

    BEFORE = "before"
    """Enrolled, and no round is published."""
    CHOOSE = "choose"
    """At a table; the list for this game is not chosen yet (WMH-080)."""
    PLAYING = "playing"
    """At a table; nobody has reported."""
    SENT = "sent"
    """The player's report waits for the opponent."""
    ASKED = "asked"
    """The opponent's report waits for this player's answer."""
    ENTER = "enter"
    """The opponent has reported, and the book wants both to enter the result (UW-19)."""
    DISPUTED = "disputed"
    IN = "in"
    """The result is in."""
    BYE = "bye"
    NO_GAME = "no game"
    """The round is being played without this player, who is still in the event."""
    THROUGH = "through"
    """Made the cut; its first round is not published yet."""
    MISSED = "missed"
    """The cut was made without this player."""
    OUT = "out"
    """Out of the bracket."""
    LEFT = "left"
    """Dropped, retired or disqualified."""
    FINISHED = "finished"
    """The event is over."""


class Coming(StrEnum):
    """What a player can expect next. A table is only promised to players who will get one."""

    ROUND = "round"
    """The next round, with a table or a bye."""
    IF_NEEDED = "if needed"
    """A stand-in gets a table when one is needed."""
    CHECK_IN = "check in"
    """Nobody is paired before they are checked in (X-28)."""
    CUT = "cut"
    """The cut decides who continues."""
    MAYBE_END = "maybe end"
    """The rules end the event early, but the organiser may play on (W-01)."""
    END = "end"
    """No further game: the final standings."""


class PlaceView(View, frozen=True):
    """A player's place among all who have one; `rank` is None for a player without a place."""

    rank: int | None
    of: int
    points: Exact
    record: GamesRecord


class MomentView(View, frozen=True):
    """`NEEDS` says which of these a moment has; the others are None.

    `room` is empty unless there are several rooms, and `moved_from` is 0 unless the table was changed.
    """

    moment: Moment
    round: int | None = None
    table: int | None = None
    room: str | None = None
    moved_from: int | None = None
    opponent: str | None = None
    outcome: Outcome | None = None
    coming: Coming | None = None
    place: PlaceView | None = None
    cut: int | None = None
    seed: int | None = None
    status: Status | None = None


_SEAT = ("round", "table", "room", "moved_from", "opponent")

NEEDS: dict[Moment, tuple[str, ...]] = {
    Moment.BEFORE: ("coming",),
    Moment.CHOOSE: _SEAT,
    Moment.PLAYING: _SEAT,
    Moment.SENT: _SEAT,
    Moment.ASKED: _SEAT,
    Moment.ENTER: _SEAT,
    Moment.DISPUTED: _SEAT,
    Moment.IN: (*_SEAT, "outcome", "coming"),
    Moment.BYE: ("round", "coming"),
    Moment.NO_GAME: ("round", "coming"),
    Moment.THROUGH: ("cut", "seed", "coming"),
    Moment.MISSED: ("cut", "place"),
    Moment.OUT: (),
    Moment.LEFT: ("status",),
    Moment.FINISHED: ("place", "status"),
}


def moment_of(opened: Opened, player: Player) -> MomentView:
    event = opened.event
    if event.finished:
        return MomentView(Moment.FINISHED, place=place_of(opened, player.id), status=player.status)
    if not player.active:
        return MomentView(Moment.LEFT, status=player.status)
    if not event.shown:
        return MomentView(Moment.BEFORE, coming=_coming(opened, player))
    seeds, round_ = event.stage.seeds, event.shown[-1]
    if seeds and player.id not in seeds:
        return MomentView(Moment.MISSED, cut=len(event.stage.qualified), place=place_of(opened, player.id))
    if seeds and round_.stage != event.stage.number:
        seed, cut = seeds.index(player.id) + 1, len(event.stage.qualified)
        return MomentView(Moment.THROUGH, cut=cut, seed=seed, coming=Coming.ROUND)
    match = round_.match_of(player.id)
    if match is not None:
        return _at_table(opened, player, round_, match)
    if any(bye.player == player.id for bye in round_.byes):
        return MomentView(Moment.BYE, round=round_.number, coming=_coming(opened, player))
    in_bracket = {p for r in event.shown if r.stage == event.stage.number for p in r.players()}
    if event.stage.kind is StageKind.ELIMINATION and player.id in in_bracket | set(seeds):
        return MomentView(Moment.OUT)
    return MomentView(Moment.NO_GAME, round=round_.number, coming=_coming(opened, player))


def _at_table(opened: Opened, player: Player, round_: Round, match: Match) -> MomentView:
    event, system = opened.event, opened.system
    where = (round_.number, match.table, room_of(opened, match.table))
    seat = (*where, match.moved_from, event.name_of(match.other(player.id)))
    if match.state is MatchState.IN:
        outcome = scores(event, system, round_, match)[0 if match.a == player.id else 1].outcome
        lost = event.stage.kind is StageKind.ELIMINATION and outcome is not Outcome.WIN
        if lost and not is_final(event, round_) and not plays_on(event, system, player.id):
            return MomentView(Moment.OUT)
        return MomentView(Moment.IN, *seat, outcome, _coming(opened, player))
    if match.state is MatchState.DISPUTED:
        return MomentView(Moment.DISPUTED, *seat)
    if match.state is MatchState.REPORTED and player.id in match.reports:
        return MomentView(Moment.SENT, *seat)
    if match.state is MatchState.REPORTED:
        return MomentView(Moment.ENTER if system.opponent_enters else Moment.ASKED, *seat)
    chosen = not must_choose(event, system, round_, player)
    return MomentView(Moment.PLAYING if chosen else Moment.CHOOSE, *seat)


def _coming(opened: Opened, player: Player) -> Coming:
    """For a player who is in the event and is not at a table without a result."""
    event, system = opened.event, opened.system
    shown = event.shown
    if event.stage.kind is StageKind.ELIMINATION and shown:
        return Coming.ROUND if plays_on(event, system, player.id) else Coming.END
    try:
        plan = planned(event, system)
    except Refusal:
        plan = None  # No plan fits these players yet, so there is no last round either.
    last = plan is not None and bool(shown) and shown[-1].number >= plan.rounds
    if shown and shown[-1].complete:
        number = shown[-1].number
        if system.over(event, system.settings(event), standings(event, system, number)) is not None:
            return Coming.END if last or not system.early_end_option else Coming.MAYBE_END
    if plan is not None and last:
        return Coming.CUT if plan.cut else Coming.END
    if player.stand_in:
        return Coming.IF_NEEDED
    return Coming.CHECK_IN if player in held_out(event, len(shown) + 1) else Coming.ROUND


def place_of(opened: Opened, player: PlayerId) -> PlaceView:
    """So far; once the event is finished, for good. Includes games won and lost in the bracket."""
    table = of_round(opened, None)
    row = table.by_player[player]
    outcomes = [line.outcome for line in row.lines if line.kind is not LineKind.UNPAIRED]
    outcomes += [line.outcome for line in bracket_lines(opened, player)]
    record = GamesRecord(outcomes.count(Outcome.WIN), outcomes.count(Outcome.DRAW), outcomes.count(Outcome.LOSS))
    return PlaceView(row.rank, len(table.ranked()), exact(row.points), record)
