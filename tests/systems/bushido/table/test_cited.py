"""Every rule of a Bushido game at the table is cited by a test."""

from __future__ import annotations

from tests.test_rules_cited import cited

AT_THE_TABLE = {
    *(f"BUS-{number}" for number in (10, 11, 20, 21, 22, 23, 24, 28, 29, 30, 31, 46)),
    *(f"BSG-{number:02}" for number in range(1, 40)),
}


def test_every_rule_of_the_table_is_cited() -> None:
    assert sorted(AT_THE_TABLE - cited()) == []
