"""Terrain that the players place in turn: for games outside a Masters event, where the organiser sets it (B-18)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from muster.game import Refusal

LEAST_TERRAIN = 6
"""BSG-06."""


@dataclass(frozen=True, slots=True)
class Terrain:
    """How far placing has come. Players are 0 (Player 1, who begins: BSG-05) and 1.

    `stopper`: who stopped first. `closed`: nobody places any more.
    """

    pieces: int = 0
    stopper: int | None = None
    closed: bool = False

    @property
    def turn(self) -> int | None:
        """Whose turn it is; after a stop, who may still place the last piece."""
        if self.closed:
            return None
        return self.pieces % 2 if self.stopper is None else 1 - self.stopper

    @property
    def zone_picker(self) -> int | None:
        """BSG-08: whoever stopped picks a deployment zone."""
        return self.stopper

    def place(self) -> Terrain:
        if self.closed:
            raise Refusal(
                "Terrain: all {pieces} elements are down; after a stop the other player places one at "
                "most, so pick the deployment zone now.",
                clause="BSG-07",
                pieces=self.pieces,
            )
        return replace(self, pieces=self.pieces + 1, closed=self.stopper is not None)

    def stop(self) -> Terrain:
        """Also for a player with nothing left to place (B-25). After a stop the other player may decline (BSG-07)."""
        if self.closed:
            raise Refusal("Terrain: both players have stopped; pick the deployment zone now.", clause="BSG-07")
        if self.stopper is not None:
            return replace(self, closed=True)
        if self.pieces < LEAST_TERRAIN:
            raise Refusal(
                "Terrain: {pieces} elements are placed. Continue until there are at least {least_terrain}.",
                clause="BSG-06",
                pieces=self.pieces,
                least_terrain=LEAST_TERRAIN,
            )
        return replace(self, stopper=self.turn)
