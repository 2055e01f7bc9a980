"""`muster doctor`: what is right, what needs attention, what must be fixed, and how."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from muster.app.numbers import count
from muster.app.views.diagnosis import Diagnosis, Severity
from muster.cli.call import Call, command
from muster.cli.output.answers import Answer, Block, Line, Look

WORDS: dict[Severity, tuple[str, Look]] = {
    Severity.OK: ("ok", "good"),
    Severity.WARNING: ("warning", "warn"),
    Severity.MUST_FIX: ("must fix", "warn"),
}


@command("doctor")
@click.option("--deep", is_flag=True, help="Read every journal from its first entry, and compute every event again.")
@click.option("--port", default=8000, show_default=True, metavar="N", type=click.IntRange(1, 65535), help="To be free.")
@click.option("--certificate", default="", metavar="FILE", help="Check this certificate too (PEM); needs --key.")
@click.option("--key", default="", metavar="FILE", help="The private key of the certificate (PEM).")
@click.option("--name", "names", multiple=True, metavar="HOST", help="A host name the certificate is for (repeatable).")
def doctor_command(call: Call, deep: bool, port: int, certificate: str, key: str, names: tuple[str, ...]) -> Answer:
    """Check this installation and say what to fix.

    Also while the server runs, and also where something is broken: each check is by itself. Nothing is changed.
    """
    if bool(certificate) != bool(key):
        raise click.UsageError("--certificate and --key belong together: give both, or neither.")
    both = (certificate, key) if certificate else None
    found = list(
        call.web.examine(Path(call.folder), call.database, deep=deep, port=port, certificate=both, names=names)
    )
    broken = any(one.verdict is Severity.MUST_FIX for one in found)
    return Answer({"checks": found}, tuple(_blocks(found)), exit_code=1 if broken else 0)


def _blocks(found: list[Diagnosis]) -> Iterator[Block]:
    for one in found:
        word, look = WORDS[one.verdict]
        yield Line(f"{word}: {one.found}{f' {one.fix}' if one.fix else ''}", look)
    fixes = sum(one.verdict is Severity.MUST_FIX for one in found)
    warnings = sum(one.verdict is Severity.WARNING for one in found)
    if fixes:
        yield Line(f"{count(fixes, 'thing')} must be fixed.", "warn")
    elif warnings:
        yield Line(f"It works; {count(warnings, 'warning')}.")
    else:
        yield Line("Everything is as it should be.", "good")
