"""Where the lines of a pasted deck belong: headings, labels, and cards below the stronghold."""

from __future__ import annotations

import pytest

from muster.systems.l5r.decks.text import read

LOOSE = "loose"


def sections(text: str) -> list[tuple[str, int, str]]:
    return [(item.name, item.count, item.section) for item in read(text).items]


A, B = ("A", 3, "dynasty"), ("B", 3, "dynasty")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Dynasty\n3x A\nRole: Keeper of Fire\n3x B", [A, ("Keeper of Fire", 1, "role"), B]),
        ("Dynasty\n3x A\nKeeper of Fire\n3x B", [A, ("Keeper of Fire", 1, "role"), B]),
        ("Dynasty\n3x A\nWindy Pass (air)", [A, ("Windy Pass", 1, LOOSE)]),
        ("Dynasty ... deck\n3x A", [A]),
        ("Dynasty-Deck\n3x A", [A]),
        ("Total: 3\nDynasty\n3x A", [A]),
        ("Dynasty\n40 cards\n3x A", [A]),
        (
            "Conflict\n3x A\nDynasty Herons\n3x B",
            [("A", 3, "conflict"), ("Dynasty Herons", 1, LOOSE), ("B", 3, "conflict")],
        ),
        ("Conflict\n3 Events", [("Events", 3, "conflict")]),
        ("Dynasty\n3x A\nDeck", [A, ("Deck", 1, LOOSE)]),
        ("Dynasty\n3x A\nX", [A, ("X", 1, LOOSE)]),
        ("Dynasty\nInfluence Peddler x3\nInfluence: 10", [("Influence Peddler", 3, "dynasty")]),
        ("Dynasty: Old Gate\nHerald", [("Old Gate", 1, "dynasty"), ("Herald", 1, LOOSE)]),
        ("Stronghold: 1x Heron Castle", [("Heron Castle", 1, "stronghold")]),
        ("Role\nKeeper of Fire\nWindy Pass", [("Keeper of Fire", 1, "role"), ("Windy Pass", 1, LOOSE)]),
        ("Characters\n3x A", [("A", 3, "")]),
        ('Dynasty\n3x "A"', [A]),
        ("Dynasty\nCharacters\n3x A", [("A", 3, "dynasty character")]),
        ('Dynasty\n3x A\n3x ""', [A, ('""', 3, "dynasty")]),
        ("Windy Pass - air", [("Windy Pass -", 1, "province")]),
        ("Old Jest (Core Set)", [("Old Jest", 1, LOOSE)]),
    ],
)
def test_where_a_line_belongs(text: str, found: list[tuple[str, int, str]]) -> None:
    assert sections(text) == found


FIVE = ["Vale", "Wood", "Xylem", "Yard", "Zone"]


@pytest.mark.parametrize("first", ["Stronghold: Heron Castle", "Stronghold\nHeron Castle", "Role: Keeper of Fire"])
def test_five_single_cards_below_are_the_provinces(first: str) -> None:
    """L5R-039: not four, not six, and not where one of them is there twice."""
    assert {place for _, _, place in sections("\n".join([first, *FIVE]))[1:]} == {"province"}
    for lines in (FIVE[:4], [*FIVE, "More"]):
        assert {place for _, _, place in sections("\n".join([first, *lines]))[1:]} == {LOOSE}
    twice = ["1x Vale", "2x Wood", "1x Xylem", "1x Yard", "1x Zone"]
    assert {place for _, _, place in sections("\n".join([first, *twice]))[1:]} == {""}
    ring = sections("\n".join([first, "Windy Pass (Air)", "Other"]))[1:]
    assert ring == [("Windy Pass", 1, "province"), ("Other", 1, LOOSE)]


def test_five_lines_without_a_stronghold_are_not_provinces() -> None:
    assert {place for _, _, place in sections("\n".join(["3x A", *FIVE]))} == {"", LOOSE}
    assert {place for _, _, place in sections("\n".join(FIVE))} == {LOOSE}
    assert {place for _, _, place in sections("\n".join(["Dynasty: Old Gate", *FIVE]))} == {"dynasty", LOOSE}


@pytest.mark.parametrize(
    "text",
    [
        "Characters (5)\n3x A",
        "Dynasty\nCharacters (5)\n3x A",
        "Dynasty\nTotal: 40\n3x A",
        "Dynasty (9)\nConflict\n3x A",
    ],
)
def test_only_the_number_of_a_whole_deck_is_held_against_its_lines(text: str) -> None:
    assert read(text).findings == ()


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Old Jest\t3", ("Old Jest", 3, "conflict")),
        ("3\tOld Jest\tCore Set\tpage", ("Old Jest Core Set page", 3, "conflict")),
        ("3\tOld Jest\t7", ("Old Jest 7", 3, "conflict")),
    ],
)
def test_cells_of_a_spreadsheet(line: str, found: tuple[str, int, str]) -> None:
    assert sections(f"Conflict\n{line}\n2 Heron") == [found, ("Heron", 2, "conflict")]


def test_a_number_alone_is_not_a_deck() -> None:
    assert sections("Conflict\n3x A\n3\t") == [("A", 3, "conflict")]
    assert [str(f.message) for f in read("42").findings] == ["There are no cards in this text."]
