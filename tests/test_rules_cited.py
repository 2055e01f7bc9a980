"""Every rule of the core, of lists and of conduct is cited by a test; a rule that nobody proves fails here."""

from __future__ import annotations

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parent
RULES = (TESTS / "golden" / "core-rules.txt").read_text().split()
LIST_RULES = (TESTS / "golden" / "list-rules.txt").read_text().split()
CONDUCT_RULES = (TESTS / "golden" / "conduct-rules.txt").read_text().split()


def cited() -> set[str]:
    """Rule ids in the docstrings of test functions and classes; a mention elsewhere proves nothing."""
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
