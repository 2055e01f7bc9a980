"""No text of the program fills a place of a message unmarked: it would stay English in every language."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from muster.core.record.facts import claims, clock, lists, play, staff, venue
from muster.game_kit.messages import REFUSALS, SPEECH, called, calls, leaves, tables_of_texts, unmarked, values

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "muster"

ENGLISH_ONLY = {"cli", "exchange"}
"""The command line speaks English, and only it reads and writes other programs' formats."""


def spoken_too_soon(source: str) -> list[str]:
    """Text in one person's language that fills a refusal, which somebody else may read."""
    if SPEECH not in source:
        return []
    return [
        f"line {call.lineno}: {place}={ast.unparse(leaf)}"
        for call, names in calls(source)
        if called(call) in REFUSALS
        for place, leaf in values(call, names)
        if isinstance(leaf, ast.Call) and called(leaf) in {"tr", "plural"}
    ]


SOURCES = {
    str(file.relative_to(ROOT)): file.read_text("utf-8")
    for file in sorted(SOURCE.rglob("*.py"))
    if ENGLISH_ONLY.isdisjoint(file.relative_to(SOURCE).parts)
}


def test_a_message_is_filled_with_messages_numbers_and_names_only() -> None:
    tables = tables_of_texts(SOURCES.values())
    assert [f"{file} {what}" for file, source in SOURCES.items() for what in unmarked(source, tables)] == []


def test_a_refusal_is_filled_with_messages_and_not_with_text_for_one_reader() -> None:
    assert [f"{file} {what}" for file, source in SOURCES.items() for what in spoken_too_soon(source)] == []


@pytest.mark.parametrize(
    ("planted", "caught"),
    [
        ('Refusal("{a} is {b}.", a="open")', ["line 1: a='open'"]),
        ('tr("Round is {state}.", state=round_.state.value)', ["line 1: state=round_.state.value"]),
        (
            'def f():\n    what = "both" if x else "none"\n    tr("{what}", what=what)',
            ["line 3: what='both'", "line 3: what='none'"],
        ),
        ('error("{a}", a=", ".join(names) or "none")', ["line 1: a='none'"]),
        ('tr("{a}", a=f"table {n}")', ["line 1: a='table '"]),
        ('BadInput("{label}", label=field.label.casefold())', ["line 1: label=field.label"]),
        (
            'KINDS = {1: mark("a zip")}\nRefusal("{kind} it is.", kind=KINDS[kind])',
            ["line 2: kind=KINDS[kind]"],
        ),
        ('MOST = {"large": 3}\nRefusal("{most} at most.", most=MOST[size])', []),
        ('tr("{a}", a=tr("open"), b=listed([tr("x y"), 3]), c=known.get("key"), d=row["round"])', []),
        ('Refusal("{a}", clause="X-02", a=name)', []),
    ],
)
def test_planted_unmarked_text_is_caught(planted: str, caught: list[str]) -> None:
    assert unmarked(planted, tables_of_texts([planted])) == caught


def test_planted_text_for_one_reader_is_caught() -> None:
    said = 'from muster.app.speech import tr\nRefusal("{a}", a=tr("open"))\ntr("{a}", a=tr("open"))'
    assert spoken_too_soon(said) == ["line 2: a=tr('open')"]


FACTS = {name for module in (claims, clock, lists, play, staff, venue) for name in vars(module) if name[0].isupper()}


def unmarked_facts(source: str) -> list[str]:
    """English that the program itself writes into a journal and that no catalogue has when the log is read."""
    if FACTS.isdisjoint(re.findall(r"\w+", source)):
        return []
    return [
        f"line {call.lineno}: {ast.unparse(leaf)}"
        for call, names in calls(source)
        if called(call) in FACTS
        for given in (*call.args, *(keyword.value for keyword in call.keywords))
        for leaf in leaves(given, names)
        if isinstance(leaf, ast.Constant) and isinstance(leaf.value, str) and " " in leaf.value.strip()
    ]


def test_what_the_program_writes_into_a_journal_is_a_marked_text() -> None:
    assert [f"{file} {what}" for file, source in SOURCES.items() for what in unmarked_facts(source)] == []


def test_planted_plain_text_in_a_fact_is_caught() -> None:
    planted = 'PlayerDropped(player, 2, "ran away")\nPlayerDropped(player, 2, f"{name} ran off")\n'
    assert unmarked_facts(planted) == ["line 1: 'ran away'", "line 2: ' ran off'"]
    assert unmarked_facts('PlayerDropped(player, 2, mark("ran away"))\nPlayerDropped(player, 2, reason)') == []
