"""The files of a copy: each public page reachable from the first one, as a stranger sees it.

Only views that everybody may look at are asked, with no cookie and no session; so nothing is in a copy that a stranger
could not read from the server at the same moment.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from functools import partial
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import Resolver404, ResolverMatch, resolve

from muster.app.keeping.readings import StillReading
from muster.app.permissions import Action
from muster.app.speech import tr
from muster.core.kit.errors import Refusal
from muster.core.kit.progress import Progress, unwatched
from muster.web.copies.markup import copied
from muster.web.guard import Ask, refused
from muster.web.identity import NOBODY
from muster.web.pages import COPY, STATIC, static_folder, url
from muster.web.site import Site

PAGES: dict[str, frozenset[str]] = {
    "event": frozenset(),
    "pairings": frozenset({"by"}),
    "round": frozenset({"by"}),
    "standings": frozenset(),
    "standings-after": frozenset(),
    "bracket": frozenset(),
    "players": frozenset({"page"}),
    "player": frozenset(),
    "rules": frozenset(),
    "expected": frozenset(),
    "scenario": frozenset(),
    "scenario-sheet": frozenset(),
    "table-terrain": frozenset(),
    "table-terrain-then": frozenset(),
    "statistics": frozenset(),
    "statistics-csv": frozenset(),
    "schedule": frozenset(),
    "event-calendar": frozenset(),
    "season": frozenset(),
    "season-statistics": frozenset({"game"}),
    "season-statistics-csv": frozenset(),
    "season-table-csv": frozenset(),
    "season-calendar": frozenset(),
}
"""What a copy has, by the name of its address; and which parts of a query make a different page."""

USUAL = frozenset({("by", "table"), ("page", "1")})
"""Parts of a query that are the default anyway."""

START = "index.html"
FOLDER = "static/"

_KINDS = {
    "text/html": "html",
    "text/csv": "csv",
    "text/calendar": "ics",
    "application/pdf": "pdf",
    "image/png": "png",
    "image/jpeg": "jpg",
    "image/svg+xml": "svg",
}

File = tuple[str, bytes]
"""A file's name in the copy, and its content."""


def event_files(site: Site, event: str, progress: Progress = unwatched) -> Iterator[File]:
    site.open(event)
    return _Copy(site, url("event", event=event), {event}, "").files(progress)


def season_files(site: Site, season: str, progress: Progress = unwatched) -> Iterator[File]:
    """With the pages of its events that are here."""
    opened = site.seasons.open(season)
    events = {one.entered.event for one in opened.season.events.values()}
    return _Copy(site, url("season", season=season), events, season).files(progress)


class _Copy:
    def __init__(self, site: Site, start: str, events: set[str], season: str) -> None:
        self._site, self._start, self._events, self._season = site, start, events, season
        self._asked: dict[str, str] = {}
        """The file of every page in the copy, by its address."""
        self._due: deque[str] = deque()
        self._styles: set[str] = set()

    def files(self, progress: Progress) -> Iterator[File]:
        """In the order they are found; what all pages share comes last."""
        self._file_of(self._start)
        done = 0
        while self._due:
            progress(done, len(self._asked))
            address = self._due.popleft()
            answer = self._answer(address)
            content = answer.content
            if answer["Content-Type"].startswith("text/html"):
                content = copied(content.decode(), partial(self._file_for, address)).encode()
            yield self._asked[address], content
            done += 1
        for style in sorted(self._styles):
            yield f"{FOLDER}{style}", (STATIC / style).read_bytes()

    def _answer(self, address: str) -> HttpResponse:
        """As a stranger would see it; if that is a page with a refusal, so is the copy's."""
        parts = urlsplit(address)
        match = resolve(parts.path)
        assert match.func.action is Action.LOOK, address  # type: ignore[attr-defined]  # `guarded` put it there
        request = HttpRequest()
        request.method, request.path, request.path_info = "GET", parts.path, parts.path
        request.GET = QueryDict(parts.query)
        request.META = {"muster.site": self._site, COPY: self._site.desk.clock.now()}
        ask = Ask(request, self._site, NOBODY)
        bare = match.func.__wrapped__  # type: ignore[attr-defined]  # `guarded` put it there too
        while True:
            try:
                answer: HttpResponse = bare(ask, **match.kwargs)
                return answer
            except StillReading:
                continue  # A copy is complete and can wait: each attempt waits a moment for more of it.
            except Refusal as refusal:
                return refused(ask, tr(refusal.message), refusal.clause, event=str(match.kwargs.get("event", "")))

    def _file_for(self, here: str, link: str) -> str | None:
        """Where a link leads in the copy. Links to elsewhere, or within the same page, stay."""
        if link.startswith(("#", "https://", "http://", "mailto:", "data:")):
            return link
        address, hash_, fragment = urljoin(here, link).partition("#")
        if address.startswith(f"/{static_folder()}"):
            style = address.rpartition("/")[2]
            self._styles.add(style)
            return f"{FOLDER}{style}"
        file = self._file_of(address)
        return None if file is None else f"{file}{hash_}{fragment}"

    def _file_of(self, address: str) -> str | None:
        parts = urlsplit(address)
        try:
            match = resolve(parts.path)
        except Resolver404:
            return None
        if not self._has(match) or not {key for key, _ in parse_qsl(parts.query)} <= PAGES[match.url_name or ""]:
            return None
        query = urlencode(sorted(set(parse_qsl(parts.query)) - USUAL))
        wanted = f"{parts.path}?{query}" if query else parts.path
        if wanted not in self._asked:
            self._asked[wanted] = START if wanted == self._start else self._name(wanted, match)
            self._due.append(wanted)
        return self._asked[wanted]

    def _has(self, match: ResolverMatch) -> bool:
        about = match.kwargs
        known = about.get("event") in self._events or (bool(self._season) and about.get("season") == self._season)
        return match.url_name in PAGES and known

    def _name(self, address: str, match: ResolverMatch) -> str:
        """Readable, and unique for every address."""
        words = "-".join(re.findall(r"[A-Za-z0-9]+", address.partition("/")[2].partition("/")[2]))
        name, kind = words, "html"
        if match.url_name == "scenario-sheet":
            kind = _KINDS.get(self._answer(address)["Content-Type"].partition(";")[0], "bin")
        for ending in ("csv", "ics"):
            if address.endswith(f".{ending}"):
                name, kind = words[: -len(ending) - 1], ending
        taken = set(self._asked.values())
        file, again = f"{name}.{kind}", 1
        while file in taken:
            again += 1
            file = f"{name}-{again}.{kind}"
        return file
