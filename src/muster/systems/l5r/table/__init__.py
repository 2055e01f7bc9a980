"""Legend of the Five Rings at the table: set-up, open information, time, and Emperor's Judgment line by line."""

from muster.systems.l5r.table.tracker import TRACKER

__all__ = ["TRACKER"]
