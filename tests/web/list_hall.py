"""An event whose players hand in lists, for the tests of pages about lists."""

from __future__ import annotations

from muster.app.events import actions as events
from muster.app.lists import actions as lists
from muster.app.lists.actions import Brought
from muster.app.people import roster
from muster.core.kit.model import PlayerId
from muster.web.site import Site
from tests.web.conftest import NAMES, STAFF

MINE, ALL = "/e/cup/me/list/", "/e/cup/lists/"


def hall(site: Site, system: str = "urban_war", **options: str) -> None:
    events.create(site.desk, "Cup", system, STAFF, seed="seed", options=options)
    extra = {"models": "12"} if system == "urban_war" else {}
    roster.enrol(site.desk, "cup", [(name, extra) for name in NAMES], STAFF)


def bring(site: Site, name: str, text: str, slot: int = 1) -> None:
    lists.hand_in(site.desk, "cup", Brought(name, text, slot), STAFF)


def versions(site: Site, number: int, slot: int = 1) -> list[str]:
    return [v.text for v in site.open("cup").event.lists.of(PlayerId(number), slot)]
