"""Random events of every system hold what must always hold, whatever people do and undo."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import combinations, pairwise
from typing import Any, ClassVar

import pytest
import rustworkx
from hypothesis import HealthCheck, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from muster.app.desk import Opened
from muster.app.lists import actions as lists
from muster.app.lists.actions import Brought
from muster.app.past.verify import verify
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.core.kit.errors import Refusal
from muster.core.kit.lots import Lots
from muster.core.kit.model import Ending, PlayerId
from muster.core.reading.tally import standings
from muster.core.record.event import Event, MatchState, RoundState
from muster.core.record.facts.lists import ListMark
from muster.core.record.fold.play import fold
from muster.systems import registry
from tests.app.hall import STAFF, Hall

LONG = bool(os.environ.get("MUSTER_LONG_TESTS"))


def met_before(event: Event, number: int) -> set[frozenset[PlayerId]]:
    """Everybody who really played each other before a round, straight from the matches."""
    return {
        frozenset((m.a, m.b))
        for r in event.rounds[: number - 1]
        for m in r.matches
        if m.result is not None and m.result.ending is not Ending.NO_SHOW
    }


def pairable(players: list[PlayerId], met: set[frozenset[PlayerId]]) -> bool:
    """Whether these can all be paired without a rematch: a maximum matching from the library itself."""
    graph = rustworkx.PyGraph()
    place = dict(zip(players, graph.add_nodes_from(players), strict=True))
    graph.add_edges_from([(place[a], place[b], 1) for a, b in combinations(players, 2) if frozenset((a, b)) not in met])
    return 2 * len(rustworkx.max_weight_matching(graph, max_cardinality=True)) == len(players)


class EventMachine(RuleBasedStateMachine):
    """An organiser who does whatever the event allows; refusals are fine, broken invariants are not."""

    system = ""
    options: ClassVar[dict[str, str]] = {}

    @initialize(players=st.integers(2, 60), seed=st.integers(0, 10_000))
    def begin(self, players: int, seed: int) -> None:
        small = players if seed % 3 else 2 + players % 10
        self.hall = Hall(self.system, small, seed=str(seed), rounds="5", **self.options)
        self.lots = Lots(str(seed), "what people do")
        self.refusals: list[str] = []
        self.read, self.said = self.hall.opened, repr(self.hall.event)

    def _try(self, action: Callable[..., Opened], *args: object) -> bool:
        try:
            done = action(*args)
        except Refusal as refusal:
            note(f"refused: {refusal}")
            self.refusals.append(str(refusal))
            return False
        assert done.event == self.hall.event, "the answer of an action is not what the journal replays to"
        return True

    def _somebody(self) -> str:
        return self.lots.choice([p.name for p in self.hall.event.players.values()] or ["Nobody"])

    @rule()
    def pair(self) -> None:
        if self._try(self.hall.pair):
            self._look_at_draft()

    @rule()
    def publish(self) -> None:
        self._try(self.hall.publish)

    @rule(share=st.sampled_from([1, 2]))
    def report_some(self, share: int) -> None:
        event = self.hall.event
        if not event.rounds or event.rounds[-1].state is not RoundState.PUBLISHED:
            return
        for match in event.rounds[-1].matches:
            if match.state is MatchState.IN or self.lots.below(share):
                continue
            a, b = event.players[match.a], event.players[match.b]
            raw = self.hall.system.invent(a, b, self.hall.system.settings(event), self.lots)
            one = [Report(str(match.table), raw=raw)]
            kind = self.lots.below(12)
            if kind == 0:
                one = [Report(str(match.table), ending=Ending.NO_SHOW, by=(a.name,), excused=bool(self.lots.below(2)))]
            elif kind == 1:
                one = [Report(str(match.table), ending=Ending.CONCESSION, by=(b.name,))]
            elif kind == 2:
                one = [Report(str(match.table), ending=Ending.DOUBLE_LOSS)]
            if kind == 3:
                for name in (a.name, b.name):
                    results.report(
                        self.hall.desk, self.hall.id, one, roster.as_player(self.hall.desk, self.hall.id, name)
                    )
            else:
                results.report(self.hall.desk, self.hall.id, one, STAFF)

    @rule()
    def close(self) -> None:
        self._try(self.hall.close)

    @rule(rounds=st.integers(1, 3))
    def whole_rounds(self, rounds: int) -> None:
        """Rounds from draw to close, so that events get far."""
        for _ in range(rounds):
            if self._try(self.hall.pair):
                self._look_at_draft()
            self._try(self.hall.publish)
            self.report_some(1)
            self._try(self.hall.close)

    @rule()
    def drop(self) -> None:
        self._try(self.hall.drop, self._somebody())

    @rule()
    def rejoin(self) -> None:
        self._try(self.hall.rejoin, self._somebody())

    @rule()
    def disqualify(self) -> None:
        if not self.lots.below(4):
            self._try(self.hall.disqualify, self._somebody())

    @rule()
    def enrol_late(self) -> None:
        self._try(self.hall.enrol, f"Late {len(self.hall.event.players)} {self.lots.below(1000)}")

    @rule()
    def correct(self) -> None:
        event = self.hall.event
        done = [(r, m) for r in event.rounds for m in r.matches if m.state is MatchState.IN]
        if done:
            round_, match = self.lots.choice(done)
            a, b = event.players[match.a], event.players[match.b]
            raw = self.hall.system.invent(a, b, self.hall.system.settings(event), self.lots)
            one = Report(str(match.table), raw=raw, round=round_.number)
            self._try(results.correct, self.hall.desk, self.hall.id, one, "misread", STAFF)

    @rule()
    def swap(self) -> None:
        if not self.lots.below(3):
            self._try(rounds.swap, self.hall.desk, self.hall.id, self._somebody(), self._somebody(), STAFF)

    @precondition(lambda self: self.hall.system.lists is not None)
    @rule(do=st.sampled_from(["hand in", "lock", "unlock", "mark", "consent", "declare"]))
    def lists(self, do: str) -> None:
        """Whatever may happen to a list, in any state of the event."""
        desk, event, name = self.hall.desk, self.hall.id, self._somebody()
        if do == "hand in":
            actor = STAFF if self.lots.below(2) or name == "Nobody" else roster.as_player(desk, event, name)
            text = f"Faction: Ryu\n{self.lots.below(9) + 1} Men {self.lots.below(90)}"
            self._try(lists.hand_in, desk, event, Brought(name, text), actor)
        elif do in ("lock", "unlock"):
            act = lists.lock if do == "lock" else lists.unlock
            self._try(act, desk, event, [name] if self.lots.below(2) else [], STAFF)
        elif do == "mark":
            self._try(lists.mark, desk, event, name, 1, ListMark.IN_ORDER, STAFF)
        elif do == "consent":
            self._try(lists.consent, desk, event, name, bool(self.lots.below(2)), STAFF)
        else:
            self._try(lists.declare, desk, event, name, "vim", "Men", STAFF)

    @precondition(lambda self: len(self.hall.opened.entries) > 2)
    @rule()
    def undo_and_redo(self) -> None:
        """Undo, then redo, is the identity."""
        before = self.hall.event
        if self._try(self.hall.undo):
            assert self.hall.event != before
            self.hall.redo()
            assert self.hall.event == before

    @rule()
    def undo(self) -> None:
        self._try(self.hall.undo)

    def _look_at_draft(self) -> None:
        """Everyone once; no avoidable rematch; no avoidable second bye."""
        event = self.hall.event
        round_ = event.rounds[-1]
        seated = list(round_.players())
        assert len(seated) == len(set(seated)), "somebody is in the round twice"
        assert set(seated) == {p.id for p in event.active_players()}, "somebody is left out"
        tables = [m.table for m in round_.matches]
        assert len(tables) == len(set(tables))
        met = met_before(event, round_.number)
        byes = {b.player for b in round_.byes}
        players = [p for p in seated if p not in byes]
        rematches = [m for m in round_.matches if frozenset((m.a, m.b)) in met]
        if rematches:
            assert not pairable(players, met), "an avoidable rematch"
            assert any(n.code == "rematch_forced" for n in round_.notices), "a rematch without a notice"
        for player in byes:
            had = event.byes_of(player) - 1
            fewer = [p for p in seated if event.byes_of(p) - (p in byes) < had]
            for other in fewer:
                rest = [p for p in seated if p != other]
                assert not pairable(rest, met), "an avoidable second bye"

    @invariant()
    def replay_gives_the_same_state(self) -> None:
        """The rows in the store give what the action returned, and what was read before is unchanged."""
        opened = self.hall.opened
        anew = fold(opened.entries)
        assert anew == opened.event
        assert standings(anew, opened.system).rows == standings(opened.event, opened.system).rows
        if self.read is not opened:
            assert repr(self.read.event) == self.said, "a state that somebody reads has changed"
            self.read, self.said = opened, repr(opened.event)

    @invariant()
    def standings_are_in_order(self) -> None:
        event, system = self.hall.event, self.hall.system
        result = standings(event, system)
        assert sorted(result.order()) == sorted(event.players)
        assert [r.position for r in result.rows] == list(range(1, len(result.rows) + 1))
        for upper, lower in pairwise(result.ranked()):
            assert upper.points >= lower.points
            assert upper.rank is not None and lower.rank is not None and upper.rank <= lower.rank

    def teardown(self) -> None:
        if hasattr(self, "hall"):
            assert [r for r in self.refusals if not r.endswith((".", "?"))] == [], "a refusal is a sentence"
            opened = self.hall.opened
            checked = verify(opened, self.hall.desk.seed(self.hall.id))
            assert checked.ok, checked.difference


OPTIONS = {
    "bushido": {"late_entry": "yes"},
    "l5r": {"structure": "custom", "late_entry": "yes"},
    "warmachine": {"stop_on_sole_leader": "no"},
    "urban_war": {"late_entry": "yes"},
}
"""Options that let more happen, by game."""


@pytest.mark.parametrize("system", registry.BUILT_IN)
def test_random_events_hold_the_invariants(system: str) -> None:
    """X-01 X-02 X-05 X-13 X-16: random events of 2 to 60 players with drops, rejoins, corrections and undos."""
    machine: Any = type("Machine", (EventMachine,), {"system": system, "options": OPTIONS.get(system, {})})
    machine.TestCase.settings = settings(
        max_examples=1_500 if LONG else 40,
        stateful_step_count=50 if LONG else 25,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    machine.TestCase().runTest()
