"""The draft on the desk: held names, moved tables, and steps from a page that somebody else has overtaken."""

from __future__ import annotations

import pytest

from muster.app.people import roster
from muster.app.rounds import actions as rounds
from muster.core.record.event import RoundState
from muster.web.site import Site
from tests.web.conftest import STAFF, Browser, organiser_of, start, text_of
from tests.web.views.desk.test_desk import as_form


def drafted(site: Site) -> int:
    """Round 2 of “cup” as a draft; answers with the last entry, as a page has it."""
    opened = start(site, names=("Ann", "Bob", "Cem", "Dai", "Eve", "Flo"))
    for match in opened.event.rounds[0].matches:
        organiser_of(site).send("/e/cup/result/", table=match.table, ending="played", **as_form("bushido"))
    return rounds.pair(site.desk, "cup", STAFF).last


def test_a_held_name_shows_what_each_swap_would_break(site: Site, organiser: Browser) -> None:
    drafted(site)
    event = site.open("cup").event
    held, other = event.rounds[1].matches[0], event.rounds[1].matches[1]
    page = organiser.get(f"/e/cup/desk/?hold={held.a}").content.decode()
    text = organiser.see(f"/e/cup/desk/?hold={held.a}")
    assert f"Who should swap with {event.name_of(held.a)}?" in text
    assert f'name="second" value="#{other.a}"' in page
    assert f'name="second" value="#{held.b}"' not in page, "nobody swaps with their own opponent"
    met = event.rounds[0].match_of(held.a)
    assert met is not None
    first, second = sorted((held.a, met.other(held.a)))
    assert f"{event.name_of(first)} and {event.name_of(second)} have met before, in round 1" in text
    assert "pick for a swap" in organiser.get("/e/cup/desk/?hold=99").content.decode(), "nobody is held"


def test_a_table_out_of_order_says_why(site: Site, organiser: Browser) -> None:
    """X-12: who cannot move keeps a table; the pairs in order are not told that they are."""
    start(site)
    roster.amend(site.desk, "cup", "Cem", STAFF, texts={"pinned_table": "2"})
    for match in site.open("cup").event.rounds[0].matches:
        organiser.send("/e/cup/result/", table=match.table, ending="played", **as_form("bushido"))
    rounds.pair(site.desk, "cup", STAFF)
    page = organiser.see("/e/cup/desk/")
    assert page.count("Cem stays at this table X-12") == 1 and "tables in pairing order" not in page


def test_a_swap_goes_back_to_the_seat(site: Site, organiser: Browser) -> None:
    seen = drafted(site)
    first, second = site.open("cup").event.rounds[1].matches[:2]
    sent = {"csrfmiddlewaretoken": organiser.token(), "first": f"#{first.a}", "second": f"#{second.a}", "seen": seen}
    answer = organiser.post("/e/cup/swap/", sent)
    assert answer.headers["Location"] == f"/e/cup/desk/#seat-{first.a}"
    assert "changed by hand" in organiser.see("/e/cup/desk/")


def test_a_pair_moves_to_another_table(site: Site, organiser: Browser) -> None:
    drafted(site)
    before = {m.table: m.a for m in site.open("cup").event.rounds[1].matches}
    organiser.send("/e/cup/move/", table=1, to=2)
    after = {m.table: m.a for m in site.open("cup").event.rounds[1].matches}
    assert (after[1], after[2]) == (before[2], before[1])
    page = organiser.send("/e/cup/move/", 409, table=1, to="x")
    assert "Table “x” should be a whole number of 1 or more." in page
    assert "There is no table 9" in organiser.send("/e/cup/move/", 409, table=9, to=1)


STEPS = [("publish", {}), ("swap", {"first": "Ann", "second": "Bob"}), ("move", {"table": "1", "to": "9"})]


@pytest.mark.parametrize(("step", "fields"), STEPS)
def test_a_step_from_an_overtaken_page_is_refused_in_words(
    site: Site, organiser: Browser, step: str, fields: dict[str, str]
) -> None:
    seen = drafted(site)
    rounds.pair(site.desk, "cup", STAFF, redraw_reason="a table broke")
    before = site.open("cup").last
    page = organiser.send(f"/e/cup/{step}/", 409, seen=seen, **fields)
    assert "The organiser has just done this: Round 2 drawn as “round 2 draw 2”: 3 pairs (a table broke)." in page
    assert "Check round 2, then publish" in page
    assert site.open("cup").last == before


def test_results_that_came_in_meanwhile_do_not_hold_up_a_step(site: Site, organiser: Browser) -> None:
    opened = start(site)
    for match in opened.event.rounds[0].matches:
        organiser.send("/e/cup/result/", table=match.table, ending="played", **as_form("bushido"))
    organiser.send("/e/cup/close/", seen=opened.last)
    assert site.open("cup").event.rounds[0].state is RoundState.CLOSED


def test_a_draft_that_no_longer_fits_says_so_before_it_is_published(site: Site, organiser: Browser) -> None:
    drafted(site)
    assert "No problems found" in organiser.see("/e/cup/desk/")
    organiser.send("/e/cup/people/2/drop/", reason="ill")
    page = organiser.see("/e/cup/desk/")
    assert "1 thing to check" in page and "Draw it again with a reason." in page


def test_a_player_without_a_place_gets_one_on_the_page(site: Site, organiser: Browser) -> None:
    """Forgotten in a pairing by hand: the page says who, and a bye or a round left out makes it ready."""
    start(site, names=("Ann", "Bob", "Cem", "Dai", "Eve", "Flo"))
    for match in site.open("cup").event.rounds[0].matches:
        organiser.send("/e/cup/result/", table=match.table, ending="played", **as_form("bushido"))
    rounds.pair_by_hand(site.desk, "cup", [("", "Ann", "Bob"), ("", "Cem", "Dai")], STAFF)
    page = organiser.see("/e/cup/desk/")
    assert "2 players are not placed in round 2" in page and "has just done this" not in page
    organiser.send("/e/cup/place/", player="#5", how="bye", once="x")
    assert "1 player is not placed in round 2" in organiser.see("/e/cup/desk/")
    organiser.send("/e/cup/place/", player="#6", how="out", once="x")
    assert "not placed in round 2" not in organiser.see("/e/cup/desk/")
    organiser.send("/e/cup/publish/")
    round_ = site.open("cup").event.rounds[1]
    assert round_.state is RoundState.PUBLISHED and [b.player for b in round_.byes] == [5]


def test_a_double_click_takes_a_step_once(site: Site, organiser: Browser) -> None:
    seen = drafted(site)
    for _ in range(2):
        organiser.send("/e/cup/publish/", seen=seen, once="page 1")
    kinds = [type(e.fact).__name__ for e in site.open("cup").entries]
    assert kinds.count("RoundPublished") == 2, "one for each round"


def test_a_step_that_came_first_is_told_in_the_readers_language(site: Site, organiser: Browser) -> None:
    seen = drafted(site)
    rounds.publish(site.desk, "cup", STAFF)
    sent = {"csrfmiddlewaretoken": organiser.token(), "seen": seen}
    page = text_of(organiser.post("/e/cup/publish/", sent, headers={"accept-language": "de"}))
    assert "Die Turnierleitung hat gerade Folgendes getan: Runde 2 veröffentlicht." in page


def test_two_organisers_at_once_lose_nothing(site: Site, organiser: Browser) -> None:
    seen = drafted(site)
    other = organiser_of(site)
    organiser.send("/e/cup/publish/", seen=seen, once="page 1")
    page = other.send("/e/cup/pair/", 409, seen=seen, once="page 2", again="yes", reason="too slow")
    assert "The organiser has just done this: Round 2 published." in page
    assert "Collect 3 results" in page
    other.send("/e/cup/key/", line="1 2 1", once="k1")
    organiser.send("/e/cup/key/", line="2 2 1", once="k2")
    assert "Collect 1 result" in organiser.see("/e/cup/desk/")


def test_the_log_speaks_of_tables_and_names(site: Site, organiser: Browser) -> None:
    match = start(site, "l5r").event.rounds[0].matches[0]
    organiser.send("/e/cup/key/", line=f"{match.table} 1")
    event = site.open("cup").event
    a, b = event.name_of(match.a), event.name_of(match.b)
    line = f"Round 1, table {match.table}, {a} v {b} reported: Winner: {a}"
    assert line in organiser.see("/e/cup/log/")
    page = organiser.get("/e/cup/desk/").content.decode()
    assert f'aria-label="Undo: {line}"' in page
    organiser.send("/e/cup/undo/", seen=site.open("cup").last)
    page = organiser.see("/e/cup/desk/")
    assert f"Undone: {line}" in page and f"Redo: {line}" in page
    assert 'aria-label="Undo: Round 1 published"' in organiser.get("/e/cup/desk/").content.decode()


def test_standings_as_of_any_round(site: Site, organiser: Browser) -> None:
    start(site, played=2)
    assert "Standings after round 2" in organiser.see("/e/cup/desk/")
    assert "Standings after round 1" in organiser.see("/e/cup/desk/?after=1")
    assert "Standings after round 2" in organiser.see("/e/cup/desk/?after=9")
