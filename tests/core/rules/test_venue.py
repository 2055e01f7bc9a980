"""Where and when an event is played: what is kept as it is written, and what is too long."""

from __future__ import annotations

import pytest

from muster.core.kit.errors import BadInput
from muster.core.record.facts.timetable import Break, PlayDay, Timetable
from muster.core.rules.venue import as_text, clean_link, clean_place, clean_schedule, clean_timetable, must_fit


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


def test_times_as_typed() -> None:
    """Lines in which nothing is written count for nothing, also where they are there in part."""
    assert clean_timetable(" ", "", "", [("", " ", "")], [(" ", "", "")]) == Timetable()
    typed = clean_timetable(
        "9.30", " 0 ", " 600 ", [("", "", ""), ("1", "1", ""), ("12:00", "1", "")], [("2", "2026-11-16", "10:00")]
    )
    pauses = (Break(1, after=1), Break(1, at="12:00"))
    assert typed == Timetable("09:30", 0, 600, pauses, (PlayDay(2, "2026-11-16", "10:00"),))
    assert clean_timetable("09:30", "") == Timetable("09:30", 0)
    assert clean_timetable("09:30", "", "1") == Timetable("09:30", 0, 1)
    for breaks, days in (([("1", "5", "")], []), ([], [("2", "2026-11-16", "10:00")])):
        with pytest.raises(BadInput, match="“” is not a time of day"):
            clean_timetable("", "", "", breaks, days)


def test_there_are_20_breaks_and_30_further_days_at_most() -> None:
    breaks, days = [("12:00", "30", "x" * 60)], [("2", "2026-11-16", "10:00")]
    there = clean_timetable("09:30", "15", "", breaks * 20, days * 30)
    assert (len(there.breaks), len(there.days)) == (20, 30)
    with pytest.raises(BadInput, match=r"There are 21 breaks. There can be at most 20\."):
        clean_timetable("09:30", "15", "", breaks * 21)
    with pytest.raises(BadInput, match=r"There are 31 further days. There can be at most 30\."):
        clean_timetable("09:30", "15", "", (), days * 31)


@pytest.mark.parametrize(
    ("breaks", "days", "sentence"),
    [
        ([("1", "0", "")], [], "“0” should be a whole number of minutes, from 1 to 600."),
        ([("1", "601", "")], [], "“601” should be a whole number of minutes"),
        ([("1", "", "Lunch")], [], "“” should be a whole number of minutes"),
        ([("1", "30", "x" * 61)], [], "has 61 characters. The name of a break can have at most 60."),
        ([("0", "30", "")], [], "“0” does not say when a break is."),
        ([], [("1", "2026-11-16", "10:00")], "“1” is not a round that a further day can begin with."),
        ([], [("two", "2026-11-16", "10:00")], "“two” is not a round that a further day can begin with."),
        ([], [("2", "soon", "10:00")], "“soon” is not a date."),
        ([], [("2", "", "10:00")], "“” is not a date."),
    ],
)
def test_a_break_or_day_that_cannot_be(
    breaks: list[tuple[str, str, str]], days: list[tuple[str, str, str]], sentence: str
) -> None:
    with pytest.raises(BadInput) as refused:
        clean_timetable("09:30", "15", "", breaks, days)
    assert sentence in str(refused.value)


def test_each_further_day_and_its_round_come_after_those_before() -> None:
    def fits(*days: tuple[int, str]) -> None:
        must_fit("2026-11-15", Timetable("10:00", days=tuple(PlayDay(*day, "10:00") for day in days)))

    fits((2, "2026-11-16"), (3, "2026-11-17"))
    for days in (
        [(2, "2026-11-15")],
        [(1, "2026-11-16")],
        [(2, "2026-11-17"), (3, "2026-11-17")],
        [(3, "2026-11-16"), (3, "2026-11-17")],
    ):
        with pytest.raises(BadInput, match="is not after the day before it"):
            fits(*days)
    must_fit("1971-01-01", Timetable("10:00", days=(PlayDay(2, "2899-12-31", "10:00"),)))
    for first, last in (("1970-12-31", "1971-01-01"), ("2899-12-31", "2900-01-01")):
        with pytest.raises(BadInput, match=r"is not a day that rounds can be planned for\. Use one from 1971 to 2899"):
            must_fit(first, Timetable("10:00", days=(PlayDay(2, last, "10:00"),)))
    must_fit("", Timetable())
    with pytest.raises(BadInput, match="Enter the date of the first day too"):
        must_fit("", Timetable("10:00"))
