"""What to look at in a draft, and what a swap would bring: rematches, one circle, pair-downs, tables, byes."""

from __future__ import annotations

from muster.core.kit.model import PlayerId
from muster.core.reading.concerns import Concerns
from tests.app.hall import Hall
from tests.core.rules.test_stages import Tree


def judge(hall: Hall) -> Concerns:
    return Concerns(hall.event, hall.system, hall.event.rounds[-1])


def number(hall: Hall, name: str) -> PlayerId:
    return hall.event.find(name).id


def hall_of_four(system: str = "bushido", **options: str) -> Hall:
    """Ann beat Bob and Cem beat Dai in round 1; round 2 is a draft: Ann v Cem, Bob v Dai."""
    hall = Hall(system, ["Ann", "Bob", "Cem", "Dai"], **options)
    hall.by_hand(("Ann", "Bob"), ("Cem", "Dai"))
    hall.publish()
    for where in ("Ann", "Cem"):
        hall.report(where, vp="3-0")
    hall.by_hand(("Ann", "Cem"), ("Bob", "Dai"))
    return hall


def codes(hall: Hall, held: str, other: str) -> list[str]:
    return [reason.code for reason in judge(hall).of_swaps(number(hall, held))[number(hall, other)]]


def test_a_clean_draft_has_no_concern() -> None:
    assert judge(hall_of_four()).in_draft() == {}


def test_a_swap_says_what_it_would_bring() -> None:
    hall = hall_of_four()
    # Bob meets Cem and Ann meets Dai, who are not level; the same gap twice is reported once.
    assert codes(hall, "Ann", "Bob") == ["uneven"]
    # Dai meets Cem again and Ann meets Bob again.
    assert codes(hall, "Ann", "Dai") == ["rematch", "uneven", "rematch"]


def test_nobody_swaps_with_their_own_opponent() -> None:
    hall = hall_of_four()
    assert set(judge(hall).of_swaps(number(hall, "Ann"))) == {number(hall, "Bob"), number(hall, "Dai")}


def test_a_rematch_in_the_draft_is_a_concern() -> None:
    hall = hall_of_four()
    hall.undo()
    hall.by_hand(("Ann", "Bob"), ("Cem", "Dai"))
    found = judge(hall).in_draft()
    assert {at: [(r.code, r.data["last_met"]) for r in some] for at, some in found.items()} == {
        1: [("rematch", 1)],
        2: [("rematch", 1)],
    }


def test_one_club_counts_where_the_book_keeps_it_apart() -> None:
    """BUS-13: in the first round regular opponents are kept apart."""
    hall = Hall("bushido", [])
    hall.enrol("Ann", "Bob", club="North")
    hall.enrol("Cem", "Dai", club="South")
    hall.by_hand(("Ann", "Bob"), ("Cem", "Dai"))
    assert [(r.code, r.clause) for r in judge(hall).in_draft()[1]] == [("same_circle_again", "BUS-13")]
    assert codes(hall, "Ann", "Cem") == []


def test_a_table_played_on_before_counts_only_where_that_is_avoided() -> None:
    found = judge(hall_of_four(avoid_repeat_tables="yes")).in_draft()
    assert {r.code for some in found.values() for r in some} == {"table_again"}
    assert judge(hall_of_four()).in_draft() == {}


def test_a_second_pair_down_and_a_second_bye() -> None:
    hall = Hall("bushido", ["Ann", "Bob", "Cem", "Dai", "Eve"])
    hall.by_hand(("Ann", "Bob"), ("Cem", "Dai"), ("Eve", ""))
    hall.publish()
    hall.report("Ann", vp="3-0")
    hall.report("Cem", vp="3-0")
    hall.by_hand(("Ann", "Dai"), ("Eve", "Bob"), ("Cem", ""))
    hall.publish()
    hall.report("Ann", vp="3-0")
    hall.report("Eve", vp="3-0")
    hall.by_hand(("Ann", "Eve"), ("Bob", "Dai"), ("Cem", ""))
    found = judge(hall).in_draft()
    # Ann is ahead of Eve, and was paired down to Dai in round 2.
    assert [(r.code, r.data["player"]) for r in found[1]] == [("second_down", number(hall, "Ann"))]
    assert [(r.code, r.data["player"]) for r in found[0]] == [("second_bye", number(hall, "Cem"))]
    # Eve had the first bye: swapping with Cem gives her the second, and only new concerns are listed.
    assert codes(hall, "Eve", "Cem") == ["second_bye"]


def test_no_club_is_not_the_same_club() -> None:
    """BUS-13: and after round 1 clubs are not kept apart."""
    hall = Hall("bushido", ["Ann", "Bob", "Cem", "Dai"])
    hall.by_hand(("Ann", "Bob"), ("Cem", "Dai"))
    assert judge(hall).in_draft() == {}
    later = Hall("bushido", [])
    later.enrol("Ann", "Cem", club="North")
    later.enrol("Bob", "Dai", club="South")
    later.by_hand(("Ann", "Bob"), ("Cem", "Dai"))
    later.publish()
    for where in ("Ann", "Cem"):
        later.report(where, vp="3-0")
    later.by_hand(("Ann", "Cem"), ("Bob", "Dai"))
    assert judge(later).in_draft() == {}


def test_a_table_is_a_concern_of_who_played_on_it() -> None:
    hall = hall_of_four(avoid_repeat_tables="yes")
    ann, cem = number(hall, "Ann"), number(hall, "Cem")
    assert [r.data["player"] for r in judge(hall).of(ann, cem, 1)] == [ann]
    assert [r.data["player"] for r in judge(hall).of(ann, cem, 2)] == [cem]
    assert judge(hall).of(ann, cem, 3) == []


def test_a_first_bye_and_level_players_are_no_concern() -> None:
    hall = Hall("bushido", ["Ann", "Bob", "Cem"])
    hall.by_hand(("Ann", "Bob"), ("Cem", ""))
    assert judge(hall).in_draft() == {}
    assert judge(hall).gap(number(hall, "Ann"), number(hall, "Bob")) == []


def test_only_who_is_paired_down_again_is_a_concern() -> None:
    """Ann was paired down in round 2: no concern if she is level, or if the other one is paired down to her."""
    hall = Hall("bushido", ["Bob", "Ann", "Cem", "Dai"], rounds="3")
    hall.by_hand(("Ann", "Bob"), ("Cem", "Dai"))
    hall.publish()
    hall.report("Ann", vp="3-0")
    hall.report("Cem", vp="3-0")
    hall.by_hand(("Ann", "Dai"), ("Cem", "Bob"))
    hall.publish()
    hall.report("Ann", vp="0-3")
    hall.report("Cem", vp="3-0")
    hall.by_hand(("Ann", "Cem"), ("Bob", "Dai"))
    at = judge(hall)
    bob, ann, cem, dai = (number(hall, name) for name in ("Bob", "Ann", "Cem", "Dai"))
    assert [at.points[p] for p in (bob, ann, dai, cem)] == sorted(at.points.values())

    def downs(a: PlayerId, b: PlayerId) -> list[object]:
        return [r.data["player"] for r in at.of(a, b, 9) if r.code == "second_down"]

    assert downs(dai, ann) == downs(ann, dai) == []
    assert downs(ann, cem) == downs(cem, ann) == [cem]
    assert downs(bob, ann) == downs(ann, bob) == [ann]


def test_a_bracket_leaves_nothing_to_choose() -> None:
    """Not even the table: both who are left have played on it."""
    hall = Tree(2, "swiss", rounds="1", cut="2", avoid_repeat_tables="yes")
    hall.play({"vp": "2-1"})
    hall.cut()
    hall.pair()
    assert len(hall.event.rounds[-1].matches) == 1
    assert judge(hall).in_draft() == {}


def test_a_swap_of_who_sits_second_or_at_a_later_table() -> None:
    hall = hall_of_four()
    hall.undo()
    hall.by_hand(("Bob", "Dai"), ("Cem", "Ann"))
    for held in ("Ann", "Cem"):
        other = "Cem" if held == "Ann" else "Ann"
        assert number(hall, other) not in judge(hall).of_swaps(number(hall, held))
    assert codes(hall, "Ann", "Bob") == ["uneven"]
    assert codes(hall, "Ann", "Dai") == ["rematch", "uneven", "rematch"]


def test_a_bye_is_swapped_with_a_seat_and_not_with_a_bye() -> None:
    hall = Hall("bushido", ["Ann", "Bob", "Cem", "Dai"])
    hall.by_hand(("Ann", "Bob"), ("Cem", ""), ("Dai", ""))
    assert set(judge(hall).of_swaps(number(hall, "Cem"))) == {number(hall, "Ann"), number(hall, "Bob")}
    assert set(judge(hall).of_swaps(number(hall, "Ann"))) == {number(hall, "Cem"), number(hall, "Dai")}
