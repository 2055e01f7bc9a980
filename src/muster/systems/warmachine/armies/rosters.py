"""Dated data of Champions events: the Active Duty Rosters, and the Factions of leaders. Nine leaders are always on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from muster.game import LIST_DATA_MARK, BadInput, Kept, ListData, Taken
from muster.systems.warmachine.armies.factions import Leader, faction, plain

SYSTEM = "warmachine"
ROSTERS, LEADERS = "rosters", "leaders"

ALWAYS = ("Maddox", "Kozlov", "Malekus", "Agathia", "Helynna", "Ragnor", "Tanith", "Kryssa", "Xekaar")
"""WMH-039: the leaders of the battlegroup boxes, in their first versions."""


@dataclass(frozen=True, slots=True)
class Roster:
    """An Active Duty Roster: who and what may be played from a day until the next roster (WMH-038)."""

    since: date
    leaders: frozenset[str]
    themes: frozenset[str]


@dataclass(frozen=True, slots=True)
class Data:
    rosters: tuple[Roster, ...]
    leaders: tuple[Leader, ...]

    def roster(self, day: date) -> Roster | None:
        """The roster that is current on a day."""
        known = [roster for roster in self.rosters if roster.since <= day]
        return max(known, key=lambda roster: roster.since) if known else None

    def leader(self, *names: str) -> Leader | None:
        wanted = {plain(name) for name in names if name}
        return next((leader for leader in self.leaders if plain(leader.name) in wanted), None)


def always_on(names: tuple[str, ...]) -> bool:
    """WMH-039: by the short name with its version or by the full name; a later version is another leader (WMH-031)."""
    words = [plain(name).split() for name in names]
    if any(one and one[-1].isdigit() and one[-1] != "1" for one in words):
        return False
    return any(plain(box) in one for box in ALWAYS for one in words)


def take(kept: Kept, document: Any) -> Taken:
    """One of Muster's files: `rosters` (since, leaders, themes) and `leaders` (name, faction, partisan)."""
    if not isinstance(document, dict) or not (ROSTERS in document or LEADERS in document):
        raise BadInput("The file has neither “rosters” nor “leaders”. It should be an object with one of them.")
    system = document.get("system", SYSTEM)
    if system != SYSTEM:
        raise BadInput(
            "The file has data for “{system}”, but data for warmachine is needed here.", system=str(system)[:40]
        )
    rosters = {}
    for place, one in enumerate(_records(document, ROSTERS), start=1):
        since = _day(one.get("since"), place)
        rosters[since] = {
            "since": since,
            "leaders": _names(one, "leaders", since),
            "themes": _names(one, "themes", since),
        }
    leaders = {}
    for place, one in enumerate(_records(document, LEADERS), start=1):
        name, own = one.get("name"), one.get("faction")
        if not isinstance(name, str) or not isinstance(own, str) or not name.strip() or not own.strip():
            raise BadInput("Leader {place} of the file should have a name and a faction.", place=place)
        leaders[plain(name)] = {"name": name, "faction": own, "partisan": _names(one, "partisan", name)}
    counts = {key: len(found) for key, found in ((ROSTERS, rosters), (LEADERS, leaders)) if found}
    merged = {
        LIST_DATA_MARK: 1,
        "system": SYSTEM,
        ROSTERS: {**kept.get(ROSTERS, {}), **rosters},
        LEADERS: {**kept.get(LEADERS, {}), **leaders},
    }
    return Taken(merged, counts)


def _records(document: dict[str, Any], key: str) -> list[dict[str, Any]]:
    found = document.get(key, [])
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise BadInput("“{key}” of the file should be a list of objects.", key=key)
    return found


def _day(value: Any, place: int) -> str:
    try:
        return date.fromisoformat(value).isoformat()
    except (TypeError, ValueError):
        raise BadInput(
            "Roster {place}: since “{value}” should be a date such as 2019-07-01.", place=place, value=str(value)[:40]
        ) from None


def _names(one: dict[str, Any], key: str, whose: str) -> list[str]:
    found = one.get(key, [])
    if not isinstance(found, list) or not all(isinstance(name, str) for name in found):
        raise BadInput("{whose}: “{key}” should be a list of names.", whose=whose, key=key)
    return found


def make(kept: Kept) -> Data:
    return Data(
        tuple(
            Roster(
                date.fromisoformat(one["since"]),
                frozenset(map(plain, one["leaders"])),
                frozenset(map(plain, one["themes"])),
            )
            for one in kept.get(ROSTERS, {}).values()
        ),
        tuple(
            Leader(one["name"], faction(one["faction"]), tuple(map(faction, one["partisan"])))
            for one in kept.get(LEADERS, {}).values()
        ),
    )


DATA = ListData(take, make)
