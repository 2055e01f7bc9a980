"""Accounts: each reaches its own events and nobody else's; passwords, links, limits, and what ends at once."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest

from muster.app.accounts import actions
from muster.app.accounts.views import accounts_view, organisers_view
from muster.app.events import actions as events
from muster.app.events import carry
from muster.app.people import roster
from muster.app.permissions import Action
from muster.core.kit.errors import Busy, DamagedJournal, Refusal
from muster.core.kit.model import Actor
from muster.core.kit.progress import COPYING
from muster.web.jobs import AlreadyRunning, Job
from muster.web.site import Site
from muster.web.who import passwords
from muster.web.who.limits import Limits, TooOften
from muster.web.who.passwords import Passwords, hashed, is_common
from tests.web.api.program import BASE, Carrier
from tests.web.conftest import NAMES, STAFF, Browser, account_of, organiser_of, start, text_of

GOOD = "three wet umbrellas"
WRONG = "The sign-in name or the password is wrong."


def with_password(site: Site, login: str = "ann", password: str = GOOD) -> None:
    if site.accounts.now_is().called(login) is None:
        actions.add(site.accounts, login, login.title(), STAFF)
    actions.set_password(site.accounts, login, hashed(password), STAFF)


def enter(browser: Browser, login: str, password: str, status: int = 302) -> str:
    browser.get("/sign-in/")
    return browser.send("/sign-in/password/", status, login=login, password=password)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Real hashes, of less work."""
    monkeypatch.setattr(passwords._hasher, "work_factor", 16)


def test_without_accounts_everything_is_as_on_a_laptop(site: Site, stranger: Browser, organiser: Browser) -> None:
    start(site)
    assert "Sign in as an organiser" not in stranger.see("/")
    assert "link that the server printed" in stranger.see("/sign-in/", 409)
    assert "Signed in as organiser." in organiser.see("/e/cup/desk/")
    assert "Accounts" not in organiser.see("/")
    assert not site.accounts.is_begun


def test_an_account_comes_in_by_its_link_and_chooses_a_password(site: Site, organiser: Browser) -> None:
    page = organiser.get("/accounts/")
    assert page["Cache-Control"] == "no-store"
    told = organiser.send("/accounts/add/", 200, login="Ann@example.org", name="Ann Berg")
    link = next(word for word in told.split() if word.startswith("http://192.168.0.7:8000/sign-in/"))
    path = link.removeprefix("http://192.168.0.7:8000")
    browser = Browser(site)
    assert browser.get(path).status_code == 302
    assert "Old password" not in browser.see("/account/")
    refused = browser.send("/account/password/", 409, password="short")
    assert "A password has 10 to 200 characters. This one has 5." in refused
    for easy in ("1234567890", "Ann@example.org"):
        assert "too easy to guess" in browser.send("/account/password/", 409, password=easy)
    assert "was changed" in browser.send("/account/password/", 200, password=GOOD)
    used = Browser(site).see(path, 409)
    assert "already been used. Ask this server’s administrator for a new one." in used
    another = Browser(site)
    enter(another, " ANN@example.org ", GOOD)
    assert "Signed in as organiser Ann Berg." in another.see("/")
    # Whoever came by a password is asked for it before it is changed; all other browsers are out then.
    assert "The old password is wrong." in another.send("/account/password/", 409, old="no", password=GOOD + "!")
    another.send("/account/password/", 200, old=GOOD, password=GOOD + "!")
    assert "Sign in as an organiser" in browser.see("/")
    assert WRONG in enter(Browser(site), "ann@example.org", GOOD, 403)


def test_wrong_name_wrong_password_and_a_disabled_account_are_told_alike(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same answer, and the same work: one hash each."""
    with_password(site)
    with_password(site, "bob")
    actions.disable(site.accounts, "bob", True, STAFF)
    actions.add(site.accounts, "cem", "Cem", STAFF)
    worked: list[str] = []
    encode = passwords._hasher.encode

    def noted(*given: Any) -> str:
        worked.append(given[0])
        return str(encode(*given))

    monkeypatch.setattr(passwords._hasher, "encode", noted)
    told = set()
    for login, password in (("ann", "wrong password"), ("nobody", GOOD), ("bob", GOOD), ("cem", ""), ("", GOOD)):
        told.add(enter(Browser(site), login, password or "x", 403).replace(f'value="{login}"', ""))
    assert len(told) == 1 and WRONG in told.pop()
    assert len(worked) == 5


def test_the_work_for_nobody_is_the_work_for_somebody(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many rounds, of the same kind, which is what takes the time; also for an account without a password."""
    with_password(site)
    actions.add(site.accounts, "bob", "Bob", STAFF)
    worked, verify = [], passwords._hasher.verify

    def counted(password: str, kept: str) -> bool:
        worked.append(kept)
        return bool(verify(password, kept))

    monkeypatch.setattr(passwords._hasher, "verify", counted)
    for login in ("ann", "bob", "nobody"):
        assert WRONG in enter(Browser(site), login, "not this one", 403)
    assert worked[0].startswith("scrypt$") and worked[1:] == [passwords._DECOY] * 2
    kept, decoy = hashed(GOOD).split("$"), passwords._DECOY.split("$")
    assert [decoy[at] for at in (0, 3, 4)] == [kept[at] for at in (0, 3, 4)]
    assert decoy[1] == str(2**14) and len(decoy[2]) == len(kept[2])
    assert not Passwords().fits("", "") and Passwords().fits(GOOD, "$".join(kept))
    assert is_common("Password123456") is is_common("password123456") and not is_common(GOOD)


def test_only_few_passwords_are_tried_at_the_same_time() -> None:
    """Flooding the form keeps others from signing in with a password, but from nothing else."""
    tried = Passwords()
    with tried._room, tried._room, pytest.raises(Busy):
        tried.fits(GOOD, "")
    assert tried.fits(GOOD, hashed(GOOD))


def test_guessing_is_slowed_down_and_never_keeps_the_owner_out(site: Site) -> None:
    with_password(site)
    own = Browser(site)
    enter(own, "ann", GOOD)
    own.send("/sign-out/")
    for _ in range(9):
        assert WRONG in enter(Browser(site), "ann", "not this one", 403)
    assert "Too many passwords were tried." in enter(Browser(site), "ann", "nor this one", 429)
    assert "Too many passwords were tried." in enter(Browser(site), "ann", GOOD, 429)
    # The browser of the owner, behind the very same address, is counted by itself; and a link is never counted.
    enter(own, "ann", GOOD)
    assert "Signed in as organiser Ann." in own.see("/")
    assert "Signed in as organiser Ann." in account_of(site, "ann").see("/")


def test_many_accounts_or_many_addresses_are_slowed_down_too() -> None:
    now = [0.0]
    limits = Limits(lambda: now[0])
    for number in range(60):
        limits.password(f"user{number}", "", "192.0.2.7")
    with pytest.raises(TooOften):
        limits.password("another", "", "192.0.2.7")
    for number in range(100):
        limits.password("ann", "", f"198.51.100.{number}")
    with pytest.raises(TooOften):
        limits.password("ann", "", "203.0.113.1")
    limits.password("ann", "a word", "203.0.113.1")
    now[0] += 10
    limits.password("ann", "", "203.0.113.1")


def test_a_disabled_account_is_out_at_once_and_so_are_its_programs(site: Site, organiser: Browser) -> None:
    start(site)
    ann = account_of(site, "ann", "cup")
    assert "Signed in as organiser Ann." in ann.see("/e/cup/desk/")
    secret = ann.send("/e/cup/tokens/make/", 200, name="Board", scope="read", days="7")
    token = next(word for word in secret.split() if word.startswith("muster_"))
    assert api(site, token).status == 200
    # Another process writes it: nothing in this one is told.
    actions.disable(site.accounts, "ann", True, STAFF)
    assert "Only the organiser" in ann.see("/e/cup/desk/", 403)
    assert api(site, token).status == 401
    link = site.sign_in.token(account=1)
    assert "This account is disabled." in Browser(site).see(f"/sign-in/{link}/", 409)
    assert "is disabled. Enable it first" in organiser.send("/accounts/link/", 409, login="ann")
    organiser.send("/accounts/disable/", login="ann", disabled="no")
    assert api(site, token).status == 200
    organiser.send("/accounts/disable/", login="ann", disabled="yes")
    organiser.send("/accounts/disable/", login="ann", disabled="no")
    assert "Only the organiser" in ann.see("/e/cup/desk/", 403), "the sign-in itself is gone"


def api(site: Site, token: str, event: str = "cup") -> Any:
    return Carrier(site)("GET", f"{BASE}/api/v1/events/{event}/log", {"Authorization": f"Bearer {token}"}, b"")


def test_a_co_organiser_runs_the_event_and_no_more(site: Site) -> None:
    start(site)
    ann, bob = account_of(site, "ann", "cup"), account_of(site, "bob")
    cem = account_of(site, "cem")
    assert "Only the organiser" in bob.see("/e/cup/desk/", 403)
    assert "There is no account “nobody”." in ann.send("/e/cup/organisers/add/", 409, login="nobody")
    ann.send("/e/cup/organisers/add/", login="Bob")
    assert "Bob" in ann.see("/e/cup/organisers/")
    assert "Signed in as organiser Bob." in bob.see("/e/cup/desk/")
    bob.send("/e/cup/announce/", text="Lunch at one")
    assert site.open("cup").entries[-1].actor == Actor(site.accounts.signature(2)) != Actor(site.accounts.signature(1))
    assert "Lunch at one Bob" in ann.see("/e/cup/log/")
    secret = bob.send("/e/cup/tokens/make/", 200, name="Board", scope="read", days="7")
    token = next(word for word in secret.split() if word.startswith("muster_"))
    # What ends or shares the event is for the one whose it is.
    assert "Export" in bob.see("/e/cup/keeping/") and "Remove it for good" not in bob.see("/e/cup/keeping/")
    assert "Remove it for good" in ann.see("/e/cup/keeping/")
    assert "Only the organiser" in bob.send("/e/cup/keeping/remove/", 403, name="Cup", seen=str(site.open("cup").last))
    assert "Only the organiser" in bob.see("/e/cup/organisers/", 403)
    assert "Only the organiser" in bob.send("/e/cup/organisers/add/", 403, login="cem")
    assert "Only the administrator of this server" in ann.send("/e/cup/organisers/hand-over/", 403, login="cem")
    assert "Only the organiser" in cem.see("/e/cup/desk/", 403)
    assert api(site, token).status == 200
    # The page of the event is rendered for many; those of the two are not mixed up.
    shared = [browser.see("/e/cup/") for browser in (ann, bob, cem)]
    assert len(set(shared)) == 3
    ann.send("/e/cup/organisers/remove/", login="bob")
    assert "Only the organiser" in bob.see("/e/cup/desk/", 403)
    assert api(site, token).status == 401


def test_whoever_may_not_is_told_what_they_can_do(site: Site, stranger: Browser, organiser: Browser) -> None:
    """Nobody with an account can run a command on the server."""
    start(site)
    ann, bob, cem = account_of(site, "ann", "cup"), account_of(site, "bob"), account_of(site, "cem")
    ann.send("/e/cup/organisers/add/", login="bob")
    assert "Only the administrator of this server can do this. Ask them." in ann.see("/backup/", 403)
    assert "Only the organiser whose event this is" in bob.see("/e/cup/organisers/", 403)
    assert "Ask them to let you organise it too" in cem.see("/e/cup/desk/", 403)
    assert "sign in on the start page" in stranger.see("/e/cup/desk/", 403)
    assert "muster sign-in" in stranger.see("/backup/", 403)
    for browser in (ann, bob, cem):
        for path in ("/backup/", "/e/cup/organisers/", "/e/cup/desk/"):
            assert "muster sign-in" not in browser.get(path).getvalue().decode()


def test_the_administrator_hands_an_event_over(site: Site, organiser: Browser) -> None:
    start(site)
    ann, bob = account_of(site, "ann", "cup"), account_of(site, "bob")
    actions.share(site.accounts, "cup", "bob", STAFF)
    assert "No account is called “bop”; did you mean “bob”?" in organiser.send(
        "/e/cup/organisers/hand-over/", 409, login="bop"
    )
    organiser.send("/e/cup/organisers/hand-over/", login="bob")
    assert "Only the organiser" in ann.see("/e/cup/desk/", 403)
    bob.see("/e/cup/organisers/")
    assert organisers_view(site.accounts, site.open("cup")).others == []
    organiser.send("/e/cup/organisers/hand-over/", login="")
    assert "Only the organiser" in bob.see("/e/cup/desk/", 403)
    organiser.see("/e/cup/desk/")


def test_the_start_page_lists_own_events_and_what_everybody_sees(site: Site, stranger: Browser) -> None:
    start(site)
    for name in ("Mine", "Hidden", "Open"):
        events.create(site.desk, name, "bushido", STAFF, seed="seed")
    events.list_event(site.desk, "hidden", False, STAFF)
    events.list_event(site.desk, "mine", False, STAFF)
    ann = account_of(site, "ann", "mine")
    body = ann.get("/").getvalue().decode()
    assert 'href="/e/mine/desk/"' in body and 'href="/e/open/"' in body and "/e/hidden/" not in body
    assert 'href="/e/open/desk/"' not in body
    seen = stranger.get("/").getvalue().decode()
    assert "/e/mine/" not in seen and "/e/hidden/" not in seen and 'href="/e/open/"' in seen


def test_players_are_copied_only_from_an_event_of_ones_own(site: Site) -> None:
    start(site)
    for name in ("Next", "Third"):
        events.create(site.desk, name, "bushido", STAFF, seed="seed")
    roster.enrol(site.desk, "third", [("Zoe", {})], STAFF)
    ann = account_of(site, "ann", "next", "third")
    assert "Cup" not in ann.see("/e/next/people/import/") and "Third" in ann.see("/e/next/people/import/")
    refused = ann.send("/e/next/people/copy/", 409, **{"from": "cup"})
    assert "only from an event that you organise" in refused and not site.open("next").event.players
    ann.send("/e/next/people/copy/", **{"from": "third"})
    assert [p.name for p in site.open("next").event.players.values()] == ["Zoe"]


def test_a_job_is_for_those_who_may_do_its_work(site: Site) -> None:
    start(site)
    ann, bob = account_of(site, "ann", "cup"), account_of(site, "bob")
    job = site.jobs.start(Job(COPYING, Action.KEEP, "cup", "key", "/", 1), lambda progress: lambda: None)  # type: ignore[arg-type,return-value]  # work that makes no page
    own = site.jobs.start(Job(COPYING, Action.KEEP, "", "key", "/", 1), lambda progress: lambda: None)  # type: ignore[arg-type,return-value]  # work that makes no page
    for token in (job.token, own.token):
        assert ann.get(f"/jobs/{token}/state/").status_code == 200
        assert "Only the organiser" in bob.see(f"/jobs/{token}/state/", 409)
        assert organiser_of(site).get(f"/jobs/{token}/state/").status_code == 200
    # What is of no event never meets the same work of another account.
    running = Job(COPYING, Action.KEEP, "", "one", "/", 2)
    site.jobs._jobs[running.token] = running
    assert site.jobs.start(Job(COPYING, Action.KEEP, "", "two", "/", 3), lambda progress: lambda: None).account == 3  # type: ignore[arg-type,return-value]  # work that makes no page
    with pytest.raises(AlreadyRunning):
        site.jobs.start(Job(COPYING, Action.KEEP, "", "two", "/", 2), lambda progress: lambda: None)  # type: ignore[arg-type,return-value]  # work that makes no page


def test_devices_are_ones_own(site: Site) -> None:
    ann, bob, chief = account_of(site, "ann"), account_of(site, "bob"), organiser_of(site)
    assert "You are signed in on 1 device" in ann.see("/devices/")
    (hers,) = site.sessions.devices(account=1)
    bob.send("/devices/sign-out/", device=hers.name)
    bob.send("/devices/sign-out-others/")
    chief.send("/devices/sign-out-others/")
    assert "You are signed in on 1 device" in ann.see("/devices/")
    assert "A second organiser" not in ann.see("/devices/")
    second = account_of(site, "ann")
    ann.send("/devices/sign-out-others/")
    assert "Only the organiser" in second.see("/devices/", 403)


def test_a_broken_sign_in_file_is_nobody(site: Site) -> None:
    chief = organiser_of(site)
    (device,) = site.sessions.devices()
    (site.sessions.home / "web.organisers" / device.name).write_text("{")
    assert "Only the organiser" in chief.see("/devices/", 403)


def test_an_event_that_cannot_be_opened_is_the_administrators_alone(
    site: Site, organiser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody can say whose it is, not even whether it belongs to the account that asks."""
    start(site)
    ann = account_of(site, "ann", "cup")

    def missing(event: str) -> Any:
        raise Refusal("The game is not installed.")

    monkeypatch.setattr(site, "open", missing)
    assert "Only the organiser" in ann.send("/e/cup/keeping/export/", 403, what="all")
    answer = organiser.post("/e/cup/keeping/export/", {"csrfmiddlewaretoken": organiser.token(), "what": "all"})
    assert json.loads(answer.getvalue())["event"] == "cup"


def test_limits_hold_wherever_events_and_players_come_from(site: Site, organiser: Browser) -> None:
    ann = account_of(site, "ann")
    organiser.send("/accounts/quota/", login="ann", events="2", players="4")
    assert "“two” is not a whole number." in organiser.send(
        "/accounts/quota/", 409, login="ann", events="two", players=""
    )
    ann.send("/create/", name="One", system="bushido")
    ann.send("/create/", name="Two", system="bushido")
    told = "Ann cannot add another event: 2 are not finished, and the limit is 2."
    assert told in ann.send("/create/", 409, name="Three", system="bushido")
    start(site)  # Somebody else's, with five players.
    file = carry.export_event(site.desk, "cup")
    site.desk.remove("cup")
    assert told in take(ann, file, "copy")
    ann.send("/e/two/keeping/remove/", 200, name="Two", seen=str(site.open("two").last))
    assert "which is 4" in take(ann, file, "copy")
    assert sorted(stored.id for stored in site.desk.listed()) == ["one"]
    organiser.send("/accounts/quota/", login="ann", events="", players="5")
    assert "Copy" not in take(ann, file, "copy", 302) and "Ann" in ann.see("/e/copy/desk/")
    assert organisers_view(site.accounts, site.open("copy")).owner == "ann"
    ann.send("/e/one/enrol/", names="Zoe\nYan\nXia")
    for browser in (ann, organiser):
        assert "which is 5" in browser.send("/e/one/enrol/", 409, names="Wim\nVic\nUna")
    with pytest.raises(Refusal, match="which is 5"):
        roster.enrol(site.desk, "one", [(name, {}) for name in NAMES], STAFF)
    assert len(site.open("one").event.players) == 3
    events.create(site.desk, "Free", "bushido", STAFF)
    roster.enrol(site.desk, "free", [(f"Player {n}", {}) for n in range(6)], STAFF)
    (line,) = accounts_view(site.accounts)
    assert (line.events, line.unfinished, line.most_events) == (["one", "copy"], 2, 20)


def test_a_copy_of_an_event_that_is_known_here_is_not_taken_from_an_account(site: Site, organiser: Browser) -> None:
    """Seasons and people identify an event by its first entry: a forged copy would pass for the event itself."""
    start(site)
    file = carry.export_event(site.desk, "cup", with_seed=False)
    ann, bob = account_of(site, "ann", "cup"), account_of(site, "bob")
    refused = "already known on this server"
    assert refused in take(bob, file, "copy")
    organiser.send("/e/cup/organisers/hand-over/", login="")
    assert refused in take(bob, file, "copy"), "it is the administrator's"
    organiser.send("/e/cup/organisers/hand-over/", login="ann")
    ann.send("/e/cup/keeping/remove/", 200, name="Cup", seen=str(site.open("cup").last))
    assert refused in take(bob, file, "cup"), "it was somebody else's"
    take(ann, file, "cup", 302)
    take(ann, file, "again", 302)
    assert "Signed in as organiser Ann." in ann.see("/e/cup/desk/"), "it is hers again"


def take(browser: Browser, file: object, event: str, status: int = 409) -> str:
    sent = BytesIO(json.dumps(file).encode())
    sent.name = "cup.json"
    return browser.send("/import/take/", status, file=sent, id=event)


def test_a_removed_event_and_its_successor_are_two(site: Site) -> None:
    start(site)
    ann = account_of(site, "ann", "cup")
    ann.send("/e/cup/keeping/remove/", 200, name="Cup", seen=str(site.open("cup").last))
    events.create(site.desk, "Cup", "bushido", STAFF, seed="other")
    assert "Only the organiser" in ann.see("/e/cup/desk/", 403)
    assert site.accounts.unfinished_of(1) == 0


def test_who_is_signed_in_with_an_account_may_still_become_the_administrator(site: Site) -> None:
    start(site)
    ann = account_of(site, "ann")
    assert ann.get("/sign-in/no-such-token/").status_code == 302, "a link that is no good does no harm"
    assert "Signed in as organiser Ann." in ann.see("/")
    assert ann.get(f"/sign-in/{site.sign_in.token()}/").status_code == 302
    ann.see("/backup/")


def test_no_page_and_no_export_has_a_hash(site: Site, organiser: Browser) -> None:
    with_password(site)
    with_password(site, password=GOOD + "!")
    rows = site.accounts.rows("accounts")
    sealed = [row.sealed for row in rows if row.kind == "PasswordSet"]
    assert sealed[0] == "" and "scrypt$" in sealed[1], "the hash of an earlier password is deleted"
    assert "scrypt" not in "".join(row.body for row in rows)
    assert "scrypt" not in organiser.see("/accounts/")
    assert all("scrypt" not in repr(entry) for entry in accounts_view(site.accounts))


def test_a_database_that_is_gone_makes_nobody_a_stranger_nor_the_server_fail(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(site)
    ann, chief = account_of(site, "ann", "cup"), organiser_of(site)

    def gone(*_: object) -> Any:
        raise Busy("The database does not answer right now.")

    monkeypatch.setattr(site.accounts.journals, "head", gone)
    assert "does not answer" in ann.see("/new/", 503)
    assert "does not answer" in Browser(site).see("/e/cup/desk/", 503)
    assert "There is no page at this address." in ann.see("/nothing/", 404)
    assert "New event" in chief.see("/new/")


def test_a_damaged_journal_of_accounts_keeps_no_event_from_going_on(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(site)
    ann, chief = account_of(site, "ann", "cup"), organiser_of(site)
    actions.set_quota(site.accounts, "ann", None, 1, STAFF)
    events.create(site.desk, "Next", "bushido", STAFF)
    actions.hand_over(site.accounts, "next", "ann", STAFF)

    def damaged() -> Any:
        raise DamagedJournal("The journal is damaged at entry 2.")

    monkeypatch.setattr(site.accounts, "now_is", damaged)
    assert "Only the organiser" in ann.see("/e/cup/desk/", 403)
    chief.send("/e/next/enrol/", names="Zoe\nYan")
    assert "damaged at entry 2" in chief.see("/accounts/", 409)


def test_text_of_forms_that_are_wrong(site: Site, organiser: Browser) -> None:
    told = organiser.send("/accounts/add/", 409, login="no spaces", name="Ann")
    assert "“no spaces” cannot be a sign-in name." in told
    organiser.send("/accounts/add/", 200, login="ann", name="Ann")
    assert "There is already an account “ann”." in organiser.send("/accounts/add/", 409, login="ANN", name="Ann")
    assert "A limit is a number from 0 to 1000000" in organiser.send(
        "/accounts/quota/", 409, login="ann", events="9999999", players=""
    )
    assert "without an account" in text_of(organiser.get("/account/"))
