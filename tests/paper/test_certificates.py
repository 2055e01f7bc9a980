"""Certificates: for the awards of the book, for the first places, or for one player."""

from __future__ import annotations

from pathlib import Path

import pytest

from muster.app.awards import actions as awards
from muster.app.events import actions as events
from muster.app.views.event import standings_view
from muster.core.kit.errors import Refusal
from muster.core.record.facts.awards import AwardKind
from muster.paper.kinds import printed
from tests.paper.conftest import STAFF, Printer, start


def finished(folder: Path) -> Printer:
    printer = start(folder, "bushido", ("Zoë Ångström", "Bob", "Παπαδόπουλος", "Dai"))
    events.amend(printer.desk, "cup", STAFF, place="Long Hall, Kyoto", date="2026-11-15")
    printer.play(2)
    events.finish(printer.desk, "cup", STAFF, "enough")
    return printer


def pages(printer: Printer, player: str = "", places: int = 0) -> list[str]:
    made = printed(
        printer.opened, "certificates", printer.back(), paper="a4", when="today", player=player, places=places
    )
    return printer.texts(made.pdf)


def test_places_one_to_n_have_a_page_each_with_rank_name_day_and_hall(tmp_path: Path) -> None:
    printer = finished(tmp_path)
    rows = standings_view(printer.opened).rows
    found = pages(printer, places=2)
    assert len(found) == sum(row.rank is not None and row.rank <= 2 for row in rows)
    for page, row in zip(found, rows, strict=False):
        assert row.name in page and "Cup" in page and "Long Hall, Kyoto" in page and "2026-11-15" in page
        assert "Organiser" in page
    assert "First place" in found[0] and "Second place" in found[1], "by the book where it has a title"


def test_every_award_has_a_page_for_everybody_who_shares_it(tmp_path: Path) -> None:
    printer = finished(tmp_path)
    awards.add(printer.desk, "cup", "Finest army", AwardKind.STAFF, STAFF, prize="A set of brushes")
    awards.decide(printer.desk, "cup", "Finest army", ["Bob", "Dai"], STAFF)
    *places, one, other = pages(printer)
    assert len(places) == 3 and "First place" in places[0]
    for page, name in ((one, "Bob"), (other, "Dai")):
        assert name in page and "Finest army" in page and "A set of brushes" in page


def test_one_player_has_a_certificate_with_the_own_place(tmp_path: Path) -> None:
    printer = finished(tmp_path)
    last = standings_view(printer.opened).rows[-1]
    (page,) = pages(printer, player=last.name)
    assert last.name in page and "4th place" in page


def test_places_belong_to_certificates_and_to_the_end(tmp_path: Path) -> None:
    printer = start(tmp_path, "bushido")
    with pytest.raises(Refusal, match="Finish the event first"):
        pages(printer, places=3)
    with pytest.raises(Refusal, match="Only certificates"):
        printed(printer.opened, "badges", printer.back(), paper="a4", when="today", places=3)
