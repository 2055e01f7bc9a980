"""Decks as people paste them: every shape gives the same deck, and what is not a deck is said in words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from muster.core.book.lists import Item, Level
from muster.systems.l5r.decks.text import MOST_ITEMS, read
from tests.systems.l5r.shelf import CARDS, CONFLICT, DECKS, DYNASTY, POOL, PROVINCES, clauses, deck, errors, findings

FILES = sorted(DECKS.glob("*.txt"))


def bare(card_id: str) -> str:
    return card_id.partition("-")[2]


def ids() -> dict[str, int]:
    """The legal deck as fiveringsdb keeps it."""
    by_name = {card["name"]: card["id"] for card in reversed(CARDS)}
    counted = [(line.split("x ", 1)) for line in (*DYNASTY, *CONFLICT)]
    return {
        **{bare(by_name[name]): 1 for name in ("Heron Castle", *PROVINCES)},
        **{bare(by_name[name]): int(number) for number, name in counted},
    }


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_every_shape_is_the_same_legal_deck(file: Path) -> None:
    """L5R-043: every card of both decks; what is left over is page furniture, with only a warning."""
    text = file.read_bytes().decode()
    assert {f.level for f in findings(text)} <= {Level.WARNING}
    copies: dict[str, int] = {}
    for item in read(text).items:
        card = POOL.find(f"{item.name} {item.note}").card or POOL.find(item.name).card
        if card and not POOL.find(item.name).short:
            copies[bare(card.id)] = copies.get(bare(card.id), 0) + item.count
    assert copies == ids()


def test_page_furniture_is_named_line_by_line() -> None:
    text = (DECKS / "fiveringsdb-page.txt").read_text("utf-8")
    assert [(f.line, str(f.message)) for f in findings(text)] == [
        (1, "“FiveringsDB Cards Decks My Decks Log in” is not read as a card."),
        (2, "“Herons over the Spiral” is not read as a card."),
    ]


@pytest.mark.parametrize(
    ("line", "item"),
    [
        ("3x Old Jest", Item(2, "Old Jest", 3, section="conflict")),
        ("3 Old Jest", Item(2, "Old Jest", 3, section="conflict")),
        ("3xOld Jest", Item(2, "Old Jest", 3, section="conflict")),
        ("3× Old Jest", Item(2, "Old Jest", 3, section="conflict")),
        ("x3 Old Jest", Item(2, "Old Jest", 3, section="conflict")),
        ("Old Jest x3", Item(2, "Old Jest", 3, section="conflict")),
        ("Old Jest 3x", Item(2, "Old Jest", 3, section="conflict")),
        ("- 3x Old Jest", Item(2, "Old Jest", 3, section="conflict")),
        ("３ｘ Old Jest", Item(2, "Old Jest", 3, section="conflict")),
        ("3\tOld Jest", Item(2, "Old Jest", 3, section="conflict")),
        ("3;Old Jest;Core Set", Item(2, "Old Jest", 3, section="conflict", note="Core Set")),
        ('3,"Old Jest, the Third",Core Set', Item(2, "Old Jest, the Third", 3, section="conflict", note="Core Set")),
        ("Old Jest\t3\tCore Set", Item(2, "Old Jest", 3, section="conflict", note="Core Set")),
        ("3x Old Jest [Core Set]", Item(2, "Old Jest", 3, section="conflict", note="Core Set")),
        ("2x Jest of the 47 Ronin", Item(2, "Jest of the 47 Ronin", 2, section="conflict")),
        ("Role: Keeper of Fire", Item(2, "Keeper of Fire", 1, section="role")),
        ("Old Jest", Item(2, "Old Jest", 1, section="loose")),
    ],
)
def test_lines(line: str, item: Item) -> None:
    assert read(f"Conflict\n{line}").items == (item,)


@pytest.mark.parametrize(
    "heading",
    [
        "Dynasty",
        "Dynasty Deck",
        "DYNASTY DECK (40)",
        "== Dynasty ==",
        "Dynasty Deck Total: (40)",
        "Dynasty (40 cards)",
        "Dynastie",
        "Dynastiedeck (40 Karten):",
        "Dinastía",
        "**Dynasty**",
        "[Dynasty]",
        "🏯 Dynasty 🏯",
        "⚔️ Dynasty (40) ⚔️",
    ],
)
def test_headings(heading: str) -> None:
    assert [item.section for item in read(f"{heading}\n3x Somebody").items] == ["dynasty"]


def test_a_heading_that_says_another_number_is_doubted() -> None:
    """L5R-043: a line got lost."""
    (found,) = read("Dynasty Deck (5)\n3x Heron Archer").findings
    assert (found.level, found.line) == (Level.WARNING, 1)
    assert str(found.message) == "The heading says 5 cards, and the lines under it come to 3."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There are no cards in this text."),
        (" \n\t\n", "There are no cards in this text."),
        ("PK\x03\x04\x14\x00\x08", "This is a zip archive, not a deck."),
        ("noise " * 200_000, "The text has 1200000 characters, far more than a deck."),
        ("[1, 2, 3]", "This JSON does not contain a deck."),
        ('{"cards": {}}', "This JSON does not contain a deck."),
        ("500x Old Jest", "“500x Old Jest” is not a number of copies."),
        ("0x Old Jest", "“0x Old Jest” is not a number of copies."),
    ],
)
def test_what_is_no_deck(text: str, sentence: str) -> None:
    parsed = read(text)
    assert [str(f.message) for f in parsed.findings] == [sentence]
    assert parsed.findings[0].level is Level.ERROR and parsed.items == ()


def test_a_text_that_holds_no_card_is_no_pass() -> None:
    """X-19: brackets without end are not a deck, whatever else is said of them."""
    found = read("[" * 5000 + "]" * 5000).findings
    assert [str(f.message) for f in found if f.level is Level.ERROR] == ["There are no cards in this text."]


def test_the_rest_of_many_faults_is_counted() -> None:
    """L5R-031: cards under a heading that nobody knows are read, and are in the wrong place."""
    found = errors(deck(provinces=[*PROVINCES, *DYNASTY, *CONFLICT], dynasty=(), conflict=()))
    assert found[-1] == ("", "Something is wrong with 8 more lines from here on.")


def test_json_of_several_decks_says_that_the_first_was_read() -> None:
    """L5R-031."""
    decks = [{"cards": {"old-jest": 2}}, {"cards": {"old-feint": 3}}]
    for document in (decks, {"records": decks}):
        parsed = read(json.dumps(document))
        assert [(item.name, item.count) for item in parsed.items] == [("old-jest", 2)]
        assert [str(f.message) for f in parsed.findings] == ["Another deck follows; the first one was read."]
    assert read(json.dumps(decks[:1])).findings == ()


def test_a_list_without_end_is_cut_with_a_word() -> None:
    parsed = read("\n".join(f"3x Card {n}" for n in range(2 * MOST_ITEMS)))
    assert len(parsed.items) == MOST_ITEMS
    assert [f.line for f in parsed.findings] == [MOST_ITEMS + 1]


def test_a_line_without_end_is_not_looked_into() -> None:
    """Whatever its characters, the answer comes immediately."""
    for piece in (":", "(", "- ", "3 x ", "="):
        parsed = read("3x Old Jest\n" + piece * 20_000 + "a")
        assert [item.name for item in parsed.items] == ["Old Jest"]
        assert [f.line for f in parsed.findings] == [2]


def test_many_unknown_lines_are_named_up_to_twenty_and_counted() -> None:
    found = [f for f in findings("\n".join(f"3x Zzyzx {n}a" for n in range(30))) if f.line]
    assert [str(f.message) for f in found if "more lines" in str(f.message)] == [
        "Something is wrong with 10 more lines from here on."
    ]


# JSON


def test_the_deck_of_fiveringsdb() -> None:
    """L5R-043: card ids with and without the number of the product."""
    deck_json = {"success": True, "record": {"name": "Herons", "format": "standard", "cards": ids()}}
    assert findings(json.dumps(deck_json)) == ()
    assert findings(json.dumps({"records": [{"cards": {f"01-{key}": n for key, n in ids().items()}}]})) == ()


def test_a_deck_in_parts() -> None:
    parts = {
        "stronghold": {"name": "Heron Castle"},
        "role": None,
        "provinces": [{"name": name} for name in PROVINCES],
        "dynasty": [{"count": int(line[0]), "name": line[3:]} for line in DYNASTY],
        "conflict": [{"quantity": int(line[0]), "card_id": line[3:].casefold().replace(" ", "-")} for line in CONFLICT],
    }
    assert findings(json.dumps(parts)) == ()


def test_a_line_of_json_is_found_again() -> None:
    text = json.dumps({"cards": {**ids(), "heron-archr": 3}}, indent=1)
    (found, *_) = [f for f in findings(text) if f.clause == "L5R-044"]
    assert '"heron-archr"' in text.splitlines()[(found.line or 0) - 1]


def test_json_that_is_cut_short_is_read_as_text() -> None:
    assert "L5R-031" in clauses('{"cards": {"heron-archer": 3')


@pytest.mark.parametrize("number", [0, -1, 2.5, "three", None, True, 1000])
def test_a_number_of_copies_that_is_none(number: object) -> None:
    parsed = read(json.dumps({"cards": {"banzai": number}}))
    assert str(parsed.findings[0].message) == f"“banzai”: “{number}” is not a number of copies."


def test_the_text_itself_decides_nothing_twice() -> None:
    """The same list checked twice has the same findings."""
    assert findings(deck()) == findings(deck()) and errors(deck()) == []
