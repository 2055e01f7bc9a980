"""WARMACHINE and HORDES, Masters and Champions 2019: one folder, nothing of it elsewhere."""

from muster.systems.warmachine.event import SYSTEM

__all__ = ["SYSTEM"]
