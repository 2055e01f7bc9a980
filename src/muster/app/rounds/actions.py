"""Rounds: pair (drawn or by hand), change a draft, publish, close, cut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from muster.app.desk import Desk, Opened, trial
from muster.app.past.meanwhile import must_be_seen
from muster.app.steps import early_end
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.model import Actor, StageKind
from muster.core.kit.written import whole_number
from muster.core.record.event import Event, RoundState
from muster.core.record.facts.play import Fact
from muster.core.rules import drafts, rounds, stages
from muster.core.rules import events as whole
from muster.core.rules.results import open_match


def pair(
    desk: Desk,
    event_id: str,
    actor: Actor,
    *,
    redraw_reason: str = "",
    reason_public: bool = False,
    seen: int = 0,
    request: str = "",
) -> Opened:
    """Draws the next round as a draft; a completed round that is still open is closed first.

    The reason for drawing a round again is only for the staff, unless it is `reason_public`.
    """

    def decide(opened: Opened) -> list[Fact]:
        must_be_seen(opened, seen)
        event, system = opened.event, opened.system
        closing = _closing(opened)
        if redraw_reason and not event.rounds:
            raise Refusal("No round has been drawn yet, so there is none to draw again.")
        draw = stages.draw_bracket if event.stage.kind is StageKind.ELIMINATION else rounds.draw_round
        drawn = draw(event, system, desk.urn(opened), redraw_reason)
        return [*closing, replace(drawn, reason_public=reason_public and bool(redraw_reason))]

    return desk.act(event_id, decide, actor, request)


def play_on(desk: Desk, event_id: str, reason: str, actor: Actor, *, seen: int = 0, request: str = "") -> Opened:
    """Draws the next round although the rules ended the event early; the log has the reason (W-01)."""

    def decide(opened: Opened) -> list[Fact]:
        must_be_seen(opened, seen)
        event, system = opened.event, opened.system
        if early_end(opened) is None:
            raise Refusal("The rules do not end the event early here. Draw the next round instead.")
        if not reason.strip():
            raise Refusal("Playing on needs a reason, for the log.")
        facts = whole.set_option(event, system, system.early_end_option, False, reason.strip())
        after = trial(opened, facts)
        return [*facts, *_closing(opened), rounds.draw_round(after, system, desk.urn(opened))]

    return desk.act(event_id, decide, actor, request)


def _closing(opened: Opened) -> list[Fact]:
    round_ = opened.event.current
    if round_ is not None and round_.state is RoundState.PUBLISHED and round_.complete and round_.matches:
        return rounds.close(opened.event, opened.system)
    return []


def pair_by_hand(
    desk: Desk, event_id: str, lines: Sequence[tuple[str, str, str]], actor: Actor, reason: str = ""
) -> Opened:
    """Enters a round paired on paper: (table, name, name) as typed; an empty second name is a bye."""

    def decide(opened: Opened) -> list[Fact]:
        read = [_hand_pair(opened.event, *line) for line in lines]
        return [*_closing(opened), drafts.by_hand(opened.event, opened.system, read, reason)]

    return desk.act(event_id, decide, actor)


def _hand_pair(event: Event, table: str, a: str, b: str) -> drafts.HandPair:
    number = whole_number(table) if table.strip() else 0
    if number is None:
        raise BadInput("Table “{table}” should be a whole number of 1 or more.", table=table)
    second = event.find(b) if b.strip() and b.strip().casefold() != "bye" else None
    return drafts.HandPair(event.find(a), second, number)


def swap(
    desk: Desk,
    event_id: str,
    first: str,
    second: str,
    actor: Actor,
    reason: str = "",
    *,
    seen: int = 0,
    request: str = "",
) -> Opened:
    def decide(opened: Opened) -> list[Fact]:
        must_be_seen(opened, seen)
        event = opened.event
        return drafts.swap(event, opened.system, event.find(first), event.find(second), reason)

    return desk.act(event_id, decide, actor, request)


def give_bye(
    desk: Desk, event_id: str, player: str, reason: str, actor: Actor, *, seen: int = 0, request: str = ""
) -> Opened:
    def decide(opened: Opened) -> list[Fact]:
        must_be_seen(opened, seen)
        return drafts.give_bye(opened.event, opened.system, opened.event.find(player), reason)

    return desk.act(event_id, decide, actor, request)


def leave_out(desk: Desk, event_id: str, player: str, actor: Actor, *, seen: int = 0, request: str = "") -> Opened:
    """A player without a place in the draft sits the round out."""

    def decide(opened: Opened) -> list[Fact]:
        must_be_seen(opened, seen)
        return drafts.leave_out(opened.event, opened.event.find(player))

    return desk.act(event_id, decide, actor, request)


def move_table(
    desk: Desk,
    event_id: str,
    table: int,
    to: int,
    actor: Actor,
    reason: str = "",
    *,
    seen: int = 0,
    request: str = "",
) -> Opened:
    def decide(opened: Opened) -> list[Fact]:
        must_be_seen(opened, seen)
        _, match = open_match(opened.event, table=table)
        return drafts.move(opened.event, match, to, reason)

    return desk.act(event_id, decide, actor, request)


def publish(desk: Desk, event_id: str, actor: Actor, *, seen: int = 0, request: str = "") -> Opened:
    def decide(opened: Opened) -> list[Fact]:
        must_be_seen(opened, seen)
        return rounds.publish(opened.event)

    return desk.act(event_id, decide, actor, request)


def close(desk: Desk, event_id: str, actor: Actor, *, seen: int = 0, request: str = "") -> Opened:
    def decide(opened: Opened) -> list[Fact]:
        must_be_seen(opened, seen)
        return rounds.close(opened.event, opened.system)

    return desk.act(event_id, decide, actor, request)


def cut(
    desk: Desk, event_id: str, actor: Actor, size: int | None = None, *, seen: int = 0, request: str = ""
) -> Opened:
    """Makes the cut; a completed round that is still open is closed first."""

    def decide(opened: Opened) -> list[Fact]:
        must_be_seen(opened, seen)
        return [*_closing(opened), *stages.cut(opened.event, opened.system, size)]

    return desk.act(event_id, decide, actor, request)
