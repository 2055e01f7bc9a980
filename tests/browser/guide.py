"""The organiser's guide as steps: what to press, to type and to see, read from its page and done by those it names."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from playwright.sync_api import Download, Locator, Page, expect

from tests.browser.server import ROOT
from tests.browser.venue import PATIENCE, Person, Venue

PAGE = ROOT / "docs" / "organisers-guide.md"
OPENING = re.compile(r"On (?P<who>[^,]*(?:phone|laptop|screen)), ")
MARKS = re.compile(
    r"scan the code beside \*(?P<code>[^*]+)\*"
    r"|\*\*(?P<press>[^*]+)\*\*(?: beside \*(?P<beside>[^*]+)\*)?"
    r"|`(?P<type>[^`]+)`"
    r"|<kbd>(?P<key>[^<]+)</kbd>"
    r"|\*(?P<see>[^*]+)\*"
)
PRESSED = "a, button, summary, label:has(input[type=radio], input[type=checkbox])"
# What may contain a thing to press and the words beside it.
ROWS = "tr, li, dl > div, .handout, .qrbox, section"
WIDTHS = {"phone": 390, "laptop": 1280, "screen": 1920}


@dataclass(frozen=True, slots=True)
class Step:
    """A numbered line of the guide with the text to type below it, if any; or what to type in the terminal."""

    line: int
    text: str
    block: str = ""
    shell: bool = False


def steps(page: str) -> Iterator[Step]:
    """In the guide's order."""
    lines = page.splitlines()
    at = 0
    while at < len(lines):
        line, first = lines[at], at + 1
        at += 1
        if line == "```sh":
            end = lines.index("```", at)
            yield Step(first, "\n".join(lines[at:end]), shell=True)
            at = end + 1
        elif numbered := re.match(r"\d+\. (.*)", line):
            text, block = [numbered[1]], list[str]()
            while at < len(lines) and lines[at].startswith("   "):
                if lines[at].strip() == "```text":
                    end = lines.index("   ```", at)
                    block = [one.strip() for one in lines[at + 1 : end]]
                    at = end + 1
                else:
                    text.append(lines[at].strip())
                    at += 1
            yield Step(first, " ".join(text), "\n".join(block))


def said(words: str) -> str:
    """As pages write it."""
    return words.replace("'", "’")


def part(words: str) -> re.Pattern[str]:
    """Part of a text; “…” matches anything."""
    return re.compile(".+".join(map(re.escape, said(words).split("…"))), re.S)


def whole(words: str) -> re.Pattern[str]:
    return re.compile(rf"^\s*{part(words).pattern}\s*$", re.S)


def begin(words: str) -> re.Pattern[str]:
    return re.compile(rf"^\s*{part(words).pattern}", re.S)


class Follower:
    """Does what the guide says, in the browsers of the people it names. Without a name, in the organiser's."""

    def __init__(self, venue: Venue, patience: int = PATIENCE) -> None:
        self._venue = venue
        self._patience = patience
        self._people: dict[str, Person] = {}
        self._codes: dict[str, str] = {}
        self._downloads: list[Download] = []

    def follow(self, step: Step) -> None:
        if step.shell:
            for command in step.text.splitlines():
                self._run(shlex.split(command.partition("#")[0]))
            return
        opening = OPENING.match(step.text)
        person = self._person(opening["who"] if opening else "your laptop")
        for mark, after in pairwise([*MARKS.finditer(step.text), None]):
            assert mark
            self._do(person, mark, (after["type"] if after else None) or step.block)

    def _person(self, who: str) -> Person:
        if who not in self._people:
            kind = who.rpartition(" ")[2]
            self._people[who] = self._venue.person(WIDTHS[kind], 900)
            self._people[who].page.on("download", lambda file: self._downloads.append(file))
        return self._people[who]

    def _do(self, person: Person, mark: re.Match[str], typed: str) -> None:
        page = person.page
        if mark["code"]:
            page.goto(self._code(mark["code"]))
        elif mark["press"]:
            if typed:
                self._field(page, mark["press"]).fill(typed)
            else:
                self._pressable(page, mark["press"], mark["beside"]).click()
        elif mark["key"] == "Ctrl-C":
            self._venue.server.stop()
        elif mark["key"]:
            page.keyboard.press(mark["key"])
        elif mark["see"]:
            seen = page.get_by_text(part(mark["see"])).filter(visible=True).first
            expect(seen, f"“{mark['see']}” is on the page").to_be_visible(timeout=self._patience)

    def _code(self, words: str) -> str:
        """The address behind a code on the organiser's page; once found, it hangs in the hall."""
        if words not in self._codes:
            box = self._beside(self._people["your laptop"].page, words)
            expect(box).to_contain_text("http")
            self._codes[words] = re.findall(r"http\S+", box.inner_text())[0]
        return self._codes[words]

    def _field(self, page: Page, words: str) -> Locator:
        fields = page.locator("input, textarea, select").and_(page.get_by_label(begin(words))).filter(visible=True)
        expect(fields.first, f"“{words}” can be filled in").to_be_visible(timeout=self._patience)
        return fields.first

    def _pressable(self, page: Page, words: str, beside: str | None) -> Locator:
        if words == "their own name":
            words = self._people["Ada's phone"].page.locator(".opp").inner_text()
        if words == "the other player":
            return page.locator("label:has(input[type=radio]:not(:checked))").filter(visible=True).first
        where = self._beside(page, beside) if beside else page.locator("body")
        found = where.locator(PRESSED).filter(has_text=whole(words))
        for role in ("button", "link"):
            found = found.or_(where.get_by_role(role, name=whole(words)))
        # A choice has more words below its name.
        choices = where.locator("label:has(input)").filter(has_text=begin(words))
        shown = found.or_(choices).filter(visible=True).first
        expect(shown, f"“{words}” can be pressed").to_be_visible(timeout=self._patience)
        return shown

    def _beside(self, page: Page, words: str) -> Locator:
        """The smallest part of the page with these words."""
        around = page.locator(ROWS).filter(has=page.get_by_text(begin(words))).filter(visible=True)
        smallest = around.filter(has_not=around).first
        expect(smallest, f"“{words}” is on the page").to_be_visible(timeout=self._patience)
        return smallest

    def _run(self, words: list[str]) -> None:
        """`serve` starts the server (again) and opens its page; everything else runs as typed."""
        assert words[0] == "./muster", words
        server = self._venue.server
        if words[1] == "serve":
            if self._people:
                server.start()
            self._person("your laptop").page.goto(server.sign_in())
            return
        if words[1] == "restore":
            words[2] = str(self._downloads[-1].path())
            server.folder = server.folder.with_name("other-laptop")
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "MUSTER_DATA": str(server.folder)}
        done = subprocess.run(
            [sys.executable, "-m", "muster", *words[1:]], env=environment, capture_output=True, text=True, check=True
        )
        if words[1] == "sign-in":
            self._person("your laptop").page.goto(re.findall(r"http\S+", done.stdout)[0])
