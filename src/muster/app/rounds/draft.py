"""A draft as the organiser sees it: points, what to check, and what moving a picked name would break."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from muster.app.desk import Opened
from muster.app.exact import ReasonView, View, Who, exact, reason, reasons, who
from muster.app.numbers import Exact
from muster.app.speech import tr
from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId
from muster.core.kit.reasons import Reason
from muster.core.reading.concerns import Concerns
from muster.core.record.event import Round, RoundState
from muster.core.rules.rounds import must_fit, notices_now, unplaced

SAME = {
    "rematch": ("rematch", "rematch_forced"),
    "same_circle_again": ("same_circle",),
    "second_down": ("pair_down_again",),
    "second_bye": ("second_bye", "bye_again"),
}
"""Concerns that the draw itself already explains in more detail: they are not repeated."""


class DraftView(View, frozen=True):
    """Players and matches by their numbers. `effects`: what swapping with the held player would break."""

    held: PlayerId | None
    points: dict[PlayerId, Exact]
    warnings: dict[int, list[ReasonView]]
    unplaced: list[Who]
    to_look_at: list[ReasonView]
    tables: dict[int, Sequence[ReasonView]]
    effects: dict[PlayerId, list[ReasonView]]
    breaks: set[PlayerId]


def noteworthy(why: Sequence[ReasonView]) -> Sequence[ReasonView]:
    """A table's reasons, if it does not simply follow from the order of the pairing."""
    return why if any(one.code not in ("table_in_order", "by_hand") for one in why) else ()


def draft_view(opened: Opened, held: PlayerId | None = None) -> DraftView | None:
    """The current draft; None if there is none. With a held player: what each swap would change."""
    round_ = opened.event.current
    if round_ is None or round_.state is not RoundState.DRAFT:
        return None
    judge = Concerns(opened.event, opened.system, round_)
    found = _fresh(round_, judge.in_draft())
    seated = set(round_.players())
    lacking = unplaced(opened.event, round_)
    effects = judge.of_swaps(held) if held is not None and held in seated else {}
    return DraftView(
        held=held if held in seated else None,
        points={player: exact(judge.points[player]) for player in seated},
        warnings={number: reasons(opened, some) for number, some in found.items()},
        unplaced=[who(opened, p.id) for p in lacking],
        to_look_at=_misfit(opened, round_)
        + reasons(opened, (n for n in notices_now(opened.event, round_) if n.code != "left_out" or not lacking))
        + [reason(opened, one) for some in found.values() for one in some],
        tables={m.number: noteworthy(reasons(opened, m.table_why)) for m in round_.matches},
        effects={player: reasons(opened, some) for player, some in effects.items()},
        breaks={player for player, some in effects.items() if any(one.code != "uneven" for one in some)},
    )


def _misfit(opened: Opened, round_: Round) -> list[ReasonView]:
    """Why the draft cannot be published as it is, shown before somebody tries."""
    try:
        must_fit(opened.event, round_)
    except Refusal as refusal:
        return [ReasonView(tr(refusal.message), refusal.clause, "misfit", {})]
    return []


def _fresh(round_: Round, found: dict[int, list[Reason]]) -> dict[int, list[Reason]]:
    """What the draft's own notices and reasons do not already say."""
    told = [
        *round_.notices,
        *(one for m in round_.matches for one in m.why),
        *(one for b in round_.byes for one in b.why),
    ]
    known = {(one.code, _people(one.data)) for one in told}
    kept = {
        number: [
            one
            for one in some
            if not any((code, _people(one.data)) in known for code in SAME.get(one.code, (one.code,)))
        ]
        for number, some in found.items()
    }
    return {number: some for number, some in kept.items() if some}


def _people(data: dict[str, Any]) -> frozenset[int]:
    return frozenset(value for key, value in data.items() if key.startswith("player") and isinstance(value, int))
