"""Data for list checks (card pools, rosters): take a file in, say what is kept, make it ready for the checks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache

from muster.app.desk import TRIES, Desk
from muster.core.book.list_data import Kept, ListData, parse_document
from muster.core.book.system import System
from muster.core.kit.errors import Conflict, Refusal
from muster.systems import registry

DEFAULT = "l5r"
"""The game of a file that does not say it: the shapes of other programs are those of its cards."""


def take_in(desk: Desk, name: str, text: str, system: str = "") -> tuple[System, Mapping[str, int]]:
    """Add a file to what is kept, and say how many of each kind came in. Without a game the file itself says which."""
    found = registry.find(system or _said(text) or DEFAULT)
    rules = _rules(found)
    document = parse_document(name, text, rules)
    for _ in range(TRIES):
        before = desk.journals.list_data(found.key)
        taken = rules.take(_kept(found.key, before, rules), document)
        rules.make(taken.kept)  # What cannot be put to use must never be kept.
        try:
            desk.journals.keep_list_data(found.key, json.dumps(taken.kept, ensure_ascii=False), before)
        except Conflict:
            continue
        return found, taken.counts
    raise Conflict("Others import data all the time; try again in a moment.")


def _said(text: str) -> str:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    system = found.get("system") if isinstance(found, dict) else None
    return system if isinstance(system, str) else ""


def _rules(system: System) -> ListData:
    if system.lists is None or system.lists.data is None:
        raise Refusal("The lists of {system} are checked without any imported data.", system=system.name)
    return system.lists.data


def _kept(key: str, text: str, rules: ListData) -> Kept:
    found: Kept = parse_document(key, text, rules) if text else {}
    return found


def kept_counts(desk: Desk) -> dict[str, dict[str, int]]:
    """How many of each kind are kept, by game."""
    counts = {}
    for key in registry.names():
        system = registry.find(key)
        if system.lists is not None and system.lists.data is not None:
            kept = _kept(key, desk.journals.list_data(key), system.lists.data)
            counts[key] = {kind: len(found) for kind, found in kept.items() if isinstance(found, dict) and found}
    return counts


def data_of(desk: Desk, system: System) -> object:
    """What a check finds in `Context.data`; None where nothing was imported."""
    if system.lists is None or system.lists.data is None:
        return None
    text = desk.journals.list_data(system.key)
    return _made(system.key, text) if text else None


@lru_cache(maxsize=4)
def _made(key: str, text: str) -> object:
    rules = _rules(registry.find(key))
    return rules.make(parse_document(key, text, rules))
