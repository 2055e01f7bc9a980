"""The shapes of the views of players' lists: a list with what was found in it, everybody's lists, history, sheets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from muster.app.exact import View, Who
from muster.app.views.shapes import FieldView
from muster.core.book.lists import Level
from muster.core.kit.model import Raw, Role
from muster.core.record.facts.lists import ListMark

State = Literal["missing", "illegal", "unproven", "withheld", "legal"]
"""Unproven: no fault was found, but not everything could be checked. Withheld: not in this copy."""


class FindingView(View, frozen=True):
    """One finding in a list; `fix` says how to fix it. `line` is null for the list as a whole."""

    level: Level
    code: str
    text: str
    fix: str
    clause: str
    heading: str
    line: int | None


class ItemView(View, frozen=True):
    """One thing on a list. `part` is its section in words; `under` is the line of what it is attached to."""

    line: int
    count: int
    name: str
    cost: int | None
    section: str
    part: str
    under: int | None
    note: str


class OpenList(View, frozen=True):
    """A list as an opponent sees it, without the findings of checks and judges."""

    slot: int
    name: str
    text: str
    by_program: bool
    fields: dict[str, Raw]
    items: list[ItemView]
    withheld: bool


class TriedList(View, frozen=True):
    """What the book says about a text, handed in or not."""

    slot: int
    state: State
    text: str
    by_program: bool
    fields: dict[str, Raw]
    items: list[ItemView]
    card: dict[str, int]
    withheld: bool
    findings: list[FindingView]
    errors: int
    warnings: int
    not_checked: int


class ListLine(View, frozen=True):
    """One list in a table of lists, without its content."""

    slot: int
    name: str
    required: bool
    state: State
    versions: int
    late: bool
    locked: bool
    mark: ListMark | None
    note: str
    ticked: list[str]
    checked: list[int]
    errors: int
    warnings: int
    not_checked: int


class ListView(ListLine, frozen=True):
    """One list with its text, what was read from it, and all findings."""

    text: str
    by_program: bool
    fields: dict[str, Raw]
    items: list[ItemView]
    card: dict[str, int]
    withheld: bool
    findings: list[FindingView]


class ListInHand(ListView, frozen=True):
    """A list judged together with the player's other lists: what they break together counts against each."""

    together: list[FindingView]


class TextLine(View, frozen=True):
    """A line of a list's text: how bad the findings there are, and whether something was read there."""

    line: int
    text: str
    level: Level | Literal[""]
    read: bool


class PlayerLists(Who, frozen=True):
    """A player's lists in a table of lists, and the findings for all of them together."""

    lists: list[ListLine]
    together: list[FindingView]
    consent: bool


class SlotView(View, frozen=True):
    """A list that a player may or must hand in."""

    slot: int
    name: str
    required: bool


class MissingSlot(View, frozen=True):
    slot: int
    name: str


class MissingLists(Who, frozen=True):
    """What a player still has to hand in."""

    slots: list[MissingSlot]


class CheckPoint(View, frozen=True):
    """One point of the checklist for comparing a list with cards or models."""

    clause: str
    text: str


class ListRulesView(View, frozen=True):
    """What the form for a list needs to know."""

    noun: str
    slots: list[SlotView]
    fields: list[FieldView]
    notes: list[str]
    checklist: list[CheckPoint]
    declarations: list[FieldView]


class ListCounts(View, frozen=True):
    """How many lists are in each state."""

    missing: int
    illegal: int
    unproven: int
    withheld: int
    legal: int


class ListsView(ListRulesView, frozen=True):
    """Everybody's lists for the staff, without their contents."""

    due: str | None
    required: bool
    players: list[PlayerLists]
    missing: list[MissingLists]
    counts: ListCounts
    late: int


class MarkedView(View, frozen=True):
    """What a judge found when they compared a list with the cards or models."""

    at: str
    who: str
    mark: ListMark
    note: str
    ticked: list[str]
    checked: list[int]


class WithdrawnView(View, frozen=True):
    at: str
    who: str
    reason: str


class VersionView(View, frozen=True):
    """A version of a list: when it came, from whom, and what became of it."""

    version: int
    at: str
    who: str
    role: Role
    late: bool
    reason: str
    text: str
    fields: dict[str, Raw]
    withheld: bool
    marks: list[MarkedView]
    withdrawn: WithdrawnView | None


class SheetHead(View, frozen=True):
    label: str
    value: Raw


class ListSheet(View, frozen=True):
    """A list's sheet: filled in for a player who has handed one in, blank otherwise."""

    event: str
    title: str
    player: Who | None
    head: list[SheetHead]
    columns: list[str]
    rows: list[Sequence[Raw]]
    sections: list[str]
    withheld: str
    notes: list[str]
    checklist: list[CheckPoint]


class DeclaredView(Who, frozen=True):
    """What a player declared in secret: the keys, and the values once revealed."""

    table: int
    room: str
    declared: list[str]
    shown: dict[str, Raw]


class TermsView(View, frozen=True):
    """The deadline, and whether it has passed; what locks lists, and by which rule."""

    due: str | None
    over: bool
    late: bool
    said: bool | None
    required: bool
    required_clause: str
    locks: bool
    lock_clause: str
    started: bool
    publish: bool


class SightView(View, frozen=True):
    """Who sees a player's lists at one stage of the event; `now`: whether it is the current stage."""

    when: str
    who: str
    clause: str
    now: bool


class DeclarationView(FieldView, frozen=True):
    """What a player declares in secret for a game: their own, and the opponent's once both are in."""

    opponent: str
    own: Raw
    theirs: Raw
    waits: bool
    open: bool
    options: list[tuple[str, str]]


class LostView(View, frozen=True):
    """A card that a player is missing, with the number of its record."""

    number: int
    card: str
    round: int


class ProxyView(Who, frozen=True):
    """A paper proxy, made by staff, for a damaged card; `slip` is its text, line by line."""

    card: str
    by: str
    date: str
    unreadable: str
    slip: list[str]
