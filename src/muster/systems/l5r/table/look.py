"""A game and who looks at it: whoever plays is “you” and comes first, everybody else has a name."""

from __future__ import annotations

from dataclasses import dataclass

from muster.game import Eye, Message, Now, Way, mark, tr
from muster.systems.l5r.table.state import FiveRingsTable


@dataclass(frozen=True, slots=True)
class Look:
    """`acts`: spectators tap nothing."""

    state: FiveRingsTable
    eye: Eye
    moment: Now

    @property
    def sides(self) -> tuple[int, int]:
        return (1, 0) if self.eye.side == 1 else (0, 1)

    @property
    def acts(self) -> bool:
        return self.eye.side is not None or self.eye.staff

    def told(self, side: int, you: str, named: str, **values: int | Message) -> Message:
        """A sentence about a side: to that player, or with the player's name."""
        if side == self.eye.side:
            return tr(you, **values)
        return tr(named, name=self.state.names[side], **values)

    def name(self, side: int) -> Message:
        return self.told(side, mark("You"), mark("{name}"))

    def ways(self) -> tuple[Way, ...]:
        """One of the two players."""
        return tuple(Way(side, self.name(side)) for side in self.sides)
