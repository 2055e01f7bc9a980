"""What comes next in an event, as the command to type."""

from __future__ import annotations

from muster.app.desk import Opened
from muster.core.errors import Refusal
from muster.core.event import RoundState
from muster.core.model import StageKind
from muster.core.rounds import planned
from muster.core.stages import champion
from muster.core.tally import standings


def next_step(opened: Opened) -> str:
    event, round_ = opened.event, opened.event.current
    if event.finished:
        return f"muster standings {opened.id}"
    if round_ is None or round_.stage != event.stage.number:
        ready = len(event.active_players()) >= 2
        return f"muster pair {opened.id}" if ready else f"muster enrol {opened.id} NAME"
    if round_.state is RoundState.DRAFT:
        return f"muster publish {opened.id}"
    if round_.out():
        return f"muster report {opened.id} {_table(opened)}"
    return f"muster {_after_round(opened)} {opened.id}"


def _table(opened: Opened) -> str:
    """The first table that is out, with the fields that a result needs."""
    round_ = opened.event.current
    assert round_ is not None
    table = min(m.table for m in round_.out())
    fields = opened.system.result_fields
    needed = [f for f in fields if f.required and f.default is None] or fields[:1]
    return " ".join([str(table), *(f"{f.key}={'…-…' if f.per_side else '…'}" for f in needed)])


def _after_round(opened: Opened) -> str:
    event, system = opened.event, opened.system
    if event.stage.kind is StageKind.ELIMINATION:
        return "finish" if champion(event, system) else "pair"
    try:
        plan = planned(event, system)
    except Refusal:
        return "options"
    if system.over(event, system.settings(event), standings(event, system)) is not None:
        return "finish"
    if len(event.rounds) < plan.rounds:
        return "pair"
    return "cut" if plan.cut else "finish"
