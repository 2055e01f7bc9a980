"""Rounds and pairing of a composed system: each choice of the definition does what its page says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from muster.core.book.system import System
from muster.core.forms.options import Settings
from muster.core.kit.lots import Lots
from muster.core.kit.model import PlayerId
from muster.core.pairing.pool import Entrant, Pool
from muster.core.reading.tally import standings
from muster.core.reading.words import say
from muster.core.record.event import Event
from muster.systems.custom import SYSTEM, build, clauses
from muster.systems.custom.event import CLUB, RATING


def system(**tables: Any) -> System:
    return build({"name": "T", "points": {"win": 3, "draw": 1}, "result": {"high": 2}, **tables})


def settings(of: System, **values: Any) -> Settings:
    return Settings(of.options, values)


def pool(*points: int, round_: int = 2, circles: str = "", met: tuple[tuple[int, int], ...] = ()) -> Pool:
    """Players 1, 2, ... with these points; seeds run the other way."""
    table: dict[PlayerId, dict[PlayerId, int]] = {}
    for a, b in met:
        table.setdefault(PlayerId(a), {})[PlayerId(b)] = 1
        table.setdefault(PlayerId(b), {})[PlayerId(a)] = 1
    entrants = tuple(
        Entrant(PlayerId(n), p, circle=circles[n - 1] if circles else "", seed=len(points) + 1 - n)
        for n, p in enumerate(points, 1)
    )
    return Pool(entrants, round_, table)


def pairs(of: System, field: Pool, seed: str = "s") -> list[tuple[int, int]]:
    lots = Lots(seed, "draw")
    drawn = of.draw(of.arrange(field, settings(of), lots), settings(of), lots)
    return [(int(p.a), int(p.b)) for p in drawn.pairs]


def pairings(of: System, field: Pool) -> set[frozenset[frozenset[int]]]:
    return {frozenset(frozenset(pair) for pair in pairs(of, field, str(n))) for n in range(60)}


def shuffled(field: Pool) -> Pool:
    return Pool(tuple(reversed(field.entrants)), field.round, field.met)


def test_first_random_draws_every_pairing() -> None:
    assert len(pairings(system(), pool(0, 0, 0, 0, round_=1))) == 3


def test_first_order_is_as_enrolled_whatever_the_lots_say() -> None:
    of = system(pairing={"first": "order"})
    assert pairs(of, shuffled(pool(0, 0, 0, 0, round_=1))) == [(1, 2), (3, 4)]


def test_first_seeded_fold_is_best_against_lowest() -> None:
    of = system(pairing={"first": "seeded_fold"})
    assert pairs(of, pool(0, 0, 0, 0, 0, 0, round_=1)) == [(6, 1), (5, 2), (4, 3)]
    assert (of.seed_field, [f.key for f in of.player_fields]) == ("rating", ["rating"])


def test_later_groups_draws_among_equal_points() -> None:
    drawn = pairings(system(), pool(3, 3, 3, 3, 0, 0))
    assert len(drawn) == 3
    assert all(frozenset({5, 6}) in one for one in drawn)


def test_later_nearest_goes_by_place_past_those_met() -> None:
    of = system(pairing={"later": "nearest"})
    assert pairs(of, pool(6, 6, 3, 3)) == [(1, 2), (3, 4)]
    assert pairs(of, pool(6, 6, 3, 3, met=((1, 2),))) == [(1, 3), (2, 4)]


def test_later_stack_shuffles_equal_points_only() -> None:
    of = system(pairing={"later": "stack"})
    assert pairings(of, pool(6, 6, 3, 3)) == {frozenset({frozenset({1, 2}), frozenset({3, 4})})}
    assert len(pairings(of, pool(3, 3, 3, 3))) == 3


def test_later_fold_is_best_against_lowest_among_equal_points() -> None:
    of = system(pairing={"later": "fold"})
    assert pairs(of, pool(6, 6, 6, 6, 3, 3)) == [(1, 4), (2, 3), (5, 6)]
    assert pairs(of, pool(6, 6, 6, 6, 3, 3, met=((1, 4),))) == [(1, 3), (2, 4), (5, 6)]


@pytest.mark.parametrize("later", ["nearest", "stack", "groups"])
@pytest.mark.parametrize("wish", ["never", "first", "always"])
def test_avoid_circle_in_the_rounds_it_names(later: str, wish: str) -> None:
    of = system(pairing={"first": "order", "later": later, "avoid_circle": wish})
    mates = frozenset({frozenset({1, 2}), frozenset({3, 4})})
    first = pairings(of, pool(0, 0, 0, 0, round_=1, circles="xxyy"))
    second = pairings(of, pool(0, 0, 0, 0, round_=2, circles="xxyy"))
    assert (mates in first) == (wish == "never")
    assert (mates in second) == (wish != "always")
    assert of.circle_field == ("" if wish == "never" else "club")


def test_each_round_is_told_by_its_own_clause() -> None:
    """CUS-FIRST CUS-LATER."""
    of = system(pairing={"first": "order", "later": "groups"})
    assert [of.rules(settings(of), number).clauses["next"] for number in (1, 2)] == [clauses.FIRST, clauses.LATER]


@pytest.mark.parametrize(
    ("later", "looks"),
    [("groups", "equals"), ("neutral", "equals"), ("nearest", "off"), ("stack", "off"), ("fold", "off")],
)
def test_only_drawn_pairings_look_ahead(later: str, looks: str) -> None:
    """X-26: where the order decides, it decides."""
    assert settings(system(pairing={"later": later})).text("look_ahead") == looks


def test_only_what_pairing_reads_is_asked_of_a_player() -> None:
    """CUS-CIRCLE CUS-FIRST: a club where clubs are kept apart, a rating where the draw goes by seeds."""
    wishes = [{}, {"avoid_circle": "first"}, {"first": "seeded_fold"}]
    asked = [[f.key for f in system(pairing=wish).player_fields] for wish in wishes]
    assert asked == [[], ["club"], ["rating"]]
    assert [(f.required, f.default, f.low) for f in (CLUB, RATING)] == [(False, "", None), (False, 0, 0)]
    assert system().seed_field == ""


def test_without_a_definition_it_is_best_of_three() -> None:
    """Three games at most, so that 2-2 cannot be."""
    (score,) = SYSTEM.result_fields
    assert score.scores[:2] == ((2, 0), (2, 1)) and (2, 2) not in score.scores


def test_limit_downs_reaches_the_rules() -> None:
    of = system(pairing={"limit_downs": True})
    assert of.rules(settings(of), 2).limit_downs
    assert not system().rules(settings(of), 2).limit_downs


def test_the_bye_goes_to_the_lowest_or_is_drawn() -> None:
    field, first = pool(6, 3, 0), pool(0, 0, 0, round_=1)

    def order(of: System, field: Pool, seed: str) -> list[int]:
        lots = Lots(seed, "bye")
        return [int(p) for p in of.bye_order(of.arrange(field, settings(of), lots), settings(of), lots)]

    assert order(system(), field, "s") == [3, 2, 1]
    assert order(system(pairing={"first": "order"}), pool(6, 3, 3, 0), "s") == [4, 3, 2, 1]
    assert {order(system(), first, str(n))[0] for n in range(40)} == {1, 2, 3}
    assert order(system(pairing={"first": "order"}), shuffled(first), "s") == [3, 2, 1]
    assert order(system(pairing={"first": "seeded_fold"}), first, "s") == [1, 2, 3]


@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (3, 2), (8, 3), (9, 4), (32, 5), (33, 6)])
def test_cus_structure_without_rounds_plays_down_to_one_unbeaten(players: int, rounds: int) -> None:
    """CUS-STRUCTURE: the least number of rounds."""
    of = system()
    assert of.plan(settings(of), players).rounds == rounds


def test_cus_structure_by_its_table() -> None:
    """CUS-STRUCTURE: rows by head count, and a notice past the last one."""
    of = system(structure={"table": [{"up_to": 8, "rounds": 3}, {"up_to": 16, "rounds": 4, "cut": 4}]})
    shape = {n: (p.rounds, p.cut) for n in (2, 8, 9, 16, 17) if (p := of.plan(settings(of), n))}
    assert shape == {2: (3, 0), 8: (3, 0), 9: (4, 4), 16: (4, 4), 17: (4, 4)}
    assert of.plan(settings(of), 16).notices == ()
    (notice,) = of.plan(settings(of), 17).notices
    event = Event("T", "custom", "", "", "", "")
    assert str(say(notice, event, of)) == "the table of the definition ends at 16 players; for 17 its last row is used"
    assert of.plan(settings(of, rounds=5), 17).notices == ()
    open_end = system(structure={"table": [{"up_to": 8, "rounds": 3}, {"rounds": 6}]})
    assert (open_end.plan(settings(of), 99).rounds, open_end.plan(settings(of), 99).notices) == (6, ())


def test_every_reason_of_a_draw_can_be_said() -> None:
    event = Event("T", "custom", "", "", "", "")
    for later in ("groups", "nearest", "stack", "fold", "neutral"):
        of = system(pairing={"later": later})
        lots = Lots("s", "draw")
        drawn = of.draw(pool(6, 6, 3, 3, 3, 0, met=((1, 2),)), settings(of), lots)
        for reason in (r for p in drawn.pairs for r in p.why):
            assert not str(say(reason, event, of)).startswith(reason.code + ",")
            assert reason.clause in of.clauses


@pytest.mark.parametrize("first", ["random", "order", "seeded_fold"])
@pytest.mark.parametrize("later", ["groups", "nearest", "stack", "fold", "neutral"])
def test_every_way_of_pairing_plays_an_event_without_rematches(
    first: str, later: str, played_out: Callable[[System, int], Event]
) -> None:
    of = system(pairing={"first": first, "later": later}, structure={"rounds": 4})
    event = played_out(of, 11)
    met = [frozenset((m.a, m.b)) for r in event.rounds for m in r.matches]
    byes = [b.player for r in event.rounds for b in r.byes]
    assert (len(met), len(set(met)), len(byes), len(set(byes))) == (20, 20, 4, 4)
    assert len(standings(event, of).ranked()) == 11
