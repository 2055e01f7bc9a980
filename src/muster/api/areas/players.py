"""Players over the API beyond enrolling them: lists of other programs, late entries, changes, penalties, no-shows."""

from __future__ import annotations

from typing import Annotated, Any, cast

from msgspec import Meta, field

from muster.api.call import V1, ApiCall, Route, own_facts, twin
from muster.api.changes import enrolled, player_told
from muster.api.reads import found_player
from muster.api.shapes import (
    MOST_PLAYERS,
    Body,
    Line,
    MatchRecorded,
    NewPlayer,
    PlayerRecorded,
    PlayersEnrolled,
    Recorded,
    Seen,
)
from muster.app.desk import Opened
from muster.app.events import actions as events
from muster.app.exact import View
from muster.app.people import comings, intake, roster
from muster.app.people.intake import Written
from muster.app.people.sources import SOURCES, BroughtList
from muster.app.permissions import Action
from muster.app.results import actions as results
from muster.app.results.actions import Report, find_match
from muster.app.speech import tr
from muster.app.staff.rulings import PenaltyLine, record_view
from muster.app.views.event import match_view
from muster.core.kit.errors import Refusal, UnknownName
from muster.core.kit.model import Ending, PlayerId, Scalar
from muster.core.record.facts.play import EnrolmentsRemoved, ResultReported


class LateBody(Body, frozen=True):
    """`allow`: also allows late entry if necessary. `against_bye`: they play whoever has the bye in the current
    round.
    """

    allow: bool = False
    against_bye: bool = False


class EntryBody(NewPlayer, frozen=True):
    """A new player, also late. `allow` and `against_bye` as for an arrival."""

    allow: bool = False
    against_bye: bool = False


class ImportBody(Body, frozen=True):
    """A list of players as in a file: CSV with headings, or in another program's format. `file`: its name.

    `source`: the key of the program it must be from. `columns`: what each column is, as in the answer's `columns`;
    empty: by their headings. With `preview` nobody is enrolled.
    """

    text: Annotated[str, Meta(min_length=1)]
    file: Line = ""
    source: Line = ""
    columns: Annotated[list[Line], Meta(max_length=200)] = field(default_factory=list)
    headed: bool = True
    preview: bool = False


class RemovePlayersBody(Body, frozen=True):
    """Players by number."""

    players: Annotated[list[int], Meta(min_length=1, max_length=MOST_PLAYERS)]


class AmendPlayerBody(Body, frozen=True):
    """What to change about a player; a null name stays, and so does every field that is not given."""

    name: Annotated[str, Meta(max_length=200)] | None = None
    values: dict[str, Scalar] = field(default_factory=dict)


class DisqualifyBody(Body, frozen=True):
    """`infraction`: the key of what the book names, empty for none."""

    reason: Line
    infraction: str = ""


class PersonPenaltyBody(Body, frozen=True):
    """A penalty in your own words, without consequences. `infraction` as for a disqualification."""

    penalty: Line
    note: Line = ""
    infraction: str = ""


class AbsentBody(Body, frozen=True):
    """`excused`: they stay in the event. `round`: the one you mean; 0 for the current one."""

    excused: bool = False
    round: Seen = 0


class ImportedPlayer(View, frozen=True):
    """A person in a list: the line, the name, the fields by key, and what is wrong, empty if nothing is."""

    line: int
    name: str
    values: dict[str, str]
    fault: str


class ImportRecorded(PlayersEnrolled, frozen=True):
    """`players`: who is now enrolled, nobody with `preview`.

    `source`: the program the list is from, empty for your own. `columns`: how each column was interpreted, empty if it
    was left out. `gone`: how many were left out because they had dropped there.
    """

    source: str
    columns: list[str]
    listed: list[ImportedPlayer]
    gone: int
    saved: bool


class PlayersRemoved(Recorded, frozen=True):
    """Players who were removed from the event, by number."""

    removed: list[PlayerId]


class PenaltiesRecorded(Recorded, frozen=True):
    """All of this player's penalties."""

    penalties: list[PenaltyLine]


def named(call: ApiCall) -> str:
    """The player in the address, in the form that actions expect."""
    return f"#{found_player(call.opened, call.number).id}"


def enter(call: ApiCall) -> Opened:
    """Enter one more player, also late."""
    body = cast(EntryBody, call.body)
    texts = {key: roster.as_typed(value) for key, value in body.values.items()}
    return comings.enter(
        call.desk, call.event, body.name, texts, call.actor, allow=body.allow, against_bye=body.against_bye
    )


def import_players(call: ApiCall) -> Opened:
    """Enrol everybody from a file, all or none, or preview the list."""
    body = cast(ImportBody, call.body)
    brought, people = _list_sent(call)
    if body.preview:
        return call.opened
    return roster.enrol_list(call.desk, call.event, brought.sheet.name, people, call.actor, request=call.request)


def _list_sent(call: ApiCall) -> tuple[BroughtList, list[Written]]:
    body, system = cast(ImportBody, call.body), call.opened.system
    known = {source.key: source for source in SOURCES}
    if body.source and body.source not in known:
        raise UnknownName("program", body.source, list(known))
    brought = intake.read_list(body.file or intake.TYPED, body.text, known.get(body.source))
    if body.columns:
        return brought, intake.as_matched(system, brought.sheet, body.columns, body.headed)
    return brought, intake.as_brought(system, brought)


def imported(call: ApiCall, opened: Opened) -> ImportRecorded:
    body, system = cast(ImportBody, call.body), opened.system
    brought, people = _list_sent(call)
    # Once enrolled, they would count as mistakes in the list.
    found = intake.candidates(call.opened, people) if body.preview else []
    headed = body.headed if body.columns else intake.is_headed(system, brought.sheet)
    told = enrolled(call, opened)
    return ImportRecorded(
        told.event,
        told.entries,
        told.players,
        source="" if brought.source is None else brought.source.key,
        columns=list(body.columns) or intake.guessed(system, brought.sheet, headed),
        listed=[
            ImportedPlayer(
                one.written.line,
                one.vetted.name,
                dict(one.written.texts),
                "" if one.fault is None else tr(one.fault.refusal.message),
            )
            for one in found
        ],
        gone=brought.gone,
        saved=not body.preview,
    )


def arrive(call: ApiCall) -> Opened:
    """Check in a player who comes late."""
    body = cast(LateBody, call.body)
    return comings.arrive(
        call.desk, call.event, named(call), call.actor, allow=body.allow, against_bye=body.against_bye
    )


def play_the_bye(call: ApiCall) -> Opened:
    """Let a player who is not in the round play whoever has the bye."""
    return comings.play_the_bye(call.desk, call.event, named(call), call.actor)


def remove(call: ApiCall) -> Opened:
    """Remove made-up players."""
    numbers = [f"#{number}" for number in cast(RemovePlayersBody, call.body).players]
    return roster.remove(call.desk, call.event, numbers, call.actor)


def removed(call: ApiCall, opened: Opened) -> PlayersRemoved:
    gone = [player for fact in own_facts(call, opened, EnrolmentsRemoved) for player in fact.players]
    return PlayersRemoved(opened.id, opened.last, gone)


def amend(call: ApiCall) -> Opened:
    """Change a player's name or fields."""
    body, who = cast(AmendPlayerBody, call.body), named(call)
    texts = {key: roster.as_typed(value) for key, value in body.values.items()}
    if body.name is None and not texts:
        raise Refusal("Nothing has changed for {name}.", name=found_player(call.opened, call.number).name)
    return roster.amend(call.desk, call.event, who, call.actor, name=body.name, texts=texts)


def disqualify(call: ApiCall) -> Opened:
    """Disqualify a player."""
    body = cast(DisqualifyBody, call.body)
    return roster.disqualify(call.desk, call.event, named(call), body.reason, call.actor, body.infraction)


def penalise(call: ApiCall) -> Opened:
    """Record a penalty for a player in your own words."""
    body = cast(PersonPenaltyBody, call.body)
    return events.give_penalty(
        call.desk, call.event, named(call), body.penalty, body.note, call.actor, infraction=body.infraction
    )


def penalised(call: ApiCall, opened: Opened) -> PenaltiesRecorded:
    return PenaltiesRecorded(opened.id, opened.last, record_view(opened, (call.number,)))


def absent(call: ApiCall) -> Opened:
    """Record a no-show."""
    body, who = cast(AbsentBody, call.body), named(call)
    one = Report(who, ending=Ending.NO_SHOW, by=(who,), round=body.round, excused=body.excused)
    return results.report(call.desk, call.event, [one], call.actor)


def absent_told(call: ApiCall, opened: Opened) -> MatchRecorded:
    reported = own_facts(call, opened, ResultReported)
    number = reported[-1].round if reported else cast(AbsentBody, call.body).round
    found, match = find_match(opened.event, named(call), number)
    return MatchRecorded(opened.id, opened.last, found.number, match_view(opened, found, match))


ENROL, ONE = Action.ENROL, V1 + "/players/{number}"

ROUTES: tuple[Route[Any], ...] = (
    Route(
        "import-players",
        "POST",
        V1 + "/players/import",
        ENROL,
        ImportRecorded,
        imported,
        import_players,
        ImportBody,
        twins=("import-look", "import-enrol"),
    ),
    twin("enter", V1 + "/players/enter", ENROL, PlayersEnrolled, enrolled, enter, EntryBody, status=201),
    twin("arrive", ONE + "/arrive", ENROL, PlayerRecorded, player_told, arrive, LateBody),
    twin("play-the-bye", ONE + "/play-the-bye", ENROL, PlayerRecorded, player_told, play_the_bye),
    twin("remove-people", V1 + "/players/remove", ENROL, PlayersRemoved, removed, remove, RemovePlayersBody),
    twin("amend", ONE + "/amend", ENROL, PlayerRecorded, player_told, amend, AmendPlayerBody),
    twin("disqualify", ONE + "/disqualify", ENROL, PlayerRecorded, player_told, disqualify, DisqualifyBody),
    twin(
        "penalise-person",
        ONE + "/penalties",
        ENROL,
        PenaltiesRecorded,
        penalised,
        penalise,
        PersonPenaltyBody,
        status=201,
    ),
    twin("absent", ONE + "/absent", Action.RESULTS, MatchRecorded, absent_told, absent, AbsentBody),
)
