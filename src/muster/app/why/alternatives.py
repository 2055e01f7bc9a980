"""Whom else a player could have met, and what ruled each of them out: the pairing in numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from muster.app.desk import Opened
from muster.app.exact import exact
from muster.app.speech import tr
from muster.core.kit.model import PlayerId, Points, StageKind
from muster.core.pairing.pool import Entrant, Pool
from muster.core.record.event import Match, Round
from muster.core.record.facts.play import PlayersSwapped, RoundDrawn
from muster.core.record.fold.play import fold
from muster.core.record.undo import effective
from muster.core.rules.rounds import pool

NAMED = 6
"""This many are named; beyond that only their number is given."""


def before_draw(opened: Opened, round_: Round) -> Pool | None:
    """The field when the round was drawn; None for a round that was not drawn from the standings."""
    if opened.event.stage_of(round_).kind is StageKind.ELIMINATION or round_.by_hand:
        return None
    counting = effective(opened.entries)
    drawn = [k for k, e in enumerate(counting) if isinstance(e.fact, RoundDrawn) and e.fact.round == round_.number]
    swapped = any(isinstance(e.fact, PlayersSwapped) and e.fact.round == round_.number for e in counting)
    if not drawn or swapped:
        return None
    state = fold(counting[: drawn[-1]])
    # A player who came after the draw may have been given a bye.
    players = [state.players[p] for p in round_.players() if p in state.players]
    return pool(state, opened.system, round_.number, players)[0]


def alternatives(opened: Opened, round_: Round, match: Match) -> list[tuple[str, str, str]]:
    """(about, text, clause) for each kind of reason that ruled others out for the better placed player."""
    field = before_draw(opened, round_)
    if field is None:
        return []
    entrants = {e.id: e for e in field.entrants}
    if any(reason.code == "late_seat" for reason in match.why):
        return []  # Nobody else was possible: this game came about after the draw.
    me, other = entrants[match.a], entrants[match.b]
    rules = opened.system.rules(opened.system.settings(opened.event), round_.number)
    rest = [e for e in field.entrants if e.id not in (me.id, other.id)]
    about = tr("{name}, of {n} possible opponents", name=opened.event.name_of(me.id), n=len(rest) + 1)
    met = [e for e in rest if field.last_met(me.id, e.id)]
    kin = [e for e in rest if e not in met and rules.avoid_circle and me.circle and e.circle == me.circle]
    gap = _gap(me, other)
    others = [e for e in rest if e not in met and e not in kin]
    nearer = [e for e in others if _gap(me, e) < gap]
    level = [e for e in others if _gap(me, e) == gap]
    apart = [e for e in others if _gap(me, e) > gap]
    found: list[tuple[str, str, str]] = []
    if met:
        told = _names(opened, met, lambda e: tr("round {round}", round=field.last_met(me.id, e.id)))
        clause = rules.clauses.get("rematch") or rules.clauses.get("rematch_forced", "X-13")
        found.append((about, tr("{n} already met: {told}", n=len(met), told=told), clause))
    if kin:
        told = _names(opened, kin)
        clause = rules.clauses.get("same_circle", "X-13")
        found.append(
            (
                about,
                tr("{n} of the same {circle}: {told}", n=len(kin), circle=tr(opened.system.circle_field), told=told),
                clause,
            )
        )
    for some, text in (
        (nearer, tr("closer on points but needed elsewhere")),
        (level, tr("as close on points, paired elsewhere")),
    ):
        if some:
            told = _names(opened, some, lambda e: _against(opened, round_, e.id))
            found.append((about, f"{len(some)} {text}: {told}", ""))
    if apart:
        found.append((about, tr("{n} further away on points: {spread}", n=len(apart), spread=_spread(apart)), ""))
    return found


def _gap(one: Entrant, other: Entrant) -> Points:
    higher, lower = max(one.points, other.points), min(one.points, other.points)
    return higher - lower


def _against(opened: Opened, round_: Round, player: PlayerId) -> str:
    match = round_.match_of(player)
    return tr("bye") if match is None else tr("v {name}", name=opened.event.name_of(match.other(player)))


def _names(opened: Opened, entrants: Sequence[Entrant], note: Callable[[Entrant], str] | None = None) -> str:
    """The first few by name, each with its note, and how many more there are."""
    shown = []
    for entrant in entrants[:NAMED]:
        name = opened.event.name_of(entrant.id)
        shown.append(name if note is None else f"{name} ({note(entrant)})")
    more = len(entrants) - NAMED
    return ", ".join(shown) + (tr(" and {n} more", n=more) if more > 0 else "")


def _spread(entrants: Iterable[Entrant]) -> str:
    """How many players on which points, the highest first."""
    counts: dict[Points, int] = {}
    for entrant in entrants:
        counts[entrant.points] = counts.get(entrant.points, 0) + 1
    return ", ".join(
        tr("{n} on {points}", n=counts[points], points=exact(points)) for points in sorted(counts, reverse=True)
    )
