"""A player's moment: every state of every event is exactly one of them for everybody, and what it says is true."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest

from muster.app.lists import actions as lists
from muster.app.lists.actions import Brought
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.app.views.moment import NEEDS, Coming, Moment, MomentView, moment_of
from muster.core.book.system import System
from muster.core.kit.errors import Refusal
from muster.core.kit.lots import Lots
from muster.core.kit.model import Ending, PlayerId, StageKind
from muster.core.reading.games import winner
from muster.core.record.event import Event, Match, MatchState, Round
from muster.core.record.player import Player
from tests.app.hall import STAFF, Hall

WARMACHINE = {"winner": "a", "how": "scenario", "cp": "5-1", "apd": "30-10"}


def moments(hall: Hall) -> dict[PlayerId, MomentView]:
    opened = hall.opened
    return {player.id: moment_of(opened, player) for player in opened.event.players.values()}


def moment(hall: Hall, name: str) -> MomentView:
    return moment_of(hall.opened, hall.event.find(name))


class Truth:
    """The same event seen without the code under test, one question per moment."""

    def __init__(self, event: Event, system: System, player: Player) -> None:
        self.event, self.system, self.player = event, system, player
        self.round: Round | None = event.shown[-1] if event.shown else None
        self.match: Match | None = self.round.match_of(player.id) if self.round else None
        self.on = player.active and not event.finished
        self.cut = len(event.stages) > 1
        self.inside = player.id in event.stage.seeds
        self.stage_on = self.round is not None and self.round.stage == event.stage.number
        self.playing = self.on and self.match is not None and self.stage_on and (not self.cut or self.inside)

    def lost_for_good(self) -> bool:
        """Lost an elimination game, and has no other to come."""
        event, me = self.event, self.player.id
        if event.stage.kind is not StageKind.ELIMINATION or not self.stage_on or (self.cut and not self.inside):
            return False
        shown = [r for r in event.shown if r.stage == event.stage.number]
        lost = [
            number
            for number, r in enumerate(shown)
            for m in r.matches
            if m.has(me) and m.result is not None and winner(event, self.system, r, m) != me
        ]
        if not lost or shown[-1].number != self.round.number:  # type: ignore[union-attr]  # the stage is on
            return bool(self.cut and self.inside and not any(me in r.players() for r in shown))
        entered = len(set(shown[0].players()))
        last = len(shown) == max((entered - 1).bit_length(), 1)
        if last:
            return me not in shown[-1].players()
        third = self.system.settings(event).flag("play_for_third")
        semi = len(shown) == (entered - 1).bit_length() - 1
        if me in shown[-1].players() and third and semi and len(shown[-1].matches) == 2:
            if not shown[-1].complete:
                return False
            both = all(winner(event, self.system, shown[-1], m) is not None for m in shown[-1].matches)
            return not (both and all(event.players[p].active for p in shown[-1].players()))
        return True

    def is_in(self) -> bool:
        return self.playing and self.match is not None and self.match.state is MatchState.IN

    def reported_by(self) -> set[PlayerId]:
        return set(self.match.reports) if self.playing and self.match is not None else set()

    def must_choose(self) -> bool:
        said = self.event.lists.sealed.get((self.round.number if self.round else 0, self.player.id), {})
        return self.system.key == "warmachine" and len(self.event.lists.slots(self.player.id)) > 1 and not said


TRUE: dict[Moment, Callable[[Truth], bool]] = {
    Moment.BEFORE: lambda t: t.on and t.round is None,
    Moment.CHOOSE: lambda t: t.playing and not t.is_in() and not t.reported_by() and t.must_choose(),
    Moment.PLAYING: lambda t: t.playing and not t.is_in() and not t.reported_by() and not t.must_choose(),
    Moment.SENT: lambda t: t.reported_by() == {t.player.id},
    Moment.ASKED: lambda t: (
        len(t.reported_by()) == 1 and t.player.id not in t.reported_by() and t.system.key != "urban_war"
    ),
    Moment.ENTER: lambda t: (
        len(t.reported_by()) == 1 and t.player.id not in t.reported_by() and t.system.key == "urban_war"
    ),
    Moment.DISPUTED: lambda t: len(t.reported_by()) == 2,
    Moment.IN: lambda t: t.is_in() and not t.lost_for_good(),
    Moment.BYE: lambda t: (
        t.on and t.stage_on and t.round is not None and t.player.id in [b.player for b in t.round.byes]
        and (not t.cut or t.inside)
    ),
    Moment.NO_GAME: lambda t: (
        t.on and t.round is not None and t.player.id not in t.round.players() and not t.cut and not t.lost_for_good()
    ),
    Moment.THROUGH: lambda t: t.on and t.cut and t.inside and not t.stage_on,
    Moment.MISSED: lambda t: t.on and t.cut and not t.inside,
    Moment.OUT: lambda t: t.on and t.lost_for_good(),
    Moment.LEFT: lambda t: not t.player.active and not t.event.finished,
    Moment.FINISHED: lambda t: t.event.finished,
}  # fmt: skip


class Walk:
    """An organiser and players who randomly do whatever the event allows; refusals are fine."""

    def __init__(self, system: str, seed: int) -> None:
        self.lots = Lots(str(seed), f"a walk in {system}")
        options = {"rounds": str(2 + self.lots.below(2)), "late_entry": "yes"}
        options["cut"] = str((0, 2, 4)[self.lots.below(3)])
        options["play_for_third"] = ("no", "yes")[self.lots.below(2)]
        if not self.lots.below(3):
            options["format"] = "elimination"
        if system == "l5r":
            options["structure"] = "custom"
        self.hall = Hall(system, 3 + self.lots.below(7), seed=str(seed), **options)
        self.seen: set[Moment] = set()
        if system == "warmachine":
            for player in list(self.hall.event.players.values())[::2]:
                for slot in (1, 2):
                    lists.hand_in(self.hall.desk, self.hall.id, Brought(player.name, f"List {slot}", slot), STAFF)

    def step(self) -> None:
        actions = (self.round, self.round, self.play, self.play, self.speak, self.leave, self.back, self.move, self.cut)
        action = (
            actions[self.lots.below(len(actions))] if self.lots.below(20) else (self.end, self.undo)[self.lots.below(2)]
        )
        with suppress(Refusal):
            action()
        self.look()

    def look(self) -> None:
        event, system = self.hall.event, self.hall.system
        for player in event.players.values():
            said = moment_of(self.hall.opened, player)
            truth = Truth(event, system, player)
            assert [m for m in Moment if TRUE[m](truth)] == [said.moment], (player.name, said)
            filled = {name for name in MomentView.__struct_fields__ if getattr(said, name) is not None}
            assert filled == {"moment", *NEEDS[said.moment]}, said
            self.seen.add(said.moment)

    def round(self) -> None:
        """Players who were promised a table have one in the next round, and nobody else does; if there is no next
        round, nobody was promised one.
        """
        hall, before = self.hall, moments(self.hall)
        event = hall.event
        if event.current is not None and event.current not in event.shown:
            hall.publish()  # It was drawn while something else could still change.
            return
        promised = {player for player, said in before.items() if said.coming is Coming.ROUND}
        try:
            hall.pair()
        except Refusal:
            over = event.shown and event.shown[-1].complete and len(event.active_players()) > 1
            assert not (over and promised), promised
            raise
        hall.publish()
        maybe = {player for player, said in before.items() if said.coming is Coming.IF_NEEDED}
        assert promised <= set(hall.event.shown[-1].players()) <= promised | maybe

    def play(self) -> None:
        for match in self.hall.event.shown[-1].matches if self.hall.event.shown else []:
            if self.lots.below(9) and match.state is not MatchState.IN:
                self._report(match, None)

    def speak(self) -> None:
        """A player reports, or declares the list of this game."""
        event = self.hall.event
        match = self.lots.choice(event.shown[-1].matches) if event.shown and event.shown[-1].matches else None
        if match is None:
            return
        player = (match.a, match.b)[self.lots.below(2)]
        if self.hall.system.key == "warmachine" and self.lots.below(2):
            lists.declare(self.hall.desk, self.hall.id, f"#{player}", "list", str(1 + self.lots.below(2)), STAFF)
        else:
            self._report(match, player)

    def _report(self, match: Match, player: PlayerId | None) -> None:
        event, hall = self.hall.event, self.hall
        a, b = event.players[match.a], event.players[match.b]
        raw = hall.system.invent(a, b, hall.system.settings(event), self.lots)
        one = Report(str(match.table), raw=raw)
        if player is None and not self.lots.below(8):
            one = Report(str(match.table), ending=(Ending.NO_SHOW, Ending.CONCESSION)[self.lots.below(2)], by=(a.name,))
        actor = STAFF if player is None else roster.as_player(hall.desk, hall.id, event.name_of(player))
        results.report(hall.desk, hall.id, [one], actor)

    def _somebody(self) -> str:
        return self.lots.choice([p.name for p in self.hall.event.players.values()] or ["Nobody"])

    def leave(self) -> None:
        if not self.lots.below(3):
            self.hall.drop(self._somebody())

    def back(self) -> None:
        if self.lots.below(2):
            self.hall.rejoin(self._somebody())
        else:
            self.hall.enrol(f"Late {len(self.hall.opened.entries)}")

    def move(self) -> None:
        rounds.move_table(self.hall.desk, self.hall.id, 1, 1 + self.lots.below(9), STAFF)

    def cut(self) -> None:
        self.hall.cut()

    def end(self) -> None:
        self.hall.finish("the hall closes")

    def undo(self) -> None:
        self.hall.undo()


@pytest.mark.parametrize("system", ["bushido", "l5r", "warmachine", "urban_war"])
def test_every_state_is_one_moment_and_it_is_true(system: str) -> None:
    seen: set[Moment] = set()
    for seed in range(30):
        walk = Walk(system, seed)
        walk.look()
        for _ in range(35):
            walk.step()
        seen |= walk.seen
    assert {Moment.MISSED, Moment.THROUGH, Moment.OUT, Moment.FINISHED, Moment.LEFT, Moment.DISPUTED} <= seen
    assert (Moment.CHOOSE in seen) == (system == "warmachine") and (Moment.ENTER in seen) == (system == "urban_war")
