"""What is sent to a webhook: public views as JSON, or a few lines for a channel of Discord."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from muster.app import languages
from muster.app.clock.actions import ClockView, clock_view
from muster.app.desk import Opened
from muster.app.exact import View
from muster.app.speech import plural, speaking, tr
from muster.app.views.event import awards_view, match_view, round_view, standings_view
from muster.app.views.shapes import AwardView, MatchView, RoundView, RowView, StandingsView
from muster.app.webhooks.outbox import Delivery, Happening, Webhook, WebhookShape
from muster.core.kit.model import StageKind
from muster.core.record.event import RoundState
from muster.core.record.fold.play import fold

MOST_CHARACTERS = 1_900
"""Discord accepts 2,000 in one message."""

BEST = 10
"""How many places of the standings a Discord message has."""

NO_PREVIEWS = 1 << 2
"""Discord's SUPPRESS_EMBEDS: a player's name may be the address of a picture, which would appear in the channel."""

_MARKUP = re.compile(r"([\\*_~`|<>\[\]]|^[#-])")
_COUNTED = re.compile(r"^(\d+)\.")
"""Discord takes such lines for a list and counts them itself, so two third places would be a third and a fourth."""


class WebhookMessage(View, frozen=True):
    """What happened in an event, with its public views as of sending; those it is not about are null.

    `id` is the same each time it is sent, `at` is when it was noticed, `entries` how many entries the event has.
    `page`: where people see it.
    """

    id: str
    happening: Happening
    at: str
    event: str
    name: str
    entries: int
    page: str
    round: RoundView | None = None
    match: MatchView | None = None
    standings: StandingsView | None = None
    clock: ClockView | None = None
    announcement: str | None = None
    awards: list[AwardView] | None = None


class DiscordMentions(View, frozen=True):
    """Whom a Discord message notifies: nobody."""

    parse: tuple[str, ...] = ()


class DiscordMessage(View, frozen=True):
    """A message in Discord's format."""

    content: str
    allowed_mentions: DiscordMentions = DiscordMentions()
    flags: int = NO_PREVIEWS


def body(webhook: Webhook, delivery: Delivery, opened: Opened, now: str, address: str) -> bytes | None:
    """What is sent, in the webhook's language; None if there is nothing to report any more.

    `address`: how links to this server begin.
    """
    if not _is_so(opened, delivery):
        return None
    with speaking(languages.named(webhook.language)):
        message = _message(delivery, opened, now, address)
        if webhook.shape is WebhookShape.MUSTER:
            return msgspec.json.encode(message)
        return msgspec.json.encode(DiscordMessage(_for_discord(message)))


def _is_so(opened: Opened, delivery: Delivery) -> bool:
    event, what = opened.event, delivery.what
    match what.happening:
        case Happening.ANNOUNCEMENT:
            # An announcement that replaced it has its own delivery.
            noticed = fold(opened.entries[: delivery.entry]).announcement
            return bool(event.announcement) and event.announcement == noticed
        case Happening.FINISHED:
            return event.finished
        case Happening.TEST:
            return True
    shown = next((round_ for round_ in event.shown if round_.number == what.round), None)
    if shown is None:
        return False
    match what.happening:
        case Happening.RESULT:
            return any(match.number == what.match for match in shown.matches)
        case Happening.CLOCK:
            return shown is event.shown[-1] and shown.state is RoundState.PUBLISHED
        case Happening.ROUND_CLOSED | Happening.STANDINGS:
            return shown.state is RoundState.CLOSED
    return True


def _message(delivery: Delivery, opened: Opened, now: str, address: str) -> WebhookMessage:
    what, event = delivery.what, opened.event
    plain = WebhookMessage(
        delivery.id, what.happening, delivery.made, opened.id, event.name, opened.last, f"{address}/e/{opened.id}/"
    )
    replace = msgspec.structs.replace
    match what.happening:
        case Happening.PAIRINGS | Happening.ROUND_CLOSED:
            return replace(plain, round=round_view(opened, what.round, public=True))
        case Happening.RESULT:
            round_ = event.round(what.round)
            played = event.match(what.round, what.match)
            shown = replace(round_view(opened, what.round, public=True), matches=())
            return replace(plain, round=shown, match=match_view(opened, round_, played, public=True))
        case Happening.STANDINGS:
            swiss = event.stage_of(event.round(what.round)).kind is StageKind.SWISS
            return replace(plain, standings=standings_view(opened, what.round if swiss else None))
        case Happening.FINISHED:
            return replace(plain, standings=standings_view(opened), awards=awards_view(opened))
        case Happening.CLOCK:
            return replace(plain, clock=clock_view(opened, now))
        case Happening.ANNOUNCEMENT:
            return replace(plain, announcement=event.announcement)
        case Happening.TEST:
            return plain


def _for_discord(message: WebhookMessage) -> str:
    first, lines = _words(message)
    text = f"**{_plain(message.name)}** · {first}"
    for at, line in enumerate(_COUNTED.sub(r"\1\\.", line) for line in lines):
        left = len(lines) - at
        if len(text) + len(line) > MOST_CHARACTERS:
            text += "\n" + plural(left, "… and {n} more line", "… and {n} more lines")
            break
        text += f"\n{line}"
    return f"{text}\n<{message.page}>"


def _words(message: WebhookMessage) -> tuple[str, Sequence[str]]:
    """What happened in one sentence, and the lines below it."""
    match message.happening:
        case Happening.PAIRINGS if message.round is not None:
            return tr("Pairings: {round}", round=message.round.name), _pairings(message.round)
        case Happening.ROUND_CLOSED if message.round is not None:
            return tr("{round}: finished", round=message.round.name), ()
        case Happening.RESULT if message.round is not None and message.match is not None:
            return message.round.name, [_result(message.match)]
        case Happening.STANDINGS if message.standings is not None:
            in_bracket = any(row.placed for row in message.standings.rows)
            after = tr("Standings after round {n}", n=message.standings.after_round)
            return tr("Standings") if in_bracket else after, _places(message.standings)
        case Happening.FINISHED if message.standings is not None:
            return tr("The event is over. Final standings:"), _places(message.standings)
        case Happening.CLOCK if message.clock is not None:
            return _clock(message.clock), ()
        case Happening.ANNOUNCEMENT:
            return _plain(message.announcement or ""), ()
    return tr("This is a test from Muster. Messages arrive here."), ()


def _pairings(round_: RoundView) -> list[str]:
    seats = sorted(round_.matches, key=lambda match: match.table)
    pairs = [
        tr("Table {table}: {a} – {b}", table=match.table, a=_plain(match.a.name), b=_plain(match.b.name))
        for match in seats
    ]
    return [*pairs, *(tr("Bye: {name}", name=_plain(bye.name)) for bye in round_.byes)]


def _result(match: MatchView) -> str:
    a, b = _plain(match.a.name), _plain(match.b.name)
    if match.scores is None:
        return tr("{a} – {b}: the result was withdrawn", a=a, b=b)
    first, second = (score.points for score in match.scores)
    return tr("{a} – {b}: {first} – {second}", a=a, b=b, first=first, second=second)


def _places(standings: StandingsView) -> list[str]:
    """The best players; in a bracket with how far they came, otherwise with their points."""
    return [
        tr("{rank}. {name}: {points}", rank=row.rank, name=_plain(row.name), points=_worth(row))
        for row in standings.rows[:BEST]
        if row.rank is not None
    ]


def _worth(row: RowView) -> str:
    return row.placed.text if row.placed else str(row.points)


def _clock(clock: ClockView) -> str:
    if clock.state == "running" and clock.left is not None:
        minutes = -(-clock.left // 60_000)
        return plural(
            minutes,
            "{round}: the clock is running, {n} minute left",
            "{round}: the clock is running, {n} minutes left",
            round=clock.name,
        )
    if clock.state == "running":
        return tr("{round}: the clock is running", round=clock.name)
    return tr("{round}: the clock is paused", round=clock.name)


def _plain(text: str) -> str:
    """Without what Discord would treat as markup; a line that begins with # or - would be a heading or a list."""
    return _MARKUP.sub(r"\\\1", text)
