"""The custom system used to recompute a foreign record: what matches and free rounds paid, and tie-breaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from muster.app.exchange.record import Meeting, MeetingEnding, Record, plain
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Points
from muster.core.standings.tiebreaks import whole

FINEST = 1000
"""Points are counted in thousandths at most."""


@dataclass(frozen=True, slots=True)
class Composed:
    """`scores` converts a meeting's points into the score reported here."""

    definition: dict[str, Any]
    bye: Points
    missed: Points
    each: Points | None

    def scores(self, meeting: Meeting) -> list[int]:
        a, b = meeting.a_points, meeting.b_points
        if self.each is None:
            return [int(a > b), int(b > a)]
        return [int(a / Fraction(self.each)), int(b / Fraction(self.each))]


def compose(record: Record, tiebreaks: Sequence[Mapping[str, Any]] = ()) -> Composed:
    """A definition that pays what the record says each round paid."""
    bye, missed = _free_rounds(record)
    definition: dict[str, Any] = {"name": f"As in the {record.format} file"}
    if record.scoring is not None:
        each = None
        triple = record.scoring
        bye = triple.win if bye is None else bye
        definition["points"] = {k: _value(v) for k, v in zip(("win", "draw", "loss"), _three(record), strict=True)}
        definition["result"] = {"score": "result", "high": 1, "together": 1}
        score = [1, 0] if bye > triple.draw else [0, 0] if bye == triple.draw else [0, 1]
    else:
        each, most = _as_scored(record, bye)
        bye = most if bye is None else bye
        definition["points"] = {"score": _value(each)}
        definition["result"] = {"score": "points", "high": max(1, int(most / Fraction(each)))}
        score = [int(bye / Fraction(each)), 0]
    definition["bye"] = {"points": _value(bye), "score": score}
    if missed:
        definition["unpaired"] = {"points": _value(missed)}
    if any(entrant.rating for entrant in record.entrants):
        definition["pairing"] = {"first": "seeded_fold", "later": "fold"}
    rounds = max(record.planned, len(record.rounds))
    if rounds:
        definition["structure"] = {"rounds": rounds}
    rows = tiebreaks or record.tiebreaks
    if rows:
        definition["tiebreak"] = [dict(row) for row in rows]
    return Composed(definition, bye, missed, each)


def _three(record: Record) -> tuple[Points, Points, Points]:
    assert record.scoring is not None
    return record.scoring.win, record.scoring.draw, record.scoring.loss


def _value(points: Points) -> int | str:
    """As in a definition: whole, or a fraction as text."""
    return points if isinstance(points, int) else str(points)


def _free_rounds(record: Record) -> tuple[Points | None, Points]:
    """What a bye pays (None: nobody had one) and what a missed round pays. No other values are possible."""
    paid = {sit_out.points for round_ in record.rounds for sit_out in round_.sit_outs}
    walkovers: set[Points] = set()
    for meeting in (m for round_ in record.rounds for m in round_.meetings if m.ending is MeetingEnding.NO_SHOW):
        for player in (meeting.a, meeting.b):
            (paid if player in meeting.absent else walkovers).add(meeting.points_of(player))
    paid -= {0}
    bye = max(walkovers or paid, default=None)
    others = (paid | walkovers) - {bye}
    if len(others) > 1 or others & walkovers:
        shown = ", ".join(plain(points) for points in sorted(paid | walkovers, reverse=True))
        raise Refusal(
            "In this file rounds without a game score {shown} points. Here there are only two values: one "
            "for a bye or walkover, and one for a missed round.",
            shown=shown,
        )
    return bye, next(iter(others), 0)


def _as_scored(record: Record, bye: Points | None) -> tuple[Points, Points]:
    """What one point of score pays, such that every score is whole; and the most that was paid."""
    paid = {p for r in record.rounds for m in r.meetings for p in (m.a_points, m.b_points)}
    paid |= set() if bye is None else {bye}
    finest = lcm(*(Fraction(points).denominator for points in paid))
    if finest > FINEST:
        raise Refusal(
            "The points in this file are {finest}ths of a point. Here the smallest step is {ours}ths.",
            finest=finest,
            ours=FINEST,
        )
    each = whole(Fraction(1, finest))
    return each, max(max(paid, default=0), each)
