"""A game outside of any event: opens a table, and says where both phones find it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from muster.cli.call import Call, command
from muster.cli.output.answers import Answer, Line

if TYPE_CHECKING:
    from muster.cli.call import Started


@command("play")
@click.argument("system")
@click.argument("names", nargs=-1, metavar="[NAME NAME]")
@click.option("--scenario", default="", metavar="NAME", help="A scenario of the game; chosen at the table otherwise.")
@click.option("--minutes", default="", metavar="N", help="How long it takes; with a chess clock, for each player.")
@click.option(
    "--host",
    default="0.0.0.0",
    show_default=True,
    metavar="ADDRESS",
    help="Where to listen, if no server runs yet.",
)
@click.option(
    "--port", default=8000, show_default=True, metavar="N", type=click.IntRange(0, 65535), help="0 for any free port."
)
def play_command(
    call: Call, system: str, names: tuple[str, ...], scenario: str, minutes: str, host: str, port: int
) -> Answer:
    """Open a table for two players outside an event.

    Prints where both phones find it. If no server runs on this data, one is started; Ctrl-C stops it.
    """
    from muster.app.table import actions
    from muster.app.table.tables import Tables
    from muster.paper.codes import qr_text

    game = actions.casual_game(system, names or ("Player A", "Player B"), {}, scenario, minutes)

    def opened(address: str) -> dict[str, str | list[str]]:
        desk = call.desk
        table = actions.open_game(Tables(desk.journals, desk.clock, desk.fresh), game, "")
        return {"table": table.id, "names": list(game.names), "address": f"{address.rstrip('/')}/t/{table.id}/"}

    def lines(data: dict[str, str | list[str]]) -> list[str]:
        """The code is for eyes, so it is only shown on a terminal."""
        address = str(data["address"])
        code = [qr_text(address)] if sys.stdout.isatty() else []
        return [f"For both phones: {address}", *code]

    def ready(addresses: Started) -> None:
        data = opened(addresses.phones)
        if call.json:
            call.print_json({"ok": True, **data})
        else:
            for line in (*lines(data), "Ctrl-C stops the server."):
                click.echo(line)
        sys.stdout.flush()

    running = call.web.reached_at(Path(call.folder))
    if running:
        data = opened(running)
        return Answer(dict(data), [Line(line) for line in lines(data)])
    call.if_stopped = "Stopped."
    call.web.serve(Path(call.folder), host, port, ready, database=call.database)
    return Answer({})
