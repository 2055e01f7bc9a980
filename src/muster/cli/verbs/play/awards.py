"""Awards: list, add, decide, put to the vote; and vote."""

from __future__ import annotations

from collections.abc import Iterator

import click

from muster.app.awards import actions
from muster.app.awards.views import DeskAward, desk_awards
from muster.app.desk import Opened
from muster.app.people.roster import as_player
from muster.cli.call import Call, command
from muster.cli.changes import changed
from muster.cli.output.answers import Answer, Block, Column, Grid, dim, warn
from muster.cli.output.tables import because
from muster.cli.params import event_argument, reason_option
from muster.core.kit.model import Actor

STAFF = Actor()
NOT_YET = "given when the event is finished"


@command("awards")
@event_argument
@click.argument("winners", metavar="[PLAYER]...", nargs=-1)
@click.option("--add", "title", metavar="TITLE", default="", help="Add an award.")
@click.option("--kind", default="staff", help="How its winner is found: opponent, players, staff or field.")
@click.option("--field", default="", help="With kind field: the key of the player's field.")
@click.option("--value", default="", help="With kind field: what the field must have.")
@click.option("--prize", default="", help="What is won, in words.")
@click.option("--remove", metavar="AWARD", default="", help="Remove an award with its votes.")
@click.option("--open", "opens", metavar="AWARD", default="", help="Open the vote for an award.")
@click.option("--close", "closes", metavar="AWARD", default="", help="Close the vote for an award.")
@click.option(
    "--decide", metavar="AWARD", default="", help="Give an award to PLAYER, or decide a tie; no PLAYER: undo."
)
@reason_option
def awards_command(
    call: Call,
    event: str,
    winners: tuple[str, ...],
    title: str,
    kind: str,
    field: str,
    value: str,
    prize: str,
    remove: str,
    opens: str,
    closes: str,
    decide: str,
    reason: str,
) -> Answer:
    """List an event's awards, add one, decide one, or open and close a vote.

    Kinds: opponent (players vote among the opponents they played), players (they vote among all), staff (the organiser
    chooses), field (the highest placed player whose field has a value).
    """
    asked = [one for one in (title, remove, opens, closes, decide) if one]
    if len(asked) > 1 or (winners and not decide):
        raise click.UsageError("Give one of --add, --remove, --open, --close and --decide; PLAYER only with --decide.")
    desk = call.desk
    if title:
        found = actions.read_kind(kind)
        opened = actions.add(desk, event, title, found, STAFF, field=field, value=value, prize=prize)
        return _changed(opened, f"Award “{title}” added.")
    if remove:
        return _changed(actions.remove(desk, event, remove, STAFF), f"Award “{remove}” removed.")
    if opens:
        return _changed(actions.open_voting(desk, event, opens, STAFF), f"Voting for “{opens}” is open.")
    if closes:
        return _changed(actions.close_voting(desk, event, closes, STAFF), f"Voting for “{closes}” is closed.")
    if decide:
        opened = actions.decide(desk, event, decide, winners, STAFF, reason)
        return _changed(opened, f"“{decide}” is decided." if winners else f"“{decide}” is no longer decided.")
    opened = desk.open(event)
    view = desk_awards(opened)
    return Answer({"event": opened.id, "awards": view}, _blocks(opened, view))


def _changed(opened: Opened, done: str) -> Answer:
    view = desk_awards(opened)
    return changed(opened, done, extra=_blocks(opened, view), awards=view)


def _blocks(opened: Opened, view: list[DeskAward]) -> Iterator[Block]:
    if not view:
        yield dim("There are no awards yet: muster awards EVENT --add TITLE")
        return
    over = opened.event.finished
    rows = [(a.title, *(_won(a) if over or a.key else ("–", NOT_YET)), _voted(a)) for a in view]
    columns = [Column("Award"), Column("Player", flex=True), Column("Why", flex=True), Column("Voted", right=True)]
    yield Grid(columns, rows)
    for award in view:
        for other in award.also:
            yield warn(f"{award.title}: the winner also has “{other}”, and this event gives one award per player.")


def _won(award: DeskAward) -> tuple[str, str]:
    return ", ".join(w.name for w in award.winners) or "–", because([award.why])


def _voted(award: DeskAward) -> str:
    return "" if award.poll is None else f"{award.poll.voted} of {award.poll.may_vote}"


@command("vote")
@event_argument
@click.argument("award")
@click.argument("choice", metavar="PLAYER")
@click.option("--as", "voter", required=True, metavar="NAME", help="Whose vote it is.")
@click.option("--paper", is_flag=True, help="The desk enters it from a slip of paper.")
def vote_command(call: Call, event: str, award: str, choice: str, voter: str, paper: bool) -> Answer:
    """Vote for PLAYER as a player.

    It takes the place of that player's earlier vote. Nobody is shown for whom somebody voted.
    """
    actor = STAFF if paper else as_player(call.desk, event, voter)
    opened = actions.vote(call.desk, event, award, voter, choice, actor, paper=paper)
    return _changed(opened, f"{opened.event.find(voter).name} has voted for “{award}”.")
