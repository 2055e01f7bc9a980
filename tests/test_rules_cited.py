"""Every rule of the ledger is cited by a test, area by area; a rule that nobody proves fails here."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent
RULES = (TESTS / "golden" / "core-rules.txt").read_text().split()
LIST_RULES = (TESTS / "golden" / "list-rules.txt").read_text().split()
CONDUCT_RULES = (TESTS / "golden" / "conduct-rules.txt").read_text().split()
CIRCUIT_RULES = (TESTS / "golden" / "circuit-rules.txt").read_text().split()
COMPANION_RULES = (TESTS / "golden" / "companion-rules.txt").read_text().split()
VENUE_RULES = (TESTS / "golden" / "venue-rules.txt").read_text().split()


@cache
def cited() -> set[str]:
    """Rule ids in docstrings of test functions and classes; a mention elsewhere proves nothing."""
    found: set[str] = set()
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name.lower().startswith("test"):
                found.update(re.findall(r"\b(?:BUS|BSG|L5R|WMH|UW|X)-\d+\b", ast.get_docstring(node) or ""))
    return found


def test_every_core_rule_is_cited_by_a_test() -> None:
    assert len(RULES) == len(set(RULES)) == 140
    assert sorted(set(RULES) - cited()) == []


def test_every_rule_of_lists_is_cited_by_a_test() -> None:
    assert len(LIST_RULES) == len(set(LIST_RULES)) > 10
    assert sorted(set(LIST_RULES) - cited()) == []


def test_every_rule_of_conduct_is_cited_by_a_test() -> None:
    assert len(CONDUCT_RULES) == len(set(CONDUCT_RULES)) == 50
    assert sorted(set(CONDUCT_RULES) - cited()) == []


def test_every_rule_of_circuits_and_grand_events_is_cited_by_a_test() -> None:
    assert len(CIRCUIT_RULES) == len(set(CIRCUIT_RULES)) == 20
    assert sorted(set(CIRCUIT_RULES) - cited()) == []


def test_every_rule_of_games_at_the_table_is_cited_by_a_test() -> None:
    assert len(COMPANION_RULES) == len(set(COMPANION_RULES)) == 168
    assert sorted(set(COMPANION_RULES) - cited()) == []


def test_every_rule_of_the_venue_is_cited_by_a_test() -> None:
    assert len(VENUE_RULES) == len(set(VENUE_RULES)) == 44
    assert sorted(set(VENUE_RULES) - cited()) == []
