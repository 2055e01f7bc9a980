"""What people see and press, by its words: the one place that knows how the pages are laid out.

A text is given in English, as the program has it, and looked for in the language of whoever looks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

from muster.app.desk import Desk as App
from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.rounds import actions as rounds
from muster.core.kit.model import Actor
from muster.main import desk_at
from muster.systems import registry
from tests.browser.venue import Person, Venue

STAFF = Actor()
EVENT = "spring-cup"

Values = dict[str, str]

# A usual result as the winner fills it in; the viewer's side first, at the desk the player named first.
WON: dict[str, Values] = {
    "bushido": {"vp-1": "2", "vp-2": "1"},
    "l5r": {"winner": "a"},
    "warmachine": {"winner": "a", "how": "scenario", "cp-1": "5", "cp-2": "2", "apd-1": "40", "apd-2": "25"},
    "urban_war": {"lost-1": "2", "lost-2": "6"},
}


def turned(values: Values) -> Values:
    """The same result from the other side of the table."""
    sides = {"1": "2", "2": "1"}
    whole = {name: {"a": "b", "b": "a"}.get(value, value) for name, value in values.items() if "-" not in name}
    return whole | {name[:-1] + sides[name[-1]]: value for name, value in values.items() if "-" in name}


def fill(person: Person, form: Locator, values: Values) -> None:
    """A result's fields, by the names under which they are sent; those that one tap enters together, by that tap."""
    for name, value in together(form, values).items():
        field = form.locator(f"[name={name}]")
        if not field.first.is_visible():
            person.press(form.locator("summary").filter(visible=True).first)
        if field.first.get_attribute("type") == "radio":
            person.press(form.locator(f'[name={name}][value="{value}"]'))
        elif field.evaluate("(element) => element.tagName") == "SELECT":
            person.pick(field, value)
        else:
            person.write(field, value)


def together(form: Locator, values: Values) -> Values:
    """Both sides of a score, or who won and how, where one button says both."""
    left, found = dict(values), {}
    for key in dict.fromkeys(name.partition("-")[0] for name in values):
        pad = f"{key}-pad"
        if not form.locator(f"[name={pad}]").count():
            continue
        if key in left:
            found[pad] = "/".join([left.pop(key), left.pop("how")])
        else:
            found[pad] = "-".join([left.pop(f"{key}-1"), left.pop(f"{key}-2")])
    return found | left


def _enrol(app: App, system: str, names: Sequence[str]) -> None:
    events.create(app, "Spring Cup", system, STAFF, seed="seed")
    filled = {"models": "12"} if system == "urban_war" else {}
    if names:
        roster.enrol(app, EVENT, [(name, filled) for name in names], STAFF)


class Desk:
    """The organiser's."""

    def __init__(self, person: Person, event: str) -> None:
        self.person = person
        self.page: Page = person.page
        self.event = event

    @classmethod
    def create(cls, person: Person, name: str, system: str) -> Desk:
        """From the page that the sign-in link opens to the desk of a new event."""
        page = person.page
        person.press(page.get_by_role("link", name=person.words("New event")).first)
        person.write(page.get_by_role("textbox", name=person.words("Name")), name)
        person.press(page.get_by_role("radio", name=registry.find(system).name))
        person.press(page.get_by_role("button", name=person.words("Create the event")))
        page.wait_for_url("**/desk/")
        return cls(person, page.url.split("/")[-3])

    @classmethod
    def enrolled(cls, venue: Venue, system: str, names: Sequence[str], **window: Any) -> Desk:
        """An event with these players, for tests of what comes next: needs no page but the sign-in link, which opens
        the desk.
        """
        _enrol(desk_at(venue.server.folder), system, names)
        return cls._signed_in(venue, window)

    @classmethod
    def begun(cls, venue: Venue, system: str, names: Sequence[str], **window: Any) -> Desk:
        """The same with round 1 published."""
        app = desk_at(venue.server.folder)
        _enrol(app, system, names)
        rounds.pair(app, EVENT, STAFF)
        rounds.publish(app, EVENT, STAFF)
        return cls._signed_in(venue, window)

    @classmethod
    def _signed_in(cls, venue: Venue, window: dict[str, Any]) -> Desk:
        desk = cls(venue.organiser(**window), EVENT)
        desk.page.wait_for_url(f"**/e/{EVENT}/desk/")
        return desk

    @property
    def heading(self) -> Locator:
        return self.page.get_by_role("heading", level=1)

    def button(self, *texts: str, **values: object) -> Locator:
        return self.page.get_by_role("button", name=self.person.whole(*texts, **values))

    def tells(self, text: str, **values: object) -> None:
        """In its log."""
        log = self.page.get_by_role("region", name=self.person.whole("Log"))
        expect(log.get_by_text(self.person.words(text, **values)).first).to_be_visible()

    def enrol(self, lines: list[str]) -> None:
        field = self.page.get_by_label(self.person.words("Names, one per line"))
        field.wait_for(state="attached")
        if not field.is_visible():
            self.person.press(self.page.get_by_text(self.person.whole("Enrol", "Late entry")).last)
        self.person.write(field, "\n".join(lines))
        self.person.press(self.button("Enrol these players"))
        expect(self.page.get_by_role("heading", name=self.person.whole("Players: {players}"))).to_be_visible()

    def draw(self, number: int) -> None:
        self.person.press(self.button("Close and draw round {n}", "Draw round {n}", n=number))
        expect(self.button("Publish round {n}", n=number)).to_be_visible()

    def publish(self, number: int) -> None:
        self.person.press(self.button("Publish round {n}", n=number))
        expect(self.page.locator("[aria-current=step]")).to_have_text(self.person.whole("Collect"))

    def swap(self, first: str, second: str, reason: str) -> None:
        self.person.press(self.page.get_by_text(self.person.words("Swap two players by name")))
        group = self.page.get_by_role("group", name=self.person.words("Players to swap"))
        self.person.write(group.get_by_label(self.person.words("Player")), first)
        self.person.write(group.get_by_label(self.person.words("With")), second)
        self.person.write(self.page.get_by_label(self.person.words("Reason, for the log")).first, reason)
        self.person.press(self.button("Swap the players"))

    def drawn(self) -> list[tuple[str, str]]:
        """The pairs of the draft, in the order of their tables; a bye is none."""
        self._is_whole()
        names = [row.locator(".who").all_inner_texts() for row in self.page.locator(".draft tbody tr").all()]
        return [(pair[0], pair[1]) for pair in names if len(pair) == 2]

    def row(self, name: str) -> Locator:
        """The table without a result at which a player of this name sits."""
        return self.page.locator(".desk-out > li").filter(has_text=name)

    def tables_out(self) -> list[str]:
        self._is_whole()
        return self.page.locator(".desk-out .plate").all_inner_texts()

    def tables_in(self) -> list[str]:
        self._is_whole()
        return self.page.locator(".desk-in .plate").all_inner_texts()

    def names_out(self) -> list[str]:
        self._is_whole()
        return self.page.locator(".desk-out .who").all_inner_texts()

    def _is_whole(self) -> None:
        """A list is there to its end before it is read."""
        self.page.wait_for_load_state()

    def knows_of(self, name: str) -> None:
        """That the table of this player is in."""
        expect(self.row(name)).to_have_count(0)

    def enter(self, table: str, values: Values) -> None:
        """By table number and scores."""
        self.key(table)
        self._entered(table, values)

    def key(self, line: str) -> None:
        """Types into the line, whether or not the server answers."""
        self.person.write(self.page.get_by_label(self.person.words("Table and result, or a name")), line)
        self.page.keyboard.press("Enter")

    def keeps(self, line: str) -> None:
        """What was entered while the server did not answer, and why it is still here."""
        kept = self.page.locator("#kept li")
        expect(kept).to_contain_text(self.person.words("The server did not answer. Your entry is kept here."))
        expect(kept.get_by_role("textbox")).to_have_value(line)

    def enter_kept(self, table: str, values: Values) -> None:
        """The one line that is kept, the number of this table."""
        self.person.press(self.button("Enter it again"))
        self._entered(table, values)

    def settle(self, table: str, values: Values) -> None:
        """From the line of a dispute."""
        self.person.press(self.page.get_by_role("link", name=self.person.words("Settle table {table}", table=table)))
        self._entered(table, values)

    def _entered(self, table: str, values: Values) -> None:
        enter = self.button("Save table {table}’s result", table=table)
        expect(enter).to_be_visible()
        self._is_whole()
        fill(self.person, self.page.get_by_role("form", name=self.person.words("Enter a result")), values)
        self.person.press(enter)
        expect(self.correction(table)).to_be_visible()

    def correction(self, table: str) -> Locator:
        return self.page.get_by_role("link", name=self.person.whole("Correct table {table}", table=table))

    def correct(self, table: str, values: Values, reason: str) -> str:
        """Looks at what changes, then saves it; returns what was shown before saving."""
        self.person.press(self.correction(table))
        shown = self.look(values, reason)
        self.person.press(self._save)
        self.page.wait_for_url("**/desk/")
        return shown

    def look(self, values: Values, reason: str) -> str:
        """What a correction would change, on its page."""
        expect(self.button("Preview changes")).to_be_visible()
        self._is_whole()
        fill(self.person, self.page.locator("form.entry"), values)
        self.person.write(self.page.get_by_label(self.person.words("Reason, for the log")), reason)
        self.person.press(self.button("Preview changes"))
        expect(self._save).to_be_visible()
        return self.page.get_by_role("main").inner_text()

    @property
    def _save(self) -> Locator:
        return self.page.locator("form.entry button[formaction]")

    def take(self) -> None:
        """Accepts the one report there is."""
        self.person.press(self.button("Accept this report").first)

    def undo(self) -> None:
        self.person.press(self.button("Undo: {what}"))
        expect(self._again).to_be_visible()

    def redo(self) -> None:
        self.person.press(self._again)
        expect(self._again).to_have_count(0)

    @property
    def _again(self) -> Locator:
        return self.button("Redo: {what}")

    def code_of(self, name: str) -> str:
        """What a player is told at the desk to sign in with."""
        page = self.page.request.get(f"{self.person.base}/e/{self.event}/links/").text()
        (found,) = re.findall(rf'<dt>{re.escape(name)}</dt>.*?class="asked">(\w+)<', page)
        return str(found)

    def drop(self, name: str) -> None:
        self._of_player(name, "Drop")
        self.tells("{name} dropped after round {round}", name=name)

    def bring_back(self, name: str) -> None:
        self._of_player(name, "Bring back")
        self.tells("{name} rejoined", name=name)

    def _of_player(self, name: str, word: str) -> None:
        row = self.page.get_by_role("row").filter(has_text=name).filter(has_text=self.person.words("active", "dropped"))
        self._is_whole()
        if not row.is_visible():
            self.person.press(self.page.get_by_text(self.person.words("Drop or bring back")))
        self.person.press(row.get_by_role("button", name=self.person.words(word)))

    def finish(self) -> None:
        self.person.press(self.button("Finish the event"))
        expect(self.heading).to_have_text(self.person.words("The event is finished"))


class Phone:
    """A player's."""

    def __init__(self, person: Person, event: str, name: str) -> None:
        self.person = person
        self.page: Page = person.page
        self.event = event
        self.name = name

    @classmethod
    def scan(cls, person: Person, event: str, name: str) -> Phone:
        """The code on the big screen, then the name."""
        person.open(f"/e/{event}/me/")
        person.press(person.page.get_by_role("button", name=name))
        phone = cls(person, event, name)
        expect(phone.page.locator("body")).to_have_attribute("data-seat", re.compile(r"\d"))
        expect(phone.page.get_by_text(name, exact=True)).to_be_visible()
        return phone

    def prove(self, code: str) -> None:
        """With the code, as everything secret needs."""
        number = self.page.locator("body").get_attribute("data-seat")
        self.person.open(f"/e/{self.event}/me/name/{number}/")
        self.person.write(self.page.get_by_label(self.person.words("Your code")), code)
        self.person.press(self._button("Use this phone as {name}", name=self.name))
        expect(self.page.locator("body")).to_have_attribute("data-seat", str(number))

    @property
    def table(self) -> str:
        return re.sub(r"\D", "", self.page.locator(".seat .no, .rtop .plate").inner_text())

    @property
    def opponent(self) -> str:
        return self.page.locator(".opp").inner_text()

    def sees_round(self, number: int) -> None:
        """Its table, or that there is none."""
        words = self.person.words("Round {number} of {rounds}", "You have the bye in round {number}", number=number)
        expect(self.page.get_by_text(words).first).to_be_visible()

    def has_bye(self, number: int) -> bool:
        return self.page.get_by_text(
            self.person.words("You have the bye in round {number}", number=number)
        ).is_visible()

    def report(self, values: Values) -> None:
        self.fill_in(values)
        self.send()

    def fill_in(self, values: Values) -> None:
        form = self.person.words("Report the result", "That’s not right", "Enter the result")
        link, send = self.page.get_by_role("link", name=form), self._button("Send result")
        self.person.press(link)
        # If the server is too busy to answer for seconds, the page says so; then it is pressed again.
        told = self.page.locator("#held")
        expect(send.or_(told).filter(visible=True)).not_to_have_count(0)
        if told.is_visible():
            self.person.press(link)
        expect(send).to_be_visible()
        self.page.wait_for_load_state()
        fill(self.person, self.page.get_by_role("main"), values)

    def send(self) -> None:
        self.person.press(self._button("Send result"))

    def held(self) -> list[str]:
        """What has the cursor, and what was filled in."""
        found: list[str] = self.page.evaluate(
            "() => [document.activeElement.name, ...new FormData(document.querySelector('main form')).values()]"
        )
        return found

    def is_waiting(self) -> None:
        confirm = "Waiting for {opponent} to confirm. Nothing more to do."
        enter = "Waiting for {opponent} to enter it too. Nothing more to do."
        expect(self.page.get_by_text(self.person.words(confirm, enter))).to_be_visible()

    def keeps(self) -> None:
        """What was sent while the server did not answer."""
        saved = self.person.whole("Saved on this phone, will be sent")
        expect(self.page.get_by_role("heading", name=saved)).to_be_visible()

    def confirm(self) -> None:
        self.person.press(self._button("Confirm"))

    def _button(self, text: str, **values: object) -> Locator:
        return self.page.get_by_role("button", name=self.person.whole(text, **values))

    def is_asked(self) -> None:
        """To confirm the result, or to enter it too."""
        enter = self.page.get_by_role("link", name=self.person.words("Enter the result"))
        expect(enter.or_(self._button("Confirm"))).to_be_visible()

    def agree(self, values: Values) -> None:
        """Confirms, or enters the same where the book has both enter."""
        self.is_asked()
        if self._button("Confirm").is_visible():
            self.confirm()
        else:
            self.report(values)

    def disputed(self) -> None:
        expect(self.page.get_by_role("heading", name=self.person.words("Your reports differ"))).to_be_visible()

    def has_result(self, text: str) -> None:
        expect(self.page.get_by_role("heading", name=self.person.words(text))).to_be_visible()

    def leave(self) -> None:
        """After the round, when the record shows it."""
        expect(self.page.get_by_role("heading", name=self.person.words("So far"))).to_be_visible()
        leave = self.page.get_by_text(self.person.whole("Leave the event"))
        self.person.press(leave)
        self.person.press(self._button("Drop {name}", name=self.name))
        expect(leave).to_have_count(0)

    def says_lost(self, lost: bool) -> None:
        words = self.person.words("No connection. This page is from {time} and will update by itself.")
        expect(self.page.get_by_text(words)).to_be_visible(visible=lost)


class Screen:
    """The big one."""

    def __init__(self, person: Person, event: str) -> None:
        self.person = person
        self.page: Page = person.page
        person.open(f"/e/{event}/screen/")

    def shows_round(self, number: int) -> None:
        words = self.person.whole("Round {number} <span>of {rounds}</span>", number=number)
        expect(self.page.get_by_role("heading", level=1)).to_have_text(words)

    def shows(self, text: str) -> None:
        expect(self.page.get_by_role("main")).to_contain_text(self.person.words(text), ignore_case=True)
