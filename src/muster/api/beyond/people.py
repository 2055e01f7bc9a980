"""People across events: who is who, consent and forgetting. Needs a token for the whole server."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, cast

from msgspec import Meta

from muster.api.beyond.server import Key
from muster.api.call import Holder, Route, ServerCall
from muster.api.problems import NoSuchAddress
from muster.api.shapes import Body, Query, StepBody
from muster.app.exact import View
from muster.app.permissions import Action
from muster.app.persons import actions, forget
from muster.app.persons.book import PeopleBook
from muster.app.persons.forget import Forgotten
from muster.app.persons.log import PeopleEntry, people_log
from muster.app.persons.take_along import PersonFile, person_file
from muster.app.persons.views import PeopleView, ProfileView, people_view, profile_view
from muster.core.kit.errors import Conflict, Refusal, UnknownName

ALL = "/api/v1/people"
ONE = ALL + "/{person}"
WHO = "/api/v1/who-is-who"

Someone = Annotated[str, Meta(min_length=1, max_length=300)]
"""A player of an event: a key, NAME, NAME@EVENT or #7@EVENT."""


class PeopleQuery(Query, frozen=True):
    """`q`: part of a name. `event`: only questions about players of this event."""

    q: Annotated[str, Meta(max_length=200)] = ""
    event: Key = ""


class TwoPeopleBody(Body, frozen=True):
    """Two players of different events."""

    one: Someone
    other: Someone


class AlikeBody(Body, frozen=True):
    """All suggestions that people are the same, or only those of one event.

    `found`: how many you saw (`alike_found`); if the number has changed, nothing is recorded.
    """

    found: Annotated[int, Meta(ge=0)]
    event: Key = ""


class SplitBody(Body, frozen=True):
    """The player of one event who is somebody else, by the key of that event in the profile."""

    one: Someone


class ShowPersonBody(Body, frozen=True):
    """Whether the person agrees that everybody may see their profile."""

    agrees: bool


class PeopleLog(View, frozen=True):
    log: list[PeopleEntry]


class ForgetBody(Body, frozen=True):
    """Forgetting cannot be undone: `sure` must be true."""

    sure: bool


def everybody(call: ServerCall, _: object) -> PeopleView:
    """People by name, and who may be one person."""
    query = call.query
    asked = (query.q, query.event) if isinstance(query, PeopleQuery) else ("", "")
    return people_view(call.server.people, *asked)


def person(call: ServerCall, _: object) -> ProfileView:
    """A person’s profile across events."""
    found = profile_view(call.server.people, call.names["person"])
    if found is None:
        raise UnknownName("person", call.names["person"], [])
    return found


def shown_person(call: ServerCall, _: object) -> ProfileView:
    """The profile of a person who agreed to show it to everybody."""
    found = profile_view(call.server.people, call.names["person"], open_to_all=True)
    if found is None:
        raise NoSuchAddress("There is no public profile at this address.")
    return found


def log(call: ServerCall, _: object) -> PeopleLog:
    """Answers about people, oldest entry first."""
    return PeopleLog(people_log(call.server.people))


def kept(call: ServerCall, _: None) -> PersonFile:
    """Everything kept about a person, to give to them."""
    return person_file(call.server.people, call.names["person"])


def _mine(call: ServerCall) -> PeopleBook:
    """The people book for this one request."""
    return call.server.people.within(call.actor, call.request)


def applied(call: ServerCall) -> Iterator[tuple[str, None]]:
    for entry in call.server.people.entries_of():
        yield entry.request, None


def join(call: ServerCall) -> None:
    """Say that two players are one person."""
    body = cast(TwoPeopleBody, call.body)
    actions.join(_mine(call), body.one, body.other, call.actor)


def part(call: ServerCall) -> None:
    """Say that two players are two people."""
    body = cast(TwoPeopleBody, call.body)
    actions.part(_mine(call), body.one, body.other, call.actor)


def join_alike(call: ServerCall) -> None:
    """Say that everybody who is suggested is one person."""
    body = cast(AlikeBody, call.body)
    actions.join_alike(_mine(call), call.actor, body.event, body.found)


def split(call: ServerCall) -> None:
    """Say that one of a person’s events was played by somebody else."""
    actions.split(_mine(call), cast(SplitBody, call.body).one, call.actor)


def consent(call: ServerCall) -> None:
    """Record whether a person agrees that everybody sees their profile."""
    actions.consent(_mine(call), call.names["person"], cast(ShowPersonBody, call.body).agrees, call.actor)


def forget_person(call: ServerCall) -> Forgotten:
    """Forget a person for good; their results stay, without a name."""
    if not cast(ForgetBody, call.body).sure:
        raise Refusal("Nothing was forgotten. It cannot be undone, so confirm that you are sure.")
    return forget.forget(call.server.people, call.names["person"], call.actor)


def forgotten(call: ServerCall, done: Forgotten) -> Forgotten:
    return done


def undo(call: ServerCall) -> None:
    """Undo the last answer about people; forgetting stays."""
    _must_be_seen(call)
    actions.undo(_mine(call), call.actor)


def redo(call: ServerCall) -> None:
    """Bring back what was undone last."""
    _must_be_seen(call)
    actions.redo(_mine(call), call.actor)


def _must_be_seen(call: ServerCall) -> None:
    entries = call.server.people.entries_of()
    if call.seen and call.seen != len(entries):
        raise Conflict("Somebody has answered a question about people in the meantime. Read the list again.")


def _action(name: str, path: str, does: Any, body: type[Body]) -> Route[PeopleView]:
    """A form on the people page."""
    return Route(
        name,
        "POST",
        WHO + path,
        Action.PEOPLE,
        PeopleView,
        everybody,
        does,
        body,
        twins=(name,),
        holder=Holder.SERVER,
        applied=applied,
    )


SEE, SERVER = Action.PEOPLE, Holder.SERVER
PEOPLE = Route("people", "GET", ALL, SEE, PeopleView, everybody, query=PeopleQuery, holder=SERVER, timed=True)
PERSON = Route("person", "GET", ONE, SEE, ProfileView, person, holder=SERVER, timed=True)
FILE = Route("person-file", "GET", ONE + "/file", SEE, PersonFile, kept, holder=SERVER, timed=True)
JOIN = _action("join-people", "/join", join, TwoPeopleBody)
PART = _action("part-people", "/part", part, TwoPeopleBody)
JOIN_ALIKE = _action("join-alike", "/join-alike", join_alike, AlikeBody)
SPLIT = _action("split-person", "/split", split, SplitBody)
UNDO = _action("undo-people", "/undo", undo, StepBody)
REDO = _action("redo-people", "/redo", redo, StepBody)
CONSENT = Route(
    "consent-for",
    "POST",
    ONE + "/consent",
    SEE,
    ProfileView,
    person,
    consent,
    ShowPersonBody,
    twins=("consent-for",),
    holder=SERVER,
    applied=applied,
)
FORGET = Route(
    "forget-now",
    "POST",
    ONE + "/forget",
    Action.FORGET,
    Forgotten,
    forgotten,
    forget_person,
    ForgetBody,
    twins=("forget-now",),
    holder=SERVER,
)

LOG = Route("people-log", "GET", WHO + "/log", SEE, PeopleLog, log, holder=SERVER, timed=True)

PUBLIC: tuple[Route[Any], ...] = (
    Route("profile.json", "GET", "/people/{person}.json", Action.LOOK, ProfileView, shown_person),
)
ROUTES: tuple[Route[Any], ...] = (
    PEOPLE,
    PERSON,
    FILE,
    LOG,
    JOIN,
    PART,
    JOIN_ALIKE,
    SPLIT,
    CONSENT,
    FORGET,
    UNDO,
    REDO,
)
