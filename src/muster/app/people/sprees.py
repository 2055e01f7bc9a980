"""Self-registrations that look like one person's, so the organiser can remove them in one step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from muster.app.desk import Opened
from muster.core.kit.model import Role
from muster.core.record.facts.play import PlayerEnrolled
from muster.core.record.player import Player
from muster.core.record.undo import effective

FROM_ONE_PHONE = 2
"""A phone usually enrols one person; this many from one phone are suspicious."""
IN_A_ROW, WITHIN = 10, timedelta(seconds=3)
"""This many in a row, each this soon after the one before, are suspicious from any phones: people type more slowly."""


@dataclass(frozen=True, slots=True)
class Spree:
    """Players who came from one phone, or in quick succession; oldest first."""

    players: tuple[Player, ...]
    first: str
    last: str
    one_phone: bool


@dataclass(frozen=True, slots=True)
class _Came:
    at: str
    device: str
    player: Player


def sprees(opened: Opened) -> list[Spree]:
    """Empty once round 1 is drawn; without players who are checked in or have left."""
    if opened.event.rounds or opened.event.finished:
        return []
    came = list(_came(opened))
    devices: dict[str, list[_Came]] = {}
    for one in came:
        if one.device:
            devices.setdefault(one.device, []).append(one)
    found = [_spree(group, one_phone=True) for group in devices.values() if len(group) >= FROM_ONE_PHONE]
    told = {player.id for spree in found for player in spree.players}
    for row in _rows([one for one in came if one.player.id not in told]):
        if len(row) >= IN_A_ROW:
            found.append(_spree(row, one_phone=False))
    return sorted(found, key=lambda spree: spree.first)


def _came(opened: Opened) -> Iterator[_Came]:
    for entry in effective(opened.entries):
        if isinstance(entry.fact, PlayerEnrolled) and entry.actor.role is Role.PLAYER:
            player = opened.event.players.get(entry.fact.player)
            if player is not None and player.active and not player.checked_in:
                yield _Came(entry.at, entry.fact.device, player)


def _rows(came: list[_Came]) -> Iterable[list[_Came]]:
    rows = [came[:1]]
    for before, one in pairwise(came):
        if datetime.fromisoformat(one.at) - datetime.fromisoformat(before.at) > WITHIN:
            rows.append([])
        rows[-1].append(one)
    return rows


def _spree(group: list[_Came], *, one_phone: bool) -> Spree:
    return Spree(tuple(one.player for one in group), group[0].at, group[-1].at, one_phone)
