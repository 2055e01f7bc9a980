"""Corrections, drops, rejoins and undos in any order: points, missed rounds and who is in, counted afresh each time."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from muster.app.past.verify import verify
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Ending, PlayerId, Result
from muster.core.reading.tally import table
from muster.core.record.event import Event, MatchState, RoundState
from muster.core.record.facts import play as facts
from muster.core.record.facts.play import Entry
from muster.core.record.undo import effective
from tests.app.hall import STAFF, Hall

LONG = bool(os.environ.get("MUSTER_LONG_TESTS"))


@dataclass
class Story:
    """One player's event as if every result had been entered correctly right away."""

    status: str = "active"
    missed: set[int] = field(default_factory=set)
    waiting: set[int] = field(default_factory=set)
    """Rounds that count as missed only if they come back."""


@dataclass(frozen=True)
class Slip:
    result: Result
    excused: bool


Where = tuple[int, int]


def slips(entries: list[Entry]) -> tuple[dict[Where, Slip], dict[int, Where]]:
    """Each match's final slip, and the entries with which it got its first one."""
    last: dict[Where, Slip] = {}
    first: dict[int, Where] = {}
    half: dict[Where, dict[PlayerId, Result]] = {}
    for _, group in groupby(entries, key=lambda entry: entry.request):
        action = list(group)
        excused = any(isinstance(entry.fact, facts.PlayerExcused) for entry in action)
        for entry in action:
            fact = entry.fact
            if not isinstance(fact, facts.ResultReported | facts.ResultCorrected):
                continue
            where = fact.round, fact.match
            if isinstance(fact, facts.ResultReported) and fact.reporter is not None:
                told = half.setdefault(where, {})
                told[fact.reporter] = fact.result
                if len(told) < 2:
                    continue
            if where not in last:
                first[entry.seq] = where
            last[where] = Slip(fact.result, excused)
    return last, first


def stories(entries: list[Entry], event: Event, *, retires: bool) -> dict[PlayerId, Story]:
    """Walks through the event once, with the right slips from the start."""
    last, first = slips(entries)
    told = {player: Story() for player in event.players}
    of_results = {
        entry.seq
        for _, group in groupby(entries, key=lambda entry: entry.request)
        for action in [list(group)]
        if any(isinstance(e.fact, facts.ResultReported | facts.ResultCorrected) for e in action)
        for entry in action
    }
    for entry in entries:
        fact = entry.fact
        if isinstance(fact, facts.RoundPublished):
            seated = set(event.rounds[fact.round - 1].players())
            for player, story in told.items():
                if player not in seated:
                    (story.missed if story.status == "active" else story.waiting).add(fact.round)
        elif entry.seq in first:
            slip = last[first[entry.seq]]
            number = first[entry.seq][0]
            for player in slip.result.by:
                happens(told[player], slip, number, retires=retires)
        elif entry.seq in of_results:
            continue
        elif isinstance(fact, facts.PlayerDropped) and told[fact.player].status == "active":
            told[fact.player].status = "dropped"
        elif isinstance(fact, facts.PlayerDisqualified):
            told[fact.player].status = "disqualified"
        elif isinstance(fact, facts.PlayerRejoined) and told[fact.player].status == "dropped":
            told[fact.player].status = "active"
            told[fact.player].missed |= told[fact.player].waiting
            told[fact.player].waiting.clear()
    return told


def happens(story: Story, slip: Slip, number: int, *, retires: bool) -> None:
    """What a slip does to a player whom it names."""
    match slip.result.ending:
        case Ending.NO_SHOW if slip.excused:
            story.missed.add(number)
        case Ending.NO_SHOW:
            story.waiting.add(number)
            story.status = "dropped" if story.status == "active" else story.status
        case Ending.CONCESSION if retires:
            story.status = "retired" if story.status != "disqualified" else story.status
        case Ending.DISQUALIFIED:
            story.status = "disqualified"


@dataclass(frozen=True)
class Pays:
    """What a round is worth in a game, and how its slips are written."""

    win: int
    loss: int
    bye: int
    missed: int
    a_wins: dict[str, str]
    b_wins: dict[str, str]
    options: dict[str, str]
    retires: bool = False


GAMES = {
    "l5r": Pays(10, 1, 10, 1, {"winner": "a"}, {"winner": "b"}, {"structure": "custom"}),
    "urban_war": Pays(24, 0, 24, 0, {"lost": "0-12"}, {"lost": "12-0"}, {}, retires=True),
}


def recount(event: Event, told: dict[PlayerId, Story], pays: Pays) -> dict[PlayerId, list[int]]:
    """Every player's points, round by round, over rounds whose results are all in."""
    found: dict[PlayerId, list[int]] = {player: [] for player in event.players}
    for round_ in event.rounds:
        if any(match.result is None for match in round_.matches) or round_.state is RoundState.DRAFT:
            continue
        for bye in round_.byes:
            found[bye.player].append(pays.bye)
        for match in round_.matches:
            assert match.result is not None
            for player in (match.a, match.b):
                named = player in match.result.by
                if match.result.ending is Ending.NO_SHOW:
                    found[player] += [] if named else [pays.bye]
                elif match.result.ending is Ending.DOUBLE_LOSS:
                    found[player].append(0)
                elif match.result.by:
                    found[player].append(pays.loss if named else pays.win)
                else:
                    values = match.result.values
                    a_won = values.get("winner") == "a" or values.get("lost") == [0, 12]
                    found[player].append(pays.win if a_won == (player == match.a) else pays.loss)
        for player, story in told.items():
            if round_.number in story.missed:
                found[player].append(pays.missed)
    return found


ENDINGS = ["a wins", "b wins", "no-show", "no-show", "excused", "excused", "concession", "both lose", "penalty", "both"]


class CorrectionsMachine(RuleBasedStateMachine):
    """A small event in which everything is entered wrong at first."""

    system = ""
    pays: ClassVar[Pays]

    @initialize(players=st.integers(4, 7))
    def begin(self, players: int) -> None:
        names = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gil"][:players]
        self.hall = Hall(self.system, names, rounds="4", **self.pays.options)
        self.hall.pair()
        self.hall.publish()

    def _slip(self, data: st.DataObject, table: int, round_: int, a: str, b: str) -> Report:
        by = (data.draw(st.sampled_from([a, b])),)
        where = str(table)
        ending = data.draw(st.sampled_from(ENDINGS))
        note(f"{ending} {by}")
        match ending:
            case "a wins" | "b wins":
                return Report(where, self.pays.a_wins if ending == "a wins" else self.pays.b_wins, round=round_)
            case "no-show" | "excused":
                return Report(where, ending=Ending.NO_SHOW, by=by, round=round_, excused=ending == "excused")
            case "both":
                return Report(where, ending=Ending.NO_SHOW, by=(a, b), round=round_)
            case "concession" | "penalty":
                kind = Ending.CONCESSION if ending == "concession" else Ending.GAME_LOSS
                return Report(where, ending=kind, by=by, round=round_)
        return Report(where, ending=Ending.DOUBLE_LOSS, round=round_)

    def _try(self, action: Any, *args: object) -> None:
        try:
            action(*args)
        except Refusal as refusal:
            note(f"refused: {refusal}")

    def _a_match(self, data: st.DataObject, *, settled: bool) -> Any:
        event = self.hall.event
        found = [
            (match.table, round_.number, event.name_of(match.a), event.name_of(match.b))
            for round_ in event.rounds
            for match in round_.matches
            if (match.state is MatchState.IN) == settled and round_.state is not RoundState.DRAFT
        ]
        return data.draw(st.sampled_from(found)) if found else None

    @rule(data=st.data(), phones=st.booleans())
    def report(self, data: st.DataObject, phones: bool) -> None:
        one = self._a_match(data, settled=False)
        if one is None:
            return
        slip = self._slip(data, *one)
        phones = phones and not slip.excused
        for name in one[2:] if phones else (None,):
            actor = STAFF if name is None else roster.as_player(self.hall.desk, self.hall.id, name)
            self._try(results.report, self.hall.desk, self.hall.id, [slip], actor)

    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        one = self._a_match(data, settled=True)
        if one is not None:
            slip = self._slip(data, *one)
            self._try(results.correct, self.hall.desk, self.hall.id, slip, "misread", STAFF)

    @rule()
    def next_round(self) -> None:
        """Side a wins the tables without a result; then everybody who is in is paired."""
        for match in self.hall.event.rounds[-1].matches:
            if match.state is not MatchState.IN:
                self._try(
                    results.report, self.hall.desk, self.hall.id, [Report(str(match.table), self.pays.a_wins)], STAFF
                )
        self._try(self.hall.pair)
        self._try(self.hall.publish)

    @rule(data=st.data(), do=st.sampled_from(["drop", "drop", "rejoin", "rejoin", "disqualify"]))
    def people(self, data: st.DataObject, do: str) -> None:
        name = data.draw(st.sampled_from([p.name for p in self.hall.event.players.values()]))
        self._try(getattr(self.hall, do), name)

    @rule()
    def undo(self) -> None:
        if len(self.hall.event.rounds) > 1 or any(m.result or m.reports for m in self.hall.event.rounds[0].matches):
            self._try(self.hall.undo)

    @rule()
    def redo(self) -> None:
        self._try(self.hall.redo)

    @invariant()
    def everything_equals_a_fresh_count(self) -> None:
        event = self.hall.event
        told = stories(effective(self.hall.opened.entries), event, retires=self.pays.retires)
        for player in event.players.values():
            story = told[player.id]
            assert (player.name, player.status.value, player.missed) == (player.name, story.status, story.missed)
        lines = table(event, self.hall.system).lines
        counted = {player: sorted(line.points for line in own) for player, own in lines.items()}
        assert counted == {p: sorted(points) for p, points in recount(event, told, self.pays).items()}

    def teardown(self) -> None:
        if hasattr(self, "hall"):
            checked = verify(self.hall.opened, self.hall.desk.seed(self.hall.id))
            assert checked.ok, checked.difference


@pytest.mark.parametrize("system", GAMES)
def test_any_order_of_corrections_equals_a_fresh_count(system: str) -> None:
    """X-29 X-06 X-22 L-39 L5R-090 UW-53: as if every result had been entered correctly right away."""
    machine: Any = type("Machine", (CorrectionsMachine,), {"system": system, "pays": GAMES[system]})
    machine.TestCase.settings = settings(
        max_examples=3_000 if LONG else 80,
        stateful_step_count=40 if LONG else 20,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    machine.TestCase().runTest()
