"""Scenarios as they are handed out: material for the day, cards, the organiser's own sheet."""

from __future__ import annotations

import json
from base64 import b64decode

import pytest

from muster.app.desk import Opened
from muster.app.events import actions as events
from muster.app.events import scenarios
from muster.app.events.carry import export_event, open_export
from muster.app.log.entries import log_view
from muster.app.past.verify import verify
from muster.app.venue import terrain
from muster.core.kit.errors import BadInput, Refusal
from muster.core.record.terrain import Ground
from tests.app.hall import STAFF, Hall

PNG = b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")


def test_the_material_of_sixteen_tables() -> None:
    """WMH-107: King of the Hill on 16 tables, then the most that the rounds need at one time."""
    found = Hall("warmachine", 32)
    events.choose_scenario(found.desk, found.id, 1, "King of the Hill", STAFF)
    opened = events.choose_scenario(found.desk, found.id, 2, "Bunkers", STAFF)
    view = scenarios.materials(opened, 16)
    first, second = ({m.element: m.count for m in r.needed} for r in view.rounds)
    assert first == {"rectangular zone": 32, "circular zone": 16, "flag": 16, "objective": 32}
    assert second == {"rectangular zone": 32, "flag": 48, "objective": 32}
    assert {m.element: m.count for m in view.most} == {**first, "flag": 48}


def test_an_own_sheet_is_part_of_the_event_and_can_be_undone() -> None:
    """BUS-46, BUS-45: also for a scenario that is not in the book."""
    found = Hall("bushido", 4)
    opened = events.choose_scenario(found.desk, found.id, 1, "The Ford", STAFF, category="zone", text="Hold it.")
    assert scenarios.card_view(opened, opened.event.scenarios[1]).sheet is None
    opened = scenarios.attach(found.desk, found.id, "The Ford", "ford.png", PNG, STAFF)
    card = scenarios.card_view(opened, opened.event.scenarios[1])
    assert card.sheet == scenarios.OwnSheet("ford.png", "image/png") and card.text == "Hold it."
    held = scenarios.own_sheet(opened, "The Ford")
    assert held is not None and held[1] == PNG
    opened = scenarios.detach(found.desk, found.id, "The Ford", STAFF)
    assert scenarios.own_sheet(opened, "The Ford") is None
    assert scenarios.own_sheet(found.undo(), "The Ford") is not None


def test_what_is_no_sheet_is_refused() -> None:
    found = Hall("bushido", 4)
    with pytest.raises(BadInput, match=r"“notes.txt” is not a PDF, PNG or JPEG."):
        scenarios.attach(found.desk, found.id, "The Ford", "notes.txt", b"hello", STAFF)
    with pytest.raises(BadInput, match="larger than 1 MB"):
        scenarios.attach(found.desk, found.id, "The Ford", "big.png", PNG + bytes(scenarios.LARGEST), STAFF)
    with pytest.raises(Refusal, match="has no sheet of your own"):
        scenarios.detach(found.desk, found.id, "The Ford", STAFF)


def test_urban_war_plays_one_scenario() -> None:
    """UW-42 UW-62: its card says whose it is, and what a campaign may add."""
    found = Hall("urban_war", 8)
    (scenario,) = found.system.scenarios
    assert scenario.card is not None
    assert [line for group in scenario.card.groups for line in group.lines] == [
        ("As the rulebook has it; campaign events may add objectives.", "UW-62")
    ]
    opened = events.roll_scenarios(found.desk, found.id, STAFF)
    assert {chosen.name for chosen in opened.event.scenarios.values()} == {"Strategic Withdrawal"}


def test_bushido_tells_four_kinds_apart() -> None:
    """BUS-44."""
    assert Hall("bushido", 4).system.scenario_kinds == ("circle", "centre", "zone", "vim")


def test_a_copy_to_hand_out_tells_a_scenario_when_its_round_has_begun() -> None:
    """BUS-43, WMH-109: neither the choice nor a sheet nor positions of a round to come; verified anyway."""
    hall = Hall("warmachine", ["Ann", "Ben", "Cem", "Dee"])
    events.choose_scenario(hall.desk, hall.id, 1, "Invasion", STAFF)
    events.choose_scenario(hall.desk, hall.id, 2, "Anarchy", STAFF, text="from the back door")
    scenarios.attach(hall.desk, hall.id, "Anarchy", "anarchy.png", PNG, STAFF)
    flag = terrain.read_element(hall.system, "flag", "", "24", "24", "")
    terrain.lay_grounds(hall.desk, hall.id, [Ground("Anarchy", (flag,))], STAFF)
    hall.pair()

    def copy() -> tuple[str, Opened]:
        data = json.loads(json.dumps(export_event(hall.desk, hall.id, with_seed=False)))
        return json.dumps(data).casefold(), open_export(data)[0]

    text, opened = copy()
    assert "invasion" not in text and "anarchy" not in text and "back door" not in text
    assert opened.event.scenarios == {} and opened.event.venue.grounds == {} and opened.event.venue.sheets == {}
    assert verify(opened, "seed").ok  # Revealed since.
    assert not any("anarchy" in line.text.casefold() for line in log_view(opened))
    hall.publish()
    text, opened = copy()
    assert {n: s.name for n, s in opened.event.scenarios.items()} == {1: "Invasion"} and "anarchy" not in text
    whole = open_export(export_event(hall.desk, hall.id))[0].event
    assert (whole.scenarios, whole.venue.grounds, whole.venue.sheets) == (
        hall.event.scenarios,
        hall.event.venue.grounds,
        hall.event.venue.sheets,
    )
    for match in hall.event.rounds[-1].matches:
        hall.report(str(match.table), winner="a", how="scenario", cp="5-1", apd="30-10")
    hall.finish("the hall closes")
    _, opened = copy()
    assert opened.event.scenarios == hall.event.scenarios and opened.event.venue.sheets == hall.event.venue.sheets


def test_a_copy_without_what_was_rolled_is_not_called_wrong() -> None:
    """X-01: the seed is revealed, and somebody compares it with an old copy without scenarios."""
    hall = Hall("warmachine", ["Ann", "Ben", "Cem", "Dee"])
    events.roll_scenarios(hall.desk, hall.id, STAFF)
    found = verify(open_export(export_event(hall.desk, hall.id, with_seed=False))[0], "seed")
    assert found.ok and found.checked.scenarios == 0 and found.withheld == len(hall.event.scenarios)
    assert verify(hall.opened, "seed").checked.scenarios == len(hall.event.scenarios)


@pytest.mark.parametrize("number", [0, 1_000, 10**40])
def test_a_scenario_is_for_a_round_that_an_event_can_have(number: int) -> None:
    found = Hall("bushido", 4)
    with pytest.raises(BadInput, match=f"“{number}” is not a round. Rounds are numbered from 1 to 999."):
        events.choose_scenario(found.desk, found.id, number, "Bridge", STAFF)
    assert not found.event.scenarios
