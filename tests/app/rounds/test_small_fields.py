"""Small fields with many rounds do not pair themselves into a corner (X-26)."""

from __future__ import annotations

import pytest

from muster.core.kit.errors import Refusal
from muster.core.record.event import Event
from tests.app.hall import Hall

WIN = {"bushido": {"vp": "2-1"}, "l5r": {"winner": "a"}, "custom": {"score": "2-1"}, "urban_war": {"lost": "1-5"}}


def rematches(event: Event) -> int:
    pairs = [frozenset((m.a, m.b)) for r in event.rounds for m in r.matches]
    return len(pairs) - len(set(pairs))


@pytest.mark.parametrize("seed", range(12))
def test_the_third_round_of_a_pod_of_four_completes_the_round_robin(seed: int) -> None:
    """X-26: a case from public trackers; round 2 must leave a third round."""
    hall = Hall("l5r", 4, seed=str(seed), structure="custom", rounds="3")
    for _ in range(3):
        hall.play(WIN["l5r"])
    assert rematches(hall.event) == 0


@pytest.mark.parametrize("system", ["bushido", "l5r", "custom", "urban_war"])
@pytest.mark.parametrize("seed", range(4))
def test_eight_players_and_seven_rounds_complete(system: str, seed: int) -> None:
    """X-26: with the option on every field of eight plays everybody once, whatever the book's order."""
    extra = {"structure": "custom"} if system == "l5r" else {}
    hall = Hall(system, 8, seed=str(seed), rounds="7", look_ahead="always", **extra)
    for _ in range(7):
        hall.play(WIN[system])
    assert rematches(hall.event) == 0


@pytest.mark.parametrize("seed", range(4))
def test_seven_players_and_seven_rounds_give_everybody_one_bye(seed: int) -> None:
    """X-26: odd fields too: six opponents and one bye each."""
    hall = Hall("l5r", 7, seed=str(seed), rounds="7", look_ahead="always", structure="custom")
    for _ in range(7):
        hall.play(WIN["l5r"])
    assert rematches(hall.event) == 0
    assert {hall.event.byes_of(p) for p in hall.event.players} == {1}


def test_where_the_book_leaves_no_choice_the_draft_warns() -> None:
    """X-26: Bushido's order is followed, and the organiser reads what it costs and what would avoid it."""
    for seed in range(40):
        hall = Hall("bushido", 6, seed=str(seed), rounds="5")
        for _ in range(5):
            hall.play(WIN["bushido"])
        codes = [[n.code for n in r.notices] for r in hall.event.rounds]
        if rematches(hall.event):
            first = next(k for k, found in enumerate(codes) if "rematch_forced" in found)
            assert any("corner_by_choice" in found for found in codes[:first])
            break
    else:
        pytest.fail("no seed runs into the corner, so nothing was shown")


def test_everyone_withdrawn_leaves_nothing_to_draw() -> None:
    """X-05: a case from public trackers; one sentence, and the event can still be finished."""
    hall = Hall("l5r", 4, structure="custom", rounds="3")
    hall.play(WIN["l5r"])
    for player in list(hall.event.players.values()):
        hall.drop(player.name)
    with pytest.raises(Refusal, match="A round needs two players, but only 0 can be paired"):
        hall.pair()
    assert hall.finish("everybody went home").event.finished


def test_two_leaders_who_have_met_are_paired_down_together() -> None:
    """L-10: a case from public trackers; the group of two joins the next with as few cross pairs as possible."""
    hall = Hall("l5r", ["Ann", "Bob", "Cat", "Dan"], structure="custom", rounds="3")
    hall.by_hand(("Ann", "Bob"), ("Cat", "Dan"))
    hall.publish()
    hall.report("Ann", winner="a")
    hall.report("Cat", winner="a")
    hall.by_hand(("Ann", "Cat"), ("Bob", "Dan"))
    hall.publish()
    hall.report("Cat", winner="a")
    hall.report("Bob", winner="a")
    hall.correct("Bob", 1, winner="a")
    hall.pair()
    assert hall.pairs() == {frozenset(("Ann", "Dan")), frozenset(("Bob", "Cat"))}
    assert not [n for n in hall.event.rounds[-1].notices if n.code == "rematch_forced"]
