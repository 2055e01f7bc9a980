"""What goes wrong, as a problem document (RFC 9457): a refusal becomes a status, a sentence and a stable code."""

from __future__ import annotations

from http import HTTPStatus

from muster.api.shapes import Problem
from muster.app.codes import code_of_refusal
from muster.app.speech import tr
from muster.core.kit.errors import BadInput, Busy, Conflict, DamagedJournal, GameMissing, Refusal, UnknownName

CONTENT_TYPE = "application/problem+json"


class Unauthorised(Refusal):
    """Nobody knows who asks."""

    kind = "unauthorised"


class Forbidden(Refusal):
    """We know who asks, and they may not."""

    kind = "forbidden"


class NoSuchAddress(Refusal):
    """Nothing is at this address, or not with this method."""

    kind = "no_such_address"


class Unreadable(Refusal):
    """A body that is not JSON."""

    kind = "unreadable"


class TooLarge(Refusal):
    """More than anybody may send."""

    kind = "too_large"


class TooSlow(Refusal):
    """A body that did not arrive in time."""

    kind = "too_slow"


class KeyUsed(Refusal):
    """An idempotency key that came with another request before."""

    kind = "key_used"


STATUS: dict[type[Refusal], HTTPStatus] = {
    Unauthorised: HTTPStatus.UNAUTHORIZED,
    Forbidden: HTTPStatus.FORBIDDEN,
    NoSuchAddress: HTTPStatus.NOT_FOUND,
    Unreadable: HTTPStatus.BAD_REQUEST,
    TooLarge: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    TooSlow: HTTPStatus.REQUEST_TIMEOUT,
    KeyUsed: HTTPStatus.UNPROCESSABLE_ENTITY,
    Busy: HTTPStatus.SERVICE_UNAVAILABLE,
    Conflict: HTTPStatus.CONFLICT,
    UnknownName: HTTPStatus.NOT_FOUND,
    BadInput: HTTPStatus.UNPROCESSABLE_ENTITY,
    GameMissing: HTTPStatus.SERVICE_UNAVAILABLE,
    DamagedJournal: HTTPStatus.INTERNAL_SERVER_ERROR,
    Refusal: HTTPStatus.CONFLICT,
}
"""The status of each kind of refusal; the first match counts."""


def status_of(refusal: Refusal) -> HTTPStatus:
    return next(status for kind, status in STATUS.items() if isinstance(refusal, kind))


def problem_of(refusal: Refusal, status: int = 0) -> Problem:
    """`status` if the kind of refusal does not determine it."""
    code = code_of_refusal(refusal)
    number = HTTPStatus(status or status_of(refusal))
    return Problem(
        type=f"urn:muster:problem:{code}",
        title=number.phrase,
        status=number.value,
        detail=tr(refusal.message),
        code=code,
        kind=refusal.kind,
        clause=refusal.clause,
    )
