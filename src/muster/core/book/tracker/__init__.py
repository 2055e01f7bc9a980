"""A game at the table: what a game declares so that two phones can follow it, and what the phones show of it."""
