"""What each book calls out and when; every figure of the clocks, with its clause."""

from __future__ import annotations

import pytest

from muster.core.forms.options import Settings, Value
from muster.core.kit.model import StageKind
from muster.core.reading.words import SENTENCES
from muster.core.record.clock import ClockPlan
from muster.systems import registry

SWISS, CUT = StageKind.SWISS, StageKind.ELIMINATION


def plan(system: str, stage: StageKind = SWISS, *, final: bool = False, **options: Value) -> ClockPlan:
    game = registry.find(system)
    return game.clock(Settings(game.options, options), stage, final)


def minutes(system: str, stage: StageKind = SWISS, *, final: bool = False, **options: Value) -> list[tuple[int, str]]:
    return [(mark.minute, mark.clause) for mark in plan(system, stage, final=final, **options).marks]


def test_l5r() -> None:
    """L5R-082 L5R-111 L5R-113 L5R-115 L5R-117: 65, 70 and 75 minutes, in Swiss and elimination rounds alike."""
    expected = [(65, "L5R-113"), (70, "L5R-115"), (75, "L5R-117")]
    assert minutes("l5r") == minutes("l5r", CUT) == expected


def test_l5r_final() -> None:
    """L5R-082 L-13: 100, 105 and 110 minutes; the offsets are options."""
    assert [at for at, _ in minutes("l5r", CUT, final=True)] == [100, 105, 110]
    assert [at for at, _ in minutes("l5r", CUT, final=True, final_minutes=90, slip_offset=3, stop_offset=6)] == [
        90,
        93,
        96,
    ]


def test_l5r_extension() -> None:
    """L-18: five minutes, unless the organiser says otherwise."""
    assert plan("l5r").extension == 5
    assert plan("l5r", extension_minutes=8).extension == 8


def test_l5r_after_the_last_call_is_late() -> None:
    """L5R-115 L5R-116: from the last call for slips on the clock is amber."""
    assert [mark.late for mark in plan("l5r").marks] == [False, True, False]


def test_urban_war() -> None:
    """UW-10 UW-11 U-27 UW-60: a warning 15 or 10 minutes before the end at 80."""
    assert minutes("urban_war") == [(65, "UW-11"), (80, "UW-10")]
    assert minutes("urban_war", warning_minutes=10) == [(70, "UW-11"), (80, "UW-10")]
    assert minutes("urban_war", warning_minutes=0) == [(80, "UW-10")]
    assert minutes("urban_war", minutes=50, warning_minutes=50) == [(50, "UW-10")]
    assert minutes("urban_war", warning_minutes=1) == [(79, "UW-11"), (80, "UW-10")]
    assert plan("urban_war", warning_minutes=10).marks[0].data == {"before": 10}
    assert [(mark.late, mark.warning) for mark in plan("urban_war").marks] == [(True, True), (False, False)]


@pytest.mark.parametrize(("rice", "length"), [(70, 75), (75, 75), (76, 120), (99, 120), (100, 120)])
def test_bushido(rice: int, length: int) -> None:
    """BUS-10 BUS-31 B-15: 75 or 120 minutes by the rice limit, then the turn being played is the last."""
    assert minutes("bushido", rice=rice) == [(length, "BUS-31")]


def test_bushido_by_the_organiser() -> None:
    """BUS-11 B-16: another length, and a hard stop so many minutes after it; off by the book."""
    assert minutes("bushido", round_minutes=90) == [(90, "BUS-31")]
    assert minutes("bushido", rice=50, hard_stop_minutes=15) == [(75, "BUS-31"), (90, "B-16")]
    assert [mark.late for mark in plan("bushido", hard_stop_minutes=15).marks] == [True, False]


def test_warmachine() -> None:
    """WMH-090 WMH-091 WMH-095 WMH-103 W-18: both clocks of 60 minutes make 120, then the games left are checked."""
    assert minutes("warmachine") == [(120, "WMH-103")]
    assert minutes("warmachine", minutes=45) == [(90, "WMH-103")]
    assert plan("warmachine").marks[0].data == {"left": 5}
    assert plan("warmachine").marks[0].late


def test_custom() -> None:
    """As long as the organiser says."""
    assert minutes("custom") == []
    assert minutes("custom", round_minutes=50) == [(50, "")]


@pytest.mark.parametrize("key", registry.BUILT_IN)
def test_every_mark_has_its_words(key: str) -> None:
    game = registry.find(key)
    known = {**SENTENCES, **game.sentences}
    options: dict[str, Value] = {"round_minutes": 50, "hard_stop_minutes": 5}
    settings = Settings(game.options, {k: v for k, v in options.items() if k in {o.key for o in game.options}})
    marks = game.clock(settings, SWISS, False).marks
    assert marks
    for mark in marks:
        for code in (mark.key, f"{mark.key}_call"):
            assert known[code].format_map(mark.data)
        assert known.get(f"{mark.key}_form", "").format_map(mark.data) is not None
        # If the book has no length, the organiser's has no clause.
        assert mark.clause in game.clauses or (not mark.clause and "round_minutes" in {o.key for o in game.options})
    assert [mark.minute for mark in marks] == sorted({mark.minute for mark in marks})
