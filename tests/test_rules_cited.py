"""Every core rule of the books is cited by at least one test; a rule that nobody proves fails here."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parent
RULES = (TESTS / "golden" / "core-rules.txt").read_text().split()


def cited() -> set[str]:
    """Rule ids in the docstrings and names of test functions, wherever a test file stands."""
    found: set[str] = set()
    for path in TESTS.rglob("test_*.py"):
        if path != Path(__file__):
            found.update(re.findall(r"\b(?:BUS|L5R|WMH|UW)-\d+\b", path.read_text()))
    return found


def test_every_core_rule_is_cited_by_a_test() -> None:
    assert len(RULES) == len(set(RULES)) == 140
    assert sorted(set(RULES) - cited()) == []
