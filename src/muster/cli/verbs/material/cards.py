"""Cards: data and rosters that list checks look at, lost cards, and proxies for damaged ones."""

from __future__ import annotations

import click

from muster.app.desk import Opened
from muster.app.lists import data as list_data
from muster.app.lists import lost_cards, proxies
from muster.app.lists.shapes import LostView, ProxyView
from muster.app.numbers import count
from muster.app.speech import tr
from muster.cli.call import Call, call_of, command, shared_options
from muster.cli.changes import changed
from muster.cli.input.files import is_folder, read_bytes, read_folder
from muster.cli.output.answers import Answer, Column, Grid, Line, dim
from muster.cli.params import complete_system, event_argument
from muster.core.kit.errors import UnknownName
from muster.core.kit.model import Actor
from muster.core.rules.lists.lost_cards import open_losses
from muster.core.rules.lists.proxies import slip


@click.group("cards", invoke_without_command=True)
@shared_options
@click.pass_context
def cards_command(ctx: click.Context) -> None:
    """Show the card data and rosters used for checking lists, or import more."""
    if ctx.invoked_subcommand is None:
        call_of(ctx).show(_list(call_of(ctx)))


def _list(call: Call) -> Answer:
    counts = list_data.kept_counts(call.desk)
    rows = [(key, kind, str(number)) for key, kinds in counts.items() for kind, number in kinds.items()]
    if not rows:
        return Answer({"cards": counts}, (dim(tr("Nothing imported yet. Use: muster cards import FILE")),))
    columns = [Column("Game"), Column("What"), Column("Number", right=True)]
    return Answer({"cards": counts}, (Grid(columns, rows),))


@command("import")
@click.argument("file", type=click.Path())
@click.option(
    "--system", default="", metavar="KEY", shell_complete=complete_system, help="The game, if FILE does not name it."
)
def import_command(call: Call, file: str, system: str) -> Answer:
    """Import card data or rosters from a JSON file, a folder of them or a zip. - reads from standard input."""
    if is_folder(file):
        inside = read_folder(file, ".json", list_data.MOST_FILES, list_data.MOST_BYTES)
        found, counts = list_data.take_in_folder(call.desk, file, inside, system)
    else:
        found, counts = list_data.take_in(call.desk, file, read_bytes(file), system)
    told = ", ".join(f"{kind.replace('_', ' ')} ({number})" for kind, number in counts.items()) or count(0, "record")
    done = tr("Imported for {system}: {told}.", system=found.name, told=told)
    return Answer({"system": found.key, "counts": dict(counts), "done": done}, (Line(done, "good"),))


cards_command.add_command(import_command)


@command("proxy")
@event_argument
@click.argument("player")
@click.argument("card")
@click.option("--by", required=True, metavar="NAME", help="The judge who makes it.")
@click.option("--unreadable", default="", metavar="TEXT", help="What is no longer readable on the card.")
def proxy_command(call: Call, event: str, player: str, card: str, by: str, unreadable: str) -> Answer:
    """Record a judge's proxy for a damaged card, and print it."""
    opened = proxies.make_proxy(call.desk, event, player, card, unreadable, by, Actor())
    made = opened.event.lists.proxies[-1]
    name = opened.event.name_of(made.player)
    words = [str(line) for line in slip(made)]
    view = ProxyView(made.player, name, made.card, made.leader, made.date, made.unreadable, words)
    done = tr("Proxy for {name} recorded for the rest of the event.", name=name)
    return changed(opened, done, extra=[Line(line) for line in words], proxy=view)


@command("lost")
@event_argument
@click.argument("player")
@click.argument("card")
@click.option("--minutes", default="", metavar="N", help="Minutes to give the table to find a replacement.")
@click.option("--in-game", is_flag=True, help="Discovered during the game: the game is conceded.")
@click.option("--replaced", is_flag=True, help="A replacement was found.")
@click.option("--concede", is_flag=True, help="No replacement in time: the game is conceded.")
def lost_command(
    call: Call, event: str, player: str, card: str, minutes: str, in_game: bool, replaced: bool, concede: bool
) -> Answer:
    """Record a player's lost card and how it was resolved."""
    if sum((in_game, replaced, concede)) > 1 or (minutes and (in_game or replaced or concede)):
        raise click.UsageError("Give one of --minutes, --in-game, --replaced and --concede.")
    if replaced or concede:
        opened = _settled(call, event, player, card, replaced)
    else:
        opened = lost_cards.lose(call.desk, event, player, card, Actor(), minutes=minutes, in_game=in_game)
    who = opened.event.find(player)
    missed = [LostView(one.number, one.card, one.round) for one in open_losses(opened.event, who.id)]
    done = tr("{name} has every card again.", name=who.name)
    if missed:
        done = tr("{name} is missing {cards}.", name=who.name, cards=", ".join(one.card for one in missed))
    return changed(opened, done, lost=missed)


def _settled(call: Call, event: str, player: str, card: str, replaced: bool) -> Opened:
    missed = open_losses(call.desk.open(event).event, call.desk.open(event).event.find(player).id)
    found = next((one for one in missed if one.card.casefold() == card.strip().casefold()), None)
    if found is None:
        raise UnknownName("lost card", card, [one.card for one in missed])
    act = lost_cards.replace if replaced else lost_cards.concede
    return act(call.desk, event, found.number, Actor())
