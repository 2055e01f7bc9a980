"""Long work: its progress, how it is stopped, its name, and what is true after it was stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from muster.core.kit.language import mark

Item = TypeVar("Item")
Progress = Callable[[int, int], None]
"""Called between steps with how many are done and how many there are.

It raises `Stopped` when somebody asks to stop, so callers save nothing before the last call and everything after it.
"""


def unwatched(done: int, total: int) -> None:
    """For work that nobody watches and that always runs to its end."""


def first_half(items: Sequence[Item], progress: Progress) -> Iterator[Item]:
    """One step per item, up to half the total; the second pass over the same items comes later."""
    for done, item in enumerate(items):
        progress(done, 2 * len(items))
        yield item


class Stopped(Exception):
    """Somebody asked to stop before the work was done.

    Not a refusal, so that code which skips refusals does not skip it.
    """


@dataclass(frozen=True, slots=True)
class LongWork:
    """`title`: what is being done. `stopped`: what to say when it was stopped."""

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
