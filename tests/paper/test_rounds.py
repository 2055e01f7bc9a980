"""Sheets of a round: pairings, signs, slips, results to enter, the next round by hand; standings and bracket."""

from __future__ import annotations

from pathlib import Path

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
import pytest
from PIL import Image, ImageDraw

from muster.app.events import actions as events
from muster.app.past.record import record_line
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.core.kit.errors import Refusal
from muster.paper.kinds import printed, sheets
from muster.paper.slip_layout import layout
from muster.systems import registry
from tests.paper.conftest import STAFF, ink, joined, letters_on_letters, must_fit, start

NINETEEN = tuple(f"Player {n:02}" for n in range(1, 20))


def test_pairings_by_table_stand_in_the_order_of_the_tables_and_end_with_the_bye(tmp_path: Path) -> None:
    printer = start(tmp_path, "bushido")
    printer.publish()
    event = printer.opened.event
    (data,) = [sheet.data["lists"][0]["rows"] for sheet in sheets(printer.opened, "pairings", printer.back())]
    assert [row["table"] for row in data] == [1, 2, "–"]
    assert data[-1]["name"] == event.name_of(event.rounds[0].byes[0].player)
    text = printer.text("pairings")
    for match in event.rounds[0].matches:
        assert f"{match.table} {event.name_of(match.a)} {event.name_of(match.b)}" in text
    assert f"{event.name_of(event.rounds[0].byes[0].player)} bye" in text


def test_pairings_by_name_list_everybody_once_without_regard_to_accents(tmp_path: Path) -> None:
    printer = start(tmp_path, "bushido", ("Łukasz", "Lu", "Mo", "Ångström", "Angelo", "Zoe"))
    printer.publish()
    (sheet,) = sheets(printer.opened, "names", printer.back())
    names = [row["name"] for row in sheet.data["lists"][0]["rows"]]
    assert names == ["Angelo", "Ångström", "Lu", "Łukasz", "Mo", "Zoe"]


def test_names_of_a_big_field_are_split_into_ranges(tmp_path: Path) -> None:
    printer = start(tmp_path, "bushido", tuple(f"{chr(65 + n % 26)}x{n:03}" for n in range(250)))
    printer.publish()
    (sheet,) = sheets(printer.opened, "names", printer.back())
    lists = sheet.data["lists"]
    assert [len(one["rows"]) for one in lists] == [62, 63, 62, 63]
    assert [one["title"].partition(", ")[2] for one in lists] == ["Ax0 – Gx0", "Gx0 – Mx1", "Mx1 – Sx2", "Tx0 – Zx2"]
    pages = printer.pages("names")
    assert [lists[at]["title"] in page for at, page in enumerate(pages)] == [True] * 4


def test_a_range_that_no_font_may_have_names_the_whole_name(tmp_path: Path) -> None:
    """So that the sheet can print the player's number instead: half a name would be question marks."""
    printer = start(tmp_path, "bushido", (*(f"Player {n:02}" for n in range(70)), "山田 太郎"))
    printer.publish()
    (sheet,) = sheets(printer.opened, "names", printer.back())
    assert sheet.data["lists"][-1]["title"].endswith("Pla – 山田 太郎")


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("players", "pages", "columns"), [(20, 1, 1), (34, 1, 1), (36, 1, 2), (64, 1, 2), (128, 2, 2)])
def test_many_names_are_in_two_columns(tmp_path: Path, players: int, pages: int, columns: int, paper: str) -> None:
    """128 names took five pages in one column; each page is a range of its own, the first column before the second."""
    printer = start(tmp_path, "bushido", tuple(f"Player Number {n:03}" for n in range(players)))
    printer.publish()
    (sheet,) = sheets(printer.opened, "names", printer.back())
    assert {one["columns"] for one in sheet.data["lists"]} == {columns}
    made = printed(printer.opened, "names", printer.back(), paper=paper, when="today").pdf
    with pdfium.PdfDocument(made) as document:
        assert len(document) == pages
        starts = [_starts_of(page, "Player Number") for page in document]
    # Names begin at two places across a column, that of the player and that of the opponent.
    assert {len(found) for found in starts} == {2 * columns}
    must_fit(printer.pictures("names", paper))


def test_long_names_beside_long_rooms_stay_in_their_columns(tmp_path: Path) -> None:
    """Two columns of names: neither a name nor a room covers a plate, and no opponent reaches the next column."""
    names = tuple(f"{given} {n:02}" for n in range(20) for given in ("Ann Papadopoulos", "Bo Wittgensteinerhof"))
    printer = start(tmp_path, "bushido", names, {"rooms": "Gallery upstairs by the bar: 1-20; Hall: 21-40"})
    printer.publish()
    made = printed(printer.opened, "names", printer.back(), paper="a4", when="today").pdf
    with pdfium.PdfDocument(made) as document:
        for page in document:
            drawn = [one.get_bounds() for one in page.get_objects([pdfium_c.FPDF_PAGEOBJ_PATH])]
            plates = [box for box in drawn if box[2] - box[0] < 30]
            assert plates
            letters = _boxes_of(page, *(word for name in names[:2] for word in name.split()[:2]))
            assert not [one for one in letters for plate in plates if _touch(one, plate)]
            assert max(right for _, _, right, _ in letters) < 16 / 25.4 * 72 + 178 / 25.4 * 72
    assert letters_on_letters(made) == []


def _boxes_of(page: pdfium.PdfPage, *words: str) -> list[tuple[float, float, float, float]]:
    """Of every letter of these words: left, bottom, right, top."""
    text, found = page.get_textpage(), []
    for word in words:
        search = text.search(word)
        while (at := search.get_next()) is not None:
            found += [text.get_charbox(n) for n in range(at[0], at[0] + at[1])]
    return found


def _touch(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _starts_of(page: pdfium.PdfPage, word: str) -> set[int]:
    """How far from the left, in points, a word is on a page."""
    text = page.get_textpage()
    found, search = set(), text.search(word)
    while (at := search.get_next()) is not None:
        found.add(round(text.get_charbox(at[0])[0]))
    return found


@pytest.mark.parametrize("kind", ["pairings", "names", "slips", "keying"])
def test_every_sheet_of_a_draft_says_so_and_nobody_can_sign_its_slips(tmp_path: Path, kind: str) -> None:
    printer = start(tmp_path, "bushido", NINETEEN)
    rounds.pair(printer.desk, "cup", STAFF)
    draft = printer.pages(kind)
    slips = [len(page) for page in sheets(printer.opened, "slips", printer.back())[0].data["pages"]]
    assert [page.count("Draft, not published") for page in draft] == (slips if kind == "slips" else [2] * len(draft))
    assert "signature" not in " ".join(draft)
    must_fit(printer.pictures(kind))
    rounds.publish(printer.desk, "cup", STAFF)
    assert "Draft" not in printer.text(kind)


@pytest.mark.parametrize("kind", ["pairings", "names", "slips", "keying", "signs", "terrain", "records", "byhand"])
def test_sheets_name_the_room_beside_the_table(tmp_path: Path, kind: str) -> None:
    """X-12: as soon as there are two rooms; an event in one room names none."""
    printer = start(tmp_path, "bushido", NINETEEN[:8], {"rooms": "Hall B: 1-9"})
    printer.publish()
    assert "Hall B" not in printer.text(kind)
    events.set_option(printer.desk, "cup", "rooms", "Hall B: 1-2; Upper gallery: 3-9", STAFF, "moved")
    text = printer.text(kind)
    each = 2 if kind in ("names", "records") else 1
    assert (text.count("Hall B"), text.count("Upper gallery")) == (2 * each, 2 * each)
    must_fit(printer.pictures(kind))


def test_before_the_first_round_there_is_a_sentence(tmp_path: Path) -> None:
    printer = start(tmp_path, "bushido")
    with pytest.raises(Refusal, match="No round has been drawn yet, so there is nothing to print"):
        printer.pages("pairings")


def test_slips_cut_in_one_stack_lie_in_the_order_of_the_tables(tmp_path: Path) -> None:
    """Page by page the first slips, then the second ones: the four piles stacked are the tables in order."""
    printer = start(tmp_path, "bushido", NINETEEN)
    printer.publish()
    (sheet,) = sheets(printer.opened, "slips", printer.back())
    pages = sheet.data["pages"]
    assert len(pages) == 3
    piles = [
        page[place]["table"]
        for place in range(layout(printer.opened.system).a_page)
        for page in pages
        if place < len(page)
    ]
    assert piles == list(range(1, 10))
    names = printer.opened.event
    for page, shown in zip(pages, printer.pages("slips"), strict=True):
        for slip in page:
            match = next(m for m in names.rounds[0].matches if m.table == slip["table"])
            assert names.name_of(match.a) in shown and names.name_of(match.b) in shown


@pytest.mark.parametrize(
    ("system", "asked"),
    [
        ("bushido", ["Victory points", "Scenario points", "VIM turn"]),
        ("l5r", ["Winner", "Own broken provinces", "Honor", "Imperial Favor", "Decided at minute", "Slip at minute"]),
        ("warmachine", ["Winner", "Won by", "assassination", "Control points", "Army points destroyed", "List played"]),
        ("urban_war", ["Models lost", "Withdrew"]),
        ("custom", ["Games"]),
    ],
)
def test_a_slip_asks_for_what_the_game_needs_and_both_sign(tmp_path: Path, system: str, asked: list[str]) -> None:
    printer = start(tmp_path, system)
    printer.publish()
    text = printer.text("slips")
    assert [
        label for label in (*asked, "First player’s signature", "Second player’s signature") if label not in text
    ] == []
    keyed = printer.text("keying")
    assert [label for label in asked[:2] if label not in keyed] == []


def test_every_table_has_its_sign(tmp_path: Path) -> None:
    """L5R-027: a marker for each table, with its number, also before the first round is drawn."""
    printer = start(tmp_path, "l5r", NINETEEN)
    before = printer.pages("signs")
    printer.publish()
    assert [page.split()[0] for page in before] == [page.split()[0] for page in printer.pages("signs")]
    assert [page.split()[0] for page in before] == [str(n) for n in range(1, 10)]


def test_the_next_round_by_hand_says_who_has_met_whom(tmp_path: Path) -> None:
    printer = start(tmp_path, "bushido")
    printer.play(2)
    (sheet,) = sheets(printer.opened, "byhand", printer.back())
    event = printer.opened.event
    assert sheet.title == "Round 3 by hand"
    for number, _, _, met, bye in sheet.data["players"]:
        player = event.find(number)
        opponents = [m.other(player.id) for r in event.rounds for m in r.matches if m.has(player.id)]
        assert met == " ".join(f"#{other}" for other in opponents)
        assert bool(bye) == (event.byes_of(player.id) > 0)
    assert [row["table"] for row in sheet.data["rows"]] == [1, 2]


def test_signs_are_those_of_the_room_as_the_organiser_numbers_it(tmp_path: Path) -> None:
    """X-12: numbered, closed, pinned and featured tables, all before anybody is paired; U-10: none is lost later."""
    options = {"table_numbers": "11-16", "closed_tables": "12", "featured_table": "30"}
    printer = start(tmp_path, "bushido", NINETEEN[:8], options)
    roster.amend(printer.desk, "cup", NINETEEN[7], STAFF, texts={"pinned_table": "16"})
    signs = [page.split()[0] for page in printer.pages("signs")]
    assert signs == ["11", "13", "14", "15", "16", "30"]
    blank = [
        page["table"] for sheet in sheets(printer.opened, "terrain", printer.back()) for page in sheet.data["pages"]
    ]
    assert blank == [11, 13, 16, 30]
    printer.publish()
    assert sorted(m.table for m in printer.opened.event.rounds[0].matches) == blank
    assert [page.split()[0] for page in printer.pages("signs")] == signs


def test_after_the_cut_the_next_round_by_hand_is_one_of_the_bracket(tmp_path: Path) -> None:
    printer = start(tmp_path, "l5r", NINETEEN[:9], {"structure": "custom", "rounds": "1", "cut": "4"})
    printer.play()
    rounds.cut(printer.desk, "cup", STAFF)

    def by_hand() -> tuple[set[str], int]:
        (sheet,) = sheets(printer.opened, "byhand", printer.back())
        return {line[0] for line in sheet.data["players"]}, len(sheet.data["rows"])

    seeds = {f"#{player}" for player in printer.opened.event.stage.seeds}
    assert by_hand() == (seeds, 2)
    printer.publish()
    assert by_hand() == (seeds, 1)
    match = printer.opened.event.rounds[-1].matches[0]
    results.report(printer.desk, "cup", [Report(str(match.table), {"winner": "a"})], STAFF)
    assert by_hand() == (seeds - {f"#{match.b}"}, 1)
    other = printer.opened.event.rounds[-1].matches[1]
    results.report(printer.desk, "cup", [Report(str(other.table), {"winner": "a"})], STAFF)
    assert by_hand() == ({f"#{match.a}", f"#{other.a}"}, 1)
    printer.publish()
    with pytest.raises(Refusal, match=r"Round 3 is the final\. There is no next round"):
        printer.pages("byhand")
    assert "by hand" not in printer.text("kit")


def test_a_finished_event_has_no_paper_kit(tmp_path: Path) -> None:
    printer = start(tmp_path, "urban_war")
    printer.play()
    text = printer.text("kit")
    assert "Round 2 by hand" in text
    assert "result slips" not in text and "results to enter" not in text  # All are in.
    with pytest.raises(Refusal, match="There is no round 7"):
        printer.pages("kit", number=7)
    events.finish(printer.desk, "cup", STAFF, "the hall closes")
    for kind in ("byhand", "kit"):
        with pytest.raises(Refusal, match=r"“Cup” is finished\. Print the standings"):
            printer.pages(kind)


@pytest.mark.parametrize("system", registry.BUILT_IN)
def test_standings_print_every_tie_break(tmp_path: Path, system: str) -> None:
    printer = start(tmp_path, system)
    printer.play()
    text = printer.text("standings")
    assert "Standings after round 1" in text
    for tiebreak in printer.opened.system.tiebreaks(printer.opened.system.settings(printer.opened.event)):
        assert str(tiebreak.name) in text


def test_a_scenario_stands_on_the_sheets_once_its_round_began(tmp_path: Path) -> None:
    printer = start(tmp_path, "warmachine")
    events.choose_scenario(printer.desk, "cup", 1, "Invasion", STAFF)
    rounds.pair(printer.desk, "cup", STAFF)
    assert "Invasion" not in printer.text("pairings") + printer.text("slips")
    rounds.publish(printer.desk, "cup", STAFF)
    assert "Scenario: Invasion" in printer.text("pairings")
    assert "Invasion" in printer.text("slips")


def test_the_bracket_has_room_for_the_games_to_come(tmp_path: Path) -> None:
    printer = start(tmp_path, "l5r", NINETEEN[:9], {"structure": "custom", "rounds": "1", "cut": "4"})
    with pytest.raises(Refusal, match="There is no bracket yet"):
        printer.pages("bracket")
    printer.play()
    rounds.cut(printer.desk, "cup", STAFF)
    printer.publish()
    (sheet,) = sheets(printer.opened, "bracket", printer.back())
    assert [(one["title"], len(one["games"])) for one in sheet.data["rounds"]] == [("Semi-finals", 2), ("Final", 1)]
    assert sheet.data["rounds"][1]["games"] == [{"where": "Game 1", "a": "", "b": "", "won": 0}]
    text = printer.text("bracket")
    seeds = printer.opened.event.stage.seeds
    assert [p for p in seeds if printer.opened.event.name_of(p) not in text] == []


def test_a_line_leads_from_each_game_to_the_next_one_of_its_winner(tmp_path: Path) -> None:
    """Rounds have their names, and two games above each other feed the one between them: 1 and 4, 2 and 3 of four."""
    printer = start(tmp_path, "l5r", NINETEEN[:10], {"structure": "custom", "rounds": "1", "cut": "8"})
    printer.play()
    rounds.cut(printer.desk, "cup", STAFF)
    printer.publish()
    event = printer.opened.event
    for match in event.rounds[-1].matches:
        results.report(printer.desk, "cup", [Report(str(match.table), {"winner": "a"})], STAFF)
    printer.publish()
    (sheet,) = sheets(printer.opened, "bracket", printer.back())
    quarters, semis, final = sheet.data["rounds"]
    assert (quarters["title"], semis["title"], final["title"]) == ("Quarter-finals", "Semi-finals", "Final")
    for at, game in enumerate(semis["games"]):
        fed = quarters["games"][2 * at : 2 * at + 2]
        assert [game["a"], game["b"]] == [one["a" if one["won"] == 1 else "b"] for one in fed]
    (page,) = printer.pictures("bracket", dots=100)
    left, top, right, bottom = _joined_to_the_final(page)
    assert (left, right) == (ink(page)[0], ink(page)[2])
    assert bottom - top > page.height / 2, "the lines reach the first and the last game of the first round"


def _joined_to_the_final(page: Image.Image) -> tuple[int, int, int, int]:
    """The box around all lines reachable from the stroke that closes the final, at the right edge."""
    lines = page.point(lambda grey: 0 if grey < 200 else 255)
    edge = ink(page)[2] - 1
    final = next(y for y in range(page.height // 3, page.height) if lines.getpixel((edge, y)) == 0)
    ImageDraw.floodfill(lines, (edge, final), 99)
    box = lines.point(lambda grey: 255 if grey == 99 else 0).getbbox()
    assert box is not None
    return box


def test_the_game_for_third_place_is_below_the_final(tmp_path: Path) -> None:
    options = {"structure": "custom", "rounds": "1", "cut": "4", "play_for_third": "yes"}
    printer = start(tmp_path, "l5r", NINETEEN[:9], options)
    printer.play()
    rounds.cut(printer.desk, "cup", STAFF)
    printer.publish()
    for match in printer.opened.event.rounds[-1].matches:
        results.report(printer.desk, "cup", [Report(str(match.table), {"winner": "a"})], STAFF)
    printer.publish()
    (sheet,) = sheets(printer.opened, "bracket", printer.back())
    beaten = {game["b"] for game in sheet.data["rounds"][0]["games"]}
    assert {sheet.data["third"]["a"], sheet.data["third"]["b"]} == beaten
    text = printer.text("bracket")
    assert "Third place" in text
    must_fit(printer.pictures("bracket"))
    made = printed(printer.opened, "bracket", printer.back(), paper="a4", when="today")
    assert letters_on_letters(made.pdf) == []


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("size", [4, 16, 32, 64])
def test_a_bracket_stands_on_one_page_with_names_of_sixty_letters(tmp_path: Path, size: int, paper: str) -> None:
    names = tuple(f"{n:02} Maximilian Freiherr von und zu Hohenstein-Schillingsfürsten"[:60] for n in range(size + 2))
    printer = start(tmp_path, "l5r", names, {"structure": "custom", "rounds": "1", "cut": str(size)})
    printer.play()
    rounds.cut(printer.desk, "cup", STAFF)
    printer.publish()
    (page,) = printer.pages("bracket", paper)
    event = printer.opened.event
    assert [p for p in event.stage.seeds if joined(event.name_of(p)) not in joined(page)] == []
    must_fit(printer.pictures("bracket", paper))
    made = printed(printer.opened, "bracket", printer.back(), paper=paper, when="today")
    assert letters_on_letters(made.pdf) == []


def test_pairings_and_standings_carry_the_record_and_a_draft_does_not(tmp_path: Path) -> None:
    printer = start(tmp_path, "bushido")
    rounds.pair(printer.desk, "cup", STAFF)
    assert "Record" not in printer.text("pairings")
    rounds.publish(printer.desk, "cup", STAFF)
    line = record_line(printer.opened)
    assert line.startswith("Record ")
    for kind in ("pairings", "names"):
        assert line in printer.text(kind)
    with pytest.raises(Refusal, match="no standings yet"):
        printer.text("standings")
    for match in printer.opened.event.rounds[0].matches:
        results.report(printer.desk, "cup", [Report(str(match.table), {"vp": "2-1"})], STAFF)
    assert record_line(printer.opened) in printer.text("standings")
