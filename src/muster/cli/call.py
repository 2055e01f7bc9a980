"""One call of the command line: the data folder, how to show the answer, and options that all commands share."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

if TYPE_CHECKING:
    from pathlib import Path

    from muster.app.accounts.book import AccountBook
    from muster.app.circuit.seasons import Seasons
    from muster.app.desk import Desk, Opened
    from muster.app.persons.book import PeopleBook
    from muster.app.ports import Backups
    from muster.app.views.diagnosis import Diagnosis
    from muster.cli.output.answers import Answer
    from muster.core.kit.language import Language
    from muster.paper.way_back import WayBack

    Ready = Callable[["Started"], None]


class DeskFor(Protocol):
    """The desk for the events of a data folder or a database, supplied by `main`."""

    def __call__(self, folder: Path, database: str = "", /) -> Desk: ...


class BackupsOf(Protocol):
    def __call__(self, folder: Path, database: str = "", /) -> Backups: ...


class Started(Protocol):
    """What a server says when it has started."""

    @property
    def sign_in(self) -> str: ...

    @property
    def phones(self) -> str: ...

    @property
    def qr(self) -> str: ...

    @property
    def others(self) -> tuple[tuple[str, str], ...]: ...

    @property
    def trouble(self) -> str: ...


class WebServer(Protocol):
    """The server, supplied by `main`."""

    def serve(
        self,
        folder: Path,
        host: str,
        port: int,
        ready: Ready,
        *,
        names: tuple[str, ...] = (),
        proxy: str = "",
        certificate: tuple[str, str] | None = None,
        backup: str = "",
        backup_every: int = 0,
        backup_keep: int = 0,
        database: str = "",
        private_webhooks: bool = False,
        workers: int = 1,
        hsts_days: int = 0,
        log: str = "plain",
        log_requests: bool = False,
        metrics: tuple[str, int] | None = None,
    ) -> None: ...

    def sign_in(self, folder: Path, account: int = 0) -> str:
        """A link for the administrator, or for an account."""

    def hashed(self, password: str) -> str: ...

    def is_common(self, password: str) -> bool: ...

    def reached_at(self, folder: Path) -> str:
        """Where phones reach the server on this folder; empty if none is running."""

    def sign_out(self, folder: Path, account: int | None = None, *, tokens: bool = False) -> int:
        """On every device, or on those of one account; returns how many.

        `tokens`: also ends its programs' tokens for good.
        """

    def examine(
        self,
        folder: Path,
        database: str = "",
        *,
        deep: bool = False,
        port: int = 8000,
        certificate: tuple[str, str] | None = None,
        names: tuple[str, ...] = (),
    ) -> Iterable[Diagnosis]:
        """Checks the installation, even a broken one."""

    def clear(self, folder: Path, event: str) -> None:
        """Removes what is kept beside the journal of an event that is gone: the next one may have its id."""

    def printing(self, folder: Path, opened: Opened, address: str, language: str) -> tuple[WayBack, Language]: ...

    def copied(self, folder: Path, desk: Desk, event: str, season: str, language: str) -> list[tuple[str, bytes]]:
        """The public pages of an event or a season, each as a file's name and content."""


PIPE_CLOSED = 141
"""The exit code when the reader of a pipe has left, as in shells."""


class NotShown(Exception):
    """The command did its work, but its answer could not be written; says why."""


class Call:
    """Made once per run; `--data`, `--database`, `--json` and `--no-colour` set it from anywhere on the line."""

    def __init__(
        self,
        desk_for: DeskFor,
        web: WebServer | None = None,
        backups_of: BackupsOf | None = None,
        args: Sequence[str] = (),
    ) -> None:
        self.args = args
        self.ends = ExitStack()
        """What ends with the command."""
        self._desk_for = desk_for
        self._web = web
        self._backups_of = backups_of
        self.data = ""
        self.named_database = ""
        self.json = False
        self.colour = not os.environ.get("NO_COLOR")
        self.exit_code = 0
        self.if_stopped = ""
        """What to say after Ctrl-C, if the command knows that without asking what was saved."""
        self._ledgers: list[Desk | Seasons | PeopleBook | AccountBook] = []

    @property
    def folder(self) -> str:
        return self.data or os.environ.get("MUSTER_DATA") or default_folder()

    @property
    def database(self) -> str:
        """The address of the database with the events; empty if they are in the data folder."""
        return self.named_database or os.environ.get("MUSTER_DATABASE", "")

    @cached_property
    def desk(self) -> Desk:
        from pathlib import Path

        return self.desk_in(Path(self.folder), self.database)

    def desk_in(self, folder: Path, database: str = "") -> Desk:
        from muster.cli.fault_log import in_passing

        desk = self._desk_for(folder, database)
        if not self._ledgers:
            self.ends.enter_context(in_passing(folder, self.args))
        self._ledgers.append(desk)
        return desk

    @cached_property
    def seasons(self) -> Seasons:
        from muster.app.circuit.seasons import Seasons

        seasons = Seasons(self.desk.journals, self.desk.clock, self.desk.fresh)
        self._ledgers.append(seasons)
        return seasons

    @cached_property
    def people(self) -> PeopleBook:
        from muster.app.persons.book import PeopleBook

        book = PeopleBook(self.desk, self.seasons)
        self._ledgers.append(book)
        return book

    @cached_property
    def accounts(self) -> AccountBook:
        from muster.app.accounts.book import AccountBook

        book = AccountBook(self.desk)
        self._ledgers.append(book)
        return book

    @property
    def wrote(self) -> bool:
        """Whether anything was recorded in this call."""
        return any(ledger.wrote for ledger in self._ledgers)

    @property
    def opened(self) -> bool:
        """Whether this call touched events at all."""
        return bool(self._ledgers)

    @property
    def writing(self) -> bool:
        """Whether this call was interrupted while it was recording something."""
        return any(ledger.writing for ledger in self._ledgers)

    @property
    def web(self) -> WebServer:
        assert self._web is not None, "this call was made without a server"
        return self._web

    @property
    def backups(self) -> Backups:
        from pathlib import Path

        return self.backups_in(Path(self.folder), self.database)

    def backups_in(self, folder: Path, database: str = "") -> Backups:
        assert self._backups_of is not None, "this call was made without backups"
        return self._backups_of(folder, database)

    def show(self, answer: Answer) -> None:
        self.exit_code = answer.exit_code
        try:
            self._print(answer)
            sys.stdout.flush()
        except BrokenPipeError:
            # The reader has enough.
            _let_go_of_stdout()
            self.exit_code = PIPE_CLOSED
        except OSError as error:
            _let_go_of_stdout()
            raise NotShown(error.strerror or str(error)) from None

    def _print(self, answer: Answer) -> None:
        if answer.text:
            click.echo(answer.text, nl=False)
        elif self.json:
            self.print_json({"ok": answer.exit_code == 0, **answer.data})
        elif sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
            from muster.cli.output.screen import Screen

            screen = Screen(colour=self.colour)
            for block in answer.blocks:
                screen.show(block)
        else:
            from muster.cli.output.plain import lines

            for block in answer.blocks:
                for line in lines(block):
                    click.echo(line)

    def print_json(self, data: Mapping[str, Any]) -> None:
        import json

        import msgspec

        narrow = (getattr(sys.stdout, "encoding", "") or "").casefold().replace("-", "") != "utf8"
        plain = msgspec.to_builtins(data, str_keys=True)
        click.echo(json.dumps(plain, ensure_ascii=narrow, indent=2))


def _let_go_of_stdout() -> None:
    """What is still buffered would fail again when Python exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def default_folder() -> str:
    """Where programs of this user store their data."""
    home = os.path.expanduser("~")
    if sys.platform == "darwin":
        return os.path.join(home, "Library", "Application Support", "muster")
    if sys.platform == "win32":
        return os.path.join(os.environ.get("LOCALAPPDATA") or home, "muster")
    return os.path.join(os.environ.get("XDG_DATA_HOME") or os.path.join(home, ".local", "share"), "muster")


def call_of(ctx: click.Context) -> Call:
    call = ctx.find_object(Call)
    assert call is not None, "no call belongs to this context"
    return call


def _data(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
    if value is not None:
        call_of(ctx).data = value


def _database(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
    if value is not None:
        call_of(ctx).named_database = value


def _json(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if value:
        call_of(ctx).json = True


def _no_colour(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if value:
        call_of(ctx).colour = False


F = TypeVar("F", bound=Callable[..., Any])


def shared_options(function: F) -> F:
    """`--data`, `--database`, `--json` and `--no-colour`: on the group and on every command."""
    function = click.option(
        "--no-colour",
        is_flag=True,
        expose_value=False,
        is_eager=True,
        callback=_no_colour,
        help="Do not use colours (like NO_COLOR).",
    )(function)
    function = click.option(
        "--json",
        is_flag=True,
        expose_value=False,
        is_eager=True,
        callback=_json,
        help="Answer as JSON (see docs/cli.md).",
    )(function)
    function = click.option(
        "--database",
        metavar="URL",
        expose_value=False,
        is_eager=True,
        callback=_database,
        help="Keep the events in this PostgreSQL database; by default MUSTER_DATABASE, or the data folder.",
    )(function)
    return click.option(
        "--data",
        metavar="DIR",
        expose_value=False,
        is_eager=True,
        callback=_data,
        help="Where the events are kept; by default MUSTER_DATA or the user's data folder.",
    )(function)


def command(name: str, *, minus_is_no_option: bool = False) -> Callable[[Callable[..., Answer]], click.Command]:
    """A command whose function takes the Call and its parameters, and returns an Answer.

    `minus_is_no_option`: one that takes numbers below zero.
    """

    def wrap(function: Callable[..., Answer]) -> click.Command:
        @wraps(function)
        @click.pass_context
        def run(ctx: click.Context, /, **parameters: Any) -> None:
            call = call_of(ctx)
            call.show(function(call, **parameters))

        settings = {"ignore_unknown_options": minus_is_no_option}
        return click.command(name, context_settings=settings)(shared_options(run))

    return wrap
