"""Events in every state that a page can show, the same each time but for the hour: seeds are fixed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from muster import main
from muster.app.accounts import actions as accounts
from muster.app.accounts.book import AccountBook
from muster.app.awards import actions as awards
from muster.app.circuit import actions as circuit
from muster.app.circuit.actions import AboutEvent
from muster.app.circuit.seasons import Seasons
from muster.app.clock.schedule import set_times
from muster.app.demo import NAMES, begun, demo
from muster.app.desk import Desk, Opened
from muster.app.events import actions as events
from muster.app.events.sites import allow_sites
from muster.app.lists import actions as lists
from muster.app.lists.actions import Brought
from muster.app.people import roster
from muster.app.persons import actions as people
from muster.app.persons.book import PeopleBook
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.app.table.actions import open_casual
from muster.app.table.featured import feature
from muster.app.table.tables import Tables
from muster.app.venue import terrain
from muster.app.venue.terrain import Typed
from muster.core.kit.model import Actor, PlayerId, Role
from muster.core.reading.people.roll import appearance_key
from muster.core.record.facts.awards import AwardKind
from tests.app.hall import STAFF
from tests.app.paperwork import BAND, FORCE
from tests.browser.game_room import GameRoom
from tests.browser.games import in_the_middle
from tests.systems.l5r.shelf import DECKS
from tests.systems.warmachine.lists import ARMIES

# From the reporter's side.
WON: dict[str, dict[str, str]] = {
    "bushido": {"vp": "2-1"},
    "l5r": {"winner": "a"},
    "warmachine": {"winner": "a", "how": "scenario", "cp": "5-2", "apd": "40-25"},
    "urban_war": {"lost": "2-6"},
}

# The first with a fault that the book names, the second fine as far as can be said without card data.
LISTS: dict[str, tuple[str, str]] = {
    "bushido": (BAND.replace("30", "90"), BAND),
    "l5r": (
        (DECKS / "jigoku.txt").read_text("utf-8").replace("3 Heron Bargain", "4 Heron Bargain"),
        (DECKS / "jigoku.txt").read_text("utf-8"),
    ),
    "warmachine": (
        (ARMIES / "by-hand.txt").read_text("utf-8").replace("Total: 104", "Total: 140"),
        (ARMIES / "by-hand.txt").read_text("utf-8"),
    ),
    "urban_war": (FORCE.replace("3 x Secutors 90", "3 x Secutors"), FORCE),
}
PIECES = (
    ("Old wood", "forest", "4", "4"),
    ("Fog", "dense fog", "4x3", "4"),
    ("Pond", "shallow water", "4", "6"),
    ("Bank", "hill", "5x4", "6"),
)

CIRCUIT = {
    "name": "Winter",
    "game": "l5r",
    "points": {"chart": [10, 7, 4], "others": 1},
    "requirement": [{"key": "reported", "title": "Standings sent to the circuit", "when": "after", "needed": False}],
    "qualify": {"places": 4},
}


@dataclass(frozen=True, slots=True)
class Playing:
    """Round 2 of an event, with a table in each state: who plays where, by name."""

    event: str
    table: str
    """Without a result, and nobody has reported."""
    number: int
    """Of whoever sits there and has not reported; their list has a fault."""
    at: dict[str, str]
    """Somebody in each state of a player: open, waiting, asked, disputed, in, bye."""


def _at_the_table(room: GameRoom) -> Playing:
    return Playing(room.event, str(room.match.table), room.match.a, {"open": room.names[0]})


class Lately:
    """Everything happened three quarters of an hour ago, so that the rounds' clocks are running."""

    def __init__(self) -> None:
        self._begun = datetime.now(UTC) - timedelta(minutes=45)
        self._ticks = count()

    def now(self) -> str:
        return (self._begun + timedelta(seconds=next(self._ticks))).isoformat(timespec="microseconds")


class Scene:
    """An event of each game in round 2, and one with a game at its table; one new, one with a draft, one with terrain,
    one finished after a cut, a season with it, and a person with a public profile; an account with the new one.
    """

    def __init__(self, folder: Path) -> None:
        fresh = count(1)
        self._desk = Desk(main.journals_at(folder), Lately(), lambda: f"fresh-{next(fresh)}")
        self.playing = {key: self._begin(key) for key in WON}
        self.playing |= {f"{key} at the table": _at_the_table(room) for key, room in in_the_middle(folder).items()}
        self.phones: dict[tuple[str, str], Any] = {}
        """The cookies of those who have taken their name, by event and name."""
        self.new = events.create(self._desk, "Autumn League", "bushido", STAFF, seed="new").id
        self.draft = self._draft()
        self.laid = self._laid()
        self.finished = self._finished()
        allow_sites(self._desk, self.finished, "https://club.example", STAFF)
        feature(self._desk, self.playing["warmachine at the table"].event, 1, 1, True, STAFF)
        tables = Tables(self._desk.journals, self._desk.clock, self._desk.fresh)
        self.casual = open_casual(tables, "urban_war", ["Mara", "Ilse"], {}, "", "phone").id
        self.season = self._season()
        self.person = self._person()
        self.account = self._account()

    def _begin(self, system: str) -> Playing:
        opened = begun(self._desk, system)
        now = opened.event.rounds[-1]
        waiting, disputed, *out = (m for m in now.matches if m.result is None)
        done = next(m for m in now.matches if m.result is not None)
        opened = self._report(opened, waiting.a, WON[system])
        opened = self._report(opened, disputed.a, WON[system])
        opened = self._report(opened, disputed.b, WON[system])
        at = {
            "open": out[0].a,
            "waiting": waiting.a,
            "asked": waiting.b,
            "disputed": disputed.a,
            "in": done.a,
            "bye": now.byes[0].player,
        }
        for state, text in zip(("open", "waiting"), LISTS[system], strict=True):
            lists.hand_in(self._desk, opened.id, Brought(f"#{at[state]}", text), STAFF, "on paper")
        if system == "bushido":  # Players vote, and one award is chosen.
            awards.add(self._desk, opened.id, "Best opponent", AwardKind.OPPONENT, STAFF, prize="A dice bag")
            awards.add(self._desk, opened.id, "Best painted", AwardKind.STAFF, STAFF)
            awards.open_voting(self._desk, opened.id, "Best opponent", STAFF)
        named = {state: opened.event.name_of(player) for state, player in at.items()}
        return Playing(opened.id, str(out[0].table), out[0].a, named)

    def _report(self, opened: Opened, by: PlayerId, raw: dict[str, str]) -> Opened:
        actor = Actor(opened.event.name_of(by), Role.PLAYER, by)
        return results.report(self._desk, opened.id, [Report(f"#{by}", raw)], actor)

    def _draft(self) -> str:
        opened = events.create(self._desk, "Club Night", "bushido", STAFF, seed="draft")
        breaks = [("1", "45", "Lunch in the garden behind the hall"), ("16:00", "15", "")]
        days = [("2", "2099-11-16", "09:30")]
        set_times(self._desk, opened.id, STAFF, "2099-11-15", "10:00", "15", "", breaks, days)
        roster.enrol(self._desk, opened.id, [(name, {}) for name in NAMES[:9]], STAFF)
        rounds.pair(self._desk, opened.id, STAFF)
        return opened.id

    def _laid(self) -> str:
        """With scenarios rolled and terrain on table 1."""
        opened = events.create(self._desk, "Steel Cup", "warmachine", STAFF, seed="laid")
        roster.enrol(self._desk, opened.id, [(name, {}) for name in NAMES[:6]], STAFF)
        events.roll_scenarios(self._desk, opened.id, STAFF)
        terrain.stock(self._desk, opened.id, [Typed(*piece) for piece in PIECES], STAFF)
        terrain.generate(self._desk, opened.id, "quadrant", STAFF, tables=(1,))
        rounds.pair(self._desk, opened.id, STAFF)
        rounds.publish(self._desk, opened.id, STAFF)
        return opened.id

    def _season(self) -> str:
        """With the finished event, of whose twelve players four have qualified."""
        seasons = Seasons(self._desk.journals, self._desk.clock, self._desk.fresh)
        opened = circuit.open_season(seasons, "Winter Circuit", CIRCUIT, "2020-01-01", "2090-12-31", STAFF)
        circuit.enter(seasons, self._desk, opened.id, self.finished, AboutEvent(last_day="2020-02-01"), STAFF)
        return opened.id

    def _person(self) -> str:
        """The first player of the finished event, who played in another one too and agreed to be seen."""
        *_, last = demo(self._desk, "l5r", 8, "finished too", {"structure": "custom", "rounds": "3", "cut": "2"})
        book = PeopleBook(self._desk, Seasons(self._desk.journals, self._desk.clock, self._desk.fresh))
        first = f"#1@{self.finished}"
        people.join(book, first, f"{self._desk.open(self.finished).event.name_of(PlayerId(1))}@{last.opened.id}", STAFF)
        people.consent(book, first, True, STAFF)
        return appearance_key(book.roll().find(first))

    def _account(self) -> int:
        """Of somebody with a long name, who organises the new event together with another."""
        book = AccountBook(self._desk)
        account = accounts.add(book, "annabel.von.der.ley@tournaments.example", "Annabel von der Ley-Steinbach", STAFF)
        accounts.add(book, "bo", "Bo", STAFF)
        accounts.hand_over(book, self.new, account.login, STAFF)
        accounts.share(book, self.new, "bo", STAFF)
        return account.id

    def _finished(self) -> str:
        options = {"structure": "custom", "rounds": "3", "cut": "4"}
        *_, last = demo(self._desk, "l5r", 12, "finished", options)
        awards.add(self._desk, last.opened.id, "Best painted", AwardKind.STAFF, STAFF)
        awards.decide(self._desk, last.opened.id, "Best painted", ["#3"], STAFF, "every banner by hand")
        return last.opened.id
