"""What one side chose in secret makes no difference to what anybody else gets, until both have chosen."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from django.urls import URLPattern

from muster.api.routes import PUBLIC
from muster.app.table import featured
from muster.web.copies.files import event_files
from muster.web.live.news import TableReporter
from muster.web.programs import api
from muster.web.site import Site
from muster.web.urls import urlpatterns
from tests.web.conftest import STAFF, Browser, judge_of, site_in
from tests.web.test_access import address
from tests.web.views.table.test_slim import SLIM
from tests.web.views.table.test_table import GAME, JUDGED, begin, taps

BY_CHANCE = re.compile(
    r'value="\w{64}"|name="once" value="\w+"|data-(now|since|left)="\d+"'
    r'|"now":\d+|"created":"[^"]*"|Record [0-9a-f ]+ at|datetime="[^"]*"|\b\d+:\d\d\b|[0-9a-f]{6}\.[0-9a-f]{20}'
)
"""Tokens, times, hashes with times in them, and the names of phones."""
WATCH = "/e/cup/game/1/1/"
MORE = ("/e/cup/screen/?view=game", "/e/cup/me/", "/e/cup/tables/")

Got = dict[tuple[str, str], str]
"""What somebody got at an address."""


def everything(site: Site, others: dict[str, Browser]) -> Got:
    """Every page of a game as each of them gets it, including refusals, the pages that lead there, the stream, the
    answers for programs, and the copy of the event's pages.
    """
    (stored,) = site.tables.listed()
    found: Got = {("stream", ""): TableReporter(site.tables).hello(stored.id).message(0, 1).decode()}
    views: list[tuple[URLPattern, Any]] = [(pattern, pattern.callback) for pattern in urlpatterns]
    games = [pattern for pattern, view in views if view.method == "GET" and ".table" in view.__module__]
    paths = [address(pattern, "cup").replace("0" * 12, stored.id) for pattern in games if pattern.name != "now"]
    assert {GAME, GAME + "both/", JUDGED, WATCH, f"/t/{stored.id}/"} <= set(paths)
    for who, browser in others.items():
        found |= {(who, path): got(browser, path) for path in (*paths, *MORE)}
        found[who, "slim"] = got(browser, GAME, **SLIM)
        found |= {(who, path): got(browser, path) for path in answers()}
    copy = event_files(site, "cup")
    return found | {
        ("copy", name): BY_CHANCE.sub("", content.decode()) for name, content in copy if ".woff" not in name
    }


def answers() -> list[str]:
    """What programs can ask for about the event, the game at its first table among it."""
    paths = [f"/{api.pattern(route)}".replace("<str:event>", "cup") for route in PUBLIC]
    paths = [path.replace("<int:number>", "1").replace("<int:table>", "1") for path in paths]
    assert "/e/cup/game/1/1.json" in paths
    return [path for path in paths if "<" not in path]


def got(browser: Browser, path: str, **headers: str) -> str:
    return BY_CHANCE.sub("", browser.get(path, **headers).getvalue().decode())  # type: ignore[arg-type]  # headers


def after_the_choice(folder: Path, objective: str) -> tuple[Got, Got]:
    """What others get when one side has chosen, and what they see of the game when both have."""
    site = site_in(folder)
    one, two = begin(site, "warmachine")
    featured.feature(site.desk, "cup", 1, 1, True, STAFF)
    others = {"opponent": two, "judge": judge_of(site, "cup"), "spectator": Browser(site)}
    one.see(GAME)
    who = {"winner": 0, "first": 0, "edge": "A"}
    taps(one, {"key": "scenario", "count": 1, "values": {"value": "King of the Hill"}})
    taps(one, {"key": "start", "count": 2, "values": who})
    taps(two, {"key": "start", "count": 1, "values": who})
    taps(one, {"key": "objective", "count": 3, "values": {"value": objective}})
    assert "A choice in secret" in others["judge"].see(JUDGED)
    secret = everything(site, others)
    taps(two, {"key": "objective", "count": 2, "values": {"value": "dugout"}})
    return secret, {(who, WATCH): got(browser, WATCH) for who, browser in others.items()}


def test_nobody_else_can_tell_which_one_was_chosen(tmp_path: Path) -> None:
    """WMH-029: whatever one side chose, the others get exactly the same.

    When both have chosen they see it, so this comparison would have found it before.
    """
    (secret, known), (other_secret, other_known) = (
        after_the_choice(tmp_path / objective, objective) for objective in ("armory", "stockpile")
    )
    assert [at for at in secret if secret[at] != other_secret[at]] == []
    differ = {who for who, path in known if known[who, path] != other_known[who, path]}
    assert differ == {"opponent", "judge", "spectator"}
