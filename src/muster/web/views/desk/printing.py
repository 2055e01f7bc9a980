"""Paper from the browser: a page with every kind of sheet, and each as a PDF."""

from __future__ import annotations

from functools import partial

from django.http import HttpResponse

from muster.app import languages
from muster.app.desk import Opened
from muster.app.permissions import Action
from muster.app.speech import tr
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.language import mark
from muster.core.kit.progress import PRINTING, Progress
from muster.paper.kinds import KINDS, KIT, printed, sheets
from muster.paper.press import PAPERS, Printed
from muster.paper.way_back import WayBack
from muster.web.guard import Ask
from muster.web.jobs import Finish
from muster.web.pages import url
from muster.web.views.desk.jobs import long
from muster.web.who.links import player_code, player_path

COOKIE = "muster-paper"
YEAR = 365 * 24 * 3600
GROUPS = (
    (mark("For this round"), ("pairings", "names", "slips", "standings", "bracket")),
    (mark("For the players"), ("records", "badges", "list", "lists", "checks", "certificates")),
    (mark("For the tables"), ("signs", "scenarios", "terrain")),
    (mark("To continue by hand"), (KIT, "keying", "byhand")),
)
ABOUT = {
    "pairings": mark("to hang up, in table order"),
    "names": mark("to hang up, by name; long lists in two columns, a page per range"),
    "slips": mark("four per page; cut the stack and they are in table order"),
    "standings": mark("with every tie-break"),
    "bracket": mark("joined by lines, with room for the games to come"),
    "records": mark("filled in as far as known; two per page where they fit, in name order after one cut"),
    "badges": mark("a public code to wear, a private one on a strip to fold behind"),
    "list": mark("to fill in by hand"),
    "lists": mark("one per list, latest version; for staff only"),
    "checks": mark("what to bring and have ready"),
    "certificates": mark("one for each award, or for the first places"),
    "signs": mark("one number per table, with a code for its games"),
    "scenarios": mark("a copy for each table"),
    "terrain": mark("one per table: how each piece counts"),
    KIT: mark("everything you need from now on, in one file"),
    "keying": mark("tables with room for results, to enter later"),
    "byhand": mark("ranking, past opponents, and room for the next round"),
}


def back_of(ask: Ask, opened: Opened) -> WayBack:
    return WayBack(opened.id, ask.site.address, partial(player_path, opened), partial(player_code, opened))


def show(ask: Ask, event: str) -> HttpResponse:
    opened = ask.open(event)
    back = WayBack(opened.id)
    groups = [(title, [_offer(opened, back, kind) for kind in kinds]) for title, kinds in GROUPS]
    return ask.page(
        "desk/print.html",
        opened,
        groups=groups,
        paper=_paper(ask),
        papers={"a4": "A4", "letter": "Letter"},
        rounds=[r.number for r in opened.event.rounds],
    )


def _offer(opened: Opened, back: WayBack, kind: str) -> dict[str, str]:
    """A kind with its description; or, if there is nothing to print yet, with the reason."""
    title = mark("Paper kit") if kind == KIT else KINDS[kind].title
    try:
        sheets(opened, kind, back)
    except Refusal as refusal:
        return {"kind": kind, "title": title, "about": "", "not_yet": tr(refusal.message)}
    return {"kind": kind, "title": title, "about": ABOUT[kind], "not_yet": ""}


def _paper(ask: Ask) -> str:
    """What was last picked in this browser."""
    kept = str(ask.request.COOKIES.get(COOKIE, ""))
    return kept if kept in PAPERS else "a4"


def pdf(ask: Ask, event: str, kind: str) -> HttpResponse:
    opened = ask.open(event)
    asked = ask.request.GET
    paper = str(asked.get("paper", "") or _paper(ask))
    number = str(asked.get("round", ""))
    if number and not (number.isascii() and number.isdigit() and len(number) < 6):
        raise BadInput("“{number}” is not a round. Enter a number.", number=number)
    places = str(asked.get("places", ""))
    if places and not (places.isascii() and places.isdigit() and len(places) < 6):
        raise BadInput("“{places}” is not a number of places. Enter a number.", places=places)
    now = ask.site.desk.clock.now()
    when = languages.stamp(now)

    def do(progress: Progress) -> Finish:
        made = printed(
            opened,
            kind,
            back_of(ask, opened),
            paper=paper,
            when=when,
            language=languages.current().code,
            number=int(number)
            if number and (kind == KIT or (kind in KINDS and KINDS[kind].about == "round"))
            else None,
            player=str(asked.get("player", "")),
            places=int(places) if places and kind in KINDS and KINDS[kind].places else 0,
            progress=progress,
        )
        return partial(_answer, ask, opened, kind, number, paper, made)

    return long(ask, PRINTING, Action.DESK, do, event=event, back=url("print", event=event))


def _answer(ask: Ask, opened: Opened, kind: str, number: str, paper: str, made: Printed) -> HttpResponse:
    asked = ask.request.GET
    if made.warnings and not asked.get("anyway"):
        return ask.page("desk/print_warnings.html", opened, kind=kind, warnings=made.warnings, asked=asked.urlencode())
    answer = HttpResponse(made.pdf, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{opened.id}-{kind}{f"-{number}" if number else ""}.pdf"'
    answer.set_cookie(COOKIE, paper, max_age=YEAR, samesite="Lax", httponly=True)
    return answer
