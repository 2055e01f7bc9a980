"""The page about threats: every way that is listed has its test."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def test_every_threat_has_a_test_that_exists() -> None:
    page = (ROOT / "docs" / "threats.md").read_text("utf-8")
    rows = page.partition("<!-- threats -->")[2].partition("<!-- /threats -->")[0].strip().splitlines()[2:]
    assert len(rows) > 30
    assert [row for row in rows if not TEST.search(row.rpartition(" | ")[2])] == []
    missing = [
        f"{file}::{name}"
        for file, name in TEST.findall("\n".join(rows))
        if not (ROOT / file).is_file() or f"def {name}(" not in (ROOT / file).read_text("utf-8")
    ]
    assert missing == []
