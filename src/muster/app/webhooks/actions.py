"""What the organiser does with webhooks: add, pause, resume and remove one, send a test, send something again."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from muster.app import languages
from muster.app.desk import Desk, Opened
from muster.app.webhooks.addresses import may_be_public, shown, target_of
from muster.app.webhooks.outbox import (
    CHOICES,
    Delivery,
    DeliveryState,
    Happened,
    Happening,
    Outbox,
    Webhook,
    WebhookShape,
)
from muster.app.webhooks.shapes import DeliveryView, WebhookView
from muster.app.webhooks.words import failure_words
from muster.core.kit.errors import BadInput, Refusal, UnknownName
from muster.core.rules.players import clean_name

MOST_WEBHOOKS = 10
"""For one event."""

SHOWN = 20
"""How many deliveries of each the desk shows."""

PREFIX = "whsec_"
"""How a secret begins, so that libraries for Standard Webhooks accept it."""


@dataclass(frozen=True, slots=True)
class Webhooks:
    """`digest` derives secrets from keys. `anywhere`: the server's administrator allows addresses that are not
    public.
    """

    outbox: Outbox
    desk: Desk
    digest: Callable[[str], bytes]
    anywhere: bool = False

    def of(self, opened: Opened) -> list[Webhook]:
        return [one for one in self.outbox.webhooks(opened.id) if one.first == opened.hashes[0]]

    def find(self, opened: Opened, number: int) -> Webhook:
        known = self.of(opened)
        found = next((one for one in known if one.number == number), None)
        if found is None:
            raise UnknownName("webhook", str(number), [str(one.number) for one in known])
        return found

    def secret(self, webhook: Webhook) -> str:
        """What the receiver checks signatures with. It is derived from the data folder's key and stored nowhere."""
        return PREFIX + b64encode(self.digest(webhook.key)).decode()

    def add(
        self, opened: Opened, name: str, address: str, shape: str, happenings: Sequence[str], request: str = ""
    ) -> Webhook:
        """Replaces one with the same name. The same request again returns the same webhook."""
        clean, typed = clean_name(name), address.strip()
        host = target_of(typed).host
        if not self.anywhere and not may_be_public(host):
            raise not_public(host)
        if shape not in set(WebhookShape):
            raise BadInput("“{shape}” is not a message format. Choose one from the list.", shape=shape)
        unknown = [one for one in happenings if one not in CHOICES]
        if unknown:
            raise BadInput("“{what}” is not something that a webhook can send.", what=unknown[0])
        if not happenings:
            raise BadInput("Choose at least one thing to send.")
        others = [one for one in self.of(opened) if one.name != clean]
        if len(others) >= MOST_WEBHOOKS:
            raise Refusal("An event can have at most {most} webhooks. Remove one first.", most=MOST_WEBHOOKS)
        wanted = tuple(one for one in CHOICES if one.value in happenings)
        now, language = self.desk.clock.now(), languages.current().code
        key = request or self.desk.fresh()
        return self.outbox.add(
            Webhook(
                0,
                key,
                opened.id,
                opened.hashes[0],
                clean,
                typed,
                WebhookShape(shape),
                wanted,
                language,
                now,
                opened.last,
            )
        )

    def pause(self, opened: Opened, number: int, paused: bool) -> None:
        self.outbox.pause(self.find(opened, number).number, paused)

    def remove(self, opened: Opened, number: int) -> None:
        """Removing one that is already gone changes nothing."""
        if number in [one.number for one in self.of(opened)]:
            self.outbox.remove(number)

    def test(self, opened: Opened, number: int, request: str = "") -> None:
        """Queued after everything that waits. The same request again sends it once."""
        webhook = self.find(opened, number)
        sent = self.delivery(webhook, Happened(Happening.TEST), opened.last, request)
        self.outbox.queue(number, [sent])

    def again(self, opened: Opened, number: int, delivery: str) -> None:
        """Sends a delivery again, with its old id. One that is waiting is tried now."""
        known = self._recent(self.find(opened, number))
        found = next((one for one in known if one.id == delivery), None)
        if found is None:
            raise UnknownName("delivery", delivery, [one.id for one in known])
        now = self.desk.clock.now()
        self.outbox.keep(replace(found, state=DeliveryState.WAITING, tries=0, made=now, next_try=now))

    def delivery(self, webhook: Webhook, what: Happened, entry: int, request: str = "") -> Delivery:
        now = self.desk.clock.now()
        return Delivery(0, request or self.desk.fresh(), webhook.number, what, entry, now, next_try=now)

    def view(self, webhook: Webhook) -> WebhookView:
        return WebhookView(
            number=webhook.number,
            name=webhook.name,
            address=shown(webhook.address),
            shape=webhook.shape,
            happenings=list(webhook.happenings),
            paused=webhook.paused,
            since=webhook.since,
            deliveries=[_view(one) for one in self._recent(webhook)],
        )

    def _recent(self, webhook: Webhook) -> list[Delivery]:
        """The newest, and the one whose turn it is, which holds up all after it."""
        newest, turn = self.outbox.deliveries(webhook.number, SHOWN), self.outbox.next_of(webhook.number)
        return newest if turn is None or turn in newest else [*newest, turn]


def not_public(host: str) -> BadInput:
    return BadInput(
        "“{host}” is not a public address. To send to it anyway, start the server with --allow-private-webhooks.",
        host=host[:100],
    )


def _view(one: Delivery) -> DeliveryView:
    waits = one.state is DeliveryState.WAITING
    return DeliveryView(
        id=one.id,
        happening=one.what.happening,
        round=one.what.round,
        made=one.made,
        state=one.state,
        tries=one.tries,
        last_try=one.last_try or None,
        next_try=one.next_try if waits else None,
        status=one.status,
        failure=one.failure,
        words=failure_words(one),
    )
