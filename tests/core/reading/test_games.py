"""Who met whom: of this stage, without those who did not appear."""

from __future__ import annotations

from muster.core.reading.games import met
from tests.app.hall import Hall


def test_a_game_that_is_still_played_counts_as_met() -> None:
    """X-22: only a no-show was not met."""
    hall = Hall("bushido", ["Ann", "Bob"])
    hall.pair()
    hall.publish()
    match = hall.event.rounds[0].matches[0]
    assert met(hall.event, 2) == {match.a: {match.b: 1}, match.b: {match.a: 1}}
    assert not any(met(hall.event, 1).values())


def test_another_stage_begins_with_nobody_met() -> None:
    """L-42: those who met in the Swiss rounds may meet in the bracket."""
    hall = Hall("l5r", 4, structure="custom", rounds="1", cut="2")
    hall.pair()
    hall.publish()
    for match in hall.event.rounds[0].matches:
        hall.report(f"#{match.a}", winner="a")
    hall.close()
    assert [len(faced) for faced in met(hall.event, 2).values()] == [1, 1, 1, 1]
    hall.cut()
    hall.pair()
    assert not any(met(hall.event, 2).values())
    assert sum(len(faced) for faced in met(hall.event, 3).values()) == 2
