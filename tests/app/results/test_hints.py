"""Every hint that the desk shows, followed to the letter, is accepted: in every game, at every table."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from muster.app.results import actions as results
from muster.app.results.hints import hints
from muster.app.results.keying import complete, echo, read_line
from muster.core.record.event import MatchState
from muster.systems import registry
from tests.app.hall import STAFF, Hall

NAMES = ["Ann", "Bob", "Cem", "Dai", "Eve", "Flo"]


@given(system=st.sampled_from(list(registry.BUILT_IN)), which=st.integers(0, 4), data=st.data())
@settings(max_examples=60, deadline=None)
def test_a_hint_followed_to_the_letter_is_accepted(system: str, which: int, data: st.DataObject) -> None:
    hall = Hall(system, NAMES)
    hall.pair()
    hall.publish()
    for _ in range(data.draw(st.integers(0, 2))):
        follow(hall, hints(hall.opened)[0].line)
    shown = hints(hall.opened)
    line = shown[which % len(shown)].line
    follow(hall, line)


def follow(hall: Hall, line: str) -> None:
    keyed = read_line(hall.opened, line)
    table = keyed.match.table
    results.key(hall.desk, hall.id, complete(hall.opened, keyed), STAFF)
    assert next(m for m in hall.event.rounds[-1].matches if m.table == table).state is MatchState.IN


def test_the_hint_is_a_usual_result_of_the_game() -> None:
    for system in registry.BUILT_IN:
        hall = Hall(system, NAMES)
        hall.pair()
        hall.publish()
        first, *others = hints(hall.opened)
        assert first.text and first.line.split()[0] == "1", system
        assert [one.line.split()[1] for one in others[-3:]] == ["c2", "n1", "dl"], system
        assert len({one.text for one in (first, *others)}) == 1 + len(others), f"{system}: two say the same"


def test_what_the_line_asks_for_next_leads_to_a_result() -> None:
    """WMH-081: a game won says how, which is asked for last; a tie does not."""
    hall = Hall("warmachine", NAMES)
    hall.pair()
    hall.publish()
    wants = echo(hall.opened, "1 1 5 0 30 10").wants
    assert wants is not None and wants.text.startswith("Next: Won by")
    assert echo(hall.opened, "1 1 5 0 30 10 2").ready
    assert echo(hall.opened, "1 3 0 0 10 10").ready


def test_what_an_entry_causes_is_said_before_it_is_saved() -> None:
    hall = Hall("l5r", NAMES)
    hall.pair()
    hall.publish()
    name = hall.event.name_of(next(m.a for m in hall.event.rounds[0].matches if m.table == 1))
    assert echo(hall.opened, "1 n1").causes == f"{name} is dropped from the event."
    assert echo(hall.opened, "1 1").causes == ""
