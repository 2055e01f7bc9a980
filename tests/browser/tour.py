"""The way through every page in every state, each as somebody who may see it. A new address is on it by itself."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from muster.api.routes import PUBLIC, PUBLIC_BEYOND
from muster.app.permissions import Visitor, allows
from muster.web.serving.server import new_sign_in
from muster.web.urls import urlpatterns
from tests.browser.looks import AXE
from tests.browser.scene import Scene
from tests.browser.venue import Person, Venue

ORGANISER, HOSTED, JUDGE, STRANGER = "organiser", "hosted", "judge", "stranger"
# Data for a script or a sheet to print, not a page; or empty without the link that leads there, a state below.
NO_PAGE = {"now", "time", "keying", "worker", "manifest", "print-sheet", "scenario-sheet", "invitation", "own-scenario"}
NO_PAGE |= {
    "statistics-csv",
    "season-statistics-csv",
    "season-table-csv",
    "all-statistics-csv",
    "event-calendar",
    "season-calendar",
}
NO_PAGE |= {"person-file", "overlay-look", "overlay-own-style"}
NO_PAGE |= {route.name for route in (*PUBLIC, *PUBLIC_BEYOND)}
# What an address needs behind it.
ASKS = {"correct": "?round=1&table=1"}
# What answers with a page that says why not.
STATUS = {
    "judge-game": 409,
    "player-lists": 403,
    "final-file": 409,
    "table-terrain": 409,
    "table-terrain-then": 409,
    "scenario": 409,
    "embed-standings": 403,
    "embed-pairings": 403,
    "embed-bracket": 403,
}
# What is the same for everyone, or leads on to a page that is here anyway.
SAME = {"screen", "final-file", "table-terrain", "table-terrain-then", "scenario", "slip", "table"}
SAME |= {"overlay-standings", "overlay-pairings", "overlay-table", "overlay-clock"}
SAME |= {"embed-standings", "embed-pairings", "embed-bracket"}
SAME |= {"play", "game", "game-both", "my-game", "both", "profile"}


@dataclass(frozen=True, slots=True)
class Stop:
    """One page as one visitor sees it: the organiser, one with an account, a judge, a stranger, or a player of that
    game in that state.
    """

    path: str
    who: str = ORGANISER
    system: str = "bushido"
    status: int = 200


def routes() -> dict[str, Stop]:
    """Every page of the site, in the middle of an event."""
    found = {}
    for pattern in urlpatterns:
        view: Any = pattern.callback
        name, route = str(pattern.name), str(pattern.pattern)
        if view.method != "GET" or name in NO_PAGE or "<str:token>" in route:
            continue  # What holds a secret leads elsewhere.
        filled = (
            route.replace("<str:event>", "{event}")
            .replace("<str:table>", "{casual}")
            .replace("<str:season>", "{season}")
            .replace("<str:person>", "{person}")
        )
        if name == "season-report":  # Of an event that is in the season.
            filled = filled.replace("{event}", "{finished}")
        path = "/" + re.sub("<int:(number|table)>", "1", filled) + ASKS.get(name, "")
        assert "<" not in path, f"{route}: say what to fill in"
        who = ORGANISER if allows(view.action, Visitor.ADMINISTRATOR) else "open"
        found[name] = Stop(path, HOSTED if name == "account" else who, status=STATUS.get(name, 200))
    return found


STATES = {
    "nothing": Stop("/nothing/", STRANGER, status=404),
    "events, as a stranger": Stop("/", STRANGER),
    "events, with an account": Stop("/", HOSTED),
    "devices, with an account": Stop("/devices/", HOSTED),
    "organisers, with an account": Stop("/e/{new}/organisers/", HOSTED),
    "profile, as a stranger": Stop("/people/{person}/", STRANGER),
    "invitation": Stop("{invitation}", STRANGER),
    "private link": Stop("{private}", STRANGER),
    "name on another phone": Stop("/e/{event}/me/name/{number}/", STRANGER),
    "event, finished": Stop("/e/{finished}/", STRANGER),
    "pairings by name": Stop("/e/{event}/pairings/?by=name", STRANGER),
    "pairings of the cut": Stop("/e/{finished}/pairings/", STRANGER),
    "bracket, finished": Stop("/e/{finished}/bracket/", STRANGER),
    "standings, finished": Stop("/e/{finished}/standings/", STRANGER),
    "statistics, finished": Stop("/e/{finished}/statistics/", STRANGER),
    "schedule, with times": Stop("/e/{draft}/schedule/"),
    "schedule, as a stranger": Stop("/e/{draft}/schedule/", STRANGER),
    "screen, before round 1": Stop("/e/{new}/screen/", STRANGER),
    "desk, new event": Stop("/e/{new}/desk/"),
    "desk, draft": Stop("/e/{draft}/desk/"),
    "desk, one table": Stop("/e/{event}/desk/?table={table}"),
    "desk, refused": Stop("/e/{event}/desk/?table=99", status=409),
    "desk, finished": Stop("/e/{finished}/desk/"),
    "awards, finished": Stop("/e/{finished}/awards/"),
    "screen, finished": Stop("/e/{finished}/screen/", STRANGER),
    "awards on the big screen": Stop("/e/{finished}/screen/?page=2", STRANGER),
    "scenario, rolled": Stop("/e/{laid}/scenario/1/", STRANGER),
    "scenarios, rolled": Stop("/e/{laid}/scenarios/"),
    "terrain, drawn": Stop("/e/{laid}/terrain/"),
    "terrain, editor": Stop("/e/{laid}/terrain/layout/?name=Table+1"),
    "terrain of a table": Stop("/e/{laid}/table/1/terrain/", STRANGER),
    "terrain of a table, in a round": Stop("/e/{laid}/table/1/terrain/1/", STRANGER),
    "tables, one table": Stop("/e/{event}/tables/?table={table}"),
    "me, open": Stop("/e/{event}/me/", "open"),
    "me, one report": Stop("/e/{event}/me/", "waiting"),
    "me, asked to confirm": Stop("/e/{event}/me/", "asked"),
    "me, disputed": Stop("/e/{event}/me/", "disputed"),
    "me, in": Stop("/e/{event}/me/", "in"),
    "me, bye": Stop("/e/{event}/me/", "bye"),
    **{
        f"{page}, {system}": Stop(f"/e/{{event}}/{path}", who, system)
        for system in ("l5r", "warmachine", "urban_war")
        for page, path, who in (
            ("standings", "standings/", STRANGER),
            ("me", "me/", "open"),
            ("report", "me/report/", "open"),
            ("lists", "lists/", ORGANISER),
            ("list with faults", "lists/{number}/", ORGANISER),
            ("my list with faults", "me/list/", "open"),
        )
    },
    **{
        f"{page}, {system}": Stop(f"/e/{{event}}/{path}", who, f"{system} at the table")
        for system in ("bushido", "l5r", "warmachine", "urban_war")
        for page, path, who in (
            ("game", "me/game/", "open"),
            ("game, as the staff", "tables/1/1/game/", ORGANISER),
        )
    },
    "overlay of a game": Stop("/e/{event}/overlay/table/", STRANGER, "warmachine at the table"),
    "overlay, refused": Stop("/e/{event}/overlay/clock/?size=huge", STRANGER, status=409),
    **{
        f"{kind} in a frame": Stop(f"/e/{{finished}}/embed/{kind}/", STRANGER)
        for kind in ("standings", "pairings", "bracket")
    },
    "game on one phone": Stop("/e/{event}/me/game/both/", "open", "urban_war at the table"),
}
STOPS = {**routes(), **STATES}


def seen_by_others() -> dict[str, Stop]:
    """Every page that is not for the organiser alone, as everyone else who may open it."""
    looks = {JUDGE: Visitor.JUDGE, "in": Visitor.PLAYER, STRANGER: Visitor.SPECTATOR}
    found, own = {}, routes()
    for pattern in urlpatterns:
        view: Any = pattern.callback
        name = str(pattern.name)
        for who, kind in looks.items():
            if name in own and name not in SAME and allows(view.action, kind) and own[name].who != who:
                found[f"{name}, as {kind.value}"] = replace(own[name], who=who)
    return found


OTHERS = seen_by_others()


class Tour:
    """Visitors who are in already, so that a page is one step away."""

    def __init__(self, venue: Venue, scene: Scene, **context: Any) -> None:
        self._venue = venue
        self._context = context
        self._scene = scene
        self._people: dict[tuple[str, str], Person] = {}

    def visit(self, name: str) -> Person:
        stop = STOPS.get(name) or OTHERS[name]
        person = self._visitor(stop)
        path = self._path(stop)
        answer = person.page.goto(path if path.startswith("http") else self._venue.base + path)
        assert answer is not None and answer.status == stop.status, f"{path}: {answer and answer.status}"
        return person

    def _visitor(self, stop: Stop) -> Person:
        plays = stop.who not in (ORGANISER, HOSTED, JUDGE, STRANGER)
        key = (stop.who, stop.system if plays else "")
        if key not in self._people:
            if stop.who == ORGANISER:
                self._people[key] = self._venue.organiser(**self._context)
            elif stop.who == HOSTED:
                self._people[key] = self._venue.person(390, **self._context)
                self._people[key].page.goto(new_sign_in(self._venue.server.folder, self._scene.account))
            elif plays:
                self._people[key] = self._player(stop)
            elif stop.who == JUDGE:
                self._people[key] = self._judge(stop)
            else:
                self._people[key] = self._venue.person(390, **self._context)
            self._people[key].page.context.add_init_script(AXE)  # Kept by the browser: it need not be sent every time.
        return self._people[key]

    def _player(self, stop: Stop) -> Person:
        """By the private link. A name is on one phone: the tours of several languages share its cookies."""
        playing = self._scene.playing[stop.system]
        key = (playing.event, playing.at[stop.who])
        known = self._scene.phones.get(key)
        person = self._venue.person(390, storage_state=known, **self._context)
        if known is None:
            person.page.goto(self._private(*key))
            person.page.locator("form[action='/private/use/'] button").click()
            person.page.wait_for_url("**/me/")
            self._scene.phones[key] = person.page.context.storage_state()
        return person

    def _judge(self, stop: Stop) -> Person:
        """By the invitation, under a name."""
        person = self._venue.person(390, **self._context)
        person.page.goto(self._path(replace(stop, path="{judge}")))
        person.page.get_by_role("textbox").fill("Jo")
        person.page.locator("main form button").click()
        person.page.wait_for_url("**/tables/")
        return person

    def _private(self, event: str, name: str) -> str:
        """A player's link, as the organiser hands it out."""
        organiser = self.visit("links")
        page = organiser.page.request.get(f"{self._venue.base}/e/{event}/links/").text()
        (found,) = re.findall(rf"<dt>{re.escape(name)}</dt>.*?(http\S+/p/[^<]+)<", page)
        return str(found)

    def _path(self, stop: Stop) -> str:
        playing = self._scene.playing[stop.system]
        known = {"event": playing.event, "table": playing.table, "number": playing.number}
        known |= {
            "new": self._scene.new,
            "draft": self._scene.draft,
            "laid": self._scene.laid,
            "finished": self._scene.finished,
            "casual": self._scene.casual,
            "season": self._scene.season,
            "person": self._scene.person,
        }
        if "{private}" in stop.path:
            known["private"] = self._private(playing.event, playing.at["in"])
        if "{invitation}" in stop.path:
            links = self.visit("links").page.get_by_role("main").inner_text()
            known["invitation"] = re.findall(r"http\S+/staff/\S+", links)[0]
        if "{judge}" in stop.path:
            links = self.visit("links").page.get_by_role("main").inner_text()
            known["judge"] = re.findall(r"http\S+/staff/\S+", links)[1]
        return stop.path.format(**known)
