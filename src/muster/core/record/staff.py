"""The staff of an event, and what they decided: part of its state."""

from __future__ import annotations

from dataclasses import dataclass, field

from muster.core.kit.errors import BadInput
from muster.core.kit.language import plural
from muster.core.kit.model import PlayerId, Role
from muster.core.record.facts.staff import (
    AppealDecided,
    BreachReported,
    JudgeCalled,
    PenaltyGiven,
    RulingAppealed,
    RulingGiven,
)


@dataclass(slots=True)
class StaffMember:
    """The organiser (number 0, always there), a marshal or a judge. `player`: their number if they also play."""

    id: int
    name: str
    role: Role
    key: str = ""
    player: PlayerId | None = None
    on_duty: bool = True


@dataclass(slots=True)
class Ruling:
    number: int
    given: RulingGiven
    appeal: RulingAppealed | None = None
    decision: AppealDecided | None = None

    @property
    def open(self) -> bool:
        """Waiting for the answer to an appeal."""
        return self.appeal is not None and self.decision is None


@dataclass(slots=True)
class JudgeCall:
    """A table that asks for a judge. `answered`: the number of the member of staff who is on the way."""

    number: int
    about: JudgeCalled | BreachReported
    answered: int | None = None
    ended: bool = False


def _organiser() -> dict[int, StaffMember]:
    """Exactly one per event, from the start and for good (L5R-006)."""
    return {0: StaffMember(0, Role.ORGANISER.value, Role.ORGANISER)}


@dataclass(slots=True)
class Staff:
    members: dict[int, StaffMember] = field(default_factory=_organiser)
    joined: int = 0
    """The last number given to a member."""
    link_keys: dict[tuple[Role, PlayerId | None], str] = field(default_factory=dict)
    """The key a link must carry to work: by role, and for private links by player; missing until renewed."""
    penalties: list[PenaltyGiven] = field(default_factory=list)
    declined: set[int] = field(default_factory=set)
    """Numbers of recommended penalties that the organiser declined."""
    rulings: list[Ruling] = field(default_factory=list)
    calls: list[JudgeCall] = field(default_factory=list)
    featured: frozenset[tuple[int, int]] = frozenset()
    """Games that everybody may watch, by round and match."""

    def ruling(self, number: int) -> Ruling:
        if not 1 <= number <= len(self.rulings):
            raise BadInput(
                plural(
                    len(self.rulings),
                    "There is no ruling {ruling}; {n} is recorded.",
                    "There is no ruling {ruling}; {n} are recorded.",
                    ruling=number,
                )
            )
        return self.rulings[number - 1]

    def call(self, number: int) -> JudgeCall:
        if not 1 <= number <= len(self.calls):
            raise BadInput(
                plural(
                    len(self.calls),
                    "There is no call {call}; {n} is recorded.",
                    "There is no call {call}; {n} are recorded.",
                    call=number,
                )
            )
        return self.calls[number - 1]
