"""Drawing, publishing, closing; drafts changed by hand; chance as a distribution."""

from __future__ import annotations

from collections import Counter

import pytest

from muster.app.rounds import actions as rounds
from muster.app.why.reasons import why
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.lots import Urn
from muster.core.reading.words import say
from muster.core.rules.rounds import draw_round
from tests.app.hall import STAFF, Hall


def test_pairing_waits_for_every_result_and_names_the_tables() -> None:
    """WMH-073: all previous games done, then pair."""
    hall = Hall("warmachine", 4)
    hall.pair()
    with pytest.raises(Refusal, match="Publish it, or draw it again with a reason"):
        hall.pair()
    hall.publish()
    hall.report("1", winner="a", how="clock", cp="1-0", apd="2-3")
    event = hall.event
    out = event.rounds[0].matches[1]
    names = f"{event.name_of(out.a)} v {event.name_of(out.b)}"
    with pytest.raises(Refusal, match=rf"Missing: table 2 \({names}, open\)"):
        hall.pair()
    with pytest.raises(Refusal, match="cannot be closed"):
        hall.close()


def test_the_event_is_over_when_one_player_leads_alone() -> None:
    """WMH-067 W-01: no more games; the option plays on."""
    hall = Hall("warmachine", ["Asha", "Bo", "Cyd", "Dex", "Eve", "Fay"])
    win = {"how": "scenario", "cp": "5-0", "apd": "40-10"}
    hall.by_hand(("Asha", "Bo"), ("Cyd", "Dex"), ("Eve", "Fay"))
    hall.publish()
    for name in ("Asha", "Cyd", "Eve"):
        hall.report(name, winner="a", **win)
    hall.by_hand(("Asha", "Cyd"), ("Eve", "Bo"), ("Dex", "Fay"))
    hall.publish()
    for name in ("Asha", "Bo", "Dex"):
        hall.report(name, winner="a", **win)
    with pytest.raises(Refusal, match=r"The event is over after round 2: .*Asha") as refused:
        hall.pair()
    assert refused.value.clause == "WMH-067"
    hall.option("stop_on_sole_leader", "no")
    assert hall.pair().event.rounds[-1].number == 3


def test_the_planned_rounds_are_the_end() -> None:
    """BUS-07 BUS-36: a predetermined number of rounds; the organiser may set another."""
    hall = Hall("bushido", 8)
    for _ in range(3):
        hall.play({"vp": "2-1"})
    with pytest.raises(
        Refusal, match="All 3 planned rounds are played: finish the event, or set the option rounds to 4"
    ):
        hall.pair()
    hall.option("rounds", "4")
    assert hall.pair().event.rounds[-1].number == 4


def test_a_structure_is_fixed_when_the_event_begins() -> None:
    """L5R-084 L5R-130: changing it afterwards needs a reason, which is recorded."""
    hall = Hall("l5r", 8)
    hall.option("structure", "custom")
    hall.option("structure", "basic")
    hall.pair()
    hall.publish()
    with pytest.raises(Refusal, match="was fixed when round 1 was published"):
        hall.option("structure", "custom")
    hall.option("structure", "custom", "the venue closes early")
    assert hall.event.option_reasons["structure"] == "the venue closes early"


def test_tie_breakers_are_locked_at_the_start() -> None:
    """BUS-38: change after start refused without a published reason."""
    hall = Hall("bushido", 8)
    hall.option("tiebreakers", "sos,games_won")
    hall.pair()
    hall.publish()
    with pytest.raises(Refusal, match="was fixed when round 1 was published"):
        hall.option("tiebreakers", "games_won,sos")


def test_an_organiser_may_adapt_any_rule_on_the_record() -> None:
    """WMH-065: the option changes, and the journal says so."""
    hall = Hall("warmachine", 4)
    hall.option("army_points", "50")
    assert [type(e.fact).__name__ for e in hall.opened.entries][-1] == "OptionSet"


def test_a_redraw_needs_a_reason_and_never_repeats_the_draw() -> None:
    """X-01 X-02: refused once a result is in."""
    hall = Hall("l5r", 8)
    first = hall.pair().event.rounds[-1]
    again = hall.pair(redraw="the printer jammed").event.rounds[-1]
    assert (first.draw, again.draw) == ("round 1 draw 1", "round 1 draw 2")
    hall.publish()
    hall.report("1", winner="a")
    with pytest.raises(Refusal, match="already has results, so it cannot be drawn again"):
        hall.pair(redraw="I do not like it")


def test_undoing_a_draw_and_drawing_again_gives_the_same_draw() -> None:
    """X-01: nobody can fish for a better draw."""
    hall = Hall("l5r", 9)
    first = hall.pair().event.rounds[-1]
    hall.undo()
    assert hall.pair().event.rounds[-1] == first


def test_a_draft_that_no_longer_fits_is_not_published() -> None:
    hall = Hall("bushido", ["Ann", "Bob", "Cat"])
    hall.pair()
    hall.enrol("Dan")
    with pytest.raises(Refusal, match="Round 1 has neither an opponent nor a bye for Dan"):
        hall.publish()
    hall.pair(redraw="Dan came")
    hall.drop("Ann")
    with pytest.raises(Refusal, match="but has left"):
        hall.publish()


def test_a_round_paired_on_paper_is_taken_and_marked() -> None:
    """X-13: what a draw would avoid is pointed out by name; nobody may be in it twice."""
    hall = Hall("bushido", ["Ann", "Bob", "Cat", "Dan"])
    hall.by_hand(("Ann", "Bob"), ("Cat", "Dan"))
    hall.publish()
    for name in ("Ann", "Cat"):
        hall.report(name, vp="2-1")
    drawn = hall.by_hand(("Ann", "Bob"), ("Cat", "")).event.rounds[-1]
    assert drawn.by_hand
    assert [(n.code, n.data.get("player")) for n in drawn.notices] == [("rematch", 1), ("left_out", 4)]
    hall.undo()
    with pytest.raises(BadInput, match="Ann is in this round twice"):
        hall.by_hand(("Ann", "Bob"), ("Ann", "Dan"))


def test_a_float_passes_over_nobody_it_could_meet_and_says_who_was_needed() -> None:
    """X-27: Ann met Ben, so she meets Cara, one group further; Ben passes over Cara, and the draft says why."""
    definition = {"name": "T", "points": {"score": 1}, "result": {"high": 10}, "pairing": {"later": "groups"}}
    for seed in range(12):
        names = ["Ann", "Ben", "Cara", "Dov", "Eve", "Fay"]
        hall = Hall(definition, names, seed=str(seed), rounds="3")
        hall.by_hand(("Ann", "Ben"), ("Cara", "Dov"), ("Eve", "Fay"))
        hall.publish()
        for name, score in (("Ann", "10-9"), ("Cara", "8-7"), ("Eve", "7-7")):
            hall.report(name, score=score)
        round_ = hall.pair().event.rounds[1]
        assert frozenset(("Ann", "Cara")) in hall.pairs(2)
        told = [str(say(n, hall.event, hall.system)) for n in round_.notices]
        assert told == [
            "Ann is paired down from 10 to 8, past everyone in between",
            "Ann has already met Ben",
            "Ben is paired down from 9 to 7, past everyone in between",
            "Cara, on 8, was needed at table 1",
        ]
    rounds.swap(hall.desk, hall.id, "Cara", "Dov", STAFF)
    ben = hall.event.rounds[1].match_of(hall.event.find("Ben").id)
    assert ben is not None
    if all(reason.code != "swapped" for reason in ben.why):
        assert "Cara, on 8, was needed elsewhere" in [str(say(r, hall.event, hall.system)) for r in ben.why]


def _without_eve() -> Hall:
    """Round 1 by hand, by somebody who forgot Eve."""
    hall = Hall("bushido", ["Ann", "Bob", "Cat", "Dan", "Eve"])
    hall.by_hand(("Ann", "Bob"), ("Cat", "Dan"))
    with pytest.raises(Refusal, match=r"Round 1 has neither an opponent nor a bye for Eve\. Give each of them a bye"):
        hall.publish()
    return hall


def test_whoever_was_forgotten_in_a_pairing_by_hand_can_have_a_bye() -> None:
    hall = _without_eve()
    round_ = rounds.give_bye(hall.desk, hall.id, "Eve", "", STAFF).event.rounds[0]
    assert [b.player for b in round_.byes] == [5]
    assert round_.notices == ()
    hall.publish()
    for name in ("Ann", "Cat"):
        hall.report(name, vp="2-1")
    assert hall.points()["Eve"] == 7


def test_whoever_was_forgotten_can_be_left_out_and_plays_on_later() -> None:
    """X-04: an unpaired loss; a redraw of the round still leaves them out, and the next round has them."""
    hall = _without_eve()
    rounds.leave_out(hall.desk, hall.id, "Eve", STAFF)
    with pytest.raises(Refusal, match="is already left out of round 1"):
        rounds.leave_out(hall.desk, hall.id, "Eve", STAFF)
    with pytest.raises(BadInput, match="Eve was left out of round 1"):
        rounds.pair_by_hand(hall.desk, hall.id, [("", "Ann", "Eve")], STAFF, "again")
    redrawn = hall.pair(redraw="by lot").event.rounds[0]
    assert 5 not in list(redrawn.players())
    assert ("left_out", {"player": 5}) in [(n.code, n.data) for n in redrawn.notices]
    hall.publish()
    for match in hall.event.rounds[0].matches:
        hall.report(str(match.table), vp="2-1")
    assert hall.points()["Eve"] == 0
    assert 5 in list(hall.pair().event.rounds[1].players())


def test_whoever_came_after_the_draw_can_have_a_bye() -> None:
    hall = Hall("bushido", ["Ann", "Bob"])
    hall.pair()
    hall.enrol("Eve")
    rounds.give_bye(hall.desk, hall.id, "Eve", "", STAFF)
    hall.publish()
    assert why(hall.opened, "Eve", 1)[0].text == "paired by hand"
    assert "drawn at random" in [b.text for b in why(hall.opened, "Ann", 1)]


def test_whoever_was_forgotten_can_drop() -> None:
    hall = _without_eve()
    hall.drop("Eve")
    assert hall.publish().event.rounds[0].byes == []


def test_a_place_in_the_round_is_not_given_up_by_leaving_out() -> None:
    hall = _without_eve()
    with pytest.raises(Refusal, match="Ann is in round"):
        rounds.leave_out(hall.desk, hall.id, "Ann", STAFF)


def test_two_players_change_seats_in_a_draft() -> None:
    hall = Hall("bushido", ["Ann", "Bob", "Cat", "Dan", "Eve"])
    event = hall.pair().event
    bye = event.name_of(event.rounds[0].byes[0].player)
    other = event.name_of(event.rounds[0].matches[0].a)
    rounds.swap(hall.desk, hall.id, bye, other, STAFF)
    event = hall.event
    assert event.name_of(event.rounds[0].byes[0].player) == other
    assert event.rounds[0].matches[0].why[0].code == "swapped"
    hall.publish()
    with pytest.raises(Refusal, match="needs a reason"):
        rounds.swap(hall.desk, hall.id, bye, other, STAFF)


def test_a_match_moves_to_another_table() -> None:
    """X-12: a taken table is exchanged."""
    hall = Hall("bushido", 6)
    before = {m.number: m.table for m in hall.pair().event.rounds[0].matches}
    rounds.move_table(hall.desk, hall.id, 1, 3, STAFF)
    after = {m.number: m.table for m in hall.event.rounds[0].matches}
    swap = {1: 3, 3: 1, 2: 2}
    assert after == {number: swap[table] for number, table in before.items()}


def test_the_limit_of_byes_is_an_option() -> None:
    """B-06: with two allowed the bottom player takes the bye again instead of the only one without."""

    def third_bye(limit: str) -> tuple[str, list[str]]:
        hall = Hall("bushido", ["Ann", "Bob", "Cat"], max_byes=limit, move_bye="no", rounds="3")
        hall.by_hand(("Ann", "Bob"), ("Cat", ""))
        hall.publish()
        hall.report("Ann", vp="3-0")
        hall.by_hand(("Ann", "Cat"), ("Bob", ""))
        hall.publish()
        hall.report("Ann", vp="3-0")
        event = hall.pair().event
        return event.name_of(event.rounds[-1].byes[0].player), hall.order()

    assert third_bye("1")[0] == "Ann"
    bye, order = third_bye("2")
    assert bye == order[-1] != "Ann"


def test_a_pinned_player_keeps_the_table() -> None:
    """X-12: fixed seats for players who cannot move."""
    hall = Hall("bushido", 7)
    hall.enrol("Pia", pinned_table="3")
    for _ in range(3):
        hall.pair()
        event = hall.publish().event
        match = event.rounds[-1].match_of(event.find("Pia").id)
        assert match is not None and match.table == 3
        for one in event.rounds[-1].matches:
            hall.report(str(one.table), vp="1-0")


def test_a_plan_that_cannot_work_is_said_before_the_event() -> None:
    """X-14: rounds against players - 1 (even) or players (odd)."""
    from muster.core.rules.rounds import advice

    def codes(players: int, count: int) -> list[str]:
        hall = Hall("bushido", players, rounds=str(count))
        return [r.code for r in advice(hall.event, hall.system)]

    assert "rematch_certain" in codes(4, 4)
    assert "rematch_certain" not in codes(4, 3)
    assert "rematch_certain" not in codes(5, 5)
    assert "rematch_certain" in codes(5, 6)


def chi_square(counts: Counter[object], outcomes: int, draws: int) -> float:
    expected = draws / outcomes
    return sum((counts[o] - expected) ** 2 / expected for o in counts) + (outcomes - len(counts)) * expected


@pytest.mark.parametrize("system", ["l5r", "warmachine", "bushido"])
@pytest.mark.parametrize(("players", "outcomes", "limit"), [(4, 3, 13.8), (6, 15, 36.1)])
def test_round_1_is_drawn_fairly(system: str, players: int, outcomes: int, limit: float) -> None:
    """BUS-12 L5R-095 WMH-069: every pairing of 4 and of 6 players is equally likely (chi-square, p = 0.001)."""
    hall = Hall(system, players)
    opened, draws = hall.opened, 1500
    counts: Counter[object] = Counter()
    for seed in range(draws):
        drawn = draw_round(opened.event, opened.system, Urn(f"fair {seed}"))
        counts[frozenset(frozenset((p.a, p.b)) for p in drawn.pairs)] += 1
    assert chi_square(counts, outcomes, draws) < limit


@pytest.mark.parametrize("system", ["l5r", "warmachine", "bushido", "urban_war"])
def test_the_bye_of_round_1_is_drawn_fairly(system: str) -> None:
    """B-07 L5R-097 WMH-077 UW-37: each of 5 players is equally likely (chi-square, p = 0.001)."""
    hall = Hall(system, 5)
    opened, draws = hall.opened, 1500
    counts: Counter[object] = Counter()
    for seed in range(draws):
        (bye,) = draw_round(opened.event, opened.system, Urn(f"bye {seed}")).byes
        counts[bye.player] += 1
    assert chi_square(counts, 5, draws) < 18.5


def test_within_a_group_every_legal_pairing_is_equally_likely() -> None:
    """L5R-096 L5R-098: groups of 3 and 3 after round 1; each leftover and each opponent equally often."""
    hall = Hall("l5r", 6)
    hall.play({"winner": "a"})
    opened, draws = hall.opened, 3000
    met = {frozenset((m.a, m.b)) for m in opened.event.rounds[0].matches}
    points = {p: hall.points()[opened.event.name_of(p)] for p in opened.event.players}
    counts: Counter[object] = Counter()
    for seed in range(draws):
        drawn = draw_round(opened.event, opened.system, Urn(f"group {seed}"))
        pairs = frozenset(frozenset((p.a, p.b)) for p in drawn.pairs)
        assert not pairs & met
        assert sorted(abs(points[p.a] - points[p.b]) for p in drawn.pairs) == [0, 0, 9]
        counts[pairs] += 1
    # 3 leftovers above, each with 2 below not yet met; the other two of each group pair off: 6 pairings.
    assert len(counts) == 6
    assert chi_square(counts, 6, draws) < 20.5


def bye_of(hall: Hall) -> str:
    (bye,) = hall.event.rounds[-1].byes
    return hall.event.name_of(bye.player)


@pytest.mark.parametrize(
    ("system", "clause"), [("bushido", "B-06"), ("l5r", "L5R-097"), ("warmachine", "WMH-078"), ("urban_war", "UW-39")]
)
def test_the_organiser_gives_the_bye_but_nobody_a_second_one(system: str, clause: str) -> None:
    """L5R-097 WMH-078 UW-39 B-06: with a reason; whoever had one waits until all had one."""
    results = {
        "bushido": {"vp": "2-1"},
        "l5r": {"winner": "a"},
        "warmachine": {"winner": "a", "how": "scenario", "cp": "5-1", "apd": "30-10"},
        "urban_war": {"lost": "2-6"},
    }
    hall = Hall(system, ["Ann", "Bob", "Cat", "Dan", "Eve"], **({"structure": "custom"} if system == "l5r" else {}))
    hall.option("rounds", "3")
    hall.pair()
    holder = bye_of(hall)
    chosen = next(p.name for p in hall.event.players.values() if p.name != holder)
    with pytest.raises(Refusal, match=f"{holder} has this bye"):
        rounds.give_bye(hall.desk, hall.id, chosen, " ", STAFF)
    with pytest.raises(Refusal, match=f"{holder} already has the bye in round 1."):
        rounds.give_bye(hall.desk, hall.id, holder, "hurt", STAFF)
    rounds.give_bye(hall.desk, hall.id, chosen, "hurt", STAFF)
    assert bye_of(hall) == chosen
    assert any(holder in pair for pair in hall.pairs(1))
    hall.undo()
    assert bye_of(hall) == holder
    hall.redo()
    hall.publish()
    for match in hall.event.rounds[-1].matches:
        hall.report(str(match.table), **results[system])
    hall.pair()
    with pytest.raises(Refusal, match=f"{chosen} has had more byes than") as refused:
        rounds.give_bye(hall.desk, hall.id, chosen, "hurt again", STAFF)
    assert refused.value.clause == clause


@pytest.mark.parametrize(
    ("system", "clause"), [("bushido", "B-07"), ("l5r", "L5R-097"), ("warmachine", "WMH-077"), ("urban_war", "UW-37")]
)
def test_there_is_no_bye_to_give_in_an_even_field(system: str, clause: str) -> None:
    """BUS-18 L5R-097 WMH-076 UW-36: a bye is for the player who would sit out."""
    hall = Hall(system, ["Ann", "Bob", "Cat", "Dan"])
    hall.pair()
    with pytest.raises(Refusal, match="Nobody sits out in round 1") as refused:
        rounds.give_bye(hall.desk, hall.id, "Ann", "a prize", STAFF)
    assert refused.value.clause == clause
    hall.publish()
    hall.report("1", ending="double_loss")
    with pytest.raises(Refusal, match="without any result"):
        rounds.give_bye(hall.desk, hall.id, "Ann", "a prize", STAFF)


def test_the_byes_of_a_bracket_are_not_given() -> None:
    hall = Hall("l5r", 5, format="elimination", structure="custom")
    hall.pair()
    with pytest.raises(Refusal, match="follow from the bracket"):
        rounds.give_bye(hall.desk, hall.id, "#1", "hurt", STAFF)
