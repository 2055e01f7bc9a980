"""Lists as people paste them: lines made readable, items, heads and headings found, and nothing lost in silence."""

from __future__ import annotations

import random

import pytest

from muster.core.book.force_lines import Heads, read_lines
from muster.core.book.lists import Level
from muster.core.book.pasted import MOST_UNREAD, lines, plain, quote

HEADS = Heads(
    {"faction": "faction", "fraktion": "faction", "player": "player", "models": "models", "total points": "points"},
    frozenset({"models", "points"}),
    total="points",
)
FIX = "Write it so."


def items(text: str) -> list[tuple[int, str, int | None]]:
    return [(i.count, i.name, i.cost) for i in read_lines(text, HEADS, FIX).items]


@pytest.mark.parametrize(
    ("pasted", "readable"),
    [
        ("“Quoted” ‘name’", "\"Quoted\" 'name'"),
        ("a – b — c − d", "a - b - c - d"),
        ("\ttabs\tand \u00a0 gaps  ", "tabs and gaps"),
        ("•  bullet", "bullet"),
        ("* star", "star"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("ｗｉｄｅ　１２", "wide 12"),
        ("3 × Marines", "3 x Marines"),
        ("e\u0301clat", "éclat"),
        ("-12", "-12"),
        ("\x00\x07", ""),
    ],
)
def test_a_line_is_made_readable(pasted: str, readable: str) -> None:
    assert plain(pasted) == readable


def test_line_numbers_are_those_of_the_text() -> None:
    assert list(lines("a\r\n\r\nb\rc\n\n d ")) == [(1, "a"), (3, "b"), (4, "c"), (6, "d")]


def test_a_long_line_is_quoted_by_its_beginning() -> None:
    assert quote("x" * 61) == "x" * 60 + "…"
    assert quote("x" * 60) == "x" * 60


@pytest.mark.parametrize(
    "line",
    [
        "3 x Marines 45",
        "3x Marines 45",
        "3X Marines - 45 pts",
        "3 Marines 45",
        "(3) Marines 45",
        "x3 Marines 45",
        "Marines x3 45",
        "Marines (x3) – 45 points",
        "• 3 × Marines … 45 pts.",
        "3 Marines @ 15",
        "3 Marines 15 each",
        "3\tMarines\t45",
        "Marines\t3\t45",
        "Marines   3   45",
        "3 | Marines | 45 pts",
        "Marines;3;45",
        "3 Marines (45)",
        "3 Marines [45 Punkte]",
        "３ x Marines ４５",
        "3 Marines 45r",
        "3 Marines (45R)",
        "3x Marines [45 r]",
        "3 Marines 15r each",
        "3\tMarines\t45r",
    ],
)
def test_shapes_of_an_item(line: str) -> None:
    assert items(line) == [(3, "Marines", 45)]


@pytest.mark.parametrize(
    ("line", "item"),
    [
        ("Kenko 12", (1, "Kenko", 12)),
        ("Kenko", (1, "Kenko", None)),
        ("Kenko: 12 rice", (1, "Kenko", 12)),
        ("忍者 12", (1, "忍者", 12)),
        ("Вождь – 30", (1, "Вождь", 30)),
        ("Grüne Krieger 15 Punkte", (1, "Grüne Krieger", 15)),
        ("O’Neil's “Blade” 9", (1, "O'Neil's \"Blade\"", 9)),
        ("2 Kenko", (2, "Kenko", None)),
        ("Alexander", (1, "Alexander", None)),
        ("Max 4", (1, "Max", 4)),
    ],
)
def test_other_items(line: str, item: tuple[int, str, int | None]) -> None:
    assert items(line) == [item]


def test_head_headings_and_page_furniture() -> None:
    parsed = read_lines(
        "My list – https://example.org/lists/7\n"
        "Player:\tAnn O’Neil\n"
        "FRAKTION = Viridian\n"
        "https://example.org/lists/7\n"
        "Page 1 of 2\n"
        "-----------\n"
        "Heroes:\n"
        "1 Chief 45\n"
        "=== TROOPS ===\n"
        "3 Marines 60\n"
        "[Support]\n"
        "1 Medic 20\n"
        "Models: 5\n"
        "Total: 125/300 pts\n"
        "12:45\n"
        "© 2026 somebody\n",
        HEADS,
        FIX,
    )
    assert parsed.fields == {"player": "Ann O'Neil", "faction": "Viridian", "models": 5, "points": 125}
    named = [(i.line, i.section, i.name) for i in parsed.items if i.line > 1]
    assert named == [(8, "Heroes", "Chief"), (10, "TROOPS", "Marines"), (12, "Support", "Medic")]
    assert parsed.findings == ()


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("Models 8", {"models": 8}),
        ("8 models", {"models": 8}),
        ("Models - 8", {"models": 8}),
        ("Models (8)", {"models": 8}),
        ("Total points 300 pts", {"points": 300}),
        ("Total 50r", {"points": 50}),
        ("Total points: 50r", {"points": 50}),
        ("35 Rice", {"points": 35}),
        ("50r", {"points": 50}),
        ("50 Rice, Nightmares of Jigoku theme", {"points": 50}),
        ("8 models, 300 points", {"models": 8, "points": 300}),
    ],
)
def test_a_head_without_a_colon(line: str, fields: dict[str, int]) -> None:
    """A number beside the word of a head is that head, and not a model of that name and cost."""
    parsed = read_lines(line, HEADS, FIX)
    assert (parsed.fields, parsed.items, parsed.findings) == (fields, (), ())


@pytest.mark.parametrize("line", ["8 Models of Valour 20", "Rice Farmer 5", "8 models, Chief 45"])
def test_a_model_whose_name_begins_like_a_head(line: str) -> None:
    parsed = read_lines(line, HEADS, FIX)
    assert parsed.fields == {} and len(parsed.items) == 1


def test_what_cannot_be_read_is_named_with_its_line_and_how_to_fix_it() -> None:
    parsed = read_lines("1 Chief 45\nI hope that you all like how I painted this force over the summer.\n", HEADS, FIX)
    (found,) = parsed.findings
    assert (found.level, found.line, str(found.way_out())) == (Level.NOT_CHECKED, 2, FIX)
    assert str(found.message).startswith("“I hope that you all like how I painted")
    assert str(found.message).endswith("cannot be read as a line of the list and is not counted.")


def test_a_head_without_a_readable_figure_is_not_checked() -> None:
    parsed = read_lines("Models: many", HEADS, FIX)
    assert parsed.fields == {}
    assert [(f.level, f.line) for f in parsed.findings] == [(Level.NOT_CHECKED, 1)]


@pytest.mark.parametrize(
    "line", ["**Faction:** Ryu", '"Faction": "Ryu"', "# Faction: Ryu", "faction=Ryu", "Faction : Ryu"]
)
def test_a_head_in_other_peoples_marks(line: str) -> None:
    assert read_lines(line, HEADS, FIX).fields == {"faction": "Ryu"}


def test_a_figure_too_long_to_be_one_is_no_figure() -> None:
    assert items("Beast 99999999999999999999") == [(1, "Beast 99999999999999999999", None)]


def noise(size: int) -> str:
    lots = random.Random(1)
    signs = [*map(chr, range(32, 127)), "\t", "\n", "\r", "é", "忍", "\u202e", "\x00", "“", "–", "\U0001f600"]
    return "".join(lots.choices(signs, k=size))


@pytest.mark.parametrize(
    "text",
    [
        noise(1_000_000),
        "a" * 1_000_000,
        "1 " * 500_000,
        "x" * 500_000 + "\n" * 500_000,
        "(1" * 500_000,
        "a: " * 300_000,
        "3 x Marines 45\n" * 60_000,
        "no list at all, only words that go on and on and on and on.\n" * 16_000,
    ],
    ids=["noise", "one word", "digits", "blank", "brackets", "colons", "long list", "prose"],
)
def test_a_megabyte_is_answered_with_a_handful_of_findings(text: str) -> None:
    found = read_lines(text, HEADS, FIX)
    assert len([f for f in found.findings if f.level is Level.WARNING]) <= MOST_UNREAD + 1


def test_the_lines_beyond_the_first_twenty_are_counted() -> None:
    parsed = read_lines("This is a sentence and no line of a list.\n" * 25, HEADS, FIX)
    assert len(parsed.findings) == 21
    assert str(parsed.findings[-1].message) == "5 more lines after this one cannot be read either."
    assert parsed.findings[-1].line == 21
