"""Notices what happens in events and sends it to their webhooks: in order for each, none held up by another."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from threading import Event as Signal
from threading import Lock, Thread

from muster.app.codes import code_of_refusal
from muster.app.desk import Opened
from muster.app.webhooks.actions import Webhooks
from muster.app.webhooks.happenings import happened
from muster.app.webhooks.messages import body
from muster.app.webhooks.outbox import Delivery, DeliveryState, Webhook
from muster.core.kit.errors import Refusal
from muster.core.record.event import Event
from muster.core.record.fold.play import fold
from muster.web.webhooks.sending import Attempt, Patience, post, signed

LOOK_EVERY = 1.0
"""Seconds between two checks."""

PAUSES = (2, 15, 60, 300, 900, 3600)
"""Seconds until the next attempt after each failure; the last one repeats."""

GIVE_UP_AFTER = timedelta(hours=24)

log = logging.getLogger("muster.webhooks")


class Postman:
    """Its whole state is in the outbox, so another run of the server continues where this one ended."""

    def __init__(self, webhooks: Webhooks, address: Callable[[], str], patience: Patience | None = None) -> None:
        """`address`: how this server's links begin."""
        self._webhooks, self._address, self._patience = webhooks, address, patience or Patience()
        self._states: dict[str, tuple[int, Event]] = {}
        self._busy: set[int] = set()
        self._lock = Lock()

    @contextmanager
    def going(self) -> Iterator[None]:
        """Keeps checking while the server runs. What is being sent when the server stops is sent again later."""
        stop = Signal()

        def run() -> None:
            while not stop.wait(LOOK_EVERY):
                try:
                    self.look()
                except Refusal as refusal:
                    log.warning("Webhooks wait: %s", code_of_refusal(refusal))
                except Exception:  # A bug in one game must not end all webhooks; it is logged.
                    log.exception("Webhooks wait")

        thread = Thread(target=run, name="webhooks", daemon=True)
        thread.start()
        try:
            yield
        finally:
            stop.set()
            thread.join(timeout=LOOK_EVERY)

    def look(self) -> None:
        """Notices what is new, and starts a thread for each webhook with something due."""
        known = self._webhooks.outbox.webhooks()
        for event in dict.fromkeys(one.event for one in known):
            with suppress(Refusal):  # Gone or damaged: its own pages say so.
                self._notice(event, [one for one in known if one.event == event])
        for webhook in known:
            self._start(webhook)

    @property
    def is_busy(self) -> bool:
        with self._lock:
            return bool(self._busy)

    def _notice(self, event: str, webhooks: list[Webhook]) -> None:
        desk = self._webhooks.desk
        last, _ = desk.journals.head(desk.name(event))
        if all(one.seen == last for one in webhooks):
            return
        opened = desk.open(event) if last else None
        for webhook in webhooks:
            if opened is None or webhook.first != opened.hashes[0]:
                self._webhooks.outbox.remove(webhook.number)  # Its event was removed, so its address goes too.
            elif webhook.seen != opened.last:
                # More was seen than there is: an older copy of the event replaced it.
                nothing = webhook.paused or webhook.seen > opened.last
                self._webhooks.outbox.queue(webhook.number, () if nothing else self._new(webhook, opened), opened.last)
        if opened is not None:
            self._states[event] = opened.last, opened.event

    def _new(self, webhook: Webhook, opened: Opened) -> list[Delivery]:
        seen, before = self._states.get(opened.id, (0, None))
        if before is None or seen != webhook.seen:
            before = fold(opened.entries[: webhook.seen])
        return [
            self._webhooks.delivery(webhook, what, opened.last)
            for what in happened(before, opened.event, opened.system)
            if what.happening in webhook.happenings
        ]

    def _start(self, webhook: Webhook) -> None:
        with self._lock:
            if webhook.number in self._busy or self._due(webhook) is None:
                return
            self._busy.add(webhook.number)
        Thread(target=self._send_all, args=(webhook,), name=f"webhook {webhook.number}", daemon=True).start()

    def _send_all(self, webhook: Webhook) -> None:
        try:
            while self.send_next(webhook.number):
                pass
        except Exception:  # A bug in one must not end the others; it is logged, and tried again at the next check.
            log.exception("Webhook %s of %s waits", webhook.number, webhook.event)
        finally:
            with self._lock:
                self._busy.discard(webhook.number)

    def send_next(self, number: int) -> bool:
        """Sends a webhook's next delivery, if one is due; returns whether it is done, so that the next one has its
        turn. Everything is read again each time, because it may have been paused or removed.
        """
        webhook = next((one for one in self._webhooks.outbox.webhooks() if one.number == number), None)
        due = None if webhook is None else self._due(webhook)
        if webhook is None or due is None:
            return False
        try:
            opened = self._webhooks.desk.open(webhook.event)
        except Refusal:
            return False
        if opened.hashes[0] != webhook.first:
            return False
        desk = self._webhooks.desk
        text = body(webhook, due, opened, desk.now(opened), self._address())
        if text is None:
            self._webhooks.outbox.keep(replace(due, state=DeliveryState.OUTDATED))
            return True
        now = datetime.fromisoformat(desk.clock.now())
        headers = signed(self._webhooks.secret(webhook), due.id, int(now.timestamp()), text)
        attempt = post(webhook.address, headers, text, anywhere=self._webhooks.anywhere, patience=self._patience)
        settled = after(due, attempt, datetime.fromisoformat(desk.clock.now()))
        self._webhooks.outbox.keep(settled)
        _note(webhook, settled)
        return settled.state is not DeliveryState.WAITING

    def _due(self, webhook: Webhook) -> Delivery | None:
        if webhook.paused:
            return None
        found = self._webhooks.outbox.next_of(webhook.number)
        return found if found is not None and found.next_try <= self._webhooks.desk.clock.now() else None


def after(delivery: Delivery, attempt: Attempt, now: datetime) -> Delivery:
    """A delivery after one more attempt. Given up after waiting a day, with at least one attempt."""
    tried = replace(
        delivery,
        tries=delivery.tries + 1,
        last_try=_written(now),
        status=attempt.status,
        failure=attempt.failure,
        detail=attempt.detail,
    )
    if attempt.failure is None:
        return replace(tried, state=DeliveryState.DELIVERED)
    if now - datetime.fromisoformat(delivery.made) >= GIVE_UP_AFTER:
        return replace(tried, state=DeliveryState.GIVEN_UP)
    pause = PAUSES[min(tried.tries, len(PAUSES)) - 1]
    asked = min(attempt.wait, PAUSES[-1])
    return replace(tried, next_try=_written(now + timedelta(seconds=max(pause, asked))))


def _written(moment: datetime) -> str:
    return moment.isoformat(timespec="microseconds")


def _note(webhook: Webhook, delivery: Delivery) -> None:
    """One line when something does not arrive, and one when it is given up.

    Never the address, which may be a secret, nor what was sent or answered: the desk has that.
    """
    what = ""
    if delivery.state is DeliveryState.GIVEN_UP:
        what = "given up"
    elif delivery.failure is not None and delivery.tries == 1:
        what = "will be tried again"
    if what:
        # As one text, so that a line about one webhook does not count as a repeat of another's.
        why = " ".join(str(part) for part in (delivery.failure, delivery.status) if part)
        line = f"Webhook {webhook.number} of {webhook.event}: {what} ({why})"
        log.warning(line)
