"""Arriving late, or leaving in the middle of a game: one action, with the option or result that it needs."""

from __future__ import annotations

from muster.app.desk import Desk, Opened, trial
from muster.app.people.intake import read_values
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.model import Actor, Ending, PlayerId
from muster.core.reading.stage_names import numbered
from muster.core.record.event import Event
from muster.core.record.facts.play import Fact
from muster.core.rules import events as whole
from muster.core.rules import latecomers, players, results
from muster.core.rules.players import Newcomer

LATE = "late_entry"

LEAVING = {ending.value: ending for ending in (Ending.CONCESSION, Ending.NO_SHOW)}
"""How a leaving player's unfinished game may end."""


def allowing(opened: Opened) -> list[Fact]:
    """Allows late entry, if it is not allowed yet (X-04)."""
    if opened.system.settings(opened.event).flag(LATE):
        return []
    return whole.set_option(opened.event, opened.system, LATE, True)


def _after(opened: Opened, facts: list[Fact]) -> Event:
    return trial(opened, facts) if facts else opened.event


def enter(
    desk: Desk,
    event_id: str,
    name: str,
    texts: dict[str, str],
    actor: Actor,
    *,
    allow: bool = False,
    against_bye: bool = False,
    request: str = "",
) -> Opened:
    """Adds one player.

    `allow`: also allows late entry if necessary; `against_bye`: they play the player who has the bye in the current
    round.
    """

    def decide(opened: Opened) -> list[Fact]:
        facts = allowing(opened) if allow else []
        newcomer = Newcomer(name, read_values(opened.system, texts))
        facts += players.enrol(_after(opened, facts), opened.system, [newcomer], desk.urn(opened))
        entered = PlayerId(opened.event.enrolled + 1)
        return [*facts, *_seated(desk, opened, facts, entered)] if against_bye else facts

    return desk.act(event_id, decide, actor, request)


def _seated(desk: Desk, opened: Opened, facts: list[Fact], player: PlayerId) -> list[Fact]:
    """Seats a player against the bye, after these facts."""
    state = _after(opened, facts)
    return latecomers.play_the_bye(state, opened.system, state.players[player], desk.now(opened))


def play_the_bye(desk: Desk, event_id: str, player: str, actor: Actor, request: str = "") -> Opened:
    """A latecomer plays the player who has the bye in the current round, if they are not in it yet."""
    return desk.act(event_id, lambda opened: _seated(desk, opened, [], opened.event.find(player).id), actor, request)


def arrive(
    desk: Desk,
    event_id: str,
    player: str,
    actor: Actor,
    *,
    allow: bool = False,
    against_bye: bool = False,
    request: str = "",
) -> Opened:
    """An enrolled player has arrived; if they were held out of a round, they come in as a late entry (X-28), and with
    `against_bye` play the player who has the bye in it.
    """

    def decide(opened: Opened) -> list[Fact]:
        found = opened.event.find(player)
        if found.checked_in:
            return []
        facts = allowing(opened) if allow else []
        state = _after(opened, facts)
        facts += players.check_in(state, opened.system, [state.players[found.id]])
        return [*facts, *_seated(desk, opened, facts, found.id)] if against_bye else facts

    return desk.act(event_id, decide, actor, request)


def leave(
    desk: Desk,
    event_id: str,
    player: str,
    how: str,
    actor: Actor,
    reason: str = "",
    *,
    round_: int = 0,
    request: str = "",
) -> Opened:
    """Ends a player's game, by `how`, and drops them.

    `round_`: the round that the page showed, 0 if no page was involved.
    """

    def decide(opened: Opened) -> list[Fact]:
        event, system = opened.event, opened.system
        if how not in LEAVING:
            raise BadInput("A game cannot end with “{how}” for a player who leaves.", how=how)
        leaver = event.find(player)
        played, match = results.open_match(event, player=leaver.id)
        if round_ not in (0, played.number):
            raise Refusal(
                "Round {number} has begun since. Nothing was changed; check and try again.",
                number=numbered(event, played.number),
            )
        facts = results.report(event, system, played, match, {}, ending=LEAVING[how], by=(leaver.id,))
        after = trial(opened, facts)
        # A no-show already drops the player, and in some games conceding retires them.
        if not after.players[leaver.id].active:
            return facts
        return [*facts, *players.drop(after, after.players[leaver.id], reason)]

    return desk.act(event_id, decide, actor, request)
