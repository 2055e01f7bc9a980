"""The entry line on the desk, “4 2 1”: a table, then its result in numbers or letters, by the game's fields.

What a usual result takes comes in the order of the fields, two figures where each side has one. A choice is keyed by
its number or its first letters, any other field by name (`sp=6-3`), an ending by its code (`c2`: the second concedes).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from muster.app.desk import Opened, trial
from muster.app.exact import View, exact
from muster.app.results.actions import Report, find_match, keying
from muster.app.results.forms import choice_word, said, side_names, usual_fields
from muster.app.speech import tr
from muster.core.forms.fields import Field, Kind
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.language import mark
from muster.core.kit.model import Ending, Raw, Result, Scalar, StageKind
from muster.core.kit.written import tidy, whole_number
from muster.core.reading.tally import scores
from muster.core.record.event import Event, Match, MatchState, Round
from muster.core.record.facts.play import Fact, ResultKeyed, ResultReported
from muster.core.record.player import Status

CODES = {
    "c1": "concession-1",
    "c2": "concession-2",
    "n1": "no_show-1",
    "n2": "no_show-2",
    "dl": "double_loss",
}
"""Endings without a full game, as they are entered; the entries of `forms.ENDINGS`."""

WITHOUT_FIGURES = (Ending.NO_SHOW, Ending.DOUBLE_LOSS)


@dataclass(frozen=True, slots=True)
class SlotToFill:
    """One thing that a usual result needs; `side` 0 or 1 if each side has its own."""

    field: Field
    side: int | None


@dataclass(slots=True)
class Keyed:
    """A line as far as it was typed. `wants`: what a usual result still needs."""

    round: Round
    match: Match
    ending: Ending = Ending.PLAYED
    by: tuple[str, ...] = ()
    values: dict[str, Raw] = field(default_factory=dict)
    wants: list[SlotToFill] = field(default_factory=list)

    @property
    def begun(self) -> bool:
        return bool(self.values) or self.ending is not Ending.PLAYED

    def report(self) -> Report:
        raw = {} if self.ending in WITHOUT_FIGURES else self.values
        return Report(str(self.match.table), ending=self.ending, by=self.by, raw=raw, round=self.round.number)


def names_a_table(event: Event, line: str) -> bool:
    """Whether a line begins with a table number; otherwise all of it is a name. A number alone is a table."""
    begins = tidy(line)[:1].isdigit()
    return begins and (whole_number(line) is not None or event.called(line) is None)


def read_line(opened: Opened, line: str) -> Keyed:
    """The line, or BadInput that quotes what does not fit and says what would."""
    first, *tokens = tidy(line).split() or [""]
    if whole_number(first) is None:
        raise BadInput("“{line}” should start with a table number, such as 4.", line=line.strip())
    round_, match = find_match(opened.event, first)
    keyed = Keyed(round_, match, wants=_slots(opened))
    for token in tokens:
        _take(opened, keyed, token)
    keyed.wants = [slot for slot in keyed.wants if _is_wanted(keyed, slot.field)]
    if keyed.ending is not Ending.PLAYED:
        keyed.wants = []
    if keyed.ending in WITHOUT_FIGURES and keyed.values:
        raise BadInput("“{line}” has scores, but this ending has none. Leave them out.", line=line.strip())
    return keyed


def _slots(opened: Opened) -> list[SlotToFill]:
    """What a usual result needs, in order; then details, such as how the game was won."""
    usual = usual_fields(opened.system)
    beside = [f for f in opened.system.result_fields if f.goes_with in {one.key for one in usual}]
    return [SlotToFill(f, side) for f in (*usual, *beside) for side in ((0, 1) if f.per_side else (None,))]


def _is_wanted(keyed: Keyed, wanted: Field) -> bool:
    """How a game was won is asked once, and only if somebody won."""
    if not wanted.goes_with:
        return True
    return wanted.key not in keyed.values and keyed.values.get(wanted.goes_with) in (None, "a", "b")


def _take(opened: Opened, keyed: Keyed, token: str) -> None:
    """Reads one token as whatever it fits: a named field, an ending, the next thing wanted, a word of another
    choice.
    """
    name, named, text = token.partition("=")
    if named:
        keyed.values[name] = _field(opened, name).read(text)
        keyed.wants = [slot for slot in keyed.wants if slot.field.key != name]
        return
    if token.casefold() in CODES:
        kind, _, side = CODES[token.casefold()].partition("-")
        keyed.ending = Ending(kind)
        keyed.by = {"1": (f"#{keyed.match.a}",), "2": (f"#{keyed.match.b}",)}.get(side, ())
        return
    while keyed.wants and not _is_wanted(keyed, keyed.wants[0].field):
        keyed.wants.pop(0)
    if keyed.wants:
        slot = keyed.wants[0]
        pair = re.split("[-–:]", token)
        if slot.side == 0 and len(pair) == 2 and all(_fits(slot.field, part) for part in pair):
            for part in pair:
                _fill(keyed, part)
            return
        if _fits(slot.field, token):
            _fill(keyed, token)
            return
    keyed.values.update(_word(opened, keyed, token))


def _field(opened: Opened, name: str) -> Field:
    for known in opened.system.result_fields:
        if known.key == name:
            return known
    listed = ", ".join(f.key for f in opened.system.result_fields)
    raise BadInput("“{name}” is not a field of this game’s result. The fields are: {fields}.", name=name, fields=listed)


def _fits(wanted: Field, token: str) -> bool:
    if wanted.kind is Kind.CHOICE:
        return _chosen(wanted, token) != ""
    return wanted.kind is not Kind.NUMBER or (token.isascii() and token.isdigit())


def _chosen(wanted: Field, token: str) -> str:
    """The choice that a token means: the word itself, its number, or its first letters if they are unique."""
    folded = token.casefold()
    if folded in wanted.choices:
        return folded
    number = whole_number(folded)
    if number is not None:
        return wanted.choices[number - 1] if 1 <= number <= len(wanted.choices) else ""
    begun = [choice for choice in wanted.choices if choice.startswith(folded)]
    return begun[0] if len(begun) == 1 else ""


def _fill(keyed: Keyed, token: str) -> None:
    slot = keyed.wants.pop(0)
    single = replace(slot.field, per_side=False)
    value = single.read(_chosen(slot.field, token) if slot.field.kind is Kind.CHOICE else token)
    assert not isinstance(value, list), f"{slot.field.key} is read for one side"
    single.check(value)
    if slot.side is None:
        keyed.values[slot.field.key] = value
        return
    both: list[Scalar] = [None, None]
    kept = keyed.values.get(slot.field.key)
    if isinstance(kept, list):
        both = list(kept)
    both[slot.side] = value
    keyed.values[slot.field.key] = both


def _word(opened: Opened, keyed: Keyed, token: str) -> dict[str, Raw]:
    """A word of a choice that a usual result does not need (“judgment”), if it belongs to only one field."""
    usual = usual_fields(opened.system)
    others = [f for f in opened.system.result_fields if f.kind is Kind.CHOICE and not f.per_side and f not in usual]
    if not token.isdigit():
        found = [(f, _chosen(f, token)) for f in others if _chosen(f, token)]
        if len(found) == 1:
            return {found[0][0].key: found[0][1]}
        begun = [f"{f.key}={c}" for f in others for c in f.choices if c.startswith(token.casefold())]
        if begun:
            raise BadInput("“{token}” could be {ways}. Enter one of them.", token=token, ways=tr(" or ").join(begun))
    if keyed.wants:
        slot = keyed.wants[0]
        raise BadInput(
            "{what}: “{token}” should be {expects}.",
            what=_about(opened, keyed, slot),
            token=token,
            expects=_expects(slot),
        )
    raise BadInput(
        "“{token}” is one number too many: the result of table {table} is complete without it.",
        token=token,
        table=keyed.match.table,
    )


def _about(opened: Opened, keyed: Keyed, slot: SlotToFill) -> str:
    """“Victory points of Ann Lee”, “Winner”."""
    if slot.side is None:
        return tr(slot.field.label)
    name = side_names(opened, keyed.match)[slot.side]
    return tr("{field} for {name}", field=tr(slot.field.label), name=name)


def _expects(slot: SlotToFill) -> str:
    if slot.field.kind is Kind.CHOICE:
        return tr("a number from 1 to {most}", most=len(slot.field.choices))
    return tr(replace(slot.field, per_side=False).expects())


def complete(opened: Opened, keyed: Keyed) -> Report:
    """The report for a line, or BadInput that says what is missing."""
    if keyed.wants:
        slot = keyed.wants[0]
        raise BadInput(
            "Table {table}: {what} is missing. Enter {expects}.",
            table=keyed.match.table,
            what=_about(opened, keyed, slot),
            expects=_expects(slot),
        )
    return keyed.report()


class Preset(View, frozen=True):
    key: str
    text: str


class Wanted(View, frozen=True):
    """What the line still lacks, and the keys to enter it."""

    text: str
    presets: list[Preset]


class Echo(View, frozen=True):
    """What a line says, in words, before anything is recorded; or in `refusal` why it cannot be."""

    refusal: str = ""
    table: int | None = None
    versus: str = ""
    said: str = ""
    causes: str = ""
    """What else entering it would do: a no-show drops the player."""
    wants: Wanted | None = None
    ready: bool = False
    named: bool = False
    """It has no table: it is a name, or part of one."""


def echo(opened: Opened, line: str) -> Echo:
    if not names_a_table(opened.event, line):
        return Echo(named=True)
    try:
        keyed = read_line(opened, line)
        if keyed.match.state is MatchState.IN:
            # The full refusal, with the way out, comes from the decision itself.
            keying(opened, keyed.report())
        ready = keyed.begun and not keyed.wants
        facts = keying(opened, keyed.report()) if ready else []
    except Refusal as refusal:
        return Echo(tr(refusal.message))
    a, b = side_names(opened, keyed.match)
    return Echo(
        table=keyed.match.table,
        versus=tr("{a} v {b}", a=a, b=b),
        said=told(opened, keyed.round, keyed.match, _result(facts)) if ready else "",
        causes=causes(opened, facts),
        wants=_wants(opened, keyed),
        ready=ready,
    )


def _result(facts: Sequence[Fact]) -> Result:
    for fact in facts:
        if isinstance(fact, ResultReported | ResultKeyed):
            return fact.result
    raise AssertionError("a keying is a result")


def causes(opened: Opened, facts: Sequence[Fact]) -> str:
    """What facts do to players besides their result, in words."""
    after = trial(opened, facts) if facts else opened.event
    left = {
        Status.DROPPED: mark("{name} is dropped from the event."),
        Status.RETIRED: mark("{name} retires and cannot come back."),
        Status.DISQUALIFIED: mark("{name} is disqualified."),
    }
    changed = [p for p in after.players.values() if opened.event.players[p.id].status is not p.status]
    return " ".join(tr(left[p.status], name=p.name) for p in changed if p.status in left)


def _wants(opened: Opened, keyed: Keyed) -> Wanted | None:
    if not keyed.wants:
        return None
    slot = keyed.wants[0]
    sides = side_names(opened, keyed.match)
    return Wanted(
        tr("Next: {what}, {expects}.", what=_about(opened, keyed, slot), expects=_expects(slot)),
        [
            Preset(str(number), choice_word(choice, slot.field, sides))
            for number, choice in enumerate(slot.field.choices, start=1)
        ],
    )


def told(opened: Opened, round_: Round, match: Match, result: Result) -> str:
    """A result in words and, in a Swiss round, what it pays: “Victory points 2 – 1; 3 – 0”."""
    words = said(opened, match, result)
    if opened.event.stage_of(round_).kind is StageKind.ELIMINATION:
        return words
    trial = replace(match, result=result, state=MatchState.IN)
    ours, theirs = scores(opened.event, opened.system, round_, trial)
    return tr("{result}; scores {ours} – {theirs}", result=words, ours=exact(ours.points), theirs=exact(theirs.points))
