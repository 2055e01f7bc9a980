"""Games at the table: a player's own, a judge's view of any, and games outside an event."""
