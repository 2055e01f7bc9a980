"""Which card a line of a deck means: by its name or a part of it, its heading, its product; what is said if none."""

from __future__ import annotations

import pytest

from muster.app.speech import tr
from muster.core.book.lists import Level
from tests.systems.l5r.shelf import CARDS, CONFLICT, DYNASTY, PACK_RECORDS, card, deck, findings, pool_of, swap

WINTER = pool_of(
    [*CARDS, card("Old Jest (Winter)", "neutral", "conflict", "event", influence_cost=0)],
    PACK_RECORDS,
)


def said(line: str, under: str = "Conflict") -> list[tuple[Level, str]]:
    """What is reported for one line of the legal deck, replacing another."""
    changed = {
        "Conflict": {"conflict": swap(CONFLICT, "2x Old Jest", line)},
        "Dynasty": {"dynasty": swap(DYNASTY, "1x Wandering Herald", line)},
    }[under]
    text = deck(**changed)
    at = text.splitlines().index(line) + 1
    return [(f.level, tr(f.message)) for f in findings(text) if f.line == at]


@pytest.mark.parametrize(
    ("line", "level", "sentence"),
    [
        ("2x Zzyzx", Level.ERROR, "No card is called “Zzyzx”."),
        ("2x Old Jestt", Level.ERROR, "No card is called “Old Jestt”; did you mean “Old Jest”?"),
        ("2x Old Jes", Level.WARNING, "“Old Jes” is read as “Old Jest”."),
        ("2x Ab", Level.ERROR, "No card is called “Ab”."),
        ("Ab", Level.WARNING, "“Ab” is not read as a card."),
        ("Jest", Level.WARNING, "“Jest” is not read as a card."),
        ("Old Jes", Level.WARNING, "“Old Jes” is not read as a card."),
        ("Old Jeest", Level.ERROR, "No card is called “Old Jeest”; did you mean “Old Jest”?"),
        (
            "2x Old",
            Level.ERROR,
            "“Old” can be 10 cards: Old Ambush, Old Bargain, Old Challenge, Old Decree, ….",
        ),
    ],
)
def test_what_is_said_of_a_name(line: str, level: Level, sentence: str) -> None:
    """L5R-044 L5R-045: a line without a number is only a card where it is one in full."""
    assert said(line)[:1] == [(level, sentence)]


def test_four_cards_are_named_where_there_are_no_more() -> None:
    four = pool_of([*CARDS, *(card(f"Quiet {one}", "neutral", "conflict", "event") for one in "ABCD")], PACK_RECORDS)
    text = deck(conflict=swap(CONFLICT, "2x Old Jest", "2x Quiet"))
    (found,) = [f for f in findings(text, four) if f.clause == "L5R-044"]
    assert tr(found.message) == "“Quiet” can be 4 cards: Quiet A, Quiet B, Quiet C, Quiet D."


def test_what_is_in_brackets_may_be_part_of_the_name() -> None:
    """L5R-044: the card of the whole name, not the one of its beginning."""
    text = deck(conflict=swap(CONFLICT, "2x Old Jest", "2x Old Jest (Winter)", "2x Old Jest"))
    assert findings(text, WINTER) == ()
    over = deck(conflict=swap(CONFLICT, "2x Old Jest", "4x old jest (winter)"))
    assert "“Old Jest (Winter)”: 4 copies" in tr(findings(over, WINTER)[0].message)


def test_a_heading_under_which_none_of_them_belongs_leaves_them_all() -> None:
    """L5R-044: two cards have this name, and neither is a province."""
    text = deck(provinces=["Windy Pass", "Deep Quarry", "Ember Field", "Mill Creek", "Togashi Mizu"])
    (found,) = [tr(f.message) for f in findings(text) if f.clause == "L5R-044"]
    assert found == "“Togashi Mizu” can be 2 cards: Togashi Mizu (Core Set), Togashi Mizu (Rising Tides)."


def test_two_cards_of_one_name_without_a_product() -> None:
    twins = [card("Twin", "neutral", "conflict", "event", id=f"twin-{n}", pack_cards=[]) for n in (1, 2)]
    text = deck(conflict=swap(CONFLICT, "2x Old Jest", "2x Twin"))
    found = [tr(f.message) for f in findings(text, pool_of([*CARDS, *twins], PACK_RECORDS)) if f.clause == "L5R-044"]
    assert found == ["“Twin” can be 2 cards: Twin, Twin."]


def beyond_twenty(*lines: str) -> tuple[Level, str]:
    """What is reported for these lines after twenty that are not cards."""
    loose = "\n".join(f"Zzyzx {n}a" for n in range(20))
    (last,) = [f for f in findings("\n".join(["1x Old Jest", loose, *lines])) if f.line == 22]
    return last.level, tr(last.message)


def test_what_is_beyond_twenty_lines_is_counted() -> None:
    """Misprints are not searched for there; one wrong line makes the rest wrong."""
    assert beyond_twenty("Old Jeest") == (Level.WARNING, "1 more line is not read as a card.")
    assert beyond_twenty("Zzyzx last", "3x Nobody") == (
        Level.ERROR,
        "Something is wrong with 2 more lines from here on.",
    )
