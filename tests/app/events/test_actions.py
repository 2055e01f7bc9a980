"""Events as a whole: creating, scenarios, finishing, taking away and bringing back, verifying."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from msgspec import to_builtins

from muster.app.desk import Opened
from muster.app.events import actions as events
from muster.app.events.carry import export_event, import_event, open_export
from muster.app.keeping import copies
from muster.app.keeping.growing import Growing
from muster.app.past.verify import verify
from muster.app.views.event import event_view, round_view
from muster.core.kit.errors import BadInput, DamagedJournal, Refusal, UnknownName
from muster.core.kit.lots import seed_hash
from muster.core.record.event_journal import EVENT
from muster.core.record.facts.play import Entry, PlayerEnrolled, RoundClosed, RoundDrawn, ScenarioChosen
from muster.core.record.fold.play import fold
from muster.core.record.journal import GENESIS, to_rows
from muster.core.rules.rounds import advice
from muster.systems import custom
from tests.app.hall import STAFF, Hall, new_desk


def played(system: str = "bushido", players: int = 8, **options: str) -> Hall:
    hall = Hall(system, players, rounds="2", **options)
    for _ in range(2):
        hall.play({"vp": "2-1", "sp": "6-3"} if system == "bushido" else {"winner": "a"})
    return hall


def test_the_hash_of_the_seed_is_in_the_first_entry_and_the_seed_in_the_last() -> None:
    """X-01: committed before the first draw, revealed at the end."""
    hall = played()
    assert hall.event.seed_hash == seed_hash("seed")
    assert hall.event.seed == ""
    assert hall.finish().event.seed == "seed"


def test_standings_are_there_at_once_and_everything_can_be_exported() -> None:
    """BUS-41: no waiting after the last result; the export is enough to continue elsewhere."""
    hall = played()
    exported = json.loads(json.dumps(export_event(hall.desk, hall.id)))
    copy = import_event(hall.desk, exported, "copy")
    assert copy.event == hall.event
    assert hall.desk.urn(copy).lot(1) == hall.event.players[next(iter(hall.event.players))].lot
    view = event_view(hall.opened)
    assert len(view.standings.rows) == 8
    assert [len(r.standings) for r in view.rounds] == [8, 8]
    json.dumps(to_builtins(view))


def test_a_scenario_is_hidden_until_its_round_begins() -> None:
    """BUS-42 BUS-43 BUS-45 WMH-105 WMH-109: chosen before, free text allowed, shown when the round starts."""
    hall = Hall("bushido", 8)
    events.choose_scenario(hall.desk, hall.id, 1, "The long bridge", STAFF, category="zone", text="our own")
    events.choose_scenario(hall.desk, hall.id, 2, "The well", STAFF, category="circle")
    assert event_view(hall.opened, public=True).scenarios == []
    assert [s.name for s in event_view(hall.opened).scenarios] == ["The long bridge", "The well"]
    hall.pair()
    assert round_view(hall.opened).scenario is None
    assert event_view(hall.opened, public=True).scenarios == []
    hall.publish()
    assert round_view(hall.opened).scenario == "The long bridge"
    assert [s.name for s in event_view(hall.opened, public=True).scenarios] == ["The long bridge"]
    with pytest.raises(Refusal, match="Round 1 has begun"):
        events.choose_scenario(hall.desk, hall.id, 1, "Another", STAFF)


def test_rolled_scenarios_do_not_repeat_until_all_six_were_used() -> None:
    """WMH-105 WMH-106 WMH-108 W-04: six names, none twice; a seventh round repeats one, with a notice."""
    hall = Hall("warmachine", 8, rounds="7")
    chosen = events.roll_scenarios(hall.desk, hall.id, STAFF).event.scenarios
    names = [chosen[n].name for n in range(1, 8)]
    assert len(set(names[:6])) == 6
    assert set(names) == {s.name for s in hall.system.scenarios}
    assert any(r.clause in ("WMH-108", "W-04") for r in advice(hall.event, hall.system))
    with pytest.raises(Refusal, match="Every planned round already has a scenario"):
        events.roll_scenarios(hall.desk, hall.id, STAFF)


def test_scenarios_are_rolled_fairly() -> None:
    """WMH-106: a d6; each of the six is equally likely for round 1 (chi-square, p = 0.001)."""
    counts: dict[str, int] = {}
    for seed in range(600):
        hall = Hall("warmachine", 2, seed=f"roll {seed}")
        name = events.roll_scenarios(hall.desk, hall.id, STAFF).event.scenarios[1].name
        counts[name] = counts.get(name, 0) + 1
    assert len(counts) == 6
    assert sum((n - 100) ** 2 / 100 for n in counts.values()) < 20.5


def test_the_edition_is_shown_on_the_event() -> None:
    """L5R-001 WMH-001: version and dates; an event outside them gets a notice."""
    hall = Hall("l5r", 4)
    assert "2.3" in event_view(hall.opened).edition
    desk = new_desk()
    opened = events.create(desk, "Late Masters", "warmachine", STAFF, date="2020-07-02")
    opened.event.players.update(Hall("warmachine", 8).event.players)
    assert any(r.clause == "WMH-001" for r in advice(opened.event, opened.system))


def test_ending_early_needs_a_reason_and_voids_the_part_round() -> None:
    """X-15: the last finished round decides; the option counts the part round."""
    hall = Hall("bushido", 4, rounds="3")
    hall.play({"vp": "2-1"})
    hall.pair()
    hall.publish()
    hall.report("1", vp="3-0")
    before = hall.points()
    with pytest.raises(Refusal, match="round 2 is not finished"):
        hall.finish()
    hall.option("count_part_round", "yes")
    assert hall.points() != before
    hall.option("count_part_round", "no")
    hall.finish("the venue closes")
    assert hall.points() == before
    with pytest.raises(Refusal, match="is finished"):
        hall.pair()


def test_an_event_id_is_made_from_the_name_and_unique() -> None:
    desk = new_desk()
    ids = [events.create(desk, "Kyōto Open 2026", "bushido", STAFF).id for _ in range(2)]
    assert ids == ["kyoto-open-2026", "kyoto-open-2026-2"]
    assert events.create(desk, "大会", "bushido", STAFF).id == "event"
    assert events.create(desk, "Cup 2026–27", "bushido", STAFF).id == "cup-2026-27"
    with pytest.raises(BadInput, match="“Big Cup” is not an event id"):
        events.create(desk, "x", "bushido", STAFF, event_id="Big Cup")
    with pytest.raises(UnknownName, match="did you mean “bushido”"):
        events.create(desk, "x", "bushida", STAFF)
    with pytest.raises(BadInput, match=r"“13\.11\.2026” is not a date."):
        events.create(desk, "x", "bushido", STAFF, date="13.11.2026")


def test_options_say_what_would_be_right() -> None:
    hall = Hall("bushido", 4)
    with pytest.raises(UnknownName, match="No option is called “ryce”; did you mean “rice”"):
        hall.option("ryce", "70")
    with pytest.raises(BadInput, match="“perhaps” should be yes or no"):
        hall.option("late_entry", "perhaps")
    with pytest.raises(BadInput, match=r"“draw lots” should be one of draw, head_to_head"):
        hall.option("last_resort", "draw lots")
    with pytest.raises(BadInput, match="“0” should be a whole number from 1 to 50, or “book”"):
        hall.option("rounds", "0")
    hall.option("rounds", "book")


def test_a_composed_system_travels_in_its_event() -> None:
    definition = custom.parse('name = "Club night"\n[points]\nwin = 5\ndraw = 2\nloss = 1\n[bye]\nscore = [1, 0]\n')
    desk = new_desk()
    opened = events.create(desk, "Club", "custom", STAFF, definition=definition)
    exported = json.loads(json.dumps(export_event(desk, opened.id)))
    copy = import_event(desk, exported, "copy")
    assert copy.system.name == "Club night"


def tampered(hall: Hall, change: Any) -> Opened:
    """The event with one fact changed and the chain repaired, as a forger would."""
    opened = hall.opened
    entries = [replace(e, fact=change(e.fact)) for e in opened.entries]
    rows = to_rows(entries, GENESIS)
    read = tuple(EVENT.read(rows))
    return Opened(opened.id, fold(read), opened.system, Growing(read), rows[-1].hash)


def _other_lot(fact: Any) -> Any:
    return replace(fact, lot=fact.lot + 1) if isinstance(fact, PlayerEnrolled) and fact.player == 3 else fact


def _other_pairs(fact: Any) -> Any:
    if not isinstance(fact, RoundDrawn) or fact.round != 2:
        return fact
    one, two, *rest = fact.pairs
    return replace(fact, pairs=(replace(one, b=two.b), replace(two, b=one.b), *rest))


def _other_digest(fact: Any) -> Any:
    return replace(fact, digest="0" * 16) if isinstance(fact, RoundClosed) else fact


def _other_scenario(fact: Any) -> Any:
    return (
        replace(fact, name="Invasion" if fact.name != "Invasion" else "Anarchy")
        if isinstance(fact, ScenarioChosen)
        else fact
    )


@pytest.mark.parametrize(
    ("change", "difference"),
    [
        (_other_lot, "Entry 6: the lot of player 3 does not come from the seed."),
        (_other_pairs, r"Entry \d+: the draw of round 2 \(round 2 draw 1\) comes out differently."),
        (_other_digest, r"Entry \d+: the standings after round 1 come out differently"),
    ],
)
def test_verify_names_the_first_difference(change: Any, difference: str) -> None:
    """X-01: a forged lot, draw or standing is found although its hashes fit."""
    hall = played("l5r", 8, structure="custom")
    assert to_builtins(verify(hall.opened, "seed")) == {
        "ok": True,
        "difference": None,
        "seed_known": True,
        "entries": len(hall.opened.entries),
        "withheld": 0,
        "earlier_draws": 0,
        "checked": {
            "chain": len(hall.opened.entries),
            "draws": 2,
            "lots": 8,
            "standings": 2,
            "layouts": 0,
            "cuts": 0,
            "scenarios": 0,
            "seals": 8,
            "tables": 0,
        },
    }
    found = verify(tampered(hall, change), "seed").difference
    with pytest.raises(AssertionError, match=difference):
        raise AssertionError(found)


def test_verify_counts_what_earlier_pairing_rules_drew() -> None:
    """A round drawn before X-27 that differs today is not a forgery, but does not count as checked either."""

    def earlier(fact: Any) -> Any:
        if not isinstance(fact, RoundDrawn) or fact.round != 2:
            return fact
        return replace(fact, pairs=tuple(replace(pair, why=()) for pair in fact.pairs), method=1)

    outcome = verify(tampered(played("l5r", 8, structure="custom"), earlier), "seed")
    assert (outcome.ok, outcome.earlier_draws, outcome.checked.draws) == (True, 1, 1)


def test_verify_checks_rolled_scenarios_and_the_seed() -> None:
    hall = Hall("warmachine", 8)
    events.roll_scenarios(hall.desk, hall.id, STAFF)
    assert verify(hall.opened, "seed").ok
    assert "scenarios come out differently" in str(verify(tampered(hall, _other_scenario), "seed").difference)
    assert verify(hall.opened, "another").difference == "The seed does not match the hash in the first entry."
    assert verify(hall.opened, "").seed_known is False


def test_an_export_without_its_seed_can_be_read_but_not_drawn_from() -> None:
    hall = Hall("bushido", 4)
    exported = export_event(hall.desk, hall.id, with_seed=False)
    assert "seed" not in json.dumps(exported["rows"]).replace("seed_hash", "")
    copy = import_event(hall.desk, exported, "copy")
    with pytest.raises(Refusal, match="does not have the secret seed, so it cannot draw anything new"):
        hall.desk.urn(copy)


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda d: [], "This is not a Muster export: it should be a JSON object with a “format”."),
        (lambda d: {**d, "format": "muster/journal/9"}, "format “muster/journal/9”"),
        (lambda d: {**d, "rows": []}, "This export does not contain a journal: “rows” should be a list of entries."),
        (lambda d: {**d, "rows": ["x"]}, "Entry 1 of the export should be an object"),
        (lambda d: {**d, "rows": [{**d["rows"][0], "seq": "1"}]}, "Entry 1 of the export: “seq” is missing"),
        (
            lambda d: {**d, "rows": [d["rows"][0], d["rows"][2]]},
            "The journal is damaged: entry 2 should follow, but entry 3 does.",
        ),
        (lambda d: {**d, "rows": [*d["rows"][:2], {**d["rows"][2], "body": "{}"}]}, "damaged at entry 3"),
        (lambda d: {**d, "seed": "another"}, "does not match the hash"),
    ],
)
def test_a_damaged_export_is_refused_with_the_place(spoil: Any, sentence: str) -> None:
    """Nothing is imported."""
    hall = Hall("bushido", 4)
    with pytest.raises(Refusal, match=sentence):
        import_event(hall.desk, spoil(export_event(hall.desk, hall.id)), "copy")
    assert [stored.id for stored in hall.desk.listed()] == [hall.id]


def test_a_journal_that_speaks_of_nobody_is_damaged() -> None:
    hall = Hall("bushido", 4)
    entries = [*hall.opened.entries, Entry(hall.opened.last + 1, "", STAFF, "x", RoundClosed(7))]
    with pytest.raises(DamagedJournal, match=r"is about a player, round or match that does not exist."):
        fold(entries)


def test_opening_an_export_needs_no_store() -> None:
    hall = played()
    opened, seed = open_export(export_event(hall.desk, hall.id))
    assert (opened.event, seed) == (hall.event, "seed")
    assert len(copies.read(export_event(hall.desk, hall.id), "event").rows) == len(hall.opened.entries)
