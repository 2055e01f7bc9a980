"""What a phone shows of a game at the table, as data: parts one below the other, and what can be tapped.

Every game is drawn from these parts, on two phones, on one phone between the players, for a judge and on the big
screen. A text is English with `{places}`; whoever shows it puts it into the reader's language. `clause`: a rule id.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from muster.core.kit.language import Text
from muster.core.kit.model import Raw


class Tone(StrEnum):
    """What a notice is about, which determines its colour."""

    PLAIN = "plain"
    GOOD = "good"
    LATE = "late"
    """Time is short, or a player's time is running that should not run for long."""
    STOPPED = "stopped"
    WRONG = "wrong"


class Emphasis(StrEnum):
    MAIN = "main"
    """The one thing to do next; at most one on a board."""
    USUAL = "usual"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Press:
    """Something to tap. `values` are sent with it.

    `runs`: whose clock runs from then on, so that a phone without network can keep showing it; None if no clock
    changes. `ask`: a question to confirm first.
    """

    label: Text
    key: str
    values: Mapping[str, Raw] = field(default_factory=dict)
    emphasis: Emphasis = Emphasis.USUAL
    note: Text = ""
    runs: int | None = None
    ask: Text = ""


@dataclass(frozen=True, slots=True)
class Steps:
    """Progress: the parts of a set-up, or the phases of a turn. `at`: the current one."""

    names: tuple[Text, ...]
    at: int


@dataclass(frozen=True, slots=True)
class Headline:
    text: Text
    under: Text = ""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    text: Text
    tone: Tone = Tone.PLAIN
    clause: str = ""


@dataclass(frozen=True, slots=True)
class PlayersClock:
    """A player's time. `left` in milliseconds at `since`; it counts down from there if `running`.

    `press`: the whole face is one button. `large`: the one that matters now. `out_of`: for a bar that shows what is
    left.
    """

    label: Text
    left: int
    since: int
    running: bool
    side: int | None = None
    note: Text = ""
    press: Press | None = None
    large: bool = False
    late: bool = False
    out_of: int | None = None


@dataclass(frozen=True, slots=True)
class RoundTime:
    """How long until the next mark of the round's clock, which runs by itself. `until`: what happens then.

    `run`: how long the round has run at `since`; `marks`: minutes to draw on the bar.
    """

    run: int
    since: int
    running: bool
    to: int
    until: Text
    marks: tuple[int, ...] = ()
    late: bool = False


@dataclass(frozen=True, slots=True)
class Stepper:
    """A number with minus and plus. Each tap sends `by` -1 or +1, never the sum, so that taps from two phones add
    up.
    """

    label: Text
    value: int
    key: str
    values: Mapping[str, Raw] = field(default_factory=dict)
    note: Text = ""
    least: int | None = 0
    most: int | None = None
    side: int | None = None


@dataclass(frozen=True, slots=True)
class Gauge:
    """So many out of so many, as boxes: provinces broken, models lost.

    `bounds`: after how many boxes a level ends, with its name; `dashed`: where to draw a line of another kind. `press`:
    a box can be tapped, which sends its number as `box`. `brief`: its label next to the player's name, as on a stream;
    empty for the full label.
    """

    label: Text
    filled: int
    of: int
    note: Text = ""
    bounds: tuple[tuple[int, Text], ...] = ()
    dashed: int | None = None
    key: str = ""
    values: Mapping[str, Raw] = field(default_factory=dict)
    side: int | None = None
    brief: Text = ""


@dataclass(frozen=True, slots=True)
class Way:
    """One of several: what is sent as `value`, and its label."""

    value: Raw
    label: Text
    note: Text = ""


@dataclass(frozen=True, slots=True)
class Switch:
    """One of two or three, sent when tapped."""

    label: Text
    key: str
    ways: tuple[Way, ...]
    chosen: Raw = None
    values: Mapping[str, Raw] = field(default_factory=dict)
    note: Text = ""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Pick:
    """One of many, sent with its own button. `locks`: it cannot be changed afterwards."""

    key: str
    ways: tuple[Way, ...]
    send: Text
    chosen: Raw = None
    locks: bool = False
    values: Mapping[str, Raw] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NumberBox:
    """A number to type, sent with the form's button under `name`."""

    name: str
    label: Text
    value: int | None = None
    least: int = 0
    most: int = 9999


@dataclass(frozen=True, slots=True)
class TextBox:
    """A name to type, sent with the form's button under `name`. `most`: characters."""

    name: str
    label: Text
    value: str = ""
    most: int = 60


@dataclass(frozen=True, slots=True)
class Answers:
    """Several answers sent together. A switch among them is sent with the rest, under its key.

    `ask`: a question to confirm first.
    """

    key: str
    send: Text
    boxes: tuple[NumberBox, ...] = ()
    switches: tuple[Switch, ...] = ()
    values: Mapping[str, Raw] = field(default_factory=dict)
    note: Text = ""
    texts: tuple[TextBox, ...] = ()
    ask: Text = ""


@dataclass(frozen=True, slots=True)
class Tick:
    """One line of a to-do list. `key` is empty if it cannot be ticked yet, or no longer."""

    label: Text
    done: bool
    key: str = ""
    values: Mapping[str, Raw] = field(default_factory=dict)
    note: Text = ""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Stated:
    """A name and its value.

    `side`: the player it belongs to, if any; `brief`: its label next to that player's name; empty for the full one.
    """

    name: Text
    value: Text
    side: int | None = None
    brief: Text = ""


@dataclass(frozen=True, slots=True)
class ScoreRow:
    label: Text
    own: Text
    other: Text
    note: Text = ""
    strong: bool = False
    clause: str = ""


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """Two columns of numbers, the viewer's first. `heads` name the columns."""

    heads: tuple[Text, Text]
    rows: tuple[ScoreRow, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """How the points developed, turn by turn, as a picture with its table.

    `lead`: the lead that wins, if the book has one. `moments`: what each column is called; `points`: what each side
    gained there; `names`: the sides. `counted`: which points these are, if a game has several kinds.
    """

    moments: tuple[Text, ...]
    points: tuple[tuple[int, ...], tuple[int, ...]]
    lead: int | None = None
    names: tuple[Text, Text] = ("", "")
    counted: Text = ""


@dataclass(frozen=True, slots=True)
class ModelRow:
    """One model with its counters; `gone`: it is out of play. Steppers are shown without their labels."""

    name: Text
    steppers: tuple[Stepper, ...] = ()
    note: Text = ""
    gone: bool = False
    press: Press | None = None


@dataclass(frozen=True, slots=True)
class Fold:
    """Parts behind one tap, for things that are rarely needed."""

    title: Text
    parts: tuple[BoardPart, ...]


BoardPart = (
    Steps
    | Headline
    | Notice
    | PlayersClock
    | RoundTime
    | Stepper
    | Gauge
    | Switch
    | Pick
    | Answers
    | Tick
    | Stated
    | ScoreTable
    | Course
    | ModelRow
    | Fold
)


@dataclass(frozen=True, slots=True)
class Board:
    """`under`: the line below the opponent's name, such as the scenario and the turn.

    `presses` are at the bottom of the screen, within reach of a thumb; a button to call a judge is always beside them.
    `over`: the game has ended.
    """

    parts: tuple[BoardPart, ...] = ()
    presses: tuple[Press, ...] = ()
    under: Text = ""
    over: bool = False
