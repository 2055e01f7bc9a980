"""The worked tournaments, replayed: pairs, tables, levels, points, totals and places, all compared exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from muster.core.book.system import Game
from muster.core.kit.errors import Refusal
from muster.core.kit.lots import Lots
from muster.core.kit.model import PlayerId
from muster.core.pairing.byes import choose_bye
from muster.core.pairing.pool import Pool
from muster.core.reading.tally import scores, standings
from muster.core.record.event import Event, Match, Round
from muster.core.rules.players import rejoin
from muster.core.rules.rounds import pool, present, seat
from muster.core.standings.ranking import StandingsRow
from muster.systems.urban_war import SYSTEM
from muster.systems.urban_war.casualties import degree_between, thresholds
from muster.systems.urban_war.scoring import forces

Golden = Callable[[str], dict[str, Any]]
MakeEvent = Callable[..., Event]
AddRound = Callable[..., Round]


def stacked(event: Event, number: int, order: list[int]) -> Pool:
    """A round's field with its cards in the golden order, the bye (if any) at the end."""
    field, _ = pool(event, SYSTEM, number, present(event, number))
    cards = {e.id: e for e in field.entrants}
    rest = [p for p in cards if p not in order]
    return replace(field, entrants=tuple(cards[PlayerId(p)] for p in [*order, *rest]))


def drawn(event: Event, number: int, cards: Pool) -> list[tuple[int, int, int]]:
    """Table and players of each pair that the system draws from these cards."""
    draw = SYSTEM.draw(cards, SYSTEM.settings(event), Lots("seed", "not needed"))
    assert draw.notices == ()
    points = {e.id: e.points for e in cards.entrants}
    return [(pair.table, pair.a, pair.b) for pair in seat(event, SYSTEM, number, draw.pairs, points)]


def worth(event: Event, round_: Round, match: Match) -> dict[str, Any]:
    """What the result comes to, in the golden data's words."""
    assert match.result is not None
    game = Game(event.players[match.a], event.players[match.b], match.result, SYSTEM.settings(event))
    SYSTEM.check(game)
    one, other = (force.level for force in forces(game))
    return {
        "levels": [one.title, other.title],
        "result": degree_between(one, other).title,
        "tp": [score.points for score in scores(event, SYSTEM, round_, match)],
    }


def told(row: StandingsRow) -> dict[str, Any]:
    opponents = [line.opponent for line in row.lines if line.opponent is not None]
    return {"id": row.player, "tp": row.points, "opponents_tp": row.values["opponents"], "opponents": opponents}


@pytest.mark.parametrize("name", ["G-UW-A", "G-UW-B"])
def test_tournament(name: str, golden: Golden, make_event: MakeEvent, add_round: AddRound) -> None:
    """UW-01 UW-02 UW-12 UW-21 UW-26 UW-27 UW-29 UW-30 UW-31 UW-33 UW-34 UW-35 UW-36 UW-38 UW-40 UW-49 UW-50
    UW-51 UW-52 UW-53 UW-54 UW-57 U-01 U-11 U-13 U-14: G-UW-A and G-UW-B from the cards and the losses alone."""
    book = golden(name)
    event = make_event(book["players"], {"tables": book["options"]["tables"]})
    assert {p["id"]: list(thresholds(p["models"])) for p in book["players"]} == {
        p["id"]: p["thresholds"] for p in book["players"]
    }
    assert SYSTEM.plan(SYSTEM.settings(event), len(book["players"])).rounds == len(book["rounds"])
    for expected in book["rounds"]:
        number, bye = expected["round"], expected["bye"]
        cards = stacked(event, number, expected["stack"])
        if number > 1:
            assert [e.points for e in cards.entrants] == sorted((e.points for e in cards.entrants), reverse=True)
        if bye is not None:
            assert [e.id for e in cards.entrants[-1:]] == [bye]
            if number > 1:
                order = SYSTEM.bye_order(cards, SYSTEM.settings(event), Lots("seed", "bye"))
                assert choose_bye(cards, order, SYSTEM.rules(SYSTEM.settings(event), number))[0].player == bye
            cards = cards.without(bye)
        assert [e.id for e in cards.entrants] == expected["stack"]
        assert drawn(event, number, cards) == [(g["table"], g["a"], g["b"]) for g in expected["games"]]
        round_ = add_round(event, expected["games"], bye)
        for game, match in zip(expected["games"], round_.matches, strict=True):
            assert worth(event, round_, match) == {key: game[key] for key in ("levels", "result", "tp")}
        after = standings(event, SYSTEM, number)
        assert {str(row.player): row.points for row in after.rows} == expected["totals_after"]
    table = standings(event, SYSTEM)
    assert [{"rank": row.rank, **told(row)} for row in table.ranked()] == book["standings"]
    assert [told(row) for row in table.rows if row.rank is None] == book["retired"]
    winners = [award.player for award in SYSTEM.awards(event, SYSTEM.settings(event), table)]
    assert winners == [row["id"] for row in book["standings"][:3]]


def test_the_dead_end_of_the_stack(golden: Golden, make_event: MakeEvent, add_round: AddRound) -> None:
    """U-01 UW-31: in round 3 of G-UW-B the plain walk ends at two who have met; one pair is undone."""
    book = golden("G-UW-B")
    end = book["dead_end"]
    event = make_event(book["players"])
    for earlier in book["rounds"][: end["round"] - 1]:
        add_round(event, earlier["games"], earlier["bye"])
    cards = stacked(event, end["round"], book["rounds"][end["round"] - 1]["stack"])
    assert plain_walk(cards) == (end["plain_stack_pairs"], end["left"])
    repaired = [[a, b] for _, a, b in drawn(event, end["round"], cards)]
    assert repaired == end["repaired"]


def plain_walk(cards: Pool) -> tuple[list[list[int]], list[int]]:
    """UW-31 without U-01: the pairs as the guide makes them, and who is left over."""
    left = [e.id for e in cards.entrants]
    pairs = []
    while left:
        fits = [p for p in left[1:] if not cards.last_met(left[0], p)]
        if not fits:
            break
        pairs.append([int(left[0]), int(fits[0])])
        left = [p for p in left if p not in pairs[-1]]
    return pairs, [int(p) for p in left]


def test_who_conceded_is_not_paired_again(golden: Golden, make_event: MakeEvent, add_round: AddRound) -> None:
    """UW-53 U-11: the conceder is out of the field, which becomes even, so the next round has no bye."""
    book = golden("G-UW-B")
    event = make_event(book["players"])
    sizes: list[int] = []
    for earlier in book["rounds"][:2]:
        sizes.append(len(present(event, earlier["round"])))
        add_round(event, earlier["games"], earlier["bye"])
    left = [p.id for p in present(event, 3)]
    assert sizes == [9, 9]
    assert left == [1, 2, 3, 5, 6, 7, 8, 9]
    with pytest.raises(Refusal, match="Don retired by conceding and cannot come back") as refusal:
        rejoin(event, SYSTEM, event.find("Don"))
    assert refusal.value.clause == "UW-53"


def test_the_same_cards_could_lie_like_that(golden: Golden, make_event: MakeEvent, add_round: AddRound) -> None:
    """UW-31 U-02: every golden stack is one that the system's own sorting can make."""
    book: Mapping[str, Any] = golden("G-UW-A")
    event = make_event(book["players"])
    for expected in book["rounds"]:
        number = expected["round"]
        field, _ = pool(event, SYSTEM, number, present(event, number))
        made = SYSTEM.arrange(field, SYSTEM.settings(event), Lots("seed", f"round {number}"))
        wanted = stacked(event, number, expected["stack"])
        assert [e.points for e in made.entrants] == [e.points for e in wanted.entrants]
        assert sorted(e.id for e in made.entrants) == sorted(expected["stack"])
        add_round(event, expected["games"], expected["bye"])
