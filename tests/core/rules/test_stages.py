"""The cut and the bracket: who goes on, who comes in for whom, who plays on, and who has won."""

from __future__ import annotations

import pytest

from muster.app.past.verify import verify
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Ending, PlayerId
from muster.core.reading.plan import is_final
from muster.core.record.event import Match
from muster.core.record.facts.play import CutMade, CutRefilled, PlayerDropped
from muster.core.record.player import Status
from muster.core.rules import stages
from muster.core.rules.stages import champion, plays_on
from tests.app.hall import STAFF, Hall


class Tree(Hall):
    """An event that is a bracket from the start, or gets to one."""

    def __init__(self, players: int, format: str = "elimination", **options: str) -> None:
        super().__init__("bushido", players, format=format, **options)

    def begin(self) -> list[Match]:
        self.pair()
        return self.publish().event.rounds[-1].matches

    def win(self, *matches: Match) -> None:
        """Side a wins each of them."""
        for match in matches:
            self.report(str(match.table), vp="2-1")

    def nobody_wins(self, match: Match) -> None:
        self.report(str(match.table), ending="double_loss")

    def on(self, *players: PlayerId) -> list[bool]:
        return [plays_on(self.event, self.system, player) for player in players]

    def leave(self, player: PlayerId) -> None:
        self.drop(f"#{player}")

    @property
    def champion(self) -> PlayerId | None:
        return champion(self.event, self.system)

    def swiss_order(self) -> list[PlayerId]:
        return [self.event.find(name).id for name in self.order()]


def after_swiss(players: int, cut: int) -> Tree:
    hall = Tree(players, "swiss", rounds="1", cut=str(cut))
    hall.play({"vp": "2-1"})
    return hall


# The cut


def test_a_cut_comes_once_after_the_planned_rounds() -> None:
    """L5R-099."""
    hall = Tree(4, "swiss", rounds="1", cut="2")
    with pytest.raises(Refusal, match="None has been drawn yet"):
        stages.cut(hall.event, hall.system)
    hall.begin()
    with pytest.raises(Refusal, match="0 of 1 have been played"):
        stages.cut(hall.event, hall.system)
    hall.win(*hall.event.rounds[0].matches)
    hall.cut()
    with pytest.raises(Refusal, match="already in its elimination stage"):
        stages.cut(hall.event, hall.system)


def test_a_cut_takes_two_or_more_of_those_who_are_here() -> None:
    """L5R-099 L5R-100: seeded by their standing."""
    hall = after_swiss(4, 0)
    order = hall.swiss_order()
    for size in (None, 1):
        with pytest.raises(Refusal, match="Enter how many players continue"):
            stages.cut(hall.event, hall.system, size)
    hall.leave(order[0])
    assert stages.cut(hall.event, hall.system, 2) == [CutMade(2, (order[1], order[2]))]
    hall.leave(order[1])
    assert stages.cut(hall.event, hall.system, 4) == [CutMade(4, (order[2], order[3]))]
    hall.leave(order[2])
    with pytest.raises(Refusal, match=r"A cut needs two players\. Still in the event: 1"):
        stages.cut(hall.event, hall.system, 2)


def test_whoever_played_qualifies_and_steps_in_checked_in_or_not() -> None:
    """X-28: only those who never came are held out."""
    hall = Tree(4, "swiss", rounds="1", cut="2")
    roster.check_in(hall.desk, hall.id, ["#1", "#2"], STAFF)
    hall.by_hand(("#1", "#3"), ("#2", "#4"))
    hall.publish()
    hall.win(*hall.event.rounds[0].matches)
    hall.close()
    order = hall.swiss_order()
    assert stages.cut(hall.event, hall.system, 4) == [CutMade(4, tuple(order))]
    hall.cut()
    first = hall.event.players[order[0]]
    (*_, refilled) = stages.refill(hall.event, hall.system, first) or []
    assert isinstance(refilled, CutRefilled) and refilled.promoted == order[2]


def test_nobody_steps_in_where_all_had_qualified() -> None:
    """L5R-102: the seeds close up."""
    hall = after_swiss(4, 4)
    hall.cut()
    leaver, *rest = hall.event.stage.seeds
    facts = stages.refill(hall.event, hall.system, hall.event.players[leaver])
    assert facts == [PlayerDropped(leaver, 1, ""), CutRefilled(leaver, None, tuple(rest), ())]


def test_a_qualifier_who_was_disqualified_does_not_leave_again() -> None:
    """X-08."""
    hall = after_swiss(6, 4)
    hall.cut()
    event = hall.event.branch()
    out = event.edit_player(event.stage.seeds[0])
    out.status = Status.DISQUALIFIED
    assert stages.refill(event, hall.system, out) is None


# After a correction


def test_a_correction_that_takes_nobody_out_leaves_the_bracket_on_the_wall() -> None:
    """X-29 X-02: whatever the points are now."""
    hall = after_swiss(6, 4)
    hall.cut()
    hall.begin()
    assert stages.reseated(hall.event, hall.system) == []
    hall.correct("1", 1, vp="1-2")
    assert len(hall.event.rounds) == 2


def test_a_correction_that_takes_out_whoever_stepped_in_promotes_the_next() -> None:
    """X-29 L5R-102."""
    hall = after_swiss(6, 4)
    order = hall.swiss_order()
    hall.cut()
    hall.leave(order[0])
    assert hall.event.stage.seeds == (*order[1:4], order[4])
    match = hall.event.rounds[0].match_of(order[4])
    assert match is not None
    hall.correct(str(match.table), 1, ending="disqualified", by=f"#{order[4]}")
    assert hall.event.stage.seeds == (*order[1:4], order[5])
    (fact,) = (e.fact for e in hall.opened.entries if isinstance(e.fact, CutRefilled) and e.fact.left == order[4])
    assert fact == CutRefilled(order[4], order[5], (*order[1:4], order[5]))


def test_a_correction_changes_the_cut_by_one_player_after_the_other() -> None:
    """X-29 L5R-102: two are out and nobody can step in; then both are back. `verify` follows each step."""
    hall = after_swiss(2, 2)
    hall.cut()
    seeds = hall.event.stage.seeds
    results.correct(hall.desk, hall.id, Report("1", ending=Ending.NO_SHOW, by=("#1", "#2"), round=1), "late", STAFF)
    hall.correct("1", 1, vp="2-1")
    found = [e.fact for e in hall.opened.entries if isinstance(e.fact, CutRefilled)]
    one, two = seeds
    assert found == [
        CutRefilled(one, None, (two,)),
        CutRefilled(two, None, ()),
        CutRefilled(None, one, (one,)),
        CutRefilled(None, two, seeds),
    ]
    checked = verify(hall.opened, hall.desk.seed(hall.id))
    assert checked.ok, checked.difference


def test_once_a_game_of_the_bracket_is_played_nobody_is_replaced() -> None:
    """L-22."""
    hall = after_swiss(6, 4)
    hall.cut()
    hall.win(hall.begin()[0])
    hall.leave(hall.event.rounds[-1].matches[1].a)
    assert stages.reseated(hall.event, hall.system) == []


# The draw


def test_a_bracket_is_drawn_again_from_the_round_before() -> None:
    """X-01 L5R-108: with a number of its own, and the reason that its games have."""
    hall = Tree(4)
    codes = []
    for _ in range(2):
        drawn = hall.pair().event.rounds[-1]
        again = hall.pair(redraw="torn off the wall").event.rounds[-1]
        assert (drawn.draw, again.draw) == tuple(f"round {drawn.number} draw {attempt}" for attempt in (1, 2))
        assert drawn.number == again.number
        codes += [why.code for why in again.matches[0].why]
        hall.publish()
        hall.win(*hall.event.rounds[-1].matches)
    assert codes == ["bracket_drawn", "bracket_next"]
    hall = after_swiss(4, 2)
    hall.cut()
    assert [why.code for why in hall.pair().event.rounds[-1].matches[0].why] == ["bracket_seeded"]


def test_a_bracket_needs_two_players() -> None:
    hall = Tree(2)
    assert len(hall.begin()) == 1
    with pytest.raises(Refusal, match="A bracket needs two players, but only 1 can be paired"):
        Tree(1).pair()


def test_where_nobody_is_left_on_either_side_there_is_no_game() -> None:
    """L-25: two empty places make neither a game nor a bye."""
    hall = Tree(8)
    games = sorted(hall.begin(), key=lambda match: match.game)
    for match in games:
        hall.nobody_wins(match) if match.game in (1, 4) else hall.win(match)
    drawn = hall.pair().event.rounds[-1]
    assert (len(drawn.matches), drawn.byes) == (1, [])


@pytest.mark.parametrize(("stay", "sentence"), [(1, "has won: the bracket has been played"), (0, "Nobody is left")])
def test_a_bracket_ends_when_fewer_than_two_are_left(stay: int, sentence: str) -> None:
    """L-25: a final that nobody can play is not drawn."""
    hall = Tree(4)
    first, second = hall.begin()
    hall.win(first) if stay else hall.nobody_wins(first)
    hall.nobody_wins(second)
    with pytest.raises(Refusal, match=sentence):
        hall.pair()
    assert hall.champion == (first.a if stay else None)


def test_the_game_for_third_place_needs_both_losers() -> None:
    """If one of them left, there is nobody to play it with."""
    hall = Tree(4, play_for_third="yes")
    first, second = hall.begin()
    hall.win(first, second)
    games = {m.game: m for m in hall.pair().event.rounds[-1].matches}
    assert {games[2].a, games[2].b} == {first.b, second.b}
    assert [(why.code, why.data["game"]) for why in games[2].why] == [("third_place", 2)]
    hall.undo()
    hall.leave(first.b)
    assert [m.game for m in hall.pair().event.rounds[-1].matches] == [1]


# Who plays on


def test_after_a_cut_the_seeds_play_on() -> None:
    hall = after_swiss(4, 2)
    hall.cut()
    order = hall.swiss_order()
    assert hall.on(*order) == [True, True, False, False]


@pytest.mark.parametrize("third", ["no", "yes"])
def test_winners_play_on_and_losers_where_third_place_is_played(third: str) -> None:
    hall = Tree(4, play_for_third=third)
    first, second = hall.begin()
    four = (first.a, first.b, second.a, second.b)
    assert hall.on(*four) == [True] * 4
    hall.win(first)
    assert hall.on(*four) == [True, third == "yes", True, True]
    hall.win(second)
    assert hall.on(*four) == [True, third == "yes", True, third == "yes"]
    hall.leave(first.b)
    assert hall.on(*four) == [True, False, True, False]
    hall.begin()
    assert hall.on(*four) == [False] * 4
    assert hall.champion is None
    hall.win(*hall.event.rounds[-1].matches)
    assert hall.champion in (first.a, second.a)


@pytest.mark.parametrize("third", ["no", "yes"])
def test_before_the_semi_finals_a_loser_is_out(third: str) -> None:
    """Two games and two byes are not semi-finals, though two lose."""
    hall = Tree(6, play_for_third=third)
    first, second = hall.begin()
    resting = hall.event.rounds[0].byes[0].player
    hall.win(first)
    assert hall.on(first.a, first.b, second.a, resting) == [True, False, True, True]
    hall.win(second)
    assert hall.on(first.a, first.b, second.b, resting) == [True, False, False, True]
    hall.begin()
    assert hall.on(first.a, first.b) == [True, False]


def test_one_game_and_a_bye_have_no_game_for_third_place() -> None:
    hall = Tree(3, play_for_third="yes")
    (game,) = hall.begin()
    resting = hall.event.rounds[0].byes[0].player
    hall.win(game)
    assert hall.on(game.a, game.b, resting) == [True, False, True]


def test_whoever_won_and_left_does_not_play_on() -> None:
    hall = Tree(8)
    first, *_ = hall.begin()
    hall.win(first)
    hall.leave(first.a)
    assert hall.on(first.a) == [False]


def test_whoever_is_left_alone_plays_no_more() -> None:
    hall = Tree(4)
    first, second = hall.begin()
    hall.win(first)
    hall.nobody_wins(second)
    assert hall.on(first.a, first.b, second.a) == [False, False, False]


# The winner


def test_a_swiss_round_of_two_is_neither_a_final_nor_has_it_a_champion() -> None:
    hall = Tree(2, "swiss", rounds="1")
    hall.begin()
    assert not is_final(hall.event, hall.event.rounds[0])
    hall.win(*hall.event.rounds[0].matches)
    assert hall.champion is None


def test_while_the_final_is_a_draft_nobody_is_champion() -> None:
    hall = Tree(4)
    first, second = hall.begin()
    hall.win(first, second)
    hall.pair()
    hall.leave(first.a)
    assert hall.champion is None
