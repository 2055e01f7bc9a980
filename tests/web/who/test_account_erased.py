"""An account is closed and erased: no byte of its name or sign-in is left, its events go on, and all verifies."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from zipfile import ZipFile

import pytest

from muster.app.accounts import actions
from muster.app.accounts.views import accounts_log
from muster.app.events import actions as events
from muster.app.events.carry import export_event
from muster.app.past.verify import verify
from muster.app.people import claims, roster
from muster.core.kit.errors import Busy, Refusal, UnknownName
from muster.core.kit.model import PlayerId
from muster.core.record.journal import must_chain
from muster.main import backups_of
from muster.web.site import Site
from tests.postgres import Cluster
from tests.web.conftest import STAFF, Browser, account_of, organiser_of, player_of, site_in, text_of
from tests.web.who.test_accounts import GOOD, api, enter

LOGIN, NAME = "quarkfeather", "Zeb Formerquark"
WORDS = (b"uarkfeather", b"ormerquark", b"scrypt$", b"Quarkboard")


class Hosted:
    """A server on which somebody with an account did everything an account can do."""

    def __init__(self, folder: Path, database: str, files: Callable[[], Iterator[Path]]) -> None:
        self.folder, self.database, self.files = folder, database, files
        site = self.site = site_in(folder, database)
        actions.add(site.accounts, LOGIN, NAME, STAFF)
        actions.add(site.accounts, "bob", "Bob", STAFF)
        self.zeb, self.bob, self.chief = account_of(site, LOGIN), account_of(site, "bob"), organiser_of(site)
        self.zeb.send("/account/password/", 200, password=GOOD)
        self.zeb.send("/create/", name="Cup", system="bushido")
        self.zeb.send("/e/cup/enrol/", names="Ann\nCem\nDai\nEve")
        self.zeb.send("/e/cup/organisers/add/", login="bob")
        self.bob.send("/create/", name="Other", system="bushido")
        self.bob.send("/e/other/organisers/add/", login=LOGIN)
        self.zeb.send("/e/other/announce/", text="Lunch")
        secret = self.zeb.send("/e/cup/tokens/make/", 200, name="Quarkboard", scope="read", days="7")
        self.token = next(word for word in secret.split() if word.startswith("muster_"))
        assert api(site, self.token).status == 200
        player_of(site, "cup", 1).see("/e/cup/me/")

    def written(self) -> list[str]:
        return [str(file) for file in self.files() if any(word in file.read_bytes() for word in WORDS)]

    def backed_up(self, file: Path) -> bytes:
        backups_of(self.folder, self.database).save(file, "2026-11-15T10:00:00.000000+00:00")
        with ZipFile(file) as packed:
            return b"".join(packed.read(name) for name in packed.namelist())


@pytest.fixture(params=["sqlite", "postgres"])
def hosted(request: pytest.FixtureRequest, tmp_path: Path) -> Hosted:
    folder = tmp_path / "data"
    if request.param == "sqlite":
        return Hosted(folder, "", lambda: (file for file in folder.rglob("*") if file.is_file()))
    psycopg = pytest.importorskip("psycopg")
    cluster: Cluster = request.getfixturevalue("cluster")
    database: str = request.getfixturevalue("database")

    def files() -> Iterator[Path]:
        with closing(psycopg.connect(database, autocommit=True)) as link:
            link.execute("CHECKPOINT")
        for where in (folder, cluster.folder / "data" / "base"):
            yield from (file for file in where.rglob("*") if file.is_file())

    return Hosted(folder, database, files)


def test_an_erased_account_is_found_nowhere_and_everything_verifies(
    hosted: Hosted, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    one, site = hosted, hosted.site
    assert one.written() and NAME in one.chief.see("/accounts/") and NAME in one.bob.see("/e/other/log/")
    backup = one.backed_up(tmp_path / "before.zip")
    assert all(word in backup for word in WORDS)
    heads = {event: site.open(event).head for event in ("cup", "other")}
    exported = json.dumps([export_event(site.desk, event) for event in heads])
    assert NAME not in exported and LOGIN not in exported, "an export carries no account to elsewhere"

    assert "Tick the box" in one.chief.send("/accounts/erase/", 409, login=LOGIN)
    one.chief.send("/accounts/erase/", login=LOGIN, sure="yes")

    assert one.written() == []
    backup = one.backed_up(tmp_path / "after.zip")
    assert not any(word in backup for word in WORDS)
    for browser, path in ((one.chief, "/accounts/"), (one.chief, "/e/cup/log/"), (one.bob, "/e/other/log/")):
        page = browser.get(path).getvalue()
        assert not any(word in page for word in WORDS), path
    assert "organiser 1 (" in one.chief.see("/e/cup/log/")
    assert not any(word in caplog.text.encode() for word in WORDS)
    # Nobody is in, by whatever they had.
    assert "Only the organiser" in one.zeb.see("/e/cup/desk/", 403)
    assert "is wrong" in enter(Browser(site), LOGIN, GOOD, 403)
    assert api(site, one.token).status == 401
    link = site.sign_in.token(account=1)
    assert "This account is disabled." in Browser(site).see(f"/sign-in/{link}/", 409)
    # The events go on: nothing in them changed, the administrator has hers, and those beside her stay.
    assert heads == {event: site.open(event).head for event in heads}
    assert all(verify(site.open(event), site.desk.seed(event)).ok for event in heads)
    one.chief.see("/e/cup/desk/")
    one.bob.see("/e/cup/desk/")
    must_chain(site.accounts.rows("accounts"))
    assert [entry.text for entry in accounts_log(site.accounts) if entry.text.startswith("#1")][-1].startswith(
        "#1: erased"
    )
    # A new account is another one, also under the same name, and another process sees the same.
    assert actions.add(site.accounts, LOGIN, "Somebody else", STAFF).id == 3
    late = site_in(one.folder, one.database)
    assert late.accounts.now_is().erased == {1} and "Somebody else" not in organiser_of(late).see("/e/cup/log/")


def test_a_process_that_knew_the_name_shows_it_no_more_once_another_has_erased_it(tmp_path: Path) -> None:
    """As when an account is erased in the terminal while the server runs."""
    site, terminal = site_in(tmp_path), site_in(tmp_path)
    actions.add(site.accounts, LOGIN, NAME, STAFF)
    chief = organiser_of(site)
    chief.send("/devices/invite/", 200, name="Yan Formerquark")
    assert NAME in chief.see("/accounts/") and "Yan Formerquark" in chief.see("/accounts/")
    for one in (LOGIN, "Yan Formerquark"):
        actions.erase(terminal.accounts, one, STAFF)
    page = chief.get("/accounts/").getvalue()
    assert not any(word in page for word in WORDS)


def test_what_was_interrupted_is_finished_by_the_number(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    actions.add(site.accounts, LOGIN, NAME, STAFF)
    scrub = site.accounts.journals.scrub

    def busy() -> None:
        raise Busy("Another program is reading.")

    monkeypatch.setattr(site.accounts.journals, "scrub", busy)
    with pytest.raises(Busy, match="finish with: muster account erase “#1” --yes"):
        actions.erase(site.accounts, LOGIN, STAFF)
    monkeypatch.setattr(site.accounts.journals, "scrub", scrub)
    assert actions.erase(site.accounts, "#1", STAFF) == 1
    for wrong in (LOGIN, "#2", "#", "1"):
        with pytest.raises(UnknownName):
            actions.erase(site.accounts, wrong, STAFF)


def test_a_hash_of_the_name_cannot_be_tried(site: Site) -> None:
    """What is left beside the chain is the hash of a name with a salt that is gone."""
    for login in ("ann", "bob"):
        actions.add(site.accounts, login, "The same name", STAFF)
    actions.erase(site.accounts, "ann", STAFF)
    actions.erase(site.accounts, "bob", STAFF)
    made = [row for row in site.accounts.rows("accounts") if row.kind == "AccountMade"]
    assert [row.sealed for row in made] == ["", ""]
    assert len({json.loads(row.body)["seal"] for row in made}) == 2


def test_nobody_learns_a_name_by_typing_a_signature(site: Site) -> None:
    """It is in every export that is handed out."""
    events.create(site.desk, "Cup", "bushido", STAFF)
    zeb, stranger = account_of(site, "zeb", "cup"), Browser(site)
    signature = site.accounts.signature(1)
    roster.enrol(site.desk, "cup", [(signature, {}), ("Ann", {})], STAFF)
    for path, fields in (
        ("/e/cup/me/pick/", {"player": f"{signature}!"}),
        ("/sign-in/password/", {"login": signature}),
    ):
        answer = stranger.post(path, {"csrfmiddlewaretoken": stranger.token(), **fields})
        assert answer.status_code in (403, 404, 409) and b"Formerquark" not in answer.getvalue(), path
        assert "No player is called “organiser!”" in text_of(answer) or path.startswith("/sign-in/")
    player = player_of(site, "cup", 1)
    for path in ("/e/cup/me/", "/e/cup/players/"):
        assert b"Formerquark" not in player.get(path).getvalue()
    roster.check_in(site.desk, "cup", ["#1"], claims.as_player(site.open("cup"), PlayerId(1)))
    assert f"{signature}, player" in zeb.see("/e/cup/log/"), "nor is taken for them"


def test_an_event_from_another_server_names_nobody_here(site: Site) -> None:
    """The number of an account there is not the number of another one here."""
    actions.add(site.accounts, "ann", "Ann Berg", STAFF)
    assert site.accounts.named(site.accounts.signature(1), staff=True) == "Ann Berg"
    assert site.accounts.named("organiser 1 (000000)", staff=True) == "organiser 1 (000000)"
    with pytest.raises(Refusal):
        actions.erase(site.accounts, "nobody", STAFF)
