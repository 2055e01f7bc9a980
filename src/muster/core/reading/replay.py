"""From taps to a game: what two phones sent, in whatever order it came, gives one state.

Taps are played in the order of their times from the beginning. One that the game refuses where its time puts it does
not count, and is kept with the refusal: when a tap from a phone without network comes later, it may count after all.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from muster.core.book.tracker.board import Board
from muster.core.book.tracker.tracker import Eye, Now, TableSetup, Tap, Tracker
from muster.core.kit.errors import Refusal
from muster.core.reading.round_time import RoundHistory
from muster.core.reading.shown_board import shown_board
from muster.core.record.table.facts import TAKE_BACK, TapMade

S = TypeVar("S")

NO_ROUND = RoundHistory()


@dataclass(frozen=True, slots=True)
class Followed(Generic[S]):
    """A game up to its last tap. `taps`: all of them, in order.

    `counted`: those that count, each with the state after it. `refused`: those that do not, by name, with the reason.
    `names`: those of all taps.
    """

    tracker: Tracker[S]
    start: S
    round_at: RoundHistory = NO_ROUND
    taps: tuple[TapMade, ...] = ()
    counted: tuple[tuple[TapMade, S], ...] = ()
    refused: Mapping[tuple[str, int], Refusal] = field(default_factory=dict)
    names: frozenset[tuple[str, int]] = frozenset()

    @property
    def state(self) -> S:
        return self.counted[-1][1] if self.counted else self.start

    def at(self, now: int) -> S:
        """The state at a time after the last tap."""
        return self.tracker.later(self.state, self.moment(now))

    def moment(self, at: int) -> Now:
        """A time as the game counts it: it stops while the organiser has paused the round."""
        run, paused = self.round_at(at), self.round_at.paused(at)
        return Now(at - paused, run, self.round_at(at + 1) != run, paused)

    def shown(self, eye: Eye, at: int) -> Board:
        """What somebody sees at a time after the last tap."""
        now = self.moment(at)
        return shown_board(self.tracker.board(self.tracker.later(self.state, now), eye, now), now)

    def refusal(self, tapped: TapMade) -> Refusal | None:
        return self.refused.get(tapped.name)


def begin(tracker: Tracker[S], setup: TableSetup, round_at: RoundHistory = NO_ROUND) -> Followed[S]:
    return Followed(tracker, tracker.begin(setup), round_at)


def replay(
    tracker: Tracker[S], setup: TableSetup, taps: Iterable[TapMade], round_at: RoundHistory = NO_ROUND
) -> Followed[S]:
    """The game from the beginning. Taps may come in any order, and a tap may come twice."""
    return _played(begin(tracker, setup, round_at), sorted({t.name: t for t in taps}.values(), key=lambda t: t.place))


def follow(followed: Followed[S], tapped: TapMade) -> Followed[S]:
    """One more tap, wherever its time puts it."""
    if tapped.name in followed.names:
        return followed
    if not followed.taps or tapped.place > followed.taps[-1].place:
        return _played(followed, [tapped])
    index = bisect(followed.taps, tapped.place, key=lambda t: t.place)
    taps = [*followed.taps[:index], tapped, *followed.taps[index:]]
    return _played(Followed(followed.tracker, followed.start, followed.round_at), taps)


def _played(followed: Followed[S], taps: Iterable[TapMade]) -> Followed[S]:
    """With more taps, all later than those played."""
    every, counted, refused = list(followed.taps), list(followed.counted), dict(followed.refused)
    for tapped in taps:
        every.append(tapped)
        try:
            if tapped.key == TAKE_BACK:
                index = _taken_back(followed.tracker, counted, tapped)
                again = [one for one, _ in counted[index + 1 :]]
                del counted[index:]
                for one in again:
                    _count(followed, counted, refused, one)
            else:
                counted.append((tapped, _step(followed, counted, tapped)))
        except Refusal as refusal:
            refused[tapped.name] = refusal
    names = followed.names.union(tapped.name for tapped in every[len(followed.taps) :])
    return Followed(followed.tracker, followed.start, followed.round_at, tuple(every), tuple(counted), refused, names)


def _count(
    followed: Followed[S], counted: list[tuple[TapMade, S]], refused: dict[tuple[str, int], Refusal], tapped: TapMade
) -> None:
    try:
        counted.append((tapped, _step(followed, counted, tapped)))
    except Refusal as refusal:
        refused[tapped.name] = refusal


def _step(followed: Followed[S], counted: list[tuple[TapMade, S]], tapped: TapMade) -> S:
    now = followed.moment(tapped.at)
    state = followed.tracker.later(counted[-1][1] if counted else followed.start, now)
    return followed.tracker.play(state, Tap(tapped.key, tapped.side, now, tapped.values))


def _taken_back(tracker: Tracker[Any], counted: list[tuple[TapMade, S]], tapped: TapMade) -> int:
    """Which counting tap is taken back: the last one by whoever made it, or any by staff."""
    name = (tapped.values.get("device"), tapped.values.get("count"))
    index = next((i for i in reversed(range(len(counted))) if counted[i][0].name == name), None)
    if index is None:
        raise Refusal("This tap does not count any more: there is nothing to take back.")
    one = counted[index][0]
    if tapped.side is not None:
        if one.side != tapped.side:
            raise Refusal("Only whoever made this tap can take it back. Call a judge if it is wrong.")
        if index != len(counted) - 1:
            raise Refusal("The game has gone on: only the last tap can be taken back. Call a judge if it is wrong.")
        if one.key in tracker.final:
            raise Refusal("This cannot be taken back: it was final. Call a judge if it is wrong.")
    return index
