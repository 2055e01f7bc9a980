"""Lists for pages, sheets and `--json`: what was handed in, what the book says, who may see it. Shapes: `shapes`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime

from msgspec.structs import asdict, replace

from muster.app.codes import code_of
from muster.app.desk import Opened
from muster.app.exact import grown, who
from muster.app.lists.shapes import (
    CheckPoint,
    DeclaredView,
    FindingView,
    ItemView,
    ListCounts,
    ListLine,
    ListRulesView,
    ListSheet,
    ListsView,
    ListView,
    MarkedView,
    MissingLists,
    MissingSlot,
    OpenList,
    PlayerLists,
    SheetHead,
    SlotView,
    State,
    TextLine,
    TriedList,
    VersionView,
    WithdrawnView,
)
from muster.app.speech import tr
from muster.app.venue.rooms import room_of
from muster.app.views.event import field_view
from muster.core.book.lists import (
    Context,
    Finding,
    HandedIn,
    Item,
    Level,
    ListRules,
    Parsed,
    Slot,
    check_list,
    check_together,
    withheld,
)
from muster.core.book.pasted import breaks, quote
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Actor, PlayerId, Raw, Role
from muster.core.reading.words import heading
from muster.core.record.facts.lists import ListHandedIn, ListMarked, ListWithdrawn
from muster.core.record.journal import is_withheld
from muster.core.record.player import Player
from muster.core.record.undo import effective
from muster.core.rules.lists import declarations
from muster.core.rules.lists import life as list_life


def finding_view(opened: Opened, finding: Finding) -> FindingView:
    return FindingView(
        level=finding.level,
        code=code_of(finding.message) or finding.level.value,
        text=tr(finding.message),
        fix=tr(finding.way_out() or ""),
        clause=finding.clause,
        heading=tr(heading(finding.clause, opened.system)) if finding.clause else "",
        line=finding.line,
    )


def state_of(findings: Iterable[Finding]) -> State:
    levels = {f.level for f in findings}
    if Level.ERROR in levels:
        return "illegal"
    return "unproven" if Level.NOT_CHECKED in levels else "legal"


def _context(opened: Opened, player: Player | None, others: tuple[HandedIn, ...], data: object) -> Context:
    event = opened.event
    return Context(
        settings=opened.system.settings(event),
        player=player.name if player else "",
        values=player.values if player else {},
        date=date.fromisoformat(event.date) if event.date else None,
        others=others,
        data=data,
    )


def _given(opened: Opened, player: PlayerId) -> dict[int, HandedIn]:
    """The current versions, by slot."""
    rules = list_life.rules_of(opened.system)
    lists = opened.event.lists
    return {slot: list_life.given(rules, slot, lists.of(player, slot)[-1]) for slot in lists.slots(player)}


def _findings(
    opened: Opened, player: Player, every: Mapping[int, HandedIn], slot: int, data: object
) -> tuple[Finding, ...]:
    """The findings in one of a player's lists; empty if it is missing."""
    if slot not in every:
        return ()
    others = tuple(one for number, one in every.items() if number != slot)
    context = _context(opened, player, others, data)
    return check_list(list_life.rules_of(opened.system), every[slot], context)


def try_view(
    opened: Opened,
    player: Player | None,
    slot: int,
    text: str,
    fields: Mapping[str, Raw],
    data: object = None,
) -> TriedList:
    """What the book says about a text, without handing it in."""
    list_life.must_be_text(text)
    rules = list_life.rules_of(opened.system)
    list_life.slot_of(opened.event, opened.system, slot)
    handed = HandedIn(slot, text, rules.read(text), fields)
    others = _given(opened, player.id) if player else {}
    context = _context(opened, player, tuple(one for n, one in others.items() if n != slot), data)
    found = check_list(rules, handed, context)
    return _tried(opened, handed, found)


def _tried(opened: Opened, handed: HandedIn, found: Sequence[Finding]) -> TriedList:
    rules = list_life.rules_of(opened.system)
    return TriedList(
        slot=handed.slot,
        state=state_of(found),
        text=handed.text,
        by_program=_is_json(handed.text),
        fields={key: handed.value(key) for key in {**handed.parsed.fields, **handed.filled}},
        items=[
            ItemView(
                line=i.line,
                count=i.count,
                name=i.name,
                cost=i.cost,
                section=i.section,
                part=_part(rules, i.section),
                under=i.under,
                note=i.note,
            )
            for i in handed.parsed.items
        ],
        card=rules.card(handed),
        withheld=handed.withheld,
        findings=[finding_view(opened, f) for f in found],
        **_counts(found),
    )


def _is_json(text: str) -> bool:
    """Whether a text is a program's format: then people are shown what was read from it."""
    if not text.lstrip().startswith(("{", "[")):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _part(rules: ListRules, section: str) -> str:
    """The part of a list that an item is in, in words."""
    name = rules.parts.get(section)
    return section if name is None else tr(name)


def lines_view(view: TriedList | ListView | OpenList) -> list[TextLine]:
    """A list's text line by line, each with what was read there and how bad the findings are."""
    worst: dict[int, Level] = {}
    for finding in () if isinstance(view, OpenList) else view.findings:
        if finding.line and (finding.line not in worst or finding.level is Level.ERROR):
            worst[finding.line] = finding.level
    read = {item.line for item in view.items}
    return [
        TextLine(number, line, worst.get(number, ""), number in read)
        for number, line in enumerate(breaks(view.text.rstrip()), start=1)
    ]


def _counts(found: Sequence[Finding]) -> dict[str, int]:
    levels = [f.level for f in found]
    return {
        "errors": levels.count(Level.ERROR),
        "warnings": levels.count(Level.WARNING),
        "not_checked": levels.count(Level.NOT_CHECKED),
    }


def list_view(opened: Opened, player: Player, slot: int, now: datetime, data: object = None) -> ListView:
    """One list with its text, what was read from it, and all findings."""
    place = list_life.slot_of(opened.event, opened.system, slot)
    every = _given(opened, player.id)
    handed = every.get(slot, HandedIn(slot, "", Parsed()))
    found = _findings(opened, player, every, slot, data)
    line = _line(opened, player, place, now, found)
    return grown(ListView, _tried(opened, handed, found), **asdict(line))


def _line(opened: Opened, player: Player, place: Slot, now: datetime, found: tuple[Finding, ...]) -> ListLine:
    event = opened.event
    versions = event.lists.of(player.id, place.number)
    last = versions[-1] if versions else None
    return ListLine(
        slot=place.number,
        name=tr(place.name),
        required=place.required,
        state="missing" if last is None else "withheld" if last.withheld else state_of(found),
        versions=len(versions),
        late=bool(last and last.late),
        # A missing list that is required may still come in late.
        locked=bool(last or not place.required) and list_life.is_locked(event, opened.system, player.id, now),
        mark=last.mark if last else None,
        note=last.note if last else "",
        ticked=list(last.ticked) if last else [],
        checked=list(last.checked) if last else [],
        **_counts(found),
    )


def _together(opened: Opened, player: Player, every: Mapping[int, HandedIn], data: object) -> list[FindingView]:
    """What the book says about a player's lists together: how many there are, what they share."""
    if not every:
        return []
    context = _context(opened, player, (), data)
    found = check_together(list_life.rules_of(opened.system), tuple(every.values()), context)
    return [finding_view(opened, f) for f in found]


def player_view(opened: Opened, player: Player, now: datetime, data: object = None) -> PlayerLists:
    """A player's lists in a table of lists. Once all are in, a rule they break together makes each of them illegal."""
    rules = list_life.rules_of(opened.system)
    slots = rules.slots(opened.system.settings(opened.event))
    every = _given(opened, player.id)
    together = _together(opened, player, every, data)
    lines = [_line(opened, player, s, now, _findings(opened, player, every, s.number, data)) for s in slots]
    all_in = all(line.versions or not line.required for line in lines)
    levels = {finding.level for finding in together} if all_in else set()
    return PlayerLists(
        number=player.id,
        name=player.name,
        lists=[_judged(line, levels) for line in lines],
        together=together,
        consent=opened.event.lists.consents.get(player.id, False),
    )


def _judged(line: ListLine, together: set[Level]) -> ListLine:
    """A list with the findings for all of the player's lists counted against it."""
    if line.versions and Level.ERROR in together:
        return replace(line, state="illegal")
    if line.state == "legal" and Level.NOT_CHECKED in together:
        return replace(line, state="unproven")
    return line


def lists_view(opened: Opened, now: datetime, data: object = None) -> ListsView:
    """Everybody's lists for the staff, without their contents."""
    event, system = opened.event, opened.system
    settings = system.settings(event)
    players = [player_view(opened, p, now, data) for p in event.active_players() if not p.stand_in]
    states = [line.state for p in players for line in p.lists if line.required or line.versions]
    return grown(
        ListsView,
        rules_view(opened),
        due=settings.text("lists_due") or None,
        required=settings.flag("lists_required"),
        players=players,
        missing=missing_view(opened),
        counts=ListCounts(
            missing=states.count("missing"),
            illegal=states.count("illegal"),
            unproven=states.count("unproven"),
            withheld=states.count("withheld"),
            legal=states.count("legal"),
        ),
        late=sum(line.late for p in players for line in p.lists),
    )


def rules_view(opened: Opened) -> ListRulesView:
    """What the form for a list needs to know."""
    rules, settings = list_life.rules_of(opened.system), opened.system.settings(opened.event)
    return ListRulesView(
        noun=tr(rules.noun),
        slots=[SlotView(s.number, tr(s.name), s.required) for s in rules.slots(settings)],
        fields=[field_view(f) for f in rules.fields],
        notes=[tr(note) for note in rules.notes(settings)],
        checklist=[CheckPoint(clause, tr(text)) for clause, text in rules.checklist(settings)],
        declarations=[field_view(f) for f in rules.sealed],
    )


def missing_view(opened: Opened) -> list[MissingLists]:
    """Who still has to hand in what."""
    gaps = list_life.missing(opened.event, opened.system)
    return [
        MissingLists(p, opened.event.name_of(p), [MissingSlot(s.number, tr(s.name)) for s in slots])
        for p, slots in gaps.items()
    ]


def history_view(opened: Opened, player: Player, slot: int) -> list[VersionView]:
    """Every version of a list, oldest first: when, by whom, and what a judge said about it."""
    list_life.slot_of(opened.event, opened.system, slot)
    found: list[VersionView] = []
    for entry in effective(opened.entries):
        fact = entry.fact
        if not isinstance(fact, ListHandedIn | ListWithdrawn | ListMarked):
            continue
        if (fact.player, fact.slot) != (player.id, slot):
            continue
        at, who_ = entry.at, entry.actor.name or player.name
        if isinstance(fact, ListHandedIn):
            found.append(
                VersionView(
                    version=len(found) + 1,
                    at=at,
                    who=who_,
                    role=entry.actor.role,
                    late=fact.late,
                    reason=fact.reason,
                    text=fact.text,
                    fields=fact.fields,
                    withheld=is_withheld(fact),
                    marks=[],
                    withdrawn=None,
                )
            )
        elif isinstance(fact, ListWithdrawn):
            found[-1] = replace(found[-1], withdrawn=WithdrawnView(at, who_, fact.reason))
        else:
            marked = MarkedView(at, who_, fact.mark, fact.note, list(fact.ticked), list(fact.checked))
            found[-1] = replace(found[-1], marks=[*found[-1].marks, marked])
    return found


def shown_to(
    opened: Opened, owner: Player, actor: Actor | None, now: datetime, data: object = None
) -> list[ListView] | list[OpenList]:
    """A player's lists for whoever asks; refused if they may not see them (X-17). `actor` None means anybody."""
    staff = actor is not None and actor.role is not Role.PLAYER
    viewer = actor.player if actor else None
    if not list_life.may_see(opened.event, opened.system, owner.id, viewer, staff=staff):
        if viewer == owner.id:
            own = list_life.rules_of(opened.system).own_clause
            raise Refusal(
                "You cannot see your own lists while you play. You can see them again after the round.", clause=own
            )
        raise Refusal("You cannot see {name}’s lists now.", clause="X-17", name=owner.name)
    slots = opened.event.lists.slots(owner.id)
    every = [list_view(opened, owner, slot, now, data) for slot in slots]
    if staff or viewer == owner.id:
        return every
    # An opponent sees the list; only the player and the staff see what checks and judges say about it.
    return [
        OpenList(one.slot, one.name, one.text, one.by_program, one.fields, one.items, one.withheld) for one in every
    ]


def sheet_view(opened: Opened, player: Player | None = None, slot: int = 1) -> ListSheet:
    """A list's sheet: filled in for a player who has handed one in, blank otherwise (UW-70, L5R-028)."""
    event, system = opened.event, opened.system
    rules, settings = list_life.rules_of(system), system.settings(event)
    place = list_life.slot_of(event, system, slot)
    handed = _given(opened, player.id).get(slot) if player else None
    items, unread = (handed.parsed.items, _unread(handed)) if handed else ((), [])
    return ListSheet(
        event=event.name,
        title=tr(place.name),
        player=who(opened, player.id) if player else None,
        head=[SheetHead(tr(f.label), handed.value(f.key) if handed else None) for f in rules.fields],
        columns=[tr(title) for _, title in rules.columns],
        rows=[
            *([_cell(item, key) for key, _ in rules.columns] for item in items),
            *([line if key == "name" else None for key, _ in rules.columns] for line in unread),
        ],
        sections=[*(_part(rules, item.section) for item in items), *(tr("Not read") for _ in unread)],
        withheld=tr(withheld().message) if handed and handed.withheld else "",
        notes=[tr(note) for note in rules.notes(settings)],
        checklist=[CheckPoint(clause, tr(text)) for clause, text in rules.checklist(settings)],
    )


def _unread(handed: HandedIn) -> list[str]:
    """The lines that could not be read, unchanged: paper shows them too, because they may matter."""
    read, lines = {item.line for item in handed.parsed.items}, breaks(handed.text)
    told = (f.line for f in handed.parsed.findings if f.line is not None and f.line not in read)
    return [quote(lines[number - 1].strip()) for number in told]


def _cell(item: Item, key: str) -> Raw:
    """What a sheet says about an item in a column; a name with a plus is attached to what is above it."""
    value: Raw = getattr(item, key)
    return f"+ {value}" if key == "name" and item.under is not None else value


def said(value: Raw) -> Raw:
    """What was declared, or words for what this copy of the journal lacks."""
    return tr("not in this copy of the event") if value is None else value


def declared_view(opened: Opened, round_: int, actor: Actor | None = None) -> list[DeclaredView]:
    """What was declared in secret for a round's games: who has declared and, once both have, what (BSG-12).

    Players also see their own. Staff see no more than everybody else: they do not need it.
    """
    event, system = opened.event, opened.system
    list_life.rules_of(system)
    own = actor.player if actor else None
    found: list[DeclaredView] = []
    for match in sorted(event.round(round_).matches, key=lambda m: m.table):
        for player in (match.a, match.b):
            sealed = event.lists.sealed.get((round_, player), {})
            open_ = sealed if player == own else declarations.declared(event, system, round_, player)
            shown = {key: said(value) for key, value in open_.items()}
            found.append(
                DeclaredView(
                    player, event.name_of(player), match.table, room_of(opened, match.table), sorted(sealed), shown
                )
            )
    return found
