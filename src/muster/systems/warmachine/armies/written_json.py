"""An army list as Conflict Chamber gives it in JSON: a Faction, and lists of models with what is attached to them.

For team events it gives teams with players, each with a Faction and lists of bare names, the leader's first.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from muster.game import Finding, Item, Parsed, Raw, error

LONGEST = 100_000
MOST_ITEMS = 200
"""A list has about 20 entries; anything far beyond is not a list."""
DEEPEST = 6
"""Lists belong to players, players to teams, and teams to the file."""
TOO_MANY = "The list has more than {most} entries. An army has far fewer."
TWO_LISTS = "Here another list begins; the first one was read."

LEADER = "leader"
_LEADERS = ("warcaster", "warlock", "master", "infernal master", "infernalmaster")
_COST = re.compile(r"(\d{1,3})")
_SLOT = re.compile(r"list ?\d")
_VERSION = re.compile(r"\S \d$")
"""How a leader's short name ends."""
_CODE = re.compile(r"^\(([^()]+ \d)\) ?(.+)$")


def split_leader(name: str) -> tuple[str, str]:
    """The short name with its version, such as “Caine 2”, and the full name: “(Caine 2) Captain Allister Caine”."""
    code = _CODE.match(name)
    return (code[1], code[2]) if code else ("", name)


def read(text: str) -> Parsed | None:
    """None if the text is not JSON: then it is a pasted list that begins with a bracket."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    lists = list(_lists(found))
    faction, army = lists[0] if lists else (None, {})
    models = _entries(army)
    if not models:
        fix = "Hand in what Conflict Chamber gives (“lists” with “models”), or the text."
        return Parsed(findings=(error("This JSON does not contain a list.", fix=fix),))
    fields: dict[str, Raw] = {}
    for key, value in (("faction", faction), ("theme", army.get("theme"))):
        if isinstance(value, str) and value.strip():
            fields[key] = value.strip()
    if isinstance(army.get("points"), int):
        fields["stated"] = army["points"]
    items, findings = _models(models, fields, text)
    findings += _said(army.get("validation"))
    if len(lists) > 1:
        findings.append(error(TWO_LISTS, clause="WMH-023", fix="Hand in each list separately."))
    return Parsed(fields, tuple(items), tuple(findings))


def _lists(told: Any, faction: Any = None, deep: int = 0) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Every list in the file with its Faction, whether it belongs to a player, a team or nobody."""
    own = _lower(told)
    faction = own.get("faction") or faction
    if _entries(own):
        yield faction, own
    elif deep < DEEPEST:
        slots = [own[key] for key in own if _SLOT.fullmatch(key)]
        for one in told if isinstance(told, list) else (own.get("lists"), own.get("players"), *slots):
            yield from _lists(one, faction, deep + 1)


def _entries(army: dict[str, Any]) -> list[Any]:
    """A list's models; for bare names only the leader's type is known."""
    models, names = army.get("models"), army.get("list")
    if isinstance(models, list):
        return models
    bare = [one for one in names if isinstance(one, str)] if isinstance(names, list) else []
    leader = next((name for name in bare if _VERSION.search(name)), None)
    place = bare.index(leader) if leader is not None else -1
    return [{"name": one, "type": "master" if at == place else ""} for at, one in enumerate(bare)]


def _models(models: list[Any], fields: dict[str, Raw], text: str) -> tuple[list[Item], list[Finding]]:
    items: list[Item] = []
    findings: list[Finding] = []
    at = 0
    flat = [(model, depth) for one in models for model, depth in _with_attached(one)]
    under: int | None = None
    for model, depth in flat[:MOST_ITEMS]:
        name = model.get("name")
        if not isinstance(name, str) or not name.strip():
            findings.append(error("A model in the list has no name.", fix="Export the list once more."))
            continue
        found = text.find(json.dumps(name, ensure_ascii=False), at)
        at = found if found >= 0 else at
        line = text.count("\n", 0, at) + 1
        number = _COST.search(str(model.get("cost")))
        if depth == 0 and str(model.get("type")).casefold() in _LEADERS:
            code, full = split_leader(name)
            code = code or (name if _VERSION.search(name) else "")
            items.append(Item(line, full, section=LEADER, note=code))
            fields.setdefault("leader", code or full)
            if number:
                fields.setdefault("bonus", int(number[1]))
        else:
            cost = int(number[1]) if number else None
            items.append(Item(line, name, cost=cost, under=under if depth else None))
        if depth == 0:
            under = line
    if len(flat) > MOST_ITEMS:
        findings.append(error(TOO_MANY, fix="Hand in only the list.", most=MOST_ITEMS))
    return items, findings


def _with_attached(model: Any) -> list[tuple[dict[str, Any], int]]:
    """A model and everything attached to it, at any depth."""
    found: list[tuple[dict[str, Any], int]] = []
    left: list[tuple[Any, int]] = [(model, 0)]
    while left:
        one, depth = left.pop()
        own = _lower(one)
        attached = own.get("attached")
        found.append((own, depth))
        if isinstance(attached, list):
            left += [(below, depth + 1) for below in reversed(attached)]
    return found


def _said(validation: Any) -> list[Finding]:
    """What Conflict Chamber itself found wrong."""
    told = [one for one in validation if isinstance(one, str)] if isinstance(validation, list) else []
    sentence = "The list builder says: “{text}”"
    return [error(sentence, fix="Fix the list there.", text=one[:60]) for one in told[:MOST_ITEMS]]


def _lower(value: Any) -> dict[str, Any]:
    """An object with lower-case keys; empty for anything else."""
    return {str(key).casefold(): inner for key, inner in value.items()} if isinstance(value, dict) else {}
