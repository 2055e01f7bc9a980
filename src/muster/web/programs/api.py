"""The API and the public JSON over HTTP: who asks, what they sent, and the answer or the problem document."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from http import HTTPStatus
from typing import Any, TypeVar

import msgspec
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.views.decorators.csrf import csrf_exempt

from muster.api.call import ApiCall, Does, Holder, Route, Server, ServerCall, encoded
from muster.api.openapi import VERSION, document
from muster.api.problems import (
    CONTENT_TYPE,
    Forbidden,
    KeyUsed,
    NoSuchAddress,
    TooLarge,
    Unauthorised,
    Unreadable,
    problem_of,
)
from muster.api.reads import must_be_there
from muster.api.shapes import Body, TokenShown
from muster.app.desk import Opened
from muster.app.exchange.zipped import zipped
from muster.app.languages import current
from muster.app.permissions import scope_for
from muster.app.speech import without_folders
from muster.core.kit.decoding import converted, decoder
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.model import Actor, PlayerId, Role
from muster.core.kit.progress import unwatched
from muster.web.copies.files import event_files, season_files
from muster.web.guard import View, seconds_to_wait, unless_expected
from muster.web.programs import cors
from muster.web.programs.fields import fault_of, not_json
from muster.web.site import Site, site_of
from muster.web.sizes import FORM
from muster.web.who.devices import new_device
from muster.web.who.limits import TooOften
from muster.web.who.tokens import Token, given_token

PREFIX = "/api/"
JSON = "application/json"
PARTS = {"event": "str", "season": "str", "person": "str", "sheet": "str", "number": "int", "table": "int"}
"""Django's converters for the parts of an address in braces."""

CONDITIONS = ("If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since")
"""Headers that make a change conditional."""

LONGEST_KEY = 200
"""Characters of an idempotency key."""

S = TypeVar("S", bound=Body)
Parts = Mapping[str, Any]
Handler = Callable[[HttpRequest, Route[Any], Parts], HttpResponse]


def public(route: Route[Any]) -> View:
    """What everybody may read: made once after each change, for all who ask in one language."""
    checked = _by_method({"GET": route}, _for_all if "{event}" in route.path else _beyond_for_all)
    checked.action = route.action  # type: ignore[attr-defined]  # as the views of pages carry it
    checked.method = route.method  # type: ignore[attr-defined]  # and how it is asked
    return checked


def by_token(routes: Sequence[Route[Any]]) -> View:
    """The routes of one address, for programs with a token. Cookies do not count here, so no form can be forged."""
    return _by_method({route.method: route for route in routes}, _for_programs)


def pattern(route: Route[Any]) -> str:
    """A route's address as Django writes it."""
    return re.sub(r"{(\w+)}", lambda found: f"<{PARTS[found[1]]}:{found[1]}>", route.path).removeprefix("/")


def openapi(request: HttpRequest) -> HttpResponse:
    """The OpenAPI document of this server."""
    return _tagged(request, (), lambda: encoded(document()))


@csrf_exempt
def unknown(request: HttpRequest, rest: str = "") -> HttpResponse:
    version = re.match(r"v\d+(?=/|$)", rest)
    if version is not None and version[0] != f"v{VERSION}":
        return problem(
            NoSuchAddress(
                "This server has version {own} of the API, not {given}.", own=f"v{VERSION}", given=version[0][:20]
            )
        )
    return problem(NoSuchAddress("There is nothing at this address of the API. The documentation lists them all."))


def from_program(request: HttpRequest) -> bool:
    """Whether JSON was requested: errors are then problem documents, not pages."""
    return request.path.startswith(PREFIX) or request.path.endswith(".json")


def problem(
    refusal: Refusal, status: int = 0, headers: Mapping[str, str] | None = None, *, whole: bool = False
) -> HttpResponse:
    """A refusal as a problem document; `status` if its kind does not determine it.

    `whole`: for an administrator's program, which may know in which folder a file is.
    """
    if not whole:
        refusal.message = without_folders(refusal.message)
    seconds = seconds_to_wait(refusal)
    if isinstance(refusal, TooOften):
        status = HTTPStatus.TOO_MANY_REQUESTS
    told = problem_of(refusal, status)
    answer = HttpResponse(encoded(told), content_type=CONTENT_TYPE, status=told.status, headers=headers)
    if seconds:
        answer["Retry-After"] = str(seconds)
    if isinstance(refusal, Unauthorised):
        answer["WWW-Authenticate"] = 'Bearer realm="Muster"'
    return unless_expected(answer, refusal)


def too_large(most: int) -> HttpResponse:
    return problem(TooLarge("What was sent is too large. The limit is {n} KB.", n=most // 1_000))


def _by_method(routes: Mapping[str, Route[Any]], handler: Handler) -> View:
    def answer(request: HttpRequest, **parts: Any) -> HttpResponse:
        method = "GET" if request.method == "HEAD" else str(request.method)
        if method not in routes:
            allowed = ", ".join(sorted(routes))
            wrong = NoSuchAddress("This address takes {allowed}, not {method}.", allowed=allowed, method=method[:20])
            return problem(wrong, 405, {"Allow": allowed})
        try:
            return handler(request, routes[method], parts)
        except Refusal as refusal:
            return problem(refusal, whole=routes[method].holder is Holder.SERVER)
        except RequestDataTooBig:
            return too_large(routes[method].most or FORM)

    return csrf_exempt(_for_sites(answer, routes))


def _for_sites(view: View, methods: Iterable[str]) -> View:
    """The view, also for pages of the sites the organiser named."""

    def answer(request: HttpRequest, **parts: Any) -> HttpResponse:
        site = ""
        try:
            site = cors.asking_site(request, str(parts.get("event", "")))
        except Refusal as refusal:
            told = problem(refusal)
        else:
            asks_first = site and cors.is_preflight(request)
            told = cors.preflight(methods) if asks_first else view(request, **parts)
        return cors.allow(told, site)

    return answer


def _for_all(request: HttpRequest, route: Route[Any], parts: Parts) -> HttpResponse:
    site = site_of(request)
    opened = site.open(parts["event"])
    call = ApiCall(site.desk, opened, parts=parts, query=_query(request, route), server=server_of(site))
    if route.timed:
        return _answer(encoded(route.says(call, opened)))
    key = (opened.id, opened.head, request.path, current().code)
    return _tagged(request, key, lambda: site.pages.get(key, lambda: encoded(route.says(call, opened))))


def _beyond_for_all(request: HttpRequest, route: Route[Any], parts: Parts) -> HttpResponse:
    """What everybody may read outside a single event. It depends on many journals, so its tag is made from its
    content.
    """
    call = ServerCall(server_of(site_of(request)), Actor(), parts, _query(request, route))
    told = encoded(route.says(call, None))
    return _tagged(request, (request.path, sha256(told).hexdigest()), lambda: told)


def _for_programs(request: HttpRequest, route: Route[Any], parts: Parts) -> HttpResponse:
    if route.holder is Holder.SERVER:
        return _for_server(request, route, parts)
    site = site_of(request)
    token = _token(request, route)
    event = parts["event"]
    if token.event and token.event != event:
        raise Forbidden("This token is for the event “{own}”, not for “{event}”.", own=token.event, event=event[:100])
    opened = site.open(event)
    if token.event and token.first != opened.hashes[0]:
        raise Forbidden("This token is for an earlier event that was also called “{event}”.", event=opened.id)
    if token.account and not site.accounts.may_organise(token.account, opened):
        raise _unknown_token()
    _must_be_allowed(token, route)
    actor = _actor(token, opened)
    call = ApiCall(
        site.desk,
        opened,
        actor,
        parts,
        _query(request, route),
        token=_shown(replace(token, name=actor.name) if token.player else token),
        webhooks=site.webhooks,
        server=server_of(site),
        device=new_device() + token.digest[:20],
    )
    must_be_there(route.path, call)
    if route.does is not None:
        return _change(request, route, route.does, token, call)
    if route.timed:
        return _answer(_said(route, call, opened), media=route.media)
    key = (opened.id, opened.head, request.get_full_path(), current().code)
    return _tagged(request, (*key, token.digest), lambda: _made(site, route, call, key))


def _made(site: Site, route: Route[Any], call: ApiCall, key: tuple[object, ...]) -> bytes:
    """Made once after each change for all programs: in a large hall one answer takes longer than those for all phones
    together.
    """
    if route.own or route.holder is Holder.PLAYER:
        return encoded(route.says(call, call.opened))
    return site.answers.get(key, lambda: encoded(route.says(call, call.opened)))


def _for_server(request: HttpRequest, route: Route[Any], parts: Parts) -> HttpResponse:
    site, token = site_of(request), _token(request, route)
    if token.event:
        raise Forbidden(
            "This address needs a token for the whole server. This one is for the event “{own}”.", own=token.event
        )
    _must_be_allowed(token, route)
    call = ServerCall(server_of(site), _program(token), parts, _query(request, route), token=_shown(token))
    if route.does is None:
        return _answer(_said(route, call, None), media=route.media)
    sent = _sent(request, route)
    call = replace(call, body=_body(request, route, sent))
    head, name = _request_name(request, token, sent)
    call = replace(call, request=name or site.desk.fresh())
    with site.keys.of(head) if head else nullcontext():
        for applied, state in route.applied(call) if head and route.applied is not None else ():
            if applied == name:
                return _answer(_said(route, replace(call, repeated=True), state), route.status)
            _must_not_be_of(request, head, applied)
        state = route.does(call)
    return _answer(_said(route, call, state), route.status)


def _said(route: Route[Any], call: ApiCall | ServerCall, state: object) -> bytes:
    told = route.says(call, state)
    return told if isinstance(told, bytes) else encoded(told)


def server_of(site: Site) -> Server:
    return Server(
        site.desk,
        site.address,
        site.tables,
        site.seasons,
        site.people,
        site.counting,
        site.own_styles,
        site.backups,
        lambda event: zipped(event_files(site, event, unwatched)),
        lambda season: zipped(season_files(site, season, unwatched)),
        lambda limit, key: getattr(site.limits, limit).spend(key),
    )


def _actor(token: Token, opened: Opened) -> Actor:
    """The log distinguishes a program from people with the same name; a player is always the player."""
    if not token.player:
        return _program(token)
    player = opened.event.players.get(PlayerId(token.player))
    if player is None:
        raise Forbidden("This token is for player {number}, who is no longer enrolled.", number=token.player)
    return Actor(player.name, Role.PLAYER, player.id)


def _program(token: Token) -> Actor:
    return Actor(f"{token.name} (API)")


def _shown(token: Token) -> TokenShown:
    scopes = [scope.value for scope in token.scopes]
    return TokenShown(token.name, token.event, scopes, token.ends, token.player or None)


def _change(request: HttpRequest, route: Route[Any], does: Does, token: Token, call: ApiCall) -> HttpResponse:
    sent = _sent(request, route)
    body = _body(request, route, sent)
    head, name = _request_name(request, token, sent)
    if not head:
        name = call.desk.fresh()
        call = replace(call, desk=call.desk.within(call.actor, name), body=body, request=name)
        return _answer(encoded(route.says(call, does(call))), route.status)
    with site_of(request).keys.of(head):
        opened = call.desk.open(call.event)  # Another request may have come first under this key.
        for entry in opened.entries:
            if entry.request != name:
                _must_not_be_of(request, head, entry.request)
        repeated = call.desk.has_request(call.event, name)
        desk = call.desk.within(call.actor, name)
        call = replace(call, desk=desk, opened=opened, body=body, request=name, repeated=repeated)
        opened = opened if repeated else does(call)
    return _answer(encoded(route.says(call, opened)), route.status)


def _token(request: HttpRequest, route: Route[Any]) -> Token:
    given = request.headers.get("Authorization", "")
    if not given and route.holder is Holder.SERVER:
        raise Unauthorised(
            "This address needs a token for the whole server. The organiser makes one under “Programs on this server”."
        )
    if not given:
        raise Unauthorised("This address needs a token. The organiser makes one on the event’s desk.")
    secret = given_token(given)
    if not secret:
        raise Unauthorised("The header Authorization should be “Bearer”, a space and the token.")
    token = site_of(request).tokens.find(secret)
    if token is None:
        raise _unknown_token()
    if token.is_over(datetime.now(UTC)):
        raise Unauthorised("This token expired on {day}. Ask the organiser for a new one.", day=token.ends[:10])
    return token


def _unknown_token() -> Unauthorised:
    return Unauthorised("This token is not known here, or it was revoked. Ask the organiser for a new one.")


def _must_be_allowed(token: Token, route: Route[Any]) -> None:
    if token.may(route.action):
        return
    if token.player:
        number = token.player
        raise Forbidden("This token is for player {number}, and this address is for the organiser.", number=number)
    if route.holder is Holder.PLAYER:
        raise Forbidden("This address needs a token for one player. The organiser makes one on the event’s desk.")
    scope = scope_for(route.action)
    assert scope is not None, route.name  # Every route has a scope; a test checks that.
    raise Forbidden("This token does not have the scope “{scope}”.", scope=scope)


def _query(request: HttpRequest, route: Route[Any]) -> Any:
    for name, texts in request.GET.lists():
        if len(texts) > 1:
            raise BadInput("The query has “{name}” more than once.", name=name[:100])
    try:
        return converted(request.GET.dict(), route.query, strict=False)
    except msgspec.ValidationError as error:
        raise BadInput("The query cannot be read: {fault}.", fault=fault_of(error, route.query)) from None


def _must_not_depend(request: HttpRequest) -> None:
    """A program that wants a change only if nothing else changed must not believe it got that."""
    for header in CONDITIONS:
        if header in request.headers:
            raise BadInput("A change cannot depend on {header}. Send “seen” with the number you know.", header=header)


def _sent(request: HttpRequest, route: Route[Any]) -> bytes:
    _must_not_depend(request)
    most = route.most or FORM
    # Bypasses Django's limit for what is kept in memory, which is less than an export may have.
    sent = bytes(request.read(most + 1)) if route.most else request.body
    if len(sent) > most:
        raise TooLarge("What was sent is too large. The limit is {n} KB.", n=most // 1_000)
    return sent


def _body(request: HttpRequest, route: Route[Any], sent: bytes) -> Body:
    if sent and request.content_type != JSON:
        raise Unreadable("The body should be JSON, with the header Content-Type: application/json.")
    try:
        body = decoder(route.body).decode(sent or b"{}")
        json.loads(sent or b"{}", object_pairs_hook=_each_once)  # Which of two values counted would be arbitrary.
    except msgspec.ValidationError as error:
        raise BadInput("The body does not have the right fields: {fault}.", fault=fault_of(error, route.body)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Unreadable("The body is not JSON: {fault}.", fault=not_json(error)) from None
    return body


def _each_once(pairs: list[tuple[str, object]]) -> None:
    names = set()
    for name, _ in pairs:
        if name in names:
            raise BadInput("The body has the field “{name}” more than once.", name=name[:100])
        names.add(name)


def _request_name(request: HttpRequest, token: Token, sent: bytes) -> tuple[str, str]:
    """The common prefix of all requests with this key, and the name of this one: the same for the same request.

    Both are empty without a key. An empty key is refused: who sends one relies on it.
    """
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return "", ""
    if not 0 < len(key) <= LONGEST_KEY or not key.isprintable():
        raise BadInput("An Idempotency-Key should have 1 to {most} visible characters.", most=LONGEST_KEY)
    head = sha256(f"{token.digest}\n{key}".encode()).hexdigest()[:16]
    whole = b"\n".join((str(request.method).encode(), request.get_full_path().encode(), sent))
    return head, head + sha256(whole).hexdigest()[:16]


def _must_not_be_of(request: HttpRequest, head: str, applied: str) -> None:
    if applied.startswith(head):
        key = request.headers["Idempotency-Key"]
        raise KeyUsed("The Idempotency-Key “{key}” was already used for another request. Use a new key.", key=key)


def _tagged(request: HttpRequest, key: tuple[object, ...], make: Callable[[], bytes]) -> HttpResponse:
    """The answer with its tag, or “not modified” for a program that has it."""
    text = "\n".join((site_of(request).run, *map(str, key)))
    tag = f'W/"{sha256(text.encode()).hexdigest()[:32]}"'
    if _has_tag(request, tag):
        return HttpResponseNotModified(headers={"ETag": tag})
    answer = _answer(make())
    answer["ETag"] = tag
    return answer


def _has_tag(request: HttpRequest, tag: str) -> bool:
    """Whether a program says that it has the answer with this tag, perhaps among others (RFC 9110, 13.1.2)."""
    given = [one.strip().removeprefix("W/") for one in request.headers.get("If-None-Match", "").split(",")]
    return "*" in given or tag.removeprefix("W/") in given


def _answer(body: bytes, status: int = 200, media: str = JSON) -> HttpResponse:
    return HttpResponse(body, content_type=media, status=status)
