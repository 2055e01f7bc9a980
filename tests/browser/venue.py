"""The hall: a running server and people in front of it, each with a language and a browser that counts every press."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from string import Formatter
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright, expect

from muster.app.languages import SOURCE, language
from tests.browser.server import Server

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next(filter(None, map(shutil.which, _NAMES)), None)
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage")

PATIENCE = 60_000
"""Milliseconds that everything may take: tests wait for what they need, and a busy machine is slow."""

expect.set_options(timeout=PATIENCE)

# Counts presses of a mouse or a finger, on any page; a key that activates a button does not count.
COUNT_PRESSES = "addEventListener('pointerdown', (ev) => { if (ev.isTrusted) window.pressed(); }, true)"


def launch(driver: Playwright, *arguments: str, fonts: Path | None = None) -> Browser:
    """`fonts`: a file for fontconfig, instead of the machine's own."""
    environment = {**os.environ, "FONTCONFIG_FILE": str(fonts)} if fonts else None
    return driver.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS, *arguments], env=environment)  # type: ignore[arg-type]  # any environment


class Person:
    """Somebody with one browser window, which asks for pages in their language."""

    def __init__(self, page: Page, base: str, locale: str) -> None:
        self.page = page
        self.base = base
        self.presses = 0
        self._language = language(locale)

    def words(self, *english: str, **values: object) -> re.Pattern[str]:
        """Any of these texts as this person reads it. A place without a value fits anything."""
        return re.compile("|".join(_pattern(self._language.text(one), values) for one in english))

    def whole(self, *english: str, **values: object) -> re.Pattern[str]:
        """The same with nothing around it."""
        return re.compile(rf"^\s*(?:{self.words(*english, **values).pattern})\s*$")

    def open(self, path: str) -> None:
        self.page.goto(self.base + path)

    def press(self, what: Locator) -> None:
        """With the mouse or a finger. A choice is pressed on its words."""
        (what.locator("xpath=ancestor::label") if what.get_attribute("type") == "radio" else what).click()

    def write(self, what: Locator, text: str) -> None:
        """Types into a field.

        Moves there by keyboard from the field before, as with a phone's “next” key; otherwise presses it first, unless
        the page has already put the cursor there.
        """
        self.page.wait_for_load_state()  # A page puts the cursor somewhere when it is whole.
        if not focused(what) and self.page.locator("input:focus, textarea:focus").count():
            self.page.keyboard.press("Tab")
            while self.page.locator("a:focus").count():  # A phone's “next” key skips links.
                self.page.keyboard.press("Tab")
        if not focused(what):
            self.press(what)
        expect(what).to_be_focused()
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.insert_text(text)

    def pick(self, what: Locator, value: str) -> None:
        """Of a list that folds out."""
        what.select_option(value)

    def offline(self, lost: bool) -> None:
        self.page.context.set_offline(lost)

    @contextmanager
    def counting(self) -> Iterator[list[int]]:
        """Counts presses inside the block: the only number in the list, once it is left."""
        before, found = self.presses, [0]
        yield found
        self.page.evaluate("1")  # What the page said before this is heard now.
        found[0] = self.presses - before


def _pattern(text: str, values: dict[str, object]) -> str:
    """A text from the catalogue as it appears: filled in, without markup, broken anywhere between words."""
    parts = []
    for words, place, _, _ in Formatter().parse(re.sub(r"<[^>]+>", "", text)):
        parts.append(r"\s+".join(re.escape(word) for word in re.split(r"\s+", words)))
        if place is not None:
            parts.append(re.escape(str(values[place])) if place in values else ".+")
    return "".join(parts)


class Typist(Person):
    """Somebody without a mouse: Tab goes everywhere, Enter and Space press, arrows choose."""

    def press(self, what: Locator) -> None:
        what.wait_for()
        if what.get_attribute("type") == "radio":
            self._tab_to(self.page.locator(f"[name={what.get_attribute('name')}]"))
            while not what.is_checked():
                self.page.keyboard.press("Space" if focused(what) else "ArrowDown")
        else:
            self._tab_to(what)
            self.page.keyboard.press("Enter")

    def write(self, what: Locator, text: str) -> None:
        what.wait_for()
        self._tab_to(what)
        super().write(what, text)

    def pick(self, what: Locator, value: str) -> None:
        what.wait_for()
        self._tab_to(what)
        while what.input_value() != value:
            self.page.keyboard.press("ArrowDown")

    def _tab_to(self, what: Locator) -> None:
        for _ in range(300):
            if any(focused(one) for one in what.all()):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the Tab key does not reach {what}")


def focused(what: Locator) -> bool:
    return bool(what.evaluate("(element) => element === document.activeElement"))


class Venue:
    """Who is there, and what any of their browsers complained of."""

    def __init__(self, chromium: Browser, server: Server) -> None:
        self._chromium = chromium
        self.server = server
        self._contexts: list[BrowserContext] = []
        self.complaints: list[str] = []

    @property
    def base(self) -> str:
        return self.server.base

    def person(self, width: int, height: int = 844, kind: type[Person] = Person, **context: Any) -> Person:
        """Animations off: what is measured is how a page ends up."""
        options: dict[str, Any] = {"viewport": {"width": width, "height": height}, "reduced_motion": "reduce"}
        own = self._chromium.new_context(**{**options, **context})
        self._contexts.append(own)
        page = own.new_page()
        page.set_default_timeout(PATIENCE)
        person = kind(page, self.base, context.get("locale", SOURCE))
        own.on("request", lambda asked: self._must_be_ours(asked.url))
        own.on("weberror", lambda error: self.complaints.append(str(error.error)))
        own.on("console", lambda said: self._must_keep_the_policy(said.text))
        own.expose_binding("pressed", lambda _source: self._pressed(person))
        own.add_init_script(COUNT_PRESSES)
        return person

    def organiser(self, width: int = 1280, height: int = 900, kind: type[Person] = Person, **context: Any) -> Person:
        person = self.person(width, height, kind, **context)
        person.page.goto(self.server.sign_in())
        return person

    def plain(self, page: Page) -> Page:
        """Another window of the same person, in which no script runs."""
        context = self._chromium.new_context(java_script_enabled=False, storage_state=page.context.storage_state())
        self._contexts.append(context)
        return context.new_page()

    def _pressed(self, person: Person) -> None:
        person.presses += 1

    def _must_be_ours(self, url: str) -> None:
        if not url.startswith(self.base):
            self.complaints.append(f"asked elsewhere: {url}")

    def _must_keep_the_policy(self, text: str) -> None:
        if "Security Policy" in text:
            self.complaints.append(text)

    def close(self) -> None:
        for context in self._contexts:
            context.close()
