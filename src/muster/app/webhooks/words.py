"""Sentences about what webhooks send and whether it arrived."""

from __future__ import annotations

from muster.app.speech import tr
from muster.app.webhooks.outbox import Delivery, DeliveryState, Failure, Happening, WebhookShape
from muster.app.webhooks.shapes import DeliveryView
from muster.core.kit.language import mark

HAPPENING_WORDS = {
    Happening.PAIRINGS: mark("Pairings are published or changed"),
    Happening.CLOCK: mark("The round clock starts, stops or gets more time"),
    Happening.RESULT: mark("A result comes in or is corrected"),
    Happening.ROUND_CLOSED: mark("A round is over"),
    Happening.STANDINGS: mark("Standings after a round, also when a correction changes them"),
    Happening.ANNOUNCEMENT: mark("An announcement"),
    Happening.FINISHED: mark("The event is over"),
    Happening.TEST: mark("A test"),
}

SHAPE_WORDS = {
    WebhookShape.MUSTER: mark("JSON for your own program"),
    WebhookShape.DISCORD: mark("A message in a Discord channel"),
}


def failure_words(delivery: Delivery) -> str:
    """Why the last attempt failed, in one sentence; empty if it succeeded, or if there was none."""
    detail = delivery.detail
    match delivery.failure:
        case None:
            return ""
        case Failure.BAD_STATUS if detail:
            return tr("The other server answered {status}: {detail}", status=delivery.status, detail=detail)
        case Failure.BAD_STATUS:
            return tr("The other server answered {status}.", status=delivery.status)
        case Failure.REDIRECT:
            return tr(
                "The other server answered {status}, a redirect. Muster does not follow it.", status=delivery.status
            )
        case Failure.TOO_SLOW:
            return tr("The other server did not answer in time.")
        case Failure.UNKNOWN_HOST:
            return tr("{host} was not found. Check the address and the internet connection.", host=detail)
        case Failure.NOT_PUBLIC:
            return tr("The address leads to {host}, which is not public, so nothing was sent.", host=detail)
        case Failure.UNREACHABLE:
            return tr("There was no connection: {detail}.", detail=detail)
        case Failure.CERTIFICATE:
            return tr("The other server’s certificate is not valid: {detail}.", detail=detail)
        case Failure.NOT_HTTP:
            return tr("The other server gave an answer that is not HTTP.")
        case Failure.CROWDED_OUT:
            return tr("Too many newer messages were waiting.")


def state_words(delivery: DeliveryView) -> str:
    """How far a delivery has come."""
    match delivery.state:
        case DeliveryState.DELIVERED:
            return tr("Delivered: the other server answered {status}.", status=delivery.status)
        case DeliveryState.GIVEN_UP:
            return tr("Given up. {why}", why=delivery.words)
        case DeliveryState.OUTDATED:
            return tr("Not sent, because it was out of date.")
        case DeliveryState.WAITING:
            return delivery.words or tr("Waiting to be sent.")
