"""What the book calls what somebody did, and what a ruling is about: looked up by its key, and who may say so."""

from __future__ import annotations

from muster.core.book.conduct import Infraction, Penalty, Subject
from muster.core.book.system import System
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.language import tr
from muster.core.kit.model import Role
from muster.core.record.staff import StaffMember


def may_decide(leader: StaffMember, least: Role) -> bool:
    """Whether this leader has at least that role; without a marshal the organiser has a marshal's duties (L5R-007)."""
    return least is Role.JUDGE or leader.role is not Role.JUDGE


def infraction_of(system: System, key: str) -> Infraction | None:
    """None where nothing is named: what it was for is then in the reason."""
    if not key:
        return None
    known = {one.key: one for one in system.conduct.infractions}
    if key not in known:
        if not known:
            raise BadInput("“{key}” is not an infraction: this game has no list of them. Say it in words.", key=key)
        raise BadInput("“{key}” is not an infraction. This game has: {known}.", key=key, known=", ".join(known))
    return known[key]


def subject_of(system: System, key: str) -> Subject | None:
    """None where nothing is named."""
    if not key:
        return None
    known = {one.key: one for one in system.conduct.subjects}
    if key not in known:
        if not known:
            raise BadInput("“{key}” cannot be chosen: this game has no list of what rulings are about.", key=key)
        raise BadInput(
            "“{key}” is not what a ruling can be about. This game has: {known}.", key=key, known=", ".join(known)
        )
    return known[key]


def must_be_theirs(leader: StaffMember, named: Infraction | Subject | None) -> None:
    """Refuses where the book leaves it to the marshal, such as collusion (L5R-024) or a card's meaning (L5R-022)."""
    if named is not None and not may_decide(leader, named.by):
        raise Refusal(
            "Only a marshal can decide on “{what}”, or the organiser if there is no marshal.",
            clause=named.clause,
            what=tr(named.name),
        )


def must_fit(infraction: Infraction | None, penalty: Penalty | None) -> None:
    """Refuses another penalty than the one the book has, such as for rudeness (WMH-058). None: words of one's own."""
    if infraction is None or not infraction.only or (penalty is not None and penalty.key == infraction.only):
        return
    if penalty is None:
        raise Refusal(
            "By this book “{what}” means disqualification. Disqualify the player, or record the penalty without it.",
            clause=infraction.clause,
            what=tr(infraction.name),
        )
    raise Refusal(
        "By this book “{what}” means disqualification. Recommend it, and the organiser decides.",
        clause=infraction.clause,
        what=tr(infraction.name),
    )
