"""Examples of what can be typed at the desk: each is in the game's own terms and would be accepted."""

from __future__ import annotations

from collections.abc import Iterator

from muster.app.desk import Opened
from muster.app.exact import View
from muster.app.results.forms import usual_fields
from muster.app.results.keying import echo
from muster.app.speech import tr
from muster.core.forms.fields import Field, Kind
from muster.core.kit.lots import Lots
from muster.core.kit.model import Raw, Scalar
from muster.core.record.event import Match, RoundState

TRIES = 40
"""How many made-up results are tried to find an example that is easy to read."""


class Hint(View, frozen=True):
    """A line, and what it would enter, in words."""

    line: str
    text: str


def hints(opened: Opened) -> list[Hint]:
    """For the first table without a result: a usual result, one with more details, and the other endings."""
    round_ = opened.event.current
    if round_ is None or round_.state is not RoundState.PUBLISHED or not round_.out():
        return []
    match = min(round_.out(), key=lambda m: m.table)
    usual = _accepted(opened, _usual(opened, match))
    fuller = _accepted(opened, _fuller(opened, match))
    a, b = opened.event.name_of(match.a), opened.event.name_of(match.b)
    endings = [
        ("c2", tr("{name} concedes; c1 for {other}", name=b, other=a)),
        ("n1", tr("{name} did not appear; n2 for {other}", name=a, other=b)),
        ("dl", tr("Both lose")),
    ]
    shown = [one for one in (usual, fuller) if one is not None]
    return shown + [Hint(f"{match.table} {code}", text) for code, text in endings if _says(opened, match, code)]


def _accepted(opened: Opened, lines: Iterator[str]) -> Hint | None:
    for line in lines:
        said = echo(opened, line)
        if said.ready and not said.refusal:
            return Hint(line, said.said)
    return None


def _says(opened: Opened, match: Match, code: str) -> bool:
    said = echo(opened, f"{match.table} {code}")
    return said.ready and not said.refusal


def _invented(opened: Opened, match: Match) -> Iterator[dict[str, Raw]]:
    """Results the game makes up for these two, the same ones every time; draws come last."""
    event, system = opened.event, opened.system
    players, settings = (event.players[match.a], event.players[match.b]), system.settings(event)
    made = [system.invent(*players, settings, Lots("example", str(number))) for number in range(TRIES)]
    usual = [field.key for field in usual_fields(system)]
    return iter(sorted(made, key=lambda values: any(_even(values.get(key)) for key in usual[:1])))


def _even(value: Raw) -> bool:
    return value is None or (isinstance(value, list) and value[0] == value[1])


def _usual(opened: Opened, match: Match) -> Iterator[str]:
    fields = usual_fields(opened.system)
    beside = [f for f in opened.system.result_fields if f.goes_with in {one.key for one in fields}]
    for values in _invented(opened, match):
        tokens = [_token(field, values.get(field.key)) for field in (*fields, *beside)]
        yield " ".join([str(match.table), *filter(None, tokens)])


def _fuller(opened: Opened, match: Match) -> Iterator[str]:
    """With a field that a usual result does not need, by its name."""
    fields = usual_fields(opened.system)
    others = [
        f
        for f in opened.system.result_fields
        if f not in fields and f.goes_with not in {one.key for one in fields} and not f.staff_only
    ]
    for values, line in zip(_invented(opened, match), _usual(opened, match), strict=True):
        for field in others:
            value = values.get(field.key)
            word = _word(value)
            if word and any(one != field.default for one in (value if isinstance(value, list) else [value])):
                yield f"{line} {field.key}={word}"


def _token(field: Field, value: Raw) -> str:
    if field.kind is Kind.CHOICE and isinstance(value, str) and not field.goes_with:
        return str(field.choices.index(value) + 1)
    return _word(value)


def _word(value: Raw) -> str:
    if isinstance(value, list):
        return "" if None in value else "-".join(_scalar(one) for one in value)
    return "" if value is None else _scalar(value)


def _scalar(value: Scalar) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
