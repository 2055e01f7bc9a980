"""People from a file or a spreadsheet: match its columns, look at who would come in, then enrol all or none."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.csv_tables import CsvTable, sheet_text
from muster.app.desk import Opened
from muster.app.people import intake, roster
from muster.app.people.intake import Candidate, Lacking
from muster.app.people.sources import BroughtList
from muster.app.people.views import entry_state
from muster.app.permissions import Action
from muster.app.persons import actions as persons
from muster.app.speech import tr
from muster.core.kit.errors import Refusal
from muster.core.kit.language import Text
from muster.core.kit.progress import ENROLLING, Progress
from muster.core.rules.players import player_fields
from muster.web.guard import Ask
from muster.web.jobs import Finish
from muster.web.pages import url
from muster.web.views.desk.jobs import long

SHOWN = 100
"""How many people, and how many faults, the preview shows; the rest are counted."""


def start(ask: Ask, event: str) -> HttpResponse:
    return _start(ask, ask.open(event))


def _start(ask: Ask, opened: Opened, refusal: Refusal | None = None, text: str = "") -> HttpResponse:
    closed, missed = entry_state(opened)
    return ask.page(
        "people/import.html",
        opened,
        409 if refusal else 200,
        home=url("import", event=opened.id),
        refusal=refusal,
        text=text,
        closed=closed,
        missed=missed,
        earlier=[e for e in ask.organised()[::-1] if e.id != opened.id and e.players],
        once=ask.typed("once") or ask.site.desk.fresh(),
    )


def copy(ask: Ask, event: str) -> HttpResponse:
    """Everybody of an earlier event who is not enrolled yet; all or none, and the same form sent twice counts once.

    What the game needs to know of them, and the earlier event does not say, is asked for first.
    """
    once, source, typed = ask.once, ask.typed("from"), ask.request.POST.dict()
    if once and ask.site.desk.has_request(event, once):
        return redirect("people", event=event)
    opened = ask.open(event)
    try:
        if ask.who.account and source not in {line.id for line in ask.organised()}:
            raise Refusal("You can copy players only from an event that you organise.")
        earlier = ask.site.desk.open(source)
        if _lacking(opened, earlier, typed):
            return _ask_first(ask, opened, earlier)
    except Refusal as refusal:
        return _start(ask, opened, refusal)

    def do(progress: Progress) -> Finish:
        try:
            persons.copy_players(ask.site.people, event, source, ask.actor, once, progress, typed)
        except Refusal as refusal:
            return partial(_ask_first, ask, ask.open(event), earlier, refusal)
        return partial(redirect, "people", event=event)

    return long(ask, ENROLLING, Action.ENROL, do, event=event, back=url("import", event=event))


def _ask_first(ask: Ask, opened: Opened, earlier: Opened, refusal: Refusal | None = None) -> HttpResponse:
    """What is still missing of the copied players, with what was typed; else the page to begin on."""
    asks = _lacking(opened, earlier, {})
    if not asks:
        return _start(ask, opened, refusal)
    return ask.page(
        "people/copy_asks.html",
        opened,
        409,
        home=url("import", event=opened.id),
        stays=True,
        asks=asks,
        typed=ask.request.POST.dict(),
        source=earlier.id,
        refusal=refusal,
        once=ask.typed("once"),
    )


def _lacking(opened: Opened, earlier: Opened, typed: dict[str, str]) -> list[Lacking]:
    """Whom to ask about before they are copied; nobody where there are too many for one page."""
    if not roster.needed(opened.system):
        return []
    found = intake.lacking(opened, roster.to_copy(opened, earlier, typed))
    return found if len(found) <= SHOWN else []


def look(ask: Ask, event: str) -> HttpResponse:
    """Shows who would be enrolled; nothing is recorded."""
    opened = ask.open(event)
    text = ask.typed("text")
    try:
        name, text, older = _sent(ask)
        brought, text = _read(name, text)
    except Refusal as refusal:
        return _start(ask, opened, refusal, text if len(text) <= intake.LARGEST else "")
    return _looked(ask, opened, brought, text, older=older)


def _read(name: Text, text: str) -> tuple[BroughtList, str]:
    """The list, and its text as the page shows it: another program's file becomes a table that can be edited."""
    brought = intake.read_list(name, text)
    return brought, text if brought.source is None else sheet_text(brought.sheet)


def _sent(ask: Ask) -> tuple[Text, str, bool]:
    """What was sent: its name, its text, and whether it was in an older encoding.

    A file takes precedence over pasted text.
    """
    file: Any = ask.request.FILES.get("file")
    if file is not None:
        intake.must_fit(file.name, file.size)
        text, older = intake.text_of_file(file.name, file.read())
        return file.name, text, older
    if not ask.typed("text").strip():
        raise Refusal("Nothing was sent. Choose a file, or paste cells from a spreadsheet.")
    return ask.typed("source") or intake.TYPED, ask.typed("text"), ask.typed("older") == "yes"


def _matched(ask: Ask, opened: Opened, sheet: CsvTable) -> tuple[list[str], bool]:
    """The columns as the organiser matched them; at first, our guess."""
    if not ask.typed("matched"):
        headed = intake.is_headed(opened.system, sheet)
        return intake.guessed(opened.system, sheet, headed), headed
    width = max(len(cells) for _, cells in sheet.lines)
    return [ask.typed(f"column-{n}") for n in range(1, width + 1)], ask.typed("headed") == "yes"


def _looked(
    ask: Ask, opened: Opened, brought: BroughtList, text: str, refusal: Refusal | None = None, *, older: bool = False
) -> HttpResponse:
    sheet = brought.sheet
    matches, headed = _matched(ask, opened, sheet)
    people: list[Candidate] = []
    asks: list[Lacking] = []
    try:
        written = intake.as_matched(opened.system, sheet, matches, headed)
        people = intake.candidates(opened, written)
        asks = intake.lacking(opened, written) if any(one.fault for one in people) else []
    except Refusal as wrong:
        refusal = refusal or wrong
    faults = [one.fault for one in people if one.fault]
    closed, missed = entry_state(opened)
    return ask.page(
        "people/import_look.html",
        opened,
        409 if refusal else 200,
        stays=True,
        text=text,
        source=sheet.name if isinstance(sheet.name, str) else "",
        older=older,
        program=brought.source.name if brought.source else "",
        gone=brought.gone,
        columns=intake.columns(sheet, matches, headed),
        choices=intake.choices(opened.system),
        headed=headed,
        people=people,
        shown=[one for one in people if not one.fault][:SHOWN],
        labels={f.key: tr(f.label) for f in player_fields(opened.system)},
        faults=faults[:SHOWN],
        more_faults=len(faults) - SHOWN,
        good=len(people) - len(faults),
        asks=asks if len(asks) <= SHOWN else [],
        typed=ask.request.POST.dict(),
        closed=closed,
        missed=missed,
        refusal=refusal,
        once=ask.typed("once") or ask.site.desk.fresh(),
    )


def enrol(ask: Ask, event: str) -> HttpResponse:
    """All or none; the same form sent twice counts once."""
    opened = ask.open(event)
    once = ask.once
    if once and ask.site.desk.has_request(event, once):
        return redirect("people", event=event)
    try:
        name, text, older = _sent(ask)
        brought, text = _read(name, text)
    except Refusal as refusal:
        return _start(ask, opened, refusal, ask.typed("text"))
    sheet = brought.sheet
    matches, headed = _matched(ask, opened, sheet)

    def do(progress: Progress) -> Finish:
        try:
            people = intake.with_asked(
                opened.system, intake.as_matched(opened.system, sheet, matches, headed), ask.request.POST.dict()
            )
            roster.enrol_list(ask.site.desk, event, name, people, ask.actor, request=once, progress=progress)
        except Refusal as refusal:
            return partial(_looked, ask, ask.open(event), brought, text, refusal, older=older)
        return partial(redirect, "people", event=event)

    return long(ask, ENROLLING, Action.ENROL, do, event=event, back=url("import", event=event))
