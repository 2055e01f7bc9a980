"""Slips of every game are found and read back from pictures as people take them; what is unclear is left to people."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from muster.core.kit.errors import Refusal
from muster.paper import slip_layout as where
from muster.paper.dots import MOST_DOTS
from muster.paper.press import as_pictures
from muster.paper.slips import slips
from muster.paper.way_back import Code, read_code
from muster.scan.found import Found, Marks, Why
from muster.scan.reading import kind_of, read_file
from tests.paper.conftest import Printer
from tests.paper.test_slip_layout import GAMES
from tests.scan.camera import (
    DOTS,
    Grey,
    bent,
    blurred,
    fill,
    opened,
    page_of,
    published,
    record_sheet,
    sent,
    shadowed,
    slanted,
    tick,
    turned,
)

MARKED: dict[str, list[tuple[str, str]]] = {
    "bushido": [("vp-1", "3"), ("vp-2", "0")],
    "l5r": [("winner", "b"), ("broken-1", "5"), ("broken-2", "2"), ("favor-2", "yes"), ("decider", "a")],
    "warmachine": [("winner", "a"), ("how", "assassination")],
    "urban_war": [
        ("lost-1", "tens 10"),
        ("lost-1", "ones 7"),
        ("lost-2", "tens 0"),
        ("lost-2", "ones 4"),
        ("withdrew-1", "yes"),
    ],
    "custom": [("score-1", "2"), ("score-2", "1")],
}
READ: dict[str, dict[str, str]] = {
    **{system: dict(marks) for system, marks in MARKED.items()},
    "urban_war": {"lost-1": "17", "lost-2": "4", "withdrew-1": "yes"},
}
SECOND = {
    "bushido": [("vp-1", "1")],
    "l5r": [("winner", "a")],
    "warmachine": [("winner", "b")],
    "urban_war": [("lost-2", "tens 0"), ("lost-2", "ones 0")],
    "custom": [("score-2", "0")],
}
VIEWS: dict[str, Callable[[Grey], Grey]] = {
    "flat": lambda page: page,
    "upside down": lambda page: np.ascontiguousarray(page[::-1, ::-1]),
    "on its side": lambda page: np.ascontiguousarray(np.rot90(page)),
    "at an angle, in shadow": lambda page: shadowed(turned(page, 23)),
    "from one side, blurred": lambda page: blurred(slanted(page), 1.0),
    "all of it": lambda page: shadowed(blurred(turned(slanted(page), 197), 0.8)),
}
LONG = bool(os.environ.get("MUSTER_LONG_TESTS"))
SEEN = [(key, view) for key in MARKED for view in VIEWS if LONG or key == "urban_war" or view == "all of it"]
"""Every game in its hardest view, and the one with the most marks in every view; in the long form all of them."""


def read(printer: Printer, page: Grey, name: str = "slips.jpg") -> list[Found]:
    made = read_file(name, sent(page), printer.opened.system, "cup")
    assert (made.faults, made.pages) == ([], 1)
    return made.found


def marks_of(found: Found) -> Marks:
    assert found.marks is not None, "no corners"
    return found.marks


@pytest.fixture(params=MARKED)
def every(request: pytest.FixtureRequest, tmp_path: Path) -> Printer:
    return published(tmp_path, request.param)


@pytest.mark.parametrize(("key", "view"), SEEN)
def test_two_slips_on_one_picture_are_read_however_it_lies(tmp_path: Path, key: str, view: str) -> None:
    """As JPEG of quality 40, at 150 dots per inch."""
    every = published(tmp_path, key)
    system = every.opened.system
    plan = where.layout(system)
    page = fill(fill(page_of(every), plan, 0, MARKED[system.key]), plan, 1, SECOND[system.key])
    found = read(every, VIEWS[view](page))
    matches = every.opened.event.rounds[0].matches
    by_table = {one.code.table: one for one in found if one.code}
    assert {one.code for one in found} == {Code("cup", 1, m.table, (m.a, m.b)) for m in matches}
    assert marks_of(by_table[1]) == Marks(READ[system.key], {})
    second = {name: value.split()[-1] for name, value in SECOND[system.key]}
    assert marks_of(by_table[2]) == Marks(second, {})


@pytest.mark.parametrize("kind", [".png", ".webp"])
def test_other_kinds_of_pictures(tmp_path: Path, kind: str) -> None:
    printer = published(tmp_path, "bushido")
    page = fill(page_of(printer), where.layout(printer.opened.system), 0, MARKED["bushido"])
    first, _ = read_file("slips", sent(page, kind), printer.opened.system, "cup").found
    assert marks_of(first) == Marks(READ["bushido"], {})


def test_a_blank_slip_gives_nothing_and_no_doubt(every: Printer) -> None:
    for found in read(every, shadowed(turned(page_of(every), 5))):
        assert marks_of(found) == Marks({}, {})


@pytest.mark.parametrize(
    ("marks", "read_as"),
    [
        ([("vp-1", "1"), ("vp-1", "2"), ("vp-2", "0")], Marks({"vp-2": "0"}, {"vp-1": Why.TWICE})),
        ([("vp-1", "0"), ("vp-1", "1"), ("vp-1", "2"), ("vp-1", "3")], Marks({}, {"vp-1": Why.TWICE})),
    ],
)
def test_two_marks_for_one_thing_leave_it_empty(tmp_path: Path, marks: list[tuple[str, str]], read_as: Marks) -> None:
    printer = published(tmp_path, "bushido")
    first, _ = read(printer, fill(page_of(printer), where.layout(printer.opened.system), 0, marks))
    assert marks_of(first) == read_as


def test_both_players_as_the_winner_is_no_winner(tmp_path: Path) -> None:
    printer = published(tmp_path, "l5r")
    page = fill(page_of(printer), where.layout(printer.opened.system), 0, [("winner", "a"), ("winner", "b")])
    assert marks_of(read(printer, page)[0]) == Marks({}, {"winner": Why.TWICE})


def test_a_tick_or_a_small_dot_is_unclear(tmp_path: Path) -> None:
    printer = published(tmp_path, "bushido")
    plan = where.layout(printer.opened.system)
    page = tick(page_of(printer), plan, 0, "vp-1", "2")
    page = fill(page, plan, 0, [("vp-2", "1")], part=0.4)
    assert marks_of(read(printer, page)[0]) == Marks({}, {"vp-1": Why.UNCLEAR, "vp-2": Why.UNCLEAR})


def test_a_clear_mark_beside_an_unclear_one_is_not_taken(tmp_path: Path) -> None:
    """One of them may be crossed out."""
    printer = published(tmp_path, "bushido")
    plan = where.layout(printer.opened.system)
    page = tick(fill(page_of(printer), plan, 0, [("vp-1", "3")]), plan, 0, "vp-1", "1")
    assert marks_of(read(printer, page)[0]) == Marks({}, {"vp-1": Why.UNCLEAR})


def test_a_blot_over_a_circle_is_no_mark(every: Printer) -> None:
    """Coffee does not stop where a circle ends; a pen that slipped over the rim still counts."""
    marked = MARKED[every.opened.system.key]
    page, plan = page_of(every), where.layout(every.opened.system)
    assert marks_of(read(every, fill(page, plan, 0, marked, part=1.25))[0]).values == READ[every.opened.system.key]
    stained = marks_of(read(every, fill(page, plan, 0, marked, part=1.8))[0])
    assert stained.values == {} and set(stained.doubts.values()) == {Why.UNCLEAR}


@pytest.mark.parametrize("row", ["tens 20", "ones 7"])
def test_a_row_of_digits_without_a_mark_asks(tmp_path: Path, row: str) -> None:
    """27 must never become 7 or 20: the other mark may be too faint to see."""
    printer = published(tmp_path, "urban_war")
    plan = where.layout(printer.opened.system)
    half = fill(page_of(printer), plan, 0, [("lost-1", row)])
    other = {"tens 20": "ones 7", "ones 7": "tens 20"}[row]
    weak = fill(half, plan, 0, [("lost-1", other)], shade=230)
    for page in (half, weak):
        found = marks_of(read(printer, page)[0])
        assert found == Marks({}, {"lost-1": Why.HALF})
        assert set(found.unsure) == {(b.x, b.y) for b in plan.bubbles if b.name == "lost-1" and b.part == other[:4]}


@pytest.mark.parametrize("mm", [1.0, 2.5, 5.0])
def test_circles_that_are_not_where_they_should_be_ask(tmp_path: Path, mm: float) -> None:
    """On bent paper a mark can be where another row is expected: 17 would be 1."""
    printer = published(tmp_path, "urban_war")
    plan = where.layout(printer.opened.system)
    marked = [("lost-1", "tens 10"), ("lost-1", "ones 7")]
    found = marks_of(read(printer, bent(fill(page_of(printer), plan, 0, marked), mm))[0])
    assert "lost-1" in found.doubts and "lost-1" not in found.values
    assert found.doubts["lost-2"] is Why.MOVED and found.unsure


def test_paper_that_is_nearly_flat_is_read(tmp_path: Path) -> None:
    printer = published(tmp_path, "urban_war")
    page = fill(page_of(printer), where.layout(printer.opened.system), 0, MARKED["urban_war"])
    assert marks_of(read(printer, bent(page, 0.25))[0]) == Marks(READ["urban_war"], {})


def test_circles_in_doubt_are_drawn_on_the_picture(tmp_path: Path) -> None:
    """A red ring around the tick, and around nothing else."""
    printer = published(tmp_path, "bushido")
    plan = where.layout(printer.opened.system)
    page = fill(tick(page_of(printer), plan, 0, "vp-1", "2"), plan, 0, [("vp-2", "1")])
    first, second = read(printer, page)
    rings = red_places(first.picture)
    (wanted,) = [b for b in plan.bubbles if (b.name, b.value) == ("vp-1", "2")]
    assert rings and all(abs(x - wanted.x) < 3.5 and abs(y - wanted.y) < 3.5 for x, y in rings)
    assert red_places(second.picture) == []


TALL = {
    "up to 150": [("score-1", "hundreds 100"), ("score-1", "tens 40"), ("score-1", "ones 9")],
    "six numbers": [("n0-1", "tens 60"), ("n0-1", "ones 0"), ("n5-2", "tens 0"), ("n5-2", "ones 3")],
    "twelve, and a choice": [
        *(("n10-2", "hundreds 200"), ("n10-2", "tens 0"), ("n10-2", "ones 0")),
        *(("winner", "draw"), ("side-2", "blue"), ("fair", "yes")),
    ],
}
TALL_READ = {
    "up to 150": {"score-1": "149"},
    "six numbers": {"n0-1": "60", "n5-2": "3"},
    "twelve, and a choice": {"n10-2": "200", "winner": "draw", "side-2": "blue", "fair": "yes"},
}


@pytest.mark.parametrize("view", ["flat", "upside down", "all of it"])
@pytest.mark.parametrize("game", TALL)
def test_slips_of_games_with_many_numbers_are_read(tmp_path: Path, game: str, view: str) -> None:
    """The first slip of a page: a game with much to report has fewer of them, each as tall as necessary."""
    printer = published(tmp_path, "custom")
    event = replace(printer.opened, system=GAMES[game])
    made = as_pictures([slips(event, printer.back())], "a4", event="Cup", printed="today", dots=DOTS)
    plan = where.layout(event.system)
    page = fill(opened(made[0]), plan, 0, TALL[game])
    found = read_file("slips.jpg", sent(VIEWS[view](page)), event.system, "cup").found
    assert len(found) == min(2, plan.a_page)
    first = next(one for one in found if one.code and one.code.table == 1)
    assert marks_of(first) == Marks(TALL_READ[game], {})


def red_places(picture: bytes) -> list[tuple[float, float]]:
    """The dots of a picture that are red, in millimetres."""
    colour = np.asarray(Image.open(BytesIO(picture)).convert("RGB"), np.int16)
    down, across = np.nonzero(colour[:, :, 0] - colour[:, :, 1] > 100)
    return [(float(x) / 8, float(y) / 8) for x, y in zip(across, down, strict=True)]


@pytest.mark.parametrize("corner", range(4))
def test_a_hidden_corner_leaves_the_circles_unread(tmp_path: Path, corner: int) -> None:
    """The other slip on the page does not lend its own."""
    printer = published(tmp_path, "bushido")
    plan = where.layout(printer.opened.system)
    page = fill(page_of(printer), plan, 0, MARKED["bushido"])
    x, y = plan.corners[corner]
    mm = 150 / 25.4
    left, top, side = round((12 + x - 2) * mm), round((8 + y - 2) * mm), round(8 * mm)
    page[top : top + side, left : left + side] = 255
    first, second = read(printer, page)
    assert first.marks is None and first.code is not None and first.picture.startswith(b"\xff\xd8")
    assert marks_of(second) == Marks({}, {})


def test_a_record_sheet_is_found_by_its_player(tmp_path: Path) -> None:
    printer = published(tmp_path, "urban_war")
    players = printer.opened.event.players
    (found,) = read(printer, record_sheet(printer))
    assert found.code is not None and found.code.player in players and found.marks is None
    both = read(printer, page_of(printer, "records"))  # Before they were cut.
    assert len({one.code.player for one in both if one.code}) == 2


def test_the_cut_out_is_the_slip_alone_and_upright(tmp_path: Path) -> None:
    printer = published(tmp_path, "bushido")
    first, _ = read(printer, turned(page_of(printer), 140))
    picture = opened(first.picture)
    assert picture.shape == (where.HEIGHT * 8, where.WIDTH * 8)
    for x, y in where.layout(printer.opened.system).corners:
        middle = picture[round((y + 1.75) * 8), round((x + 1.75) * 8)]
        assert middle < 80, (x, y)
    again = read_file("cut", first.picture, printer.opened.system, "cup").found
    assert [one.code for one in again] == [first.code]


def test_the_codes_of_others_are_told_apart(tmp_path: Path) -> None:
    printer = published(tmp_path, "bushido")
    content = sent(page_of(printer))
    other = read_file("slips.jpg", content, printer.opened.system, "another").found
    assert [(one.code.event if one.code else "", one.marks) for one in other] == [("cup", None), ("cup", None)]
    assert [one.code for one in read(printer, page_of(printer, "signs"))] == [None]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("http://192.168.0.7:8000/e/cup/slip/3/12/?of=4-19", Code("cup", 3, 12, (4, 19))),
        ("https://cup.example/e/cup-2/slip/3/12/", Code("cup-2", 3, 12)),
        ("http://x/e/cup/players/7/", Code("cup", player=7)),
        ("http://x/e/cup/slip/3/12/?of=4-19&more", None),
        ("http://x/e/cup/slip/3/", None),
        ("http://x/e/cup/slip/3/99999999999999999999/", None),
        ("WIFI:S:hall;;", None),
        ("", None),
    ],
)
def test_what_a_code_says(text: str, code: Code | None) -> None:
    assert read_code(text) == code


def refusal_of(content: bytes, printer: Printer) -> str:
    with pytest.raises(Refusal) as refused:
        read_file("IMG_1.jpg", content, printer.opened.system, "cup")
    return str(refused.value)


def test_bad_pictures_are_answered_in_words(tmp_path: Path) -> None:
    printer = published(tmp_path, "bushido")
    page = page_of(printer)
    whole = sent(page)
    white = np.full((800, 600), 255, np.uint8)
    for content, sentence in (
        (b"", "“IMG_1.jpg” is not a picture. It should be a JPEG, PNG, WebP or PDF file."),
        (b"PK\x03\x04 a spreadsheet", "“IMG_1.jpg” is not a picture."),
        (
            b"\0\0\0\x18ftypheic",
            "“IMG_1.jpg” is a HEIC file, which cannot be read here. Send it as JPEG, PNG, WebP or PDF.",
        ),
        (b"GIF89a", "“IMG_1.jpg” is a GIF file"),
        (whole[:200], "“IMG_1.jpg” cannot be opened: it is damaged"),
        (whole[:3] + b"\0" * 25_000_000, "“IMG_1.jpg” is larger than 25 MB. Send a smaller one."),
        (sent(white), "No slip was found on “IMG_1.jpg”."),
        (sent(shadowed(white)), "No slip was found on “IMG_1.jpg”"),
        (sent(blurred(page, 4)), "“IMG_1.jpg”"),
    ):
        assert sentence in refusal_of(content, printer)


def test_a_code_that_is_there_but_cannot_be_read_is_called_blurred(tmp_path: Path) -> None:
    """Half of its squares are painted over, as a stain or a smear does."""
    printer = published(tmp_path, "bushido")
    page = page_of(printer)[: round(60 * 150 / 25.4)]
    x, y, side = where.CODE
    mm = 150 / 25.4
    left, top = round((12 + x) * mm), round((8 + y) * mm)
    third = round(side * mm / 3)
    page[top + third : top + 2 * third, left + third : left + 2 * third + 8] = 128
    assert "is too blurred to read." in refusal_of(sent(page, ".png"), printer)


def test_kinds_of_files_by_how_they_begin() -> None:
    assert kind_of(b"RIFF1234WEBPVP8 ") == "WebP" and kind_of(b"RIFF1234WAVE") == ""
    assert kind_of(b"\x89PNG\r\n\x1a\n") == "PNG" and kind_of(b"\0\0\0\x1cftypavif") == "AVIF"


def test_a_picture_that_says_it_is_huge_is_not_opened() -> None:
    """In its own process: the limit is read when OpenCV is loaded."""
    program = (
        "import struct, zlib\n"
        "from muster.scan.reading import eyes_here\n"
        "def part(kind, data):\n"
        "    return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))\n"
        "def png(side):\n"
        "    row = b'\\0' * (1 + side // 8)\n"
        "    return (b'\\x89PNG\\r\\n\\x1a\\n' + part(b'IHDR', struct.pack('>IIBBBBB', side, side, 1, 0, 0, 0, 0))\n"
        "            + part(b'IDAT', zlib.compress(row * side)) + part(b'IEND', b''))\n"
        "eyes = eyes_here()\n"
        "print(eyes.opened(png(800)) is not None, eyes.opened(png(11200)) is None)\n"
    )
    assert MOST_DOTS < 11_200**2
    environment = {key: value for key, value in os.environ.items() if key != "OPENCV_IO_MAX_IMAGE_PIXELS"}
    run = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=False,
        env={**environment, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert run.stdout.split() == ["True", "True"], run.stderr


def test_without_the_extra_the_page_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    printer = published(tmp_path, "bushido")
    content = sent(page_of(printer))
    for part in ("cv2", "zxingcpp"):
        with monkeypatch.context() as patched:
            patched.setitem(sys.modules, part, None)
            for name in ("muster.scan.eyes", "muster.scan.circles"):
                patched.delitem(sys.modules, name, raising=False)
            import muster.scan

            for name in ("eyes", "circles"):
                patched.delattr(muster.scan, name, raising=False)
            assert "Install what it needs on the page “Scan slips”" in refusal_of(content, printer)
