"""Lists that are withdrawn, and cards that are lost, in the browser."""

from __future__ import annotations

import re

from muster.app.lists import actions as lists
from muster.app.lists import views
from muster.core.kit.model import PlayerId
from muster.core.rules.lists.lost_cards import open_losses
from muster.web.site import Site
from tests.app.paperwork import FORCE
from tests.web.conftest import STAFF, judge_of, player_of, publish
from tests.web.list_hall import ALL, MINE, bring, hall, versions


def test_a_player_withdraws_their_list_until_it_is_locked(site: Site) -> None:
    hall(site)
    bring(site, "Ann", FORCE)
    ann = player_of(site, "cup", 1)
    assert "Withdraw my list" in ann.see(MINE)
    ann.send(MINE + "withdraw/")
    page = ann.see(MINE)
    assert "Hand in your list" in page and "Withdrawn Ann" in page and "Withdraw my list" not in page
    assert "has no list to withdraw" in ann.send(MINE + "withdraw/", 409)
    ann.send(MINE + "send/", text=FORCE)
    lists.lock(site.desk, "cup", (), STAFF)
    assert "Withdraw my list" not in ann.see(MINE)
    assert "Ask the organiser to unlock it." in ann.send(MINE + "withdraw/", 409)
    assert versions(site, 1) == [FORCE, FORCE]


def test_a_judge_withdraws_a_list_and_says_why(site: Site) -> None:
    hall(site)
    bring(site, "Ann", FORCE)
    judge = judge_of(site, "cup")
    assert "Enter why" in judge.send(ALL + "1/withdraw/", 409, reason=" ")
    judge.send(ALL + "1/withdraw/", reason="of another player")
    page = judge.see(ALL + "1/")
    assert "Ann has not handed in a list yet." in page and "of another player" in page
    opened = site.open("cup")
    assert next(p.name for p in views.missing_view(opened)) == "Ann"


def test_a_lost_card_is_noted_replaced_or_conceded_at_the_table(site: Site) -> None:
    """L5R-053 L5R-054 L5R-056."""
    hall(site, "l5r")
    bring(site, "Ann", "Conflict\n3x Assassination\n")
    match = publish(site).event.rounds[0].matches[0]
    number = match.a
    path = f"{ALL}{number}/"
    judge = judge_of(site, "cup")
    assert f"Extend table {match.table}" in judge.see(path)
    judge.send(path + "lost/", card="Assassination", minutes="5", do="before")
    page = judge.see(path)
    assert "Lost cards: 1" in page and "Assassination , missing since round 1" in page and "L5R-055" in page
    ids = re.findall(r' id="([^"]+)"', judge.get(path).getvalue().decode())
    assert len(ids) == len(set(ids))  # The page's own “lost” tells of the live stream, and is hidden.
    judge.send(path + "lost/settle/", which="1", do="replace")
    assert "Lost cards: 0" in judge.see(path)
    assert "already settled" in judge.send(path + "lost/settle/", 409, which="1", do="replace")
    judge.send(path + "lost/", card="Assassination", minutes="x", do="in-game")
    (lost,) = open_losses(site.open("cup").event, PlayerId(number))
    assert lost.card == "Assassination"
    assert site.open("cup").event.rounds[0].matches[0].result is not None
    page = judge.send(path + "lost/settle/", 409, which=str(lost.number), do="concede")
    assert "already has a result" in page


def test_a_refused_lost_card_keeps_what_was_typed(site: Site) -> None:
    hall(site, "l5r")
    bring(site, "Ann", "Conflict\n3x Assassination\n")
    page = judge_of(site, "cup").send(ALL + "1/lost/", 409, card="Assasination", do="before")
    assert "did you mean “Assassination”" in page
    assert "Lost cards" not in judge_of(site, "cup", "Mo").see("/e/cup/") and "Lost cards" in page
