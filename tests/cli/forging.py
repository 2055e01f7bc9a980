"""Forged exports: real events of every game, changed in one place or in several, and chained again so that they fit.

This is what somebody can do who edits a file and works its hashes out again; nothing about the chain tells it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any

from muster.app.clock import actions as clock
from muster.app.demo import demo
from muster.app.desk import Desk
from muster.app.events import actions as events
from muster.app.events import scenarios
from muster.app.events.carry import export_event
from muster.app.links import Invitation, invitation_key
from muster.app.lists import actions as lists
from muster.app.lists.actions import Brought
from muster.app.past import history
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.app.staff import actions as staff
from muster.app.staff import announcements, rulings
from muster.app.venue import terrain as grounds
from muster.core.kit.model import Actor, Ending, Role
from muster.core.record.event_journal import EVENT
from muster.core.record.facts.lists import ListMark
from muster.core.record.journal import GENESIS
from muster.core.record.terrain import Layout, Standing
from muster.store.memory import MemoryJournals

STAFF = Actor()
CUSTOM: dict[str, Any] = {
    "name": "Club",
    "points": {"win": 3, "draw": "1/2"},
    "result": {"score": "goals", "high": 9},
    "bye": {"points": 3, "score": [5, 0]},
    "structure": {"table": [{"up_to": 8, "rounds": 3}, {"rounds": 4, "cut": 2}]},
    "tiebreak": [{"key": "opponents_points"}, {"key": "buchholz", "cut_low": 1}],
    "lists": {"points": 1000, "fields": ["Faction"], "check": [{"word": "hero", "at_least": 1}]},
}


class _Clock:
    def __init__(self) -> None:
        self.tick = 0

    def now(self) -> str:
        self.tick += 1
        return f"2026-11-15T{10 + self.tick // 3600:02}:{self.tick // 60 % 60:02}:{self.tick % 60:02}.000000+00:00"


def memory_desk() -> Desk:
    fresh = iter(range(1, 1_000_000))
    return Desk(MemoryJournals(), _Clock(), lambda: f"fresh-{next(fresh)}")


def _everything(desk: Desk) -> str:
    """A Bushido event with nearly everything that a journal can contain."""
    opened = events.create(desk, "Kyoto Open", "bushido", STAFF, seed="seed", date="2026-11-15")
    event = opened.id
    events.set_option(desk, event, "rounds", "4", STAFF)
    roster.enrol(desk, event, [(name, {}) for name in ("Ann", "Ben", "Cem", "Dee", "Eve", "Fay", "Gus")], STAFF)
    roster.amend(desk, event, "Gus", STAFF, name="August")
    lists.hand_in(desk, event, Brought("Ann", "Faction: Ryu\nKenko 30\nTaka 40\n", 1, {}), STAFF)
    lists.mark(desk, event, "Ann", 1, ListMark.FAULTY, STAFF, "ten rice too many")
    lists.consent(desk, event, "Ann", True, STAFF)
    lists.lock(desk, event, [], STAFF)
    lists.unlock(desk, event, ["Ben"], STAFF, "forgot one")
    events.choose_scenario(desk, event, 1, "Duel", STAFF)
    scenarios.attach(desk, event, "Duel", "duel.png", b"\x89PNG\r\n\x1a\n", STAFF)
    grounds.stock(desk, event, [grounds.Typed("House", "cover", "4x6", "3")], STAFF)
    piece = desk.open(event).event.venue.stock["House"].piece
    layout = Layout("Village", 24_000, 24_000, (Standing(piece, 12_000, 12_000), Standing(piece, 4_000, 4_000)))
    grounds.save(desk, event, layout, STAFF, "as it is")
    grounds.assign(desk, event, "1", "Village", STAFF)
    rounds.pair(desk, event, STAFF)
    a, b = (m for m in desk.open(event).event.rounds[0].matches[:2])
    rounds.swap(desk, event, f"#{a.a}", f"#{b.a}", STAFF)
    rounds.move_table(desk, event, 1, 9, STAFF)
    rounds.publish(desk, event, STAFF)
    clock.start(desk, event, STAFF)
    clock.pause(desk, event, STAFF)
    announcements.announce(desk, event, "Lunch at one", STAFF)
    for match in desk.open(event).event.rounds[0].matches:
        player = Actor("x", Role.PLAYER, match.a)
        results.report(desk, event, [Report(f"#{match.a}", {"vp": "2-1"})], player)
        results.confirm(desk, event, str(match.table), STAFF)
    first = desk.open(event).event.rounds[0].matches[0]
    results.correct(desk, event, Report(str(first.table), {"vp": "1-2"}, round=1), "misread", STAFF)
    history.undo(desk, event, STAFF)
    history.redo(desk, event, STAFF)
    rounds.pair(desk, event, STAFF)
    rounds.publish(desk, event, STAFF)
    first, second, *_ = desk.open(event).event.rounds[1].matches
    results.report(desk, event, [Report(str(first.table), {}, Ending.NO_SHOW, (f"#{first.a}",))], STAFF)
    roster.rejoin(desk, event, f"#{first.a}", STAFF)
    clock.start(desk, event, STAFF)
    clock.add(desk, event, "5", STAFF)
    clock.extend(desk, event, str(second.table), "3", STAFF)
    staff.join(desk, "Lea", Invitation(event, Role.JUDGE, invitation_key(desk.open(event), Role.JUDGE)))
    rulings.rule(desk, event, 0, second.table, "Is it in?", "It is.")
    rulings.penalise(desk, event, 0, f"#{second.a}", "warning", "late")
    rulings.penalise(desk, event, 0, f"#{second.a}", "recommend", "very late")
    lists.declare(desk, event, f"#{second.a}", "vim", "Kenko", STAFF)
    staff.renew(desk, event, Role.JUDGE, STAFF)
    return event


def _cut(desk: Desk) -> str:
    *_, last = demo(desk, "l5r", 9)
    return last.opened.id


def _halfway(desk: Desk, game: str) -> str:
    found = ""
    for step in demo(desk, game, 6):
        found = step.opened.id
        if step.kind == "drawn" and len(step.opened.event.rounds) == 2:
            break
    return found


def _composed(desk: Desk) -> str:
    opened = events.create(desk, "Club day", "custom", STAFF, seed="seed", definition=CUSTOM)
    roster.enrol(desk, opened.id, [(name, {}) for name in ("Ann", "Ben", "Cem", "Dee")], STAFF)
    rounds.pair(desk, opened.id, STAFF)
    rounds.publish(desk, opened.id, STAFF)
    return opened.id


@cache
def real() -> tuple[str, ...]:
    """Real exports, as texts: everything that can happen, a cut, two unfinished games, and a composed one."""
    made: list[Callable[[Desk], str]] = [
        _everything,
        _cut,
        lambda desk: _halfway(desk, "warmachine"),
        lambda desk: _halfway(desk, "urban_war"),
        _composed,
    ]
    found = []
    for make in made:
        desk = memory_desk()
        found.append(json.dumps(export_event(desk, make(desk))))
    return tuple(found)


def chained(data: dict[str, Any]) -> dict[str, Any]:
    """The rows numbered, hashed and sealed again, so that the chain fits whatever is in them."""
    before = GENESIS
    for number, row in enumerate(data["rows"], start=1):
        row["seq"] = number
        body = row["body"]
        if row.get("sealed") and isinstance(body, dict) and "seal" in body:
            sealed = row["sealed"] if isinstance(row["sealed"], str) else compact(row["sealed"])
            row["sealed"], body["seal"] = sealed, sha256(sealed.encode(errors="surrogatepass")).hexdigest()
        row["body"] = body if isinstance(body, str) else compact(body)
        fields = [before, *(row.get(k) for k in ("seq", "at", "actor", "role", "player", "request", "kind", "body"))]
        text = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
        before = row["hash"] = sha256(text.encode(errors="surrogatepass")).hexdigest()
    return data


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def opened(text: str) -> dict[str, Any]:
    """An export with its bodies and sealed texts as objects, to be changed."""
    data: dict[str, Any] = json.loads(text)
    for row in data["rows"]:
        row["body"] = json.loads(row["body"])
        if row.get("sealed"):
            row["sealed"] = json.loads(row["sealed"])
    return data


def _deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


HOSTILE: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 2, 3, 7, 99, 10**6, 2**31, 2**53, 2**63, -(2**63), 10**30, 1.5, 1e308, float("nan")),
    *("", "x", "0", "-1", "2-1", " ", "\x00", "\x1b[31m", "\ud800", "\u202e", "{player}", "{0.__class__}", "%s"),
    *("Ann", "9999-12-31T23:59:59+00:00", "0001-01-01", "book", "elimination", "swiss", "custom", "l5r", "A" * 5000),
    *([], {}, [None], [1, 1], [0, 0], [-1, 10**9], {"x": 1}, [[]], _deep(40), _deep(400)),
)


def places(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every way into a JSON value: keys and positions."""
    found = [way] if way else []
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        found += places(one, (*way, key))
    return found


def put(value: Any, way: Sequence[Any], new: Any) -> None:
    for key in way[:-1]:
        value = value[key]
    value[way[-1]] = new


def got(value: Any, way: Sequence[Any]) -> Any:
    for key in way:
        value = value[key]
    return value


class Forger:
    """Changes an export, in one place or a few, by lot."""

    def __init__(self, text: str, number: int) -> None:
        self.lots = Random(number)
        self.data = opened(text)
        self.rows: list[dict[str, Any]] = self.data["rows"]

    def forged(self) -> str:
        for _ in range(self.lots.choice((1, 1, 1, 2, 3))):
            self.lots.choice(
                (
                    *(self.value,) * 8,
                    *(self.number,) * 5,
                    *(self.elsewhere,) * 3,
                    *(self.missing, self.extra, self.kind, self.copy, self.gone, self.order, self.turn, self.outside),
                    *(self.text,),
                )
            )()
        return json.dumps(chained(self.data))

    def _body(self) -> tuple[dict[str, Any], tuple[Any, ...]]:
        row = self.lots.choice([r for r in self.rows if isinstance(r["body"], dict)] or [{"body": {"x": 1}}])
        part = row["sealed"] if isinstance(row.get("sealed"), dict) and self.lots.random() < 0.6 else row["body"]
        ways = places(part)
        return (part, self.lots.choice(ways)) if ways else ({"x": 1}, ("x",))

    def value(self) -> None:
        put(*self._body(), self.lots.choice(HOSTILE))

    def number(self) -> None:
        part, way = self._body()
        old = got(part, way)
        if isinstance(old, int):
            put(part, way, self.lots.choice((old + 1, old - 1, -old, old * 1000, 0, 2)))

    def elsewhere(self) -> None:
        """A value of another entry, of the same name if there is one."""
        part, way = self._body()
        other, there = self._body()
        put(part, way, json.loads(json.dumps(got(other, there))))

    def missing(self) -> None:
        part, way = self._body()
        holder = got(part, way[:-1])
        del holder[way[-1]]

    def extra(self) -> None:
        part, _ = self._body()
        if isinstance(part, dict):
            part[self.lots.choice(("player", "round", "seal", "x", "english", "result"))] = self.lots.choice(HOSTILE)

    def kind(self) -> None:
        self.lots.choice(self.rows)["kind"] = self.lots.choice((*EVENT.kinds, "Nothing", ""))

    def copy(self) -> None:
        row = json.loads(json.dumps(self.lots.choice(self.rows)))
        self.rows.insert(self.lots.randrange(len(self.rows) + 1), row)

    def gone(self) -> None:
        if len(self.rows) > 1:
            first = self.lots.randrange(len(self.rows))
            del self.rows[first : first + self.lots.choice((1, 1, 2, 5))]

    def order(self) -> None:
        a, b = (self.lots.randrange(len(self.rows)) for _ in range(2))
        self.rows[a], self.rows[b] = self.rows[b], self.rows[a]

    def turn(self) -> None:
        """An undo or redo of anything."""
        at = self.lots.randrange(len(self.rows) + 1)
        first, last = (self.lots.choice((-(10**9), -1, 0, 1, 2, at - 1, at, at + 1, 10**15)) for _ in range(2))
        if self.lots.random() < 0.5:
            first = self.lots.randrange(at + 1)
            last = first + self.lots.randrange(5)
        row = {**self.rows[0], "body": {"first": first, "last": last}, "kind": self.lots.choice(("Undone", "Redone"))}
        self.rows.insert(at, row)

    def outside(self) -> None:
        """What surrounds the fact: who, when, by which request; and what is around the rows."""
        if self.lots.random() < 0.2:
            self.data[self.lots.choice(tuple(self.data))] = self.lots.choice(HOSTILE[:40])
            self.data["rows"] = self.rows
            return
        row = self.lots.choice(self.rows)
        row[self.lots.choice(("at", "actor", "role", "player", "request", "sealed"))] = self.lots.choice(HOSTILE[:45])

    def text(self) -> None:
        """A body that is not JSON, or none that can be read."""
        row = self.lots.choice(self.rows)
        row["body"] = self.lots.choice(
            (
                "",
                "{",
                "null",
                "[]",
                "1",
                '"x"',
                "{" * 3000,
                "[" * 100_000,
                '{"round":1e400}',
                '{"round":' + "9" * 6000 + "}",
            )
        )
