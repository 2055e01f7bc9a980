"""X-29: a correction counts as if the right result had been the first one, with all that follows from it."""

from __future__ import annotations

import pytest

from muster.app.past.verify import verify
from muster.app.results import actions as results
from muster.app.results.actions import Report, correction
from muster.app.results.preview import preview
from muster.app.staff import rulings
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Ending
from muster.core.reading.tally import table
from muster.core.record.player import Status
from tests.app.hall import STAFF, Hall

L5R = {"structure": "custom", "rounds": "3"}


def hall_of_four(system: str = "l5r", **options: str) -> Hall:
    """Ann plays Bob, Cat plays Dan."""
    hall = Hall(system, ["Ann", "Bob", "Cat", "Dan"], **(options or L5R))
    hall.by_hand(("Ann", "Bob"), ("Cat", "Dan"))
    hall.publish()
    return hall


def absent(hall: Hall, name: str, *, excused: bool = False) -> None:
    one = Report(name, ending=Ending.NO_SHOW, by=(name,), excused=excused)
    results.report(hall.desk, hall.id, [one], STAFF)


def correct_to_absent(hall: Hall, name: str, round_: int = 1, *, excused: bool = False) -> None:
    one = Report(name, ending=Ending.NO_SHOW, by=(name,), round=round_, excused=excused)
    results.correct(hall.desk, hall.id, one, "asked again", STAFF)


def counted(hall: Hall, name: str) -> tuple[object, int]:
    """Points, and how many rounds they come from."""
    return hall.points()[name], len(table(hall.event, hall.system).lines[hall.event.find(name).id])


@pytest.mark.parametrize("excused", [False, True])
@pytest.mark.parametrize("rejoins", [False, True])
def test_a_corrected_no_show_counts_once(excused: bool, rejoins: bool) -> None:
    """X-29 X-06: Bob won after all: ten points from one round, and no round missed."""
    hall = hall_of_four()
    absent(hall, "Bob", excused=excused)
    if rejoins and not excused:
        hall.rejoin("Bob")
    hall.report("Cat", winner="a")
    hall.correct("Bob", 1, winner="a")
    assert counted(hall, "Bob") == (10, 1)
    assert hall.event.find("Bob").missed == set()
    assert hall.event.find("Bob").active
    assert counted(hall, "Ann") == (1, 1)


def test_rounds_away_count_while_the_correction_holds_and_only_then() -> None:
    """X-29 L5R-090: Bob was away in round 2 because of a slip that was wrong, then was right after all."""
    hall = hall_of_four()
    absent(hall, "Bob")
    hall.report("Cat", winner="a")
    hall.close()
    hall.play({"winner": "a"})
    hall.correct("Bob", 1, winner="a")
    assert (counted(hall, "Bob"), hall.event.find("Bob").missed) == ((11, 2), {2})
    correct_to_absent(hall, "Bob")
    assert (counted(hall, "Bob"), hall.event.find("Bob").missed) == ((0, 0), set())
    assert hall.event.find("Bob").status is Status.DROPPED
    correct_to_absent(hall, "Bob", excused=True)
    assert (counted(hall, "Bob"), hall.event.find("Bob").missed) == ((2, 2), {1, 2})
    assert hall.event.find("Bob").active
    hall.undo()
    assert hall.event.find("Bob").status is Status.DROPPED
    assert verify(hall.opened, hall.desk.seed(hall.id)).ok


def test_a_drop_of_ones_own_outlives_corrections() -> None:
    """X-29: Bob left by himself after the round; whatever the slip says, he stays out."""
    hall = hall_of_four()
    absent(hall, "Bob", excused=True)
    hall.report("Cat", winner="a")
    hall.drop("Bob")
    hall.correct("Bob", 1, winner="a")
    assert hall.event.find("Bob").status is Status.DROPPED
    correct_to_absent(hall, "Bob")
    hall.correct("Bob", 1, winner="b")
    assert hall.event.find("Bob").status is Status.DROPPED
    assert counted(hall, "Bob") == (1, 1)


def test_a_rejoin_outlives_a_correction_back() -> None:
    """X-29: the organiser let Bob back in; another slip for the round he missed does not drop him again."""
    hall = hall_of_four()
    absent(hall, "Bob")
    hall.rejoin("Bob")
    hall.report("Cat", winner="a")
    hall.correct("Bob", 1, winner="b")
    correct_to_absent(hall, "Bob")
    assert hall.event.find("Bob").active
    assert counted(hall, "Bob") == (1, 1)


def test_a_no_show_counts_for_who_came_back_and_left_again() -> None:
    """L-39 X-29: the rejoin made it an unpaired loss; leaving in the same round does not change that."""
    hall = hall_of_four()
    absent(hall, "Bob")
    hall.report("Cat", winner="a")
    assert counted(hall, "Bob") == (0, 0)
    hall.rejoin("Bob")
    hall.drop("Bob")
    assert counted(hall, "Bob") == (1, 1)


def test_a_concession_entered_late_retires_also_who_had_dropped() -> None:
    """X-29 UW-53: and if that was wrong, they are dropped again, not back."""
    hall = hall_of_four("urban_war", rounds="3")
    hall.report("Ann", lost="1-3")
    hall.report("Cat", lost="1-3")
    hall.drop("Bob")
    hall.correct("Bob", 1, ending="concession", by="Bob")
    assert hall.event.find("Bob").status is Status.RETIRED
    hall.correct("Bob", 1, lost="3-2")
    assert hall.event.find("Bob").status is Status.DROPPED


def test_a_concession_corrected_to_a_no_show_does_not_stay_retired() -> None:
    """X-29 UW-53 X-06: dropped, so that Bob may come back."""
    hall = hall_of_four("urban_war", rounds="3")
    hall.report("Ann", ending="concession", by="Bob")
    hall.report("Cat", lost="1-3")
    correct_to_absent(hall, "Bob")
    assert hall.event.find("Bob").status is Status.DROPPED
    hall.rejoin("Bob")
    assert hall.event.find("Bob").active


@pytest.mark.parametrize("how", ["both report", "the opponent confirms"])
def test_a_concession_that_the_players_report_retires(how: str) -> None:
    """UW-53: also without the organiser; a first report alone retires nobody."""
    hall = hall_of_four("urban_war", rounds="3")
    hall.report("1", player="Bob", ending="concession", by="Bob")
    assert hall.event.find("Bob").active
    if how == "both report":
        hall.report("1", player="Ann", ending="concession", by="Bob")
    else:
        results.confirm(hall.desk, hall.id, "1", STAFF)
    assert hall.event.find("Bob").status is Status.RETIRED


def test_a_disqualification_entered_in_a_game_goes_with_the_result() -> None:
    """X-29 L-40: the wrong Bob; one given between rounds is not about a game and stays."""
    hall = hall_of_four()
    hall.disqualify("Bob")
    assert hall.event.find("Bob").status is Status.DISQUALIFIED
    hall.report("Cat", winner="a")
    with pytest.raises(Refusal, match="ended with a disqualification"):
        rulings.penalise(hall.desk, hall.id, 0, "Ann", "game_loss", "slow play")
    hall.correct("Bob", 1, winner="a")
    assert hall.event.find("Bob").active
    assert counted(hall, "Bob") == (10, 1)
    hall.disqualify("Bob")
    hall.correct("Bob", 1, winner="b")
    assert hall.event.find("Bob").status is Status.DISQUALIFIED


def test_a_no_show_can_be_excused_afterwards() -> None:
    """X-29 X-06: the same result with another consequence is a correction; exactly the same is none."""
    hall = hall_of_four()
    absent(hall, "Bob")
    hall.report("Cat", winner="a")
    with pytest.raises(Refusal, match="already has this result"):
        correct_to_absent(hall, "Bob")
    correct_to_absent(hall, "Bob", excused=True)
    assert hall.event.find("Bob").active
    assert counted(hall, "Bob") == (1, 1)
    with pytest.raises(Refusal, match="already has this result"):
        correct_to_absent(hall, "Bob", excused=True)


def test_a_judged_game_is_corrected_to_a_victory_without_clearing_the_judgment_first() -> None:
    """L5R-119: its numbers go with it; a late slip stays late, and contradictions typed now are refused."""
    hall = hall_of_four()
    judged = {"broken": "3-1", "honor": "10-9", "decided_at": "70", "slip_at": "71"}
    hall.report("Ann", **judged)
    with pytest.raises(Refusal, match="Judgment is entered for a game that ended by"):
        hall.correct("Ann", 1, how="victory", winner="a", broken="3-2")
    hall.correct("Ann", 1, how="victory", winner="a")
    result = hall.event.rounds[0].matches[0].result
    assert result is not None
    told = {key: value for key, value in result.values.items() if value not in (None, False, [None, None])}
    assert told == {"how": "victory", "winner": "a", "slip_at": 71, "favor": [False, False]}


def cut_of_four() -> tuple[Hall, list[str]]:
    hall = Hall("l5r", 8, structure="custom", rounds="1", cut="4")
    hall.play({"winner": "a"})
    order = hall.order()
    hall.cut()
    return hall, order


def seeds(hall: Hall) -> list[str]:
    return [hall.event.name_of(p) for p in hall.event.stage.seeds]


def test_a_correction_that_takes_a_qualifier_out_promotes_the_next_and_gives_the_seat_back() -> None:
    """X-29 L5R-102: before the bracket's first game, even if its first round is already published."""
    hall, order = cut_of_four()
    hall.pair()
    hall.publish()
    out = order[1]
    correct_to_absent(hall, out)
    rest = [order[0], *order[2:4]]
    promoted = next(name for name in hall.order() if name not in order[:4])
    assert seeds(hall) == [*rest, promoted]
    assert len(hall.event.rounds) == 1
    hall.pair()
    hall.publish()
    hall.correct(out, 1, winner="a")
    assert seeds(hall) == order[:4]
    hall.pair()
    hall.publish()
    assert hall.pairs() == {frozenset((order[0], order[3])), frozenset((order[1], order[2]))}


def cut_in(hall: Hall, one: Report) -> tuple[list[str], list[str]]:
    """Who would come into the cut, and who would drop out of it."""
    seen = preview(hall.opened, correction(hall.opened, one, "misread")).cut
    return [who.name for who in seen.inside], [who.name for who in seen.outside]


def test_once_it_is_made_the_preview_shows_no_other_cut_than_there_will_be() -> None:
    """X-02: points change, the seats do not; X-29 L5R-102: whoever is out is replaced."""
    hall, order = cut_of_four()
    lost = Report(order[1], {"winner": "b"}, round=1)
    absent = Report(order[1], ending=Ending.NO_SHOW, by=(order[1],), round=1)
    assert cut_in(hall, lost) == ([], [])
    (comes,), out = cut_in(hall, absent)
    assert out == [order[1]]
    correct_to_absent(hall, order[1])
    assert seeds(hall)[-1] == comes
    assert cut_in(hall, Report(order[1], {"winner": "a"}, round=1)) == ([order[1]], [comes])


def test_until_it_is_made_the_preview_shows_the_cut_by_rank() -> None:
    hall = Hall("l5r", 8, structure="custom", rounds="1", cut="4")
    hall.play({"winner": "a"})
    winner = hall.order()[3]
    (comes,), out = cut_in(hall, Report(winner, {"winner": "b"}, round=1))
    assert out == [winner] and comes not in hall.order()[:4]


def test_who_declined_to_step_in_is_not_asked_for_the_next_vacancy() -> None:
    """L5R-104: order[4] said no once."""
    hall, order = cut_of_four()
    hall.drop(order[0], order[4])
    hall.drop(order[1])
    assert seeds(hall) == [*order[2:4], order[5], order[6]]
