"""Every reason of this system's own, as the organiser reads it, and its clause."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from string import Formatter
from typing import Any

import pytest

from muster.app.languages import language
from muster.core.book.system import Game, Plan
from muster.core.forms.options import Settings
from muster.core.kit.model import Ending, PlayerId, Result
from muster.core.kit.reasons import Reason
from muster.core.reading.tally import standings
from muster.core.reading.words import say
from muster.core.record.event import Event
from muster.core.record.facts.play import ScenarioChosen
from muster.core.record.player import Status
from muster.systems.warmachine import SYSTEM


def test_scores_in_words(
    game: Callable[..., Game], settings: Callable[..., Settings], empty_event: Callable[..., Event]
) -> None:
    """WMH-063 WMH-066 WMH-076: the sentence has the figures."""
    event = empty_event("Asha", "Bo")

    def said(values: dict[str, Any], ending: Ending = Ending.PLAYED, **options: Any) -> list[str]:
        by = () if ending is Ending.PLAYED else (PlayerId(2),)
        return [str(say(s.why, event, SYSTEM)) for s in SYSTEM.score(game(Result(values, ending, by), **options))]

    figures = {"cp": [6, 1], "apd": [43, 68]}
    assert said({"winner": "a", "how": "scenario", **figures}) == [
        "won (scenario): tournament points 1, control points 6, army points destroyed 43",
        "lost (scenario): tournament points 0, control points 1, army points destroyed 68",
    ]
    assert (
        said({"winner": "tie", **figures})[1] == "tied: tournament points 0, control points 1, army points destroyed 68"
    )
    assert said({"list_points": [None, 103]}, Ending.CONCESSION) == [
        "the opponent conceded: tournament points 1, control points 3 (at least 3) and army points destroyed 52 "
        "(at least 52, half of that player’s list of 103, rounded up)",
        "conceded: no points of any kind",
    ]
    assert said({}, Ending.DISQUALIFIED) == [
        "the opponent was disqualified: tournament points 1, control points 3 (at least 3) and army points destroyed 38"
        " (at least 38, half of the event’s 75 points, rounded up, as that player’s list total is not known)",
        "disqualified: no points of any kind",
    ]
    assert said({}, Ending.CONCESSION, concession_base="event_size")[0].endswith(
        "(at least 38, half of the event’s 75 points, rounded up)"
    )
    assert [str(say(f(settings()).why, event, SYSTEM)) for f in (SYSTEM.bye, SYSTEM.unpaired, SYSTEM.double_loss)] == [
        "bye: tournament points 1, control points 3, army points 38 (half of 75, rounded up)",
        "not paired: no points of any kind",
        "lost by both: no points of any kind",
    ]


def test_notices_in_words(settings: Callable[..., Settings], empty_event: Callable[..., Event]) -> None:
    """WMH-001 WMH-005 WMH-068 WMH-108 W-02 W-03 W-04."""
    event = empty_event("Asha", "Bo")

    def planned(players: int, **options: Any) -> list[str]:
        return [str(say(r, event, SYSTEM)) for r in SYSTEM.plan(settings(**options), players).notices]

    assert planned(200) == ["the book’s table ends at 128 players; 200 take 8 rounds by its pattern"]
    assert planned(2, rounds=5) == ["5 rounds are set; the usual number for 2 players is 3"]
    assert planned(2, extra_rounds=1, cut=4) == [
        "more rounds are played, up to 1, while several players share the lead",
        "the book has no cut; this event cuts to 4",
    ]

    def advised(date: str, rounds: int, *names: str) -> list[str]:
        event.date = date
        event.scenarios = {n: ScenarioChosen(n, name) for n, name in enumerate(names, start=1)}
        return [str(say(r, event, SYSTEM)) for r in SYSTEM.advice(event, settings(), 2, Plan(rounds))]

    small = "the format is meant for 32 players or more; there are 2"
    assert advised("2019-01-01", 3, "Bunkers", "Bunkers") == [
        "these rules are in force from 2019-06-25 on, but the event is on 2019-01-01",
        small,
        "Bunkers is played in rounds 1 and 2; a scenario should not be played twice",
    ]
    assert advised("2021-01-01", 7, *(s.name for s in SYSTEM.scenarios), "Anarchy") == [
        "these rules ended on 2020-07-01 and the event is on 2021-01-01: look for a newer version",
        small,
        "7 rounds are more than the 6 scenarios, so some must be repeated",
        "Anarchy is repeated in round 7, after all 6 scenarios were played",
    ]


def test_end_and_awards_in_words(golden: Callable[[str], Any], rebuild: Callable[[Any, int], Event]) -> None:
    """WMH-067 WMH-085 WMH-087 WMH-088 WMH-089."""
    event = rebuild(golden("G-WMH-D"), 2)
    table = standings(event, SYSTEM)
    over = SYSTEM.over(event, SYSTEM.settings(event), table)
    assert over is not None
    assert str(say(over, event, SYSTEM)) == (
        "Asha leads alone after round 2: tournament points 2 (option “Stop at a sole leader”)"
    )

    def awarded(**options: Any) -> list[str]:
        settings = Settings(SYSTEM.options, {"kind": "champions", **options})
        return [str(say(a.why, event, SYSTEM)) for a in SYSTEM.awards(event, settings, table)]

    assert awarded() == [
        "place 1 in the final standings",
        "not chosen yet: the organiser chooses, or lets the players vote",
        "control points 8, the most",
        "army points destroyed 112, the most",
    ]
    assert awarded(best_painted="Bo", one_prize_per_player=True)[1:] == [
        "chosen by the organiser",
        "control points 7, the most among those without an award (1 passed over)",
        "army points destroyed 72, the most among those without an award (3 passed over)",
    ]
    assert awarded(best_painted="Zoe")[1].startswith("no player is called “Zoe”")
    event.find("Bo").status = Status.DISQUALIFIED
    assert awarded(best_painted="Bo")[1] == "Bo was chosen but is disqualified: choose another player"


def placeholders(text: str) -> Iterator[str]:
    return (name for _, name, _, _ in Formatter().parse(text) if name)


def test_counts_are_not_taken_for_players() -> None:
    """A key that begins with `player` is shown as a player's name, so only players may use one."""
    names = {name for text in SYSTEM.sentences.values() for name in placeholders(text)}
    assert {name for name in names if name.startswith("player")} == {"player"}
    assert str(say(Reason("final_place_lot", {"place": 1}), Event("", "", "", "", "", ""), SYSTEM)) == (
        "place 1: level with another player on everything, so the drawn lot decides"
    )


@pytest.mark.parametrize("code", ["en", "de", "fr", "es"])
def test_a_score_of_one_needs_no_singular(code: str) -> None:
    """Numbers come after what they count, so that “1 control points” is said in no language."""
    spoken = language(code)
    scores = [text for key, text in SYSTEM.sentences.items() if "{cp}" in text or key.startswith("most_")]
    assert len(scores) >= 18
    for text in scores:
        assert not re.search(r"\{(points|cp|apd|total)\} \w", spoken.text(text)), spoken.text(text)
