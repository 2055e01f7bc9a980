"""What comes next in an event, as the command to type."""

from __future__ import annotations

from muster.app import steps
from muster.app.desk import Opened
from muster.app.steps import Step


def next_step(opened: Opened) -> str:
    step = steps.next_step(opened)
    if step is Step.ENROL:
        return f"muster enrol {opened.id} NAME"
    if step is Step.REPORT:
        return f"muster report {opened.id} {_table(opened)}"
    return f"muster {step} {opened.id}"


def _table(opened: Opened) -> str:
    """The first table without a result, with the fields that a result needs."""
    round_ = opened.event.current
    assert round_ is not None
    table = min(m.table for m in round_.out())
    fields = opened.system.result_fields
    needed = [f for f in fields if f.required and f.default is None] or fields[:1]
    return " ".join([str(table), *(f"{f.key}={'…-…' if f.per_side else '…'}" for f in needed)])
