"""Legend of the Five Rings: The Card Game, tournament regulations 2.3 (Standard Play)."""

from muster.systems.l5r.event import SYSTEM

__all__ = ["SYSTEM"]
