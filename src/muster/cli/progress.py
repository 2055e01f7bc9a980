"""Long work on a terminal: a bar on stderr once it takes long, and Ctrl-C, which stops it between two steps."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from muster.core.kit.progress import LongWork, Progress, Stopped

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

LONG = 1.0
"""Seconds after which work is long enough for a progress bar."""


@contextmanager
def watched(work: LongWork, *, colour: bool = True, after: float = LONG) -> Iterator[Progress]:
    """Yields what to call between steps.

    A first Ctrl-C takes effect at the next step, so that nothing is left half done, and ends with the work's own
    sentence; a second one interrupts as usual.
    """
    asked: list[int] = []
    bar = _Bar(work.title, colour, after) if _is_terminal() else None

    def progress(done: int, total: int) -> None:
        if asked:
            raise Stopped
        if bar is not None:
            bar.show(done, total)

    try:
        with _first_interrupt(asked):
            yield progress
    except Stopped:
        raise click.Abort(work.stopped) from None
    finally:
        if bar is not None:
            bar.close()


def _is_terminal() -> bool:
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


@contextmanager
def _first_interrupt(asked: list[int]) -> Iterator[None]:
    """Notes the first Ctrl-C and lets a second one through."""
    before: Callable[[int, Any], Any] | int | None = signal.getsignal(signal.SIGINT)

    def note(number: int, _: object) -> None:
        asked.append(number)
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class _Bar:
    """Hidden at first: most work is done before anybody wonders. Removed when the work is done."""

    def __init__(self, title: str, colour: bool, after: float) -> None:
        self._title, self._colour = title, colour
        self._from = monotonic() + after
        self._bar: Bar | None = None

    def show(self, done: int, total: int) -> None:
        if self._bar is None and monotonic() >= self._from:
            self._bar = self._new()
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[0], completed=done, total=total)

    def _new(self) -> Bar:
        from rich.console import Console
        from rich.progress import BarColumn, TextColumn
        from rich.progress import Progress as Bar

        console = Console(stderr=True, no_color=not self._colour, highlight=False, emoji=False)
        columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%")
        bar = Bar(*columns, TextColumn("Ctrl-C stops it", style="dim"), console=console, transient=True)
        bar.add_task(self._title)
        bar.start()
        return bar

    def close(self) -> None:
        if self._bar is not None:
            self._bar.stop()
