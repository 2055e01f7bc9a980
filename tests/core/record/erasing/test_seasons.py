"""What is kept of a season once somebody in it is forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from muster.core.kit.model import Actor, PlayerId
from muster.core.record.erasing.seasons import erased_from_season
from muster.core.record.journal import GENESIS, Entry, Row, must_chain, to_rows
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

ANN, BOB = PlayerId(1), PlayerId(2)


def journal(*facts: SeasonFact) -> list[Row]:
    """One event is in the season, then these."""
    everything = (
        SeasonOpened("Year", "2026-01-01", "2026-12-31", {}),
        EventEntered("cup", "o", "Cup", "2026-02-01", "2026-02-01"),
        *facts,
    )
    entries = [Entry(seq, "2026", Actor(), "", fact, f"salt-{seq}") for seq, fact in enumerate(everything, start=1)]
    return to_rows(entries, GENESIS)


def taken(head: str = "a") -> ResultsTaken:
    return ResultsTaken("o", head, 2, (ANN, BOB), names=("Ann Berg", "Bob"))


def facts(rows: Sequence[Row]) -> list[SeasonFact]:
    must_chain(rows)
    return [entry.fact for entry in SEASON.read(rows)][2:]


def test_a_season_keeps_the_names_that_count_and_its_hashes_where_the_event_has_them() -> None:
    rows = journal(taken("a"), taken("b"))
    left = erased_from_season(rows, {("o", ANN)}, {})
    assert left == [*rows[:2], replace(rows[2], sealed=""), rows[3]]
    assert erased_from_season(rows, {("other", ANN)}, {}) == rows


def test_a_season_names_the_entries_of_an_event_that_was_chained_anew_by_their_new_hashes() -> None:
    left = erased_from_season(journal(taken("a"), taken("b")), {("o", ANN)}, {"o": ("o", "new")})
    assert [fact.head for fact in facts(left) if isinstance(fact, ResultsTaken)] == ["new", "new"]
    assert SEASON.fold(tuple(SEASON.read(left))).events["o"].results == taken("new")


def test_a_withdrawn_event_loses_the_name_and_keeps_everybody_else_for_whoever_takes_that_back() -> None:
    for gone in (EventWithdrawn("o", "by mistake"), Undone(2, 3)):
        left = erased_from_season(journal(taken(), gone), {("o", ANN)}, {})
        assert facts(left)[0] == replace(taken(), names=("Player 1", "Bob"))
        assert [row.seq for row in left if "Ann" in row.body + row.sealed] == []
        assert erased_from_season(left, {("o", ANN)}, {}) == left


def test_a_name_in_a_reason_makes_way_and_longer_names_stay() -> None:
    said, left = "ANN BERG and Ann Bergson asked Bob", "Player 1 and Ann Bergson asked Bob"
    met = RequirementMet("o", "sanctioned", "2026-02-01", said)
    rows = journal(taken(), met, EventWithdrawn("o", said))
    told = facts(erased_from_season(rows, {("o", ANN)}, {}))[1:]
    assert told == [replace(met, reason=left), EventWithdrawn("o", left)]
    rows = journal(met)
    assert facts(erased_from_season(rows, {("o", ANN)}, {})) == [met], "nobody here knows who was called that"
    named = facts(erased_from_season(rows, {("o", ANN)}, {}, ["Ann Berg"]))
    assert named == [replace(met, reason=left)]
