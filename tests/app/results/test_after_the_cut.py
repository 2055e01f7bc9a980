"""Corrections between the cut and the bracket's first game: they do what the preview said, and the event verifies."""

from __future__ import annotations

import os
from contextlib import suppress

import pytest

from muster.app.past.verify import verify
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.results.preview import preview
from muster.core.kit.errors import Refusal
from muster.core.kit.lots import Lots
from muster.core.kit.model import Ending
from muster.core.reading.final import final_standings
from tests.app.hall import STAFF, Hall

EVENTS = 1_000 if os.environ.get("MUSTER_LONG_TESTS") else 60


class Qualified(Hall):
    """An event of one round after its cut, and whatever somebody may do then."""

    def __init__(self, number: int) -> None:
        self.lots = Lots(str(number), "after the cut")
        size = self.lots.choice(("2", "4"))
        players = 2 + self.lots.below(6)
        super().__init__("l5r", players, seed=str(number), structure="custom", rounds="1", cut=size)
        self.play({"winner": "a"})
        self.cut()

    def anybody(self) -> str:
        return self.lots.choice([player.name for player in self.event.players.values()])

    def any_correction(self) -> Report:
        match = self.lots.choice(self.event.rounds[0].matches)
        both = tuple(self.event.name_of(player) for player in (match.a, match.b))
        by = self.lots.choice((both, both[:1], both[1:]))
        win = Report(str(match.table), {"winner": self.lots.choice(("a", "b"))}, round=1)
        return self.lots.choice((win, Report(str(match.table), ending=Ending.NO_SHOW, by=by, round=1)))

    def correct_as_previewed(self) -> None:
        """X-29 X-02: ranks, who is in and seats in the cut."""
        one, before = self.any_correction(), self.opened
        shown = preview(before, results.correction(before, one, "misread"))
        after = results.correct(self.desk, self.id, one, "misread", STAFF)
        was = {row.player: row for row in final_standings(before.event, before.system).rows}
        now = {row.player: row for row in final_standings(after.event, after.system).rows}
        differ = {p for p in now if (was[p].rank, was[p].points) != (now[p].rank, now[p].points)}
        assert {change.number for change in shown.ranks} >= differ
        moved = {p.id for p in after.event.players.values() if before.event.players[p.id].status is not p.status}
        assert {change.number for change in shown.players} == moved
        old, new = {*before.event.stage.seeds}, {*after.event.stage.seeds}
        assert {who.number for who in shown.cut.inside} == new - old
        assert {who.number for who in shown.cut.outside} == old - new

    def anything(self) -> None:
        do = self.lots.choice(("correct", "correct", "correct", "drop", "rejoin", "undo", "redo", "draw"))
        match do:
            case "correct":
                self.correct_as_previewed()
            case "drop":
                self.drop(self.anybody())
            case "rejoin":
                self.rejoin(self.anybody())
            case "undo":
                self.undo()
            case "redo":
                self.redo()
            case _:
                self.pair()
                self.publish()


@pytest.mark.parametrize("share", range(4))
def test_corrections_after_the_cut_do_what_the_preview_said(share: int) -> None:
    """X-29 X-02 L5R-102: qualifiers out, back, out together; with drops, undos and draws between."""
    for number in range(share, EVENTS, 4):
        hall = Qualified(number)
        for _ in range(8):
            if hall.event.stage.number == 1:
                break  # The cut itself was undone.
            with suppress(Refusal):
                hall.anything()
        checked = verify(hall.opened, hall.desk.seed(hall.id))
        assert checked.ok, (number, checked.difference)
