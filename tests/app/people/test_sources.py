"""Lists of other programs: recognised, read by the one reader, refused in one sentence.

All samples here are made up, in the shapes that decision 60 names; no real person is in them.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muster.app.csv_tables import parse_sheet, sheet_text
from muster.app.people import intake
from muster.app.people.sources import BCP, START_GG, T3
from muster.core.kit.errors import BadInput
from tests.app.exchange.test_fuzz import changed, some_changes
from tests.app.hall import Hall

BCP_OLD = [
    {"_id": "P1", "firstName": "Ann", "lastName": "Lee", "army": {"name": "Ro-Kan"}, "dropped": False},
    {"_id": "P2", "firstName": "Bob", "lastName": "Oz", "army": None, "dropped": True},
    {"_id": "P3", "firstName": "Cem", "lastName": "Ak", "checkedIn": True},
]
BCP_NEW = {"data": [{"id": "1", "user": {"firstName": "Ann", "lastName": "Lee"}, "faction": {"name": "Ro-Kan"}}]}
CHALLONGE_1 = [
    {"participant": {"id": 1, "name": "Ann", "seed": 1, "active": True, "display_name": "Ann"}},
    {"participant": {"id": 2, "name": "", "seed": 2, "display_name": "bob77", "username": "bob77"}},
    {"participant": {"id": 3, "name": "Cem", "active": False}},
]
CHALLONGE_2 = {"data": [{"id": "76", "type": "participant", "attributes": {"name": "Ann", "seed": 1}}]}
TABLETOP_TO = {
    "tournament": {
        "name": "Cup",
        "players": [
            {"name": "Ann", "score": 3, "rank": {"swiss": 1}, "list": {"faction": "Ro-Kan", "points": 20}},
            {"name": "Bob", "score": 0, "rank": {"swiss": 2}, "list": {}},
        ],
        "rounds": [{"round-type": "swiss", "round-number": 1, "matches": []}],
    }
}
LIST_FORTRESS = {"players": [{"name": "Ann", "id": "1", "mov": 100, "rank": {"swiss": 1}}], "rounds": []}
AESOPS: dict[str, Any] = {
    "name": "Cup",
    "preliminaryRounds": 1,
    "players": [{"id": 7, "name": "Ann", "corpIdentity": "x"}, {"id": 8, "name": "Bob"}],
    "rounds": [],
    "uploadedFrom": "AesopsTables",
}
COBRA = {
    "preliminaryRounds": 1,
    "players": [
        {"id": 1, "name": "Ann"},
        {"id": 2, "name": "Bob", "forfeit": True},
        {"id": 3, "name": "(BYE)", "isBye": True},
    ],
    "rounds": [],
}
TOME = {
    "metadataVersion": "1.0.5",
    "entityGroupMap": {
        "Tournament:#": {"entities": [{"pk": -9, "parent_pk": -1}, {"pk": -1, "parent_pk": None, "name": "Cup"}]},
        "Participant:#": {
            "entities": [
                {"pk": -2, "tournament_pk": -1, "first_name": "Ann", "last_name": "Lee", "is_active": True},
                {"pk": -3, "tournament_pk": -1, "first_name": "Bob", "last_name": "Oz", "is_active": False},
                {"pk": -4, "tournament_pk": -9, "first_name": "Ann", "last_name": "Lee", "is_active": True},
            ]
        },
    },
}
START_GG_JSON = {"data": {"tournament": {"participants": {"nodes": [{"gamerTag": "Ann", "prefix": "C9"}]}}}}
START_GG_ENTRANTS = {
    "data": {"event": {"entrants": {"nodes": [{"name": "C9 | Ann", "participants": [{"gamerTag": "Ann"}]}]}}}
}
START_GG_CSV = (
    "Id,GamerTag,Short GamerTag,First Name,Venue Type,Admin Notes\n"
    "5,C9 | Ann,Ann,Anna,competitor,\n"
    "6,Bob,Bob,Bobby,competitor,pays later\n"
)
T3_GIP = (
    "v1.3.3\nSchlacht um Tatooine\n12484\n2\n"
    "7619||Ann||Lee||annl||Ro-Kan||Köln||North||3|| ||1|| ||x\n"
    "7620||Bob||Oz||boz||Ito||Bonn|| ||0|| ||0|| ||x\n"
)
LONGSHANKS = """<!DOCTYPE html><html><head><title>Cup</title><meta charset="utf-8"></head><body>
<div class="player"><div class="data"><a class="player_link">Ann <b>Lee</b></a><span class="id_number">#11</span></div>
<div class="player_disp"><span class="id_number">#12</span><a class="player_link">Bob</a></div>
<div class="pop"><div class="data"><span class="id_number">#11</span><a class="player_link">Ann Lee</a></div></div>
</body></html>"""


def trf_line(number: int, name: str, rating: int) -> str:
    return f"001 {number:>4} m    {name:<33} {rating:>4} GER {12345:>11} 2000/01/01  0.0 {number:>4}"


TRF = f"012 Open\n{trf_line(1, 'Lee, Ann', 1800)}\n{trf_line(2, 'Oz, Bob', 0)}\n"


@pytest.mark.parametrize(
    ("text", "source", "people", "gone"),
    [
        (json.dumps(BCP_OLD), "bcp", [("Ann Lee", {"faction": "Ro-Kan"}), ("Cem Ak", {})], 1),
        (json.dumps(BCP_NEW), "bcp", [("Ann Lee", {"faction": "Ro-Kan"})], 0),
        (json.dumps({"active": BCP_OLD[:1]}), "bcp", [("Ann Lee", {"faction": "Ro-Kan"})], 0),
        (json.dumps(CHALLONGE_1), "challonge", [("Ann", {}), ("bob77", {})], 1),
        (json.dumps({"tournament": {"participants": CHALLONGE_1[:1]}}), "challonge", [("Ann", {})], 0),
        (json.dumps(CHALLONGE_2), "challonge", [("Ann", {})], 0),
        (json.dumps(TABLETOP_TO), "tabletopto", [("Ann", {"faction": "Ro-Kan"}), ("Bob", {})], 0),
        (json.dumps(LIST_FORTRESS), "listfortress", [("Ann", {})], 0),
        (json.dumps(AESOPS), "aesops", [("Ann", {}), ("Bob", {})], 0),
        (json.dumps(COBRA), "cobra", [("Ann", {})], 1),
        (json.dumps(TOME), "tome", [("Ann Lee", {})], 1),
        (json.dumps(START_GG_JSON), "startgg", [("Ann", {})], 0),
        (json.dumps(START_GG_ENTRANTS), "startgg", [("Ann", {})], 0),
        (START_GG_CSV, "startgg", [("Ann", {}), ("Bob", {})], 0),
        (T3_GIP, "t3", [("Ann Lee", {"faction": "Ro-Kan", "club": "North"}), ("Bob Oz", {"faction": "Ito"})], 0),
        (
            T3_GIP.replace("\n", "\r\n"),
            "t3",
            [("Ann Lee", {"faction": "Ro-Kan", "club": "North"}), ("Bob Oz", {"faction": "Ito"})],
            0,
        ),
        (LONGSHANKS, "longshanks", [("Ann Lee", {}), ("Bob", {})], 0),
        (TRF, "trf", [("Lee, Ann", {}), ("Oz, Bob", {})], 0),
        ("\ufeff" + json.dumps(BCP_NEW, indent=1), "bcp", [("Ann Lee", {"faction": "Ro-Kan"})], 0),
    ],
)
def test_a_list_is_recognised_and_read(
    text: str, source: str, people: list[tuple[str, dict[str, str]]], gone: int
) -> None:
    """The same people come out of a file, the box on the desk, and the table that the browser shows."""
    hall = Hall("bushido", [])
    brought = intake.read_list("list", text)
    assert brought.source is not None
    assert (brought.source.key, brought.gone) == (source, gone)
    written = intake.as_brought(hall.system, brought)
    assert [(one.name, one.texts) for one in written] == people
    assert [(one.name, one.texts) for one in intake.as_typed(hall.system, text)] == people
    shown = parse_sheet("list", sheet_text(brought.sheet))
    assert list(shown.lines) == [(number, list(cells)) for number, cells in brought.sheet.lines]


def test_columns_without_a_place_are_named() -> None:
    hall = Hall("bushido", [])
    brought = intake.read_list("attendees.csv", START_GG_CSV, START_GG)
    assert intake.left_out(hall.system, brought) == [
        f"{title} (start.gg)" for title in ("Id", "GamerTag", "First Name", "Venue Type", "Admin Notes")
    ]
    assert intake.left_out(Hall("l5r", []).system, intake.read_list("bcp.json", json.dumps(BCP_NEW))) == ["faction"]


def test_a_fault_is_told_with_its_line() -> None:
    """T³'s lines keep their numbers; for JSON it is the line in the table made from it."""
    hall = Hall("bushido", ["Ann Lee"])
    for text, sentence in (
        (T3_GIP, "“list” line 5: "),
        (json.dumps(BCP_OLD), "“list, read as a table” line 2: "),
    ):
        brought = intake.read_list("list", text)
        people = intake.candidates(hall.opened, intake.as_brought(hall.system, brought))
        with pytest.raises(intake.WrongLines, match=f"^{sentence}“Ann Lee” looks the same"):
            intake.accepted(brought.sheet.name, people)


@pytest.mark.parametrize(
    ("text", "wanted", "sentence"),
    [
        ('{"a": 1}', None, "“x” is not a list of players from a program that Muster knows: AesopsTables, Best Coast"),
        ("<html><body>Hello</body></html>", None, "“x” is not a list of players from a program that Muster knows: "),
        ('{"players": [', None, "“x” is not valid JSON: something is wrong in line 1, column 14."),
        ("[" * 100_000 + "{", None, "“x” is not valid JSON: "),
        ("name\nAnn\n", BCP, "“x” is not a list from Best Coast Pairings: “firstName” is missing in it."),
        (json.dumps(COBRA), T3, "“x” is a list from Cobra / NRTM, not from T³."),
        (
            json.dumps({"data": {"event": {"entrants": {"nodes": [{"name": "A / B", "participants": [{}, {}]}]}}}}),
            None,
            "“A / B” is a team of 2. Muster runs events of single players.",
        ),
        (
            f"{TRF}013 North                             1    2\n",
            None,
            "Line 4 is about a team: “013 North                             1    2”. Muster runs events of single "
            "players, so a report of teams cannot be imported.",
        ),
        (f"{TRF}310 1 North\n", None, "Line 4 is about a team: “310 1 North”."),
        (json.dumps(COBRA | {"players": COBRA["players"][1:]}), None, "“x” has headings but no players."),  # type: ignore[index]  # it is a list
        (
            json.dumps(TOME | {"entityGroupMap": {}}),
            None,
            "“entityGroupMap.Tournament:#.entities” is missing in this file.",
        ),
    ],
)
def test_what_is_not_a_list_is_refused_in_one_sentence(text: str, wanted: Any, sentence: str) -> None:
    with pytest.raises(BadInput) as told:
        intake.read_list("x", text, wanted)
    assert str(told.value).startswith(sentence)


@pytest.mark.parametrize("text", ["[ABC] Ann\n[ABC] Bob\n", "{Ann}\nBob\n", "name\n001\n", "Ann || Bob\n", "<Ann>\n"])
def test_what_people_type_is_never_taken_for_a_program(text: str) -> None:
    assert intake.read_list("x", text).source is None


LISTS: list[Any] = [
    BCP_OLD, BCP_NEW, CHALLONGE_1, CHALLONGE_2, TABLETOP_TO, LIST_FORTRESS, AESOPS, COBRA, TOME, START_GG_JSON,
    START_GG_ENTRANTS,
]  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_damaged_list_is_read_or_refused_in_a_sentence(data: st.DataObject) -> None:
    one = data.draw(st.sampled_from(LISTS))
    text = json.dumps(changed(one, data.draw(some_changes(one))))
    with suppress(BadInput):
        intake.as_brought(Hall("bushido", []).system, intake.read_list("x", text))
