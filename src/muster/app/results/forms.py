"""The form of a result as plain data, drawn from the fields a game declares; and what was filled in, read back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from muster.app.desk import Opened
from muster.app.speech import tr
from muster.core.book.system import System
from muster.core.forms.fields import Field, Kind
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.language import Message, Text, listed, mark
from muster.core.kit.model import Ending, PlayerId, Raw, Result, Scalar
from muster.core.record.event import Match, Round
from muster.core.rules import results


@dataclass(frozen=True, slots=True)
class Input:
    """One thing to fill in or to pick. `side` is the name of the player it is about, empty for the match as a whole."""

    name: str
    side: str
    value: str
    choices: tuple[tuple[str, str], ...] = ()
    wrong: bool = False
    """Filled in wrongly, or left empty although a usual result needs it."""


@dataclass(frozen=True, slots=True)
class FormLine:
    """One field of the form. `main` ones are needed for a usual result; the others may stay folded away."""

    key: str
    label: str
    kind: str
    inputs: tuple[Input, ...]
    low: int | None
    high: int | None
    clause: str
    meaning: str
    main: bool
    picked: str = ""
    """What was picked from the pad."""
    more: tuple[tuple[str, str], ...] = ()
    """Details for the first two choices, picked together with them, as `a/scenario`."""
    goes_with: str = ""
    scores: tuple[tuple[int, int], ...] = ()
    """The possible final scores, if there are few enough for keys: one tap enters a score."""

    @property
    def picked_words(self) -> str:
        if self.scores:
            return " – ".join(self.picked.split("-"))
        choice, _, more = self.picked.partition("/")
        known = {**dict(self.inputs[0].choices), **dict(self.more)}
        return ", ".join(known.get(part, part) for part in (choice, more) if part)


def result_form(
    opened: Opened,
    match: Match,
    viewer: PlayerId | None = None,
    typed: Mapping[str, str] | None = None,
    *,
    marked: bool = False,
) -> list[FormLine]:
    """The lines of a match's form; a viewer who plays in it comes first and is called “you”.

    `marked`: it was refused and comes back, with a mark at the wrong inputs.
    """
    fields = [f for f in opened.system.result_fields if viewer is None or not f.staff_only]
    needed = {f.key for f in usual_fields(opened.system)}
    needed |= {f.key for f in fields if f.goes_with in needed}
    sides = side_names(opened, match, viewer)
    more = {f.goes_with: tuple((c, choice_word(c, f, sides)) for c in f.choices) for f in fields if f.goes_with}
    lines = [_line(field, sides, typed or {}, main=field.key in needed) for field in fields]
    if marked:
        usual = {f.key for f in usual_fields(opened.system)}
        lines = [_marked(line, field, field.key in usual) for line, field in zip(lines, fields, strict=True)]
    return [replace(line, more=more.get(line.key, ())) for line in lines]


def usual_fields(system: System) -> tuple[Field, ...]:
    """What a usual result needs: the required fields, or the first one if none is required."""
    fields = system.result_fields
    return tuple(f for f in fields if f.required and f.default is None) or fields[:1]


def side_names(opened: Opened, match: Match, viewer: PlayerId | None = None) -> tuple[str, str]:
    if viewer is None:
        return opened.event.name_of(match.a), opened.event.name_of(match.b)
    return tr("You"), opened.event.name_of(match.other(viewer))


def _line(field: Field, sides: tuple[str, str], typed: Mapping[str, str], *, main: bool) -> FormLine:
    choices = tuple((c, choice_word(c, field, sides)) for c in field.choices)
    if field.kind is Kind.YES_NO:
        choices = (("yes", tr("yes")), ("no", tr("no")))
    names = _names(field)
    about = sides if field.per_side else ("",)
    inputs = tuple(Input(name, side, typed.get(name, ""), choices) for name, side in zip(names, about, strict=True))
    return FormLine(
        field.key,
        tr(field.label),
        field.kind.value,
        inputs,
        field.low,
        field.high,
        field.clause,
        tr(field.meaning),
        main,
        typed.get(f"{field.key}-pad", "") or "-".join(i.value for i in inputs if i.value),
        goes_with=field.goes_with,
        scores=field.scores,
    )


def _marked(line: FormLine, field: Field, usual: bool) -> FormLine:
    single = replace(field, per_side=False, required=usual and not line.picked)
    return replace(line, inputs=tuple(replace(one, wrong=_is_wrong(single, one.value)) for one in line.inputs))


def _is_wrong(field: Field, text: str) -> bool:
    try:
        field.check(field.read(text) if text.strip() else None)
    except Refusal:
        return True
    return False


def choice_word(choice: str, field: Field, sides: tuple[str, str]) -> str:
    """A choice between the sides is shown with the players' names."""
    return tr(_choice(choice, field, sides))


def _choice(choice: str, field: Field, sides: tuple[Text, Text]) -> Text:
    if field.choices[:2] == ("a", "b") and choice in ("a", "b"):
        return sides[0] if choice == "a" else sides[1]
    return Message(choice.replace("_", " "))


def _names(field: Field) -> tuple[str, ...]:
    return (f"{field.key}-1", f"{field.key}-2") if field.per_side else (field.key,)


def read_form(system: System, posted: Mapping[str, str]) -> dict[str, Raw]:
    """The values that were filled in; empty ones are left out, and get the game's defaults.

    What was picked from a pad is one value, such as `vp-pad=2-1` or `winner-pad=a/scenario`.
    """
    values: dict[str, Raw] = {}
    for field in system.result_fields:
        texts = [posted.get(name, "").strip() for name in _names(field)]
        if not any(texts):
            picked = _picked(field, posted)
            if picked:
                values[field.key] = field.read(picked)
            continue
        single = replace(field, per_side=False)
        read = [_scalar(single, text) for text in texts]
        values[field.key] = read if field.per_side else read[0]
    return values


def _picked(field: Field, posted: Mapping[str, str]) -> str:
    choice, _, more = posted.get(f"{field.goes_with or field.key}-pad", "").partition("/")
    return more if field.goes_with else choice


def _scalar(field: Field, text: str) -> Scalar:
    value = field.read(text)
    assert not isinstance(value, list), f"{field.key} is read for one side"
    return value


ENDINGS = (
    ("played", mark("Played out")),
    ("concession-1", mark("{a} concedes")),
    ("concession-2", mark("{b} concedes")),
    ("no_show-1", mark("{a} did not appear: dropped")),
    ("no_show-2", mark("{b} did not appear: dropped")),
    ("no_show-1-excused", mark("{a} did not appear, excused: stays in the event")),
    ("no_show-2-excused", mark("{b} did not appear, excused: stays in the event")),
    ("double_loss", mark("Both lose")),
    ("game_loss-1", mark("{a} loses by a penalty")),
    ("game_loss-2", mark("{b} loses by a penalty")),
)


DISQUALIFIED = (
    ("disqualified-1", mark("{a} is disqualified")),
    ("disqualified-2", mark("{b} is disqualified")),
)


def endings(opened: Opened, match: Match) -> list[tuple[str, str]]:
    """How a match may have ended, for staff to pick from."""
    sides = side_names(opened, match)
    return [(value, tr(words, a=sides[0], b=sides[1])) for value, words in _endings(match)]


def _endings(match: Match) -> tuple[tuple[str, str], ...]:
    """Only the organiser disqualifies, on another page; a match that already has a disqualification can keep it."""
    out = match.result is not None and match.result.ending is Ending.DISQUALIFIED
    return (*ENDINGS, *DISQUALIFIED) if out else ENDINGS


def read_ending(value: str, match: Match) -> tuple[Ending, tuple[str, ...]]:
    """The ending that was picked, and whom it names (as `#number`)."""
    if value not in dict(_endings(match)):
        raise BadInput("A match cannot end with “{value}”. Pick an ending from the list.", value=value)
    kind, _, rest = value.partition("-")
    side = rest.removesuffix("-excused")
    by = {"1": (f"#{match.a}",), "2": (f"#{match.b}",)}.get(side, ())
    return Ending(kind), by


def is_excused(value: str) -> bool:
    """Whether the picked ending keeps an absent player in the event."""
    return value.endswith("-excused")


def said(opened: Opened, match: Match, result: Result | None, viewer: PlayerId | None = None) -> str:
    """A result in words: “Victory points 2 – 1”, “Winner: Ann”; a viewer's own side comes first."""
    return "" if result is None else tr(told(opened, match, result, viewer))


def told(opened: Opened, match: Match, result: Result, viewer: PlayerId | None = None) -> Message:
    """The same as a message."""
    names = opened.event.name_of(match.a), opened.event.name_of(match.b)
    fields = _fields(opened.system, result, names, turned=viewer == match.b, named=False)
    return listed([*fields, *_ended_for(opened, result, viewer)])


def whose(
    opened: Opened, match: Match, result: Result, viewer: PlayerId | None = None, first: PlayerId | None = None
) -> Message:
    """A report with each player's points: “Victory points: Ann 2, you 1”. `first`: whose side comes first."""
    a, b = (YOU if p == viewer else opened.event.name_of(p) for p in (match.a, match.b))
    by = [opened.event.name_of(p) for p in result.by]
    return in_words(opened.system, result, (a, b), by, turned=first == match.b, named=True)


def account(opened: Opened, match: Match, result: Result, viewer: PlayerId, speaker: PlayerId) -> list[Message]:
    """A report as one player would tell it to the other, field by field; a score that can be picked needs no label."""
    a, b = (YOU if p == viewer else opened.event.name_of(p) for p in (match.a, match.b))
    told = _fields(opened.system, result, (a, b), turned=speaker == match.b, named=True, bare=True)
    return [*told, *_ended_for(opened, result, viewer)]


def in_words(
    system: System,
    result: Result,
    names: tuple[Text, Text],
    by: Sequence[str],
    *,
    turned: bool = False,
    named: bool = False,
) -> Message:
    """`names` are the two sides', `by` those of the players the ending names; `turned`: side b comes first.

    `named`: each number with the name it belongs to.
    """
    return listed([*_fields(system, result, names, turned=turned, named=named), *_ended(result, by)])


YOU = Message("you")


def _ended(result: Result, by: Sequence[str]) -> list[Message]:
    return [Message(ENDED[result.ending], {"by": both(by)})] if result.ending in ENDED else []


def _ended_for(opened: Opened, result: Result, viewer: PlayerId | None) -> list[Message]:
    """The same for a reader: what they did themselves is not told with their name."""
    if result.by == (viewer,) and result.ending in ENDED_FOR_YOU:
        return [Message(ENDED_FOR_YOU[result.ending])]
    return _ended(result, [opened.event.name_of(p) for p in result.by])


def _fields(
    system: System, result: Result, names: tuple[Text, Text], *, turned: bool, named: bool, bare: bool = False
) -> list[Message]:
    """What was filled in. `bare`: a score that can be picked has no label."""
    words: list[Message] = []
    for field in system.result_fields:
        label, value = Message(field.label), result.values.get(field.key)
        if isinstance(value, list):
            if any(one is not None and one != field.default for one in value):
                known = [(name, _value(v)) for name, v in zip(names, value, strict=True) if v is not None]
                sides = known[:: -1 if turned else 1]
                words.append(_unnamed(label, sides) if len(sides) == 2 and not named else _named(field, sides, bare))
        elif value is not None and value != field.default:
            shown = _choice(value, field, names) if isinstance(value, str) else _value(value)
            words.append(Message("{label}: {value}", {"label": label, "value": shown}))
    return words


ENDED = {
    Ending.CONCESSION: mark("{by} conceded"),
    Ending.NO_SHOW: mark("{by} did not appear"),
    Ending.DISQUALIFIED: mark("{by} disqualified"),
    Ending.GAME_LOSS: mark("{by} loses by a penalty"),
    Ending.DOUBLE_LOSS: mark("both lose"),
}

ENDED_FOR_YOU = {
    Ending.CONCESSION: mark("you conceded"),
    Ending.NO_SHOW: mark("you did not appear"),
    Ending.DISQUALIFIED: mark("you were disqualified"),
    Ending.GAME_LOSS: mark("you lose by a penalty"),
}


def _value(value: Scalar) -> Text:
    return Message(_word(value)) if isinstance(value, bool) else _word(value)


def both(names: Sequence[str]) -> Message:
    """“Ann”, or “Ann and Bob”."""
    if len(names) == 2:
        return Message("{first} and {second}", {"first": names[0], "second": names[1]})
    return listed(names)


def _unnamed(label: Message, sides: Sequence[tuple[Text, Text]]) -> Message:
    (_, first), (_, second) = sides
    return Message("{label} {first} – {second}", {"label": label, "first": first, "second": second})


def _named(field: Field, sides: Sequence[tuple[Text, Text]], bare: bool) -> Message:
    """Each number with the name it belongs to; a side without one is left out."""
    words = field.side_words
    if words is not None and len(sides) == 2:
        (first, one), (second, two) = sides
        template = words.you_first if first == YOU else words.you_second if second == YOU else words.named
        return Message(template, {"first": first, "one": one, "second": second, "two": two})
    each = listed([Message("{name} {value}", {"name": name, "value": value}) for name, value in sides])
    if bare and field.scores:
        return each
    return Message("{label}: {value}", {"label": Message(field.label), "value": each})


def _word(value: Scalar) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def filled(system: System, result: Result | None) -> dict[str, str]:
    """A form filled in with a result, as somebody would have typed it: without defaults."""
    typed: dict[str, str] = {}
    for field in system.result_fields:
        value = None if result is None else result.values.get(field.key)
        values = value if isinstance(value, list) else [value]
        typed.update(
            {n: _word(v) for n, v in zip(_names(field), values, strict=False) if v not in (None, field.default)}
        )
    return typed


def typed_ending(opened: Opened, round_: Round, match: Match) -> str:
    """A match's ending, as an entry of the list of endings."""
    result = match.result
    if result is None or len(result.by) != 1:
        return Ending.PLAYED.value if result is None or result.by else result.ending.value
    excused = "-excused" if results.is_excused(opened.event, round_, match) else ""
    return f"{result.ending.value}-{1 if result.by[0] == match.a else 2}{excused}"
