"""Rounds, round length, and who meets whom."""

from __future__ import annotations

import pytest

from muster.core.forms.options import Settings, Value
from muster.core.kit.errors import Refusal
from muster.core.kit.lots import Lots
from muster.core.kit.model import PlayerId
from muster.core.kit.reasons import Reason
from muster.core.pairing.pool import Entrant, Pool
from muster.core.rules.rounds import advice
from muster.systems import registry
from muster.systems.bushido import SYSTEM
from muster.systems.bushido.calls import round_minutes
from muster.systems.bushido.event import GRAND_PRIZE
from tests.systems.bushido.desk import Desk, golden


def settings(**options: Value) -> Settings:
    return Settings(SYSTEM.options, options)


@pytest.mark.parametrize(("players", "rounds"), golden("V-ROUNDS")["bushido"].items())
def test_rounds_by_head_count(players: str, rounds: int) -> None:
    """BUS-06 BUS-08: the table, without any notice."""
    plan = SYSTEM.plan(settings(), int(players))
    assert (plan.rounds, plan.cut, plan.notices) == (rounds, 0, ())


def test_an_event_that_nobody_entered_still_has_a_plan() -> None:
    """B-13."""
    assert SYSTEM.plan(settings(), 0).rounds == 2


UNOFFICIAL = {n: Reason("unofficial", {"entered": n, "needed": 8}, "BUS-08") for n in range(2, 8)}


@pytest.mark.parametrize("players", [5, 6, 7])
def test_small_event_is_not_official(players: int) -> None:
    """BUS-08 B-13: below 8 players three rounds, flagged."""
    plan = SYSTEM.plan(settings(), players)
    assert (plan.rounds, plan.notices) == (3, (UNOFFICIAL[players],))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_tiny_event_finds_no_winner(players: int) -> None:
    """BUS-09 B-13: up to 4 players two rounds, with both warnings."""
    plan = SYSTEM.plan(settings(), players)
    few = Reason("few_rounds", {"rounds": 2, "needed": 3}, "BUS-09")
    assert (plan.rounds, plan.notices) == (2, (UNOFFICIAL[players], few))


@pytest.mark.parametrize(("rounds", "notices"), [(1, ["BUS-09"]), (2, ["BUS-09"]), (3, []), (7, [])])
def test_organiser_sets_the_rounds(rounds: int, notices: list[str]) -> None:
    """BUS-07 BUS-09: any number goes; fewer than 3 only warns."""
    plan = SYSTEM.plan(settings(rounds=rounds), 16)
    assert plan.rounds == rounds
    assert [n.clause for n in plan.notices] == notices


def test_notices_reach_the_organiser() -> None:
    """BUS-08 BUS-09: in the event's own words, once each."""
    desk = Desk(["Ann", "Bo", "Cy", "Di"], rounds=2)
    assert [reason.clause for reason in advice(desk.event, SYSTEM)] == ["BUS-08", "BUS-09"]


def test_event_ends_after_its_rounds() -> None:
    """BUS-36: the number of rounds is fixed; another one is refused."""
    desk = Desk(["Ann", "Bo", "Cy", "Di"], rounds=1)
    desk.round(("Ann", "Bo", {"vp": [1, 0]}), ("Cy", "Di", {"vp": [1, 0]}))
    with pytest.raises(Refusal, match="The planned round is played"):
        desk.draw()


@pytest.mark.parametrize(
    ("rice", "set_to", "minutes"),
    [(40, None, 75), (70, None, 75), (75, None, 75), (76, None, 120), (100, None, 120), (150, None, 120), (40, 60, 60)],
)
def test_round_length(rice: int, set_to: int | None, minutes: int) -> None:
    """BUS-10 BUS-11 B-15: by the size of the game, or as the organiser has it."""
    assert round_minutes(settings(rice=rice, round_minutes=set_to)) == minutes


def test_standard_size_unless_set() -> None:
    """BUS-03 BUS-10: 100 rice, and so the long round."""
    assert (settings().number("rice"), round_minutes(settings())) == (100, 120)


def clubs(names: str, **club_of: str) -> dict[str, str]:
    return {name: club for club, members in club_of.items() for name in members if name in names}


def test_first_round_is_random() -> None:
    """BUS-12: over many seeds everybody meets everybody."""
    desk = Desk("ABCDEF")
    draws = [desk.draw(f"seed {n}") for n in range(100)]
    met = {frozenset(pair) for pairs, _, _ in draws for pair in pairs}
    assert len(met) == 15
    assert {(p.why[0].code, p.why[0].clause) for _, _, drawn in draws for p in drawn.pairs} == {("random", "BUS-12")}


def test_first_round_keeps_clubs_apart() -> None:
    """BUS-13: four of the North and four of the South, no club pair in any draw."""
    club = clubs("ABCDEFGH", north="ABCD", south="EFGH")
    desk = Desk("ABCDEFGH", club)
    for n in range(50):
        pairs, _, _ = desk.draw(f"seed {n}")
        assert [pair for pair in pairs if club[pair[0]] == club[pair[1]]] == []


def test_first_round_never_fails_for_a_club() -> None:
    """BUS-13 B-28: with six of eight in one club, at least two club pairs; never more, and the draft names them."""
    club = clubs("ABCDEFGH", north="ABCDEF", south="GH")
    desk = Desk("ABCDEFGH", club)
    for n in range(30):
        pairs, _, drawn = desk.draw(f"seed {n}")
        assert sum(club[a] == club[b] for a, b in pairs) == 2
        assert [(notice.code, notice.clause) for notice in drawn.notices] == [("same_circle", "BUS-13")] * 2


def test_first_bye_is_drawn_by_lot() -> None:
    """BUS-18 B-07: nobody is ranked yet, so each player can get it."""
    desk = Desk("ABCDE")
    draws = [desk.draw(f"seed {n}") for n in range(60)]
    assert {name for _, byes, _ in draws for name in byes} == set("ABCDE")
    assert {drawn.byes[0].why[0].clause for _, _, drawn in draws} == {"B-07"}


def test_stand_in_plays_instead_of_a_bye() -> None:
    """BUS-17 B-08: an odd field with a stand-in has no bye; an even one leaves the stand-in out."""
    odd, even = Desk("ABC"), Desk("ABCD")
    for desk in (odd, even):
        desk.stand_in("Helper")
    pairs, byes, drawn = odd.draw()
    assert (len(pairs), byes) == (2, [])
    assert "Helper" in {name for pair in pairs for name in pair}
    assert [(n.code, n.clause) for n in drawn.notices] == [("stand_in_plays", "BUS-17")]
    pairs, byes, drawn = even.draw()
    assert (sorted(name for pair in pairs for name in pair), byes, drawn.notices) == (list("ABCD"), [], ())


def after_one_round(**options: Value) -> Desk:
    """A and C won 2-1 with C ahead on SP, B and D lost with D ahead: C, A, D, B."""
    desk = Desk("ABCDEFGH", clubs("ABCDEFGH", north="AC", south="BD", east="EG", west="FH"), **options)
    desk.round(
        ("A", "B", {"vp": [3, 0], "sp": [1, 0]}),
        ("C", "D", {"vp": [3, 0], "sp": [2, 1]}),
        ("E", "F", {"vp": [2, 1], "sp": [1, 0]}),
        ("G", "H", {"vp": [2, 1], "sp": [2, 1]}),
    )
    return desk


def test_later_rounds_go_down_the_ranking() -> None:
    """BUS-14 BUS-16 B-02: first meets second and so on, equal TP ranked by the tie-breakers, whatever the seed."""
    desk = after_one_round()
    assert desk.order() == list("CAGEHFDB")
    for seed in ("one", "two", "three"):
        assert desk.draw(seed)[0] == [("C", "A"), ("G", "E"), ("H", "F"), ("D", "B")]


def test_level_players_are_paired_in_the_order_of_a_lot() -> None:
    """B-02: with the option the order inside equal TP is drawn, and TP still come first."""
    pool = Pool(tuple(Entrant(PlayerId(n), points) for n, points in enumerate((9, 9, 9, 7, 5, 5, 8), start=1)), 2)
    orders = set()
    for n in range(60):
        arranged = SYSTEM.arrange(pool, settings(pairing_ties="draw"), Lots("seed", str(n)))
        assert [e.points for e in arranged.entrants] == [9, 9, 9, 7, 5, 5, 8]
        orders.add(tuple(e.id for e in arranged.entrants))
    assert len(orders) == 12
    assert SYSTEM.arrange(pool, settings(), Lots("seed", "x")) == pool


def test_clubs_meet_after_the_first_round() -> None:
    """BUS-13 B-28: the wish is for round 1; with the option it holds later too."""
    assert after_one_round().draw()[0][0] == ("C", "A")
    pairs, _, drawn = after_one_round(club_in_later_rounds=True).draw()
    assert pairs == [("C", "G"), ("A", "E"), ("H", "D"), ("F", "B")]
    assert {(p.why[0].code, p.why[0].clause) for p in drawn.pairs} == {("other_circle", "B-28")}


def test_bottom_player_gets_the_bye() -> None:
    """BUS-18: the last in the standings, on equal TP the last by the tie-breakers."""
    desk = Desk("ABCDE")
    desk.round(("A", "B", {"vp": [3, 0], "sp": [1, 1]}), ("C", "D", {"vp": [3, 0], "sp": [2, 0]}), bye="E")
    assert desk.order() == list("CAEBD")
    pairs, byes, drawn = desk.draw()
    assert (pairs, byes) == ([("C", "A"), ("E", "B")], ["D"])
    assert drawn.byes[0].why == (Reason("bye", {}, "BUS-18"),)


@pytest.mark.parametrize(("most", "counted"), [(1, [0, 1, 2]), (2, [0, 0, 1]), (3, [0, 0, 0])])
def test_byes_count_past_the_limit_only(most: int, counted: list[int]) -> None:
    """B-06: who has had fewer byes than the event allows may have the next one."""
    pool = Pool(tuple(Entrant(PlayerId(n + 1), byes=n) for n in range(3)), round=3)
    arranged = SYSTEM.arrange(pool, settings(max_byes=most), Lots("seed", "test"))
    assert [e.byes for e in sorted(arranged.entrants, key=lambda e: e.id)] == counted


def bye_for_d_forces_a_rematch(**options: Value) -> Desk:
    """D is last and had no bye, but A has met B, C and E; C is the next lowest without a bye."""
    desk = Desk("ABCDE", **options)
    desk.round(("A", "B", {"vp": [3, 0]}), ("C", "D", {"vp": [3, 0]}), bye="E")
    desk.round(("A", "C", {"vp": [3, 0]}), ("E", "D", {"vp": [3, 0]}), bye="B")
    desk.round(("A", "E", {"vp": [3, 0]}), ("C", "D", {"vp": [1, 0]}), bye="B")
    return desk


def test_bye_moves_before_a_rematch_is_forced() -> None:
    """X-21 B-01 BUS-18: if the bottom player's bye leaves a rematch, the next lowest takes it, with a notice."""
    desk = bye_for_d_forces_a_rematch()
    pairs, byes, drawn = desk.draw()
    assert (pairs, byes) == ([("A", "D"), ("E", "B")], ["C"])
    moved = Reason("bye_moved", {"player": desk.id("C"), "player_b": desk.id("D")}, "X-21")
    assert drawn.notices == (moved,)


def test_bye_stays_when_it_may_not_move() -> None:
    """X-21 BUS-18: with the option off the bottom player has the bye, and the rematch is named."""
    _, byes, drawn = bye_for_d_forces_a_rematch(move_bye=False).draw()
    assert byes == ["D"]
    assert [(n.code, n.clause) for n in drawn.notices] == [("rematch_forced", "X-13")]


def test_forced_rematch_is_named() -> None:
    """B-01 X-13: two players, two rounds: they meet again, and the draft says so."""
    desk = Desk("AB")
    desk.round(("A", "B", {"vp": [3, 0]}))
    pairs, _, drawn = desk.draw()
    assert pairs == [("A", "B")]
    assert [(n.code, n.clause) for n in drawn.notices] == [("rematch_forced", "X-13")]


def test_found_by_name() -> None:
    """The format is found by its key, its name and its aliases, whatever their case."""
    assert {registry.find(name).key for name in ("bushido", "Masters", "Bushido Masters")} == {"bushido"}


def test_prizes_pass_over_the_stand_in() -> None:
    """BUS-36 B-08: the first three places; a stand-in with the most TP takes none of them."""
    desk = Desk(["Ann", "Bo", "Cy"])
    desk.stand_in("Helper")
    desk.round(("Ann", "Bo", {"vp": [1, 0]}), ("Cy", "Helper", {"vp": [0, 3]}))
    awards = SYSTEM.awards(desk.event, settings(), desk.standings())
    assert [desk.event.name_of(a.player) for a in awards if a.player] == ["Ann", "Bo", "Cy"]


def test_only_the_winner_of_a_grand_masters_event_has_its_prize() -> None:
    """BUS-02: the others have what they have anywhere; an event without anybody has no winner."""
    desk = Desk(["Ann", "Bo", "Cy", "Di"])
    desk.round(("Ann", "Bo", {"vp": [2, 0]}), ("Cy", "Di", {"vp": [1, 0]}))
    plain = SYSTEM.awards(desk.event, settings(), desk.standings())
    first, *others = SYSTEM.awards(desk.event, settings(grand_masters=True), desk.standings())
    assert (first.player, first.why.clause, first.prize) == (desk.id("Ann"), "BUS-02", GRAND_PRIZE)
    assert (first.why.code, first.why.data, others) == (plain[0].why.code, plain[0].why.data, list(plain[1:]))
    assert [award.prize for award in plain] == ["", "", ""]
    nobody = Desk([])
    assert SYSTEM.awards(nobody.event, settings(grand_masters=True), nobody.standings()) == ()
