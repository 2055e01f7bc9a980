"""What the organiser and the players do on their screens, found without a word of any language."""

from __future__ import annotations

import re

from tests.engines.network import Network
from tests.engines.window import ENTER, Window


def form(address: str) -> str:
    """The button that sends the form to this address."""
    return f'form[action$="/{address}/"] button[type=submit]'


def option(name: str, value: str) -> str:
    """A choice is pressed on its words."""
    return f'label:has(input[name="{name}"][value="{value}"])'


class Organiser:
    """At the desk."""

    def __init__(self, window: Window, sign_in: str) -> None:
        self.window = window
        self.event = ""
        window.open(sign_in)

    def create(self, name: str, system: str) -> None:
        self.window.press('a[href$="/new/"]')
        self.window.write("input[name=name]", name)
        self.window.press(option("system", system))
        self.window.press(form("create"))
        self.window.until("return location.pathname.endsWith('/desk/')")
        self.event = self.window.address.split("/")[2]

    def enrol(self, lines: list[str]) -> None:
        self.window.write("textarea[name=names]", "\n".join(lines))
        self.window.press(form("enrol"))
        self.window.sees(form("pair"))

    def draw(self) -> None:
        self.window.press(f".next {form('pair')}")
        self.window.sees(form("publish"))

    def publish(self) -> None:
        self.window.press(form("publish"))
        self.window.sees("#line")

    def enter_all(self, figures: str) -> None:
        """Every table without a result, by its line: number, scores, Enter."""
        self.window.sees(".desk-out")
        for table in self.window.texts(".desk-out .plate"):
            self.window.until("return document.activeElement.id === 'line'")
            self.window.keys("#line", f"{_number(table)} {figures}{ENTER}")
        self.window.misses(".desk-out")

    def correct(self, values: dict[str, str], reason: str) -> None:
        """The first table that is in: what changes is shown, then saved."""
        self.window.press('.desk-in a[href*="/correct/"]')
        for name, value in values.items():
            self.window.write(f'[name="{name}"]', value)
        self.window.write("[name=reason]", reason)
        self.window.press(f"{form('correct/look')}:not([formaction])")
        self.window.sees(".diff")
        self.window.press('button[formaction$="/correct/save/"]')
        self.window.until("return location.pathname.endsWith('/desk/')")

    def drawn(self) -> list[tuple[str, str]]:
        """The pairs of the draft, in the order of their tables."""
        names = self.window.texts(".draft .seatbtn .who")
        return list(zip(names[::2], names[1::2], strict=True))

    def swap(self, one: str, other: str) -> None:
        """In the draft: a name is pressed, then another."""
        for name in (one, other):
            self.window.press(f"#{self.window.ask(SEAT, name)}")
            self.window.sees("#draft[data-holding]" if name == one else "#draft:not([data-holding])")

    def announce(self, text: str) -> None:
        self.window.press('details:has(form[action$="/announce/"]) summary')
        self.window.write('form[action$="/announce/"] [name=text]', text)
        self.window.press(form("announce"))

    def code_of(self, name: str) -> str:
        page: str = self.window.ask(
            "return fetch(arguments[0]).then((answer) => answer.text())", f"/e/{self.event}/links/"
        )
        (found,) = re.findall(rf'<dt>{re.escape(name)}</dt>.*?class="asked">(\w+)<', page)
        return str(found)


class Player:
    """With a phone, and a network of its own to lose."""

    def __init__(self, window: Window, network: Network, event: str, name: str) -> None:
        self.window, self.network = window, network
        self.event, self.name = event, name
        window.open(f"/e/{event}/me/")

    def pick_name(self) -> None:
        """Types its beginning, as in a long list, and taps it."""
        self.window.write("[data-filter]", self.name[:3].lower())
        self.window.press(f'[data-name="{self.name.lower()}"] button[name=player]')

    def claim(self) -> None:
        self.pick_name()
        self.window.until("return document.body.dataset.seat")

    def prove(self, code: str) -> None:
        """Picks the name and proves it, as everything secret needs."""
        self.claim()
        self.window.open(f"/e/{self.event}/me/name/{self.window.ask('return document.body.dataset.seat')}/")
        self.show_code(code)
        self.window.until("return location.pathname.endsWith('/me/')")

    def show_code(self, code: str) -> None:
        self.window.write("input[name=code]", code)
        self.window.press(form("me/code"))

    def hand_in(self, text: str) -> None:
        self.window.write("textarea[name=text]", text)
        self.window.press("button[name=do][value=hand-in]")
        self.window.sees("#line-1")

    def choose(self, value: str) -> None:
        """In secret."""
        self.window.press(f"#declare {option('value', value)}")
        self.window.press(form("me/list/declare"))
        self.window.sees(OWN_CHOICE, value)

    @property
    def table(self) -> str:
        return self.window.text(".seat .no, .rtop .plate")

    @property
    def opponent(self) -> str:
        return self.window.text(".opp")

    def sees_seat(self, round_number: int, table: int, opponent: str) -> None:
        script = "return ['round', 'table'].map((name) => document.body.dataset[name]).join(' ') === arguments[0]"
        self.window.until(script, f"{round_number} {table}")
        self.window.sees(".seat .no", str(table))
        self.window.sees(".opp", opponent)

    def fill_in(self, score: str) -> None:
        self.window.press('.end a[href$="/me/report/"]')
        self.window.press(option("vp-pad", score))

    def send(self) -> None:
        self.window.press("button[name=ending][value=played]")

    def report_is_kept(self, score: str) -> None:
        """The phone keeps the report as not sent."""
        self.window.sees(".unsent [data-when=kept]")
        self.window.sees(".unsent [data-slot=said]", score)

    def has_reported(self) -> None:
        """The server has it: the phone is back at its table, where the report can be changed and none is kept."""
        self.window.until("return location.pathname.endsWith('/me/')")
        self.window.sees('.end a[href$="/me/report/"]:not(.go)')
        assert self.window.ask(UNSENT) == 0

    def confirm(self) -> None:
        """When the phone asks, by itself."""
        self.window.press(form("me/confirm"))

    def has_result(self) -> None:
        self.window.until("return document.body.dataset.round && !document.querySelector('.end a, .end form')")

    def page_is_kept(self) -> None:
        """This page is kept for when there is no network."""
        self.window.until(KEPT_PAGE, f"/e/{self.event}/me/")


OWN_CHOICE, OTHERS_CHOICE = "#declare dl div:first-child dd", "#declare dl div:last-child dd"
UNSENT = "return Object.keys(localStorage).filter((key) => key.startsWith('muster-unsent')).length"
KEPT_PAGE = "return caches.match(arguments[0]).then(Boolean)"

SEAT = """
return [...document.querySelectorAll(".draft .seatbtn")].find((seat) => seat.textContent.includes(arguments[0])).id
"""


def _number(plate: str) -> str:
    """From a plate, which may also say that a table has extra time."""
    return re.sub(r"\D.*", "", plate, flags=re.DOTALL)
