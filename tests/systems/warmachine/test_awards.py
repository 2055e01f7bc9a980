"""The awards beyond the golden tournaments: ties, byes, passing down, best painted, disqualification."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from muster.core.forms.options import Settings
from muster.core.kit.model import Outcome, PlayerId
from muster.core.kit.reasons import Reason
from muster.core.reading.tally import standings
from muster.core.record.awards import Ballot, Poll
from muster.core.record.event import Event
from muster.core.record.facts.awards import AwardDecided
from muster.core.record.player import Status
from muster.core.standings.lines import LineKind, PlayerRound
from muster.core.standings.ranking import Standings, StandingsRow
from muster.systems.warmachine import SYSTEM
from muster.systems.warmachine.awards import PAINTED

Figures = tuple[int, int, int, int]
WHY = Reason("test")


def table(*players: Figures, byes: dict[int, tuple[int, int]] | None = None) -> Standings:
    """Players 1, 2, ... by (TP, SoS, CP, APD), best first; `byes`: how much of those CP and APD came from a bye."""
    rows = []
    for n, (tp, sos, cp, apd) in enumerate(players, start=1):
        free_cp, free_apd = (byes or {}).get(n, (0, 0))
        lines = (
            PlayerRound(1, LineKind.GAME, tp, Outcome.WIN, WHY, stats={"cp": cp - free_cp, "apd": apd - free_apd}),
            PlayerRound(2, LineKind.BYE, 0, Outcome.WIN, WHY, stats={"cp": free_cp, "apd": free_apd}),
        )
        rows.append(StandingsRow(PlayerId(n), n, n, tp, {"sos": sos, "cp": cp, "apd": apd}, lines))
    return Standings(2, tuple(rows), ())


def won(event: Event, places: Standings, **options: Any) -> dict[str, int | None]:
    settings = Settings(SYSTEM.options, {"kind": "champions", **options})
    return {a.title: a.player for a in SYSTEM.awards(event, settings, places)}


def test_award_vector(golden: Callable[[str], Any], empty_event: Callable[..., Event]) -> None:
    """WMH-086 WMH-088 WMH-089: equal CP go by TP, then SoS."""
    data = golden("V-WMH-AWARD")
    event = empty_event(*(row[0] for row in data["rows"]))
    found = won(event, table(*(tuple(row[1:]) for row in data["rows"])))
    assert found == {
        "First place": event.find(data["first"]).id,
        "Best painted": None,
        "Most control points": event.find(data["most_cp"]).id,
        "Most army points destroyed": event.find(data["most_apd"]).id,
    }


def test_ties_to_the_last_figure(empty_event: Callable[..., Event]) -> None:
    """WMH-088 WMH-089 X-09: TP before SoS; most CP ends with APD, most APD with CP, then the lot."""
    event = empty_event("Ada", "Bea", "Cal")
    by_tp = won(event, table((4, 9, 1, 1), (3, 2, 8, 90), (2, 9, 8, 90)))
    assert (by_tp["Most control points"], by_tp["Most army points destroyed"]) == (2, 2)
    by_sos = won(event, table((4, 9, 1, 1), (2, 5, 8, 90), (2, 6, 8, 80)))
    assert by_sos["Most control points"] == 3
    no_sos = won(event, table((4, 9, 1, 1), (2, 1, 8, 80), (2, 0, 8, 90)))
    assert no_sos["Most control points"] == 2
    by_apd = won(event, table((3, 9, 1, 1), (2, 5, 8, 90), (2, 5, 8, 91)))
    assert by_apd["Most control points"] == 3
    by_cp = won(event, table((3, 9, 1, 1), (2, 5, 8, 90), (2, 5, 9, 90)))
    assert by_cp["Most army points destroyed"] == 3
    level = table((3, 9, 1, 1), (2, 5, 8, 90), (2, 5, 8, 90))
    settings = Settings(SYSTEM.options, {"kind": "champions"})
    lot = SYSTEM.awards(event, settings, level)[2]
    assert (lot.player, lot.why.code, lot.why.clause) == (2, "most_cp_lot", "X-09")
    two = SYSTEM.awards(event, settings, table((2, 5, 8, 90), (2, 5, 8, 90)))[2]
    assert (two.player, two.why.code) == (1, "most_cp_lot")
    tied = SYSTEM.awards(event, settings, table((3, 5, 8, 90), (2, 5, 8, 90), (1, 5, 7, 90)))[2]
    assert (tied.player, tied.why.code, tied.why.data["level"]) == (1, "most_cp_tied", 2)


def test_byes_can_be_left_out(empty_event: Callable[..., Event]) -> None:
    """W-50: the points of a bye count, unless the organiser says otherwise."""
    event = empty_event("Ada", "Bea")
    places = table((2, 1, 10, 100), (1, 2, 9, 90), byes={1: (3, 38)})
    assert won(event, places)["Most control points"] == 1
    assert won(event, places)["Most army points destroyed"] == 1
    assert won(event, places, exclude_byes_from_awards=True)["Most control points"] == 2
    assert won(event, places, exclude_byes_from_awards=True)["Most army points destroyed"] == 2


def test_one_prize_per_player(empty_event: Callable[..., Event]) -> None:
    """W-51: one player may win several; with the option each further one goes down to who has none."""
    event = empty_event("Ada", "Bea", "Cal", "Deb")
    places = table((4, 1, 20, 200), (3, 1, 19, 190), (2, 1, 18, 180), (1, 1, 17, 170))
    assert won(event, places, best_painted="Bea") == {
        "First place": 1,
        "Best painted": 2,
        "Most control points": 1,
        "Most army points destroyed": 1,
    }
    assert won(event, places, best_painted="Bea", one_prize_per_player=True) == {
        "First place": 1,
        "Best painted": 2,
        "Most control points": 3,
        "Most army points destroyed": 4,
    }
    few = won(event, table((1, 1, 1, 1)), one_prize_per_player=True)
    assert few == {"First place": 1, "Best painted": None}


def test_best_painted_is_the_organisers_choice(empty_event: Callable[..., Event]) -> None:
    """WMH-087 WMH-060: by name or number; open, unknown and disqualified choices are told apart."""
    event = empty_event("Ada", "Bea")
    event.players[PlayerId(2)].status = Status.DISQUALIFIED

    def painted(text: str) -> tuple[int | None, str]:
        settings = Settings(SYSTEM.options, {"kind": "champions", "best_painted": text})
        award = SYSTEM.awards(event, settings, table((1, 0, 1, 1)))[1]
        return award.player, award.why.code

    assert painted("ada") == (1, "painted")
    assert painted("#1") == (1, "painted")
    assert painted("") == (None, "painted_open")
    assert painted("Zoe") == (None, "painted_unknown")
    assert painted("Bea") == (None, "painted_disqualified")


def test_best_painted_as_people_chose(empty_event: Callable[..., Event]) -> None:
    """WMH-087 W-51: a decision or a vote comes before the option, and passes over who has a prize if each gets one."""
    event = empty_event("Ada", "Bea", "Cal")
    places = table((3, 1, 1, 1), (2, 1, 1, 1), (1, 1, 1, 1))

    def painted(**options: Any) -> tuple[int | None, tuple[int, ...], str]:
        settings = Settings(SYSTEM.options, {"kind": "champions", **options})
        award = SYSTEM.awards(event, settings, places)[1]
        return award.player, award.others, award.why.code

    event.awards.polls = {PAINTED: Poll(open=True)}
    assert painted(best_painted="Cal") == (None, (), "award_voting")
    counts = ((PlayerId(1), 2), (PlayerId(2), 1))
    event.awards.polls = {PAINTED: Poll(ballots={PlayerId(3): Ballot(None, paper=False)}, counts=counts)}
    assert painted(best_painted="Cal") == (1, (), "award_voted")
    assert painted(one_prize_per_player=True) == (2, (), "award_voted_passed")
    event.awards.polls = {}
    event.awards.decided = {PAINTED: AwardDecided(PAINTED, (PlayerId(3), PlayerId(2)))}
    assert painted(best_painted="Ada") == (3, (2,), "award_decided")


def test_masters_has_no_champions_prizes(empty_event: Callable[..., Event]) -> None:
    """WMH-002 WMH-006 WMH-085: three places, nothing else; Champions has no second and third."""
    event = empty_event("Ada", "Bea", "Cal", "Deb")
    places = table((4, 1, 1, 1), (3, 1, 1, 1), (2, 1, 1, 1), (1, 1, 30, 300))
    assert won(event, places, kind="masters") == {"First place": 1, "Second place": 2, "Third place": 3}
    assert list(won(event, places)) == [
        "First place",
        "Best painted",
        "Most control points",
        "Most army points destroyed",
    ]


def test_disqualified_winner_gets_nothing(golden: Callable[[str], Any], rebuild: Callable[[Any, int], Event]) -> None:
    """WMH-060 X-08: every award goes to the next player."""
    event = rebuild(golden("G-WMH-A"), 3)
    event.find("Cyd").status = Status.DISQUALIFIED
    places = standings(event, SYSTEM)
    names = {title: p and event.name_of(PlayerId(p)) for title, p in won(event, places, kind="masters").items()}
    assert names == {"First place": "Fay", "Second place": "Hal", "Third place": "Dex"}
    most = {title: p and event.name_of(PlayerId(p)) for title, p in won(event, places).items()}
    assert most["Most control points"] == "Fay"
    assert most["Most army points destroyed"] == "Gil"


def test_shared_place_is_told(empty_event: Callable[..., Event]) -> None:
    """X-09: where players share a place the lot orders them, and the award says so."""
    event = empty_event("Ada", "Bea")
    first, second = table((1, 1, 1, 1), (1, 1, 1, 1)).rows
    shared = StandingsRow(second.player, 1, 2, second.points, second.values, second.lines)
    awards = SYSTEM.awards(event, SYSTEM.settings(event), Standings(1, (first, shared), ()))
    assert [(a.player, a.why.code, a.why.clause) for a in awards] == [
        (1, "final_place_lot", "X-09"),
        (2, "final_place_lot", "X-09"),
    ]
