"""Two events at every point of their course, to hold entries against that could or could not have been made there."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from muster.app.desk import Opened
from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId
from muster.core.record.facts.play import Fact
from muster.core.rules.audit import others, play
from tests.app.hall import Hall

NAMES = ["Ann", "Ben", "Cem", "Dee", "Eve"]
ANN, BEN, CEM, DEE, EVE, NEXT, NOBODY = (PlayerId(n) for n in (1, 2, 3, 4, 5, 6, 99))
CUP: dict[str, Any] = {
    "name": "Cup",
    "points": {"win": 3, "draw": 1},
    "result": {"score": "goals", "high": 9},
    "bye": {"points": 3, "score": [1, 0]},
    "structure": {"table": [{"rounds": 2, "cut": 4}]},
}
POINTS = ("new", "draft", "published", "reported", "one in", "all in", "closed", "second draft", "second")
CUP_POINTS = ("swiss", "swiss over", "cut", "semi-finals drawn", "semi-finals", "semi-finals over")


@cache
def at(point: str) -> Hall:
    """A Bushido event of five: Ann meets Ben at table 1, Cem meets Dee at table 2, and Eve has the bye."""
    if point in CUP_POINTS:
        return _cup(CUP_POINTS.index(point))
    if point not in POINTS:
        return _aside(point)
    hall, steps = Hall("bushido", NAMES), POINTS.index(point)
    course: tuple[Callable[[], Opened], ...] = (
        lambda: hall.by_hand(("Ann", "Ben"), ("Cem", "Dee"), ("Eve", "")),
        hall.publish,
        lambda: hall.report("Ann", player="Ann", vp="2-1"),
        lambda: hall.report("Ben", player="Ben", vp="1-2"),
        lambda: hall.report("2", vp="1-0"),
        hall.close,
        hall.pair,
        hall.publish,
    )
    for step in course[:steps]:
        step()
    return hall


def _cup(steps: int) -> Hall:
    """A composed game with a cut: Ann and Eve win twice, Cem and Dee once, Ben is out."""
    hall = Hall(CUP, NAMES)

    def play_round(*pairs: tuple[str, str]) -> None:
        hall.by_hand(*pairs)
        hall.publish()
        all_in()

    def all_in() -> None:
        for match in hall.event.rounds[-1].matches:
            hall.report(str(match.table), score="2-1")
        hall.close()

    play_round(("Ann", "Ben"), ("Cem", "Dee"), ("Eve", ""))
    course = (
        lambda: play_round(("Ann", "Cem"), ("Eve", "Ben"), ("Dee", "")),
        hall.cut,
        hall.pair,
        hall.publish,
        all_in,
    )
    for step in course[:steps]:
        step()
    return hall


def _aside(point: str) -> Hall:
    """What is outside the usual course."""
    if point == "two":
        hall = Hall("bushido", NAMES[:2])
        hall.pair()
        return hall
    if point == "byes alone":
        hall = Hall("bushido", NAMES[:2])
        hall.by_hand(("Ann", ""), ("Ben", ""))
        hall.publish()
        hall.close()
        return hall
    if point == "bracket of three":
        hall = _cup(1)
        hall.cut(3)
        hall.pair()
        hall.publish()
        return hall
    if point == "bracket of five":
        hall = _cup(1)
        hall.cut(5)
        hall.play({"score": "2-1"})
        return hall
    hall = Hall("bushido", NAMES, late_entry="yes")
    hall.by_hand(("Ann", "Ben"), ("Cem", "Dee"), ("Eve", ""))
    if point == "somebody left":
        hall.drop("Eve")
        return hall
    if point == "not placed":
        hall.enrol("Fay")
        return hall
    hall.publish()
    if point == "finished":
        for table in ("1", "2"):
            hall.report(table, vp="1-0")
        hall.close()
        hall.finish("nobody is left")
        return hall
    hall.enrol("Fay")
    if point == "latecomer":
        return hall
    assert point == "latecomer left"
    hall.drop("Fay")
    return hall


def held(point: str, fact: Fact) -> None:
    """The check of an entry that comes at this point."""
    hall = at(point)
    if isinstance(fact, play.PlayFact):
        play.check(fact, hall.event, hall.system)
    else:
        others.check(fact, hall.event, hall.system)


def must_be_refused(point: str, fact: Fact, sentence: str) -> None:
    with pytest.raises(Refusal) as said:
        held(point, fact)
    assert sentence in str(said.value)
