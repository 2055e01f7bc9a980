"""A program acting for one player, with that player's token: it may do and see what the player's phone may."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, cast

import msgspec
from msgspec import Meta

from muster.api.areas import games
from muster.api.areas.games import TableGame, TapsBody
from muster.api.call import ApiCall, Holder, Route
from muster.api.shapes import Body, Line
from muster.app.awards import actions as awards
from muster.app.desk import Opened
from muster.app.exact import View
from muster.app.lists import actions as lists
from muster.app.lists import views as list_views
from muster.app.lists.actions import Brought
from muster.app.lists.data import data_of
from muster.app.lists.shapes import ListView, OpenList, PlayerLists, TriedList
from muster.app.mine.side import MySide, my_side
from muster.app.people import roster
from muster.app.permissions import Action
from muster.app.persons.actions import consent_of, is_public
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.results.seen import Shown, too_late_for
from muster.app.staff import calls, objections
from muster.app.table import actions as table_actions
from muster.app.table.tables import OpenTable
from muster.core.book.tracker.tracker import Eye
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.model import Actor, Ending, Raw, Role, Scalar
from muster.core.record.event import Match, Round, RoundState
from muster.core.record.player import Player
from muster.core.rules.lists import life as list_life
from muster.core.rules.table.taps import must_share

ME = "/api/v1/events/{event}/me"

Number = Annotated[int, Meta(ge=0)]
Slot = Annotated[int, Meta(ge=1, le=999)]


class MyReportBody(Body, frozen=True):
    """What the player reports: `values` by the game's keys, a list of two for per-side values, the player's own first
    (where a side is chosen, `a` is the player); or that they concede. `round`: which one; 0 for the current one.
    """

    values: dict[str, Scalar | list[Scalar]] = msgspec.field(default_factory=dict)
    concede: bool = False
    round: Number = 0


class MyWordBody(Body, frozen=True):
    """An answer to what was shown. `shown`: the match's `digest`, or its `result_digest` for an objection."""

    shown: Annotated[str, Meta(min_length=1, max_length=100)]
    round: Number = 0


class MyObjectionBody(MyWordBody, frozen=True, kw_only=True):
    note: Line = ""


class MyRoundBody(Body, frozen=True):
    """`round`: the one you know; if another is being played by now, nothing is done. 0 for the current one."""

    round: Number = 0


class MyVoteBody(Body, frozen=True):
    """Whom to vote for, by number, and in which vote: its `key` is in the ballots."""

    award: Annotated[str, Meta(max_length=200)]
    choice: Number


class MyListBody(Body, frozen=True):
    """A list to hand in. `slot`: which of the player's lists. `fields`: filled in along with the text.

    With `check` the list is only checked against the book, not handed in.
    """

    text: Annotated[str, Meta(max_length=400_000)]
    slot: Slot = 1
    fields: dict[str, Line] = msgspec.field(default_factory=dict)
    check: bool = False


class MySlotBody(Body, frozen=True):
    slot: Slot = 1


class AgreesBody(Body, frozen=True):
    """Whether the player agrees, or no longer does."""

    agrees: bool


class DeclareBody(Body, frozen=True):
    """What to choose in secret for this game; `key` and options are in the declarations."""

    key: Annotated[str, Meta(max_length=200)]
    value: Line


class BreachBody(Body, frozen=True):
    """A breach of the rules at a table. Nobody learns who reported it."""

    table: Number
    text: Annotated[str, Meta(max_length=4_000)]
    round: Number = 0


class MyTapsBody(TapsBody, frozen=True):
    """With `other` the taps are for the other player, who shares this phone and has not tapped on another."""

    other: bool = False


class SharedBody(Body, frozen=True):
    """Whether the player's side is tracked on the other player's phone."""

    shared: bool


class MyLists(View, frozen=True):
    """The player's lists. `table`: each as in a table of lists.

    `lists`: their texts, while the book lets the player see them; `opponent`: the current opponent's, while the book
    shows those. `tried`: a text that was only checked.
    """

    event: str
    entries: int
    table: PlayerLists
    lists: Sequence[ListView]
    opponent: Sequence[OpenList]
    tried: TriedList | None


class MyProfile(View, frozen=True):
    """Whether everybody may see the player's profile across events."""

    public: bool


def _player(opened: Opened, call: ApiCall) -> Player:
    assert call.actor.player is not None
    return opened.event.players[call.actor.player]


def _hash(call: ApiCall) -> str:
    return f"#{call.actor.player}"


def _seat(call: ApiCall, opened: Opened) -> tuple[Round, Match]:
    shown = opened.event.shown
    match = shown[-1].match_of(_player(opened, call).id) if shown else None
    if match is None:
        raise Refusal("You have no match in this round.")
    return shown[-1], match


def _round(opened: Opened, number: int) -> Round:
    """A round that everybody may see; 0 is the current one."""
    found = [one for one in opened.event.shown if number in (0, one.number)]
    if not found:
        raise BadInput("Round “{number}” is not being played. Open your table again.", number=number)
    return found[-1]


def mine(call: ApiCall, opened: Opened) -> MySide:
    """What the player’s own page shows."""
    return my_side(opened, _player(opened, call))


def report(call: ApiCall) -> Opened:
    """Report the result of the player’s own match."""
    body = cast(MyReportBody, call.body)
    round_ = _round(call.opened, body.round)
    late = too_late_for(call.opened, round_)
    if late is not None:
        raise late
    call.beyond.spend("reporting", f"{call.event} {call.actor.player}")
    raw: dict[str, Raw] = {} if body.concede else dict(body.values)
    ending, by = (Ending.CONCESSION, (_hash(call),)) if body.concede else (Ending.PLAYED, ())
    one = Report(_hash(call), ending=ending, by=by, round=round_.number, raw=raw)
    return results.report(call.desk, call.event, [one], call.actor, call.request, call.device)


def confirm(call: ApiCall) -> Opened:
    """Confirm what the opponent reported."""
    return results.confirm(
        call.desk, call.event, _hash(call), call.actor, _shown(call), call.request, device=call.device
    )


def object_to(call: ApiCall) -> Opened:
    """Object to the result that is in; it counts until the staff settle it."""
    call.beyond.spend("reporting", f"{call.event} {call.actor.player}")
    note = cast(MyObjectionBody, call.body).note
    return objections.object_to(call.desk, call.event, _hash(call), note, call.actor, _shown(call), call.request)


def _shown(call: ApiCall) -> Shown:
    body = cast(MyWordBody, call.body)
    return Shown(_round(call.opened, body.round).number, body.shown)


def check_in(call: ApiCall) -> Opened:
    """Check in, where the organiser has players do it themselves."""
    return roster.check_in_self(call.desk, call.event, _player(call.opened, call).id, call.actor)


def drop(call: ApiCall) -> Opened:
    """Drop out of the event."""
    number = cast(MyRoundBody, call.body).round
    return roster.drop(call.desk, call.event, _hash(call), call.actor, round_=number, request=call.request)


def vote(call: ApiCall) -> Opened:
    """Vote for an award; a new vote replaces the old one."""
    call.beyond.spend("reporting", f"{call.event} {call.actor.player}")
    body = cast(MyVoteBody, call.body)
    choice = f"#{body.choice}"
    return awards.vote(call.desk, call.event, body.award, _hash(call), choice, call.actor, request=call.request)


def call_judge(call: ApiCall) -> Opened:
    """Call a judge to the player’s table."""
    call.beyond.spend("calling", f"{call.event} {call.actor.player}")
    return calls.call(call.desk, call.event, _player(call.opened, call).id, _on(call), call.actor)


def call_off(call: ApiCall) -> Opened:
    """Tell the staff that no judge is needed any longer."""
    return calls.call_off(call.desk, call.event, _player(call.opened, call).id, _on(call), call.actor)


def _on(call: ApiCall) -> int:
    return _round(call.opened, cast(MyRoundBody, call.body).round).number


def breach(call: ApiCall) -> Opened:
    """Report a breach of the rules to the staff, without a name."""
    body = cast(BreachBody, call.body)
    call.beyond.spend("reporting", f"{call.event} {call.actor.player}")
    number = _round(call.opened, body.round).number
    nobody = Actor(Role.SPECTATOR.value, Role.SPECTATOR)
    # Not this request's desk, where everything is done as the player.
    desk = call.beyond.desk
    return calls.report_breach(desk, call.event, body.table, body.text, number, nobody, call.request)


def my_lists(call: ApiCall, opened: Opened) -> MyLists:
    """The player’s own lists, and the opponent’s while the book shows them."""
    player = _player(opened, call)
    list_life.rules_of(opened.system)
    now, data = lists.now(call.desk), data_of(call.desk, opened.system)
    try:
        own = cast("list[ListView]", list_views.shown_to(opened, player, call.actor, now, data))
    except Refusal:  # Not while they play (L5R-080): the table of lists still says that they are in.
        own = []
    return MyLists(
        opened.id,
        opened.last,
        list_views.player_view(opened, player, now, data),
        own,
        _opponents(call, opened, player),
        _tried(call, opened, player, data),
    )


def _tried(call: ApiCall, opened: Opened, player: Player, data: object) -> TriedList | None:
    body = call.body
    if not isinstance(body, MyListBody) or not body.check:
        return None
    values = lists.read_fields(opened.system, dict(body.fields))
    return list_views.try_view(opened, player, body.slot, body.text, values, data)


def _opponents(call: ApiCall, opened: Opened, player: Player) -> list[OpenList]:
    round_ = opened.event.current
    match = round_.match_of(player.id) if round_ and round_.state is RoundState.PUBLISHED else None
    other = None if match is None else opened.event.players[match.other(player.id)]
    if other is None or not list_life.may_see(opened.event, opened.system, other.id, player.id):
        return []
    now, data = lists.now(call.desk), data_of(call.desk, opened.system)
    return cast("list[OpenList]", list_views.shown_to(opened, other, call.actor, now, data))


def hand_in(call: ApiCall) -> Opened:
    """Hand in a list, or only check it."""
    body = cast(MyListBody, call.body)
    list_life.rules_of(call.opened.system)
    call.beyond.spend("checking", f"{call.event} {call.actor.player}")
    if body.check:
        return call.opened
    brought = Brought(_hash(call), body.text, body.slot, dict(body.fields))
    return lists.hand_in(call.desk, call.event, brought, call.actor, request=call.request)


def withdraw_list(call: ApiCall) -> Opened:
    """Withdraw a list."""
    list_life.rules_of(call.opened.system)
    return lists.withdraw(call.desk, call.event, _hash(call), cast(MySlotBody, call.body).slot, call.actor)


def consent(call: ApiCall) -> Opened:
    """Agree to show the lists, or withdraw that."""
    list_life.rules_of(call.opened.system)
    return lists.consent(call.desk, call.event, _hash(call), cast(AgreesBody, call.body).agrees, call.actor)


def declare(call: ApiCall) -> Opened:
    """Choose something in secret for the game that is on."""
    body = cast(DeclareBody, call.body)
    list_life.rules_of(call.opened.system)
    return lists.declare(call.desk, call.event, _hash(call), body.key, body.value, call.actor)


def my_game(call: ApiCall, opened: Opened) -> TableGame:
    """The game at the player’s table as they see it; null while nobody has opened it."""
    round_, match = _seat(call, opened)
    side = 0 if match.a == call.actor.player else 1
    return games.told(call, opened, (round_, match), Eye(side))


def tap(call: ApiCall) -> Opened:
    """Tap at the player’s table, or only open the game there."""
    body, table = cast(MyTapsBody, call.body), _table(call, opens=True)
    side = table_actions.must_play(table, call.actor.player, "")
    if body.other:
        side = 1 - side
        must_share(table.record, side, call.device)
    games.take_in(call, table, body, side)
    return call.opened


def share(call: ApiCall) -> Opened:
    """Follow the game on the other player’s phone, or stop."""
    table, shared = _table(call), cast(SharedBody, call.body).shared
    call.beyond.spend("tapping", f"{table.id} {call.device}")
    side = table_actions.must_play(table, call.actor.player, "")
    table_actions.share(games.mine(call, table), table.id, side, shared, call.actor)
    return call.opened


def send_result(call: ApiCall) -> Opened:
    """Report what both agreed on at the table."""
    player = _player(call.opened, call).id
    call.beyond.spend("reporting", f"{call.event} {player}")
    beyond = call.beyond
    # Under its own name: a game's result counts once per side, however often it is sent.
    return table_actions.send_result(beyond.tables, beyond.desk, _table(call), player, call.actor, call.device)


def _table(call: ApiCall, opens: bool = False) -> OpenTable:
    round_, match = _seat(call, call.opened)
    tables = call.beyond.tables
    if opens:
        return table_actions.open_match(tables, call.opened, round_.number, _player(call.opened, call).id, call.actor)
    return tables.open(table_actions.id_of(call.event, round_, match))


def show_profile(call: ApiCall) -> Opened:
    """Show the player’s profile to everybody, or hide it."""
    player = _player(call.opened, call)
    consent_of(call.beyond.people, (call.opened.hashes[0], player.id), cast(AgreesBody, call.body).agrees)
    return call.opened


def profile(call: ApiCall, opened: Opened) -> MyProfile:
    return MyProfile(is_public(call.beyond.people, (opened.hashes[0], _player(opened, call).id)))


def _sent(name: str, path: str, action: Action, does: Any, body: type[Body] = Body) -> Route[MySide]:
    """A form on the player's page; the answer is that page."""
    return Route(name, "POST", ME + path, action, MySide, mine, does, body, twins=(name,), holder=Holder.PLAYER)


def _list(name: str, path: str, does: Any, body: type[Body]) -> Route[MyLists]:
    return Route(
        name, "POST", ME + path, Action.MY_LISTS, MyLists, my_lists, does, body, twins=(name,), holder=Holder.PLAYER
    )


PLAY, MY_LISTS, OWN = Action.PLAY, Action.MY_LISTS, Holder.PLAYER
ME_ROUTE = Route("me", "GET", ME, PLAY, MySide, mine, holder=OWN)
REPORT = _sent("send-report", "/report", PLAY, report, MyReportBody)
CONFIRM = _sent("my-confirm", "/confirm", PLAY, confirm, MyWordBody)
OBJECT = _sent("my-objection", "/objection", PLAY, object_to, MyObjectionBody)
CHECK_IN = _sent("my-check-in", "/check-in", PLAY, check_in)
DROP = _sent("my-drop", "/drop", Action.QUIT, drop, MyRoundBody)
VOTE = _sent("my-vote", "/vote", Action.VOTE, vote, MyVoteBody)
CALL = _sent("call-judge", "/judge", Action.CALL, call_judge, MyRoundBody)
CALL_OFF = _sent("call-off", "/judge/off", Action.CALL, call_off, MyRoundBody)
BREACH = _sent("send-breach", "/breach", Action.BREACH, breach, BreachBody)
LISTS = Route("my-lists", "GET", ME + "/lists", MY_LISTS, MyLists, my_lists, holder=OWN, timed=True)
HAND_IN = _list("send-list", "/lists", hand_in, MyListBody)
WITHDRAW = _list("withdraw-list", "/lists/withdraw", withdraw_list, MySlotBody)
CONSENT = _list("my-consent", "/lists/consent", consent, AgreesBody)
DECLARE = _sent("declare", "/declare", MY_LISTS, declare, DeclareBody)
GAME = Route("my-game", "GET", ME + "/game", PLAY, TableGame, my_game, holder=OWN, timed=True)
TAP = Route(
    "my-tap",
    "POST",
    ME + "/game/taps",
    PLAY,
    TableGame,
    my_game,
    tap,
    MyTapsBody,
    twins=("my-tap", "tap-both"),
    holder=OWN,
)
SHARE = Route(
    "share-game",
    "POST",
    ME + "/game/share",
    MY_LISTS,
    TableGame,
    my_game,
    share,
    SharedBody,
    twins=("share-game",),
    holder=OWN,
)
SEND_RESULT = _sent("send-result", "/game/send", PLAY, send_result)
PROFILE = Route(
    "my-profile",
    "POST",
    ME + "/profile",
    Action.MY_PROFILE,
    MyProfile,
    profile,
    show_profile,
    AgreesBody,
    twins=("my-profile",),
    holder=OWN,
)

ROUTES: tuple[Route[Any], ...] = (
    ME_ROUTE,
    REPORT,
    CONFIRM,
    OBJECT,
    CHECK_IN,
    DROP,
    VOTE,
    CALL,
    CALL_OFF,
    BREACH,
    LISTS,
    HAND_IN,
    WITHDRAW,
    CONSENT,
    DECLARE,
    GAME,
    TAP,
    SHARE,
    SEND_RESULT,
    PROFILE,
)
