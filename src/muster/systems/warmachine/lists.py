"""Army lists as one declaration: how many, how they are read and checked, who sees them, what an organiser looks at."""

from __future__ import annotations

from muster.game import Field, Kind, ListRules, Phase, Settings, Sight, Slot, Text, mark, tr
from muster.systems.warmachine.armies.checks import CHAMPIONS, NUMBERS, check, together
from muster.systems.warmachine.armies.rosters import DATA
from muster.systems.warmachine.armies.text import read
from muster.systems.warmachine.armies.written_json import LEADER

FIELDS = (
    Field(key="faction", label="Faction", kind=Kind.TEXT, required=False, clause="WMH-030"),
    Field(key="theme", label="Theme force", kind=Kind.TEXT, required=False, clause="WMH-033"),
    Field(key="leader", label="Leader", kind=Kind.TEXT, required=False, clause="WMH-030"),
    Field(
        key="bonus",
        label="Leader’s points",
        low=0,
        high=100,
        required=False,
        clause="WMH-027",
        meaning="What the leader adds for warjacks, warbeasts or horrors.",
    ),
)


def slots(settings: Settings) -> tuple[Slot, ...]:
    """WMH-023: two or three in Masters; WMH-024: one in Champions, a second is optional."""
    if settings.text("kind") == CHAMPIONS:
        return (
            Slot(1, tr("List {n}", n=1), clause="WMH-024"),
            Slot(2, tr("List {n}", n=2), required=False, clause="WMH-024"),
        )
    number = NUMBERS[settings.text("lists")]
    return tuple(Slot(n, tr("List {n}", n=n), clause="WMH-023") for n in range(1, number + 1))


def sight(settings: Settings, phase: Phase) -> Sight:
    """WMH-079: the opponent may look at any time."""
    return Sight.OPPONENT if phase in (Phase.SWISS, Phase.ELIMINATION) else Sight.NOBODY


def play_all(settings: Settings) -> str:
    return "W-46" if settings.flag("play_all_lists") else ""


def notes(settings: Settings) -> tuple[Text, ...]:
    told = (
        tr("Write the cost of every model."),  # WMH-026
        tr("Write down attachments, clients and marshalled jacks: they stay where they are in every round."),  # WMH-032
        tr("The number of lists stays the same all event."),  # WMH-025
    )
    if settings.text("kind") == CHAMPIONS:
        return (*told, tr("Leaders and theme forces come from the current Active Duty Roster."))  # WMH-004
    return (*told, tr("Every theme force is allowed."))  # WMH-033


def checklist(settings: Settings) -> tuple[tuple[str, Text], ...]:
    return (
        ("WMH-042", tr("The models are Privateer Press, complete, on round-lipped bases of the size on their cards.")),
        ("WMH-043", tr("No model is unreleased, unless it is readily on sale here; Extreme versions are fine.")),
        ("WMH-044", tr("Exclusive variants come with the standard card; a unit’s commander is plain to see.")),
        ("WMH-045", tr("Conversions beyond these points are those the organiser has approved.")),
        ("WMH-046", tr("No logos, symbols or icons of other companies.")),
        ("WMH-047", tr("Most of each conversion is Privateer parts, and what makes the model known is there.")),
        ("WMH-048", tr("A weapon is swapped only for one of the same type.")),
        ("WMH-049", tr("No weapon was removed without a replacement, and none was added.")),
        ("WMH-050", tr("All parts of an upgrade kit can be seen.")),
        ("WMH-051", tr("Scenery on a base does not hide its edge.")),
        ("WMH-052", tr("No model represents another.")),
        ("WMH-054", tr("Anyone can see right away what each model is, without help.")),
        ("WMH-055", tr("Paint alone is not a conversion, and team colours are fine.")),
    )


LISTS = ListRules(
    noun="army list",
    slots=slots,
    read=read,
    check=check,
    together=together,
    fields=FIELDS,
    feeds=("faction",),
    known_by="leader",
    notes=notes,
    sight=sight,
    sight_clause="WMH-079",
    parts={LEADER: mark("Leader"), "": mark("The army")},
    sealed=(Field(key="list", label="List for this game", low=1, high=max(NUMBERS.values()), clause="WMH-080"),),
    play_all=play_all,
    lock_clause="WMH-032",
    missing_clause="WMH-026",
    checklist=checklist,
    data=DATA,
)
