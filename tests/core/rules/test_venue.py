"""Where and when an event is played: what is kept as it is written, and what is too long."""

from __future__ import annotations

import pytest

from muster.core.kit.errors import BadInput
from muster.core.rules.venue import as_text, clean_link, clean_place, clean_schedule


def test_a_place_has_200_characters_at_most() -> None:
    assert clean_place("  Town   hall ") == "Town hall"
    assert clean_place("x" * 200) == "x" * 200
    with pytest.raises(BadInput, match="has 201 characters"):
        clean_place("x" * 201)


def test_a_link_has_500_characters_at_most_or_none() -> None:
    assert clean_link("  ") == ""
    longest = "https://maps.example/" + "x" * 479
    assert clean_link(longest) == longest
    for link in (longest + "x", "maps.example"):
        with pytest.raises(BadInput, match="is not a link to a map"):
            clean_link(link)


def test_a_schedule_has_60_lines_of_120_characters_at_most() -> None:
    assert clean_schedule("Break\n\n" * 60) == (("", "Break"),) * 60
    assert clean_schedule("x" * 120) == (("", "x" * 120),)
    with pytest.raises(BadInput, match="has 61 lines"):
        clean_schedule("Break\n" * 61)
    with pytest.raises(BadInput, match="has 121 characters"):
        clean_schedule("x" * 121)


def test_times_are_written_alike_and_read_back() -> None:
    read = clean_schedule("9.30 Check-in\n12:00 - 13:00 Lunch\n14:00\nNote")
    assert read == (("09:30", "Check-in"), ("12:00–13:00", "Lunch"), ("14:00", ""), ("", "Note"))
    assert as_text(read) == "09:30 Check-in\n12:00–13:00 Lunch\n14:00\nNote"
