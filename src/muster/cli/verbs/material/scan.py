"""Whether this computer can read slips from pictures, and installing what that needs."""

from __future__ import annotations

import click

from muster.cli.call import Call, command
from muster.cli.input.asking import can_ask
from muster.cli.output.answers import Answer, Line
from muster.cli.progress import watched
from muster.core.kit.errors import Refusal
from muster.core.kit.progress import INSTALLING

READY = "Slips can be read here: open “Scan slips” on the desk."
OFFER = "Slips cannot be read here yet. Install what that needs (about 60 MB)?"
MISSING = "Slips cannot be read here yet. To install what that needs (about 60 MB): muster scan --install"


@command("scan")
@click.option("--install", "wanted", is_flag=True, help="Install it without asking.")
def scan_command(call: Call, wanted: bool) -> Answer:
    """Check whether slips can be read here, and install what that needs.

    Reading itself is done in the browser, where each slip is shown beside its form. The packages are the very ones
    that Muster was tested with.
    """
    if wanted or (not _is_ready() and can_ask(call) and click.confirm(OFFER, err=True)):
        from muster.scan.installing import install

        with watched(INSTALLING, colour=call.colour) as progress:
            install(progress)
    ready = _is_ready()
    return Answer({"ready": ready}, (Line(READY, "good") if ready else Line(MISSING),))


def _is_ready() -> bool:
    from muster.scan.reading import eyes_here

    try:
        eyes_here()
    except Refusal:
        return False
    return True
