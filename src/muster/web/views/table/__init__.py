"""Games at the table: a player's own, a judge's look at any, and games outside of an event."""
