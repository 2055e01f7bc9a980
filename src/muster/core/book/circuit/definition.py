"""What a circuit says, read and checked once: from the plain tables of a definition to typed values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any

from muster.core.forms.options import Value
from muster.core.forms.sections import DEFINITION, Section
from muster.core.kit.errors import BadInput
from muster.core.kit.language import Message, tr
from muster.core.kit.model import Points

KEYS = (
    "name",
    "game",
    "points_name",
    "regions",
    "points",
    "tier",
    "requirement",
    "table",
    "decay",
    "qualify",
    "group",
    "final",
)
POINTS = ("chart", "others", "clause", "nothing_clause")
TIER = (
    "name",
    "times",
    "players",
    "attendees",
    "if_not",
    "qualifiers",
    "qualifiers_clause",
    "place_clause",
    "note",
    "clause",
    "options",
)
REQUIREMENT = ("key", "title", "when", "days", "needed", "only_after", "clause")
TABLE = ("best", "ties", "clause")
DECAY = ("days", "times", "clause")
QUALIFY = ("points", "places", "region_places", "clause")
GROUP = ("title", "field", "best")
FINAL = ("options", "clause", "carry_clause")

MOST_PLACES, MOST_TIERS, MOST_REGIONS, MOST_REQUIREMENTS, MOST_GROUPS, MOST_OPTIONS = 256, 20, 60, 12, 6, 20
MOST_PEOPLE, MOST_DAYS, MOST_RESULTS, MOST_TIES = 100_000, 3660, 1000, 9


class IfNot(StrEnum):
    """What happens to an event that does not meet its tier's conditions: too small, or set up differently."""

    NOTHING = "nothing"
    """It earns nobody anything."""
    WARNING = "warning"
    """It counts, and everybody reads what is missing."""


class Due(StrEnum):
    """When a requirement must be met."""

    ANY = "any"
    BEFORE = "before"
    """No later than the first day of the event."""
    AFTER = "after"
    """From the last day of the event, within a number of days."""


@dataclass(frozen=True, slots=True)
class Tier:
    """A kind of event: what it needs, and the factor for its points.

    `qualifiers`: how many different players the events that feed it need in total; 0: nothing may feed it.
    `place_clause`: the rule that these are held in the same place. `options`: how the event itself must be set up.
    """

    name: str
    times: Points = 1
    players: int = 0
    attendees: int = 0
    if_not: IfNot = IfNot.NOTHING
    qualifiers: int = 0
    qualifiers_clause: str = ""
    place_clause: str = ""
    note: str = ""
    clause: str = ""
    options: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Requirement:
    """Something that must be done for an event, on a recorded day.

    `days`: the latest day, counted from the event's last day; None: any time. `needed`: without it the event earns
    nothing. `only_after`: the requirement that must have been met before.
    """

    key: str
    title: str
    when: Due = Due.ANY
    days: int | None = None
    needed: bool = True
    only_after: str = ""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Decay:
    """For every so many days since its last day, an event's points are multiplied by a share."""

    days: int
    times: Fraction
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Qualify:
    """Any of these is enough: this many points, one of the top places, or one of the top places of a region."""

    points: Points | None = None
    places: int = 0
    region_places: int = 0
    clause: str = ""


@dataclass(frozen=True, slots=True)
class GroupRules:
    """A table of clubs or teams: the best results of people with the same text in a field."""

    title: str
    field: str
    best: int = 0


POINTS_NAME = "points"


@dataclass(frozen=True, slots=True)
class Circuit:
    name: str
    game: str
    points_name: str
    regions: tuple[str, ...]
    chart: tuple[Points, ...]
    others: Points
    chart_clause: str
    nothing_clause: str
    """The rule that an event which lacks something earns nothing."""
    tiers: tuple[Tier, ...]
    requirements: tuple[Requirement, ...]
    best: int
    """How many of a person's results count, best first; 0: all."""
    best_clause: str
    ties: int
    """How many places break ties between equal totals: more first places, then more second places, and so on."""
    decay: Decay | None
    qualify: Qualify | None
    groups: tuple[GroupRules, ...]
    final_options: Mapping[str, Value]
    final_clause: str
    carry_clause: str

    def tier(self, name: str) -> Tier:
        return next(tier for tier in self.tiers if tier.name == name)

    def requirement(self, key: str) -> Requirement | None:
        return next((one for one in self.requirements if one.key == key), None)

    def amount(self, points: Points) -> Message:
        """So many points by their name, which is written for many of them."""
        if points != 1:
            return tr("{points} {unit}", points=points, unit=tr(self.points_name))
        if self.points_name == POINTS_NAME:
            return tr("1 point")
        one = self.points_name.removesuffix("s")
        return tr("1 ({unit})", unit=tr(one)) if one == self.points_name else tr("1 {unit}", unit=tr(one))

    def clauses(self) -> set[str]:
        """Every clause the circuit cites."""
        found = {self.chart_clause, self.nothing_clause, self.best_clause, self.final_clause, self.carry_clause}
        found |= {tier.clause for tier in self.tiers} | {one.clause for one in self.requirements}
        found |= {clause for one in self.tiers for clause in (one.qualifiers_clause, one.place_clause)}
        found |= {self.decay.clause if self.decay else "", self.qualify.clause if self.qualify else ""}
        return found - {""}

    def earns(self, place: int) -> Points:
        """What a place is worth before the tier multiplies it."""
        return self.chart[place - 1] if place <= len(self.chart) else self.others


ONLY = Tier("")
"""The only tier of a circuit that names none."""


def read(raw: Mapping[str, Any]) -> Circuit:
    """The circuit in these plain tables, or the first mistake in them."""
    top = Section(raw, DEFINITION, KEYS)
    points, table, final = top.section("points", POINTS), top.section("table", TABLE), top.section("final", FINAL)
    regions = top.texts("regions", MOST_REGIONS)
    chart = points.chart("chart", MOST_PLACES)
    others = points.points("others", 0)
    if others > chart[-1]:
        raise points.wrong("others", tr("{most} or less, the points of the last place in the chart", most=chart[-1]))
    return Circuit(
        name=top.text("name"),
        game=_word(top, "game"),
        points_name=top.text("points_name", POINTS_NAME),
        regions=regions,
        chart=chart,
        others=others,
        chart_clause=_word(points, "clause"),
        nothing_clause=_word(points, "nothing_clause"),
        tiers=_tiers(top.rows("tier", TIER)),
        requirements=_requirements(top.rows("requirement", REQUIREMENT)),
        best=table.whole("best", 0, MOST_RESULTS, 0),
        best_clause=_word(table, "clause"),
        ties=table.whole("ties", 0, MOST_TIES, 0),
        decay=_decay(top.section("decay", DECAY)) if "decay" in top else None,
        qualify=_qualify(top.section("qualify", QUALIFY), regions) if "qualify" in top else None,
        groups=_groups(top.rows("group", GROUP)),
        final_options=final.plain("options", MOST_OPTIONS),
        final_clause=_word(final, "clause"),
        carry_clause=_word(final, "carry_clause"),
    )


def _word(section: Section, key: str) -> str:
    return section.text(key) if key in section else ""


def _tiers(rows: list[Section]) -> tuple[Tier, ...]:
    tiers: list[Tier] = []
    if len(rows) > MOST_TIERS:
        raise BadInput("[[tier]] has {rows} rows: it can have at most {most}.", rows=len(rows), most=MOST_TIERS)
    for row in rows:
        name = row.text("name")
        if any(known.name.casefold() == name.casefold() for known in tiers):
            raise row.wrong("name", tr("different from those of the other tiers"))
        times = row.points("times", 1)
        if not times:
            raise row.wrong("times", tr("more than 0: what points are multiplied by"))
        tiers.append(
            Tier(
                name=name,
                times=times,
                players=row.whole("players", 0, MOST_PEOPLE, 0),
                attendees=row.whole("attendees", 0, MOST_PEOPLE, 0),
                if_not=IfNot(row.choice("if_not", tuple(IfNot))),
                qualifiers=row.whole("qualifiers", 0, MOST_PEOPLE, 0),
                qualifiers_clause=_word(row, "qualifiers_clause"),
                place_clause=_word(row, "place_clause"),
                note=_word(row, "note"),
                clause=_word(row, "clause"),
                options=row.plain("options", MOST_OPTIONS),
            )
        )
    return tuple(tiers) or (ONLY,)


def _requirements(rows: list[Section]) -> tuple[Requirement, ...]:
    found: list[Requirement] = []
    if len(rows) > MOST_REQUIREMENTS:
        raise BadInput(
            "[[requirement]] has {rows} rows: it can have at most {most}.", rows=len(rows), most=MOST_REQUIREMENTS
        )
    for row in rows:
        key, when = row.text("key"), Due(row.choice("when", tuple(Due)))
        if not (key.isascii() and key.replace("_", "").isalnum() and key == key.lower()):
            raise row.wrong("key", tr("a word of small letters, such as “reported”"))
        if any(known.key == key for known in found):
            raise row.wrong("key", tr("different from those of the other requirements"))
        if "days" in row and when is not Due.AFTER:
            raise row.wrong("days", tr("left out: it goes with when = “after”"))
        only_after = _word(row, "only_after")
        if only_after and all(known.key != only_after for known in found):
            raise row.wrong("only_after", tr("the key of a requirement above this one"))
        found.append(
            Requirement(
                key=key,
                title=row.text("title"),
                when=when,
                days=row.whole("days", 0, MOST_DAYS) if "days" in row else None,
                needed=row.flag("needed", True),
                only_after=only_after,
                clause=_word(row, "clause"),
            )
        )
    return tuple(found)


def _decay(section: Section) -> Decay:
    times = section.share("times", Fraction(1, 2))
    if not times < 1:
        raise section.wrong("times", tr("less than 1: what is left of the points after that time"))
    return Decay(section.whole("days", 1, MOST_DAYS), times, _word(section, "clause"))


def _qualify(section: Section, regions: tuple[str, ...]) -> Qualify:
    if not any(key in section for key in ("points", "places", "region_places")):
        raise BadInput("[qualify] does not say how to qualify: add points, places or region_places.")
    if "region_places" in section and not regions:
        raise section.wrong("region_places", tr("left out, as the circuit has no regions"))
    points = section.points("points") if "points" in section else None
    if points == 0:
        raise section.wrong("points", tr("more than 0"))
    return Qualify(
        points,
        section.whole("places", 1, MOST_PEOPLE) if "places" in section else 0,
        section.whole("region_places", 1, MOST_PEOPLE) if "region_places" in section else 0,
        _word(section, "clause"),
    )


def _groups(rows: list[Section]) -> tuple[GroupRules, ...]:
    if len(rows) > MOST_GROUPS:
        raise BadInput("[[group]] has {rows} rows: it can have at most {most}.", rows=len(rows), most=MOST_GROUPS)
    found: list[GroupRules] = []
    for row in rows:
        one = GroupRules(row.text("title"), row.text("field"), row.whole("best", 0, MOST_RESULTS, 0))
        if any(known.title.casefold() == one.title.casefold() for known in found):
            raise row.wrong("title", tr("different from those of the other groups"))
        found.append(one)
    return tuple(found)
