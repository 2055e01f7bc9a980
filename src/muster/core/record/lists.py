"""What an event knows of lists: every version of each, locks, consents, and what was declared in secret."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from muster.core.kit.model import PlayerId, Raw
from muster.core.record.facts.lists import (
    CardReplaced,
    ChoiceSealed,
    ListConsent,
    ListHandedIn,
    ListMark,
    ListMarked,
    ListsLocked,
    ListsUnlocked,
    ListWithdrawn,
    ProxyMade,
)


@dataclass(slots=True)
class Version:
    """`withheld`: it was handed in, but this copy of the journal lacks its text and fields."""

    text: str
    fields: dict[str, Raw]
    late: bool = False
    reason: str = ""
    mark: ListMark | None = None
    note: str = ""
    ticked: tuple[str, ...] = ()
    checked: tuple[int, ...] = ()
    withheld: bool = False
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """What somebody said about locks. `over`, `started`: whether the deadline had passed and round 1 had begun."""

    locked: bool
    over: bool
    started: bool


@dataclass(slots=True)
class Lost:
    """A card that a player has been missing since a round; `card` is empty if this copy of the journal does not name
    it.
    """

    number: int
    player: PlayerId
    card: str
    round: int
    replaced: bool = False


@dataclass(slots=True)
class Lists:
    """`locked`: what was said for everybody, `locked_one` for single players; if neither says anything, the book
    decides.

    `sealed`: what was declared, by round and player; None for what this copy of the journal lacks.
    """

    versions: dict[PlayerId, dict[int, list[Version]]] = field(default_factory=dict)
    locked: Said | None = None
    locked_one: dict[PlayerId, Said] = field(default_factory=dict)
    consents: dict[PlayerId, bool] = field(default_factory=dict)
    sealed: dict[tuple[int, PlayerId], dict[str, Raw]] = field(default_factory=dict)
    proxies: list[ProxyMade] = field(default_factory=list)
    lost: list[Lost] = field(default_factory=list)

    def __copy__(self) -> Lists:
        """A copy whose entries can be replaced. What they hold is shared, so it is replaced and never changed."""
        return Lists(
            dict(self.versions),
            self.locked,
            dict(self.locked_one),
            dict(self.consents),
            dict(self.sealed),
            list(self.proxies),
            list(self.lost),
        )

    def of(self, player: PlayerId, slot: int) -> Sequence[Version]:
        """All versions of a current list, oldest first; empty if none was handed in or it was withdrawn."""
        versions = self.versions.get(player, {}).get(slot, ())
        return () if versions and versions[-1].withdrawn else versions

    def slots(self, player: PlayerId) -> list[int]:
        """A player's current lists."""
        return sorted(slot for slot in self.versions.get(player, {}) if self.of(player, slot))

    def hand_in(self, fact: ListHandedIn) -> None:
        version = Version(fact.text, dict(fact.fields), fact.late, fact.reason, withheld=bool(fact.seal))
        held = self.versions.get(fact.player, {})
        self.versions[fact.player] = {**held, fact.slot: [*held.get(fact.slot, ()), version]}

    def withdraw(self, fact: ListWithdrawn) -> None:
        self._change_last(fact.player, fact.slot, withdrawn=True)

    def _change_last(self, player: PlayerId, slot: int, **changes: Any) -> None:
        held = self.versions[player]
        *before, last = held[slot]
        self.versions[player] = {**held, slot: [*before, replace(last, **changes)]}

    def lock(self, fact: ListsLocked | ListsUnlocked, *, started: bool) -> None:
        over = isinstance(fact, ListsUnlocked) and fact.over
        said = Said(isinstance(fact, ListsLocked), over, started)
        if fact.players:
            self.locked_one.update(dict.fromkeys(fact.players, said))
        else:
            self.locked = said
            self.locked_one.clear()

    def mark(self, fact: ListMarked) -> None:
        changes = {"mark": fact.mark, "note": fact.note, "ticked": fact.ticked, "checked": fact.checked}
        self._change_last(fact.player, fact.slot, **changes)

    def consent(self, fact: ListConsent) -> None:
        self.consents[fact.player] = fact.given

    def seal(self, fact: ChoiceSealed) -> None:
        place = fact.round, fact.player
        self.sealed[place] = {**self.sealed.get(place, {}), fact.key: fact.value}

    def replace_card(self, fact: CardReplaced) -> None:
        self.lost[fact.number - 1] = replace(self.lost[fact.number - 1], replaced=True)

    def forget_player(self, player: PlayerId) -> None:
        """For a player who never existed."""
        for held in (self.versions, self.locked_one, self.consents):
            held.pop(player, None)

    def forget_round(self, round_: int) -> None:
        """For a round that is withdrawn: what was declared for its games is void."""
        self.sealed = {place: said for place, said in self.sealed.items() if place[0] != round_}
