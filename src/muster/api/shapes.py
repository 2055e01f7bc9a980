"""Request bodies and answers beyond the views of `app`. Unknown fields are refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from muster.app.clock.actions import ClockView
from muster.app.exact import View, Who
from muster.app.lists.shapes import OpenList
from muster.app.log.entries import LogLine, ToldEntry
from muster.app.results.preview import Preview
from muster.app.rounds.bracket import Bracket
from muster.app.views.shapes import AwardView, LineView, MatchView, PlayerView, RoundView, StandingsView
from muster.app.why.reasons import PlayerWhy
from muster.core.kit.model import Ending, Scalar

MOST_PLAYERS = 2_000
"""Players that one request can enrol."""

MOST_ITEMS, USUAL_ITEMS = 200, 100
"""Items on one page of a long list: at most, and by default."""

Line = Annotated[str, Meta(max_length=1_000)]
Seen = Annotated[int, Meta(ge=0)]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of everything that is sent."""


class NewPlayer(Body, frozen=True):
    """A player to enrol; `values` are the game's fields, by key."""

    name: Annotated[str, Meta(max_length=200)]
    values: dict[str, Scalar] = {}


class EnrolBody(Body, frozen=True):
    """Players to enrol, all or none. `stand_in`: they only play when somebody would have a bye."""

    players: Annotated[list[NewPlayer], Meta(min_length=1, max_length=MOST_PLAYERS)]
    stand_in: bool = False


class DropBody(Body, frozen=True):
    """`how`: how their current game ends, if they leave it, and `round` the one you mean, 0 for the current one.

    `declined`: players by number who would not step in for them in the bracket.
    """

    reason: Line = ""
    how: Literal["", "concession", "no_show"] = ""
    round: Seen = 0
    declined: list[int] = []


class StepBody(Body, frozen=True):
    """A step of the event. `seen`: the last entry you know; if somebody took a step since, nothing is done."""

    seen: Seen = 0


class PairBody(StepBody, frozen=True):
    """The next round; with `redraw_reason` the current draft or round again."""

    redraw_reason: Line = ""
    reason_public: bool = False


class SwapBody(StepBody, frozen=True, kw_only=True):
    """Two players in the draft, by number, who swap places."""

    first: int
    second: int
    reason: Line = ""


class MoveBody(StepBody, frozen=True, kw_only=True):
    """The table that a match moves to; if it is taken, the two matches swap tables."""

    to: Annotated[int, Meta(ge=1, le=999_999)]
    reason: Line = ""


class ByeBody(StepBody, frozen=True, kw_only=True):
    """A player, by number, and why they get the bye."""

    player: int
    reason: Line = ""


class LeaveOutBody(StepBody, frozen=True, kw_only=True):
    """A player, by number, who sits the round out."""

    player: int


class PlayOnBody(StepBody, frozen=True, kw_only=True):
    """Why the event continues although the rules end it early."""

    reason: Line


class HereBody(Body, frozen=True):
    """Whether the player is there."""

    here: bool = True


class MinutesBody(Body, frozen=True):
    """Minutes to add; a negative number takes some away."""

    minutes: Annotated[int, Meta(ge=-1_000, le=1_000)]
    reason: Line = ""


class CutBody(StepBody, frozen=True):
    """`size`: how many advance; null as planned."""

    size: Annotated[int, Meta(ge=2)] | None = None


class FinishBody(StepBody, frozen=True):
    """Ending before the last planned round needs a `reason`."""

    reason: Line = ""


class ResultBody(Body, frozen=True):
    """A result: `values` by the game's keys, a list of two for per-side values, side a first.

    `by`: the numbers of the players who conceded or did not appear.
    """

    values: dict[str, Scalar | list[Scalar]] = {}
    ending: Ending = Ending.PLAYED
    by: list[int] = []
    excused: bool = False


class CorrectionBody(ResultBody, frozen=True):
    """Another result in place of the one that is in. Only the values given change. With `preview` nothing is saved."""

    reason: Line = ""
    preview: bool = False


class Query(Body, frozen=True):
    """The query that every address accepts. `lang`: the language of sentences."""

    lang: str = ""


class PageQuery(Query, frozen=True):
    """Part of a long list: what comes `after` a number, at most `limit` items."""

    after: Seen = 0
    limit: Annotated[int, Meta(ge=1, le=MOST_ITEMS)] = USUAL_ITEMS


class PlayersList(View, frozen=True):
    """Players by number. `next`: what to send as `after`; null at the end."""

    event: str
    players: list[PlayerView]
    next: int | None


class ShownPlayer(View, frozen=True):
    """A player with their record, round by round, and why they are paired and ranked as they are."""

    event: str
    player: PlayerView
    lines: list[LineView]
    why: PlayerWhy


class RoundsList(View, frozen=True):
    """Rounds by number."""

    event: str
    rounds: list[RoundView]


class ShownBracket(View, frozen=True):
    """Null while the event has no bracket."""

    event: str
    bracket: Bracket | None


class ShownClock(View, frozen=True):
    """The current round's clock at this moment; null if there is none."""

    event: str
    clock: ClockView | None


class PublicLists(Who, frozen=True):
    """A player's lists as everybody may read them."""

    lists: Sequence[OpenList]


class ListsForAll(View, frozen=True):
    """Only players whose lists everybody may read now."""

    event: str
    players: list[PublicLists]


class LogPage(View, frozen=True):
    """Entries of the log, oldest first. `next` as for players."""

    event: str
    log: list[LogLine]
    next: int | None


class TokenShown(View, frozen=True):
    """The token that asks: its name, its event and scopes, and when it expires (UTC, ISO 8601).

    `event` is empty for a token for the whole server. `player`: whom it speaks for, null for an organiser's program.
    """

    name: str
    event: str
    scopes: list[str]
    ends: str
    player: int | None = None


class Recorded(View, frozen=True):
    """The base of all answers to a change: the event, and the number of its last entry."""

    event: str
    entries: int


class PlayersEnrolled(Recorded, frozen=True):
    players: list[PlayerView]


class PlayerRecorded(Recorded, frozen=True):
    player: PlayerView


class CheckInRecorded(Recorded, frozen=True):
    """How many are here now."""

    checked_in: int


class ClockRecorded(Recorded, frozen=True):
    clock: ClockView | None


class RoundRecorded(Recorded, frozen=True):
    round: RoundView


class MatchRecorded(Recorded, frozen=True):
    round: int
    match: MatchView


class CorrectionRecorded(MatchRecorded, frozen=True):
    """`changes`: what it changes; null if the request was applied before. `saved` is false for a preview."""

    saved: bool
    changes: Preview | None


class StandingsRecorded(Recorded, frozen=True):
    standings: StandingsView


class CutRecorded(Recorded, frozen=True):
    """Who advances, best first."""

    seeds: list[Who]


class EventFinishedView(Recorded, frozen=True):
    """The final standings and awards, and the seed with which every draw can be checked."""

    standings: StandingsView
    awards: list[AwardView]
    seed: str | None


class TurnRecorded(Recorded, frozen=True):
    """What was undone, or brought back."""

    told: list[ToldEntry]


class Problem(View, frozen=True):
    """Why not (RFC 9457): a sentence in `detail`, and a `code` that stays the same in every wording and language.

    `kind`: what kind of refusal it is; `clause`: the rule it cites.
    """

    type: str
    title: str
    status: int
    detail: str
    code: str
    kind: str
    clause: str = ""
