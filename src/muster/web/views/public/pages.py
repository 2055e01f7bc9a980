"""Pages that everybody may read, without signing in: events, one event, pairings, standings, players, rules."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from urllib.parse import urlencode

from django.http import HttpResponse
from django.template import loader
from markupsafe import Markup

from muster.app.circuit.views import seasons_view
from muster.app.clock.schedule import schedule_view
from muster.app.desk import Opened
from muster.app.events.listing import public_events
from muster.app.exact import View, Who, grown
from muster.app.lists.terms import open_to_some
from muster.app.past.record import mark
from muster.app.people.views import about as about_player
from muster.app.people.views import registration_is_open
from muster.app.permissions import Action
from muster.app.results.forms import said, whose
from muster.app.results.seen import digest
from muster.app.rounds.ranks import ranks_view
from muster.app.staff.actions import announced_staff
from muster.app.staff.expected import expected_of, expected_view
from muster.app.table.featured import is_featured, with_course
from muster.app.views.bracket_lines import bracket_lines
from muster.app.views.event import (
    awards_view,
    lines_view,
    of_round,
    options_view,
    player_view,
    round_view,
    standings_view,
)
from muster.app.views.shapes import ByeView, MatchView, RoundView
from muster.app.why.reasons import why_player, why_rank
from muster.core.book.conduct import Topic
from muster.core.forms.options import Area
from muster.core.kit.errors import Refusal, UnknownName
from muster.core.kit.model import PlayerId
from muster.core.kit.written import is_part, whole_number
from muster.core.reading.stage_names import numbered
from muster.core.rules.venue import as_text
from muster.core.standings.ranking import Standings
from muster.web.drawing.pictures import rank_picture
from muster.web.guard import Ask
from muster.web.pages import STATIC, seats_known, url
from muster.web.paging import part


def events(ask: Ask, removed: Opened | None = None) -> HttpResponse:
    """Events that somebody organises, then those that everybody may see; above them, which one was just removed."""
    own = ask.organised()
    ids = {line.id for line in own}
    everything = ask.who.organises and not ask.who.account
    others = [] if everything else [e for e in public_events(ask.site.desk) if e.id not in ids]
    return ask.page(
        "public/events.html",
        own=own[::-1],
        others=others[::-1],
        seasons=seasons_view(ask.site.seasons)[::-1],
        hosted=ask.site.accounts.hosts,
        removed=None if removed is None else removed.event,
        home=url("events"),
    )


def event(ask: Ask, event: str, refusal: Refusal | None = None) -> HttpResponse:
    opened = ask.open(event)
    changed = [o for o in options_view(opened) if o.set]
    about = opened.event
    typed = {
        "name": about.name,
        "date": about.date,
        "place": about.place,
        "map_link": about.map_link,
        "schedule": as_text(about.schedule),
        **(ask.request.POST.dict() if refusal else {}),
    }
    return ask.page(
        "public/event.html",
        opened,
        409 if refusal else 200,
        options=changed,
        awards=awards_view(opened),
        record=mark(opened),
        typed=typed,
        refusal=refusal,
        standings=standings_view(opened) if about.finished else None,
        registers=registration_is_open(opened),
        periods=schedule_view(opened, ask.site.desk.now(opened)).periods,
        expected=expected_of(opened, Topic.EVENT),
        expects=bool(expected_view(opened)),
        staff=announced_staff(opened),
        own_game=opened.system.conduct.own_game,
    )


def pairings(ask: Ask, event: str, number: int | None = None) -> HttpResponse:
    opened = ask.open(event)
    by_name = ask.request.GET.get("by") == "name"
    wanted = ask.request.GET.get("q", "").strip()
    shown = opened.event.shown
    round_ = None
    if shown:
        round_ = shown_round(opened, shown[-1].number if number is None else number)
    elif number is not None:
        raise Refusal("Round {number} is not published yet.", number=numbered(opened.event, number))
    seats = [] if round_ is None else seats_of(round_, by_name, wanted)
    played = next((r for r in shown if round_ is not None and r.number == round_.number), None)
    return ask.page(
        "public/pairings.html",
        opened,
        round=round_,
        seats=seats,
        by_name=by_name,
        wanted=wanted,
        watched=set() if played is None else {m.table for m in played.matches if is_featured(opened, played, m)},
        drawn=set() if played is None else with_course(ask.site.tables, opened, played),
    )


def own_seat(ask: Ask, event: str, number: int | None = None) -> str:
    """Where the reader sits in a round, for the top of the page."""
    opened = ask.open(event)
    rounds = [r for r in opened.event.shown if number in (None, r.number)]
    player = ask.who.player
    if not rounds or player is None:
        return ""
    round_ = rounds[-1]
    match = round_.match_of(player)
    seat = OwnSeat(
        name=opened.event.name_of(player),
        table=None if match is None else match.table,
        state="bye" if match is None else match.state.value,
        opponent=None if match is None else opened.event.name_of(match.other(player)),
        bye=any(bye.player == player for bye in round_.byes),
    )
    known = {"event": event, "seat": seat, "url": url, **seats_known(opened)}
    return loader.get_template("public/own_seat.html").render(known)


class OwnSeat(View, frozen=True):
    """A player's seat in a round; `table` and `opponent` are null without a match."""

    name: str
    table: int | None
    state: str
    opponent: str | None
    bye: bool


class ShownMatch(MatchView, frozen=True):
    """A match with its result in words, who reported what (`told`), and a `digest` of both."""

    said: str
    told: list[tuple[str, str]]
    digest: str


class ShownRound(RoundView, frozen=True):
    matches: Sequence[ShownMatch]


class Seat(View, frozen=True):
    """A line of the pairings: a match, from `b`'s side if turned, or a bye."""

    match: ShownMatch | None
    table: int | None
    a: Who
    b: Who | None
    turned: bool
    bye: ByeView | None


def shown_round(opened: Opened, number: int) -> ShownRound:
    """A published round, its results and reports in words."""
    if number not in [r.number for r in opened.event.shown]:
        raise Refusal("Round {number} is not published yet.", number=numbered(opened.event, number))
    return with_results(opened, round_view(opened, number))


def with_results(opened: Opened, view: RoundView) -> ShownRound:
    return grown(ShownRound, view, matches=[_with_result(opened, view.number, match) for match in view.matches])


def _with_result(opened: Opened, number: int, view: MatchView) -> ShownMatch:
    round_, match = opened.event.round(number), opened.event.match(number, view.match)
    return grown(
        ShownMatch,
        view,
        said=said(opened, match, match.result),
        told=[(opened.event.name_of(p), whose(opened, match, r, first=p)) for p, r in match.reports.items()],
        digest=digest(round_, match),
    )


def seats_of(round_: ShownRound, by_name: bool, wanted: str) -> list[Seat]:
    """One line per match, or one line per player in alphabetical order; only those that match the search."""
    seats = [Seat(m, m.table, m.a, m.b, turned=False, bye=None) for m in round_.matches]
    byes = [Seat(None, None, bye, None, turned=False, bye=bye) for bye in round_.byes]
    if by_name:
        turned = [Seat(m, m.table, m.b, m.a, turned=True, bye=None) for m in round_.matches]
        lines = sorted([*seats, *turned, *byes], key=lambda s: s.a.name.casefold())
    else:
        lines = [*seats, *byes]
    return [s for s in lines if is_part(wanted, s.a.name) or (s.b and not by_name and is_part(wanted, s.b.name))]


def standings(ask: Ask, event: str, number: int | None = None) -> HttpResponse:
    opened = ask.open(event)
    if number is not None and number not in [r.number for r in opened.event.shown]:
        raise Refusal(
            "Round {number} is not published yet, so there are no standings after it.",
            number=numbered(opened.event, number),
        )
    view = standings_view(opened, number)
    asked = whole_number(ask.request.GET.get("why", ""))
    why = None if asked is None else opened.event.players.get(PlayerId(asked))
    ranks = ask.site.once(opened, f"ranks {number}", lambda: ranks_view(opened, number))
    return ask.page(
        "public/standings.html",
        opened,
        standings=view,
        number=number,
        deciding=deciding(of_round(opened, number)),
        why=None if why is None else why.id,
        because=[] if why is None or not view.ranked else why_rank(opened, why, number),
        ranks=ranks,
        picture=rank_picture(ranks, 0 if why is None else why.id),
    )


def final_file(ask: Ask, event: str) -> HttpResponse:
    """The final standings as a file to send: it opens anywhere, without the server."""
    opened = ask.open(event)
    if not opened.event.finished:
        raise Refusal("The event is still being played. The file is there when it is finished.")
    style = Markup("<style>{}</style>").format(Markup((STATIC / "file.css").read_text("utf-8")))
    answer = ask.page(
        "public/final_file.html",
        opened,
        standings=standings_view(opened),
        awards=awards_view(opened),
        record=mark(opened),
        address=f"{ask.site.address}{url('standings', event=event)}",
        style=style,
    )
    answer["Content-Disposition"] = f'attachment; filename="{opened.id}-final-standings.html"'
    return answer


def deciding(standing: Standings) -> set[tuple[int, str]]:
    """Which numbers decided a rank: the first in which a player differs from a neighbour level on all before it."""
    found: set[tuple[int, str]] = set()
    for upper, lower in pairwise(standing.ranked()):
        decider = standing.decider(upper, lower) if upper.points == lower.points else None
        if decider is not None:
            found |= {(upper.player, decider.key), (lower.player, decider.key)}
    return found


def players(ask: Ask, event: str) -> HttpResponse:
    opened = ask.open(event)
    wanted = ask.request.GET.get("q", "").strip()
    found = [p for p in opened.event.players.values() if is_part(wanted, p.name)]
    found.sort(key=lambda p: p.name.casefold())
    shown = part(found, ask.request.GET.get("page", ""))
    listed = [player_view(opened, p) for p in shown.items]
    known = {p.id: about_player(opened.system, p) for p in shown.items}
    total = len(opened.event.players)
    return ask.page("public/players.html", opened, players=listed, about=known, part=shown, wanted=wanted, total=total)


def player(ask: Ask, event: str, number: int) -> HttpResponse:
    opened = ask.open(event)
    found = opened.event.players.get(PlayerId(number))
    if found is None:
        raise UnknownName("player", f"#{number}", [f"#{p}" for p in opened.event.players])
    because, now = why_player(opened, found), opened.event.shown[-1:]
    return ask.page(
        "public/player.html",
        opened,
        player=player_view(opened, found),
        about=about_player(opened.system, found),
        lines=lines_view(opened, found),
        bracket_lines=bracket_lines(opened, found.id),
        because=because.ranked,
        paired=because.paired,
        now=now[0].number if now else 0,
        lists_open=ask.who.may(Action.LISTS) or open_to_some(opened, found),
    )


def rules(ask: Ask, event: str, refusal: Refusal | None = None) -> HttpResponse:
    """The clauses in brief and every option with the book's value; the organiser sets one at a time here."""
    opened = ask.open(event)
    options = options_view(opened)
    wanted = ask.typed("key") if refusal else ask.request.GET.get("set", "") if ask.who.may(Action.OPTIONS) else ""
    return ask.page(
        "public/rules.html",
        opened,
        409 if refusal else 200,
        clauses=sorted(opened.system.clauses.items()),
        areas=[(area.value, here) for area in Area if (here := [o for o in options if o.area is area])],
        chosen=next((option for option in opened.system.options if option.key == wanted), None),
        home=f"{url('rules', event=event)}?{urlencode({'set': wanted})}",
        value=ask.typed("value") if refusal else None,
        reason=ask.typed("reason"),
        refusal=refusal,
    )


def expected(ask: Ask, event: str) -> HttpResponse:
    """What the book expects of players and spectators."""
    opened = ask.open(event)
    return ask.page("public/expected.html", opened, topics=expected_view(opened))
