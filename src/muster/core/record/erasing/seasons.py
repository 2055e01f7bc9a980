"""Erasing names from a season: from all results it ever took over, and from reasons (decision 89)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from muster.core.kit.mentions import Mentions, folded
from muster.core.record.erasing.erased import written_again
from muster.core.record.hidden import number_name
from muster.core.record.journal import Entry, Row, chained
from muster.core.record.people.facts import Appearance
from muster.core.record.season.facts import EventWithdrawn, RequirementMet, ResultsTaken, SeasonFact
from muster.core.record.season.journal import SEASON


def erased_from_season(
    rows: Sequence[Row],
    gone: Collection[Appearance],
    numbers: Mapping[str, str],
    hashes: Mapping[str, Sequence[str]],
) -> list[Row]:
    """A season's rows without the names of these players, also where results no longer count, and in reasons.

    `numbers`: what replaces other names that they had. `hashes`: the new hashes of the rechained events, by origin;
    results that the season took over refer to an entry by its new hash.
    """
    entries = tuple(SEASON.read(rows))
    mentions = _mentions(entries, gone, numbers)
    kept = []
    for row, entry in zip(rows, entries, strict=True):
        fact = entry.fact
        if isinstance(fact, ResultsTaken):
            fact = _taken_without(fact, gone, hashes.get(fact.origin, ()))
        elif isinstance(fact, RequirementMet | EventWithdrawn):
            fact = replace(fact, reason=mentions.within(fact.reason))
        kept.append(row if fact == entry.fact else written_again(row, replace(entry, fact=fact)))
    return chained(kept)


def _mentions(
    entries: Iterable[Entry[SeasonFact]], gone: Collection[Appearance], numbers: Mapping[str, str]
) -> Mentions:
    """What these players are called here, with their numbers; everybody else's name stays."""
    instead = {folded(name): number for name, number in numbers.items()}
    others = set()
    for taken in (entry.fact for entry in entries if isinstance(entry.fact, ResultsTaken)):
        for player, name in taken.by_player(taken.names).items():
            if (taken.origin, player) in gone:
                instead[folded(name)] = number_name(player)
            else:
                others.add(folded(name))
    return Mentions(instead, others)


def _taken_without(fact: ResultsTaken, gone: Collection[Appearance], hashes: Sequence[str]) -> ResultsTaken:
    head = hashes[fact.entry - 1] if 0 < fact.entry <= len(hashes) else fact.head
    named = fact.by_player(fact.names)
    names = (number_name(player) if (fact.origin, player) in gone else name for player, name in named.items())
    return replace(fact, head=head, names=tuple(names))
