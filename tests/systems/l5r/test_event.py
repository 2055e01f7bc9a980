"""The declared game as a whole: edition, pairing, byes, tie-breaks, invented results, and that all is explained."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from muster.core.book.system import Game
from muster.core.forms.fields import check_values
from muster.core.kit.lots import Lots
from muster.core.kit.model import Outcome, PlayerId, Result
from muster.core.kit.reasons import Reason
from muster.core.pairing.pool import Entrant, Pool
from muster.core.reading.plan import planned
from muster.core.record.player import Status
from muster.core.standings.lines import LineKind, PlayerRound, Table
from muster.systems.l5r import SYSTEM
from muster.systems.registry import find
from tests.systems.l5r.desk import DAN, EMILY, Desk, golden, must_be_legal, settings


def test_edition_and_names() -> None:
    """L5R-001 L5R-003: regulations 2.3 in force from 20 October 2018, for Standard Play."""
    assert (SYSTEM.edition.version, SYSTEM.edition.valid_from) == ("2.3", "2018-10-20")
    assert "Standard Play" in SYSTEM.edition.title
    assert find("Legend of the Five Rings") is find("l5r") is SYSTEM


def entrants(*scores: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(PlayerId(n), points) for n, points in enumerate(scores, start=1))


def drawn(pool: Pool, seed: str) -> list[tuple[int, int]]:
    return [(p.a, p.b) for p in SYSTEM.draw(pool, settings(), Lots(seed, "test")).pairs]


def test_first_round_is_random() -> None:
    """L5R-095: all three pairings of four players come up."""
    found = {frozenset(drawn(Pool(entrants(0, 0, 0, 0)), str(n))) for n in range(40)}
    assert len(found) == 3


def test_the_book_example_of_a_pairing() -> None:
    """L5R-095 L5R-096 L5R-098: three on 20, then some on 16: two of the three meet, the third meets any of the 16."""
    pool = Pool(entrants(20, 20, 20, 16, 16, 16), round=3)
    downs, partners = set(), set()
    for n in range(60):
        pairs = drawn(pool, str(n))
        ((high, low),) = [(a, b) for a, b in pairs if a <= 3 < b]
        assert sorted(x for pair in pairs for x in pair) == [1, 2, 3, 4, 5, 6]
        downs.add(high)
        partners.add(low)
    assert (downs, partners) == ({1, 2, 3}, {4, 5, 6})


def test_groups_of_three_four_and_one() -> None:
    """L5R-096: one pair inside, one float, then three are left: one pair inside and one float."""
    points = dict(enumerate((20, 20, 20, 11, 11, 11, 11, 2), start=1))
    for n in range(20):
        pairs = drawn(Pool(entrants(*points.values()), round=3), str(n))
        assert sorted((points[a], points[b]) for a, b in pairs) == [(11, 2), (11, 11), (20, 11), (20, 20)]


def test_nobody_meets_twice_in_a_stage() -> None:
    """L5R-086 L5R-093 L-09 L-10: the pair that met is avoided, at the price of floats."""
    one, two = PlayerId(1), PlayerId(2)
    met = {one: {two: 1}, two: {one: 1}}
    pool = Pool(entrants(10, 10, 1, 1), round=2, met=met)
    for n in range(20):
        assert (1, 2) not in drawn(pool, str(n))


def test_anybody_may_be_paired_down_again() -> None:
    """L5R-096: the book has no limit on floats, so a second one brings no notice."""
    pool = Pool((Entrant(PlayerId(1), 20, downs=2), Entrant(PlayerId(2), 10)), round=3)
    draw = SYSTEM.draw(pool, settings(), Lots("seed", "test"))
    assert draw.notices == ()
    assert [(r.code, r.clause) for r in draw.pairs[0].why] == [("paired_down", "L5R-096")]


def test_bye_of_round_one_is_random() -> None:
    """L5R-097: in round 1 anybody may draw it."""
    desk = Desk(["Aya", "Ben", "Cleo", "Dai", "Eri"])
    assert {desk.draw(str(n))[1][0] for n in range(60)} == {"Aya", "Ben", "Cleo", "Dai", "Eri"}


def test_bye_goes_to_the_lowest_ranked_without_one() -> None:
    """L5R-097 L-11 L-12: tie-breaks count, a player who had one is passed over, and the notice says so."""
    desk = Desk(["Aya", "Ben", "Cleo", "Dai", "Eri"])
    desk.round([["Aya", "Ben", "W", "ML"], ["Cleo", "Dai", "MW", "ML"]], bye="Eri")
    # Ben and Dai have nothing; Ben's opponent has 10, Dai's 6.
    assert desk.order() == ["Aya", "Eri", "Cleo", "Ben", "Dai"]
    assert desk.draw()[1] == ["Dai"]
    desk.round([["Aya", "Eri", "W", "L"], ["Cleo", "Ben", "W", "ML"]], bye="Dai")
    # Eri, with 11, and Dai, with 10, had theirs; Ben has 0.
    assert desk.draw()[1] == ["Ben"]


def test_everybody_had_a_bye() -> None:
    """L-12: then the lowest ranked of those with the fewest."""
    desk = Desk(["Aya", "Ben", "Cleo"], structure="custom", rounds=4)
    desk.round([["Aya", "Ben", "W", "L"]], bye="Cleo")
    desk.round([["Aya", "Cleo", "W", "L"]], bye="Ben")
    desk.round([["Ben", "Cleo", "W", "L"]], bye="Aya")
    assert desk.points() == {"Aya": 30, "Ben": 21, "Cleo": 12}
    _, byes, draft = desk.draw()
    assert byes == ["Cleo"]
    assert [(r.code, r.clause) for r in draft.notices if r.code == "bye_again"] == [("bye_again", "L-12")]


def test_who_dropped_is_not_paired() -> None:
    """L5R-087 L5R-089 L-07: a dropped player stays listed, and the rounds after the drop do not count."""
    desk = Desk(["Aya", "Ben", "Cleo", "Dai", "Eri"], structure="custom", rounds=3)
    desk.round([["Aya", "Ben", "W", "L"], ["Cleo", "Dai", "W", "L"]], bye="Eri")
    desk.event.find("Ben").status = Status.DROPPED
    pairs, byes, _ = desk.draw()
    assert "Ben" not in {n for pair in pairs for n in pair}
    assert byes == []
    desk.round([["Aya", "Cleo", "W", "L"], ["Dai", "Eri", "W", "L"]])
    sos = {desk.event.name_of(r.player): r.values["sos"] for r in desk.standings().rows}
    # Aya met Ben (1 point in 1 round) and Cleo (11 in 2).
    assert sos["Aya"] == (Fraction(1) + Fraction(11, 2)) / 2


def test_the_row_is_frozen_with_round_one() -> None:
    """L5R-084 L-29 L-30: the head count is that of round 1, whoever leaves later."""
    desk = Desk([f"P{n}" for n in range(1, 10)])
    games = [[f"P{n}", f"P{n + 1}", "W", "L"] for n in (1, 3, 5, 7)]
    desk.round(games, bye="P9")
    desk.event.find("P8").status = Status.DROPPED
    assert planned(desk.event, SYSTEM).rounds == 4


def line(points: int, opponent: int | None, kind: LineKind = LineKind.GAME) -> PlayerRound:
    return PlayerRound(1, kind, points, Outcome.WIN, Reason("test"), PlayerId(opponent) if opponent else None)


@pytest.mark.parametrize("row", golden("V-L5R-SOS")["rows"])
def test_strength_of_schedule(row: Any) -> None:
    """L5R-127 L-02 L-03 L-04: the mean over opponents of their points per round, byes counted as rounds."""
    me = PlayerId(0)
    lines: dict[PlayerId, list[PlayerRound]] = {me: []}
    for n, (points, rounds) in enumerate(row["opponents"], start=1):
        lines[me].append(line(0, n))
        byes = [line(0, None, LineKind.BYE) for _ in range(rounds - 1)]
        lines[PlayerId(n)] = [line(points, 0), *byes]
    sos = SYSTEM.tiebreaks(settings())[0]
    assert sos.compute(Table(lines), [me])[me] == Fraction(row["sos"])


def test_tiebreaks_in_order() -> None:
    """L5R-127 L5R-128 L5R-129: strength of schedule, then the extended one, higher is better; then the lot."""
    found = SYSTEM.tiebreaks(settings())
    assert [(t.key, t.clause, t.low_wins) for t in found] == [("sos", "L5R-127", False), ("esos", "L5R-128", False)]


def test_prizes_go_to_the_top() -> None:
    """L5R-004 L5R-094: ranked by performance, most points first, the first three get the prizes."""
    desk = Desk(["Aya", "Ben", "Cleo", "Dai"])
    desk.round([["Aya", "Ben", "W", "L"], ["Cleo", "Dai", "MW", "ML"]])
    awards = SYSTEM.awards(desk.event, settings(), desk.standings())
    assert [desk.event.name_of(a.player) for a in awards if a.player] == ["Aya", "Cleo", "Ben"]


def test_invented_results_are_legal() -> None:
    """L5R-126: what demos invent passes the forms and the checks and pays what the book pays."""
    lots, seen = Lots("seed", "invent"), set()
    for options in (settings(), settings(slip_offset=0, stop_offset=0)):
        for _ in range(300):
            values = check_values(SYSTEM.result_fields, SYSTEM.invent(DAN, EMILY, options, lots), "a result")
            for elimination in (False, True):
                played = Game(DAN, EMILY, Result(values), options, elimination)
                SYSTEM.check(played)
                seen.add(tuple(sorted(int(s.points) for s in SYSTEM.score(played))))
    assert seen == {(0, 0), (1, 10), (0, 10), (0, 6)}


def test_everything_cited_is_explained() -> None:
    """Every clause that an option, field, tie-break or pairing cites has a heading, every code of its own a
    sentence.
    """
    cited = {o.clause for o in SYSTEM.options} | {f.clause for f in SYSTEM.result_fields}
    cited |= {t.clause for t in SYSTEM.tiebreaks(settings())} | set(SYSTEM.rules(settings(), 1).clauses.values())
    assert cited - {""} <= set(SYSTEM.clauses)
    scores = [SYSTEM.bye(settings()), SYSTEM.unpaired(settings()), SYSTEM.double_loss(settings())]
    lots = Lots("seed", "explain")
    for _ in range(300):
        values = check_values(SYSTEM.result_fields, SYSTEM.invent(DAN, EMILY, settings(), lots), "a result")
        for elimination in (False, True):
            scores += SYSTEM.score(Game(DAN, EMILY, Result(values), settings(), elimination))
    for score in scores:
        assert score.why.clause in SYSTEM.clauses
        assert "{" not in SYSTEM.sentences[score.why.code].format(**score.why.data)


def test_draws_of_a_whole_event_are_legal() -> None:
    """L5R-086 L5R-093 L5R-096 L5R-097: round after round, for a field with byes and modified results."""
    desk = Desk([f"P{n}" for n in range(1, 18)])
    lots = Lots("seed", "results")
    results = (["W", "L"], ["L", "W"], ["W", "ML"], ["ML", "MW"])
    for number in range(1, 5):
        pairs, byes, draft = desk.draw(f"seed {number}")
        if not any(r.code == "float_far" for r in draft.notices):
            must_be_legal(desk, pairs, byes)
        desk.round([[a, b, *lots.choice(results)] for a, b in pairs], bye=byes[0])


def test_clan_is_optional() -> None:
    """A clan is recorded if a player names one."""
    assert check_values(SYSTEM.player_fields, {}, "a player") == {"clan": None}
    assert check_values(SYSTEM.player_fields, {"clan": "Crane"}, "a player") == {"clan": "Crane"}
