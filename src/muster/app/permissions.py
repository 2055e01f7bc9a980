"""Who may do what: the one table. Every route names its action; docs/permissions.md shows the table."""

from __future__ import annotations

from enum import StrEnum


class Visitor(StrEnum):
    """What somebody is to an event: the administrator, who organises all events here; the organiser of this one; its
    staff or player; or a stranger. Without accounts, the organiser is the administrator.
    """

    ADMINISTRATOR = "administrator"
    ORGANISER = "organiser"
    MARSHAL = "marshal"
    JUDGE = "judge"
    PLAYER = "player"
    SPECTATOR = "spectator"


class Action(StrEnum):
    LOOK = "see events, pairings, standings, players and rules"
    FOLLOW = "follow changes live"
    SIGN_IN = "sign in with a link, sign out, go on or off duty"
    CLAIM = "pick their own name, or give it up"
    REGISTER = "enrol themselves, where the organiser allows it"
    PLAY = "see their own match; check in; report and confirm results, object to one"
    CALL = "call a judge to their own table"
    SIT_DOWN = "play a game at the table outside of any event"
    BREACH = "report a breach of the rules to the staff"
    QUIT = "drop out"
    VOTE = "vote for awards"
    MY_LISTS = "hand in and withdraw their own lists; agree to show them; make secret choices for a game"
    MY_PROFILE = "show their own profile to everybody, or hide it"
    READ_LISTS = "read a player's lists, when the book allows it"
    TABLES = "see the state of every table and who reported what"
    LOG = "read the log"
    ANSWER = "see which tables need a judge, go there, and mark it done"
    RULE = "record rulings and appeals, give penalties, settle a dispute"
    EXTEND = "give a table more time"
    APPEAL = "decide on an appeal"
    CHOOSE = "choose the winner of an award that is left to the staff"
    FEATURE = "show a game at a table to everybody, or stop showing it"
    ANNOUNCE = "post or remove an announcement"
    LISTS = "see everyone's lists and what the checks found; check, complete and withdraw them; lost cards, proxies"
    DESK = "use the organiser's desk and see drafts"
    STAFF = "invite and remove staff, renew links; give a name to another phone, or sign a phone out"
    DEVICES = "see where they are signed in, sign devices out, change their own password"
    SHARE = "say who else organises the event"
    CREATE = "create an event"
    OPTIONS = "set an event's options"
    ENROL = "enrol and check in players; change, drop, bring back, penalise and disqualify them"
    KEEP_LISTS = "set the lists' deadline, lock and unlock them, import many"
    LIST_DATA = "import the data that lists are checked against, for all events"
    ROUNDS = "draw, change, publish and close rounds; choose scenarios; give a bye; cut; finish"
    TERRAIN = "keep the stock of terrain; draw, edit and place layouts"
    CLOCK = "start, pause and adjust the round clock; set when rounds are expected"
    RESULTS = "enter and correct results"
    AWARDS = "add and decide awards, open and close votes, enter votes from paper"
    UNDO = "undo and redo"
    PEOPLE = "see people across events, say who is who, show a profile for them, export them"
    FORGET = "forget a person"
    KEEP = "export, import, check and hide an event"
    REMOVE = "remove an event for good"
    STATISTICS = "see statistics across events"
    SEASONS = "open seasons and run them: events, results, who is who, the final"
    BACKUP = "back up everything, and choose where backups go"
    ADDRESS = "choose the address that codes and sheets lead to"
    INSTALL = "install what reads slips on the computer that runs Muster"
    TOKENS = "give programs access to an event by a token, and end it"
    SERVER_TOKENS = "give programs access to everything by a token, and end it"
    ACCOUNTS = "add accounts, disable and limit them, hand events over, let a second administrator in"
    CONNECT = "send what happens in an event to other servers, and name the sites that may use it"


EVERYBODY = frozenset(Visitor)
ADMINISTRATOR = frozenset({Visitor.ADMINISTRATOR})
ORGANISER = ADMINISTRATOR | {Visitor.ORGANISER}
ALL_STAFF = ORGANISER | {Visitor.MARSHAL, Visitor.JUDGE}
LAST_WORD = ORGANISER | {Visitor.MARSHAL}

PERMISSIONS: dict[Action, frozenset[Visitor]] = {
    Action.LOOK: EVERYBODY,
    Action.FOLLOW: EVERYBODY,
    Action.SIGN_IN: EVERYBODY,
    Action.CLAIM: EVERYBODY,
    Action.REGISTER: EVERYBODY,
    Action.PLAY: frozenset({Visitor.PLAYER}),
    Action.CALL: frozenset({Visitor.PLAYER}),
    Action.SIT_DOWN: EVERYBODY,
    Action.BREACH: EVERYBODY,
    Action.QUIT: frozenset({Visitor.PLAYER}),
    Action.VOTE: frozenset({Visitor.PLAYER}),
    Action.MY_LISTS: frozenset({Visitor.PLAYER}),
    Action.MY_PROFILE: frozenset({Visitor.PLAYER}),
    Action.READ_LISTS: EVERYBODY,
    Action.TABLES: ALL_STAFF,
    Action.LOG: ALL_STAFF,
    Action.ANSWER: ALL_STAFF,
    Action.RULE: ALL_STAFF,
    Action.EXTEND: ALL_STAFF,
    Action.APPEAL: LAST_WORD,
    Action.CHOOSE: ALL_STAFF,
    Action.FEATURE: ALL_STAFF,
    Action.ANNOUNCE: ORGANISER,
    Action.LISTS: ALL_STAFF,
    Action.DESK: ORGANISER,
    Action.STAFF: ORGANISER,
    Action.DEVICES: ORGANISER,
    Action.SHARE: ORGANISER,
    Action.CREATE: ORGANISER,
    Action.OPTIONS: ORGANISER,
    Action.ENROL: ORGANISER,
    Action.KEEP_LISTS: ORGANISER,
    Action.LIST_DATA: ADMINISTRATOR,
    Action.ROUNDS: ORGANISER,
    Action.TERRAIN: ORGANISER,
    Action.CLOCK: ORGANISER,
    Action.RESULTS: ORGANISER,
    Action.AWARDS: ORGANISER,
    Action.UNDO: ORGANISER,
    Action.PEOPLE: ADMINISTRATOR,
    Action.FORGET: ADMINISTRATOR,
    Action.KEEP: ORGANISER,
    Action.REMOVE: ORGANISER,
    Action.STATISTICS: ADMINISTRATOR,
    Action.SEASONS: ADMINISTRATOR,
    Action.BACKUP: ADMINISTRATOR,
    Action.ADDRESS: ADMINISTRATOR,
    Action.INSTALL: ADMINISTRATOR,
    Action.TOKENS: ORGANISER,
    Action.SERVER_TOKENS: ADMINISTRATOR,
    Action.ACCOUNTS: ADMINISTRATOR,
    Action.CONNECT: ORGANISER,
}

PROOF = frozenset({Action.QUIT, Action.MY_LISTS, Action.MY_PROFILE})
"""What players may do only with proof of who they are: a name picked from the list is taken on trust."""


OWNERS = frozenset({Action.SHARE, Action.REMOVE})
"""What an account may do only in events it owns, not in those it helps to organise."""


def allows(action: Action, visitor: Visitor, proven: bool = False) -> bool:
    return visitor in PERMISSIONS[action] and (proven or action not in PROOF)


class Scope(StrEnum):
    """What a token lets a program do; never more than the organiser who made it may do."""

    READ = "read"
    PLAYERS = "players"
    ROUNDS = "rounds"
    RESULTS = "results"
    CLOCK = "clock"
    UNDO = "undo"
    EVENT = "event"
    STAFF = "staff"
    LISTS = "lists"
    TERRAIN = "terrain"
    AWARDS = "awards"
    KEEP = "keep"
    CONNECT = "connect"


SCOPES: dict[Scope, frozenset[Action]] = {
    Scope.READ: frozenset({Action.LOOK, Action.DESK, Action.LOG, Action.TABLES}),
    Scope.PLAYERS: frozenset({Action.LOOK, Action.ENROL}),
    Scope.ROUNDS: frozenset({Action.LOOK, Action.ROUNDS}),
    Scope.RESULTS: frozenset({Action.LOOK, Action.RESULTS}),
    Scope.CLOCK: frozenset({Action.LOOK, Action.CLOCK, Action.EXTEND}),
    Scope.UNDO: frozenset({Action.LOOK, Action.UNDO}),
    Scope.EVENT: frozenset({Action.LOOK, Action.OPTIONS, Action.ANNOUNCE}),
    Scope.STAFF: frozenset({Action.LOOK, Action.TABLES, Action.ANSWER, Action.RULE, Action.APPEAL, Action.FEATURE}),
    Scope.LISTS: frozenset({Action.LOOK, Action.LISTS, Action.KEEP_LISTS}),
    Scope.TERRAIN: frozenset({Action.LOOK, Action.TERRAIN}),
    Scope.AWARDS: frozenset({Action.LOOK, Action.AWARDS}),
    Scope.KEEP: frozenset({Action.LOOK, Action.KEEP}),
    Scope.CONNECT: frozenset({Action.LOOK, Action.CONNECT}),
}
"""The actions of each scope."""


class ServerScope(StrEnum):
    """What a token for the whole server allows besides events. Destructive actions have scopes of their own."""

    EVENTS = "events"
    REMOVE = "remove"
    SEASONS = "seasons"
    PEOPLE = "people"
    FORGET = "forget"
    BACKUPS = "backups"
    LIST_DATA = "list-data"


SERVER_SCOPES: dict[ServerScope, frozenset[Action]] = {
    ServerScope.EVENTS: frozenset({Action.LOOK, Action.CREATE, Action.KEEP}),
    ServerScope.REMOVE: frozenset({Action.LOOK, Action.REMOVE}),
    ServerScope.SEASONS: frozenset({Action.LOOK, Action.SEASONS}),
    ServerScope.PEOPLE: frozenset({Action.LOOK, Action.PEOPLE}),
    ServerScope.FORGET: frozenset({Action.LOOK, Action.FORGET}),
    ServerScope.BACKUPS: frozenset({Action.LOOK, Action.BACKUP}),
    ServerScope.LIST_DATA: frozenset({Action.LOOK, Action.LIST_DATA}),
}

PLAYERS_OWN = frozenset(
    {
        Action.LOOK,
        Action.PLAY,
        Action.CALL,
        Action.BREACH,
        Action.QUIT,
        Action.VOTE,
        Action.MY_LISTS,
        Action.MY_PROFILE,
    }
)
"""What a player's token allows: the same as their own phone, once they have proved who they are."""


AnyScope = Scope | ServerScope


def scope_for(action: Action) -> AnyScope | None:
    """The scope that a program needs for an action; None if no token allows it."""
    return next((scope for scope in (*Scope, *ServerScope) if action in actions_of(scope)), None)


def actions_of(scope: AnyScope) -> frozenset[Action]:
    return SCOPES[scope] if isinstance(scope, Scope) else SERVER_SCOPES[scope]


def scope_called(name: str) -> AnyScope:
    """The scope with this name; ValueError if there is none."""
    return Scope(name) if name in list(Scope) else ServerScope(name)


def as_markdown() -> str:
    """The table as docs/permissions.md has it."""
    lines = ["| action | " + " | ".join(Visitor) + " |", "|---|" + "---|" * len(Visitor)]
    for action, allowed in PERMISSIONS.items():
        lines.append(f"| {action} | " + " | ".join(_told(action, v) if v in allowed else "" for v in Visitor) + " |")
    return "\n".join(lines) + "\n"


def _told(action: Action, visitor: Visitor) -> str:
    if action in PROOF:
        return "with proof"
    return "if it is theirs" if action in OWNERS and visitor is Visitor.ORGANISER else "yes"
