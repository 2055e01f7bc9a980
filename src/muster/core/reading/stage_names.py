"""What a round is called: “Semi-finals” in a bracket, “Round 3” everywhere else."""

from __future__ import annotations

from muster.core.kit.language import Message, tr
from muster.core.kit.model import StageKind
from muster.core.pairing.policies import bracket
from muster.core.record.event import Event


def stage_name(event: Event, number: int) -> Message | None:
    """“Semi-finals” for a round of a bracket, also for the next one to be drawn; None if it is only numbered."""
    rounds = event.rounds
    if not event.stages:
        return None
    stage = event.stage_of(rounds[number - 1]) if 1 <= number <= len(rounds) else event.stage
    drawn = event.rounds_of(stage)
    first = drawn[0].number if drawn else len(rounds) + 1
    if stage.kind is not StageKind.ELIMINATION or not first <= number <= len(rounds) + 1:
        return None
    entered = len(set(drawn[0].players())) if drawn else len(stage.seeds)
    games = max(bracket.slots(entered), 2) >> (number - first + 1) if entered else 0
    return games_name(games) if games else None


def games_name(games: int) -> Message:
    """The name of a bracket's round by how many games lead to the next."""
    known = {1: tr("Final"), 2: tr("Semi-finals"), 4: tr("Quarter-finals")}
    return known.get(games) or tr("Round of {players}", players=2 * games)


def round_name(event: Event, number: int) -> Message:
    """“Semi-finals”, or “Round 3”."""
    return stage_name(event, number) or tr("Round {number}", number=number)


def numbered(event: Event, number: int) -> Message | int:
    """What follows the word “round” in a sentence: “3”, or “5 (Semi-finals)” in a bracket."""
    name = stage_name(event, number)
    return number if name is None else tr("{number} ({name})", number=number, name=name)
