"""The latest taps in words, for the staff: what the button said, and whether the tap counts. Secret choices stay
secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from muster.app.exact import View
from muster.app.speech import tr
from muster.core.book.tracker.board import (
    Answers,
    Board,
    BoardPart,
    Fold,
    Gauge,
    ModelRow,
    Pick,
    PlayersClock,
    Press,
    Stepper,
    Switch,
    Tick,
    Way,
)
from muster.core.book.tracker.taps import quoted
from muster.core.book.tracker.tracker import Eye
from muster.core.kit.language import Text
from muster.core.kit.model import Raw
from muster.core.reading.replay import Followed
from muster.core.record.clock import utc_of
from muster.core.record.table.facts import TAKE_BACK, TapMade

SHOWN = 10
"""How many taps a judge can look back over at a table."""


ELSEWHERE = 20
"""In how many states of the game a button is looked for."""


class TapLine(View, frozen=True):
    """A tap as staff read it. `side`: null for staff. `why`: why it does not count, empty if it does.

    `back`: it counts now, so it can be taken back; `device` and `count` identify it.
    """

    at: str
    side: int | None
    words: str
    why: str
    back: bool
    device: str
    count: int


def recent_taps(game: Followed[Any]) -> list[TapLine]:
    """The last ones, newest first."""
    counted = {one.name for one, _ in game.counted}
    return [_line(game, one, one.name in counted) for one in reversed(game.taps[-SHOWN:])]


def _line(game: Followed[Any], tapped: TapMade, counts: bool) -> TapLine:
    refusal = game.refusal(tapped)
    why = ""
    if refusal is not None and not counts:
        why = tr(refusal.message)
    elif not counts and tapped.key != TAKE_BACK:
        why = tr("Taken back.")
    return TapLine(utc_of(tapped.at), tapped.side, words_of(game, tapped), why, counts, tapped.device, tapped.count)


def words_of(game: Followed[Any], tapped: TapMade) -> str:
    """What the button said when it was tapped, or at another time if a late tap has changed the game before it; the
    tap's own key if no board has it.
    """
    if tapped.key == TAKE_BACK:
        name = tapped.values.get("device"), tapped.values.get("count")
        other = next((one for one in game.taps if one.name == name), None)
        if other is None or other.key == TAKE_BACK:
            return tr("Take back")
        return tr("Took back: {what}", what=words_of(game, other))
    if tapped.key in game.tracker.secret:
        return tr("A choice in secret")
    before = next((state for one, state in reversed(game.counted) if one.place < tapped.place), game.start)
    now = game.moment(tapped.at)
    staff = Eye(None, staff=True, named=True)
    eyes = (staff,) if tapped.side is None else (Eye(tapped.side, named=True), staff)
    for state in (game.tracker.later(before, now), *(other for _, other in reversed(game.counted[-ELSEWHERE:]))):
        for eye in eyes:
            found = next(_found(game.tracker.board(state, eye, now), tapped), "")
            if found:
                return found
    return tapped.key


def _found(board: Board, tapped: TapMade) -> Iterator[str]:
    """The words of whatever on a board sends this tap."""
    for part in (*board.presses, *_all(board.parts)):
        if isinstance(part, PlayersClock | ModelRow):
            if part.press is not None and _sends(part.press.key, part.press.values, tapped):
                label = tr(part.press.label)
                yield _with(part.name, label) if isinstance(part, ModelRow) else label
        elif isinstance(part, Press | Stepper | Switch | Pick | Gauge | Tick | Answers):
            values = {} if isinstance(part, Pick) else part.values
            if part.key and _sends(part.key, values, tapped):
                yield _words(part, tapped)


def _all(parts: Iterable[BoardPart]) -> Iterator[BoardPart]:
    for part in parts:
        yield part
        if isinstance(part, Fold):
            yield from _all(part.parts)
        if isinstance(part, ModelRow):
            yield from part.steppers


def _sends(key: str, values: Any, tapped: TapMade) -> bool:
    return key == tapped.key and all(tapped.values.get(name) == value for name, value in values.items())


def _words(part: Press | Stepper | Switch | Pick | Gauge | Tick | Answers, tapped: TapMade) -> str:
    values = tapped.values
    match part:
        case Press() | Tick():
            return tr(part.label)
        case Stepper():
            by = values.get("by")
            return _with(part.label, f"{by:+}" if isinstance(by, int) else "")
        case Gauge():
            return _with(part.label, quoted(values.get("box")))
        case Switch():
            return _with(part.label, _chosen(part.ways, values.get("value")))
        case Pick():
            return _with(part.send, _chosen(part.ways, values.get("value")))
        case Answers():
            said = [_with(box.label, quoted(values.get(box.name))) for box in part.boxes]
            said += [_with(box.label, quoted(values.get(box.name))) for box in part.texts]
            said += [_with(one.label, _chosen(one.ways, values.get(one.key))) for one in part.switches]
            return _with(part.send, ", ".join(said))


def _with(label: Text, value: str) -> str:
    if value and tr(label).endswith("?"):
        return tr("{question} {answer}", question=tr(label), answer=value)
    return tr("{name}: {value}", name=tr(label), value=value) if value else tr(label)


def _chosen(ways: Iterable[Way], value: Raw) -> str:
    return next((tr(way.label) for way in ways if way.value == value), quoted(value))
