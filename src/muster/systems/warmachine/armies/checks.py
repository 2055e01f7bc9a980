"""What the book says about one army list, and about a player's lists together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from muster.game import Context, Finding, HandedIn, Item, Settings, error, mark, not_checked, tr, warning
from muster.systems.warmachine.armies.factions import Leader, counts_as, plain
from muster.systems.warmachine.armies.rosters import Data, always_on
from muster.systems.warmachine.armies.written_json import LEADER

MOST_UNDER = 4
"""WMH-027."""

CHAMPIONS = "champions"
NUMBERS = {"dyad": 2, "trinity": 3}  # WMH-023
FORMATS = {"dyad": mark("Dyad"), "trinity": mark("Trinity"), CHAMPIONS: mark("Champions")}
IMPORT = "The organiser imports rosters and leaders with “muster cards import FILE”."


def totals(size: int, bonus: int) -> tuple[int, int]:
    """The lowest and highest total of a list (WMH-027).

    `bonus`: the leader's points for warjacks, warbeasts or horrors. They count even if they are not spent (W-45).
    """
    return size + bonus - MOST_UNDER, size + bonus


def check_total(total: int, size: int, bonus: int) -> tuple[Finding, ...]:
    low, high = totals(size, bonus)
    if low <= total <= high:
        return ()
    return (
        error(
            "List total: {total}; a list of {size} points with {bonus} of its leader should have {low} to {high}.",
            clause="WMH-027",
            total=total,
            size=size,
            bonus=bonus,
            low=low,
            high=high,
        ),
    )


def check(given: HandedIn, context: Context) -> Iterator[Finding]:
    """One list by itself."""
    if not given.parsed.items and not given.filled:
        return
    yield from _leader_findings(given)
    yield from _points(given, context.settings)
    if not _text(given, "faction"):
        fix = "Fill in the Faction beside the list."
        yield not_checked("The Faction is not checked: the list does not say it.", clause="WMH-030", fix=fix)
    if given.value("prerelease"):
        yield warning(
            "The list builder says that models of this list are not released yet; they may be played only if they are "
            "readily on sale at the venue.",
            clause="WMH-043",
        )
    if context.settings.text("kind") == CHAMPIONS:
        yield from _on_duty(given, context)
    yield not_checked(
        "What each model costs, and whether this list may have it, is not checked: the rules of the event do not say.",
        clause="X-19",
    )


def leader_lines(given: HandedIn) -> list[Item]:
    return [item for item in given.parsed.items if item.section == LEADER]


def _text(given: HandedIn, key: str) -> str:
    value = given.value(key)
    return value.strip() if isinstance(value, str) else ""


def _number(given: HandedIn, key: str) -> int | None:
    value = given.value(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _leader_findings(given: HandedIn) -> Iterator[Finding]:
    found = leader_lines(given)
    if len(found) > 1:
        sentence = "Leaders: {names}; a list has one."
        names = ", ".join(item.name for item in found)
        yield error(sentence, clause="WMH-030", line=found[1].line, names=names)
    elif not found and not _text(given, "leader"):
        fix = "Write the leader as “Name [+bonus]”, or fill the name in beside the list."
        yield error("The list does not name a leader.", clause="WMH-030", fix=fix)


def _points(given: HandedIn, settings: Settings) -> Iterator[Finding]:
    """WMH-027: everything that is paid for, including the leader's own points."""
    size, bonus = settings.number("army_points"), _number(given, "bonus")
    entries = [item for item in given.parsed.items if item.section != LEADER]
    priced = [item for item in entries if item.cost is not None]
    without = [item for item in entries if item.cost is None and not _other_form(item, priced)]
    if without:
        yield warning(
            "“{name}” has no cost; a list has the cost of every model.",
            clause="WMH-026",
            line=without[0].line,
            fix="Write the cost of each entry behind its name.",
            name=without[0].name,
        )
    total = sum(item.cost or 0 for item in priced)
    # Items without a cost can only add to a total: one that is already too high stays too high.
    if not priced or bonus is None or (without and total <= totals(size, bonus)[1]):
        fix = "Write the cost of every entry, and what the leader adds as “[+bonus]”."
        yield not_checked(
            "The points are not checked: costs or the leader’s points are missing.", clause="WMH-027", fix=fix
        )
        return
    yield from check_total(total, size, bonus)
    outside = sum(item.cost or 0 for item in _outside(given))
    if outside > size:
        # A list without any attachment does not say what belongs to the battlegroup.
        make = error if any(item.under is not None for item in entries) else not_checked
        yield make(
            "Outside the leader’s battlegroup: {outside} points; at most {size}, as the leader’s {bonus} pay "
            "for the battlegroup alone.",
            clause="WMH-027",
            fix="Write the battlegroup under its leader, each entry with a dash before it.",
            outside=outside,
            size=size,
            bonus=bonus,
        )
    stated, inside = _number(given, "stated"), total - outside
    if stated is not None and inside >= bonus and stated != total - bonus:
        sentence = (
            "The head of the list says {stated} points, and its entries come to {spent} beyond the leader’s {bonus}."
        )
        fix = "Look for an entry that is missing or written twice."
        yield warning(sentence, clause="WMH-026", fix=fix, stated=stated, spent=total - bonus, bonus=bonus)


def _outside(given: HandedIn) -> Iterator[Item]:
    """What is not attached to a leader. The order decides, because a list in JSON may be on one line."""
    led = False
    for item in given.parsed.items:
        if item.under is None:
            led = item.section == LEADER
        if not led:
            yield item


def _other_form(item: Item, priced: list[Item]) -> bool:
    """War Room lists a second form of the same model without a cost: “Alyce Marc (Big Alyce)”."""
    return any(item.name.startswith(f"{other.name} (") for other in priced)


def _leader_names(given: HandedIn) -> tuple[str, ...]:
    """The short name with its version and the full name, as far as the list gives them."""
    found = leader_lines(given)
    names = (found[0].note, found[0].name) if found else ()
    return tuple(name for name in (*names, _text(given, "leader")) if name)


def _same_leader(one: HandedIn, other: HandedIn) -> bool:
    """WMH-031: another version of a character is another leader."""
    codes = [leader_lines(given)[0].note if leader_lines(given) else "" for given in (one, other)]
    if all(codes):
        return plain(codes[0]) == plain(codes[1])
    return bool({plain(n) for n in _leader_names(one)} & {plain(n) for n in _leader_names(other)})


def _on_duty(given: HandedIn, context: Context) -> Iterator[Finding]:
    """WMH-037: leader and theme force must be on the roster that is current on the event's date."""
    theme, names = _text(given, "theme"), _leader_names(given)
    if not theme:
        fix = "Build the list in a theme force of the current roster."
        yield error("The list has no theme force; Champions lists are built in one.", clause="WMH-037", fix=fix)
    data = context.data if isinstance(context.data, Data) else None
    roster = data.roster(context.date) if data and context.date else None
    safe = always_on(names)  # WMH-039
    if roster is None:
        sentence = "The Active Duty Roster is not checked: none for this date was imported."
        fix = IMPORT
        if context.date is None:
            sentence = "The Active Duty Roster is not checked: the event has no date."
            fix = "The organiser sets the event’s date."
        yield not_checked(sentence, clause="WMH-038", fix=fix)
        return
    if names and not safe and not {plain(name) for name in names} & roster.leaders:
        sentence = "“{leader}” is not on the Active Duty Roster of {since}."
        yield error(sentence, clause="WMH-037", line=_line(given), leader=names[-1], since=roster.since)
    if theme and plain(theme) not in roster.themes:
        sentence = "The theme force “{theme}” is not on the Active Duty Roster of {since}."
        yield error(sentence, clause="WMH-037", theme=theme, since=roster.since)


def _line(given: HandedIn) -> int | None:
    found = leader_lines(given)
    return found[0].line if found else None


def together(given: tuple[HandedIn, ...], context: Context) -> Iterator[Finding]:
    """A player's lists: how many, different leaders, one Faction, and in Champions different theme forces."""
    settings = context.settings
    champions = settings.text("kind") == CHAMPIONS
    wanted = 1 if champions else NUMBERS[settings.text("lists")]
    if len(given) < wanted:
        sentence = "Lists: {n}; there should be {wanted} ({format})."
        how = tr(FORMATS[CHAMPIONS if champions else settings.text("lists")])
        yield error(sentence, clause="WMH-024" if champions else "WMH-023", n=len(given), wanted=wanted, format=how)
    for one, other in combinations(given, 2):
        if _leader_names(one) and _same_leader(one, other):
            yield error(
                "Lists {a} and {b} have the same leader, {leader}.",
                clause="WMH-030",
                fix="Another version of the character counts as another leader.",
                a=one.slot,
                b=other.slot,
                leader=_leader_names(one)[-1],
            )
        if champions and plain(_text(one, "theme")) and plain(_text(one, "theme")) == plain(_text(other, "theme")):
            sentence = "Lists {a} and {b} have the same theme force, {theme}; in Champions they differ."
            yield error(sentence, clause="WMH-024", a=one.slot, b=other.slot, theme=_text(one, "theme"))
    yield from _one_faction(given, context)


def _one_faction(given: tuple[HandedIn, ...], context: Context) -> Iterator[Finding]:
    """WMH-030, with what theme forces and Partisans change (WMH-034 to WMH-036)."""
    common: frozenset[str] | None = None
    told: list[str] = []
    for one in given:
        may_be = counts_as(_text(one, "faction"), _text(one, "theme"), _known_leader(one, context))
        if may_be is None:
            if _text(one, "theme"):
                yield not_checked(
                    "One Faction for all lists is not checked: the leader of list {slot} is not known.",
                    clause="WMH-036",
                    fix=IMPORT,
                    slot=one.slot,
                )
            return
        told.append(" / ".join(sorted(may_be)))
        common = may_be if common is None else common & may_be
    if common is not None and not common:
        sentence = "The lists are of different Factions: {factions}; they should be of one."
        yield error(sentence, clause="WMH-030", factions=", ".join(told))


def _known_leader(given: HandedIn, context: Context) -> Leader | None:
    return context.data.leader(*_leader_names(given)) if isinstance(context.data, Data) else None
