"""A round and all that can be counted of it from the record alone, and whether any pairing would have been better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from muster.app.desk import Opened
from muster.core.kit.lots import Lots
from muster.core.kit.model import Ending, PlayerId, Points
from muster.core.kit.reasons import Reason
from muster.core.pairing.pool import Entrant, Pool, Rules
from muster.core.reading.tally import standings
from muster.core.record import event as core
from tests.core.pairing.brute import Edge, group_price, pairings, rematches

MOST = 10
"""Small enough to enumerate every pairing."""


@dataclass
class Round:
    """The current round of an event, and everything that can be counted about it. `way`: groups, fold, walk or
    neutral.
    """

    opened: Opened
    seed: str
    way: str

    @cached_property
    def event(self) -> core.Event:
        return self.opened.event

    @cached_property
    def drawn(self) -> core.Round:
        return self.event.rounds[-1]

    @cached_property
    def rules(self) -> Rules:
        system = self.opened.system
        return system.rules(system.settings(self.event), self.drawn.number)

    @cached_property
    def points(self) -> dict[PlayerId, Points]:
        rows = standings(self.event, self.opened.system, self.drawn.number - 1).rows
        return {row.player: row.points for row in rows}

    @cached_property
    def met(self) -> dict[PlayerId, dict[PlayerId, int]]:
        found: dict[PlayerId, dict[PlayerId, int]] = {}
        for round_ in self.event.rounds[:-1]:
            for m in round_.matches:
                played = m.result is None or m.result.ending is not Ending.NO_SHOW
                if round_.stage == self.drawn.stage and played:
                    found.setdefault(m.a, {})[m.b] = found.setdefault(m.b, {})[m.a] = round_.number
        return found

    def byes(self, player: PlayerId) -> int:
        return sum(bye.player == player for r in self.event.rounds[:-1] for bye in r.byes)

    def circle(self, player: PlayerId) -> str:
        return str(self.event.players[player].values.get(self.opened.system.circle_field) or "").strip().casefold()

    def pool(self, players: Sequence[PlayerId]) -> Pool:
        """These players as the draw saw them, in the order it worked in."""
        before = standings(self.event, self.opened.system, self.drawn.number - 1)
        past = [m for r in self.event.rounds[:-1] for m in r.matches if m.down is not None]
        seeds = self._seeds()
        entrants = tuple(
            Entrant(
                p,
                self.points[p],
                byes=self.byes(p),
                downs=sum(m.down == p for m in past),
                ups=sum(m.other(m.down) == p for m in past if m.down is not None),
                circle=self.circle(p),
                seed=seeds.get(p, 0),
            )
            for p in before.order()
            if p in set(players)
        )
        system, settings = self.opened.system, self.opened.system.settings(self.event)
        whole = Pool(entrants, self.drawn.number, self.met)
        return system.arrange(whole, settings, Lots(self.seed, self.drawn.draw))

    def _seeds(self) -> dict[PlayerId, int]:
        field = self.opened.system.seed_field
        people = [self.event.players[p] for p in self.drawn.players()]

        def highest(player: Any) -> tuple[int, int]:
            return -int(player.values.get(field) or 0), player.lot

        return {p.id: seed for seed, p in enumerate(sorted(people, key=highest), 1)} if field else {}

    @cached_property
    def field(self) -> Pool:
        """Everybody with an opponent; of a fold the seeds it folds by, best points first."""
        byes = {bye.player for bye in self.drawn.byes}
        whole = self.pool(list(self.drawn.players()))
        who = [e for e in whole.entrants if e.id not in byes]
        if self.way == "fold":
            if not self.opened.system.seed_field or (self.drawn.number > 1 and self.opened.system.key == "custom"):
                who = [replace(e, seed=k) for k, e in enumerate(who, 1)]
            who = [replace(e, ups=0) for e in sorted(who, key=lambda e: (-e.points, e.seed))]
        elif self.way == "neutral":
            who = sorted(who, key=lambda e: -e.points)
        return Pool(tuple(who), self.drawn.number, self.met)

    @cached_property
    def place(self) -> dict[PlayerId, int]:
        return {e.id: i for i, e in enumerate(self.field.entrants)}

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        found = [sorted((self.place[m.a], self.place[m.b])) for m in self.drawn.matches]
        return tuple(sorted((i, j) for i, j in found))

    @cached_property
    def every(self) -> list[tuple[Edge, ...]]:
        assert len(self.place) <= MOST
        return list(pairings(range(len(self.place))))

    def price(self, pairing: Sequence[Edge]) -> list[Points]:
        who = self.field.entrants
        if self.way == "neutral":
            gaps = [who[i].points - who[j].points for i, j in pairing]
            return [rematches(self.field, pairing)[0], sum(gaps), max(gaps, default=0)]
        if self.way == "walk":
            return [*rematches(self.field, pairing)]
        return [*group_price(self.field, self.rules, pairing)]

    @cached_property
    def least(self) -> list[Points]:
        return min(map(self.price, self.every))

    def is_best(self) -> None:
        assert self.price(self.edges) == self.least, "there is a better pairing"

    def free(self, players: Sequence[PlayerId]) -> bool:
        """Whether they can all be paired without a rematch."""
        met = {frozenset((p, q)) for p, row in self.met.items() for q in row}
        return any(met.isdisjoint(map(frozenset, pairing)) for pairing in pairings(players))

    def worse(self, left: Sequence[int], top: int, other: int) -> bool:
        """Whether this pair would leave those remaining with a worse pairing than there is."""
        all_left = list(pairings(sorted(left)))
        with_them = [p for p in all_left if (min(top, other), max(top, other)) in p]
        return min(map(self.price, with_them)) > min(map(self.price, all_left))

    def reasons(self) -> Iterator[tuple[Reason, core.Match | None]]:
        """Everything the round says, with its match; None for a bye or a notice."""
        for one in self.drawn.notices:
            yield one, None
        for match in self.drawn.matches:
            for one in (*match.why, *match.table_why):
                yield one, match
        for bye in self.drawn.byes:
            for one in bye.why:
                yield one, None
