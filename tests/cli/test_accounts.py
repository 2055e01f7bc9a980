"""`muster account` as an administrator types it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from muster.web.who.sessions import Sessions
from tests.cli.conftest import Muster

Files = Callable[[str, str | bytes], Path]


def test_accounts_are_added_limited_and_given_events(muster: Muster) -> None:
    muster.ok("new", "bushido", "Dojo", "--seed", "test")
    assert "everybody with the sign-in link" in muster.ok("account")
    assert "There are no accounts on this server yet." in muster.refused("account", "hand-over", "dojo", "ann")
    assert muster.ok("account", "add", "ann", "--name", "Ann Berg").splitlines() == [
        "Account ann added for Ann Berg.",
        "Next: muster account link ann",
    ]
    assert "“Ann !” cannot be a sign-in name." in muster.refused("account", "add", "Ann !")
    assert "There is already an account “ann”." in muster.refused("account", "add", "ANN")
    assert "No account is called “anne”; did you mean “ann”?" in muster.refused("account", "disable", "anne")
    assert "ann: at most 1 event, 500 players in each, 200 MB in all." in muster.ok(
        "account", "quota", "ann", "--events", 1
    )
    assert "--events" in muster.misused("account", "quota", "ann", "--events", -1)
    assert "“Dojo” belongs to ann." in muster.ok("account", "hand-over", "dojo", "ann")
    assert "ann (no password)" not in muster.ok("account") and "Ann Berg (no password)" in muster.ok("account")
    muster.ok("account", "add", "bob")
    assert "bob organises “Dojo” too." in muster.ok("account", "share", "dojo", "bob")
    assert "does not organise" in muster.ok("account", "share", "dojo", "bob", "--end")
    assert "belongs to the administrator" in muster.ok("account", "hand-over", "dojo", "-")
    assert "No server is running" in muster.refused("account", "link", "ann")


def test_a_password_is_never_on_the_command_line_and_signs_out_everywhere(muster: Muster, file: Files) -> None:
    muster.ok("account", "add", "ann")
    sessions = Sessions(muster.folder)
    hers, other = sessions.begin("", account=1), sessions.begin("")
    assert "name a file with --file" in muster.misused("account", "password", "ann")
    assert "This one has 5." in muster.refused("account", "password", "ann", "--file", file("a.txt", "short\n"))
    assert "too easy to guess" in muster.refused("account", "password", "ann", "--file", file("b.txt", "1234567890"))
    assert sessions.find(hers) is not None
    muster.ok("account", "password", "ann", "--file", file("c.txt", "three wet umbrellas\r\nand more\n"))
    assert sessions.find(hers) is None and sessions.find(other) is not None
    (line,) = muster.json("account")["accounts"]
    assert line["password"] is True and "umbrellas" not in muster.ok("account", "log")
    hers = sessions.begin("", account=1)
    muster.ok("account", "disable", "ann")
    assert sessions.find(hers) is None and "ann (disabled)" in muster.ok("account")
    assert "“ann” is disabled" in muster.refused("account", "hand-over", _event(muster), "ann")
    muster.ok("account", "enable", "ann")


def _event(muster: Muster) -> str:
    muster.ok("new", "bushido", "Dojo", "--seed", "test")
    return "dojo"


def test_an_account_is_erased(muster: Muster) -> None:
    muster.ok("account", "add", "ann", "--name", "Ann Berg")
    refused = muster.refused("account", "erase", "ann")
    assert "would close the account “ann” for good" in refused and "add --yes" in refused
    assert "Erased." in muster.ok("account", "erase", "ann", "--yes")
    assert "Erased." in muster.ok("account", "erase", "#1", "--yes"), "it may be done again"
    assert "Ann" not in muster.ok("account") + muster.ok("account", "log") + muster.ok("account", "--json")
    assert b"Ann Berg" not in (muster.folder / "muster.db").read_bytes()
