"""Bushido in the Masters format: scenario games for 0 to 3 victory points, ranked by tournament points (TP)."""

from muster.systems.bushido.event import SYSTEM

__all__ = ["SYSTEM"]
