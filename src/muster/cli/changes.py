"""The answer to a change: what happened, what is next, and the same as data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from muster.app.desk import Opened
from muster.cli.output.answers import Answer, Block, Line
from muster.cli.steps import next_step


def changed(opened: Opened, done: str, *more: Block, extra: Iterable[Block] = (), **data: Any) -> Answer:
    """`extra` are blocks before the sentence, `more` after it."""
    step = next_step(opened)

    def blocks() -> Iterable[Block]:
        yield from extra
        yield Line(done, "good")
        yield from more
        yield Line(f"Next: {step}", "dim")

    return Answer({"event": opened.id, "done": done, "next": step, "entries": opened.last, **data}, blocks())
