"""The first round of a season's final if it were today: everybody who has qualified, seeded as the table is now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from muster.app.exact import View
from muster.core.book.circuit.definition import Circuit
from muster.core.book.system import System
from muster.core.forms.options import Settings, Value
from muster.core.kit.lots import Lots
from muster.core.kit.model import PlayerId
from muster.core.pairing.byes import choose_bye
from muster.core.pairing.pool import Entrant, Pool
from muster.core.reading.circuit.table import SeasonRow
from muster.systems import registry

MOST = 128
"""Seeds whose pairs are shown; a list of more says nothing to anybody."""

BY_SEED = "seed_fold"
"""The reason of a pair that the seeds decide."""


class FinalSeed(View, frozen=True):
    seed: int
    name: str


class FinalPair(View, frozen=True):
    one: FinalSeed
    other: FinalSeed


class FinalToday(View, frozen=True):
    """`bye`: null with an even number. `by_lot`: some are level, and only the final's lot says who is seeded higher."""

    bye: FinalSeed | None
    bye_clause: str
    pairs: list[FinalPair]
    pairs_clause: str
    by_lot: bool

    def clauses(self) -> set[str]:
        return {self.pairs_clause, self.bye_clause} - {""}


@dataclass(frozen=True, slots=True)
class FirstRound:
    """Pairs of seeds; `bye`: 0 for none."""

    pairs: tuple[tuple[int, int], ...]
    clause: str
    bye: int = 0
    bye_clause: str = ""


def final_today(game: System, circuit: Circuit, rows: Sequence[SeasonRow]) -> FinalToday | None:
    """None where nobody could play yet, or where the game does not pair by seed."""
    seeds = [row for row in rows if row.qualified]
    if not game.seed_field or not 2 <= len(seeds) <= MOST:
        return None
    drawn = _first_round(game.key, tuple(sorted(circuit.final_options.items())), len(seeds))
    if drawn is None:
        return None
    named = {number: FinalSeed(number, row.name) for number, row in enumerate(seeds, start=1)}
    return FinalToday(
        named.get(drawn.bye),
        drawn.bye_clause,
        [FinalPair(named[one], named[other]) for one, other in drawn.pairs],
        drawn.clause,
        len({row.rank for row in seeds}) < len(seeds),
    )


@lru_cache(maxsize=64)
def _first_round(key: str, options: tuple[tuple[str, Value], ...], players: int) -> FirstRound | None:
    """As the game itself draws it, which takes a while for many."""
    game = registry.find(key)
    settings = Settings(game.options, dict(options))
    pool = Pool(tuple(Entrant(PlayerId(seed), seed=seed) for seed in range(1, players + 1)))
    bye, bye_clause = 0, ""
    if players % 2:
        one, other = (game.bye_order(pool, settings, Lots(seed, "bye")) for seed in ("one", "other"))
        if list(one) != list(other):
            return None  # By lot.
        chosen, _ = choose_bye(pool, one, game.rules(settings, 1), move=False)
        bye, bye_clause = chosen.player, chosen.why[0].clause
        pool = pool.without(chosen.player)
    pairs = game.draw(pool, settings, Lots("", "final")).pairs
    if any(pair.why[0].code != BY_SEED for pair in pairs):
        return None
    return FirstRound(tuple((pair.a, pair.b) for pair in pairs), pairs[0].why[0].clause, bye, bye_clause)
