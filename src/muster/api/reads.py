"""What the API shows of an event: the public part, and the part that needs a token. The same views as `--json`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from muster.api.call import TABLE, V1, ApiCall
from muster.api.problems import NoSuchAddress
from muster.api.shapes import (
    ListsForAll,
    LogPage,
    PlayersList,
    PublicLists,
    RoundsList,
    ShownBracket,
    ShownClock,
    ShownPlayer,
    TokenShown,
)
from muster.app.clock.actions import clock_view
from muster.app.desk import Opened
from muster.app.lists.actions import now as list_time
from muster.app.lists.data import data_of
from muster.app.lists.shapes import OpenList
from muster.app.lists.views import shown_to
from muster.app.log.entries import log_view
from muster.app.results.actions import find_match
from muster.app.rounds.bracket import bracket_view
from muster.app.views.event import event_view, lines_view, player_view, round_view, standings_view
from muster.app.views.shapes import EventView, PlayerView, RoundView, StandingsView
from muster.app.why.reasons import why_player
from muster.core.kit.errors import BadInput, Refusal, UnknownName
from muster.core.kit.model import PlayerId
from muster.core.record.event import Match, Round
from muster.core.record.player import Player
from muster.core.rules.lists.life import may_see

T = TypeVar("T")


def public_event(call: ApiCall, opened: Opened) -> EventView:
    """The whole event, without what is still secret."""
    return event_view(opened, public=True)


def public_players(call: ApiCall, opened: Opened) -> PlayersList:
    """All players."""
    return PlayersList(opened.id, [player_view(opened, p, public=True) for p in opened.event.players.values()], None)


def public_player(call: ApiCall, opened: Opened) -> ShownPlayer:
    """One player: round by round, and why they are paired and ranked as they are."""
    found = found_player(opened, call.number)
    view = player_view(opened, found, public=True)
    return ShownPlayer(opened.id, view, lines_view(opened, found), why_player(opened, found))


def public_rounds(call: ApiCall, opened: Opened) -> RoundsList:
    """All published rounds with their pairings and results."""
    return RoundsList(opened.id, [round_view(opened, r.number, public=True) for r in opened.event.shown])


def public_round(call: ApiCall, opened: Opened) -> RoundView:
    """One published round."""
    must_be_shown(opened, call.number)
    return round_view(opened, call.number, public=True)


def public_standings(call: ApiCall, opened: Opened) -> StandingsView:
    """The standings as they are now."""
    return standings_view(opened)


def public_standings_after(call: ApiCall, opened: Opened) -> StandingsView:
    """The standings after a round."""
    must_be_shown(opened, call.number)
    return standings_view(opened, call.number)


def bracket(call: ApiCall, opened: Opened) -> ShownBracket:
    """The bracket, round by round."""
    return ShownBracket(opened.id, bracket_view(opened))


def clock(call: ApiCall, opened: Opened) -> ShownClock:
    """The round clock at this moment."""
    return ShownClock(opened.id, clock_view(opened, call.desk.now(opened)))


def open_lists(call: ApiCall, opened: Opened) -> ListsForAll:
    """The lists that everybody may read now."""
    rules = opened.system.lists
    owners = [] if rules is None else opened.event.players.values()
    found = [
        PublicLists(p.id, p.name, _lists_for_all(call, opened, p))
        for p in owners
        if opened.event.lists.slots(p.id) and may_see(opened.event, opened.system, p.id, None)
    ]
    return ListsForAll(opened.id, found)


def _lists_for_all(call: ApiCall, opened: Opened, owner: Player) -> list[OpenList]:
    shown = shown_to(opened, owner, None, list_time(call.desk), data_of(call.desk, opened.system))
    return [one for one in shown if isinstance(one, OpenList)]


def must_be_shown(opened: Opened, number: int) -> None:
    if number not in [r.number for r in opened.event.shown]:
        raise Refusal("Round {number} is not published yet.", number=number)


def token(call: ApiCall, opened: Opened) -> TokenShown:
    """What this token may do, and until when."""
    assert call.token is not None
    return call.token


def event(call: ApiCall, opened: Opened) -> EventView:
    """The whole event, drafts and hidden scenarios too."""
    return event_view(opened)


def players(call: ApiCall, opened: Opened) -> PlayersList:
    """Players by number, a page at a time."""
    found, following = _part(call, list(opened.event.players.values()), lambda p: p.id)
    return PlayersList(opened.id, [player_view(opened, p) for p in found], following)


def player(call: ApiCall, opened: Opened) -> PlayerView:
    """One player."""
    return player_view(opened, found_player(opened, call.number))


def found_player(opened: Opened, number: int) -> Player:
    found = opened.event.players.get(PlayerId(number))
    if found is None:
        raise UnknownName("player", f"#{number}", [f"#{p}" for p in opened.event.players])
    return found


def found_round(opened: Opened, number: int) -> Round:
    with _nothing_there():
        return opened.event.round(number)


def found_match(call: ApiCall, opened: Opened) -> Match:
    """The match at the table and in the round of the address, or in the current round if it names none."""
    number = found_round(opened, call.number).number if "number" in call.parts else 0
    with _nothing_there():
        return find_match(opened.event, call.table, number)[1]


@contextmanager
def _nothing_there() -> Iterator[None]:
    """If what an address names does not exist, neither does the address."""
    try:
        yield
    except BadInput as missing:
        raise NoSuchAddress(missing.message) from None


def must_be_there(path: str, call: ApiCall) -> None:
    """Checks that the table, call or ruling in a route's address exists.

    Rounds and players are checked by their routes.
    """
    staff = call.opened.event.staff
    if path.startswith(TABLE):
        found_match(call, call.opened)
    elif path.startswith((V1 + "/calls/{number}", V1 + "/rulings/{number}")):
        with _nothing_there():
            (staff.call if "/calls/" in path else staff.ruling)(call.number)


def rounds(call: ApiCall, opened: Opened) -> RoundsList:
    """All rounds, a draft too."""
    return RoundsList(opened.id, [round_view(opened, r.number) for r in opened.event.rounds])


def round_(call: ApiCall, opened: Opened) -> RoundView:
    """One round, with who reported what."""
    return round_view(opened, found_round(opened, call.number).number)


def log(call: ApiCall, opened: Opened) -> LogPage:
    """The log, oldest entry first, a page at a time."""
    found, following = _part(call, log_view(opened), lambda line: line.seq)
    return LogPage(opened.id, found, following)


def _part(call: ApiCall, items: Sequence[T], number: Callable[[T], int]) -> tuple[list[T], int | None]:
    """What comes after the number asked for, and the number to ask for next."""
    rest = [item for item in items if number(item) > call.page.after]
    found = rest[: call.page.limit]
    return found, number(found[-1]) if len(rest) > len(found) else None
