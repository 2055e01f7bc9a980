"""Everything kept about a person, for the person: the profile and every journal entry about them. Also the list of
all people as CSV.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import msgspec

from muster import __version__
from muster.app.exact import View
from muster.app.log.names import Names
from muster.app.people.roster import as_typed
from muster.app.persons.book import PeopleBook
from muster.app.persons.views import PersonLine, ProfileView, profile_view
from muster.app.takeaway.sheets import written
from muster.core.kit.mentions import Mentions, folded
from muster.core.kit.model import PlayerId
from muster.core.record.event import Event
from muster.core.record.facts.awards import VoteGiven
from muster.core.record.facts.play import (
    Entry,
    Fact,
    PlayerAmended,
    PlayerEnrolled,
    ResultConfirmed,
    ResultReported,
)
from muster.core.record.facts.staff import BreachReported
from muster.core.record.hidden import WORDS
from muster.core.record.people.facts import Appearance

FORMAT = "muster/person/1"

PLAYERS = ("player", "reporter", "confirmer", "first", "second", "left", "promoted", "voter")
"""The fields of a fact that name a player."""


class KeptEntry(View, frozen=True):
    """An entry of an event's journal that is about the person or one of their games, names them, or was made by them.

    `fact`: JSON, as it is stored.
    """

    entry: int
    at: str
    kind: str
    by: str
    fact: str


class KeptOfEvent(View, frozen=True):
    """What an event stores about a person."""

    event: str
    name: str
    origin: str
    player: int
    fields: dict[str, str]
    entries: list[KeptEntry]


class PersonFile(View, frozen=True):
    format: str
    version: str
    profile: ProfileView
    events: list[KeptOfEvent]


def person_file(book: PeopleBook, person: str) -> PersonFile:
    all_ = book.everybody()
    found = all_.roll.who.person(all_.roll.find(person))
    shown = profile_view(book, person)
    assert shown is not None
    own = all_.roll.people[found]
    return PersonFile(FORMAT, __version__, shown, [_kept(book, all_.roll.events[one[0]].id, one) for one in own])


def _kept(book: PeopleBook, event_id: str, appearance: Appearance) -> KeptOfEvent:
    opened = book.desk.open(event_id)
    origin, player = appearance
    names = Names(opened.event, opened.entries)
    called = _called(opened.entries, player)
    entries = [
        KeptEntry(
            entry.seq,
            entry.at,
            type(entry.fact).__name__,
            names.who(entry),
            msgspec.json.encode(_own(entry, player)).decode(),
        )
        for entry in opened.entries
        if entry.actor.player == player or _is_about(entry.fact, opened.event, player) or _names(entry.fact, called)
    ]
    values = {key: as_typed(value) for key, value in opened.event.players[player].values.items()}
    return KeptOfEvent(opened.id, opened.event.name, origin, player, values, entries)


def _is_about(fact: Fact, event: Event, player: PlayerId) -> bool:
    """Whether it is about a player or one of their games. Who reported a breach is only for the staff."""
    if isinstance(fact, BreachReported):
        return False
    if any(getattr(fact, name, None) == player for name in PLAYERS) or player in getattr(fact, "players", ()):
        return True
    number, match = getattr(fact, "round", 0), getattr(fact, "match", 0)
    if not match or not 1 <= number <= len(event.rounds):
        return False
    return any(one.number == match and one.has(player) for one in event.rounds[number - 1].matches)


def _called(entries: Sequence[Entry], player: PlayerId) -> Mentions:
    """All names this player ever had here."""
    told = (entry.fact for entry in entries)
    named = (fact for fact in told if isinstance(fact, PlayerEnrolled | PlayerAmended) and fact.player == player)
    return Mentions({folded(fact.name): "" for fact in named if fact.name})


def _names(fact: Fact, called: Mentions) -> bool:
    """Whether somebody wrote the name in a text."""
    texts = [getattr(fact, name, None) for name in WORDS]
    return any(called.are_in(text) for text in texts if isinstance(text, str))


def _own(entry: Entry, player: PlayerId) -> Fact:
    """What somebody may read of an entry: nobody may read votes, and other people's phones are not theirs."""
    fact = entry.fact
    if isinstance(fact, VoteGiven):
        return replace(fact, choice=None)
    if isinstance(fact, ResultReported | ResultConfirmed) and entry.actor.player != player:
        return replace(fact, device="")
    return fact


def people_csv(people: Iterable[PersonLine]) -> str:
    """Everybody across events, under their latest name."""
    rows = (
        (one.key, one.name, "; ".join(one.names), one.events, one.last_day, "yes" if one.public else "no")
        for one in people
    )
    return written(("key", "name", "other_names", "events", "last_day", "public"), rows)
