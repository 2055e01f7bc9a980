"""Sheets of players: record sheets and score cards filled in as far as the event has come, badges, certificates."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from muster.app import languages
from muster.app.events import actions as events
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.app.speech import speaking
from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId
from muster.core.record.event import Match, Round
from muster.paper.codes import qr_svg
from muster.paper.kinds import sheets
from muster.paper.press import set_pages
from muster.paper.way_back import WayBack
from tests.paper.conftest import NAMES, RESULTS, STAFF, Printer, joined, must_fit, start


def card(printer: Printer, name: str) -> tuple[dict[str, str], list[dict[str, str]]]:
    """The head and lines of a player's sheet, by label, as handed to the press."""
    (sheet,) = sheets(printer.opened, "records", printer.back(), player=name)
    (one,) = sheet.data["players"]
    labels = [column["label"] for column in sheet.data["columns"]]
    text = printer.text("records", player=name)
    for value in [*(f["value"] for f in one["head"]), *(cell for line in one["lines"] for cell in line)]:
        assert not value or joined(value) in joined(text)
    return (
        {f["label"]: f["value"] or "" for f in one["head"]},
        [dict(zip(labels, line, strict=True)) for line in one["lines"]],
    )


def first_match(printer: Printer) -> tuple[Round, Match, str, str]:
    round_ = printer.opened.event.rounds[0]
    match = round_.matches[0]
    return round_, match, printer.opened.event.name_of(match.a), printer.opened.event.name_of(match.b)


def test_everybody_has_a_score_card_with_the_top_filled_in(tmp_path: Path) -> None:
    """UW-14, UW-15: one card a player: name, number, faction, points, models and thresholds (13 -> 4, 7, 10)."""
    printer = start(tmp_path, "urban_war")
    head, _ = card(printer, "Ann Lee")
    assert head == {
        "Name": "Ann Lee",
        "Player number": "#1",
        "Faction": "Viridia",
        "Points": "298",
        "Models": "13",
        "Thresholds: moderate, heavy, severe": "4, 7, 10",
    }


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("system", ["bushido", "urban_war", "warmachine"])
@pytest.mark.parametrize("count", [1, 8, 19])
def test_two_record_sheets_are_on_a_page_and_cut_in_one_stack(
    tmp_path: Path, system: str, count: int, paper: str
) -> None:
    """The upper pile on the lower one gives everybody by name; each half has its own code and foot."""
    names = tuple(f"Player {chr(65 + n)}" for n in range(count))
    printer = start(tmp_path, system, names)
    pages = printer.pages("records", paper)
    on_page = [re.findall(r"Player [A-Z]\b", page) for page in pages]
    piles = [found[half] for half in (0, 1) for found in on_page if half < len(found)]
    assert len(pages) == (count + 1) // 2 and piles == list(names)
    assert [page.count("Printed today") for page in pages] == [len(found) for found in on_page]
    must_fit(printer.pictures("records", paper))
    (sheet,) = sheets(printer.opened, "records", printer.back())
    assert [one["code"] for one in sheet.data["players"]].count(None) == 0


def test_record_sheets_that_need_it_have_a_page_of_their_own(tmp_path: Path) -> None:
    """A long event has too many rounds for half a page."""
    printer = start(tmp_path, "urban_war", NAMES, {"rounds": "12"})
    assert len(printer.pages("records")) == len(NAMES)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_two_warband_record_sheets_of_five_rounds_are_on_a_page(tmp_path: Path, paper: str) -> None:
    """With room for the warband on each: empty lines for further rounds go first."""
    printer = start(tmp_path, "bushido", tuple(f"Player {n}" for n in range(40)))
    assert len(printer.pages("records", paper)) == 20
    must_fit(printer.pictures("records", paper))


def test_after_pairing_a_card_has_the_opponents_number_and_the_table(tmp_path: Path) -> None:
    """UW-17, UW-28: the middle of the card, a line a round; of a round that is a draft nothing."""
    printer = start(tmp_path, "urban_war")
    printer.publish()
    _, match, a, b = first_match(printer)
    _, lines = card(printer, a)
    assert (lines[0]["Opponent"], lines[0]["Opponent’s number"], lines[0]["Table"]) == (b, f"#{match.b}", "1")
    assert lines[0]["Score"] == lines[1]["Opponent"] == ""
    for table in (1, 2):
        results.report(printer.desk, "cup", [Report(str(table), {"lost": "2-6"})], STAFF)
    rounds.pair(printer.desk, "cup", STAFF)
    _, lines = card(printer, a)
    assert lines[0]["Score"] != "" and lines[1]["Opponent"] == lines[1]["Table"] == ""


def test_a_card_adds_up_and_has_the_opponents_score(tmp_path: Path) -> None:
    """UW-18, UW-24: points, subtotal and the opponent's score of each game; 2 of 13 lost beats 6 of 13 with 16 to 8."""
    printer = start(tmp_path, "urban_war")
    printer.play(2)
    _, _, a, b = first_match(printer)
    _, lines = card(printer, a)
    assert (lines[0]["Models lost"], lines[0]["Score"], lines[0]["Opponent’s score"]) == ("2", "16", "8")
    _, lines = card(printer, b)
    assert (lines[0]["Models lost"], lines[0]["Score"], lines[0]["Opponent’s score"]) == ("6", "8", "16")
    for name in NAMES:
        _, lines = card(printer, name)
        assert int(lines[1]["Subtotal"]) == int(lines[0]["Score"]) + int(lines[1]["Score"])


def test_cards_say_who_enters_the_scores_and_that_they_come_back(tmp_path: Path) -> None:
    """UW-19, UW-20: the opponent enters; the card is handed back after each game."""
    text = start(tmp_path, "urban_war").text("records", player="Ann Lee")
    assert "Your opponent enters your scores (UW-19). Hand the card back after each game (UW-20)." in text
    assert "Opponent’s initials" in text


def test_a_record_sheet_gets_the_opponents_name_every_round(tmp_path: Path) -> None:
    """WMH-070: filled in as soon as the round is published."""
    printer = start(tmp_path, "warmachine")
    printer.play()
    printer.publish()
    for name in NAMES:
        _, lines = card(printer, name)
        player = printer.opened.event.find(name)
        for round_, line in zip(printer.opened.event.rounds, lines, strict=False):
            assert line["Opponent"] == opponent_in(printer, round_, player.id)


def opponent_in(printer: Printer, round_: Round, player: PlayerId) -> str:
    match = round_.match_of(player)
    return "bye" if match is None else printer.opened.event.name_of(match.other(player))


def test_a_record_sheet_has_list_outcome_control_points_and_army_points(tmp_path: Path) -> None:
    """WMH-081: the line of a round for both players."""
    printer = start(tmp_path, "warmachine")
    printer.play()
    _, _, a, b = first_match(printer)
    asked = ("List played", "Win, loss, tie", "Control points", "Army points destroyed")
    assert [card(printer, a)[1][0][label] for label in asked] == ["Butcher", "win", "5", "30"]
    assert [card(printer, b)[1][0][label] for label in asked] == ["Haley", "loss", "1", "10"]


def test_everybody_has_a_warband_record_sheet(tmp_path: Path) -> None:
    """BUS-33: name, faction, rice and room for the warband; what is known of each game."""
    printer = start(tmp_path, "bushido")
    printer.play()
    assert len(printer.pages("records")) == (len(NAMES) + 1) // 2
    _, _, a, _ = first_match(printer)
    head, lines = card(printer, a)
    assert head == {"Name": a, "Faction": "Prefecture", "Rice of the warband": "75"}
    asked = ("Victory points", "Scenario points", "VIM turn", "Tournament points")
    assert [lines[0][label] for label in asked] == ["2", "7", "3", "7"]
    assert "Warband: profiles, theme and upgrades" in printer.text("records")


def test_a_game_without_record_sheets_says_so(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match=r"has no record sheet\. Use result slips"):
        start(tmp_path, "l5r").pages("records")


def test_a_badge_is_worn_with_a_public_code_and_has_the_private_one_on_a_strip(tmp_path: Path) -> None:
    printer = start(tmp_path, "bushido")
    back = WayBack("cup", "http://x", lambda player: f"/p/secret-{player}/", lambda player: f"CODE{player}")
    (sheet,) = sheets(printer.opened, "badges", back)
    for badge in sheet.data["players"]:
        number = printer.opened.event.find(badge["name"]).id
        assert badge["code"] == qr_svg(f"http://x/e/cup/players/{number}/")
        assert badge["private"] == qr_svg(f"http://x/p/secret-{number}/") and badge["letters"] == f"CODE{number}"
    for paper, many in (("a4", 1), ("letter", 1)):
        made = set_pages([sheet], paper, event="Cup", printed="", language="en").pdf
        with pdfium.PdfDocument(made) as document:
            pages = [joined(" ".join(page.get_textpage().get_text_bounded().split())) for page in document]
        assert len(pages) == many, "three rows of two"
        assert all(joined(name) in pages[0] for name in NAMES) and pages[0].count("CODE") == len(NAMES)


def test_without_an_address_there_are_no_codes(tmp_path: Path) -> None:
    printer = start(tmp_path, "bushido")
    printer.publish()
    for kind in ("slips", "pairings", "badges", "records", "signs", "list", "terrain", "keying", "byhand"):
        (sheet,) = sheets(printer.opened, kind, WayBack("cup"))
        assert "<svg" not in str(sheet.data), kind
        assert "<svg" in str(sheets(printer.opened, kind, printer.back())[0].data), kind
        assert printer.pages(kind)


def played(folder: Path, options: dict[str, str] | None = None) -> Printer:
    printer = start(folder, "warmachine", options=options)
    printer.play(3)
    events.finish(printer.desk, "cup", STAFF, "enough")
    return printer


def test_masters_certificates_are_for_the_first_three(tmp_path: Path) -> None:
    """WMH-085: First, Second and Third by the final standings, a page each."""
    printer = played(tmp_path)
    pages = printer.pages("certificates")
    from muster.app.views.event import standings_view

    best = [row.name for row in standings_view(printer.opened).rows[:3]]
    assert [title for title, page in zip(("First", "Second", "Third"), pages, strict=True) if title not in page] == []
    assert [name for name, page in zip(best, pages, strict=True) if name not in page] == []


def test_champions_certificates_are_for_the_prizes_of_the_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """WMH-086: first place, Best-Painted, most control points and most army points destroyed, a page each."""
    monkeypatch.setitem(RESULTS["warmachine"], "apd", "10-30")
    printer = played(tmp_path, {"kind": "champions", "best_painted": "Zoë Ångström"})
    event = printer.opened.event
    totals = {key: dict.fromkeys(event.players, 0) for key in ("cp", "apd")}
    for match in (match for round_ in event.rounds for match in round_.matches):
        assert match.result is not None
        for key, total in totals.items():
            scored = match.result.values[key]
            assert isinstance(scored, list)
            for player, one in zip((match.a, match.b), scored, strict=True):
                assert isinstance(one, int)
                total[player] += one
    pages = printer.pages("certificates")
    titles = ("First place", "Best painted", "Most control points", "Most army points destroyed")
    assert [title for title, page in zip(titles, pages, strict=True) if title not in page] == []
    assert "Zoë Ångström" in pages[1]
    for page, total in zip(pages[2:], totals.values(), strict=True):
        most = [event.name_of(player) for player, sum_ in total.items() if sum_ == max(total.values())]
        assert any(name in page for name in most), most


def test_certificates_wait_for_the_end(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match=r"Awards are given at the end\. Finish the event first"):
        start(tmp_path, "warmachine").pages("certificates")


def test_a_certificate_is_dated_as_the_reader_writes_dates(tmp_path: Path) -> None:
    printer = start(tmp_path, "urban_war")
    printer.play()
    events.finish(printer.desk, "cup", STAFF, "the hall closes")
    dated = replace(printer.opened, event=replace(printer.opened.event, date="2026-11-15"))
    with speaking(languages.language("de")):
        (sheet,) = sheets(dated, "certificates", printer.back())
    assert {one["date"] for one in sheet.data["awards"]} == {"15. November 2026"}
