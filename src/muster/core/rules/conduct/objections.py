"""Objections: a player says that a result which is in is wrong. It counts until staff correct it or answer."""

from __future__ import annotations

from muster.core.kit.errors import Refusal
from muster.core.kit.language import tr
from muster.core.kit.model import PlayerId
from muster.core.reading.stage_names import numbered
from muster.core.record.event import Event, Match, MatchState, Round
from muster.core.record.facts.play import Fact, ObjectionAnswered, ResultObjected
from muster.core.record.player import Player
from muster.core.rules.conduct.rulings import clean_text


def may_object(event: Event, round_: Round, match: Match, player: PlayerId) -> bool:
    try:
        must_be_open_to_objection(event, round_, match, player)
    except Refusal:
        return False
    return True


def must_be_open_to_objection(event: Event, round_: Round, match: Match, player: PlayerId) -> None:
    """The result is of the last published round, is not the player's own report, and staff have not answered an
    objection to it.
    """
    event.must_run()
    if match.state is not MatchState.IN:
        raise Refusal("Table {table} has no result yet. Report what you think is right.", table=match.table)
    if round_ is not event.shown[-1]:
        raise Refusal(
            "Round {number} is over. If the result of table {table} is wrong, tell the desk.",
            number=numbered(event, round_.number),
            table=match.table,
        )
    if player in match.agreed:
        raise Refusal("You reported or confirmed this result yourself. If it is wrong, tell the desk.", clause="X-03")
    if match.answer:
        raise Refusal("Your objection has been answered: {answer}", answer=match.answer)


def object_to(event: Event, round_: Round, match: Match, player: Player, note: str) -> list[Fact]:
    """The desk and the judges see it; nothing else changes. The same text again changes nothing."""
    must_be_open_to_objection(event, round_, match, player.id)
    why = clean_text(note, tr("Your objection")) if note.strip() else ""
    if match.objections.get(player.id) == why:
        return []
    return [ResultObjected(round_.number, match.number, player.id, why)]


def must_be_answerable(match: Match) -> None:
    if not match.objections:
        raise Refusal("Nobody objects to the result of table {table}.", table=match.table)


def answer(round_: Round, match: Match, note: str, by: str) -> list[Fact]:
    """The result stays, and the players read why. A correction also answers an objection."""
    must_be_answerable(match)
    return [ObjectionAnswered(round_.number, match.number, clean_text(note, tr("The answer")), by)]
