"""The tracker for games without their own: a board made from the result fields. It knows no rules.

A number is a stepper, a choice is a switch; time is the round's, or a chess clock. Beside them counters that do not go
into the result, such as rounds or command points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from muster.core.book.tracker.board import (
    Board,
    BoardPart,
    Emphasis,
    Headline,
    Notice,
    PlayersClock,
    Press,
    RoundTime,
    Stated,
    Stepper,
    Switch,
    Tone,
    Way,
)
from muster.core.book.tracker.chess_clock import ChessClock
from muster.core.book.tracker.taps import number_in, quoted, side_in, step_in, unknown_tap
from muster.core.book.tracker.tracker import Both, Eye, Handover, Now, TableSetup, Tap, Tracker, with_side
from muster.core.forms.fields import Field, Kind, check_values
from muster.core.kit.errors import BadInput, Refusal, UnknownName
from muster.core.kit.language import Message, Text, tr
from muster.core.kit.model import Ending, Raw, Scalar

MINUTE = 60_000
"""In milliseconds."""

Length = Callable[[TableSetup], int | None]
"""How many minutes a game has by the round's clock; None if nobody has set that."""

SHOWN = (Kind.NUMBER, Kind.CHOICE, Kind.YES_NO)
"""Kinds of fields that can be tapped. Texts are typed into the result form."""

Kept = Scalar | tuple[Scalar, Scalar]
"""A field's value so far: one, or one per side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainTable:
    """`values`: by field key. `tallies`: both sides' counters. `clock`: None if there is only the round's time.

    `started`: when a game outside an event began.
    """

    names: tuple[str, str]
    event: bool
    minutes: int | None
    values: Mapping[str, Kept]
    tallies: tuple[tuple[int, int], ...] = ()
    clock: ChessClock | None = None
    started: int | None = None
    conceder: int | None = None
    agreed: Both[tuple[Scalar, ...]] = field(default_factory=Both)

    @property
    def over(self) -> bool:
        return self.conceder is not None or self.agreed.agreed

    @property
    def seen(self) -> tuple[Scalar, ...]:
        """All values in a row: this is what players agree to."""
        return tuple(one for kept in self.values.values() for one in (kept if isinstance(kept, tuple) else (kept,)))


def no_length(setup: TableSetup) -> int | None:
    return None


def plain_tracker(
    fields: tuple[Field, ...], *, length: Length = no_length, chess_minutes: int = 0, counters: tuple[Text, ...] = ()
) -> Tracker[PlainTable]:
    """`chess_minutes`: each player's time on a chess clock; 0: the round's time counts.

    `counters`: names of what players count besides the result.
    """
    machine = _Plain(tuple(f for f in fields if f.kind in SHOWN and not f.staff_only), length, chess_minutes, counters)
    return Tracker(
        begin=machine.begin,
        play=machine.play,
        later=later,
        board=machine.board,
        handover=machine.handover,
        final=frozenset({"agree", "concede"}),
    )


def later(state: PlainTable, now: Now) -> PlainTable:
    return state if state.clock is None else replace(state, clock=state.clock.at(now.at))


@dataclass(frozen=True, slots=True)
class _Plain:
    """What the game declares."""

    fields: tuple[Field, ...]
    length: Length
    chess_minutes: int
    counters: tuple[Text, ...]

    def begin(self, setup: TableSetup) -> PlainTable:
        each = self.chess_minutes * MINUTE
        return PlainTable(
            names=setup.names,
            event=setup.event,
            minutes=self.length(setup),
            values={f.key: (_first(f), _first(f)) if f.per_side else _first(f) for f in self.fields},
            tallies=((0, 0),) * len(self.counters),
            clock=ChessClock((each, each)) if each else None,
        )

    # Taps

    def play(self, state: PlainTable, tap: Tap) -> PlainTable:
        if state.over and tap.side is not None:
            raise Refusal("The game is over. Call a judge if something is wrong.")
        match tap.key:
            case "value":
                return self._value(state, tap)
            case "tally":
                return self._tally(state, tap)
            case "clock":
                return _clock(state, tap)
            case "start":
                return _start(state, tap)
            case "agree":
                return self._agree(state, tap)
            case "concede":
                return _concede(state, tap)
        raise unknown_tap(tap)

    def _value(self, state: PlainTable, tap: Tap) -> PlainTable:
        """A stepper sends `by`, a switch `value`."""
        wanted = self._field(tap)
        kept = state.values[wanted.key]
        side = side_in(tap) if wanted.per_side else 0
        was = kept[side] if isinstance(kept, tuple) else kept
        new: Raw
        if wanted.kind is Kind.NUMBER:
            new = (was if isinstance(was, int) else wanted.low or 0) + step_in(tap)
        else:
            new = tap.values.get("value")
        single = replace(wanted, per_side=False)
        if new is None or isinstance(new, list):
            raise BadInput(
                "{label}: “{value}” should be {expects}.",
                label=tr(wanted.label),
                value=quoted(new),
                expects=wanted.expects(),
            )
        checked = single.check(new)
        assert not isinstance(checked, list), "one value goes in and one comes out"
        if isinstance(kept, tuple):
            value: Kept = with_side(kept, side, checked)
        else:
            value = checked
        return _changed(state, replace(state, values={**state.values, wanted.key: value}))

    def _field(self, tap: Tap) -> Field:
        key = tap.values.get("field")
        for one in self.fields:
            if one.key == key:
                return one
        raise UnknownName("field", quoted(key), [one.key for one in self.fields])

    def _tally(self, state: PlainTable, tap: Tap) -> PlainTable:
        counter, side, step = number_in(tap, "counter", 0, len(self.counters) - 1), side_in(tap), step_in(tap)
        pair = state.tallies[counter]
        counted = pair[side] + step
        if counted < 0:
            raise Refusal("{counter} cannot go below 0.", counter=tr(self.counters[counter]))
        new = with_side(pair, side, counted)
        return replace(state, tallies=(*state.tallies[:counter], new, *state.tallies[counter + 1 :]))

    def _agree(self, state: PlainTable, tap: Tap) -> PlainTable:
        if tap.values.get("seen") != list(state.seen):
            raise Refusal("The numbers have changed in the meantime. Check them again.")
        check_values(self.fields, _raw(state), "a result")
        said = Both((state.seen, state.seen)) if tap.side is None else state.agreed.say(tap.side, state.seen)
        clock = state.clock.run(None, tap.now.at) if state.clock is not None and said.agreed else state.clock
        return replace(state, agreed=said, clock=clock)

    def handover(self, state: PlainTable) -> Handover | None:
        if state.conceder is not None:
            return Handover({}, Ending.CONCESSION, state.conceder)
        return Handover(_raw(state)) if state.over else None

    # The board

    def board(self, state: PlainTable, eye: Eye, now: Now) -> Board:
        sides = (1, 0) if eye.side == 1 else (0, 1)
        acts = eye.staff or (eye.side is not None and not state.over)
        parts = [*_end(state, eye), *_time(state, eye, now, sides)]
        for one in self.fields:
            parts += _lines(one, state, eye, sides, acts=acts)
        for number, counter in enumerate(self.counters):
            for side in sides:
                label, value = _about(counter, state, eye, side), state.tallies[number][side]
                values: dict[str, Raw] = {"counter": number, "side": side}
                parts.append(
                    Stepper(label, value, "tally", values, side=side) if acts else Stated(label, _number(value))
                )
        parts += _agreement(state, eye, sides)
        return Board(tuple(parts), _presses(state, eye) if acts else (), over=state.over)


def _first(one: Field) -> Scalar:
    """A field's value before anybody taps: its default, or the lowest number; optional fields start empty."""
    if one.default is not None or one.kind is not Kind.NUMBER or not one.required:
        return one.default
    return max(one.low or 0, 0) if one.high is None else min(max(one.low or 0, 0), one.high)


def _raw(state: PlainTable) -> dict[str, Raw]:
    return {key: list(kept) if isinstance(kept, tuple) else kept for key, kept in state.values.items()}


def _changed(before: PlainTable, after: PlainTable) -> PlainTable:
    """Both must agree again, unless staff correct what they agreed on."""
    return replace(after, agreed=Both((after.seen, after.seen)) if before.agreed.agreed else Both())


def _clock(state: PlainTable, tap: Tap) -> PlainTable:
    """Whose time runs from now on: `to` a side, or nobody's. Only a player whose time runs can pass it on."""
    if state.clock is None:
        raise Refusal("This game has no chess clock.")
    to = None if tap.values.get("to") is None else side_in(tap, "to")
    running = state.clock.running
    if to is not None and running is not None and tap.side is not None and tap.side != running:
        raise Refusal("{name}’s time is running: only {name} can pass the turn.", name=state.names[running])
    return replace(state, clock=state.clock.run(to, tap.now.at))


def _start(state: PlainTable, tap: Tap) -> PlainTable:
    """In a game outside an event, the players start their own time."""
    if state.event:
        raise Refusal("The staff start the round clock.")
    if state.started is not None:
        raise Refusal("The clock is running.")
    return replace(state, started=tap.now.at)


def _concede(state: PlainTable, tap: Tap) -> PlainTable:
    side = side_in(tap) if tap.side is None else tap.side
    if state.over:
        raise Refusal("The game is over.")
    return replace(state, conceder=side, clock=state.clock.run(None, tap.now.at) if state.clock is not None else None)


def _name(state: PlainTable, eye: Eye, side: int) -> Message:
    return tr("You") if side == eye.side else tr("{name}", name=state.names[side])


def _about(label: Text, state: PlainTable, eye: Eye, side: int) -> Message:
    return tr("{label}: {name}", label=tr(label), name=_name(state, eye, side))


def _number(value: Scalar) -> Message:
    return tr("{number}", number="–" if value is None else value)


def _lines(one: Field, state: PlainTable, eye: Eye, sides: tuple[int, int], *, acts: bool) -> Iterator[BoardPart]:
    kept = state.values[one.key]
    for side in sides if one.per_side else (None,):
        label = tr(one.label) if side is None else _about(one.label, state, eye, side)
        value = kept[side or 0] if isinstance(kept, tuple) else kept
        values: dict[str, Raw] = {"field": one.key} if side is None else {"field": one.key, "side": side}
        if not acts:
            yield Stated(label, _said(one, value, state, eye))
        elif one.kind is Kind.NUMBER:
            number = value if isinstance(value, int) else one.low or 0
            yield Stepper(label, number, "value", values, least=one.low, most=one.high, side=side)
        else:
            ways = tuple(Way(way, _said(one, way, state, eye)) for way in _ways(one))
            yield Switch(label, "value", ways, value, values)


def _ways(one: Field) -> tuple[Scalar, ...]:
    return (True, False) if one.kind is Kind.YES_NO else one.choices


def _said(one: Field, value: Scalar, state: PlainTable, eye: Eye) -> Message:
    """A value in words; a choice between the sides is shown with the players' names."""
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(value, str) and one.choices[:2] == ("a", "b") and value in ("a", "b"):
        return _name(state, eye, "ab".index(value))
    return Message(value.replace("_", " ")) if isinstance(value, str) else _number(value)


def _time(state: PlainTable, eye: Eye, now: Now, sides: tuple[int, int]) -> Iterator[BoardPart]:
    if state.clock is not None:
        for side in sides:
            runs = state.clock.running == side
            press = Press(tr("Pass the turn"), "clock", {"to": 1 - side}, runs=1 - side)
            yield PlayersClock(
                _name(state, eye, side),
                state.clock.left[side],
                state.clock.since,
                runs,
                side,
                press=press if runs and not state.over and (eye.staff or eye.side == side) else None,
                large=runs,
                late=not state.clock.left[side],
            )
            if not state.clock.left[side]:
                words = (
                    tr("Your time is up.") if side == eye.side else tr("{name}’s time is up.", name=state.names[side])
                )
                yield Notice(words, Tone.STOPPED)
        return
    has_run = now.round if state.event else None if state.started is None else max(now.at - state.started, 0)
    if has_run is None or state.minutes is None or state.over:
        return
    up = has_run >= state.minutes * MINUTE
    if up:
        yield Notice(tr("Time is up."), Tone.STOPPED)
    runs = now.runs or not state.event
    yield RoundTime(has_run, now.at, runs, state.minutes * MINUTE, tr("left in this round"), (state.minutes,), up)


def _end(state: PlainTable, eye: Eye) -> Iterator[BoardPart]:
    if state.conceder is not None:
        told = (
            tr("You conceded")
            if state.conceder == eye.side
            else tr("{name} conceded", name=state.names[state.conceder])
        )
        yield Headline(told)
    elif state.over:
        yield Headline(
            tr("Both of you agreed on the result") if eye.side is not None else tr("Both sides agreed on the result")
        )


def _agreement(state: PlainTable, eye: Eye, sides: tuple[int, int]) -> Iterator[BoardPart]:
    if state.over or state.agreed.said == (None, None):
        return
    for side in sides:
        agreed = state.agreed.said[side] is not None
        yield Stated(_name(state, eye, side), tr("Agreed") if agreed else tr("Has not agreed yet"))


def _presses(state: PlainTable, eye: Eye) -> tuple[Press, ...]:
    if state.over:
        return ()
    found: list[Press] = []
    if state.clock is not None and state.clock.running is not None:
        found.append(Press(tr("Stop the clock"), "clock", {"to": None}))
    elif state.clock is not None:
        found += [Press(_start_words(state, eye, side), "clock", {"to": side}, runs=side) for side in (0, 1)]
    elif not state.event and state.started is None and state.minutes is not None:
        found.append(Press(tr("Start the clock"), "start"))
    if eye.side is None:
        found.append(Press(tr("Settle it for both"), "agree", {"seen": list(state.seen)}))
        return tuple(found)
    if state.agreed.said[eye.side] is None:
        ask = tr("Is the game over, and is this the result?")
        found.append(Press(tr("That is the result"), "agree", {"seen": list(state.seen)}, Emphasis.MAIN, ask=ask))
    found.append(Press(tr("Concede"), "concede", emphasis=Emphasis.DANGER, ask=tr("Concede the game?")))
    return tuple(found)


def _start_words(state: PlainTable, eye: Eye, side: int) -> Message:
    return tr("Start your time") if side == eye.side else tr("Start {name}’s time", name=state.names[side])
