"""Where the codes on paper lead: a slip to the form of its match, a table sign to the match that is played there."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.desk import Opened
from muster.app.permissions import Action, allows
from muster.core.kit.errors import Refusal
from muster.core.reading.stage_names import numbered
from muster.core.record.event import Match, MatchState, Round
from muster.paper.way_back import Pair, read_code
from muster.web.guard import Ask
from muster.web.identity import Identity
from muster.web.pages import url


def slip(ask: Ask, event: str, number: int, table: int) -> HttpResponse:
    opened = ask.open(event)
    code = read_code(f"{ask.site.address}{ask.request.get_full_path()}")
    round_, match = slip_match(opened, number, table, None if code is None else code.pair)
    return redirect(form_of(opened, ask.who, round_, match))


def table(ask: Ask, event: str, table: int) -> HttpResponse:
    """A sign outlives its round: it leads to what is played there now, to the table's terrain, or to the pairings."""
    opened = ask.open(event)
    shown = opened.event.shown
    match = next((m for m in shown[-1].matches if m.table == table), None) if shown else None
    if match is not None and (allows(Action.TABLES, ask.who.visitor) or _plays(ask.who, match)):
        return redirect(form_of(opened, ask.who, shown[-1], match))
    if opened.event.venue.layout_at(table, opened.event.rounds_over() + 1):
        return redirect(url("table-terrain", event=event, table=table))
    return redirect(url("pairings", event=event) if match is None else form_of(opened, ask.who, shown[-1], match))


def _plays(who: Identity, match: Match) -> bool:
    return who.player is not None and match.has(who.player)


def slip_match(opened: Opened, number: int, table: int, pair: Pair | None) -> tuple[Round, Match]:
    """The match that a slip was printed for, even if it has moved to another table; a draft does not count."""
    round_ = next((r for r in opened.event.shown if r.number == number), None)
    matches = [] if round_ is None else round_.matches
    found = [m for m in matches if ((m.a, m.b) == pair if pair else m.table == table)]
    if round_ is None or not found:
        raise Refusal(
            "This slip is out of date: it was printed before the pairing at table {table} in round {number} "
            "was changed.",
            number=numbered(opened.event, number),
            table=table,
        )
    return round_, found[0]


def form_of(opened: Opened, who: Identity, round_: Round, match: Match, typed: dict[str, str] | None = None) -> str:
    """The result form for those who may fill it in, with `typed` in it; for others, their own page."""
    if allows(Action.RESULTS, who.visitor):
        if match.state is MatchState.IN:
            return f"{url('correct', event=opened.id)}?{urlencode({'round': round_.number, 'table': match.table})}"
        return f"{url('desk', event=opened.id)}?{urlencode({**(typed or {}), 'table': match.table})}"
    if allows(Action.TABLES, who.visitor):
        return f"{url('tables', event=opened.id)}#table-{match.table}"
    if _plays(who, match):
        latest = round_ is opened.event.shown[-1]
        return url("my-report" if latest and match.state is MatchState.OPEN else "me", event=opened.id)
    return url("round", event=opened.id, number=round_.number)
