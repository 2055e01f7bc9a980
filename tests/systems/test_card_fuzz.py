"""Whatever a text holds, every parser of lists answers, and the checks with it; MUSTER_LONG_TESTS=1 tries 60 s each."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from muster.core.book.lists import Level
from muster.core.kit.errors import Refusal
from muster.systems.l5r.decks import card_data
from muster.systems.warmachine.armies import rosters
from tests.systems.l5r import shelf
from tests.systems.warmachine import lists as armies

LONG = bool(os.environ.get("MUSTER_LONG_TESTS"))
SECONDS = 60

few = settings(max_examples=60, deadline=None)
many = settings(max_examples=2000, deadline=None, database=None, suppress_health_check=list(HealthCheck))

DECKS = [file.read_bytes().decode() for file in sorted(shelf.DECKS.iterdir())]
DECK_JSON = json.dumps({"record": {"name": "x", "cards": {"heron-castle": 1, "heron-archer": 3}}}, indent=1)
ARMIES = [file.read_bytes().decode() for file in sorted(armies.ARMIES.iterdir())]
ARMY_JSON = json.dumps(
    {
        "faction": "Cryx",
        "lists": [{"theme": "T", "points": 75, "models": [{"name": "A", "cost": "+29", "type": "Warlock"}]}],
    }
)

PIECES = "0123456789 x×-–—[]()+:/\t\n\r\u2028\u00a0\u200b\u202e“”‘’'\"{}éß²٣Ⅷ漢🏯\x00PK!#=*•"


@st.composite
def damaged(draw: st.DrawFn, texts: list[str]) -> str:
    """A good list with pieces cut out, duplicated or overwritten."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 30)))
        kind = draw(st.sampled_from(("cut", "double", "write", "end")))
        if kind == "cut":
            text = text[:start] + text[end:]
        elif kind == "double":
            text = text[:end] + text[start:end] + text[end:]
        elif kind == "write":
            text = text[:start] + draw(st.text(PIECES, max_size=12) | st.text(max_size=6)) + text[end:]
        else:
            text = text[:start]
    return text


scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8)
anything = st.recursive(
    scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=6), inner), max_leaves=8
)
keys = st.sampled_from(
    ("record", "records", "cards", "name", "id", "count", "dynasty", "lists", "models", "cost", "type")
)
shaped = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=5), max_leaves=12
)


def sound(text: str, found: Any, lines: int) -> None:
    """Findings can be put into words, and refer to existing lines."""
    for finding in found:
        assert str(finding.message) and str(finding.way_out())
        assert finding.line is None or 1 <= finding.line <= lines
        assert finding.level in Level


def deck(text: str) -> None:
    lines = text.count("\n") + text.count("\r") + 1
    sound(text, shelf.findings(text), lines)
    sound(text, shelf.findings(text, None, None), lines)


def army(text: str) -> None:
    lines = text.count("\n") + text.count("\r") + 1
    sound(text, armies.findings(text, kind="champions"), lines)
    assert armies.together(text, text) is not None


TRIALS: dict[str, tuple[Callable[[Any], None], st.SearchStrategy[Any]]] = {
    "deck text": (deck, st.text() | damaged(DECKS)),
    "deck JSON": (deck, damaged([DECK_JSON]) | (anything | shaped).map(json.dumps)),
    "army text": (army, st.text() | damaged(ARMIES)),
    "army JSON": (army, damaged([ARMY_JSON]) | (anything | shaped).map(json.dumps)),
}


def card_document(document: Any) -> None:
    with suppress(Refusal):
        card_data.make(card_data.take({}, document).kept)


def roster_document(document: Any) -> None:
    with suppress(Refusal):
        rosters.make(rosters.take({}, document).kept)


values = scalars | st.lists(scalars, max_size=2) | st.dictionaries(st.just("id"), scalars)
card_keys = st.sampled_from((*shelf.CARDS[0], "released_at", "roles", "since", "primary_role_id"))
records = st.lists(st.dictionaries(card_keys, values, max_size=6) | st.just(shelf.CARDS[0]), max_size=3)
section_keys = st.sampled_from((*card_data.SECTIONS, "muster_lists", "system"))
sections = st.dictionaries(section_keys, records, max_size=3)
roster_keys = st.sampled_from(("since", "leaders", "themes", "name", "faction", "partisan"))
rostered = st.dictionaries(
    st.sampled_from(("rosters", "leaders")), st.lists(st.dictionaries(roster_keys, values), max_size=3)
)
TRIALS["card data"] = (card_document, anything | records | sections)
TRIALS["rosters"] = (roster_document, anything | rostered)


@pytest.mark.parametrize("name", TRIALS)
def test_a_parser_answers_whatever_it_gets(name: str) -> None:
    """X-19: findings or one sentence, never anything else."""
    trial, strategy = TRIALS[name]
    few(given(strategy)(trial))()


@pytest.mark.skipif(not LONG, reason="60 s for each parser; set MUSTER_LONG_TESTS=1")
@pytest.mark.parametrize("name", TRIALS)
def test_a_parser_answers_for_a_minute(name: str) -> None:
    """X-19: new examples until the minute is over."""
    trial, strategy = TRIALS[name]
    end, turn = monotonic() + SECONDS, 0
    while monotonic() < end:
        turn += 1
        seed(turn)(many(given(strategy)(trial)))()
