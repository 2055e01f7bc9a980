"""Army, deck, warband and force lists: what a game declares about them, a list as handed in, and what a check finds.

Reading and checking are pure and total: any text gives a `Parsed`, and what is wrong with it is in findings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum

from muster.core.book.list_data import ListData
from muster.core.forms.fields import Field
from muster.core.forms.options import Settings
from muster.core.kit.language import Message, Text, Value, tr
from muster.core.kit.model import Raw


class Level(StrEnum):
    """NOT_CHECKED: could not be decided for lack of data (X-19); it neither passes nor fails."""

    ERROR = "error"
    WARNING = "warning"
    NOT_CHECKED = "not_checked"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was found. `sentence` and `fix` are written out in English, with `{places}` for `values`; or a
    message.

    `line`: the line of the list it is about, counted from 1; None for the list as a whole.
    """

    level: Level
    sentence: Text
    values: Mapping[str, Value] = field(default_factory=dict)
    clause: str = ""
    line: int | None = None
    fix: str = ""

    @property
    def message(self) -> Message:
        return tr(self.sentence, **self.values)

    def way_out(self) -> Message | None:
        """How to fix it; None if the sentence says it all."""
        return tr(self.fix, **self.values) if self.fix else None


def error(sentence: Text, *, clause: str = "", line: int | None = None, fix: str = "", **values: Value) -> Finding:
    return Finding(Level.ERROR, sentence, values, clause, line, fix)


def warning(sentence: Text, *, clause: str = "", line: int | None = None, fix: str = "", **values: Value) -> Finding:
    return Finding(Level.WARNING, sentence, values, clause, line, fix)


def not_checked(
    sentence: Text, *, clause: str = "", line: int | None = None, fix: str = "", **values: Value
) -> Finding:
    return Finding(Level.NOT_CHECKED, sentence, values, clause, line, fix)


@dataclass(frozen=True, slots=True)
class Item:
    """One thing on a list: a card, a model, a unit. `cost` is for the whole line, None if none is written.

    `section`: the part of the list it is in (`dynasty`, `leader`); `under`: the line of what it is attached to.
    """

    line: int
    name: str
    count: int = 1
    cost: int | None = None
    section: str = ""
    under: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a text says. `fields`: the list's head (faction, total); `findings`: what could not be read, by line."""

    fields: Mapping[str, Raw] = field(default_factory=dict)
    items: tuple[Item, ...] = ()
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class HandedIn:
    """A list as handed in: the exact text, the fields filled in with it, and what was read from the text."""

    slot: int
    text: str
    parsed: Parsed
    filled: Mapping[str, Raw] = field(default_factory=dict)
    withheld: bool = False
    """It was handed in, but this copy of the journal lacks its content."""

    def value(self, key: str) -> Raw:
        """A field as filled in, or else as read from the text; None if neither has it."""
        filled = self.filled.get(key)
        return self.parsed.fields.get(key) if filled is None or filled == "" else filled


@dataclass(frozen=True, slots=True)
class Context:
    """What a check can look at. `date` is None for an event without one.

    `others`: the player's other lists. `data`: what the game made of its imported data (a card pool, dated rosters),
    None if none was imported: then report `not_checked`.
    """

    settings: Settings
    player: str = ""
    values: Mapping[str, Raw] = field(default_factory=dict)
    """The player's fields: faction, clan, club."""
    date: date | None = None
    others: tuple[HandedIn, ...] = ()
    data: object = None


@dataclass(frozen=True, slots=True)
class Slot:
    """One of the lists a player hands in. Slots are numbered from 1."""

    number: int
    name: Text
    required: bool = True
    clause: str = ""


class Sight(StrEnum):
    """Who may see a player's lists, besides the player and the staff."""

    NOBODY = "nobody"
    OPPONENT = "opponent"
    """The opponent in the round being played."""
    EVERYBODY = "everybody"


class Phase(StrEnum):
    BEFORE = "before"
    SWISS = "swiss"
    ELIMINATION = "elimination"
    AFTER = "after"


def nobody(settings: Settings, phase: Phase) -> Sight:
    """The default (X-17): only the player and the staff see lists."""
    return Sight.NOBODY


def no_findings(given: HandedIn, context: Context) -> Iterable[Finding]:
    """The default: the book has no rules for a list."""
    return ()


def no_findings_together(given: tuple[HandedIn, ...], context: Context) -> Iterable[Finding]:
    """The default: the book has no rules for a player's lists together."""
    return ()


def no_card(given: HandedIn) -> dict[str, int]:
    """The default: no score card, or one that needs nothing from the list."""
    return {}


def no_checklist(settings: Settings) -> tuple[tuple[str, Text], ...]:
    """The default: there is only the text to check."""
    return ()


def no_clause(settings: Settings) -> str:
    return ""


def no_notes(settings: Settings) -> tuple[Text, ...]:
    """The default: nothing to tell players."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LostRules:
    """The rules about a lost card."""

    time: str
    """Some time to find another copy, if the loss is discovered before the game."""
    conceded: str
    """No copy was found in time: the game is conceded."""
    in_game: str
    """Discovered during the game: the game is conceded immediately."""
    leaves: str
    """Still no copy when the next round starts: the player should leave."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRules:
    """What a game declares about lists. `noun` is the players' word for a list: deck, warband, force list."""

    noun: str
    slots: Callable[[Settings], tuple[Slot, ...]]
    read: Callable[[str], Parsed]
    """Must accept any text at all. Line numbers count the text's own lines from 1."""
    check: Callable[[HandedIn, Context], Iterable[Finding]] = no_findings
    """One list by itself; `context.others` has the player's other lists."""
    together: Callable[[tuple[HandedIn, ...], Context], Iterable[Finding]] = no_findings_together
    """All of a player's lists: how many there are, and what they must and must not share."""
    fields: tuple[Field, ...] = ()
    """Fields filled in along with the text, and printed at the head of the sheet; the text may also give them."""
    feeds: tuple[str, ...] = ()
    """Fields of a list that are also fields of the player: handing in a list fills them in."""
    known_by: str = ""
    """The field by which people tell a player's lists apart."""
    sealed: tuple[Field, ...] = ()
    """What each player declares in secret before a game; both are shown once both have declared.

    A number means one of the player's lists; a text names something on the first.
    """
    play_all: Callable[[Settings], str] = no_clause
    """The rule by which every required list must be played once, if the event has it; otherwise empty."""
    notes: Callable[[Settings], tuple[Text, ...]] = no_notes
    """What players should know before they hand in a list."""
    sight: Callable[[Settings, Phase], Sight] = nobody
    sight_clause: str = "X-17"
    """The rule that opens lists to others, if there is one."""
    own_in_round: bool = True
    """Whether players may look at their own lists while they play."""
    own_clause: str = ""
    """The rule that forbids it, if there is one."""
    locks: bool = True
    """Whether the book fixes lists from round 1 on."""
    lock_clause: str = ""
    missing_clause: str = ""
    """The rule that asks for lists."""
    parts: Mapping[str, str] = field(default_factory=dict)
    """What people call an item's `section`; one that is missing here is shown as it is."""
    columns: tuple[tuple[str, str], ...] = (("count", "Number"), ("name", "Name"), ("cost", "Cost"))
    """The columns of a sheet: a key of `Item` and its heading."""
    card: Callable[[HandedIn], dict[str, int]] = no_card
    """Numbers that a score card takes from the list."""
    checklist: Callable[[Settings], tuple[tuple[str, Text], ...]] = no_checklist
    """What a judge checks that no text shows: the clause, and what to look for."""
    lost: LostRules | None = None
    """What the book says about a lost card; None: nothing."""
    proxy_clause: str = ""
    """The rule by which staff make a proxy for a damaged card; empty: the book has none."""
    data: ListData | None = None
    """How the game imports the data its checks need; None: it needs none."""


def withheld() -> Finding:
    """What is shown for a list that this copy of the journal lacks."""
    return not_checked("This copy of the event was made without the lists, so nothing on this one was checked.")


def not_compared() -> Finding:
    return not_checked("Another list of this player is not in this copy of the event, so the lists were not compared.")


def check_together(rules: ListRules, given: tuple[HandedIn, ...], context: Context) -> tuple[Finding, ...]:
    """What the book says about all of a player's lists together; nothing about lists that this copy lacks."""
    if any(one.withheld for one in given):
        return (not_compared(),) if len(given) > 1 else ()
    return tuple(rules.together(given, context))


def check_list(rules: ListRules, given: HandedIn, context: Context) -> tuple[Finding, ...]:
    """Everything about one list: what could not be read and what the book says, by line, the whole list first.

    Checks that could not be made come last.
    """
    if given.withheld:
        return (withheld(),)
    there = tuple(one for one in context.others if not one.withheld)
    found = [*given.parsed.findings, *rules.check(given, replace(context, others=there))]
    if len(there) < len(context.others):
        found.append(not_compared())
    return tuple(sorted(found, key=lambda f: (f.level is Level.NOT_CHECKED, f.line or 0)))
