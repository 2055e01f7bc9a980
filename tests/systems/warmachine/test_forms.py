"""The forms, the options, and that everything cited is explained."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from muster.core.book.house import house_options, list_options
from muster.core.forms.fields import check_values
from muster.core.forms.options import Settings
from muster.core.kit.errors import BadInput
from muster.systems.warmachine import SYSTEM

WHOLE: dict[str, Any] = {"winner": "a", "how": "clock", "cp": [3, 2], "apd": [74, 13]}


def test_a_result_has_all_the_book_asks_for() -> None:
    """WMH-071 WMH-081 WMH-163: list played, win/loss/tie, control points, army points destroyed."""
    full = check_values(SYSTEM.result_fields, {**WHOLE, "list": ["Haley 2", "Caine 1"]}, "a result")
    assert full == {**WHOLE, "list_points": [None, None], "list": ["Haley 2", "Caine 1"]}


@pytest.mark.parametrize("missing", ["winner", "cp", "apd"])
def test_nothing_the_book_asks_for_is_left_out(missing: str) -> None:
    """WMH-081 WMH-163: army points destroyed are reported whichever way the game was won."""
    with pytest.raises(BadInput):
        check_values(SYSTEM.result_fields, {k: v for k, v in WHOLE.items() if k != missing}, "a result")


@pytest.mark.parametrize(("key", "bad"), [("winner", "c"), ("how", "luck"), ("cp", [-1, 0]), ("apd", [0, -1])])
def test_bad_values_are_refused(key: str, bad: Any) -> None:
    """WMH-081."""
    with pytest.raises(BadInput):
        check_values(SYSTEM.result_fields, {**WHOLE, key: bad}, "a result")


def test_a_faction_stays_with_a_player_and_points_of_a_season_do_not() -> None:
    """WMH-137: copied from an earlier event, a player has no points towards another final."""
    of_season = [field.key for field in SYSTEM.player_fields if field.of_season]
    assert of_season == ["qp", "qp_firsts", "qp_seconds"]


def test_defaults_of_the_book(settings: Callable[..., Settings]) -> None:
    """WMH-003 WMH-065 W-01 W-02 W-10 W-11 W-18 W-46 W-50 W-51: the book's and the house's defaults, each an option."""
    shared = {o.key for o in (*house_options(), *list_options(required=True, clause=""))}
    own = {key: value for key, value in settings().all().items() if key not in shared}
    assert own == {
        "kind": "masters",
        "army_points": 75,
        "lists": "dyad",
        "play_all_lists": False,
        "seeded": False,
        "stop_on_sole_leader": True,
        "extra_rounds": 0,
        "bye_sos": "none",
        "concession_base": "list_total",
        "minutes": 60,
        "exclude_byes_from_awards": False,
        "best_painted": "",
    }


def test_one_kind_for_the_whole_event(settings: Callable[..., Settings]) -> None:
    """WMH-002 WMH-025: Masters or Champions, fixed with the first round, as is the number of lists."""
    kind = settings().option("kind")
    assert (kind.choices, kind.lock) == (("masters", "champions"), True)
    assert settings().option("lists").lock
    with pytest.raises(BadInput):
        kind.read("masters, champions")


def test_everything_cited_has_a_heading(settings: Callable[..., Settings]) -> None:
    cited = {o.clause for o in SYSTEM.options} | {f.clause for f in (*SYSTEM.player_fields, *SYSTEM.result_fields)}
    cited |= {t.clause for t in SYSTEM.tiebreaks(settings())}
    for seeded in (False, True):
        for round_ in (1, 2):
            cited |= set(SYSTEM.rules(settings(seeded=seeded), round_).clauses.values())
    assert cited - {""} - set(SYSTEM.clauses) == set()
