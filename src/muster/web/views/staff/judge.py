"""The judge's and marshal's phone: the tables by their state, both reports, rulings, appeals, penalties."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.awards.actions import choose
from muster.app.awards.views import staff_awards
from muster.app.clock.actions import clock_view
from muster.app.desk import Opened
from muster.app.exact import Who, grown
from muster.app.people import roster
from muster.app.results.forms import FormLine, read_form, result_form
from muster.app.results.seen import Shown
from muster.app.staff import calls, objections, rulings
from muster.app.staff.expected import expected_of
from muster.app.staff.rulings import MenuChoice, PenaltyLine
from muster.app.table import featured
from muster.app.table.actions import may_follow
from muster.app.table.decisions import DecisionView, decisions_view
from muster.core.book.conduct import Topic
from muster.core.kit.errors import Refusal
from muster.core.kit.language import mark
from muster.core.record.event import MatchState
from muster.core.record.staff import StaffMember
from muster.web.guard import Ask
from muster.web.pages import url
from muster.web.views.public.pages import ShownMatch, shown_round

FILTERS = (
    ("all", mark("All")),
    ("open", mark("Playing")),
    ("reported", mark("One report")),
    ("disputed", mark("Disputed")),
    ("in", mark("In")),
    ("extended", mark("Extended")),
)
ACTIONS = ("settle", "other", "ruling", "penalty")
"""What can be done at a table; each opens its form in the panel."""


def tables(ask: Ask, event: str) -> HttpResponse:
    return show_tables(ask, event)


def show_tables(ask: Ask, event: str, refusal: Refusal | None = None, table: int = 0, action: str = "") -> HttpResponse:
    opened = ask.open(event)
    member = opened.event.staff.members[ask.who.staff_number()]
    shown = opened.event.shown
    round_ = shown_round(opened, shown[-1].number) if shown else None
    clock = clock_view(opened, ask.site.desk.now(opened))
    extended = {} if clock is None else clock.extended
    played = [] if round_ is None else round_.matches
    decisions = decisions_view(ask.site.tables, opened, member)
    asked_at = {one.table: one for one in decisions}
    matches = [grown(TableMatch, m, extended=extended.get(m.table, 0), to_decide=asked_at.get(m.table)) for m in played]
    known = [key for key, _ in FILTERS]
    state = ask.request.GET.get("state", "all") if ask.request.GET.get("state") in known else "all"
    wanted = str(table or ask.request.GET.get("table", ""))
    picked = next((m for m in matches if str(m.table) == wanted), None)
    asked = action or ask.request.GET.get("do", "")
    return ask.page(
        "staff/tables.html",
        opened,
        409 if refusal else 200,
        round=round_,
        by_room=_by_room(m for m in matches if _shows(m, state)),
        counts=[(key, word, sum(_shows(m, key) for m in matches)) for key, word in FILTERS],
        state=state,
        picked=None if picked is None else _sheet(opened, member, picked),
        action=asked if asked in ACTIONS else "",
        lines=_lines(ask, opened, picked) if asked == "other" else [],
        calls=calls.calls_view(opened, member),
        decisions=decisions,
        tracker=may_follow(opened),
        watched={match.table for match in featured.featured_now(opened)},
        rulings=rulings.rulings_view(opened, member),
        subjects=rulings.menu_view(opened.system.conduct.subjects, member),
        subject=ask.typed("subject") or ask.request.GET.get("about", ""),
        expected=expected_of(opened, Topic.STAFF),
        objections=objections.objections_view(opened, member),
        awards=staff_awards(opened, member),
        refusal=refusal,
        typed=ask.request.POST.dict(),
        once=ask.site.desk.fresh(),
        home=url("tables", event=event) + (f"?{urlencode({'table': wanted, 'do': asked})}" if picked else ""),
    )


def _by_room(matches: Iterable[TableMatch]) -> dict[str, list[TableMatch]]:
    """One group of tables per room; a single one without a name if all are in the same room."""
    groups: dict[str, list[TableMatch]] = {}
    for match in matches:
        groups.setdefault(match.room, []).append(match)
    return groups


class TableMatch(ShownMatch, frozen=True):
    """A match, the minutes that its table has more, and what the staff must decide there."""

    extended: int
    to_decide: DecisionView | None


class TableSheet(TableMatch, frozen=True):
    """One table. Staff who play there see only what the opponent also sees, and have no say (`out`)."""

    out: Refusal | None
    players: tuple[Who, Who]
    penalties: list[MenuChoice]
    infractions: list[MenuChoice]
    record: list[PenaltyLine]


def _shows(match: TableMatch, state: str) -> bool:
    return state in ("all", match.state) or (state == "extended" and match.extended > 0)


def _sheet(opened: Opened, member: StaffMember, match: TableMatch) -> TableSheet:
    out = rulings.keeps_out(opened, member, match.table)
    return grown(
        TableSheet,
        match,
        told=[] if out is not None else match.told,
        out=out,
        players=(match.a, match.b),
        penalties=rulings.menu_view(opened.system.conduct.penalties, member),
        infractions=rulings.menu_view(opened.system.conduct.infractions, member),
        record=rulings.record_view(opened, (match.a.number, match.b.number)),
    )


def _lines(ask: Ask, opened: Opened, picked: TableMatch | None) -> list[FormLine]:
    """The form for a result that neither player reported."""
    if picked is None or picked.state is not MatchState.DISPUTED:
        return []
    match = opened.event.shown[-1].matches[picked.match - 1]
    return result_form(opened, match, typed=ask.request.POST.dict())


Act = Callable[[], object]


def _do(ask: Ask, event: str, table: int, action: str, act: Act) -> HttpResponse:
    """Does it and goes back to the table, or to the desk if that asked; a refusal keeps what was typed."""
    try:
        act()
    except Refusal as refusal:
        ask.open(event)  # An unknown event has its own page.
        return show_tables(ask, event, refusal, table, action)
    if ask.typed("back") == "desk":
        return redirect("desk", event=event)
    answer = redirect("tables", event=event)
    if table:
        answer["Location"] += f"?table={table}#table"
    return answer


def settle(ask: Ask, event: str) -> HttpResponse:
    table = ask.number("table")

    def act() -> object:
        player, page = ask.typed("player"), Shown(ask.number("round"), ask.typed("shown"))
        once = ask.typed("once")
        request = f"{once} settle {table} {player}" if once else ""
        return rulings.settle(ask.site.desk, event, ask.who.staff_number(), table, player, page, request)

    return _do(ask, event, table, "settle", act)


def settle_otherwise(ask: Ask, event: str) -> HttpResponse:
    table = ask.number("table")

    def act() -> object:
        values = read_form(ask.open(event).system, ask.request.POST.dict())
        page = Shown(ask.number("round"), ask.typed("shown"))
        return rulings.settle_otherwise(ask.site.desk, event, ask.who.staff_number(), table, values, page, ask.once)

    return _do(ask, event, table, "other", act)


def ruling(ask: Ask, event: str) -> HttpResponse:
    table = ask.number("table")

    def act() -> object:
        if ask.typed("table").strip() and not table:
            raise Refusal("“{table}” is not a table number.", table=ask.typed("table"))
        member, question, number = ask.who.staff_number(), ask.typed("question"), ask.number("round")
        note, subject = ask.typed("note"), ask.typed("subject")
        return rulings.rule(ask.site.desk, event, member, table, question, note, number, subject, ask.once)

    return _do(ask, event, table, "ruling", act)


def choose_award(ask: Ask, event: str) -> HttpResponse:
    def act() -> object:
        award, player, reason = ask.typed("award"), ask.typed("player"), ask.typed("reason")
        return choose(ask.site.desk, event, ask.who.staff_number(), award, player, reason, ask.once)

    return _do(ask, event, 0, "", act)


def feature(ask: Ask, event: str) -> HttpResponse:
    """Everybody may watch a table's game, or no longer."""
    table = ask.number("table")

    def act() -> object:
        shown = ask.typed("shown") == "yes"
        return featured.feature(ask.site.desk, event, ask.number("round"), table, shown, ask.actor)

    return _do(ask, event, table, "", act)


def answer_objection(ask: Ask, event: str) -> HttpResponse:
    """The result stays, and the players read why."""
    table = ask.number("table")

    def act() -> object:
        member, number = ask.who.staff_number(), ask.number("round")
        return objections.answer(ask.site.desk, event, member, table, number, ask.typed("note"))

    return _do(ask, event, table, "", act)


def penalty(ask: Ask, event: str) -> HttpResponse:
    table = ask.number("table")

    def act() -> object:
        return rulings.penalise(
            ask.site.desk,
            event,
            ask.who.staff_number(),
            ask.typed("player"),
            ask.typed("penalty"),
            ask.typed("reason"),
            ask.number("round"),
            ask.typed("infraction"),
            ask.once,
        )

    return _do(ask, event, table, "penalty", act)


def appeal(ask: Ask, event: str) -> HttpResponse:
    def act() -> object:
        number, player = ask.number("ruling"), ask.typed("player")
        return rulings.appeal(ask.site.desk, event, ask.who.staff_number(), number, player, ask.typed("words"))

    return _do(ask, event, 0, "", act)


def decide(ask: Ask, event: str) -> HttpResponse:
    """The marshal's answer to an appeal."""

    def act() -> object:
        answer = ask.typed("answer")
        if answer not in ("uphold", "overturn"):
            raise Refusal("Choose whether ruling {number} is upheld or overturned.", number=ask.typed("ruling"))
        number = ask.number("ruling")
        return rulings.decide(
            ask.site.desk, event, ask.who.staff_number(), number, answer == "uphold", ask.typed("words")
        )

    return _do(ask, event, 0, "", act)


def recommendation(ask: Ask, event: str) -> HttpResponse:
    """The organiser disqualifies as recommended, or declines with a reason."""

    def act() -> object:
        if ask.typed("answer") == "disqualify":
            player, reason, infraction = ask.typed("player"), ask.typed("reason"), ask.typed("infraction")
            return roster.disqualify(ask.site.desk, event, player, reason, ask.actor, infraction)
        return rulings.decline(ask.site.desk, event, ask.who.staff_number(), ask.number("number"), ask.typed("reason"))

    return _do(ask, event, 0, "", act)
