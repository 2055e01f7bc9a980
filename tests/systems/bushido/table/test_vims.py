"""VIMs at the table: chosen in secret, or declared in the event before."""

from __future__ import annotations

from dataclasses import replace

from muster.core.book.lists import Item
from muster.core.book.tracker.board import Answers
from muster.core.book.tracker.tracker import ForceList
from muster.systems.bushido.table.state import BushidoStep
from tests.systems.bushido.table.hall import ANN, BO, Hall, keys, pick, refused, said, setup


def test_vims_are_hidden_until_both_are_in() -> None:
    """BSG-12: each chooses in secret; then both are shown, and nothing changes any more."""
    hall = Hall().up_to("vims", vims=1)
    assert pick(hall.board(ANN), "vim") == {0: "Aiko", 1: "Old Ren", 2: "Tora"}
    others = [(BO, False), (None, False), (None, True)]
    seen = []
    for choice in (0, 1):
        one = Hall().up_to("vims", vims=1)
        one.tap(ANN, "vim", value=choice)
        assert not one.game.revealed
        seen.append([repr(one.board(side, staff=staff)) for side, staff in others])
        assert "Has chosen" in said(one.board(ANN)) and "vim" not in keys(one.board(ANN))
        other = Hall().up_to("vims", vims=1)
        assert not other.tap(BO, "vim", value=choice).revealed
    assert seen[0] == seen[1]
    hall.tap(ANN, "vim", value=1)
    assert refused(hall, ANN, "vim", value=0).clause == "BSG-12"
    hall.tap(BO, "vim", value=0)
    assert hall.game.revealed and hall.game.setup.step is BushidoStep.DEPLOY
    for side, staff in [(ANN, False), *others]:
        assert "Ann: Old Ren, Bo: Akamatsu" in said(hall.board(side, staff=staff))


def test_several_vims_and_typed_ones() -> None:
    """BSG-12: as many as the scenario has, one after the other; without a list their names are typed."""
    hall = Hall(setup(lists=False))
    for side in (ANN, BO):
        hall.tap(side, "count", count=3)
    hall.both("ready")
    hall.tap(ANN, "sheet", turns=6, vims=2)
    hall.tap(ANN, "objectives")
    hall.tap(ANN, "test", value=ANN)
    hall.tap(ANN, "zone")
    hall.both("own terrain")
    assert any(isinstance(part, Answers) and part.key == "vim" for part in hall.board().parts)
    hall.tap(ANN, "vim", name="Kenko")
    assert "Choose VIM 2 of 2" in said(hall.board())
    assert refused(hall, ANN, "vim", name="Kenko").clause == "BSG-12"
    hall.tap(ANN, "vim", name="Taka")
    hall.tap(BO, "vim", name="Ito")
    assert "Kenko" not in repr(hall.board(BO)) and "Taka" not in repr(hall.board(None, staff=True))
    hall.tap(BO, "vim", name="Saru")
    assert "Ann: Kenko, Taka, Bo: Ito, Saru" in said(hall.board(None))


def test_vims_that_were_declared_in_the_event_are_not_asked_for_again() -> None:
    """BSG-12: final, and known to both; as the list writes them, or as they were typed."""
    known = replace(setup(), declared=({"vim": "Old Ren"}, {"vim": "Akamatsu Ki 1/2"}))
    hall = Hall(known).up_to("vims", vims=1)
    assert hall.game.setup.step is BushidoStep.DEPLOY and "Ann: Old Ren, Bo: Akamatsu" in said(hall.board(None))
    assert refused(hall, ANN, "vim", value=0).clause == "BSG-01"
    typed = Hall(replace(setup(lists=False), declared=({"vim": "Kenko"}, {"vim": "Ito"})))
    typed.both("count", count=3)
    typed.both("follow", value="no")
    typed.up_to("vims", vims=1)
    assert "Ann: Kenko, Bo: Ito" in said(typed.board(None))
    none = Hall(known).up_to("first", vims=0)
    assert "None in this scenario" in said(none.board(BO)) and none.game.warbands[ANN].vims == ()


def test_vims_that_were_declared_leave_open_what_they_do_not_say() -> None:
    """BSG-12: which of four, a second VIM, and a model that is not in the warband are asked for at the table."""
    known = replace(setup(), declared=({"vim": "Old Ren"}, {"vim": "Temple Bushi Ki 0/1"}))
    hall = Hall(known).up_to("vims", vims=1)
    assert hall.game.setup.step is BushidoStep.VIMS and hall.game.chosen_vims(ANN)
    hall.tap(BO, "vim", value=2)
    assert "Ann: Old Ren, Bo: Temple Bushi 2" in said(hall.board(None))
    hall = Hall(known).up_to("vims", vims=2)
    assert "Choose VIM 2 of 2" in said(hall.board(ANN))
    twins = ForceList("Twins", (Item(1, "Aiko", 1), Item(2, "Aiko", 1)))
    alike = replace(known, lists=((twins,), known.lists[1]), declared=({"vim": "Aiko"}, {"vim": "Akamatsu Ki 1/2"}))
    hall = Hall(alike).up_to("vims", vims=1)
    assert not hall.game.chosen_vims(ANN) and hall.game.chosen_vims(BO)
    gone = Hall(replace(known, declared=({"vim": "Nobody"}, {"vim": ["x"]}))).up_to("vims", vims=1)
    assert not gone.game.chosen_vims(ANN) and not gone.game.chosen_vims(BO)


def test_a_model_without_a_name_is_not_a_vim_that_nobody_declared() -> None:
    """BSG-12: each side with one model that the list does not name."""
    hall = Hall(setup(lists=False))
    hall.both("count", count=1)
    hall.both("follow", value="yes")
    assert hall.up_to("vims", vims=1).game.setup.step is BushidoStep.VIMS


def test_a_scenario_without_vims() -> None:
    """BSG-12: there is nothing to choose, so the step is passed over."""
    hall = Hall().up_to("first", vims=0)
    assert hall.game.setup.step is BushidoStep.DEPLOY
    assert "None in this scenario" in said(hall.board())


def test_a_small_warband_has_fewer_vims() -> None:
    """BSG-12: one model is all that it can choose."""
    hall = Hall(setup(lists=False))
    hall.both("count", count=1)
    hall.up_to("vims", vims=2)
    hall.tap(ANN, "vim", name="Kenko")
    assert hall.tap(BO, "vim", name="Ito").setup.step is BushidoStep.DEPLOY
