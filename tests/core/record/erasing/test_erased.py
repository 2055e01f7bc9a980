"""What is kept of a journal once somebody in it is forgotten: which rows change, and what the chain notices of it."""

from __future__ import annotations

from collections.abc import Sequence

from muster.core.kit.model import Actor, PlayerId, Role
from muster.core.record.erasing.erased import erased
from muster.core.record.event_journal import EVENT
from muster.core.record.facts.claims import NameForgotten
from muster.core.record.facts.lists import ListHandedIn
from muster.core.record.facts.play import (
    EnrolmentsRemoved,
    Entry,
    EventCreated,
    Fact,
    PlayerAmended,
    PlayerDropped,
    PlayerEnrolled,
)
from muster.core.record.facts.staff import Announced, PenaltyGiven
from muster.core.record.journal import GENESIS, Row, must_chain, secrets_of, to_rows
from muster.core.record.undo import Undone

ANN, BOB, NEXT = (PlayerId(number) for number in (1, 2, 3))
DESK, PHONE = Actor(), Actor("", Role.PLAYER, ANN)
CREATED = EventCreated("Cup", "bushido", "2", "0" * 64, "0.1.0")


def journal(*facts: Fact | tuple[Fact, Actor], sealing: bool = True) -> list[Row]:
    """As this version writes it, or as one before names were sealed did. Ann and Bob are enrolled, then these."""
    everything = (CREATED, PlayerEnrolled(ANN, "Ann", 1), PlayerEnrolled(BOB, "Bob", 2), *facts)
    told = [one if isinstance(one, tuple) else (one, DESK) for one in everything]
    entries = [
        Entry(seq, "2026", actor, f"r-{seq}", fact, f"salt-{seq}" if sealing and secrets_of(fact) else "")
        for seq, (fact, actor) in enumerate(told, start=1)
    ]
    return to_rows(entries, GENESIS)


def hashes(rows: Sequence[Row]) -> list[str]:
    return [row.hash for row in rows]


def names(rows: Sequence[Row], name: str = "Ann") -> list[int]:
    return [row.seq for row in rows if name in row.actor + row.body + row.sealed]


def must_be_sound(rows: Sequence[Row]) -> None:
    must_chain(rows)
    assert erased(rows) == list(rows), "to erase twice changes nothing more"


def test_nothing_changes_where_nobody_is_forgotten() -> None:
    rows = journal(Announced("Ann, please"))
    assert erased(rows) == rows


def test_what_is_sealed_goes_and_every_hash_stays() -> None:
    rows = journal(
        PlayerAmended(ANN, "Anna", {"club": "x"}),
        ListHandedIn(ANN, 1, "Ann's band"),
        ListHandedIn(BOB, 1, "band"),
        PenaltyGiven(ANN, "warning", "late"),
        (PlayerDropped(ANN, 1), PHONE),
        NameForgotten(ANN),
    )
    left = erased(rows)
    assert hashes(left) == hashes(rows) and names(rows) == [2, 4, 5] and names(left) == []
    assert [row.seq for row in left if row.sealed] == [3, 6], "Bob keeps his name and his list"
    event = EVENT.fold(tuple(EVENT.read(left)))
    assert {player.id: player.name for player in event.players.values()} == {ANN: "Player 1", BOB: "Bob"}
    assert event.players[ANN].values == {"club": "x"}
    must_be_sound(left)


def test_a_name_in_the_clear_makes_way_for_the_number_and_the_journal_says_from_where() -> None:
    """Journals from before names were sealed."""
    rows = journal(
        Announced("Bob?"), (PlayerDropped(ANN, 1), Actor("Ann", Role.PLAYER, ANN)), NameForgotten(ANN), sealing=False
    )
    left = erased(rows)
    assert hashes(left)[:1] == hashes(rows)[:1] and not set(hashes(left)[1:]) & set(hashes(rows))
    assert names(rows) == [2, 5] and names(left) == []
    assert [entry.fact for entry in EVENT.read(left)][-1] == NameForgotten(ANN, rewritten=2)
    assert [entry.fact for entry in EVENT.read(left)][1] == PlayerEnrolled(ANN, "Player 1", 1)
    must_be_sound(left)


def test_a_name_that_somebody_typed_makes_way_too_and_only_the_rows_from_there_on_change() -> None:
    rows = journal(
        Announced("Bob, please"),
        Announced("Ann, please"),
        ListHandedIn(BOB, 1, "band", reason="Ann"),
        NameForgotten(ANN),
    )
    left = erased(rows)
    assert hashes(left)[:4] == hashes(rows)[:4] and hashes(left)[4] != hashes(rows)[4]
    facts = [entry.fact for entry in EVENT.read(left)]
    assert facts[4:] == [
        Announced("Player 1, please"),
        ListHandedIn(BOB, 1, "band", reason="Player 1"),
        NameForgotten(ANN, rewritten=5),
    ]
    must_be_sound(left)


def test_a_name_in_what_is_sealed_of_another_is_sealed_again_without_it() -> None:
    rows = journal(PenaltyGiven(BOB, "warning", "shouted at Ann"), NameForgotten(ANN))
    left = erased(rows)
    assert [entry.fact for entry in EVENT.read(left)][3] == PenaltyGiven(BOB, "warning", "shouted at Player 1")
    must_be_sound(left)


def test_enrolments_that_were_undone_or_removed_lose_the_name_and_another_of_that_name_does_not() -> None:
    rows = journal(
        PlayerEnrolled(NEXT, "Ann", 3),
        Undone(4, 4),
        PlayerEnrolled(NEXT, "ann", 3),
        EnrolmentsRemoved((NEXT,)),
        PlayerAmended(ANN, "Anna"),
        PlayerEnrolled(PlayerId(4), "Ann", 4),
        NameForgotten(ANN),
    )
    assert names(erased(rows)) == [9] and names(erased(rows), "ann") == []
    must_be_sound(erased(rows))


def test_a_second_one_is_forgotten_later_and_the_first_place_is_kept() -> None:
    once = erased(journal(NameForgotten(ANN), sealing=False))
    entries = [*EVENT.read(once), Entry(5, "2026", DESK, "r", NameForgotten(BOB))]
    twice = erased(to_rows(entries, GENESIS))
    assert [entry.fact for entry in EVENT.read(twice)][3:] == [NameForgotten(ANN, 2), NameForgotten(BOB, 3)]
    must_be_sound(twice)


def test_the_first_row_stays_even_if_its_maker_is_forgotten() -> None:
    """Its hash identifies the event."""
    first = to_rows([Entry(1, "2026", Actor("Ann"), "r-1", CREATED)], GENESIS)
    rest = [
        Entry(2, "2026", Actor("Ann"), "r-2", PlayerEnrolled(ANN, "Ann", 1), "salt"),
        Entry(3, "2026", DESK, "r-3", NameForgotten(ANN)),
    ]
    left = erased(first + to_rows(rest, first[0].hash))
    assert left[0] == first[0] and names(left[1:]) == []


def test_what_was_sealed_cannot_be_found_by_trying_names() -> None:
    """A copy without names has the old seal; whoever knew its salt could try."""
    left = erased(journal(PenaltyGiven(BOB, "warning", "shouted at Ann"), NameForgotten(ANN)))
    assert [row.seq for row in left if "salt-" in row.sealed] == [3], "only Bob's own name is sealed as it was"
