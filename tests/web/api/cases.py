"""What each route of the API's areas is sent: a body that makes its change, how it is seen, and one that is refused."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from muster.api.client import Client
from muster.api.routes import named
from muster.web.site import Site
from tests.app.paperwork import FORCE
from tests.web.api.scenes import (
    PIECES,
    announced,
    appealed,
    armies,
    called,
    court,
    decks,
    disputed,
    enrolling,
    laid_out,
    late,
    listed,
    listing,
    lost,
    objected,
    playing,
    prized,
    recommended,
    ruled,
    stocked,
    voting,
    watched,
)
from tests.web.views.venue.test_scenarios import picture
from tests.web.views.venue.test_terrain import EIGHT

Json = dict[str, Any]

LAYOUT = {"name": "Mine", "pieces": [{"piece": piece, "x": x, "y": y} for piece, x, y in EIGHT]}
FLAG = {"scenario": "Invasion", "element": "objective", "size": "2", "x": "20", "y": "20"}


@dataclass(frozen=True)
class Case:
    """`route` is sent `good` in a `scene`, and `read` sees the change; `bad` is refused with `said`."""

    route: str
    scene: Callable[[Site], None]
    good: Json
    read: Callable[[Client], object]
    bad: Json = field(default_factory=lambda: {"force": True})
    said: str = "“force” is not known"
    parts: Json = field(default_factory=dict)


def look(bot: Client, name: str, **parts: Any) -> Any:
    return bot.ask(named(name), event="cup", **parts)


def option(bot: Client, key: str) -> Any:
    return next(one for one in look(bot, "options").options if one.key == key)


def first(bot: Client, number: int = 1) -> Any:
    return look(bot, "player", number=number)


def table_1(bot: Client) -> Any:
    return next(match for match in look(bot, "round", number=1).matches if match.table == 1)


def award(bot: Client, title: str) -> Any:
    return next((one for one in look(bot, "awards").awards if one.title == title), None)


AT_1 = {"number": 1, "table": 1}
ANN = {"number": 1}

CASES = [
    Case(
        "amend-event",
        enrolling,
        {"name": "Winter Cup", "place": "Town hall"},
        lambda bot: (look(bot, "event").name, look(bot, "event").place) == ("Winter Cup", "Town hall"),
        {"date": "tomorrow"},
        "tomorrow",
    ),
    Case(
        "list-event",
        enrolling,
        {"shown": False},
        lambda bot: look(bot, "event").hidden,
        {"shown": "maybe"},
        "true or false",
    ),
    Case(
        "option",
        enrolling,
        {"key": "late_entry", "value": False},
        lambda bot: option(bot, "late_entry").value is False,
        {"key": "late_entry", "value": "perhaps"},
        "“perhaps” should be yes or no",
    ),
    Case(
        "registration",
        enrolling,
        {"open": True},
        lambda bot: option(bot, "self_registration").value is True,
        {},
        "open",
    ),
    Case(
        "announce",
        enrolling,
        {"text": "Lunch until 13:30"},
        lambda bot: look(bot, "announcement").announcement == "Lunch until 13:30",
        {"text": " "},
        "not an announcement",
    ),
    Case("withdraw-announcement", announced, {}, lambda bot: look(bot, "announcement").announcement is None),
    Case(
        "enter",
        playing,
        {"name": "Fay", "values": {"faction": "Ryu"}, "allow": True, "against_bye": True},
        lambda bot: (first(bot, 6).name, len(look(bot, "round", number=1).matches)) == ("Fay", 3),
        {"name": "Fay", "values": {"shoe": 44}},
        "shoe",
    ),
    Case(
        "import-players",
        enrolling,
        {"text": "Name;Faction\nFay;Ryu\nGus;\n", "file": "club.csv"},
        lambda bot: [first(bot, n).values.get("faction", "") for n in (6, 7)] == ["Ryu", ""],
        {"text": "Name;Shoe\nFay;44\n", "file": "club.csv"},
        "“Shoe” is not a column",
    ),
    Case(
        "arrive",
        enrolling,
        {},
        lambda bot: first(bot).checked_in,
        {"against_bye": "yes"},
        "true or false",
        ANN,
    ),
    Case("play-the-bye", late, {}, lambda bot: len(look(bot, "round", number=1).matches) == 3, parts={"number": 6}),
    Case(
        "remove-people",
        enrolling,
        {"players": [4, 5]},
        lambda bot: len(look(bot, "players").players) == 3,
        {"players": [4, 99]},
        "#99",
    ),
    Case(
        "amend",
        enrolling,
        {"name": "Anna", "values": {"faction": "Ryu"}},
        lambda bot: (first(bot).name, first(bot).values["faction"]) == ("Anna", "Ryu"),
        {},
        "Nothing has changed for Ann",
        ANN,
    ),
    Case(
        "disqualify",
        playing,
        {"reason": "loaded dice"},
        lambda bot: first(bot).status == "disqualified",
        {"reason": "x", "infraction": "nonsense"},
        "nonsense",
        ANN,
    ),
    Case(
        "penalise-person",
        enrolling,
        {"penalty": "warning", "note": "late"},
        lambda bot: [p.note for p in look(bot, "rulings").penalties] == ["late"],
        {"penalty": " "},
        "The penalty is empty",
        ANN,
    ),
    Case(
        "absent",
        court,
        {"excused": True},
        lambda bot: "no_show" in [m.result.ending for m in look(bot, "round", number=1).matches if m.result],
        {"round": 7},
        "round 7",
        ANN,
    ),
    Case(
        "choose-scenario",
        enrolling,
        {"name": "Bridge", "text": "Hold it"},
        lambda bot: [s.name for s in look(bot, "scenarios").chosen] == ["Bridge"],
        {"name": " "},
        "name",
        ANN,
    ),
    Case(
        "scenario-own",
        armies,
        {"scenario": "Invasion", "file": "invasion.png", "content": b64encode(picture()).decode()},
        lambda bot: "invasion.png" in look(bot, "log").log[-1].text,
        {"scenario": "Invasion", "file": "invasion.png", "content": b64encode(b"hello").decode()},
        "is not a PDF, PNG or JPEG",
    ),
    Case("roll-scenarios", armies, {}, lambda bot: look(bot, "scenarios").chosen),
    Case(
        "keep-scenario",
        enrolling,
        {"name": "Bridge at night", "text": "Dark", "objectives": ["Hold it"]},
        lambda bot: [s.objectives for s in look(bot, "scenarios").own] == [["Hold it"]],
        {"name": "No such one", "remove": True},
        "No such one",
    ),
    Case(
        "terrain-stock",
        armies,
        {"pieces": PIECES},
        lambda bot: len(look(bot, "terrain").terrain.stock) == 4,
        {"gone": "Old wood"},
        "Old wood",
    ),
    Case(
        "terrain-draw",
        stocked,
        {"method": "mixed", "tables": [1, 2]},
        lambda bot: sorted(look(bot, "terrain").terrain.tables) == [1, 2],
        {"method": "by eye"},
        "by eye",
    ),
    Case(
        "terrain-assign",
        laid_out,
        {"table": 2, "layout": "Cluster"},
        lambda bot: look(bot, "terrain").terrain.tables == {2: "Cluster"},
        {"table": 2, "layout": "Forest"},
        "Forest",
    ),
    Case(
        "terrain-ground",
        armies,
        {"elements": [FLAG]},
        lambda bot: [g.scenario for g in look(bot, "terrain").terrain.grounds] == ["Invasion"],
        {"elements": [{**FLAG, "x": "far"}]},
        "far",
    ),
    Case(
        "terrain-review",
        armies,
        {"note": "Fog moved"},
        lambda bot: list(look(bot, "terrain").terrain.reviewed.values()) == ["Fog moved"],
        {"note": 7},
        "should be text",
    ),
    Case(
        "layout-save",
        stocked,
        LAYOUT,
        lambda bot: [one.name for one in look(bot, "terrain").terrain.layouts] == ["Mine"],
        {**LAYOUT, "pieces": [{"piece": "Tower", "x": "1", "y": "1"}]},
        "Tower",
    ),
    Case(
        "layout-remove",
        laid_out,
        {"name": "Cluster"},
        lambda bot: not look(bot, "terrain").terrain.layouts,
        {"name": "Forest"},
        "Forest",
    ),
    Case(
        "answer-call",
        called,
        {},
        lambda bot: [one.coming for one in look(bot, "calls").calls] == ["The organiser"],
        parts=ANN,
    ),
    Case("end-call", called, {}, lambda bot: not look(bot, "calls").calls, parts=ANN),
    Case(
        "answer-objection",
        objected,
        {"note": "The slip says so"},
        lambda bot: not look(bot, "calls").objections,
        {"note": ""},
        "empty",
        AT_1,
    ),
    Case(
        "settle",
        disputed,
        {"player": 2},
        lambda bot: table_1(bot).state == "in",
        {"player": 99},
        "#99",
        AT_1,
    ),
    Case(
        "feature",
        watched,
        {"shown": True},
        lambda bot: "Game shown to everybody" in look(bot, "log").log[-1].text,
        {"shown": "yes"},
        "true or false",
        AT_1,
    ),
    Case(
        "settle-otherwise",
        disputed,
        {"values": {"winner": "a"}},
        lambda bot: table_1(bot).result.values["winner"] == "a",
        {"values": {"winner": "c"}},
        "c",
        AT_1,
    ),
    Case(
        "ruling",
        court,
        {"table": 1, "note": "It is public", "question": "Is it?"},
        lambda bot: [one.answer for one in look(bot, "rulings").rulings] == ["It is public"],
        {"table": 9, "note": "It is"},
        "9",
    ),
    Case(
        "appeal",
        ruled,
        {"player": 2, "words": "I think not"},
        lambda bot: look(bot, "rulings").rulings[0].appeal.note == "I think not",
        {"player": 99},
        "#99",
        ANN,
    ),
    Case(
        "appeal-decide",
        appealed,
        {"upheld": False, "words": "It is not"},
        lambda bot: look(bot, "rulings").rulings[0].decision.upheld is False,
        {"upheld": False, "words": " "},
        "empty",
        ANN,
    ),
    Case(
        "penalty",
        court,
        {"player": 1, "penalty": "warning", "reason": "slow"},
        lambda bot: [one.note for one in look(bot, "rulings").penalties] == ["slow"],
        {"player": 1, "penalty": "stocks", "reason": "slow"},
        "stocks",
    ),
    Case(
        "recommendation",
        recommended,
        {"disqualify": True, "reason": "seen by two"},
        lambda bot: first(bot).status == "disqualified",
        {"disqualify": False, "reason": " "},
        "empty",
        ANN,
    ),
    Case(
        "lists-due",
        listing,
        {"due": "2099-11-14 20:00"},
        lambda bot: look(bot, "lists").terms.due.startswith("2099-11-14"),
        {"due": "soon"},
        "soon",
    ),
    Case(
        "lock-lists",
        listed,
        {},
        lambda bot: look(bot, "player-lists", number=1).player.lists[0].locked,
        {"locked": 1},
        "true or false",
    ),
    Case(
        "take-lists",
        listing,
        {"lists": [{"player": 1, "text": FORCE}, {"player": 2, "text": FORCE}]},
        lambda bot: look(bot, "lists").lists.counts.missing == 3,
        {"lists": [{"player": 1, "text": FORCE}, {"player": 99, "text": FORCE}]},
        "#99",
    ),
    Case(
        "mark-list",
        listed,
        {"mark": "faulty", "note": "one model too many"},
        lambda bot: look(bot, "player-lists", number=1).lists[0].history[0].marks[0].note == "one model too many",
        {"mark": "fine"},
        "fine",
        ANN,
    ),
    Case(
        "hand-in-for",
        listing,
        {"text": FORCE},
        lambda bot: look(bot, "player-lists", number=1).lists[0].content.text == FORCE,
        {"text": FORCE, "slot": 9},
        "9",
        ANN,
    ),
    Case(
        "withdraw-for",
        listed,
        {"reason": "of another player"},
        lambda bot: not look(bot, "player-lists", number=1).lists,
        {"reason": " "},
        "Enter why",
        ANN,
    ),
    Case(
        "lost-card",
        decks,
        {"card": "Assassination"},
        lambda bot: [one.card for one in look(bot, "player-lists", number=1).lost] == ["Assassination"],
        {"card": "Assasination"},
        "Assassination",
        ANN,
    ),
    Case(
        "settle-lost-card",
        lost,
        {"lost": 1},
        lambda bot: not look(bot, "player-lists", number=1).lost,
        {"lost": 7},
        "already settled",
        ANN,
    ),
    Case(
        "make-proxy",
        decks,
        {"card": "Assassination", "by": "Lea"},
        lambda bot: look(bot, "player-lists", number=1).proxies[0].slip[0] == "PROXY: Assassination",
        {"card": "Assassination", "by": " "},
        "Which staff member",
        ANN,
    ),
    Case(
        "lock-list",
        listed,
        {"reason": "checked"},
        lambda bot: look(bot, "player-lists", number=1).player.lists[0].locked,
        {"locked": None},
        "true or false",
        ANN,
    ),
    Case(
        "add-award",
        enrolling,
        {"title": "Best painted", "kind": "staff", "prize": "A brush"},
        lambda bot: award(bot, "Best painted").prize == "A brush",
        {"title": "Best painted", "kind": "staff", "field": "faction"},
        "“staff” does not use",
    ),
    Case(
        "remove-award",
        prized,
        {"award": "best painted"},
        lambda bot: award(bot, "Best painted") is None,
        {"award": "Best cook"},
        "Best cook",
    ),
    Case(
        "decide-award",
        prized,
        {"award": "Best painted", "players": [2], "reason": "that dragon"},
        lambda bot: award(bot, "Best painted").player.number == 2,
        {"award": "Best painted", "players": [99]},
        "#99",
    ),
    Case(
        "award-voting",
        prized,
        {"award": "Best opponent", "open": True},
        lambda bot: award(bot, "Best opponent").poll.open,
        {"award": "Best opponent", "open": False},
        "Voting for “Best opponent” is not open",
    ),
    Case(
        "paper-vote",
        voting,
        {"award": "Best opponent", "voter": 1, "choice": 2},
        lambda bot: award(bot, "Best opponent").poll.voted == 1,
        {"award": "Best opponent", "voter": 1, "choice": 1},
        "Nobody can vote for themselves",
    ),
]
