"""What the players of a game fill in: the fields of a match slip."""

from __future__ import annotations

from enum import StrEnum

from muster.game import Field, Kind, mark

SIDES = ("a", "b")
PROVINCES = 5
"""L5R-039"""


class How(StrEnum):
    VICTORY = "victory"
    JUDGMENT = "judgment"
    CONCESSION = "concession"
    DISQUALIFIED = "disqualified"


KINDS = {
    "normal": mark("a win and a loss"),
    "modified_loss": mark("a win and a modified loss"),
    "modified": mark("both modified"),
}
"""What `result_kind` may be, in words."""

FIELDS = (
    Field(
        key="winner",
        label="Winner",
        kind=Kind.CHOICE,
        choices=SIDES,
        required=False,
        clause="L5R-110",
        meaning="Can stay blank if the Emperor’s Judgment scores show it.",
    ),
    Field(
        key="how",
        label="Decided by",
        kind=Kind.CHOICE,
        choices=(How.VICTORY.value, How.JUDGMENT.value),
        required=False,
        clause="L5R-119",
        meaning="A victory condition, or Emperor’s Judgment; blank: judgment if its scores are given.",
    ),
    Field(
        key="decided_at",
        label="Decided at minute",
        low=0,
        required=False,
        rests_on="how",
        clause="L5R-124",
        meaning="Minute of the round in which the game was decided; blank: in time.",
    ),
    Field(
        key="slip_at",
        label="Slip at minute",
        low=0,
        required=False,
        clause="L5R-116",
        meaning="Minute of the round in which the slip came in; blank: in time.",
    ),
    Field(
        key="extended",
        label="Extension",
        kind=Kind.YES_NO,
        default=False,
        clause="L-18",
        meaning="Staff gave this table an extension.",
        staff_only=True,
    ),
    Field(
        key="waived",
        label="Late slip waived",
        kind=Kind.YES_NO,
        default=False,
        clause="L-17",
        meaning="The organiser forgives a late slip, for instance when staff caused it.",
        staff_only=True,
    ),
    Field(
        key="result_kind",
        label="Result",
        kind=Kind.CHOICE,
        choices=tuple(KINDS),
        required=False,
        rests_on="how",
        clause="L5R-126",
        meaning="The result itself instead of minutes; blank: as the minutes say, a win and a loss without any.",
    ),
    Field(
        key="broken",
        label="Own broken provinces",
        per_side=True,
        low=0,
        high=PROVINCES,
        required=False,
        rests_on="how",
        clause="L5R-120",
    ),
    Field(key="honor", label="Honor", per_side=True, low=0, required=False, rests_on="how", clause="L5R-121"),
    Field(
        key="favor",
        label="Imperial Favor",
        kind=Kind.YES_NO,
        per_side=True,
        default=False,
        rests_on="how",
        clause="L5R-122",
    ),
    Field(
        key="decider",
        label="Decided the first player",
        kind=Kind.CHOICE,
        choices=SIDES,
        required=False,
        rests_on="how",
        clause="L5R-123",
        meaning="The player who decided in set-up who is first player. They win a level Judgment.",
    ),
)
