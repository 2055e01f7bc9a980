"""Calendars, read back by the letter of RFC 5545, and by a library."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import NamedTuple, cast

from icalendar import Calendar

from muster.app.clock import actions as clock
from muster.app.clock.schedule import schedule_view
from muster.app.events import actions as events
from muster.app.events.carry import export_event, import_event
from muster.app.takeaway.ical import event_calendar, season_calendar
from tests.app.circuit.year import Year
from tests.app.hall import STAFF, Hall, new_desk

LINE = re.compile(r"([A-Z-]+)((?:;[A-Z-]+=[^;:,\"]+)*):(.*)", re.S)
TEXT = ("SUMMARY", "LOCATION", "NAME")


class Property(NamedTuple):
    name: str
    parameters: str
    value: str


def read(text: str) -> list[list[Property]]:
    """The calendar's properties, then those of each event in it. Fails on every rule it breaks."""
    assert text.endswith("\r\n") and not re.search(r"(?<!\r)\n|\r(?!\n)", text)
    lines = text.split("\r\n")[:-1]
    assert all(len(line.encode()) <= 75 for line in lines)
    unfolded = "\r\n".join(lines).replace("\r\n ", "").split("\r\n")
    parts = [Property(*found.groups()) for line in unfolded if (found := LINE.fullmatch(line))]
    assert len(parts) == len(unfolded)
    assert parts[0] == ("BEGIN", "", "VCALENDAR") and parts[-1] == ("END", "", "VCALENDAR")
    blocks: list[list[Property]] = [[]]
    inside = False
    for part in parts[1:-1]:
        if part.name in ("BEGIN", "END"):
            assert part.value == "VEVENT" and inside == (part.name == "END")
            inside = not inside
            blocks += [[]] if inside else []
        else:
            if part.name in TEXT:
                assert not set(re.sub(r"\\[nN\\;,]", "", part.value)) & set(";,\\"), part
                part = Property(part.name, part.parameters, re.sub(r"\\(.)", unescaped, part.value))
            blocks[-1].append(part)
    for block in blocks[1:]:
        names = [part.name for part in block]
        assert {"UID", "DTSTAMP", "DTSTART", "SUMMARY"} <= set(names) and len(names) == len(set(names))
        stamp = next(part for part in block if part.name == "DTSTAMP")
        assert re.fullmatch(r"\d{8}T\d{6}Z", stamp.value)
    uids = [part.value for block in blocks[1:] for part in block if part.name == "UID"]
    assert len(uids) == len(set(uids))
    assert {part.name for part in blocks[0]} >= {"VERSION", "PRODID"}
    library = Calendar.from_ical(text)
    assert not library.errors and not any(one.errors for one in library.events)
    own = [values(block) for block in blocks[1:]]
    assert [
        (str(one["UID"]), str(one["SUMMARY"]), cast(bytes, one["DTSTART"].to_ical()).decode()) for one in library.events
    ] == [
        (one["UID"], one["SUMMARY"], next(value for name, value in one.items() if name.startswith("DTSTART")))
        for one in own
    ]
    return blocks


def unescaped(found: re.Match[str]) -> str:
    assert found[1] in "nN\\;,", found[0]
    return "\n" if found[1] in "nN" else found[1]


def values(block: list[Property]) -> dict[str, str]:
    return {part.name + part.parameters: part.value for part in block}


def hall() -> Hall:
    made = Hall("bushido", ["Ann", "Bob", "Cem", "Dai"])
    events.amend(
        made.desk,
        made.id,
        STAFF,
        name="Größtes Turnier; “Herbst”, zweite Ausgabe, bis über die ganze Zeile 🏯 hinaus",
        date="2026-11-15",
        place="Halle 3, Kirchgasse 4\\B",
        schedule="Saturday\n09:30 Doors\n12:00–13:00 Lunch; bring food, please\n20:00–01:00 Party\n09:00 Round 4",
    )
    return made


def test_an_events_calendar_has_its_day_its_schedule_and_its_rounds() -> None:
    made = hall()
    made.pair()
    made.publish()
    clock.start(made.desk, made.id, STAFF)
    head, day, *rest = read(event_calendar(made.opened))
    name = made.event.name
    assert values(head)["NAME"] == name and values(head)["VERSION"] == "2.0"
    assert values(day)["DTSTART;VALUE=DATE"] == "20261115" and values(day)["DTEND;VALUE=DATE"] == "20261116"
    assert values(day)["SUMMARY"] == name and values(day)["LOCATION"] == "Halle 3, Kirchgasse 4\\B"
    doors, lunch, party, last, round_ = map(values, rest)
    assert doors["DTSTART"] == "20261115T093000" and "DTEND" not in doors
    assert (lunch["DTSTART"], lunch["DTEND"]) == ("20261115T120000", "20261115T130000")
    assert lunch["SUMMARY"] == f"{name}: Lunch; bring food, please"
    assert (party["DTSTART"], party["DTEND"]) == ("20261115T200000", "20261116T010000")
    assert last["DTSTART"] == "20261116T090000"
    assert re.fullmatch(r"20261115T1\d{5}Z", round_["DTSTART"]) and round_["SUMMARY"] == f"{name}: Round 1"


def test_a_round_ends_with_its_last_result_or_when_its_clock_will() -> None:
    """Also where nobody set the times of the rounds."""
    made = hall()
    made.option("round_minutes", "90")
    made.pair()
    made.publish()
    clock.start(made.desk, made.id, STAFF)
    assert schedule_view(made.opened, made.opened.entries[-1].at).periods == []
    assert abs(_long(made) - timedelta(minutes=90)) <= timedelta(seconds=1)
    for match in made.event.rounds[0].matches:
        made.report(str(match.table), vp="2-1")
    assert timedelta(0) <= _long(made) < timedelta(minutes=90)


def _long(made: Hall) -> timedelta:
    """How long the last appointment is."""
    last = values(read(event_calendar(made.opened))[-1])
    start, end = (datetime.strptime(last[key], "%Y%m%dT%H%M%SZ") for key in ("DTSTART", "DTEND"))
    return end - start


def test_uids_stay_the_same_on_another_computer() -> None:
    made = hall()
    taken = import_event(new_desk(), export_event(made.desk, made.id), "elsewhere")
    assert read(event_calendar(taken)) == read(event_calendar(made.opened))


def test_a_draft_and_an_event_without_a_date_are_not_in_it() -> None:
    made = Hall("bushido", ["Ann", "Bob"])
    made.pair()
    assert len(read(event_calendar(made.opened))) == 1


def test_a_seasons_calendar_has_its_events() -> None:
    year = Year()
    year.qualifier("North", ["Ann", "Ben"], "2026-09-05")
    _, north = read(season_calendar(year.opened))
    assert values(north)["DTSTART;VALUE=DATE"] == "20260905" and values(north)["DTEND;VALUE=DATE"] == "20260906"
    assert values(north)["SUMMARY"] == "North"
