"""Games of each kind, tapped through the app up to a moment of their middle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.browser.game_room import GameRoom


def warmachine(folder: Path, **more: Any) -> GameRoom:
    return GameRoom(folder, "warmachine", scenario="King of the Hill", **more)


def held(room: GameRoom, **by: str) -> dict[str, Any]:
    """Who controls what, as a phone sends it."""
    state = room.state
    found: dict[str, Any] = {"kill_box": False} if state.scoring >= (2, 0) else {}
    if state.scoring >= (2, 1):
        found |= {element.key: by.get(element.key, "none") for element in state.ground.elements}
        found |= {"objective0": False, "objective1": False}
    return found


def set_up(room: GameRoom) -> GameRoom:
    for side in (0, 1):
        room.tap("start", side, winner=0, first=0, edge="A")
    return room.tap("objective", 0, value="armory").tap("objective", 1, value="dugout")


def deployed(room: GameRoom) -> GameRoom:
    room.tap("clocks", 0)
    for side in (0, 1, 0, 1):
        room.tap("deployed", side)
    return room


def turns(room: GameRoom, number: int, minutes: float = 0) -> GameRoom:
    """Turns at whose end nobody controls anything, of so many minutes each."""
    for _ in range(number):
        room.wait(minutes)
        active, asked = room.state.active, room.state.moment >= (2, 0)
        room.tap("end", active)
        if asked:
            room.tap("table", active, **held(room)).tap("agree", 1 - active)
    return room


def bushido(folder: Path) -> GameRoom:
    """In the Main Phase of turn 1, side 0 to act. Nobody brought a list, so that models are not followed one by one."""
    room = GameRoom(folder, "bushido", scenario="The Idols", ago=20)
    for side in (0, 1):
        room.tap("count", side, count=5).tap("follow", side, value="no")
    for side in (0, 1):
        room.tap("ready", side)
    room.tap("sheet", 0, turns=1, vims=0).tap("objectives", 0).tap("test", 0, value=1).tap("zone", 1)
    room.tap("own terrain", 1).tap("own terrain", 0).tap("first", 1, value=1).tap("deployed", 1).tap("deployed", 0)
    room.tap("begin", 0)
    for step in ("variable", "ki", "counters"):
        room.tap("starting", 0, step=step)
    return room.tap("test", 0, value=0).tap("starting", 0, step="effects").wait(20).tap("main", 0)


def l5r(folder: Path, ago: float) -> GameRoom:
    """In the first turn: side 0 has broken two provinces and has the Favor, side 1 has broken one."""
    room = GameRoom(folder, "l5r", ago=ago, tier="relaxed", structure="custom", rounds="3")
    room.tap("picked", 0, value=0).tap("first", 0, value=1)
    for step in ("stronghold", "tokens", "decks", "provinces", "dynasty"):
        room.tap("tick", 0, step=step)
    room.tap("hand", 1, side=1, value="kept").tap("hand", 0, side=0, value="replaced")
    room.tap("honor_set", 0, a=11, b=10).tap("begin", 0)
    return room.tap("broken", 0, side=1, box=2, was=0).tap("broken", 1, side=0, box=1, was=0).tap("favor", 0, value="a")


def urban_war(folder: Path) -> GameRoom:
    """With losses on both sides, all entered by side 0."""
    room = GameRoom(folder, "urban_war", ago=30, filled={"models": "12"})
    room.tap("begin", 0)
    for side, lost in ((0, 2), (1, 4)):
        for _ in range(lost):
            room.tap("lost", 0, side=side, by=1)
    return room


def in_the_middle(folder: Path) -> dict[str, GameRoom]:
    """A game of each kind, as phones show it most of the time."""
    return {
        "warmachine": turns(deployed(set_up(warmachine(folder, ago=43))), 6, minutes=7),
        "l5r": l5r(folder, ago=31),
        "bushido": bushido(folder),
        "urban_war": urban_war(folder),
    }
