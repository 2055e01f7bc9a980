"""A copy of an event that was made without the lists: it chains, folds and verifies, and says what it lacks."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import structs

from muster.app.events.carry import export_event, import_event, in_clear, open_export
from muster.app.lists import actions as lists
from muster.app.lists import proxies, views
from muster.app.lists.shapes import ListCounts
from muster.app.lists.terms import declarations_view
from muster.app.log.entries import log_view
from muster.app.past.verify import verify
from muster.app.people import roster
from muster.app.rounds import actions as rounds
from muster.app.staff import objections, rulings
from muster.app.views.event import event_view, standings_view
from muster.core.record.facts.lists import ListMark
from muster.core.record.player import Status
from tests.app.hall import STAFF, Hall
from tests.app.paperwork import BAND, FORCE, Lists, refusal, urban

LACKS = "This copy of the event was made without the lists, so nothing on this one was checked."


def copied(hall: Lists, *, with_seed: bool) -> Lists:
    """The event as it continues elsewhere."""
    data = json.loads(json.dumps(export_event(hall.desk, hall.id, with_seed)))
    other = Lists(hall.system.key, [])
    other.desk = hall.desk
    other.id = import_event(hall.desk, data, "copy").id
    return other


def bushido() -> Lists:
    hall = Lists("bushido", ["Ann", "Ben"])
    hall.hand_in("Ann", BAND)
    hall.by_hand(("Ann", "Ben"))
    hall.publish()
    for name, vim in (("Ann", "Kenko"), ("Ben", "Aki")):
        lists.declare(hall.desk, hall.id, name, "vim", vim, STAFF)
    return hall


def test_a_full_copy_goes_on_with_its_lists() -> None:
    hall = bushido()
    copy = copied(hall, with_seed=True)
    assert copy.event == hall.event
    assert copy.view("Ann").text == BAND
    assert copy.desk.rows("copy") == hall.desk.rows(hall.id)
    named, filled_in = 2, 1
    assert verify(copy.opened, "seed").checked.seals == 3 + named + filled_in


def test_a_copy_to_hand_out_verifies_and_says_how_much_it_lacks() -> None:
    """X-01, X-17: nothing on a list affects a draw, a lot or the standings."""
    hall = urban("Ann", "Ben")
    hall.hand_in("Ann", FORCE)
    hall.play({"lost": "1-6"})
    hall.finish("one round is enough")
    copy = copied(hall, with_seed=False)
    outcome, whole = verify(copy.opened, copy.event.seed), verify(hall.opened, "seed")
    assert outcome.ok and outcome.seed_known
    assert (outcome.withheld, whole.withheld) == (1, 0)
    assert outcome.checked == structs.replace(whole.checked, seals=whole.checked.seals - 1)
    assert copy.order() == hall.order()


def test_a_copy_to_hand_out_lacks_why_a_round_was_drawn_again_unless_everybody_may_read_it() -> None:
    """The form says that the reason is for the staff. The draw verifies without it."""
    told, kept = "a table broke", "two who quarrelled"
    for reason, public in ((told, True), (kept, False)):
        hall = Hall("bushido", ["Ann", "Ben", "Cem", "Dee"])
        hall.pair()
        rounds.pair(hall.desk, hall.id, STAFF, redraw_reason=reason, reason_public=public)
        hall.publish()
        whole, handed_out = (export_event(hall.desk, hall.id, with_seed) for with_seed in (True, False))
        assert reason in json.dumps(whole) and (reason in json.dumps(handed_out)) is public
        assert in_clear(handed_out) == 0
        copy = import_event(hall.desk, json.loads(json.dumps(handed_out)), "told" if public else "kept")
        (round_,) = copy.event.rounds
        assert (round_.attempt, round_.reason) == (2, reason if public else "")
        outcome = verify(copy, "seed")
        assert (outcome.ok, outcome.checked.draws, outcome.withheld) == (True, 2, 0 if public else 1)


def test_a_copy_to_hand_out_ends_before_the_draft_that_nobody_has_seen() -> None:
    hall = Hall("bushido", ["Ann", "Ben", "Cem", "Dee"])
    hall.play({"vp": "2-1"})
    seen = hall.opened.last
    hall.pair()
    hall.pair(redraw="two from one car")
    whole, handed_out = (export_event(hall.desk, hall.id, with_seed) for with_seed in (True, False))
    assert (len(whole["rows"]), len(handed_out["rows"])) == (hall.opened.last, seen)
    assert len(import_event(hall.desk, handed_out, "copy").event.rounds) == 1
    hall.publish()
    assert len(export_event(hall.desk, hall.id, False)["rows"]) == hall.opened.last


def test_what_is_withheld_is_told_in_words_and_never_passes() -> None:
    hall = urban("Ann", "Ben")
    hall.hand_in("Ann", FORCE.replace("Total: 300", "Total: 310"))
    lists.mark(hall.desk, hall.id, "Ann", 1, ListMark.FAULTY, STAFF, "ten points too many")
    copy = copied(hall, with_seed=False)
    view = copy.view("Ann")
    assert (view.state, view.versions, view.text, view.items) == ("withheld", 1, "", [])
    assert [(f.level, f.text) for f in view.findings] == [("not_checked", LACKS)]
    assert (view.mark, view.note) == ("faulty", "")
    overview = views.lists_view(copy.opened, lists.now(copy.desk))
    assert overview.counts == ListCounts(missing=1, illegal=0, unproven=0, withheld=1, legal=0)
    assert views.sheet_view(copy.opened, copy.player("Ann")).withheld == LACKS
    (version,) = views.history_view(copy.opened, copy.player("Ann"), 1)
    assert version.withheld and version.text == ""
    assert "made without the lists" in str(
        refusal(lambda: lists.mark(copy.desk, "copy", "Ann", 1, ListMark.IN_ORDER, STAFF))
    )
    told = [e.text for e in log_view(copy.opened) if e.kind.startswith("List")]
    assert told == ["Ann handed in list 1", "Ann’s list 1 checked: has faults"]


def test_a_list_may_be_handed_in_anew_where_it_is_withheld() -> None:
    hall = urban("Ann", "Ben")
    hall.hand_in("Ann", FORCE)
    copy = copied(hall, with_seed=False)
    copy.hand_in("Ann", FORCE)
    assert (copy.view("Ann").state, copy.view("Ann").versions) == (hall.view("Ann").state, 2)
    copy.undo()
    assert copy.view("Ann").state == "withheld"


def test_lists_that_cannot_be_held_against_each_other_say_so() -> None:
    """WMH-078: a player's two lists need different leaders; one of them is not here."""
    hall = Lists("warmachine", ["Ann", "Ben"])
    army = "Army: Retribution\n[Kaelyssa 1] Kaelyssa, Night's Whisper [+28]\n- Moros [10]\n"
    hall.hand_in("Ann", army)
    hall.hand_in("Ann", army, slot=2)
    copy = copied(hall, with_seed=False)
    copy.hand_in("Ann", army, slot=2)
    player = views.player_view(copy.opened, copy.player("Ann"), lists.now(copy.desk))
    assert [line.state for line in player.lists[:1]] == ["withheld"]
    assert player.lists[1].state in ("illegal", "unproven")
    told = "Another list of this player is not in this copy of the event, so the lists were not compared."
    assert [(f.level, f.text) for f in player.together] == [("not_checked", told)]
    assert told in [f.text for f in copy.view("Ann", 2).findings]
    assert told not in [f.text for f in hall.view("Ann", 2).findings]


def test_a_choice_that_is_withheld_stands_and_is_not_told() -> None:
    """BSG-12."""
    copy = copied(bushido(), with_seed=False)
    told = "not in this copy of the event"
    assert [d.shown for d in views.declared_view(copy.opened, 1)] == [{"vim": told}, {"vim": told}]
    (mine,) = declarations_view(copy.opened, copy.player("Ann"))
    assert (mine.own, mine.theirs, mine.waits, mine.open) == (told, told, False, False)
    again = refusal(lambda: lists.declare(copy.desk, "copy", "Ann", "vim", "Taka", STAFF))
    assert again.clause == "BSG-12"


def test_a_proxy_that_is_withheld_is_counted_and_names_no_card() -> None:
    hall = Lists("l5r", ["Ann", "Ben"])
    hall.hand_in("Ann", "Dynasty\n3x Doji Whisperer\n")
    proxies.make_proxy(hall.desk, hall.id, "Ann", "Doji Whisperer", "the cost", "Lea", STAFF)
    copy = copied(hall, with_seed=False)
    assert log_view(copy.opened)[-1].text == "Proxy for one of Ann’s cards, by Lea"
    (proxy,) = copy.event.lists.proxies
    assert (proxy.card, proxy.leader) == ("", "Lea")
    # If the list is not here, nobody can tell whether the card is on it.
    proxies.make_proxy(copy.desk, "copy", "Ann", "Doji Challenger", "", "Lea", STAFF)


def test_a_withheld_list_opens_to_nobody_more_than_the_list_would() -> None:
    hall = urban("Ann", "Ben")
    hall.hand_in("Ann", FORCE)
    copy = copied(hall, with_seed=False)
    assert not copy.sees("Ben", "Ann")
    mine = views.shown_to(
        copy.opened, copy.player("Ann"), roster.as_player(copy.desk, "copy", "Ann"), lists.now(copy.desk)
    )
    assert [one.withheld for one in mine] == [True]


@pytest.mark.parametrize("sealed", [7, None, ["x"]])
def test_an_export_whose_sealed_text_is_no_text_is_refused(sealed: Any) -> None:
    hall = urban("Ann", "Ben")
    data = export_event(hall.desk, hall.id)
    data["rows"][1]["sealed"] = sealed
    assert "“sealed” should be text" in str(refusal(lambda: import_event(hall.desk, data, "copy")))


def test_an_export_says_which_entries_of_an_older_version_have_lists_in_the_clear() -> None:
    hall = urban("Ann", "Ben")
    hall.hand_in("Ann", FORCE)
    data = export_event(hall.desk, hall.id, with_seed=False)
    assert in_clear(data) == 0
    (row,) = [row for row in data["rows"] if row["kind"] == "ListHandedIn"]
    row["body"] = json.dumps({"player": 1, "slot": 1, "text": FORCE})
    assert in_clear(data) == 1


def test_a_copy_to_hand_out_ends_before_a_draft_that_was_undone() -> None:
    """It will be drawn again from the same lots, so it would reveal what nobody knows yet."""
    hall = Hall("bushido", ["Ann", "Ben", "Cem", "Dee", "Eve", "Fay"])
    hall.play({"vp": "2-1"})
    seen = hall.opened.last
    drafted = hall.pair().event.rounds[-1]
    hall.undo()
    handed_out = export_event(hall.desk, hall.id, with_seed=False)
    assert len(handed_out["rows"]) == seen
    assert [row["kind"] for row in handed_out["rows"]].count("RoundDrawn") == 1
    copy = import_event(hall.desk, handed_out, "copy")
    assert len(copy.event.rounds) == 1 and verify(copy, "seed").ok
    assert hall.pair().event.rounds[-1] == drafted
    hall.publish()
    assert len(export_event(hall.desk, hall.id, with_seed=False)["rows"]) == hall.opened.last


def test_a_finished_event_is_handed_out_whole() -> None:
    """Its seed is revealed, and with it every draft."""
    hall = Hall("bushido", ["Ann", "Ben", "Cem", "Dee"])
    hall.play({"vp": "2-1"})
    hall.pair()
    hall.finish("the hall closes")
    handed_out = export_event(hall.desk, hall.id, with_seed=False)
    assert handed_out["rows"][-1]["kind"] == "EventFinished" and handed_out["seed"] == "seed"


def test_penalties_rulings_and_objections_are_in_no_copy_to_hand_out_and_what_follows_from_them_is() -> None:
    """Decision 81: a full copy has them, and one to hand out does not even say whose they were."""
    hall = Hall("l5r", ["Ann", "Ben", "Cem", "Dee"])
    hall.by_hand(("Ann", "Ben"), ("Cem", "Dee"))
    hall.publish()
    hall.report("1", winner="a")
    desk, id_ = hall.desk, hall.id
    rulings.rule(desk, id_, 0, 1, "May she? Quark", "Quark no")
    rulings.penalise(desk, id_, 0, "Ben", "warning", "Quark late")
    rulings.penalise(desk, id_, 0, "Ann", "game_loss", "Quark again")
    rulings.penalise(desk, id_, 0, "Dee", "recommend", "Quark dice")
    rulings.decline(desk, id_, 0, 3, "Quark sorry")
    objections.object_to(desk, id_, "Ben", "Quark won", roster.as_player(desk, id_, "Ben"))
    objections.answer(desk, id_, 0, 1, 1, "Quark lost")
    hall.report("2", winner="a")
    roster.disqualify(desk, id_, "Dee", "Quark cheating", STAFF)
    hall.close()
    full, handed_out = (json.dumps(export_event(desk, id_, with_seed)) for with_seed in (True, False))
    assert full.count("Quark") == 9 and "Quark" not in handed_out
    given = [row["body"] for row in json.loads(handed_out)["rows"] if row["kind"] == "PenaltyGiven"]
    assert len(given) == 3 and all(json.loads(body).keys() == {"seal"} for body in given)
    opened, seed = open_export(json.loads(handed_out))
    assert verify(opened, seed).ok and opened.event.find("Dee").status is Status.DISQUALIFIED
    assert standings_view(opened).rows == standings_view(hall.opened).rows
    assert event_view(opened).penalties == [] and "Quark" not in str(event_view(opened))
    told = [line.text for line in log_view(opened)]
    assert told.count("Penalty given (not shown in this copy)") == 3
    assert "Ruling given (not shown in this copy)" in told
    assert "Recommendation 3 declined: not in this copy of the event" in told
