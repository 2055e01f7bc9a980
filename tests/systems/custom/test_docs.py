"""The two pages about composing a system: every example is built and played, every key is on its page."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from muster.core.book.system import System
from muster.core.kit.errors import Refusal
from muster.core.reading.plan import planned
from muster.core.reading.tally import standings
from muster.core.record.event import Event
from muster.systems.custom import build, definition, lists, parse
from muster.systems.custom.catalogue import CATALOGUE

if TYPE_CHECKING:
    from tests.systems.custom.conftest import Recorded

DOCS = Path(__file__).resolve().parents[3] / "docs"
COMPOSING = (DOCS / "custom-systems.md").read_text("utf-8")
TIE_BREAKS = (DOCS / "tie-breaks.md").read_text("utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", COMPOSING, re.S)


def rows(page: str, head: str) -> list[list[str]]:
    """The cells of the table that begins with this head line."""
    lines = page[page.index(head) :].splitlines()
    table = []
    for line in lines[2:]:
        if not line.startswith("|"):
            break
        table.append([cell.strip() for cell in line.strip("|").split("|")])
    return table


@pytest.mark.parametrize("text", EXAMPLES, ids=[parse(text)["name"] for text in EXAMPLES])
@pytest.mark.parametrize("players", [6, 9, 12])
def test_every_example_is_built_and_played(text: str, players: int, played_out: Callable[[System, int], Event]) -> None:
    system = build(parse(text))
    event = played_out(system, players)
    plan = planned(event, system)
    assert len([r for r in event.rounds if event.stage_of(r).number == 1]) == plan.rounds
    assert len(event.stages) == (2 if plan.cut else 1)
    assert len(standings(event, system).ranked()) == players


def test_the_full_example_says_what_its_page_says() -> None:
    system = build(parse(EXAMPLES[0]))
    shape = {n: (p.rounds, p.cut) for n in (8, 16, 17) if (p := system.plan(system.settings(_new()), n))}
    assert shape == {8: (3, 0), 16: (4, 4), 17: (5, 8)}
    assert system.bye(system.settings(_new())).points == 14


def _new() -> Event:
    return Event("T", "custom", "", "", "", "")


def test_the_full_example_shows_every_table() -> None:
    assert [key for key in definition.KEYS if key not in parse(EXAMPLES[0])] == ["points"]


@pytest.mark.parametrize(
    "keys",
    [
        definition.KEYS,
        definition.POINTS,
        definition.MARGIN,
        definition.RESULT,
        definition.BYE,
        definition.CONCESSION,
        definition.UNPAIRED,
        definition.PAIRING,
        definition.STRUCTURE,
        definition.STRUCTURE_TABLE,
        definition.TABLE,
        definition.FIRST,
        definition.LATER,
        definition.CIRCLE,
        lists.KEYS,
        lists.CHECK,
        lists.COUNTS,
        lists.SEEN_BY,
        lists.LEVELS,
    ],
)
def test_every_key_of_a_definition_is_on_the_page(keys: Sequence[str]) -> None:
    told = COMPOSING[COMPOSING.index("## The tables and their keys") :]
    named = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`\n]+)`", told))))
    assert [key for key in keys if key not in named] == []


@pytest.mark.parametrize("said", re.findall(r"```text\n(.*?)```", COMPOSING, re.DOTALL)[0].splitlines())
def test_the_sentences_on_the_page_are_real(said: str) -> None:
    wrong: list[dict[str, Any]] = [
        {"name": "T", "points": {"wn": 3}, "result": {"high": 2}},
        {
            "name": "T",
            "result": {"high": 20},
            "margin": [
                {"from": 0, "to": 2, "winner": 1, "loser": 1},
                {"from": 3, "to": 6, "winner": 2, "loser": 1},
                {"from": 8, "winner": 3, "loser": 0},
            ],
        },
    ]
    sentences = []
    for one in wrong:
        with pytest.raises(Refusal) as refused:
            build(one)
        sentences.append(str(refused.value))
    assert said in sentences


def test_every_tie_break_and_setting_is_on_the_page() -> None:
    assert [row[0].strip("`") for row in rows(TIE_BREAKS, "| key | what it is |")] == list(CATALOGUE)
    settings = " ".join(row[0] for row in rows(TIE_BREAKS, "| setting | for |"))
    takes = {key for kind in CATALOGUE.values() for key in kind.takes}
    assert set(re.findall(r"`(\w+)`", settings)) == takes
    worked = {tomllib.loads(f"row = {cells[0].strip('`')}")["row"]["key"] for cells in WORKED}
    assert worked == set(CATALOGUE)


NAMES = ("Ann", "Ben", "Cem", "Dee", "Eve")
WORKED = rows(TIE_BREAKS, "| tie-break | Ann | Ben | Cem | Dee | Eve |")


@pytest.mark.parametrize("cells", WORKED, ids=[cells[0] for cells in WORKED])
def test_the_worked_example_of_every_tie_break(cells: list[str], recorded: Recorded) -> None:
    tie_break: dict[str, Any] = tomllib.loads(f"row = {cells[0].strip('`')}")["row"]
    system = build(
        {
            "name": "Example",
            "points": {"win": 3, "draw": 1},
            "result": {"high": 2, "drawn_games": True},
            "tiebreak": [tie_break],
        }
    )
    rounds: list[list[Any]] = [[], [], []]
    for number, a, b, score, drawn in rows(TIE_BREAKS, "| round | a | b | score | drawn games |"):
        if b == "bye":
            rounds[int(number) - 1].append((a, None, {}))
        else:
            own, other = score.split("-")
            rounds[int(number) - 1].append((a, b, {"score": [int(own), int(other)], "drawn": int(drawn)}))
    record = recorded(system, NAMES, rounds)
    assert record.points() == {"Ann": 6, "Ben": 4, "Cem": 6, "Dee": 3, "Eve": 7}
    values = {name: None if cell == "–" else Fraction(cell) for name, cell in zip(NAMES, cells[1:], strict=True)}
    assert record.column(tie_break["key"]) == values
