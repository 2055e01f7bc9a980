"""Who is who: answers in any order come to the same people, the last word counts, two in one event stay two."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from muster.core.kit.model import Actor, PlayerId
from muster.core.record.journal import Entry
from muster.core.record.people.facts import Appearance, PeopleJoined, PeopleOpened, PeopleParted
from muster.core.record.people.who import PeopleSaid, Person, all_answers, shared_event

Pair = tuple[Appearance, Appearance]

APPEARANCES = st.tuples(st.sampled_from("abcdefgh"), st.integers(1, 3).map(PlayerId))


def counted_by_hand(pairs: list[Pair]) -> dict[Appearance, Person]:
    """Everybody reachable from somebody, repeated until nothing is added."""
    groups: dict[Appearance, set[Appearance]] = {}
    for one, other in pairs:
        for each in (one, other):
            groups.setdefault(each, {each})
    grown = True
    while grown:
        grown = False
        for one, other in pairs:
            both = groups[one] | groups[other]
            for each in both:
                grown = grown or groups[each] != both
                groups[each] = both
    return {each: frozenset(group) for each, group in groups.items()}


@given(st.lists(st.tuples(APPEARANCES, APPEARANCES), max_size=12), st.randoms(use_true_random=False))
def test_joins_in_any_order_come_to_the_same_people(pairs: list[Pair], random: object) -> None:
    who, shuffled = PeopleSaid(), list(pairs)
    random.shuffle(shuffled)  # type: ignore[attr-defined]  # hypothesis gives a random.Random
    for one, other in shuffled:
        who.join(one, other)
    assert who.joined == counted_by_hand(pairs)


@given(st.lists(st.tuples(APPEARANCES, APPEARANCES), max_size=12), APPEARANCES, APPEARANCES)
def test_a_split_takes_out_one_and_leaves_the_rest_together(
    pairs: list[Pair], one: Appearance, other: Appearance
) -> None:
    who = PeopleSaid()
    for first, second in pairs:
        who.join(first, second)
    before = who.person(one)
    if one == other or other not in before:
        return
    who.part(one, other)
    assert (who.person(other), who.person(one)) == (frozenset([other]), before - {other})
    assert not who.may_join(who.person(one), who.person(other))
    who.join(one, other)
    assert who.person(one) == before and who.may_join(who.person(one), frozenset([("z", PlayerId(1))]))


A, B, C = ("a", PlayerId(1)), ("b", PlayerId(1)), ("c", PlayerId(1))


def entry(fact: object, at: str) -> Entry[object]:
    return Entry(1, at, Actor(), "", fact)


def test_the_last_word_of_all_journals_counts() -> None:
    season = [entry(PeopleJoined(((A, B),)), "2026-03")]
    people = [entry(PeopleParted(A, B), "2026-04")]
    assert all_answers([season, people]).person(A) == {A}
    assert all_answers([people, season]).person(A) == {A}
    later = [entry(PeopleOpened("1"), "2026-01"), entry(PeopleJoined(((A, B),)), "2026-05")]
    assert all_answers([later, people]).person(A) == {A, B}


def test_what_two_journals_say_never_puts_two_of_one_event_together() -> None:
    """Each is right on its own: Ann is B of one season, and C's namesake in the same event is joined elsewhere."""
    twin = ("a", PlayerId(2))
    one = [entry(PeopleJoined(((A, B),)), "2026-03")]
    other = [entry(PeopleJoined(((twin, B), (twin, C))), "2026-04")]
    who = all_answers([one, other])
    assert who.person(A) == {A, B} and who.person(twin) == {twin, C}


def test_joining_two_takes_back_only_that_they_are_two() -> None:
    who = PeopleSaid()
    for one, other in ((A, B), (A, C), (B, C)):
        who.part(one, other)
    who.join(A, B)
    assert who.parted == {frozenset((A, C)), frozenset((B, C))}
    who.join(B, C)
    assert who.parted == set()


def test_whoever_is_split_off_is_not_any_of_the_others() -> None:
    who = PeopleSaid()
    who.join(A, B)
    who.join(B, C)
    who.part(A, C)
    assert who.parted == {frozenset((A, C)), frozenset((B, C))}


def test_nobody_is_one_with_somebody_of_whom_a_part_is_another() -> None:
    who = PeopleSaid()
    who.join(A, B)
    who.part(A, C)
    assert not who.may_join(who.person(A), who.person(C)) and not who.may_join(who.person(C), who.person(B))


def test_two_of_one_event_may_not_be_one() -> None:
    twin = frozenset([("a", PlayerId(2))])
    assert not PeopleSaid().may_join(frozenset([A]), twin) and PeopleSaid().may_join(frozenset([B]), twin)


def test_of_several_events_that_two_share_the_same_one_is_named() -> None:
    both = {origin: [(origin, PlayerId(number)) for number in (1, 2)] for origin in "abc"}
    one, other = (frozenset(of[at] for of in both.values()) for at in (0, 1))
    assert shared_event(one, other) == "a"
    assert shared_event(one, frozenset([("d", PlayerId(1))])) == ""
