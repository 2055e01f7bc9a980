"""A lost card: time to find another copy, the game conceded, who must leave. It gets no proxy."""

from __future__ import annotations

from muster.core.book.lists import LostRules
from muster.core.book.system import System
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.language import mark, tr
from muster.core.kit.model import Ending, PlayerId
from muster.core.kit.reasons import Reason
from muster.core.record.event import Event, Match, Round, RoundState
from muster.core.record.facts.lists import CardLost, CardReplaced
from muster.core.record.facts.play import Fact
from muster.core.record.lists import Lost
from muster.core.record.player import Player
from muster.core.rules.clock import extend
from muster.core.rules.lists.life import rules_of
from muster.core.rules.lists.proxies import on_the_list
from muster.core.rules.results import report


def rules_for_lost(system: System) -> LostRules:
    found = rules_of(system).lost
    if found is None:
        raise Refusal("The {system} book has no rule about lost cards.", system=system.name)
    return found


def lose(
    event: Event, system: System, player: Player, card: str, at: str, *, minutes: int = 0, in_game: bool = False
) -> list[Fact]:
    """Recorded, with time for the table to look for another copy; if discovered during the game, the game is
    conceded.
    """
    event.must_run()
    rules = rules_for_lost(system)
    if not player.active:
        raise Refusal("{name} has left the event ({status}).", name=player.name, status=tr(player.status.value))
    if not card.strip():
        raise BadInput("Which card is lost? Give its full name.", clause=rules.time)
    name = on_the_list(event, system, player, card.strip())
    fact = CardLost(player.id, event.current.number if event.current else 0, name, in_game)
    if in_game:
        return [*_conceded(event, system, player, rules.in_game), fact]
    if not minutes:
        return [fact]
    _, match = _game(event, player, rules.time)
    return [*extend(event, match, minutes, at, mark("time to replace a lost card")), fact]


def _game(event: Event, player: Player, clause: str) -> tuple[Round, Match]:
    """The game they are playing now."""
    round_ = event.current
    match = round_.match_of(player.id) if round_ and round_.state is RoundState.PUBLISHED else None
    if round_ is None or match is None:
        raise Refusal("{name} has no game.", clause=clause, name=player.name)
    return round_, match


def _conceded(event: Event, system: System, player: Player, clause: str) -> list[Fact]:
    round_, match = _game(event, player, clause)
    return report(event, system, round_, match, {}, ending=Ending.CONCESSION, by=(player.id,))


def open_losses(event: Event, player: PlayerId | None = None) -> list[Lost]:
    """Lost cards that were not replaced: one player's, or those of everybody still here."""
    return [
        one
        for one in event.lists.lost
        if not one.replaced and (event.players[one.player].active if player is None else one.player == player)
    ]


def _open(event: Event, number: int) -> Lost:
    found = next((one for one in event.lists.lost if one.number == number), None)
    if found is None or found.replaced:
        raise Refusal("There is no lost card {number} waiting to be replaced.", number=number)
    return found


def replace(event: Event, system: System, number: int) -> list[Fact]:
    """Another copy was found."""
    event.must_run()
    rules_for_lost(system)
    return [CardReplaced(_open(event, number).number)]


def concede(event: Event, system: System, number: int) -> list[Fact]:
    """No other copy was found in time, so the game is conceded. The card stays lost."""
    event.must_run()
    rules = rules_for_lost(system)
    return _conceded(event, system, event.players[_open(event, number).player], rules.conceded)


def lost_notice(event: Event, system: System) -> tuple[Reason, ...]:
    """Players who should leave before the next round; it blocks nothing, and they may rejoin with another copy
    (L-43).
    """
    rules = None if system.lists is None else system.lists.lost
    round_ = event.current
    if rules is None or (round_ is not None and round_.state is RoundState.PUBLISHED and round_.out()):
        return ()
    now = len(event.rounds) + (round_ is None or round_.state is not RoundState.DRAFT)
    players = sorted({one.player for one in open_losses(event) if one.round < now})
    return (Reason("card_lost", {"players": players}, rules.leaves),) if players else ()
