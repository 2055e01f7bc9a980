"""The organiser's desk: the whole round loop by plain forms, and refusals that keep what was typed."""

from __future__ import annotations

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from muster.app.events import actions as events
from muster.app.past import history
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.app.views.event import standings_view
from muster.core.record.event import MatchState
from muster.core.record.facts.play import ResultReported
from muster.systems import registry
from muster.web.site import Site
from tests.typed import needed
from tests.web.conftest import NAMES, RESULTS, STAFF, Browser, judge_of, player_of, publish, start, text_of


def as_form(system: str) -> dict[str, str]:
    """A result as the form sends it: each side in a field of its own."""
    fields = {f.key: f for f in registry.find(system).result_fields}
    sent: dict[str, str] = {}
    for key, text in RESULTS[system].items():
        if fields[key].per_side:
            sent[f"{key}-1"], sent[f"{key}-2"] = text.split("-")
        else:
            sent[key] = text
    return sent


@pytest.mark.parametrize("system", registry.BUILT_IN)
def test_a_whole_round_loop_of_every_game(site: Site, organiser: Browser, system: str) -> None:
    organiser.send("/create/", name="Cup", system=system)
    assert "Enrol the players" in organiser.see("/e/cup/desk/")
    fields = "".join(f"; {key}={value}" for key, value in needed(system).items())
    organiser.send("/e/cup/enrol/", names="\n".join(name + fields for name in NAMES))
    assert "Draw round 1" in organiser.see("/e/cup/desk/")
    for number in (1, 2):
        organiser.send("/e/cup/pair/")
        assert f"Check round {number}, then publish" in organiser.see("/e/cup/desk/")
        organiser.send("/e/cup/publish/")
        assert "Collect 2 results" in organiser.see("/e/cup/desk/")
        for match in site.open("cup").event.rounds[-1].matches:
            form = organiser.see(f"/e/cup/desk/?table={match.table}")
            assert f"Save table {match.table}" in form
            organiser.send("/e/cup/result/", table=match.table, ending="played", **as_form(system))
        assert f"Round {number} is complete" in organiser.see("/e/cup/desk/")
    organiser.send("/e/cup/close/")
    assert "Round 2 is closed" in organiser.see("/e/cup/desk/")
    assert "Round 2 closed" in organiser.see("/e/cup/log/")


def test_an_event_goes_through_its_cut_to_the_end(site: Site, organiser: Browser) -> None:
    start(site, "l5r")
    organiser.send("/e/cup/undo/", seen=site.open("cup").last)
    organiser.send("/e/cup/undo/", seen=site.open("cup").last)
    roster.enrol(site.desk, "cup", [(f"Player {n}", {}) for n in range(4)], STAFF)
    seen = set()
    for _ in range(40):
        page = organiser.get("/e/cup/desk/").content.decode()
        (heading,) = re.findall(r'<h1 id="next">(.*?)</h1>', page)
        seen.add(re.sub(r"\d+", "n", heading))
        if "finished" in heading:
            break
        if heading.startswith("Collect"):
            for match in site.open("cup").event.rounds[-1].out():
                organiser.send("/e/cup/result/", table=match.table, ending="played", winner="a")
        else:
            (button,) = re.findall(r'action="(/e/cup/\w+/)">[^\n]*?<button class="btn go big"', page)
            organiser.send(button)
    assert seen >= {"Draw round n", "Check round n, then publish", "Round n is complete", "Finish the event"}
    assert "The event is finished" in organiser.see("/e/cup/desk/")
    assert "Awards" in organiser.see("/e/cup/")


def test_names_without_what_the_game_needs_are_asked_for_it(site: Site, organiser: Browser) -> None:
    """UW-21: the page says it before; what is missing is asked for afterwards, name by name, and nothing is lost."""
    organiser.send("/create/", name="Cup", system="urban_war")
    assert "Ann Lee; models=10" in organiser.see("/e/cup/desk/")
    page = organiser.send("/e/cup/enrol/", 409, names="Ann Lee; models=9\nBen Ray\nCy Young")
    assert "One more thing about 2 players Models for Ben Ray" in page and "have mistakes" not in page
    assert not site.open("cup").event.players
    names = {"names": "Ann Lee; models=9\nBen Ray\nCy Young"}
    page = organiser.send("/e/cup/enrol/", 409, **names, **{"more-2-models": "7", "more-3-models": "many"})
    assert "“the list” line 3" in page and "“many”" in page and "Models for Ben Ray" in page
    organiser.send("/e/cup/enrol/", **names, **{"more-2-models": "7", "more-3-models": "8"})
    assert [p.values["models"] for p in site.open("cup").event.players.values()] == [9, 7, 8]
    page = organiser.send("/e/cup/enrol/", 409, names="Flo; models=9\nflo")
    assert "looks the same" in page and "One more thing" not in page
    organiser.send("/create/", name="Two", system="l5r")
    assert "Ann Lee; clan=" in organiser.see("/e/two/desk/")


def test_a_refusal_keeps_what_was_typed(site: Site, organiser: Browser) -> None:
    start(site)
    page = organiser.send("/e/cup/enrol/", 409, names="Flo\nann")
    assert "Ann" in page and "Flo ann" in page
    page = organiser.send("/e/cup/result/", 409, table=1, **{"vp-1": "7", "vp-2": "1"})
    assert "“7” should be a whole number from 0 to 3" in page
    answer = organiser.post(
        "/e/cup/result/", {"csrfmiddlewaretoken": organiser.token(), "table": "1", "vp-1": "x", "vp-2": "1"}
    )
    assert answer.status_code == 409 and 'value="x"' in answer.content.decode()
    assert "There is no table 99 in round 1" in organiser.send("/e/cup/result/", 409, table=99)
    assert "There is no table 99 in round 1" in organiser.see("/e/cup/desk/?table=99", 409)
    assert "A match cannot end with" in organiser.send("/e/cup/result/", 409, table=1, ending="magic")


def test_steps_out_of_order_are_refused_in_words(site: Site, organiser: Browser) -> None:
    start(site)
    assert "Round 1 is still being played." in organiser.send("/e/cup/pair/", 409)
    assert "no draft to publish" in organiser.send("/e/cup/publish/", 409)
    assert "Round 1 cannot be closed." in organiser.send("/e/cup/close/", 409)
    assert "A redraw needs a reason" in organiser.send("/e/cup/pair/", 409, again="yes", reason=" ")
    assert "The cut comes after" in organiser.send("/e/cup/cut/", 409)
    assert "No event is called" in organiser.send("/e/cop/pair/", 404)


def test_a_redraw_and_a_swap(site: Site, organiser: Browser) -> None:
    start(site)
    history.undo(site.desk, "cup", STAFF)
    organiser.send("/e/cup/pair/", again="yes", reason="a table broke")
    assert site.open("cup").event.rounds[0].attempt == 2
    first, second = site.open("cup").event.rounds[0].matches
    organiser.send("/e/cup/swap/", first=f"#{first.a}", second=f"#{second.a}", reason="club mates")
    assert site.open("cup").event.rounds[0].matches[0].a == second.a
    assert "No player is called “Zoe”" in organiser.send("/e/cup/swap/", 409, first="Zoe", second="Ann")


def test_undo_takes_back_only_what_the_page_showed(site: Site, organiser: Browser) -> None:
    seen = start(site).last
    organiser.send("/e/cup/result/", table=1, ending="played", **as_form("bushido"))
    assert "Something has changed since you opened this page." in organiser.send("/e/cup/undo/", 409, seen=seen)
    assert "Something has changed since you opened this page." in organiser.send("/e/cup/undo/", 409)
    organiser.send("/e/cup/undo/", seen=site.open("cup").last)
    assert site.open("cup").event.rounds[0].matches[0].state is MatchState.OPEN
    organiser.press("/e/cup/desk/", "/e/cup/redo/")
    assert site.open("cup").event.rounds[0].matches[0].state is MatchState.IN


def test_a_double_click_counts_once(site: Site, organiser: Browser) -> None:
    start(site)
    for _ in range(2):
        organiser.send("/e/cup/result/", table=1, ending="played", once="one form", **as_form("bushido"))
    assert sum(isinstance(e.fact, ResultReported) for e in site.open("cup").entries) == 1


def test_no_show_concession_and_double_loss(site: Site, organiser: Browser) -> None:
    opened = start(site, names=("Ann", "Bob", "Cem", "Dai", "Eve", "Flo"))
    one, two, three = opened.event.rounds[0].matches
    organiser.send("/e/cup/result/", table=one.table, ending="concession-2")
    organiser.send("/e/cup/result/", table=two.table, ending="no_show-1")
    organiser.send("/e/cup/result/", table=three.table, ending="double_loss")
    event = site.open("cup").event
    found = [(m.result.ending.value, m.result.by) for m in event.rounds[0].matches if m.result]
    assert found == [("concession", (one.b,)), ("no_show", (two.a,)), ("double_loss", ())]


def test_drop_and_bring_back(site: Site, organiser: Browser) -> None:
    bye = start(site).event.rounds[0].byes[0].player
    organiser.send("/e/cup/drop/", player=f"#{bye}", reason="train")
    assert not site.open("cup").event.players[bye].active
    organiser.send("/e/cup/rejoin/", player=f"#{bye}")
    assert site.open("cup").event.players[bye].active
    playing = site.open("cup").event.rounds[0].matches[0].a
    assert "is still playing at table" in organiser.send("/e/cup/drop/", 409, player=f"#{playing}")


def test_both_versions_of_a_dispute_are_on_the_desk(site: Site, organiser: Browser) -> None:
    match = start(site).event.rounds[0].matches[0]
    for player, vp in ((match.a, "2-1"), (match.b, "3-0")):
        actor = roster.as_player(site.desk, "cup", f"#{player}")
        results.report(site.desk, "cup", [Report(f"#{player}", {"vp": vp})], actor)
    page = organiser.see("/e/cup/desk/")
    assert f"Table {match.table} is disputed: settle it first" in page
    assert "Victory points 2 – 1" in page and "Victory points 0 – 3" in page
    organiser.send("/e/cup/result/", table=match.table, ending="played", **as_form("bushido"))
    assert "Settle" not in organiser.see("/e/cup/desk/")


def test_ten_thousand_names_are_answered(site: Site, organiser: Browser) -> None:
    organiser.send("/create/", name="Cup", system="l5r")
    organiser.send("/e/cup/enrol/", names="\n".join(f"Player {n}" for n in range(10_000)))
    assert len(site.open("cup").event.players) == 10_000


def test_an_event_needs_a_name_and_a_known_game(site: Site, organiser: Browser) -> None:
    assert "No system is called “chess”" in organiser.send("/create/", 409, name="Cup", system="chess")
    page = organiser.send("/create/", 409, name="Cup", system="l5r", date="tomorrow")
    assert "“tomorrow” is not a date." in page


def test_a_game_of_ones_own_comes_from_a_file(site: Site, organiser: Browser) -> None:
    def create(text: str, status: int = 302, system: str = "custom") -> str:
        rules = SimpleUploadedFile("mine.toml", text.encode())
        return organiser.send("/create/", status, name="Cup", system=system, rules=rules)

    assert "This is not a TOML file" in create("name = ", 409)
    assert "“mine.toml” is larger than 200 KB" in create("#" * 200_001, 409)
    assert "“mine.toml” is for a game of your own. Urban War has its own rules." in create("", 409, "urban_war")
    create('name = "Skirmish"\n[points]\nwin = 5\ndraw = 2\n[result]\nhigh = 9\n[lists]\npoints = 500\n')
    opened = site.open("cup")
    assert opened.system.name == "Skirmish" and opened.system.lists is not None
    assert "Skirmish" in organiser.see("/e/cup/")


def test_name_and_day_can_be_changed(site: Site, organiser: Browser, stranger: Browser) -> None:
    organiser.send("/create/", name="Cup", system="l5r")
    assert "Change the name or date" not in stranger.see("/e/cup/")
    organiser.send("/e/cup/amend/", name="Autumn Cup", date="2026-11-20")
    page = stranger.see("/e/cup/")
    assert "Autumn Cup" in page and "20 November 2026" in page
    typed = {"csrfmiddlewaretoken": organiser.token(), "name": "Spring Cup", "date": "soon"}
    answer = organiser.post("/e/cup/amend/", typed)
    assert "“soon” is not a date." in text_of(answer) and 'value="Spring Cup"' in answer.content.decode()
    assert "Nothing was changed:" in organiser.send("/e/cup/amend/", 409, name="Autumn Cup", date="2026-11-20")
    organiser.send("/e/cup/amend/", name="Autumn Cup", date="")
    assert "Event changed: no date" in organiser.see("/e/cup/log/")
    organiser.send("/e/cup/undo/", seen=site.open("cup").last)
    assert site.open("cup").event.date == "2026-11-20"


def test_links_to_hand_out(site: Site, organiser: Browser) -> None:
    start(site)
    page = organiser.see("/e/cup/links/")
    assert "http://192.168.0.7:8000/e/cup/me/" in page
    _, link = re.findall(r"http://192.168.0.7:8000(/staff/\S+/)", page)
    judge = Browser(site)
    assert judge.get(link).status_code == 302
    assert "Join Cup as judge" in judge.see("/invitation/")
    judge.send("/invitation/join/", name="Hale")
    assert "Round 1: 0 of 2 in" in judge.see("/e/cup/tables/")


def test_options_are_set_and_published(site: Site, organiser: Browser, stranger: Browser) -> None:
    organiser.send("/create/", name="Cup", system="l5r")
    organiser.send("/e/cup/option/", key="rounds", value="3")
    assert "Rounds 3 Number of Swiss rounds" in stranger.see("/e/cup/")
    assert "Rounds 3 Rulebook: as the book says" in stranger.see("/e/cup/rules/")
    page = organiser.send("/e/cup/option/", 409, key="rounds", value="many")
    assert "Option rounds: “many” should be a whole number" in page
    assert "No option is called “colour”" in organiser.send("/e/cup/option/", 409, key="colour", value="red")


def test_one_option_at_a_time_with_what_fits_it(site: Site, organiser: Browser, stranger: Browser) -> None:
    organiser.send("/create/", name="Cup", system="bushido")
    flag = organiser.get("/e/cup/rules/?set=late_entry").content.decode()
    assert '<input type="radio" name="value" value="no" checked>' in flag
    choice = organiser.get("/e/cup/rules/?set=last_resort").content.decode()
    assert '<input type="radio" name="value" value="draw" checked><span>the drawn lot</span>' in choice
    ordered = organiser.get("/e/cup/rules/?set=tiebreakers").content.decode()
    assert 'value="games_won, sos, sp, vim_turn"' in ordered and "<b>sos</b> Strength of Schedule" in ordered
    assert 'name="value"' not in stranger.get("/e/cup/rules/?set=late_entry").content.decode()
    organiser.send("/e/cup/option/", key="late_entry", value="yes")
    assert "Late entry yes Rulebook: no" in stranger.see("/e/cup/rules/")
    assert "Option “Late entry” set to “yes”" in organiser.see("/e/cup/log/")
    # An empty field gives the figure back to the book.
    organiser.send("/e/cup/option/", key="rounds", value="5")
    organiser.send("/e/cup/option/", key="rounds", value="")
    assert "Rounds as the book says" in stranger.see("/e/cup/rules/")


def test_a_refused_option_keeps_what_was_typed_and_a_locked_one_wants_a_reason(site: Site, organiser: Browser) -> None:
    start(site)
    refused = organiser.post(
        "/e/cup/option/", {"csrfmiddlewaretoken": organiser.token(), "key": "cut", "value": "a <few>", "reason": "hall"}
    )
    page = refused.content.decode()
    assert refused.status_code == 409 and 'value="a &lt;few&gt;"' in page and 'value="hall"' in page
    sentence = "Option last_resort was fixed when round 1 was published. To change it anyway, give a reason."
    assert sentence in organiser.send("/e/cup/option/", 409, key="last_resort", value="head_to_head")
    organiser.send("/e/cup/option/", key="last_resort", value="head_to_head", reason="asked by all")
    assert "Changed because: asked by all" in organiser.see("/e/cup/rules/")


def test_one_action_is_one_line_on_the_desk(site: Site, organiser: Browser) -> None:
    organiser.send("/create/", name="Cup", system="l5r")
    organiser.send("/e/cup/enrol/", names="\n".join(NAMES))
    assert "Eve enrolled as player 5, and 4 more" in organiser.see("/e/cup/desk/")


def test_figures_longer_than_any_number_are_answered(site: Site, organiser: Browser) -> None:
    """Python itself does not read numbers with 5,000 digits."""
    start(site)
    many = "9" * 5000
    for page in ("desk/?hold=", "desk/?after=", "standings/?why=", "people/?page=", "screen/?page=", "lists/1/?slot="):
        organiser.see(f"/e/cup/{page}{many}")
    for form in ("undo", "close"):
        organiser.send(f"/e/cup/{form}/", 413, seen=many)
        organiser.send(f"/e/cup/{form}/", 409, seen=many[:3_000])


def test_the_address_of_a_form_opened_as_a_page_says_so_and_leads_back(site: Site, organiser: Browser) -> None:
    """As after a change of the language below a refusal, or by a phone that wakes up."""
    start(site)
    answer = organiser.get("/e/cup/enrol/")
    assert answer.status_code == 405 and answer["Allow"] == "POST"
    assert "It only accepts forms" in text_of(answer) and 'href="/e/cup/desk/"' in answer.content.decode()


def test_a_page_that_is_refused_leads_back_into_its_event(site: Site, organiser: Browser, stranger: Browser) -> None:
    start(site)
    ways = ((organiser, "correct/?round=1&table=1", "desk/"), (player_of(site, "cup", 1), "desk/", "me/"))
    for browser, page, back in (*ways, (judge_of(site, "cup"), "desk/", "tables/"), (stranger, "desk/", "")):
        assert f'<a class="btn go" href="/e/cup/{back}">' in browser.get(f"/e/cup/{page}").content.decode()
    assert "btn go" not in stranger.get("/e/nothing/desk/").content.decode()


def test_a_sole_leader_may_end_the_event_or_it_plays_on(site: Site, organiser: Browser) -> None:
    """W-01 WMH-067: the reason with its clause, and Play on in one step, with a reason that the log keeps."""
    events.create(site.desk, "Cup", "warmachine", STAFF, seed="seed")
    roster.enrol(site.desk, "cup", [(name, {}) for name in NAMES[:4]], STAFF)
    for _ in (1, 2):
        organiser.send("/e/cup/pair/")
        organiser.send("/e/cup/publish/")
        for match in site.open("cup").event.rounds[-1].matches:
            organiser.send("/e/cup/result/", table=match.table, ending="played", **as_form("warmachine"))
    page = organiser.see("/e/cup/desk/")
    assert "Finish here, or play on?" in page and "leads alone after round 2: tournament points 2" in page
    assert "WMH-067" in page and "3 rounds were planned. W-01" in page
    assert "Playing on needs a reason" in organiser.send("/e/cup/play-on/", 409, reason=" ")
    last = site.open("cup").last
    organiser.press("/e/cup/desk/", "/e/cup/play-on/", reason="3 rounds were announced")
    assert "Check round 3, then publish" in organiser.see("/e/cup/desk/")
    assert "3 rounds were announced" in organiser.see("/e/cup/log/")
    assert "do not end the event early" in organiser.send("/e/cup/play-on/", 409, reason="again")
    # One action: an undo brings the choice back.
    organiser.send("/e/cup/undo/", seen=site.open("cup").last)
    assert "Finish here, or play on?" in organiser.see("/e/cup/desk/")
    assert last < site.open("cup").last
    assert "Standings after round 2" in organiser.see("/e/cup/desk/")
    organiser.press("/e/cup/desk/", "/e/cup/finish/")
    winner = standings_view(site.open("cup")).rows[0].name
    page = organiser.see("/e/cup/desk/")
    assert f"The event is finished {winner} has won" in page and "Standings after round 2" not in page
    # The first three are called up from the desk, with what is left to do beside them.
    assert f"1 {winner} 2 tournament points" in page
    for step in ("Print certificates", "Big screen", "Awards and votes", "Save as a file to share"):
        assert step in page


def test_a_swiss_round_keeps_its_points_after_the_cut(site: Site, organiser: Browser) -> None:
    """Only games of the bracket show who won instead."""
    events.create(site.desk, "Cup", "bushido", STAFF, seed="seed", options={"rounds": "1", "cut": "2"})
    roster.enrol(site.desk, "cup", [(name, {}) for name in NAMES[:4]], STAFF)

    def played() -> str:
        for match in publish(site).event.rounds[-1].matches:
            results.report(site.desk, "cup", [Report(str(match.table), RESULTS["bushido"])], STAFF)
        return organiser.see("/e/cup/desk/")

    swiss = played()
    rounds.cut(site.desk, "cup", STAFF)
    for page in (swiss, organiser.see("/e/cup/desk/")):
        assert "7 – 2" in page and " wins" not in page
    assert " wins" in played()
