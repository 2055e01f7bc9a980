"""Form fields that a system declares: result fields and player fields. Reads and checks raw values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from muster.core.kit.errors import BadInput
from muster.core.kit.language import Message, Text, listed, tr
from muster.core.kit.model import Raw, Scalar
from muster.core.kit.written import MOST_DIGITS

LONGEST_TEXT = 1_000
"""The most characters that a field may have."""


class Kind(StrEnum):
    NUMBER = "number"
    CHOICE = "choice"
    YES_NO = "yes_no"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class SideWords:
    """How to word both sides' values if the label alone does not say whose doing they are: “destroyed by Ann: 12”.

    Places: `{first}`, `{one}`, `{second}`, `{two}`. The reader may be the first, the second, or neither.
    """

    named: str
    you_first: str
    you_second: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One thing to fill in. `per_side`: one value for each player, side a then side b."""

    key: str
    label: str
    kind: Kind = Kind.NUMBER
    per_side: bool = False
    required: bool = True
    default: Scalar = None
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    scores: tuple[tuple[int, int], ...] = ()
    """The possible pairs of values, for a game with only a few final scores; side a's best first."""
    clause: str = ""
    meaning: str = ""
    goes_with: str = ""
    """The choice that this one adds to: a usual result has both, so forms ask for them together."""
    staff_only: bool = False
    """Only for staff: a player's form does not ask for it, and a player's report cannot contain it.

    Needs a default, so that the two players' reports compare equal.
    """
    side_words: SideWords | None = None
    of_season: bool = False
    """What a season says of a player for this one event, such as their points: players who are copied from it into
    another event come without."""
    rests_on: str = ""
    """The field that this one depends on: correcting that one may reset this one."""

    def expects(self) -> Message:
        """What would be right, in words."""
        if self.kind is Kind.CHOICE:
            return tr("one of {choices}", choices=listed(self.choices))
        if self.kind is Kind.YES_NO:
            return tr("yes or no")
        if self.kind is Kind.TEXT:
            return tr("a text")
        if self.low is not None and self.high is not None:
            return tr("a whole number from {low} to {high}", low=self.low, high=self.high)
        if self.low is not None:
            return tr("a whole number of {low} or more", low=self.low)
        return tr("a whole number")

    def read(self, text: str) -> Raw:
        """The value somebody typed: `2` or, per side, `2-1` (texts: `one/other`); an empty side is unknown."""
        if not self.per_side:
            return self._read_one(text)
        joint = "/" if self.kind is Kind.TEXT else "-"
        parts = text.split(joint)
        if len(parts) != 2:
            raise BadInput(
                "{label}: “{text}” should be two values joined by “{joint}”, each {expects}.",
                label=tr(self.label),
                text=text,
                joint=joint,
                expects=self.expects(),
            )
        return [self._read_one(part) for part in parts]

    def _read_one(self, text: str) -> Scalar:
        text = text.strip()
        if text == "":
            return self.default
        if self.kind is Kind.NUMBER:
            if len(text) > MOST_DIGITS + 1 and text.lstrip("+-").isdigit():
                raise self._too_long(text, MOST_DIGITS)
            try:
                return int(text)
            except ValueError:
                raise BadInput(
                    "{label}: “{text}” should be {expects}.", label=tr(self.label), text=text, expects=self.expects()
                ) from None
        if self.kind is Kind.YES_NO:
            word = text.casefold()
            if word in ("yes", "y", "true", "1"):
                return True
            if word in ("no", "n", "false", "0"):
                return False
            raise BadInput(
                "{label}: “{text}” should be {expects}.", label=tr(self.label), text=text, expects=self.expects()
            )
        return text

    def _too_long(self, text: str, most: int) -> BadInput:
        return BadInput(
            "{label}: “{start}…” has {length} characters. The limit is {most}.",
            label=tr(self.label),
            start=text[:20],
            length=len(text),
            most=most,
        )

    def check(self, value: Raw) -> Raw:
        """The value, complete with its default, or BadInput."""
        if not self.per_side:
            return self._check_one(value)
        if value is None:
            value = [None, None]
        if not isinstance(value, list) or len(value) != 2:
            raise BadInput(
                "{label}: “{value}” should be two values, side a and side b.", label=tr(self.label), value=value
            )
        return [self._check_one(one) for one in value]

    def _check_one(self, value: Raw) -> Scalar:
        if value is None or value == "":
            if self.required and self.default is None:
                raise BadInput("{label} is missing. Enter {expects}.", label=tr(self.label), expects=self.expects())
            return self.default
        if isinstance(value, str) and len(value) > LONGEST_TEXT:
            raise self._too_long(value, LONGEST_TEXT)
        if isinstance(value, int) and abs(value) >= 10**MOST_DIGITS:
            # Compared, not converted to text: Python refuses to write numbers with thousands of digits.
            raise BadInput("{label}: a number can have up to {most} digits.", label=tr(self.label), most=MOST_DIGITS)
        good: bool
        match self.kind:
            case Kind.NUMBER:
                good = isinstance(value, int) and not isinstance(value, bool)
                if good and isinstance(value, int):
                    good = (self.low is None or value >= self.low) and (self.high is None or value <= self.high)
            case Kind.YES_NO:
                good = isinstance(value, bool)
            case Kind.CHOICE:
                good = value in self.choices
            case Kind.TEXT:
                good = isinstance(value, str)
        if not good or isinstance(value, list):
            raise BadInput(
                "{label}: “{value}” should be {expects}.", label=tr(self.label), value=value, expects=self.expects()
            )
        return value


def check_values(
    fields: tuple[Field, ...], values: dict[str, Raw], what: Text, *, required: bool = True
) -> dict[str, Raw]:
    """All declared fields, checked, with defaults filled in; an undeclared key is refused.

    Without `required`, nothing needs to be filled in: missing fields get their defaults.
    """
    must_be_declared(fields, values, what)
    return {f.key: (f if required else replace(f, required=False)).check(values.get(f.key)) for f in fields}


def must_be_declared(fields: tuple[Field, ...], values: Iterable[str], what: Text) -> None:
    known = {f.key: f for f in fields}
    for key in values:
        if key not in known:
            raise BadInput(
                "“{key}” is not a field of {what}. The fields are: {listed}.",
                key=key,
                what=tr(what),
                listed=listed(known) if known else tr("none"),
            )
