"""A warband's list by the book: sizes, rice, and what cannot be known."""

from __future__ import annotations

import pytest

from muster.core.book.lists import Context, Finding, HandedIn, Level, check_list
from muster.core.forms.options import Settings
from muster.systems.bushido.event import SYSTEM
from muster.systems.bushido.lists import LISTS, SIZES, size_name


def settings(rice: int = 100) -> Settings:
    return Settings(SYSTEM.options, {"rice": rice})


def found(text: str, limit: int = 75, **fields: int | str) -> tuple[Finding, ...]:
    return check_list(LISTS, HandedIn(1, text, LISTS.read(text), fields), Context(settings=settings(limit)))


def errors(text: str, limit: int = 75, **fields: int | str) -> list[tuple[str, str]]:
    return [(f.clause, str(f.message)) for f in found(text, limit, **fields) if f.level is Level.ERROR]


def test_four_figures_under_three_names() -> None:
    """BUS-03 B-14: 40 is small, 70 and 75 are medium, 100 is standard; any other figure is accepted."""
    assert {rice: str(size_name(rice)) for rice in SIZES} == {40: "Small", 70: "Medium", 75: "Medium", 100: "Standard"}
    option = settings().option("rice")
    assert [option.read(text) for text in ("40", "55", "100")] == [40, 55, 100]
    assert str(size_name(55)) == "Custom"
    assert errors("Faction: Ryu\nKenko 55", limit=55) == []
    assert [clause for clause, _ in errors("Faction: Ryu\nKenko 56", limit=55)] == ["BUS-05"]


@pytest.mark.parametrize(
    ("rice", "said"),
    [
        (40, "about three starter models"),
        (70, "events of starter sets"),
        (75, "starter sets with some choice"),
        (100, "the usual size"),
    ],
)
def test_a_size_says_what_it_is_for(rice: int, said: str) -> None:
    """BUS-04: each size has its hint, shown before a warband is handed in."""
    size, hint = map(str, LISTS.notes(settings(rice)))
    assert said in hint
    assert f"up to {rice} rice" in size
    assert len(LISTS.notes(settings(55))) == 1


@pytest.mark.parametrize(("rice", "legal"), [(74, True), (75, True), (76, False)])
def test_the_rice_limit(rice: int, legal: bool) -> None:
    """BUS-05: 75 of 75 is legal, 76 is not, by the sum of the models and by the total that is stated."""
    said = ("BUS-05", f"The warband costs {rice} rice; the limit is 75.")
    assert (said in errors(f"Faction: Ryu\nKenko 30\nTaka {rice - 30}")) == (not legal)
    assert (said in errors(f"Faction: Ryu\nKenko\nTotal: {rice} rice")) == (not legal)
    assert (said in errors("Kenko", rice=rice)) == (not legal)


def test_an_error_says_how_to_fix_it() -> None:
    """BUS-05."""
    over = next(f for f in found("Faction: Ryu\nKenko 80") if f.clause == "BUS-05")
    assert str(over.way_out()) == "Take out models worth 5 rice."


def test_a_total_that_does_not_add_up() -> None:
    """BUS-05: what is stated must be what the models come to."""
    assert errors("Faction: Ryu\nKenko 30\nTaka 20\nTotal: 60") == [
        ("BUS-05", "The list says 60 rice, its models come to 50.")
    ]


def test_the_composition_is_recorded_and_never_passed_in_silence() -> None:
    """BSG-02 X-19: faction and models are kept; who may be in a warband is reported as not checked."""
    text = "Faction: Ryu\nModels: 3\n2 Bearers 20\nKenko 30"
    handed = HandedIn(1, text, LISTS.read(text))
    assert (handed.value("faction"), handed.value("models")) == ("Ryu", 3)
    assert [(i.name, i.count, i.cost) for i in handed.parsed.items] == [("Bearers", 2, 20), ("Kenko", 1, 30)]
    assert [(f.level, f.clause) for f in found(text)] == [(Level.NOT_CHECKED, "BSG-02")]


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("", ["BSG-02"]),
        ("Faction: Ryu\nModels: 4\n2 Bearers 20\nKenko 30", ["BSG-02"]),
        ("\x00\x01\x02", ["BSG-02"]),
    ],
)
def test_faults_of_the_composition(text: str, clauses: list[str]) -> None:
    """BSG-02: a warband has models, and as many as it says."""
    assert [clause for clause, _ in errors(text)] == clauses


def test_a_model_without_rice_leaves_the_sum_unchecked() -> None:
    """BUS-05 X-19: the limit cannot be decided, so the list does not pass."""
    levels = {(f.clause, f.level, f.line) for f in found("Faction: Ryu\nKenko 30\nTaka")}
    assert ("BUS-05", Level.NOT_CHECKED, 3) in levels


def test_the_filled_in_field_comes_before_the_text() -> None:
    text = "Faction: Ryu\nKenko 30"
    assert HandedIn(1, text, LISTS.read(text), {"faction": "Prefecture"}).value("faction") == "Prefecture"


@pytest.mark.parametrize("rice", ["10r", "(10R)", "[10 r]", "10 Rice", "- 10r"])
def test_rice_as_players_write_it(rice: str) -> None:
    """BUS-05: a cost with its unit is a cost, so that the sum is checked."""
    text = f"Faction: Ryu\nKenko {rice}\nTaka {rice}"
    assert [i.cost for i in LISTS.read(text).items] == [10, 10]
    assert errors(text, limit=19) == [("BUS-05", "The warband costs 20 rice; the limit is 19.")]
    assert errors(text, limit=20) == []


def test_the_size_on_a_line_of_its_own() -> None:
    """BUS-05: “35 Rice” is the size, not 35 models called Rice: no model exceeds it, and they may add up to less.

    If models have no rice, the size is all there is to compare with the limit.
    """
    assert errors("35 Rice\nFaction: Ryu\nKenko 20r\nTaka 20r") == [
        ("BUS-05", "The list says 35 rice, its models come to 40.")
    ]
    assert errors("35 Rice\nFaction: Ryu\nKenko 20r\nTaka 14r") == []
    assert errors("50 Rice\nFaction: Ryu\nKenko\nTaka", limit=35) == [
        ("BUS-05", "The warband costs 50 rice; the limit is 35.")
    ]


def test_a_total_that_adds_up() -> None:
    """BUS-05; if there are no models, that is the only fault, whatever the list says about them."""
    assert errors("Faction: Ryu\nKenko 30\nTaka 20\nTotal: 50") == []
    assert [clause for clause, _ in errors("Faction: Ryu\nModels: 3\nTotal: 60")] == ["BSG-02"]


def test_a_total_goes_before_a_size() -> None:
    """BUS-05: “50 Rice” in passing does not replace the cost that the list states."""
    assert errors("50 Rice\nFaction: Ryu\nKenko 60r\nTotal: 40") == [
        ("BUS-05", "The list says 40 rice, its models come to 60.")
    ]


def test_models_without_rice_are_told_once() -> None:
    """BUS-05 X-19."""
    unchecked = [f for f in found("Faction: Ryu\nKenko\nTaka") if f.clause == "BUS-05"]
    assert [(f.level, f.line) for f in unchecked] == [(Level.NOT_CHECKED, 2)]


@pytest.mark.parametrize(
    ("text", "known", "told"),
    [("Kenko 30", "", True), ("Kenko 30", "Ryu", False), ("Faction: Ryu\nKenko 30", "", False)],
)
def test_a_faction_is_named_in_the_list_or_at_enrolment(text: str, known: str, told: bool) -> None:
    """BSG-02: a list without one is only pointed out."""
    context = Context(settings=settings(75), values={"faction": known})
    found = check_list(LISTS, HandedIn(1, text, LISTS.read(text)), context)
    assert [f.clause for f in found if f.level is Level.WARNING] == (["BSG-02"] if told else [])


def test_one_warband_is_handed_in() -> None:
    """BSG-02; the book does not say that it stays the same, so round 1 does not fix it."""
    assert not LISTS.locks
    assert [(slot.number, slot.required, slot.clause) for slot in LISTS.slots(settings())] == [(1, True, "BSG-02")]
