"""Pages as a whole: the paper's size, nothing cut off, every script or a warning, the same bytes again."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from itertools import cycle, product
from math import ceil
from pathlib import Path

import pytest
from pypdf import PageObject, PdfReader

from muster.app import languages
from muster.app.events import actions as events
from muster.app.speech import speaking
from muster.core.kit.errors import Refusal
from muster.core.kit.language import English
from muster.core.kit.progress import Stopped
from muster.paper.kinds import IN_KIT, KINDS, KIT, printed, sheets
from muster.paper.press import unshown
from muster.systems import registry
from tests.paper.conftest import NAMES, STAFF, Printer, joined, letters_on_letters, must_fit, start

LONG = bool(os.environ.get("MUSTER_LONG_TESTS"))
PAPERS = {"a4": (595, 842), "letter": (612, 792)}
MIXED = (
    "Maximilian Freiherr von und zu ",
    "Константин Константинович ",
    "Παναγιώτης Παπαδόπουλος ",
    "Zażółć Gęślą Jaźń ",
)


def long_names(count: int) -> tuple[str, ...]:
    """Names of 60 characters in Latin, Cyrillic and Greek letters, each its own."""
    made = [f"{MIXED[n % len(MIXED)]}{n:03} " for n in range(count)]
    return tuple((one + "Müller-Lüdenscheidt-Задунайский-Ωμέγα-Lüdenscheidt" * 2)[:60] for one in made)


class Long(English):
    """A language at least as long as German: every word is half as long again."""

    decimal_point = ","

    def text(self, english: str) -> str:
        return " ".join(word if "{" in word else word + "ungen"[: len(word) // 2] for word in english.split(" "))

    def plural(self, number: int, one: str, many: str) -> str:
        return self.text(one if number == 1 else many)


def papers(every: Printer, words: int) -> list[str]:
    """Both; in the short form one with normal words and the other with long ones, alternating by game."""
    first = (registry.BUILT_IN.index(every.opened.system.key) + words) % 2
    return list(PAPERS) if LONG else [list(PAPERS)[first]]


def test_nothing_is_cut_off_on_any_sheet(every: Printer) -> None:
    for paper in papers(every, 0):
        must_fit_on(every, paper)


def test_long_words_fit_too(every: Printer) -> None:
    with speaking(Long()):
        for paper in papers(every, 1):
            must_fit_on(every, paper)


def must_fit_on(printer: Printer, paper: str) -> None:
    tried = 0
    for kind in (*KINDS, KIT):
        try:
            pages = printer.pictures(kind, paper)
        except Refusal:
            continue
        tried += 1
        must_fit(pages)
        upright = PAPERS[paper]
        assert {page.size for page in pages} <= {upright, upright[::-1]}, kind
    assert tried >= 9


@pytest.mark.parametrize("paper", PAPERS if LONG else ["letter"])
def test_a_large_field_with_names_of_sixty_letters(tmp_path: Path, paper: str) -> None:
    players = 300 if LONG else 102
    names = long_names(players)
    assert {len(name) for name in names} == {60}
    printer = start(tmp_path, "bushido", names)
    printer.play()
    printer.publish()
    count: dict[str, int] = {}
    for kind in ("pairings", "names", "slips", "standings", "keying", "badges"):
        must_fit(printer.pictures(kind, paper))
        pages = printer.pages(kind, paper)
        text = joined(" ".join(pages))
        assert [name for name in names if joined(name) not in text] == [], kind
        count[kind] = len(pages)
    assert (count["slips"], count["badges"]) == (ceil(players / 8), players / 6)


def baselines(page: PageObject, name: str) -> set[int]:
    """Where the lines of a name are on a page, in points from below."""
    found: set[int] = set()

    def seen(text: str, where: Sequence[float], *rest: object) -> None:
        if len(text.strip()) > 4 and joined(text.strip()) in joined(name):
            found.add(round(where[5]))

    page.extract_text(visitor_text=seen)
    return found


@pytest.mark.parametrize("paper", PAPERS if LONG else ["letter"])
@pytest.mark.parametrize("system", ["bushido", "warmachine", "urban_war"])
def test_record_sheets_hold_names_of_sixty_letters_between_their_rules(tmp_path: Path, system: str, paper: str) -> None:
    """A name takes two lines at most, in the head and in the line of a round, which has no room for a third."""
    names = tuple(" ".join([word] * 9)[:60] for word in ("Ankogel", "Борисов", "Γιώργος", "Zażółcić"))
    printer = start(tmp_path, system, names)
    printer.publish()
    must_fit(printer.pictures("records", paper))
    event = printer.opened.event
    for player in event.players.values():
        made = printed(printer.opened, "records", printer.back(), paper=paper, when="today", player=player.name).pdf
        (page,) = PdfReader(io.BytesIO(made)).pages
        match = event.rounds[0].match_of(player.id)
        assert match is not None
        for name in (player.name, event.name_of(match.b if match.a == player.id else match.a)):
            lines = baselines(page, name)
            assert len(lines) == 2 and max(lines) - min(lines) <= 16, (name, lines)


def test_the_kit_holds_all_that_goes_on_by_hand(every: Printer) -> None:
    """The current pairings, slips and standings, and a page for entering the results afterwards."""
    text = every.text(KIT)
    for kind in IN_KIT:
        try:
            one = every.text(kind)
        except Refusal:
            assert kind in ("bracket", "records")
            continue
        assert one.split("Page ")[0][:60].rsplit(" ", 1)[0] in text, kind
    assert "Round 2: pairings by table" in text
    assert "Standings after round 1" in text
    assert "Round 2: results to enter" in text
    assert "Round 3 by hand" in text


def test_every_page_says_the_event_and_when_it_was_printed(every: Printer) -> None:
    for page in every.pages("pairings") + every.pages("standings"):
        assert "Cup" in page
        assert f"Printed today, up to entry {every.opened.last}" in page
        assert "Page 1 of 1" in page


def test_the_same_event_gives_the_same_bytes(every: Printer) -> None:
    first, second = (
        printed(every.opened, KIT, every.back(), paper="a4", when="today", language="en").pdf for _ in range(2)
    )
    assert first == second


NOBODYS = "\U0010fffd"
"""A private letter that no font has."""


@pytest.mark.parametrize("system", ["bushido", "urban_war"])
def test_a_name_that_no_font_can_show_is_printed_as_the_players_number(tmp_path: Path, system: str) -> None:
    """Half a name may look like another. The sheet says why, and so does a warning; other names are printed."""
    odd = f"Cem {NOBODYS}"
    assert unshown(frozenset(f"{NOBODYS}é")) == {NOBODYS}
    printer = start(tmp_path, system, (*NAMES, odd))
    printer.publish()
    note = "replaces a name, no font on this computer has its letters"
    tried = 0
    for kind in ("pairings", "names", "slips", "keying", "byhand", "records", "badges"):
        try:
            made = printed(printer.opened, kind, printer.back(), paper="a4", when="today")
        except Refusal:
            continue
        assert made.warnings == (
            f"No font on this computer can show “{odd}”, so #6 is printed. Install a font for its script.",
        )
        pages = printer.pages(kind)
        text = " ".join(pages)
        assert "#6" in text and "Cem" not in text and "?" not in text, kind
        assert all(joined(name) in joined(text) for name in NAMES), kind
        assert all(note in page for page in pages), kind
        must_fit(printer.pictures(kind))
        tried += 1
    assert tried >= 6


def test_a_hall_full_of_such_names_is_warned_of_in_a_few_lines(tmp_path: Path) -> None:
    printer = start(tmp_path, "bushido", tuple(f"{NOBODYS} {n}" for n in range(1, 9)))
    printer.publish()
    made = printed(printer.opened, "names", printer.back(), paper="a4", when="today")
    assert len(made.warnings) == 4 and made.warnings[-1] == "The same goes for 5 other names."


def test_one_name_inside_another_is_not_taken_for_it(tmp_path: Path) -> None:
    printer = start(tmp_path, "bushido", ("Ann", NOBODYS, f"{NOBODYS} Lee", "Bob"))
    (sheet,) = sheets(printer.opened, "badges", printer.back())
    assert [one["name"] for one in sheet.data["players"]].count(f"{NOBODYS} Lee") == 1
    text = printer.text("badges")
    assert "#2" in text and "#3" in text and "Lee" not in text


def test_letters_missing_elsewhere_are_seen_and_said(tmp_path: Path) -> None:
    printer = start(tmp_path, "bushido", (*NAMES, "Cem"))
    events.amend(printer.desk, "cup", STAFF, name=f"Cup {NOBODYS}")
    printer.publish()
    made = printed(printer.opened, "pairings", printer.back(), paper="a4", when="today")
    assert made.warnings == (f"No font on this computer can show “Cup {NOBODYS}”. Install one for its script.",)
    text = printer.text("pairings")
    assert "Cup ?" in text and "replaces a name" not in text


def test_latin_greek_and_cyrillic_need_no_warning(tmp_path: Path) -> None:
    printer = start(tmp_path, "bushido", (*NAMES, "Đặng Thị Ánh", "Ğüneş Şıkoğlu", "Ἀχιλλεύς", "Їжакевич"))
    printer.publish()
    assert printed(printer.opened, "pairings", printer.back(), paper="a4", when="today").warnings == ()


def test_an_unknown_paper_or_sheet_is_named(tmp_path: Path) -> None:
    printer = start(tmp_path, "bushido")
    printer.publish()
    with pytest.raises(Refusal, match=r"“a5” is not a paper size\. It should be a4 or letter"):
        printer.pages("pairings", "a5")
    with pytest.raises(Refusal, match="No sheet is called “slip”; did you mean “slips”"):
        printer.pages("slip")
    with pytest.raises(Refusal, match=r"“Badges” does not belong to a round\. Leave the round out"):
        printer.pages("badges", number=1)
    with pytest.raises(Refusal, match=r"“Standings” does not belong to one player\. Leave the player out"):
        printer.pages("standings", player="Ann Lee")


def test_without_the_typesetter_there_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    printer = start(tmp_path, "bushido")
    printer.publish()
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(Refusal, match=r"Printing needs “typst”, which is not installed\. Run “pip install typst”"):
        printer.pages("pairings")


# Every game in every language, or each game in one of them.
IN_TURN = list(
    product(registry.BUILT_IN, languages.NAMES)
    if LONG
    else zip(registry.BUILT_IN, cycle(languages.NAMES), strict=False)
)


@pytest.mark.parametrize(("system", "language"), IN_TURN)
def test_a_name_without_a_space_runs_into_nothing(tmp_path: Path, system: str, language: str) -> None:
    """Sixty letters in one word, and letters that no font has, break where their column ends."""
    names = (
        "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewis",
        "諸葛孔明" * 8,
        "Ж" * 60,
        "Ann",
        "M " + "m" * 58,
    )
    printer = start(tmp_path, system, names)
    printer.play()
    printer.publish()
    for kind in (*KINDS, KIT):
        try:
            with speaking(languages.language(language)):
                made = printed(printer.opened, kind, printer.back(), paper="a4", when="today", language=language)
        except Refusal:
            continue
        assert letters_on_letters(made.pdf) == [], kind


@pytest.mark.parametrize(
    ("language", "kind", "labels"),
    [
        ("de", "standings", "Kontrollpunkte"),
        ("de", "records", "Kontrollpunkte"),
        ("es", "records", "ejército destruidos"),
    ],
)
def test_a_column_s_label_is_smaller_before_a_word_is_divided(
    tmp_path: Path, language: str, kind: str, labels: str
) -> None:
    """“Kontrollpunk-te” was what people read over a column with room for the word in a smaller size."""
    printer = start(tmp_path, "warmachine")
    printer.play()
    with speaking(languages.language(language)):
        made = printed(printer.opened, kind, printer.back(), paper="letter", when="today", language=language)
    assert labels in printer.texts(made.pdf)[0]


def test_a_kit_that_is_stopped_is_not_made(tmp_path: Path) -> None:
    """Even while the typesetter, which cannot be interrupted, is working."""
    printer = start(tmp_path, "bushido")
    printer.publish()
    steps: list[tuple[int, int]] = []

    def stop_at_the_pages(done: int, total: int) -> None:
        steps.append((done, total))
        if (done, total) == (1, 2):
            raise Stopped

    with pytest.raises(Stopped):
        printed(printer.opened, KIT, printer.back(), paper="a4", when="", progress=stop_at_the_pages)
    assert steps == [*((step, 16) for step in range(8)), (1, 2)]


@pytest.mark.parametrize("kind", ["badges", "records"])
def test_sheets_of_many_players_say_how_far_they_are(tmp_path: Path, kind: str) -> None:
    """Half of the progress is their codes, and a stop takes effect after the next one, not after thousands."""
    printer = start(tmp_path, "bushido")
    steps: list[tuple[int, int]] = []
    printed(printer.opened, kind, printer.back(), paper="a4", when="", progress=lambda *step: steps.append(step))
    players = len(printer.opened.event.players)
    assert steps[:players] == [(step, 2 * players) for step in range(players)] and set(steps[players:]) == {(1, 2)}
