"""Actions on people across events: who is who, consent to a profile, undo. Forgetting is in `forget`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from muster.app.desk import Opened
from muster.app.people import roster
from muster.app.persons.book import Everybody, PeopleBook
from muster.core.kit.errors import Conflict, Refusal
from muster.core.kit.language import Message, tr
from muster.core.kit.model import Actor, PlayerId, Role
from muster.core.kit.progress import Progress, unwatched
from muster.core.kit.written import look
from muster.core.record.journal import Entry
from muster.core.record.people.facts import Appearance, PeopleFact
from muster.core.record.people.journal import JOURNAL
from muster.core.rules.people import persons

MOST_AT_ONCE = 40
"""How many events may be read for a page that is about something else."""


def join(book: PeopleBook, one: str, other: str, actor: Actor, request: str = "") -> Everybody:
    """Two players of different events are one person. Each is a key, NAME, NAME@EVENT or #7@EVENT."""

    def decide(all_: Everybody) -> Sequence[PeopleFact]:
        return persons.join(all_.roll, all_.roll.find(one), all_.roll.find(other))

    return book.say(decide, actor, request)


def already_one(book: PeopleBook, one: str, other: str) -> Message | None:
    """That two players are one person already, or one player; None where they are not."""
    roll = book.everybody().roll
    first, second = roll.find(one), roll.find(other)
    if first == second:
        return tr("Both are {name} in {event}.", name=roll.name_of(first), event=roll.event_name(first[0]))
    if roll.who.person(first) != roll.who.person(second):
        return None
    return tr(
        "{one} ({event}) and {other} ({other_event}) are already one person.",
        one=roll.name_of(first),
        event=roll.event_name(first[0]),
        other=roll.name_of(second),
        other_event=roll.event_name(second[0]),
    )


def join_alike(book: PeopleBook, actor: Actor, event: str = "", seen: int | None = None) -> Everybody:
    """Accepts all suggestions, or only those of one event, on the word of somebody who knows the players.

    `seen`: how many they saw; if the number has changed, nothing is recorded.
    """
    origin = book.desk.open(event).hashes[0] if event else ""

    def decide(all_: Everybody) -> Sequence[PeopleFact]:
        found = all_.roll.alike_in(origin) if origin else all_.roll.alike
        if seen is not None and seen != len(found):
            raise Conflict("Something has changed since you opened this page. Check the list again.")
        return persons.join_alike(found)

    return book.say(decide, actor)


def part(book: PeopleBook, one: str, other: str, actor: Actor, request: str = "") -> Everybody:
    """Two players of different events are two people."""

    def decide(all_: Everybody) -> Sequence[PeopleFact]:
        return persons.part(all_.roll, all_.roll.find(one), all_.roll.find(other))

    return book.say(decide, actor, request)


def split(book: PeopleBook, key: str, actor: Actor, request: str = "") -> str:
    """Separates one appearance from the person it was joined with. Returns the key of the one who stays."""
    stays: list[Appearance] = []

    def decide(all_: Everybody) -> Sequence[PeopleFact]:
        one = all_.roll.find(key)
        stays[:] = sorted(all_.roll.who.person(one) - {one})
        if not stays:
            raise Refusal("{name} is one player of one event and cannot be split.", name=all_.roll.name_of(one))
        return persons.part(all_.roll, stays[0], one)

    roll = book.say(decide, actor, request).roll
    return roll.key_of(roll.who.person(stays[0]))


def consent(book: PeopleBook, person: str, agrees: bool, actor: Actor) -> Everybody:
    """Everybody may see the profile, or no longer."""

    def decide(all_: Everybody) -> Sequence[PeopleFact]:
        return persons.consent(all_.people, all_.roll.who.person(all_.roll.find(person)), agrees)

    return book.say(decide, actor)


def is_public(book: PeopleBook, appearance: Appearance) -> bool:
    """Every phone asks this, so who is who is only looked up if anybody ever agreed."""
    said = book.said()
    return bool(said.consents) and said.is_public(book.seasons.who().person(appearance))


def consent_of(book: PeopleBook, appearance: Appearance, agrees: bool) -> None:
    """A player's own answer, on their own phone. The journal has no names, so the actor has none either.

    No event is read for it, because any phone may send it at any time.
    """
    me = Actor("", Role.PLAYER, appearance[1])

    def decide(all_: Everybody) -> Sequence[PeopleFact]:
        return persons.consent(all_.people, book.seasons.who().person(appearance), agrees)

    book.say(decide, me)


def undo(book: PeopleBook, actor: Actor) -> list[Entry[PeopleFact]]:
    """Takes back the last answer about people; skips forgetting."""
    if not book.is_begun:
        raise Refusal("There is nothing to undo: nothing was done yet.")
    return book.undo(JOURNAL, actor)[1]


def redo(book: PeopleBook, actor: Actor) -> list[Entry[PeopleFact]]:
    if not book.is_begun:
        raise Refusal("There is nothing to redo: the last thing done was not an undo.")
    return book.redo(JOURNAL, actor)[1]


def copy_players(
    book: PeopleBook,
    event_id: str,
    source: str,
    actor: Actor,
    request: str = "",
    progress: Progress = unwatched,
    answers: Mapping[str, str] | None = None,
) -> tuple[Opened, int]:
    """Enrols everybody from an earlier event who is not enrolled yet, as the same people; returns how many.

    `answers`: what was asked about them, under the names that `intake.asked_as` gives by their numbers there.
    """
    desk = book.desk
    earlier = desk.open(source)
    before = set(desk.open(event_id).event.players)
    opened, copied = roster.copy_players(desk, event_id, source, actor, request, progress, answers)
    new = [player for player in opened.event.players.values() if player.id not in before]
    pairs = _same_people(earlier, opened, [player.id for player in new])

    if pairs:
        book.say(lambda all_: persons.join_copied(all_.roll, pairs), actor)
    return opened, copied


def _same_people(earlier: Opened, now: Opened, new: Sequence[PlayerId]) -> list[tuple[Appearance, Appearance]]:
    """Each copied player, with the one they were copied from."""
    if earlier.hashes[0] == now.hashes[0]:
        return []
    by_look = {look(player.name): player.id for player in earlier.event.players.values()}
    named = [(by_look.get(look(now.event.name_of(player))), player) for player in new]
    return [((earlier.hashes[0], one), (now.hashes[0], player)) for one, player in named if one is not None]


def seen_before(book: PeopleBook, event_id: str) -> int:
    """How many of an event's players may have played here before, with nobody having answered yet; 0 while finding out
    would take too long for a page.
    """
    if not book.is_ready and len(book.desk.listed()) > MOST_AT_ONCE:
        return 0
    roll, origin = book.roll(), book.desk.open(event_id).hashes[0]
    sides = (side for found in roll.alike_in(origin) for side in (found.one, found.other))
    return len({player for side in sides for event, player in roll.who.person(side) if event == origin})
