"""How much an account may store, wherever it comes from; what people are told when it is all used."""

from __future__ import annotations

import pytest

from muster.app.accounts import actions
from muster.app.accounts.views import accounts_view
from muster.app.events import carry
from muster.app.ports import JournalName
from muster.app.staff import announcements
from muster.app.table import actions as tables
from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId
from muster.core.record.table.journal import TABLE
from muster.core.rules.accounts import accounts as rules
from muster.web.site import Site
from tests.web.conftest import STAFF, Browser, account_of, organiser_of, player_of, start
from tests.web.who.test_accounts import take

FULL = "Nothing more can be saved in this event: its organiser’s events take up all the space"


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Megabytes are kilobytes here."""
    monkeypatch.setattr(rules, "MEGABYTE", 1_000)


def fill(site: Site, most: int) -> None:
    """The cup grows to some bytes less than these."""
    while site.desk.journals.size(site.desk.name("cup")) < most - 600:
        announcements.announce(site.desk, "cup", site.desk.fresh()[:20] + "y" * 140, STAFF)


def test_finished_events_and_games_at_the_table_count(site: Site) -> None:
    opened = start(site)
    account_of(site, "ann", "cup")
    before = site.accounts.space.used_by(1)
    assert before == site.desk.journals.size(site.desk.name("cup")) > 0
    tables.open_match(site.tables, opened, 1, PlayerId(1), STAFF)
    assert len(site.desk.tables("cup")) == 1
    assert site.accounts.space.used_by(1) > before + 300
    site.desk.remove("cup")
    assert site.accounts.space.used_by(1) == 0


def test_an_event_that_has_the_id_of_an_earlier_one_does_not_count_for_its_account(site: Site) -> None:
    start(site)
    account_of(site, "ann", "cup")
    assert site.accounts.space.used_by(1) > 0
    site.desk.remove("cup")
    start(site)  # The administrator's, under the same id.
    assert site.accounts.space.used_by(1) == 0
    (line,) = accounts_view(site.accounts)
    assert (line.events, line.unfinished, line.bytes) == ([], 0, 0)
    actions.hand_over(site.accounts, "cup", "ann", STAFF)
    assert site.accounts.space.used_by(1) == site.desk.journals.size(site.desk.name("cup"))


def test_no_event_is_added_beyond_the_limit_and_the_way_out_is_told(site: Site, organiser: Browser) -> None:
    start(site)
    file = carry.export_event(site.desk, "cup")
    ann = account_of(site, "ann", "cup")
    used = rules.megabytes(site.accounts.space.used_by(1))
    organiser.send("/accounts/quota/", login="ann", megabytes=str(used))
    assert f"Space for all events {used} MB of at most {used} MB" in ann.see("/account/")
    assert f"Space: {used} MB of at most {used} MB." in organiser.see("/accounts/")
    told = f"MB, and the limit is {used} MB. Remove one that is no longer needed, or ask the administrator"
    assert told in take(ann, file, "copy")
    ann.send("/create/", name="Small", system="bushido")
    for number in range(3):
        ann.send("/e/small/announce/", text=f"{number}" * 160)
    assert told in ann.send("/create/", 409, name="Third", system="bushido")
    assert "Your events take up more space than the limit." in ann.see("/account/")
    ann.send("/e/small/keeping/remove/", 200, name="Small", seen=str(site.open("small").last))
    ann.send("/create/", name="Third", system="bushido")
    organiser.send("/accounts/quota/", login="ann", megabytes="")
    (line,) = accounts_view(site.accounts)
    assert line.most_megabytes == 200 and line.bytes == site.accounts.space.used_by(1)


def test_a_day_under_way_goes_on_to_twice_the_limit_and_no_further(site: Site) -> None:
    opened = start(site)
    ann, zoe = account_of(site, "ann", "cup"), player_of(site, "cup", 1)
    used = rules.megabytes(site.accounts.space.used_by(1))
    actions.set_quota(site.accounts, "ann", None, None, STAFF, used)
    table = tables.open_match(site.tables, opened, 1, PlayerId(1), STAFF)
    assert table.last
    fill(site, 2_000 * used - site.desk.journals.size(JournalName(TABLE.kind, table.id)))
    ann.send("/e/cup/announce/", text="Up to there it is kept")
    actions.set_quota(site.accounts, "ann", None, None, STAFF, used - 1)
    assert FULL in ann.send("/e/cup/announce/", 409, text="x" * 160)
    assert FULL in zoe.send("/e/cup/me/judge/", 409, round="1")
    with pytest.raises(Refusal, match=FULL):
        tables.take_side(site.tables, table.id, 0, "phone.1")
    organiser_of(site).send("/accounts/quota/", login="ann")
    zoe.send("/e/cup/me/judge/", round="1")


def test_what_other_processes_add_is_found_within_a_minute(site: Site) -> None:
    now = [1_000.0]
    site.accounts.space._elapsed = lambda: now[0]
    start(site)
    account_of(site, "ann", "cup")
    used = rules.megabytes(site.accounts.space.used_by(1))
    actions.set_quota(site.accounts, "ann", None, None, STAFF, used)
    key = "cup", site.open("cup").hashes[0]
    site.accounts.space.must_go_on(key, 100)
    site.accounts.space._desk.must_have_space = None
    fill(site, 2_000 * used + 700)
    site.accounts.space.must_go_on(key, 100)
    now[0] += 60
    with pytest.raises(Refusal, match=FULL):
        site.accounts.space.must_go_on(key, 100)


def test_what_is_nobodys_has_no_limit(site: Site) -> None:
    start(site)
    account_of(site, "ann")
    actions.set_quota(site.accounts, "ann", None, None, STAFF, 0)
    fill(site, 10_000)
    assert site.accounts.space.used_by(1) == 0
