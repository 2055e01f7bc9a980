"""Long work: its progress, how it is stopped, its name, and what is true after it was stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from muster.core.kit.language import mark

Item = TypeVar("Item")
Progress = Callable[[int, int], None]
"""Told how many steps are done and how many there are, between one step and the next. It raises `Stopped` when somebody
asked to stop; so whoever calls it has saved nothing yet, and saves everything after the last call."""


def unwatched(done: int, total: int) -> None:
    """For work that nobody watches: it goes on to its end."""


def first_half(items: Sequence[Item], progress: Progress) -> Iterator[Item]:
    """One step for each; the same work again comes after the last."""
    for done, item in enumerate(items):
        progress(done, 2 * len(items))
        yield item


class Stopped(Exception):
    """Somebody asked to stop before the work was done. Not a refusal, so that nobody skips over it as over one."""


@dataclass(frozen=True, slots=True)
class LongWork:
    """`title`: what is being done. `stopped`: what is true when it was stopped."""

    title: str
    stopped: str


ENROLLING = LongWork(mark("Enrolling the players"), mark("Stopped. Nobody was enrolled."))
DRAWING_TABLES = LongWork(
    mark("Drawing the tables"), mark("Stopped. No layout was saved, and every table is as before.")
)
PRINTING = LongWork(mark("Making the sheets"), mark("Stopped. No file was made."))
VERIFYING = LongWork(
    mark("Checking the record"), mark("Stopped. The record was not checked to its end; nothing changed.")
)
IMPORTING = LongWork(mark("Importing the event"), mark("Stopped. The event was not imported."))
READING_SLIPS = LongWork(mark("Reading the pictures"), mark("Stopped. No slip was read, and no result was entered."))
INSTALLING = LongWork(mark("Installing what reads slips"), mark("Stopped. Nothing was installed."))
COUNTING = LongWork(mark("Counting the games"), mark("Stopped. What was counted so far is remembered."))
COPYING = LongWork(mark("Copying the pages"), mark("Stopped. No copy was made."))
