"""What pages, tables and --json show of people: the list, who may be one person, a profile with its rating."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from muster.app.exact import View
from muster.app.persons.book import Everybody, PeopleBook
from muster.core.kit.model import Outcome
from muster.core.reading.people.alike import Alike
from muster.core.reading.people.profile import AtEvent, Opponent, Profile, WonAndLost, profile
from muster.core.reading.people.rating import BEGIN, RatingStep
from muster.core.reading.people.roll import Roll, appearance_key, is_key_of
from muster.core.record.people.facts import Appearance
from muster.core.record.people.who import Person

ENOUGH = 5
"""Rated games needed before a rating is shown: with fewer it says little."""

MOST, MOST_ASKED = 100, 20
"""How many people a page lists (a search finds the others), and how many questions (the next come when these are
answered).
"""


class PersonLine(View, frozen=True):
    """A person in the list. `key` addresses them; `names`: other names they played under."""

    key: str
    name: str
    names: list[str]
    events: int
    last_day: str
    public: bool


class AppearedView(View, frozen=True):
    """A player of one event, with the key of that appearance."""

    key: str
    name: str
    event: str
    event_name: str
    day: str


class MaybeSame(View, frozen=True):
    """Two players who may be one person; somebody has to confirm it."""

    name: str
    one: AppearedView
    other: AppearedView


class PeopleView(View, frozen=True):
    """`found`: how many there are in total, of whom `people` has the first; likewise for `alike`."""

    people: list[PersonLine]
    found: int
    alike: list[MaybeSame]
    alike_found: int
    entries: int


class RecordView(View, frozen=True):
    won: int
    drawn: int
    lost: int


class ProfileEvent(View, frozen=True):
    """`place`: null without one. `change`: its effect on the rating, null if none of its games was rated."""

    key: str
    event: str
    name: str
    day: str
    game: str
    played_as: str
    place: int | None
    players: int
    side: str
    record: RecordView
    change: int | None


class MeetingView(View, frozen=True):
    event: str
    event_name: str
    day: str
    round: int
    outcome: Outcome


class OpponentView(View, frozen=True):
    """`key`: of the opponent's profile, empty if the reader may not see it."""

    key: str
    name: str
    record: RecordView
    meetings: list[MeetingView]


class SideView(View, frozen=True):
    game: str
    side: str
    events: int
    record: RecordView


class StepView(View, frozen=True):
    """The rating after an event, and its margin of error, 95 times out of 100."""

    event_name: str
    day: str
    rating: int
    give_or_take: int


class RatingView(View, frozen=True):
    """`rating`: null until there are enough games; `to_go`: how many are missing."""

    game: str
    rating: int | None
    give_or_take: int | None
    games: int
    to_go: int
    course: list[StepView]


class ProfileView(View, frozen=True):
    """A person. If they are `forgotten`, their name is no longer shown."""

    key: str
    name: str
    names: list[str]
    public: bool
    forgotten: bool
    record: RecordView
    events: list[ProfileEvent]
    opponents: list[OpponentView]
    sides: list[SideView]
    ratings: list[RatingView]


def people_view(
    book: PeopleBook, search: str = "", event: str = "", most: int = MOST, asked: int = MOST_ASKED
) -> PeopleView:
    """Everybody, or those a search finds; the suggestions, or those about one event."""
    book.soon()
    all_ = book.everybody()
    found = all_.roll.search(search)
    alike = all_.roll.alike_in(book.desk.open(event).hashes[0]) if event else all_.roll.alike
    lines = sorted((_line(all_, person) for person in found), key=lambda one: one.name.casefold())
    shown = [_maybe(all_.roll, one) for one in alike[:asked]]
    return PeopleView(lines[:most], len(lines), shown, len(alike), all_.entries)


def profile_view(book: PeopleBook, person: str, *, open_to_all: bool = False) -> ProfileView | None:
    """A person's profile. `open_to_all`: as everybody may see it; None if it is private."""
    if open_to_all and not _is_shown(book, person):
        return None
    book.soon()
    all_ = book.everybody()
    appearance = all_.roll.by_key(person) if open_to_all else all_.roll.find(person)
    if appearance is None:
        return None
    found = all_.roll.who.person(appearance)
    if open_to_all and not all_.people.is_public(found):
        return None
    return _profile(book, all_, found, open_to_all)


def namesakes(book: PeopleBook, person: str) -> int:
    """How many others have the same name without anybody having said whether they are this person."""
    roll = book.everybody().roll
    own = roll.who.person(roll.find(person))
    pairs = [{roll.who.person(one.one), roll.who.person(one.other)} for one in roll.alike]
    return len({other for pair in pairs if own in pair for other in pair - {own}})


def _is_shown(book: PeopleBook, key: str) -> bool:
    """Whether a key belongs to somebody who agreed. No event is read for it, because anybody may ask for any key."""
    said, who = book.said(), book.seasons.who()
    people = {who.person(one) for one in said.consents}
    return any(is_key_of(key, one) for person in people if said.is_public(person) for one in person)


def profile_keys(book: PeopleBook, seen: Iterable[Appearance], *, open_to_all: bool) -> dict[Appearance, str]:
    """Which of these players have a profile that the reader may see, with its key. No event is read for it."""
    said = book.said()
    if open_to_all and not said.consents:
        return {}
    who = book.seasons.who()
    return {one: appearance_key(one) for one in seen if not open_to_all or said.is_public(who.person(one))}


def _line(all_: Everybody, person: Person) -> PersonLine:
    roll = all_.roll
    own = roll.people[person]
    names = list(dict.fromkeys(roll.name_of(one) for one in reversed(own)))
    day = roll.events[own[-1][0]].day
    return PersonLine(appearance_key(own[0]), names[0], names[1:], len(own), day, all_.people.is_public(person))


def _appeared(roll: Roll, appearance: Appearance) -> AppearedView:
    event = roll.events[appearance[0]]
    return AppearedView(appearance_key(appearance), roll.name_of(appearance), event.id, event.name, event.day)


def _maybe(roll: Roll, alike: Alike) -> MaybeSame:
    return MaybeSame(alike.name, _appeared(roll, alike.one), _appeared(roll, alike.other))


def _record(tally: WonAndLost) -> RecordView:
    return RecordView(tally.won, tally.drawn, tally.lost)


def _profile(book: PeopleBook, all_: Everybody, person: Person, open_to_all: bool) -> ProfileView:
    seen = [event for event in all_.roll.events.values() if not (open_to_all and event.hidden)]
    found = profile(person, seen, all_.roll.who)
    rated = {system: people[person] for system, people in book.ratings().items() if person in people}
    changes = _changes(rated)
    names = list(dict.fromkeys(at.taken.name for at in reversed(found.events)))
    return ProfileView(
        key=all_.roll.key_of(person),
        name=found.name,
        names=names[1:],
        public=all_.people.is_public(person),
        forgotten=bool(person & all_.people.forgotten),
        record=_record(found.tally),
        events=[_event(at, changes.get(at.event.origin)) for at in reversed(found.events)],
        opponents=[_opponent(all_, one, open_to_all) for one in found.opponents],
        sides=[SideView(one.game, one.side, one.events, _record(one.tally)) for one in found.sides],
        ratings=_ratings(found, rated, all_.roll),
    )


def _event(at: AtEvent, change: int | None) -> ProfileEvent:
    event = at.event
    return ProfileEvent(
        key=appearance_key(event.appearance(at.player)),
        event=event.id,
        name=event.name,
        day=event.day,
        game=event.game,
        played_as=at.taken.name,
        place=at.taken.place,
        players=event.placed or len(event.players),
        side=at.taken.side,
        record=_record(at.tally),
        change=change,
    )


def _opponent(all_: Everybody, one: Opponent, open_to_all: bool) -> OpponentView:
    """With the name the event shows; the profile's key only for readers who may see it."""
    seen = not open_to_all or all_.people.is_public(one.person)
    met = [MeetingView(m.event.id, m.event.name, m.event.day, m.round, m.outcome) for m in one.meetings]
    return OpponentView(all_.roll.key_of(one.person) if seen else "", one.name, _record(one.tally), met)


def _changes(rated: dict[str, list[RatingStep]]) -> dict[str, int]:
    """Each event's effect on the rating, once the rating is shown."""
    found = {}
    for course in rated.values():
        before = BEGIN
        for step in course:
            if course[-1].games >= ENOUGH:
                found[step.origin] = round(step.mean) - round(before)
            before = step.mean
    return found


def _ratings(found: Profile, rated: dict[str, list[RatingStep]], roll: Roll) -> list[RatingView]:
    games = {at.event.system: at.event.game for at in found.events}
    return [_rating(games.get(system, system), course, roll) for system, course in rated.items()]


def _rating(game: str, course: Sequence[RatingStep], roll: Roll) -> RatingView:
    last = course[-1]
    if last.games < ENOUGH:
        return RatingView(game, None, None, last.games, ENOUGH - last.games, [])
    steps = [StepView(roll.event_name(one.origin), one.day, round(one.mean), round(2 * one.spread)) for one in course]
    return RatingView(game, steps[-1].rating, steps[-1].give_or_take, last.games, 0, steps)
