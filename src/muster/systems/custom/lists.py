"""Lists of a composed system: what `[lists]` asks of them, and the checks it writes as simple rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from muster.game import (
    LARGEST,
    BadInput,
    Context,
    Field,
    Finding,
    HandedIn,
    Heads,
    Item,
    Kind,
    Level,
    ListRules,
    Option,
    Phase,
    Section,
    Settings,
    Sight,
    Slot,
    Text,
    error,
    house,
    listed,
    mark,
    not_checked,
    read_lines,
    tr,
    warning,
)
from muster.systems.custom.clauses import LISTS as CLAUSE

KEYS = ("noun", "lists", "optional", "required", "points", "points_least", "fields", "seen_by", "locks", "check")
CHECK = ("word", "count", "at_least", "at_most", "say", "level")
COUNTS = ("models", "lines", "points")
SEEN_BY = ("nobody", "opponent", "everybody")
LEVELS = ("error", "warning")
MOST_LISTS, MOST_FIELDS, MOST_CHECKS = 9, 20, 50
TOTAL = "points"
"""The key of a list's total."""

FIX = mark("Write number, name and cost of the whole line, such as “3 x Archers 45”.")


@dataclass(frozen=True, slots=True)
class Rule:
    """Lines whose name or heading contains `word` (empty: all lines) must number, or cost, this much."""

    word: str
    count: str
    at_least: int
    at_most: int | None
    say: str
    level: Level

    def holds(self, item: Item) -> bool:
        wanted = self.word.casefold()
        return wanted in item.name.casefold() or wanted in item.section.casefold()


@dataclass(frozen=True, slots=True)
class Asked:
    noun: str
    lists: int
    optional: int
    required: bool
    points: int | None
    points_least: int
    fields: tuple[str, ...]
    seen_by: Sight
    locks: bool
    rules: tuple[Rule, ...]


def read_section(section: Section) -> Asked:
    """What `[lists]` says, or the first mistake in it."""
    lists = section.whole("lists", 1, MOST_LISTS, 1)
    points = section.whole("points", 1, LARGEST) if "points" in section else None
    least = section.whole("points_least", 0, points or LARGEST, 0)
    if least and points is None:
        raise BadInput("[lists] points_least needs “points” too, the most that a list may cost.")
    checks = section.rows("check", CHECK, "lists.check")
    if len(checks) > MOST_CHECKS:
        raise BadInput("[[lists.check]] has {rows} rows; there can be {most}.", rows=len(checks), most=MOST_CHECKS)
    return Asked(
        noun=section.text("noun", "list"),
        lists=lists,
        optional=section.whole("optional", 0, lists - 1, 0),
        required=section.flag("required", True),
        points=points,
        points_least=least,
        fields=section.texts("fields", MOST_FIELDS),
        seen_by=Sight(section.choice("seen_by", SEEN_BY)),
        locks=section.flag("locks", True),
        rules=tuple(_rule(row) for row in checks),
    )


def _rule(row: Section) -> Rule:
    least = row.whole("at_least", 0, LARGEST, 0)
    most = row.whole("at_most", least, LARGEST) if "at_most" in row else None
    if not least and most is None:
        raise BadInput("{where} says neither “at_least” nor “at_most”: give one or both.", where=row.where)
    return Rule(
        word=row.text("word") if "word" in row else "",
        count=row.choice("count", COUNTS),
        at_least=least,
        at_most=most,
        say=row.text("say") if "say" in row else "",
        level=Level(row.choice("level", LEVELS)),
    )


def key_of(label: str) -> str:
    return "_".join(label.casefold().split())


def options(asked: Asked | None) -> tuple[Option, ...]:
    return () if asked is None else house.list_options(required=asked.required, clause=CLAUSE)


def list_rules(asked: Asked) -> ListRules:
    labels = {key_of(label): label for label in asked.fields}
    words = {word: key for key, label in labels.items() for word in (key, label.casefold())}
    totals = dict.fromkeys(("points", "total", "total points", "punkte", "gesamt"), TOTAL)
    people = dict.fromkeys(("player", "name", "spieler"), "player")
    heads = Heads({**totals, **people, **words}, frozenset({TOTAL}), total=TOTAL)
    required = asked.lists - asked.optional
    slots = tuple(
        Slot(n, asked.noun if asked.lists == 1 else tr("{noun} {n}", noun=tr(asked.noun), n=n), n <= required, CLAUSE)
        for n in range(1, asked.lists + 1)
    )
    named = tuple(
        Field(key=key, label=label, kind=Kind.TEXT, required=False, clause=CLAUSE)
        for key, label in labels.items()
        if key != TOTAL
    )
    total = Field(key=TOTAL, label="Points", required=False, low=0, high=LARGEST, clause=CLAUSE)
    return ListRules(
        noun=asked.noun,
        slots=lambda settings: slots,
        read=lambda text: read_lines(text, heads, FIX, CLAUSE),
        check=lambda given, context: check(asked, labels, given, context),
        fields=(*named, total),
        notes=lambda settings: notes(asked, settings),
        sight=lambda settings, phase: Sight.NOBODY if phase in (Phase.BEFORE, Phase.AFTER) else asked.seen_by,
        locks=asked.locks,
        lock_clause=CLAUSE,
        missing_clause=CLAUSE,
    )


def notes(asked: Asked, settings: Settings) -> tuple[Text, ...]:
    said: list[Text] = []
    if asked.points is not None and asked.points_least:
        said.append(tr("From {least} to {most} points.", least=asked.points_least, most=asked.points))
    elif asked.points is not None:
        said.append(tr("Up to {most} points.", most=asked.points))
    if asked.fields:
        said.append(tr("A list names: {fields}.", fields=listed(asked.fields)))
    return (*said, *(rule.say for rule in asked.rules if rule.say))


def check(asked: Asked, labels: dict[str, str], given: HandedIn, context: Context) -> Iterator[Finding]:
    for key, label in labels.items():
        if given.value(key) in (None, ""):
            fix = mark("Fill it in, or write a line such as “{label}: …”.")
            yield error("“{label}” is missing.", clause=CLAUSE, fix=fix, label=label)
    if not given.parsed.items:
        yield error("There is nothing on this list.", clause=CLAUSE, fix=FIX)
    if asked.points is not None:
        yield from _points(asked.points, asked.points_least, given)
    for rule in asked.rules:
        yield from _apply(rule, given.parsed.items)


def _points(most: int, least: int, given: HandedIn) -> Iterator[Finding]:
    items = given.parsed.items
    stated = given.value(TOTAL)
    unpriced = [item for item in items if item.cost is None]
    summed = sum(item.cost for item in items if item.cost is not None)
    total = max(summed, stated) if isinstance(stated, int) else summed
    if total > most:
        fix = mark("Take out {over} points.")
        yield error(
            "The list costs {total} points; the limit is {most}.",
            clause=CLAUSE,
            fix=fix,
            total=total,
            most=most,
            over=total - most,
        )
    known = isinstance(stated, int) or not unpriced
    if known and items and total < least:
        yield error(
            "The list costs {total} points; it should be {least} at least.", clause=CLAUSE, total=total, least=least
        )
    if unpriced:
        yield not_checked(
            "The sum of the points is not checked: “{name}” and perhaps others have no cost.",
            clause=CLAUSE,
            line=unpriced[0].line,
            fix=FIX,
            name=unpriced[0].name,
        )
    elif items and isinstance(stated, int) and stated != summed:
        yield error(
            "The list says {stated} points, its lines come to {summed}.",
            clause=CLAUSE,
            fix="Correct the total or the lines.",
            stated=stated,
            summed=summed,
        )


def _apply(rule: Rule, items: tuple[Item, ...]) -> Iterator[Finding]:
    held = [item for item in items if rule.holds(item)]
    if rule.count == "points" and any(item.cost is None for item in held):
        sentence = mark("How many points “{word}” costs is not checked: a line has no cost.")
        yield not_checked(sentence, clause=CLAUSE, fix=FIX, word=rule.word or "…")
        return
    if rule.count == "lines":
        number = len(held)
    else:
        number = sum(item.count if rule.count == "models" else item.cost or 0 for item in held)
    make = error if rule.level is Level.ERROR else warning
    unit = {"models": tr("models"), "lines": tr("lines"), "points": tr("points")}[rule.count]
    what = tr("{word} ({unit})", word=rule.word, unit=unit) if rule.word else unit
    line = held[-1].line if held else None
    if rule.at_most is not None and number > rule.at_most:
        sentence = mark("{what}: {number}; at most {limit}.")
        yield make(
            sentence, clause=CLAUSE, line=line, fix=_plain(rule.say), what=what, number=number, limit=rule.at_most
        )
    if number < rule.at_least:
        sentence = mark("{what}: {number}; at least {limit}.")
        yield make(sentence, clause=CLAUSE, fix=_plain(rule.say), what=what, number=number, limit=rule.at_least)


def _plain(text: str) -> str:
    """An organiser's own sentence has no places to fill, whatever braces it contains."""
    return text.replace("{", "{{").replace("}", "}}")
