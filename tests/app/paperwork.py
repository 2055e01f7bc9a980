"""A hall where lists are handed in: short ways to bring one and to look at it, and lists to bring."""

from __future__ import annotations

from typing import Any

import pytest

from muster.app.lists import actions as lists
from muster.app.lists import views
from muster.app.lists.actions import Brought
from muster.app.people import roster
from muster.core.kit.errors import Refusal
from muster.core.record.player import Player
from tests.app.hall import STAFF, Hall

FORCE = "Faction: Viridian\n1 x Sergeant 50\n8 x Marines 160\n3 x Secutors 90\nModels: 12\nTotal: 300\n"
BAND = "Faction: Ryu\nKenko 30\nTaka 40\n"


class Lists(Hall):
    """A hall with short ways to hand lists in and look at them."""

    def hand_in(self, name: str, text: str, *, by: str = "", reason: str = "", slot: int = 1, **fields: str) -> None:
        actor = roster.as_player(self.desk, self.id, by) if by else STAFF
        lists.hand_in(self.desk, self.id, Brought(name, text, slot, fields), actor, reason)

    def player(self, name: str) -> Player:
        return self.event.find(name)

    def view(self, name: str, slot: int = 1) -> dict[str, Any]:
        return views.list_view(self.opened, self.player(name), slot, lists.now(self.desk))

    def sees(self, viewer: str, owner: str) -> bool:
        actor = roster.as_player(self.desk, self.id, viewer) if viewer else None
        try:
            return bool(views.shown_to(self.opened, self.player(owner), actor, lists.now(self.desk)))
        except Refusal as refused:
            if refused.clause != "X-17":
                raise
            return False


def urban(*names: str, **options: str) -> Lists:
    return Lists("urban_war", list(names or ("Ann", "Ben", "Cem", "Dee")), **options)


def refusal(act: Any) -> Refusal:
    with pytest.raises(Refusal) as refused:
        act()
    return refused.value
