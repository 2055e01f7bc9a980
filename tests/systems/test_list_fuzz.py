"""Whatever is pasted, every game's reader and checks answer: no crash, no lost line, findings that can be shown."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from muster.core.book.lists import Context, HandedIn, check_list
from muster.core.book.system import System
from muster.core.forms.options import Settings
from muster.systems import registry

LONG = bool(os.environ.get("MUSTER_LONG_TESTS"))
LONG_SECONDS = 60

COMPOSED: dict[str, Any] = {
    "name": "Club",
    "points": {"win": 3, "draw": 1},
    "result": {"high": 2},
    "lists": {
        "points": 1000,
        "points_least": 10,
        "fields": ["Faction", "total"],
        "check": [{"word": "hero", "at_least": 1}, {"count": "points", "at_most": 5}],
    },
}


def with_lists() -> dict[str, System]:
    every = {key: registry.find(key) for key in registry.BUILT_IN if key != "custom"}
    return {key: s for key, s in {**every, "custom": registry.composed(COMPOSED)}.items() if s.lists is not None}


SYSTEMS = with_lists()

WORDS = st.sampled_from(
    [
        *(
            "Faction:",
            "Player:",
            "Total:",
            "Models:",
            "Points",
            "Rice",
            "Heroes:",
            "=== X ===",
            "[Y]",
            "TROOPS",
            "x3",
            "3x",
        ),
        *(
            "3",
            "45",
            "300/300",
            "pts",
            "(12)",
            "@ 10",
            "each",
            "Kenko",
            "Marines",
            "“Blade”",
            "–",
            "•",
            "\t",
            "|",
            ";",
            ":",
        ),
        *(
            "忍者",
            "Вождь",
            "\u202e",
            "\x00",
            "\ufeff",
            "９９",
            "²",
            "½",
            "٣",
            "-",
            "0",
            "99999",
            "{",
            "}",
            "{0}",
            "%s",
            "http://a.b",
        ),
        *(
            "Stronghold",
            "Dynasty Deck (40)",
            "Conflict",
            "Togashi",
            "Theme:",
            "Kaelyssa",
            "[+29]",
            "PC",
            "{}",
            "[]",
            '{"',
        ),
    ]
)
LINES = st.one_of(
    st.text(max_size=60), st.lists(WORDS, max_size=6).map(" ".join), st.lists(WORDS, max_size=6).map("".join)
)
TEXTS = st.one_of(st.text(max_size=400), st.lists(LINES, max_size=30).map("\n".join), st.lists(LINES).map("\r\n".join))


def answers(system: System, text: str) -> None:
    rules = system.lists
    assert rules is not None
    parsed = rules.read(text)
    last = text.count("\n") + text.count("\r") + 1
    assert all(1 <= item.line <= last for item in parsed.items)
    assert all(item.count >= 1 and (item.cost is None or item.cost >= 0) for item in parsed.items)
    context = Context(settings=Settings(system.options), player="Ann", date=date(2018, 11, 5))
    handed = HandedIn(1, text, parsed)
    for found in (*check_list(rules, handed, context), *rules.together((handed,), context)):
        assert str(found.message).strip()
        assert str(found.way_out())
        assert found.line is None or 1 <= found.line <= last
    assert rules.read(text) == parsed
    assert isinstance(rules.card(handed), dict)


def run(system: System, examples: int, random_seed: int | None = None) -> None:
    repeats = random_seed is None

    @settings(max_examples=examples, suppress_health_check=list(HealthCheck), database=None, derandomize=repeats)
    @given(TEXTS)
    def body(text: str) -> None:
        answers(system, text)

    test: Callable[[], None] = body if repeats else seed(random_seed)(body)
    test()


@pytest.mark.parametrize("key", SYSTEMS)
def test_any_text_is_answered(key: str) -> None:
    """X-19."""
    run(SYSTEMS[key], 150)


@pytest.mark.skipif(not LONG, reason="a minute for each game; set MUSTER_LONG_TESTS=1")
@pytest.mark.parametrize("key", SYSTEMS)
def test_any_text_is_answered_for_a_minute(key: str) -> None:
    """X-19."""
    until = time.monotonic() + LONG_SECONDS
    turn = 0
    while time.monotonic() < until:
        turn += 1
        run(SYSTEMS[key], 500, turn)
