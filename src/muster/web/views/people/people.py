"""The organiser's list of people: check-in with one tap, entries, and a page for each person."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.desk import Desk, Opened
from muster.app.events import actions as events
from muster.app.log.claims import in_words
from muster.app.people import roster
from muster.app.people import views as people
from muster.app.people.claims import claimed_at
from muster.app.people.sprees import sprees
from muster.app.permissions import Action
from muster.app.persons.actions import seen_before
from muster.app.results import actions as results
from muster.app.results.actions import Report, read_pair
from muster.app.rounds import actions as rounds
from muster.app.staff.rulings import menu_view, record_view
from muster.app.views.shapes import EventLine
from muster.core.kit.errors import Refusal
from muster.core.kit.language import mark
from muster.core.kit.model import Actor, Ending, PlayerId, StageKind
from muster.core.kit.written import is_part, whole_number
from muster.core.reading.people.roll import appearance_key
from muster.core.record.clock import MINUTE, instant
from muster.core.record.event import Event, RoundState
from muster.core.record.player import Player
from muster.core.rules.players import player_fields
from muster.web.guard import Ask
from muster.web.pages import url
from muster.web.paging import part
from muster.web.who.links import player_code

PENALTIES = (mark("warning"), mark("game loss"))
"""Suggestions; any wording is allowed."""
LISTS = ("all", "away", "left")
"""Which people are listed: everybody, those not checked in, those who left."""


def show(ask: Ask, event: str) -> HttpResponse:
    return _list(ask, event)


def _list(ask: Ask, event: str, refusal: Refusal | None = None) -> HttpResponse:
    opened = ask.open(event)
    asked = ask.request.GET if ask.request.method == "GET" else ask.request.POST
    wanted, which = str(asked.get("q", "")).strip(), str(asked.get("list", "all"))
    which = which if which in LISTS else "all"
    everybody = opened.event.players.values()
    playing = [p for p in everybody if p.active and not p.stand_in]
    kept = _kept(str(asked.get("kept", "")))
    listed = [p for p in everybody if (_is_listed(p, which) or p.id in kept) and _matches(p, wanted)]
    listed.sort(key=lambda p: p.name.casefold())
    shown = part(listed, str(asked.get("page", "")))
    closed, missed = people.entry_state(opened)
    typed = ask.request.POST.dict() if refusal else {}
    return ask.page(
        "people/people.html",
        opened,
        409 if refusal else 200,
        part=shown,
        rows=[_row(opened, p) for p in shown.items],
        which=which,
        wanted=wanted,
        kept=",".join(map(str, kept)),
        just=next((_row(opened, p) for p in everybody if p.checked_in and str(p.id) == asked.get("just")), None),
        playing=len(playing),
        here=sum(p.checked_in for p in playing),
        left=sum(not p.active for p in everybody),
        total=len(opened.event.players),
        started=opened.event.started,
        closed=closed,
        missed=missed,
        self_registration=opened.system.settings(opened.event).flag("self_registration"),
        drawn=bool(opened.event.rounds),
        address=f"{ask.site.address}{url('register', event=event)}",
        lines=people.person_form(player_fields(opened.system), typed),
        typed=typed,
        sprees=sprees(opened),
        seen_before=seen_before(ask.site.people, event) if ask.who.may(Action.PEOPLE) else 0,
        last=_last_event(ask, opened),
        refusal=refusal,
        once=ask.site.desk.fresh(),
    )


def _last_event(ask: Ask, opened: Opened) -> EventLine | None:
    """The previous event, while this one has nobody: the latest of the same game, or else of any."""
    if opened.event.players:
        return None
    found = [e for e in ask.organised()[::-1] if e.id != opened.id and e.players]
    return next((e for e in found if e.system == opened.event.system), found[0] if found else None)


def _kept(text: str) -> list[int]:
    """People pressed in this list stay in it, so that no row moves under the next finger."""
    return [number for number in map(whole_number, text.split(",")) if number is not None]


def _is_listed(player: Player, which: str) -> bool:
    if which == "away":
        return player.active and not player.stand_in and not player.checked_in
    return which == "all" or not player.active


def _matches(player: Player, wanted: str) -> bool:
    return is_part(wanted, player.name) or wanted in (str(player.id), f"#{player.id}")


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A player in the list of people."""

    number: PlayerId
    name: str
    about: list[tuple[str, str]]
    status: str
    active: bool
    why_left: str
    stand_in: bool
    here: bool


def _row(opened: Opened, player: Player) -> ListedPlayer:
    return ListedPlayer(
        player.id,
        player.name,
        people.about(opened.system, player),
        player.status.value,
        player.active,
        player.why_left,
        player.stand_in,
        here=player.checked_in,
    )


def _back(ask: Ask, event: str, row: str = "", just: str = "") -> HttpResponse:
    """To the list as it was, at the row that was pressed; `just`: who was checked in by name."""
    kept = {key: ask.typed(key) for key in ("q", "list", "page") if ask.typed(key) not in ("", "all", "1")}
    if row and kept.get("list") == "away":
        kept["kept"] = ",".join(filter(None, (ask.typed("kept"), row)))
    if just:
        kept["just"] = just
    query = f"?{urlencode(kept)}" if kept else ""
    return redirect(url("people", event=event) + query + (f"#p{row}" if row else ""))


def here(ask: Ask, event: str) -> HttpResponse:
    """One press checks somebody in, another out: the button says who and which."""
    inside = bool(ask.typed("in"))
    number = ask.typed("in") or ask.typed("out")
    try:
        roster.set_here(ask.site.desk, event, f"#{number}", inside, ask.actor)
    except Refusal as refusal:
        return _list(ask, event, refusal)
    return _back(ask, event, number if number.isdigit() else "")


def tick(ask: Ask, event: str) -> HttpResponse:
    """The person typed is here; part of several names shows all who match."""
    opened, text = ask.open(event), ask.typed("name").strip()
    try:
        player = _meant(opened.event, text)
        if player is None:
            listed = {"list": ask.typed("list")} if ask.typed("list") not in ("", "all") else {}
            return redirect(f"{url('people', event=event)}?{urlencode({'q': text, **listed})}")
        roster.check_in(ask.site.desk, event, [f"#{player.id}"], ask.actor)
    except Refusal as refusal:
        return _list(ask, event, refusal)
    return _back(ask, event, str(player.id), str(player.id))


def _meant(event: Event, text: str) -> Player | None:
    """The player with this name, or the only one not here yet whose name contains it; None for several."""
    fitting = [p for p in event.active_players() if not p.stand_in and _matches(p, text)] if text else []
    whole = [p for p in fitting if p.name.casefold() == text.casefold()]
    away = whole or [p for p in fitting if not p.checked_in] or fitting
    return away[0] if len(away) == 1 else None if away else event.find(text)


def all_here(ask: Ask, event: str) -> HttpResponse:
    try:
        roster.all_here(ask.site.desk, event, ask.actor)
    except Refusal as refusal:
        return _list(ask, event, refusal)
    return _back(ask, event)


def remove(ask: Ask, event: str) -> HttpResponse:
    """Made-up players, ticked in a list of those who came in quick succession."""
    numbers = [f"#{number}" for number in ask.request.POST.getlist("player")]
    try:
        roster.remove(ask.site.desk, event, numbers, ask.actor)
    except Refusal as refusal:
        return _list(ask, event, refusal)
    return redirect("people", event=event)


def registration(ask: Ask, event: str) -> HttpResponse:
    """Opens or closes the page on which players enrol themselves."""
    opened = ask.open(event)
    wanted = ask.typed("open") == "yes"
    try:
        if opened.system.settings(opened.event).flag("self_registration") != wanted:
            events.set_option(ask.site.desk, event, "self_registration", "yes" if wanted else "no", ask.actor)
    except Refusal as refusal:
        return _list(ask, event, refusal)
    return redirect(url("people", event=event) + "#registration")


def add(ask: Ask, event: str) -> HttpResponse:
    """One person, also late, also a stand-in."""
    opened = ask.open(event)
    texts = people.typed_values(player_fields(opened.system), ask.request.POST.dict())
    try:
        entry = [(ask.typed("name"), texts)]
        stand_in = ask.typed("stand_in") == "yes"
        roster.enrol(ask.site.desk, event, entry, ask.actor, stand_in=stand_in, request=ask.once)
    except Refusal as refusal:
        return _list(ask, event, refusal)
    return redirect("people", event=event)


def person(ask: Ask, event: str, number: int) -> HttpResponse:
    """With one of its forms open, if the address says so."""
    return _person(ask, event, number, form=ask.request.GET.get("open", ""))


def _person(ask: Ask, event: str, number: int, refusal: Refusal | None = None, form: str = "") -> HttpResponse:
    opened = ask.open(event)
    player = opened.event.find(f"#{number}")
    state = opened.event
    typed = ask.request.POST.dict() if refusal else {}
    fields = typed if refusal and form == "amend" else people.filled(opened.system, player)
    under_way = people.match_under_way(opened, player.id)
    answer = ask.page(
        "people/person.html",
        opened,
        409 if refusal else 200,
        person=_row(opened, player),
        key=appearance_key((opened.hashes[0], player.id)),
        menu=PENALTIES,
        penalties=record_view(opened, (player.id,)),
        infractions=menu_view(opened.system.conduct.infractions, state.staff.members[0]),
        lines=people.person_form(player_fields(opened.system), fields),
        name=typed.get("name", player.name) if form == "amend" else player.name,
        match=None if under_way is None else _seat(opened, player.id, ask.site.desk.now(opened)),
        bye=people.bye_to_give(opened, player.id),
        back=people.missed_if_back(opened, player),
        code=player_code(opened, player.id),
        phone=state.claims.get(player.id),
        phone_how=in_words(state.claims[player.id].how) if player.id in state.claims else "",
        phone_at=claimed_at(opened, player.id),
        bracket=state.stage.kind is StageKind.ELIMINATION,
        draft=state.current is not None and state.current.state is RoundState.DRAFT,
        started=state.started,
        typed=typed,
        form=form,
        refusal=refusal,
        once=ask.site.desk.fresh(),
    )
    answer["Cache-Control"] = "no-store"  # It shows the player's code.
    return answer


@dataclass(frozen=True, slots=True)
class GameUnderWay:
    """A player's current game, whether or not they are there; `waited`: whole minutes on its clock, None before it is
    started.
    """

    round: int
    table: int
    opponent: str
    pair: str
    waited: int | None
    patience: int


def _seat(opened: Opened, player: PlayerId, now: str) -> GameUnderWay | None:
    under_way = people.match_under_way(opened, player)
    if under_way is None:
        return None
    round_, match = under_way
    return GameUnderWay(
        round_.number,
        match.table,
        opponent=opened.event.name_of(match.other(player)),
        pair=f"{match.a}-{match.b}",
        waited=round_.clock.run_at(instant(now)) // MINUTE if round_.clock.started else None,
        patience=opened.system.settings(opened.event).number("no_show_minutes"),
    )


Act = Callable[[Desk, str, Actor], object]


def _do(ask: Ask, event: str, number: int, form: str, action: Act) -> HttpResponse:
    """Does it and shows the person; a refusal keeps what was typed in its form."""
    ask.open(event).event.find(f"#{number}")
    try:
        action(ask.site.desk, f"#{number}", ask.actor)
    except Refusal as refusal:
        return _person(ask, event, number, refusal, form)
    return redirect("person", event=event, number=number)


def amend(ask: Ask, event: str, number: int) -> HttpResponse:
    def action(desk: Desk, who: str, actor: Actor) -> object:
        opened = ask.open(event)
        player = opened.event.find(who)
        name = ask.typed("name").strip()
        texts = people.changed_values(opened.system, player, ask.request.POST.dict())
        if name == player.name and not texts:
            raise Refusal("Nothing has changed for {name}.", name=player.name)
        return roster.amend(desk, event, who, actor, name=None if name == player.name else name, texts=texts)

    return _do(ask, event, number, "amend", action)


def drop(ask: Ask, event: str, number: int) -> HttpResponse:
    declined = [name.strip() for name in ask.typed("declined").split(";") if name.strip()]
    reason = ask.typed("reason").strip()
    return _do(ask, event, number, "drop", lambda desk, who, a: roster.drop(desk, event, who, a, reason, declined))


def rejoin(ask: Ask, event: str, number: int) -> HttpResponse:
    return _do(ask, event, number, "rejoin", lambda desk, who, actor: roster.rejoin(desk, event, who, actor))


def disqualify(ask: Ask, event: str, number: int) -> HttpResponse:
    def action(desk: Desk, who: str, actor: Actor) -> object:
        return roster.disqualify(desk, event, who, ask.typed("reason").strip(), actor, ask.typed("infraction"))

    return _do(ask, event, number, "disqualify", action)


def penalty(ask: Ask, event: str, number: int) -> HttpResponse:
    def action(desk: Desk, who: str, actor: Actor) -> object:
        note = ask.typed("note").strip()
        infraction = ask.typed("infraction")
        return events.give_penalty(desk, event, who, ask.typed("penalty"), note, actor, ask.once, infraction)

    return _do(ask, event, number, "penalty", action)


def bye(ask: Ask, event: str, number: int) -> HttpResponse:
    reason = ask.typed("reason").strip()
    return _do(ask, event, number, "bye", lambda desk, who, actor: rounds.give_bye(desk, event, who, reason, actor))


def absent(ask: Ask, event: str, number: int) -> HttpResponse:
    """Did not come to the table; if excused, they stay in the event."""
    who = f"#{number}"
    pair = read_pair(ask.typed("pair"))
    excused = ask.typed("excused") == "yes"
    one = Report(who, ending=Ending.NO_SHOW, by=(who,), round=ask.number("round"), excused=excused, pair=pair)
    return _do(ask, event, number, "absent", lambda desk, who, actor: results.report(desk, event, [one], actor))
