"""Print sheets of an event as a PDF."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from muster.app.speech import speaking
from muster.cli.call import Call, command
from muster.cli.input.files import to_stdout, write_whole
from muster.cli.output.answers import Answer, Line, warn
from muster.cli.params import event_argument, round_option
from muster.cli.progress import watched
from muster.core.kit.errors import Refusal
from muster.core.kit.progress import PRINTING

NO_ADDRESS = "The QR codes are left out because no server has run here yet. Give its address with --address."


@command("print")
@event_argument
@click.argument("kind")
@round_option
@click.option("--player", default="", metavar="NAME", help="Only this player's sheet.")
@click.option("--places", type=click.IntRange(1), metavar="N", help="Certificates for places 1 to N.")
@click.option("--paper", type=click.Choice(("a4", "letter")), default="a4", show_default=True, help="The paper size.")
@click.option(
    "-o", "--output", default="", metavar="FILE", help="Where to write (default: EVENT-KIND.pdf); - into a pipe."
)
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
@click.option("--address", default="", metavar="URL", help="Where the codes lead (default: the server's last address).")
@click.option("--lang", default="en", show_default=True, metavar="CODE", help="The language of the sheets.")
def print_command(
    call: Call,
    event: str,
    kind: str,
    round_: int | None,
    player: str,
    places: int | None,
    paper: str,
    output: str,
    force: bool,
    address: str,
    lang: str,
) -> Answer:
    """Print sheets as a PDF: pairings, slips, standings and more.

    KIND is pairings, names, slips, keying, byhand, standings, bracket, records, badges, certificates, list, lists,
    signs, terrain, scenarios or checks; or kit: everything needed to continue by hand.
    """
    from muster.app.languages import stamp
    from muster.paper.kinds import KINDS, printed

    piped = to_stdout(output, call.json)
    if piped and sys.stdout.isatty():
        raise Refusal("A PDF cannot be shown in a terminal. Give the name of a file instead of “-”, or use a pipe.")
    opened = call.desk.open(event)
    back, language = call.web.printing(Path(call.folder), opened, address, lang)
    with speaking(language), watched(PRINTING, colour=call.colour) as progress:
        made = printed(
            opened,
            kind,
            back,
            paper=paper,
            when=stamp(call.desk.clock.now()),
            language=lang,
            number=round_,
            player=player,
            progress=progress,
            places=places or 0,
        )
    without_codes = not back.address and (kind not in KINDS or KINDS[kind].codes)
    warnings = [*made.warnings, *([NO_ADDRESS] if without_codes else [])]
    if piped:
        for one in warnings:
            click.echo(f"! {one}", err=True)
        return Answer({}, text=made.pdf)
    name = output or f"{opened.id}-{kind}{f'-{round_}' if round_ else ''}.pdf"
    write_whole(name, made.pdf, force)
    done = f"“{opened.event.name}”: {kind} written to {name}."
    data = {"event": opened.id, "done": done, "file": name, "warnings": warnings}
    return Answer(data, (Line(done, "good"), *map(warn, warnings)))
