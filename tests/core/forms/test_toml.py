"""A definition as TOML: plain values first, tables and rows after them in order, and nothing is lost on the way."""

from __future__ import annotations

import pytest

from muster.core.forms.toml import parse, written
from muster.core.kit.errors import BadInput

TABLES = {
    "rows": [{"a": 1, "in": {"b": True}, "c": "d"}, {"a": 2}],
    "name": "Näme",
    "part": {"list": [1, "x"], "only": {"deep": {"n": 1}}, "none": {}},
    "lined": {"rows": [{"x": 1}, {"x": 2}]},
    "both": {"y": 3, "rows": [{"x": 4}]},
    "listed": [],
    "left": "out",
}
TEXT = """name = "Näme"
listed = []

[[rows]]
a = 1
c = "d"

[rows.in]
b = true

[[rows]]
a = 2

[part]
list = [1, "x"]

[part.only.deep]
n = 1

[part.none]

[[lined.rows]]
x = 1

[[lined.rows]]
x = 2

[both]
y = 3

[[both.rows]]
x = 4
"""


def test_what_is_written_is_in_order_and_read_back_the_same() -> None:
    text = written(TABLES, ("name", "rows", "listed", "part", "lined", "both", "not there"))
    assert text == TEXT
    assert parse(text) == {key: value for key, value in TABLES.items() if key != "left"}


def test_what_is_not_toml_says_why() -> None:
    with pytest.raises(BadInput, match=r"^This is not a TOML file: it is nested too deep\.$"):
        parse("x = " + "[" * 1_990)
    with pytest.raises(BadInput, match=r"^This is not a TOML file: Invalid value \(at line 1, column 5\)\.$"):
        parse("x = ?\n")
    assert parse("x = 0.10") == {"x": "0.10"}


def test_a_line_that_would_take_minutes_to_read_is_refused_before() -> None:
    long = "a" + ".a" * 1_000
    assert len(long) == 2_001
    with pytest.raises(
        BadInput, match=r"^Line 2 has 2001 characters\. A line of a TOML file can have at most 2000 here\.$"
    ):
        parse(f"x = 1\n{long}")
    longest = f"{long[4:]} =1"
    assert len(longest) == 2_000 and parse(f"x = 1\n{longest}")["x"] == 1
