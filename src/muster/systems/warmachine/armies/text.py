"""An army list as people paste it: the text of Conflict Chamber, of War Room, or plain lines with a cost at the end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from muster.game import Finding, Item, Level, Parsed, Raw, error, plain, quote, unread
from muster.systems.warmachine.armies import written_json as army_json
from muster.systems.warmachine.armies.written_json import LEADER, LONGEST, MOST_ITEMS, TOO_MANY, TWO_LISTS, split_leader

FIX = "Write each entry as “Name [cost]”, the leader as “Name [+bonus]”."

LONGEST_LINE = 300
"""A longer line is not examined: no model has such a name."""

_CHAMBER_HEAD = re.compile(r"^(.+?) army - (\d{1,4}) ?/ ?(\d{1,4}) points$", re.I)
_WAR_ROOM_HEAD = re.compile(r"^war room army$", re.I)
_POINTS = re.compile(r"^(\d{1,4}) ?/ ?(\d{1,4})\b(?: ?(?:army|points|pts|\(.*))?", re.I)
_THEME = re.compile(r"^(?:\[theme\]|(?:theme(?: force)?|thema|thème|tema) ?:) ?(.*)$", re.I)
_FACTIONS = ("faction", "army", "fraktion", "facción", "fazione")
_LABEL = re.compile(rf"^({'|'.join(_FACTIONS)}|warcaster|warlock|infernal master|master|leader|caster) ?: ?(.+)$", re.I)
_FURNITURE = re.compile(
    r"^(generated ?:|build id ?:|https?:|www\.|objectives?\b|tiers?\b|points? ?:|total ?:|copy to clipboard|share\b|"
    r"back\b|[\W_\d]*$)",
    re.I,
)
_PRERELEASE = re.compile(r"^!* ?your army contains (?:a )?pre-?release", re.I)
_INVALID = re.compile(r"^!!! ?(.+)$")
_ATTACHED = re.compile(r"^\s*[-–—•*]\s*\S|^(?:\t+| {2,})\S")
_BOX_COST = re.compile(r"^(.*\S)\s*\[ ?(\+?)(\d{1,3})(?: ?\(([^)]*)\))? ?\]$")
_LEADER_COST = re.compile(r"^(.*\S) ?[-:]? ?\(?\b(?:WJ|WB|HP|BGP|WJP|WBP)P?:? ?\+ ?(\d{1,3})\)?$", re.I)
_PLAIN_LEADER = re.compile(r"^(.*\S) ?[-:]? ?[(\[]?\+(\d{1,3})\)?(?: ?(?:pts|points))?$", re.I)
_PC = re.compile(r"^(.*?\S) - PC: ?(\d{1,3})\b.*$", re.I)
_UNIT = re.compile(r"^(.*?\S) - (.*?\S):? (\d{1,3})$")
_TRAILING = re.compile(r"^(.*?\D)\s?[-:,(]*\s?(\d{1,3})\)?(?: ?(?:pts?|points?|punkte?|pkt|puntos|punti)\.?)?$", re.I)
_USED = re.compile(r" ?\(battlegroup points used:? ?\d+\)", re.I)
_COPIES = re.compile(r"^(\d{1,2}) ?x ?(?=\D)(.+)$", re.I)


@dataclass(slots=True)
class _Reading:
    fields: dict[str, Raw] = field(default_factory=dict)
    items: list[Item] = field(default_factory=list)
    left: list[tuple[int, str]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    war_room: int = 0
    """In a War Room text: how many lines of its head were read."""
    lists: int = 0
    above: int = 0
    """The line of the last entry that others can be attached to."""


def read(text: str) -> Parsed:
    """Accepts any text at all."""
    if text.startswith("PK\x03\x04"):
        return Parsed(findings=(error("This is a zip archive, not a list.", fix="Unpack it and hand in the text."),))
    if len(text) > LONGEST:
        sentence = "The text has {n} characters, far more than a list."
        return Parsed(findings=(error(sentence, fix="Hand in only the list.", n=len(text)),))
    if text.lstrip().startswith(("{", "[")):
        found = army_json.read(text)
        if found is not None:
            return found
    return _read_lines(text)


def _read_lines(text: str) -> Parsed:
    reading = _Reading()
    for number, raw in enumerate(re.split(r"\r\n|\r|\n", text), start=1):
        line = plain(raw)
        if not line:
            continue
        if len(reading.items) >= MOST_ITEMS:
            reading.findings.append(error(TOO_MANY, line=number, fix="Hand in only the list.", most=MOST_ITEMS))
            break
        if len(line) > LONGEST_LINE:
            reading.left.append((number, line))
            continue
        if _is_new_list(line):
            reading.lists += 1
            if reading.lists > 1:
                reading.findings.append(
                    error(TWO_LISTS, line=number, clause="WMH-023", fix="Hand in each list separately.")
                )
                break
        if not _head(reading, number, line):
            _entry(reading, number, raw, line)
    reading.findings += unread(reading.left, FIX)
    if not reading.items and not any(f.level is Level.ERROR for f in reading.findings):
        reading.findings.append(error("There are no models in this text.", fix=FIX))
    return Parsed(reading.fields, tuple(reading.items), tuple(reading.findings))


def _is_new_list(line: str) -> bool:
    return bool(_CHAMBER_HEAD.match(line) or _WAR_ROOM_HEAD.match(line))


def _head(reading: _Reading, number: int, line: str) -> bool:
    """Whether the line is not an entry: the head, a builder's comments on the list, or page furniture."""
    fields = reading.fields
    chamber = _CHAMBER_HEAD.match(line)
    if chamber:
        fields.update(faction=chamber[1], stated=int(chamber[2]))
        return True
    if _WAR_ROOM_HEAD.match(line):
        reading.war_room = 1
        return True
    if reading.war_room == 1 and not reading.items:
        reading.war_room = 2
        fields["faction"] = line.split(" - ")[0]
        return True
    theme = _THEME.match(line)
    if theme:
        if theme[1] and not fields.get("theme"):
            fields["theme"] = theme[1]
        return True
    points = _POINTS.match(line)
    if points:
        fields.setdefault("stated", int(points[1]))
        return True
    if _PRERELEASE.match(line):
        fields["prerelease"] = True
        return True
    return _told(reading, number, line)


def _told(reading: _Reading, number: int, line: str) -> bool:
    label = _LABEL.match(line)
    if label:
        if label[1].casefold() in _FACTIONS:
            reading.fields.setdefault("faction", label[2])
            return True
        return _leader(reading, number, label[2], marked=True)
    invalid = _INVALID.match(line)
    if invalid:
        sentence = "The list builder says: “{text}”"
        reading.findings.append(error(sentence, line=number, fix="Fix the list there.", text=quote(invalid[1])))
        return True
    return bool(_FURNITURE.match(line))


def _leader(reading: _Reading, number: int, line: str, *, marked: bool = False) -> bool:
    """A line whose cost is what the leader adds; `marked`: one that a label names as the leader."""
    box = _BOX_COST.match(line)
    found = _LEADER_COST.match(line) or _PLAIN_LEADER.match(line)
    if box and box[2]:
        name, bonus = box[1], int(box[3])
    elif found:
        name, bonus = found[1], int(found[2])
    elif marked:
        name, bonus = line, None
    else:
        return False
    code, name = split_leader(name.rstrip(" -:,("))
    reading.items.append(Item(number, name, cost=None, section=LEADER, note=code))
    reading.fields.setdefault("leader", code or name)
    if bonus is not None:
        reading.fields.setdefault("bonus", bonus)
    reading.above = number
    return True


def _entry(reading: _Reading, number: int, raw: str, line: str) -> None:
    if _leader(reading, number, line):
        return
    name, cost, note = _costed(_USED.sub("", line))
    attached = bool(_ATTACHED.match(raw.expandtabs(4))) and bool(reading.above)
    if cost is None and not attached and (len(name) > 80 or not any(c.isalpha() for c in name) or reading.lists == 0):
        reading.left.append((number, line))
        return
    copies = _COPIES.match(name)
    count, name = (int(copies[1]) or 1, copies[2]) if copies else (1, name)
    reading.items.append(Item(number, name, count, cost, under=reading.above if attached else None, note=note))
    if not attached:
        reading.above = number


def _costed(line: str) -> tuple[str, int | None, str]:
    """Name, cost and what is beside it: the cost before a discount, or the composition of a unit."""
    box = _BOX_COST.match(line)
    if box:
        return box[1], int(box[3]), box[4] or ""
    card = _PC.match(line)
    if card:
        return card[1], int(card[2]), ""
    unit = _UNIT.match(line)
    if unit:
        return unit[1], int(unit[3]), unit[2]
    last = _TRAILING.match(line)
    if last and any(c.isalpha() for c in last[1]):
        return last[1].rstrip(" -:,(["), int(last[2]), ""
    return line, None, ""


def entries(items: tuple[Item, ...]) -> Iterator[Item]:
    """All except the leaders."""
    return (item for item in items if item.section != LEADER)
