"""Whole games of an event on two phones, each to its result on the event's own pages.

What leads up to a moment is tapped through the app (`GameRoom`), and a clock that is nearly out is set by the staff as
they can: no test waits for an hour.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Locator, Page, Route, expect

from muster.app.table import actions as at_table
from muster.app.table import featured
from muster.systems.warmachine.table.elements import OBJECTIVES
from tests.browser.game_room import STAFF, GameRoom
from tests.browser.games import bushido, deployed, l5r, set_up, turns, warmachine
from tests.browser.looks import cut_words, sideways, small_targets, violations
from tests.browser.venue import Venue


class Overheard:
    """Everything that reaches a phone until it is read: every response's body, and what its stream says."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._bodies: list[str] = []
        self._said: list[str] = []
        page.context.route(lambda url: "/live/" not in url, self._pass_on)
        wire = page.context.new_cdp_session(page)
        wire.send("Network.enable")
        wire.on("Network.eventSourceMessageReceived", lambda message: self._said.append(json.dumps(message)))

    def _pass_on(self, route: Route) -> None:
        response = route.fetch()
        self._bodies.append(str(response.headers) + response.body().decode("utf-8", "replace"))
        route.fulfill(response=response)

    def texts(self) -> list[str]:
        self._page.context.unroute_all(behavior="wait")
        assert self._bodies and self._said, "nothing was overheard: this listens at the wrong door"
        return self._bodies + self._said


def button(page: Page | Locator, name: str | re.Pattern[str]) -> Locator:
    return page.get_by_role("button", name=name)


def answer(page: Page, question: str, way: str) -> None:
    page.get_by_role("group", name=question).get_by_role("radio", name=way, exact=True).check()


def shown(page: Page, name: str | re.Pattern[str]) -> None:
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def fits(page: Page) -> None:
    """What a small phone's board must be, in any game."""
    size = page.viewport_size
    assert size is not None
    page.set_viewport_size({"width": 320, "height": 640})
    assert sideways(page) <= 0
    assert small_targets(page) == []
    assert cut_words(page) == []
    assert violations(page) == []
    held_sideways(page)
    page.set_viewport_size(size)


def held_sideways(page: Page) -> None:
    """The smallest phone, turned: the clock that is tapped and every button below it are whole, and large enough."""
    page.set_viewport_size({"width": 568, "height": 320})
    page.evaluate("scrollTo(0, 0)")
    assert sideways(page) <= 0
    assert small_targets(page) == []
    assert cut_words(page) == []
    page.evaluate("document.querySelectorAll('.dock').forEach((dock) => { dock.style.position = ''; })")
    for one in page.locator(".dock button").all():
        expect(one).to_be_in_viewport(ratio=1)


def send_both(room: GameRoom, phones: tuple[Page, Page]) -> None:
    """Both send the result; then it is in, and no page asks for it any more."""
    for phone in phones:
        button(phone, "Send the result").click()
        expect(phone).to_have_url(re.compile("/me/$"))
    for phone in phones:
        phone.reload()
        expect(phone.get_by_text(re.compile("^You (won|lost|drew)")).first).to_be_visible()
    assert room.result() is not None
    phones[0].goto(f"{phones[0].url.removesuffix('me/')}pairings/")
    expect(phones[0].get_by_text("1 of 1 result in.")).to_be_visible()


@contextmanager
def agreeing(page: Page) -> Iterator[None]:
    """Whatever the phone asks to confirm is meant."""
    page.once("dialog", lambda dialog: dialog.accept())
    yield


# WARMACHINE


def count_armies(phones: tuple[Page, Page], mine: int, theirs: int) -> None:
    """The first phone counts, the second confirms."""
    one, two = phones
    boxes = one.locator("form.answers").filter(has_text=re.compile("[Aa]rmy points")).first.get_by_role("spinbutton")
    expect(boxes).to_have_count(2)
    for box, points in zip(boxes.all(), (mine, theirs), strict=True):
        box.fill(str(points))
    button(one, "Send").first.click()
    button(two, "Confirm").click()


def test_objectives_are_secret_and_a_clock_that_runs_out_can_still_win(venue: Venue, tmp_path: Path) -> None:
    """WMH-029 WMH-101: nothing that reaches the other phone reveals the choice; a lead of five that the other agrees on
    wins, although time is up.
    """
    room = warmachine(tmp_path / "data")
    ann, bo = room.phone(venue, 0), room.phone(venue, 1, 360)
    overheard = Overheard(bo)
    bo.reload()
    for question, way in (
        ("Won the starting roll", "You"),
        ("First player", "You"),
        ("First player’s table edge", "A"),
    ):
        answer(ann, question, way)
    button(ann, "Send").click()
    button(bo, "Confirm").click()
    for phone in (ann, bo):
        shown(phone, "Choose your objective")
    ann.get_by_role("radio", name=re.compile("^Stockpile")).check()
    button(ann, "Lock in this objective").click()
    shown(ann, f"Waiting for {room.names[1]} to choose")
    bo.reload()
    shown(bo, "Choose your objective")
    names = [(key, card.name) for key, card in OBJECTIVES.items()]
    for text in overheard.texts():
        # Every choice is on this page; a leaked secret would appear once more often than the others.
        assert len({text.count(f'"{key}"') + text.count(f">{name}<") for key, name in names}) == 1, text
    bo.get_by_role("radio", name=re.compile("^Dugout")).check()
    button(bo, "Lock in this objective").click()
    for phone in (ann, bo):
        shown(phone, "Lay out your army")
        expect(phone.get_by_text("Stockpile", exact=True)).to_be_visible()
        expect(phone.get_by_text("Dugout", exact=True)).to_be_visible()

    button(ann, "Start my clock and deploy").click()
    for phone in (ann, bo, ann, bo):
        button(phone, re.compile("Tap when you have deployed")).click()
    expect(button(ann, re.compile("Tap to end your turn"))).to_be_visible()
    turns(room, 3).tap("control_points", None, a=3, b=0)
    turns(room, 1)
    expect(button(ann, re.compile("Tap to end your turn"))).to_be_visible()
    fits(ann)
    fits(bo)
    room.tap("set_clock", None, side=0, minutes=0, seconds=1)
    shown(ann, "Your clock has run out")
    shown(bo, f"{room.names[0]}’s clock has run out")
    for element in ("Circle", "Flag"):
        answer(ann, element, "You")
    button(ann, "Score the table as it is").click()
    shown(bo, f"Did {room.names[0]} have this before time ran out?")
    button(bo, f"Yes. {room.names[0]} wins by scenario").click()
    shown(ann, "You won by scenario")
    count_armies((ann, bo), 22, 15)
    send_both(room, (ann, bo))
    values = room.result().values
    assert (values["winner"], values["how"], values["cp"], values["apd"]) == ("a", "scenario", [5, 0], [22, 15])


def test_a_clock_that_runs_out_loses_when_the_other_does_not_agree(venue: Venue, tmp_path: Path) -> None:
    """WMH-102 WMH-161: lost as by an assassination; what the table gives is scored for the records."""
    room = turns(deployed(set_up(warmachine(tmp_path / "data"))), 4)
    room.tap("control_points", None, a=3, b=0)
    ann, bo = room.phone(venue, 0), room.phone(venue, 1)
    button(ann, re.compile("Tap to end your turn")).click()
    for element in ("Circle", "Rectangle 1", "Rectangle 2"):
        answer(ann, element, "None")
    fits(ann)
    button(ann, "Back to my turn").click()
    room.tap("set_clock", None, side=0, minutes=0, seconds=1)
    shown(ann, "Your clock has run out")
    for element in ("Circle", "Flag"):
        answer(ann, element, "You")
    button(ann, "Score the table as it is").click()
    with agreeing(bo):
        button(bo, f"No. {room.names[0]} lost on time").click()
    shown(bo, "You won: the other clock ran out")
    button(bo, "Send").click()
    button(ann, "Confirm").click()
    count_armies((bo, ann), 10, 0)
    send_both(room, (ann, bo))
    values = room.result().values
    assert (values["winner"], values["how"], values["apd"]) == ("b", "clock", [0, 10])


def test_what_a_player_opened_stays_open_while_the_other_taps(venue: Venue, tmp_path: Path) -> None:
    """WMH-145: a notice that appears above shifts what is open, but leaves it open; the words beside a box tick it as
    the box does.
    """
    room = turns(deployed(set_up(warmachine(tmp_path / "data"))), 4)
    ann, bo = room.phone(venue, 0), room.phone(venue, 1)
    moved = "A scenario element was moved by accident"
    for phone in (ann, bo):
        phone.get_by_text("The game ends, or something went wrong").click()
    words = ann.locator(".chk").filter(has_text=moved).locator("small").bounding_box()
    assert words is not None
    ann.mouse.click(words["x"] + words["width"] - 4, words["y"] + words["height"] / 2)
    expect(bo.get_by_text("says that an element was moved by accident")).to_be_visible()
    for phone in (ann, bo):
        expect(button(phone, moved)).to_be_visible()
    button(bo, moved).click()
    expect(ann.get_by_text("Stopped: put the element back where it was.")).to_be_visible()


def test_scenario_presence_decides_what_everything_else_leaves_level(venue: Venue, tmp_path: Path) -> None:
    """WMH-173 WMH-197: the fourth tie-breaker is asked for when the first three are level."""
    room = turns(deployed(set_up(warmachine(tmp_path / "data"))), 13)
    ann, bo = room.phone(venue, 0), room.phone(venue, 1)
    expect(ann.locator(".cpall td").last).to_be_visible()
    fits(ann)
    button(bo, re.compile("Tap to end your turn")).click()
    button(bo, "End turn 7").click()
    button(ann, "Confirm").click()
    for phone in (ann, bo):
        shown(phone, "The tie-breakers decide")
    count_armies((ann, bo), 20, 20)
    shown(ann, "What is at the scenario elements?")
    ann.get_by_text("Your army", exact=True).click()
    expect(button(ann, "Elsewhere")).to_be_visible()
    fits(ann)
    ann.get_by_label("Your scenario presence").fill("10")
    ann.get_by_label(f"{room.names[1]}’s scenario presence").fill("4")
    button(ann, "Send").click()
    button(bo, "Confirm").click()
    shown(ann, "You won on scenario presence")
    send_both(room, (ann, bo))
    values = room.result().values
    assert (values["winner"], values["how"], values["cp"]) == ("a", "tiebreak", [0, 0])


def test_a_list_that_is_typed_stays_secret_until_both_have_one(venue: Venue) -> None:
    """WMH-080: friends who just play type what their lists are called."""
    one, two = venue.person(390), venue.person(360)
    one.open("/play/")
    one.page.get_by_label("Game").select_option(label="WARMACHINE/HORDES Masters & Champions 2019")
    one.page.get_by_label("Your name").fill("Mara")
    one.page.get_by_label("Your opponent’s name").fill("Ilse")
    button(one.page, "Open the table").click()
    one.page.get_by_role("radio", name="Anarchy").check()
    button(one.page, "Play this scenario").click()
    two.open(one.page.url.removeprefix(venue.base))
    button(two.page, "I am Ilse").click()
    expect(two.page.locator("#line")).to_have_text("Live")
    overheard = Overheard(two.page)
    one.page.get_by_label("What your list is called").fill("Xyzzyblade")
    button(one.page, "Lock in this list").click()
    shown(one.page, "Waiting for Ilse to choose")
    two.page.reload()
    expect(two.page.get_by_label("What your list is called")).to_be_visible()
    assert not any("Xyzzyblade" in text for text in overheard.texts())
    two.page.get_by_label("What your list is called").fill("Plugh")
    button(two.page, "Lock in this list").click()
    for page in (one.page, two.page):
        expect(page.get_by_text("Xyzzyblade")).to_be_visible()
        expect(page.get_by_text("Plugh")).to_be_visible()


# Legend of the Five Rings


def test_the_emperor_judges_when_all_play_stops(venue: Venue, tmp_path: Path) -> None:
    """L5R-117 L5R-119: at 75 minutes; the round began 76 minutes ago, and the game continued until then."""
    room = l5r(tmp_path / "data", ago=76)
    ann, bo = room.phone(venue, 0), room.phone(venue, 1)
    for phone in (ann, bo):
        expect(phone.get_by_text("Judgment").first).to_be_visible()
    fits(ann)
    for phone in (ann, bo):
        phone.locator(".dock .btn.go").click()
    send_both(room, (ann, bo))
    assert room.result().values["winner"] == "a"
    assert room.result().values["how"] == "judgment"


def test_a_mark_on_the_way_changes_what_phones_say_by_itself(venue: Venue, tmp_path: Path) -> None:
    """L5R-115: the last call for slips is at 70, between the two ends that the clock counts down to."""
    room = l5r(tmp_path / "data", ago=69.8)
    for phone in (room.phone(venue, 0), room.phone(venue, 1)):
        expect(phone.get_by_text("The last call for slips is over.")).to_be_visible()


# Urban War


def test_a_force_withdraws(venue: Venue, tmp_path: Path) -> None:
    """UW-43 UW-19: at the break point the check is due, and whoever withdraws has lost the game."""
    room = GameRoom(tmp_path / "data", "urban_war", ago=30, filled={"models": "12"})
    ann, bo = room.phone(venue, 0), room.phone(venue, 1)
    button(ann, "Begin the game").click()
    expect(button(bo, "Begin turn 2")).to_be_visible()
    loses = button(bo, re.compile("one more")).first
    for lost in range(1, 7):
        loses.click()
        expect(ann.locator(".cnt .v").nth(1)).to_have_text(str(lost))
    expect(bo.get_by_text("break point").first).to_be_visible()
    fits(bo)
    button(bo, re.compile("^Withdraws")).click()
    for phone in (ann, bo):
        button(phone, re.compile("^Send the score of")).click()
    send_both(room, (ann, bo))
    assert room.result().values["withdrew"] == [False, True]


# Bushido


def test_a_time_penalty(venue: Venue, tmp_path: Path) -> None:
    """BUS-20 BUS-22 BUS-23: without a model named in time the opponent takes a counter, and acts."""
    room = bushido(tmp_path / "data")
    room.tap("seconds", None, seconds=600)
    ann, bo = room.phone(venue, 0), room.phone(venue, 1)
    expect(button(ann, "Model and action named")).to_be_visible()
    room.tap("seconds", None, seconds=1)
    expect(ann.get_by_text("The time to declare is up.")).to_be_visible()
    expect(bo.get_by_text("The time to declare is up.")).to_be_visible()
    fits(ann)
    ann.get_by_role("radio", name=re.compile("^No model")).check()
    button(ann, "Continue").click()
    button(bo, "Counter is taken off").click()
    expect(button(bo, "Model and action named")).to_be_visible()
    for phone in (bo, ann):
        with agreeing(phone):
            button(phone, "Nothing left to activate").click()
        expect(button(phone, "Nothing left to activate")).to_have_count(0)
    for step in ("effects", "states", "lapse"):
        room.tap("end", 1, step=step)
    for what in ("sp", "vp"):
        room.tap("points", 0, what=what, of=0, by=1)
    for side in (0, 1):
        room.tap("agree", side, sp=[1, 0], vp=[1, 0])
    send_both(room, (ann, bo))
    assert room.result().values["vp"] == [1, 0]


# Composed by an organiser


def test_a_chess_clock_and_counters(venue: Venue, tmp_path: Path) -> None:
    """Nobody's clock runs yet, which leaves the most buttons to press; and all fit on a small phone."""
    definition = {
        "name": "Duel",
        "points": {"win": 3, "draw": 1},
        "result": {"score": "hits", "high": 9},
        "table": {"chess_clock": 20, "counters": ["Command points"]},
        "tiebreak": [{"key": "opponents_match_win"}],
    }
    room = GameRoom(tmp_path / "data", "custom", definition=definition)
    ann, bo = room.phone(venue, 0), room.phone(venue, 1)
    fits(ann)
    button(ann, f"Start {room.names[1]}’s time").click()
    button(bo, re.compile("Pass the turn")).click()
    expect(button(ann, re.compile("Pass the turn"))).to_be_visible()
    fits(ann)
    button(ann, "Hits: You: one more").click()
    for phone in (ann, bo):
        with agreeing(phone):
            button(phone, "That is the result").click()
        expect(button(phone, "That is the result")).to_have_count(0)
    send_both(room, (ann, bo))
    assert room.result().values["score"] == [1, 0]


def test_both_clocks_are_in_sight_on_one_phone_held_upright(venue: Venue, tmp_path: Path) -> None:
    """Beside all that can be pressed, on a small phone too."""
    room = deployed(set_up(warmachine(tmp_path / "data")))
    for side in (0, 1):
        at_table.share(room.tables, room.table().id, side, True, STAFF)
    page = room.phone(venue, 0, 320, 640)
    page.goto(f"{venue.base}/e/{room.event}/me/game/both/")
    for half in page.locator(".half").all():
        expect(half.locator(":is(.dc-tap, .dc-wait) .t")).to_be_in_viewport(ratio=1)


def test_every_button_is_in_sight_on_one_phone_held_upright(venue: Venue, tmp_path: Path) -> None:
    """A declaration has two rows of them, below its clock."""
    room = bushido(tmp_path / "data")
    for side in (0, 1):
        at_table.share(room.tables, room.table().id, side, True, STAFF)
    page = room.phone(venue, 0)
    page.goto(f"{venue.base}/e/{room.event}/me/game/both/")
    for one in page.locator(".half .rest button").all():
        expect(one).to_be_in_viewport(ratio=1)
    assert small_targets(page) == []


def test_one_small_phone_between_both_held_sideways(venue: Venue, tmp_path: Path) -> None:
    """Each half has its clock and its buttons whole, whoever's turn it is."""
    room = deployed(set_up(warmachine(tmp_path / "data")))
    for side in (0, 1):
        at_table.share(room.tables, room.table().id, side, True, STAFF)
    page = room.phone(venue, 0, 568, 320)
    page.goto(f"{venue.base}/e/{room.event}/me/game/both/")
    for half in page.locator(".half").all():
        expect(half.locator(":is(.dc-tap, .dc-wait) .t")).to_be_in_viewport(ratio=1)
        expect(half.locator(".nm b")).to_be_in_viewport(ratio=1)
        for one in half.locator(".rest button").all():
            expect(one).to_be_in_viewport(ratio=1)
    assert sideways(page) <= 0
    assert small_targets(page) == []


def test_a_spectator_finds_the_game_that_is_shown_on_a_phone(venue: Venue, tmp_path: Path) -> None:
    room = deployed(set_up(warmachine(tmp_path / "data")))
    featured.feature(room.desk, room.event, 1, 1, True, STAFF)
    person = venue.person(360)
    person.open(f"/e/{room.event}/pairings/")
    person.page.get_by_role("link", name="Watch the game at table 1").click()
    expect(person.page.get_by_text(re.compile("turn 1 of 7")).first).to_be_visible()
    expect(person.page.locator("form[data-tap]")).to_have_count(0)
