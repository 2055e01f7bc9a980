"""Lists of people from elsewhere: columns found and matched, every line looked at, wrong files told in words."""

from __future__ import annotations

from typing import Any

import pytest

from muster.app.people import intake, roster
from muster.app.people.intake import FAMILY, FIELD, GIVEN, IGNORED, NAME, WrongLines
from muster.core.kit.errors import BadInput
from tests.app.hall import STAFF, Hall

CLUB = FIELD + "club"


def looked(hall: Hall, text: str) -> tuple[list[str], list[intake.Candidate]]:
    """The list as first shown: its guessed columns, and the people."""
    sheet = intake.read_list("list.csv", text).sheet
    headed = intake.is_headed(hall.system, sheet)
    matches = intake.guessed(hall.system, sheet, headed)
    return matches, intake.candidates(hall.opened, intake.as_matched(hall.system, sheet, matches, headed))


def enrolled(people: list[intake.Candidate]) -> list[tuple[str, dict[str, Any]]]:
    return [(one.name, one.values) for one in intake.accepted("list.csv", people)]


@pytest.mark.parametrize(
    ("text", "matches", "people"),
    [
        ("Ann Lee\nBob\n", [NAME], [("Ann Lee", {}), ("Bob", {})]),
        ("name,club\nAnn,North\nBob,\n", [NAME, CLUB], [("Ann", {"club": "North"}), ("Bob", {})]),
        ("Club;Player\nNorth;Ann\n", [CLUB, NAME], [("Ann", {"club": "North"})]),
        ("1\tAnn\tNorth\n2\tBob\tSouth\n", [IGNORED, NAME, IGNORED], [("Ann", {}), ("Bob", {})]),
        ("First name\tSurname\tShoe\nAnn\tLee\t40\n", [GIVEN, FAMILY, IGNORED], [("Ann Lee", {})]),
        ("Name;Vorname\nLee;Ann\n", [FAMILY, GIVEN], [("Ann Lee", {})]),
        ("Nom;Prénom\nLee;Ann\n", [FAMILY, GIVEN], [("Ann Lee", {})]),
        ("Nombre;Apellidos\nAnn;Lee\n", [GIVEN, FAMILY], [("Ann Lee", {})]),
        ("Nombre;Club\nAnn Lee;North\n", [NAME, CLUB], [("Ann Lee", {"club": "North"})]),
        ("name,name\nAnn,Bob\n", [NAME, IGNORED], [("Ann", {})]),
        ('name,club\n"Lee, Ann","North"\n', [NAME, CLUB], [("Lee, Ann", {"club": "North"})]),
        ("name\nAnn,North,x\n", [NAME, IGNORED, IGNORED], [("Ann", {})]),
        ("Rice_of the-warband,name\n50,Ann\n", [FIELD + "rice", NAME], [("Ann", {"rice": 50})]),
    ],
)
def test_columns_are_found(text: str, matches: list[str], people: list[tuple[str, dict[str, Any]]]) -> None:
    found, newcomers = looked(Hall("bushido", []), text)
    assert found == matches
    assert enrolled(newcomers) == people


def test_every_line_says_what_is_wrong_with_it() -> None:
    """X-16: look-alikes in the list or among those enrolled, bad values, no name."""
    hall = Hall("urban_war", ["Ann Lee"])
    text = "name,models\nann lee,9\nBob,9\nCat,many\n,9\nBOB,9\nDan,\nEve,7\n"
    _, people = looked(hall, text)
    same = "If they are two people, add something to tell them apart."
    faults = [one.fault for one in people if one.fault]
    assert [(f.line, f.column, f.value, f.refusal.clause, str(f.refusal)) for f in faults] == [
        (2, "name", "ann lee", "X-16", f"“ann lee” looks the same as “Ann Lee” (player 1). {same}"),
        (4, "models", "many", "", "Models: “many” should be a whole number of 1 or more."),
        (5, "name", "", "", "This line has no name."),
        (6, "name", "BOB", "X-16", f"“BOB” looks the same as “Bob” in line 3. {same}"),
        (7, "models", "", "", "Models is missing. Enter a whole number of 1 or more."),
    ]
    with pytest.raises(WrongLines) as refused:
        enrolled(people)
    assert str(refused.value).startswith(
        "5 lines of “list.csv” have mistakes, so nobody was enrolled. Line 2: “ann lee”"
    )
    assert refused.value.faults == tuple(faults)


@pytest.mark.parametrize(
    ("matches", "sentence"),
    [
        ([IGNORED, IGNORED], "No column is matched to the name"),
        ([NAME, NAME], "Two columns are matched to “Name”"),
        ([NAME, "field:magic"], "A column cannot be “field:magic”."),
    ],
)
def test_columns_matched_wrongly(matches: list[str], sentence: str) -> None:
    sheet = intake.read_list("list.csv", "Ann,North\n").sheet
    with pytest.raises(BadInput, match=sentence):
        intake.as_matched(Hall("bushido", []).system, sheet, matches, headed=False)


def test_titles_alone_are_no_players() -> None:
    with pytest.raises(BadInput, match="has headings but no players"):
        looked(Hall("bushido", []), "name,club\n")


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "“f” is empty"),
        (b"PK\x03\x04rest", "“f” is a zip file or a spreadsheet workbook"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "“f” is a spreadsheet workbook"),
        (b"\x89PNG\r\n\x1a\n", "“f” is a picture"),
        (b"\xff\xd8\xff\xe0", "“f” is a picture"),
        (b"%PDF-1.7", "“f” is a PDF"),
        (b"A\0n\0n\0", "“f” is not a text file."),
        (b"\xff\xfeA\0n", "“f” line 1 is not UTF-16-LE text"),
    ],
)
def test_files_of_the_wrong_kind_are_told_in_words(data: bytes, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        intake.text_of_file("f", data)


@pytest.mark.parametrize(
    ("data", "text", "older"),
    [
        ("Zoë".encode(), "Zoë", False),
        (b"\xef\xbb\xbf" + "Zoë".encode(), "Zoë", False),
        (b"\xff\xfe" + "Zoë".encode("utf-16-le"), "Zoë", False),
        ("Zoë".encode("latin-1"), "Zoë", True),
    ],
)
def test_the_usual_encodings_are_read(data: bytes, text: str, older: bool) -> None:
    assert intake.text_of_file("f", data) == (text, older)


def test_a_list_is_not_endless() -> None:
    with pytest.raises(BadInput, match="larger than 2 MB"):
        intake.read_list("list.csv", "Ann\n" * 600_000)


@pytest.mark.parametrize("lines", ["Flo,9\nann lee,9\n", "Flo,9\nGil,many\n", ",9\n"])
def test_a_fault_reads_the_same_wherever_the_list_came_from(lines: str) -> None:
    """From the preview in the browser, from the command line and from the box on the desk."""
    hall = Hall("urban_war", ["Ann Lee"])
    text = f"name,models\n{lines}"
    sheet = intake.read_list("the list", text).sheet
    typed = "\n".join(f"{cells[0]}; models={cells[1]}" for _, cells in sheet.lines[1:])
    ways = [
        intake.as_matched(hall.system, sheet, [NAME, FIELD + "models"], headed=True),
        intake.as_titled(hall.system, sheet),
        intake.as_typed(hall.system, text),
        intake.as_typed(hall.system, f"\n{typed}"),
    ]
    said = set()
    for people in ways:
        with pytest.raises(WrongLines) as refused:
            roster.enrol_list(hall.desk, hall.id, "the list", people, STAFF)
        said.add(str(refused.value))
    assert len(said) == 1 and len(hall.event.players) == 1


def test_the_box_takes_a_table_with_titles_in_german_too() -> None:
    hall = Hall("bushido", [])
    people = intake.as_typed(hall.system, "Vorname\tName\tVerein\nAnn\tLee\tNorth\n")
    assert people == [intake.Written(2, "Ann Lee", {"club": "North"})]
    assert intake.as_typed(hall.system, "Ann Lee; Verein=North\nBob") == [
        intake.Written(1, "Ann Lee", {"club": "North"}),
        intake.Written(2, "Bob", {}),
    ]
