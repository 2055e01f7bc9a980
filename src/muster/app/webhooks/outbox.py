"""Stored data about webhooks: their addresses, what they subscribe to, and each delivery; and the outbox's protocol."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Happening(StrEnum):
    """What a webhook can be told of."""

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
    """What is sent: the event's views as JSON, or a message that Discord shows in a channel."""

    MUSTER = "muster"
    DISCORD = "discord"


@dataclass(frozen=True, slots=True)
class Webhook:
    """`key`: what its secret is made from. `first`: the hash of its event's first entry, so that another event that is
    called the same is not meant. `seen`: the last entry that was looked at for it. Times are UTC, ISO 8601."""

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
    """When its turn came, there was nothing to tell any more: a round had been withdrawn, for example."""


class Failure(StrEnum):
    """Why a try did not arrive."""

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
    """Something that a webhook can be told of. `round` and `match` are 0 where it is about neither."""

    happening: Happening
    round: int = 0
    match: int = 0


@dataclass(frozen=True, slots=True)
class Delivery:
    """What one webhook gets once, without its words: they are made when it is sent. `number`: its place in the
    order. `status`: what the other server answered last, 0 if it did not. `detail` goes with `failure`."""

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
    """Where webhooks and their deliveries are kept: durable when a call returns."""

    def add(self, webhook: Webhook) -> Webhook:
        """Keeps it under a number of its own, in place of one of the same name in its event. One with the same key is
        already there: it stays as it is."""

    def webhooks(self, event: str = "") -> list[Webhook]:
        """Those of an event, or of all, oldest first."""

    def pause(self, number: int, paused: bool) -> None: ...

    def remove(self, number: int) -> None:
        """With all its deliveries."""

    def queue(self, number: int, deliveries: Sequence[Delivery], seen: int | None = None) -> None:
        """Adds deliveries at the end and notes how far was looked, if it was: both or neither. Nothing for a webhook
        that is gone, or a delivery whose id is there already."""

    def waiting(self) -> int:
        """How many deliveries of all webhooks have not arrived yet."""

    def next_of(self, number: int) -> Delivery | None:
        """The first of a webhook that waits, whether or not it is due."""

    def keep(self, delivery: Delivery) -> None:
        """What became of it; nothing for one that is gone."""

    def deliveries(self, number: int, most: int) -> list[Delivery]:
        """The newest first."""
