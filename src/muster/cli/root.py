"""The command line as a whole: runs one call and turns errors into a sentence and an exit code."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import TYPE_CHECKING, TextIO

import click

from muster import __version__
from muster.cli.call import Call, NotShown, shared_options
from muster.cli.group import LazyGroup

if TYPE_CHECKING:
    from muster.cli.call import BackupsOf, DeskFor, WebServer
    from muster.core.kit.errors import Refusal

REFUSED, USAGE, FAULT, STOPPED = 1, 2, 3, 130


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@shared_options
@click.version_option(__version__, prog_name="muster", message="%(prog)s %(version)s")
def muster() -> None:
    """Muster runs tabletop tournaments exactly by their rulebooks.

    \b
    A first event:  muster new l5r "Kyoto Open"
                    muster enrol kyoto-open --file players.csv
                    muster pair kyoto-open
    Just looking:   muster demo bushido
    """


def can_say_everything(stream: TextIO, system: str = sys.platform) -> None:
    """No letter can make a command fail: what an encoding lacks is escaped.

    On Windows, pipes and files get UTF-8 as elsewhere, instead of the console's code page.
    """
    if isinstance(stream, TextIOWrapper):
        utf8 = system == "win32" and not stream.isatty()
        stream.reconfigure(encoding="utf-8" if utf8 else None, errors="backslashreplace")


def run(
    desk_for: DeskFor, args: Sequence[str], web: WebServer | None = None, backups_of: BackupsOf | None = None
) -> int:
    """Runs one command line and returns the exit code: 0 done, 1 refused, 2 not understood, 3 our own fault."""
    call = Call(desk_for, web, backups_of, args)
    for stream in (sys.stdout, sys.stderr):
        can_say_everything(stream)
    try:
        _must_be_text(args)
        with call.ends:
            muster.main(list(args), prog_name="muster", standalone_mode=False, obj=call)
        return call.exit_code
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.UsageError as error:
        _usage(call, error, args)
        return USAGE
    except click.ClickException as error:
        return _refuse(call, error.format_message(), "", "refusal")
    except (click.Abort, KeyboardInterrupt) as stop:
        click.echo(_stopped(call, str(stop)), err=True)
        return STOPPED
    except NotShown as error:
        done = "It was saved, but the answer" if call.wrote else "The answer"
        click.echo(f"{done} could not be written: {error}.", err=True)
        return REFUSED
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _refuse(call, f"{where}{error.strerror or error}; {_kept(call)}", "", "refusal")
    except Exception as error:  # The last resort: a refusal is shown; a bug is logged and reported as one.
        # Imported only here, because --help must not load the core.
        from muster.core.kit.errors import Refusal

        if isinstance(error, Refusal):
            return _refuse(call, str(error), error.clause, error.kind, _code(error) if call.json else "")
        return _fault(call, error, args)


def _stopped(call: Call, said: str) -> str:
    """What is true after Ctrl-C. Long work says that itself, and so does a command that saves nothing or runs a
    server.
    """
    if said or call.if_stopped or not call.opened:
        return said or call.if_stopped or "Stopped."
    if call.writing:
        return "Stopped while it was being saved. Check with “muster log” whether it was."
    return "Stopped. What was saved before is kept." if call.wrote else "Stopped. No event was changed."


def _kept(call: Call) -> str:
    return "what was saved before it is kept." if call.wrote else "nothing was saved."


def _fault(call: Call, error: Exception, args: Sequence[str]) -> int:
    """Our own bug: reported as such, and logged where it can be found."""
    from pathlib import Path

    from muster.app.faults import fault_id
    from muster.cli.fault_log import write_down

    fault = fault_id(error)
    said = f"Something went wrong in Muster itself ({type(error).__name__}); {_kept(call)}"
    try:
        file = write_down(Path(call.folder), fault, error, args)
    except OSError:
        from traceback import print_exception

        print_exception(error)
        _refuse(call, f"{said} Please report it with the lines above ({fault}).", "", "fault")
        return FAULT
    _refuse(call, f"{said} Please report it with the part of {file} marked {fault}.", "", "fault")
    return FAULT


def _must_be_text(args: Sequence[str]) -> None:
    """Bytes that are not UTF-8 arrive as lone surrogates, which cannot be stored or shown."""
    for arg in args:
        if not arg.isascii() and any("\ud800" <= c <= "\udfff" for c in arg):
            shown = arg.encode("utf-8", "backslashreplace").decode()
            raise click.UsageError(f"“{shown}” is not UTF-8 text; set the terminal to UTF-8.")


def _usage(call: Call, error: click.UsageError, args: Sequence[str]) -> None:
    if isinstance(error, click.NoSuchOption) and not error.possibilities:
        typed = next((arg for arg in args if arg.startswith(error.option_name)), error.option_name)
        hint = f"{error.format_message()} If “{typed}” is a name, put -- before it: -- {typed}"
        error = click.UsageError(hint, error.ctx)
    if call.json or "--json" in args:
        call.print_json(_error(error.format_message(), "", "", "usage"))
    else:
        error.show()


def _refuse(call: Call, sentence: str, clause: str, kind: str, code: str = "") -> int:
    heading = _heading(clause) if clause else ""
    if call.json:
        call.print_json(_error(sentence, clause, heading, kind, code))
        return REFUSED
    from muster.cli.output.plain import visible

    colour = None if call.colour else False
    click.secho(visible(sentence), fg="red", err=True, color=colour)
    if clause:
        click.secho(visible(f"[{clause}: {heading}]" if heading else f"[{clause}]"), dim=True, err=True, color=colour)
    return REFUSED


def _error(sentence: str, clause: str, heading: str, kind: str, code: str = "") -> dict[str, object]:
    """`kind`: what kind of refusal it is; `code`: which one, whatever its wording."""
    told = {"sentence": sentence, "clause": clause, "heading": heading, "kind": kind, "code": code or kind}
    return {"ok": False, "error": told}


def _code(refusal: Refusal) -> str:
    from muster.app.codes import code_of_refusal

    return code_of_refusal(refusal)


def _heading(clause: str) -> str:
    """The heading of a clause, from the house rules or from its book."""
    from muster.core.book.house import CLAUSES
    from muster.systems import registry

    found = CLAUSES.get(clause, "")
    for name in () if found else registry.names():
        found = found or registry.find(name).clauses.get(clause, "")
    return found
