"""Stored data about webhooks: their addresses, what they subscribe to, and each delivery; and the outbox's protocol."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Happening(StrEnum):
    """What a webhook can report."""

    PAIRINGS = "pairings"
    CLOCK = "clock"
    RESULT = "result"
    ROUND_CLOSED = "round_closed"
    STANDINGS = "standings"
    ANNOUNCEMENT = "announcement"
    FINISHED = "finished"
    TEST = "test"
    """Sent from the desk, to see whether it arrives."""


CHOICES = tuple(one for one in Happening if one is not Happening.TEST)
"""Those that an organiser chooses from."""


class WebhookShape(StrEnum):
    """What is sent: the event's views as JSON, or a message for a Discord channel."""

    MUSTER = "muster"
    DISCORD = "discord"


@dataclass(frozen=True, slots=True)
class Webhook:
    """`key`: what its secret is derived from.

    `first`: the hash of its event's first entry, so that another event with the same id is not meant. `seen`: the last
    entry that was checked for it. Times are UTC, ISO 8601.
    """

    number: int
    key: str
    event: str
    first: str
    name: str
    address: str
    shape: WebhookShape
    happenings: tuple[Happening, ...]
    language: str
    since: str
    seen: int
    paused: bool = False


class DeliveryState(StrEnum):
    WAITING = "waiting"
    DELIVERED = "delivered"
    GIVEN_UP = "given_up"
    """It never arrived in time."""
    OUTDATED = "outdated"
    """When its turn came, there was nothing to report any more: a round had been withdrawn, for example."""


class Failure(StrEnum):
    """Why an attempt failed."""

    BAD_STATUS = "bad_status"
    REDIRECT = "redirect"
    TOO_SLOW = "too_slow"
    UNKNOWN_HOST = "unknown_host"
    NOT_PUBLIC = "not_public"
    UNREACHABLE = "unreachable"
    CERTIFICATE = "certificate"
    NOT_HTTP = "not_http"
    CROWDED_OUT = "crowded_out"
    """Too many newer ones were waiting."""


@dataclass(frozen=True, slots=True)
class Happened:
    """Something a webhook can report. `round` and `match` are 0 if it is about neither."""

    happening: Happening
    round: int = 0
    match: int = 0


@dataclass(frozen=True, slots=True)
class Delivery:
    """One message for one webhook, without its text, which is made when it is sent.

    `number`: its position in the queue. `status`: the other server's last answer, 0 if there was none. `detail` goes
    with `failure`.
    """

    number: int
    id: str
    webhook: int
    what: Happened
    entry: int
    made: str
    state: DeliveryState = DeliveryState.WAITING
    tries: int = 0
    last_try: str = ""
    next_try: str = ""
    status: int = 0
    failure: Failure | None = None
    detail: str = ""


class Outbox(Protocol):
    """Where webhooks and their deliveries are stored: durable when a call returns."""

    def add(self, webhook: Webhook) -> Webhook:
        """Stores it under its own number, replacing one with the same name in its event.

        One with the same key already exists: it stays as it is.
        """

    def webhooks(self, event: str = "") -> list[Webhook]:
        """Those of an event, or of all events, oldest first."""

    def pause(self, number: int, paused: bool) -> None: ...

    def remove(self, number: int) -> None:
        """With all its deliveries."""

    def queue(self, number: int, deliveries: Sequence[Delivery], seen: int | None = None) -> None:
        """Adds deliveries at the end and, if given, records how far was checked: both or neither.

        Ignores webhooks that are gone, and deliveries whose id already exists.
        """

    def waiting(self) -> int:
        """How many deliveries, of all webhooks, have not arrived yet."""

    def next_of(self, number: int) -> Delivery | None:
        """A webhook's first waiting delivery, whether or not it is due."""

    def keep(self, delivery: Delivery) -> None:
        """Stores what became of it; ignored if it is gone."""

    def deliveries(self, number: int, most: int) -> list[Delivery]:
        """The newest first."""
