"""A season's public page: the leaderboard, who has qualified, which events count and what they lack."""

from __future__ import annotations

import re

from muster.app.circuit import actions as circuit
from muster.app.persons import actions
from muster.web.site import Site
from tests.app.circuit.year import STAFF, Year
from tests.web.conftest import Browser, organiser_of


def iron(site: Site) -> Year:
    year = Year(journals=site.desk.journals)
    year.qualifier("North", ["Ann", "Ben", "Cem", "Dai"])
    year.qualifier("South", ["Ben", "Eve", "Ann", "Fay"])
    year.same()
    return year


def test_everybody_reads_the_leaderboard(site: Site) -> None:
    """WMH-134: published for all, with the rule beside what follows from it."""
    year = iron(site)
    page = Browser(site).see(f"/s/{year.id}/")
    assert "2 players have qualified." in page and "Points by place: 10, 7, 4. WMH-133" in page
    assert "Everyone with 10 or more qualifies. WMH-135" in page
    table = page[page.index("Leaderboard") :]
    order = [table.index(name) for name in ("Ben", "Ann", "Everyone above has qualified", "Eve", "Cem")]
    assert order == sorted(order)
    assert "Season Circuit Events Iron Gauntlet 2026" in Browser(site).see("/")
    on_a_phone = Browser(site).get(f"/s/{year.id}/").content.decode()
    assert on_a_phone.count('<td data-of="Counts">yes') == 2  # Where the heads of the columns are not shown.


def test_the_final_if_it_were_today_is_there_until_there_is_a_final(site: Site) -> None:
    """WMH-137 WMH-138: the first seed has the bye, the second meets the last."""
    year = iron(site)
    page = Browser(site).see(f"/s/{year.id}/")
    assert "The final, if it were today" in page and "1 Ben v 2 Ann" in page and "the bye" not in page
    year.qualifier("West", ["Gus", "Hal", "Ida", "Jon"])
    page = Browser(site).see(f"/s/{year.id}/")
    assert "Ben is the first seed and has the bye. WMH-138" in page and "2 Ann v 3 Gus" in page
    assert "WMH-137 Iron Gauntlet final: " in page and "a lot decides" not in page
    year.qualifier("East", ["Kim", "Lea", "Max", "Nia"])
    page = Browser(site).see(f"/s/{year.id}/")
    assert "1 Ben v 4 Kim" in page and "2 Ann v 3 Gus" in page and "a lot decides when the final is drawn" in page
    circuit.create_final(year.seasons, year.desk, year.id, "Final", STAFF)
    assert "if it were today" not in Browser(site).see(f"/s/{year.id}/")


def test_no_first_round_is_shown_where_seeds_do_not_decide_it(site: Site) -> None:
    league = {"name": "L", "game": "warmachine", "points": {"chart": [3, 2, 1]}, "qualify": {"places": 3}}
    year = Year(league, journals=site.desk.journals)
    year.enter(year.event("North", ["Ann", "Ben", "Cem", "Dai"]))
    page = Browser(site).see(f"/s/{year.id}/")
    assert "3 players have qualified." in page and "if it were today" not in page
    desk = organiser_of(site).see(f"/s/{year.id}/desk/")
    assert "3. Cem 1 point" in desk and "2. Ben 2 points" in desk


def test_how_points_count_is_said_above_the_table(site: Site) -> None:
    """A phone has no hover: nobody should wonder why a first place is worth 2.5."""
    tiers = [{"name": "Open"}, {"name": "Grand", "times": "3/2"}]
    league = {"name": "L", "points": {"chart": [10, 7]}, "tier": tiers, "table": {"best": 2}}
    year = Year({**league, "decay": {"days": 30, "times": "1/2"}}, journals=site.desk.journals)
    page = Browser(site).see(f"/s/{year.id}/")
    assert "The best 2 results of each player count." in page
    assert "Points of Grand events are multiplied by 1.5." in page and "Points of Open events" not in page
    assert "Every 30 days after an event, its points are multiplied by 0.5." in page
    assert "multiplied" not in Browser(site).see(f"/s/{iron(site).id}/")


def test_what_an_event_lacks_is_there_with_its_day(site: Site) -> None:
    """WMH-131 WMH-132."""
    year = Year(journals=site.desk.journals)
    year.enter(year.event("North", ["Ann", "Ben"]))
    page = Browser(site).see(f"/s/{year.id}/")
    assert "Nobody has points yet." in page and "not yet WMH-132" in page
    assert "Top three and standings reported: Not done. The last day was 15 September 2026. WMH-131" in page
    year.meet("north", "reported", "2026-09-20")
    assert "no WMH-132" in Browser(site).see(f"/s/{year.id}/")
    assert "Does not count yet" not in organiser_of(site).see(f"/s/{year.id}/desk/")


def test_a_correction_moves_the_leaderboard_and_says_so(site: Site) -> None:
    year = iron(site)
    year.correct("north", "Ann", "b", "0-9")
    page = Browser(site).see(f"/s/{year.id}/")
    assert "“North” was corrected after it was reported" in page and "Dai: was 4th, now 1st" in page


def test_a_missing_event_is_named_for_the_organiser_and_the_page_is_there(site: Site) -> None:
    year = iron(site)
    year.desk.remove("north")
    page = organiser_of(site).see(f"/s/{year.id}/")
    assert "“North” is not in this data folder as “north”." in page and "Ben" in page
    assert "is not in this data folder" not in Browser(site).see(f"/s/{year.id}/")


def test_a_name_leads_to_the_profile_of_who_agreed(site: Site) -> None:
    """For a stranger only with consent, also where the table of a region shows them; for the organiser always."""
    year = iron(site)
    page = f"/s/{year.id}/"
    assert "/people/" not in Browser(site).get(page).content.decode()
    actions.consent(site.people, "Ann@north", True, STAFF)
    shown = Browser(site).get(page).content.decode()
    (link,) = re.findall(r'href="(/people/[^"]+)">([^<]+)<', shown)
    assert link[1] == "Ann" and "Ann" in Browser(site).see(link[0])
    assert organiser_of(site).get(page).content.decode().count('href="/people/') >= 4
    year.desk.remove("north")
    year.desk.remove("south")
    assert "/people/" not in organiser_of(site).get(page).content.decode().partition("Leaderboard")[2]


def test_the_table_is_taken_along_as_csv(site: Site) -> None:
    year = iron(site)
    sheet = Browser(site).get(f"/s/{year.id}/table.csv")
    assert sheet["Content-Disposition"] == f'attachment; filename="{year.id}.csv"'
    assert sheet.content.decode().splitlines()[:3] == [
        "rank,player,points,qualified,North,South",
        "1,Ben,17,yes,7,10",
        "2,Ann,14,yes,10,4",
    ]
    assert f"/s/{year.id}/table.csv" in Browser(site).get(f"/s/{year.id}/").content.decode()


def test_a_season_that_is_not_there(site: Site) -> None:
    assert "No season is called “none”" in Browser(site).see("/s/none/", status=404)
