"""Who may do what: the one table. Every route names its action; docs/permissions.md shows the table."""

from __future__ import annotations

from enum import StrEnum


class Visitor(StrEnum):
    """What somebody is to an event: the organiser of all events here, or staff or player of one, or nobody known."""

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
    MY_LISTS = "hand in and withdraw their own lists; agree to show them; make secret choices for a game"
    READ_LISTS = "read a player's lists, when the book allows it"
    TABLES = "see the state of every table and who reported what"
    LOG = "read the log"
    ANSWER = "see which tables need a judge, go there, and mark it done"
    RULE = "record rulings and appeals, give penalties, settle a dispute"
    EXTEND = "give a table more time"
    APPEAL = "decide on an appeal"
    FEATURE = "show a game at a table to everybody, or no longer"
    ANNOUNCE = "post or remove an announcement"
    LISTS = "see everyone's lists and what the checks found; check, complete and withdraw them; lost cards, proxies"
    DESK = "use the organiser's desk and see drafts"
    STAFF = (
        "invite and remove staff, renew links; give a name to another phone, or sign a phone out; "
        "sign out the organiser's devices"
    )
    CREATE = "create an event"
    OPTIONS = "set an event's options"
    ENROL = "enrol and check in players; change, drop, bring back, penalise and disqualify them"
    KEEP_LISTS = "set the lists' deadline, lock and unlock them, import many; import the data they are checked against"
    ROUNDS = "draw, change, publish and close rounds; choose scenarios; give a bye; cut; finish"
    TERRAIN = "keep the stock of terrain; draw, edit and place layouts"
    CLOCK = "start, pause and adjust the round clock"
    RESULTS = "enter and correct results"
    UNDO = "undo and redo"
    KEEP = "export, import, check, hide and remove an event"
    BACKUP = "back up everything, and choose where backups go"
    ADDRESS = "choose the address that codes and sheets lead to"
    INSTALL = "install what reads slips on the computer that runs Muster"


EVERYBODY = frozenset(Visitor)
LEADERS = frozenset({Visitor.ORGANISER, Visitor.MARSHAL, Visitor.JUDGE})
LAST_WORD = frozenset({Visitor.ORGANISER, Visitor.MARSHAL})
ORGANISER = frozenset({Visitor.ORGANISER})

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
    Action.MY_LISTS: frozenset({Visitor.PLAYER}),
    Action.READ_LISTS: EVERYBODY,
    Action.TABLES: LEADERS,
    Action.LOG: LEADERS,
    Action.ANSWER: LEADERS,
    Action.RULE: LEADERS,
    Action.EXTEND: LEADERS,
    Action.APPEAL: LAST_WORD,
    Action.FEATURE: LEADERS,
    Action.ANNOUNCE: ORGANISER,
    Action.LISTS: LEADERS,
    Action.DESK: ORGANISER,
    Action.STAFF: ORGANISER,
    Action.CREATE: ORGANISER,
    Action.OPTIONS: ORGANISER,
    Action.ENROL: ORGANISER,
    Action.KEEP_LISTS: ORGANISER,
    Action.ROUNDS: ORGANISER,
    Action.TERRAIN: ORGANISER,
    Action.CLOCK: ORGANISER,
    Action.RESULTS: ORGANISER,
    Action.UNDO: ORGANISER,
    Action.KEEP: ORGANISER,
    Action.BACKUP: ORGANISER,
    Action.ADDRESS: ORGANISER,
    Action.INSTALL: ORGANISER,
}

PROOF = frozenset({Action.QUIT, Action.MY_LISTS})
"""What a player may do only with proof of who they are: a name that was picked from the list is taken on trust."""


def allows(action: Action, visitor: Visitor, proven: bool = False) -> bool:
    return visitor in PERMISSIONS[action] and (proven or action not in PROOF)


def as_markdown() -> str:
    """The table as docs/permissions.md has it."""
    lines = ["| action | " + " | ".join(Visitor) + " |", "|---|" + "---|" * len(Visitor)]
    for action, allowed in PERMISSIONS.items():
        yes = "with proof" if action in PROOF else "yes"
        lines.append(f"| {action} | " + " | ".join(yes if v in allowed else "" for v in Visitor) + " |")
    return "\n".join(lines) + "\n"
