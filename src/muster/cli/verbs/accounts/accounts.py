"""Accounts of organisers: add one, let them in, limit them, and say whose an event is."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from muster.app.accounts import actions
from muster.app.accounts.views import AccountLine, accounts_log, accounts_view, organisers_view, second_organisers
from muster.app.desk import Opened
from muster.app.numbers import count
from muster.cli.call import Call, call_of, command, shared_options
from muster.cli.input.files import read_text
from muster.cli.output.answers import Answer, Block, Column, Grid, Line, dim, title
from muster.cli.params import event_argument
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Actor
from muster.core.record.accounts.journal import OrganiserAccount
from muster.core.rules.accounts.accounts import find, megabytes, must_be_password, second_called

STAFF = Actor()

login_argument = click.argument("login")


@click.group("account", invoke_without_command=True)
@shared_options
@click.pass_context
def account_command(ctx: click.Context) -> None:
    """List organisers' accounts, add or limit one, hand over an event.

    For a server that hosts events for others. Without accounts, everybody with the sign-in link can organise them all.
    """
    if ctx.invoked_subcommand is None:
        call_of(ctx).show(_listed(call_of(ctx)))


def _listed(call: Call) -> Answer:
    accounts = accounts_view(call.accounts)
    columns = [
        Column("Login"),
        Column("Name", flex=True),
        *(Column(n, right=True) for n in ("Events", "Players", "MB")),
    ]
    rows = [
        (
            one.login,
            one.name + _state(one),
            f"{one.unfinished}/{one.most_events}",
            str(one.most_players),
            f"{megabytes(one.bytes)}/{one.most_megabytes}",
        )
        for one in accounts
    ]
    none = Line("There are no accounts: everybody with the sign-in link can organise every event.")
    blocks: list[Block] = [Grid([*columns], rows)] if accounts else [none]
    seconds = second_organisers(call.accounts)
    if seconds:
        blocks.append(title("Second organisers"))
        blocks += [Line(f"{one.name} (#{one.number})") for one in seconds]
    return Answer({"accounts": accounts, "second_organisers": seconds}, blocks)


def _state(one: AccountLine) -> str:
    return " (disabled)" if one.disabled else "" if one.password else " (no password)"


@command("add")
@login_argument
@click.option("--name", default="", metavar="NAME", help="Their name, as logs show it; by default LOGIN.")
def add_command(call: Call, login: str, name: str) -> Answer:
    """Add an account that signs in as LOGIN. Give them a link, or set a password."""
    account = actions.add(call.accounts, login, name, STAFF)
    return _changed(
        call, account, f"Account {account.login} added for {account.name}.", f"muster account link {account.login}"
    )


def _changed(call: Call, account: OrganiserAccount, done: str, step: str = "muster account") -> Answer:
    line = next(one for one in accounts_view(call.accounts) if one.login == account.login)
    return Answer({"done": done, "next": step, "account": line}, [Line(done, "good"), dim(f"Next: {step}")])


@command("link")
@login_argument
def link_command(call: Call, login: str) -> Answer:
    """Print a link that signs an account in, once and within a day. Needs the running server."""
    account = find(call.accounts.now_is(), login)
    link = call.web.sign_in(Path(call.folder), account.id)
    return Answer({"sign_in": link}, [Line(link)])


@command("password")
@login_argument
@click.option("--file", default="", metavar="FILE", help="Its first line is the password; - reads standard input.")
def password_command(call: Call, login: str, file: str) -> Answer:
    """Set an account's password, which the terminal asks for. It is signed out everywhere."""
    account = find(call.accounts.now_is(), login)
    password = _password(file)
    must_be_password(password, account.login, call.web.is_common(password))
    actions.set_password(call.accounts, login, call.web.hashed(password), STAFF)
    call.web.sign_out(Path(call.folder), account.id)
    return _changed(call, account, f"{account.login} has a new password, and is signed out everywhere.")


def _password(file: str) -> str:
    """Never an argument: other users of the computer can read a command line."""
    if file:
        return next(iter(read_text(file).splitlines()), "")
    if not sys.stdin.isatty():
        raise click.UsageError("The password is asked for in a terminal. Without one, name a file with --file.")
    return str(click.prompt("New password", hide_input=True, confirmation_prompt=True, err=True))


@command("disable")
@login_argument
def disable_command(call: Call, login: str) -> Answer:
    """Disable an account: nobody can sign in with it any more, and whoever is signed in is out. Its events stay."""
    account = actions.disable(call.accounts, login, True, STAFF)
    call.web.sign_out(Path(call.folder), account.id)
    return _changed(call, account, f"{account.login} is disabled.")


@command("enable")
@login_argument
def enable_command(call: Call, login: str) -> Answer:
    """Let an account in again."""
    account = actions.disable(call.accounts, login, False, STAFF)
    return _changed(call, account, f"{account.login} is enabled.")


@command("quota")
@login_argument
@click.option("--events", type=click.IntRange(0), metavar="N", help="Events that are not finished (by default 20).")
@click.option("--players", type=click.IntRange(0), metavar="N", help="Players in each of its events (by default 500).")
@click.option("--megabytes", type=click.IntRange(0), metavar="N", help="Space for all its events (by default 200).")
def quota_command(call: Call, login: str, events: int | None, players: int | None, megabytes: int | None) -> Answer:
    """Limit an account. What you leave out gets its default again."""
    account = actions.set_quota(call.accounts, login, events, players, STAFF, megabytes)
    most = account.quota
    done = (
        f"{account.login}: at most {count(most.events, 'event')}, {count(most.players, 'player')} in each, "
        f"{most.megabytes} MB in all."
    )
    return _changed(call, account, done)


@command("erase")
@login_argument
@click.option("--yes", is_flag=True, help="Yes, erase it. It cannot be undone.")
def erase_command(call: Call, login: str, yes: bool) -> Answer:
    """Close an account for good, and erase its name and password. You keep its events.

    LOGIN can also be the name of a second organiser, who is then signed out and erased.
    """
    if not yes and not second_called(call.accounts.as_known(), login):
        raise Refusal(
            "This would close the account “{login}” for good and erase its name, its password and its programs’ "
            "access. Its events stay, and belong to you. Backups made until now keep the name. To do it, add --yes.",
            login=login[:80],
        )
    if not yes:
        raise Refusal(
            "This would sign out the second organiser “{name}” and erase the name. Backups made until now keep it. To "
            "do it, add --yes.",
            name=login[:80],
        )
    number = actions.erase(call.accounts, login, STAFF)
    call.web.sign_out(Path(call.folder), number, tokens=True)
    done = f"Erased. Their entries are listed under “{call.accounts.signature(number)}”."
    return Answer({"done": done, "next": "muster account"}, [Line(done, "good"), dim("Next: muster account")])


@command("hand-over")
@event_argument
@login_argument
def hand_over_command(call: Call, event: str, login: str) -> Answer:
    """Give an event to an account; LOGIN - gives it back to the administrator alone."""
    opened = actions.hand_over(call.accounts, event, login, STAFF)
    whose = "the administrator" if login == actions.NOBODY else login
    return _of_event(call, opened, f"“{opened.event.name}” belongs to {whose}.")


@command("share")
@event_argument
@login_argument
@click.option("--end", is_flag=True, help="They no longer organise it.")
def share_command(call: Call, event: str, login: str, end: bool) -> Answer:
    """Let another account organise an event too."""
    if end:
        opened = actions.unshare(call.accounts, event, login, STAFF)
        return _of_event(call, opened, f"{login} does not organise “{opened.event.name}” beside its owner.")
    opened = actions.share(call.accounts, event, login, STAFF)
    return _of_event(call, opened, f"{login} organises “{opened.event.name}” too.")


def _of_event(call: Call, opened: Opened, done: str) -> Answer:
    view = organisers_view(call.accounts, opened)
    return Answer({"done": done, "event": opened.id, "organisers": view}, [Line(done, "good")])


@command("log")
def log_command(call: Call) -> Answer:
    """List everything that was done to accounts."""
    entries = accounts_log(call.accounts)
    columns = [Column("No", right=True), Column("When"), Column("Who"), Column("What", flex=True)]
    rows = [(str(e.seq), e.at[:16], e.who, e.text) for e in entries]
    return Answer({"log": entries}, [Grid(columns, rows)])


for one in (
    add_command,
    link_command,
    password_command,
    disable_command,
    enable_command,
    quota_command,
    erase_command,
    hand_over_command,
    share_command,
    log_command,
):
    account_command.add_command(one)
