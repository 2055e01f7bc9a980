"""Arguments and options that several commands take, with their completion."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from muster.cli.call import Call

if TYPE_CHECKING:
    from muster.app.desk import Desk


def complete_event(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The ids of the events in the data folder."""
    call = ctx.find_object(Call)
    try:
        stored = call.desk.listed() if call else []
    except Exception:  # A completion that fails offers nothing, and must not disturb the prompt.
        return []
    return [CompletionItem(one.id, help=one.name) for one in stored if one.id.startswith(incomplete)]


def complete_system(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The keys of the systems there are."""
    from muster.systems import registry

    return [CompletionItem(key) for key in registry.names() if key.startswith(incomplete)]


def complete_season(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The ids of the seasons in the data folder."""
    call = ctx.find_object(Call)
    try:
        stored = call.seasons.listed() if call else []
    except Exception:  # A completion that fails offers nothing, and must not disturb the prompt.
        return []
    return [CompletionItem(one.id, help=one.name) for one in stored if one.id.startswith(incomplete)]


season_argument = click.argument("season", shell_complete=complete_season)
event_argument = click.argument("event", shell_complete=complete_event)
reason_option = click.option("--reason", default="", metavar="TEXT", help="Reason, for the log.")
needed_reason = click.option("--reason", required=True, metavar="TEXT", help="Reason, for the log.")
public_reason_option = click.option("--reason", default="", metavar="TEXT", help="Reason; everyone will see it.")
needed_public_reason = click.option("--reason", required=True, metavar="TEXT", help="Reason; everyone will see it.")
at_option = click.option("--at", default="", metavar="TIME", help="As of this time: 14:05, or 2026-11-15T14:05.")
round_option = click.option(
    "--round", "round_", type=click.IntRange(1), metavar="N", help="The round (default: the current one)."
)


def pairs(texts: tuple[str, ...], what: str) -> dict[str, str]:
    """`key=value` arguments; one without “=” or a key given twice is a usage error."""
    found: dict[str, str] = {}
    for text in texts:
        key, sign, value = text.partition("=")
        key = key.strip()
        if not sign or not key:
            raise click.UsageError(f"“{text}” should be {what} as key=value.")
        if key in found:
            raise click.UsageError(f"“{key}” is given twice: “{found[key]}” and “{value}”.")
        found[key] = value
    return found


def moment(desk: Desk, event: str, text: str) -> str:
    """A time as typed, in the journal's format; without a zone it is local time.

    A time of day alone means the day of the last entry.
    """
    if not text:
        return ""
    from datetime import UTC, datetime, time

    from muster.core.kit.errors import BadInput

    try:
        at = datetime.fromisoformat(text)
        if "T" not in text and " " not in text.strip():
            at = datetime.combine(at.date(), time.max)
    except ValueError:
        try:
            of_day = time.fromisoformat(text)
        except ValueError:
            raise BadInput("“{text}” is not a time. Write it as 14:05 or 2026-11-15T14:05.", text=text) from None
        last = datetime.fromisoformat(desk.open(event).entries[-1].at)
        at = datetime.combine(last.astimezone().date(), of_day)
    try:
        return at.astimezone(UTC).isoformat(timespec="microseconds")
    except OverflowError:
        raise BadInput("“{text}” is not a time that a journal can have.", text=text) from None
