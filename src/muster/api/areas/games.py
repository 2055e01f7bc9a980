"""Games at an event's tables: for everybody, the games that staff show; for staff, every game, its taps, and
tapping.
"""

from __future__ import annotations

from typing import Annotated, Any, cast

import msgspec
from msgspec import Meta

from muster.api.call import ApiCall, Route
from muster.api.problems import KeyUsed
from muster.api.shapes import Body, Seen
from muster.app.desk import Opened
from muster.app.exact import View
from muster.app.permissions import Action
from muster.app.staff.actions import ORGANISER
from muster.app.staff.rulings import keeps_out_of
from muster.app.table import actions, featured
from muster.app.table.actions import MOST_AT_ONCE, SentTap
from muster.app.table.spoken import SpokenGame, game_view
from muster.app.table.tables import OpenTable, Tables
from muster.core.book.tracker.tracker import Eye
from muster.core.kit.model import Raw
from muster.core.record.event import Match, Round

AT = "/api/v1/events/{event}/rounds/{number}/tables/{table}/game"
STAFF = Eye(None, staff=True)


class TapBody(Body, frozen=True):
    """A tap: `key` and `values` of what was tapped on the board.

    `count`: its number among this program's taps in this game, so that it counts once; 0 for the next one. `at`: when,
    in the server's milliseconds; 0 for now.
    """

    key: Annotated[str, Meta(max_length=200)]
    values: dict[str, Raw] = msgspec.field(default_factory=dict)
    count: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    at: Annotated[int, Meta(ge=0, le=2**53)] = 0


class TapsBody(Body, frozen=True):
    """Taps in the order they were made; an empty list only opens the game. `seen`: the `seq` of the game you know."""

    taps: Annotated[list[TapBody], Meta(max_length=MOST_AT_ONCE)] = msgspec.field(default_factory=list)
    seen: Seen = 0


class ShareBody(Body, frozen=True):
    """A side, 0 or 1, that is tracked on the other player's phone, or no longer."""

    side: Annotated[int, Meta(ge=0, le=1)]
    shared: bool = True


class TableGame(View, frozen=True):
    """The game at a table; null while nobody has tracked it there."""

    event: str
    round: int
    table: int
    game: SpokenGame | None


def public_game(call: ApiCall, opened: Opened) -> TableGame:
    """A game that the staff show to everybody."""
    seat = actions.seat_at(opened, call.number, call.parts["table"])
    featured.must_be_featured(opened, *seat)
    tables = call.beyond.tables
    table = featured.followed(tables, opened, *seat)
    view = None if table is None else game_view(tables, table, opened, Eye(None), watched=True)
    return TableGame(opened.id, seat[0].number, seat[1].table, view)


def game(call: ApiCall, opened: Opened) -> TableGame:
    """The game at a table as the staff see it."""
    return told(call, opened, _seat(call, opened), STAFF)


def tap(call: ApiCall) -> Opened:
    """Tap at a table as staff, such as to correct a number or to take a tap back; or only open its game."""
    round_, match = _seat(call, call.opened)
    table = actions.open_match(call.beyond.tables, call.opened, round_.number, match.a, call.actor)
    take_in(call, table, cast(TapsBody, call.body), None)
    return call.opened


def share(call: ApiCall) -> Opened:
    """Allow following a game on one player's phone for both, or end that."""
    body, seat = cast(ShareBody, call.body), _seat(call, call.opened)
    table = call.beyond.tables.open(actions.id_of(call.event, *seat))
    actions.share(mine(call, table), table.id, body.side, body.shared, call.actor)
    return call.opened


def told(call: ApiCall, opened: Opened, seat: tuple[Round, Match], eye: Eye) -> TableGame:
    """A seat's game for one viewer. Looking does not open one."""
    tables = call.beyond.tables
    table = featured.followed(tables, opened, *seat)
    view = None if table is None else game_view(tables, table, opened, eye, call.device)
    return TableGame(opened.id, seat[0].number, seat[1].table, view)


def take_in(call: ApiCall, table: OpenTable, body: TapsBody, side: int | None) -> None:
    call.beyond.spend("tapping", f"{table.id} {call.device}")
    sent = [SentTap(one.key, one.count, one.at, dict(one.values)) for one in body.taps]
    if sent:
        actions.tap(mine(call, table), table.id, sent, side, call.device, call.actor, body.seen)


def mine(call: ApiCall, table: OpenTable) -> Tables:
    """The ledger of tables for this one request, which is applied once under its key."""
    head = call.request[:16]
    if any(entry.request.startswith(head) and entry.request != call.request for entry in table.entries):
        raise KeyUsed("This Idempotency-Key was already used for another request. Use a new key.")
    return call.beyond.tables.within(call.actor, call.request)


def _seat(call: ApiCall, opened: Opened) -> tuple[Round, Match]:
    """The game at a table in a published round. The organiser has no say in a game of their own (L5R-018)."""
    round_, match = actions.seat_at(opened, call.number, call.parts["table"])
    out = keeps_out_of(opened, opened.event.staff.members[ORGANISER], match)
    if out is not None:
        raise out
    return round_, match


PUBLIC_GAME = Route(
    "game.json", "GET", "/e/{event}/game/{number}/{table}.json", Action.LOOK, TableGame, public_game, timed=True
)
GAME = Route("game", "GET", AT, Action.TABLES, TableGame, game, timed=True)
TAP = Route("tap", "POST", AT + "/taps", Action.RULE, TableGame, game, tap, TapsBody, twins=("judge-tap",))
SHARE = Route("share", "POST", AT + "/share", Action.RULE, TableGame, game, share, ShareBody, twins=("judge-share",))

PUBLIC: tuple[Route[Any], ...] = (PUBLIC_GAME,)
ROUTES: tuple[Route[Any], ...] = (GAME, TAP, SHARE)
