"""How much of a pasted deck is read: the last that is, and the first that is not."""

from __future__ import annotations

import json

from muster.core.book.lists import Level
from muster.systems.l5r.decks.text import read
from tests.systems.l5r.shelf import findings


def said(text: str) -> list[str]:
    return [str(f.message) for f in read(text).findings]


def test_a_text_of_a_hundred_thousand_characters() -> None:
    line = "3x Old Jest"
    assert said(line + "\n" * (100_000 - len(line))) == []
    assert said(line + "\n" * (100_001 - len(line))) == ["The text has 100001 characters, far more than a deck."]


def test_four_hundred_lines() -> None:
    cards = [f"1x Card {n}" for n in range(401)]
    assert said("\n".join(cards[:400])) == []
    assert said("\n".join(cards)) == ["The list is longer than 400 lines. A deck has far fewer."]
    ids = {f"card-{n}": 1 for n in range(401)}
    assert said(json.dumps({"cards": ids})) == ["The list is longer than 400 lines. A deck has far fewer."]
    del ids["card-0"]
    assert (said(json.dumps({"cards": ids})), len(read(json.dumps({"cards": ids})).items)) == ([], 400)


def test_a_line_of_three_hundred_characters() -> None:
    for length, read_as in ((300, 1), (301, 0)):
        found = read("1x " + "x" * (length - 3))
        assert len(found.items) == read_as
    (item,) = read("3;" + "x" * 297 + ";").items
    assert (item.name, item.count) == ("x" * 297, 3)
    assert read("3;" + "x" * 296 + ";;;").items == (), "cells of a longer line are not split"


def test_ninety_nine_copies() -> None:
    assert [(item.name, item.count) for item in read("99x Old Jest\n1x Heron").items] == [
        ("Old Jest", 99),
        ("Heron", 1),
    ]
    assert said("1x A\n100x Old Jest") == ["“100x Old Jest” is not a number of copies."]
    assert read(json.dumps({"cards": {"old-jest": 99}})).items[0].count == 99
    assert said(json.dumps({"cards": {"old-jest": 100}})) == ["“old-jest”: “100” is not a number of copies."]


def test_twenty_lines_are_named() -> None:
    for unknown, more in ((20, []), (21, ["Something is wrong with 1 more line from here on."])):
        found = [str(f.message) for f in findings("\n".join(f"3x Zzyzx {n}a" for n in range(unknown))) if f.line]
        assert found[20:21] == more
    loose = "\n".join(f"Zzyzx {n}a" for n in range(22))
    (last,) = [f for f in findings(f"{loose}\n1x Old Jest") if "more" in str(f.message)]
    assert (last.level, last.line, str(last.message)) == (Level.WARNING, 21, "2 more lines are not read as cards.")
