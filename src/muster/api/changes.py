"""Changes over the API. One function of `app` makes each change and another describes it, so a repeated request is
only described and never applied twice.
"""

from __future__ import annotations

from typing import cast

from muster.api.call import ApiCall, own_facts
from muster.api.reads import found_player, found_round
from muster.api.shapes import (
    CheckInRecorded,
    CorrectionBody,
    CorrectionRecorded,
    CutBody,
    CutRecorded,
    DropBody,
    EnrolBody,
    EventFinishedView,
    FinishBody,
    HereBody,
    MatchRecorded,
    PairBody,
    PlayerRecorded,
    PlayersEnrolled,
    ResultBody,
    RoundRecorded,
    StandingsRecorded,
    TurnRecorded,
)
from muster.app.desk import Opened
from muster.app.events import actions as events
from muster.app.exact import who
from muster.app.log.entries import ToldEntry, log_view
from muster.app.past import history
from muster.app.people import comings, roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.results.preview import preview
from muster.app.rounds import actions as rounds
from muster.app.views.event import awards_view, match_view, player_view, round_view, standings_view
from muster.core.kit.errors import Conflict, Refusal
from muster.core.kit.model import Raw
from muster.core.record.facts.play import PlayerEnrolled, RoundDrawn
from muster.core.record.undo import Redone, Undone


def enrol(call: ApiCall) -> Opened:
    """Enrol players, all or none."""
    body = cast(EnrolBody, call.body)
    people = [(one.name, {key: roster.as_typed(value) for key, value in one.values.items()}) for one in body.players]
    return roster.enrol(call.desk, call.event, people, call.actor, stand_in=body.stand_in, request=call.request)


def enrolled(call: ApiCall, opened: Opened) -> PlayersEnrolled:
    known = opened.event.players
    found = [known[fact.player] for fact in own_facts(call, opened, PlayerEnrolled) if fact.player in known]
    return PlayersEnrolled(opened.id, opened.last, [player_view(opened, p) for p in found])


def drop(call: ApiCall) -> Opened:
    """Drop a player, who keeps their results, also in the middle of a game."""
    body, player = cast(DropBody, call.body), f"#{found_player(call.opened, call.number).id}"
    declined = [f"#{number}" for number in body.declined]
    if not body.how:
        return roster.drop(call.desk, call.event, player, call.actor, body.reason, declined, round_=body.round)
    if declined:
        raise Refusal("Nobody is being asked to step in, so nobody can decline.")
    return comings.leave(call.desk, call.event, player, body.how, call.actor, body.reason, round_=body.round)


def rejoin(call: ApiCall) -> Opened:
    """Bring a dropped player back."""
    player = found_player(call.opened, call.number)
    return roster.rejoin(call.desk, call.event, f"#{player.id}", call.actor, request=call.request)


def here(call: ApiCall) -> Opened:
    """Check a player in, or out again."""
    player, inside = found_player(call.opened, call.number), cast(HereBody, call.body).here
    return roster.set_here(call.desk, call.event, f"#{player.id}", inside, call.actor, call.request)


def all_here(call: ApiCall) -> Opened:
    """Check in everybody who plays."""
    return roster.all_here(call.desk, call.event, call.actor, call.request)


def here_told(call: ApiCall, opened: Opened) -> CheckInRecorded:
    return CheckInRecorded(opened.id, opened.last, sum(p.checked_in for p in opened.event.players.values()))


def player_told(call: ApiCall, opened: Opened) -> PlayerRecorded:
    return PlayerRecorded(opened.id, opened.last, player_view(opened, found_player(opened, call.number)))


def pair(call: ApiCall) -> Opened:
    """Draw the next round as a draft, or the current one again."""
    body = cast(PairBody, call.body)
    return rounds.pair(
        call.desk,
        call.event,
        call.actor,
        redraw_reason=body.redraw_reason,
        reason_public=body.reason_public,
        seen=call.seen,
        request=call.request,
    )


def paired(call: ApiCall, opened: Opened) -> RoundRecorded:
    drawn = own_facts(call, opened, RoundDrawn)
    number = drawn[-1].round if drawn else None
    if call.repeated and number is not None and all(round_.number != number for round_ in opened.event.rounds):
        raise Conflict(
            "This request drew round {number}, and that was undone. Use a new Idempotency-Key to draw it again.",
            number=number,
        )
    return RoundRecorded(opened.id, opened.last, round_view(opened, number))


def publish(call: ApiCall) -> Opened:
    """Publish the draft: the round begins."""
    must_be_current(call)
    return rounds.publish(call.desk, call.event, call.actor, seen=call.seen, request=call.request)


def published(call: ApiCall, opened: Opened) -> RoundRecorded:
    return RoundRecorded(opened.id, opened.last, round_view(opened, call.number))


def close(call: ApiCall) -> Opened:
    """Close a round once all results are in."""
    must_be_current(call)
    return rounds.close(call.desk, call.event, call.actor, seen=call.seen, request=call.request)


def standings_told(call: ApiCall, opened: Opened) -> StandingsRecorded:
    return StandingsRecorded(opened.id, opened.last, standings_view(opened))


def cut(call: ApiCall) -> Opened:
    """Cut to the top players, who advance to the bracket."""
    size = cast(CutBody, call.body).size
    return rounds.cut(call.desk, call.event, call.actor, size, seen=call.seen, request=call.request)


def cut_told(call: ApiCall, opened: Opened) -> CutRecorded:
    return CutRecorded(opened.id, opened.last, [who(opened, p) for p in opened.event.stage.seeds])


def must_be_current(call: ApiCall) -> None:
    """The round in the address must be the last one. A step between this check and the change is refused there."""
    now = len(call.opened.event.rounds)
    if found_round(call.opened, call.number).number != now:
        raise Conflict("Round {number} is not the current round, which is {now}.", number=call.number, now=now)


def report(call: ApiCall) -> Opened:
    """Enter the result of a table."""
    return results.report(call.desk, call.event, [_report(call)], call.actor, call.request)


def confirm(call: ApiCall) -> Opened:
    """Accept the result that a player reported."""
    must_be_current(call)
    return results.confirm(call.desk, call.event, call.table, call.actor, request=call.request)


def match_told(call: ApiCall, opened: Opened) -> MatchRecorded:
    found, match = results.find_match(opened.event, call.table, call.number)
    return MatchRecorded(opened.id, opened.last, found.number, match_view(opened, found, match))


def correct(call: ApiCall) -> Opened:
    """Correct a result that is in, or look at what a correction would change."""
    body = cast(CorrectionBody, call.body)
    if body.preview:
        return call.opened
    return results.correct(call.desk, call.event, _report(call), body.reason, call.actor, call.request)


def corrected(call: ApiCall, opened: Opened) -> CorrectionRecorded:
    body, told = cast(CorrectionBody, call.body), match_told(call, opened)
    changes = None
    if not call.repeated:  # A preview needs no reason.
        changes = preview(call.opened, results.correction(call.opened, _report(call), body.reason or "preview"))
    return CorrectionRecorded(told.event, told.entries, told.round, told.match, not body.preview, changes)


def _report(call: ApiCall) -> Report:
    body = cast(ResultBody, call.body)
    raw: dict[str, Raw] = dict(body.values)
    by = tuple(f"#{number}" for number in body.by)
    return Report(call.table, {}, body.ending, by, call.number, body.excused, raw)


def finish(call: ApiCall) -> Opened:
    """Finish the event and reveal its seed."""
    reason = cast(FinishBody, call.body).reason
    return events.finish(call.desk, call.event, call.actor, reason, seen=call.seen, request=call.request)


def finished(call: ApiCall, opened: Opened) -> EventFinishedView:
    return EventFinishedView(
        opened.id, opened.last, standings_view(opened), awards_view(opened), opened.event.seed or None
    )


def undo(call: ApiCall) -> Opened:
    """Undo the last action, if it is still the one that you saw."""
    return history.undo(call.desk, call.event, call.actor, seen=call.seen, request=call.request)[0]


def redo(call: ApiCall) -> Opened:
    """Bring back what was undone last."""
    return history.redo(call.desk, call.event, call.actor, seen=call.seen, request=call.request)[0]


def turned(call: ApiCall, opened: Opened) -> TurnRecorded:
    turns: list[Undone | Redone] = [*own_facts(call, opened, Undone), *own_facts(call, opened, Redone)]
    told = [
        ToldEntry(line.seq, line.kind, line.text)
        for line in log_view(opened)
        if any(turn.first <= line.seq <= turn.last for turn in turns)
    ]
    return TurnRecorded(opened.id, opened.last, told)
