"""Scenarios of an event's own: kept whole, hidden until their round, passed on as a text; and Grand Masters."""

from __future__ import annotations

import pytest

from muster.app.events import scenarios
from muster.app.events.actions import choose_scenario
from muster.app.events.carry import export_event, import_event
from muster.app.views.event import awards_view, options_view
from muster.core.kit.errors import Refusal
from tests.app.hall import STAFF, Hall, new_desk

TIDE = (
    'The tide rises.\n\nFrom turn 3 on, models within 6" of the sea edge test at the start of each activation.\n' * 40
)


def test_a_variant_is_kept_and_passed_on_with_its_full_text() -> None:
    """BUS-47: every line of it, in the event, in its export, and as a text to send to the publisher."""
    hall = Hall("bushido", 4)
    scenarios.keep_variant(hall.desk, hall.id, "High tide", TIDE, STAFF, variant_of="The Idols")
    (kept,) = scenarios.variants_view(hall.opened)
    assert (kept.name, kept.variant_of, kept.text) == ("High tide", "The Idols", TIDE.strip())
    written = scenarios.variant_text(hall.opened, "High tide")
    assert written.startswith("High tide\n\nA variant of The Idols\n\nThe tide rises.") and TIDE.strip() in written
    copied = import_event(new_desk(), export_event(hall.desk, hall.id))
    assert scenarios.variant_text(copied, "High tide") == written
    choose_scenario(hall.desk, hall.id, 1, "High tide", STAFF)
    card = scenarios.card_view(hall.opened, scenarios.chosen_for(hall.opened, 1))
    assert card.text == TIDE.strip()


def test_a_variant_is_nobodys_before_the_event_is_over() -> None:
    """BUS-43: a copy to hand out does not have it until the event is over."""
    hall = Hall("bushido", 4)
    scenarios.keep_variant(hall.desk, hall.id, "High tide", TIDE, STAFF)
    shared = import_event(new_desk(), export_event(hall.desk, hall.id, with_seed=False))
    assert scenarios.variants_view(shared) == []
    hall.play({"vp": "2-1"})
    hall.finish("enough")
    shared = import_event(new_desk(), export_event(hall.desk, hall.id, with_seed=False))
    assert [kept.text for kept in scenarios.variants_view(shared)] == [TIDE.strip()]


def test_a_campaign_adds_scenarios_with_further_objectives_and_own_documents() -> None:
    """UW-44: besides Strategic Withdrawal, with their own objectives and a document, on the card of their round."""
    hall = Hall("urban_war", 4)
    aims = ["Hold the water tower: 3 points", "  ", "Bring the envoy home: 5 points"]
    scenarios.keep_variant(hall.desk, hall.id, "Night convoy", "", STAFF, objectives=aims)
    scenarios.attach(hall.desk, hall.id, "Night convoy", "convoy.pdf", b"%PDF-1.7 convoy", STAFF)
    choose_scenario(hall.desk, hall.id, 2, "Night convoy", STAFF)
    card = scenarios.card_view(hall.opened, scenarios.chosen_for(hall.opened, 2))
    (group,) = [group for group in card.groups if group.title == "Objectives"]
    assert [line.text for line in group.lines] == [aims[0], aims[2]]
    assert card.sheet is not None and card.sheet.file == "convoy.pdf"
    assert "- Hold the water tower: 3 points\n- Bring the envoy home" in scenarios.variant_text(
        hall.opened, "Night convoy"
    )
    scenarios.drop_variant(hall.desk, hall.id, "Night convoy", STAFF)
    assert scenarios.variants_view(hall.opened) == []


@pytest.mark.parametrize(
    ("name", "text", "objectives", "sentence"),
    [
        ("", "text", [], "is not a name"),
        ("Tide", " \n ", [" "], "needs its text or an objective"),
        ("Tide", "x" * 20_001, [], "A scenario’s text can have at most 20000"),
        ("Tide", "", ["x"] * 21, "21 objectives are too many"),
        ("Tide", "", ["x" * 301], "An objective can have at most 300"),
    ],
)
def test_bad_variants_are_refused(name: str, text: str, objectives: list[str], sentence: str) -> None:
    hall = Hall("bushido", 2)
    with pytest.raises(Refusal, match=sentence):
        scenarios.keep_variant(hall.desk, hall.id, name, text, STAFF, objectives=objectives)
    with pytest.raises(Refusal, match="No scenario is called “Nothing”"):
        scenarios.drop_variant(hall.desk, hall.id, "Nothing", STAFF)


def test_a_grand_masters_event_is_marked_and_names_its_prize() -> None:
    """BUS-02: recorded as an option, shown with its clause, and the winner's prize is in words; others have none."""
    plain, grand = Hall("bushido", 4), Hall("bushido", 4, grand_masters="yes")
    for hall in (plain, grand):
        hall.play({"vp": "2-1"})
        hall.finish("enough")
    (flag,) = [option for option in options_view(grand.opened) if option.key == "grand_masters"]
    assert (flag.value, flag.set, flag.clause) == (True, True, "BUS-02")
    first, second, _ = awards_view(grand.opened)
    assert (first.prize, first.why.clause) == ("Works with GCT Studios on a new model that will be released", "BUS-02")
    assert (second.prize, second.why.clause) == ("", "")
    assert [award.prize for award in awards_view(plain.opened)] == ["", "", ""]
