"""Players' lists over the API, for the staff: what was handed in and found, deadline and locks, checks, lost cards."""

from __future__ import annotations

from typing import Annotated, Any, cast

from msgspec import Meta, field

from muster.api.call import V1, ApiCall, Route, twin
from muster.api.reads import found_player
from muster.api.shapes import MOST_PLAYERS, Body, Line, Recorded
from muster.app.desk import Opened
from muster.app.exact import View
from muster.app.lists import actions, lost_cards, views
from muster.app.lists.actions import Brought
from muster.app.lists.data import data_of
from muster.app.lists.proxies import make_proxy
from muster.app.lists.shapes import (
    ListsView,
    ListView,
    LostView,
    PlayerLists,
    ProxyView,
    SightView,
    TermsView,
    VersionView,
)
from muster.app.lists.terms import for_staff, sight_view, terms_view
from muster.app.people.roster import as_typed
from muster.app.permissions import Action
from muster.app.speech import tr
from muster.app.staff.actions import ORGANISER
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Scalar
from muster.core.record.facts.lists import ListMark
from muster.core.record.player import Player
from muster.core.rules.lists.lost_cards import open_losses
from muster.core.rules.lists.proxies import slip

LONGEST = 400_000
"""Characters of a list."""

ListText = Annotated[str, Meta(max_length=LONGEST)]
Slot = Annotated[int, Meta(ge=1, le=999)]


class SlotBody(Body, frozen=True):
    """`slot`: which of the player's lists."""

    slot: Slot = 1


class HandInBody(SlotBody, frozen=True, kw_only=True):
    """A list as text, and the fields filled in with it. `reason`: for a list that is late or changed."""

    text: ListText
    fields: dict[str, Scalar] = field(default_factory=dict)
    reason: Line = ""


class HandedList(SlotBody, frozen=True, kw_only=True):
    """One player's list, by number."""

    player: int
    text: ListText
    fields: dict[str, Scalar] = field(default_factory=dict)


class ListsBody(Body, frozen=True):
    """Lists of many players, all or none; those that are already in are left unchanged."""

    lists: Annotated[list[HandedList], Meta(min_length=1, max_length=MOST_PLAYERS)]
    reason: Line = ""


class DueBody(Body, frozen=True):
    """The deadline, such as “2026-11-14 20:00”, in the server's time if no zone is given; empty for none."""

    due: Line


class LockBody(Body, frozen=True):
    """Whether lists are locked from now on."""

    locked: bool = True
    reason: Line = ""


class MarkBody(SlotBody, frozen=True, kw_only=True):
    """What a check against cards or models found. `ticked`: clauses of the checklist. `checked`: lines of the list."""

    mark: ListMark
    note: Line = ""
    ticked: list[Line] = field(default_factory=list)
    checked: list[int] = field(default_factory=list)


class WithdrawBody(SlotBody, frozen=True, kw_only=True):
    reason: Line = ""


class LostCardBody(Body, frozen=True):
    """`minutes`: how long the table may look for another copy. `in_game`: it is missing in a game, which is
    conceded.
    """

    card: Line
    minutes: Annotated[int, Meta(ge=0, le=1_000)] = 0
    in_game: bool = False


class SettleLostBody(Body, frozen=True):
    """`lost`: the number of the lost card. Another copy was found, or the game is conceded."""

    lost: int
    conceded: bool = False


class ProxyBody(Body, frozen=True):
    """`by`: who makes it. `unreadable`: what can no longer be read on the card."""

    card: Line
    by: Line
    unreadable: Line = ""


class EventLists(View, frozen=True):
    """Everybody's lists without their content, the deadline and locks, and who sees lists when."""

    event: str
    lists: ListsView
    terms: TermsView
    sight: list[SightView]


class OneListWhole(View, frozen=True):
    """A list with all findings, and its versions, oldest first."""

    content: ListView
    history: list[VersionView]


class ListsOfPlayer(View, frozen=True):
    """A player's lists. `lost`: cards that are missing and not replaced."""

    event: str
    player: PlayerLists
    lists: list[OneListWhole]
    lost: list[LostView]
    proxies: list[ProxyView]


class ListsRecorded(Recorded, frozen=True):
    lists: ListsView


class PlayerListsRecorded(Recorded, frozen=True):
    player: PlayerLists
    lost: list[LostView]
    proxies: list[ProxyView]


def everybody(call: ApiCall, opened: Opened) -> EventLists:
    """Who has handed in what, and what the checks found."""
    now = actions.now(call.desk)
    return EventLists(opened.id, _lists(call, opened), terms_view(opened, now), sight_view(opened))


def told(call: ApiCall, opened: Opened) -> ListsRecorded:
    return ListsRecorded(opened.id, opened.last, _lists(call, opened))


def _lists(call: ApiCall, opened: Opened) -> ListsView:
    return views.lists_view(opened, actions.now(call.desk), data_of(call.desk, opened.system))


def of_player(call: ApiCall, opened: Opened) -> ListsOfPlayer:
    """A player's lists, each with its text, everything found in it, and its history."""
    player, now, data = _player(call, opened), actions.now(call.desk), data_of(call.desk, opened.system)
    slots = opened.event.lists.slots(player.id)
    return ListsOfPlayer(
        event=opened.id,
        player=views.player_view(opened, player, now, data),
        lists=[
            OneListWhole(views.list_view(opened, player, slot, now, data), views.history_view(opened, player, slot))
            for slot in slots
        ],
        lost=_lost(opened, player),
        proxies=_proxies(opened, player),
    )


def player_told(call: ApiCall, opened: Opened) -> PlayerListsRecorded:
    player, now, data = _player(call, opened), actions.now(call.desk), data_of(call.desk, opened.system)
    own = views.player_view(opened, player, now, data)
    return PlayerListsRecorded(opened.id, opened.last, own, _lost(opened, player), _proxies(opened, player))


def _player(call: ApiCall, opened: Opened) -> Player:
    """The player in the address.

    An organiser who currently plays them cannot see their lists, and neither can their program.
    """
    found_player(opened, call.number)
    return for_staff(opened, call.number, opened.event.staff.members[ORGANISER])


def _named(call: ApiCall) -> str:
    return f"#{_player(call, call.opened).id}"


def _lost(opened: Opened, player: Player) -> list[LostView]:
    return [LostView(one.number, one.card, one.round) for one in open_losses(opened.event, player.id)]


def _proxies(opened: Opened, player: Player) -> list[ProxyView]:
    return [
        ProxyView(
            player.id,
            player.name,
            made.card,
            made.leader,
            made.date,
            made.unreadable,
            [tr(line) for line in slip(made)],
        )
        for made in opened.event.lists.proxies
        if made.player == player.id
    ]


def due(call: ApiCall) -> Opened:
    """Set the deadline for lists, or remove it."""
    return actions.set_due(call.desk, call.event, cast(DueBody, call.body).due, call.actor)


def lock_all(call: ApiCall) -> Opened:
    """Lock everybody's lists, or unlock them."""
    return _lock(call, [])


def lock_one(call: ApiCall) -> Opened:
    """Lock a player's lists, or unlock them."""
    return _lock(call, [_named(call)])


def _lock(call: ApiCall, names: list[str]) -> Opened:
    body = cast(LockBody, call.body)
    act = actions.lock if body.locked else actions.unlock
    return act(call.desk, call.event, names, call.actor, body.reason)


def take(call: ApiCall) -> Opened:
    """Hand in lists of many players, all or none."""
    body = cast(ListsBody, call.body)
    brought = [Brought(f"#{one.player}", one.text, one.slot, _typed(one.fields)) for one in body.lists]
    return actions.hand_in_many(call.desk, call.event, brought, call.actor, body.reason)[0]


def _typed(fields: dict[str, Scalar]) -> dict[str, str]:
    return {key: as_typed(value) for key, value in fields.items()}


def hand_in(call: ApiCall) -> Opened:
    """Hand in a list for a player, or its next version."""
    body = cast(HandInBody, call.body)
    brought = Brought(_named(call), body.text, body.slot, _typed(body.fields))
    return actions.hand_in(call.desk, call.event, brought, call.actor, body.reason)


def withdraw(call: ApiCall) -> Opened:
    """Withdraw a player's list; its history keeps it."""
    body = cast(WithdrawBody, call.body)
    return actions.withdraw(call.desk, call.event, _named(call), body.slot, call.actor, body.reason)


def mark(call: ApiCall) -> Opened:
    """Record a check of a list against cards or models."""
    body, who = cast(MarkBody, call.body), _named(call)
    return actions.mark(
        call.desk, call.event, who, body.slot, body.mark, call.actor, body.note, body.ticked, body.checked
    )


def lost(call: ApiCall) -> Opened:
    """Record that a player is missing a card."""
    body = cast(LostCardBody, call.body)
    minutes = str(body.minutes) if body.minutes and not body.in_game else ""
    return lost_cards.lose(
        call.desk, call.event, _named(call), body.card, call.actor, minutes=minutes, in_game=body.in_game
    )


def settle_lost(call: ApiCall) -> Opened:
    """Record that a lost card was replaced, or that the game is conceded."""
    body, player = cast(SettleLostBody, call.body), _player(call, call.opened)
    if body.lost not in [one.number for one in open_losses(call.opened.event, player.id)]:
        raise Refusal("This lost card is already settled.")
    act = lost_cards.concede if body.conceded else lost_cards.replace
    return act(call.desk, call.event, body.lost, call.actor)


def proxy(call: ApiCall) -> Opened:
    """Record a proxy for a damaged card."""
    body = cast(ProxyBody, call.body)
    return make_proxy(call.desk, call.event, _named(call), body.card, body.unreadable, body.by, call.actor)


LISTS, KEEP_LISTS, ONE = Action.LISTS, Action.KEEP_LISTS, V1 + "/lists/{number}"

ROUTES: tuple[Route[Any], ...] = (
    Route("lists", "GET", V1 + "/lists", LISTS, EventLists, everybody, timed=True),
    Route("player-lists", "GET", ONE, LISTS, ListsOfPlayer, of_player, timed=True),
    twin("lists-due", V1 + "/lists/due", KEEP_LISTS, ListsRecorded, told, due, DueBody),
    twin("lock-lists", V1 + "/lists/lock", KEEP_LISTS, ListsRecorded, told, lock_all, LockBody),
    twin("take-lists", V1 + "/lists", KEEP_LISTS, ListsRecorded, told, take, ListsBody, status=201),
    twin("mark-list", ONE + "/mark", LISTS, PlayerListsRecorded, player_told, mark, MarkBody),
    twin("hand-in-for", ONE + "/hand-in", LISTS, PlayerListsRecorded, player_told, hand_in, HandInBody),
    twin("withdraw-for", ONE + "/withdraw", LISTS, PlayerListsRecorded, player_told, withdraw, WithdrawBody),
    twin("lost-card", ONE + "/lost", LISTS, PlayerListsRecorded, player_told, lost, LostCardBody),
    twin(
        "settle-lost-card", ONE + "/lost/settle", LISTS, PlayerListsRecorded, player_told, settle_lost, SettleLostBody
    ),
    twin("make-proxy", ONE + "/proxy", LISTS, PlayerListsRecorded, player_told, proxy, ProxyBody),
    twin("lock-list", ONE + "/lock", KEEP_LISTS, PlayerListsRecorded, player_told, lock_one, LockBody),
)
