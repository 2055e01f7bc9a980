"""A finished event is changed by nobody: every act is refused with the way out."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime

import pytest

from muster.core.kit.errors import Refusal
from muster.core.kit.lots import Urn
from muster.core.kit.model import Role
from muster.core.record.event import Event, Match
from muster.core.record.facts.lists import ListMark
from muster.core.record.player import Player
from muster.core.record.staff import StaffMember
from muster.core.record.terrain import Form, Layout, Piece
from muster.core.rules import clock, drafts, events, layouts, players, results, rounds, scenarios, staff, stages
from muster.core.rules.conduct import calls, objections, rulings
from muster.core.rules.lists import declarations, life, lost_cards, proxies
from tests.app.hall import Hall

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
AT = NOW.isoformat()


class Over(Hall):
    """One round of Legend of the Five Rings, closed, and the event finished."""

    def __init__(self) -> None:
        super().__init__("l5r", 2, structure="custom", rounds="1")
        self.play({"winner": "a"})
        self.finish("enough")

    @property
    def ann(self) -> Player:
        return self.event.players[self.match.a]

    @property
    def bob(self) -> Player:
        return self.event.players[self.match.b]

    @property
    def match(self) -> Match:
        return self.event.rounds[0].matches[0]

    @property
    def organiser(self) -> StaffMember:
        return self.event.staff.members[0]


Act = Callable[[Over, Event], object]

ACTS: dict[str, Act] = {
    "enrol": lambda o, e: players.enrol(e, o.system, [players.Newcomer("Cy")], Urn("s")),
    "remove": lambda o, e: players.remove(e, [o.ann]),
    "register": lambda o, e: players.must_be_open(e, o.system),
    "amend a player": lambda o, e: players.amend(e, o.system, o.ann, "Anna", {}),
    "check in": lambda o, e: players.check_in(e, o.system, [o.ann]),
    "check out": lambda o, e: players.check_out(e, [o.ann]),
    "drop": lambda o, e: players.drop(e, o.ann),
    "rejoin": lambda o, e: players.rejoin(e, o.system, o.ann),
    "disqualify": lambda o, e: players.disqualify(e, o.system, o.ann, "why"),
    "report": lambda o, e: results.report(e, o.system, e.rounds[0], o.match, {"winner": "a"}),
    "confirm": lambda o, e: results.confirm(e, o.system, e.rounds[0], o.match),
    "correct": lambda o, e: results.correct(e, o.system, e.rounds[0], o.match, {"winner": "b"}, reason="why"),
    "pair": lambda o, e: rounds.draw_round(e, o.system, Urn("s")),
    "publish": lambda o, e: rounds.publish(e),
    "close": lambda o, e: rounds.close(e, o.system),
    "swap": lambda o, e: drafts.swap(e, o.system, o.ann, o.bob),
    "move": lambda o, e: drafts.move(e, o.match, 2),
    "cut": lambda o, e: stages.cut(e, o.system, 2),
    "clock": lambda o, e: clock.start(e, AT),
    "amend": lambda o, e: events.amend(e, "Other", None),
    "option": lambda o, e: events.set_option(e, o.system, "rounds", 4, "why"),
    "finish": lambda o, e: events.finish(e, o.system, "s", "why"),
    "join": lambda o, e: staff.join(e, o.system, "Eve", Role.JUDGE, "key"),
    "play too": lambda o, e: staff.plays(e, o.system, 0, o.ann.id),
    "duty": lambda o, e: staff.duty(e, 0, False),
    "note a penalty": lambda o, e: rulings.note_penalty(e, o.system, o.ann, "Warning", ""),
    "rule": lambda o, e: rulings.rule(e, o.system, o.organiser, 0, "", "So."),
    "appeal": lambda o, e: rulings.appeal(e, o.system, o.organiser, 1, o.ann, ""),
    "decide": lambda o, e: rulings.decide(e, o.system, o.organiser, 1, True, "So."),
    "penalise": lambda o, e: rulings.penalise(e, o.system, o.organiser, o.ann, "warning", "why"),
    "decline": lambda o, e: rulings.decline(e, 1, "why"),
    "call": lambda o, e: calls.call(e, o.ann.id, 1),
    "answer a call": lambda o, e: calls.answer(e, o.system, o.organiser, 1),
    "end a call": lambda o, e: calls.end(e, o.system, o.organiser, 1),
    "object": lambda o, e: objections.object_to(e, e.rounds[0], o.match, o.ann, "no"),
    "choose a scenario": lambda o, e: scenarios.choose(e, o.system, 2, "Siege"),
    "attach a sheet": lambda o, e: scenarios.attach(e, "Siege", "f.png", "image/png", ""),
    "detach a sheet": lambda o, e: scenarios.detach(e, "Siege"),
    "roll scenarios": lambda o, e: scenarios.roll(e, o.system, Urn("s")),
    "stock": lambda o, e: layouts.stock(e, o.system, Piece("Wall", ("wall",), Form.CIRCLE, 3, 3), 1),
    "save a layout": lambda o, e: layouts.save(e, o.system, Layout("One", 48, 48, ())),
    "remove a layout": lambda o, e: layouts.remove(e, "One"),
    "assign a layout": lambda o, e: layouts.assign(e, 1, "One"),
    "lay grounds": lambda o, e: layouts.lay_grounds(e, []),
    "review terrain": lambda o, e: layouts.review(e, "fine"),
    "hand in": lambda o, e: life.hand_in(e, o.system, o.ann, 1, "x", {}, NOW, staff=True),
    "withdraw a list": lambda o, e: life.withdraw(e, o.system, o.ann, 1, NOW, staff=True, reason="why"),
    "lock": lambda o, e: life.lock(e, o.system, []),
    "unlock": lambda o, e: life.unlock(e, o.system, [], NOW, "why"),
    "mark": lambda o, e: life.mark(e, o.system, o.ann, 1, ListMark.IN_ORDER, "", ()),
    "proxy": lambda o, e: proxies.make_proxy(e, o.system, o.ann, "Card", "", "Lea", date(2026, 11, 15)),
    "lose a card": lambda o, e: lost_cards.lose(e, o.system, o.ann, "Card", AT),
    "replace a card": lambda o, e: lost_cards.replace(e, o.system, 1),
    "concede for a card": lambda o, e: lost_cards.concede(e, o.system, 1),
    "declare": lambda o, e: declarations.seal(e, o.system, o.ann, "list", "1"),
}


@pytest.fixture(scope="module")
def over() -> Over:
    return Over()


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_a_finished_event_is_changed_by_nobody(over: Over, act: Act) -> None:
    with pytest.raises(Refusal, match="To change something, undo the finish first"):
        act(over, over.event)
