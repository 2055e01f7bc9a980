"""What is kept of a season once somebody in it is forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from muster.core.kit.model import Actor, PlayerId
from muster.core.record.erasing.seasons import erased_from_season
from muster.core.record.journal import GENESIS, Entry, Row, must_chain, secrets_of, to_rows
from muster.core.record.season.facts import (
    EventEntered,
    EventWithdrawn,
    RequirementMet,
    ResultsTaken,
    SeasonFact,
    SeasonOpened,
)
from muster.core.record.season.journal import SEASON
from muster.core.record.undo import Undone

ANN, BOB, NEXT = (PlayerId(number) for number in (1, 2, 3))
DESK = Actor()


def names(rows: Sequence[Row], name: str = "Ann") -> list[int]:
    return [row.seq for row in rows if name in row.body + row.sealed + row.actor]


def season(*more: SeasonFact, heads: Sequence[str] = ("a", "b")) -> list[Row]:
    facts: list[SeasonFact] = [
        SeasonOpened("Year", "2026-01-01", "2026-12-31", {}),
        EventEntered("cup", "o", "Cup", "2026-02-01", "2026-02-01"),
        *(ResultsTaken("o", head, 2, (ANN, BOB), names=("Ann", "Ann Berg")) for head in heads),
        *more,
    ]
    entries = [
        Entry(seq, "2026", DESK, f"r-{seq}", fact, f"salt-{seq}" if secrets_of(fact) else "")
        for seq, fact in enumerate(facts, start=1)
    ]
    return to_rows(entries, GENESIS)


def taken(rows: Sequence[Row]) -> list[ResultsTaken]:
    must_chain(rows)
    return [entry.fact for entry in SEASON.read(rows) if isinstance(entry.fact, ResultsTaken)]


def test_a_season_loses_the_name_everywhere_and_keeps_all_others_also_under_an_undo() -> None:
    """Of results that count, of earlier ones, and of an event that has left."""
    rows = season()
    for more in ((), (EventWithdrawn("o", "rained off"),), (Undone(2, 4),)):
        left = erased_from_season(season(*more), {("o", ANN)}, {}, {})
        assert names(left, '"Ann"') == [] and left[:2] == rows[:2]
        assert [fact.names for fact in taken(left)] == [("Player 1", "Ann Berg")] * 2
        assert erased_from_season(left, {("o", ANN)}, {}, {}) == left, "to erase twice changes nothing more"
    assert erased_from_season(rows, {("other", ANN), ("o", NEXT)}, {}, {}) == rows


def test_what_a_season_sealed_cannot_be_found_by_trying_names() -> None:
    """A copy without names has the old seal; whoever knew its salt could try."""
    left = erased_from_season(season(), {("o", ANN)}, {}, {})
    assert "salt-" not in "".join(row.sealed for row in left)


def test_reasons_in_a_season_lose_the_name_and_longer_names_stay() -> None:
    reasons = (
        RequirementMet("o", "sent", "2026-02-02", "ANN said so, Ann Berg too, Annabel not, and An\u00adn"),
        EventWithdrawn("o", "Judge Joe fell ill, and Ann"),
    )
    left = erased_from_season(season(*reasons), {("o", ANN)}, {"Joe": "Judge 2"}, {})
    must_chain(left)
    told = [e.fact.reason for e in SEASON.read(left) if isinstance(e.fact, RequirementMet | EventWithdrawn)]
    assert told == ["Player 1 said so, Ann Berg too, Annabel not, and Player 1", "Judge Judge 2 fell ill, and Player 1"]


def test_a_copy_of_a_season_without_names_has_nothing_to_lose() -> None:
    rows = [replace(row, sealed="") for row in season()]
    assert erased_from_season(rows, {("o", ANN)}, {}, {}) == rows


def test_a_season_names_the_entries_of_an_event_that_was_chained_anew_by_their_new_hashes() -> None:
    left = erased_from_season(season(), {("o", NEXT)}, {}, {"o": ("o", "new")})
    assert [fact.head for fact in taken(left)] == ["new", "new"]
    assert SEASON.fold(tuple(SEASON.read(left))).events["o"].results == ResultsTaken(
        "o", "new", 2, (ANN, BOB), names=("Ann", "Ann Berg")
    )
