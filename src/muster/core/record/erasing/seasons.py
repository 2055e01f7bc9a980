"""Erasing a name from a season: from results it took over, also of events that were withdrawn, and from reasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace

from muster.core.kit.mentions import Mentions, folded
from muster.core.record.hidden import number_name
from muster.core.record.journal import GENESIS, Entry, Row, chained, to_rows
from muster.core.record.people.facts import Appearance
from muster.core.record.season.facts import EventWithdrawn, RequirementMet, ResultsTaken, SeasonFact
from muster.core.record.season.journal import SEASON


def nameless(results: ResultsTaken, gone: Set[Appearance]) -> ResultsTaken:
    """The same results with numbers for the names of these people."""
    everybody = (*results.order, *results.unplaced)
    names = tuple(
        number_name(player) if (results.origin, player) in gone else name
        for player, name in zip(everybody, results.names, strict=False)
    )
    return replace(results, names=names)


def erased_from_season(
    rows: Sequence[Row], gone: Set[Appearance], hashes: Mapping[str, Sequence[str]], names: Iterable[str] = ()
) -> list[Row]:
    """A season's rows without these people, whose names are in no results that count (`rules.people.without_names`).

    `hashes`: the new hashes of the rechained events, by origin; results that the season took over refer to an entry by
    its new hash. `names`: of the same people, as others may have typed them.
    """
    entries = tuple(SEASON.read(rows))
    events = SEASON.fold(entries).events
    origins, mentions = {origin for origin, _ in gone}, _named(entries, gone, names)
    kept = []
    for row, entry in zip(rows, entries, strict=True):
        fact, after = entry.fact, entry.fact
        if isinstance(fact, ResultsTaken):
            new = hashes.get(fact.origin, ())
            after = replace(fact, head=new[fact.entry - 1] if 0 < fact.entry <= len(new) else fact.head)
            if fact.origin not in events:
                after = nameless(after, gone)  # Whoever takes back the withdrawal finds everybody else.
            elif fact.origin in origins and events[fact.origin].results is not fact:
                row = replace(row, sealed="")
        elif isinstance(fact, RequirementMet | EventWithdrawn):
            after = replace(fact, reason=mentions.within(fact.reason))
        if after != fact:
            sealed = row.sealed and to_rows([replace(entry, fact=after)], GENESIS)[0].sealed
            row = replace(to_rows([replace(entry, fact=after)], GENESIS)[0], hash=row.hash, sealed=sealed)
        kept.append(row)
    return chained(kept)


def _named(entries: Iterable[Entry[SeasonFact]], gone: Set[Appearance], names: Iterable[str]) -> Mentions:
    """What these people are called here, with their numbers; and everybody else, whose names stay."""
    instead = {folded(name): number_name(min(gone)[1]) for name in names if gone}
    others = set()
    for taken in (entry.fact for entry in entries if isinstance(entry.fact, ResultsTaken)):
        for player, name in taken.by_player(taken.names).items():
            if (taken.origin, player) in gone:
                instead[folded(name)] = number_name(player)
            else:
                others.add(folded(name))
    return Mentions(instead, others)
