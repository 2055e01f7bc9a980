"""No English is left in a page of another language: every address is opened and every form sent, in a language in which
each text of the program is written in other letters. Whatever still has plain letters was not looked up."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

import pytest
from django.http.response import HttpResponseBase

from muster.api.routes import PUBLIC
from muster.app.languages import NAMES as SPOKEN
from muster.app.languages import Spoken
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.venue.terrain import GROUND_COLUMNS, STOCK_COLUMNS
from muster.core.book.system import System
from muster.core.kit.model import Role
from muster.core.rules.players import player_fields
from muster.systems import registry
from muster.web import languages
from muster.web.site import Site
from muster.web.urls import urlpatterns
from tests.web.conftest import RESULTS, STAFF, organiser_of, player_of, staff_of, start
from tests.web.test_access import address

NAMES = ("Āā Ōō", "Ēē", "Īī", "Ūū", "Ȳȳ")
"""Players whose names have no plain letter."""

KEPT = re.compile(r"\{[^{}]*\}|<[^<>]*>|&\w+;")
"""Places, markup and entities stay as they are."""

WIDE = {code: code + 0xFEE0 for code in (*range(ord("A"), ord("Z") + 1), *range(ord("a"), ord("z") + 1))}
AWAY = ("sign-out", "leave", "finish", "restore", "print-sheet", *(route.name for route in PUBLIC))
"""Addresses that end the walk."""

TYPED = ("Ξξ", "-1", "")
"""What is typed into every field: one of them per form in turn, in the long form all."""

LONG = bool(os.environ.get("MUSTER_LONG_TESTS"))

SAID = {"refusal", "said", "text", "versus"}
"""What a script of ours shows of an answer."""

KEYED = (
    "",
    "1",
    "2",
    "9",
    "1 1",
    "1 9 9",
    "2 1",
    "2 1 2",
    "2 1 2 3 4 5 6",
    "2 -",
    "2 ?",
    "2 Ξξ",
    "Ξξ 1",
    "2 Ξξ=1",
    "2 -1 0",
)
"""Lines at the desk, right and wrong."""

HIDDEN = ("script", "style", "code", "kbd", "samp")
NAMES_KEPT = {"Muster", "Letter", "AM", "PM", "Ann", "Lee", "cup", "none", "Iron", "Gauntlet", "iron", "gauntlet"}
"""Names of ours, of circuits and in examples, sizes of paper, hours, ids."""

SHOWN = {"aria-label", "title", "placeholder", "alt"}
"""Attributes that people read or hear."""

WORD = re.compile(r"[A-Za-z]{2,}")
NO_WORDS = re.compile(
    r"[A-Z][A-Z0-9]{0,3}-(?:\d+|[A-Z]+)|[0-9a-f]{4}(?: [0-9a-f]{4}){3}|round \d+ draw \d+|https?://\S*"
    r"|[\w.-]+\.(?:pdf|csv|json|zip|py)|[0-9a-f]{8,}|\b[A-Z0-9]{6}\b|(?:/[\w.-]+)+|--[a-z-]+|\b\d+[a-z]\b"
    r"|\b\d{1,2} [A-Z][a-z]+ \d{4}\b"
)
"""Rule ids, digests, streams of lots, addresses, files, options of the command line, days."""


class Wide(Spoken):
    """Every text of the program in wide letters, whether or not a catalogue has it."""

    def __init__(self) -> None:
        super().__init__("en")

    def text(self, english: str) -> str:
        kept = [*KEPT.finditer(english)]
        ends = [0, *(k.end() for k in kept)]
        starts = [*(k.start() for k in kept), len(english)]
        plain = [english[end:start].translate(WIDE) for end, start in zip(ends, starts, strict=True)]
        return plain[0] + "".join(k[0] + text for k, text in zip(kept, plain[1:], strict=True))

    def plural(self, number: int, one: str, many: str) -> str:
        return self.text(one if number == 1 else many)


@dataclass
class Form:
    action: str
    fields: dict[str, str] = field(default_factory=dict)
    """Those that are typed in are empty."""


class Reader(HTMLParser):
    """Collects what somebody sees or hears on a page, and its forms."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.forms: list[Form] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in HIDDEN
        self.said += [value for name, value in attrs if name in SHOWN and value]
        given = {name: value or "" for name, value in attrs}
        if tag == "form" and given.get("method") == "post":
            self.forms.append(Form(given.get("action", "").partition("#")[0]))
        elif tag in ("input", "select", "textarea", "button") and self.forms and given.get("name"):
            kept = given.get("value", "") if given.get("type") in ("hidden", "radio", "submit") else ""
            self.forms[-1].fields.setdefault(given["name"], kept)

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in HIDDEN

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.said.append(data)


def test_what_is_looked_up_is_in_wide_letters() -> None:
    assert Wide().text("<b>Round</b> {number} &amp; on") == "<b>Ｒｏｕｎｄ</b> {number} &amp; ｏｎ"


def _named(game: System) -> Iterator[str]:
    """What is typed the same in every language: the keys of options, fields, infractions and subjects."""
    fields = (*game.result_fields, *player_fields(game))
    fields += (*game.lists.fields, *game.lists.sealed) if game.lists else ()
    for key in (*(option.key for option in game.options), *(one.key for one in fields)):
        yield from WORD.findall(key)
    yield from (*STOCK_COLUMNS, *GROUND_COLUMNS)
    for key in registry.BUILT_IN:  # Who plays without an event chooses among all games.
        yield from WORD.findall(key)
        for scenario in registry.find(key).scenarios:
            yield from WORD.findall(scenario.name)
    for key in (*(one.key for one in game.conduct.infractions), *(one.key for one in game.conduct.subjects)):
        yield from WORD.findall(key)


def _said(answer: Any) -> list[str]:
    if isinstance(answer, list):
        return [text for one in answer for text in _said(one)]
    pairs = answer.items() if isinstance(answer, dict) else ()
    return [text for key, one in pairs for text in ([one] if key in SAID and isinstance(one, str) else _said(one))]


def read(answer: HttpResponseBase) -> Reader:
    """Also an answer to a script, all of whose texts are shown."""
    reader = Reader()
    kind = answer.get("Content-Type", "")
    if "html" in kind:
        reader.feed(answer.getvalue().decode())
    elif "json" in kind:
        reader.said += _said(json.loads(answer.getvalue()))
    return reader


def left(reader: Reader, known: set[str]) -> set[str]:
    """Sentences with plain letters left."""
    said = {" ".join(text.split()) for text in reader.said}
    return {text for text in said if not known.issuperset(WORD.findall(NO_WORDS.sub("", text)))}


@pytest.mark.parametrize("system", sorted(RESULTS))
def test_no_page_and_no_answer_to_a_form_has_an_english_word(
    site: Site, system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wide = Wide()
    monkeypatch.setattr(languages, "language", lambda code, country="": wide)
    opened = start(site, system, NAMES, played=1)
    table = opened.event.rounds[-1].matches[0].table
    results.report(site.desk, "cup", [Report(str(table), RESULTS[system])], STAFF)
    known = {"Cup", "Hale", *NAMES_KEPT, *_named(registry.find(system))}
    known.update(WORD.findall(" ".join(SPOKEN.values())))
    for game in map(registry.find, registry.names()):
        known.update(WORD.findall(f"{game.name} {game.edition.title} {game.edition.version}"))
    found: set[str] = set()
    for asking in (organiser_of(site), staff_of(site, "cup", Role.JUDGE, "Hale"), player_of(site, "cup", 1)):
        asking.token()
        sent: set[tuple[str, ...]] = set()
        pages = [address(p) for p in urlpatterns if getattr(p.callback, "method", "") != "POST" and p.name not in AWAY]
        for path in ("/no-such-page/", "/e/none/", *pages):
            reader = read(asking.get(path))
            found |= {f"{path}: {text}" for text in left(reader, known)}
            for form in reader.forms:
                if (form.action, *form.fields) in sent or form.action.rstrip("/").endswith(AWAY):
                    continue
                sent.add((form.action, *form.fields))
                for typed in TYPED if LONG else (TYPED[len(sent) % len(TYPED)],):
                    values = {name: value or typed for name, value in form.fields.items()}
                    answer = asking.post(form.action, {**values, "csrfmiddlewaretoken": asking.token()})
                    assert answer.status_code < 500, (form, typed)
                    found |= {f"{form.action} {typed}: {text}" for text in left(read(answer), known)}
    desk = organiser_of(site)
    for line in KEYED:
        token = {"csrfmiddlewaretoken": desk.token(), "line": line}
        answers = [desk.get("/e/cup/keying/", {"line": line}), desk.post("/e/cup/key/", token)]
        answers.append(desk.post("/e/cup/key/", token, headers={"Accept": "application/json"}))
        answers.append(desk.post("/e/cup/key/", {"line": line, "csrfmiddlewaretoken": "stale"}))
        found |= {f"keyed {line}: {text}" for answer in answers for text in left(read(answer), known)}
    assert not found, "\n".join(sorted(found))
