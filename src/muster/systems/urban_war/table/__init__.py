"""Urban War at the table: models lost, withdrawal checks, and what the game would pay if it ended now."""

from muster.systems.urban_war.table.tracker import TRACKER

__all__ = ["TRACKER"]
