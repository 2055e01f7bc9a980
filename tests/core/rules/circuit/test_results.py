"""What a season takes over from an event: its order, who else took part, what the circuit asks about it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from muster.core.book.circuit.definition import read
from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId
from muster.core.record.event import Event
from muster.core.record.season.facts import EventEntered, ResultsTaken
from muster.core.record.season.journal import SeasonEvent
from muster.core.rules.circuit.results import EventRecord, differs, distinct_players, results_of, take
from tests.app.hall import Hall

CIRCUIT: dict[str, Any] = {
    "name": "League",
    "points": {"chart": [3]},
    "group": [{"title": "Factions", "field": "faction"}],
}
ENTERED = EventEntered("here", "origin", "Test event", "2026-09-01", "2026-09-01")
KNOWN = SeasonEvent(ENTERED)
ANN, BEN, CEM = (PlayerId(n) for n in (1, 2, 3))


def played(*, finish: bool = True) -> Hall:
    """Ann beats Ben, who is then disqualified, as Gus was before round 1; Cem has the bye; Dai comes after it."""
    hall = Hall("bushido", [], late_entry="yes")
    hall.enrol("Ann", faction=" Ryu  Clan ")
    hall.enrol("Ben")
    hall.enrol("Cem", faction="Jung")
    hall.enrol("Gus")
    hall.disqualify("Gus")
    hall.by_hand(("Ann", "Ben"), ("Cem", ""))
    hall.publish()
    hall.report("1", vp="2-0")
    hall.disqualify("Ben")
    hall.close()
    hall.enrol("Dai")
    if finish:
        hall.finish("enough")
    return hall


def taken(hall: Hall, *feeders: Event, known: SeasonEvent = KNOWN, **circuit: Any) -> ResultsTaken:
    record = EventRecord(hall.event, hall.system, "origin", "head", 9)
    return results_of(read({**CIRCUIT, **circuit}), known, record, feeders)


def test_the_order_and_who_else_took_part() -> None:
    """W-43: a disqualified player has no place but took part; one who was never in a round did not."""
    found = taken(played())
    assert (found.origin, found.head, found.entry, found.distinct, found.elsewhere) == ("origin", "head", 9, None, ())
    assert (found.order[0], found.unplaced) == (ANN, (BEN,)) and CEM in found.order
    assert dict(zip((*found.order, *found.unplaced), found.names, strict=True))[BEN] == "Ben"
    factions = dict(zip((*found.order, *found.unplaced), found.fields["faction"], strict=True))
    assert (factions[ANN], factions[BEN], factions[CEM]) == ("Ryu Clan", "", "Jung")


def test_an_event_that_goes_on_has_no_results_yet() -> None:
    with pytest.raises(Refusal, match=r"^“Test event” is not finished\. Its results count in a season when it is\.$"):
        taken(played(finish=False))


def test_what_the_tiers_ask_about_the_event() -> None:
    hall = played()
    key = hall.system.options[0].key
    tiers = [{"name": "One", "options": {key: 1}}, {"name": "Two", "options": {"not of this game": True}}]
    assert taken(hall, tier=tiers).options == {key: hall.system.settings(hall.event).value(key)}


def test_the_events_that_fed_it() -> None:
    """WMH-009 WMH-010 W-36: different names over all of them; held elsewhere only where both places are known."""
    hall = played()
    hall.event.place = "Hall A"
    first, second = played().event, Hall("bushido", ["Ann", "Eve", "Fay"])
    second.by_hand(("Ann", "Eve"), ("Fay", ""))
    drafted = second.event
    assert distinct_players([first, drafted]) == 3, "a draft is not a round that anybody played"
    second.publish()
    assert distinct_players([first, second.event]) == 5
    fed = SeasonEvent(replace(ENTERED, qualifiers=("a", "b")))
    feeders = [replace(first, name="Same", place="hall a"), replace(second.event, name="Away", place="Hall B")]
    found = taken(hall, *feeders, replace(first, name="Unknown"), known=fed)
    assert (found.distinct, found.elsewhere) == (5, ("Away",))
    assert taken(played(), *feeders, known=fed).elsewhere == ()


def test_different_names_are_counted_again_until_one_is_forgotten() -> None:
    """WMH-010 W-36: a name that is gone cannot be compared with those of the other events."""
    first, second = played().event, played().event
    before = SeasonEvent(replace(ENTERED, qualifiers=("a", "b")), results=ResultsTaken("a", "head", 9, (), distinct=7))
    assert taken(played(), first, second, known=before).distinct == 3
    first.forgotten = frozenset({ANN})
    assert taken(played(), first, second, known=before).distinct == 7
    assert taken(played(), first, second, known=replace(before, results=None)).distinct == 4


def test_results_are_taken_over_when_they_differ() -> None:
    hall = played()
    record = EventRecord(hall.event, hall.system, "origin", "head", 9)
    circuit = read(CIRCUIT)
    (found,) = take(circuit, KNOWN, record, [])
    assert isinstance(found, ResultsTaken)
    there = SeasonEvent(ENTERED, results=found)
    assert take(circuit, there, replace(record, head="later", entry=12), []) == []
    assert take(circuit, SeasonEvent(ENTERED, results=replace(found, order=(CEM, ANN))), record, []) == [found]


def test_a_copy_without_names_differs_by_its_order_alone() -> None:
    found = taken(played())
    bare = replace(found, names=(), fields={}, seal="0" * 64)
    assert not differs(bare, found)
    assert differs(replace(bare, order=found.order[::-1]), found)
    assert differs(replace(found, names=()), found)
