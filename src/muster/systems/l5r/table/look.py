"""A game and who looks at it: whoever plays is “you” and comes first, everybody else has a name."""

from __future__ import annotations

from dataclasses import dataclass

from muster.game import Eye, Message, Now, Way, mark
from muster.systems.l5r.table.state import FiveRingsTable


@dataclass(frozen=True, slots=True)
class Look:
    """What a board is made from."""

    state: FiveRingsTable
    eye: Eye
    moment: Now

    def told(self, side: int, you: str, named: str, **values: int | Message) -> Message:
        return self.eye.told(side, self.state.names, you, named, **values)

    def name(self, side: int) -> Message:
        return self.told(side, mark("You"), mark("{name}"))

    def ways(self) -> tuple[Way, ...]:
        """One of the two players."""
        return tuple(Way(side, self.name(side)) for side in self.eye.sides)
