"""Scanning slips: send pictures, check each form beside its picture, confirm. No result is saved unseen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.desk import Opened
from muster.app.permissions import Action
from muster.app.results import actions as results
from muster.app.results.actions import Report, read_pair
from muster.app.results.forms import endings, is_excused, read_ending, read_form, result_form
from muster.app.speech import tr
from muster.core.kit.errors import Refusal, UnknownName
from muster.core.kit.model import Ending, PlayerId
from muster.core.kit.progress import INSTALLING, READING_SLIPS, Progress
from muster.core.reading.stage_names import numbered
from muster.core.record.event import Match, MatchState, Round, RoundState
from muster.paper.way_back import Code
from muster.scan import installing
from muster.scan.found import Found, Why
from muster.scan.reading import LARGEST, MOST_PAGES, eyes_here, read_file
from muster.web.guard import Ask
from muster.web.jobs import Finish
from muster.web.pages import url
from muster.web.scans import Batch, Scanned
from muster.web.sizes import PICTURES_AT_ONCE as AT_ONCE
from muster.web.views.desk.entry import answered
from muster.web.views.desk.jobs import long
from muster.web.views.public.codes import form_of, slip_match


def show(ask: Ask, event: str) -> HttpResponse:
    return _start(ask, ask.open(event))


def _start(ask: Ask, opened: Opened, refusal: Refusal | None = None) -> HttpResponse:
    return ask.page(
        "desk/scan.html",
        opened,
        409 if refusal else 200,
        refusal=refusal,
        ready=_is_ready(),
        at_once=AT_ONCE,
        most=MOST_PAGES,
    )


def _is_ready() -> bool:
    try:
        eyes_here()
    except Refusal:
        return False
    return True


def install(ask: Ask, event: str) -> HttpResponse:
    """Installs what reads pictures into the Python that serves this page; once for all events."""
    opened = ask.open(event)

    def do(progress: Progress) -> Finish:
        if not _is_ready():
            try:
                installing.install(progress)
                eyes_here()
            except Refusal as refusal:
                return partial(_start, ask, opened, refusal)
        return partial(redirect, "scan", event=event)

    return long(ask, INSTALLING, Action.INSTALL, do, back=url("scan", event=event))


def read(ask: Ask, event: str) -> HttpResponse:
    opened = ask.open(event)
    files: list[Any] = ask.request.FILES.getlist("pictures")
    try:
        eyes_here()
        if not files:
            raise Refusal("Nothing was sent. Choose a picture or PDF with one or more slips.")
        if len(files) > AT_ONCE:
            raise Refusal("{n} files are too many. Send up to {most}, then the others.", n=len(files), most=AT_ONCE)
    except Refusal as refusal:
        return _start(ask, opened, refusal)
    sent = [(str(file.name), file.read(LARGEST + 1)) for file in files]

    def do(progress: Progress) -> Finish:
        return partial(_put, ask, opened, _read(opened, sent, progress))

    return long(ask, READING_SLIPS, Action.RESULTS, do, event=event, back=url("scan", event=event))


def _read(opened: Opened, sent: list[tuple[str, bytes]], progress: Progress) -> Batch:
    batch = Batch(opened.id)
    left = MOST_PAGES
    for number, (name, content) in enumerate(sent):
        progress(number, len(sent))
        try:
            made = read_file(name, content, opened.system, opened.id, left, progress)
        except Refusal as refusal:
            batch.faults.append(tr(refusal.message))
            continue
        left -= made.pages
        batch.faults += made.faults
        batch.slips += [Scanned(_named(name, one), one) for one in made.found]
    batch.slips.sort(key=lambda one: (one.found.code.round, one.found.code.table) if one.found.code else (0, 0))
    return batch


def _put(ask: Ask, opened: Opened, batch: Batch) -> HttpResponse:
    token = ask.site.scans.put(batch)
    if len(batch.slips) == 1 and not batch.faults:
        return redirect("scanned-slip", event=opened.id, token=token, number=1)
    return redirect("scanned", event=opened.id, token=token)


def _named(file: str, found: Found) -> str:
    return tr("{file}, page {page}", file=file, page=found.page) if found.page else file


@dataclass(frozen=True, slots=True)
class SlipState:
    """Where a slip is: its match with the form open, or the sentence that says why not, and the way out.

    `done`: it was confirmed, and the sentence says what became of it.
    """

    round: Round | None = None
    match: Match | None = None
    sentence: str = ""
    way_out: str = ""
    done: bool = False

    @property
    def open(self) -> bool:
        return self.match is not None and not self.sentence


def _standing(ask: Ask, opened: Opened, one: Scanned) -> SlipState:
    code = one.found.code
    if code is None:
        return SlipState(sentence=tr("The code on “{file}” is not from a slip or a record sheet.", file=one.file))
    if code.event != opened.id:
        sentence = tr(
            "This slip belongs to another event, “{event}”. Scan it there.", event=_event_name(ask, code.event)
        )
        return SlipState(sentence=sentence)
    done = _confirmed(opened, one)
    if done is not None:
        return SlipState(*done, answered(opened, done[1]), done=True)
    try:
        round_, match = (
            _of_player(opened, code) if code.player else slip_match(opened, code.round, code.table, code.pair)
        )
    except Refusal as refusal:
        return SlipState(sentence=tr(refusal.message))
    if match.state is MatchState.IN:
        sentence = (
            tr(
                "Round {number} is closed and table {table} has a result. If it is wrong, correct it.",
                number=numbered(opened.event, round_.number),
                table=match.table,
            )
            if round_.state is RoundState.CLOSED
            else tr("Table {table} already has a result. If it is wrong, correct it.", table=match.table)
        )
        return SlipState(round_, match, sentence, form_of(opened, ask.who, round_, match))
    return SlipState(round_, match)


def _confirmed(opened: Opened, one: Scanned) -> tuple[Round, Match] | None:
    """The match that it was confirmed for; None if that has not happened or was undone."""
    for round_ in opened.event.shown:
        for match in round_.matches:
            if one.confirmed == (round_.number, match.a, match.b) and (match.state is MatchState.IN or match.keyed):
                return round_, match
    return None


def _event_name(ask: Ask, event: str) -> str:
    try:
        return ask.open(event).event.name
    except UnknownName:
        return event


def _of_player(opened: Opened, code: Code) -> tuple[Round, Match]:
    """The player's current game: there is one record sheet for the whole event."""
    player = PlayerId(code.player)
    shown = opened.event.shown
    match = shown[-1].match_of(player) if shown else None
    if player not in opened.event.players or match is None:
        raise Refusal("Player #{player} on this record sheet has no game in the current round.", player=player)
    return shown[-1], match


def scanned(ask: Ask, event: str, token: str) -> HttpResponse:
    opened = ask.open(event)
    batch = ask.site.scans.get(opened.id, token)
    rows = [(number, one, _standing(ask, opened, one)) for number, one in enumerate(batch.slips, start=1)]
    return ask.page(
        "desk/scanned.html",
        opened,
        token=token,
        faults=batch.faults,
        rows=[_row(opened, *row) for row in rows],
        still=[number for number, _, standing in rows if standing.open],
    )


@dataclass(frozen=True, slots=True)
class SlipRow:
    """A slip in the list of those found. Without a table it belongs to no match."""

    number: int
    file: str
    table: int | None
    a: str
    b: str
    open: bool
    done: bool
    sentence: str
    way_out: str


def _row(opened: Opened, number: int, one: Scanned, standing: SlipState) -> SlipRow:
    match = standing.match
    return SlipRow(
        number,
        one.file,
        table=match.table if match else None,
        a=opened.event.name_of(match.a) if match else "",
        b=opened.event.name_of(match.b) if match else "",
        open=standing.open,
        done=standing.done,
        sentence=standing.sentence,
        way_out=standing.way_out,
    )


def _one(ask: Ask, opened: Opened, token: str, number: int) -> tuple[Batch, Scanned]:
    batch = ask.site.scans.get(opened.id, token)
    if not 1 <= number <= len(batch.slips):
        raise Refusal("There is no slip {number}. The last one is {n}.", number=number, n=len(batch.slips))
    return batch, batch.slips[number - 1]


def picture(ask: Ask, event: str, token: str, number: int) -> HttpResponse:
    _, one = _one(ask, ask.open(event), token, number)
    return HttpResponse(one.found.picture, content_type="image/jpeg", headers={"Cache-Control": "no-store"})


def slip(ask: Ask, event: str, token: str, number: int) -> HttpResponse:
    return _form(ask, ask.open(event), token, number)


def _form(
    ask: Ask,
    opened: Opened,
    token: str,
    number: int,
    refusal: Refusal | None = None,
    typed: dict[str, str] | None = None,
) -> HttpResponse:
    batch, one = _one(ask, opened, token, number)
    standing = _standing(ask, opened, one)
    match = standing.match
    if match is None or not standing.open:
        return redirect("scanned", event=opened.id, token=token)
    filled = typed or (one.found.marks.values if one.found.marks else {})
    before = [_standing(ask, opened, other) for other in batch.slips[: number - 1]]
    last = next((other.sentence for other in reversed(before) if other.done), "")
    return ask.page(
        "desk/scan_slip.html",
        opened,
        409 if refusal else 200,
        token=token,
        number=number,
        of=len(batch.slips),
        last=last,
        table=match.table,
        round=standing.round.number if standing.round else 0,
        pair=f"{match.a}-{match.b}",
        a=opened.event.name_of(match.a),
        b=opened.event.name_of(match.b),
        lines=result_form(opened, match, typed=filled),
        endings=endings(opened, match),
        ending=filled.get("ending", "played"),
        heed=_heed(opened, match, one.found),
        refusal=refusal,
        once=ask.site.desk.fresh(),
    )


def _heed(opened: Opened, match: Match, found: Found) -> list[str]:
    """What to know before confirming: what was left empty, and why."""
    if found.code is not None and found.code.player:
        return [tr("A record sheet has no circles: type in what is written on it.")]
    if found.marks is None:
        return [
            tr("The four black corners of the slip are not all in the picture, so no circles were read. Type it in.")
        ]
    labels = {
        one.name: tr("{field} for {name}", field=line.label, name=one.side) if one.side else line.label
        for line in result_form(opened, match)
        for one in line.inputs
    }
    heed = [_doubt(labels[name], why) for name, why in found.marks.doubts.items()]
    if Why.MOVED in found.marks.doubts.values():
        heed.append(tr("If the slip is bent or half covered, lay it flat and take another picture."))
    if heed:
        heed.append(tr("The circles in question have a red ring in the picture."))
    if not found.marks.values and not heed:
        heed = [tr("No circle is marked on this slip. Type in what is written on it.")]
    return heed


def _doubt(what: str, why: Why) -> str:
    if why is Why.TWICE:
        return tr("{what}: two circles are marked, so it is left empty.", what=what)
    if why is Why.HALF:
        return tr("{what}: a row of digits has no mark, or a weak one, so it is left empty.", what=what)
    if why is Why.MOVED:
        return tr("{what}: the printed circles are not where they should be, so it is left empty.", what=what)
    return tr("{what}: a mark is unclear, so it is left empty.", what=what)


def book(ask: Ask, event: str, token: str, number: int) -> HttpResponse:
    """Enters what the form says, as if typed at the desk; then the next slip."""
    opened = ask.open(event)
    batch, one = _one(ask, opened, token, number)
    standing = _standing(ask, opened, one)
    match, round_ = standing.match, standing.round
    if match is None or round_ is None or not standing.open:
        return redirect("scanned", event=event, token=token)
    try:
        ending, by = read_ending(ask.typed("ending") or "played", match)
        raw = read_form(opened.system, ask.request.POST.dict()) if ending in (Ending.PLAYED, Ending.CONCESSION) else {}
        excused = is_excused(ask.typed("ending"))
        # What the form showed; a record sheet names a player, who plays somebody else a round later.
        asked, pair = ask.number("round") or round_.number, read_pair(ask.typed("pair"))
        whose = match.a if pair is None else pair[0]
        report = Report(f"#{whose}", ending=ending, by=by, round=asked, raw=raw, excused=excused, pair=pair)
        opened = results.key(ask.site.desk, event, report, ask.actor, ask.once)
    except Refusal as refusal:
        return _form(ask, ask.open(event), token, number, refusal, ask.request.POST.dict())
    one.confirmed = (round_.number, match.a, match.b)
    left = [n for n, other in enumerate(batch.slips, start=1) if _standing(ask, opened, other).open]
    following = next((n for n in left if n > number), left[0] if left else None)
    if following is None:
        return redirect(url("scanned", event=event, token=token))
    return redirect(url("scanned-slip", event=event, token=token, number=following))
