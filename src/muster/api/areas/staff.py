"""What the staff do, over the API: calls, disputes, objections, rulings and appeals, penalties, games to watch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from muster.api.call import TABLE, V1, ApiCall, Route, twin
from muster.api.changes import match_told
from muster.api.reads import found_player
from muster.api.shapes import Body, Line, MatchRecorded, PlayerRecorded, Recorded, Seen
from muster.app.desk import Opened
from muster.app.exact import View
from muster.app.people import roster
from muster.app.permissions import Action
from muster.app.results.actions import find_match
from muster.app.results.seen import Shown, digest
from muster.app.staff import calls, objections, rulings
from muster.app.staff.actions import ORGANISER
from muster.app.staff.calls import CallView
from muster.app.staff.objections import Objection
from muster.app.staff.rulings import MenuChoice, PenaltyLine, Recommendation, RulingCase
from muster.app.table import featured
from muster.app.views.event import player_view
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Scalar
from muster.core.record.facts.staff import PenaltyGiven
from muster.core.record.staff import StaffMember
from muster.core.rules.conduct.rulings import recommended


class SettleBody(Body, frozen=True):
    """The player, by number, whose report is right."""

    player: int


class SettleOtherwiseBody(Body, frozen=True):
    """What was played; `values` as for a result."""

    values: dict[str, Scalar | list[Scalar]]


class RulingBody(Body, frozen=True):
    """`table` 0 is a ruling for everybody. `round`: the one you mean; 0 for the current one.

    `subject`: the key of the book's name for it, empty for none.
    """

    note: Line
    question: Line = ""
    table: Seen = 0
    round: Seen = 0
    subject: str = ""


class AppealBody(Body, frozen=True):
    """Who appeals, by number, and what they say."""

    player: int
    words: Line = ""


class DecideAppealBody(Body, frozen=True):
    upheld: bool
    words: Line


class PenaltyBody(Body, frozen=True):
    """A penalty from the book's menu, for a player by number. `infraction` and `penalty` are keys of the menus."""

    player: int
    penalty: str
    reason: Line
    infraction: str = ""
    round: Seen = 0


class RecommendationBody(Body, frozen=True):
    """Whether the player is disqualified as recommended, or stays in the event; `reason` for the log."""

    disqualify: bool
    reason: Line


class ObjectionBody(Body, frozen=True):
    """Why the result stays, for the players to read."""

    note: Line


class FeatureBody(Body, frozen=True):
    """Whether everybody may watch the game."""

    shown: bool = True


class EventCalls(View, frozen=True):
    """What waits for the staff at the tables."""

    event: str
    calls: list[CallView]
    objections: list[Objection]


class EventRulings(View, frozen=True):
    """Rulings, penalties, recommended disqualifications; and the book's menus, with the keys that requests use."""

    event: str
    rulings: list[RulingCase]
    penalties: list[PenaltyLine]
    recommended: list[Recommendation]
    subjects: list[MenuChoice]
    penalty_menu: list[MenuChoice]
    infractions: list[MenuChoice]


class CallsRecorded(Recorded, frozen=True):
    calls: list[CallView]
    objections: list[Objection]


class RulingsRecorded(Recorded, frozen=True):
    rulings: list[RulingCase]
    penalties: list[PenaltyLine]


class FeaturedRecorded(Recorded, frozen=True):
    """The tables whose games everybody may watch now."""

    tables: list[int]


def _organiser(opened: Opened) -> StaffMember:
    """A program acts for the organiser."""
    return opened.event.staff.members[ORGANISER]


def waiting(call: ApiCall, opened: Opened) -> EventCalls:
    """Tables that need a judge, and results that players object to."""
    organiser = _organiser(opened)
    return EventCalls(opened.id, calls.calls_view(opened, organiser), objections.objections_view(opened, organiser))


def calls_told(call: ApiCall, opened: Opened) -> CallsRecorded:
    now = waiting(call, opened)
    return CallsRecorded(opened.id, opened.last, now.calls, now.objections)


def given(call: ApiCall, opened: Opened) -> EventRulings:
    """Rulings with their appeals, penalties, and what the book has for both."""
    organiser, conduct = _organiser(opened), opened.system.conduct
    return EventRulings(
        event=opened.id,
        rulings=rulings.rulings_view(opened, organiser),
        penalties=_penalties(opened),
        recommended=rulings.waiting_view(opened).recommended,
        subjects=rulings.menu_view(conduct.subjects, organiser),
        penalty_menu=rulings.menu_view(conduct.penalties, organiser),
        infractions=rulings.menu_view(conduct.infractions, organiser),
    )


def _penalties(opened: Opened) -> list[PenaltyLine]:
    return rulings.record_view(opened, tuple(opened.event.players))


def rulings_told(call: ApiCall, opened: Opened) -> RulingsRecorded:
    return RulingsRecorded(opened.id, opened.last, rulings.rulings_view(opened, _organiser(opened)), _penalties(opened))


def answer(call: ApiCall) -> Opened:
    """Say that somebody is on the way to a table."""
    return calls.answer(call.desk, call.event, ORGANISER, call.number)


def end(call: ApiCall) -> Opened:
    """Mark a call as done."""
    return calls.end(call.desk, call.event, ORGANISER, call.number)


def answer_objection(call: ApiCall) -> Opened:
    """Answer an objection: the result stays."""
    note = cast(ObjectionBody, call.body).note
    return objections.answer(call.desk, call.event, ORGANISER, call.parts["table"], call.number, note)


def settle(call: ApiCall) -> Opened:
    """Accept one of two reports that differ."""
    player = f"#{cast(SettleBody, call.body).player}"
    return rulings.settle(call.desk, call.event, ORGANISER, call.parts["table"], player, _seen(call))


def settle_otherwise(call: ApiCall) -> Opened:
    """Enter the result if neither report is right."""
    values = cast(SettleOtherwiseBody, call.body).values
    return rulings.settle_otherwise(call.desk, call.event, ORGANISER, call.parts["table"], values, _seen(call))


def _seen(call: ApiCall) -> Shown:
    """The reports as of this request: anything reported later is not overruled."""
    round_, match = find_match(call.opened.event, call.table, call.number)
    return Shown(round_.number, digest(round_, match))


def feature(call: ApiCall) -> Opened:
    """Show a game to everybody, or stop showing it."""
    shown = cast(FeatureBody, call.body).shown
    return featured.feature(call.desk, call.event, call.number, call.parts["table"], shown, call.actor)


def featured_told(call: ApiCall, opened: Opened) -> FeaturedRecorded:
    return FeaturedRecorded(opened.id, opened.last, [match.table for match in featured.featured_now(opened)])


def rule(call: ApiCall) -> Opened:
    """Record a ruling, at a table or for everybody."""
    body = cast(RulingBody, call.body)
    return rulings.rule(
        call.desk, call.event, ORGANISER, body.table, body.question, body.note, body.round, body.subject
    )


def appeal(call: ApiCall) -> Opened:
    """Record a player's appeal against a ruling."""
    body = cast(AppealBody, call.body)
    return rulings.appeal(call.desk, call.event, ORGANISER, call.number, f"#{body.player}", body.words)


def decide(call: ApiCall) -> Opened:
    """Decide on an appeal."""
    body = cast(DecideAppealBody, call.body)
    return rulings.decide(call.desk, call.event, ORGANISER, call.number, body.upheld, body.words)


def penalise(call: ApiCall) -> Opened:
    """Give a player a penalty of the book's menu."""
    body = cast(PenaltyBody, call.body)
    return rulings.penalise(
        call.desk, call.event, ORGANISER, f"#{body.player}", body.penalty, body.reason, body.round, body.infraction
    )


def recommendation(call: ApiCall) -> Opened:
    """Disqualify as recommended, or decline it."""
    body = cast(RecommendationBody, call.body)
    if not body.disqualify:
        return rulings.decline(call.desk, call.event, ORGANISER, call.number, body.reason)
    found = _recommended(call, dict(recommended(call.opened.event)))
    who = f"#{found.player}"
    return roster.disqualify(call.desk, call.event, who, body.reason, call.actor, found.infraction)


def recommendation_told(call: ApiCall, opened: Opened) -> PlayerRecorded:
    found = _recommended(call, dict(enumerate(opened.event.staff.penalties, start=1)))
    return PlayerRecorded(opened.id, opened.last, player_view(opened, found_player(opened, found.player)))


def _recommended(call: ApiCall, known: Mapping[int, PenaltyGiven]) -> PenaltyGiven:
    if call.number not in known:
        raise Refusal("Recommendation {number} is no longer open.", number=call.number)
    return known[call.number]


ANSWER, RULE, TABLES = Action.ANSWER, Action.RULE, Action.TABLES

ROUTES: tuple[Route[Any], ...] = (
    Route("calls", "GET", V1 + "/calls", TABLES, EventCalls, waiting),
    Route("rulings", "GET", V1 + "/rulings", TABLES, EventRulings, given),
    twin("answer-call", V1 + "/calls/{number}/answer", ANSWER, CallsRecorded, calls_told, answer),
    twin("end-call", V1 + "/calls/{number}/end", ANSWER, CallsRecorded, calls_told, end),
    twin("answer-objection", TABLE + "/objection", RULE, CallsRecorded, calls_told, answer_objection, ObjectionBody),
    twin("settle", TABLE + "/settle", RULE, MatchRecorded, match_told, settle, SettleBody),
    twin(
        "settle-otherwise",
        TABLE + "/settle-otherwise",
        RULE,
        MatchRecorded,
        match_told,
        settle_otherwise,
        SettleOtherwiseBody,
    ),
    twin("feature", TABLE + "/feature", Action.FEATURE, FeaturedRecorded, featured_told, feature, FeatureBody),
    twin("ruling", V1 + "/rulings", RULE, RulingsRecorded, rulings_told, rule, RulingBody, status=201),
    twin("appeal", V1 + "/rulings/{number}/appeal", RULE, RulingsRecorded, rulings_told, appeal, AppealBody),
    twin(
        "appeal-decide",
        V1 + "/rulings/{number}/decide",
        Action.APPEAL,
        RulingsRecorded,
        rulings_told,
        decide,
        DecideAppealBody,
    ),
    twin("penalty", V1 + "/penalties", RULE, RulingsRecorded, rulings_told, penalise, PenaltyBody, status=201),
    twin(
        "recommendation",
        V1 + "/recommendations/{number}",
        Action.ENROL,
        PlayerRecorded,
        recommendation_told,
        recommendation,
        RecommendationBody,
    ),
)
