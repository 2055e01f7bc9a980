"""Lists of players as other programs write them, recognised by their keys or headings and turned into a plain table.

What a program's file looks like is written down in docs/exchange.md, decision 60 says where each shape was found. The
table then goes through the one reader (`intake`) like any other list.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any

from muster.app.csv_tables import CsvTable, parse_sheet
from muster.app.exchange import tome, trf
from muster.core.kit.errors import BadInput
from muster.core.kit.language import Message, Text

NAME, GIVEN, FAMILY, FACTION, CLUB, RATING = "name", "first name", "last name", "faction", "club", "rating"

Person = dict[str, str]
"""A person in a file, by the headings above."""


@dataclass(frozen=True, slots=True)
class Source:
    """A program. `has`: what only its files have, for the message about a file that lacks it."""

    key: str
    name: str
    has: str


@dataclass(frozen=True, slots=True)
class BroughtList:
    """A table for the common reader. `source` None: the organiser's own list, in which every column must be known.

    `gone`: how many were left out because they have dropped there.
    """

    sheet: CsvTable
    source: Source | None = None
    gone: int = 0


AESOPS = Source("aesops", "AesopsTables", "uploadedFrom")
BCP = Source("bcp", "Best Coast Pairings", "firstName")
CHALLONGE = Source("challonge", "Challonge", "participant")
COBRA = Source("cobra", "Cobra / NRTM", "preliminaryRounds")
LIST_FORTRESS = Source("listfortress", "List Fortress", "players")
LONGSHANKS = Source("longshanks", "Longshanks", "player_link")
START_GG = Source("startgg", "start.gg", "GamerTag")
T3 = Source("t3", "T³", "||x")
TABLETOP_TO = Source("tabletopto", "Tabletop.to", "tournament")
TOME = Source("tome", "TOME", "entityGroupMap")
TRF = Source("trf", "FIDE TRF", "001")
SOURCES = (AESOPS, BCP, CHALLONGE, COBRA, LIST_FORTRESS, LONGSHANKS, START_GG, T3, TABLETOP_TO, TOME, TRF)

_JSON = re.compile(r'\ufeff?\s*(?:\{\s*["}]|\[\s*[\[{\]])')
_T3_LINE = re.compile(r"[0-9]*(?:\|\|[^|\n]*){6,}\|\|x\s*")
_TRF_LINE = re.compile(r"^001 [ 0-9]{4} ", re.MULTILINE)
_EMPTY = {"br", "hr", "img", "input", "link", "meta", "source"}
"""Elements without an end tag."""
DEEPEST = 100
"""How deeply nested elements may be; real pages have about twenty levels."""
_PAGE = re.compile(r"\ufeff?\s*<(?:!doctype html|html)\b", re.IGNORECASE)


def bring(name: Text, text: str, wanted: Source | None = None) -> BroughtList:
    """The list in a text; `wanted`: the program it must be from."""
    found = _recognised(name, text)
    if found is None and wanted is None:
        raise BadInput(
            "“{name}” is not a list of players from a program that Muster knows: {known}. Save anything else as CSV.",
            name=name,
            known=", ".join(one.name for one in SOURCES),
        )
    if wanted is not None and found is not None and found.source not in (None, wanted):
        assert found.source is not None
        raise BadInput(
            "“{name}” is a list from {found}, not from {source}.",
            name=name,
            found=found.source.name,
            source=wanted.name,
        )
    if wanted is not None and (found is None or found.source is None):
        raise BadInput(
            "“{name}” is not a list from {source}: “{missing}” is missing in it.",
            name=name,
            source=wanted.name,
            missing=wanted.has,
        )
    assert found is not None
    return found


def is_foreign(text: str) -> bool:
    """Whether a text is of a program, and not of a person: nobody types these."""
    return looks_like_json(text) or looks_like_page(text) or looks_like_trf(text) or _is_t3(text.split("\n"))


def looks_like_json(text: str) -> bool:
    return _JSON.match(text) is not None


def looks_like_trf(text: str) -> bool:
    return _TRF_LINE.search(text) is not None


def looks_like_page(text: str) -> bool:
    return _PAGE.match(text) is not None


def list_of(data: Any) -> Source | None:
    """Which program's list of players a parsed file is."""
    found = _read_json(data)
    return None if found is None else found[0]


def list_in(text: str) -> Source | None:
    """Whose list of players a text is that is not JSON."""
    if looks_like_page(text):
        return LONGSHANKS if _longshanks(text) else None
    return T3 if _is_t3(text.split("\n")) else None


def _recognised(name: Text, text: str) -> BroughtList | None:
    """None for JSON or a page that is not recognised."""
    if looks_like_json(text):
        return _of_json(name, _parsed(name, text.removeprefix("\ufeff")))
    if looks_like_trf(text):
        people = [{NAME: one.name, RATING: str(one.rating or "")} for one in trf.read(text).entrants]
        return _table(name, TRF, people)
    if looks_like_page(text):
        people = [{NAME: one} for one in _longshanks(text)]
        return _table(name, LONGSHANKS, people) if people else None
    lines = text.split("\n")
    if _is_t3(lines):
        return _t3(name, lines)
    return _sheet(name, text)


def _parsed(name: Text, text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise BadInput(
            "“{name}” is not valid JSON: something is wrong in line {lineno}, column {colno}.",
            name=name,
            lineno=error.lineno,
            colno=error.colno,
        ) from None
    except (ValueError, RecursionError):
        raise BadInput(
            "“{name}” is not valid JSON: a number is too long, or brackets are nested too deep.", name=name
        ) from None


def _table(name: Text, source: Source, people: Sequence[Person], gone: int = 0) -> BroughtList:
    """One line per person, below the headings that anybody has a value for."""
    if not people:
        raise BadInput("“{name}” has headings but no players.", name=name)
    headings = [h for h in (NAME, GIVEN, FAMILY, FACTION, CLUB, RATING) if any(one.get(h) for one in people)] or [NAME]
    cells = [[one.get(heading, "") for heading in headings] for one in people]
    lines: list[tuple[int, Sequence[str]]] = list(enumerate([headings, *cells], start=1))
    return BroughtList(CsvTable(Message("{name}, read as a table", {"name": name}), lines), source, gone)


# ── JSON ─────────────────────────────────────────────────────────────────────────────────────────


def _of_json(name: Text, data: Any) -> BroughtList | None:
    found = _read_json(data)
    if found is None:
        return None
    source, people, gone = found
    return _table(name, source, people, gone)


def _read_json(data: Any) -> tuple[Source, list[Person], int] | None:
    readers: tuple[Callable[[Any], tuple[Source, list[Person], int] | None], ...] = (
        _tome,
        _challonge,
        _start_gg,
        _players,
        _bcp,
    )
    return next(filter(None, (read(data) for read in readers)), None)


def _at(data: Any, *keys: str) -> Any:
    """What is under these keys; None if one is missing."""
    for key in keys:
        data = data.get(key) if isinstance(data, Mapping) else None
    return data


def _objects(data: Any) -> list[Any]:
    """A list of objects; empty for anything else."""
    whole = isinstance(data, list) and all(isinstance(one, Mapping) for one in data)
    return data if whole else []


def _text(data: Any, *keys: str) -> str:
    value = _at(data, *keys)
    return " ".join(value.split()) if isinstance(value, str) else ""


def _tome(data: Any) -> tuple[Source, list[Person], int] | None:
    if _at(data, "entityGroupMap") is None:
        return None
    people = tome.participants(data)
    here = [
        {GIVEN: _text(one, "first_name"), FAMILY: _text(one, "last_name")}
        for one in people
        if one.get("is_active") is not False
    ]
    return TOME, here, len(people) - len(here)


def _challonge(data: Any) -> tuple[Source, list[Person], int] | None:
    """The older API has {"participant": {…}} for each, the newer one {"type": "participant", "attributes": {…}}."""
    older = _objects(_at(data, "tournament", "participants") or data)
    newer = _objects(_at(data, "data"))
    if older and all(isinstance(one.get("participant"), Mapping) for one in older):
        people = [one["participant"] for one in older]
    elif newer and all(one.get("type") == "participant" for one in newer):
        people = [_at(one, "attributes") for one in newer]
    else:
        return None
    here = [one for one in people if _at(one, "active") is not False]
    named = [{NAME: _text(one, "name") or _text(one, "display_name") or _text(one, "username")} for one in here]
    return CHALLONGE, named, len(people) - len(here)


def _start_gg(data: Any) -> tuple[Source, list[Person], int] | None:
    """An answer from its API: participants with a tag each, or an event's entrants with their participants."""
    top = _at(data, "data") or data
    inside = _at(top, "tournament") or _at(top, "event")
    nodes = _objects(_at(inside, "participants", "nodes") or _at(inside, "entrants", "nodes"))
    if not nodes:
        return None
    people: list[Person] = []
    for node in nodes:
        team = _objects(node.get("participants"))
        if len(team) > 1:
            raise BadInput(
                "“{name}” is a team of {n}. Muster runs events of single players.",
                name=_text(node, "name"),
                n=len(team),
            )
        people.append(
            {NAME: _text(node, "gamerTag") or _text(team[0] if team else {}, "gamerTag") or _text(node, "name")}
        )
    return START_GG, people, 0


def _players(data: Any) -> tuple[Source, list[Person], int] | None:
    """The format of programs for Netrunner and X-Wing: {"players": [{"name": …}]}."""
    top = _at(data, "tournament") if _objects(_at(data, "tournament", "players")) else data
    people = _objects(_at(top, "players"))
    if not people or not all("name" in one for one in people):
        return None
    source = LIST_FORTRESS
    if top is not data:
        source = TABLETOP_TO
    elif _text(data, "uploadedFrom") == AESOPS.name:
        source = AESOPS
    elif "preliminaryRounds" in data:
        source = COBRA
    people = [one for one in people if one.get("isBye") is not True]
    here = [one for one in people if one.get("forfeit") is not True and one.get("dropped") is not True]
    named = [{NAME: _text(one, "name"), FACTION: _text(one, "list", "faction")} for one in here]
    return source, named, len(people) - len(here)


def _bcp(data: Any) -> tuple[Source, list[Person], int] | None:
    """Players with their names next to the rest or under `user`: a list, or under `data` or `active`."""
    people = _objects(data) or _objects(_at(data, "data")) or _objects(_at(data, "active"))
    if not people or not all("firstName" in one or isinstance(one.get("user"), Mapping) for one in people):
        return None
    here = [one for one in people if one.get("dropped") is not True]
    named = [
        {
            GIVEN: _text(one, "user", "firstName") or _text(one, "firstName"),
            FAMILY: _text(one, "user", "lastName") or _text(one, "lastName"),
            FACTION: _text(one, "faction", "name") or _text(one, "army", "name"),
        }
        for one in here
    ]
    return BCP, named, len(people) - len(here)


# ── Other texts ──────────────────────────────────────────────────────────────────────────────────


def _is_t3(lines: Sequence[str]) -> bool:
    return any(map(_T3_LINE.fullmatch, lines))


def _t3(name: Text, lines: Sequence[str]) -> BroughtList:
    """The GÖPP import file: four lines about the event, then number, given and family name, nickname, army, …"""
    found: list[tuple[int, Sequence[str]]] = []
    for number, line in enumerate(lines, start=1):
        if _T3_LINE.fullmatch(line):
            cells = [cell.strip() for cell in line.split("||")]
            found.append((number, (cells[1], cells[2], cells[4], cells[6])))
    return BroughtList(CsvTable(name, [(found[0][0] - 1, (GIVEN, FAMILY, FACTION, CLUB)), *found]), T3)


def _sheet(name: Text, text: str) -> BroughtList:
    """A spreadsheet. In start.gg's list of attendees the short tag is the name, and other name columns are left out."""
    sheet = parse_sheet(name, text.removeprefix("\ufeff"))
    number, cells = sheet.lines[0]
    titles = [cell.strip() for cell in cells]
    tag = next((title for title in ("Short GamerTag", "GamerTag") if title in titles), None)
    if tag is None:
        return BroughtList(sheet)
    theirs = {title: f"{title} ({START_GG.name})" for title in titles if title.casefold() not in ("", CLUB, FACTION)}
    renamed = [NAME if title == tag else theirs.get(title, title) for title in titles]
    return BroughtList(CsvTable(name, [(number, renamed), *sheet.lines[1:]]), START_GG)


def _longshanks(text: str) -> list[str]:
    page = _LongshanksPage()
    page.feed(text)
    return list(page.people.values())


class _LongshanksPage(HTMLParser):
    """An event's page as saved by a browser: each player's number (#123) and name, in one box; a number counts once."""

    def __init__(self) -> None:
        super().__init__()
        self.people: dict[str, str] = {}
        self._open: list[tuple[str, set[str]]] = []
        self._inside = {"id_number": 0, "player_link": 0}
        self._number = self._name = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _EMPTY or len(self._open) >= DEEPEST:
            return
        classes = set((dict(attrs).get("class") or "").split())
        self._open.append((tag, classes))
        for one in classes & self._inside.keys():
            self._inside[one] += 1

    def handle_endtag(self, tag: str) -> None:
        if not any(tag == one for one, _ in self._open):
            return
        while self._open:
            one, classes = self._open.pop()
            for kind in classes & self._inside.keys():
                self._inside[kind] -= 1
            if classes & {"player_disp", "data"}:
                if self._number and self._name:
                    self.people.setdefault(self._number, self._name)
                self._number = self._name = ""
            if one == tag:
                return

    def handle_data(self, data: str) -> None:
        text = " ".join(data.split())
        if self._inside["id_number"] and text.startswith("#"):
            self._number = self._number or text
        elif self._inside["player_link"] and not self._inside["id_number"] and text:
            self._name = f"{self._name} {text}".strip()
