"""One file with everything, and everything from one file: backup, restore."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from muster.app.backups import target
from muster.app.numbers import count
from muster.cli.answers import Answer, Line
from muster.cli.call import Call, command

if TYPE_CHECKING:
    from muster.app.ports import Saved


@command("backup")
@click.argument("to", default=".", type=click.Path())
@click.option("--force", is_flag=True, help="Overwrite TO if the file exists.")
def backup_command(call: Call, to: str, force: bool) -> Answer:
    """Copy everything into one file, also while the server runs.

    TO is a folder, such as a USB stick, or the file to write (default: the current folder). The file contains every
    event, card data, sheets and the key that badges and sign-ins need, so keep it private.
    """
    at = call.desk.clock.now()
    saved = call.backups.save(target(to, at), at, replace=force)
    done = f"Backed up to {saved.file}: {_contents(saved)}, checked."
    return Answer({"done": done, **asdict(saved)}, (Line(done, "good"), Line("Keep it private: it contains secrets.")))


@command("restore")
@click.argument("file", type=click.Path())
def restore_command(call: Call, file: str) -> Answer:
    """Restore a backup, here or on another computer.

    The data folder must be empty; --data names a new one. Badges, private links and sign-ins keep working.
    """
    saved = call.backups.restore(Path(file))
    done = f"Restored to {call.folder}: {_contents(saved)}, all checked."
    data = {"done": done, "folder": call.folder, **asdict(saved)}
    return Answer(data, (Line(done, "good"), Line("Next: muster serve")))


def _contents(saved: Saved) -> str:
    return f"{count(saved.events, 'event')}, {count(saved.entries, 'entry', 'entries')}"
