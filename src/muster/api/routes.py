"""Every address of the API, with its permission, its body, its answer and its function."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from muster.api import changes, clock, drafts, reads
from muster.api.areas import (
    awards,
    event,
    games,
    lists,
    mine,
    overlays,
    players,
    scenarios,
    schedule,
    sheets,
    staff,
    terrain,
    webhooks,
)
from muster.api.beyond import people, seasons, server, statistics, systems
from muster.api.call import TABLE, V1, Route
from muster.api.shapes import (
    ByeBody,
    CheckInRecorded,
    ClockRecorded,
    CorrectionBody,
    CorrectionRecorded,
    CutBody,
    CutRecorded,
    DropBody,
    EnrolBody,
    EventFinishedView,
    FinishBody,
    HereBody,
    LeaveOutBody,
    ListsForAll,
    LogPage,
    MatchRecorded,
    MinutesBody,
    MoveBody,
    PageQuery,
    PairBody,
    PlayerRecorded,
    PlayersEnrolled,
    PlayersList,
    PlayOnBody,
    ResultBody,
    RoundRecorded,
    RoundsList,
    ShownBracket,
    ShownClock,
    ShownPlayer,
    StandingsRecorded,
    StepBody,
    SwapBody,
    TokenShown,
    TurnRecorded,
)
from muster.app.permissions import Action
from muster.app.views.shapes import EventView, PlayerView, RoundView, StandingsView

P = "/e/{event}/"

LOOK, DESK, ROUNDS, RESULTS = Action.LOOK, Action.DESK, Action.ROUNDS, Action.RESULTS

PUBLIC_EVENT = Route("event.json", "GET", P + "event.json", LOOK, EventView, reads.public_event)
PUBLIC_PLAYERS = Route("players.json", "GET", P + "players.json", LOOK, PlayersList, reads.public_players)
PUBLIC_PLAYER = Route("player.json", "GET", P + "players/{number}.json", LOOK, ShownPlayer, reads.public_player)
PUBLIC_ROUNDS = Route("rounds.json", "GET", P + "rounds.json", LOOK, RoundsList, reads.public_rounds)
PUBLIC_ROUND = Route("round.json", "GET", P + "rounds/{number}.json", LOOK, RoundView, reads.public_round)
PUBLIC_STANDINGS = Route("standings.json", "GET", P + "standings.json", LOOK, StandingsView, reads.public_standings)
PUBLIC_STANDINGS_AFTER = Route(
    "standings-after.json", "GET", P + "standings/{number}.json", LOOK, StandingsView, reads.public_standings_after
)
PUBLIC_BRACKET = Route("bracket.json", "GET", P + "bracket.json", LOOK, ShownBracket, reads.bracket)
PUBLIC_LISTS = Route("lists.json", "GET", P + "lists.json", LOOK, ListsForAll, reads.open_lists)
PUBLIC_CLOCK = Route("clock.json", "GET", P + "clock.json", LOOK, ShownClock, reads.clock, timed=True)

PUBLIC: tuple[Route[Any], ...] = (
    PUBLIC_EVENT,
    PUBLIC_PLAYERS,
    PUBLIC_PLAYER,
    PUBLIC_ROUNDS,
    PUBLIC_ROUND,
    PUBLIC_STANDINGS,
    PUBLIC_STANDINGS_AFTER,
    PUBLIC_BRACKET,
    PUBLIC_LISTS,
    PUBLIC_CLOCK,
    *schedule.PUBLIC,
    *games.PUBLIC,
    *scenarios.PUBLIC,
    *terrain.PUBLIC,
    *statistics.PUBLIC,
    *systems.PUBLIC,
)
"""What everybody may read, without a token."""

TOKEN = Route("token", "GET", V1 + "/token", LOOK, TokenShown, reads.token, own=True)
EVENT = Route("event", "GET", V1, DESK, EventView, reads.event)
PLAYERS = Route("players", "GET", V1 + "/players", DESK, PlayersList, reads.players, query=PageQuery)
PLAYER = Route("player", "GET", V1 + "/players/{number}", DESK, PlayerView, reads.player)
ALL_ROUNDS = Route("rounds", "GET", V1 + "/rounds", DESK, RoundsList, reads.rounds)
ROUND = Route("round", "GET", V1 + "/rounds/{number}", DESK, RoundView, reads.round_)
STANDINGS = Route("standings", "GET", V1 + "/standings", LOOK, StandingsView, reads.public_standings)
STANDINGS_AFTER = Route(
    "standings-after", "GET", V1 + "/standings/{number}", LOOK, StandingsView, reads.public_standings_after
)
BRACKET = Route("bracket", "GET", V1 + "/bracket", LOOK, ShownBracket, reads.bracket)
CLOCK = Route("clock", "GET", V1 + "/clock", LOOK, ShownClock, reads.clock, timed=True)
LOG = Route("log", "GET", V1 + "/log", Action.LOG, LogPage, reads.log, query=PageQuery)

ENROL = Route(
    "enrol",
    "POST",
    V1 + "/players",
    Action.ENROL,
    PlayersEnrolled,
    changes.enrolled,
    changes.enrol,
    EnrolBody,
    status=201,
    twins=("enrol", "add"),
)
DROP = Route(
    "drop",
    "POST",
    V1 + "/players/{number}/drop",
    Action.ENROL,
    PlayerRecorded,
    changes.player_told,
    changes.drop,
    DropBody,
    twins=("drop", "drop-person"),
)
REJOIN = Route(
    "rejoin",
    "POST",
    V1 + "/players/{number}/rejoin",
    Action.ENROL,
    PlayerRecorded,
    changes.player_told,
    changes.rejoin,
    twins=("rejoin", "rejoin-person"),
)
PAIR = Route(
    "pair",
    "POST",
    V1 + "/rounds",
    ROUNDS,
    RoundRecorded,
    changes.paired,
    changes.pair,
    PairBody,
    status=201,
    twins=("pair",),
)
PUBLISH = Route(
    "publish",
    "POST",
    V1 + "/rounds/{number}/publish",
    ROUNDS,
    RoundRecorded,
    changes.published,
    changes.publish,
    StepBody,
    twins=("publish",),
)
CLOSE = Route(
    "close",
    "POST",
    V1 + "/rounds/{number}/close",
    ROUNDS,
    StandingsRecorded,
    changes.standings_told,
    changes.close,
    StepBody,
    twins=("close",),
)
CUT = Route("cut", "POST", V1 + "/cut", ROUNDS, CutRecorded, changes.cut_told, changes.cut, CutBody, twins=("cut",))
REPORT = Route(
    "report",
    "POST",
    TABLE + "/result",
    RESULTS,
    MatchRecorded,
    changes.match_told,
    changes.report,
    ResultBody,
    twins=("result", "key"),
)
CONFIRM = Route(
    "confirm",
    "POST",
    TABLE + "/confirm",
    RESULTS,
    MatchRecorded,
    changes.match_told,
    changes.confirm,
    twins=("confirm",),
)
CORRECT = Route(
    "correct",
    "POST",
    TABLE + "/correct",
    RESULTS,
    CorrectionRecorded,
    changes.corrected,
    changes.correct,
    CorrectionBody,
    twins=("correct-look", "correct-save"),
)
FINISH = Route(
    "finish",
    "POST",
    V1 + "/finish",
    ROUNDS,
    EventFinishedView,
    changes.finished,
    changes.finish,
    FinishBody,
    twins=("finish",),
)
UNDO = Route(
    "undo",
    "POST",
    V1 + "/undo",
    Action.UNDO,
    TurnRecorded,
    changes.turned,
    changes.undo,
    StepBody,
    twins=("undo",),
)
REDO = Route(
    "redo",
    "POST",
    V1 + "/redo",
    Action.UNDO,
    TurnRecorded,
    changes.turned,
    changes.redo,
    StepBody,
    twins=("redo",),
)
CHECK_IN = Route(
    "check-in",
    "POST",
    V1 + "/players/{number}/check-in",
    Action.ENROL,
    PlayerRecorded,
    changes.player_told,
    changes.here,
    HereBody,
    twins=("here", "tick"),
)
CHECK_IN_ALL = Route(
    "check-in-all",
    "POST",
    V1 + "/check-in",
    Action.ENROL,
    CheckInRecorded,
    changes.here_told,
    changes.all_here,
    twins=("all-here",),
)
SWAP = Route(
    "swap",
    "POST",
    V1 + "/rounds/{number}/swap",
    ROUNDS,
    RoundRecorded,
    changes.published,
    drafts.swap,
    SwapBody,
    twins=("swap",),
)
MOVE = Route(
    "move",
    "POST",
    TABLE + "/move",
    ROUNDS,
    RoundRecorded,
    changes.published,
    drafts.move,
    MoveBody,
    twins=("move",),
)
GIVE_BYE = Route(
    "give-bye",
    "POST",
    V1 + "/rounds/{number}/bye",
    ROUNDS,
    RoundRecorded,
    changes.published,
    drafts.give_bye,
    ByeBody,
    twins=("give-bye",),
)
LEAVE_OUT = Route(
    "leave-out",
    "POST",
    V1 + "/rounds/{number}/leave-out",
    ROUNDS,
    RoundRecorded,
    changes.published,
    drafts.leave_out,
    LeaveOutBody,
    twins=("place",),
)
PLAY_ON = Route(
    "play-on",
    "POST",
    V1 + "/play-on",
    ROUNDS,
    RoundRecorded,
    changes.paired,
    drafts.play_on,
    PlayOnBody,
    twins=("play-on",),
)
CLOCK_START = Route(
    "clock-start",
    "POST",
    V1 + "/clock/start",
    Action.CLOCK,
    ClockRecorded,
    clock.told,
    clock.start,
    twins=("clock-start",),
)
CLOCK_PAUSE = Route(
    "clock-pause",
    "POST",
    V1 + "/clock/pause",
    Action.CLOCK,
    ClockRecorded,
    clock.told,
    clock.pause,
    twins=("clock-pause",),
)
CLOCK_RESUME = Route(
    "clock-resume",
    "POST",
    V1 + "/clock/resume",
    Action.CLOCK,
    ClockRecorded,
    clock.told,
    clock.resume,
    twins=("clock-resume",),
)
CLOCK_CALL = Route(
    "clock-call",
    "POST",
    V1 + "/clock/call",
    Action.CLOCK,
    ClockRecorded,
    clock.told,
    clock.call_time,
    twins=("clock-call",),
)
CLOCK_ADD = Route(
    "clock-add",
    "POST",
    V1 + "/clock/add",
    Action.CLOCK,
    ClockRecorded,
    clock.told,
    clock.add,
    MinutesBody,
    twins=("clock-add",),
)
CLOCK_EXTEND = Route(
    "clock-extend",
    "POST",
    V1 + "/clock/tables/{table}/extend",
    Action.EXTEND,
    ClockRecorded,
    clock.told,
    clock.extend,
    MinutesBody,
    twins=("clock-extend",),
)

ROUTES: tuple[Route[Any], ...] = (
    TOKEN,
    EVENT,
    PLAYERS,
    PLAYER,
    ALL_ROUNDS,
    ROUND,
    STANDINGS,
    STANDINGS_AFTER,
    BRACKET,
    CLOCK,
    LOG,
    ENROL,
    DROP,
    REJOIN,
    PAIR,
    PUBLISH,
    CLOSE,
    CUT,
    REPORT,
    CONFIRM,
    CORRECT,
    FINISH,
    UNDO,
    REDO,
    CHECK_IN,
    CHECK_IN_ALL,
    SWAP,
    MOVE,
    GIVE_BYE,
    LEAVE_OUT,
    PLAY_ON,
    CLOCK_START,
    CLOCK_PAUSE,
    CLOCK_RESUME,
    CLOCK_CALL,
    CLOCK_ADD,
    CLOCK_EXTEND,
    *event.ROUTES,
    *players.ROUTES,
    *scenarios.ROUTES,
    *terrain.ROUTES,
    *staff.ROUTES,
    *lists.ROUTES,
    *awards.ROUTES,
    *schedule.ROUTES,
    *webhooks.ROUTES,
    *sheets.ROUTES,
    *overlays.ROUTES,
    *games.ROUTES,
    *systems.ROUTES,
)
"""What a program does with a token."""

SERVER: tuple[Route[Any], ...] = (*server.ROUTES, *seasons.ROUTES, *people.ROUTES, *statistics.SERVER, systems.SYSTEMS)
"""What needs a token for the whole server."""

MINE: tuple[Route[Any], ...] = (*mine.ROUTES,)
"""What needs a player's token."""

PUBLIC_BEYOND: tuple[Route[Any], ...] = (*server.PUBLIC, *seasons.PUBLIC, *statistics.PUBLIC_BEYOND, *people.PUBLIC)
"""What everybody may read outside a single event, without a token."""

BY_TOKEN = (*ROUTES, *SERVER, *MINE)
EVERY = (*PUBLIC, *PUBLIC_BEYOND, *BY_TOKEN)

_BY_NAME = {route.name: route for route in EVERY}


def named(name: str) -> Route[Any]:
    """The route with this operation id in the OpenAPI document; KeyError with the nearest ones if there is none."""
    if name not in _BY_NAME:
        near = get_close_matches(name, _BY_NAME, n=3, cutoff=0.4)
        raise KeyError(
            f"No route is named {name!r}." + (f" Did you mean {' or '.join(map(repr, near))}?" if near else "")
        )
    return _BY_NAME[name]
