"""What is asked of an event in a season: met at the very limit, missed one beyond it, open while it can be done."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from muster.core.reading.circuit.checks import Check, CheckState, counts, event_checks
from tests.core.reading.circuit.league import League

CHART: dict[str, Any] = {"name": "League", "points": {"chart": [3]}}
DAY = "2026-07-01"
MET, OPEN, MISSED, WARNING = CheckState.MET, CheckState.OPEN, CheckState.MISSED, CheckState.WARNING


def checks(definition: dict[str, Any], today: str = DAY, players: int = 2, **more: Any) -> dict[str, Check]:
    """The checks of one event, by key."""
    league = League({**CHART, **definition}).event("one", DAY, [f"P{n}" for n in range(players)], **more)
    (event,) = league.season.events.values()
    return {one.key: one for one in event_checks(league.circuit, event, date.fromisoformat(today))}


def tier(**asked: Any) -> dict[str, Any]:
    return {"tier": [{"name": "Open", "clause": "T", **asked}]}


def told(check: Check) -> tuple[CheckState, str, str, str]:
    return check.state, str(check.title), str(check.told), check.clause


def test_so_many_players_and_one_fewer() -> None:
    for if_not, state in (("nothing", MISSED), ("warning", WARNING)):
        asked = tier(players=3, if_not=if_not)
        assert told(checks(asked, players=3)["players"]) == (MET, "At least 3 players", "3 players took part.", "T")
        assert checks(asked, players=2, unplaced=["Eve"])["players"].state is MET
        assert checks(asked, players=2)["players"].state is state
    assert "players" not in checks(tier())


def test_players_of_the_qualifiers_instead() -> None:
    asked = tier(players=9, qualifiers=4, qualifiers_clause="Q", place_clause="P")
    fed: dict[str, Any] = {"qualifiers": ("a", "b")}
    enough = checks(asked, distinct=4, **fed)
    title = "At least 4 different players over its qualifiers"
    assert told(enough["qualifiers"]) == (MET, title, "4 different players.", "Q")
    assert "players" not in enough and "elsewhere" not in enough
    assert checks(asked, distinct=3, **fed)["qualifiers"].state is MISSED
    assert told(checks(asked, **fed)["qualifiers"])[2] == "0 different players."
    assert checks(tier(qualifiers=4), distinct=4, **fed)["qualifiers"].clause == "T"
    away = checks(asked, distinct=4, elsewhere=("Friday", "Saturday"), **fed)["elsewhere"]
    assert told(away) == (
        WARNING,
        "Qualifiers in the same place as the event",
        "Held elsewhere: Friday, Saturday.",
        "P",
    )


def test_people_at_the_convention() -> None:
    asked = tier(attendees=100)
    title = "At least 100 people at the convention"
    assert told(checks(asked, attendees=100)["attendees"]) == (MET, title, "100 people.", "T")
    assert told(checks(asked, attendees=99)["attendees"]) == (MISSED, title, "99 people.", "T")
    assert told(checks(asked)["attendees"]) == (OPEN, title, "How many there were is not recorded.", "T")
    warned = tier(attendees=100, if_not="warning")
    assert [checks(warned, attendees=n)["attendees"].state for n in (None, 99, 100)] == [WARNING, WARNING, MET]
    assert "attendees" not in checks(tier(), attendees=5)


def test_how_the_event_is_set_up() -> None:
    asked = tier(options={"seeded": True, "kind": "masters"}, if_not="warning")
    found = checks(asked, options={"seeded": True, "kind": "masters"})
    assert told(found["option seeded"]) == (MET, "seeded: yes", "It is “yes”.", "T")
    assert told(found["option kind"])[:2] == (MET, "kind: masters")
    other = checks(asked, options={"seeded": False, "kind": "open"})
    assert told(other["option seeded"])[::2] == (WARNING, "It is “no”.")
    assert told(other["option kind"])[::2] == (WARNING, "It is “open”.")


def step(**asked: Any) -> dict[str, Any]:
    return {"requirement": [{"key": "sent", "title": "Sent", "clause": "S", **asked}]}


@pytest.mark.parametrize(
    ("asked", "on", "state", "sentence", "due"),
    [
        ({}, "2026-01-01", MET, "Done on 2026-01-01.", ""),
        ({"when": "before"}, "2026-07-01", MET, "Done on 2026-07-01.", "2026-07-01"),
        (
            {"when": "before"},
            "2026-07-02",
            MISSED,
            "Done on 2026-07-02, 1 day late. The last day was 2026-07-01.",
            "2026-07-01",
        ),
        ({"when": "after"}, "2026-07-01", MET, "Done on 2026-07-01.", ""),
        (
            {"when": "after"},
            "2026-06-30",
            MISSED,
            "Done on 2026-06-30, before the event ended on 2026-07-01.",
            "",
        ),
        ({"when": "after", "days": 14}, "2026-07-15", MET, "Done on 2026-07-15.", "2026-07-15"),
        (
            {"when": "after", "days": 14},
            "2026-07-17",
            MISSED,
            "Done on 2026-07-17, 2 days late. The last day was 2026-07-15.",
            "2026-07-15",
        ),
    ],
)
def test_done_in_time(asked: dict[str, Any], on: str, state: CheckState, sentence: str, due: str) -> None:
    """W-44: the last day is in time."""
    found = checks(step(**asked), met={"sent": on})["sent"]
    assert (*told(found), found.on, found.due) == (state, "Sent", sentence, "S", on, due)


@pytest.mark.parametrize(
    ("asked", "today", "state", "sentence"),
    [
        ({}, "2030-01-01", OPEN, "Not done yet."),
        ({"when": "after", "days": 14}, "2026-07-14", OPEN, "1 day left, until 2026-07-15."),
        ({"when": "after", "days": 14}, "2026-07-15", OPEN, "0 days left, until 2026-07-15."),
        ({"when": "after", "days": 14}, "2026-07-16", MISSED, "Not done. The last day was 2026-07-15."),
    ],
)
def test_not_done_yet(asked: dict[str, Any], today: str, state: CheckState, sentence: str) -> None:
    found = checks(step(**asked), today)["sent"]
    assert (found.state, str(found.told), found.on) == (state, sentence, "")


def test_only_what_is_needed_decides() -> None:
    """WMH-132: a warning takes no points away, and neither does a step that is not needed."""
    assert not counts(tuple(checks(step()).values()))
    assert counts(tuple(checks(step(needed=False)).values()))
    assert counts(tuple(checks(tier(players=9, if_not="warning")).values()))
    assert not counts(tuple(checks(tier(players=9)).values()))


def test_a_final_that_is_carried_over_is_asked_for_nothing_else() -> None:
    """WMH-140."""
    found = checks({**tier(players=9), **step(), "final": {"carry_clause": "K"}}, carried_from="League 2025")
    assert list(found) == ["carried", "results"]
    assert told(found["carried"])[2:] == ("It was the final of League 2025. Its standings earn points here.", "K")


def test_results_that_are_not_in_yet() -> None:
    clubs = {"group": [{"title": "Clubs", "field": "club"}]}
    league = League({**CHART, **tier(players=2), **clubs}).event("one", DAY, ["Ann"], fields={"club": [""]})
    league.facts.pop()
    (event,) = league.season.events.values()
    (found,) = event_checks(league.circuit, event, date.fromisoformat(DAY))
    assert told(found)[::2] == (OPEN, "The results of one are not in the season yet.")


def test_a_table_of_clubs_that_nobody_counts_for_is_named() -> None:
    clubs = {"group": [{"title": "Clubs", "field": "club"}]}
    found = checks(clubs, fields={"club": ["", ""]})
    sentence = "“club” is empty for every player, so nobody counts for this table."
    assert told(found["group Clubs"]) == (WARNING, "Clubs", sentence, "")
    assert counts(tuple(found.values())) and not found["group Clubs"].needed
    assert list(checks(clubs, fields={"club": ["", "York"]})) == list(checks(clubs)) == ["results"]
