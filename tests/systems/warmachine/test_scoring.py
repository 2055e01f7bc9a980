"""What games, byes and concessions are worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from muster.core.book.system import Game
from muster.core.forms.fields import check_values
from muster.core.forms.options import Settings
from muster.core.kit.errors import BadInput
from muster.core.kit.lots import Lots
from muster.core.kit.model import Ending, Outcome, PlayerId, Result, Score
from muster.core.reading.tally import standings
from muster.core.record.event import Event
from muster.core.record.player import Player
from muster.systems.warmachine import SYSTEM
from muster.systems.warmachine.forms import WAYS

A, B = PlayerId(1), PlayerId(2)


def worth(score: Score) -> list[Any]:
    return [score.points, score.stats["cp"], score.stats["apd"]]


def played(winner: str, how: str | None = "scenario") -> Result:
    return Result({"winner": winner, "how": how, "cp": [6, 1], "apd": [43, 68]})


@pytest.mark.parametrize("how", WAYS)
def test_win_and_loss(how: str, game: Callable[..., Game]) -> None:
    """WMH-066 WMH-071 WMH-163: 1 and 0 tournament points; both keep CP and APD, however the game was won."""
    a, b = SYSTEM.score(game(played("a", how)))
    assert (worth(a), a.outcome) == ([1, 6, 43], Outcome.WIN)
    assert (worth(b), b.outcome) == ([0, 1, 68], Outcome.LOSS)
    a, b = SYSTEM.score(game(played("b", how)))
    assert (worth(a), a.outcome) == ([0, 6, 43], Outcome.LOSS)
    assert (worth(b), b.outcome) == ([1, 1, 68], Outcome.WIN)
    assert b.why.clause == "WMH-066"


def test_tie(game: Callable[..., Game]) -> None:
    """WMH-066 W-26: a tie pays nobody a tournament point; CP and APD stay."""
    a, b = SYSTEM.score(game(played("tie", None)))
    assert (worth(a), a.outcome) == ([0, 6, 43], Outcome.DRAW)
    assert (worth(b), b.outcome) == ([0, 1, 68], Outcome.DRAW)


def test_concession_vectors(golden: Callable[[str], Any], game: Callable[..., Game]) -> None:
    """WMH-062 WMH-063 W-11 W-13: at least 3 CP and half the conceder's list; the conceder has nothing."""
    for army, cp, apd, winner, conceder in golden("V-WMH-CONCEDE")["rows"]:
        values: dict[str, Any] = {"cp": [cp, 9], "apd": [apd, 99], "list_points": [71, army]}
        a, b = SYSTEM.score(game(Result(values, Ending.CONCESSION, (B,))))
        assert (worth(a), a.outcome) == (winner, Outcome.WIN)
        assert (worth(b), b.outcome) == (conceder, Outcome.LOSS)
        mirrored: dict[str, Any] = {key: pair[::-1] for key, pair in values.items()}
        a, b = SYSTEM.score(game(Result(mirrored, Ending.CONCESSION, (A,))))
        assert (worth(a), worth(b)) == (conceder, winner)


@pytest.mark.parametrize("ending", [Ending.CONCESSION, Ending.DISQUALIFIED])
def test_what_the_half_is_taken_of(ending: Ending, game: Callable[..., Game]) -> None:
    """WMH-063 WMH-022 W-11: the list of the game, else the player's, else the event's size, and the reason says so."""

    def half(result_list: int | None, player_list: int | None, **options: Any) -> tuple[Any, str]:
        values = check_values(SYSTEM.result_fields, {"list_points": [None, result_list]}, "a result", required=False)
        one = game(Result(values, ending, (B,)), None, {"list_points": player_list}, **options)
        score = SYSTEM.score(one)[0]
        assert score.stats["cp"] == 3
        return score.stats["apd"], score.why.code

    assert half(103, 100) == (52, f"{ending}_list")
    assert half(None, 100) == (50, f"{ending}_list")
    assert half(None, None) == (38, f"{ending}_no_list")
    assert half(0, 100) == (0, f"{ending}_list")
    assert half(103, 100, concession_base="event_size") == (38, f"{ending}_size")
    assert half(None, None, army_points=50) == (25, f"{ending}_no_list")


def test_result_without_any_figure_can_be_conceded(game: Callable[..., Game]) -> None:
    """WMH-063: a game given up before it began."""
    a, b = SYSTEM.score(game(Result({}, Ending.CONCESSION, (A,))))
    assert (worth(a), worth(b)) == ([0, 0, 0], [1, 3, 38])


def test_bye_vectors(golden: Callable[[str], Any], settings: Callable[..., Settings]) -> None:
    """WMH-076 WMH-065: 1 TP, 3 CP, half the army level rounded up, whatever level the organiser sets."""
    for army, expected in golden("V-WMH-BYE")["rows"]:
        bye = SYSTEM.bye(settings(army_points=army))
        assert (worth(bye), bye.outcome, bye.why.clause) == (expected, Outcome.WIN, "WMH-076")
    assert worth(SYSTEM.bye(settings())) == [1, 3, 38]


def test_unpaired_and_double_loss_pay_nothing(settings: Callable[..., Settings]) -> None:
    """X-04 X-11."""
    for score in (SYSTEM.unpaired(settings()), SYSTEM.double_loss(settings())):
        assert (worth(score), score.outcome) == ([0, 0, 0], Outcome.LOSS)


@pytest.mark.parametrize(("winner", "how"), [("a", None), ("b", None), ("tie", "scenario")])
def test_how_goes_with_a_win(winner: str, how: str | None, game: Callable[..., Game]) -> None:
    """WMH-081: a game won says how, a tie does not."""
    with pytest.raises(BadInput):
        SYSTEM.check(game(played(winner, how)))


@pytest.mark.parametrize(("winner", "how"), [("a", "clock"), ("b", "assassination"), ("tie", None)])
def test_good_results_pass(winner: str, how: str | None, game: Callable[..., Game]) -> None:
    """WMH-081."""
    SYSTEM.check(game(played(winner, how)))


def test_concession_needs_no_way_of_winning(game: Callable[..., Game]) -> None:
    """W-12: a concession is a kind of ending of its own."""
    SYSTEM.check(game(Result({}, Ending.CONCESSION, (A,))))


def test_bye_in_strength_of_schedule(golden: Callable[[str], Any], rebuild: Callable[[Any, int], Event]) -> None:
    """W-10: a bye adds nothing, or the average of the own opponents: Gil's 7 over 3 games and a bye becomes 7 + 7/3."""
    event = rebuild(golden("G-WMH-B"), 4)
    gil = event.find("Gil").id
    assert standings(event, SYSTEM).row(gil).values["sos"] == 7
    event.options["bye_sos"] = "average"
    sos = standings(event, SYSTEM).row(gil).values["sos"]
    assert sos is not None
    assert sos * 3 == 28


def test_invented_games_are_legal(settings: Callable[..., Settings], game: Callable[..., Game]) -> None:
    """Demos only use what the form and the book allow; a knock-out has no tie."""
    a, b = Player(A, "Asha", 1), Player(B, "Bo", 2)
    lots = Lots("seed", "invent")
    winners = set()
    for number in range(600):
        values = SYSTEM.invent(a, b, settings(army_points=1 + number), lots)
        full = check_values(SYSTEM.result_fields, values, "a result")
        SYSTEM.check(game(Result(full)))
        winners.add(full["winner"])
    assert winners == {"a", "b", "tie"}
    knockout = settings(format="elimination")
    assert {SYSTEM.invent(a, b, knockout, lots)["winner"] for _ in range(300)} == {"a", "b"}
