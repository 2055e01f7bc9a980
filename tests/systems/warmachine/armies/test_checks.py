"""Totals, leaders, Factions, theme forces and rosters of army lists."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from muster.app.languages import language
from muster.app.speech import speaking
from muster.core.book.list_data import parse_document
from muster.core.book.lists import Level, Phase, Sight, check_list
from muster.core.forms.options import Settings
from muster.core.kit.errors import BadInput
from muster.systems.warmachine import SYSTEM
from muster.systems.warmachine.armies.checks import check_total, totals
from muster.systems.warmachine.armies.rosters import ALWAYS
from tests.systems.warmachine.lists import DATA, LISTS, army, context, data, errors, findings, handed, together

ERROR, WARNING, NOT_CHECKED = Level.ERROR, Level.WARNING, Level.NOT_CHECKED

ROSTERS: dict[str, Any] = {
    "rosters": [
        {"since": "2019-06-25", "leaders": ["Kaelyssa 1", "Old Crow 1"], "themes": ["Legions of Dawn"]},
        {"since": "2019-10-01", "leaders": ["Garryth 2"], "themes": ["Shadows of the Retribution"]},
    ],
    "leaders": [
        {"name": "Kaelyssa 1", "faction": "Retribution"},
        {"name": "Sun Knight 1", "faction": "Cygnar", "partisan": ["Protectorate"]},
    ],
}
ROSTER = data(ROSTERS)


def settings(**options: Any) -> Settings:
    return Settings(SYSTEM.options, options)


# Points


def test_totals(golden: Callable[[str], dict[str, Any]]) -> None:
    """WMH-027 W-45: the size and the leader's points, and up to four under."""
    rows = golden("V-WMH-LIST")["rows"]
    assert [[size, bonus, list(totals(size, bonus))] for size, bonus, _ in rows] == rows


def test_the_books_example() -> None:
    """WMH-027: Kaelyssa with 29 at 75 points has 100 to 104; 99 and 105 are refused."""
    assert [check_total(total, 75, 29) for total in (100, 104)] == [(), ()]
    (found,) = check_total(99, 75, 29)
    assert str(found.message) == "List total: 99; a list of 75 points with 29 of its leader should have 100 to 104."
    assert [finding.clause for finding in check_total(105, 75, 29)] == ["WMH-027"]


@pytest.mark.parametrize(("units", "legal"), [(60, False), (61, True), (65, True), (66, False)])
def test_kaelyssas_list(units: int, legal: bool) -> None:
    """WMH-027: 39 points of warjacks, and so many of the rest."""
    assert ("WMH-027" not in [f.clause for f in findings(army(others=[units]))]) == legal


def test_free_models_cost_nothing() -> None:
    """WMH-027: a cost such as 0(4) is what the theme force gives."""
    assert errors(army() + "\nSolo [0(4)]") == []


def test_the_leaders_points_pay_for_the_battlegroup_alone() -> None:
    """WMH-027 W-45: points of the leader that were not spent are not points for others."""
    assert errors(army(group=[20], others=[80])) == [
        (
            "WMH-027",
            "Outside the leader’s battlegroup: 80 points; at most 75, "
            "as the leader’s 29 pay for the battlegroup alone.",
        )
    ]


def test_a_list_without_attachments_does_not_say_what_the_leader_pays_for() -> None:
    """WMH-027 X-19: a spreadsheet has no dashes; the total counts, and the rest is not checked."""
    flat = army().replace(" - ", "").replace("Army", "Army - ").replace("\n\n", "\n")
    (found,) = [f for f in findings(flat) if f.clause == "WMH-027"]
    assert (found.level, str(found.way_out())) == (
        NOT_CHECKED,
        "Write the battlegroup under its leader, each entry with a dash before it.",
    )
    assert [clause for clause, _ in errors(flat + "\nUnit [1]")] == ["WMH-027"]


def test_the_events_size_counts() -> None:
    """WMH-027: a list for 75 in an event of 50."""
    assert [clause for clause, _ in errors(army(), army_points=50)] == ["WMH-027", "WMH-027"]


def test_a_head_that_says_other_points_than_the_entries_is_doubted() -> None:
    """WMH-026."""
    (found,) = findings(army().replace("75 / 75", "74 / 75"))
    assert (found.level, found.clause) == (WARNING, "WMH-026")


def test_every_entry_has_its_cost() -> None:
    """WMH-026: one without is named with its line."""
    text = army() + "\nNameless Solo"
    found = findings(text)[0]
    assert (found.level, found.clause, found.line) == (WARNING, "WMH-026", len(text.splitlines()))


@pytest.mark.parametrize(
    ("others", "expected"), [([60], NOT_CHECKED), ([65], NOT_CHECKED), ([66], ERROR)], ids=["under", "full", "over"]
)
def test_points_with_an_entry_without_cost_are_no_pass(others: list[int], expected: Level) -> None:
    """WMH-027 X-19: an entry without a cost may be the missing points or too many; a total already too high stays
    so.
    """
    levels = {f.level for f in findings(army(others=others) + "\nNameless Solo") if f.clause == "WMH-027"}
    assert levels == {expected}


def test_a_line_that_cannot_be_read_is_no_pass() -> None:
    """WMH-026 X-19: a model may be there."""
    head, rest = army().split("\n", 1)
    (found,) = findings(rest + "\nStormblade Infantry, ten of them", filled={"faction": head.split(" Army")[0]})
    assert (found.level, found.line) == (NOT_CHECKED, len(rest.splitlines()) + 1)


def test_without_costs_or_bonus_points_are_not_checked() -> None:
    """WMH-027 X-19: what is filled in beside the list fixes it."""
    plain = army().replace(" [+29]", "").replace("(Kaelyssa 1) Kaelyssa", "Leader: Kaelyssa")
    found = findings(plain)
    assert [(f.level, f.clause) for f in found] == [(NOT_CHECKED, "WMH-027")]
    assert findings(plain, filled={"bonus": 29}) == ()


def test_a_second_form_of_a_model_needs_no_cost() -> None:
    """WMH-026: War Room lists “Alyce Marc (Big Alyce)” below “Alyce Marc”, which has the cost of both."""
    text = army(others=[61, 4]).replace("Unit 2", "Alyce Marc")
    assert findings(text + "\nAlyce Marc (Big Alyce)") == ()


def test_a_leader_alone_is_not_held_to_a_total() -> None:
    """WMH-027 X-19: nothing has a cost, so there is nothing to add up."""
    found = findings("Retribution Army - 0 / 75 points\n\n(Kaelyssa 1) Kaelyssa [+29]")
    assert [(f.level, f.clause) for f in found] == [(NOT_CHECKED, "WMH-027")]


@pytest.mark.parametrize(("outside", "legal"), [(75, True), (76, False)])
def test_up_to_the_size_may_be_outside_the_battlegroup(outside: int, legal: bool) -> None:
    """WMH-027: 75 of 75 points."""
    assert (errors(army(group=[28], others=[outside])) == []) == legal


@pytest.mark.parametrize(("group", "doubted"), [(28, False), (29, True), (30, True)])
def test_a_head_is_doubted_once_the_leaders_points_are_spent(group: int, doubted: bool) -> None:
    """WMH-026: below that, builders differ in what they call the points of a list."""
    text = army(group=[group], others=[72]).replace(" / 75 points", "0 / 75 points")
    assert ([f.clause for f in findings(text)] == ["WMH-026"]) == doubted


def test_nothing_handed_in_is_not_checked_and_a_form_filled_in_is() -> None:
    """WMH-030: a form without a list has a leader and no army."""
    assert LISTS.check is not None
    assert list(LISTS.check(handed(""), context())) == []
    found = list(LISTS.check(handed("", faction="Cryx"), context()))
    assert [(f.level, f.clause) for f in found if f.level is ERROR] == [(ERROR, "WMH-030")]


def test_what_models_cost_is_said_to_be_unchecked() -> None:
    """X-19: nobody here knows the costs, or what a theme force may have; so no list is proven legal."""
    found = check_list(LISTS, handed(army()), context())
    assert [(f.level, f.clause) for f in found] == [(NOT_CHECKED, "X-19")]


# Leaders and Factions


def test_a_list_has_one_leader() -> None:
    """WMH-030."""
    assert errors(army() + "\n(Garryth 1) Garryth [+29]")[0][0] == "WMH-030"
    bare = "Retribution Army - 75 / 75 points\nUnit [10]"
    assert ("WMH-030", "The list does not name a leader.") in errors(bare)
    assert "WMH-030" not in [clause for clause, _ in errors(bare, filled={"leader": "Kaelyssa 1"})]


def test_how_many_lists() -> None:
    """WMH-023 WMH-024 WMH-025: a Dyad has two, a Trinity three, Champions one or two."""
    two = (army(), army("(Garryth 1) Garryth, Blade"))
    assert together(*two) == []
    assert together(two[0]) == [(ERROR, "WMH-023", "Lists: 1; there should be 2 (Dyad).")]
    assert together(*two, lists="trinity") == [(ERROR, "WMH-023", "Lists: 2; there should be 3 (Trinity).")]
    assert together(two[0], kind="champions") == []
    numbers = {name: [s.required for s in LISTS.slots(settings(lists=name))] for name in ("dyad", "trinity")}
    assert numbers == {"dyad": [True, True], "trinity": [True, True, True]}
    assert [s.required for s in LISTS.slots(settings(kind="champions"))] == [True, False]


def test_the_same_leader_twice_is_refused() -> None:
    """WMH-030: whether it is named in short or in full."""
    expected = [(ERROR, "WMH-030", "Lists 1 and 2 have the same leader, Kaelyssa 1.")]
    assert together(army(), army(others=[61])) == expected
    full = army("Kaelyssa, Night's Whisper")
    assert [clause for _, clause, _ in together(full, full)] == ["WMH-030"]
    assert [clause for _, clause, _ in together(army(), full)] == ["WMH-030"]


def test_lists_without_a_leader_do_not_have_the_same_one() -> None:
    """WMH-030: each of them lacks one, which is reported for each."""
    bare = "Retribution Army - 75 / 75 points\nUnit [10]"
    assert together(bare, bare) == together(army(), bare) == []


def test_versions_of_a_character_are_different_leaders() -> None:
    """WMH-031: Caine 1 and Caine 2."""
    caines = [army(f"(Caine {n}) {rank} Allister Caine", "Cygnar") for n, rank in ((1, "Lieutenant"), (2, "Captain"))]
    assert together(*caines) == []
    assert together(army("(Caine 1) Allister Caine"), army("(Caine 2) Allister Caine")) == []
    war_room = [text.replace("(Caine 1) ", "").replace("(Caine 2) ", "") for text in caines]
    assert together(*war_room) == []


def test_lists_are_of_one_faction() -> None:
    """WMH-030: however the Faction is spelt."""
    assert together(army(), army("(B 1) B", "Retribution of Scyrah")) == []
    assert together(army(), army("(B 1) B", "Cryx")) == [
        (ERROR, "WMH-030", "The lists are of different Factions: Retribution of Scyrah, Cryx; they should be of one.")
    ]


@pytest.mark.parametrize(
    ("theme", "stated", "other", "legal"),
    [
        ("Hearts of Darkness", "Cygnar", "Infernals", True),
        ("Hearts of Darkness", "Cygnar", "Cygnar", False),
        ("Warriors of the Old Faith", "Khador", "Protectorate", True),
        ("Warriors of the Old Faith", "Protectorate", "Khador", True),
        ("Warriors of the Old Faith", "Khador", "Cryx", False),
        ("Flame in the Darkness", "Infernals", "Cygnar", True),
        ("Flame in the Darkness", "Infernals", "Protectorate", True),
        ("Flame in the Darkness", "Infernals", "Infernals", False),
        ("Some Other Theme", "Khador", "Khador", True),
    ],
)
def test_theme_forces_change_the_faction(theme: str, stated: str, other: str, legal: bool) -> None:
    """WMH-033 WMH-034 WMH-035 WMH-036: three themes; a Partisan also counts for the other Faction."""
    first = army("(Sun Knight 1) Sun Knight", stated, theme)
    assert (together(first, army("(B 1) B", other), data=ROSTER) == []) == legal


def test_the_printed_faction_of_a_leader_nobody_knows_is_not_checked() -> None:
    """WMH-036 X-19."""
    first = army("(Sun Knight 1) Sun Knight", "Infernals", "Flame in the Darkness")
    assert [(level, clause) for level, clause, _ in together(first, army())] == [(NOT_CHECKED, "WMH-036")]


def test_a_faction_that_is_not_named_is_in_nobodys_way() -> None:
    """WMH-030 X-19: each list reports its Faction as not checked; together there is nothing to compare."""
    nameless = army("(B 1) B", theme="").split("\n", 1)[1]
    assert together(army(), nameless) == together(nameless, army()) == []
    assert together() == [(ERROR, "WMH-023", "Lists: 0; there should be 2 (Dyad).")]


def test_a_list_that_names_no_faction_says_so() -> None:
    """WMH-030 X-19: and the field beside the list fixes it."""
    text = army().split("\n", 1)[1]
    assert [(f.level, f.clause) for f in findings(text)] == [(NOT_CHECKED, "WMH-030")]
    assert findings(text, filled={"faction": "Retribution"}) == ()


# Champions


def champions(text: str, day: date | None = date(2019, 9, 1), roster: Any = ROSTER) -> list[tuple[str, str]]:
    return errors(text, roster, day, kind="champions")


def test_champions_lists_come_from_the_current_roster() -> None:
    """WMH-004 WMH-037 WMH-038: leader and theme force, by the roster of the event's date."""
    assert champions(army()) == []
    assert champions(army(), date(2019, 10, 1)) == [
        ("WMH-037", "The theme force “Legions of Dawn” is not on the Active Duty Roster of 2019-10-01."),
        ("WMH-037", "“Kaelyssa 1” is not on the Active Duty Roster of 2019-10-01."),
    ]
    assert champions(army("(Garryth 2) G", theme="Shadows of the Retribution"), date(2019, 10, 1)) == []


def test_the_day_of_a_roster_is_written_as_the_reader_writes_it() -> None:
    with speaking(language("de")):
        (theme, _) = champions(army(), date(2019, 10, 1))
    assert theme[1].endswith("nicht auf dem Active Duty Roster vom 1. Oktober 2019.")


def test_a_leader_filled_in_beside_the_list_is_held_against_the_roster() -> None:
    """WMH-037: no line of the list has the name."""
    text = "Retribution Army - 75 / 75 points\n[Theme] Legions of Dawn\n\nUnit [75]"
    found = findings(text, ROSTER, filled={"leader": "Nobody 1"}, kind="champions")
    assert [(f.clause, f.line) for f in found if f.level is ERROR] == [("WMH-037", None)]


def test_a_champions_list_has_a_theme_force() -> None:
    """WMH-037."""
    found = champions(army(theme=""))
    assert found == [("WMH-037", "The list has no theme force; Champions lists are built in one.")]


def test_masters_knows_no_roster_and_allows_every_theme() -> None:
    """WMH-033 W-30."""
    assert errors(army("(Nobody 1) Nobody", theme="Anything at All"), ROSTER) == []
    assert errors(army(theme=""), ROSTER) == []


@pytest.mark.parametrize("name", ALWAYS)
def test_nine_leaders_are_always_on(name: str) -> None:
    """WMH-039: the battlegroup boxes, whatever the roster says."""
    assert len(ALWAYS) == 9
    for leader in (f"({name} 1) Somebody {name}", f"Captain {name}, the Bold"):
        assert champions(army(leader)) == []
    assert [clause for clause, _ in champions(army(f"({name} 2) Later {name}"))] == ["WMH-037"]


def test_a_leader_without_a_letter_is_nobody_who_is_always_on() -> None:
    """WMH-039: “…” is written where the name is still open."""
    text = "Retribution Army - 75 / 75 points\n[Theme] Legions of Dawn\n\nLeader: … [+29]\nUnit [75]"
    assert "WMH-037" in [clause for clause, _ in champions(text)]


def test_a_pre_release_does_not_put_a_leader_on_the_roster() -> None:
    """WMH-040 WMH-043: the builder's notice is repeated, but the leader is refused."""
    text = army("(Newcomer 1) Newcomer").replace("\n\n", "\n\n!!! Your army contains a pre-release entry.\n\n")
    found = findings(text, ROSTER, kind="champions")
    assert [(f.level, f.clause) for f in found] == [(WARNING, "WMH-043"), (ERROR, "WMH-037")]


def test_two_champions_lists_have_different_theme_forces() -> None:
    """WMH-024: Masters does not ask for that."""
    two = (army(), army("(Old Crow 1) Old Crow"))
    assert together(*two, kind="champions") == [
        (ERROR, "WMH-024", "Lists 1 and 2 have the same theme force, Legions of Dawn; in Champions they differ.")
    ]
    assert together(*two) == []
    assert together(two[0], army("(Old Crow 1) Old Crow", theme="Shadows"), kind="champions") == []
    assert together(*(text.replace("[Theme] Legions of Dawn\n", "") for text in two), kind="champions") == []


def test_a_champions_list_without_a_leader_is_told_so_once() -> None:
    """WMH-030 WMH-037: nobody can say whether nobody is on the roster."""
    text = "Retribution Army - 75 / 75 points\n[Theme] Legions of Dawn\n\nUnit [75]"
    assert champions(text) == [("WMH-030", "The list does not name a leader.")]


def test_without_a_roster_it_is_not_checked() -> None:
    """WMH-037 WMH-038 X-19: no data, data of later days, or an event without a date."""
    for roster, day in ((None, date(2019, 9, 1)), (ROSTER, date(2019, 1, 1)), (ROSTER, None)):
        found = findings(army(), roster, day, kind="champions")
        assert [(f.level, f.clause) for f in found] == [(NOT_CHECKED, "WMH-038")]
        assert ("the event has no date" in str(found[0].message)) == (day is None)


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ([], "neither “rosters” nor “leaders”"),
        ({"system": "warmachine"}, "neither “rosters” nor “leaders”"),
        ({"rosters": 3}, "“rosters” of the file should be a list of objects."),
        ({"rosters": ["June"]}, "“rosters” of the file should be a list of objects."),
        ({"rosters": [{"since": "soon"}]}, "Roster 1: since “soon” should be a date"),
        ({"rosters": [{"since": "2019-01-01", "themes": "all"}]}, "“themes” should be a list of names."),
        ({"rosters": [{"since": "2019-01-01", "leaders": ["A", 2]}]}, "“leaders” should be a list of names."),
        ({"leaders": [{"name": "A"}]}, "Leader 1 of the file should have a name and a faction."),
        ({"leaders": [{"faction": "Cryx"}]}, "Leader 1 of the file should have a name and a faction."),
        ({"leaders": [{"name": " ", "faction": "Cryx"}]}, "Leader 1 of the file should have a name and a faction."),
        ({"leaders": [{"name": "A", "faction": " "}]}, "Leader 1 of the file should have a name and a faction."),
        ({"system": "l5r", "leaders": []}, "The file has data for “l5r”"),
    ],
)
def test_rosters_that_cannot_be_read(document: Any, sentence: str) -> None:
    with pytest.raises(BadInput) as refused:
        DATA.take({}, document)
    assert sentence in str(refused.value)


def test_rosters_of_several_files_are_kept_together() -> None:
    """WMH-038: the event uses the one of its date."""
    first = DATA.take({}, {"rosters": ROSTERS["rosters"][:1]}).kept
    both = DATA.take(first, {"rosters": ROSTERS["rosters"][1:]})
    assert sorted(both.kept["rosters"]) == ["2019-06-25", "2019-10-01"] and both.counts == {"rosters": 1}
    # The version that wrote the stored data can read it back.
    assert parse_document("kept", json.dumps(both.kept), DATA) == both.kept


# What is declared beside the checks


def test_opponents_see_lists_while_they_play() -> None:
    """WMH-079 X-17."""
    seen = {phase: LISTS.sight(settings(), phase) for phase in Phase}
    assert seen == {
        Phase.BEFORE: Sight.NOBODY,
        Phase.SWISS: Sight.OPPONENT,
        Phase.ELIMINATION: Sight.OPPONENT,
        Phase.AFTER: Sight.NOBODY,
    }


def test_what_an_organiser_looks_at() -> None:
    """WMH-042 WMH-043 WMH-044 WMH-045 WMH-046 WMH-047 WMH-048 WMH-049 WMH-050 WMH-051 WMH-052 WMH-054 WMH-055."""
    points = {clause: str(text) for clause, text in LISTS.checklist(settings())}
    assert list(points) == [f"WMH-0{n}" for n in (*range(42, 53), 54, 55)]
    assert "logos" in points["WMH-046"] and "swapped" in points["WMH-048"]


def test_players_are_told_what_is_fixed() -> None:
    """WMH-004 WMH-025 WMH-026 WMH-032 WMH-033."""
    assert "Every theme force is allowed." in map(str, LISTS.notes(settings()))
    told = list(map(str, LISTS.notes(settings(kind="champions"))))
    assert "Leaders and theme forces come from the current Active Duty Roster." in told
    assert any("clients" in note for note in told) and "Write the cost of every model." in told
