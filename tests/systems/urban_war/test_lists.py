"""The force list by the guide: what it shows, what it costs, that it adds up, and what an umpire looks at."""

from __future__ import annotations

import pytest

from muster.core.book.lists import Context, Finding, HandedIn, Level, check_list
from muster.core.forms.options import Settings
from muster.game import MOST_UNREAD
from muster.systems.urban_war.event import SYSTEM
from muster.systems.urban_war.lists import CHECKLIST, LISTS

FORCE = """Player: Ann
Faction: Viridian
1 x Sergeant 50
8 x Marines 160
3 x Secutors 90
Models: 12
Total: 300
"""


def handed(text: str, **fields: int | str) -> HandedIn:
    return HandedIn(1, text, LISTS.read(text), fields)


def found(text: str, **fields: int | str) -> tuple[Finding, ...]:
    return check_list(LISTS, handed(text, **fields), Context(settings=Settings(SYSTEM.options), player="Ann"))


def errors(text: str, **fields: int | str) -> list[tuple[str, str]]:
    return [(f.clause, str(f.message)) for f in found(text, **fields) if f.level is Level.ERROR]


def test_a_good_force_has_no_error_and_says_what_is_not_known() -> None:
    """UW-68 X-19: everything is shown; what a unit should cost is reported as not checked."""
    assert [(f.level, f.clause) for f in found(FORCE)] == [(Level.NOT_CHECKED, "X-19")]


@pytest.mark.parametrize(
    "words",
    [("Joueur", "Faction", "Figurines", "Total"), ("Jugador", "Facción", "Miniaturas", "Total")],
)
def test_the_head_of_a_list_in_french_and_spanish(words: tuple[str, ...]) -> None:
    """UW-68; the French put a space before the colon."""
    text = FORCE
    for english, word in zip(("Player", "Faction", "Models", "Total"), words, strict=True):
        text = text.replace(f"{english}:", f"{word}\u00a0:")
    assert errors(text) == []


@pytest.mark.parametrize(("points", "legal"), [(299, True), (300, True), (301, False)])
def test_the_force_limit(points: int, legal: bool) -> None:
    """UW-58: 300 is legal, 301 is not."""
    text = FORCE.replace("300", str(points)).replace("90", str(points - 210))
    assert errors(text) == ([] if legal else [("UW-58", "The force costs 301 points; the limit is 300.")])


def test_a_force_over_the_limit_whatever_it_states() -> None:
    """UW-58 UW-69: the lines count, not only what the list says of itself."""
    assert [clause for clause, _ in errors(FORCE.replace("90", "120"))] == ["UW-58", "UW-69"]
    assert [clause for clause, _ in errors(FORCE, points=301)] == ["UW-58", "UW-69"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Faction: Viridian\n", "The faction is missing."),
        ("Models: 12\n", "The number of models is missing."),
        ("Total: 300\n", "The total is missing."),
    ],
)
def test_what_a_list_must_show(line: str, said: str) -> None:
    """UW-68: faction, number of models and total points."""
    assert errors(FORCE.replace(line, "")) == [("UW-68", said)]


@pytest.mark.parametrize("models", ["Models 12", "12 models", "Number of models 12"])
def test_the_number_of_models_without_a_colon(models: str) -> None:
    """UW-68 UW-69: it is the model count, and not a unit of that name and cost."""
    text = FORCE.replace("Models: 12", models)
    assert errors(text) == []
    assert handed(text).value("models") == 12


def test_every_unit_shows_its_cost() -> None:
    """UW-68: the line without a cost is named."""
    text = FORCE.replace("3 x Secutors 90", "3 x Secutors")
    (fault,) = [f for f in found(text) if f.level is Level.ERROR]
    assert (fault.clause, fault.line, str(fault.message)) == ("UW-68", 5, "“Secutors” has no cost.")


def test_a_list_of_somebody_else() -> None:
    """UW-68: the player on the list is the one who hands it in."""
    assert errors(FORCE.replace("Player: Ann", "Player: Ben")) == [
        ("UW-68", "The list names “Ben” as its player; it is handed in for Ann.")
    ]


def test_a_list_for_nobody_yet_names_whom_it_likes() -> None:
    """UW-68: tried before anybody is enrolled, a list cannot be in the wrong hands."""
    context = Context(settings=Settings(SYSTEM.options))
    assert [f.level for f in check_list(LISTS, handed(FORCE), context)] == [Level.NOT_CHECKED]


@pytest.mark.parametrize(("lines", "told"), [(MOST_UNREAD, MOST_UNREAD), (MOST_UNREAD + 3, MOST_UNREAD + 1)])
def test_many_lines_without_a_cost_are_told_in_one(lines: int, told: int) -> None:
    """UW-68: the first ones by name, and then how many there are."""
    units = "\n".join(f"Marine {chr(ord('A') + n)}" for n in range(lines))
    faults = errors(f"Faction: Viridian\n{units}\nTotal: 300", models=lines)
    assert len(faults) == told
    assert (f"Lines without a cost in total: {lines}." in faults[-1][1]) == (told > MOST_UNREAD)


def test_an_empty_list_lacks_everything() -> None:
    """UW-68."""
    assert [clause for clause, _ in errors("")] == ["UW-68"] * 4
    bare = errors("Faction: Viridian\nModels: 12\nTotal: 300")
    assert bare == [("UW-68", "There are no models or units on this list.")]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("Models: 12", "Models: 11"), "The list says 11 models, its lines have 12."),
        (("Models: 12", "Models: 13"), "The list says 13 models, its lines have 12."),
        (("Total: 300", "Total: 290"), "The list says 290 points, its lines come to 300."),
        (("3 x Secutors 90", "3 x Secutors 80"), "The list says 300 points, its lines come to 290."),
    ],
)
def test_totals_add_up(change: tuple[str, str], said: str) -> None:
    """UW-69."""
    assert errors(FORCE.replace(*change)) == [("UW-69", said)]


def test_fields_filled_in_beside_the_text_count() -> None:
    """UW-68."""
    text = "1 x Sergeant 50\n8 x Marines 160\n3 x Secutors 90"
    assert errors(text, faction="Viridian", models=12, points=300) == []


def test_the_score_card_takes_its_thresholds_from_the_list() -> None:
    """UW-15 UW-21 UW-23: twelve models 3, 6, 9; thirteen round up to 4, 7, 10."""
    assert LISTS.card(handed(FORCE)) == {"models": 12, "moderate": 3, "heavy": 6, "severe": 9}
    thirteen = LISTS.card(handed(FORCE, models=13))
    assert thirteen == {"models": 13, "moderate": 4, "heavy": 7, "severe": 10}
    assert LISTS.card(handed("")) == LISTS.card(handed(FORCE, models=0)) == {}
    assert LISTS.card(handed(FORCE, models=1)) == {"models": 1, "moderate": 1, "heavy": 1, "severe": 1}


def test_the_sheet_and_the_notes() -> None:
    """UW-65 UW-70 UW-71: two copies, any clear layout with these columns, troops that are easily recognised."""
    notes = " ".join(map(str, LISTS.notes(Settings(SYSTEM.options))))
    assert all(word in notes for word in ("two copies", "Any clear layout", "recognise", "300 points"))
    assert [title for _, title in LISTS.columns] == ["Models", "Model or unit", "Points"]
    assert [f.key for f in LISTS.fields] == ["faction", "models", "points"]
    (slot,) = LISTS.slots(Settings(SYSTEM.options))
    assert (slot.number, slot.required, slot.clause) == (1, True, "UW-65")


def test_what_an_umpire_looks_at() -> None:
    """UW-71 UW-72 UW-73 UW-74: recognisable troops, the range, no proxies, conversions."""
    assert [clause for clause, _ in LISTS.checklist(Settings(SYSTEM.options))] == ["UW-71", "UW-72", "UW-73", "UW-74"]
    words = dict(CHECKLIST)
    assert "at a glance" in words["UW-71"]
    assert "VOID" in words["UW-72"]
    assert "No proxies" in words["UW-73"]
    assert "same base" in words["UW-74"]
