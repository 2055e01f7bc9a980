"""The next step of an event, which the command line and the desk show first."""

from __future__ import annotations

from enum import StrEnum

from muster.app.desk import Opened
from muster.core.kit.errors import Refusal
from muster.core.kit.model import StageKind
from muster.core.kit.reasons import Reason
from muster.core.reading.plan import planned
from muster.core.reading.tally import standings
from muster.core.record.event import RoundState
from muster.core.rules.stages import champion


class Step(StrEnum):
    ENROL = "enrol"
    PAIR = "pair"
    PUBLISH = "publish"
    REPORT = "report"
    CUT = "cut"
    FINISH = "finish"
    OPTIONS = "options"
    """No plan fits the current options."""
    STANDINGS = "standings"
    """The event is finished."""


def next_step(opened: Opened) -> Step:
    event, round_ = opened.event, opened.event.current
    if event.finished:
        return Step.STANDINGS
    if round_ is None or round_.stage != event.stage.number:
        return Step.PAIR if len(event.active_players()) >= 2 else Step.ENROL
    if round_.state is RoundState.DRAFT:
        return Step.PUBLISH
    return Step.REPORT if round_.out() else _after_round(opened)


def early_end(opened: Opened) -> Reason | None:
    """Why the rules end the event before its planned rounds, although the organiser may play on (W-01)."""
    event, system = opened.event, opened.system
    if next_step(opened) is not Step.FINISH or not system.early_end_option or event.stage.kind is StageKind.ELIMINATION:
        return None
    if len(event.rounds) >= planned(event, system).rounds:
        return None
    return system.over(event, system.settings(event), standings(event, system))


def _after_round(opened: Opened) -> Step:
    event, system = opened.event, opened.system
    if event.stage.kind is StageKind.ELIMINATION:
        return Step.FINISH if champion(event, system) else Step.PAIR
    try:
        plan = planned(event, system)
    except Refusal:
        return Step.OPTIONS
    if system.over(event, system.settings(event), standings(event, system)) is not None:
        return Step.FINISH  # With fewer rounds than planned this is an early end, which the organiser may ignore.
    if len(event.rounds) < plan.rounds:
        return Step.PAIR
    return Step.CUT if plan.cut else Step.FINISH
