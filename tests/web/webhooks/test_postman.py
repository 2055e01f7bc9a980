"""What happens in an event reaches its webhooks: once or more, in order, signed, and nothing that is not public."""

from __future__ import annotations

import hmac
import json
import logging
import sqlite3
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from muster.app.clock import actions as clock
from muster.app.desk import Opened
from muster.app.events import actions as events
from muster.app.events.carry import export_event, import_event
from muster.app.past import history
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.app.staff import announcements
from muster.app.webhooks.actions import SHOWN
from muster.app.webhooks.outbox import CHOICES, DeliveryState, Failure, Happened, Happening, Webhook
from muster.app.webhooks.shapes import DeliveryView
from muster.core.kit.model import Actor, Role
from muster.store.outbox import FILE, MOST_KEPT, MOST_WAITING
from muster.web.site import Site
from muster.web.webhooks.postman import PAUSES, Postman, after
from muster.web.webhooks.sending import Attempt, Patience
from tests.test_docs import fenced
from tests.web.conftest import NAMES, RESULTS, STAFF, publish, start
from tests.web.webhooks.receiver import Receiver, free_port, receiving

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "webhooks.md").read_text("utf-8")
ALL = [one.value for one in CHOICES]


class Stage:
    """An event with webhooks on this computer, which are allowed, and a postman that checks when told."""

    def __init__(self, site: Site, names: tuple[str, ...] = NAMES) -> None:
        assert site.webhooks is not None
        self.site = site
        self.hooks = replace(site.webhooks, anywhere=True)
        self.opened = start(site, names=names)
        self.postman = Postman(self.hooks, lambda: "https://muster.example", Patience(connect=5, read=1, whole=2))

    def add(self, other: Receiver, *happenings: str, shape: str = "muster", name: str = "Board") -> Webhook:
        return self.hooks.add(self.site.open("cup"), name, other.address, shape, happenings or ALL)

    def look(self) -> None:
        """Checks, and waits until everything due is done."""
        self.postman.look()
        end = monotonic() + 60
        while self.postman.is_busy:
            assert monotonic() < end
            sleep(0.01)

    def last(self, webhook: Webhook) -> DeliveryView:
        return self.hooks.view(webhook).deliveries[0]

    def play(self) -> Opened:
        for match in self.site.open("cup").event.rounds[-1].out():
            results.report(self.site.desk, "cup", [Report(str(match.table), RESULTS["bushido"])], STAFF)
        return self.site.open("cup")


@pytest.fixture
def stage(site: Site) -> Stage:
    return Stage(site)


@pytest.fixture
def other() -> Iterator[Receiver]:
    with receiving(Receiver()) as receiver:
        yield receiver


@pytest.fixture
def lines() -> Iterator[list[str]]:
    """What the server writes to its log of webhooks."""
    written: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            written.append(record.getMessage())

    handler, log = Keep(), logging.getLogger("muster.webhooks")
    log.addHandler(handler)
    yield written
    log.removeHandler(handler)


def test_standings_that_were_there_before_are_not_told_with_the_next_announcement(
    stage: Stage, other: Receiver
) -> None:
    """Neither to a new webhook nor after a server start, when the earlier state is computed again."""
    stage.play()
    rounds.close(stage.site.desk, "cup", STAFF)
    stage.add(other)
    announcements.announce(stage.site.desk, "cup", "Lunch", STAFF)
    stage.look()
    assert other.happenings == ["announcement"]


def test_a_day_as_a_webhook_is_told_of_it(stage: Stage, other: Receiver) -> None:
    desk = stage.site.desk
    stage.add(other)
    stage.look()
    assert other.received == []  # What was before it is not told.
    clock.start(desk, "cup", STAFF)
    stage.look()
    results.report(desk, "cup", [Report("1", RESULTS["bushido"])], STAFF)
    stage.look()
    announcements.announce(desk, "cup", "Lunch", STAFF)
    stage.look()
    stage.play()
    rounds.close(desk, "cup", STAFF)
    stage.look()
    rounds.pair(desk, "cup", STAFF)
    stage.look()
    assert other.happenings == ["clock", "result", "announcement", "result", "round_closed", "standings"]
    rounds.publish(desk, "cup", STAFF)
    stage.play()
    stage.look()
    events.finish(desk, "cup", STAFF, "late")
    stage.look()
    assert other.happenings[6:] == ["pairings", "result", "result", "round_closed", "standings", "finished"]
    told = {message["happening"]: message for message in other.told}
    assert told["clock"]["clock"]["state"] == "running" and told["announcement"]["announcement"] == "Lunch"
    assert told["result"]["match"]["result"]["values"]["vp"] == [2, 1]
    assert len(told["pairings"]["round"]["matches"]) == 2 and told["standings"]["standings"]["after_round"] == 2
    assert told["finished"]["standings"]["final"] and told["finished"]["awards"]
    assert {(m["event"], m["name"], m["page"]) for m in other.told} == {("cup", "Cup", "https://muster.example/e/cup/")}


def test_only_what_was_chosen_is_sent_and_an_undo_shows(stage: Stage, other: Receiver) -> None:
    stage.add(other, "result")
    results.report(stage.site.desk, "cup", [Report("1", RESULTS["bushido"])], STAFF)
    announcements.announce(stage.site.desk, "cup", "Lunch", STAFF)
    stage.look()
    for _ in range(2):
        history.undo(stage.site.desk, "cup", STAFF)
    stage.look()
    assert [message["match"]["state"] for message in other.told] == ["in", "open"]


def test_a_draft_and_a_report_are_nobodys_news(stage: Stage, other: Receiver) -> None:
    webhook = stage.add(other)
    first = stage.opened.event.rounds[-1].matches[0]
    player = Actor(stage.opened.event.name_of(first.a), Role.PLAYER, first.a)
    results.report(stage.site.desk, "cup", [Report(str(first.table), RESULTS["bushido"])], player)
    stage.look()
    assert stage.hooks.view(webhook).deliveries == []
    stage.play()
    rounds.pair(stage.site.desk, "cup", STAFF)
    stage.look()
    assert other.happenings == ["result", "result", "round_closed", "standings"]
    assert [match["match"]["reports"] for match in other.told[:2]] == [[], []]
    assert len(stage.hooks.view(webhook).deliveries) == 4
    assert b"draft" not in b"".join(body for _, body in other.received)


def test_the_signature_is_that_of_standard_webhooks(stage: Stage, other: Receiver) -> None:
    webhook = stage.add(other)
    stage.hooks.test(stage.opened, webhook.number)
    stage.look()
    ((headers, body),) = other.received
    secret = stage.hooks.secret(webhook)
    key = b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    assert headers["webhook-signature"] == "v1," + b64encode(hmac.digest(key, signed, "sha256")).decode()
    assert other.told[0]["id"] == headers["webhook-id"] == stage.last(webhook).id
    sent = datetime.fromtimestamp(int(headers["webhook-timestamp"]), UTC)
    assert abs(datetime.now(UTC) - sent) < timedelta(minutes=5)
    assert stage.last(webhook).state is DeliveryState.DELIVERED and stage.last(webhook).status == 204


def test_the_page_about_webhooks_says_what_is_so(stage: Stage, other: Receiver) -> None:
    """Its example verifies a message that really came, and rejects one that somebody else made."""
    webhook = stage.add(other, "announcement")
    announcements.announce(stage.site.desk, "cup", "Round 2 starts at 13:40", STAFF)
    stage.look()
    ((headers, body),) = other.received
    known: dict[str, Any] = {}
    for block in fenced(PAGE, "python"):
        exec(block, known)
    is_from_muster, secret = known["is_from_muster"], stage.hooks.secret(webhook)
    assert is_from_muster(secret, headers, body)
    assert not is_from_muster(secret, headers, body + b" ")
    assert not is_from_muster(secret, headers | {"webhook-id": "2"}, body)
    assert not is_from_muster(secret, headers | {"webhook-timestamp": "1000000000"}, body)
    assert not is_from_muster(stage.hooks.secret(replace(webhook, key="other")), headers, body)
    (example,) = (json.loads(block) for block in fenced(PAGE, "json"))
    assert set(example) == set(other.told[0]) and example["announcement"] == other.told[0]["announcement"]
    assert all(f"| `{one.value}` |" in PAGE for one in Happening)
    assert "after 2 seconds, 15 seconds, 1 minute, 5 minutes, 15 minutes, and then every hour" in PAGE
    assert PAUSES == (2, 15, 60, 300, 900, 3600) and "Muster gives up after 24 hours" in PAGE


def test_what_did_not_arrive_comes_later_and_in_order(stage: Stage, lines: list[str]) -> None:
    """The other server goes down and comes back; so does ours, which only knows what it stored."""
    other = Receiver(free_port())
    webhook = stage.add(other, "result", "announcement")
    announcements.announce(stage.site.desk, "cup", "One", STAFF)
    stage.look()
    results.report(stage.site.desk, "cup", [Report("1", RESULTS["bushido"])], STAFF)
    stage.look()
    waiting = stage.hooks.view(webhook).deliveries
    assert [(one.happening, one.tries) for one in waiting] == [("result", 0), ("announcement", 1)]
    assert waiting[1].failure is Failure.UNREACHABLE and waiting[1].next_try is not None
    (line,) = lines
    assert line.startswith("Webhook 1 of cup: will be tried again (unreachable") and "secret" not in line
    announcements.announce(stage.site.desk, "cup", "Two", STAFF)  # While nobody looks.
    again = Postman(stage.hooks, lambda: "")
    stage.hooks.again(stage.opened, webhook.number, waiting[1].id)  # Now, instead of a little later.
    with receiving(other):
        stage.postman = again
        stage.look()
    # What another announcement has replaced is not sent, and the other one not twice.
    assert [(m["happening"], m["announcement"]) for m in other.told] == [("result", None), ("announcement", "Two")]
    assert other.told[0]["id"] == waiting[0].id
    kept = stage.hooks.view(webhook).deliveries
    assert [one.state for one in kept if one.id == waiting[1].id] == [DeliveryState.OUTDATED]


def test_one_that_hangs_holds_nobody_up(stage: Stage, other: Receiver, lines: list[str]) -> None:
    with receiving(Receiver(hangs=True)) as slow:
        stuck = stage.add(slow, name="Slow")
        stage.add(other)
        announcements.announce(stage.site.desk, "cup", "Lunch", STAFF)
        stage.postman.look()
        end = monotonic() + 60
        while not other.received:
            assert monotonic() < end
        assert stage.last(stuck).tries == 0  # It is still being waited for.
        stage.look()
    assert stage.last(stuck).failure is Failure.TOO_SLOW and lines[0].endswith("(too_slow)")


def test_one_that_redirects_to_the_loopback(stage: Stage, other: Receiver, lines: list[str]) -> None:
    with receiving(Receiver(status=302, headers={"Location": other.address})) as sly:
        webhook = stage.add(sly)
        stage.hooks.test(stage.opened, webhook.number)
        stage.look()
    assert other.received == [] and stage.last(webhook).failure is Failure.REDIRECT
    (line,) = lines
    assert line.endswith("tried again (redirect 302)")


def test_nothing_goes_to_an_address_that_is_not_public(stage: Stage, other: Receiver, lines: list[str]) -> None:
    """One added when it was allowed, or whose name leads elsewhere now."""
    webhook = stage.add(other)
    stage.hooks.test(stage.opened, webhook.number)
    stage.postman = Postman(replace(stage.hooks, anywhere=False), lambda: "")
    stage.look()
    assert other.received == [] and stage.last(webhook).failure is Failure.NOT_PUBLIC
    assert lines[0].endswith("(not_public)")


def test_one_that_answers_500_forever_is_given_up_after_a_day(stage: Stage, lines: list[str]) -> None:
    with receiving(Receiver(status=500, text=b"broken")) as other:
        webhook = stage.add(other)
        stage.hooks.test(stage.opened, webhook.number)
        stage.look()
    (found,) = stage.hooks.outbox.deliveries(webhook.number, SHOWN)
    assert lines == ["Webhook 1 of cup: will be tried again (bad_status 500)"]
    began = datetime.fromisoformat(found.made)
    pauses = []
    while found.state is DeliveryState.WAITING:
        now = datetime.fromisoformat(found.next_try)
        found = after(found, Attempt(500, Failure.BAD_STATUS), now)
        pauses.append(now - began)
    assert found.state is DeliveryState.GIVEN_UP
    assert timedelta(hours=24) <= pauses[-1] <= timedelta(hours=25) and len(pauses) < 40
    assert [PAUSES[0] <= pauses[0].seconds <= PAUSES[0] + 60, sorted(pauses) == pauses] == [True, True]


def test_a_server_that_asks_for_more_time_gets_an_hour_at_most(stage: Stage, other: Receiver) -> None:
    webhook, now = stage.add(other), datetime.now(UTC)
    waiting = stage.hooks.delivery(webhook, Happened(Happening.TEST), 1)
    for asked, given in ((40, 40), (999_999, 3600), (1, PAUSES[0])):
        tried = after(waiting, Attempt(429, Failure.BAD_STATUS, "", asked), now)
        assert datetime.fromisoformat(tried.next_try) - now == timedelta(seconds=given)


def test_one_that_is_removed_or_paused_gets_nothing_more(stage: Stage, other: Receiver) -> None:
    removed, paused = stage.add(other, name="Gone"), stage.add(other, name="Quiet")
    stage.hooks.test(stage.opened, removed.number)
    stage.hooks.remove(stage.opened, removed.number)
    stage.hooks.test(stage.opened, paused.number)
    stage.hooks.pause(stage.opened, paused.number, True)
    announcements.announce(stage.site.desk, "cup", "Lunch", STAFF)
    stage.look()
    assert other.received == [] and stage.postman.send_next(removed.number) is False
    stage.hooks.pause(stage.opened, paused.number, False)
    stage.look()
    assert other.happenings == ["test"]  # What happened during the pause is not told later.
    stage.hooks.remove(stage.opened, removed.number)  # Gone already.


def test_what_is_no_longer_so_is_not_sent(stage: Stage) -> None:
    port = free_port()
    webhook = stage.add(Receiver(port), "announcement")
    announcements.announce(stage.site.desk, "cup", "Lunch", STAFF)
    stage.look()
    announcements.withdraw(stage.site.desk, "cup", STAFF)
    stage.hooks.again(stage.opened, webhook.number, stage.last(webhook).id)
    with receiving(Receiver(port)) as other:
        stage.look()
    assert other.received == [] and stage.last(webhook).state is DeliveryState.OUTDATED


def test_an_older_copy_of_the_event_goes_on_from_there(stage: Stage, other: Receiver) -> None:
    desk = stage.site.desk
    copy = export_event(desk, "cup")
    announcements.announce(desk, "cup", "One", STAFF)
    stage.add(other)
    events.remove(desk, "cup", "Cup")
    import_event(desk, copy)
    stage.look()
    announcements.announce(desk, "cup", "Two", STAFF)
    stage.look()
    assert [message["announcement"] for message in other.told] == ["Two"]


def test_another_event_of_the_same_id_is_not_meant(stage: Stage, other: Receiver) -> None:
    webhook = stage.add(other)
    stage.hooks.test(stage.opened, webhook.number)
    events.remove(stage.site.desk, "cup", "Cup")
    opened = start(stage.site)
    assert stage.hooks.of(opened) == [] and stage.postman.send_next(webhook.number) is False
    announcements.announce(stage.site.desk, "cup", "Lunch", STAFF)
    stage.look()
    assert other.received == [] and stage.hooks.outbox.webhooks() == []


def test_an_event_that_is_removed_takes_its_webhooks_along(stage: Stage, other: Receiver) -> None:
    webhook = stage.add(other)
    stage.hooks.test(stage.opened, webhook.number)
    events.remove(stage.site.desk, "cup", "Cup")
    stage.look()
    assert other.received == [] and stage.hooks.outbox.webhooks() == []


def test_discord_gets_a_message_that_calls_nobody(stage: Stage, other: Receiver) -> None:
    stage.add(other, shape="discord")
    desk = stage.site.desk
    announcements.announce(desk, "cup", "*Lunch* @everyone", STAFF)
    clock.start(desk, "cup", STAFF)
    stage.play()
    publish(stage.site)
    stage.look()
    texts = [message["content"] for message in other.told]
    assert {str(message["allowed_mentions"]) for message in other.told} == {"{'parse': []}"}
    assert {message["flags"] for message in other.told} == {4}, "an address in a name shows no picture"
    assert any(text.startswith("**Cup** · Pairings: Round 2\nTable 1: ") and "Bye: " in text for text in texts)
    assert any("**Cup** · \\*Lunch\\* @everyone" in text for text in texts)
    assert any(text.startswith("**Cup** · Standings after round 1\n1\\. ") for text in texts)
    assert any(": 7 – 2\n<https://muster.example/e/cup/>" in text for text in texts), texts
    assert max(map(len, texts)) < 2_000


def test_no_name_is_markup_for_discord(site: Site, other: Receiver) -> None:
    stage = Stage(site, ("# Boss", "-# *Anne-Marie*"))
    stage.add(other, "result", shape="discord")
    stage.play()
    stage.look()
    (message,) = other.told
    line = message["content"].splitlines()[1]
    assert "\\# Boss" in line and "\\-# \\*Anne-Marie\\*" in line


def test_a_message_for_discord_fits(site: Site, other: Receiver) -> None:
    stage = Stage(site, tuple(f"Player with a very long name, number {n}" for n in range(60)))
    stage.add(other, "pairings", shape="discord")
    stage.play()
    publish(site)
    stage.look()
    (message,) = other.told
    assert len(message["content"]) < 2_000 and "more lines\n<https://muster.example" in message["content"]


def test_the_outbox_is_bounded_and_nobody_elses_to_read(stage: Stage, tmp_path: Path) -> None:
    webhook = stage.add(Receiver(free_port()))
    many = [stage.hooks.delivery(webhook, Happened(Happening.TEST), 1) for _ in range(MOST_WAITING + MOST_KEPT + 20)]
    stage.hooks.outbox.queue(webhook.number, many)
    with closing(sqlite3.connect(tmp_path / "data" / FILE)) as link:
        counted = dict(link.execute("SELECT state, count(*) FROM deliveries GROUP BY state"))
    assert counted == {"waiting": MOST_WAITING, "given_up": MOST_KEPT}
    assert (tmp_path / "data" / FILE).stat().st_mode & 0o077 == 0


def test_no_export_and_no_backup_takes_webhooks_along(stage: Stage, other: Receiver, tmp_path: Path) -> None:
    webhook = stage.add(other)
    secret = stage.hooks.secret(webhook)
    assert stage.site.backups is not None
    _, backup = stage.site.backups.download()
    exported: Any = export_event(stage.site.desk, "cup")

    def kept() -> bytes:
        return b"".join(file.read_bytes() for file in (tmp_path / "data").glob(f"{FILE}*"))

    assert b"very-secret" in kept() and secret.encode() not in kept()  # It is nowhere: it is worked out.
    assert FILE.encode() not in backup and "very-secret" not in str(exported)
    stage.hooks.remove(stage.opened, webhook.number)
    assert b"very-secret" not in kept()
