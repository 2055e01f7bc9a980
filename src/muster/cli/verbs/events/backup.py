"""Everything into one file, out of one file, or into another store: backup, restore, transfer."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from muster.app.backups import newest, target
from muster.app.numbers import count
from muster.app.past.drill import drill
from muster.cli.call import Call, command
from muster.cli.input.files import must_be_file
from muster.cli.output.answers import Answer, Line
from muster.core.kit.errors import Refusal

if TYPE_CHECKING:
    from muster.app.desk import Desk
    from muster.app.ports import Saved


@command("backup")
@click.argument("to", default=".", type=click.Path())
@click.option("--force", is_flag=True, help="Overwrite TO if the file exists.")
def backup_command(call: Call, to: str, force: bool) -> Answer:
    """Copy everything into one file, also while the server runs.

    TO is a folder, such as a USB stick, or the file to write (default: the current folder). The file contains every
    event, card data, sheets and the key that badges and sign-ins need, so keep it private.
    """
    must_be_file(to)
    at = call.desk.clock.now()
    saved = call.backups.save(target(to, at), at, replace=force)
    done = f"Backed up to {saved.file}: {_contents(saved)}, checked."
    return Answer({"done": done, **asdict(saved)}, (Line(done, "good"), Line("Keep it private: it contains secrets.")))


@command("restore")
@click.argument("file", type=click.Path())
@click.option(
    "--check", is_flag=True, help="Only try it: restore into a temporary folder, verify every event, leave nothing."
)
def restore_command(call: Call, file: str, check: bool) -> Answer:
    """Restore a backup, here or on another computer.

    The data folder must be empty; --data names a new one. Badges, private links and sign-ins keep working. With --check
    FILE may be a folder with backups: the newest is tried.
    """
    if check:
        return _tried(call, newest(Path(file)))
    saved = call.backups.restore(Path(file))
    done = f"Restored to {call.folder}: {_contents(saved)}, all checked."
    data = {"done": done, "folder": call.folder, **asdict(saved)}
    return Answer(data, (Line(done, "good"), Line("Next: muster serve")))


def _tried(call: Call, file: Path) -> Answer:
    with TemporaryDirectory(prefix="muster-drill-") as folder:
        saved = call.backups_in(Path(folder)).restore(file)
        done = drill(call.desk_in(Path(folder)))
    told = f"{file} can be restored: {_contents(saved)}; {count(done.verified, 'event')} verified by replay."
    left_out = [Line(f"Not verified: {why}") for why in done.left_out]
    data = {"done": told, **asdict(saved), "verified": done.verified, "left_out": list(done.left_out)}
    return Answer(data, (Line(told, "good"), *left_out))


@command("transfer")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def transfer_command(call: Call, source: str, target: str) -> Answer:
    """Copy everything from a data folder into a database, or back.

    FROM and TO are each a folder or the address of a PostgreSQL database; TO must be empty. Everything is read back and
    verified by replay. FROM stays as it is.
    """
    from muster.app.events.transfer import transfer

    for folder in {_home(call, source), _home(call, target)}:
        if address := call.web.reached_at(folder):
            raise Refusal(
                "A server is running on the data in {folder}, at {address}. Stop it first: what happens there from now "
                "on would be missing.",
                folder=folder,
                address=address,
            )
    done = transfer(_desk(call, source), _desk(call, target))
    if not _is_database(target):
        call.backups_in(_home(call, source)).take_along(Path(target))
    told = f"Transferred {count(done.events, 'event')}, {count(done.entries, 'entry', 'entries')}, all verified."
    next_up = (
        "Next: muster serve --database, with the address of the database."
        if _is_database(target)
        else f"Next: muster serve --data {target}"
    )
    kept = (
        "The source was not changed. Do not go on working there: nothing brings the two together again. Delete it once "
        "you are sure: people you erase later are still in it."
    )
    return Answer(
        {"done": told, "events": done.events, "entries": done.entries}, (Line(told, "good"), Line(kept), Line(next_up))
    )


def _is_database(place: str) -> bool:
    return "://" in place


def _home(call: Call, place: str) -> Path:
    """The folder with the key and the sign-ins: the events' own, or that of the server whose events are in a
    database.
    """
    return Path(call.folder if _is_database(place) else place)


def _desk(call: Call, place: str) -> Desk:
    return call.desk_in(_home(call, place), place) if _is_database(place) else call.desk_in(Path(place))


def _contents(saved: Saved) -> str:
    return f"{count(saved.events, 'event')}, {count(saved.entries, 'entry', 'entries')}"
