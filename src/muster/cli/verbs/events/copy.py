"""The public pages of an event or a season as files that need no server."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import click

from muster.app.exchange.zipped import zipped
from muster.app.numbers import count
from muster.cli.call import Call, command
from muster.cli.input.files import must_be_file, write_whole
from muster.cli.output.answers import Answer, Line
from muster.cli.params import complete_event, complete_season
from muster.core.kit.errors import Refusal


@command("copy")
@click.argument("event", required=False, shell_complete=complete_event)
@click.option("--season", metavar="ID", shell_complete=complete_season, help="Of this season and its events.")
@click.option("--to", required=True, metavar="DIR|FILE.zip", help="A new folder, or a zip file.")
@click.option("--language", default="en", metavar="CODE", show_default=True, help="The language of the pages.")
@click.option("--force", is_flag=True, help="Overwrite FILE.zip if it exists.")
def copy_command(call: Call, event: str | None, season: str | None, to: str, language: str, force: bool) -> Answer:
    """Save the public pages as a folder or a zip that opens without a server."""
    if (event is None) == (season is None):
        raise click.UsageError("Say what to copy: an EVENT, or --season ID.")
    must_be_file(to)
    zip_file = to.casefold().endswith(".zip")
    if not zip_file:
        _must_be_free(to)
    files = call.web.copied(Path(call.folder), call.desk, event or "", season or "", language)
    if zip_file:
        write_whole(to, zipped(files), force)
    else:
        _write_folder(to, files)
    done = f"{count(len(files), 'file')} written to {to}. Open {'index.html in it' if zip_file else _start(to)}."
    return Answer({"done": done, "file": to, "files": len(files)}, [Line(done, "good")])


def _start(to: str) -> str:
    return os.path.join(to, "index.html")


def _must_be_free(to: str) -> None:
    if os.path.lexists(to):
        raise Refusal("“{name}” already exists. Choose the name of a new folder, or of a zip file.", name=to)


def _write_folder(to: str, files: Iterable[tuple[str, bytes]]) -> None:
    """Written beside its place, then moved there: completely or not at all."""
    draft: Path | None = None
    try:
        draft = Path(mkdtemp(prefix=".muster-copy-", dir=os.path.dirname(os.path.abspath(to))))
        draft.chmod(0o755)
        for name, content in files:
            (draft / name).parent.mkdir(exist_ok=True)
            (draft / name).write_bytes(content)
        draft.rename(to)
    except OSError as error:
        raise Refusal(
            "“{name}” cannot be written: {strerror}.", name=to, strerror=error.strerror or str(error)
        ) from None
    finally:
        if draft is not None and draft.exists():
            rmtree(draft)
