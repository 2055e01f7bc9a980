"""What a person does with a browser window, whichever engine draws it: open, press, write, and see what comes of it.

Things are found by what they are for the server (the address of a form, the name of a field), never by their words, so
that the same journeys run in every language. Everything is waited for.
"""

from __future__ import annotations

import json
import time
from typing import Any

from tests.engines.webdriver import ELEMENT, Failed, Wire

PATIENCE = 60.0
"""Seconds."""

ENTER = "\ue007"
"""The key, as the standard writes it; a line break as a character does not work in every engine."""

SHOWN = """
const shown = [...document.querySelectorAll(arguments[0])].filter((one) => one.checkVisibility());
"""
WHOLE = "document.readyState === 'complete'"


class Window:
    def __init__(self, wire: Wire, base: str = "") -> None:
        self._wire = wire
        self.base = base

    def resize(self, width: int, height: int) -> None:
        self._wire("SetWindowRect", {"x": 0, "y": 0, "width": width, "height": height})

    def begin(self, base: str, language: str) -> None:
        """At a server, as somebody new to it.

        Pages store by address and port, and every hall has its own; a cookie is by address alone, and is removed.
        """
        self.base = base
        self.open("/")
        self._wire("DeleteAllCookies", {})
        self.open(f"/?lang={language}")

    def open(self, path: str) -> None:
        self._wire("Navigate", {"url": path if "://" in path else self.base + path})

    def reload(self) -> None:
        """As the page itself would: in Firefox the command for it bypasses a worker, as with the Shift key."""
        self.ask("window.before = true; setTimeout(() => location.reload())")
        self.until(f"return !window.before && {WHOLE}")

    @property
    def address(self) -> str:
        """Without the server's part."""
        return str(self._wire("GetCurrentURL", {})).removeprefix(self.base)

    def ask(self, script: str, *values: object) -> Any:
        """What a script returns, run in the page; it may return a promise."""
        return self._wire("ExecuteScript", {"script": script, "args": list(values)})

    def until(self, script: str, *values: object) -> Any:
        """Asks until the answer is true, even while a page is changing."""
        deadline, trouble = time.monotonic() + PATIENCE, ""
        while time.monotonic() < deadline:
            try:
                if found := self.ask(script, *values):
                    return found
            except Failed as failed:
                trouble = str(failed)
            time.sleep(0.05)
        raise AssertionError(f"waited in vain for {script.strip()} {json.dumps(values)}\n{trouble}\n{self._state()}")

    def sees(self, css: str, text: str = "") -> None:
        """An element with these words, if any are given."""
        script = SHOWN + "return shown.some((one) => one.textContent.includes(arguments[1]))"
        self.until(script, css, text)

    def misses(self, css: str) -> None:
        """The page is complete, and nothing like this is visible."""
        self.until(SHOWN + f"return {WHOLE} && !shown.length", css)

    def shows(self, css: str) -> bool:
        """Now, once the page is whole."""
        self.until(f"return {WHOLE}")
        return bool(self.ask(SHOWN + "return shown.length", css))

    def text(self, css: str) -> str:
        found: str = self.until(SHOWN + "return shown.length && shown[0].innerText.trim()", css)
        return found

    def texts(self, css: str) -> list[str]:
        self.until(f"return {WHOLE}")
        found: list[str] = self.ask(SHOWN + "return shown.map((one) => one.innerText.trim())", css)
        return found

    def press(self, css: str) -> None:
        """With the mouse: on the first of these that is visible, once the page is complete with its scripts."""
        self._try("ElementClick", css, {})

    def write(self, css: str, text: str) -> None:
        """Into a field, instead of what was in it."""
        self._try("ElementClear", css, {})
        self.keys(css, text.replace("\n", ENTER))

    def keys(self, css: str, text: str) -> None:
        """Typed where the field has its cursor."""
        self._try("ElementSendKeys", css, {"text": text})

    def _try(self, command: str, css: str, values: dict[str, Any]) -> None:
        """A page that follows its event may change between looking and pressing."""
        deadline, trouble = time.monotonic() + PATIENCE, ""
        while time.monotonic() < deadline:
            found = self.until(SHOWN + f"return {WHOLE} && shown.length && shown[0]", css)
            try:
                self._wire(command, {**values, "id": found[ELEMENT]})
            except Failed as failed:
                if failed.kind not in AGAIN:
                    raise
                trouble = str(failed)
                time.sleep(0.1)
            else:
                return
        raise AssertionError(f"{css}: {trouble}\n{self._state()}")

    def _state(self) -> str:
        try:
            return f"{self.address}\n{self.ask('return document.body.innerText')}"
        except Failed as failed:
            return str(failed)


AGAIN = {"stale element reference", "element not interactable", "element click intercepted", "no such element"}
