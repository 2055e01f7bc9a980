"""Urban War: the tournament guide's card stack, casualty levels and tables."""

from muster.systems.urban_war.event import SYSTEM

__all__ = ["SYSTEM"]
