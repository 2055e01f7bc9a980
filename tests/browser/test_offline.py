"""A phone that loses the network, and a server that goes and comes back: nothing is lost, and every page says so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.rounds import actions as rounds
from tests.browser.hall import LIVE, STAFF, UNSENT, Hall, open_form
from tests.browser.server import Server


@pytest.fixture
def hall(chromium: Browser, tmp_path: Path) -> Iterator[Hall]:
    with Server(tmp_path / "data") as server:
        found = Hall(tmp_path / "data", server, chromium)
        yield found
        found.close()


def report(page: Page, score: str = "2 – 1") -> None:
    open_form(page)
    page.get_by_role("radio", name=score).check()
    page.get_by_role("button", name="Send result").click()


def test_a_report_without_network_is_kept_and_sent_once(hall: Hall) -> None:
    ann = hall.phone("Ann Lee")
    _, opponent = hall.opponent("Ann Lee")
    open_form(ann)
    ann.context.set_offline(True)
    ann.get_by_role("radio", name="2 – 1").check()
    ann.get_by_text("More about this game").click()
    ann.locator("#f-sp-1").fill("4")
    ann.locator("#f-sp-2").fill("3")
    ann.get_by_role("button", name="Send result").click()
    expect(ann.get_by_role("heading", name="Saved on this phone, will be sent")).to_be_visible()
    expect(ann.locator(".unsent")).to_contain_text(f"2 – 1, Scenario points: You 4, {opponent} 3")
    expect(ann.get_by_role("button", name="Send result", exact=True)).to_be_hidden()
    ann.get_by_role("button", name="Try now").click()
    expect(ann.get_by_text("Not sent, no network")).to_be_visible()
    assert hall.reports() == 0
    ann.context.set_offline(False)
    expect(ann.get_by_text("Sent", exact=True)).to_be_visible()
    expect(ann.get_by_text("Waiting for")).to_be_visible()
    ann.reload()
    expect(ann.get_by_text("Waiting for")).to_be_visible()
    assert hall.reports() == 1 and ann.evaluate(UNSENT) == 0


def test_a_kept_report_goes_out_after_a_reload_and_a_restart(hall: Hall) -> None:
    ann = hall.phone("Ann Lee")
    open_form(ann)
    hall.stop()
    ann.get_by_role("radio", name="3 – 0").check()
    ann.get_by_role("button", name="Send result").click()
    expect(ann.get_by_role("heading", name="Saved on this phone, will be sent")).to_be_visible()
    # The server is gone: the form comes from the phone's own cache and says how old it is.
    ann.reload()
    expect(ann.get_by_role("heading", name="Saved on this phone, will be sent")).to_be_visible()
    expect(ann.locator("#lost")).to_contain_text(re.compile(r"This page is from \d{1,2}:\d\d"))
    hall.start()
    expect(ann.get_by_text("Waiting for")).to_be_visible()
    assert hall.reports() == 1


def test_a_report_whose_answer_was_lost_counts_once(hall: Hall) -> None:
    ann = hall.phone("Ann Lee")
    # The request arrives, the answer does not.
    ann.route("**/me/report/send/", lambda route: (route.fetch(max_redirects=0), route.abort()), times=1)
    report(ann)
    expect(ann.get_by_text("Waiting for").or_(ann.get_by_text("Not sent, no network")).first).to_be_visible()
    expect(ann.get_by_text("Waiting for")).to_be_visible()
    assert hall.reports() == 1


def test_a_confirmation_without_network_is_kept_and_sent_once(hall: Hall) -> None:
    """Without a worker, as on plain http. It includes what was on the page when it was pressed."""
    _, name = hall.opponent("Ann Lee")
    ann = hall.phone("Ann Lee", worker=False)
    hall.report_as(name, {"vp": "2-1"})
    confirm = ann.get_by_role("button", name="Confirm", exact=True)
    expect(confirm).to_be_visible()
    ann.context.set_offline(True)
    confirm.click()
    expect(ann.get_by_role("heading", name="Saved on this phone, will be sent")).to_be_visible()
    expect(ann.locator(".unsent")).to_contain_text(f"Confirmed: {name} 2, you 1")
    expect(confirm).to_be_hidden()
    assert hall.confirmations() == 0
    ann.context.set_offline(False)
    expect(ann.get_by_role("heading", name=re.compile("^You lost"))).to_be_visible()
    assert hall.confirmations() == 1 and ann.evaluate(UNSENT) == 0


def test_a_confirmation_that_came_too_late_is_told_what_counts(hall: Hall) -> None:
    table, name = hall.opponent("Ann Lee")
    ann = hall.phone("Ann Lee", worker=False)
    hall.report_as(name, {"vp": "2-1"})
    expect(ann.get_by_role("button", name="Confirm", exact=True)).to_be_visible()
    ann.context.set_offline(True)
    ann.get_by_role("button", name="Confirm", exact=True).click()
    expect(ann.get_by_role("heading", name="Saved on this phone, will be sent")).to_be_visible()
    hall.enter(table, {"vp": "0-3"})
    ann.context.set_offline(False)
    expect(ann.get_by_role("alert").first).to_contain_text(f"Table {table} in round 1 already has a result")
    assert hall.confirmations() == 0 and ann.evaluate(UNSENT) == 0


def test_no_link_or_button_leaves_the_page_without_network(hall: Hall) -> None:
    """Without a worker, as on plain http, the browser would show its own error page."""
    ann = hall.phone("Ann Lee", worker=False)
    table, _ = hall.opponent("Ann Lee")
    ann.context.set_offline(True)
    sentence = ann.get_by_text("The server does not answer. This page stays open.")
    for press in ("Standings", "All pairings"):
        expect(sentence).to_be_hidden()
        ann.get_by_role("link", name=press).click()
        expect(sentence).to_be_visible()
        ann.evaluate("document.getElementById('held').hidden = true")
    ann.get_by_role("button", name="I am not Ann Lee").click()
    expect(sentence).to_be_visible()
    expect(ann.locator(".seat .no")).to_have_text(str(table))
    ann.context.set_offline(False)
    ann.get_by_role("link", name="Standings").click()
    expect(ann).to_have_url(f"{hall.base}/e/cup/standings/")


def test_form_and_call_open_and_wait_in_the_page_while_the_server_is_gone(hall: Hall) -> None:
    """On plain http there is nothing but the page itself: the form is in it, and what was sent goes out once."""
    ann = hall.phone("Ann Lee", worker=False)
    table, opponent = hall.opponent("Ann Lee")
    hall.stop()
    ann.get_by_role("link", name="Report the result").click()
    expect(ann.get_by_role("heading", name="What was the result?")).to_be_visible()
    ann.get_by_role("link", name="Back").click()
    expect(ann.locator(".seat .no")).to_have_text(str(table))
    ann.get_by_role("button", name=f"Call a judge to table {table}").click()
    saved = ann.get_by_role("heading", name="Saved on this phone, will be sent")
    expect(saved).to_have_count(1)
    open_form(ann, live=False)
    ann.get_by_role("radio", name="2 – 1").check()
    ann.get_by_role("button", name="Send result").click()
    expect(saved).to_have_count(2)
    assert ann.url.endswith("/e/cup/me/")
    hall.start()
    expect(saved).to_have_count(0)
    expect(ann.get_by_text(f"Waiting for {opponent} to confirm")).to_be_visible()
    event = hall.desk.open("cup").event
    assert len(event.staff.calls) == 1 and hall.reports() == 1


def test_a_report_that_was_told_to_wait_is_kept_and_sent_once(hall: Hall) -> None:
    ann = hall.phone("Ann Lee", worker=False)
    ann.clock.install()
    statuses = [503, 408, 429]
    address = "**/me/report/send/"
    ann.route(address, lambda route: route.fulfill(status=statuses.pop(0), body="wait"), times=len(statuses))
    report(ann)
    for _ in range(2):
        expect(ann.get_by_role("heading", name="Saved on this phone, will be sent")).to_be_visible()
        with ann.expect_response(address):
            ann.get_by_role("button", name="Try now").click()
    ann.clock.fast_forward(10_000)  # When it tries again by itself.
    expect(ann.get_by_text("Waiting for")).to_be_visible(timeout=20_000)
    assert statuses == [] and hall.reports() == 1 and ann.evaluate(UNSENT) == 0


def test_a_report_that_nobody_judged_stays_in_the_form_under_the_reason(hall: Hall) -> None:
    ann = hall.phone("Ann Lee", worker=False)
    page = '<main id="main"><h1>What you sent is too large.</h1></main>'
    ann.route("**/me/report/send/", lambda route: route.fulfill(status=413, body=page), times=1)
    report(ann)
    expect(ann.get_by_role("alert")).to_have_text("What you sent is too large.")
    expect(ann.get_by_role("radio", name="2 – 1")).to_be_checked()
    ann.get_by_role("button", name="Send result").click()
    expect(ann.get_by_text("Waiting for")).to_be_visible()
    assert hall.reports() == 1


def test_a_refused_report_keeps_what_was_typed(hall: Hall) -> None:
    ann = hall.phone("Ann Lee")
    open_form(ann)
    ann.get_by_text("More about this game").click()
    ann.locator("#f-sp-1").fill("many")
    ann.get_by_role("radio", name="2 – 1").check()
    ann.get_by_role("button", name="Send result").click()
    expect(ann.get_by_role("alert")).to_contain_text("“many” should be a whole number of 0 or more")
    expect(ann.locator("#f-sp-1")).to_have_value("many")
    expect(ann.get_by_role("radio", name="2 – 1")).to_be_checked()
    assert ann.evaluate(UNSENT) == 0 and hall.reports() == 0
    ann.locator("#f-sp-1").fill("4")
    ann.get_by_role("button", name="Send result").click()
    expect(ann.get_by_text("Waiting for")).to_be_visible()


def test_a_report_of_a_round_that_ended_meanwhile_is_answered(hall: Hall) -> None:
    ann = hall.phone("Ann Lee")
    table, _ = hall.opponent("Ann Lee")
    open_form(ann)
    ann.context.set_offline(True)
    ann.get_by_role("radio", name="2 – 0").check()
    # The word that the stream is lost is in nobody's way.
    expect(ann.locator("#lost")).to_contain_text("No connection.")
    ann.get_by_role("button", name="Send result").click()
    expect(ann.get_by_role("heading", name="Saved on this phone, will be sent")).to_be_visible()
    hall.next_round()
    ann.context.set_offline(False)
    expect(ann.get_by_role("heading", name="Round 1 is over")).to_be_visible()
    expect(ann.get_by_role("alert")).to_contain_text("Round 2 has been published")
    expect(ann.locator("#main")).to_contain_text(f"They can correct table {table}")
    expect(ann.locator(".facts")).to_contain_text("2 – 0")


def test_behind_a_form_that_opened_in_place_is_the_page_as_it_is_by_now(hall: Hall) -> None:
    """The event ended while a report waited: after it was told to be too late, nothing else would bring the page."""
    ann = hall.phone("Ann Lee", worker=False)
    ann.context.set_offline(True)
    ann.get_by_role("link", name="Report the result").click()
    ann.get_by_role("radio", name="2 – 0").check()
    ann.get_by_role("button", name="Send result").click()
    expect(ann.get_by_role("heading", name="Saved on this phone, will be sent")).to_be_visible()
    for match in hall.desk.open("cup").event.rounds[-1].matches:
        hall.enter(match.table, {"vp": "2-1"})
    rounds.close(hall.desk, "cup", STAFF)
    events.finish(hall.desk, "cup", STAFF, "the hall closes")
    ann.context.set_offline(False)
    expect(ann.get_by_role("heading", name="Round 1 is over")).to_be_visible()
    expect(ann.locator("body")).to_have_attribute("data-moment", "finished")
    ann.get_by_role("link", name="My table").click()
    expect(ann.get_by_role("heading", name="Well played, Ann Lee")).to_be_visible()


def test_a_form_whose_game_is_gone_stays_a_phones_page(hall: Hall) -> None:
    ann = hall.phone("Ann Lee")
    open_form(ann)
    ann.get_by_role("radio", name="2 – 0").check()
    for match in hall.desk.open("cup").event.rounds[-1].matches:
        hall.enter(match.table, {"vp": "2-1"})
    roster.drop(hall.desk, "cup", "Ann Lee", STAFF)
    with ann.expect_response(lambda answer: answer.url.endswith("/me/report/") and answer.status == 409):
        hall.next_round()
    ann.wait_for_timeout(300)
    expect(ann.get_by_role("radio", name="2 – 0")).to_be_checked()
    expect(ann.locator("#top")).to_have_text("Cup")
    ann.reload()
    expect(ann.get_by_role("heading", name="You have no match in this round.")).to_be_visible()


def test_my_table_stays_readable_and_the_new_one_comes_up(hall: Hall) -> None:
    ann = hall.phone("Ann Lee")
    table, name = hall.opponent("Ann Lee")
    ann.wait_for_function("() => navigator.serviceWorker.controller !== null")
    ann.reload()
    hall.stop()
    expect(ann.locator("#lost")).to_contain_text("No connection.")
    ann.reload()
    expect(ann.locator(".seat .no")).to_have_text(str(table))
    expect(ann.locator(".opp")).to_have_text(name)
    expect(ann.locator("#lost")).to_contain_text("This page is from")
    hall.next_round()
    table, name = hall.opponent("Ann Lee")
    hall.start()
    expect(ann.locator(".seat .at")).to_contain_text("Round 2")
    expect(ann.locator(".seat .no")).to_have_text(str(table))
    expect(ann.locator(".opp")).to_have_text(name)
    expect(ann.locator("#lost")).to_be_hidden()


def test_the_table_stands_on_the_phone_before_its_page_is_fetched(hall: Hall) -> None:
    # A worker's requests cannot be held up from here.
    ann = hall.phone("Ann Lee", worker=False)
    with ann.expect_response("**/live/**"):
        ann.reload()
    ann.context.route("**/e/cup/me/", lambda route: route.abort())
    hall.next_round()
    table, name = hall.opponent("Ann Lee")
    expect(ann.locator(".seat .at")).to_have_text("Round 2")
    expect(ann.locator(".seat .no")).to_have_text(str(table))
    expect(ann.locator(".opp")).to_have_text(name)
    ann.context.unroute("**/e/cup/me/")
    expect(ann.get_by_role("link", name="Report the result")).to_be_visible()


def test_a_phone_that_somebody_else_takes_forgets(hall: Hall) -> None:
    ann = hall.phone("Ann Lee")
    ann.wait_for_function("() => navigator.serviceWorker.controller !== null")
    ann.reload()
    ann.get_by_role("button", name="I am not Ann Lee").click()
    expect(ann.get_by_role("heading", name="Who are you?")).to_be_visible()
    hall.stop()
    ann.goto(f"{hall.base}/e/cup/me/")
    expect(ann.get_by_role("heading", name="Who are you?")).to_be_visible()


TRIES = """() => { window.tries = 0; const own = window.EventSource;
  window.EventSource = class extends own { constructor(...all) { super(...all); window.tries += 1; } }; }"""


def test_a_phone_finds_the_server_again_within_three_seconds(hall: Hall) -> None:
    """Whether it was gone or answered but let nobody in yet; and in no time once the phone is online or looked at."""
    ann = hall.phone("Ann Lee")
    ann.add_init_script(f"({TRIES})()")
    ann.clock.install()
    ann.reload()
    expect(ann.locator(".seat .no")).to_be_visible()
    ann.wait_for_function("() => window.tries === 1")
    hall.stop()
    expect(ann.locator(".seat .no")).to_be_visible()
    for tries in (2, 3):
        ann.clock.run_for(2_600)
        ann.wait_for_function("(least) => window.tries >= least", arg=tries)
    # Starting behind another server, which says so: asked again as soon, then less and less often.
    ann.route("**/live/cup**", lambda route: route.fulfill(status=503))
    hall.start()
    before = ann.evaluate("window.tries")
    with ann.expect_response(LIVE):
        ann.clock.run_for(2_600)
    ann.clock.run_for(2_600)
    ann.wait_for_function("(least) => window.tries >= least", arg=before + 2)
    ann.unroute_all()
    for event in ("new Event('online')", "new Event('visibilitychange')"):
        before = ann.evaluate("window.tries")
        ann.evaluate(f"document.dispatchEvent({event}), window.dispatchEvent({event})")
        assert ann.evaluate("window.tries") > before
    expect(ann.locator("#lost")).to_be_hidden()
