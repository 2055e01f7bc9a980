"""What a game declares, as rows to hold against its book: its own options, and the fields of its forms."""

from __future__ import annotations

from typing import Any

from muster.core.book import house
from muster.core.book.system import System

Rows = dict[str, tuple[Any, ...]]

HOUSE = house.house_options(own_length=True)


def own_options(system: System) -> Rows:
    """Clause, default, lowest, highest, choices and lock of every option that is not a house option."""
    assert len({option.key for option in system.options}) == len(system.options), "an option that is there twice"
    own = [option for option in system.options if option not in HOUSE]
    return {o.key: (o.clause, o.default, o.low, o.high, o.choices, o.lock) for o in own}


def forms(system: System) -> tuple[Rows, Rows, Rows]:
    """What is asked about a player, a result and a list: clause, required, per side, default, lowest, highest, and
    whether only staff enter it.
    """
    assert system.lists is not None
    player, result, beside = (
        {f.key: (f.clause, f.required, f.per_side, f.default, f.low, f.high, f.staff_only) for f in fields}
        for fields in (system.player_fields, system.result_fields, system.lists.fields)
    )
    return player, result, beside
