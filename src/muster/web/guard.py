"""The one place where permission is checked and a refusal becomes a page."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial, wraps
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, HttpResponseRedirect

from muster.app.desk import Opened
from muster.app.events.listing import events_view
from muster.app.keeping.readings import StillReading
from muster.app.languages import current
from muster.app.people import claims
from muster.app.permissions import ADMINISTRATOR, ALL_STAFF, LAST_WORD, OWNERS, PERMISSIONS, Action, Visitor
from muster.app.speech import tr, without_folders
from muster.app.views.shapes import EventLine
from muster.core.kit.errors import Busy, Refusal, UnknownName
from muster.core.kit.language import Message
from muster.core.kit.model import Actor, PlayerId
from muster.core.kit.written import whole_number
from muster.core.record.facts.claims import ClaimedBy
from muster.web import identity
from muster.web.identity import NOBODY, Identity
from muster.web.pages import OWN_PART, page_above, render, url
from muster.web.site import Site, site_of
from muster.web.sizes import must_fit
from muster.web.who.devices import device_of
from muster.web.who.limits import TooOften


@dataclass(frozen=True, slots=True)
class Ask:
    """One request that was allowed."""

    request: HttpRequest
    site: Site
    who: Identity
    seen: Opened | None = None
    """The event as it was when it was found out who asks."""

    def open(self, event: str) -> Opened:
        return self.site.open(event)

    def first_look(self, event: str) -> Opened:
        """The event, for views that need it before they change anything, and only then."""
        return self.seen if self.seen is not None and self.seen.id == event else self.open(event)

    def organised(self) -> list[EventLine]:
        """Every event they organise, oldest first."""
        if not self.who.account:
            return events_view(self.site.desk) if self.who.organises else []
        return events_view(self.site.desk, {opened.id for opened in self.site.accounts.events_of(self.who.account)})

    @property
    def actor(self) -> Actor:
        return self.who.actor()

    @property
    def address(self) -> str:
        return str(self.request.META.get("REMOTE_ADDR", ""))

    @property
    def device(self) -> str:
        return device_of(self.request)

    def typed(self, name: str) -> str:
        return str(self.request.POST.get(name, ""))

    @property
    def once(self) -> str:
        """The request that a form belongs to, empty if it does not say."""
        member = None if self.who.member is None else self.who.member.id
        return self.once_of(f"{self.who.visitor} {self.who.player} {member}")

    def once_of(self, who: str) -> str:
        """The same form sent again from the same browser is the same request.

        The same word in another form, from somebody else, or with different content, is a different one.
        """
        if not self.typed("once"):
            return ""
        sent = {name: values for name, values in self.request.POST.lists() if name != "csrfmiddlewaretoken"}
        files = [(str(file.name), file.size) for _, group in self.request.FILES.lists() for file in group]
        whole = json.dumps([who, self.device, self.request.path, sorted(sent.items()), files])
        return sha256(whole.encode()).hexdigest()[:32]

    def number(self, name: str) -> int:
        """A number in a form; 0 if it is not a number."""
        return whole_number(self.typed(name)) or 0

    def page(
        self, template: str, opened: Opened | None = None, status: int = 200, *, home: str = "", **context: Any
    ) -> HttpResponse:
        """`home`: where the answer to a form is at home, if not at the page above the form's address.

        Live updates and links to other languages continue from there. With `stays=True` the answer is a page of its
        own, such as a preview, so updates leave its main part alone.

        A refusal that only asks to wait says so in its status, whatever page it is on, so that scripts keep what was
        sent.
        """
        above = page_above(self.request)
        own = {"home": (home or above) if above else ""}
        refusal = context.get("refusal")
        seconds = seconds_to_wait(refusal)
        if isinstance(refusal, Refusal):
            refusal.message = self.named(refusal.message)
        if seconds:
            status = 429 if isinstance(refusal, TooOften) else 503
        answer = render(self.request, self.who, template, opened, status, context | own)
        if seconds:
            answer["Retry-After"] = str(seconds)
            if isinstance(refusal, Busy) and self.request.method == "GET":
                answer["Refresh"] = str(seconds if isinstance(refusal, StillReading) else COME_BACK)
        return unless_expected(answer, refusal)

    def named(self, message: Message) -> Message:
        """As this reader may see it: accounts by name instead of number; files without their folders."""
        name = partial(self.site.accounts.named, staff=self.who.on_staff)
        named = replace(message, values={k: name(v) if isinstance(v, str) else v for k, v in message.values.items()})
        return named if self.who.visitor is Visitor.ADMINISTRATOR else without_folders(named)

    def take_seat(self, opened: Opened, player: PlayerId, how: ClaimedBy) -> None:
        """They play under this number from now on.

        For a member of staff this also means that they play, which the book may forbid.
        """
        device = identity.note_seat(self.request, opened.id)
        claims.claim(self.site.desk, opened.id, player, device, how, self.who.member)

    def leave_seat(self, opened: Opened) -> None:
        claims.leave(self.site.desk, opened.id, self.who.device, self.who.member)


View = Callable[..., HttpResponse]

COME_BACK = 5
"""Seconds after which a browser retries a page that was not available."""


Own = Callable[..., str]
"""What one player alone sees on a shared page, as markup."""


def guarded(
    action: Action, method: str, view: View, shared: bool = False, own: Own | None = None, timed: bool = False
) -> View:
    """The view, for those who may use it; everybody else gets a sentence. POST views change something.

    `shared`: the page depends only on the event, the address, the role and the language, not on who asks or the time of
    day; so it is rendered once for everybody. `own` replaces `OWN_PART` for a player. `timed`: if the event has times,
    it also depends on the minute.
    """

    @wraps(view)
    def checked(request: HttpRequest, **parts: Any) -> HttpResponse:
        event = str(parts.get("event", ""))
        try:
            must_fit(_name(request), request.POST)
        except Refusal as refusal:
            return refused(nobody(request), tr(refusal.message), status=413)
        if request.method not in ((method,) if method == "POST" else ("GET", "HEAD")):
            return _only(request, method, event)
        try:
            ask = _asking(request, event)
        except Busy as busy:
            return nobody(request).page(
                "refused.html", sentence=tr(busy.message), clause="", refusal=busy, follows=False
            )
        if ask.who.must_prove(action):
            return must_prove(ask, event)
        try:
            if not ask.who.may(action):
                return refused(ask, _who_may(action, ask), status=403, event=event)
            return _shared(ask, view, parts, own, timed) if shared else view(ask, **parts)
        except Refusal as refusal:
            status = 404 if isinstance(refusal, UnknownName) else 409
            return refused(ask, tr(ask.named(refusal.message)), refusal.clause, status, event, refusal)

    checked.action = action  # type: ignore[attr-defined]  # a view carries what it asks for
    checked.method = method  # type: ignore[attr-defined]  # and how it is asked
    return checked


def must_prove(ask: Ask, event: str) -> HttpResponse:
    """The ways to prove who somebody is; afterwards comes the page they wanted."""
    opened = ask.open(event)
    assert ask.who.player is not None
    page = url("claim", event=event, number=ask.who.player)
    if ask.request.method != "POST":
        return HttpResponseRedirect(f"{page}?{urlencode({'wanted': ask.request.path})}")
    view = claims.claim_view(opened, ask.who.player, ask.who.device, ask.site.desk.clock.now())
    return ask.page("phone/claim.html", opened, 403, home=page, claim=view, refusal=None, typed="", wanted="")


def _name(request: HttpRequest) -> str:
    return "" if request.resolver_match is None else request.resolver_match.url_name or ""


def _only(request: HttpRequest, method: str, event: str) -> HttpResponse:
    """A form's address opened as a page: typed again, or restored by a browser after a long sleep."""
    answer = refused(
        _asking(request, event), tr("There is no page at this address. It only accepts forms."), "", 405, event
    )
    answer["Allow"] = method
    return answer


def _asking(request: HttpRequest, event: str) -> Ask:
    """Busy if we cannot tell right now who asks: nobody is treated as a stranger because of that."""
    site = site_of(request)
    opened = _known(site, event, Busy) if event and identity.claims_something(request, event) else None
    return Ask(request, site, identity.of(request, opened, event), opened)


def _known(site: Site, event: str, unless: type[Refusal] | tuple[()] = ()) -> Opened | None:
    """The event, if it can be opened; if not, the view says why in its own words."""
    try:
        return site.open(event)
    except unless:
        raise
    except Refusal:
        return None


def nobody(request: HttpRequest) -> Ask:
    """For pages outside events, and for error pages: if we cannot tell who asks, it is nobody."""
    try:
        who = identity.of(request, None)
    except Busy:
        who = NOBODY
    return Ask(request, site_of(request), who)


def _shared(ask: Ask, view: View, parts: dict[str, Any], own: Own | None, timed: bool) -> HttpResponse:
    """The page as rendered for others, or “not modified” for a browser that has it.

    All players share it; a staff page may name its reader, and is not shared.
    """
    opened = ask.open(str(parts["event"]))
    who = replace(ask.who, device="", proven=False)
    if who.member is None:
        who = replace(who, player=None)
    role = (who.visitor.value, who.called, who.owner, who.player, None if who.member is None else who.member.id)
    minute = ask.site.desk.now(opened)[:16] if timed and opened.event.timetable.start else ""
    key = (opened.id, opened.head, ask.request.get_full_path(), role, current().code, minute)
    # The token in the forms of the browser's copy belongs to the browser's cookie.
    token = ask.request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
    seat = ask.who.player if own is not None else None
    text = "\n".join((ask.site.run, *map(str, key), str(seat), token))
    tag = f'W/"{sha256(text.encode()).hexdigest()[:32]}"'
    if ask.request.headers.get("If-None-Match") == tag:
        return HttpResponseNotModified(headers={"ETag": tag})
    page = ask.site.pages.get(key, lambda: view(replace(ask, who=who), **parts).content)
    if own is not None:
        page = page.replace(OWN_PART.encode(), b"" if seat is None else own(ask, **parts).encode(), 1)
    return HttpResponse(page, headers={"ETag": tag})


def refused(
    ask: Ask, sentence: str, clause: str = "", status: int = 409, event: str = "", refusal: Refusal | None = None
) -> HttpResponse:
    """A page that says why not; in an event, with a way back into it."""
    opened = _known(ask.site, event) if event else None
    return ask.page("refused.html", opened, status, sentence=sentence, clause=clause, refusal=refusal, follows=False)


def seconds_to_wait(refusal: object) -> int:
    """Until the same request would be accepted; 0 if waiting does not help."""
    return refusal.seconds if isinstance(refusal, TooOften) else 2 if isinstance(refusal, Busy) else 0


def unless_expected(answer: HttpResponse, refusal: object) -> HttpResponse:
    """The answer; Django logs each 503 as an error, but events that are still being read are not one."""
    if isinstance(refusal, StillReading):
        answer._has_been_logged = True  # type: ignore[attr-defined]  # where Django looks before it does
    return answer


def _who_may(action: Action, ask: Ask) -> str:
    """Who may do this, and what the reader can do about it."""
    allowed = PERMISSIONS[action]
    if Visitor.PLAYER in allowed:
        return tr("Pick your name first: then this page is yours.")
    if allowed == ALL_STAFF:
        return tr("Only the organiser, marshals and judges on duty can do this. Ask the organiser for an invitation.")
    if allowed == LAST_WORD:
        return tr("Only the organiser and the marshals can do this.")
    if ask.who.account and action in OWNERS:
        return tr("Only the organiser whose event this is can do this, or the administrator of this server. Ask them.")
    if ask.who.account and allowed == ADMINISTRATOR:
        return tr("Only the administrator of this server can do this. Ask them.")
    if allowed != ADMINISTRATOR and ask.site.accounts.hosts:
        return _organisers_may(ask)
    if allowed == ADMINISTRATOR:
        return tr("Only the organiser can do this, with the link that “muster sign-in” prints.")
    return tr("Only the organiser can do this. The command “muster sign-in” prints a link to sign in with.")


def _organisers_may(ask: Ask) -> str:
    """On a server with accounts. Outside their own events, accounts are spectators."""
    signed = identity.signed_in(ask.request)
    if signed is not None and signed.account:
        return tr(
            "Only the organisers of this event can do this. Ask them to let you organise it too, by the name that you "
            "sign in with."
        )
    return tr("Only the organiser can do this. If you have an account on this server, sign in on the start page.")
